"""Print shops that take one PDF for each deck, with a page for each side of each card, in CMYK."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

from aa_tools.printing.drawing.pen import Pen
from aa_tools.printing.faces.card_forms import CardTrim, back_form_name, define_card_forms, front_form_name
from aa_tools.printing.faces.compose import Face
from aa_tools.printing.layout.geometry import Rect, Size
from aa_tools.printing.outlets.cmyk import press_canvas
from aa_tools.printing.outlets.export import Export, File
from aa_tools.printing.outlets.profile import OutletModel, PagesModel
from aa_tools.printing.outlets.safe import safety_warnings
from aa_tools.printing.output.pdf import new_pdf, points
from aa_tools.printing.sheets import PrintJob
from aa_tools.text import pluralise


def export_pages(job: PrintJob, outlet: OutletModel, form: PagesModel) -> Export:
    """Plans a PDF for each deck."""
    decks: dict[str, list[Face]] = {}
    for face in job.faces:
        decks.setdefault(face.deck, []).append(face)
    warnings = [
        warning
        for faces in decks.values()
        for warning in safety_warnings(faces, job.card(faces[0]), form.safe_mm, outlet.title)
    ]
    summary = tuple(_line(job, deck, faces, form) for deck, faces in decks.items())
    return Export(tuple(f"{deck}.pdf" for deck in decks), _files(job, decks, form), summary, tuple(warnings))


def _files(job: PrintJob, decks: dict[str, list[Face]], form: PagesModel) -> Iterator[File]:
    for deck, faces in decks.items():
        yield f"{deck}.pdf", deck_pdf(job, faces, form)


def deck_pdf(job: PrintJob, faces: Sequence[Face], form: PagesModel) -> bytes:
    """Returns the PDF of a deck: two pages for each copy of each card; a page is a card with its bleed."""
    card, bleed = job.card(faces[0]), form.bleed_mm
    page = Size(card.width_mm + 2 * bleed, card.height_mm + 2 * bleed)
    game, deck = job.style.database.file.game.title, faces[0].deck.replace("_", " ")
    file = io.BytesIO()
    pdf = new_pdf(
        file, page, job.style, f"{game} · {deck}", "for a print shop", make=press_canvas(form.ink_percent / 100)
    )
    pen = Pen(pdf)
    define_card_forms(pen, job.style, faces, CardTrim(card, bleed), backs=True)
    for name in _sides(faces, form):
        pdf.setBleedBox(points(Rect(0, 0, page.width_mm, page.height_mm)))
        pdf.setTrimBox(points(Rect(bleed, bleed, card.width_mm, card.height_mm)))
        with pen.page(), pen.transformed(bleed, bleed):
            pen.draw_form(name)
    pdf.save()
    return file.getvalue()


def _sides(faces: Sequence[Face], form: PagesModel) -> Iterator[str]:
    for face in faces:
        sides = (back_form_name(face.deck), front_form_name(face))
        for _ in range(face.count):
            yield from sides if form.order == "back-front" else sides[::-1]


def _line(job: PrintJob, deck: str, faces: Sequence[Face], form: PagesModel) -> str:
    cards, card = sum(face.count for face in faces), job.card(faces[0])
    page = Size(round(card.width_mm + 2 * form.bleed_mm, 3), round(card.height_mm + 2 * form.bleed_mm, 3))
    return f"{deck}.pdf: {pluralise(cards, 'card')}, {2 * cards} pages of {page}, {form.order.replace('-', ' then ')}"
