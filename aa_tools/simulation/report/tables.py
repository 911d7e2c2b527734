"""The tables of a report, computed from the moments of a playtest."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from aa_tools.rules.areas import has_occurrence
from aa_tools.rules.ruleset import Kind
from aa_tools.simulation.bots.expectations import random_canvases
from aa_tools.simulation.engine import Matchup
from aa_tools.simulation.report.labels import quantity_label
from aa_tools.simulation.report.report import Mark, ReportRow, ReportTable
from aa_tools.simulation.state.position import masks_of_codes
from aa_tools.simulation.state.setup import GameSetup
from aa_tools.simulation.statistics.intervals import Estimate, benjamini_hochberg, estimate, p_value_outside
from aa_tools.simulation.statistics.moments import Moments, Observations, Quantity, Ratio
from aa_tools.simulation.statistics.observe import DECIDED_BY, MAX_COUNTED_SCORE

RANDOM_CANVASES = 2000
"""Number of random canvases on which the odds of inspirations are counted."""

NO_LIMIT = (-math.inf, math.inf)

LIMITS = {"tied": (0.0, 0.25), "unclaimed": (0.0, 0.10), "met": (0.15, 0.85)}
"""Acceptable range of a card's share; the shipped deck is tuned to it."""

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
class Candidate:
    """A number that may be marked.

    Attributes:
        ratio: the number.
        usual: range in which it does not stand out from the other numbers of its table.
        limits: acceptable range.
    """

    ratio: Ratio
    usual: tuple[float, float]
    limits: tuple[float, float]


def marks_of(candidates: Mapping[str, Candidate]) -> dict[str, Mark]:
    """Returns the marks of one table's numbers: those beyond their limits, and of the others those that stand out."""
    marks: dict[str, Mark] = {}
    for mark, attribute in ((Mark.OUTLIER, "usual"), (Mark.BEYOND, "limits")):
        p_values = [p_value_outside(number.ratio, getattr(number, attribute)) for number in candidates.values()]
        significant = benjamini_hochberg(p_values)
        marks |= {name: mark for name, is_marked in zip(candidates, significant, strict=True) if is_marked}
    return marks


