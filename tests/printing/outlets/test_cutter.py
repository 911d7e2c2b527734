"""Sheets for a cutting machine: geometry, and the PDF, SVG and DXF read back."""

from __future__ import annotations

import io
import math
import xml.etree.ElementTree as ET
from dataclasses import replace
from typing import Any

import ezdxf.filemanagement
import numpy as np
import pytest
from ezdxf import bbox, units
from ezdxf.document import Drawing
from numpy.typing import NDArray
from pypdf import PdfReader

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import InputError
from aa_tools.printing.faces.template import load_paper
from aa_tools.printing.layout.geometry import CARD_SIZES, PT_PER_MM, Rect, Size
from aa_tools.printing.layout.imposition import PageSide
from aa_tools.printing.outlets.cutlines import dxf, svg
from aa_tools.printing.outlets.cutsheets import export_cut_sheets
from aa_tools.printing.outlets.cutter import CutSheet, cut_sheet
from aa_tools.printing.outlets.profile import CutterModel, load_outlet
from tests.printing.helpers import picture
from tests.printing.outlets.outlet_files import files_of, job_of

# Paper, card, columns, rows, landscape, and the length of the marks: those of the published cutting templates of
# silhouette-card-maker (its layouts.json). Lengths above 20 mm are cut down, as the machine takes no more.
PUBLISHED = [
    ("a4", "poker", 4, 2, True, 8.38),
    ("a4", "euro-poker", 4, 2, True, 9.4),
    ("letter", "poker", 4, 2, True, 7.2),
    ("letter", "euro-poker", 4, 2, True, 8.04),
    ("letter", "bridge", 4, 2, True, 12.28),
    ("letter", "japanese", 4, 2, True, 10.08),
    ("letter", "domino", 5, 2, True, 14.82),
    ("letter", "mini", 5, 3, True, 14.82),
    ("letter", "micro", 7, 4, True, 13.46),
    ("letter", "catan", 3, 3, False, 14.39),
    ("letter", "mini-american", 4, 4, False, 12.78),
    ("letter", "mini-euro", 4, 3, False, 20),
    ("letter", "tarot", 2, 2, False, 20),
    ("letter", "jumbo", 2, 1, True, 20),
]
BORDERLESS = [
    ("letter", "poker", 3, 3, False, 6.69),
    ("letter", "euro-poker", 3, 3, False, 7.45),
    ("letter", "bridge", 3, 3, False, 16.26),
    ("letter", "mini", 4, 4, False, 12.36),
    ("a4", "poker", 3, 3, False, 9.14),
    ("a4", "euro-poker", 3, 3, False, 10.5),
]


def form(name: str = "silhouette", **changes: Any) -> CutterModel:
    found = load_outlet(name).cutter
    assert found is not None
    return found.model_copy(update=changes)


def sheet(paper: str = "a4", card: str = "poker", **changes: Any) -> CutSheet:
    return cut_sheet(load_paper(paper), CARD_SIZES[card], form(**changes))


@pytest.fixture(scope="module")
def made(cards: CardDatabase) -> dict[str, bytes]:
    return files_of(cards, "silhouette")


@pytest.mark.parametrize(("paper", "card", "columns", "rows", "landscape", "arm"), PUBLISHED)
def test_published_templates_fit(paper: str, card: str, columns: int, rows: int, landscape: bool, arm: float) -> None:
    found = sheet(paper, card)
    block = found.layout.blocks[0]
    assert (block.columns, block.rows, found.layout.is_landscape) == (columns, rows, landscape)
    assert found.arm_mm == pytest.approx(arm, abs=0.006)


@pytest.mark.parametrize(("paper", "card", "columns", "rows", "landscape", "arm"), BORDERLESS)
def test_published_borderless_templates_fit(
    paper: str, card: str, columns: int, rows: int, landscape: bool, arm: float
) -> None:
    found = sheet(paper, card, inset_mm=3.5)
    block = found.layout.blocks[0]
    assert (block.columns, block.rows, found.layout.is_landscape) == (columns, rows, landscape)
    assert found.arm_mm == pytest.approx(arm, abs=0.006)


