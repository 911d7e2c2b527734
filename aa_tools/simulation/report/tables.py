"""The tables of a report, made from what was played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from aa_tools.rules.areas import has_occurrence
from aa_tools.rules.ruleset import Kind
from aa_tools.simulation.bots.expectations import random_canvases
from aa_tools.simulation.engine import Match
from aa_tools.simulation.report.marks import LIMITS, NO_LIMIT, Candidate, marks_of
from aa_tools.simulation.report.naming import words_of
from aa_tools.simulation.report.report import Mark, Row, Table
from aa_tools.simulation.state.position import zones_of
from aa_tools.simulation.state.setup import Setup
from aa_tools.simulation.statistics.intervals import Estimate, Looks, estimate
from aa_tools.simulation.statistics.moments import Moments, Observations, Quantity, Ratio
from aa_tools.simulation.statistics.observe import DECIDED, HIGHEST

RANDOM_CANVASES = 2000
"""Canvases on which the odds of inspirations are counted."""

_OVERVIEW = (
    "card/all-assignments/tied",
    "card/all-professors/tied",
    "card/all-assignments/unclaimed",
    "card/all-professors/unclaimed",
    "inspiration/all/met",
    "tension/comebacks",
    "score/points",
    "score/ahead",
)


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
        labels = {"starter/wins": f"{words_of('starter/wins')} ({even})"}
        labels |= {name: words_of(name) for name in _OVERVIEW}
        return Table("overview", "Overview", "", ("value",), self._rows(labels))

    def public(self, kind: Kind) -> Table:
        """What became of each assignment or professor."""
        cards = list(dict.fromkeys(self._setup.public[index].id for index in self._setup.of_kind(kind)))
        outcomes = ("holder", "rival", "tied", "unclaimed", "margin")
        family = self._candidates([f"card/{card}/tied" for card in cards], few=False)
        family |= self._candidates([f"card/{card}/unclaimed" for card in cards], few=False)
        rows = self._card_rows([*cards, f"all-{kind}s"], "card", outcomes, family)
        note = (
            "Holder, rival: clear wins by the holder of the first player card, and by others. Tied: decided by the tie "
            "rule. Margin: best zone less second best. "
            f"{Mark.OUTLIER.sign} tied or unclaimed more often than all {kind}s together. "
            f"{Mark.BEYOND.sign} {_limit('tied')} tied, or {_limit('unclaimed')} unclaimed."
        )
        return Table(f"{kind}s", f"{kind.capitalize()}s", note, outcomes, rows)

    def _card_rows(
        self, cards: Sequence[str], start: str, outcomes: Sequence[str], family: Mapping[str, Candidate]
    ) -> tuple[Row, ...]:
        marks, rows = marks_of(family, self.looks), []
        for card in cards:
            names = [f"{start}/{card}/{outcome}" for outcome in outcomes]
            rows.append(Row(card, tuple(map(self._figure, names)), tuple(map(marks.get, names))))
        return tuple(rows)

    def _candidates(self, names: Sequence[str], few: bool = True) -> dict[str, Candidate]:
        """Returns what may be marked: a number unlike that of all together; one below that only where `few`."""
        seen = [name for name in names if self.moments[name].trials()]
        if not seen:
            return {}
        usual = self.moments.pooled("all", seen).value()
        limits = LIMITS[seen[0].rsplit("/", 1)[-1]]
        return {name: Candidate(self.moments[name], (usual if few else 0.0, usual), limits) for name in seen}

    def inspirations(self) -> Table:
        """How often each inspiration is met in play and on random canvases."""
        cards = list(dict.fromkeys(card.id for card in self._setup.inspirations))
        odds = odds_on_random_canvases(self._setup)
        met = self._card_rows(
            cards, "inspiration", ("met",), self._candidates([f"inspiration/{card}/met" for card in cards])
        )
        rows = tuple(replace(row, figures=(*row.figures, estimate(odds[row.label]))) for row in met)
        note = (
            "Met: of those dealt, scored in the end. Odds: on random canvases. "
            f"{Mark.OUTLIER.sign} met more or less often than all together. {Mark.BEYOND.sign} {_limit('met')}."
        )
        return Table("inspirations", "Inspirations", note, ("met", "odds"), rows)

    def seats(self) -> Table:
        """Who wins by seat, all games and without those level on points."""
        names = {"starter": "first player of the game"} | {f"side/{each}": str(each) for each in self._setup.sides}
        rows = [
            Row(label, (self._figure(f"{name}/wins"), self._figure(f"{name}/wins-on-points")))
            for name, label in names.items()
        ]
        note = (
            f"Even is {100 / self._setup.players:.0f} %. Wins: as the rules decide. Without level games: only those in "
            "which one player has the most points."
        )
        return Table("seats", "Seats", note, ("wins", "without level games"), tuple(rows))

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
        decided = (f"decided-by-{each}" for each in DECIDED)
        names = ("lead-changes", "comebacks", "open-before-last-round", *decided)
        labels = {name: words_of(name) for name in (f"tension/{each}" for each in names)}
        return Table("tension", "Tension", "", ("value",), self._rows(labels))

    def scores(self) -> Table:
        """How many points are made, and how often each score."""
        rounds = (f"round-{number}" for number in range(1, self._setup.rounds + 1))
        labels = {name: words_of(name) for name in (f"score/{each}" for each in ("points", "winning", *rounds))}
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
        laid = {name: self.moments[name] for name in names if self.moments[name].trials()}
        marks = marks_of({name: Candidate(ratio, (0.0, 0.0), NO_LIMIT) for name, ratio in laid.items()}, self.looks)
        rows = [Row(card, (self._figure(name),), (marks.get(name),)) for name, card in names.items()]
        rows.sort(key=lambda row: -row.figures[0].value if row.figures[0] else 0.0)
        note = (
            "Points before the mean of the rivals in the round in which a player lays the card. "
            f"{Mark.OUTLIER.sign} not 0."
        )
        return Table("canvas", "Canvas cards, best first", note, ("ahead",), tuple(rows))


def _limit(outcome: str) -> str:
    low, high = (f"{100 * end:.0f} %" for end in LIMITS[outcome])
    return f"more than {high}" if LIMITS[outcome][0] == 0 else f"less than {low} or more than {high}"


def odds_on_random_canvases(setup: Setup) -> dict[str, Ratio]:
    """Returns for each inspiration how often its pattern lies in a zone of a canvas laid at random."""
    masks = zones_of(setup, random_canvases(setup, RANDOM_CANVASES))
    cards = {card.id: card for card in setup.inspirations}
    met = [has_occurrence(masks, card.pattern, setup.zone).any(axis=2).sum(axis=1) for card in cards.values()]
    y = np.stack(met, axis=1).astype(np.int64)
    seen = Observations(tuple(Quantity(card) for card in cards), y, np.full_like(y, setup.players))
    moments = Moments.of(RANDOM_CANVASES, seen)
    return {card: moments[card] for card in cards}
