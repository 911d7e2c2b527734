"""What `aa sheets` writes and says: whole decks, or only the cards that changed; and the print log of both."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path

import typer

from aa_tools.cli.printing.sheet_reports import ink_lines
from aa_tools.errors import InputError
from aa_tools.files import safe_writer
from aa_tools.printing.output.pdf import Document, PageOrder
from aa_tools.printing.print_log import (
    PRINT_LOG,
    Changes,
    ObsoleteCard,
    PrintLog,
    find_changes,
    format_print_log,
    load_print_log,
    record_printed,
)
from aa_tools.printing.sheets import PrintJob, SheetSet, lay_decks, lay_together, write
from aa_tools.text import pluralise

_SIDES = {
    "long": "Print both sides, flip on the long edge, at 100 % (no scaling).",
    "short": "Print both sides, flip on the short edge, at 100 % (no scaling).",
    "none": "Print on one side, at 100 % (no scaling).",
    "fold": "Print on one side, at 100 % (no scaling); fold along the dashed line, glue, then cut.",
}
_BY_HAND = "Print the fronts, turn the stack over its {flip} edge, print the backs, all at 100 % (no scaling)."


def print_all(job: PrintJob, out: Path, *, together: bool, against: PrintJob | None) -> None:
    """Prints all cards of a job, and enters them in the print log; `against` is the same job in a theme to compare."""
    lay = lay_together if together else lay_decks
    planned, compared = lay(job), lay(against) if against else None
    before, aside = _ledger_or_aside(out)
    _write(planned, out, record_printed(job, before), aside)
    _tell(planned, out, compared)
    for name in aside:
        typer.echo(f"{out / PRINT_LOG} could not be read, so it was begun anew; the old one is {out / name}.", err=True)


def _ledger_or_aside(out: Path) -> tuple[PrintLog | None, dict[str, bytes]]:
    """Returns the print log of a folder; where it is damaged, none, and what is to be kept of it under another name."""
    try:
        return load_print_log(out), {}
    except InputError as error:
        try:
            damaged = (out / PRINT_LOG).read_bytes()
        except OSError:
            raise error from None
        names = (f"damaged-{number}-{PRINT_LOG}" for number in count(1))
        return None, {next(name for name in names if not (out / name).exists()): damaged}


def print_changed(job: PrintJob, out: Path) -> None:
    """Prints the cards of a job that differ from the print log, lists the old ones, and enters the new ones."""
    before = load_print_log(out)
    if before is None:
        typer.echo(f"There is no {out / PRINT_LOG} yet, so every card is new.", err=True)
    found = find_changes(job, before or PrintLog())
    if not found:
        typer.echo("Nothing has changed since the last run.")
        return
    name = _free_name(out)
    planned = lay_together(found.job, name) if found.job.faces else []
    cut_list = _cut_list(found)
    _write(
        planned,
        out,
        record_printed(job, before),
        {f"{name}.txt": "\n".join([*cut_list, ""]).encode()} if cut_list else {},
    )
    _tell(planned, out)
    if cut_list:
        typer.echo("\n".join([f"{out / name}.txt:", *cut_list]))


def _free_name(out: Path) -> str:
    """Returns a name that no earlier run used, since its sheets may not be printed yet."""
    numbers = [path.stem.partition("-")[2].partition("-")[0] for path in out.glob("changed-*")]
    return f"changed-{max([int(number) for number in numbers if number.isdecimal()], default=0) + 1}"


def _cut_list(found: Changes) -> list[str]:
    return ["Throw away these old cards:", *map(_old_card, found.old)] if found.old else []


def _old_card(old: ObsoleteCard) -> str:
    title = f" ({old.title})" if old.title else ""
    return f"  {old.count} x {old.deck.replace('_', ' ')} {old.card_id}{title}: {old.reason}"


def _write(planned: Sequence[SheetSet], out: Path, print_log: PrintLog, texts: dict[str, bytes]) -> None:
    """Writes all files or none."""
    # The file that is opened first gets its name last, so the print log never knows more than was written.
    files: dict[str, SheetSet | bytes] = {PRINT_LOG: format_print_log(print_log)}
    files |= texts
    files |= {f"{each.name}.pdf": each for each in planned}
    with progress(sum(each.pages for each in planned)) as advance, contextlib.ExitStack() as stack:
        for name, content in files.items():
            file = stack.enter_context(safe_writer(out / name))
            if isinstance(content, bytes):
                file.write(content)
            else:
                write(content, file, advance)


@contextlib.contextmanager
def progress(pages: int) -> Iterator[Callable[[], None]]:
    """Shows a bar on a terminal; yields what is to be called after each page, or each file."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.progress import Progress

    from aa_tools.cli.terminal.console import stderr_console

    with Progress(console=stderr_console(), transient=True) as progress:
        task = progress.add_task("Drawing", total=pages)
        yield lambda: progress.advance(task)


def _tell(planned: Sequence[SheetSet], out: Path, compared: Sequence[SheetSet] | None = None) -> None:
    """Says what was written, then how to print it and what may go wrong."""
    for number, each in enumerate(planned):
        typer.echo(f"{out / each.name}.pdf: {_summary([each])}")
        for line in ink_lines(each, compared[number]) if compared else ():
            typer.echo(line)
    if len(planned) > 1:
        typer.echo(f"All: {_summary(planned)}")
    for warning in dict.fromkeys(warning for each in planned for warning in each.warnings):
        typer.echo(warning, err=True)
    if planned:
        typer.echo(_how(planned[0].document), err=True)


def _how(document: Document) -> str:
    flip = document.layout.flip
    by_hand = document.order == PageOrder.FRONTS_FIRST and len(document.layout.sides) > 1
    return _BY_HAND.format(flip=flip) if by_hand else _SIDES[flip]


def _summary(planned: Sequence[SheetSet]) -> str:
    cards, sheets = sum(each.cards for each in planned), sum(each.sheets for each in planned)
    empty = sum(each.empty_places for each in planned)
    places = f", {pluralise(empty, 'place')} empty" if empty else ""
    return f"{pluralise(cards, 'card')} on {pluralise(sheets, 'sheet')}{places}"
