"""What a setup does to the pages: flips, order, gap and bleed, sizes, marks, shared sheets, and what is warned of."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from pypdf.generic import DictionaryObject

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import InputError
from aa_tools.printing.layout.calibration import Calibration, Printer
from aa_tools.printing.layout.fitting import Spacing
from aa_tools.printing.layout.geometry import CARD_SIZES, PT_PER_MM, EdgeLengths, Rect, Size
from aa_tools.printing.layout.imposition import Flip, PageSide
from aa_tools.printing.output.pdf import PageOrder
from aa_tools.printing.sheets import PrintSettings, card_size, make_sheet_sets, plan, prepare_job, write
from tests.printing.helpers import DECKS, cut, edited, pdf_of, picture, read

DPI = 100


def ink(data: bytes, page: int, rect: Rect, height_mm: float, dpi: int = DPI) -> NDArray[Any]:
    """Cuts a rectangle that is measured from the lower left corner out of a drawn page."""
    top = height_mm - rect.top_mm
    return cut(picture(data, page, dpi), dpi, rect.left_mm, top, rect.width_mm, rect.height_mm)


@pytest.mark.parametrize("paper", ["a4", "photo-4x6"])
@pytest.mark.parametrize("flip", [Flip.LONG, Flip.SHORT])
def test_a_back_is_drawn_behind_its_front_and_nowhere_else(cards: CardDatabase, flip: Flip, paper: str) -> None:
    setup = PrintSettings(flip=flip)
    planned = plan(cards, "professor", paper=paper, setup=setup)
    data, layout, last = pdf_of(cards, "professor", paper, setup), planned.document.layout, planned.pages - 1
    drawn = {spot.index for spot in layout.slots(len(planned.document.sheets[-1].cards), PageSide.BACK)}
    for spot in layout.slots(layout.per_sheet, PageSide.BACK):
        part = ink(data, last, spot.rect.expanded(EdgeLengths(-4, -4, -4, -4)), layout.page.height_mm)
        assert (part < 250).any() == (spot.index in drawn)


def test_fronts_and_backs_fold_onto_each_other(cards: CardDatabase) -> None:
    setup = PrintSettings(flip=Flip.FOLD)
    planned, data = plan(cards, "professor", setup=setup), pdf_of(cards, "professor", setup=setup)
    assert (planned.pages, planned.sheets, planned.empty_places, len(read(data).pages)) == (2, 2, 1, 2)
    page = picture(data, 1, DPI)
    middle = page.shape[1] // 2
    half, behind = page[:, :middle], page[:, ::-1][:, :middle]
    layout = planned.document.layout
    for spot in layout.slots(4, PageSide.FRONT):
        left, top = round(spot.rect.left_mm / 25.4 * DPI), round((210 - spot.rect.top_mm) / 25.4 * DPI)
        parts = [(side[top + 20 : top + 300, left + 20 : left + 220] < 250).any() for side in (half, behind)]
        assert parts == [spot.index < 3, spot.index < 3]
    assert "front and back" in read(data).pages[0].extract_text()


@pytest.mark.parametrize(
    ("flip", "order", "duplex", "pages", "subject"),
    [
        (Flip.LONG, PageOrder.INTERLEAVED, "/DuplexFlipLongEdge", "fbfb", "backs for a long-edge flip"),
        (Flip.SHORT, PageOrder.INTERLEAVED, "/DuplexFlipShortEdge", "fbfb", "backs for a short-edge flip"),
        (Flip.LONG, PageOrder.FRONTS_FIRST, "/Simplex", "ffbb", "backs for a long-edge flip, all fronts first"),
        (Flip.NONE, PageOrder.INTERLEAVED, "/Simplex", "ff", "fronts only"),
        (Flip.FOLD, PageOrder.FRONTS_FIRST, "/Simplex", "fff", "backs beside the fronts, to be folded"),
    ],
)
def test_pages_follow_each_other_as_asked(
    cards: CardDatabase, flip: Flip, order: PageOrder, duplex: str, pages: str, subject: str
) -> None:
    reader = read(pdf_of(cards, "inspiration", setup=PrintSettings(flip=flip, order=order)))
    texts = [page.extract_text() for page in reader.pages]
    assert "".join("b" if "· back ·" in text else "f" for text in texts) == pages
    sheets = [int(text.partition("sheet ")[2][0]) for text in texts]
    assert sheets == sorted(sheets) or (order is PageOrder.FRONTS_FIRST and sheets == [1, 2, 1, 2])
    root = reader.trailer["/Root"]
    assert isinstance(root, DictionaryObject)
    wishes = root["/ViewerPreferences"]
    assert isinstance(wishes, DictionaryObject)
    assert str(wishes["/Duplex"]) == duplex
    assert reader.metadata is not None
    assert str(reader.metadata.subject).endswith(subject)


def test_a_bleed_runs_over_the_edge_and_never_over_a_neighbour(cards: CardDatabase) -> None:
    setup = PrintSettings(spacing=Spacing(gap_mm=4, bleed_mm=3))
    planned = plan(cards, "canvas", setup=setup)
    data, layout = pdf_of(cards, "canvas", setup=setup), planned.document.layout
    trim, bleed = (
        [float(each) / PT_PER_MM for each in box] for box in (read(data).pages[1].trimbox, read(data).pages[1].bleedbox)
    )
    assert [round(inner - outer, 3) for inner, outer in zip(trim, bleed, strict=True)] == [3, 3, -3, -3]
    block = layout.bounds(PageSide.BACK)
    outside = ink(data, 1, Rect(block.left_mm - 0.9, block.bottom_mm + 10, 0.7, 60), layout.page.height_mm)
    inside = ink(data, 1, Rect(block.left_mm + 0.2, block.bottom_mm + 10, 0.7, 60), layout.page.height_mm)
    assert (outside == 255).all()
    assert (inside < 250).any(axis=2).all()
    assert planned.warnings == ("The bleed between two cards is limited to 2 mm, half of the gap.",)
    assert plan(cards, "canvas", setup=PrintSettings(spacing=Spacing(6, 3))).warnings == ()


def test_each_neighbour_keeps_its_half_of_the_gap(cards: CardDatabase) -> None:
    """The first player's card lies beside a reference card: their backs meet in the middle between them."""
    job = prepare_job(cards, ["first_player", "reference"], setup=PrintSettings(spacing=Spacing(gap_mm=2, bleed_mm=3)))
    (planned,) = make_sheet_sets(job)
    file = io.BytesIO()
    write(planned, file)
    layout = planned.document.layout
    first, second = layout.slots(2, PageSide.BACK)
    assert first.bleed_rect.right_mm == pytest.approx(second.bleed_rect.left_mm)
    meet = first.bleed_rect.right_mm
    own = ink(file.getvalue(), 1, Rect(meet - 0.8, first.rect.bottom_mm + 60, 0.6, 20), layout.page.height_mm)
    reference = ink(file.getvalue(), 1, Rect(meet + 0.2, first.rect.bottom_mm + 60, 0.6, 20), layout.page.height_mm)
    # The squares are blue at their edge; the disc lies on yellow and dark halves.
    assert reference.reshape(-1, 3)[:, 2].min() > 150
    assert own.reshape(-1, 3)[:, 2].max() < 100