def test_cards_lie_on_whole_pixels_in_the_middle() -> None:
    """A4 is 3508 x 2480 px, four cards of 750 px with three gaps of 15 px 3045: 231.5 px at each side, so 232."""
    layout = sheet().layout
    spots = [spot.rect for spot in layout.slots(8, PageSide.FRONT)]
    assert [round(rect.left_mm * 300 / 25.4, 3) for rect in spots[:4]] == [232, 997, 1762, 2527]
    tops = [(210 - rect.top_mm) * 300 / 25.4 for rect in (spots[0], spots[4])]
    assert tops == pytest.approx([182, 1247], abs=1e-6)


@pytest.mark.parametrize("marks", [3, 4])
@pytest.mark.parametrize(("paper", "card"), [(row[0], row[1]) for row in PUBLISHED])
def test_nothing_is_printed_on_or_between_the_arms_of_a_mark(paper: str, card: str, marks: int) -> None:
    found = sheet(paper, card, marks=marks)
    page, inset, arm = found.layout.page, 10, found.arm_mm
    corners = [
        Rect(x, y, inset + arm, inset + arm)
        for x in (0, page.width_mm - inset - arm)
        for y in (0, page.height_mm - inset - arm)
    ]
    for side in (PageSide.FRONT, PageSide.BACK):
        for spot in found.layout.slots(found.layout.per_sheet, side):
            ink = spot.bleed_rect
            assert 0 < ink.left_mm < ink.right_mm < page.width_mm
            assert 0 < ink.bottom_mm < ink.top_mm < page.height_mm
            for corner in corners:
                apart = (
                    ink.right_mm < corner.left_mm
                    or ink.left_mm > corner.right_mm
                    or ink.top_mm < corner.bottom_mm
                    or ink.bottom_mm > corner.top_mm
                )
                assert apart


def test_bleeds_of_neighbours_do_not_overlap() -> None:
    inked = [spot.bleed_rect for spot in sheet().layout.slots(8, PageSide.FRONT)]
    assert inked[1].left_mm - inked[0].right_mm >= -1e-9
    assert inked[0].bottom_mm - inked[4].top_mm >= -1e-9


def test_a_larger_inset_for_sheet_feeders() -> None:
    """With 15.9 mm four poker cards do not fit side by side on Letter any more: there are three, in two rows."""
    found = sheet("letter", "poker", inset_mm=15.9)
    spots = [spot.rect for spot in found.layout.slots(found.layout.per_sheet, PageSide.FRONT)]
    assert min(min(rect.left_mm, rect.bottom_mm) for rect in spots) >= 15.9 - 0.05
    block = found.layout.blocks[0]
    assert (block.columns, block.rows, found.layout.is_landscape) == (3, 2, True)


def test_a_card_that_does_not_fit() -> None:
    with pytest.raises(InputError) as error:
        sheet("photo-4x6", "dixit")
    assert str(error.value).endswith("between the registration marks; choose a larger paper")


def black(data: bytes, page: int = 0) -> NDArray[Any]:
    """Returns the dark parts of a page at 10 pixels to the millimetre, from its lower left."""
    return np.asarray((picture(data, page, 254) < 60).all(axis=2))[::-1]


def is_mark(dark: NDArray[Any], x: float, y: float, width: float, height: float) -> bool:
    left, right, low, high = (round(10 * mm) for mm in (x, x + width, y, y + height))
    inside = dark[low + 1 : high - 1, left + 1 : right - 1]
    around = dark[low - 5 : high + 5, left - 5 : right + 5].sum() - dark[low - 1 : high + 1, left - 1 : right + 1].sum()
    return bool(inside.all()) and around == 0


