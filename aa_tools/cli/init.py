"""`aa init`: creates a folder with a card file and templates to edit."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

README = """\
# A game of your own

- `cards.yaml` contains the cards, the colours and the house rules.
- `templates/` contains the design of cards and sheets: `faces/`, `themes/`, `papers/`, `pads/`.
- `table.yaml` is an empty table to fill in and score.
- `schemas/` lets editors complete and check these files while you type.

In this folder:

    aa cards watch --serve   shows the cards in a browser and redraws what you change
    aa cards check           reports errors, warnings and the odds of the objectives
    aa cards diff OLD.yaml   compares with an older card file, or with a git revision
    aa playtest              plays thousands of games with bots: is the deck fair? --against OLD.yaml compares
    aa sheets                writes the PDF files to print
    aa score table.yaml      scores a table

The page `docs/reference/measures.md` of aa_tools shows what an objective can measure, with a picture of each measure.
`docs/howto/balance-a-deck.md` explains how to make a deck fair.

Tables and game files refer to a card by its id: change its words, not its id.
"""

_TABLE = "templates/table.yaml"


def init(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Output folder. Created if missing.")],
) -> None:
    """Create a project folder: cards.yaml, templates, an empty table, a README. Nothing is overwritten."""
    from aa_tools.cli.terminal.console import stderr_console, stdout_console
    from aa_tools.errors import OutputError, Place
    from aa_tools.files import safe_writer
    from aa_tools.text import pluralise

    files = dict(_files())
    if taken := [name for name in files if os.path.exists(folder / name)]:
        message = f"contains {pluralise(len(taken), 'file')} that would be overwritten, such as {taken[0]}"
        raise OutputError(message, place=Place(str(folder)), hint="choose another folder")
    for name, content in files.items():
        with safe_writer(folder / name) as file:
            file.write(content)
    stdout_console().print(f"{folder}: {pluralise(len(files), 'file')}", soft_wrap=True)
    stderr_console().print(f"Next: cd {folder} and aa cards watch --serve", soft_wrap=True)


def _files() -> Iterator[tuple[str, bytes]]:
    """Yields the path in the new folder and the content of each file."""
    from aa_tools.files import package_data_path

    yield "README.md", README.encode()
    yield "cards.yaml", package_data_path("cards.yaml").read_bytes()
    yield "table.yaml", package_data_path(_TABLE).read_bytes().replace(b"$schema=../schemas", b"$schema=schemas")
    for folder in ("templates", "schemas"):
        for path in sorted(package_data_path(folder).rglob("*")):
            name = f"{folder}/{path.relative_to(package_data_path(folder)).as_posix()}"
            if path.is_file() and name != _TABLE:
                yield name, path.read_bytes()
