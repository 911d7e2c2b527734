"""Crop marks, fold line and strips: marks at every cut, clear of cards, other marks and the edge of the paper."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aa_tools.printing.layout.fitting import Spacing, fit_layout
from aa_tools.printing.layout.geometry import CARD_SIZES, TOLERANCE_MM, Paper, Rect
from aa_tools.printing.layout.imposition import Flip, Layout, PageSide
from aa_tools.printing.layout.marks import Segment, crop_marks, fold_line, margin_strips
from tests.printing.geometry import overlap
from tests.printing.test_imposition import A4, LETTER, layouts


@given(layouts(), st.data())
def test_crop_marks_point_at_cuts_and_touch_nothing(found: tuple[Paper, Layout], data: st.DataObject) -> None:
    paper, layout = found
    side = data.draw(st.sampled_from(layout.sides))
    count = data.draw(st.integers(1, layout.per_sheet))
    kept = margin_strips(paper, layout, side)[:2]
    spots = layout.slots(count, side)
    edges = {
        upright: {round(edge, 6) for spot in spots for edge in _edges(spot.rect, upright)} for upright in (True, False)
    }
    for mark in crop_marks(paper, layout, layout.groups(count, side), kept):
        x1, y1, x2, y2 = mark
        upright = x1 == x2
        assert (x1 if upright else y1) in edges[upright]
        assert not any(_touches(mark, spot.bleed_rect, paper.marks.clearance_mm) for spot in spots)
        assert not any(_touches(mark, strip.rect, 0) for strip in kept)
        for x, y in ((x1, y1), (x2, y2)):
            outwards = min(y, layout.page.height_mm - y) if upright else min(x, layout.page.width_mm - x)
            assert outwards >= paper.marks.edge_mm - TOLERANCE_MM


@pytest.mark.parametrize("gap_mm", [0, 3])
@pytest.mark.parametrize("flip", Flip)
def test_every_cut_of_a_sheet_has_its_marks(flip: Flip, gap_mm: float) -> None:
    layout = fit_layout(A4, CARD_SIZES["euro-poker"], flip, Spacing(gap_mm))
    for side in layout.sides:
        spots = layout.slots(layout.per_sheet, side)
        marks = crop_marks(A4, layout, layout.groups(layout.per_sheet, side), margin_strips(A4, layout, side)[:1])
        for upright in (True, False):
            cuts = {round(edge, 6) for spot in spots for edge in _edges(spot.rect, upright)}
            marked = {x1 if upright else y1 for x1, y1, x2, y2 in marks if (x1 == x2) is upright}
            assert marked == cuts


def test_cards_that_share_a_mixed_sheet_have_their_own_marks() -> None:
    layout = fit_layout(A4, CARD_SIZES["tarot"], Flip.NONE, Spacing(mixed=True))
    (one, other) = layout.groups(6, PageSide.FRONT)
    marks = crop_marks(A4, layout, [one, other], [])
    along = {y1 for x1, y1, x2, y2 in marks if y1 == y2 and x1 < one[0].rect.left_mm}
    assert along == {round(edge, 6) for spot in one for edge in (spot.rect.bottom_mm, spot.rect.top_mm)}
    along = {y1 for x1, y1, x2, y2 in marks if y1 == y2 and x1 > other[0].rect.left_mm}
    assert along == {round(edge, 6) for spot in other for edge in (spot.rect.bottom_mm, spot.rect.top_mm)}


@given(layouts())
def test_the_fold_is_in_the_middle_of_the_paper_and_touches_no_card(found: tuple[Paper, Layout]) -> None:
    paper, layout = found
    dashes = fold_line(paper, layout, margin_strips(paper, layout, layout.sides[0])[:1])
    assert bool(dashes) is (layout.flip is Flip.FOLD)
    for dash in dashes:
        x1, y1, x2, y2 = dash
        assert x1 == x2 == layout.page.width_mm / 2 or y1 == y2 == layout.page.height_mm / 2
        for spot in layout.slots(layout.per_sheet, PageSide.BOTH):
            assert not _touches(dash, spot.bleed_rect, 2.9)


@given(layouts())
def test_strips_lie_beside_the_cards_on_the_paper(found: tuple[Paper, Layout]) -> None:
    paper, layout = found
    for side in layout.sides:
        sides = margin_strips(paper, layout, side)
        for strip in sides:
            for spot in layout.slots(layout.per_sheet, side):
                assert not overlap(strip.rect, spot.bleed_rect, TOLERANCE_MM)
            away = (strip.rect.left_mm, strip.rect.bottom_mm)
            far = (layout.page.width_mm - strip.rect.right_mm, layout.page.height_mm - strip.rect.top_mm)
            assert min(*away, *far) >= min(paper.margins.largest_mm, paper.marks.edge_mm / 2) - TOLERANCE_MM
        for one, other in itertools.combinations(sides, 2):
            if one.is_upright == other.is_upright:
                assert not overlap(one.rect, other.rect, TOLERANCE_MM)


def test_marks_stop_before_the_strip_with_the_ruler() -> None:
    layout = fit_layout(LETTER, CARD_SIZES["poker"])
    kept = margin_strips(LETTER, layout, PageSide.FRONT)[:1]
    marks = crop_marks(LETTER, layout, layout.groups(9, PageSide.FRONT), kept)
    assert kept[0].side == "left"
    left = [mark for mark in marks if mark[0] != mark[2] and mark[0] < 12.7]
    assert len(left) == 4
    assert all(min(mark[0], mark[2]) > kept[0].rect.right_mm for mark in left)


def _touches(mark: Segment, rect: Rect, by_mm: float) -> bool:
    x1, y1, x2, y2 = mark
    line = Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))
    return (
        line.left_mm < rect.right_mm + by_mm - TOLERANCE_MM
        and line.right_mm > rect.left_mm - by_mm + TOLERANCE_MM
        and line.bottom_mm < rect.top_mm + by_mm - TOLERANCE_MM
        and line.top_mm > rect.bottom_mm - by_mm + TOLERANCE_MM
    )


def _edges(rect: Rect, upright: bool) -> tuple[float, float]:
    return (rect.left_mm, rect.right_mm) if upright else (rect.bottom_mm, rect.top_mm)
