"""Findings and odds as people read them in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from aa_tools.cards.analysis.odds import RANDOM_CANVASES, Proportion, Survey
from aa_tools.errors import Problem


def show_findings(
    problems: Iterable[Problem], warnings: Iterable[Problem], console: Console, notes: Iterable[Problem] = ()
) -> None:
    """Prints all findings in the order of their places: what and where, and below it what to do."""
    found = [("error", "bold red", each) for each in problems] + [("warning", "yellow", each) for each in warnings]
    found += [("note", "cyan", each) for each in notes]
    for kind, style, problem in sorted(found, key=lambda each: _position(each[2])):
        where = f"{problem.place}: " if problem.place else ""
        console.print(Text.assemble((where, "bold"), (f"{kind}: ", style), problem.message), soft_wrap=True)
        if problem.hint:
            console.print(Text(f"    {problem.hint}", style="dim"), soft_wrap=True)


def _position(problem: Problem) -> tuple[str, int, int]:
    place = problem.place
    return (place.source, place.line or 0, place.column or 0) if place else ("", 0, 0)


def show_odds(surveys: Sequence[Survey], console: Console) -> None:
    """Prints the odds of the public cards and of the inspirations."""
    if surveys:
        console.print(
            f"\nOdds on {RANDOM_CANVASES:,} random full canvases, in percent with the 95 % interval", style="bold"
        )
        for table in _odds_tables(surveys):
            console.print(table)


def _odds_tables(surveys: Sequence[Survey]) -> Iterator[RichTable]:
    table = _table()
    table.add_column("Public card")
    for each in surveys:
        table.add_column(f"Tie,\n{each.players} players", justify="right")
        table.add_column(f"Nobody,\n{each.players} players", justify="right")
    for card_id in surveys[0].public:
        odds = [each.public[card_id] for each in surveys]
        table.add_row(card_id, *(text for each in odds for text in (percent(each.tie), percent(each.nobody))))
    yield table
    table = _table()
    table.add_column("Inspiration")
    for each in surveys:
        table.add_column(f"In a zone,\n{each.players} players", justify="right")
    for card_id in surveys[0].held:
        table.add_row(card_id, *(percent(each.held[card_id]) for each in surveys))
    yield table


def _table() -> RichTable:
    return RichTable(box=box.SIMPLE_HEAD, pad_edge=False, header_style="dim")


def percent(chance: Proportion, sign: str = "") -> Text:
    """Returns a share and its interval, such as "20 (18-22)" or "20 % (18-22)"; below a tenth with a decimal."""
    low, high = (100 * each for each in chance.interval)
    digits = 1 if chance.share < 0.1 else 0
    share = "0" if chance.hits == 0 else f"{100 * chance.share:.{digits}f}"
    return Text.assemble(f"{share}{sign}", (f" ({low:.{digits}f}-{high:.{digits}f})", "dim"))
