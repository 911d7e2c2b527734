"""`aa init`: a folder of one's own, ready to edit."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

README = """\
# A game of your own

- `cards.yaml` holds every card, the colours and the house rules.
- `templates/` holds how cards and sheets look: `faces/`, `themes/`, `papers/`, `pads/`.
- `table.yaml` is a blank table to fill in and score.
- `schemas/` lets editors complete and check these files while you type.

In this folder:

    aa cards watch --serve   shows the cards in a browser and redraws what you change
    aa cards check           tells every error and warning, and the odds of the objectives
    aa cards diff OLD.yaml   compares with an older card file, or with a git revision
    aa playtest              lets bots play thousands of games: is the deck fair? --against OLD.yaml compares
    aa sheets                makes the PDF files to print
    aa score table.yaml      scores a table

What an objective can ask for stands with a picture of each measure in `docs/reference/measures.md` of aa_tools, and how
to make a deck fair in `docs/howto/balance-a-deck.md`.

A card's id is what tables and records call it: change its words, not its id.
"""

_TABLE = "templates/table.yaml"


def init(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder; it is made where it is not there yet.")],
) -> None:
    """Begin a folder of your own: cards.yaml, templates, a blank table, a README. Nothing is overwritten."""
    from aa_tools.cli.terminal.console import stderr_console, stdout_console
    from aa_tools.errors import OutputError, Place
    from aa_tools.files import safe_writer
    from aa_tools.text import pluralise

    files = dict(_files())
    if taken := [name for name in files if os.path.exists(folder / name)]:
        message = f"holds {pluralise(len(taken), 'file')} that would be overwritten, such as {taken[0]}"
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
