"""Faces as pictures: each on a page of its own size, rasterised in memory."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

import pypdfium2
from PIL import Image
from reportlab.pdfgen import canvas as pdf_canvas

from aa_tools.printing.art import draw_face, prepare_quadrants
from aa_tools.printing.diagrams import draw_example
from aa_tools.printing.examples import example
from aa_tools.printing.faces import Look
from aa_tools.printing.pen import Pen
from aa_tools.printing.proofs import Proof
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
        yield picture.crop((0, 0, *pixels(proof.size, dpi))).convert("RGB")


def pixels(size: Size, dpi: float) -> tuple[int, int]:
    """Returns the width and height of a picture in pixels."""
    return round(size.width_mm / MM_PER_INCH * dpi), round(size.height_mm / MM_PER_INCH * dpi)


def fingerprint(proof: Proof) -> str:
    """Returns what would be drawn, in reportlab's operators: equal where the pictures are equal."""
    pdf = _new_pdf(io.BytesIO(), proof)
    draw_face(Pen(pdf), proof.face, proof.look)
    # The quadrants are stamps, of which only the names stand on the page.
    look = proof.look
    painted = (look.palette.colours, look.hatches, look.theme.paint, look.theme.inks.paper)
    return f"{proof.size} {painted if proof.face.quadrants else ''} {pdf.getCurrentPageContent()}"


def _pdf(shown: Sequence[Proof]) -> bytes:
    file = io.BytesIO()
    pdf = _new_pdf(file, shown[0])
    pen = Pen(pdf)
    for proof in shown:
        pdf.setPageSize(_points(proof.size))
        prepare_quadrants(pen, proof.face, proof.look)
        with pen.page():
            draw_face(pen, proof.face, proof.look)
    pdf.save()
    return file.getvalue()


def _new_pdf(file: io.BytesIO, proof: Proof) -> pdf_canvas.Canvas:
    font = proof.look.font("text").key
    return pdf_canvas.Canvas(file, pagesize=_points(proof.size), invariant=1, pageCompression=0, initialFontName=font)


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
