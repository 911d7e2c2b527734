"""Cards -> sheets: where each card lies, and where its back must lie to be behind it. Pure geometry.

All lengths are millimetres from the lower left corner of a page as it is read. A page wider than high is read
with its long edge at the bottom. Turns are counter-clockwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Generic, TypeVar

from aa_tools.printing.layout.geometry import TOLERANCE_MM, EdgeLengths, Rect, Size, bounding_box

T = TypeVar("T")


class Flip(StrEnum):
    """How the paper is turned to print its other side.

    LONG and SHORT name the edge it is turned over. NONE prints no backs. FOLD prints fronts and backs side by side on
    one side of the paper, which is then folded in the middle and glued.
    """

    LONG = "long"
    SHORT = "short"
    NONE = "none"
    FOLD = "fold"


class PageSide(StrEnum):
    """What a page shows."""

    FRONT = "front"
    BACK = "back"
    BOTH = "front and back"


class MirrorDirection(StrEnum):
    """How a back page mirrors the front page: HORIZONTAL swaps left and right, VERTICAL swaps top and bottom."""

    HORIZONTAL = "horizontal"
    VERTICAL = "vertical"


def mirror_direction(flip: Flip, page: Size) -> MirrorDirection | None:
    """Returns how the backs are mirrored on a page whose paper is turned over; None for NONE and FOLD.

    An upright page that is turned over its long edge turns like the page of a book: left and right change places.
    A landscape page turns over its lower edge then.
    """
    if flip not in (Flip.LONG, Flip.SHORT):
        return None
    is_landscape = page.width_mm > page.height_mm and not page.is_square
    return MirrorDirection.HORIZONTAL if (flip == Flip.LONG) != is_landscape else MirrorDirection.VERTICAL


@dataclass(frozen=True)
class Slot:
    """Where a card lies on a page.

    Attributes:
        index: which card of the sheet it is, 0-based.
        rect: the trimmed card.
        inked: the part of the page that belongs to it, its bleed included.
        turn_deg: how far the card is turned: 0, 90, 180 or 270.
        back: whether it shows its back.
    """

    index: int
    rect: Rect
    bleed_rect: Rect
    turn_deg: int = 0
    back: bool = False


@dataclass(frozen=True)
class Block:
    """Rows and columns of cards that all stand the same way up.

    Attributes:
        columns: cards side by side.
        rows: cards one above the other.
        left_mm: the left edge of the block on a front page.
        bottom_mm: its lower edge there.
        turn_deg: 0, or 90 where its cards lie on their left side.
    """

    columns: int
    rows: int
    left_mm: float
    bottom_mm: float
    turn_deg: int = 0

    @property
    def cards(self) -> int:
        """How many cards it holds."""
        return self.columns * self.rows

    def rects(self, card: Size, gap_mm: float) -> list[Rect]:
        """Returns the places of its cards, in rows from the upper left."""
        cell = card.turned if self.turn_deg else card
        return [
            Rect(
                self.left_mm + column * (cell.width_mm + gap_mm),
                self.bottom_mm + (self.rows - 1 - row) * (cell.height_mm + gap_mm),
                cell.width_mm,
                cell.height_mm,
            )
            for row in range(self.rows)
            for column in range(self.columns)
        ]


@dataclass(frozen=True)
class Layout:
    """How the cards of one size lie on one paper.

    Attributes:
        page: the page as it is read.
        card: the size of a card.
        flip: how the paper is turned.
        mirror: how the backs are mirrored, on their own page or beyond the fold; None where there are none.
        blocks: the blocks of the fronts, one, or two where upright and turned cards share the sheet.
        gap_mm: between neighbours.
        bleed_mm: how far a card's ink runs over its edge, where no neighbour is near.
    """

    page: Size
    card: Size
    flip: Flip
    mirror: MirrorDirection | None
    blocks: tuple[Block, ...]
    gap_mm: float = 0
    bleed_mm: float = 0

    @property
    def per_sheet(self) -> int:
        """Cards on a full sheet."""
        return sum(block.cards for block in self.blocks)

    @property
    def is_landscape(self) -> bool:
        """Whether the page is read with its long edge at the bottom."""
        return self.page.width_mm > self.page.height_mm and not self.page.is_square

    @property
    def sides(self) -> tuple[PageSide, ...]:
        """What the pages of one sheet show, in order."""
        if self.flip == Flip.FOLD:
            return (PageSide.BOTH,)
        return (PageSide.FRONT,) if self.flip == Flip.NONE else (PageSide.FRONT, PageSide.BACK)

    def groups(self, cards: int, side: PageSide) -> list[list[Slot]]:
        """Returns the spots of the first `cards` cards of a sheet on a page, block by block."""
        fronts = [[spot for spot in block if spot.index < cards] for block in self._fronts]
        fronts = [block for block in fronts if block]
        backs = [[self._behind(spot) for spot in block] for block in fronts] if side != PageSide.FRONT else []
        return ([] if side == PageSide.BACK else fronts) + backs

    def slots(self, cards: int, side: PageSide) -> list[Slot]:
        """Returns the spots of the first `cards` cards of a sheet on a page."""
        return [spot for group in self.groups(cards, side) for spot in group]

    def bounds(self, side: PageSide) -> Rect:
        """Returns what a full page covers, bleed included."""
        return bounding_box(spot.bleed_rect for spot in self.slots(self.per_sheet, side))

    @cached_property
    def _fronts(self) -> list[list[Slot]]:
        rects = [block.rects(self.card, self.gap_mm) for block in self.blocks]
        whole = bounding_box(rect for block in rects for rect in block)
        found, index = [], 0
        for block, places in zip(self.blocks, rects, strict=True):
            found.append(
                [Slot(index + at, rect, self._inked(rect, whole), block.turn_deg) for at, rect in enumerate(places)]
            )
            index += len(places)
        return found

    def _inked(self, rect: Rect, whole: Rect) -> Rect:
        """Adds the bleed: all of it at the outer edges, at most half the gap towards neighbours."""
        inner = min(self.bleed_mm, self.gap_mm / 2)

        def at(distance_mm: float) -> float:
            return self.bleed_mm if distance_mm < TOLERANCE_MM else inner

        top, right = at(whole.top_mm - rect.top_mm), at(whole.right_mm - rect.right_mm)
        bottom, left = at(rect.bottom_mm - whole.bottom_mm), at(rect.left_mm - whole.left_mm)
        return rect.expanded(EdgeLengths(top, right, bottom, left))

    def _behind(self, front: Slot) -> Slot:
        """Returns where a card shows its back.

        Its place is mirrored, its picture is not. Where top and bottom change places, what stood upright would stand
        on its head once the paper is turned, so the back is turned.
        """
        across = self.mirror == MirrorDirection.HORIZONTAL
        turn_deg = (-front.turn_deg if across else 180 - front.turn_deg) % 360
        return Slot(front.index, self._mirrored(front.rect), self._mirrored(front.bleed_rect), turn_deg, back=True)

    def _mirrored(self, rect: Rect) -> Rect:
        if self.mirror == MirrorDirection.HORIZONTAL:
            return Rect(self.page.width_mm - rect.right_mm, rect.bottom_mm, rect.width_mm, rect.height_mm)
        return Rect(rect.left_mm, self.page.height_mm - rect.top_mm, rect.width_mm, rect.height_mm)


@dataclass(frozen=True)
class Sheet(Generic[T]):
    """The cards of one sheet of paper, in the order of their spots; `number` counts from 1."""

    number: int
    cards: tuple[T, ...]


def impose(cards: Sequence[T], layout: Layout) -> tuple[Sheet[T], ...]:
    """Returns the sheets that hold the cards, each card once and in order."""
    starts = range(0, len(cards), layout.per_sheet)
    return tuple(
        Sheet(number, tuple(cards[start : start + layout.per_sheet])) for number, start in enumerate(starts, 1)
    )
