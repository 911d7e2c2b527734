"""The runs of `aa sheets`: write the PDF files and the print log, and report what was written."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path

import typer

from aa_tools.errors import InputError
from aa_tools.files import safe_writer
from aa_tools.printing.output.pdf import Document, PageOrder
from aa_tools.printing.print_log import (
    PRINT_LOG,
    Changes,
    PrintLog,
    find_changes,
    format_print_log,
    load_print_log,
    record_printed,
)
from aa_tools.printing.sheets import PrintJob, SheetSet, make_sheet_sets, select_cards, write
from aa_tools.text import pluralise

_HOW_TO_PRINT = {
    "long": "Print both sides, flip on the long edge, at 100 % (no scaling).",
    "short": "Print both sides, flip on the short edge, at 100 % (no scaling).",
    "none": "Print on one side, at 100 % (no scaling).",
    "fold": "Print on one side, at 100 % (no scaling); fold along the dashed line, glue, then cut.",
}
_TURN_BY_HAND = "Print the fronts, turn the stack over its {flip} edge, print the backs, all at 100 % (no scaling)."


def print_all(job: PrintJob, out: Path, *, separate: bool, compared: PrintJob | None) -> None:
    """Prints all cards of a job and records them in the print log.

    Args:
        job: the cards.
        out: the output folder.
        separate: whether each deck gets a file of its own.
        compared: the same job in another theme, to compare the amount of ink.
    """
    sheet_sets = make_sheet_sets(job, separate=separate)
    print_log, damaged = _load_or_rename(out)
    _write(sheet_sets, out, {PRINT_LOG: format_print_log(record_printed(job, print_log)), **damaged})
    _report(sheet_sets, out, make_sheet_sets(compared, separate=separate) if compared else None)
    for name in damaged:
        typer.echo(
            f"{out / PRINT_LOG} could not be read. It was renamed to {out / name}, and a new one begun.", err=True
        )


def _load_or_rename(out: Path) -> tuple[PrintLog | None, dict[str, bytes]]:
    """Returns the print log of a folder. If it is damaged: None, and its bytes by a new name to save them under."""
    try:
        return load_print_log(out), {}
    except InputError as error:
        try:
            damaged = (out / PRINT_LOG).read_bytes()
        except OSError:
            raise error from None
        names = (f"damaged-{number}-{PRINT_LOG}" for number in count(1))
        return None, {next(name for name in names if not (out / name).exists()): damaged}


def print_changed(job: PrintJob, out: Path, *, separate: bool) -> None:
    """Prints the cards of a job that differ from the print log, lists the obsolete ones, and updates the log."""
    print_log = load_print_log(out)
    if print_log is None:
        typer.echo(f"There is no {out / PRINT_LOG} yet, so every card is new.", err=True)
    changes = find_changes(job, print_log or PrintLog())
    if not changes:
        typer.echo("Nothing has changed since the last run.")
        return
    name = _unused_name("changed", out)
    sheet_sets = make_sheet_sets(changes.job, separate=separate, name=name)
    obsolete = _obsolete_list(changes)
    texts = {f"{name}.txt": "\n".join([*obsolete, ""]).encode()} if obsolete else {}
    _write(sheet_sets, out, {PRINT_LOG: format_print_log(record_printed(job, print_log)), **texts})
    _report(sheet_sets, out)
    if obsolete:
        typer.echo("\n".join([f"{out / name}.txt:", *obsolete]))


def print_only(job: PrintJob, copies: dict[str, int], out: Path, *, separate: bool) -> None:
    """Prints single cards, by their ids. The print log stays as it is: they replace cards that it already lists."""
    sheet_sets = make_sheet_sets(select_cards(job, copies), separate=separate, name=_unused_name("reprint", out))
    _write(sheet_sets, out, {})
    _report(sheet_sets, out)


def _unused_name(kind: str, out: Path) -> str:
    """Returns "KIND-1", "KIND-2", …: the first that no earlier run used, since its sheets may not be printed yet."""
    numbers = [path.stem.split("-")[1] for path in out.glob(f"{kind}-*")]
    return f"{kind}-{max([int(number) for number in numbers if number.isdecimal()], default=0) + 1}"


def _obsolete_list(changes: Changes) -> list[str]:
    lines = ["Throw away these old cards:"] if changes.obsolete else []
    for card in changes.obsolete:
        title = f" ({card.title})" if card.title else ""
        lines.append(f"  {card.count} x {card.deck.replace('_', ' ')} {card.card_id}{title}: {card.reason}")
    return lines


def _write(sheet_sets: Sequence[SheetSet], out: Path, files: dict[str, bytes]) -> None:
    """Writes all files or none."""
    # The file that is opened first gets its final name last, so the print log never lists more than was written.
    contents: dict[str, SheetSet | bytes] = {**files, **{f"{sheets.name}.pdf": sheets for sheets in sheet_sets}}
    with progress(sum(sheets.pages for sheets in sheet_sets)) as advance, contextlib.ExitStack() as stack:
        for name, content in contents.items():
            file = stack.enter_context(safe_writer(out / name))
            if isinstance(content, bytes):
                file.write(content)
            else:
                write(content, file, advance)


@contextlib.contextmanager
def progress(steps: int) -> Iterator[Callable[[], None]]:
    """Shows a progress bar on a terminal; yields the function to call after each step."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.progress import Progress

    from aa_tools.cli.terminal.console import stderr_console

    with Progress(console=stderr_console(), transient=True) as progress:
        task = progress.add_task("Drawing", total=steps)
        yield lambda: progress.advance(task)


