"""Spreadsheets that are ZIP archives, unpacked within limits: a small file can stand for a table of any size."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

from aa_tools.errors import InputError, Place

LARGEST_UNPACKED = 2 * 1024 * 1024
"""Bytes of all parts together; the shipped cards have 50 thousand."""

LARGEST_TABLE = 2_000_000
"""Cells, empty ones in between too, and letters in them; a row counts as a hundred."""


def too_large(path: Path) -> InputError:
    """Returns the error that a spreadsheet holds more than cards can be."""
    return InputError("is too large for cards", place=Place(str(path)), hint="export it as CSV, the cards alone")


def unzipped(path: Path) -> dict[str, bytes]:
    """Returns the parts of a ZIP archive.

    Raises:
        InputError: they are too large.
        Exception: it is no ZIP archive, or a damaged one.
    """
    if path.stat().st_size > LARGEST_UNPACKED:
        raise too_large(path)
    with zipfile.ZipFile(path) as file:
        if sum(part.file_size for part in file.infolist()) > LARGEST_UNPACKED:
            raise too_large(path)
        return {part.filename: _unpacked(file, part) for part in file.infolist()}


def _unpacked(file: zipfile.ZipFile, part: zipfile.ZipInfo) -> bytes:
    """Returns a part, and no more of it than its head says; only one way of packing can be stopped there."""
    if part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise zipfile.BadZipFile(f"{part.filename} is packed in a way that spreadsheets do not use")
    with file.open(part) as stream:
        return stream.read(part.file_size)


def zipped(parts: Mapping[str, bytes]) -> io.BytesIO:
    """Returns the parts as an archive whose heads say the truth."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, content in parts.items():
            file.writestr(name, content)
    out.seek(0)
    return out


def size_of_ods(content: bytes) -> int:
    """Returns how many cells and letters the tables of an .ods file stand for.

    A table spans its cells up to the last row and column that is not empty. Rows, cells and spaces can say that they
    are repeated any number of times.

    Raises:
        ParseError: it is not XML.
        ValueError: a number is none.
    """
    size = rows = height = width = 0
    for _, element in ElementTree.iterparse(io.BytesIO(content)):
        kind = _local(element.tag)
        if kind == "table-row":
            columns, letters = _filled(element)
            rows += (repeated := _repeated(element))
            height, width = (rows if columns else height), max(width, columns)
            size += letters * repeated
            element.clear()
        elif kind == "table":
            size, rows, height, width = size + height * width, 0, 0, 0
    return size


def _filled(row: ElementTree.Element) -> tuple[int, int]:
    """Returns the number of the last column of a row that is not empty, from 1, and the letters of all its cells."""
    column = last = letters = 0
    for cell in row:
        column += (repeated := _repeated(cell))
        if len(cell) or any(_local(name).endswith(("value", "value-type", "formula")) for name in cell.attrib):
            last = column
            letters += repeated * sum(map(_length, cell.iter()))
    return last, letters


def _length(element: ElementTree.Element) -> int:
    """Returns how many letters an element can stand for; `text:c` is the number of its spaces."""
    spaces = sum(int(text) for name, text in element.attrib.items() if _local(name) == "c")
    return spaces + len(element.text or "") + len(element.tail or "") + sum(map(len, element.attrib.values()))


def _repeated(element: ElementTree.Element) -> int:
    return max([1, *(int(text) for name, text in element.attrib.items() if name.endswith("s-repeated"))])


def _local(name: str) -> str:
    return name.rpartition("}")[2]
