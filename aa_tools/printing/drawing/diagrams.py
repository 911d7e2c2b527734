"""Draws the diagrams of objective cards: an example zone, or a pattern with some of its rotations."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aa_tools.cards.physical import POKER_CARD_MM
from aa_tools.printing.drawing.examples import COLUMNS, EXAMPLES, ROWS, Example
from aa_tools.printing.drawing.fonts import Font
from aa_tools.printing.drawing.inks import Ink, contrasting_ink, mix
from aa_tools.printing.drawing.pen import Pen
from aa_tools.printing.layout.geometry import Rect
from aa_tools.rules.areas import Pattern
from aa_tools.rules.measures import Borders, Cards, Mirror, Spread

_QUADRANT_ASPECT = POKER_CARD_MM[1] / POKER_CARD_MM[0]
"""Height over width of a quadrant, which is a quarter of a poker card."""
_SEAM = 0.05
"""Gap between the quadrants of a card, as a share of the width of a quadrant."""
_GAP = 0.16
"""Additional gap between cards, as a share of the width of a quadrant."""
_OUTLINE_MM = 0.45
_BAR_MM = 2.0
"""Height of the bar that marks the owner's edge, including the gap above it."""


@dataclass(frozen=True)
class Lettering:
    """The letters of the colours, by colour number, and their font."""

    letters: str
    font: Font


@dataclass(frozen=True)
class DiagramPalette:
    """The inks of a diagram.

    Attributes:
        colours: the inks of the game colours, by colour number.
        ground: the background.
        dark: outlines, bars and dark letters.
        light: light letters; also mixed into quadrants that do not count.
        pale: share of ink left in quadrants that do not count.
        lettering: the letters on the quadrants, None for no letters.
    """

    colours: tuple[Ink, ...]
    ground: Ink
    dark: Ink
    light: Ink
    pale: float
    lettering: Lettering | None = None

    def quadrant(self, colour: int, *, counts: bool) -> Ink:
        """Returns the ink of a quadrant: full colour if it counts, otherwise pale."""
        ink = self.colours[colour]
        return ink if counts else mix(self.light, ink, self.pale)


