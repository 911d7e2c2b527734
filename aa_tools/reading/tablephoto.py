"""Reads a photo of a table: the canvas with its doubts, the cards around it, and which side is south."""

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
from aa_tools.reading.crosscheck import TaggedSpace, apply_corrections, cross_check, is_other_deck, tagged_spaces
from aa_tools.reading.grid.lattice import Points
from aa_tools.reading.image.photo import Photo
from aa_tools.reading.inks.colours import card_file_inks
from aa_tools.reading.reader import Reading, locate_turned, read_canvas
from aa_tools.reading.tags.detection import Tag, find_tags
from aa_tools.reading.tags.surroundings import BottomSide, OwnedCard, SideCards, infer_bottom, side_cards
from aa_tools.rules.canvas import EMPTY, GridIndex
from aa_tools.rules.ruleset import Side
from aa_tools.tables.grid import LocatedText, grid_lines
from aa_tools.tables.tablefile import UNKNOWN_SIDE, TableText

_CORRECTION = re.compile(r"r(\d{1,2})c(\d{1,2})=(.)", re.IGNORECASE)


@dataclass(frozen=True)
class ReadOptions:
    """Options that help to read a photo.

    Attributes:
        players: 2 or 4.
        corners: four points "x,y" in pixels of the whole upright picture, clockwise from the canvas's top left.
        turn: degrees by which to turn the picture clockwise.
        letters: corrections of quadrants, such as "r3c5=B".
    """

    players: int | None = None
    corners: str | None = None
    turn: int | None = None
    letters: Sequence[str] = ()


@dataclass(frozen=True, eq=False)
class TablePhoto:
    """A photo of a table and what was read from it.

    Attributes:
        photo: the photo.
        reading: the canvas, after tags, deck and corrections; rows as in the picture, after `ReadOptions.turn`.
        tags: the printed tags.
        spaces: the canvas cards known by their tags.
        bottom: the side at the bottom of the picture.
        is_other_deck: whether the cards are of another deck than the card file's.
        letters: the letters of the colours.
    """

    photo: Photo
    reading: Reading
    tags: tuple[Tag, ...]
    spaces: tuple[TaggedSpace, ...]
    bottom: BottomSide
    is_other_deck: bool
    letters: str

    @property
    def name(self) -> str:
        """The photo's name in messages."""
        return self.photo.name

    def side_cards(self, bottom: Side) -> SideCards:
        """Returns the cards around the canvas if a side is at the bottom of the picture."""
        return side_cards(self.tags, self.reading.location, bottom)

    def text(self, bottom: Side | None = None) -> TableText:
        """Returns the reading as the text of a table, with UNKNOWN_SIDE for unknown owners and an unknown bottom.

        Args:
            bottom: the side at the bottom of the picture; by default the one that was read from it.
        """
        side = bottom or self.bottom.side
        cards = self.side_cards(side or Side.SOUTH)

        def tagged(text: str | None, card: str) -> LocatedText:
            return LocatedText(text or UNKNOWN_SIDE, Place(f"{self.name}, tag of {card}"))

        def owner(card: OwnedCard) -> LocatedText:
            return tagged(card.side if side else None, card.card)

        return TableText(
            grid=SourceText(self.name, "\n".join(grid_lines(self.reading.canvas, self.letters))),
            first_player=owner(cards.first_player) if cards.first_player else None,
            objectives=tuple(tagged(card, card) for card in cards.objectives),
            inspirations=tuple((owner(card), tagged(card.card, card.card)) for card in cards.inspirations),
            bottom=LocatedText(side or UNKNOWN_SIDE, Place(self.name)),
            doubts=self._candidates(),
        )

    def _candidates(self) -> dict[GridIndex, LocatedText]:
        """Returns the letters of each quadrant in doubt, the likeliest first."""
        letters, place = dict(enumerate(self.letters)) | {EMPTY: "."}, Place(self.name)
        return {
            (doubt.row, doubt.column): LocatedText("".join(letters[code] for code in doubt.candidates), place)
            for doubt in self.reading.doubts
        }


def read_table_photo(photo: Photo, cards: CardDatabase, options: ReadOptions | None = None) -> TablePhoto:
    """Reads a photo of a table.

    Args:
        photo: from `open_photo`.
        cards: the card file: inks, canvas cards and tags.
        options: what helps to read it.

    Raises:
        PhotoError: no canvas can be read.
        InputError: an option is invalid.
    """
    options = options or ReadOptions()
    corners = _parse_corners(options.corners) if options.corners is not None else None
    reading, tags = _read(photo, cards, options, corners)
    spaces = tagged_spaces(tags, cards, reading.location.cards)
    reading = cross_check(reading, spaces, cards)
    corrections = _parse_corrections(options.letters, reading, cards.letters)
    return TablePhoto(
        photo,
        apply_corrections(reading, corrections),
        tags,
        tuple(spaces),
        infer_bottom(tags, reading.location) if options.turn is None else BottomSide(Side.SOUTH),
        is_other_deck(reading, cards),
        cards.letters,
    )


def _read(
    photo: Photo, cards: CardDatabase, options: ReadOptions, corners: Points | None
) -> tuple[Reading, tuple[Tag, ...]]:
    """Reads canvas and tags. If there is no canvas for the given number of players, says so if there is another."""

    def read(players: int | None) -> tuple[Reading, tuple[Tag, ...]]:
        location = locate_turned(photo, players, corners, options.turn)
        with ThreadPoolExecutor(1) as pool:  # OpenCV searches for tags while numpy reads the canvas
            tags = pool.submit(find_tags, photo, location, cards)
            return read_canvas(photo, location, card_file_inks(cards), options.turn is not None), tags.result()

    try:
        return read(options.players)
    except CanvasNotFound:
        if options.players is None:
            raise
        with contextlib.suppress(CanvasNotFound):
            if (shown := read(None)[0].players) != options.players:
                raise _wrong_player_count(photo, shown, options.players) from None
        raise


def _wrong_player_count(photo: Photo, shown: int, players: int) -> PhotoError:
    words = {2: "two", 4: "four"}
    return PhotoError(
        f"the photo shows a table for {words[shown]}; this game is for {words[players]}",
        place=Place(photo.name),
        hint="give a photo of this game's table, or correct the number of players",
    )


def _parse_corners(text: str) -> Points:
    try:
        points = np.array([[float(coordinate) for coordinate in point.split(",")] for point in text.split()])
    except ValueError:
        points = np.zeros(0)
    if points.shape != (4, 2) or not np.isfinite(points).all():
        hint = 'write four points in pixels, clockwise from the top left: "120,80 900,95 930,1210 100,1190"'
        raise InputError("invalid corners", place=Place(f"--corners {text}"), hint=hint)
    return points


def _parse_corrections(corrections: Sequence[str], reading: Reading, letters: str) -> dict[tuple[int, int], int]:
    """Returns the codes of corrected quadrants by (row, column)."""
    codes = {letter: code for code, letter in enumerate(letters)} | {".": EMPTY}
    side, found = reading.canvas.side, {}
    for text in corrections:
        place, match = Place(f"--set {text}"), _CORRECTION.fullmatch(text.strip())
        if match is None or match[3].upper() not in codes:
            hint = f"write r3c5=B for row 3, column 5; letters: {', '.join(codes)}"
            raise InputError("invalid correction", place=place, hint=hint)
        row, column = int(match[1]) - 1, int(match[2]) - 1
        if not (0 <= row < side and 0 <= column < side):
            raise InputError(f"the canvas has {side} rows of {side} quadrants", place=place, hint="count from 1")
        found[row, column] = codes[match[3].upper()]
    return found
