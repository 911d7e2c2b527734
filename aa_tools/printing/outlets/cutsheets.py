"""Cutting machines: sheets with registration marks as PDF, and files with the cut lines."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

from aa_tools.printing.drawing.labels import draw_label
from aa_tools.printing.drawing.pen import Pen
from aa_tools.printing.faces.card_forms import CardTrim, back_form_name, define_card_forms, front_form_name
from aa_tools.printing.faces.compose import Face
from aa_tools.printing.layout.geometry import Rect, Size, bounding_box
from aa_tools.printing.layout.imposition import PageSide, Sheet, impose
from aa_tools.printing.outlets.cutlines import dxf, svg
from aa_tools.printing.outlets.cutter import CutSheet, cut_sheet
from aa_tools.printing.outlets.export import Export, File
from aa_tools.printing.outlets.profile import CutterModel
from aa_tools.printing.output.pdf import LAYOUT_VERSION, lying, new_pdf, points
from aa_tools.printing.sheets import PrintJob, size_name
from aa_tools.text import pluralise

_MARK_INK = "#000000"
_LABEL_MM, _LABEL_PT = 2.4, 6.0
_EDGE_MM = 6.35


def export_cut_sheets(job: PrintJob, form: CutterModel) -> Export:
    """Plans the sheets; decks of one card size share sheets.

    Raises:
        InputError: a card does not fit between the marks.
    """
    sizes = dict.fromkeys(job.card(face) for face in job.faces)
    names = {size: "cards" if len(sizes) == 1 else f"cards-{size_name(size)}" for size in sizes}
    sheets = {size: cut_sheet(job.paper, size, form) for size in sizes}
    summary = tuple(_line(job, names[size], size, sheet, form) for size, sheet in sheets.items())
    every = tuple(f"{names[size]}.{kind}" for size in sizes for kind in ("pdf", "svg", "dxf"))
    return Export(every, _files(job, names, sheets, form), summary)


def _files(job: PrintJob, names: dict[Size, str], sheets: dict[Size, CutSheet], form: CutterModel) -> Iterator[File]:
    for size, name in names.items():
        layout = sheets[size].layout
        rects = [spot.rect for spot in layout.slots(layout.per_sheet, PageSide.FRONT)]
        yield f"{name}.pdf", sheets_pdf(job, job.faces_of_size(size), sheets[size])
        yield f"{name}.svg", svg(layout.page, rects, form.corner_mm)
        yield f"{name}.dxf", dxf(layout.page, rects, form.corner_mm)


def sheets_pdf(job: PrintJob, faces: Sequence[Face], cut: CutSheet) -> bytes:
    """Returns the PDF: fronts with marks, each followed by its backs without marks, for a long-edge flip."""
    layout, style = cut.layout, job.style
    sheets = impose([face for face in faces for _ in range(face.count)], layout)
    file = io.BytesIO()
    pdf = new_pdf(file, layout.page, style, f"{style.database.file.game.title} · for a cutting machine", "")
    pdf.setViewerPreference("Duplex", "DuplexFlipLongEdge")
    pen = Pen(pdf)
    define_card_forms(pen, style, faces, CardTrim(layout.card, layout.bleed_mm), backs=True)
    for sheet in sheets:
        for side in layout.sides:
            spots = layout.slots(len(sheet.cards), side)
            pdf.setTrimBox(points(bounding_box(spot.rect for spot in spots)))
            pdf.setBleedBox(points(bounding_box(spot.bleed_rect for spot in spots)))
            with pen.page():
                for spot in spots:
                    face = sheet.cards[spot.index]
                    with lying(pen, layout, spot):
                        pen.draw_form(back_form_name(face.deck) if spot.back else front_form_name(face))
                if side == PageSide.FRONT:
                    pen.rects([(m.left_mm, m.bottom_mm, m.width_mm, m.height_mm) for m in cut.marks], _MARK_INK)
                _label(pen, job, sheet, len(sheets), side, layout.page)
    pdf.save()
    return file.getvalue()


def _label(pen: Pen, job: PrintJob, sheet: Sheet[Face], sheets: int, side: PageSide, page: Size) -> None:
    """Draws the label at the lower edge, between the marks, outside the area that the machine scans."""
    text = (
        f"{job.style.database.file.game.title} · sheet {sheet.number} of {sheets} · {side} · "
        f"print at 100 %, no scaling · layout {LAYOUT_VERSION}"
    )
    box = Rect(page.width_mm / 4, _EDGE_MM, page.width_mm / 2, _LABEL_MM)
    draw_label(
        pen, text, job.style.font("text"), box, _LABEL_PT, job.style.theme.inks.text, across="centre", down="bottom"
    )


def _line(job: PrintJob, name: str, size: Size, cut: CutSheet, form: CutterModel) -> str:
    layout, block = cut.layout, cut.layout.blocks[0]
    cards = sum(face.count for face in job.faces_of_size(size))
    sheets = -(-cards // layout.per_sheet)
    way = "landscape" if layout.is_landscape else "upright"
    return (
        f"{name}.pdf: {pluralise(cards, 'card')} on {pluralise(sheets, 'sheet')} of {job.paper.title} {way}, "
        f"{block.columns} x {block.rows}; marks: {form.marks}, inset {form.inset_mm:g} mm, "
        f"thickness {form.line_mm:g} mm, length {cut.arm_mm:g} mm"
    )
