"""Sizes and rectangles of cards and paper, in millimetres."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from aa_tools.cards.physical import POKER_CARD_MM

PT_PER_MM = 72 / 25.4
"""PDF points in a millimetre, unrounded: a rounding error adds up over a page and can cost a column of cards."""

TOLERANCE_MM = 0.001
"""Lengths that differ by less than this are equal."""


@dataclass(frozen=True)
class Size:
    """A width and a height."""

    width_mm: float
    height_mm: float

    def __str__(self) -> str:
        return f"{self.width_mm:g} x {self.height_mm:g} mm"

    @property
    def turned(self) -> Size:
        """This size after a quarter turn."""
        return Size(self.height_mm, self.width_mm)

    @property
    def is_square(self) -> bool:
        """Whether both sides are equal, so there is no long edge."""
        return abs(self.width_mm - self.height_mm) < TOLERANCE_MM


@dataclass(frozen=True)
class Rect:
    """An upright rectangle, measured from the lower left corner of its page or card."""

    left_mm: float
    bottom_mm: float
    width_mm: float
    height_mm: float

    @property
    def right_mm(self) -> float:
        """The right edge."""
        return self.left_mm + self.width_mm

    @property
    def top_mm(self) -> float:
        """The upper edge."""
        return self.bottom_mm + self.height_mm

    def expanded(self, by: EdgeLengths) -> Rect:
        """Returns this rectangle with each edge moved outwards by its length."""
        width, height = self.width_mm + by.left_mm + by.right_mm, self.height_mm + by.top_mm + by.bottom_mm
        return Rect(self.left_mm - by.left_mm, self.bottom_mm - by.bottom_mm, width, height)


@dataclass(frozen=True)
class EdgeLengths:
    """One length for each edge, such as the margins of a paper."""

    top_mm: float
    right_mm: float
    bottom_mm: float
    left_mm: float

    @property
    def largest_mm(self) -> float:
        """The largest of the four lengths."""
        return max(self.top_mm, self.right_mm, self.bottom_mm, self.left_mm)


def bounding_box(rects: Iterable[Rect]) -> Rect:
    """Returns the smallest upright rectangle around one or more rectangles."""
    found = list(rects)
    left, bottom = min(rect.left_mm for rect in found), min(rect.bottom_mm for rect in found)
    right, top = max(rect.right_mm for rect in found), max(rect.top_mm for rect in found)
    return Rect(left, bottom, right - left, top - bottom)


@dataclass(frozen=True)
class CropMarkStyle:
    """Crop marks: their length, their distance from the cards and their least distance from the edge of the paper."""

    length_mm: float
    clearance_mm: float
    edge_mm: float


@dataclass(frozen=True)
class Paper:
    """A sheet of paper held upright, its unprintable margins and its crop marks."""

    title: str
    size: Size
    margins: EdgeLengths
    marks: CropMarkStyle


CARD_SIZES = {
    "poker": Size(*POKER_CARD_MM),
    "euro-poker": Size(63, 88),
    "bridge": Size(57.15, 88.9),
    "us-game": Size(56, 87),
    "chimera": Size(57.5, 89),
    "euro": Size(59, 92),
    "japanese": Size(59, 86),
    "tarot": Size(69.85, 120.65),
    "jumbo": Size(88.9, 139.7),
    "mini": Size(44.45, 63.5),
    "mini-american": Size(41, 63),
    "mini-euro": Size(44, 68),
    "micro": Size(31.75, 44.45),
    "domino": Size(44.45, 88.9),
    "business": Size(50.8, 88.9),
    "small-square": Size(63.5, 63.5),
    "euro-square": Size(70, 70),
    "square": Size(88.9, 88.9),
    "dixit": Size(80, 120),
    "catan": Size(54, 80),
}
"""Sizes of trimmed cards by the name that print shops use."""
