"""What `aa sheets` says beside its files: the check of a PDF, and the ink of a theme beside that of another."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from aa_tools.errors import InputError, Place
from aa_tools.files import os_error_message

if TYPE_CHECKING:
    from aa_tools.printing.sheets import SheetSet


def show_check(path: Path) -> int:
    """Prints what is wrong with a PDF of sheets; returns the exit code: 0 if nothing is.

    Raises:
        InputError: there is no such file, or it is no PDF.
    """
    from aa_tools.cli.terminal.console import stdout_console
    from aa_tools.printing.verify.sheetcheck import check_sheets

    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(
            f"cannot be read: {os_error_message(error)}",
            place=Place(str(path)),
            hint="check the spelling and the folder",
        ) from error
    problems = check_sheets(data, str(path))
    for problem in problems:
        stdout_console().print(str(problem), soft_wrap=True)
    if not problems:
        stdout_console().print(f"{path}: right to print", soft_wrap=True)
    return 1 if problems else 0


def ink_lines(sheets: SheetSet, other: SheetSet) -> Iterator[str]:
    """Yields a line for each sheet: its ink, and its share of the ink of the same sheet in another theme."""
    own, compared = _ink(sheets), _ink(other)
    title = other.document.style.theme.title
    for sheet, ink in own.items():
        usual = compared[sheet]
        yield f"  sheet {sheet}: {ink:.0f} cm² of ink, {100 * ink / usual:.0f} % of the {usual:.0f} cm² of {title}"


def _ink(sheets: SheetSet) -> dict[int, float]:
    from aa_tools.printing.sheets import write
    from aa_tools.printing.verify.inkuse import ink_cm2

    file = io.BytesIO()
    write(sheets, file)
    return ink_cm2(file.getvalue(), sheets.name)