def _report(sheet_sets: Sequence[SheetSet], out: Path, compared: Sequence[SheetSet] | None = None) -> None:
    """Reports what was written, possible problems at the printer, and how to print it."""
    for number, sheets in enumerate(sheet_sets):
        typer.echo(f"{out / sheets.name}.pdf: {_summary([sheets])}")
        for line in _compare_ink(sheets, compared[number]) if compared else ():
            typer.echo(line)
    if len(sheet_sets) > 1:
        typer.echo(f"All: {_summary(sheet_sets)}")
    for warning in dict.fromkeys(warning for sheets in sheet_sets for warning in sheets.warnings):
        typer.echo(warning, err=True)
    if sheet_sets:
        typer.echo(_how_to_print(sheet_sets[0].document), err=True)


def _how_to_print(document: Document) -> str:
    flip = document.layout.flip
    by_hand = document.order == PageOrder.FRONTS_FIRST and len(document.layout.sides) > 1
    return _TURN_BY_HAND.format(flip=flip) if by_hand else _HOW_TO_PRINT[flip]


def _summary(sheet_sets: Sequence[SheetSet]) -> str:
    cards, sheets = sum(found.cards for found in sheet_sets), sum(found.sheets for found in sheet_sets)
    empty = sum(found.empty_places for found in sheet_sets)
    places = f", {pluralise(empty, 'place')} empty" if empty else ""
    return f"{pluralise(cards, 'card')} on {pluralise(sheets, 'sheet')}{places}"


def _compare_ink(sheets: SheetSet, other: SheetSet) -> Iterator[str]:
    """Yields a line for each sheet: its ink, and its share of the ink of the same sheet in another theme."""
    ink, other_ink = _ink_by_sheet(sheets), _ink_by_sheet(other)
    title = other.document.style.theme.title
    for sheet, cm2 in ink.items():
        usual = other_ink[sheet]
        yield f"  sheet {sheet}: {cm2:.0f} cm² of ink, {100 * cm2 / usual:.0f} % of the {usual:.0f} cm² of {title}"


def _ink_by_sheet(sheets: SheetSet) -> dict[int, float]:
    from aa_tools.printing.verify.inkuse import ink_cm2

    file = io.BytesIO()
    write(sheets, file)
    return ink_cm2(file.getvalue(), sheets.name)
