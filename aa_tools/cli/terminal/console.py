"""The consoles for results (standard output) and messages (standard error), and JSON output."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from aa_tools.cli.terminal.streams import is_plain

_CUT = re.compile(r"\S…")
"""The end that rich gives to a word for which a column is too narrow."""


def stdout_console() -> Console:
    """Returns the console for results, on standard output."""
    return _console(stderr=False)


def stderr_console() -> Console:
    """Returns the console for notes and progress, on standard error."""
    return _console(stderr=True)


def print_notes(notes: Iterable[str]) -> None:
    """Prints notes on standard error, one on each line; the terminal breaks long ones."""
    for note in notes:
        stderr_console().print(note, soft_wrap=True)


class _Console(Console):
    """A console that stacks the cells of a table if it is too narrow for it, so that no word is cut."""

    def print(self, *objects: Any, **options: Any) -> None:
        super().print(*(_fitting(item, self) if isinstance(item, Table) else item for item in objects), **options)


def _fitting(table: Table, console: Console) -> RenderableType:
    rendered = "".join(segment.text for segment in console.render(table))
    if not _CUT.search(rendered):
        return table
    headings = [str(column.header).replace("\n", " ") for column in table.columns]
    rows = zip(*(column.cells for column in table.columns), strict=True)
    return Group(*(line for row in rows for line in (*_stacked(headings, row), "")))


def _stacked(headings: Sequence[str], row: Sequence[RenderableType]) -> Iterator[RenderableType]:
    """Yields the cells of a row below each other, with their headings from the second on."""
    for number, (heading, cell) in enumerate(zip(headings, row, strict=True)):
        if not isinstance(cell, str | Text):
            yield Text(heading, "dim")
            yield Padding(cell, (0, 0, 0, 2))
        elif str(cell):
            named = f"{heading}: " if heading and number else ""
            yield Padding(Text.assemble((named, "dim"), cell), (0, 0, 0, 2 if number else 0))


def _console(stderr: bool) -> Console:
    on_terminal = False if is_plain() else None  # None: decide by the stream
    return _Console(stderr=stderr, force_terminal=on_terminal, highlight=False, markup=False, emoji=False)


def print_json(document: Mapping[str, Any]) -> None:
    """Prints one JSON document, in ASCII so that every terminal and pipe accepts it."""
    print(json.dumps(document), flush=True)
