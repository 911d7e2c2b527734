"""Tables of expected gains: how many points a lead, or a partly painted pattern, is worth before the end of the round.

All values are integers in thousandths of a point, so that they are the same on every machine.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aa_tools.rules.objectives import Best
from aa_tools.rules.ruleset import Kind
from aa_tools.simulation.state.deal import IntArray
from aa_tools.simulation.state.position import masks_of_codes
from aa_tools.simulation.state.random_streams import Purpose, shuffle, stream_keys
from aa_tools.simulation.state.setup import CODES_PER_CARD, GameSetup

SAMPLE_CANVASES = 400
"""Number of random canvases on which the distribution of leads is measured."""

MAX_LEAD = 40
"""Larger leads count as this."""

MAX_MISSING_QUADRANTS = 3
"""A pattern with this many quadrants missing, or more, is given up."""

LOWEST_VALUE = -(2**40)
"""Less than every possible value or lead."""


@dataclass(frozen=True, eq=False)
class ExpectationTables:
    """Expected gains in thousandths of a point.

    Attributes:
        public: shape (cards, open spaces + 1, 2, 2 * MAX_LEAD + 1), indexed by card, number of open spaces, whether the
            player holds the first player card, and lead + MAX_LEAD.
        inspiration: shape (MAX_MISSING_QUADRANTS + 1, open spaces + 1), indexed by missing quadrants and open spaces.
    """

    public: IntArray
    inspiration: IntArray


def random_canvases(setup: GameSetup, count: int) -> IntArray:
    """Returns the card codes of random full canvases from the deck, shape (count, spaces)."""
    keys = stream_keys(0, np.arange(count), Purpose.PLAYOUT)
    return CODES_PER_CARD * shuffle(keys, setup.words[0])[:, : setup.spaces]


@functools.lru_cache(maxsize=8)
def expectation_tables(setup: GameSetup) -> ExpectationTables:
    """Computes the tables for a setup."""
    masks = masks_of_codes(setup, random_canvases(setup, SAMPLE_CANVASES))
    public = [_public_card_table(setup, index, masks) for index in range(len(setup.public))]
    points = setup.rules.points[Kind.INSPIRATION]
    inspiration = [
        [round(1000 * points * match_probability(missing, spaces)) for spaces in range(setup.spaces + 1)]
        for missing in range(MAX_MISSING_QUADRANTS + 1)
    ]
    return ExpectationTables(np.array(public, np.int64), np.array(inspiration, np.int64))


def _public_card_table(setup: GameSetup, index: int, masks: NDArray[np.uint64]) -> list[list[list[int]]]:
    """Returns the table of one public card: open spaces, whether the player holds the first player card, lead."""
    card = setup.public[index]
    numbers = card.objective.numbers(masks, setup.zone)
    sign = 1 if card.objective.best == Best.MOST else -1
    sample = leads(sign * numbers).reshape(-1).tolist()
    mean = sum(sample) / len(sample)
    deviation = math.sqrt(sum(lead * lead for lead in sample) / len(sample) - mean * mean)
    return [
        [
            [
                round(1000 * card.points * claim_probability(lead, spaces / setup.spaces, mean, deviation, holds))
                for lead in range(-MAX_LEAD, MAX_LEAD + 1)
            ]
            for holds in (False, True)
        ]
        for spaces in range(setup.spaces + 1)
    ]


def leads(numbers: IntArray) -> IntArray:
    """Returns the lead of each zone over the best other zone; the last axis is the zones."""
    first = second = np.full(numbers.shape[:-1], LOWEST_VALUE)
    for zone in range(numbers.shape[-1]):
        second = np.maximum(second, np.minimum(first, numbers[..., zone]))
        first = np.maximum(first, numbers[..., zone])
    first, second = first[..., np.newaxis], second[..., np.newaxis]
    return numbers - np.where(numbers == first, second, first)


def claim_probability(lead: int, open_share: float, mean: float, deviation: float, holds: bool) -> float:
    """Returns the probability that a zone claims a card.

    The change of the lead until the end of the round is modelled as normal: mean and variance are those of leads on
    random canvases, times the share of the canvas that is open. A tie is won by the holder of the first player card.

    Args:
        lead: current lead over the best other zone.
        open_share: share of the canvas that is open, 0 to 1.
        mean: mean lead on random canvases.
        deviation: standard deviation of the lead on random canvases.
        holds: whether the player holds the first player card.
    """
    expected = lead + mean * open_share + (0.5 if holds else -0.5)
    width = deviation * math.sqrt(open_share)
    if width == 0:
        return float(expected > 0)
    return 0.5 * (1 + math.erf(expected / width / math.sqrt(2)))


def match_probability(missing: int, spaces: int) -> float:
    """Returns a rough probability that an occurrence is completed, by its missing quadrants and the open spaces."""
    return 0.0 if missing >= MAX_MISSING_QUADRANTS else float((0.7 * spaces / (spaces + 2)) ** missing)
