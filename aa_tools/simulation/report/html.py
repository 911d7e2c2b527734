"""The report as a single HTML page without external resources."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from aa_tools.simulation.report.report import Mark, PlaytestReport, ReportRow, ReportTable, format_number
from aa_tools.simulation.statistics.intervals import Estimate
from aa_tools.simulation.statistics.moments import Unit

_STYLE = """
:root { color-scheme: light dark;
  --ink: #22262e; --soft: #667; --line: #d9dbe2; --bar: #3b76c4; --mark: #c2342c; --page: #fff }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8ee; --soft: #9aa1b0; --line: #3a3f4b; --bar: #7fb0f0; --mark: #ff8a80; --page: #181b21 } }
body { font: 15px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--page); max-width: 80rem;
  margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.7rem; margin-bottom: .2rem } h2 { font-size: 1.2rem; margin: 2.2rem 0 .2rem }
h3 { font-size: 1rem; font-weight: 500; color: var(--soft); margin: 1rem 0 .2rem } summary { cursor: pointer }
p { color: var(--soft); margin: .2rem 0 .8rem } table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .22rem .8rem .22rem 0; border-bottom: 1px solid var(--line) }
th { font-weight: 600; color: var(--soft) } td.label { white-space: nowrap }
td.verdict { color: var(--soft); white-space: nowrap } td b { color: var(--mark) }
td small { color: var(--soft); white-space: nowrap } svg { display: block } .scroll { overflow-x: auto }
.bar { fill: var(--bar); opacity: .3 } .dot { fill: var(--bar) } .reach { stroke: var(--bar); stroke-width: 2 }
.axis { stroke: var(--line) } .tick { fill: var(--soft); font-size: 11px; text-anchor: middle }
dt { color: var(--soft) }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem } dd { margin: 0; overflow-wrap: anywhere }
"""

_PLOT_WIDTH = 160
_CHART_WIDTH, _CHART_HEIGHT = 720, 160


def html_page(report: PlaytestReport, title: str) -> str:
    """Returns the report as an HTML document."""
    parts = [
        "<!doctype html>",
        '<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
        f"<h1>{escape(title)}</h1>",
        *(f"<p>{escape(note)}</p>" for note in report.notes),
        _header(report),
        *(part for table in report.tables for part in _table(table)),
        "</html>",
    ]
    return "\n".join(parts) + "\n"


def _header(report: PlaytestReport) -> str:
    entries = "".join(f"<dt>{_name(key)}</dt><dd>{_value(value)}</dd>" for key, value in report.header().items())
    return f"<dl>{entries}</dl>"


def _name(key: str) -> str:
    return escape(key.replace("_", " "))


def _value(value: Any) -> str:
    """Formats a header value; the entries of two card files are on separate lines."""
    if not isinstance(value, list) or not isinstance(value[0], dict):
        return escape(_text(value))
    files = [_text(entry) for entry in value]
    return "<br>".join(map(escape, files if len(files) == 1 else (f"old: {files[0]}", f"new: {files[1]}")))


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{str(key).replace('_', ' ')}: {_text(entry)}" for key, entry in value.items())
    if isinstance(value, list):
        return ", ".join(map(_text, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "no limit" if value is None else str(value)


def _table(table: ReportTable) -> Iterator[str]:
    yield f"<h2>{escape(table.title)}</h2>"
    if table.note:
        yield f"<p>{escape(table.note)}</p>"
    bars = tuple(row for row in table.rows if row.is_bar)
    others = tuple(row for row in table.rows if not row.is_bar)
    first, rest = others[: table.first], others[len(others[: table.first]) :]
    yield _grid(table, first)
    if rest:
        yield f"<details><summary>{len(rest)} more</summary>{_grid(table, rest)}</details>"
    if table.foot:
        yield f"<p>{escape(table.foot)}</p>"
    if bars:
        for column, heading in enumerate(table.headings):
            known = [row for row in bars if row.figures[column] is not None]
            if known:
                yield f"<h3>{escape(heading if len(table.columns) > 1 else 'how often')}</h3>{_chart(known, column)}"
        yield f"<details><summary>The numbers</summary>{_grid(table, bars)}</details>"


def _grid(table: ReportTable, rows: tuple[ReportRow, ...]) -> str:
    head = "".join(f"<th>{escape(heading)}</th>" for heading in table.headings)
    lines = [f'<div class="scroll"><table><tr><th></th>{head}<th></th></tr>']
    for row in rows:
        cells = "".join(_cell(*marked, rows, column) for column, marked in enumerate(row.marked))
        verdict = f'<td class="verdict">{escape(row.verdict)}</td>'
        lines.append(f'<tr><td class="label">{escape(row.full_label)}</td>{cells}{verdict}</tr>')
    return "\n".join(lines) + "</table></div>"


def _scale(rows: tuple[ReportRow, ...], column: int, unit: Unit) -> tuple[float, float]:
    """Returns the ends of a column's scale: 0 and 1 for shares, else the range of the intervals and zero."""
    figures = [figure for row in rows if (figure := row.figures[column]) is not None and figure.unit is unit]
    low, high = min(figure.low for figure in figures), max(figure.high for figure in figures)
    if unit is Unit.SHARE and low >= 0:
        return 0.0, 1.0
    return min(low, 0.0), max(high, 0.0) or 1.0


