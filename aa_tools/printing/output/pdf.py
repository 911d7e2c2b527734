"""Sheets -> PDF: the same bytes every time, nothing scaled, every font embedded."""

from __future__ import annotations

import contextlib
import string
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, BinaryIO

from reportlab import rl_config
from reportlab.pdfgen import canvas as pdf_canvas

from aa_tools.printing.drawing.pen import Pen
from aa_tools.printing.faces.card_forms import CardTrim, back_form_name, define_card_forms, front_form_name
from aa_tools.printing.faces.compose import DeckStyle, Face
from aa_tools.printing.layout.calibration import IDENTITY, Calibration, Matrix, transform_bounds
from aa_tools.printing.layout.geometry import PT_PER_MM, Paper, Rect, Size, bounding_box
from aa_tools.printing.layout.imposition import Flip, Layout, PageSide, Sheet, Slot
from aa_tools.printing.layout.marks import (
    MarginStrip,
    count_unmarked_cuts,
    crop_marks,
    fold_line,
    keeps_all_marks,
    margin_strips,
)
from aa_tools.printing.output.metadata import SheetMetadata
from aa_tools.printing.output.notes import Note, draw_note, place_notes

rl_config.useA85 = 0  # plain bytes: a fifth smaller than reportlab's text form of them

LAYOUT_VERSION = 1
"""Goes up whenever cards move on the sheet, since people keep cutting templates."""

FOOTER_CHARACTERS = string.ascii_lowercase + string.digits + " ·%,"
"""What the words beside the cards are written in, but for the title of the game."""

_MARK_MM = 0.15
_DUPLEX = {Flip.LONG: "DuplexFlipLongEdge", Flip.SHORT: "DuplexFlipShortEdge"}


class PageOrder(StrEnum):
    """In which order the pages follow each other: each back after its front, or all backs after all fronts."""

    INTERLEAVED = "interleaved"
    FRONTS_FIRST = "fronts-first"


@dataclass(frozen=True)
class Document:
    """Cards on their sheets, ready to be drawn.

    Attributes:
        game: the title of the game.
        name: what the cards are called together.
        subject: how many there are and how they are printed.
        look: the inks and fonts.
        paper: the sheets.
        layout: where cards lie.
        faces: each card once.
        sheets: the cards, each as often as it is printed.
        order: the order of the pages.
        marks: whether crop marks are drawn.
        calibration: what the printer does wrong, where that is known.
    """

    game: str
    name: str
    subject: str
    style: DeckStyle
    paper: Paper
    layout: Layout
    faces: tuple[Face, ...]
    sheets: tuple[Sheet[Face], ...]
    order: PageOrder = PageOrder.INTERLEAVED
    marks: bool = True
    calibration: Calibration | None = None

    @property
    def title(self) -> str:
        """The title of the file."""
        return f"{self.game} · {self.name}"

    @property
    def pages(self) -> list[tuple[Sheet[Face], PageSide]]:
        """What the pages show, in their order."""
        sides = self.layout.sides
        if self.order == PageOrder.FRONTS_FIRST:
            return [(sheet, side) for side in sides for sheet in self.sheets]
        return [(sheet, side) for sheet in self.sheets for side in sides]

    @cached_property
    def page(self) -> Size:
        """The size of the pages: as they are read, or upright for a printer that is known."""
        page = self.layout.page
        return page.turned if self.calibration and self.layout.is_landscape else page

    def matrix(self, side: PageSide) -> Matrix:
        """Returns where the points of a page are drawn."""
        return self.calibration.onto_sheet(self.layout, side) if self.calibration else IDENTITY

    def notes(self, sheet: Sheet[Face], side: PageSide) -> list[Note]:
        """Returns the ruler and the footer of a page."""
        decks = ", ".join(dict.fromkeys(face.deck.replace("_", " ") for face in sheet.cards))
        text = (
            f"{self.game} · {decks} · sheet {sheet.number} of {len(self.sheets)} · {side} · "
            f"print at 100 %, no scaling · layout {LAYOUT_VERSION}"
        )
        font, ink = self.style.font("text"), self.style.theme.inks.text
        best: list[Note] = []
        for places in self._places[side]:
            found = place_notes(places, text, font, ink)
            if _worth(found) > _worth(best) and self.unmarked(side, found) == self.unmarked(side, []):
                best = found
            if _worth(best) == 2:
                break
        return best

    @cached_property
    def _places(self) -> dict[PageSide, list[list[MarginStrip]]]:
        """Where ruler and footer may stand on each side, the better choice first.

        The crop marks come first: a strip may take some of them where there is no other, never the last one of a cut.
        """
        found = {}
        for side in self.layout.sides:
            every = margin_strips(self.paper, self.layout, side)
            left = [each for each in every if self._unmarked(side, [each]) == self._unmarked(side, [])]
            spare = [each for each in left if not self.marks or keeps_all_marks(self.paper, self.layout, side, each)]
            found[side] = [spare, left, *([each] for each in left)]
        return found

    def unmarked(self, side: PageSide, notes: Sequence[Note]) -> int:
        """Returns how many cuts of a full page have no crop mark beside these notes; 0 where none are drawn."""
        return self._unmarked(side, [note.strip for note in notes])

    def _unmarked(self, side: PageSide, kept: Sequence[MarginStrip]) -> int:
        return count_unmarked_cuts(self.paper, self.layout, side, kept) if self.marks else 0


