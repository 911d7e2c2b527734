"""What a printer does wrong, and the drawing that puts it right. Pure geometry.

A printer lays the back of a sheet a little off and askew, and makes both sides a little too large or too small.
The calibration sheet shows by how much. Drawn the other way by the same amounts, each back lands behind its front.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from aa_tools.printing.layout.geometry import EdgeLengths, Rect, Size, bounding_box
from aa_tools.printing.layout.imposition import Flip, Layout, PageSide

Matrix = tuple[float, float, float, float, float, float]
"""a, b, c, d, e, f as PDF has them: x becomes a x + c y + e, and y becomes b x + d y + f."""

IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
"""Leaves every point where it is."""


@dataclass(frozen=True)
class Calibration:
    """How a printer's sheets come out, as its calibration sheet shows it.

    The sheet is held upright and was turned over its long edge.

    Attributes:
        offset_x_mm: how far the back lies too far to its right, in the middle of the sheet.
        offset_y_mm: how far it lies too high there.
        angle_deg: how far the back is turned counter-clockwise, as one looks at it.
        scale_x: printed width for a true width of 1.
        scale_y: printed height for a true height of 1.
    """

    offset_x_mm: float = 0
    offset_y_mm: float = 0
    angle_deg: float = 0
    scale_x: float = 1
    scale_y: float = 1

    def onto_sheet(self, layout: Layout, side: PageSide) -> Matrix:
        """Returns how a page of a layout is drawn on the upright sheet, so that it comes out where it should.

        A landscape page is turned counter-clockwise, so that no printer driver has to choose which way.
        """
        page, half_turn = layout.page, layout.flip == Flip.SHORT
        correction = self.correction(page.turned if layout.is_landscape else page, side, half_turn=half_turn)
        return combine(_quarter(page), correction) if layout.is_landscape else correction

    def correction(self, sheet: Size, side: PageSide, *, half_turn: bool) -> Matrix:
        """Returns what undoes the error on an upright sheet: scaled and turned about its middle, then moved.

        A back that is turned over the short edge comes through the printer on its head (`half_turn`), so the offset
        is seen the other way round.
        """
        is_back = side == PageSide.BACK
        sign = (-1 if half_turn else 1) * is_back
        middle_x, middle_y = sheet.width_mm / 2, sheet.height_mm / 2
        angle = math.radians(-self.angle_deg * is_back)
        to_middle = (1, 0, 0, 1, -middle_x - sign * self.offset_x_mm, -middle_y - sign * self.offset_y_mm)
        turned = (math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle), 0, 0)
        scaled = (1 / self.scale_x, 0, 0, 1 / self.scale_y, middle_x, middle_y)
        return combine(combine(to_middle, turned), scaled)


@dataclass(frozen=True)
class Printer:
    """A printer with a name; `margins` is what it cannot reach, None where that is not known."""

    name: str
    calibration: Calibration
    margins: EdgeLengths | None = None


def combine(first: Matrix, second: Matrix) -> Matrix:
    """Returns what two matrices do one after the other."""
    a, b, c, d, e, f = first
    x, y = transform_point(second, e, f)
    p, q, r, s, _, _ = second
    return (p * a + r * b, q * a + s * b, p * c + r * d, q * c + s * d, x, y)


def transform_point(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Returns where a point goes."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def inverse(matrix: Matrix) -> Matrix:
    """Returns what undoes a matrix."""
    a, b, c, d, e, f = matrix
    area = a * d - b * c
    return (d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area)


def transform_bounds(matrix: Matrix, rect: Rect) -> Rect:
    """Returns the smallest upright rectangle around where a rectangle goes."""
    corners = [(x, y) for x in (rect.left_mm, rect.right_mm) for y in (rect.bottom_mm, rect.top_mm)]
    return bounding_box(Rect(*transform_point(matrix, x, y), 0, 0) for x, y in corners)


def _quarter(page: Size) -> Matrix:
    return (0, 1, -1, 0, page.height_mm, 0)
