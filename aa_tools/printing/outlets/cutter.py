"""Positions of cards and registration marks on a sheet for a cutting machine. Pure geometry.

The positions equal those of silhouette-card-maker, so that its published cutting templates fit: lengths are rounded to
whole pixels at 300 dpi (halves to even), and the block of cards is centred on the page. The arms of the marks are as
long as possible, as in those templates.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from aa_tools.errors import InputError
from aa_tools.printing.layout.geometry import EdgeLengths, Paper, Rect, Size
from aa_tools.printing.layout.imposition import Block, Flip, Layout, mirror_direction
from aa_tools.printing.outlets.profile import CutterModel

ARM_MM = (5.0, 20.0)
"""Shortest and longest arm of a mark that the machine accepts."""
SQUARE_MM = 5.0
"""Side of the filled mark, to the centre of its outline."""

_MM = 25.4 / 300
"""Millimetres in a pixel."""


@dataclass(frozen=True)
class CutSheet:
    """A sheet for a cutting machine.

    Attributes:
        layout: positions of the cards.
        arm_mm: length of the arms of the marks, from the inset.
        marks: rectangles to fill with black, on the page as it is read.
    """

    layout: Layout
    arm_mm: float
    marks: tuple[Rect, ...]


@dataclass(frozen=True)
class _Fit:
    """Columns and rows on a page, and the distance of the first card from the left and top edge in pixels."""

    page: Size
    columns: int
    rows: int
    left: int
    top: int


def cut_sheet(paper: Paper, card: Size, form: CutterModel) -> CutSheet:
    """Returns the sheet with the most cards, all upright; on a tie the landscape page.

    Raises:
        InputError: no card fits between the marks.
    """
    fits = [fit for page in (paper.size.turned, paper.size) for fit in _fits(page, card, form)]
    if not fits:
        message = f"a card of {card} does not fit on {paper.title} ({paper.size}) between the registration marks"
        raise InputError(message, hint="choose a larger paper")
    fit = max(fits, key=lambda fit: fit.columns * fit.rows)
    arm = (max(fit.left, fit.top) - _px(form.inset_mm) - _px(form.gap_mm)) * _MM
    arm_mm = min(max(round(arm, 2), ARM_MM[0]), ARM_MM[1])
    return CutSheet(_layout(fit, card, form), arm_mm, tuple(_marks(fit.page, arm_mm, form)))


def _px(length_mm: float) -> int:
    return round(length_mm / _MM)


def _fits(page: Size, card: Size, form: CutterModel) -> Iterator[_Fit]:
    """Yields all numbers of columns and rows that stay inside the inset and clear of the corner marks."""
    gap, inset, clear = _px(form.gap_mm), _px(form.inset_mm), _px(form.clear_mm)
    width, height = _px(page.width_mm), _px(page.height_mm)
    across, along = _px(card.width_mm) + gap, _px(card.height_mm) + gap
    for columns in range(1, (width - 2 * inset + gap) // across + 1):
        for rows in range(1, (height - 2 * inset + gap) // along + 1):
            left, top = (width - columns * across + gap) / 2, (height - rows * along + gap) / 2
            if max(left, top) - gap - inset >= clear:
                yield _Fit(page, columns, rows, round(left), round(top))


def _layout(fit: _Fit, card: Size, form: CutterModel) -> Layout:
    gap_mm = _px(form.gap_mm) * _MM
    cut = Size(_px(card.width_mm) * _MM, _px(card.height_mm) * _MM)
    high = fit.rows * (cut.height_mm + gap_mm) - gap_mm
    block = Block(fit.columns, fit.rows, fit.left * _MM, fit.page.height_mm - fit.top * _MM - high)
    bleed_mm = min(form.bleed_mm, gap_mm / 2)
    return Layout(fit.page, cut, Flip.LONG, mirror_direction(Flip.LONG, fit.page), (block,), gap_mm, bleed_mm)


def _marks(page: Size, arm_mm: float, form: CutterModel) -> Iterator[Rect]:
    """Yields a square at the top left and two corners, or four corners; the centre of a line is at the inset.

    They do not overlap, so that they can be filled as one shape.
    """
    inset, line = form.inset_mm, form.line_mm
    half = line / 2
    low, left, right, high = inset, inset, page.width_mm - inset, page.height_mm - inset
    corners = [(right, high), (left, low)]
    if form.marks == 3:
        yield Rect(left, high - SQUARE_MM, SQUARE_MM, SQUARE_MM).expanded(EdgeLengths(half, half, half, half))
    else:
        corners += [(left, high), (right, low)]
    for x, y in corners:
        yield Rect(x - half if x == left else x - arm_mm, y - half, arm_mm + half, line)
        yield Rect(x - half, y + half if y == low else y - arm_mm, line, arm_mm - half)