def test_a_picture_that_touches_the_edge_runs_into_the_bleed(
    cards: CardDatabase, tmp_path: Any, monkeypatch: Any
) -> None:
    folder = tmp_path / "templates" / "faces"
    folder.mkdir(parents=True)
    (folder / "edge.yaml").write_text(
        "format: aa.face/1\nsize: poker\nart:\n"
        "  ground: {draw: panel, box_mm: {left: 0, top: 0, width: 63.5, height: 20}, ink: text}\n",
        encoding="utf-8",
    )
    from aa_tools.cards.database import load_cards
    from tests.printing.helpers import ROOT

    own = edited(ROOT / "cards.yaml", tmp_path / "cards.yaml", "template: first-player", "template: edge")
    monkeypatch.chdir(tmp_path)
    setup = PrintSettings(spacing=Spacing(6, 3))
    planned = plan(load_cards(str(own)), "first_player", setup=setup)
    data = pdf_of(load_cards(str(own)), "first_player", setup=setup)
    (spot,) = planned.document.layout.slots(1, PageSide.FRONT)
    page = planned.document.layout.page
    band = Rect(spot.bleed_rect.left_mm + 0.2, spot.rect.top_mm - 19.8, spot.bleed_rect.width_mm - 0.4, 22.6)
    assert (ink(data, 0, band, page.height_mm) < 60).all()
    below = Rect(spot.rect.left_mm, spot.bleed_rect.bottom_mm, 63, spot.rect.height_mm - 18)
    assert (ink(data, 0, below, page.height_mm) == 255).all()


