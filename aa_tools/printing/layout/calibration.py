"""Corrects the errors of a printer. Pure geometry.

A printer shifts and turns the back of a sheet a little, and prints both sides slightly too large or too small. The
calibration sheet measures these errors. Pages are drawn through the inverse, so that each back lands behind its front.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from reportlab.graphics.transform import mmult, transformPoint

from aa_tools.printing.layout.geometry import EdgeLengths, Rect, Size, bounding_box
from aa_tools.printing.layout.imposition import Flip, Layout, PageSide

Matrix = tuple[float, float, float, float, float, float]
"""An affine transform (a, b, c, d, e, f) as in PDF: x becomes a x + c y + e, and y becomes b x + d y + f."""

IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass(frozen=True)
class Calibration:
    """The errors of a printer, as measured on its calibration sheet.

    The sheet is held upright and was turned over its long edge.

    Attributes:
        offset_x_mm: how far the back is shifted to its right, in the middle of the sheet.
        offset_y_mm: how far the back is shifted up, in the middle of the sheet.
        angle_deg: how far the back is turned counter-clockwise, seen from the back.
        scale_x: printed width divided by true width.
        scale_y: printed height divided by true height.
    """

    offset_x_mm: float = 0
    offset_y_mm: float = 0
    angle_deg: float = 0
    scale_x: float = 1
    scale_y: float = 1

    def onto_sheet(self, layout: Layout, side: PageSide) -> Matrix:
        """Returns the transform from a page of a layout to the upright sheet, corrected for this printer.

        Landscape pages are turned counter-clockwise here, because printer drivers differ in how they turn them.
        """
        page, half_turn = layout.page, layout.flip == Flip.SHORT
        correction = self.correction(page.turned if layout.is_landscape else page, side, half_turn=half_turn)
        turned: Matrix = mmult(correction, (0, 1, -1, 0, page.height_mm, 0))
        return turned if layout.is_landscape else correction

    def correction(self, sheet: Size, side: PageSide, *, half_turn: bool) -> Matrix:
        """Returns the inverse of the error on an upright sheet: scale and turn about the middle, then shift.

        With `half_turn` the sheet is turned over its short edge. Its back then runs through the printer upside down,
        so the offset changes its sign.
        """
        is_back = side == PageSide.BACK
        sign = (-1 if half_turn else 1) * is_back
        middle_x, middle_y = sheet.width_mm / 2, sheet.height_mm / 2
        angle = math.radians(-self.angle_deg * is_back)
        to_middle = (1, 0, 0, 1, -middle_x - sign * self.offset_x_mm, -middle_y - sign * self.offset_y_mm)
        turned = (math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle), 0, 0)
        scaled = (1 / self.scale_x, 0, 0, 1 / self.scale_y, middle_x, middle_y)
        corrected: Matrix = mmult(scaled, mmult(turned, to_middle))
        return corrected


@dataclass(frozen=True)
class Printer:
    """A named printer; `margins` are its unprintable margins, None if unknown."""

    name: str
    calibration: Calibration
    margins: EdgeLengths | None = None


def transform_bounds(matrix: Matrix, rect: Rect) -> Rect:
    """Returns the smallest upright rectangle around a transformed rectangle."""
    corners = [(x, y) for x in (rect.left_mm, rect.right_mm) for y in (rect.bottom_mm, rect.top_mm)]
    points = [transformPoint(matrix, corner) for corner in corners]
    return bounding_box(Rect(x, y, 0, 0) for x, y in points)