def _worth(notes: Sequence[Note]) -> int:
    return any(note.has_ruler for note in notes) + any(note.lines for note in notes)


def write_pdf(document: Document, file: BinaryIO, on_page: Callable[[], None]) -> None:
    """Writes a document; calls `on_page` after each page."""
    layout = document.layout
    pdf = new_pdf(file, document.page, document.style, document.title, document.subject)
    # Where all backs follow all fronts, somebody turns the stack by hand.
    duplex = document.order == PageOrder.INTERLEAVED and layout.flip in _DUPLEX
    pdf.setViewerPreference("Duplex", _DUPLEX[layout.flip] if duplex else "Simplex")
    pdf.setKeywords(str(SheetMetadata(layout.flip, document.paper.size, layout.card, document.calibration)))
    pen = Pen(pdf)
    cut = CardTrim(layout.card, layout.bleed_mm)
    define_card_forms(pen, document.style, document.faces, cut, backs=layout.flip != Flip.NONE)
    for sheet, side in document.pages:
        spots, matrix = layout.slots(len(sheet.cards), side), document.matrix(side)
        pdf.setTrimBox(points(transform_bounds(matrix, bounding_box(spot.rect for spot in spots))))
        if layout.bleed_mm:
            pdf.setBleedBox(points(transform_bounds(matrix, bounding_box(spot.bleed_rect for spot in spots))))
        with pen.page(matrix):
            _page(pen, document, sheet, side, spots)
        on_page()
    pdf.save()


def new_pdf(
    file: BinaryIO, page: Size, style: DeckStyle, title: str, subject: str, *, make: Callable[..., Any] | None = None
) -> Any:
    """Begins a PDF with pages of one size: its bytes follow from what is drawn alone, and viewers do not scale it.

    Args:
        file: open for writing bytes.
        page: the size of the pages.
        look: for the fonts.
        title: of the file.
        subject: of the file.
        make: makes the canvas, where it is not reportlab's own.
    """
    pdf = (make or pdf_canvas.Canvas)(
        file,
        pagesize=(page.width_mm * PT_PER_MM, page.height_mm * PT_PER_MM),
        invariant=1,
        pdfVersion=(1, 7),
        # Without a first font of our own, reportlab names its Helvetica in every file.
        initialFontName=style.font("text").key,
    )
    pdf.setTitle(title)
    pdf.setSubject(subject)
    pdf.setAuthor(style.database.file.game.title)
    pdf.setCreator("aa_tools")
    pdf.setViewerPreference("PrintScaling", "None")
    pdf.setViewerPreference("DisplayDocTitle", "true")
    return pdf


def _page(pen: Pen, document: Document, sheet: Sheet[Face], side: PageSide, spots: list[Slot]) -> None:
    for spot in spots:
        face = sheet.cards[spot.index]
        with lying(pen, document.layout, spot):
            pen.draw_form(back_form_name(face.deck) if spot.back else front_form_name(face))
    notes = document.notes(sheet, side)
    kept = [note.strip for note in notes]
    font, ink = document.style.font("text"), document.style.theme.inks.text
    groups = document.layout.groups(len(sheet.cards), side)
    marks = crop_marks(document.paper, document.layout, groups, kept) if document.marks else []
    for x1, y1, x2, y2 in marks + fold_line(document.paper, document.layout, kept):
        pen.line([(x1, y1), (x2, y2)], ink, _MARK_MM)
    for note in notes:
        draw_note(pen, note, font, ink)


@contextlib.contextmanager
def lying(pen: Pen, layout: Layout, spot: Slot) -> Iterator[None]:
    """Draws a card where it lies, the way it is turned, and nothing of it beyond its part of the page."""
    rect, clip = spot.rect, spot.bleed_rect
    x = rect.right_mm if spot.turn_deg in (90, 180) else rect.left_mm
    y = rect.top_mm if spot.turn_deg in (180, 270) else rect.bottom_mm
    with contextlib.ExitStack() as stack:
        if layout.bleed_mm > layout.gap_mm / 2:
            stack.enter_context(pen.clipped(clip.left_mm, clip.bottom_mm, clip.width_mm, clip.height_mm))
        stack.enter_context(pen.transformed(x, y, turn_deg=spot.turn_deg))
        yield


def points(rect: Rect) -> tuple[float, float, float, float]:
    """Returns a box of a page as PDF has it: left, bottom, right and top in points."""
    return (rect.left_mm * PT_PER_MM, rect.bottom_mm * PT_PER_MM, rect.right_mm * PT_PER_MM, rect.top_mm * PT_PER_MM)
