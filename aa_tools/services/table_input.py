"""What the command line names as a table -> a text of the rules, whether it is typed or photographed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import DoubtfulReading, InputError, Place, Problem
from aa_tools.files import check_output_path, read_text, safe_writer
from aa_tools.reading.image.filetype import is_picture
from aa_tools.rules.completions import Spot
from aa_tools.rules.ruleset import Side, seats
from aa_tools.tables.grid import LocatedText
from aa_tools.tables.tablefile import (
    NOT_KNOWN,
    TableText,
    bottom_of,
    combine,
    names_of,
    overridden,
    parse_table,
    player_count,
)

if TYPE_CHECKING:
    from aa_tools.reading.tablephoto import TablePhoto


@dataclass(frozen=True, eq=False)
class Given:
    """A table as it was given.

    Attributes:
        source: the file, or "-".
        text: all that is said of it.
        reasons: why quadrants are unknown, by (row, column) of the grid.
        seen: what the photo tells, where it is one.
    """

    source: str
    text: TableText
    reasons: Mapping[Spot, str]
    seen: TablePhoto | None = None


def take(source: str, said: TableText, cards: CardDatabase) -> Given:
    """Reads a table, typed or photographed; errors as `take_text` and `take_photo`."""
    if is_picture(source):
        return take_photo(source, said, cards, names_of(said), player_count(said))
    return take_text(source, said)


def take_text(source: str, said: TableText) -> Given:
    """Reads a typed grid or a table file.

    Raises:
        InputError: it has errors, or the command line says one thing again and otherwise.
    """
    return Given(source, combine(parse_table(read_text(source)), said), {})


def take_photo(
    source: str, said: TableText, cards: CardDatabase, names: Mapping[Side, str], players: int | None
) -> Given:
    """Reads a photo.

    Args:
        source: the photo.
        said: what the command line says; it wins over what the tags tell.
        cards: the card file.
        names: who plays, where that is known.
        players: how many play, where that is known.

    Raises:
        PhotoError: the photo cannot be read.
        DoubtfulReading: it does not tell which side is south, or whose a card is.
    """
    from aa_tools.reading.image.photo import open_photo
    from aa_tools.reading.tablephoto import Help, read_table_photo

    seen = read_table_photo(open_photo(source), cards, Help(players))
    bottom = bottom_of(said.bottom, names or _unnamed(seen.reading.players)) if said.bottom else None
    text = overridden(seen.text(bottom), said)
    if questions := list(_questions(text, source)):
        raise DoubtfulReading(questions, seen)
    return Given(source, text, {(each.row, each.column): str(each.reason) for each in seen.reading.doubts}, seen)


def _unnamed(players: int) -> dict[Side, str]:
    return {side: side.value for side in seats(players)}


def _questions(text: TableText, source: str) -> Iterator[Problem]:
    """Yields what a photo leaves open, whatever the colours are."""
    if text.bottom and text.bottom.text == NOT_KNOWN:
        hint = "add --bottom SIDE: the side at the bottom of the photo; the lower edges of the cards point south"
        yield Problem("does not tell which side is south", Place(source), hint)
        return
    if text.first_player and text.first_player.text == NOT_KNOWN:
        yield Problem("it is not clear whose the card is", text.first_player.place, "add --first SIDE")
    for who, card in text.inspirations:
        if who.text == NOT_KNOWN:
            hint = f"name each revealed one: --inspiration SIDE={card.text}"
            yield Problem("it is not clear whose the card is", card.place, hint)


def named(text: TableText, names: Mapping[Side, str]) -> TableText:
    """Returns a text with the names of all players in it."""
    if text.names or not names or text.grid is None:
        return text
    place = text.players.place if text.players else text.grid.place(0, 0)
    return replace(text, names={side: LocatedText(name, place) for side, name in names.items()}, players=None)


# --- files beside a photo


def checked_picture(given: Given, path: Path | None) -> None:
    """Raises InputError where a picture is asked for and the table is no photo."""
    if path and given.seen is None:
        raise InputError("is no photo to draw on", place=Place(given.source), hint="leave out --picture")
    if path:
        check_output_path("--picture", path, ".png", given.source)


def picture_path(source: str) -> Path:
    """Returns where the annotated picture of a photo goes: photo.jpg -> photo.read.png."""
    return Path(source).with_suffix(".read.png")


def write_picture(seen: TablePhoto, cards: CardDatabase, path: Path) -> None:
    """Writes the annotated picture.

    Raises:
        OutputError: it cannot be written.
    """
    from aa_tools.reading.annotate_tags import annotated_png

    titles = {tag.card: str(cards.card(tag.card).title or tag.card) for tag in seen.tags}
    data = annotated_png(seen, titles)
    with safe_writer(path, hint="choose another place with --picture") as file:
        file.write(data)


def write_repair(source: str, text: str) -> Path:
    """Writes a table file beside a photo, never over another one, which somebody may have corrected.

    Raises:
        OutputError: it cannot be written.
    """
    stem, number = Path(source).with_suffix(""), 1
    while True:
        path = Path(f"{stem}.table{f'-{number}' if number > 1 else ''}.txt")
        if not path.exists():
            with safe_writer(path, hint="copy the photo to a folder of your own") as file:
                file.write(text.encode())
            return path
        if path.is_file() and path.read_bytes() == text.encode():
            return path
        number += 1