@dataclass(frozen=True)
class _Grid:
    """The positions of the quadrants of an example, with wider gaps between the cards."""

    left: float
    bottom: float
    unit: float

    def x(self, column: int) -> float:
        return self.left + self.unit * (column + (column // 2) * _GAP + (column - column // 2) * _SEAM)

    def y(self, row: int) -> float:
        """Returns the lower edge of a row; row 0 is the far row."""
        up = ROWS - 1 - row
        return self.bottom + self.unit * (up * _QUADRANT_ASPECT + (up // 2) * _GAP + (up - up // 2) * _SEAM)

    @property
    def height(self) -> float:
        return self.unit * _QUADRANT_ASPECT

    def seam_x(self, column: int) -> float:
        """Returns the middle of the gap left of a column, or right of the last column."""
        return (self.x(column - 1) + self.unit + self.x(column)) / 2

    def seam_y(self, row: int) -> float:
        """Returns the middle of the gap above a row, or below the last row."""
        return (self.y(row - 1) + self.y(row) + self.height) / 2


_WIDE = COLUMNS + (COLUMNS // 2 - 1) * _GAP + COLUMNS // 2 * _SEAM
_HIGH = ROWS * _QUADRANT_ASPECT + (ROWS // 2 - 1) * _GAP + ROWS // 2 * _SEAM


def draw_example(pen: Pen, box: Rect, example: Example, palette: DiagramPalette) -> None:
    """Draws an example zone in a box: counting quadrants in full colour, others pale, the owner's edge as a bar."""
    tally = 7.0 if isinstance(example.objective.measure, Spread) else 0.0
    unit = min(box.width_mm / _WIDE, (box.height_mm - _BAR_MM - tally) / _HIGH)
    left = box.left_mm + (box.width_mm - unit * _WIDE) / 2
    bottom = box.bottom_mm + _BAR_MM + (box.height_mm - _BAR_MM - tally - unit * _HIGH) / 2
    grid = _Grid(left, bottom, unit)
    for row, column in np.ndindex(ROWS, COLUMNS):
        _quadrant(pen, grid, example, row, column, palette)
    if not isinstance(example.objective.measure, Mirror | Spread):
        _outline(pen, grid, example, palette.dark)
    pen.rect(left, bottom - 0.9 * _BAR_MM, unit * _WIDE, _BAR_MM / 2, palette.dark)
    if isinstance(example.objective.measure, Mirror):
        middle = left + unit * _WIDE / 2
        pen.line([(middle, bottom - 0.5), (middle, bottom + unit * _HIGH + 0.5)], palette.dark, 0.8)
    if tally:
        _tally(pen, Rect(left, box.top_mm - tally + 1, unit * _WIDE, tally - 1), example, palette)


def _quadrant(pen: Pen, grid: _Grid, example: Example, row: int, column: int, palette: DiagramPalette) -> None:
    colour = int(example.colours[row, column])
    ink = palette.quadrant(colour, counts=bool(example.counts[row, column]))
    pen.rect(grid.x(column), grid.y(row), grid.unit, grid.height, ink)
    if palette.lettering:
        font, letter, size = palette.lettering.font, palette.lettering.letters[colour], grid.unit * 0.62
        x = grid.x(column) + (grid.unit - font.width_mm(letter, size)) / 2
        y = grid.y(row) + (grid.height - font.cap_height * size) / 2
        pen.text(x, y, letter, font, size, contrasting_ink(ink, palette.dark, palette.light))


def _outline(pen: Pen, grid: _Grid, example: Example, ink: Ink) -> None:
    """Draws a line around each area of counting quadrants, in the middle of the gaps."""
    key = _outline_labels(example)
    for row, column in np.argwhere(key[1:-1, :-1] != key[1:-1, 1:]):
        x = grid.seam_x(column)
        pen.line([(x, grid.seam_y(row)), (x, grid.seam_y(row + 1))], ink, _OUTLINE_MM, round_ends=True)
    for row, column in np.argwhere(key[:-1, 1:-1] != key[1:, 1:-1]):
        y = grid.seam_y(row)
        pen.line([(grid.seam_x(column), y), (grid.seam_x(column + 1), y)], ink, _OUTLINE_MM, round_ends=True)


def _outline_labels(example: Example) -> NDArray[np.int64]:
    """Returns a label for each quadrant, padded by one; neighbours with the same label are outlined together."""
    colours, measure = example.colours.astype(np.int64), example.objective.measure
    if isinstance(measure, Borders):
        return np.pad(colours, 1, mode="edge")  # only borders between colours are outlined, not the edge of the zone
    if isinstance(measure, Cards):
        counting = example.counts.reshape(ROWS // 2, 2, COLUMNS // 2, 2).any(axis=(1, 3))
        cards = np.where(counting, np.arange(counting.size).reshape(counting.shape), -1)
        return np.pad(cards.repeat(2, axis=0).repeat(2, axis=1), 1, constant_values=-1)
    return np.pad(np.where(example.counts, colours, -1), 1, constant_values=-1)


def _tally(pen: Pen, box: Rect, example: Example, palette: DiagramPalette) -> None:
    """Draws a bar for each colour; its length shows the number of quadrants in the zone."""
    counts = np.bincount(example.colours.ravel(), minlength=len(palette.colours))
    high = box.height_mm / len(counts)
    for number, count in enumerate(counts):
        y = box.top_mm - (number + 1) * high + 0.35
        pen.rect(box.left_mm, y, box.width_mm * count / counts.max(), high - 0.7, palette.colours[number])


def draw_zone(pen: Pen, box: Rect, cards: int, depth: int, palette: DiagramPalette, bar: Ink) -> None:
    """Draws a canvas of `cards` x `cards` cards: one player's zone in full colour, the player's edge as a bar."""
    seam, aspect = 0.16, _QUADRANT_ASPECT
    unit = min(
        box.width_mm / (cards * (2 + seam) - seam), (box.height_mm - _BAR_MM) / (cards * (2 * aspect + seam) - seam)
    )
    left = box.left_mm + (box.width_mm - unit * (cards * (2 + seam) - seam)) / 2
    for row, column in np.ndindex(2 * cards, 2 * cards):
        ink = palette.quadrant(_colour_at(row, column), counts=row < 2 * depth)
        x = left + unit * (column + column // 2 * seam)
        pen.rect(x, box.bottom_mm + _BAR_MM + unit * (row * aspect + row // 2 * seam), unit, unit * aspect, ink)
    pen.rect(left, box.bottom_mm, unit * (cards * (2 + seam) - seam), _BAR_MM / 2, bar)


def _colour_at(row: int, column: int) -> int:
    """Returns the colour of a quadrant of a made-up canvas: an example, repeated."""
    rows = EXAMPLES["quadrants"].split("/")
    return "ABC".index(rows[row % ROWS][(column + 3 * (row // ROWS)) % COLUMNS])


def draw_pattern(pen: Pen, box: Rect, pattern: Pattern, palette: DiagramPalette) -> None:
    """Draws a pattern large and dark, and beside it small in each colour, rotated by another quarter turn each time."""
    cells, number = pattern.cells, len(palette.colours)
    large = Rect(box.left_mm, box.bottom_mm, box.width_mm * 0.6, box.height_mm)
    unit = min(
        large.width_mm / cells.shape[1], large.height_mm / (cells.shape[0] * _QUADRANT_ASPECT), box.height_mm / 4
    )
    _cells(pen, large, unit, cells, palette.dark, palette)
    high = box.height_mm / number
    left = large.right_mm + box.width_mm * 0.08
    longest = max(cells.shape)
    unit = min((box.right_mm - left) / longest, high * 0.86 / (longest * _QUADRANT_ASPECT))
    for turn, ink in enumerate(palette.colours):
        place = Rect(left, box.top_mm - (turn + 1) * high, box.right_mm - left, high)
        _cells(pen, place, unit, np.rot90(cells, -1 - turn), ink, palette)


def _cells(pen: Pen, box: Rect, unit: float, cells: NDArray[np.bool_], ink: Ink, palette: DiagramPalette) -> None:
    """Draws a pattern centred in a box, its empty cells shaded; `unit` is the width of a cell."""
    rows, columns = cells.shape
    left = box.left_mm + (box.width_mm - unit * columns) / 2
    bottom = box.bottom_mm + (box.height_mm - unit * rows * _QUADRANT_ASPECT) / 2
    seam = max(unit * _SEAM, 0.25)
    for row, column in np.ndindex(rows, columns):
        x, y = left + unit * column, bottom + unit * (rows - 1 - row) * _QUADRANT_ASPECT
        part = (x + seam / 2, y + seam / 2, unit - seam, unit * _QUADRANT_ASPECT - seam)
        pen.rect(*part, ink if cells[row, column] else mix(palette.ground, palette.dark, 0.06))
