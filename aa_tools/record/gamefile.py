"""The game file format: the players and a list of rounds, each with the cards drawn, the canvas and the result."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from aa_tools.cards.database import HouseRule
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


Claimant = Annotated[SideName | None, BeforeValidator(lambda name: None if name == NOBODY else name)]
Hands = dict[SideName, list[Text]]


class PlayedRound(Model):
    """One round in a game file.

    `objectives` and `inspirations` are the cards dealt, `canvas` is the finished canvas as seen from the south, and
    `revealed` lists inspirations drawn from a paper deck and shown only at the end of the round. The other keys are
    the result.
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
"""The keys of a round that scoring adds and undoing removes."""


Rounds = Annotated[list[PlayedRound], BeforeValidator(lambda rounds: [] if rounds is None else rounds)]


class GameModel(Model):
    """A game file."""

    format: Literal["aa.game/1"]
    players: PlayerNames
    first_player: SideName
    seed: Annotated[int, Field(ge=0)]
    rules: dict[str, Any] = Field(default={})
    rounds: Annotated[list[PlayedRound], BeforeValidator(lambda rounds: [] if rounds is None else rounds)] = Field(
        default=[]
    )


@dataclass(frozen=True)
class GameFile:
    """The content of a game file, with the place of each value."""

    form: GameModel
    yaml: YamlFile

    @property
    def house_rules(self) -> dict[str, HouseRule]:
        """The rules of this game, to override those of the card file."""
        return {key: HouseRule(flow(value), self.key("rules", key)) for key, value in self.form.rules.items()}

    def place(self, *path: str | int) -> Place:
        """Returns the place of a value, or of the innermost existing value around it."""
        return self.yaml.place(path)

    def key(self, *path: str | int) -> Place:
        """Returns the place of a key, or of the innermost existing value around it."""
        return self.yaml.keys.get(path, self.yaml.place(path))


def parse_game(source: SourceText) -> GameFile:
    """Parses a game file. Does not check the rounds against the rules; `replay_game` does.

    Raises:
        InputError: all format errors at once, or a format version newer than this program's.
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
            f"unsupported format {written}: this version of aa reads {FORMAT}",
            place=yaml.place(("format",)),
            hint="install a newer version of aa",
        )


def players_clockwise(form: GameModel) -> Iterable[tuple[Side, str]]:
    """Returns the (side, name) of each player, clockwise from south."""
    return sorted(form.players.items(), key=lambda player: list(Side).index(player[0]))
