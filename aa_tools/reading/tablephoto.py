"""A photo of a table -> everything it tells: the canvas with its doubts, the cards beside it, who sits where."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import CanvasNotFound, InputError, PhotoError, Place
from aa_tools.files import SourceText
from aa_tools.reading.crosscheck import TaggedSpace, corrected, crosschecked, is_foreign, tagged_spaces
from aa_tools.reading.grid.lattice import Points
from aa_tools.reading.image.photo import Photo
from aa_tools.reading.inks.colours import inks_of
from aa_tools.reading.reader import Reading, located_as, read_located
from aa_tools.reading.tags.detection import Tag, find_tags
from aa_tools.reading.tags.surroundings import Beside, Bottom, Laid, beside, bottom_of
from aa_tools.rules.canvas import EMPTY, LETTERS, UNKNOWN, GridIndex
from aa_tools.rules.ruleset import Side
from aa_tools.tables.grid import LocatedText, grid_lines
from aa_tools.tables.tablefile import UNKNOWN_SIDE, TableText

_SET = re.compile(r"r(\d{1,2})c(\d{1,2})=(.)", re.IGNORECASE)


@dataclass(frozen=True)
class Help:
    """What somebody says to help the reader.

    Attributes:
        players: 2 or 4.
        corners: four points "x,y" in pixels of the whole upright picture, clockwise from the canvas's top left.
        turn: degrees by which to turn the picture clockwise.
        letters: quadrants set by hand, such as "r3c5=B".
    """

    players: int | None = None
    corners: str | None = None
    turn: int | None = None
    letters: Sequence[str] = ()


@dataclass(frozen=True, eq=False)
class TablePhoto:
    """What a photo tells of a table.

    Attributes:
        photo: the photo.
        reading: the canvas, after tags, deck and corrections; rows as the picture, turned as asked for, shows it.
        tags: the printed tags that were found.
        spaces: the canvas cards that were told by their tags.
        bottom: which side is at the bottom of the picture.
        foreign: whether the cards are of another deck than the card file's.
        letters: the letters of the colours.
    """

    photo: Photo
    reading: Reading
    tags: tuple[Tag, ...]
    spaces: tuple[TaggedSpace, ...]
    bottom: Bottom
    foreign: bool
    letters: str

    @property
    def name(self) -> str:
        """What messages call the photo."""
        return self.photo.name

    def beside(self, bottom: Side) -> Beside:
        """Returns what lies beside the canvas, for the side at the bottom of the picture."""
        return beside(self.tags, self.reading.located, bottom)

    def text(self, bottom: Side | None = None) -> TableText:
        """Returns what the photo tells as the text of a table; whose card it is, it may leave UNKNOWN_SIDE.

        Args:
            bottom: the side at the bottom of the picture; where left out, what the photo tells of it.
        """
        side = bottom or self.bottom.side
        laid = self.beside(side or Side.SOUTH)

        def tagged(text: str | None, card: str) -> LocatedText:
            # Without the bottom nobody's seat is known.
            return LocatedText(text or UNKNOWN_SIDE, Place(f"{self.name}, tag of {card}"))

        def owner(each: Laid) -> LocatedText:
            return tagged(each.side if side else None, each.card)

        return TableText(
            grid=SourceText(self.name, "\n".join(grid_lines(self.reading.canvas, self.letters))),
            first_player=owner(laid.first_player) if laid.first_player else None,
            objectives=tuple(tagged(card, card) for card in laid.objectives),
            inspirations=tuple((owner(each), tagged(each.card, each.card)) for each in laid.inspirations),
            bottom=LocatedText(side or UNKNOWN_SIDE, Place(self.name)),
            doubts=self._doubts(),
        )

    def _doubts(self) -> dict[GridIndex, LocatedText]:
        """Returns the letters of what each quadrant in doubt may be, the likeliest first."""
        letters, place = dict(enumerate(self.letters)) | {EMPTY: "."}, Place(self.name)
        return {
            (each.row, each.column): LocatedText("".join(letters[code] for code in each.candidates), place)
            for each in self.reading.doubts
        }


def read_table_photo(photo: Photo, cards: CardDatabase, given: Help | None = None) -> TablePhoto:
    """Reads all that a photo tells of a table.

    Args:
        photo: from `open_photo`.
        cards: the card file: inks, canvas cards and tags.
        given: what helps.

    Raises:
        PhotoError: there is no canvas to be read.
        InputError: the help is of no use: every error of it.
    """
    given, half_turns = given or Help(), cards.rules.half_turns
    corners = _corners(given.corners) if given.corners is not None else None
    reading, tags = _read(photo, cards, given, corners)
    spaces = tagged_spaces(tags, cards, reading.located.cards)
    reading = crosschecked(reading, spaces, cards, half_turns)
    letters = _letters(given.letters, reading, cards.letters)
    bottom = bottom_of(tags, reading.located) if given.turn is None else Bottom(Side.SOUTH)
    return TablePhoto(
        photo,
        corrected(reading, letters),
        tags,
        tuple(spaces),
        bottom,
        is_foreign(reading, cards, half_turns),
        cards.letters,
    )


def _read(photo: Photo, cards: CardDatabase, given: Help, corners: Points | None) -> tuple[Reading, tuple[Tag, ...]]:
    """Reads canvas and tags; where none is found for so many players, says whether there is one for another number."""

    def look(players: int | None) -> tuple[Reading, tuple[Tag, ...]]:
        located = located_as(photo, players, corners, given.turn)
        with ThreadPoolExecutor(1) as pool:  # OpenCV seeks the tags while numpy reads the canvas
            tags = pool.submit(find_tags, photo, located, cards)
            reading = read_located(
                photo, located, inks_of(cards), given.turn is not None, half_turns=cards.rules.half_turns
            )
            return reading, tags.result()

    try:
        return look(given.players)
    except CanvasNotFound:
        if given.players is None:
            raise
        with contextlib.suppress(CanvasNotFound):
            if (shown := look(None)[0].players) != given.players:
                raise _of_others(photo, shown, given.players) from None
        raise


def _of_others(photo: Photo, shown: int, players: int) -> PhotoError:
    words = {2: "two", 4: "four"}
    return PhotoError(
        f"the photo shows a table for {words[shown]}; this game is for {words[players]}",
        place=Place(photo.name),
        hint="give a photo of this game's table, or correct the number of players",
    )


def _corners(text: str) -> Points:
    try:
        points = np.array([[float(each) for each in point.split(",")] for point in text.split()])
    except ValueError:
        points = np.zeros(0)
    if points.shape != (4, 2) or not np.isfinite(points).all():
        hint = 'write four points in pixels, clockwise from the top left: "120,80 900,95 930,1210 100,1190"'
        raise InputError("are no corners", place=Place(f"--corners {text}"), hint=hint)
    return points


def _letters(said: Sequence[str], reading: Reading, letters: str) -> dict[tuple[int, int], int]:
    """Returns the codes set by hand by (row, column)."""
    codes = {letter: code for code, letter in enumerate(letters)} | LETTERS
    side, found = reading.canvas.side, {}
    for text in said:
        place, match = Place(f"--set {text}"), _SET.fullmatch(text.strip())
        if match is None or match[3].upper() not in codes or codes[match[3].upper()] == UNKNOWN:
            known = ", ".join(each for each in codes if codes[each] != UNKNOWN)
            raise InputError(
                "sets no quadrant", place=place, hint=f"write r3c5=B for row 3, column 5; letters: {known}"
            )
        row, column = int(match[1]) - 1, int(match[2]) - 1
        if not (0 <= row < side and 0 <= column < side):
            raise InputError(f"the canvas has {side} rows of {side} quadrants", place=place, hint="count from 1")
        found[row, column] = codes[match[3].upper()]
    return found