def _cell(figure: Estimate | None, mark: Mark | None, rows: tuple[ReportRow, ...], column: int) -> str:
    """Returns a cell with a plot of the interval, the number and its mark."""
    if figure is None:
        return "<td></td>"
    low, high = _scale(rows, column, figure.unit)

    def x(value: float) -> str:
        return f"{2 + (_PLOT_WIDTH - 4) * (value - low) / (high - low):.1f}"

    text = _figure_text(figure)
    zero = x(min(max(0.0, low), high))
    plot = (
        f'<svg width="{_PLOT_WIDTH}" height="12" role="img" aria-label="{escape(text)}">'
        f'<line class="axis" x1="{zero}" x2="{zero}" y1="0" y2="12"/>'
        f'<line class="reach" x1="{x(figure.low)}" x2="{x(figure.high)}" y1="6" y2="6"/>'
        f'<circle class="dot" cx="{x(figure.value)}" cy="6" r="3.2"/></svg>'
    )
    sign = f' <b title="{mark.value}">{mark.sign}</b>' if mark else ""
    return f"<td>{plot}<small>{escape(text)}</small>{sign}</td>"


def _chart(rows: list[ReportRow], column: int) -> str:
    """Returns a bar chart with one bar and its interval for each row."""
    figures = [figure for row in rows if (figure := row.figures[column]) is not None]
    step, base = (_CHART_WIDTH - 10) / len(rows), _CHART_HEIGHT - 16
    scale = base / (max(figure.high for figure in figures) or 1.0)
    parts = []
    for number, (row, figure) in enumerate(zip(rows, figures, strict=True)):
        left, top = 5 + number * step, base - scale * figure.value
        middle, low, high = left + step / 2, base - scale * figure.low, base - scale * figure.high
        parts += [
            f'<rect class="bar" x="{left + 1:.1f}" y="{top:.1f}" width="{step - 2:.1f}" height="{base - top:.1f}"/>',
            f'<line class="reach" x1="{middle:.1f}" x2="{middle:.1f}" y1="{low:.1f}" y2="{high:.1f}"/>',
            f'<text class="tick" x="{middle:.1f}" y="{_CHART_HEIGHT - 3}">{escape(row.label)}</text>',
        ]
    axis = f'<line class="axis" x1="0" x2="{_CHART_WIDTH}" y1="{base}" y2="{base}"/>'
    size = f'viewBox="0 0 {_CHART_WIDTH} {_CHART_HEIGHT}" width="100%" style="max-width:{_CHART_WIDTH}px"'
    return f'<svg {size} role="img">{"".join(parts)}{axis}</svg>'


def _figure_text(figure: Estimate) -> str:
    """Formats a number with its interval and sample size."""
    value, low, high = (format_number(number, figure.unit) for number in (figure.value, figure.low, figure.high))
    return f"{value}{' %' * (figure.unit is Unit.SHARE)} ({low} to {high}, n {figure.n})"
