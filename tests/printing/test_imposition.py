"""Every card once, between the margins, side by side, and its back behind it when the paper is really turned."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aa_tools.errors import InputError
from aa_tools.printing.imposition import Layout, Spot, bounds, impose, lay_out
from aa_tools.printing.marks import crop_marks, strip
from aa_tools.printing.stock import CARD_SIZES, TOLERANCE_MM, Edges, Marks, Paper, Rect, Size
from aa_tools.printing.template import load_paper

MARGIN = Edges(6.35, 6.35, 6.35, 6.35)
MARKS = Marks(4, 1, 3)
A4 = Paper("A4", Size(210, 297), MARGIN, MARKS)
LETTER = Paper("Letter", Size(215.9, 279.4), MARGIN, MARKS)

lengths = st.floats(0, 20)
margins = st.builds(Edges, lengths, lengths, lengths, lengths)
papers = st.builds(
    lambda short, longer, margin: Paper("test", Size(short, short + longer), margin, MARKS),
    st.floats(180, 400),
    st.floats(0, 300),
    margins,
)
cards = st.sampled_from(list(CARD_SIZES.values()))


@pytest.mark.parametrize(
    ("paper", "size", "columns", "rows", "landscape"),
    [
        (A4, "poker", 3, 3, False),
        (LETTER, "poker", 3, 3, False),
        (A4, "euro-poker", 3, 3, False),
        (A4, "mini", 6, 3, True),
        (LETTER, "mini", 6, 3, True),
        (LETTER, "mini-euro", 4, 3, False),
        (A4, "small-square", 3, 4, False),
        (LETTER, "jumbo", 3, 1, True),
        (A4, "tarot", 2, 2, False),
    ],
)
def test_layouts_that_people_know(paper: Paper, size: str, columns: int, rows: int, landscape: bool) -> None:
    layout = lay_out(paper, CARD_SIZES[size])
    assert (layout.columns, layout.rows, layout.is_landscape) == (columns, rows, landscape)


def test_poker_cards_are_centred_on_a4() -> None:
    layout = lay_out(load_paper("a4"), CARD_SIZES["poker"])
    assert (layout.left_mm, layout.bottom_mm) == pytest.approx((9.75, 15.15))


def test_poker_cards_fill_letter_to_its_margins() -> None:
    """Three cards are 266.7 mm high, which is exactly what the margins leave: rounding must not lose a row."""
    layout = lay_out(load_paper("letter"), CARD_SIZES["poker"])
    assert (layout.left_mm, layout.bottom_mm) == pytest.approx((12.7, 6.35))


def test_a_card_larger_than_the_paper_is_refused() -> None:
    small = Paper("A7", Size(74, 105), Edges(10, 10, 10, 10), MARKS)
    with pytest.raises(InputError) as caught:
        lay_out(small, CARD_SIZES["poker"])
    assert str(caught.value) == (
        "a card of 63.5 x 88.9 mm does not fit on A7; choose a larger paper or smaller margins"
    )


@given(papers, cards, st.integers(1, 120))
def test_every_card_is_on_one_sheet_and_sheets_are_full_but_the_last(paper: Paper, card: Size, count: int) -> None:
    layout = lay_out(paper, card)
    sheets = impose(range(count), layout)
    assert [each for sheet in sheets for each in sheet.cards] == list(range(count))
    assert all(len(sheet.cards) == layout.per_sheet for sheet in sheets[:-1])
    assert 1 <= len(sheets[-1].cards) <= layout.per_sheet
    assert [sheet.number for sheet in sheets] == list(range(1, len(sheets) + 1))


@given(papers, cards, st.booleans())
def test_cards_lie_between_the_margins_and_apart(paper: Paper, card: Size, back: bool) -> None:
    layout = lay_out(paper, card)
    spots = layout.spots(layout.per_sheet, back=back)
    for spot in spots:
        assert (spot.rect.width_mm, spot.rect.height_mm) == (card.width_mm, card.height_mm)
        assert _inside(spot.rect, layout, paper, back)
    for one, other in itertools.combinations(spots, 2):
        assert not _overlap(one.rect, other.rect)


def _inside(rect: Rect, layout: Layout, paper: Paper, back: bool) -> bool:
    free = (rect.left_mm, rect.bottom_mm, layout.page.width_mm - rect.right_mm, layout.page.height_mm - rect.top_mm)
    edges = paper.margins
    if layout.is_landscape:
        # Which way the printer turns the page is its own business, so both ways must fit.
        across, along = max(edges.top_mm, edges.bottom_mm), max(edges.left_mm, edges.right_mm)
        wanted = (across, along, across, along)
    else:
        wanted = (edges.left_mm, edges.bottom_mm, edges.right_mm, edges.top_mm)
    return all(have >= want - 2 * TOLERANCE_MM for have, want in zip(free, wanted, strict=True))


def _overlap(one: Rect, other: Rect) -> bool:
    return (
        min(one.right_mm, other.right_mm) - max(one.left_mm, other.left_mm) > TOLERANCE_MM
        and min(one.top_mm, other.top_mm) - max(one.bottom_mm, other.bottom_mm) > TOLERANCE_MM
    )


# The real turn. A printer always feeds the sheet upright: it turns a landscape page by a quarter, front and back
# alike, prints both, and the reader turns the upright sheet over its long edge, like the page of a book.

Points = dict[str, tuple[float, float]]


def _corners(spot: Spot) -> Points:
    """The corners of a card as it is drawn at a spot, named as one names them with the card in hand."""
    rect = spot.rect
    xs = {"left": rect.left_mm, "right": rect.right_mm}
    ys = {"bottom": rect.bottom_mm, "top": rect.top_mm}
    found = {f"{y} {x}": (xs[x], ys[y]) for x in xs for y in ys}
    if not spot.half_turn:
        return found
    opposite = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}
    return {" ".join(opposite[word] for word in name.split()): point for name, point in found.items()}


def _fed(points: Points, layout: Layout) -> Points:
    """The points on the upright sheet, seen from the side that is printed."""
    if not layout.is_landscape:
        return points
    return {name: (layout.page.height_mm - y, x) for name, (x, y) in points.items()}


def _through_the_paper(points: Points, layout: Layout) -> Points:
    """Points of the back side as they lie behind the front side of the upright sheet."""
    width = min(layout.page.width_mm, layout.page.height_mm)
    return {name: (width - x, y) for name, (x, y) in points.items()}


@given(papers, cards, st.data())
def test_each_back_lies_behind_its_front_and_stands_upright(paper: Paper, card: Size, data: st.DataObject) -> None:
    layout = lay_out(paper, card)
    index = data.draw(st.integers(0, layout.per_sheet - 1))
    front = _fed(_corners(layout.front(index)), layout)
    back = _through_the_paper(_fed(_corners(layout.back(index)), layout), layout)
    for height in ("top", "bottom"):
        for side, other in (("left", "right"), ("right", "left")):
            assert back[f"{height} {side}"] == pytest.approx(front[f"{height} {other}"], abs=TOLERANCE_MM)


@given(papers, cards, st.booleans(), st.data())
def test_crop_marks_point_at_every_cut_and_touch_nothing(
    paper: Paper, card: Size, back: bool, data: st.DataObject
) -> None:
    layout = lay_out(paper, card)
    spots = layout.spots(data.draw(st.integers(1, layout.per_sheet)), back=back)
    kept = strip(paper, layout, back=back)
    block = bounds(spots)
    for x1, y1, x2, y2 in crop_marks(paper, layout, spots, kept):
        upright = x1 == x2
        edges = {round(edge, 6) for spot in spots for edge in _edges(spot.rect, upright)}
        assert (x1 if upright else y1) in edges
        for x, y in ((x1, y1), (x2, y2)):
            assert not _near(x, y, block, 0.99)
            outwards = min(y, layout.page.height_mm - y) if upright else min(x, layout.page.width_mm - x)
            assert outwards >= paper.marks.edge_mm - TOLERANCE_MM


def _near(x: float, y: float, block: Rect, by_mm: float) -> bool:
    across = block.left_mm - by_mm < x < block.right_mm + by_mm
    return across and block.bottom_mm - by_mm < y < block.top_mm + by_mm


def _edges(rect: Rect, upright: bool) -> tuple[float, float]:
    return (rect.left_mm, rect.right_mm) if upright else (rect.bottom_mm, rect.top_mm)


def test_marks_stop_before_the_strip_with_the_ruler() -> None:
    layout = lay_out(LETTER, CARD_SIZES["poker"])
    kept = strip(LETTER, layout, back=False)
    marks = crop_marks(LETTER, layout, layout.spots(9, back=False), kept)
    assert kept.side == "left"
    left = [mark for mark in marks if mark[0] != mark[2] and mark[0] < layout.left_mm]
    assert len(left) == 4
    assert all(min(mark[0], mark[2]) > kept.rect.right_mm for mark in left)
