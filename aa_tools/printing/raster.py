"""Faces as pictures: each on a page of its own size, rasterised in memory."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence

import pypdfium2
from PIL import Image
from reportlab.pdfgen import canvas as pdf_canvas

from aa_tools.printing.art import draw_face, prepare_quadrants
from aa_tools.printing.diagrams import draw_example
from aa_tools.printing.drawn import Notes
from aa_tools.printing.examples import example
from aa_tools.printing.faces import Look
from aa_tools.printing.pen import Pen
from aa_tools.printing.proofs import Proof
from aa_tools.printing.stamps import Cut, draw_stamps, front_stamp
from aa_tools.printing.stock import PT_PER_MM, Rect, Size
from aa_tools.rules.objectives import Objective

MM_PER_INCH, PT_PER_INCH = 25.4, 72
_MARGIN_MM = 2.5


def rasterise(shown: Sequence[Proof], dpi: float) -> Iterator[Image.Image]:
    """Yields the picture of each face in RGB.

    Args:
        shown: faces of one look.
        dpi: pixels per inch; a side has its inches times `dpi` pixels, rounded.
    """
    if not shown:
        return
    document = pypdfium2.PdfDocument(_pdf(shown))
    for page, proof in zip(document, shown, strict=True):
        picture = page.render(scale=dpi / PT_PER_INCH).to_pil()
        yield picture.crop((0, 0, *pixels(proof.face.size, dpi))).convert("RGB")


def pixels(size: Size, dpi: float) -> tuple[int, int]:
    """Returns the width and height of a picture in pixels."""
    return round(size.width_mm / MM_PER_INCH * dpi), round(size.height_mm / MM_PER_INCH * dpi)


def fingerprints(shown: Iterable[Proof]) -> list[str]:
    """Returns for each face a digest of all that is drawn on it: equal where the pictures are equal."""
    notes = Notes()
    pen, found = Pen(notes), []
    for proof in shown:
        draw_stamps(pen, proof.look, [proof.face], Cut(proof.face.size), backs=False)
        found.append(notes.digest(front_stamp(proof.face)))
    return found


def _pdf(shown: Sequence[Proof]) -> bytes:
    file = io.BytesIO()
    pdf = _new_pdf(file, shown[0])
    pen = Pen(pdf)
    for proof in shown:
        pdf.setPageSize(_points(proof.face.size))
        prepare_quadrants(pen, proof.face, proof.look)
        with pen.page():
            draw_face(pen, proof.face, proof.look)
    pdf.save()
    return file.getvalue()


def _new_pdf(file: io.BytesIO, proof: Proof) -> pdf_canvas.Canvas:
    font, page = proof.look.font("text").key, _points(proof.face.size)
    return pdf_canvas.Canvas(file, pagesize=page, initialFontName=font)


def _points(size: Size) -> tuple[float, float]:
    return size.width_mm * PT_PER_MM, size.height_mm * PT_PER_MM


def rasterise_example(look: Look, objective: Objective, box: Size, dpi: float) -> tuple[Image.Image, int]:
    """Returns the example zone of an objective on the panel ink, and the number that the zone gets."""
    shown = example(objective, mirrored_patterns=look.database.rules.mirrored_patterns)
    file, page = io.BytesIO(), Size(box.width_mm + 2 * _MARGIN_MM, box.height_mm + 2 * _MARGIN_MM)
    pdf = pdf_canvas.Canvas(file, pagesize=_points(page), initialFontName=look.font("text").key)
    pen = Pen(pdf)
    with pen.page():
        pen.rect(0, 0, page.width_mm, page.height_mm, look.palette.ground)
        draw_example(pen, Rect(_MARGIN_MM, _MARGIN_MM, box.width_mm, box.height_mm), shown, look.palette)
    pdf.save()
    picture = pypdfium2.PdfDocument(file.getvalue())[0].render(scale=dpi / PT_PER_INCH).to_pil()
    return picture.crop((0, 0, *pixels(page, dpi))).convert("RGB"), shown.number
