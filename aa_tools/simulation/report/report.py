"""The data of a report: tables of numbers with their intervals, for the terminal, an HTML page or a program."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import Enum
from itertools import zip_longest
from typing import Any

from aa_tools.cards.database import CardDatabase
from aa_tools.simulation.statistics.intervals import Estimate
from aa_tools.simulation.statistics.moments import Unit

WARNING = "Bots are not people: they do not see style or mood and do not bluff. Use the numbers to decide what to try."


class Mark(Enum):
    """A remark on a number that is statistically significant by Benjamini and Hochberg at 5 %."""

    OUTLIER = "stands out"
    BEYOND = "beyond the limit"

    @property
    def sign(self) -> str:
        """The character shown after the number."""
        return "*" if self is Mark.OUTLIER else "!"


@dataclass(frozen=True)
class ReportRow:
    """One row of a table.

    Attributes:
        label: the row's label for people.
        figures: a number for each column of the table, or None.
        marks: the mark of each number, or None; may be shorter than `figures`.
        verdict: the verdict on a difference, or "".
        card: the card id, if the label shows the card's title.
        name: the name of the quantity for programs, or "".
    """

    label: str
    figures: tuple[Estimate | None, ...]
    marks: tuple[Mark | None, ...] = ()
    verdict: str = ""
    card: str = ""
    name: str = ""

    @property
    def marked(self) -> tuple[tuple[Estimate | None, Mark | None], ...]:
        """Each number with its mark."""
        return tuple(zip_longest(self.figures, self.marks))

    @property
    def full_label(self) -> str:
        """The label, followed by the card id in brackets."""
        return f"{self.label} [{self.card}]" if self.card else self.label

    @property
    def is_bar(self) -> bool:
        """Whether the row is one of a series, such as a score or a turn, that is shown as a bar chart."""
        return self.label.isdecimal()


@dataclass(frozen=True)
class ReportTable:
    """One table of a report.

    Attributes:
        key: the name for programs.
        title: the heading.
        note: explanation of the columns, shown above the rows.
        columns: names of the columns for programs.
        rows: the rows.
        heads: names of the columns for people, if different.
        first: number of rows shown to people first; the others are folded away. None for all.
        foot: text below the rows.
    """

    key: str
    title: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[ReportRow, ...]
    heads: tuple[str, ...] = ()
    first: int | None = None
    foot: str = ""

    @property
    def headings(self) -> tuple[str, ...]:
        """Names of the columns for people."""
        return self.heads or self.columns

    def json(self) -> dict[str, Any]:
        """Returns the table as JSON data."""
        foot = {"foot": self.foot} if self.foot else {}
        return {"title": self.title} | foot | {"rows": [self._row_json(row) for row in self.rows]}

    def _row_json(self, row: ReportRow) -> dict[str, Any]:
        texts = {name: text for name in ("name", "card", "verdict") if (text := getattr(row, name))}
        figures = {name: _figure_json(*marked) for name, marked in zip(self.columns, row.marked, strict=True)}
        return {"label": row.label} | texts | figures


def _figure_json(figure: Estimate | None, mark: Mark | None) -> dict[str, Any] | None:
    if figure is None:
        return None
    numbers = {name: round(getattr(figure, name), 6) for name in ("value", "low", "high")}
    return numbers | {"n": figure.n, "unit": figure.unit.value, "mark": mark.value if mark else None}


@dataclass(frozen=True)
class PlaytestReport:
    """The result of a playtest.

    Attributes:
        players: number of players.
        bots: the name of the bot on each seat.
        seed: random seed.
        games: number of games played.
        shuffles: number of different shuffles among them.
        interrupted: whether Ctrl-C stopped playing early.
        anytime: whether the intervals hold at any stopping time, as `until_width` needs.
        card_files: the card file, or the older one and the card file if two are compared.
        tables: the numbers; see docs/statistics.md for the meaning of each table.
        notes: general remarks.
    """

    players: int
    bots: tuple[str, ...]
    seed: int
    games: int
    shuffles: int
    interrupted: bool
    anytime: bool
    card_files: tuple[CardDatabase, ...]
    tables: tuple[ReportTable, ...]
    notes: tuple[str, ...]

    def table(self, key: str) -> ReportTable:
        """Returns the table with a key, such as "overview"; raises KeyError if there is none."""
        tables = {table.key: table for table in self.tables}
        return tables[key]

    @property
    def intervals(self) -> str:
        """Confidence level and validity of the intervals."""
        return "95 %, valid at any stopping time" if self.anytime else "95 %, for a fixed number of games"

    def header(self) -> dict[str, Any]:
        """Returns everything needed to play the same games again, as JSON data."""
        return {
            "players": self.players,
            "bots": list(self.bots),
            "seed": self.seed,
            "games": self.games,
            "shuffles": self.shuffles,
            "interrupted": self.interrupted,
            "intervals": self.intervals,
            "card_files": [{"file": cards.source.source.name, "sha256": sha256_of(cards)} for cards in self.card_files],
            "rules": [cards.file.rules.model_dump(mode="json") for cards in self.card_files],
        }

    def json(self) -> dict[str, Any]:
        """Returns the document "aa.playtest/1"."""
        tables = {table.key: table.json() for table in self.tables}
        return {"format": "aa.playtest/1", **self.header(), "tables": tables, "notes": list(self.notes)}


def sha256_of(cards: CardDatabase) -> str:
    """Returns the SHA-256 hash of a card file's text, in hexadecimal."""
    return hashlib.sha256(cards.source.source.text.encode()).hexdigest()


def format_number(value: float, unit: Unit, brief: bool = False) -> str:
    """Formats a number without its unit: a share in per cent with one decimal, others with two; `brief` drops one."""
    scale, decimals = (100, 1) if unit is Unit.SHARE else (1, 2)
    return f"{scale * value:z.{decimals - brief}f}"
