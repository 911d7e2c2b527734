"""Places cards on sheets, and their backs behind them. Pure geometry.

All positions are in millimetres from the lower left corner of a page held so that it can be read; a landscape page has
a long edge at the bottom. Turns are counter-clockwise.
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

    LONG and SHORT name the edge over which the paper is turned. NONE prints no backs. FOLD prints fronts and backs side
    by side on one side of the paper, which is then folded in the middle and glued.
    """

    LONG = "long"
    SHORT = "short"
    NONE = "none"
    FOLD = "fold"


class PageSide(StrEnum):
    """The side of the cards that a page shows."""

    FRONT = "front"
    BACK = "back"
    BOTH = "front and back"


class MirrorDirection(StrEnum):
    """How a back page mirrors the front page: HORIZONTAL swaps left and right, VERTICAL swaps top and bottom."""

    HORIZONTAL = "horizontal"
    VERTICAL = "vertical"


def mirror_direction(flip: Flip, page: Size) -> MirrorDirection | None:
    """Returns how the backs are mirrored on their own page; None for NONE and FOLD.

    A portrait page turned over its long edge turns like the page of a book, which swaps left and right. A landscape
    page turns over its lower edge, which swaps top and bottom.
    """
    if flip not in (Flip.LONG, Flip.SHORT):
        return None
    is_landscape = page.width_mm > page.height_mm and not page.is_square
    return MirrorDirection.HORIZONTAL if (flip == Flip.LONG) != is_landscape else MirrorDirection.VERTICAL


@dataclass(frozen=True)
class Slot:
    """The place of one card on a page.

    Attributes:
        index: 0-based number of the card on its sheet.
        rect: the trimmed card.
        bleed_rect: the card with its bleed.
        turn_deg: rotation of the card: 0, 90, 180 or 270.
        back: whether the card shows its back.
    """

    index: int
    rect: Rect
    bleed_rect: Rect
    turn_deg: int = 0
    back: bool = False


@dataclass(frozen=True)
class Block:
    """Rows and columns of cards with the same orientation.

    Attributes:
        columns: number of columns.
        rows: number of rows.
        left_mm: the left edge of the block on a front page.
        bottom_mm: the lower edge of the block on a front page.
        turn_deg: 0, or 90 for cards that lie on their left side.
    """

    columns: int
    rows: int
    left_mm: float
    bottom_mm: float
    turn_deg: int = 0

    @property
    def cards(self) -> int:
        """Number of cards in the block."""
        return self.columns * self.rows

    def rects(self, card: Size, gap_mm: float) -> list[Rect]:
        """Returns the rectangles of the cards, row by row from the upper left."""
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
    """How cards of one size are placed on one paper.

    Attributes:
        page: size of the page, held so that it can be read.
        card: size of a trimmed card.
        flip: how the paper is turned.
        mirror: how the backs are mirrored, on their own page or across the fold; None without backs.
        blocks: one block of fronts, or two if upright and turned cards share the sheet.
        gap_mm: distance between neighbouring cards.
        bleed_mm: how far the art extends beyond the edge of a card that has no neighbour there.
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
        """Number of cards on a full sheet."""
        return sum(block.cards for block in self.blocks)

    @property
    def is_landscape(self) -> bool:
        """Whether the page is wider than high."""
        return self.page.width_mm > self.page.height_mm and not self.page.is_square

    @property
    def sides(self) -> tuple[PageSide, ...]:
        """The sides shown by the pages of one sheet, in order."""
        if self.flip == Flip.FOLD:
            return (PageSide.BOTH,)
        return (PageSide.FRONT,) if self.flip == Flip.NONE else (PageSide.FRONT, PageSide.BACK)

    def groups(self, cards: int, side: PageSide) -> list[list[Slot]]:
        """Returns the slots of the first `cards` cards of a sheet on one page, block by block."""
        fronts = [[slot for slot in block if slot.index < cards] for block in self._fronts]
        fronts = [block for block in fronts if block]
        backs = [[self._back_slot(slot) for slot in block] for block in fronts] if side != PageSide.FRONT else []
        return ([] if side == PageSide.BACK else fronts) + backs

    def slots(self, cards: int, side: PageSide) -> list[Slot]:
        """Returns the slots of the first `cards` cards of a sheet on one page."""
        return [slot for group in self.groups(cards, side) for slot in group]

    def bounds(self, side: PageSide) -> Rect:
        """Returns the smallest rectangle around all cards of a full page and their bleed."""
        return bounding_box(slot.bleed_rect for slot in self.slots(self.per_sheet, side))

    @cached_property
    def _fronts(self) -> list[list[Slot]]:
        rects = [block.rects(self.card, self.gap_mm) for block in self.blocks]
        whole = bounding_box(rect for block in rects for rect in block)
        found, index = [], 0
        for block, places in zip(self.blocks, rects, strict=True):
            found.append(
                [
                    Slot(index + at, rect, self._with_bleed(rect, whole), block.turn_deg)
                    for at, rect in enumerate(places)
                ]
            )
            index += len(places)
        return found

    def _with_bleed(self, rect: Rect, whole: Rect) -> Rect:
        """Adds the bleed: the full bleed at outer edges, at most half the gap next to a neighbour."""
        inner = min(self.bleed_mm, self.gap_mm / 2)

        def at(distance_mm: float) -> float:
            return self.bleed_mm if distance_mm < TOLERANCE_MM else inner

        top, right = at(whole.top_mm - rect.top_mm), at(whole.right_mm - rect.right_mm)
        bottom, left = at(rect.bottom_mm - whole.bottom_mm), at(rect.left_mm - whole.left_mm)
        return rect.expanded(EdgeLengths(top, right, bottom, left))

    def _back_slot(self, front: Slot) -> Slot:
        """Returns the slot of the back of a card.

        The slot is mirrored, its picture is not. With top and bottom swapped, an upright back would be upside down once
        the paper is turned, so it is drawn after a half turn.
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
    """The cards of one sheet of paper, in the order of their slots; `number` counts from 1."""

    number: int
    cards: tuple[T, ...]


def impose(cards: Sequence[T], layout: Layout) -> tuple[Sheet[T], ...]:
    """Distributes cards over as many sheets as needed, in order."""
    starts = range(0, len(cards), layout.per_sheet)
    return tuple(
        Sheet(number, tuple(cards[start : start + layout.per_sheet])) for number, start in enumerate(starts, 1)
    )
