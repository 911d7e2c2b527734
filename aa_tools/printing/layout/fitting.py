"""Finds the layout that fits the most cards on a sheet of paper. Pure geometry."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from aa_tools.errors import InputError
from aa_tools.printing.layout.geometry import TOLERANCE_MM, EdgeLengths, Paper, Rect, Size
from aa_tools.printing.layout.imposition import Block, Flip, Layout, MirrorDirection, mirror_direction

FOLD_CLEARANCE_MM = 3.0
"""Distance of the cards from the fold, where folded paper is rounded."""


@dataclass(frozen=True)
class Spacing:
    """The space between and around the cards.

    Attributes:
        gap_mm: distance between neighbouring cards.
        bleed_mm: how far the art extends beyond the edge of a card.
        mixed: whether a sheet may hold upright and turned cards.
    """

    gap_mm: float = 0
    bleed_mm: float = 0
    mixed: bool = False


@dataclass(frozen=True)
class _Grid:
    """A block of cards without a position."""

    columns: int
    rows: int
    width_mm: float
    height_mm: float
    turn_deg: int


def fit_layout(paper: Paper, card: Size, flip: Flip = Flip.LONG, spacing: Spacing | None = None) -> Layout:
    """Returns the layout that fits the most cards on a sheet; a portrait page if both orientations fit equally many.

    Raises:
        InputError: no card fits between the margins.
    """
    best = max(_layouts(paper, card, flip, spacing or Spacing()), key=lambda layout: layout.per_sheet)
    if not best.per_sheet:
        raise InputError(_no_room(paper, card, spacing or Spacing()), hint="choose a larger paper or smaller margins")
    return best


def _no_room(paper: Paper, card: Size, spacing: Spacing) -> str:
    margins = paper.margins
    across, along = margins.left_mm + margins.right_mm, margins.top_mm + margins.bottom_mm
    if across >= paper.size.width_mm or along >= paper.size.height_mm:
        return f"the margins leave no space on {paper.title} ({paper.size})"
    bleed = f" with a bleed of {spacing.bleed_mm:g} mm" if spacing.bleed_mm else ""
    return f"a card of {card}{bleed} does not fit on {paper.title} ({paper.size}) between the margins"


def _layouts(paper: Paper, card: Size, flip: Flip, spacing: Spacing) -> Iterator[Layout]:
    """Yields a layout for each orientation of the paper and each direction of the fold."""
    for page in (paper.size, paper.size.turned)[: 1 if paper.size.is_square else 2]:
        margins = _margins(paper, is_landscape=page != paper.size)
        for mirror in tuple(MirrorDirection) if flip == Flip.FOLD else (mirror_direction(flip, page),):
            room = _room(page, _both_ways(margins, mirror), mirror if flip == Flip.FOLD else None, spacing.bleed_mm)
            middle = _middle(room) if flip == Flip.FOLD else (page.width_mm / 2, page.height_mm / 2)
            blocks = _blocks(room, middle, card, spacing)
            yield Layout(page, card, flip, mirror, blocks, spacing.gap_mm, spacing.bleed_mm)


def _margins(paper: Paper, *, is_landscape: bool) -> EdgeLengths:
    if not is_landscape:
        return paper.margins
    # Printer drivers turn a landscape page either way, so a margin may end up at either of two opposite edges.
    across = max(paper.margins.top_mm, paper.margins.bottom_mm)
    along = max(paper.margins.left_mm, paper.margins.right_mm)
    return EdgeLengths(along, across, along, across)


def _both_ways(margins: EdgeLengths, mirror: MirrorDirection | None) -> EdgeLengths:
    """Uses the larger of two mirrored margins for both, because front and back share the paper."""
    across, along = max(margins.left_mm, margins.right_mm), max(margins.top_mm, margins.bottom_mm)
    if mirror == MirrorDirection.HORIZONTAL:
        return EdgeLengths(margins.top_mm, across, margins.bottom_mm, across)
    return (
        EdgeLengths(along, margins.right_mm, along, margins.left_mm) if mirror == MirrorDirection.VERTICAL else margins
    )


def _room(page: Size, margins: EdgeLengths, fold: MirrorDirection | None, bleed_mm: float) -> Rect:
    """Returns the area for trimmed cards: inside the margins and clear of the fold, with room for the bleed."""
    right = (
        page.width_mm / 2 - FOLD_CLEARANCE_MM
        if fold == MirrorDirection.HORIZONTAL
        else page.width_mm - margins.right_mm
    )
    bottom = page.height_mm / 2 + FOLD_CLEARANCE_MM if fold == MirrorDirection.VERTICAL else margins.bottom_mm
    left, top = margins.left_mm + bleed_mm, page.height_mm - margins.top_mm - bleed_mm
    return Rect(left, bottom + bleed_mm, right - bleed_mm - left, top - bottom - bleed_mm)


def _middle(room: Rect) -> tuple[float, float]:
    return room.left_mm + room.width_mm / 2, room.bottom_mm + room.height_mm / 2


def _blocks(room: Rect, middle: tuple[float, float], card: Size, spacing: Spacing) -> tuple[Block, ...]:
    """Returns the blocks that fit the most cards, centred on `middle` as far as there is room."""
    gap_mm = spacing.gap_mm
    whole = _grid(room.width_mm, room.height_mm, card, gap_mm)
    best, across = [whole], True
    if spacing.mixed:
        for grids, is_across in _mixed(room, card, gap_mm):
            if _cards(grids) > _cards(best):
                best, across = grids, is_across
    return tuple(_placed(best, room, middle, gap_mm, across=across))


def _mixed(room: Rect, card: Size, gap_mm: float) -> Iterator[tuple[list[_Grid], bool]]:
    """Yields upright cards with turned ones to their right (True) or below them (False)."""
    width, height = room.width_mm, room.height_mm
    for columns in range(_fitting(width, card.width_mm, gap_mm) + 1):
        used = columns * (card.width_mm + gap_mm)
        left, right = _grid(used, height, card, gap_mm), _grid(width - used, height, card, gap_mm, turn_deg=90)
        yield [grid for grid in (left, right) if _cards([grid])], True
    for rows in range(_fitting(height, card.height_mm, gap_mm) + 1):
        used = rows * (card.height_mm + gap_mm)
        upper, lower = _grid(width, used, card, gap_mm), _grid(width, height - used, card, gap_mm, turn_deg=90)
        yield [grid for grid in (upper, lower) if _cards([grid])], False


def _grid(width_mm: float, height_mm: float, card: Size, gap_mm: float, turn_deg: int = 0) -> _Grid:
    cell = card.turned if turn_deg else card
    columns, rows = _fitting(width_mm, cell.width_mm, gap_mm), _fitting(height_mm, cell.height_mm, gap_mm)
    width, height = columns * (cell.width_mm + gap_mm) - gap_mm, rows * (cell.height_mm + gap_mm) - gap_mm
    return _Grid(columns, rows, width, height, turn_deg)


def _cards(grids: list[_Grid]) -> int:
    return sum(grid.columns * grid.rows for grid in grids)


def _placed(
    grids: list[_Grid], room: Rect, middle: tuple[float, float], gap_mm: float, *, across: bool
) -> Iterator[Block]:
    """Yields a block for each grid, placed from left to right (`across`) or from top to bottom."""
    lengths = [grid.width_mm if across else grid.height_mm for grid in grids]
    whole = sum(lengths) + gap_mm * (len(grids) - 1)
    low, high = (room.left_mm, room.right_mm) if across else (room.bottom_mm, room.top_mm)
    at = _start(middle[0] if across else middle[1], whole, low, high)
    if not across:
        at += whole
    for grid in grids:
        if across:
            left, bottom = at, _start(middle[1], grid.height_mm, room.bottom_mm, room.top_mm)
            at += grid.width_mm + gap_mm
        else:
            left, bottom = _start(middle[0], grid.width_mm, room.left_mm, room.right_mm), at - grid.height_mm
            at = bottom - gap_mm
        yield Block(grid.columns, grid.rows, left, bottom, grid.turn_deg)


def _start(middle_mm: float, length_mm: float, low_mm: float, high_mm: float) -> float:
    """Returns the start of a length that is centred on `middle_mm` but stays between low and high."""
    return min(max(middle_mm - length_mm / 2, low_mm), high_mm - length_mm)


def _fitting(room_mm: float, card_mm: float, gap_mm: float) -> int:
    return max(0, int((room_mm + gap_mm + TOLERANCE_MM) // (card_mm + gap_mm)))
