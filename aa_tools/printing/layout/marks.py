"""Places what surrounds the cards on a sheet: crop marks, the fold line, and strips for the ruler and the footer.

Pure geometry, in millimetres from the lower left corner of the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aa_tools.printing.layout.geometry import TOLERANCE_MM, EdgeLengths, Paper, Rect, Size, bounding_box
from aa_tools.printing.layout.imposition import Flip, Layout, MirrorDirection, PageSide, Slot

STRIP_HEIGHT_MM = 3.5
"""Height of a strip."""

_DASH_MM = 3.0
_SIDES = ("bottom", "left", "right", "top")

Segment = tuple[float, float, float, float]
"""A line as (x1, y1, x2, y2)."""


@dataclass(frozen=True)
class MarginStrip:
    """A strip in a margin for the ruler or the footer.

    Attributes:
        side: the margin that holds it: bottom, left, right or top.
        rect: the strip on the page. In a left or right margin, text runs from bottom to top.
        depth_mm: distance from the edge of the paper to the inner edge of the strip.
    """

    side: str
    rect: Rect
    depth_mm: float

    @property
    def is_upright(self) -> bool:
        """Whether the strip runs along the left or right side of the page."""
        return self.side in ("left", "right")

    @property
    def length_mm(self) -> float:
        """Length of the strip."""
        return self.rect.height_mm if self.is_upright else self.rect.width_mm


def free_margins(page: Size, block: Rect) -> EdgeLengths:
    """Returns the free space between a block and each edge of the page."""
    right, top = page.width_mm - block.right_mm, page.height_mm - block.top_mm
    return EdgeLengths(top, right, block.bottom_mm, block.left_mm)


def margin_strips(paper: Paper, layout: Layout, side: PageSide) -> list[MarginStrip]:
    """Returns a strip for each margin that has room for one, the largest margin first.

    Each strip is as close to the edge of the paper as the printer can print.
    """
    free = {name: _of(free_margins(layout.page, layout.bounds(side)), name) for name in _SIDES}
    order = sorted(_SIDES, key=lambda name: -round(free[name] / TOLERANCE_MM))
    margin, least = paper.margins.largest_mm, paper.marks.edge_mm / 2
    found = []
    for name in order:
        inmost = free[name] - STRIP_HEIGHT_MM - paper.marks.clearance_mm
        if inmost >= least - TOLERANCE_MM:
            found.append(_strip(name, max(least, min(margin, inmost)), layout.page, margin))
    return found


def _strip(side: str, away_mm: float, page: Size, margin_mm: float) -> MarginStrip:
    width, height = page.width_mm, page.height_mm
    if side in ("bottom", "top"):
        bottom = away_mm if side == "bottom" else height - away_mm - STRIP_HEIGHT_MM
        return MarginStrip(
            side, Rect(margin_mm, bottom, width - 2 * margin_mm, STRIP_HEIGHT_MM), away_mm + STRIP_HEIGHT_MM
        )
    left = away_mm if side == "left" else width - away_mm - STRIP_HEIGHT_MM
    return MarginStrip(side, Rect(left, margin_mm, STRIP_HEIGHT_MM, height - 2 * margin_mm), away_mm + STRIP_HEIGHT_MM)


def crop_marks(
    paper: Paper, layout: Layout, groups: Sequence[Sequence[Slot]], reserved: Sequence[MarginStrip]
) -> list[Segment]:
    """Returns the crop marks around each group of cards on one page, at every line to cut.

    Marks keep clear of the cards and their bleed, of the edge of the paper and of the `reserved` strips. There are no
    marks between two groups.
    """
    blocks = [bounding_box(slot.bleed_rect for slot in group) for group in groups]
    marks: list[Segment] = []
    for group, block in zip(groups, blocks, strict=True):
        others = [other for other in blocks if other is not block]
        near, far = paper.marks.clearance_mm, _reach(paper, _free(layout.page, block, others), reserved)
        blocked = [other.expanded(EdgeLengths(near, near, near, near)) for other in others]
        marks += [mark for mark in _around(group, block, near, far) if not any(_meets(mark, rect) for rect in blocked)]
    return marks


def count_unmarked_cuts(paper: Paper, layout: Layout, side: PageSide, reserved: Sequence[MarginStrip]) -> int:
    """Returns the number of cut lines on a full page without a mark at either end. Arguments as for `crop_marks`."""
    groups = layout.groups(layout.per_sheet, side)
    marks = crop_marks(paper, layout, groups, reserved)
    marked = {(x1 == x2, round(x1 if x1 == x2 else y1, 6)) for x1, y1, x2, _ in marks}
    return len(_cuts(layout.slots(layout.per_sheet, side)) - marked)


def keeps_all_marks(paper: Paper, layout: Layout, side: PageSide, strip: MarginStrip) -> bool:
    """Whether a full page with this strip still has every crop mark that it has without it."""
    groups = layout.groups(layout.per_sheet, side)
    return len(crop_marks(paper, layout, groups, [strip])) == len(crop_marks(paper, layout, groups, []))


def _cuts(slots: Sequence[Slot]) -> set[tuple[bool, float]]:
    """Returns each line to cut as (whether it is vertical, its position)."""
    found = {(True, x) for slot in slots for x in (slot.rect.left_mm, slot.rect.right_mm)}
    found |= {(False, y) for slot in slots for y in (slot.rect.bottom_mm, slot.rect.top_mm)}
    return {(is_vertical, round(at, 6)) for is_vertical, at in found}


def fold_line(paper: Paper, layout: Layout, reserved: Sequence[MarginStrip]) -> list[Segment]:
    """Returns the dashes of the fold line, or an empty list if the sheet is not folded."""
    if layout.flip != Flip.FOLD:
        return []
    block = layout.bounds(PageSide.BOTH)
    far = _reach(paper, free_margins(layout.page, block), reserved)
    if layout.mirror == MirrorDirection.HORIZONTAL:
        x, low, high = layout.page.width_mm / 2, block.bottom_mm - far.bottom_mm, block.top_mm + far.top_mm
        return [(x, at, x, end) for at, end in _dashes(low, high)]
    y, low, high = layout.page.height_mm / 2, block.left_mm - far.left_mm, block.right_mm + far.right_mm
    return [(at, y, end, y) for at, end in _dashes(low, high)]


def _dashes(low: float, high: float) -> list[tuple[float, float]]:
    """Returns dashes separated by gaps of the same length, with a dash at each end."""
    parts = 2 * round((high - low) / _DASH_MM / 2) + 1
    step = (high - low) / parts
    return [(low + number * step, low + (number + 1) * step) for number in range(0, parts, 2)]


def _around(group: Sequence[Slot], block: Rect, near: float, far: EdgeLengths) -> list[Segment]:
    across = sorted({round(x, 6) for slot in group for x in (slot.rect.left_mm, slot.rect.right_mm)})
    along = sorted({round(y, 6) for slot in group for y in (slot.rect.bottom_mm, slot.rect.top_mm)})
    marks: list[Segment] = []
    for x in across:
        marks += [(x, block.bottom_mm - near, x, block.bottom_mm - far.bottom_mm)] * (far.bottom_mm > near)
        marks += [(x, block.top_mm + near, x, block.top_mm + far.top_mm)] * (far.top_mm > near)
    for y in along:
        marks += [(block.left_mm - near, y, block.left_mm - far.left_mm, y)] * (far.left_mm > near)
        marks += [(block.right_mm + near, y, block.right_mm + far.right_mm, y)] * (far.right_mm > near)
    return marks


def _free(page: Size, block: Rect, others: Sequence[Rect]) -> EdgeLengths:
    """Returns the free space at each side of a block, 0 on a side with another block."""
    free = free_margins(page, block)
    beside = [other for other in others if _overlap(other.bottom_mm, other.top_mm, block.bottom_mm, block.top_mm)]
    above = [other for other in others if _overlap(other.left_mm, other.right_mm, block.left_mm, block.right_mm)]
    return EdgeLengths(
        0 if any(other.bottom_mm > block.bottom_mm for other in above) else free.top_mm,
        0 if any(other.left_mm > block.left_mm for other in beside) else free.right_mm,
        0 if any(other.bottom_mm < block.bottom_mm for other in above) else free.bottom_mm,
        0 if any(other.left_mm < block.left_mm for other in beside) else free.left_mm,
    )


def _meets(mark: Segment, rect: Rect) -> bool:
    (x1, x2), (y1, y2) = sorted(mark[::2]), sorted(mark[1::2])
    beside = x2 <= rect.left_mm + TOLERANCE_MM or x1 >= rect.right_mm - TOLERANCE_MM
    return not (beside or y2 <= rect.bottom_mm + TOLERANCE_MM or y1 >= rect.top_mm - TOLERANCE_MM)


def _overlap(low: float, high: float, other_low: float, other_high: float) -> bool:
    return min(high, other_high) - max(low, other_low) > TOLERANCE_MM


def _reach(paper: Paper, free: EdgeLengths, reserved: Sequence[MarginStrip]) -> EdgeLengths:
    """Returns the distance from the cards at which the marks of each side end."""
    longest = paper.marks.clearance_mm + paper.marks.length_mm
    taken = {strip.side: strip.depth_mm + 0.5 for strip in reserved}

    def far(side: str) -> float:
        return max(0.0, min(longest, _of(free, side) - max(paper.marks.edge_mm, taken.get(side, 0))))

    return EdgeLengths(far("top"), far("right"), far("bottom"), far("left"))


def _of(edges: EdgeLengths, side: str) -> float:
    return float(getattr(edges, f"{side}_mm"))
