"""The real turn of a sheet, from paper in hand and not from the program's formulas: what the geometry is tested by.

A printer feeds every sheet upright and turns a landscape page counter-clockwise, front and back alike. Its back side
comes out with the error of a `Calibration`. The reader turns the sheet over, or folds it.
"""

from __future__ import annotations

import math

from reportlab.graphics.transform import transformPoint

from aa_tools.printing.layout.calibration import IDENTITY, Calibration
from aa_tools.printing.layout.geometry import Rect
from aa_tools.printing.layout.imposition import Flip, Layout, MirrorDirection, PageSide, Slot

Point = tuple[float, float]
Points = dict[str, Point]
_ROUND = ("bottom left", "bottom right", "top right", "top left")


def corners(spot: Slot) -> Points:
    """The corners of a card as it is drawn at a spot, named as one names them with the card in hand."""
    rect = spot.rect
    found = [
        (rect.left_mm, rect.bottom_mm),
        (rect.right_mm, rect.bottom_mm),
        (rect.right_mm, rect.top_mm),
        (rect.left_mm, rect.top_mm),
    ]
    # A card that is turned counter-clockwise by a quarter has its own bottom left where the page has its bottom right.
    return {name: found[(number + spot.turn_deg // 90) % 4] for number, name in enumerate(_ROUND)}


def printed(points: Points, layout: Layout, side: PageSide, known: Calibration | None, error: Calibration) -> Points:
    """Where points of a page come out on the upright sheet, seen from the side that is printed.

    `known` is what the program was told of the printer, `error` what the printer does.
    """
    page = layout.page
    size = page.turned if layout.is_landscape else page
    matrix = known.onto_sheet(layout, side) if known else IDENTITY

    def come_out(point: Point) -> Point:
        x, y = transformPoint(matrix, point)
        if layout.is_landscape and not known:
            x, y = page.height_mm - y, x
        if side is PageSide.BACK and layout.flip is Flip.SHORT:
            # The driver turns the back on its head, since the duplexer knows one way only.
            x, y = wrong(size.width_mm - x, size.height_mm - y)
            return size.width_mm - x, size.height_mm - y
        return wrong(x, y)

    def wrong(x: float, y: float) -> Point:
        dx, dy = (x - size.width_mm / 2) * error.scale_x, (y - size.height_mm / 2) * error.scale_y
        if side is not PageSide.BACK:
            return size.width_mm / 2 + dx, size.height_mm / 2 + dy
        angle = math.radians(error.angle_deg)
        return (
            size.width_mm / 2 + error.offset_x_mm + dx * math.cos(angle) - dy * math.sin(angle),
            size.height_mm / 2 + error.offset_y_mm + dx * math.sin(angle) + dy * math.cos(angle),
        )

    return {name: come_out(point) for name, point in points.items()}


def behind(points: Points, layout: Layout) -> Points:
    """Where points of the back lie as seen through the front, once the sheet is turned or folded."""
    page = layout.page.turned if layout.is_landscape else layout.page
    width, height = page.width_mm, page.height_mm
    # A sheet is folded in its middle, along or across; the quarter turn of a landscape page turns the fold too.
    folded_along = (layout.mirror is MirrorDirection.HORIZONTAL) is not layout.is_landscape
    if layout.flip is Flip.LONG or (layout.flip is Flip.FOLD and folded_along):
        return {name: (width - x, y) for name, (x, y) in points.items()}
    return {name: (x, height - y) for name, (x, y) in points.items()}


def overlap(one: Rect, other: Rect, by_mm: float) -> bool:
    """Whether two rectangles share more than a line."""
    return (
        min(one.right_mm, other.right_mm) - max(one.left_mm, other.left_mm) > by_mm
        and min(one.top_mm, other.top_mm) - max(one.bottom_mm, other.bottom_mm) > by_mm
    )