def test_three_marks_as_they_are_drawn(made: dict[str, bytes]) -> None:
    """A square of 5 mm outlined with 1 mm is 6 mm; a line's middle is 10 mm from the edge, and it is 8.38 mm long."""
    dark = black(made["cards.pdf"])
    assert is_mark(dark, 9.5, 210 - 15.5, 6, 6)
    upper_right, lower_left = (
        ((278.62, 199.5, 8.88, 1), (286.5, 191.62, 1, 8.88)),
        ((9.5, 9.5, 8.88, 1), (9.5, 9.5, 1, 8.88)),
    )
    for x, y, width, height in upper_right + lower_left:
        left, right, low, high = (round(10 * mm) for mm in (x, x + width, y, y + height))
        assert dark[low + 1 : high - 1, left + 1 : right - 1].all()
    corner = dark[:250, 2970 - 250 :]
    assert not corner[:90].any()
    assert not corner[:, 120:].any()
    inner = dark[1916 - 5 : 1990, 2786:2860]
    assert not inner.any()


def test_four_marks_as_they_are_drawn(cards: CardDatabase) -> None:
    dark = black(files_of(cards, "silhouette-4", "canvas")["cards.pdf"])
    for x in (9.5, 297 - 18.38):
        for y in (9.5, 199.5):
            left, low = round(10 * x), round(10 * y)
            assert dark[low + 1 : low + 9, left + 1 : left + 87].all()
    assert not dark[1945:1990, 110:155].any()  # the square is not there


def test_the_files_and_their_pages(cards: CardDatabase, made: dict[str, bytes]) -> None:
    assert list(made) == ["cards.pdf", "cards.svg", "cards.dxf"]
    reader = PdfReader(io.BytesIO(made["cards.pdf"]))
    assert len(reader.pages) == 24
    texts = [page.extract_text() for page in reader.pages]
    fronts = " ".join(texts[::2]).split()
    for deck in cards.decks.values():
        for card in deck.cards:  # type: ignore[attr-defined]
            assert fronts.count(card.id) == card.count
    assert (
        texts[0].rstrip().endswith("Abstract Academy · sheet 1 of 12 · front · print at 100 %, no scaling · layout 1")
    )
    assert str(reader.trailer["/Root"]["/ViewerPreferences"]["/Duplex"]) == "/DuplexFlipLongEdge"  # type: ignore[index]
    for page in reader.pages:
        assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(
            (297 * PT_PER_MM, 210 * PT_PER_MM), abs=1e-3
        )


def test_no_marks_on_backs(made: dict[str, bytes]) -> None:
    drawn = black(made["cards.pdf"], 1)
    assert not drawn[1945:2005, 95:155].any()
    assert not drawn[95:105, 95:180].any()


def test_backs_lie_behind_their_fronts(made: dict[str, bytes]) -> None:
    """The last sheet holds five cards: four, and one below at the left. Turned over its lower edge, it lies above."""
    boxes = [PdfReader(io.BytesIO(made["cards.pdf"])).pages[number].trimbox for number in (22, 23)]
    front, back = ([float(each) / PT_PER_MM for each in box] for box in boxes)
    assert back == pytest.approx([front[0], 210 - front[3], front[2], 210 - front[1]], abs=1e-3)
    drawn = [np.asarray((picture(made["cards.pdf"], number, 100) < 250).any(axis=2)) for number in (22, 23)]
    shows = []
    for dark in (drawn[0], drawn[1][::-1]):
        for spot in sheet().layout.slots(8, PageSide.FRONT):
            rect = spot.rect
            top, left = (round(mm * 100 / 25.4) for mm in (210 - rect.top_mm + 5, rect.left_mm + 5))
            shows.append(bool(dark[top : top + 300, left : left + 200].any()))
    assert shows[:8] == shows[8:] == [True] * 5 + [False] * 3


def rects_of_svg(data: bytes) -> tuple[ET.Element, list[dict[str, float]]]:
    root = ET.fromstring(data)
    found = root.iter("{http://www.w3.org/2000/svg}rect")
    return root, [{name: float(value) for name, value in rect.items()} for rect in found]


