"""What is noted of each game: a log -> observations.

The names of quantities are paths. Cards are told by their ids, so that two card files can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aa_tools.rules.match import DecidedBy
from aa_tools.rules.objectives import Best
from aa_tools.rules.ruleset import Kind
from aa_tools.simulation.bots.bots import NO_GAP
from aa_tools.simulation.engine import Log, Match
from aa_tools.simulation.state.deal import Numbers
from aa_tools.simulation.state.position import NOBODY
from aa_tools.simulation.state.setup import TURNED, Setup
from aa_tools.simulation.statistics.moments import Observations, Quantity, Unit

DECIDED = tuple(each.value.replace(" ", "-") for each in DecidedBy)
"""What decides a game, as names of quantities, by the numbers of `Log.decided_by`."""

HIGHEST = 60
"""Scores are counted up to here; higher ones count as this."""


@dataclass(frozen=True, eq=False)
class Column:
    """One quantity in n games: y out of x."""

    quantity: Quantity
    y: NDArray[np.int64] | NDArray[np.bool_]
    x: NDArray[np.int64] | NDArray[np.bool_]


def observe(match: Match, log: Log) -> Observations:
    """Notes what is to be reported of each game, shuffle by shuffle."""
    parts = (_public_cards, _inspirations, _seats, _scores, _tension, _turns, _canvas_cards, _bots)
    columns = [column for part in parts for column in part(match, log)]
    y = np.stack([column.y for column in columns], axis=1).astype(np.int64)
    x = np.stack([column.x for column in columns], axis=1).astype(np.int64)
    return Observations(tuple(column.quantity for column in columns), y, x).by_shuffle(match.games_per_shuffle)


def _share(name: str, y: NDArray[np.int64] | NDArray[np.bool_], x: NDArray[np.int64] | NDArray[np.bool_]) -> Column:
    return Column(Quantity(name), y, x)


def _groups(ids: list[str]) -> dict[str, Numbers]:
    """Returns the indices of the copies of each card."""
    return {each: np.array([index for index, other in enumerate(ids) if other == each]) for each in dict.fromkeys(ids)}


def _public_cards(match: Match, log: Log) -> Iterator[Column]:
    setup = match.setup
    public = np.concatenate([each.result.public for each in log.rounds], axis=1)
    claimed, holders, tie = (
        np.concatenate([getattr(each.result, name) for each in log.rounds], axis=1)
        for name in ("claimed", "holders", "tie")
    )
    margin = np.concatenate([_margins(setup, each.result.public, each.result.numbers) for each in log.rounds], axis=1)
    clear = (claimed != NOBODY) & ~tie
    outcomes = {
        "holder": clear & (claimed == holders),
        "rival": clear & (claimed != holders),
        "tied": tie,
        "unclaimed": claimed == NOBODY,
    }
    groups = _groups([card.id for card in setup.public])
    for kind in (Kind.ASSIGNMENT, Kind.PROFESSOR):
        groups[f"all-{kind}s"] = np.array(setup.of_kind(kind), np.int64)
    for card, members in groups.items():
        there = np.isin(public, members)
        for outcome, happened in outcomes.items():
            yield _share(f"card/{card}/{outcome}", (happened & there).sum(axis=1), there.sum(axis=1))
        taken = there & (claimed != NOBODY)
        yield Column(Quantity(f"card/{card}/margin", Unit.COUNT), (margin * taken).sum(axis=1), taken.sum(axis=1))


def _margins(setup: Setup, public: Numbers, numbers: Numbers) -> Numbers:
    """Returns how far the best zone is before the second best, shape (n, cards)."""
    fewest = np.array([card.objective.best == Best.FEWEST for card in setup.public], np.bool_)[public]
    in_order = np.sort(np.where(fewest[..., np.newaxis], -numbers, numbers), axis=-1)
    return np.asarray(in_order[..., -1] - in_order[..., -2])


def _inspirations(match: Match, log: Log) -> Iterator[Column]:
    setup = match.setup
    groups = _groups([card.id for card in setup.inspirations]) | {"all": np.arange(len(setup.inspirations))}
    scored = [np.where(each.result.scored, each.inspirations, NOBODY) for each in log.rounds]
    kept = np.where(log.rounds[-1].result.scored, NOBODY, log.rounds[-1].inspirations)
    met = np.concatenate(scored, axis=2).reshape(len(log.games), -1)
    left = kept.reshape(len(log.games), -1)
    for card, members in groups.items():
        y = np.isin(met, members).sum(axis=1)
        yield _share(f"inspiration/{card}/met", y, y + np.isin(left, members).sum(axis=1))


def _seats(match: Match, log: Log) -> Iterator[Column]:
    everywhere, clear = np.ones(len(log.games), np.bool_), log.decided_by == 0
    starts = log.winner == log.rounds[0].holder
    yield _share("starter/wins", starts, everywhere)
    yield _share("starter/wins-on-points", starts & clear, clear)
    for seat, side in enumerate(match.setup.sides):
        yield _share(f"side/{side}/wins", log.winner == seat, everywhere)
        yield _share(f"side/{side}/wins-on-points", (log.winner == seat) & clear, clear)


def _scores(match: Match, log: Log) -> Iterator[Column]:
    players = np.full(len(log.games), match.setup.players)
    once = np.ones_like(players)
    yield Column(Quantity("score/points", Unit.POINTS), log.points.sum(axis=1), players)
    in_order = np.sort(log.points, axis=1)
    yield Column(Quantity("score/winning", Unit.POINTS), in_order[:, -1], once)
    yield Column(Quantity("score/ahead", Unit.POINTS), in_order[:, -1] - in_order[:, -2], once)
    for number, each in enumerate(log.rounds, 1):
        yield Column(Quantity(f"score/round-{number}", Unit.POINTS), each.result.points.sum(axis=1), players)
    for score in range(HIGHEST + 1):
        yield _share(f"score/of/{score}", (np.minimum(log.points, HIGHEST) == score).sum(axis=1), players)


def _tension(match: Match, log: Log) -> Iterator[Column]:
    once = np.ones(len(log.games), np.bool_)
    standings = np.cumsum([each.result.points for each in log.rounds], axis=0)
    leaders = [_leader(points) for points in standings]
    changes = np.zeros(len(log.games), np.int64)
    latest = leaders[0]
    for leader in leaders[1:]:
        changes += (leader != NOBODY) & (latest != NOBODY) & (leader != latest)
        latest = np.where(leader == NOBODY, latest, leader)
    yield Column(Quantity("tension/lead-changes", Unit.COUNT), changes, once)
    for number, reason in enumerate(DECIDED):
        yield _share(f"tension/decided-by-{reason}", log.decided_by == number, once)
    if len(standings) > 1:
        before = standings[-2]
        yield _share("tension/comebacks", before[np.arange(len(before)), log.winner] < before.max(axis=1), once)
        worth = np.array([card.points for card in match.setup.public], np.int64)
        last = worth[log.rounds[-1].result.public].sum(axis=1)
        in_order = np.sort(before, axis=1)
        yield _share("tension/open-before-last-round", in_order[:, -1] - in_order[:, -2] < last, once)


def _leader(points: Numbers) -> Numbers:
    """Returns who has the most points alone, or NOBODY."""
    level = points == points.max(axis=1, keepdims=True)
    return np.where(level.sum(axis=1) == 1, level.argmax(axis=1), NOBODY)


def _turns(match: Match, log: Log) -> Iterator[Column]:
    setup, rounds = match.setup, np.full(len(log.games), len(log.rounds))
    closed = sum((turn.closed for each in log.rounds for turn in each.turns), np.zeros(len(log.games), np.int64))
    yield Column(Quantity("turn/frame-closed", Unit.COUNT), rounds * (setup.spaces + 1) - closed, rounds)
    for number in range(setup.spaces):
        turns = [each.turns[number] for each in log.rounds]
        moves = sum((turn.spaces * turn.cards * setup.ways for turn in turns), np.zeros(len(log.games), np.int64))
        yield Column(Quantity(f"turn/{number + 1}/moves", Unit.COUNT), moves, rounds)
        gaps = np.array([turn.gap for turn in turns])
        known = gaps != NO_GAP
        gap = np.where(known, gaps, 0).sum(axis=0)
        yield Column(Quantity(f"turn/{number + 1}/gap", Unit.POINTS, 1000), gap, known.sum(axis=0))


def _canvas_cards(match: Match, log: Log) -> Iterator[Column]:
    """How much better than the rivals' mean a player did in the round in which the player laid a card."""
    setup, games = match.setup, np.arange(len(log.games))
    ids = list(dict.fromkeys(setup.canvas_ids))
    group = np.array([ids.index(each) for each in setup.canvas_ids])
    ahead, laid = np.zeros((2, len(games), len(ids)), np.int64)
    for each in log.rounds:
        points = each.result.points
        better = setup.players * points - points.sum(axis=1, keepdims=True)
        for turn in each.turns:
            card = group[turn.card // TURNED]
            ahead[games, card] += better[games, turn.player]
            laid[games, card] += 1
    for index, card_id in enumerate(ids):
        quantity = Quantity(f"canvas/{card_id}/ahead", Unit.POINTS, setup.players - 1)
        yield Column(quantity, ahead[:, index], laid[:, index])


def _bots(match: Match, log: Log) -> Iterator[Column]:
    if match.games_per_shuffle == 1:
        return
    once = np.ones(len(log.games), np.int64)
    for index in range(len(match.bots)):
        seat = (log.bots == index).argmax(axis=1)
        own = log.points[np.arange(len(seat)), seat]
        yield _share(f"bot/{index}/wins", log.winner == seat, once)
        yield Column(Quantity(f"bot/{index}/points", Unit.POINTS), own, once)
        ahead = match.setup.players * own - log.points.sum(axis=1)
        yield Column(Quantity(f"bot/{index}/ahead", Unit.POINTS, match.setup.players - 1), ahead, once)
