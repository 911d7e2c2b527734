"""Scoring of a round for many games: the rules of `rules.scoring` on arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aa_tools.rules.areas import Masks, has_occurrence
from aa_tools.rules.objectives import Best
from aa_tools.rules.ruleset import Kind
from aa_tools.rules.scoring import resolve
from aa_tools.simulation.state.deal import IntArray
from aa_tools.simulation.state.position import MISSING, Position, masks_of_codes
from aa_tools.simulation.state.setup import GameSetup


@dataclass(frozen=True, eq=False)
class RoundResult:
    """The scores of a round of n games.

    Attributes:
        public: the public cards, shape (n, cards).
        numbers: the measure of each zone for each card, shape (n, cards, zones).
        holders: the holder of the first player card before each card was resolved, shape (n, cards).
        claimed: the player who claimed each card, MISSING if nobody did; shape (n, cards).
        tie: whether the tie rule decided, shape (n, cards).
        scored: whether each inspiration in hand scored, shape (n, players, most).
        points: points in this round, shape (n, players).
        holder: the holder of the first player card after the round, shape (n,).
    """

    public: IntArray
    numbers: IntArray
    holders: IntArray
    claimed: IntArray
    tie: NDArray[np.bool_]
    scored: NDArray[np.bool_]
    points: IntArray
    holder: IntArray


def score_round(position: Position) -> RoundResult:
    """Scores the full canvases."""
    setup, masks = position.setup, masks_of_codes(position.setup, position.canvas_codes())
    numbers = _measure_cards(setup, position.public, masks)
    holders, claimed, tie, holder = _resolve_cards(setup, position.public, numbers, position.holder)
    scored = _scored_inspirations(setup, position.inspirations, masks)
    card_points = np.array([card.points for card in setup.public], np.int64)
    points = scored.sum(axis=2) * setup.rules.points[Kind.INSPIRATION]
    for player in range(setup.players):
        points[:, player] += (card_points[position.public] * (claimed == player)).sum(axis=1)
    return RoundResult(position.public, numbers, holders, claimed, tie, scored, points, holder)


def indices_by_value(values: IntArray) -> Iterator[tuple[int, IntArray]]:
    """Yields each distinct value of an array, except MISSING, with its flat indices."""
    flat = values.reshape(-1)
    order = np.argsort(flat, kind="stable")
    starts = np.flatnonzero(np.diff(flat[order], prepend=MISSING))
    for indices in np.split(order, starts):
        if len(indices) and flat[indices[0]] != MISSING:
            yield int(flat[indices[0]]), indices


def _measure_cards(setup: GameSetup, public: IntArray, masks: Masks) -> IntArray:
    """Returns the measure of each zone for each public card, shape (n, cards, zones)."""
    numbers = np.zeros((public.size, setup.players), np.int64)
    for card, indices in indices_by_value(public):
        numbers[indices] = setup.public[card].objective.numbers(masks[indices // public.shape[1]], setup.zone)
    return numbers.reshape(*public.shape, setup.players)


def _resolve_cards(
    setup: GameSetup, public: IntArray, numbers: IntArray, holder: IntArray
) -> tuple[IntArray, IntArray, NDArray[np.bool_], IntArray]:
    """Resolves the public cards in their order.

    Returns:
        `RoundResult.holders`, `claimed`, `tie` and `holder`.
    """
    holders, claimed = np.full((2, *public.shape), MISSING)
    tie, holder = np.zeros(public.shape, np.bool_), holder.copy()
    wants_fewest = np.array([card.objective.best == Best.FEWEST for card in setup.public], np.bool_)
    for column in range(public.shape[1]):
        holders[:, column] = holder
        for best in Best:
            games = np.flatnonzero(wants_fewest[public[:, column]] == (best == Best.FEWEST))
            outcome = resolve(numbers[games, column], best, holder[games], setup.rules.claim_at_zero)
            claimed[games, column], tie[games, column], holder[games] = outcome
    return holders, claimed, tie, holder


def _scored_inspirations(setup: GameSetup, inspirations: IntArray, masks: Masks) -> NDArray[np.bool_]:
    """Returns whether each inspiration in hand scores, shape (n, players, most)."""
    met: NDArray[np.bool_] = np.zeros(inspirations.size, np.bool_)
    zones = masks.reshape(-1, masks.shape[2])
    for card, indices in indices_by_value(inspirations):
        found = has_occurrence(zones[indices // inspirations.shape[2]], setup.inspirations[card].pattern, setup.zone)
        met[indices] = found.any(axis=1)
    met = met.reshape(inspirations.shape)
    limit = setup.rules.inspirations_per_round
    # All inspirations give the same points, so under a limit the first drawn count.
    return met if limit is None else met & (met.cumsum(axis=2) <= limit)
