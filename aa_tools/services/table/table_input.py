"""Reads a table, typed or photographed, into the text form that the rules score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import DoubtfulReading, InputError, Place, Problem
from aa_tools.files import read_text
from aa_tools.reading.image.filetype import is_picture
from aa_tools.rules.canvas import GridIndex
from aa_tools.rules.ruleset import Side, seats
from aa_tools.tables.grid import LocatedText
from aa_tools.tables.resolve import parse_bottom, player_count, player_names
from aa_tools.tables.tablefile import UNKNOWN_SIDE, TableText, parse_table, with_options, with_overrides

if TYPE_CHECKING:
    from aa_tools.reading.tablephoto import TablePhoto


@dataclass(frozen=True, eq=False)
class TableInput:
    """A table as it was typed or photographed.

    Attributes:
        source: the file, or "-" for standard input.
        text: the table's contents: grid, players, cards.
        reasons: why quadrants are unknown, by (row, column) of the grid from 0.
        photo: what was read from the photo, or None for a typed table.
    """

    source: str
    text: TableText
    reasons: Mapping[GridIndex, str]
    photo: TablePhoto | None = None

    def bottom(self, names: Mapping[Side, str]) -> Side:
        """Returns the side at the bottom of the grid or the photo."""
        return parse_bottom(self.text.bottom, names)

    def require_answers(self) -> None:
        """Raises DoubtfulReading if a photo leaves the south side or the owner of a card open."""
        if self.photo and (questions := list(_open_questions(self.text, self.source))):
            raise DoubtfulReading(questions, self.photo)


def table_text(
    players: str | None = None,
    first: str | None = None,
    objectives: Sequence[str] = (),
    inspirations: Sequence[str] = (),
    bottom: str | None = None,
) -> TableText:
    """Returns what the options of a command say about a table; errors name the option.

    Args:
        players: number of players or names, for --players.
        first: side or name of the holder of the first player card, for --first.
        objectives: ids or titles of public cards, for --objective.
        inspirations: "SIDE=ID" texts, for --inspiration.
        bottom: the side or name at the bottom of the grid or photo, for --bottom.

    Raises:
        InputError: an inspiration does not name its side.
    """
    return TableText(
        players=_option("--players", players),
        first_player=_option("--first", first),
        objectives=tuple(LocatedText(text, Place(f"--objective {text}")) for text in objectives),
        inspirations=tuple(_hand_card(text) for text in inspirations),
        bottom=_option("--bottom", bottom),
    )


def _option(option: str, text: str | None) -> LocatedText | None:
    return None if text is None else LocatedText(text, Place(f"{option} {text}"))


def _hand_card(text: str) -> tuple[LocatedText, LocatedText]:
    side, equals, card = text.partition("=")
    place = Place(f"--inspiration {text}")
    if not equals:
        raise InputError("the side is missing", place=place, hint="write it as SIDE=ID")
    return LocatedText(side.strip(), place), LocatedText(card.strip(), place)


def load_table(source: str, options: TableText, cards: CardDatabase) -> TableInput:
    """Reads a table, typed or photographed; errors as `load_typed_table` and `load_photo`."""
    if is_picture(source):
        return load_photo(source, options, cards, player_names(options), player_count(options))
    return load_typed_table(source, options)


def load_typed_table(source: str, options: TableText) -> TableInput:
    """Reads a typed grid or a table file.

    Raises:
        InputError: it has errors, or the options contradict it.
    """
    return TableInput(source, with_options(parse_table(read_text(source)), options), {})


def load_photo(
    source: str, options: TableText, cards: CardDatabase, names: Mapping[Side, str], players: int | None
) -> TableInput:
    """Reads a photo of a table.

    Args:
        source: path of the photo.
        options: what the command line says; it overrides what the photo shows.
        cards: the card file.
        names: the players' names, if known.
        players: the number of players, if known.

    Raises:
        PhotoError: the photo cannot be read.
    """
    from aa_tools.reading.image.photo import open_photo
    from aa_tools.reading.tablephoto import ReadOptions, read_table_photo

    photo = read_table_photo(open_photo(source), cards, ReadOptions(players))
    known_names = names or {side: side.value for side in seats(photo.reading.players)}
    bottom = parse_bottom(options.bottom, known_names) if options.bottom else None
    reasons = {(doubt.row, doubt.column): str(doubt.reason) for doubt in photo.reading.doubts}
    return TableInput(source, with_overrides(photo.text(bottom), options), reasons, photo)


def _open_questions(text: TableText, source: str) -> Iterator[Problem]:
    """Yields what a photo leaves open, whatever the colours are."""
    if text.bottom and text.bottom.text == UNKNOWN_SIDE:
        hint = "add --bottom SIDE: the side at the bottom of the photo; the lower edges of the cards point south"
        yield Problem("could not tell which side of the photo is south", Place(source), hint)
        return
    if text.first_player and text.first_player.text == UNKNOWN_SIDE:
        yield Problem("could not tell who holds this card", text.first_player.place, "add --first SIDE")
    for owner, card in text.inspirations:
        if owner.text == UNKNOWN_SIDE:
            hint = f"name each revealed card: --inspiration SIDE={card.text}"
            yield Problem("could not tell who holds this card", card.place, hint)


def with_names(text: TableText, names: Mapping[Side, str]) -> TableText:
    """Returns a text with the names of all players in it."""
    if text.names or not names or text.grid is None:
        return text
    place = text.players.place if text.players else text.grid.place(0, 0)
    return replace(text, names={side: LocatedText(name, place) for side, name in names.items()}, players=None)
