"""The report: tables of numbers with their intervals, for the terminal, a page or a program."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import zip_longest
from typing import Any

from aa_tools.cards.database import CardDatabase
from aa_tools.simulation.engine import Match
from aa_tools.simulation.run import Played
from aa_tools.simulation.statistics.intervals import Estimate, Looks
from aa_tools.simulation.statistics.moments import Unit

WARNING = "Bots are not people: they see no style, mood or bluff. Read this as a hint of what to try at the table."


class Mark(Enum):
    """What is to be said of a number, beyond chance, by Benjamini and Hochberg at 5 %."""

    OUTLIER = "stands out"
    BEYOND = "beyond the limit"

    @property
    def sign(self) -> str:
        """Stands behind the number."""
        return "*" if self is Mark.OUTLIER else "!"


@dataclass(frozen=True)
class Row:
    """One line of a table.

    Attributes:
        label: what it is about.
        figures: a number for each column of the table, None where there is none.
        marks: what is to be said of each of them; empty where nothing is.
        verdict: on the difference that it tells; empty where it tells none.
        card: the id of the card, where the label has its title.
        name: by which programs find it, where the label is for people.
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
        """What it is about, with the id of the card."""
        return f"{self.label} [{self.card}]" if self.card else self.label


@dataclass(frozen=True)
class Table:
    """One part of a report.

    Attributes:
        key: by which programs find it.
        title: its heading.
        note: how to read it.
        columns: the names of the figures, for programs.
        rows: its lines.
        heads: the names of the figures for people, where they are others.
        first: how many of the lines come first for people, where the others are kept back; None for all.
        foot: what is said below.
    """

    key: str
    title: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    heads: tuple[str, ...] = ()
    first: int | None = None
    foot: str = ""

    @property
    def headings(self) -> tuple[str, ...]:
        """The names of the figures, for people."""
        return self.heads or self.columns

    def json(self, row: Row) -> dict[str, Any]:
        """Returns a line as plain data."""
        words = {name: each for name in ("name", "card", "verdict") if (each := getattr(row, name))}
        figures = {name: _json(*marked) for name, marked in zip(self.columns, row.marked, strict=True)}
        return {"label": row.label} | words | figures


@dataclass(frozen=True)
class Report:
    """All that is told of a playtest.

    Attributes:
        header: what was played: rules, seed, bots, card file and its hash, games.
        tables: the numbers.
        notes: what the reader should know.
    """

    header: Mapping[str, Any]
    tables: tuple[Table, ...]
    notes: tuple[str, ...] = field(default=(WARNING,))

    def json(self) -> dict[str, Any]:
        """Returns the document "aa.playtest/1"."""
        tables = {table.key: _table(table) for table in self.tables}
        return {"format": "aa.playtest/1", **self.header, "tables": tables, "notes": list(self.notes)}


def _table(table: Table) -> dict[str, Any]:
    foot = {"foot": table.foot} if table.foot else {}
    return {"title": table.title} | foot | {"rows": list(map(table.json, table.rows))}


def _json(figure: Estimate | None, mark: Mark | None) -> dict[str, Any] | None:
    if figure is None:
        return None
    ends = {name: round(getattr(figure, name), 6) for name in ("value", "low", "high")}
    return ends | {"n": figure.n, "unit": figure.unit.value, "mark": mark.value if mark else None}


def header(match: Match, cards: Sequence[CardDatabase], played: Played) -> dict[str, Any]:
    """Returns what a reader needs to play the same games again."""
    return {
        "players": match.setup.players,
        "bots": [bot.name for bot in match.bots],
        "seed": match.seed,
        "games": played.moments.games,
        "shuffles": int(played.moments.sums[0, 0, 0]),
        "interrupted": played.interrupted,
        "intervals": "95 %, " + ("looked at once" if played.looks is Looks.ONCE else "valid at any stop"),
        "card_files": [{"file": each.source.source.name, "sha256": _hash(each)} for each in cards],
        "rules": [each.file.rules.model_dump(mode="json") for each in cards],
    }


def _hash(cards: CardDatabase) -> str:
    return hashlib.sha256(cards.source.source.text.encode()).hexdigest()


def shown(value: float, unit: Unit, brief: bool = False) -> str:
    """Returns a number as people read it: a share in percent, others with two decimals, brief with one fewer."""
    scale, decimals = (100, 1) if unit is Unit.SHARE else (1, 2)
    return f"{scale * value:z.{decimals - brief}f}"
