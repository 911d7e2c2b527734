"""Every card once, between the margins, side by side, and its back behind it when the paper is really turned."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aa_tools.errors import InputError
from aa_tools.files import DataFolders
from aa_tools.printing.faces.template import load_paper
from aa_tools.printing.layout.calibration import Calibration
from aa_tools.printing.layout.fitting import Spacing, fit_layout
from aa_tools.printing.layout.geometry import CARD_SIZES, TOLERANCE_MM, CropMarkStyle, EdgeLengths, Paper, Rect, Size
from aa_tools.printing.layout.imposition import Flip, Layout, PageSide, impose
from tests.printing.geometry import behind, corners, overlap, printed

MARGIN = EdgeLengths(6.35, 6.35, 6.35, 6.35)
MARKS = CropMarkStyle(4, 1, 3)
A4 = Paper("A4", Size(210, 297), MARGIN, MARKS)
A4_5MM = Paper("A4", Size(210, 297), EdgeLengths(5, 5, 5, 5), MARKS)
LETTER = Paper("Letter", Size(215.9, 279.4), MARGIN, MARKS)

lengths = st.floats(0, 20)
margins = st.builds(EdgeLengths, lengths, lengths, lengths, lengths)
shipped = st.sampled_from([load_paper(name) for name in DataFolders().names("templates/papers")])
odd = st.builds(
    lambda short, longer, margin: Paper("test", Size(short, short + longer), margin, MARKS),
    st.floats(180, 400),
    st.one_of(st.just(0), st.floats(0.01, 300)),
    margins,
)
cards = st.sampled_from(list(CARD_SIZES.values()))
spacings = st.builds(
    Spacing, st.one_of(st.just(0), st.floats(0, 10)), st.one_of(st.just(0), st.floats(0, 5)), st.booleans()
)


@st.composite
def layouts(draw: st.DrawFn) -> tuple[Paper, Layout]:
    """Any paper, card, flip, gap and bleed that go together."""
    paper, flip = draw(st.one_of(shipped, odd)), draw(st.sampled_from(Flip))
    try:
        return paper, fit_layout(paper, draw(cards), flip, draw(spacings))
    except InputError:
        return A4, fit_layout(A4, CARD_SIZES["poker"], flip)


@pytest.mark.parametrize(
    ("paper", "size", "gap_mm", "columns", "rows", "landscape"),
    [
        (A4, "poker", 0, 3, 3, False),
        (LETTER, "poker", 0, 3, 3, False),
        (LETTER, "poker", 3, 4, 2, True),
        (A4, "poker", 3, 3, 3, False),
        (A4, "euro-poker", 3, 3, 3, False),
        (LETTER, "euro-poker", 3, 4, 2, True),
        (A4, "mini", 0, 6, 3, True),
        (LETTER, "mini", 0, 6, 3, True),
        (LETTER, "mini", 3, 4, 4, False),
        (A4, "small-square", 0, 3, 4, False),
        (A4, "square", 0, 2, 3, False),
        (A4, "tarot", 0, 2, 2, False),
        (LETTER, "jumbo", 0, 3, 1, True),
        (load_paper("photo-4x6"), "poker", 0, 2, 1, True),
        (load_paper("a3"), "poker", 0, 6, 3, True),
    ],
)
def test_layouts_that_people_know(
    paper: Paper, size: str, gap_mm: float, columns: int, rows: int, landscape: bool
) -> None:
    layout = fit_layout(paper, CARD_SIZES[size], Flip.LONG, Spacing(gap_mm))
    (block,) = layout.blocks
    assert (block.columns, block.rows, layout.is_landscape) == (columns, rows, landscape)


@pytest.mark.parametrize(
    ("paper", "size", "plain", "mixed"), [(A4, "tarot", 4, 6), (A4_5MM, "mini", 18, 19), (LETTER, "bridge", 9, 10)]
)
def test_mixed_sheets_hold_more_and_only_on_request(paper: Paper, size: str, plain: int, mixed: int) -> None:
    assert fit_layout(paper, CARD_SIZES[size]).per_sheet == plain
    layout = fit_layout(paper, CARD_SIZES[size], Flip.LONG, Spacing(mixed=True))
    assert layout.per_sheet == mixed
    assert {block.turn_deg for block in layout.blocks} == {0, 90}


def test_poker_cards_are_centred_on_a4() -> None:
    (block,) = fit_layout(load_paper("a4"), CARD_SIZES["poker"]).blocks
    assert (block.left_mm, block.bottom_mm) == pytest.approx((9.75, 15.15))


def test_poker_cards_fill_letter_to_its_margins() -> None:
    """Three cards are 266.7 mm high, which is exactly what the margins leave: rounding must not lose a row."""
    (block,) = fit_layout(load_paper("letter"), CARD_SIZES["poker"]).blocks
    assert (block.left_mm, block.bottom_mm) == pytest.approx((12.7, 6.35))


def test_four_cards_fold_on_a_landscape_sheet() -> None:
    layout = fit_layout(A4, CARD_SIZES["poker"], Flip.FOLD)
    assert (layout.per_sheet, layout.is_landscape, layout.sides) == (4, True, (PageSide.BOTH,))
    rects = [spot.rect for spot in layout.slots(4, PageSide.BOTH)]
    assert max(rect.right_mm for rect in rects[:4]) <= 145.5
    assert min(rect.left_mm for rect in rects[4:]) >= 151.5


@pytest.mark.parametrize(
    ("paper", "card", "message"),
    [
        (
            Paper("A7", Size(74, 105), EdgeLengths(10, 10, 10, 10), MARKS),
            CARD_SIZES["poker"],
            "a card of 63.5 x 88.9 mm does not fit on A7 (74 x 105 mm) between the margins",
        ),
        (
            Paper("A4", Size(210, 297), EdgeLengths(150, 6, 150, 6), MARKS),
            CARD_SIZES["poker"],
            "the margins leave no space on A4 (210 x 297 mm)",
        ),
    ],
)
def test_a_card_larger_than_the_paper_is_refused(paper: Paper, card: Size, message: str) -> None:
    with pytest.raises(InputError) as caught:
        fit_layout(paper, card)
    assert str(caught.value) == f"{message}; choose a larger paper or smaller margins"


@given(layouts(), st.integers(1, 120))
def test_every_card_is_on_one_sheet_and_sheets_are_full_but_the_last(found: tuple[Paper, Layout], count: int) -> None:
    layout = found[1]
    sheets = impose(range(count), layout)
    assert [each for sheet in sheets for each in sheet.cards] == list(range(count))
    assert all(len(sheet.cards) == layout.per_sheet for sheet in sheets[:-1])
    assert 1 <= len(sheets[-1].cards) <= layout.per_sheet
    assert [sheet.number for sheet in sheets] == list(range(1, len(sheets) + 1))


@given(layouts(), st.data())
def test_each_card_shows_each_of_its_sides_once(found: tuple[Paper, Layout], data: st.DataObject) -> None:
    layout = found[1]
    count = data.draw(st.integers(1, layout.per_sheet))
    shown = Counter((spot.index, spot.back) for side in layout.sides for spot in layout.slots(count, side))
    sides = (False,) if layout.flip is Flip.NONE else (False, True)
    assert shown == Counter((index, back) for index in range(count) for back in sides)


@given(layouts())
def test_cards_lie_between_the_margins_and_apart(found: tuple[Paper, Layout]) -> None:
    paper, layout = found
    for side in layout.sides:
        spots = layout.slots(layout.per_sheet, side)
        for spot in spots:
            size = layout.card.turned if spot.turn_deg % 180 else layout.card
            assert (spot.rect.width_mm, spot.rect.height_mm) == (size.width_mm, size.height_mm)
            assert _inside(spot.bleed_rect, layout, paper)
            assert _within(spot.rect, spot.bleed_rect)
        for one, other in itertools.combinations(spots, 2):
            assert not overlap(one.bleed_rect, other.bleed_rect, TOLERANCE_MM)
            assert not overlap(one.bleed_rect, other.rect, TOLERANCE_MM)


def _inside(rect: Rect, layout: Layout, paper: Paper) -> bool:
    free = (rect.left_mm, rect.bottom_mm, layout.page.width_mm - rect.right_mm, layout.page.height_mm - rect.top_mm)
    edges = paper.margins
    wanted = (edges.left_mm, edges.bottom_mm, edges.right_mm, edges.top_mm)
    if layout.is_landscape:
        # Which way the printer turns the page is its own business, so both ways must fit.
        across, along = max(edges.top_mm, edges.bottom_mm), max(edges.left_mm, edges.right_mm)
        wanted = (across, along, across, along)
    return all(have >= want - 2 * TOLERANCE_MM for have, want in zip(free, wanted, strict=True))


def _within(inner: Rect, outer: Rect) -> bool:
    return (
        outer.left_mm <= inner.left_mm + TOLERANCE_MM
        and outer.bottom_mm <= inner.bottom_mm + TOLERANCE_MM
        and outer.right_mm >= inner.right_mm - TOLERANCE_MM
        and outer.top_mm >= inner.top_mm - TOLERANCE_MM
    )


errors = st.builds(
    Calibration,
    st.floats(-5, 5),
    st.floats(-5, 5),
    st.floats(-3, 3),
    st.floats(0.97, 1.03),
    st.floats(0.97, 1.03),
)


def _each_back_is_behind_its_front(layout: Layout, known: Calibration | None, error: Calibration) -> None:
    sides = {False: layout.sides[0], True: layout.sides[-1]}
    shown = {
        back: {spot.index: spot for spot in layout.slots(layout.per_sheet, side) if spot.back is back}
        for back, side in sides.items()
    }
    for index, front in shown[False].items():
        before = printed(corners(front), layout, sides[False], known, error)
        after = printed(corners(shown[True][index]), layout, sides[True], known, error)
        after = behind(after, layout)
        for height in ("top", "bottom"):
            for side, other in (("left", "right"), ("right", "left")):
                assert after[f"{height} {side}"] == pytest.approx(before[f"{height} {other}"], abs=TOLERANCE_MM)


@given(layouts())
def test_every_back_is_upright_behind_its_front(found: tuple[Paper, Layout]) -> None:
    if found[1].flip is not Flip.NONE:
        _each_back_is_behind_its_front(found[1], None, Calibration())


@given(layouts(), errors)
def test_a_calibrated_printer_lays_each_back_behind_its_front(found: tuple[Paper, Layout], error: Calibration) -> None:
    if found[1].flip is not Flip.NONE:
        _each_back_is_behind_its_front(found[1], error, error)


@given(layouts(), errors)
def test_a_calibrated_printer_prints_cards_in_their_true_size_and_place(
    found: tuple[Paper, Layout], error: Calibration
) -> None:
    layout = found[1]
    for side in layout.sides:
        for spot in layout.slots(layout.per_sheet, side):
            true = printed(corners(spot), layout, side, None, Calibration())
            come_out = printed(corners(spot), layout, side, error, error)
            for name, point in true.items():
                assert come_out[name] == pytest.approx(point, abs=TOLERANCE_MM)


def test_the_check_above_can_fail() -> None:
    layout = fit_layout(A4, CARD_SIZES["poker"])
    with pytest.raises(AssertionError):
        _each_back_is_behind_its_front(layout, None, Calibration(offset_x_mm=0.1))
    with pytest.raises(AssertionError):
        _each_back_is_behind_its_front(layout, Calibration(angle_deg=0.1), Calibration(angle_deg=-0.1))
