"""What a lead is worth before the round is over: the knowledge of the bots.

All values are whole thousandths of a point, so that every machine and every order of work gives the same.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aa_tools.rules.objectives import Best
from aa_tools.rules.ruleset import Kind
from aa_tools.simulation.state.deal import Numbers
from aa_tools.simulation.state.position import zones_of
from aa_tools.simulation.state.random_streams import Purpose, shuffled, streams
from aa_tools.simulation.state.setup import TURNED, Setup

SAMPLE = 400
"""Random canvases from which the bots know how far apart zones get."""

WIDEST = 40
"""Leads are told apart up to here."""

FARTHEST = 3
"""An occurrence that lacks so many quadrants, or more, is no prospect."""


_LEAST = -(2**40)


@dataclass(frozen=True, eq=False)
class Expectations:
    """Tables of expected gains.

    Attributes:
        public: for (card, spaces left, holds the first player card, lead + WIDEST).
        inspiration: for (quadrants lacking, spaces left).
    """

    public: Numbers
    inspiration: Numbers


def random_canvases(setup: Setup, count: int) -> Numbers:
    """Returns the codes of random full canvases from the deck, shape (count, spaces)."""
    keys = streams(0, np.arange(count), Purpose.PLAYOUT)
    return TURNED * shuffled(keys, setup.words[0])[:, : setup.spaces]


@functools.lru_cache(maxsize=8)
def expectations(setup: Setup) -> Expectations:
    """Makes the tables for a setup."""
    masks = zones_of(setup, random_canvases(setup, SAMPLE))
    public = [_expected(setup, index, masks) for index in range(len(setup.public))]
    left = range(setup.spaces + 1)
    points = setup.rules.points[Kind.INSPIRATION]
    inspiration = [[round(1000 * points * meeting_chance(lack, each)) for each in left] for lack in range(FARTHEST + 1)]
    return Expectations(np.array(public, np.int64), np.array(inspiration, np.int64))


def _expected(setup: Setup, index: int, masks: NDArray[np.uint64]) -> list[list[list[int]]]:
    """Returns the table of one public card: (spaces left, holds, lead)."""
    card = setup.public[index]
    numbers = card.objective.numbers(masks, setup.zone)
    sign = 1 if card.objective.best == Best.MOST else -1
    found = leads(sign * numbers).reshape(-1).tolist()
    mean = sum(found) / len(found)
    deviation = math.sqrt(sum(lead * lead for lead in found) / len(found) - mean * mean)
    return [
        [
            [
                round(1000 * card.points * claiming_chance(lead, left / setup.spaces, mean, deviation, holds))
                for lead in range(-WIDEST, WIDEST + 1)
            ]
            for holds in (False, True)
        ]
        for left in range(setup.spaces + 1)
    ]


def leads(numbers: Numbers) -> Numbers:
    """Returns by how much each zone is ahead of the best other one; zones are the last axis."""
    first = second = np.full(numbers.shape[:-1], _LEAST)
    for zone in range(numbers.shape[-1]):
        second = np.maximum(second, np.minimum(first, numbers[..., zone]))
        first = np.maximum(first, numbers[..., zone])
    first, second = first[..., np.newaxis], second[..., np.newaxis]
    return numbers - np.where(numbers == first, second, first)


def claiming_chance(lead: int, open_share: float, mean: float, deviation: float, holds: bool) -> float:
    """Returns the chance that a zone claims a card.

    The lead still to come is taken as normal: mean and variance are those of leads on random canvases, times the
    share of the canvas that is open. The holder of the first player card wins an equal number, nobody else does.
    """
    expected = lead + mean * open_share + (0.5 if holds else -0.5)
    width = deviation * math.sqrt(open_share)
    if width == 0:
        return float(expected > 0)
    return 0.5 * (1 + math.erf(expected / width / math.sqrt(2)))


def meeting_chance(lack: int, left: int) -> float:
    """Returns a rough chance that quadrants which an occurrence lacks will come: sure for none, less for each."""
    return 0.0 if lack >= FARTHEST else float((0.7 * left / (left + 2)) ** lack)
