"""Counts the quantities of a report in a game log.

The names of quantities are paths. They contain card ids, so that quantities of two card files can be matched.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aa_tools.rules.match import DecidedBy
from aa_tools.rules.objectives import Best
from aa_tools.rules.ruleset import Kind
from aa_tools.simulation.bots.basic import NO_GAP
from aa_tools.simulation.engine import GameLog, Matchup
from aa_tools.simulation.state.deal import IntArray
from aa_tools.simulation.state.position import MISSING
from aa_tools.simulation.state.setup import CODES_PER_CARD, GameSetup
from aa_tools.simulation.statistics.moments import Observations, Quantity, Unit

DECIDED_BY = tuple(rule.value.replace(" ", "-") for rule in DecidedBy)
"""The rules that can decide a game, as parts of quantity names; indexed by `GameLog.decided_by`."""

MAX_COUNTED_SCORE = 60
"""Higher scores count as this."""

Values = NDArray[np.int64] | NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class _Column:
    """One quantity in n games: y out of x."""

    quantity: Quantity
    y: Values
    x: Values


def _column(name: str, y: Values, x: Values, unit: Unit = Unit.SHARE, scale: int = 1) -> _Column:
    return _Column(Quantity(name, unit, scale), y, x)


def observe(matchup: Matchup, log: GameLog) -> Observations:
    """Returns the observations of each shuffle, its games added up."""
    parts = (_public_cards, _inspirations, _seats, _scores, _tension, _turns, _canvas_cards, _bots)
    columns = [column for part in parts for column in part(matchup, log)]
    y, x = (
        np.stack([getattr(column, axis) for column in columns], axis=1)
        .astype(np.int64)
        .reshape(-1, matchup.games_per_shuffle, len(columns))
        .sum(axis=1)
        for axis in "yx"
    )
    return Observations(tuple(column.quantity for column in columns), y, x)


def _groups(ids: list[str]) -> dict[str, IntArray]:
    """Returns the indices of the copies of each card."""
    return {card_id: np.flatnonzero(np.array(ids) == card_id) for card_id in dict.fromkeys(ids)}


def _public_cards(matchup: Matchup, log: GameLog) -> Iterator[_Column]:
    setup = matchup.setup
    public, claimed, holders, tie = (
        np.concatenate([getattr(played.result, name) for played in log.rounds], axis=1)
        for name in ("public", "claimed", "holders", "tie")
    )
    margin = np.concatenate([_margins(setup, played.result.public, played.result.numbers) for played in log.rounds], 1)
    clear = (claimed != MISSING) & ~tie
    outcomes = {
        "holder": clear & (claimed == holders),
        "rival": clear & (claimed != holders),
        "tied": tie,
        "unclaimed": claimed == MISSING,
    }
    groups = _groups([card.id for card in setup.public])
    for kind in (Kind.ASSIGNMENT, Kind.PROFESSOR):
        groups[f"all-{kind}s"] = np.array(setup.cards_of_kind(kind), np.int64)
    for card, members in groups.items():
        is_card = np.isin(public, members)
        for outcome, happened in outcomes.items():
            yield _column(f"card/{card}/{outcome}", (happened & is_card).sum(axis=1), is_card.sum(axis=1))
        taken = is_card & (claimed != MISSING)
        yield _column(f"card/{card}/margin", (margin * taken).sum(axis=1), taken.sum(axis=1), Unit.COUNT)


def _margins(setup: GameSetup, public: IntArray, numbers: IntArray) -> IntArray:
    """Returns the difference between the best and second best zone, shape (n, cards)."""
    fewest = np.array([card.objective.best == Best.FEWEST for card in setup.public], np.bool_)[public]
    return _lead(np.where(fewest[..., np.newaxis], -numbers, numbers))


def _lead(values: IntArray) -> IntArray:
    """Returns the highest value minus the second highest along the last axis."""
    in_order = np.sort(values, axis=-1)
    return np.asarray(in_order[..., -1] - in_order[..., -2])


def _inspirations(matchup: Matchup, log: GameLog) -> Iterator[_Column]:
    setup = matchup.setup
    groups = _groups([card.id for card in setup.inspirations]) | {"all": np.arange(len(setup.inspirations))}
    scored = [np.where(played.result.scored, played.inspirations, MISSING) for played in log.rounds]
    met = np.concatenate(scored, axis=2).reshape(len(log.games), -1)
    last = log.rounds[-1]
    unmet = np.where(last.result.scored, MISSING, last.inspirations).reshape(len(log.games), -1)
    for card, members in groups.items():
        y = np.isin(met, members).sum(axis=1)
        yield _column(f"inspiration/{card}/met", y, y + np.isin(unmet, members).sum(axis=1))


def _seats(matchup: Matchup, log: GameLog) -> Iterator[_Column]:
    once, on_points = np.ones(len(log.games), np.bool_), log.decided_by == 0
    wins = {"starter": log.winner == log.rounds[0].holder}
    wins |= {f"side/{side}": log.winner == seat for seat, side in enumerate(matchup.setup.sides)}
    for name, won in wins.items():
        yield _column(f"{name}/wins", won, once)
        yield _column(f"{name}/wins-on-points", won & on_points, on_points)


def _scores(matchup: Matchup, log: GameLog) -> Iterator[_Column]:
    players = np.full(len(log.games), matchup.setup.players)
    once = np.ones_like(players)
    yield _column("score/points", log.points.sum(axis=1), players, Unit.POINTS)
    yield _column("score/winning", log.points.max(axis=1), once, Unit.POINTS)
    yield _column("score/ahead", _lead(log.points), once, Unit.POINTS)
    for number, played in enumerate(log.rounds, 1):
        yield _column(f"score/round-{number}", played.result.points.sum(axis=1), players, Unit.POINTS)
    for score in range(MAX_COUNTED_SCORE + 1):
        yield _column(f"score/of/{score}", (np.minimum(log.points, MAX_COUNTED_SCORE) == score).sum(axis=1), players)


def _tension(matchup: Matchup, log: GameLog) -> Iterator[_Column]:
    once = np.ones(len(log.games), np.bool_)
    standings = np.cumsum([played.result.points for played in log.rounds], axis=0)
    leaders = [_leader(points) for points in standings]
    changes = np.zeros(len(log.games), np.int64)
    latest = leaders[0]
    for leader in leaders[1:]:
        changes += (leader != MISSING) & (latest != MISSING) & (leader != latest)
        latest = np.where(leader == MISSING, latest, leader)
    yield _column("tension/lead-changes", changes, once, Unit.COUNT)
    for number, rule in enumerate(DECIDED_BY):
        yield _column(f"tension/decided-by-{rule}", log.decided_by == number, once)
    if len(standings) > 1:
        before = standings[-2]
        yield _column("tension/comebacks", before[np.arange(len(before)), log.winner] < before.max(axis=1), once)
        card_points = np.array([card.points for card in matchup.setup.public], np.int64)
        last = card_points[log.rounds[-1].result.public].sum(axis=1)
        yield _column("tension/open-before-last-round", _lead(before) < last, once)


def _leader(points: IntArray) -> IntArray:
    """Returns the player who alone has the most points, or MISSING."""
    is_best = points == points.max(axis=1, keepdims=True)
    return np.where(is_best.sum(axis=1) == 1, is_best.argmax(axis=1), MISSING)


def _turns(matchup: Matchup, log: GameLog) -> Iterator[_Column]:
    setup, rounds = matchup.setup, np.full(len(log.games), len(log.rounds))
    closed = np.sum([turn.closed for played in log.rounds for turn in played.turns], axis=0)
    yield _column("turn/frame-closed", rounds * (setup.spaces + 1) - closed, rounds, Unit.COUNT)
    for number in range(setup.spaces):
        turns = [played.turns[number] for played in log.rounds]
        moves = np.sum([turn.spaces * turn.cards * setup.orientations for turn in turns], axis=0)
        yield _column(f"turn/{number + 1}/moves", moves, rounds, Unit.COUNT)
        gaps = np.array([turn.gap for turn in turns])
        known = gaps != NO_GAP
        gap = np.where(known, gaps, 0).sum(axis=0)
        yield _column(f"turn/{number + 1}/gap", gap, known.sum(axis=0), Unit.POINTS, 1000)


def _canvas_cards(matchup: Matchup, log: GameLog) -> Iterator[_Column]:
    """Counts, for each canvas card, the lead over the rivals' mean in the rounds in which a player laid it."""
    setup, games = matchup.setup, np.arange(len(log.games))
    ids = list(dict.fromkeys(setup.canvas_ids))
    id_index = np.array([ids.index(card_id) for card_id in setup.canvas_ids])
    ahead, laid = np.zeros((2, len(games), len(ids)), np.int64)
    for played in log.rounds:
        points = played.result.points
        lead = setup.players * points - points.sum(axis=1, keepdims=True)
        for turn in played.turns:
            card = id_index[turn.card // CODES_PER_CARD]
            ahead[games, card] += lead[games, turn.player]
            laid[games, card] += 1
    for index, card_id in enumerate(ids):
        name = f"canvas/{card_id}/ahead"
        yield _column(name, ahead[:, index], laid[:, index], Unit.POINTS, setup.players - 1)


def _bots(matchup: Matchup, log: GameLog) -> Iterator[_Column]:
    if matchup.games_per_shuffle == 1:
        return
    once = np.ones(len(log.games), np.int64)
    for index in range(len(matchup.bots)):
        seat = (log.bots == index).argmax(axis=1)
        own = log.points[np.arange(len(seat)), seat]
        yield _column(f"bot/{index}/wins", log.winner == seat, once)
        yield _column(f"bot/{index}/points", own, once, Unit.POINTS)
        ahead = matchup.setup.players * own - log.points.sum(axis=1)
        yield _column(f"bot/{index}/ahead", ahead, once, Unit.POINTS, matchup.setup.players - 1)
