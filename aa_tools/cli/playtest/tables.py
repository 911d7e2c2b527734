"""A table of numbers with their intervals, as wide as a terminal allows and without losing a number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from rich import box
from rich.console import JustifyMethod
from rich.table import Table as RichTable
from rich.text import Text

from aa_tools.simulation.report.report import Mark, Row, Table, shown
from aa_tools.simulation.statistics.intervals import Estimate
from aa_tools.simulation.statistics.moments import Unit

MOST_FULL = 3
"""Columns up to which numbers are never rounded to fit."""

_CHART = "how often"
_BAR = 24
_HEAD = 12
"""Characters that the name of a column may have on one line, however short its numbers are."""
_EIGHTHS = " ▏▎▍▌▋▊▉█"


@dataclass(frozen=True)
class _Layout:
    """How numbers are written.

    Attributes:
        brief: rounded.
        stacked: the interval below the number, and a verdict below what it is about.
        ids: the ids of cards behind their titles, on one line.
    """

    brief: bool = False
    stacked: bool = False
    ids: bool = False

    def cell(self, figure: Estimate | None, mark: Mark | None, n: int) -> Text:
        """Returns a number with its mark and interval, and with its n where that is not the row's."""
        if figure is None:
            return Text("")
        percent = "" if figure.unit is not Unit.SHARE else "%" if self.brief else " %"
        own_n = "" if figure.n == n else f", n {figure.n}"
        value = f"{self._number(figure.value, figure.unit)}{percent}{mark.sign if mark else ''}"
        interval = self._interval(figure)
        if self.stacked:
            return Text(f"{value}{own_n}\n").append(interval, style="dim")
        return Text(f"{value} ").append(f"{interval}{own_n}", style="dim")

    def _interval(self, figure: Estimate) -> str:
        low, high = (self._number(end, figure.unit) for end in (figure.low, figure.high))
        short = (self.brief or self.stacked) and figure.low >= 0
        return f"{low}-{high}" if short else f"{low} to {high}"

    def _number(self, value: float, unit: Unit) -> str:
        return shown(value, unit, self.brief)


def grid(table: Table, rows: Sequence[Row], width: int) -> RichTable:
    """Returns the rows in the first layout that fits a terminal; its `width` is greater where none does."""
    layouts = [_Layout(ids=True), _Layout(), _Layout(stacked=True)]
    if len(table.columns) > MOST_FULL:
        layouts = [_Layout(), _Layout(brief=True), _Layout(brief=True, stacked=True)]
    columns = next(
        (columns for columns in (_columns(table, rows, layout) for layout in layouts) if _least(columns) <= width),
        _columns(table, rows, layouts[-1]),
    )
    if _charted(table, rows):
        columns += _chart(rows, width - _most(columns) - 1)
    return _made(columns, max(width, _least(columns)))


@dataclass(frozen=True)
class _Column:
    """One column: its head, its cells, how wide it is, and how narrow it may be."""

    head: str
    cells: list[Text]
    widest: int
    least: int

    @classmethod
    def of(cls, head: str, cells: list[Text], gap: int = 0) -> _Column:
        """Returns a column that is as wide as its cells, with a gap beside it."""
        head = "\n".join(wrap(head, max(_HEAD, *(_width(cell) for cell in cells))))
        widest = max(_width(cell) for cell in (Text(head), *cells)) + gap
        return cls(head, cells, widest, widest)


def _columns(table: Table, rows: Sequence[Row], layout: _Layout) -> list[_Column]:
    gap = 0 if layout.stacked else 1
    labels = [_label(row, layout) for row in rows]
    widest = max(map(_width, labels))
    least = widest if layout.ids else max(len(word) for label in labels for word in label.plain.split())
    columns = [_Column("", labels, widest + gap, least + gap)]
    counts = [next((figure.n for figure in row.figures if figure is not None), 0) for row in rows]
    for column, head in enumerate(table.headings):
        cells = [layout.cell(*row.marked[column], n) for row, n in zip(rows, counts, strict=True)]
        columns.append(_Column.of(head, cells, gap))
    columns.append(_Column.of("n", [Text(str(n)) for n in counts]))
    if any(row.verdict for row in rows) and not layout.stacked:
        columns.append(_Column.of("", [Text(row.verdict) for row in rows]))
    return columns


def _least(columns: Sequence[_Column]) -> int:
    return sum(column.least + 1 for column in columns) - 1


def _most(columns: Sequence[_Column]) -> int:
    return sum(column.widest + 1 for column in columns) - 1


def _made(columns: Sequence[_Column], room: int) -> RichTable:
    """Returns the columns as a table; the first is wrapped where there is no room for all of it."""
    made = RichTable(box=box.SIMPLE_HEAD, show_edge=False, padding=0, width=min(room, _most(columns)))
    for column in columns:
        missing = max(0, _most(columns) - room) if column is columns[0] else 0
        justify: JustifyMethod = "right" if column.head == "n" else "left"
        made.add_column(column.head, width=column.widest - missing, justify=justify)
    for cells in zip(*(column.cells for column in columns), strict=True):
        made.add_row(*cells)
    return made


def _label(row: Row, layout: _Layout) -> Text:
    """Returns what a row is about, with the id of its card where there is room for it."""
    label = Text(row.full_label if layout.ids else row.label)
    if layout.stacked and row.verdict:
        label.append(f"\n{row.verdict}", style="dim")
    return label


def _width(cell: Text) -> int:
    return max(line.cell_len for line in cell.split("\n", allow_blank=True))


def _charted(table: Table, rows: Sequence[Row]) -> bool:
    return len(table.columns) == 1 and any(row.label.isdecimal() for row in rows)


def _chart(rows: Sequence[Row], room: int) -> list[_Column]:
    """Returns a column of bars for the shares of scores, or none where there is no room."""
    longest = min(_BAR, room)
    if longest < len(_CHART):
        return []
    heights = [_height(row) for row in rows]
    bars = [Text(_bar(height, max(heights), longest)) for height in heights]
    return [_Column(_CHART, bars, longest, longest)]


def _height(row: Row) -> float:
    figure = row.figures[0]
    return figure.value if row.label.isdecimal() and figure is not None else 0.0


def _bar(value: float, most: float, longest: int) -> str:
    eighths = round(8 * longest * value / most) if most else 0
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()