@pytest.mark.parametrize("size", sorted(CARD_SIZES))
def test_cards_print_in_every_size(cards: CardDatabase, size: str) -> None:
    setup = PrintSettings(size=card_size(size), flip=Flip.NONE)
    planned, data = plan(cards, "assignment", setup=setup), pdf_of(cards, "assignment", setup=setup)
    layout = planned.document.layout
    assert layout.card == CARD_SIZES[size]
    assert planned.cards == 15
    page = picture(data, 0, DPI)
    for spot in layout.slots(len(planned.document.sheets[0].cards), PageSide.FRONT):
        rect, height = spot.rect, layout.page.height_mm
        part = cut(page, DPI, rect.left_mm + 1, height - rect.top_mm + 1, rect.width_mm - 2, rect.height_mm - 2)
        rows, columns = np.nonzero((part < 250).any(axis=2))
        # What is drawn stands in the middle of the card and nearly fills it one way.
        assert abs(columns.min() + columns.max() - part.shape[1]) <= 4
        assert max(np.ptp(columns) / part.shape[1], np.ptp(rows) / part.shape[0]) > 0.85


def test_crop_marks_can_be_left_out_but_the_ruler_stays(cards: CardDatabase) -> None:
    page = picture(pdf_of(cards, "canvas", setup=PrintSettings(marks=False)), 0, 200)
    assert (cut(page, 200, 0, 0, 210, 15) == 255).all()
    assert (cut(page, 200, 200.5, 0, 9.5, 297) == 255).all()
    assert (cut(page, 200, 0, 297 - 12, 60, 10) < 128).any()


def test_decks_share_sheets_and_keep_their_backs(cards: CardDatabase) -> None:
    job = prepare_job(cards, DECKS)
    (planned,) = make_sheet_sets(job)
    assert (planned.name, planned.cards, planned.sheets, planned.empty_places) == ("cards", 93, 11, 6)
    assert [each.sheets for each in make_sheet_sets(job, separate=True)] == [6, 2, 2, 1, 1, 1]
    file = io.BytesIO()
    write(planned, file)
    pages = read(file.getvalue()).pages
    assert len(pages) == 22
    assert "Abstract Academy · inspiration, assignment · sheet 8 of 11 · front" in pages[14].extract_text()
    layout, sheet = planned.document.layout, planned.document.sheets[7]
    drawn = [
        ink(file.getvalue(), 15, spot.rect.expanded(EdgeLengths(-5, -5, -5, -5)), layout.page.height_mm)
        for spot in layout.slots(9, PageSide.BACK)
    ]
    decks = [face.deck for face in sheet.cards]
    assert decks == ["inspiration"] * 3 + ["assignment"] * 6
    near = [[float(np.abs(one.astype(int)[:330, :205] - other[:330, :205]).mean()) for other in drawn] for one in drawn]
    for row in range(9):
        for column in range(9):
            assert (near[row][column] < 20) is (decks[row] == decks[column])


