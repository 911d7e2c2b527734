"""Cards -> sheets: where each card lies, and where its back must lie to be behind it. Pure geometry.

All lengths are millimetres from the lower left corner of a page as it is read. A page wider than high is read
with its long edge at the bottom.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from aa_tools.errors import InputError
from aa_tools.printing.stock import TOLERANCE_MM, Edges, Paper, Rect, Size

T = TypeVar("T")


@dataclass(frozen=True)
class Spot:
    """Where one card lies on a page, and whether it stands on its head there."""

    rect: Rect
    half_turn: bool = False


@dataclass(frozen=True)
class Layout:
    """How the cards of one size lie on one paper: in rows from the upper left, edge to edge.

    Attributes:
        page: the page as it is read.
        card: the size of a card.
        columns: cards side by side.
        rows: cards one above the other.
        left_mm: the left edge of the block of cards on a front page.
        bottom_mm: its lower edge there.
    """

    page: Size
    card: Size
    columns: int
    rows: int
    left_mm: float
    bottom_mm: float

    @property
    def per_sheet(self) -> int:
        """Cards on a full sheet."""
        return self.columns * self.rows

    @property
    def is_landscape(self) -> bool:
        """Whether the page is read with its long edge at the bottom."""
        return self.page.width_mm > self.page.height_mm and not self.page.is_square

    def front(self, index: int) -> Spot:
        """Returns where the card `index` of a sheet, 0-based, shows its front."""
        row, column = divmod(index, self.columns)
        left = self.left_mm + column * self.card.width_mm
        bottom = self.bottom_mm + (self.rows - 1 - row) * self.card.height_mm
        return Spot(Rect(left, bottom, self.card.width_mm, self.card.height_mm))

    def back(self, index: int) -> Spot:
        """Returns where the same card shows its back, when the paper is turned over its long edge.

        An upright page turns like the page of a book: left and right change places. A landscape page turns over its
        lower edge: top and bottom change places, and what stood upright stands on its head, so the back is turned.
        """
        front = self.front(index).rect
        if self.is_landscape:
            bottom = self.page.height_mm - front.top_mm
            return Spot(Rect(front.left_mm, bottom, front.width_mm, front.height_mm), half_turn=True)
        left = self.page.width_mm - front.right_mm
        return Spot(Rect(left, front.bottom_mm, front.width_mm, front.height_mm))

    def spots(self, cards: int, *, back: bool) -> list[Spot]:
        """Returns the spots of the first `cards` cards of a sheet."""
        return [self.back(index) if back else self.front(index) for index in range(cards)]


@dataclass(frozen=True)
class Sheet(Generic[T]):
    """The cards of one sheet of paper, in the order of their spots; `number` counts from 1."""

    number: int
    cards: tuple[T, ...]


def lay_out(paper: Paper, card: Size) -> Layout:
    """Returns the layout that fits the most cards on a sheet; an upright page where both ways fit as many.

    Raises:
        InputError: not even one card fits between the margins.
    """
    best = _upright(paper, card)
    if not paper.size.is_square and _landscape(paper, card).per_sheet > best.per_sheet:
        best = _landscape(paper, card)
    if not best.per_sheet:
        raise InputError(
            f"a card of {card.width_mm:g} x {card.height_mm:g} mm does not fit on {paper.title}",
            hint="choose a larger paper or smaller margins",
        )
    return best


def impose(cards: Sequence[T], layout: Layout) -> tuple[Sheet[T], ...]:
    """Returns the sheets that hold the cards, each card once and in order."""
    starts = range(0, len(cards), layout.per_sheet)
    return tuple(
        Sheet(number, tuple(cards[start : start + layout.per_sheet])) for number, start in enumerate(starts, 1)
    )


def bounds(spots: Sequence[Spot]) -> Rect:
    """Returns the smallest rectangle around some spots."""
    left, bottom = min(spot.rect.left_mm for spot in spots), min(spot.rect.bottom_mm for spot in spots)
    right, top = max(spot.rect.right_mm for spot in spots), max(spot.rect.top_mm for spot in spots)
    return Rect(left, bottom, right - left, top - bottom)


def _upright(paper: Paper, card: Size) -> Layout:
    # Front and back share the paper, so the axis that mirrors must leave the larger of its two margins on both sides.
    side = max(paper.margins.left_mm, paper.margins.right_mm)
    return _layout(paper.size, card, Edges(paper.margins.top_mm, side, paper.margins.bottom_mm, side))


def _landscape(paper: Paper, card: Size) -> Layout:
    # Printers turn a landscape page to either side, so either margin may come to lie at either edge.
    across = max(paper.margins.top_mm, paper.margins.bottom_mm)
    along = max(paper.margins.left_mm, paper.margins.right_mm)
    return _layout(paper.size.turned, card, Edges(along, across, along, across))


def _layout(page: Size, card: Size, margins: Edges) -> Layout:
    """Centres the block on the page, and moves it only as far as unequal margins ask."""
    columns = _fitting(page.width_mm - margins.left_mm - margins.right_mm, card.width_mm)
    rows = _fitting(page.height_mm - margins.top_mm - margins.bottom_mm, card.height_mm)
    spare_mm = page.height_mm - rows * card.height_mm
    bottom = min(max(spare_mm / 2, margins.bottom_mm), spare_mm - margins.top_mm)
    return Layout(page, card, columns, rows, (page.width_mm - columns * card.width_mm) / 2, bottom)


def _fitting(room_mm: float, card_mm: float) -> int:
    return max(0, int((room_mm + TOLERANCE_MM) // card_mm))
