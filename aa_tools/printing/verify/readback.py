"""Reads a PDF of sheets back: pages, card positions, fonts and text sizes, from the file alone."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from aa_tools.errors import InputError, Place
from aa_tools.printing.layout.geometry import PT_PER_MM, Rect, Size
from aa_tools.printing.output.metadata import SheetMetadata, parse_metadata

_FOOTER = re.compile(r"sheet (\d+) of (\d+) · (front and back|front|back) ·")


_STREAM = re.compile(rb"\b\d+ \d+ obj\s*<<((?:(?!endobj|\bstream).)*)>>\s*stream\r?\n", re.DOTALL)
_DEFLATED = re.compile(rb"/Filter\s*\[?\s*/FlateDecode")


@dataclass(frozen=True)
class Smallest:
    """The smallest text between the crop marks of a page."""

    size_pt: float
    text: str


@dataclass(frozen=True)
class ReadPage:
    """One page.

    Attributes:
        number: from 1.
        size: of the page.
        trim: the trim box; None if the page has none.
        sheet: the number of the sheet in the footer; None without a footer.
        side: front, back, or front and back.
        cards: rectangles covered by fronts or backs.
        smallest: its smallest text.
        loose_fonts: names of the fonts that are used but not embedded.
    """

    number: int
    size: Size
    trim: Rect | None
    sheet: int | None
    side: str
    cards: tuple[Rect, ...]
    smallest: Smallest | None
    loose_fonts: tuple[str, ...]


@dataclass(frozen=True)
class ReadFile:
    """A whole file.

    Attributes:
        metadata: flip, paper and card size; None if the file was not made by `aa sheets`.
        pages: in order.
        damaged: byte offsets of damaged compressed streams.
    """

    metadata: SheetMetadata | None
    pages: tuple[ReadPage, ...]
    damaged: tuple[int, ...] = ()


def open_pdf(data: bytes, name: str) -> pypdfium2.PdfDocument:
    """Opens a PDF.

    Raises:
        InputError: not a PDF, damaged, or protected by a password.
    """
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise InputError("is not a readable PDF", place=Place(name), hint="use a PDF made by aa sheets") from error


def read_back(data: bytes, name: str) -> ReadFile:
    """Reads a PDF; errors as `open_pdf`."""
    document = open_pdf(data, name)
    metadata = parse_metadata(document.get_metadata_dict().get("Keywords", ""))
    card = metadata.card if metadata else None
    pages = tuple(_page(document[index], index + 1, card) for index in range(len(document)))
    return ReadFile(metadata, pages, tuple(_damaged(data)))


def _damaged(data: bytes) -> Iterator[int]:
    """Yields the offsets of compressed streams with a wrong end or checksum; viewers show parts of those."""
    for found in _STREAM.finditer(data):
        if _DEFLATED.search(found[1]):
            stream = zlib.decompressobj()
            try:
                stream.decompress(data[found.end() : data.find(b"endstream", found.end())])
            except zlib.error:
                yield found.end()
            else:
                if not stream.eof:
                    yield found.end()


def sheet_of(page: pypdfium2.PdfPage) -> tuple[int | None, str]:
    """Returns the sheet number and the side in a page's footer; None and "" without a footer."""
    words = " ".join(page.get_textpage().get_text_range().split())
    found = _FOOTER.search(words)
    return (int(found[1]), found[3]) if found else (None, "")


def _page(page: pypdfium2.PdfPage, number: int, card: Size | None) -> ReadPage:
    width, height = page.get_size()
    box = page.get_trimbox(fallback_ok=False)
    trim = _rect(*box) if box else None
    sheet, side = sheet_of(page)
    stamps = page.get_objects([pdfium.FPDF_PAGEOBJ_FORM], max_depth=1)
    cards = tuple(_place(stamp.get_matrix(), card) for stamp in stamps) if card else ()
    size = Size(width / PT_PER_MM, height / PT_PER_MM)
    return ReadPage(number, size, trim, sheet, side, cards, _smallest(page, trim), tuple(sorted(set(_loose(page)))))


def _place(matrix: pypdfium2.PdfMatrix, card: Size) -> Rect:
    """Returns the rectangle that a card form covers; forms are drawn from their lower left corner."""
    across, along = zip(matrix.on_point(0, 0), matrix.on_point(card.width_mm, card.height_mm), strict=True)
    return _rect(min(across), min(along), max(across), max(along))


def _loose(page: pypdfium2.PdfPage) -> Iterator[str]:
    for text in page.get_objects([pdfium.FPDF_PAGEOBJ_TEXT]):
        font = text.get_font()
        if pdfium.FPDFFont_GetIsEmbedded(font) != 1:
            yield font.get_base_name()


def _smallest(page: pypdfium2.PdfPage, trim: Rect | None) -> Smallest | None:
    text = page.get_textpage()
    sizes = [(size, index) for index, size in _sizes(text, trim)]
    if not sizes:
        return None
    size, index = min(sizes)
    words = text.get_text_range(index, min(20, text.count_chars() - index)).split()
    return Smallest(size, words[0] if words else "")


def _sizes(text: pypdfium2.PdfTextPage, trim: Rect | None) -> Iterator[tuple[int, float]]:
    """Yields each character between the crop marks, as its index and the size in points at which it is printed."""
    matrix: Any = pdfium.FS_MATRIX()
    for index in range(text.count_chars()):
        pdfium.FPDFText_GetMatrix(text, index, matrix)
        box = _rect(*text.get_charbox(index))
        if box.width_mm > 0 and (trim is None or _within(box, trim)):
            scale = abs(matrix.a * matrix.d - matrix.b * matrix.c) ** 0.5
            yield index, pdfium.FPDFText_GetFontSize(text, index) * scale


def _within(inner: Rect, outer: Rect) -> bool:
    across = outer.left_mm <= inner.left_mm and inner.right_mm <= outer.right_mm
    return across and outer.bottom_mm <= inner.bottom_mm and inner.top_mm <= outer.top_mm


def _rect(left: float, bottom: float, right: float, top: float) -> Rect:
    """Returns a box given in points."""
    left, bottom, right, top = (each / PT_PER_MM for each in (left, bottom, right, top))
    return Rect(left, bottom, right - left, top - bottom)