def test_cards_of_different_sizes_do_not_share_sheets(cards: CardDatabase, tmp_path: Any, monkeypatch: Any) -> None:
    folder = tmp_path / "templates" / "faces"
    folder.mkdir(parents=True)
    (folder / "mini.yaml").write_text(
        "format: aa.face/1\nsize: mini\nart:\n"
        "  colours: {draw: colours, box_mm: {left: 4, top: 4, width: 30, height: 30}}\n",
        encoding="utf-8",
    )
    from aa_tools.cards.database import load_cards
    from tests.printing.helpers import ROOT

    own = edited(ROOT / "cards.yaml", tmp_path / "cards.yaml", "template: first-player", "template: mini")
    monkeypatch.chdir(tmp_path)
    job = prepare_job(load_cards(str(own)), ["professor", "first_player"])
    found = {each.name: (each.document.layout.card, each.cards) for each in make_sheet_sets(job)}
    assert found == {"cards-poker": (CARD_SIZES["poker"], 7), "cards-mini": (CARD_SIZES["mini"], 1)}


def test_a_known_printer_gets_upright_pages_and_moved_backs(cards: CardDatabase) -> None:
    printer = Printer("office", Calibration(offset_x_mm=2, offset_y_mm=-1))
    setup = PrintSettings(size=CARD_SIZES["mini"], printer=printer)
    plain = read(pdf_of(cards, "canvas", setup=PrintSettings(size=CARD_SIZES["mini"])))
    known = read(pdf_of(cards, "canvas", setup=setup))
    assert float(plain.pages[0].mediabox[2]) > float(plain.pages[0].mediabox[3])
    assert [float(each) / PT_PER_MM for each in known.pages[0].mediabox[2:]] == pytest.approx([210, 297])
    front, back = ([float(each) / PT_PER_MM for each in page.trimbox] for page in known.pages[:2])
    assert back == pytest.approx([210 - front[2] - 2, front[1] + 1, 210 - front[0] - 2, front[3] + 1], abs=0.001)


def test_the_margins_of_a_printer_count_and_those_of_the_command_line_count_more(cards: CardDatabase) -> None:
    printer = Printer("office", Calibration(), EdgeLengths(5, 5, 26, 5))
    assert plan(cards, "canvas", setup=PrintSettings(printer=printer)).document.layout.per_sheet == 6
    assert (
        plan(
            cards, "canvas", setup=PrintSettings(printer=printer, margins=EdgeLengths(5, 5, 5, 5))
        ).document.layout.per_sheet
        == 9
    )


EDGE = (
    "On {} the cards come within {} mm of the edge. "
    "If your printer cannot print that close to the edge, set larger --margins."
)


@pytest.mark.parametrize(
    ("paper", "setup", "warning"),
    [
        ("letter", PrintSettings(), EDGE.format("Letter", "6.35")),
        ("a4", PrintSettings(size=Size(70, 99), margins=EdgeLengths(0, 0, 0, 0)), EDGE.format("A4", "0")),
        (
            "a4",
            PrintSettings(size=CARD_SIZES["micro"]),
            "The faces are scaled to 50%, so small text is hard to read.",
        ),
        (
            "a4",
            PrintSettings(size=Size(70, 99), margins=EdgeLengths(0, 0, 0, 0)),
            "On A4 there is no room for the ruler. Measure a card to check the size.",
        ),
    ],
)
def test_what_may_go_wrong_at_the_printer_is_said(
    cards: CardDatabase, paper: str, setup: PrintSettings, warning: str
) -> None:
    assert warning in plan(cards, "canvas", paper=paper, setup=setup).warnings


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("size", ["poker", "tarot", "bridge", "mini"])
def test_ruler_and_footer_leave_each_cut_of_a_mixed_sheet_its_mark(cards: CardDatabase, size: str, paper: str) -> None:
    document = plan(
        cards,
        "canvas",
        paper=paper,
        setup=PrintSettings(card_size(size), spacing=Spacing(mixed=True), margins=EdgeLengths(*[6] * 4)),
    ).document
    for side in document.layout.sides:
        notes = document.notes(document.sheets[0], side)
        assert document.unmarked(side, notes) == 0
        assert any(note.lines for note in notes)


