"""`aa cards export` and `aa cards import`: the cards in a spreadsheet, and back."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from aa_tools.cli.loading import load
from aa_tools.cli.options import CardsOption


def export_cards(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .csv or .xlsx file.")],
    cards: CardsOption = None,
) -> None:
    """Write the cards of all decks into a spreadsheet, a row for each.

    aa cards import puts them back. Nested keys stand with dots, such as objective.colour.
    """
    from aa_tools.cards.spreadsheet.formats import spreadsheet_bytes
    from aa_tools.cards.spreadsheet.rows import to_table
    from aa_tools.cli.terminal.console import stdout_console
    from aa_tools.files import safe_writer
    from aa_tools.text import pluralise

    heads, rows = to_table(load(cards, None))
    content = spreadsheet_bytes(file, heads, rows)
    with safe_writer(file) as stream:
        stream.write(content)
    stdout_console().print(f"{file}: {pluralise(len(rows), 'row')}", soft_wrap=True)


def import_cards(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .csv, .xlsx or .ods file.")],
    yes: Annotated[bool, typer.Option("--yes", help="Write without asking.")] = False,
    cards: CardsOption = None,
) -> None:
    """Put the cards of a spreadsheet into the card file, after showing what changes.

    Ids, comments and the order of the file stay. Decks that the spreadsheet does not name stay as they are; from those
    it names, cards that it does not have are removed.
    """
    from aa_tools.cards.analysis.diff import compare_card_files
    from aa_tools.cards.database import parse_cards
    from aa_tools.cards.spreadsheet.formats import read_spreadsheet
    from aa_tools.cards.spreadsheet.rows import apply_rows
    from aa_tools.cli.cards.diff import lines
    from aa_tools.cli.terminal.console import stderr_console, stdout_console
    from aa_tools.files import read_text, safe_writer

    path = _own(cards)
    source = read_text(str(path))
    before = parse_cards(source)
    written = apply_rows(source, read_spreadsheet(file))
    found = compare_card_files(before, parse_cards(written))
    for line in lines(found):
        stdout_console().print(line, soft_wrap=True)
    if not found:
        return
    if not yes and not _agreed(f"Write {path}? [y/N] "):
        stderr_console().print("Nothing was written.")
        raise typer.Exit(1)
    with safe_writer(path) as stream:
        stream.write(written.text.encode())
    stderr_console().print(f"Wrote {path}.", soft_wrap=True)


def _agreed(question: str) -> bool:
    from aa_tools.cli.terminal.console import stderr_console

    stderr_console().print(question, end="", soft_wrap=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _own(cards: str | None) -> Path:
    """Returns the card file to write: never the one that came with the program."""
    from aa_tools.errors import InputError

    path = Path(cards or "cards.yaml")
    if cards is None and not path.is_file():
        raise InputError("there is no cards.yaml here", hint="make one with aa init, or name one with --cards")
    return path
