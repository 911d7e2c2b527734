"""The form of a game file: who plays, and a list of rounds, each with what was drawn, the canvas and the result."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from aa_tools.cards.models.forms import Model, PlayerNames, SideName
from aa_tools.cards.models.validation import require_file_kind, validate
from aa_tools.cards.texts import Text
from aa_tools.errors import InputError, Place
from aa_tools.files import SourceText
from aa_tools.rules.ruleset import Side
from aa_tools.yamlfile import YamlFile, flow, load_yaml

FORMAT = "aa.game/1"
NOBODY = "nobody"

_ANY_FORMAT = re.compile(r"aa\.game/([0-9]{1,6})")


def _or_nobody(name: object) -> object:
    return None if name == NOBODY else name


Claimant = Annotated[SideName | None, BeforeValidator(_or_nobody)]
Hands = dict[SideName, list[Text]]


def _none_yet(rounds: object) -> object:
    return [] if rounds is None else rounds


class PlayedRound(Model):
    """One round in a game file.

    `objectives` and `inspirations` are what the deal drew, `canvas` is the finished painting as seen from the south,
    `revealed` the inspirations drawn from a paper deck and shown only at the end of the round. The rest is the result.
    """

    objectives: list[Text]
    inspirations: Hands = Field(default={})
    canvas: Text | None = None
    revealed: Hands = Field(default={})
    claims: dict[str, Claimant] = Field(default={})
    scored: Hands = Field(default={})
    next_first_player: SideName | None = None
    points: dict[SideName, int] = Field(default={})


SCORE_KEYS = tuple(PlayedRound.model_fields)[2:]
"""The keys of a round that scoring writes and undoing takes out."""


class GameModel(Model):
    """A game file."""

    format: Literal["aa.game/1"]
    players: PlayerNames
    first_player: SideName
    seed: Annotated[int, Field(ge=0)]
    rules: dict[str, Any] = Field(default={})
    rounds: Annotated[list[PlayedRound], BeforeValidator(_none_yet)] = Field(default=[])


@dataclass(frozen=True)
class GameFile:
    """What stands in a game file, with the place of each value."""

    form: GameModel
    yaml: YamlFile

    @property
    def house_rules(self) -> dict[str, str]:
        """The rules of this game as one would give them on the command line."""
        return {key: flow(value) for key, value in self.form.rules.items()}

    @property
    def rule_places(self) -> dict[str, Place]:
        """Where each of the rules stands."""
        return {key: self.key("rules", key) for key in self.form.rules}

    def place(self, *path: str | int) -> Place:
        """Returns the place of a value, or of the nearest value around it."""
        return self.yaml.place(path)

    def key(self, *path: str | int) -> Place:
        """Returns the place of a key, or else of the value around it."""
        return self.yaml.keys.get(path, self.yaml.place(path))


def parse_game(source: SourceText) -> GameFile:
    """Reads the text of a game file; whether its rounds follow the rules is for `replay` to say.

    Raises:
        InputError: every error of its form at once, or a format newer than this program's.
    """
    yaml = load_yaml(source)
    require_file_kind(yaml, "game")
    _refuse_newer(yaml)
    return GameFile(validate(GameModel, yaml), yaml)


def _refuse_newer(yaml: YamlFile) -> None:
    written = yaml.data.get("format") if isinstance(yaml.data, dict) else None
    match = _ANY_FORMAT.fullmatch(written) if isinstance(written, str) else None
    if match and int(match[1]) > int(FORMAT.rpartition("/")[2]):
        raise InputError(
            f"this game is written in the format {written}, which is newer than {FORMAT}",
            place=yaml.place(("format",)),
            hint="read it with a newer aa",
        )


def seats_of(form: GameModel) -> Iterable[tuple[Side, str]]:
    """Returns the sides and the names clockwise from south."""
    return sorted(form.players.items(), key=lambda each: list(Side).index(each[0]))
