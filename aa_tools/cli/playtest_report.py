"""The report of a playtest and the replay of a game on the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich import box
from rich.table import Table as RichTable
from rich.text import Text

from aa_tools.cli.console import answers
from aa_tools.playtest.intervals import Estimate
from aa_tools.playtest.moments import Unit
from aa_tools.playtest.replay import Replay, ReplayedRound, Turn
from aa_tools.playtest.report import OUTLIER, Report, Row, Table
from aa_tools.rules.ruleset import Side

MOST_ROWS = 24
"""Rows of a comparison that are shown; the rest is in the page and in the JSON."""

MOST_FULL = 3
"""Columns up to which numbers are written out."""

MARK = "*"

_BAR = 24
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def show_report(report: Report) -> None:
    """Prints the report for people."""
    console = answers()
    for line in _head(report):
        console.print(line, soft_wrap=True)
    for table in report.tables:
        console.print(f"\n{table.title}", style="bold")
        if table.note:
            console.print(table.note, style="dim")
        grid = _rich(table)
        # A pipe has no width, and a number cut short is worse than a line that wraps.
        console.width = max(
            console.width, grid.__rich_measure__(console, console.options.update(max_width=999)).maximum
        )
        console.print(grid)
        if len(table.rows) > len(_shown(table)):
            console.print(f"… and {len(table.rows) - len(_shown(table))} more, see --html or --json", style="dim")
    console.print()
    for note in report.notes:
        console.print(note)


def _head(report: Report) -> Iterator[str]:
    head = report.header
    games = f"{head['games']} games" + ("" if head["games"] == head["shuffles"] else f" on {head['shuffles']} shuffles")
    yield f"{games} of {head['players']} players; bots {', '.join(head['bots'])}; seed {head['seed']}"
    for each in head["card_files"]:
        yield f"cards {each['file']}, SHA-256 {each['sha256']}"
    for rules in head["rules"]:
        yield "rules " + ", ".join(f"{name} {_rule(value)}" for name, value in rules.items() if name != "rounds")
    yield f"intervals {head['intervals']}; n is what a number is counted from"


def _rule(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name}:{each}" for name, each in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "no limit" if value is None else str(value)


def _shown(table: Table) -> tuple[Row, ...]:
    return table.rows[:MOST_ROWS] if table.key == "comparison" else table.rows


def _rich(table: Table) -> RichTable:
    """Returns the table for the terminal, as narrow as it can be without losing a number."""
    rows, style = _shown(table), _Style(brief=len(table.columns) > MOST_FULL)
    charts = len(table.columns) == 1 and any(row.label.isdecimal() for row in rows)
    grid = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1, 0, 0), collapse_padding=True)
    for name in ("", *table.columns, "n", *(["how often"] if charts else []), ""):
        grid.add_column(name, no_wrap=True)
    grid.columns[len(table.columns) + 1].justify = "right"
    most = max((row.figures[0].value for row in rows if _in_chart(row)), default=0.0)  # type: ignore[union-attr]
    for row in rows:
        known = [figure for figure in row.figures if figure is not None]
        cells: list[Text | str] = [row.label, *(style.cell(figure, known[0].n) for figure in row.figures)]
        cells.append(str(known[0].n))
        if charts:
            cells.append(_bar(known[0].value, most) if _in_chart(row) else "")
        grid.add_row(*cells, MARK if row.mark == OUTLIER else row.mark)
    return grid


def _in_chart(row: Row) -> bool:
    return row.label.isdecimal() and row.figures[0] is not None


@dataclass(frozen=True)
class _Style:
    """How numbers are written; brief where a table has many columns."""

    brief: bool

    def cell(self, figure: Estimate | None, n: int) -> Text:
        """Returns a number with its interval, and with its n where that is not the row's."""
        if figure is None:
            return Text("")
        own_n = "" if figure.n == n else f", n {figure.n}"
        joined = f"{self._plain(figure.low, figure.unit)}{'-' if self.brief else ' to '}"
        interval = f" {joined}{self._plain(figure.high, figure.unit)}{own_n}"
        percent = "" if figure.unit is not Unit.SHARE else "%" if self.brief else " %"
        return Text(f"{self._plain(figure.value, figure.unit)}{percent}").append(interval, style="dim")

    def _plain(self, value: float, unit: Unit) -> str:
        if unit is Unit.SHARE:
            return f"{100 * value:.0f}" if self.brief else f"{100 * value:.1f}"
        return f"{value:.1f}" if self.brief else f"{value:.2f}"


def _bar(value: float, most: float) -> str:
    eighths = round(8 * _BAR * value / most) if most else 0
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def show_replay(replay: Replay) -> None:
    """Prints a game turn by turn."""
    console = answers()
    seats = ", ".join(f"{side} {bot}" for side, bot in replay.bots.items())
    console.print(f"Game {replay.game}: {seats}")
    for number, each in enumerate(replay.rounds, 1):
        console.print(f"\nRound {number}", style="bold")
        for line in _round(each):
            console.print(line, soft_wrap=True)
    points = ", ".join(f"{side} {each}" for side, each in replay.points.items())
    console.print(f"\n{replay.winner} wins, decided by {replay.decided_by}: {points}")


def _round(each: ReplayedRound) -> Iterator[str]:
    table = each.score.table
    yield f"first player {table.first_player}; public cards {', '.join(card.id for card in table.cards)}"
    for player in table.players:
        yield f"{player.side} holds {', '.join(card.id for card in player.inspirations) or 'no inspiration'}"
    for number, turn in enumerate(each.turns, 1):
        yield from _turn(number, turn)
    for claim in each.score.claims:
        numbers = ", ".join(f"{side} {number}" for side, number in claim.numbers.items())
        taken = claim.claimed_by or "nobody"
        yield f"{claim.card.id}: {numbers}; {taken}{', by the tie rule' if claim.tie else ''}"
    for inspiration in each.score.inspirations:
        if inspiration.scored:
            yield f"{inspiration.card.id}: scored by {inspiration.side}"
    yield "points of the round: " + ", ".join(f"{side} {each.score.points(side)}" for side in _sides(each))


def _sides(each: ReplayedRound) -> tuple[Side, ...]:
    return each.score.table.sides


def _turn(number: int, turn: Turn) -> Iterator[str]:
    upside_down = " upside down" if turn.turned else ""
    yield (
        f"\n{number:>2}. {turn.side} lays {turn.card}{upside_down} at row {turn.row + 1}, column {turn.column + 1} "
        f"of the finished canvas; {turn.spaces} {'space was' if turn.spaces == 1 else 'spaces were'} open"
    )
    for line in turn.canvas:
        yield "    " + " ".join(line[start : start + 2] for start in range(0, len(line), 2))
