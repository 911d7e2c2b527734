"""Stamps -> pixels, one face at a time, in exactly as many pixels as an outlet asks for."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

from aa_tools.printing.drawing.pen import Pen
from aa_tools.printing.faces.card_forms import CardTrim, back_form_name, define_card_forms, front_form_name
from aa_tools.printing.faces.compose import DeckStyle, Face
from aa_tools.printing.layout.geometry import Size
from aa_tools.printing.output.pdf import new_pdf

MM_PER_INCH = 25.4
_WHITE = 0xFFFFFFFF


@dataclass(frozen=True)
class Pixels:
    """The size of a picture."""

    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width} x {self.height} px"


@dataclass(frozen=True)
class Frame:
    """A picture of a card: its pixels, the part of the plane they show, and the card in the middle of it."""

    pixels: Pixels
    page: Size
    card: Size

    @property
    def bleed_mm(self) -> float:
        """How far the art must run over the edge to fill the picture."""
        across, along = self.page.width_mm - self.card.width_mm, self.page.height_mm - self.card.height_mm
        return max(across, along, 0.0) / 2


def frame_of(card: Size, dpi: int, bleed_mm: float) -> Frame:
    """Returns the picture of a card at so many pixels per inch."""
    page = Size(card.width_mm + 2 * bleed_mm, card.height_mm + 2 * bleed_mm)
    return Frame(Pixels(_pixels(page.width_mm, dpi), _pixels(page.height_mm, dpi)), page, card)


def frame_in(card: Size, dpi: int, pixels: Pixels) -> Frame:
    """Returns the picture of a card in the middle of so many pixels."""
    page = Size(pixels.width * MM_PER_INCH / dpi, pixels.height * MM_PER_INCH / dpi)
    return Frame(pixels, page, card)


def rasterise(
    style: DeckStyle, faces: Sequence[Face], frame: Frame, *, backs: bool
) -> Iterator[tuple[str, NDArray[Any]]]:
    """Yields the name and the pixels of each front, then of the back of each deck.

    Args:
        look: the inks and fonts.
        faces: what is drawn.
        frame: the picture of each.
        backs: whether the backs are drawn too.

    Yields:
        The name of a stamp; uint8, shape (height, width, 3), in RGB, which holds the next picture after the next step.
    """
    names = [front_form_name(face) for face in faces]
    names += [back_form_name(deck) for deck in dict.fromkeys(face.deck for face in faces)] if backs else []
    document = pypdfium2.PdfDocument(_pages(style, faces, frame, names, backs=backs))
    pixels = frame.pixels
    bitmap = pypdfium2.PdfBitmap.new_native(pixels.width, pixels.height, pdfium.FPDFBitmap_BGR, rev_byteorder=True)
    for name, page in zip(names, document, strict=True):
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, pixels.width, pixels.height, _WHITE)
        # The whole page onto the whole bitmap: pypdfium2's own method rounds the size up.
        pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, pixels.width, pixels.height, 0, pdfium.FPDF_REVERSE_BYTE_ORDER)
        page.close()
        yield name, np.asarray(bitmap.to_numpy())


def _pages(style: DeckStyle, faces: Sequence[Face], frame: Frame, names: Sequence[str], *, backs: bool) -> bytes:
    file = io.BytesIO()
    pdf = new_pdf(file, frame.page, style, "pictures", "")
    pen = Pen(pdf)
    define_card_forms(pen, style, faces, CardTrim(frame.card, frame.bleed_mm), backs=backs)
    x, y = (frame.page.width_mm - frame.card.width_mm) / 2, (frame.page.height_mm - frame.card.height_mm) / 2
    for name in names:
        with pen.page(), pen.transformed(x, y):
            pen.draw_form(name)
    pdf.save()
    return file.getvalue()


def _pixels(length_mm: float, dpi: int) -> int:
    return round(length_mm / MM_PER_INCH * dpi)