@dataclass(frozen=True, eq=False)
class ReportTables:
    """Builds the tables of one matchup."""

    matchup: Matchup
    moments: Moments

    @property
    def _setup(self) -> GameSetup:
        return self.matchup.setup

    def _figure(self, name: str) -> Estimate | None:
        return estimate(self.moments[name]) if self.moments.names(name) else None

    def _rows(self, labels: Mapping[str, str]) -> tuple[ReportRow, ...]:
        rows = (ReportRow(label, (self._figure(name),)) for name, label in labels.items())
        return tuple(row for row in rows if row.figures[0] is not None)

    def all(self) -> Iterator[ReportTable]:
        """Yields the tables in the order of the report."""
        yield self._overview()
        for kind in (Kind.ASSIGNMENT, Kind.PROFESSOR):
            yield self._public_cards(kind)
        yield self._inspirations()
        yield self._seats()
        if self.moments.names("bot/"):
            yield self._bots()
        yield self._tension()
        yield self._scores()
        yield self._turns()
        yield self._canvas_cards()

    def _overview(self) -> ReportTable:
        even = f"even is {100 / self._setup.players:.0f} %"
        labels = {"starter/wins": f"{quantity_label('starter/wins')} ({even})"}
        labels |= {name: quantity_label(name) for name in _OVERVIEW}
        return ReportTable("overview", "Overview", "", ("value",), self._rows(labels))

    def _public_cards(self, kind: Kind) -> ReportTable:
        cards = list(dict.fromkeys(self._setup.public[index].id for index in self._setup.cards_of_kind(kind)))
        outcomes = ("holder", "rival", "tied", "unclaimed", "margin")
        candidates = self._candidates([f"card/{card}/tied" for card in cards], mark_low=False)
        candidates |= self._candidates([f"card/{card}/unclaimed" for card in cards], mark_low=False)
        rows = self._card_rows([*cards, f"all-{kind}s"], "card", outcomes, candidates)
        note = (
            "Holder, rival: won outright by the holder of the first player card, or by another player. Tied: decided "
            "by the tie rule. Margin: best zone minus second best. "
            f"{Mark.OUTLIER.sign} tied or unclaimed more often than all {kind}s together. "
            f"{Mark.BEYOND.sign} {_limit('tied')} tied, or {_limit('unclaimed')} unclaimed."
        )
        return ReportTable(f"{kind}s", f"{kind.capitalize()}s", note, outcomes, rows)

    def _card_rows(
        self, cards: Sequence[str], prefix: str, outcomes: Sequence[str], candidates: Mapping[str, Candidate]
    ) -> tuple[ReportRow, ...]:
        marks, rows = marks_of(candidates), []
        for card in cards:
            names = [f"{prefix}/{card}/{outcome}" for outcome in outcomes]
            rows.append(ReportRow(card, tuple(map(self._figure, names)), tuple(map(marks.get, names))))
        return tuple(rows)

    def _candidates(self, names: Sequence[str], mark_low: bool = True) -> dict[str, Candidate]:
        """Returns candidates that stand out if above the pooled value or, with `mark_low`, below it."""
        observed = [name for name in names if self.moments[name].trials]
        if not observed:
            return {}
        usual = self.moments.pooled_value(observed)
        limits = LIMITS[observed[0].rpartition("/")[2]]
        low = usual if mark_low else 0.0
        return {name: Candidate(self.moments[name], (low, usual), limits) for name in observed}

    def _inspirations(self) -> ReportTable:
        cards = list(dict.fromkeys(card.id for card in self._setup.inspirations))
        odds = odds_on_random_canvases(self._setup)
        candidates = self._candidates([f"inspiration/{card}/met" for card in cards])
        met = self._card_rows(cards, "inspiration", ("met",), candidates)
        rows = tuple(replace(row, figures=(*row.figures, estimate(odds[row.label]))) for row in met)
        note = (
            "Met: share of the cards dealt that scored. Odds: share of zones on random canvases with the pattern. "
            f"{Mark.OUTLIER.sign} met more or less often than all together. {Mark.BEYOND.sign} {_limit('met')}."
        )
        return ReportTable("inspirations", "Inspirations", note, ("met", "odds"), rows)

    def _seats(self) -> ReportTable:
        names = {"starter": "first player of the game"} | {f"side/{side}": str(side) for side in self._setup.sides}
        rows = [
            ReportRow(label, (self._figure(f"{name}/wins"), self._figure(f"{name}/wins-on-points")))
            for name, label in names.items()
        ]
        note = (
            f"Even is {100 / self._setup.players:.0f} %. Wins: by the rules, in all games. Without level games: only "
            "games in which one player has the most points."
        )
        return ReportTable("seats", "Seats", note, ("wins", "without level games"), tuple(rows))

    def _bots(self) -> ReportTable:
        columns = ("wins", "points", "ahead")
        rows = [
            ReportRow(bot.name, tuple(self._figure(f"bot/{index}/{name}") for name in columns))
            for index, bot in enumerate(self.matchup.bots)
        ]
        note = "Each shuffle is played once for each rotation of the bots. Ahead: points minus the rivals' mean."
        return ReportTable("bots", "Bots", note, columns, tuple(rows))

    def _tension(self) -> ReportTable:
        names = ("lead-changes", "comebacks", "open-before-last-round", *(f"decided-by-{rule}" for rule in DECIDED_BY))
        labels = {name: quantity_label(name) for name in (f"tension/{name}" for name in names)}
        return ReportTable("tension", "Tension", "", ("value",), self._rows(labels))

    def _scores(self) -> ReportTable:
        names = ("points", "winning", *(f"round-{number}" for number in range(1, self._setup.rounds + 1)))
        labels = {name: quantity_label(name) for name in (f"score/{name}" for name in names)}
        scores = [score for score in range(MAX_COUNTED_SCORE + 1) if self.moments[f"score/of/{score}"].value]
        labels |= {f"score/of/{score}": str(score) for score in range(min(scores), max(scores) + 1)}
        note = "The shares: players who end the game with that score."
        return ReportTable("scores", "Scores", note, ("value",), self._rows(labels))

    def _turns(self) -> ReportTable:
        rows = [ReportRow(quantity_label("turn/frame-closed"), (self._figure("turn/frame-closed"), None))]
        for turn in range(1, self._setup.spaces + 1):
            rows.append(ReportRow(str(turn), (self._figure(f"turn/{turn}/moves"), self._figure(f"turn/{turn}/gap"))))
        note = (
            "Moves: number of combinations of card, space and orientation. Gap: expected points of the best move minus "
            "the second best."
        )
        return ReportTable("turns", "Turns of a round", note, ("moves", "gap"), tuple(rows))

    def _canvas_cards(self) -> ReportTable:
        names = {f"canvas/{card}/ahead": card for card in dict.fromkeys(self._setup.canvas_ids)}
        laid = {name: self.moments[name] for name in names if self.moments[name].trials}
        marks = marks_of({name: Candidate(ratio, (0.0, 0.0), NO_LIMIT) for name, ratio in laid.items()})
        rows = [ReportRow(card, (self._figure(name),), (marks.get(name),)) for name, card in names.items()]
        rows.sort(key=lambda row: -row.figures[0].value if row.figures[0] else 0.0)
        note = (
            "A player's points minus the rivals' mean, in the rounds in which the player laid the card. "
            f"{Mark.OUTLIER.sign} not 0."
        )
        return ReportTable("canvas", "Canvas cards, best first", note, ("ahead",), tuple(rows))


