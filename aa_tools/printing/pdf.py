"""Sheets -> PDF: the same bytes every time, nothing scaled, every font embedded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

from reportlab import rl_config
from reportlab.pdfgen import canvas as pdf_canvas

from aa_tools.errors import InputError
from aa_tools.printing.art import draw_face, prepare_quadrants
from aa_tools.printing.backs import Paints, draw_back
from aa_tools.printing.faces import Face, Look
from aa_tools.printing.fonts import Font
from aa_tools.printing.imposition import Layout, Sheet, Spot, bounds
from aa_tools.printing.marks import STRIP_MM, crop_marks, strip
from aa_tools.printing.pen import Pen
from aa_tools.printing.stock import PT_PER_MM, Paper, Rect, Size
from aa_tools.printing.text import SetLine, Style, fit, words_of

rl_config.useA85 = 0  # plain bytes: a fifth smaller than reportlab's text form of them

LAYOUT_VERSION = 1
"""Goes up whenever cards move on the sheet, since people keep cutting templates."""

RULER_MM = 50
_MARK_MM = 0.15
_BACK = "back"


@dataclass(frozen=True)
class Document:
    """A deck on its sheets, ready to be drawn."""

    title: str
    subject: str
    look: Look
    art: str
    paper: Paper
    layout: Layout
    faces: tuple[Face, ...]
    sheets: tuple[Sheet[Face], ...]


def write_pdf(document: Document, file: BinaryIO, on_page: Callable[[], None]) -> None:
    """Writes a document, fronts and backs in turn; calls `on_page` after each page."""
    pdf = new_pdf(file, document.layout.page, document.look, document.title, document.subject)
    pdf.setViewerPreference("Duplex", "DuplexFlipLongEdge")
    pen = Pen(pdf)
    _stamps(pen, document)
    for sheet in document.sheets:
        for back in (False, True):
            spots = document.layout.spots(len(sheet.cards), back=back)
            pdf.setTrimBox(_points(bounds(spots)))
            with pen.page():
                _page(pen, document, sheet, spots, back=back)
            on_page()
    pdf.save()


def new_pdf(file: BinaryIO, page: Size, look: Look, title: str, subject: str) -> pdf_canvas.Canvas:
    """Begins a PDF with pages of one size: its bytes follow from what is drawn alone, and viewers do not scale it."""
    pdf = pdf_canvas.Canvas(
        file,
        pagesize=(page.width_mm * PT_PER_MM, page.height_mm * PT_PER_MM),
        invariant=1,
        pdfVersion=(1, 7),
        # Without a first font of our own, reportlab names its Helvetica in every file.
        initialFontName=look.font("text").name,
    )
    pdf.setTitle(title)
    pdf.setSubject(subject)
    pdf.setAuthor(look.database.file.game.title)
    pdf.setCreator("aa_tools")
    pdf.setViewerPreference("PrintScaling", "None")
    pdf.setViewerPreference("DisplayDocTitle", "true")
    return pdf


def _stamps(pen: Pen, document: Document) -> None:
    """Draws each face and the back once; the pages only show them."""
    card, look = document.layout.card, document.look
    for face in document.faces:
        prepare_quadrants(pen, face, look)
        with pen.stamp(_name(face), card.width_mm, card.height_mm):
            draw_face(pen, face, look)
    first, second, third = look.palette.colours
    paints = Paints(first, second, third, dark=look.palette.dark, light=look.palette.ground)
    with pen.stamp(_BACK, card.width_mm, card.height_mm):
        draw_back(pen, document.art, card, paints)


def _page(pen: Pen, document: Document, sheet: Sheet[Face], spots: list[Spot], *, back: bool) -> None:
    for face, spot in zip(sheet.cards, spots, strict=True):
        rect = spot.rect
        corner = (rect.right_mm, rect.top_mm) if spot.half_turn else (rect.left_mm, rect.bottom_mm)
        with pen.moved(*corner, turn_deg=180 if spot.half_turn else 0):
            pen.show(_BACK if back else _name(face))
    kept = strip(document.paper, document.layout, back=back)
    ink = document.look.theme.inks.text
    for x1, y1, x2, y2 in crop_marks(document.paper, document.layout, spots, kept):
        pen.line([(x1, y1), (x2, y2)], ink, _MARK_MM)
    corner = (kept.rect.right_mm, kept.rect.bottom_mm) if kept.is_upright else (kept.rect.left_mm, kept.rect.bottom_mm)
    with pen.moved(*corner, turn_deg=90 if kept.is_upright else 0):
        _ruler(pen, document.look.font("text"), ink)
        for line in footer(document, sheet, back=back):
            pen.line_of_text(line)


def footer(document: Document, sheet: Sheet[Face], *, back: bool) -> list[SetLine]:
    """Returns the footer of a page, set beside the ruler on its strip.

    Raises:
        InputError: there is no room for it.
    """
    side = "back" if back else "front"
    text = (
        f"{document.title} · sheet {sheet.number} of {len(document.sheets)} · {side} · "
        f"print at 100 %, no scaling · layout {LAYOUT_VERSION}"
    )
    left = RULER_MM + 10
    box = Rect(left, 0, strip(document.paper, document.layout, back=back).length_mm - left, STRIP_MM)
    style = Style(6.5, 2, 1.1, document.look.theme.inks.text, down="middle")
    lines = fit(words_of(text, document.look.font("text")), box, style)
    if lines is None:
        raise InputError(
            f"there is no room on {document.paper.title} for the ruler and the footer",
            hint="choose a larger paper or smaller margins",
        )
    return lines


def _name(face: Face) -> str:
    return f"card-{face.card_id}"


def _ruler(pen: Pen, font: Font, ink: str) -> None:
    """Draws 50 mm to check the print against: a long tick each 10 mm, a short one each 5."""
    pen.line([(0, 0.2), (RULER_MM, 0.2)], ink, 0.2)
    for at in range(0, RULER_MM + 1, 5):
        pen.line([(at, 0.2), (at, 2.0 if at % 10 == 0 else 1.2)], ink, 0.2)
    pen.text(RULER_MM + 1, 0.4, f"{RULER_MM} mm", font, 6 / PT_PER_MM, ink)


def _points(rect: Rect) -> tuple[float, float, float, float]:
    return (rect.left_mm * PT_PER_MM, rect.bottom_mm * PT_PER_MM, rect.right_mm * PT_PER_MM, rect.top_mm * PT_PER_MM)
