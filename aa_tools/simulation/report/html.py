"""The report as one page that needs nothing beside it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from aa_tools.simulation.report.report import Mark, Report, Row, Table, shown
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

_WIDE = 160
_CHART_WIDTH, _CHART_HEIGHT = 720, 160


def page(report: Report, title: str) -> str:
    """Returns the report as HTML."""
    parts = [
        "<!doctype html>",
        '<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
        f"<h1>{escape(title)}</h1>",
        *(f"<p>{escape(note)}</p>" for note in report.notes),
        _header(report.header),
        *(part for table in report.tables for part in _table(table)),
        "</html>",
    ]
    return "\n".join(parts) + "\n"


def _header(header: Any) -> str:
    rows = (f"<dt>{escape(name.replace('_', ' '))}</dt><dd>{_value(value)}</dd>" for name, value in header.items())
    return f"<dl>{''.join(rows)}</dl>"


def _value(value: Any) -> str:
    """Returns a value of the head; what is said of each card file on a line of its own."""
    if not isinstance(value, list) or not isinstance(value[0], dict):
        return escape(_plain(value))
    files = [_plain(each) for each in value]
    return "<br>".join(map(escape, files if len(files) == 1 else (f"old: {files[0]}", f"new: {files[1]}")))


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{str(name).replace('_', ' ')}: {_plain(each)}" for name, each in value.items())
    if isinstance(value, list):
        return ", ".join(map(_plain, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "no limit" if value is None else str(value)


def _table(table: Table) -> Iterator[str]:
    yield f"<h2>{escape(table.title)}</h2>"
    if table.note:
        yield f"<p>{escape(table.note)}</p>"
    drawn = tuple(row for row in table.rows if row.label.isdecimal())
    plain = tuple(row for row in table.rows if row not in drawn)
    first, rest = plain[: table.first], plain[len(plain[: table.first]) :]
    yield _grid(table, first)
    if rest:
        yield f"<details><summary>{len(rest)} more</summary>{_grid(table, rest)}</details>"
    if table.foot:
        yield f"<p>{escape(table.foot)}</p>"
    if drawn:
        for column, name in enumerate(table.headings):
            known = [row for row in drawn if row.figures[column] is not None]
            if known:
                yield f"<h3>{escape(name if len(table.columns) > 1 else 'how often')}</h3>{_chart(known, column)}"
        yield f"<details><summary>The numbers</summary>{_grid(table, drawn)}</details>"


def _grid(table: Table, rows: tuple[Row, ...]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in table.headings)
    lines = [f'<div class="scroll"><table><tr><th></th>{head}<th></th></tr>']
    for row in rows:
        cells = "".join(_cell(*marked, rows, column) for column, marked in enumerate(row.marked))
        verdict = f'<td class="verdict">{escape(row.verdict)}</td>'
        lines.append(f'<tr><td class="label">{escape(row.full_label)}</td>{cells}{verdict}</tr>')
    return "\n".join(lines) + "</table></div>"


def _scale(rows: tuple[Row, ...], column: int, unit: Unit) -> tuple[float, float]:
    """Returns the ends of the scale of a unit: shares from 0 to 1, others and differences as far as they go."""
    figures = [figure for row in rows if (figure := row.figures[column]) is not None and figure.unit is unit]
    low, high = min(figure.low for figure in figures), max(figure.high for figure in figures)
    if unit is Unit.SHARE and low >= 0:
        return 0.0, 1.0
    return min(low, 0.0), max(high, 0.0) or 1.0


def _cell(figure: Estimate | None, mark: Mark | None, rows: tuple[Row, ...], column: int) -> str:
    if figure is None:
        return "<td></td>"
    low, high = _scale(rows, column, figure.unit)

    def x(value: float) -> str:
        return f"{2 + (_WIDE - 4) * (value - low) / (high - low):.1f}"

    zero = x(min(max(0.0, low), high))
    drawing = (
        f'<svg width="{_WIDE}" height="12" role="img" aria-label="{escape(_text(figure))}">'
        f'<line class="axis" x1="{zero}" x2="{zero}" y1="0" y2="12"/>'
        f'<line class="reach" x1="{x(figure.low)}" x2="{x(figure.high)}" y1="6" y2="6"/>'
        f'<circle class="dot" cx="{x(figure.value)}" cy="6" r="3.2"/></svg>'
    )
    sign = f' <b title="{mark.value}">{mark.sign}</b>' if mark else ""
    return f"<td>{drawing}<small>{escape(_text(figure))}</small>{sign}</td>"


def _chart(rows: list[Row], column: int) -> str:
    """Returns a bar for each row, with its interval."""
    figures = [figure for row in rows if (figure := row.figures[column]) is not None]
    step, base = (_CHART_WIDTH - 10) / len(rows), _CHART_HEIGHT - 16
    scale = base / (max(figure.high for figure in figures) or 1.0)
    parts = []
    for place, (row, figure) in enumerate(zip(rows, figures, strict=True)):
        left, top = 5 + place * step, base - scale * figure.value
        middle, low, high = left + step / 2, base - scale * figure.low, base - scale * figure.high
        parts += [
            f'<rect class="bar" x="{left + 1:.1f}" y="{top:.1f}" width="{step - 2:.1f}" height="{base - top:.1f}"/>',
            f'<line class="reach" x1="{middle:.1f}" x2="{middle:.1f}" y1="{low:.1f}" y2="{high:.1f}"/>',
            f'<text class="tick" x="{middle:.1f}" y="{_CHART_HEIGHT - 3}">{escape(row.label)}</text>',
        ]
    axis = f'<line class="axis" x1="0" x2="{_CHART_WIDTH}" y1="{base}" y2="{base}"/>'
    size = f'viewBox="0 0 {_CHART_WIDTH} {_CHART_HEIGHT}" width="100%" style="max-width:{_CHART_WIDTH}px"'
    return f'<svg {size} role="img">{"".join(parts)}{axis}</svg>'


def _text(figure: Estimate | None) -> str:
    """Returns a number and its interval as people read them."""
    if figure is None:
        return "-"
    value, low, high = (shown(each, figure.unit) for each in (figure.value, figure.low, figure.high))
    return f"{value}{' %' * (figure.unit is Unit.SHARE)} ({low} to {high}, n {figure.n})"