def _limit(outcome: str) -> str:
    low, high = (f"{100 * end:.0f} %" for end in LIMITS[outcome])
    return f"more than {high}" if LIMITS[outcome][0] == 0 else f"less than {low} or more than {high}"


def odds_on_random_canvases(setup: GameSetup) -> dict[str, Ratio]:
    """Returns, by the id of each inspiration, the share of zones of random canvases that contain its pattern."""
    masks = masks_of_codes(setup, random_canvases(setup, RANDOM_CANVASES))
    cards = {card.id: card for card in setup.inspirations}
    met = [has_occurrence(masks, card.pattern, setup.zone).any(axis=2).sum(axis=1) for card in cards.values()]
    y = np.stack(met, axis=1).astype(np.int64)
    observed = Observations(tuple(Quantity(card) for card in cards), y, np.full_like(y, setup.players))
    moments = Moments.of(RANDOM_CANVASES, observed)
    return {card: moments[card] for card in cards}


def kind_worth_table(moments: Mapping[str, Moments]) -> ReportTable:
    """Returns the table of games in which one bot ignored a kind of card; `moments` are by the kind's plural."""
    note = "A bot that ignores this kind of card against greedy bots. Worth: points by which it falls behind."
    rows = []
    for label, (wins, ahead) in _first_bot_figures(moments):
        worth = ahead and replace(ahead, value=-ahead.value, low=-ahead.high, high=-ahead.low)
        rows.append(ReportRow(label, (wins, worth)))
    return ReportTable("parts", "Value of each kind of card", note, ("wins", "worth"), tuple(rows))


def skill_table(moments: Mapping[str, Moments]) -> ReportTable:
    """Returns the table of games of one bot against greedy bots; `moments` are by the bot's name."""
    note = "Each bot against greedy bots. If a bot that thinks further wins more often, the game rewards skill."
    rows = tuple(ReportRow(label, figures) for label, figures in _first_bot_figures(moments))
    return ReportTable("skill", "Value of skill", note, ("wins", "ahead"), rows)


def _first_bot_figures(
    moments: Mapping[str, Moments],
) -> Iterator[tuple[str, tuple[Estimate | None, Estimate | None]]]:
    for label, played in moments.items():
        yield label, (estimate(played["bot/0/wins"]), estimate(played["bot/0/ahead"]))
