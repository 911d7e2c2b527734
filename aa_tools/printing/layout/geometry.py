"""What cards and paper measure. Millimetres everywhere; points only where a page is written, in full precision."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from aa_tools.cards.physical import POKER_CARD_MM

PT_PER_MM = 72 / 25.4
"""Points in a millimetre. Rounding this once cost another tool a whole column of cards."""

TOLERANCE_MM = 0.001
"""Lengths that differ by less are equal."""


@dataclass(frozen=True)
class Size:
    """Width and height."""

    width_mm: float
    height_mm: float

    def __str__(self) -> str:
        return f"{self.width_mm:g} x {self.height_mm:g} mm"

    @property
    def turned(self) -> Size:
        """This size turned by a quarter."""
        return Size(self.height_mm, self.width_mm)

    @property
    def is_square(self) -> bool:
        """Whether both sides are equal, so that neither is the long edge."""
        return abs(self.width_mm - self.height_mm) < TOLERANCE_MM


@dataclass(frozen=True)
class Rect:
    """An upright rectangle; `left_mm` and `bottom_mm` from the lower left corner of what it lies on."""

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
        """Returns this rectangle, longer at each edge by a length of its own."""
        width, height = self.width_mm + by.left_mm + by.right_mm, self.height_mm + by.top_mm + by.bottom_mm
        return Rect(self.left_mm - by.left_mm, self.bottom_mm - by.bottom_mm, width, height)


@dataclass(frozen=True)
class EdgeLengths:
    """A length for each edge."""

    top_mm: float
    right_mm: float
    bottom_mm: float
    left_mm: float

    @property
    def largest_mm(self) -> float:
        """The largest of the four."""
        return max(self.top_mm, self.right_mm, self.bottom_mm, self.left_mm)


def bounding_box(rects: Iterable[Rect]) -> Rect:
    """Returns the smallest rectangle around one or more rectangles."""
    every = list(rects)
    left, bottom = min(rect.left_mm for rect in every), min(rect.bottom_mm for rect in every)
    right, top = max(rect.right_mm for rect in every), max(rect.top_mm for rect in every)
    return Rect(left, bottom, right - left, top - bottom)


@dataclass(frozen=True)
class CropMarkStyle:
    """The crop marks: how long, how far from the cards, and how far from the edge of the paper at the least."""

    length_mm: float
    clearance_mm: float
    edge_mm: float


@dataclass(frozen=True)
class Paper:
    """A sheet of paper held upright, the margins that a printer cannot reach, and the crop marks."""

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
"""Trimmed cards by name, as print shops sell them."""
