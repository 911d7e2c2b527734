"""Rows of a spreadsheet: .csv by the standard library, .xlsx by openpyxl, .ods (read only) by calamine."""

from __future__ import annotations

import csv
import importlib
import io
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aa_tools.cards.spreadsheet.zipped import LARGEST_TABLE, size_of_ods, too_large, unzipped, zipped
from aa_tools.errors import InputError, Place
from aa_tools.files import os_error_message, read_text

Cell = str | int
"""What stands in a cell; "" where it is empty."""


@dataclass(frozen=True)
class Row:
    """A row of a spreadsheet, by the heads of its columns.

    Attributes:
        number: its number in the spreadsheet; the heads are row 1.
        cells: the text of each cell that is not empty, by the head of its column.
    """

    number: int
    cells: dict[str, str]


@dataclass(frozen=True)
class Spreadsheet:
    """The heads of the columns and the rows below them."""

    name: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]

    def place(self, row: int, head: str | None = None) -> Place:
        """Returns the place of a cell, or of a row."""
        return Place(self.name, row, self.heads.index(head) + 1 if head in self.heads else None)


def read_spreadsheet(path: Path) -> Spreadsheet:
    """Reads the first table of a spreadsheet; empty rows are left out.

    Raises:
        InputError: no such file, not a spreadsheet, no row of heads, or two columns with one head.
    """
    lines = _reader(path)(path)
    heads = lines[0] if lines else []
    named = [head for head in heads if head]
    if not named:
        raise InputError("has no heads of columns", place=Place(str(path), 1), hint="write deck, id, title, … in row 1")
    if twice := next((head for head, count in Counter(named).items() if count > 1), None):
        raise InputError(f"two columns are called {twice}", place=Place(str(path), 1), hint="keep one of them")
    rows = [
        Row(number, {head: cell for head, cell in zip(heads, line, strict=False) if head and cell})
        for number, line in enumerate(lines[1:], 2)
    ]
    return Spreadsheet(str(path), tuple(heads), tuple(row for row in rows if row.cells))


def _text(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell).strip()


def _texts(rows: Iterable[Sequence[object]], path: Path) -> list[list[str]]:
    """Returns the cells as text. A cell can stand for a million, so they are counted while they are read."""
    left, lines = LARGEST_TABLE, list[list[str]]()
    for row in rows:
        lines.append([])
        left -= 100
        for cell in row:
            lines[-1].append(_text(cell))
            left -= 1 + len(lines[-1][-1])
            if left < 0:
                raise too_large(path)
    return lines


def _reader(path: Path) -> Callable[[Path], list[list[str]]]:
    readers: dict[str, Callable[[Path], list[list[str]]]] = {
        ".csv": _read_csv,
        ".xlsx": _read_xlsx,
        ".ods": _read_ods,
    }
    if path.suffix.lower() not in readers:
        raise InputError("is no spreadsheet", place=Place(str(path)), hint="give a .csv, .xlsx or .ods file")
    return readers[path.suffix.lower()]


def _read_csv(path: Path) -> list[list[str]]:
    text = read_text(str(path)).text
    first = text.partition("\n")[0]
    # Where a comma is the decimal sign, spreadsheets part columns by semicolons.
    delimiter = max(",;\t", key=first.count)
    try:
        return _texts(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True), path)
    except csv.Error as error:
        raise InputError(f"is not CSV: {error}", place=Place(str(path)), hint="export it again as CSV") from error


def _read_xlsx(path: Path) -> list[list[str]]:
    openpyxl = _library("openpyxl", path)
    try:
        book = openpyxl.load_workbook(zipped(unzipped(path)), read_only=True, data_only=True)
        return _texts(book.worksheets[0].iter_rows(values_only=True), path)
    except InputError:
        raise
    except Exception as error:  # the library lets through what its XML and ZIP readers raise
        raise _unreadable(path, error) from error


def _read_ods(path: Path) -> list[list[str]]:
    calamine = _library("python_calamine", path)
    try:
        parts = unzipped(path)
        if size_of_ods(parts["content.xml"]) > LARGEST_TABLE:
            raise too_large(path)
        sheet = calamine.CalamineWorkbook.from_filelike(zipped(parts)).get_sheet_by_index(0)
        return _texts(sheet.to_python(skip_empty_area=False), path)
    except InputError:
        raise
    except Exception as error:  # as above
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: Exception) -> InputError:
    what = os_error_message(error) if isinstance(error, OSError) else f"it is no {path.suffix} file"
    return InputError(f"cannot be read: {what}", place=Place(str(path)), hint="check the path, or export it as CSV")


def _library(name: str, path: Path) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        hint = 'pip install "aa_tools[spreadsheets]", or use CSV'
        raise InputError(f"{path.suffix} needs the library {name}", place=Place(str(path)), hint=hint) from error


def spreadsheet_bytes(path: Path, heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """Returns a table as the content of a .csv or .xlsx file.

    Raises:
        InputError: another kind of file.
    """
    if path.suffix.lower() == ".csv":
        text = io.StringIO(newline="")
        csv.writer(text).writerows([heads, *rows])
        # The mark at the start tells spreadsheets that this is UTF-8.
        return text.getvalue().encode("utf-8-sig")
    if path.suffix.lower() == ".xlsx":
        return _xlsx(path, heads, rows)
    raise InputError("is no kind of file to export to", place=Place(str(path)), hint="name a .csv or .xlsx file")


def _xlsx(path: Path, heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    openpyxl = _library("openpyxl", path)
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title, sheet.freeze_panes = "Cards", "C2"
    for line in (heads, *rows):
        sheet.append([cell if cell != "" else None for cell in line])
    for row in sheet.iter_rows():
        for cell in row:
            if isinstance(cell.value, str):
                cell.data_type = "s"  # a text that starts with "=" is no formula
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()
