"""Faces laid out on one picture: a contact sheet of the decks, or the old and new faces of two card files."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFont

from aa_tools.cards.database import CardDatabase
from aa_tools.printing.drawing.fonts import font_path
from aa_tools.printing.faces.compose import StyledFace, compose_faces
from aa_tools.printing.output.raster import fingerprints, rasterise
from aa_tools.printing.output.rasters import MM_PER_INCH

TABLE, INK = "#E9E5DC", "#1C1B22"
_WIDEST_MM = 640
"""Where a row of faces is broken: nine poker cards side by side."""
_GAP_MM, _PAIR_MM, _CAPTION_MM, _HEADING_MM = 6.0, 1.5, 5.0, 11.0


@dataclass(frozen=True)
class Frame:
    """What stands in one place of a picture: faces side by side, and the words below."""

    faces: tuple[Image.Image, ...]
    caption: str


@dataclass(frozen=True)
class Group:
    """Frames under a heading."""

    heading: str
    frames: tuple[Frame, ...]


def contact_sheet(shown: Sequence[StyledFace], dpi: int) -> Image.Image:
    """Returns the faces on one picture, deck by deck, each with its id and how many there are."""
    pictures = _pictures(shown, dpi)
    groups = []
    for deck, members in itertools.groupby(shown, key=lambda each: each.face.deck):
        frames = tuple(Frame((pictures[proof.face.card_id],), _caption(proof)) for proof in members)
        groups.append(Group(deck.replace("_", " ").capitalize(), frames))
    return arrange(groups, dpi)


def _caption(proof: StyledFace) -> str:
    copies = f" x {proof.face.count}" if proof.face.count > 1 else ""
    return f"{proof.face.card_id}{copies}"


def changes_picture(old: CardDatabase, new: CardDatabase, dpi: int = 100) -> Image.Image:
    """Returns the faces that differ: those added, those changed (the old one at the left), those removed.

    Raises:
        InputError: a face of either version cannot be drawn.
    """
    was, now = ({each.face.card_id: each for each in compose_faces(cards)} for cards in (old, new))
    drawn, redrawn = (dict(zip(side, fingerprints(side.values()), strict=True)) for side in (was, now))
    changed = [each for each in was if each in now and drawn[each] != redrawn[each]]
    added, removed = [each for each in now if each not in was], [each for each in was if each not in now]
    left = _pictures([was[each] for each in (*changed, *removed)], dpi)
    right = _pictures([now[each] for each in (*added, *changed)], dpi)
    groups = [
        Group("Added", tuple(Frame((right[each],), each) for each in added)),
        Group("Changed", tuple(Frame((left[each], right[each]), each) for each in changed)),
        Group("Removed", tuple(Frame((left[each],), each) for each in removed)),
    ]
    return arrange([each for each in groups if each.frames] or [Group("No face differs", ())], dpi)


def _pictures(shown: Sequence[StyledFace], dpi: int) -> dict[str, Image.Image]:
    drawn = zip(shown, rasterise(shown, dpi), strict=True)
    return {proof.face.card_id: Image.fromarray(pixels) for proof, pixels in drawn}


def arrange(groups: Iterable[Group], dpi: int) -> Image.Image:
    """Returns groups of frames below each other on a picture as wide as it needs to be."""
    flow = _Flow(dpi / MM_PER_INCH)
    for group in groups:
        flow.heading(group.heading)
        for frame in group.frames:
            flow.frame(frame)
    return flow.picture()


class _Flow:
    """Lays frames from left to right and from the top down; `unit` is a millimetre in pixels."""

    def __init__(self, unit: float) -> None:
        self._unit, self._gap = unit, _GAP_MM * unit
        self._left, self._top, self._row_height = self._gap, self._gap, 0.0
        self._right = 60 * unit
        self._faces: list[tuple[Image.Image, tuple[int, int]]] = []
        self._words: list[tuple[str, tuple[float, float], str, float]] = []

    def heading(self, text: str) -> None:
        """Begins a new row under a heading."""
        self._break()
        self._words.append((text, (self._left, self._top), "RedHatDisplay-Black", 6 * self._unit))
        self._top += _HEADING_MM * self._unit

    def frame(self, frame: Frame) -> None:
        """Adds a frame to the row, or to the next one where it would be too wide."""
        width = sum(face.width for face in frame.faces) + _PAIR_MM * self._unit * (len(frame.faces) - 1)
        if self._left > self._gap and self._left + width > _WIDEST_MM * self._unit:
            self._break()
        height, left = max(face.height for face in frame.faces), self._left
        for face in frame.faces:
            self._faces.append((face, (round(left), round(self._top))))
            left += face.width + _PAIR_MM * self._unit
        below = self._top + height + 1.2 * self._unit
        self._words.append((frame.caption, (self._left, below), "RedHatDisplay-Bold", 3.2 * self._unit))
        self._row_height = max(self._row_height, height + (_CAPTION_MM + _GAP_MM) * self._unit)
        self._left += width + self._gap
        self._right = max(self._right, self._left)

    def _break(self) -> None:
        self._left, self._top, self._row_height = self._gap, self._top + self._row_height, 0.0

    def picture(self) -> Image.Image:
        """Returns what was laid out."""
        self._break()
        picture = Image.new("RGB", (round(self._right), round(self._top)), TABLE)
        pen = ImageDraw.Draw(picture)
        for face, place in self._faces:
            picture.paste(face, place)
        for text, corner, font, size in self._words:
            pen.text(corner, text, INK, ImageFont.truetype(str(font_path(font)), size))
        return picture