def test_a_paper_on_which_no_crop_mark_fits_is_told(cards: CardDatabase, tmp_path: Any) -> None:
    (tmp_path / "own.yaml").write_text("extends: a4\nmarks_mm: {edge: 30}\n", encoding="utf-8")
    assert plan(cards, "canvas", paper=str(tmp_path / "own.yaml")).warnings[0] == (
        "On A4 8 cuts of a sheet have no crop marks. "
        "Set larger --margins, or less clearance and edge under marks_mm in the paper."
    )


def test_nothing_is_warned_of_where_all_is_well(cards: CardDatabase) -> None:
    assert plan(cards, "canvas").warnings == ()
    printer = Printer("office", Calibration(), EdgeLengths(3, 3, 3, 3))
    assert plan(cards, "canvas", paper="letter", setup=PrintSettings(printer=printer)).warnings == ()


@pytest.mark.parametrize("paper", ["a5", "photo-4x6", "photo-5x7"])
def test_small_papers_have_their_ruler_and_their_footer(cards: CardDatabase, paper: str) -> None:
    for page in read(pdf_of(cards, "professor", paper)).pages:
        text = " ".join(page.extract_text().split())
        assert "50 mm" in text
        assert "print at 100 %, no scaling" in text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0x88", "a card of 0 x 88 mm is too small; each side is at least 25 mm"),
        ("63", "there is no card size '63'; known: poker, euro-poker"),
        ("-63x88", "there is no card size '-63x88'; known: poker"),
        ("pokr", "there is no card size 'pokr'; did you mean poker?; or write it in mm, such as 63x88"),
    ],
)
def test_a_size_that_is_none_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        card_size(text)
    assert str(caught.value).startswith(message)


def test_sizes_have_names_or_are_written_out() -> None:
    assert card_size("tarot") == Size(69.85, 120.65)
    assert card_size("63.5x88.9") == CARD_SIZES["poker"]


@pytest.mark.parametrize("flip", [Flip.LONG, Flip.SHORT, Flip.FOLD])
def test_turned_cards_look_like_upright_ones_turned(cards: CardDatabase, flip: Flip) -> None:
    """Each card of a mixed sheet, cut out and turned upright, is the card that a sheet of its own shows."""
    alone = PrintSettings(size=CARD_SIZES["bridge"], flip=flip)
    mixed = PrintSettings(
        size=CARD_SIZES["bridge"], flip=flip, spacing=Spacing(mixed=True), margins=EdgeLengths(5, 5, 5, 5)
    )
    seen = set()
    first, second = (_cut_out(cards, setup) for setup in (alone, mixed))
    for key, (turn_deg, picture_of_it) in second.items():
        seen.add(turn_deg)
        if key in first:
            assert np.abs(picture_of_it.astype(int) - first[key][1].astype(int)).mean() < 12
    assert {0, 90} <= seen or flip is Flip.FOLD
    assert len(first.keys() & second.keys()) == 108


def _cut_out(cards: CardDatabase, setup: PrintSettings) -> dict[tuple[str, bool], tuple[int, NDArray[Any]]]:
    """Cuts each card of the canvas deck out of its sheet, both sides, and turns it upright."""
    planned, data = plan(cards, "canvas", paper="letter", setup=setup), pdf_of(cards, "canvas", "letter", setup)
    layout, found = planned.document.layout, {}
    for page, (sheet, side) in enumerate(planned.document.pages):
        drawn = picture(data, page, DPI)
        for spot in layout.slots(len(sheet.cards), side):
            rect, height = spot.rect, layout.page.height_mm
            part = cut(
                drawn, DPI, rect.left_mm + 0.5, height - rect.top_mm + 0.5, rect.width_mm - 1, rect.height_mm - 1
            )
            # numpy turns counter-clockwise, so it takes three more quarters to turn one back.
            upright = np.rot90(part, (4 - spot.turn_deg // 90) % 4)[:340, :210]
            found[sheet.cards[spot.index].card_id, spot.back] = (spot.turn_deg, upright)
    return found
