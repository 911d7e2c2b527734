"""Lays out a report table for the width of the terminal, without dropping a number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from rich import box
from rich.console import JustifyMethod
from rich.table import Table as RichTable
from rich.text import Text

from aa_tools.simulation.report.report import Mark, ReportRow, ReportTable, format_number
from aa_tools.simulation.statistics.intervals import Estimate
from aa_tools.simulation.statistics.moments import Unit

MAX_UNROUNDED_COLUMNS = 3
"""Number of columns up to which numbers are never rounded to make a table fit."""

_CHART_HEADING = "how often"
_BAR_WIDTH = 24
_MIN_HEADING_WIDTH = 12
"""Number of characters up to which a heading is not wrapped, even if the numbers below it are shorter."""
_EIGHTHS = " ▏▎▍▌▋▊▉█"


@dataclass(frozen=True)
class _Layout:
    """How the cells of a table are formatted.

    Attributes:
        brief: whether numbers are rounded.
        stacked: whether an interval is below its number, and a verdict below its label.
        ids: whether labels include card ids and are not wrapped.
    """

    brief: bool = False
    stacked: bool = False
    ids: bool = False

    def cell(self, figure: Estimate | None, mark: Mark | None, n: int) -> Text:
        """Formats a number with its mark and interval, and its n if different from the row's."""
        if figure is None:
            return Text("")
        percent = "" if figure.unit is not Unit.SHARE else "%" if self.brief else " %"
        own_n = "" if figure.n == n else f", n {figure.n}"
        number, low, high = (
            format_number(value, figure.unit, self.brief) for value in (figure.value, figure.low, figure.high)
        )
        value = f"{number}{percent}{mark.sign if mark else ''}"
        interval = f"{low}-{high}" if (self.brief or self.stacked) and figure.low >= 0 else f"{low} to {high}"
        if self.stacked:
            return Text(f"{value}{own_n}\n").append(interval, style="dim")
        return Text(f"{value} ").append(f"{interval}{own_n}", style="dim")

    def label(self, row: ReportRow) -> Text:
        """Formats the label of a row."""
        label = Text(row.full_label if self.ids else row.label)
        if self.stacked and row.verdict:
            label.append(f"\n{row.verdict}", style="dim")
        return label


def report_grid(table: ReportTable, rows: Sequence[ReportRow], width: int) -> RichTable:
    """Returns the rows in the first layout that fits a width; the result's `width` is greater if none does."""
    layouts = [_Layout(ids=True), _Layout(), _Layout(stacked=True)]
    if len(table.columns) > MAX_UNROUNDED_COLUMNS:
        layouts = [_Layout(), _Layout(brief=True), _Layout(brief=True, stacked=True)]
    for layout in layouts:
        columns = _columns(table, rows, layout)
        if _min_width(columns) <= width:
            break
    if len(table.columns) == 1 and any(row.is_bar for row in rows):
        columns += _bar_chart(rows, width - _max_width(columns) - 1)
    return _rich_table(columns, max(width, _min_width(columns)))


@dataclass(frozen=True)
class _Column:
    """One column with its width, and the width to which it may be wrapped."""

    heading: str
    cells: list[Text]
    width: int
    min_width: int

    @classmethod
    def fitted(cls, heading: str, cells: list[Text], gap: int = 0) -> _Column:
        """Returns a column as wide as its cells plus a gap."""
        heading = "\n".join(wrap(heading, max(_MIN_HEADING_WIDTH, *map(_text_width, cells))))
        width = max(map(_text_width, (Text(heading), *cells))) + gap
        return cls(heading, cells, width, width)


def _columns(table: ReportTable, rows: Sequence[ReportRow], layout: _Layout) -> list[_Column]:
    gap = 0 if layout.stacked else 1
    labels = [layout.label(row) for row in rows]
    width = max(map(_text_width, labels))
    min_width = width if layout.ids else max(len(word) for label in labels for word in label.plain.split())
    columns = [_Column("", labels, width + gap, min_width + gap)]
    counts = [next((figure.n for figure in row.figures if figure is not None), 0) for row in rows]
    for column, heading in enumerate(table.headings):
        cells = [layout.cell(*row.marked[column], n) for row, n in zip(rows, counts, strict=True)]
        columns.append(_Column.fitted(heading, cells, gap))
    columns.append(_Column.fitted("n", [Text(str(n)) for n in counts]))
    if any(row.verdict for row in rows) and not layout.stacked:
        columns.append(_Column.fitted("", [Text(row.verdict) for row in rows]))
    return columns


def _min_width(columns: Sequence[_Column]) -> int:
    return sum(column.min_width + 1 for column in columns) - 1


def _max_width(columns: Sequence[_Column]) -> int:
    return sum(column.width + 1 for column in columns) - 1


def _rich_table(columns: Sequence[_Column], width: int) -> RichTable:
    """Returns the columns as a table; the first column is wrapped if there is not enough room."""
    excess = max(0, _max_width(columns) - width)
    grid = RichTable(box=box.SIMPLE_HEAD, show_edge=False, padding=0, width=_max_width(columns) - excess)
    for number, column in enumerate(columns):
        justify: JustifyMethod = "right" if column.heading == "n" else "left"
        grid.add_column(column.heading, width=column.width - (0 if number else excess), justify=justify)
    for cells in zip(*(column.cells for column in columns), strict=True):
        grid.add_row(*cells)
    return grid


def _text_width(cell: Text) -> int:
    return max(line.cell_len for line in cell.split("\n", allow_blank=True))


def _bar_chart(rows: Sequence[ReportRow], width: int) -> list[_Column]:
    """Returns a column of bars for the rows of a series, or nothing if there is no room."""
    longest = min(_BAR_WIDTH, width)
    if longest < len(_CHART_HEADING):
        return []
    values = [row.figures[0].value if row.is_bar and row.figures[0] is not None else 0.0 for row in rows]
    bars = [Text(_bar(value, max(values), longest)) for value in values]
    return [_Column(_CHART_HEADING, bars, longest, longest)]


def _bar(value: float, highest: float, longest: int) -> str:
    eighths = round(8 * longest * value / highest) if highest else 0
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()
