"""The check of a PDF of sheets: what `aa` prints passes, and each kind of damage is found and named."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader, PdfWriter, Transformation
from pypdf.generic import ContentStream, DictionaryObject, NameObject, RectangleObject, StreamObject

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import InputError
from aa_tools.printing.layout.calibration import Calibration, Printer
from aa_tools.printing.layout.geometry import PT_PER_MM, Size
from aa_tools.printing.layout.imposition import Flip
from aa_tools.printing.output.metadata import SheetMetadata, parse_metadata
from aa_tools.printing.sheets import PrintSettings
from aa_tools.printing.verify.sheetcheck import check_sheets
from tests.printing.helpers import DECKS, ROOT, edited, pdf_of


def problems(data: bytes) -> list[str]:
    return [str(problem) for problem in check_sheets(data, "x.pdf")]


def damaged(data: bytes, damage: Callable[[PdfWriter], None]) -> list[str]:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(data)))
    damage(writer)
    file = io.BytesIO()
    writer.write(file)
    return problems(file.getvalue())


@pytest.fixture(scope="module")
def professors(cards: CardDatabase) -> bytes:
    return pdf_of(cards, "professor")


@pytest.mark.parametrize("theme", ["classic", "low-ink", "tagged"])
@pytest.mark.parametrize("deck", DECKS)
def test_what_is_printed_passes(cards: CardDatabase, deck: str, theme: str) -> None:
    assert problems(pdf_of(cards, deck, theme=theme)) == []


def test_other_papers_pass(cards: CardDatabase) -> None:
    assert problems(pdf_of(cards, "assignment", paper="letter")) == []


def test_a_passport_is_read_as_it_is_written() -> None:
    metadata = SheetMetadata("short", Size(215.9, 279.4), Size(63.5, 88.9))
    assert parse_metadata(str(metadata)) == metadata
    known = replace(metadata, calibration=Calibration(-12.5, 0.00001, 0.2, 0.997, 1))
    assert parse_metadata(str(known)) == known
    assert parse_metadata("aa.sheets/2 flip=long") is None


def test_a_file_written_anew_by_other_software_passes(professors: bytes) -> None:
    assert damaged(professors, lambda writer: None) == []


def test_a_page_that_was_scaled(professors: bytes) -> None:
    def damage(writer: PdfWriter) -> None:
        writer.pages[1].scale_by(0.97)

    message = "x.pdf: page 2: is 203.7 x 288.1 mm, not 210.0 x 297.0 mm; a viewer may have scaled it"
    assert message in damaged(professors, damage)


def test_a_page_without_a_trim_box(professors: bytes) -> None:
    def damage(writer: PdfWriter) -> None:
        del writer.pages[0]["/TrimBox"]

    assert damaged(professors, damage) == ["x.pdf: page 1: has no trim box; make the file again"]


def add(writer: PdfWriter, page: int, text: str) -> None:
    """Adds text in Helvetica to a page."""
    old = writer.pages[page].get_contents()
    assert old is not None
    stream = StreamObject()
    stream.set_data(b"q\n" + old.get_data() + b"\nQ\n" + text.encode())
    writer.pages[page][NameObject("/Contents")] = writer._add_object(stream)
    font = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject("/Helvetica"),
        }
    )
    resources = writer.pages[page]["/Resources"]
    assert isinstance(resources, DictionaryObject)
    fonts = resources["/Font"].get_object()
    assert isinstance(fonts, DictionaryObject)
    fonts[NameObject("/Loose")] = font


def test_a_font_that_is_not_embedded(professors: bytes) -> None:
    assert damaged(professors, lambda writer: add(writer, 1, "BT /Loose 9 Tf 100 400 Td (hello) Tj ET")) == [
        "x.pdf: page 2: the font Helvetica is not embedded; a print shop may replace it with another font"
    ]


def test_text_that_is_too_small(professors: bytes) -> None:
    found = damaged(professors, lambda writer: add(writer, 0, "BT /Loose 3 Tf 100 400 Td (tiny text) Tj ET"))
    assert found[1:] == ["x.pdf: page 1: 'tiny' is printed in 3.0 pt; under 3.5 pt is not legible; use larger cards"]


def test_text_that_a_matrix_makes_too_small(professors: bytes) -> None:
    found = damaged(professors, lambda writer: add(writer, 0, ".2 0 0 .2 0 0 cm BT /Loose 9 Tf 500 2000 Td (i) Tj ET"))
    assert found[1:] == ["x.pdf: page 1: 'i' is printed in 1.8 pt; under 3.5 pt is not legible; use larger cards"]


def test_a_back_that_is_not_printed(professors: bytes) -> None:
    found = damaged(professors, lambda writer: writer.remove_page(1))
    assert len(found) == 7
    assert found[0] == (
        "x.pdf: page 1: the card 10 mm from the left and 15 mm from the top has no back behind it; make the file again"
    )


def test_a_last_row_that_is_not_mirrored(professors: bytes) -> None:
    """The seventh professor lies at the left, so its back must lie at the right."""

    def damage(writer: PdfWriter) -> None:
        page = writer.pages[1]
        content = ContentStream(page.get_contents(), writer)
        page[NameObject("/Contents")] = writer._add_object(content)
        page.add_transformation(Transformation().scale(-1, 1).translate(210 * PT_PER_MM, 0))

    assert damaged(professors, damage) == [
        "x.pdf: page 1: the card 10 mm from the left and 193 mm from the top has no back behind it; "
        "make the file again",
        "x.pdf: page 2: the card 10 mm from the left and 193 mm from the top has no front behind it; "
        "make the file again",
    ]


def test_a_page_without_a_footer(professors: bytes) -> None:
    def damage(writer: PdfWriter) -> None:
        writer.add_blank_page(210 * PT_PER_MM, 297 * PT_PER_MM)[NameObject("/TrimBox")] = RectangleObject(
            (9, 9, 99, 99)
        )

    assert damaged(professors, damage) == [
        "x.pdf: page 3: has no footer with the number of the sheet; make the file again"
    ]


def test_a_file_that_says_nothing_of_itself(professors: bytes) -> None:
    (message,) = damaged(professors, lambda writer: writer.add_metadata({"/Keywords": "holiday"}))
    assert message.startswith("x.pdf: has no information about flip, paper and card size; make it again with aa sheets")


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7\n", b"hello"])
def test_what_is_no_pdf(data: bytes) -> None:
    with pytest.raises(InputError) as caught:
        problems(data)
    assert str(caught.value) == "x.pdf: is not a readable PDF; use a PDF made by aa sheets"


def test_small_cards_have_small_text(cards: CardDatabase, tmp_path: Path) -> None:
    face = edited(ROOT / "templates/faces/canvas.yaml", tmp_path / "tiny.yaml", "smallest_pt: 4.5", "smallest_pt: 1")
    face = edited(face, tmp_path / "tiny.yaml", "size_pt: 6", "size_pt: 3")
    (tmp_path / "own.yaml").write_text("extends: classic\nfaces: {canvas: tiny.yaml}\n", encoding="utf-8")
    found = problems(pdf_of(cards, "canvas", theme=str(tmp_path / "own.yaml")))
    assert found[0].startswith("x.pdf: page 1: 'C0")
    assert "is printed in 3.0 pt; under 3.5 pt" in found[0]


@pytest.mark.parametrize("paper", ["a4", "photo-4x6"])
@pytest.mark.parametrize("flip", [Flip.LONG, Flip.SHORT, Flip.FOLD])
def test_what_is_put_right_for_a_printer_passes(cards: CardDatabase, flip: Flip, paper: str) -> None:
    printer = Printer("far", Calibration(-9, 7, 1.5, 0.95, 1.05))
    assert problems(pdf_of(cards, "professor", paper=paper, setup=PrintSettings(flip=flip, printer=printer))) == []


@pytest.mark.parametrize("kind", [b"/Subtype /Form", b"/Type /XObject", b"/Filter [ /FlateDecode ]"])
@pytest.mark.parametrize("at", [40, 400])
def test_a_damaged_part_is_told_by_its_place(professors: bytes, kind: bytes, at: int) -> None:
    start = professors.index(b"stream\n", professors.rindex(kind)) + len(b"stream\n")
    data = bytearray(professors)
    data[start + at] ^= 0x55
    assert problems(bytes(data)) == [
        f"x.pdf: is damaged at byte {start:,}, so part of a page is missing; "
        "make it again with aa sheets, or copy it again"
    ]
