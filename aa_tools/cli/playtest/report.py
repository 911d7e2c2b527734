"""The report of a playtest on the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console

from aa_tools.cli.playtest.tables import grid
from aa_tools.cli.terminal.console import answers
from aa_tools.rules.ruleset import Rules
from aa_tools.services.documents import house_rules
from aa_tools.simulation.report.report import Report, Table
from aa_tools.text import pluralise

_HASH = 16
"""Digits of a file's hash that are shown, enough to know it by; the rest is in the page and in the JSON."""


def show_report(report: Report, rules: Sequence[Rules]) -> None:
    """Prints the report for people; `rules` are those of each card file, in the order of the report's head."""
    console = answers()
    for line in _head(report, rules):
        console.print(line)
    for table in report.tables:
        _show(table, console)
    console.print()
    for note in report.notes:
        console.print(note)


def _show(table: Table, console: Console) -> None:
    rows = table.rows[: table.first]
    console.print(f"\n{table.title}", style="bold")
    if table.note:
        console.print(table.note, style="dim")
    made, wide = grid(table, rows, console.width), answers()
    # Nothing is cut short: where no layout fits, the terminal wraps the lines itself.
    wide.width = max(wide.width, made.width or 0)
    wide.print(made)
    if left := len(table.rows) - len(rows):
        console.print(f"… and {left} more, see --html or --json", style="dim")
    if table.foot:
        console.print(table.foot, style="dim")


def _head(report: Report, rules: Sequence[Rules]) -> Iterator[str]:
    head = report.header
    games = pluralise(head["games"], "game")
    on = "" if head["games"] == head["shuffles"] else f" on {pluralise(head['shuffles'], 'shuffle')}"
    yield f"{games}{on} of {head['players']} players; bots {', '.join(head['bots'])}; seed {head['seed']}"
    for who, each, played in zip(_names(len(rules)), head["card_files"], rules, strict=True):
        yield f"{who} {each['file']}, SHA-256 {each['sha256'][:_HASH]}...; {_rules(played)}"
    yield f"intervals {head['intervals']}; n is what a number was counted from"
    if len(rules) > 1:
        yield f"Differences first, then the numbers of the new file, {head['card_files'][-1]['file']}."


def _names(files: int) -> tuple[str, ...]:
    return ("cards",) if files == 1 else ("old cards", "new cards")


def _rules(rules: Rules) -> str:
    changed = house_rules(rules)
    return f"house rules: {', '.join(changed)}" if changed else "rules of the published game"
