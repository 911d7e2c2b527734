"""The report: tables of numbers with their intervals, for the terminal, a page or a program."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from aa_tools.cards.database import CardDatabase
from aa_tools.playtest.engine import Match
from aa_tools.playtest.expectations import random_canvases
from aa_tools.playtest.intervals import Estimate, Looks, chance_of, estimate, outliers
from aa_tools.playtest.moments import Moments, Observations, Quantity, Ratio, Unit
from aa_tools.playtest.observe import DECIDED, HIGHEST
from aa_tools.playtest.position import zones_of
from aa_tools.playtest.run import Played
from aa_tools.playtest.setup import Setup
from aa_tools.rules.areas import has_occurrence
from aa_tools.rules.ruleset import Kind

WARNING = "Bots are not people: they see no style, mood or bluff. Read this as a hint of what to try at the table."

OUTLIER = "stands out"
"""Marks a row that differs beyond chance, by Benjamini and Hochberg at 5 %."""

RANDOM_CANVASES = 2000
"""Canvases on which the odds of inspirations are counted."""


@dataclass(frozen=True)
class Row:
    """One line of a table.

    Attributes:
        label: what it is about.
        figures: a number for each column of the table, None where there is none.
        mark: OUTLIER or a verdict; empty for none.
    """

    label: str
    figures: tuple[Estimate | None, ...]
    mark: str = ""


@dataclass(frozen=True)
class Table:
    """One part of a report.

    Attributes:
        key: by which programs find it.
        title: its heading.
        note: how to read it.
        columns: the names of the figures.
        rows: its lines.
    """

    key: str
    title: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


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
        tables = {
            table.key: {
                "title": table.title,
                "rows": [
                    {"label": row.label, "mark": row.mark or None}
                    | {name: _json(figure) for name, figure in zip(table.columns, row.figures, strict=True)}
                    for row in table.rows
                ],
            }
            for table in self.tables
        }
        return {"format": "aa.playtest/1", **self.header, "tables": tables, "notes": list(self.notes)}


def _json(figure: Estimate | None) -> dict[str, Any] | None:
    if figure is None:
        return None
    ends = {name: round(getattr(figure, name), 6) for name in ("value", "low", "high")}
    return ends | {"n": figure.n, "unit": figure.unit.value}


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


@dataclass(frozen=True, eq=False)
class Tables:
    """Makes the tables of one match from what was played."""

    match: Match
    moments: Moments
    looks: Looks

    @property
    def _setup(self) -> Setup:
        return self.match.setup

    def _figure(self, name: str) -> Estimate | None:
        return estimate(self.moments[name], self.looks) if self.moments.names(name) else None

    def _rows(self, labels: Mapping[str, str]) -> tuple[Row, ...]:
        found = [Row(label, (self._figure(name),)) for name, label in labels.items()]
        return tuple(row for row in found if row.figures[0] is not None)

    def all(self) -> Iterator[Table]:
        """Yields the tables in the order of the report."""
        yield self.overview()
        for kind in (Kind.ASSIGNMENT, Kind.PROFESSOR):
            yield self.public(kind)
        yield self.inspirations()
        yield self.seats()
        if self.moments.names("bot/"):
            yield self.bots()
        yield self.tension()
        yield self.scores()
        yield self.turns()
        yield self.canvas_cards()

    def overview(self) -> Table:
        """The few numbers to look at first."""
        even = f"even is {100 / self._setup.players:.0f} %"
        labels = {
            "starter/wins": f"the first player of the game wins ({even})",
            "card/all-assignments/tied": "assignments decided by the tie rule",
            "card/all-professors/tied": "professors decided by the tie rule",
            "inspiration/all/met": "inspirations met by the end of the game",
            "tension/comebacks": "the winner was behind before the last round",
            "score/points": "points of a player",
            "score/ahead": "points by which the winner is ahead",
        }
        return Table("overview", "Overview", "", ("value",), self._rows(labels))

    def public(self, kind: Kind) -> Table:
        """What became of each assignment or professor."""
        cards = list(dict.fromkeys(self._setup.public[index].id for index in self._setup.of_kind(kind)))
        outcomes = ("holder", "rival", "tied", "unclaimed", "margin")
        marks = self._outliers([f"card/{card}/tied" for card in cards])
        rows = []
        for card in [*cards, f"all-{kind}s"]:
            figures = tuple(self._figure(f"card/{card}/{outcome}") for outcome in outcomes)
            rows.append(Row(card, figures, OUTLIER if marks.get(f"card/{card}/tied") else ""))
        note = (
            "Holder, rival: clear wins by the holder of the first player card, and by others. Tied: decided by the tie "
            "rule; marked where ties are more or fewer than the kind has. Margin: best zone less second best."
        )
        return Table(f"{kind}s", f"{kind.capitalize()}s", note, outcomes, tuple(rows))

    def _outliers(self, names: Sequence[str], expected: float | None = None) -> dict[str, bool]:
        """Marks what differs from what all of them have together, or from `expected`."""
        seen = [name for name in names if self.moments[name].trials()]
        if not seen:
            return {}
        if expected is None:
            expected = self.moments.pooled("all", seen).value()
        return dict(
            zip(seen, outliers([chance_of(self.moments[name], expected, self.looks) for name in seen]), strict=True)
        )

    def inspirations(self) -> Table:
        """How often each inspiration is met in play and on random canvases."""
        cards = list(dict.fromkeys(card.id for card in self._setup.inspirations))
        marks = self._outliers([f"inspiration/{card}/met" for card in cards])
        odds = odds_on_random_canvases(self._setup)
        rows = []
        for card in cards:
            mark = OUTLIER if marks.get(f"inspiration/{card}/met") else ""
            rows.append(Row(card, (self._figure(f"inspiration/{card}/met"), estimate(odds[card])), mark))
        note = "Met: of those dealt, scored in the end; marked where unlike the rest. Odds: on random canvases."
        return Table("inspirations", "Inspirations", note, ("met", "odds"), tuple(rows))

    def seats(self) -> Table:
        """Who wins by seat, all games and without those level on points."""
        names = {"starter": "first player of the game"} | {f"side/{each}": str(each) for each in self._setup.sides}
        rows = [
            Row(label, (self._figure(f"{name}/wins"), self._figure(f"{name}/wins-on-points")))
            for name, label in names.items()
        ]
        note = f"Even is {100 / self._setup.players:.0f} %. Without ties: games that points alone decide."
        return Table("seats", "Seats", note, ("wins", "without ties"), tuple(rows))

    def bots(self) -> Table:
        """How the bots do against each other; each shuffle is played with every bot on every seat."""
        rows = [
            Row(bot.name, tuple(self._figure(f"bot/{index}/{name}") for name in ("wins", "points", "ahead")))
            for index, bot in enumerate(self.match.bots)
        ]
        note = "Each shuffle is played with the bots on every seat. Ahead: points before the mean of the rivals."
        return Table("bots", "Bots", note, ("wins", "points", "ahead"), tuple(rows))

    def tension(self) -> Table:
        """How long a game stays open."""
        labels = {
            "tension/lead-changes": "changes of the lead in a game",
            "tension/comebacks": "the winner was behind before the last round",
            "tension/open-before-last-round": "still open: the last round's public cards can turn the lead",
            **{f"tension/decided-by-{each}": f"decided by {each.replace('-', ' ')}" for each in DECIDED},
        }
        return Table("tension", "Tension", "", ("value",), self._rows(labels))

    def scores(self) -> Table:
        """How many points are made, and how often each score."""
        labels = {"score/points": "points of a player", "score/winning": "points of the winner"}
        labels |= {f"score/round-{number}": f"points in round {number}" for number in range(1, self._setup.rounds + 1)}
        seen = [score for score in range(HIGHEST + 1) if self.moments[f"score/of/{score}"].value()]
        labels |= {f"score/of/{score}": str(score) for score in range(min(seen), max(seen) + 1)}
        return Table(
            "scores", "Scores", "The shares: players who end with so many points.", ("value",), self._rows(labels)
        )

    def turns(self) -> Table:
        """How many moves there are, and how much the best is worth."""
        rows = [Row("the frame closes after turn", (self._figure("turn/frame-closed"), None))]
        for turn in range(1, self._setup.spaces + 1):
            rows.append(Row(str(turn), (self._figure(f"turn/{turn}/moves"), self._figure(f"turn/{turn}/gap"))))
        note = "Moves: card, space and way up. Gap: points that the best move promises over the second best."
        return Table("turns", "Turns of a round", note, ("moves", "gap"), tuple(rows))

    def canvas_cards(self) -> Table:
        """What laying each canvas card does for the player who lays it."""
        names = {f"canvas/{card}/ahead": card for card in dict.fromkeys(self._setup.canvas_ids)}
        marks = self._outliers(list(names), expected=0.0)
        rows = [Row(card, (self._figure(name),), OUTLIER if marks.get(name) else "") for name, card in names.items()]
        rows.sort(key=lambda row: -row.figures[0].value if row.figures[0] else 0.0)
        note = "Points before the mean of the rivals in the round in which a player lays the card; marked where not 0."
        return Table("canvas", "Canvas cards, best first", note, ("ahead",), tuple(rows))


def odds_on_random_canvases(setup: Setup) -> dict[str, Ratio]:
    """Returns for each inspiration how often its pattern lies in a zone of a canvas laid at random."""
    masks = zones_of(setup, random_canvases(setup, RANDOM_CANVASES))
    cards = {card.id: card for card in setup.inspirations}
    met = [has_occurrence(masks, card.pattern, setup.zone).any(axis=2).sum(axis=1) for card in cards.values()]
    y = np.stack(met, axis=1).astype(np.int64)
    seen = Observations(tuple(Quantity(card) for card in cards), y, np.full_like(y, setup.players))
    moments = Moments.of(RANDOM_CANVASES, seen)
    return {card: moments[card] for card in cards}


def against_rest(key: str, title: str, note: str, played: Mapping[str, Moments], worth: bool) -> Table:
    """Returns a table of matches of one bot against greedy ones.

    Args:
        key: see `Table`.
        title: see `Table`.
        note: see `Table`.
        played: the moments of each match by its label; the bot in question is the first of the match.
        worth: whether to tell what the bot loses, not what it gains.
    """
    rows = []
    for label, moments in played.items():
        wins, ahead = estimate(moments["bot/0/wins"]), estimate(moments["bot/0/ahead"])
        rows.append(Row(label, (wins, _negative(ahead) if worth else ahead)))
    return Table(key, title, note, ("wins", "worth" if worth else "ahead"), tuple(rows))


def _negative(figure: Estimate | None) -> Estimate | None:
    return None if figure is None else Estimate(-figure.value, -figure.high, -figure.low, figure.n, figure.unit)


def text_of(figure: Estimate | None) -> str:
    """Returns a number and its interval as people read them."""
    if figure is None:
        return "-"
    show: Callable[[float], str] = (lambda x: f"{100 * x:.1f}") if figure.unit is Unit.SHARE else (lambda x: f"{x:.2f}")
    percent = " %" if figure.unit is Unit.SHARE else ""
    return f"{show(figure.value)}{percent} ({show(figure.low)} to {show(figure.high)}, n {figure.n})"
