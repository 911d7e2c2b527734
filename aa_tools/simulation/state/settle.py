"""The end of a round and of the game, for many games: the rules of `rules.scoring` on arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aa_tools.rules.areas import Masks, has_occurrence
from aa_tools.rules.objectives import Best
from aa_tools.rules.ruleset import Kind
from aa_tools.rules.scoring import resolve
from aa_tools.simulation.state.deal import Numbers
from aa_tools.simulation.state.position import NOBODY, Position
from aa_tools.simulation.state.setup import Setup


@dataclass(frozen=True, eq=False)
class RoundResult:
    """How a round of n games ended.

    Attributes:
        public: the public cards, shape (n, cards).
        numbers: what each zone got for each of them, shape (n, cards, zones).
        holders: who held the first player card before each was resolved, shape (n, cards).
        claimed: who took it, NOBODY for nobody; shape (n, cards).
        tie: whether the tie rule decided, shape (n, cards).
        scored: whether each inspiration in hand was scored, shape (n, players, most).
        points: of this round, shape (n, players).
        holder: who holds the first player card afterwards, shape (n,).
    """

    public: Numbers
    numbers: Numbers
    holders: Numbers
    claimed: Numbers
    tie: NDArray[np.bool_]
    scored: NDArray[np.bool_]
    points: Numbers
    holder: Numbers


def settle(position: Position) -> RoundResult:
    """Scores the full canvases."""
    setup, masks = position.setup, position.masks()
    numbers = objective_numbers(setup, position.public, masks)
    holders, claimed, tie, holder = claims(setup, position.public, numbers, position.holder)
    scored = scored_inspirations(setup, position.inspirations, masks)
    worth = np.array([card.points for card in setup.public], np.int64)
    points = scored.sum(axis=2) * setup.rules.points[Kind.INSPIRATION]
    for player in range(setup.players):
        points[:, player] += (worth[position.public] * (claimed == player)).sum(axis=1)
    return RoundResult(position.public, numbers, holders, claimed, tie, scored, points, holder)


def by_value(values: Numbers) -> Iterator[tuple[int, Numbers]]:
    """Yields each value of an array that is not NOBODY, and the flat indices where it stands."""
    flat = values.reshape(-1)
    order = np.argsort(flat, kind="stable")
    starts = np.flatnonzero(np.diff(flat[order], prepend=NOBODY))
    for where in np.split(order, starts):
        if len(where) and flat[where[0]] != NOBODY:
            yield int(flat[where[0]]), where


def objective_numbers(setup: Setup, public: Numbers, masks: Masks) -> Numbers:
    """Returns the number of each zone for each public card: (n, cards), (n, zones, colours) give (n, cards, zones)."""
    numbers = np.zeros((public.size, setup.players), np.int64)
    for card, where in by_value(public):
        numbers[where] = setup.public[card].objective.numbers(masks[where // public.shape[1]], setup.zone)
    return numbers.reshape(*public.shape, setup.players)


def claims(
    setup: Setup, public: Numbers, numbers: Numbers, holder: Numbers
) -> tuple[Numbers, Numbers, NDArray[np.bool_], Numbers]:
    """Resolves the public cards in their order.

    Returns:
        Who held the first player card before each, who claims it and whether the tie rule decided, each (n, cards);
        and who holds the first player card at the end, (n,).
    """
    holders, claimed = np.full((2, *public.shape), NOBODY)
    tie, holder = np.zeros(public.shape, np.bool_), holder.copy()
    fewest = np.array([card.objective.best == Best.FEWEST for card in setup.public], np.bool_)
    for place in range(public.shape[1]):
        holders[:, place] = holder
        for best in Best:
            games = np.flatnonzero(fewest[public[:, place]] == (best == Best.FEWEST))
            outcome = resolve(numbers[games, place], best, holder[games], setup.rules.claim_at_zero)
            claimed[games, place], tie[games, place], holder[games] = outcome
    return holders, claimed, tie, holder


def scored_inspirations(setup: Setup, inspirations: Numbers, masks: Masks) -> NDArray[np.bool_]:
    """Returns which inspirations in hand score: (n, players, most) and (n, zones, colours) give (n, players, most)."""
    met: NDArray[np.bool_] = np.zeros(inspirations.size, np.bool_)
    zones = masks.reshape(-1, masks.shape[2])
    for card, where in by_value(inspirations):
        found = has_occurrence(zones[where // inspirations.shape[2]], setup.inspirations[card].pattern, setup.zone)
        met[where] = found.any(axis=1)
    met = met.reshape(inspirations.shape)
    limit = setup.rules.inspirations_per_round
    # All inspirations are worth the same, so that where there is a limit the first drawn count.
    return met if limit is None else met & (met.cumsum(axis=2) <= limit)
