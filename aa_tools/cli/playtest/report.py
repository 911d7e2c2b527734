"""Prints the report of a playtest."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console

from aa_tools.cli.playtest.tables import report_grid
from aa_tools.cli.terminal.console import stdout_console
from aa_tools.services.documents import house_rules
from aa_tools.simulation.report.report import PlaytestReport, ReportTable, sha256_of
from aa_tools.text import pluralise

_HASH_DIGITS = 16
"""Number of hash digits shown, enough to identify a file; the HTML page and the JSON have the rest."""


def show_report(report: PlaytestReport) -> None:
    """Prints the report as text tables."""
    console = stdout_console()
    for line in _header(report):
        console.print(line)
    for table in report.tables:
        _show_table(table, console)
    console.print()
    for note in report.notes:
        console.print(note)


def _show_table(table: ReportTable, console: Console) -> None:
    rows = table.rows[: table.first]
    console.print(f"\n{table.title}", style="bold")
    if table.note:
        console.print(table.note, style="dim")
    grid, wide = report_grid(table, rows, console.width), stdout_console()
    # Nothing is truncated: if no layout fits, the terminal wraps the lines itself.
    wide.width = max(wide.width, grid.width or 0)
    wide.print(grid)
    if left := len(table.rows) - len(rows):
        console.print(f"… and {left} more, see --html or --json", style="dim")
    if table.foot:
        console.print(table.foot, style="dim")


def _header(report: PlaytestReport) -> Iterator[str]:
    shuffles = "" if report.games == report.shuffles else f" on {pluralise(report.shuffles, 'shuffle')}"
    bots = ", ".join(report.bots)
    yield f"{pluralise(report.games, 'game')}{shuffles} of {report.players} players; bots {bots}; seed {report.seed}"
    names = ("cards",) if len(report.card_files) == 1 else ("old cards", "new cards")
    for name, cards in zip(names, report.card_files, strict=True):
        changed = house_rules(cards.rules)
        rules = f"house rules: {', '.join(changed)}" if changed else "rules of the published game"
        yield f"{name} {cards.source.source.name}, SHA-256 {sha256_of(cards)[:_HASH_DIGITS]}...; {rules}"
    yield f"intervals {report.intervals}; n is the sample size"
    if len(names) > 1:
        new = report.card_files[-1].source.source.name
        yield f"Differences first, then the numbers of the new file, {new}."
