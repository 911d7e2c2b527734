"""What stands beside the cards on a sheet: crop marks, and the strip with the ruler and the footer. Pure geometry."""

from __future__ import annotations

from dataclasses import dataclass

from aa_tools.printing.imposition import Layout, Spot, bounds
from aa_tools.printing.stock import TOLERANCE_MM, Edges, Paper, Rect, Size

STRIP_MM = 3.5
"""How high the strip is."""

Segment = tuple[float, float, float, float]
"""x and y of both ends."""


@dataclass(frozen=True)
class Strip:
    """Where the ruler and the footer stand.

    Attributes:
        side: the margin: bottom, left, right or top.
        rect: the strip on the page; upright, it reads from the bottom to the top.
        depth_mm: how far from the edge of the paper it ends.
    """

    side: str
    rect: Rect
    depth_mm: float

    @property
    def is_upright(self) -> bool:
        """Whether the strip runs along a side of the page."""
        return self.side in ("left", "right")

    @property
    def length_mm(self) -> float:
        """How long the strip is."""
        return self.rect.height_mm if self.is_upright else self.rect.width_mm


def room(page: Size, block: Rect) -> Edges:
    """Returns the free paper at each side of a block."""
    right, top = page.width_mm - block.right_mm, page.height_mm - block.top_mm
    return Edges(top, right, block.bottom_mm, block.left_mm)


def strip(paper: Paper, layout: Layout, *, back: bool) -> Strip:
    """Returns the strip in the largest margin, as near to the edge of the paper as can be printed there."""
    free = room(layout.page, bounds(layout.spots(layout.per_sheet, back=back)))
    sides = {"bottom": free.bottom_mm, "left": free.left_mm, "right": free.right_mm, "top": free.top_mm}
    side = max(sides, key=lambda name: round(sides[name] / TOLERANCE_MM))
    margin = max(vars(paper.margins).values())
    away = max(paper.marks.edge_mm / 2, min(margin, sides[side] - STRIP_MM - paper.marks.clearance_mm))
    width, height = layout.page.width_mm, layout.page.height_mm
    if side in ("bottom", "top"):
        bottom = away if side == "bottom" else height - away - STRIP_MM
        return Strip(side, Rect(margin, bottom, width - 2 * margin, STRIP_MM), away + STRIP_MM)
    left = away if side == "left" else width - away - STRIP_MM
    return Strip(side, Rect(left, margin, STRIP_MM, height - 2 * margin), away + STRIP_MM)


def crop_marks(paper: Paper, layout: Layout, spots: list[Spot], kept: Strip) -> list[Segment]:
    """Returns the marks around the cards of one page, at every line to be cut.

    They stay clear of the cards, of the edge of the paper and of the strip.
    """
    block = bounds(spots)
    free = room(layout.page, block)
    near = paper.marks.clearance_mm
    across = sorted({round(x, 6) for spot in spots for x in (spot.rect.left_mm, spot.rect.right_mm)})
    along = sorted({round(y, 6) for spot in spots for y in (spot.rect.bottom_mm, spot.rect.top_mm)})
    far = {side: _far(paper, getattr(free, f"{side}_mm"), kept, side) for side in ("top", "right", "bottom", "left")}
    marks: list[Segment] = []
    for x in across:
        marks += [(x, block.bottom_mm - near, x, block.bottom_mm - far["bottom"])] * (far["bottom"] > near)
        marks += [(x, block.top_mm + near, x, block.top_mm + far["top"])] * (far["top"] > near)
    for y in along:
        marks += [(block.left_mm - near, y, block.left_mm - far["left"], y)] * (far["left"] > near)
        marks += [(block.right_mm + near, y, block.right_mm + far["right"], y)] * (far["right"] > near)
    return marks


def _far(paper: Paper, free_mm: float, kept: Strip, side: str) -> float:
    """Returns how far from the cards the marks of one side end."""
    edge_mm = max(paper.marks.edge_mm, kept.depth_mm + 0.5 if side == kept.side else 0)
    return min(paper.marks.clearance_mm + paper.marks.length_mm, free_mm - edge_mm)
