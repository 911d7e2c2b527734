"""The table file: a bare grid or a YAML file, parsed to a `TableText` and written from one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from pydantic import Field

from aa_tools.cards.models.forms import Model, PlayerNames
from aa_tools.cards.models.validation import require_file_kind, validate
from aa_tools.cards.texts import Text
from aa_tools.errors import InputError, Place, Problem
from aa_tools.files import SourceText
from aa_tools.rules.canvas import EMPTY, GridIndex
from aa_tools.rules.ruleset import Side
from aa_tools.tables.grid import LocatedText
from aa_tools.yamlfile import load_yaml

_KEY = re.compile(r"""^(\{|---\s*$|["']?[A-Za-z_][A-Za-z_ ]*["']?:)""", re.MULTILINE)
_QUADRANT = re.compile(r"r([1-9][0-9]?)c([1-9][0-9]?)")

UNKNOWN_SIDE = "?"
"""Written for a side that a photo does not show. Such a table is not scored until the side is filled in."""


class TableModel(Model):
    """A table at the end of a round.

    Attributes:
        players: The player at each side: south and north, or all four sides.
        first_player: The holder of the first player card: a side or a name.
        objectives: The ids or titles of the public cards, in the order laid out.
        inspirations: The ids or titles of the inspirations in each hand, by side or name.
        bottom: The side or player at the lower edge of the grid. Default: south.
        doubts: The possible colours of a quadrant written as "?", such as "r6c7: BYR". Default: any.
        canvas: A letter for each quadrant, or the ids of the canvas cards; "." is an empty quadrant.
    """

    players: PlayerNames = Field(default={})
    first_player: Text | None = None
    objectives: list[Text] = Field(default=[])
    inspirations: dict[str, list[Text]] = Field(default={})
    bottom: Text | None = None
    doubts: dict[str, Text] = Field(default={})
    canvas: Text


@dataclass(frozen=True)
class TableText:
    """A table as written in a file or on the command line, not yet checked against the card file.

    Attributes:
        grid: the text of the grid, if any.
        names: the player names by side, if any.
        players: the number of players or their names separated by commas, if any.
        first_player: the holder of the first player card, as a side or a name.
        objectives: ids or titles of the public cards, in the order laid out.
        inspirations: (side or name, id or title of an inspiration in that hand).
        bottom: the side or name at the bottom of the grid.
        doubts: letters of the possible colours of unknown quadrants, by index in the grid; any colour if missing.
    """

    grid: SourceText | None = None
    names: dict[Side, LocatedText] = field(default_factory=dict)
    players: LocatedText | None = None
    first_player: LocatedText | None = None
    objectives: tuple[LocatedText, ...] = ()
    inspirations: tuple[tuple[LocatedText, LocatedText], ...] = ()
    bottom: LocatedText | None = None
    doubts: Mapping[GridIndex, LocatedText] = field(default_factory=dict)


def parse_table(source: SourceText) -> TableText:
    """Parses a table file or a bare grid.

    Raises:
        InputError: all format errors at once.
    """
    if not _KEY.search(source.text):
        return TableText(grid=source)
    file = load_yaml(source)
    require_file_kind(file, "table")
    form = validate(TableModel, file)

    def located(text: str, *path: str | int) -> LocatedText:
        return LocatedText(text, file.place(path))

    return TableText(
        grid=file.block(("canvas",)),
        names={side: LocatedText(name, file.keys[("players", side)]) for side, name in form.players.items()},
        first_player=located(form.first_player, "first_player") if form.first_player else None,
        objectives=tuple(located(text, "objectives", index) for index, text in enumerate(form.objectives)),
        inspirations=tuple(
            (LocatedText(who, file.keys[("inspirations", who)]), located(text, "inspirations", who, index))
            for who, hand in form.inspirations.items()
            for index, text in enumerate(hand)
        ),
        bottom=located(form.bottom, "bottom") if form.bottom else None,
        doubts={
            _parse_index(key, file.keys[("doubts", key)]): located(letters, "doubts", key)
            for key, letters in form.doubts.items()
        },
    )


def with_options(written: TableText, options: TableText) -> TableText:
    """Returns the content of a file completed by command-line options.

    Raises:
        InputError: an option contradicts the file.
    """
    problems = []
    for name, what in (("first_player", "the first player"), ("bottom", "the bottom side")):
        in_file, option = getattr(written, name), getattr(options, name)
        if in_file and option and in_file.text not in (option.text, UNKNOWN_SIDE):
            hint = f"{in_file.place} sets it to {in_file.text}; remove one of them"
            problems.append(Problem(f"{what} is set twice, here to {option.text}", option.place, hint))
    if written.names and options.players and options.players.text != str(len(written.names)):
        place = next(iter(written.names.values())).place
        problems.append(Problem("the players are set twice", options.players.place, f"{place} names them; remove this"))
    if problems:
        raise InputError(problems)
    return replace(
        written,
        players=options.players,
        first_player=_known(written.first_player) or options.first_player or written.first_player,
        objectives=written.objectives + options.objectives,
        inspirations=written.inspirations + options.inspirations,
        bottom=_known(written.bottom) or options.bottom or written.bottom,
    )


def _known(side: LocatedText | None) -> LocatedText | None:
    return None if side is None or side.text == UNKNOWN_SIDE else side


def with_overrides(photographed: TableText, options: TableText) -> TableText:
    """Returns the content of a photo; command-line options replace what it shows."""
    return replace(
        photographed,
        players=options.players,
        first_player=options.first_player or photographed.first_player,
        objectives=options.objectives or photographed.objectives,
        inspirations=options.inspirations or photographed.inspirations,
        bottom=options.bottom or photographed.bottom,
    )


def format_table(text: TableText, comments: Iterable[str] = ()) -> str:
    """Returns the text of a table file that `parse_table` reads back: a bare grid if nothing else is known.

    Args:
        text: the table; it must have a grid.
        comments: comment lines to put first.
    """
    assert text.grid is not None
    rows = text.grid.text.strip("\n").split("\n")
    header = list(_header_lines(text))
    grid = ["canvas: |", *(f"  {row}" for row in rows)] if header else rows
    return "\n".join([*(f"# {line}" for line in comments), *header, *grid]) + "\n"


def _header_lines(text: TableText) -> Iterator[str]:
    if text.names:
        yield "players: " + _mapping((side, _quoted(name.text)) for side, name in text.names.items())
    if text.first_player:
        yield f"first_player: {_quoted(text.first_player.text)}"
    if text.objectives:
        yield f"objectives: [{', '.join(card.text for card in text.objectives)}]"
    if text.inspirations:
        yield "inspirations:"
        hands: dict[str, list[str]] = {}
        for who, card in text.inspirations:
            hands.setdefault(who.text, []).append(card.text)
        yield from (f"  {_quoted(who)}: [{', '.join(ids)}]" for who, ids in hands.items())
    if text.bottom and text.bottom.text != "south":
        yield f"bottom: {_quoted(text.bottom.text)}"
    if text.doubts:
        yield "doubts: " + _mapping(
            (f"r{row + 1}c{column + 1}", _quoted(letters.text)) for (row, column), letters in text.doubts.items()
        )


def _mapping(pairs: Iterable[tuple[str, str]]) -> str:
    return "{" + ", ".join(f"{key}: {value}" for key, value in pairs) + "}"


def _quoted(text: str) -> str:
    """Returns a YAML scalar: unquoted if the text is a single plain word."""
    plain = (
        text.isascii() and text.isalpha() and text.lower() not in ("yes", "no", "on", "off", "true", "false", "null")
    )
    return text if plain else json.dumps(text, ensure_ascii=False)


def _parse_index(text: str, place: Place) -> GridIndex:
    """Parses the index of a quadrant, such as "r6c7"."""
    match = _QUADRANT.fullmatch(text)
    if match is None:
        raise InputError(f"{text!r} is not a quadrant", place=place, hint="write r6c7 for row 6, column 7")
    return int(match[1]) - 1, int(match[2]) - 1


def doubt_candidates(doubts: Mapping[GridIndex, LocatedText], letters: str) -> dict[GridIndex, tuple[int, ...]]:
    """Returns the possible colour codes of unknown quadrants, by index in the grid.

    Args:
        doubts: letters of colours, or "." for an empty quadrant; see `TableText.doubts`.
        letters: the letters of the colours, in the order of their codes.

    Raises:
        InputError: a letter is not a colour.
    """
    codes = {letter: code for code, letter in enumerate(letters)} | {".": EMPTY}
    found = {}
    for index, text in doubts.items():
        unique = dict.fromkeys(text.text.upper().replace(" ", ""))
        if wrong := next((letter for letter in unique if letter not in codes), None):
            raise InputError(f"{wrong!r} is not a colour", place=text.place, hint=f"use {', '.join(codes)}")
        found[index] = tuple(codes[letter] for letter in unique)
    return found
