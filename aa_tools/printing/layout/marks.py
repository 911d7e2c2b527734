"""What stands beside the cards on a sheet: crop marks, the fold, and the strips for the ruler and the footer.

Pure geometry, in millimetres from the lower left corner of the page as it is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aa_tools.printing.layout.geometry import TOLERANCE_MM, EdgeLengths, Paper, Rect, Size, bounding_box
from aa_tools.printing.layout.imposition import Flip, Layout, MirrorDirection, PageSide, Slot

STRIP_HEIGHT_MM = 3.5
"""How high a strip is."""

_DASH_MM = 3.0
_SIDES = ("bottom", "left", "right", "top")

Segment = tuple[float, float, float, float]
"""x and y of both ends."""


@dataclass(frozen=True)
class MarginStrip:
    """Where the ruler or the footer stands.

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


def free_margins(page: Size, block: Rect) -> EdgeLengths:
    """Returns the free paper at each side of a block."""
    right, top = page.width_mm - block.right_mm, page.height_mm - block.top_mm
    return EdgeLengths(top, right, block.bottom_mm, block.left_mm)


def margin_strips(paper: Paper, layout: Layout, side: PageSide) -> list[MarginStrip]:
    """Returns a strip for each margin of a page that has room for one, the largest margin first.

    Each is as near to the edge of the paper as can be printed there.
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
    paper: Paper, layout: Layout, groups: Sequence[Sequence[Slot]], kept: Sequence[MarginStrip]
) -> list[Segment]:
    """Returns the marks around each group of cards of one page, at every line to be cut.

    They stay clear of the cards and their bleed, of the edge of the paper and of the strips `kept` for something
    else. Between two groups there are none.
    """
    inked = [bounding_box(spot.bleed_rect for spot in group) for group in groups]
    marks: list[Segment] = []
    for group, block in zip(groups, inked, strict=True):
        others = [other for other in inked if other is not block]
        near, far = paper.marks.clearance_mm, _reach(paper, _free(layout.page, block, others), kept)
        kept_clear = [other.expanded(EdgeLengths(near, near, near, near)) for other in others]
        marks += [mark for mark in _around(group, block, near, far) if not any(_meets(mark, one) for one in kept_clear)]
    return marks


def count_unmarked_cuts(paper: Paper, layout: Layout, side: PageSide, kept: Sequence[MarginStrip]) -> int:
    """Returns how many lines to be cut on a full page have no mark at either end; arguments as `crop_marks`."""
    groups = layout.groups(layout.per_sheet, side)
    marks = crop_marks(paper, layout, groups, kept)
    marked = {(x1 == x2, round(x1 if x1 == x2 else y1, 6)) for x1, y1, x2, _ in marks}
    return len(_cuts(layout.slots(layout.per_sheet, side)) - marked)


def keeps_all_marks(paper: Paper, layout: Layout, side: PageSide, strip: MarginStrip) -> bool:
    """Says whether a strip leaves a full page every mark that there would be without it."""
    groups = layout.groups(layout.per_sheet, side)
    return len(crop_marks(paper, layout, groups, [strip])) == len(crop_marks(paper, layout, groups, []))


def _cuts(spots: Sequence[Slot]) -> set[tuple[bool, float]]:
    """Returns each line to be cut: whether it is upright, and where it is."""
    found = {(True, x) for spot in spots for x in (spot.rect.left_mm, spot.rect.right_mm)}
    found |= {(False, y) for spot in spots for y in (spot.rect.bottom_mm, spot.rect.top_mm)}
    return {(is_upright, round(at, 6)) for is_upright, at in found}


def fold_line(paper: Paper, layout: Layout, kept: Sequence[MarginStrip]) -> list[Segment]:
    """Returns the dashes of the line to fold along, none where nothing is folded."""
    if layout.flip != Flip.FOLD:
        return []
    block = layout.bounds(PageSide.BOTH)
    far = _reach(paper, free_margins(layout.page, block), kept)
    if layout.mirror == MirrorDirection.HORIZONTAL:
        x, low, high = layout.page.width_mm / 2, block.bottom_mm - far.bottom_mm, block.top_mm + far.top_mm
        return [(x, at, x, end) for at, end in _dashes(low, high)]
    y, low, high = layout.page.height_mm / 2, block.left_mm - far.left_mm, block.right_mm + far.right_mm
    return [(at, y, end, y) for at, end in _dashes(low, high)]


def _dashes(low: float, high: float) -> list[tuple[float, float]]:
    """Returns dashes with gaps of the same length, one at each end."""
    parts = 2 * round((high - low) / _DASH_MM / 2) + 1
    step = (high - low) / parts
    return [(low + number * step, low + (number + 1) * step) for number in range(0, parts, 2)]


def _around(group: Sequence[Slot], block: Rect, near: float, far: EdgeLengths) -> list[Segment]:
    across = sorted({round(x, 6) for spot in group for x in (spot.rect.left_mm, spot.rect.right_mm)})
    along = sorted({round(y, 6) for spot in group for y in (spot.rect.bottom_mm, spot.rect.top_mm)})
    marks: list[Segment] = []
    for x in across:
        marks += [(x, block.bottom_mm - near, x, block.bottom_mm - far.bottom_mm)] * (far.bottom_mm > near)
        marks += [(x, block.top_mm + near, x, block.top_mm + far.top_mm)] * (far.top_mm > near)
    for y in along:
        marks += [(block.left_mm - near, y, block.left_mm - far.left_mm, y)] * (far.left_mm > near)
        marks += [(block.right_mm + near, y, block.right_mm + far.right_mm, y)] * (far.right_mm > near)
    return marks


def _free(page: Size, block: Rect, others: Sequence[Rect]) -> EdgeLengths:
    """Returns the free paper at each side of a block, 0 where another block lies on that side."""
    free = free_margins(page, block)
    beside = [each for each in others if _meet(each.bottom_mm, each.top_mm, block.bottom_mm, block.top_mm)]
    above = [each for each in others if _meet(each.left_mm, each.right_mm, block.left_mm, block.right_mm)]
    return EdgeLengths(
        0 if any(each.bottom_mm > block.bottom_mm for each in above) else free.top_mm,
        0 if any(each.left_mm > block.left_mm for each in beside) else free.right_mm,
        0 if any(each.bottom_mm < block.bottom_mm for each in above) else free.bottom_mm,
        0 if any(each.left_mm < block.left_mm for each in beside) else free.left_mm,
    )


def _meets(mark: Segment, rect: Rect) -> bool:
    (x1, x2), (y1, y2) = sorted(mark[::2]), sorted(mark[1::2])
    beside = x2 <= rect.left_mm + TOLERANCE_MM or x1 >= rect.right_mm - TOLERANCE_MM
    return not (beside or y2 <= rect.bottom_mm + TOLERANCE_MM or y1 >= rect.top_mm - TOLERANCE_MM)


def _meet(low: float, high: float, other_low: float, other_high: float) -> bool:
    return min(high, other_high) - max(low, other_low) > TOLERANCE_MM


def _reach(paper: Paper, free: EdgeLengths, kept: Sequence[MarginStrip]) -> EdgeLengths:
    """Returns how far from the cards the marks of each side end."""
    longest = paper.marks.clearance_mm + paper.marks.length_mm
    taken = {strip.side: strip.depth_mm + 0.5 for strip in kept}

    def far(side: str) -> float:
        return max(0.0, min(longest, _of(free, side) - max(paper.marks.edge_mm, taken.get(side, 0))))

    return EdgeLengths(far("top"), far("right"), far("bottom"), far("left"))


def _of(edges: EdgeLengths, side: str) -> float:
    return float(getattr(edges, f"{side}_mm"))