def test_the_svg_has_the_outlines_where_the_cards_are(made: dict[str, bytes]) -> None:
    root, rects = rects_of_svg(made["cards.svg"])
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("297mm", "210mm", "0 0 297 210")
    spots = sheet().layout.slots(8, PageSide.FRONT)
    assert len(rects) == 8
    for rect, spot in zip(rects, spots, strict=True):
        assert rect["x"] == pytest.approx(spot.rect.left_mm, abs=1e-4)
        assert rect["y"] == pytest.approx(210 - spot.rect.top_mm, abs=1e-4)
        assert (rect["width"], rect["height"], rect["rx"], rect["ry"]) == pytest.approx((63.5, 88.9, 3, 3))


def drawing(data: bytes) -> Drawing:
    return ezdxf.filemanagement.read(io.StringIO(data.decode()))


def test_the_dxf_has_the_outlines_where_the_cards_are(made: dict[str, bytes]) -> None:
    read = drawing(made["cards.dxf"])
    assert not read.audit().errors
    assert (read.dxfversion, read.units) == ("AC1009", units.MM)
    lines = list(read.modelspace())
    spots = sheet().layout.slots(8, PageSide.FRONT)
    assert [line.dxftype() for line in lines] == ["POLYLINE"] * 8
    for line, spot in zip(lines, spots, strict=True):
        assert line.is_closed  # type: ignore[attr-defined]
        assert line.dxf.layer == "CUT"
        box = bbox.extents([line])
        assert (box.extmin.x, box.extmin.y) == pytest.approx((spot.rect.left_mm, spot.rect.bottom_mm), abs=1e-4)
        assert (box.extmax.x, box.extmax.y) == pytest.approx((spot.rect.right_mm, spot.rect.top_mm), abs=1e-4)
        corners = [each for each in line.virtual_entities() if each.dxftype() == "ARC"]  # type: ignore[attr-defined]
        assert [arc.dxf.radius for arc in corners] == pytest.approx([3] * 4, abs=1e-4)
        length = sum(each.dxf.radius * math.pi / 2 for each in corners)
        straight = [each for each in line.virtual_entities() if each.dxftype() == "LINE"]  # type: ignore[attr-defined]
        length += sum(each.dxf.start.distance(each.dxf.end) for each in straight)
        assert length == pytest.approx(2 * (63.5 + 88.9) - 24 + 6 * math.pi, abs=1e-3)


def test_square_corners() -> None:
    card = Rect(10, 20, 30, 40)
    line = next(iter(drawing(dxf(Size(100, 100), [card], 0)).modelspace()))
    assert [tuple(vertex.dxf.location)[:2] for vertex in line.vertices] == [(10, 20), (40, 20), (40, 60), (10, 60)]  # type: ignore[attr-defined]
    _, rects = rects_of_svg(svg(Size(100, 100), [card], 0))
    assert (rects[0]["x"], rects[0]["y"], rects[0]["rx"]) == (10, 40, 0)


def test_cards_of_two_sizes_have_files_of_their_own(cards: CardDatabase) -> None:
    job = job_of(cards, "professor", "first_player")
    small = tuple(replace(face, size=CARD_SIZES["mini"]) if face.deck == "professor" else face for face in job.faces)
    planned = export_cut_sheets(replace(job, faces=small), form())
    made = dict(planned.files)
    assert list(made) == list(planned.names)
    assert list(made) == [f"cards-{size}.{kind}" for size in ("mini", "poker") for kind in ("pdf", "svg", "dxf")]
    for size, ids in (("mini", 7), ("poker", 1)):
        reader = PdfReader(io.BytesIO(made[f"cards-{size}.pdf"]))
        assert len(reader.pages) == 2
        layout = sheet("a4", size).layout
        assert len(rects_of_svg(made[f"cards-{size}.svg"])[1]) == layout.per_sheet
        names = {face.card_id for face in small if face.size == CARD_SIZES[size]}
        assert len(names & set(reader.pages[0].extract_text().split())) == ids
