"""Surveys random full canvases: how often each public card ties or is unclaimed, and how often each pattern fits."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aa_tools.cards.database import CardDatabase
from aa_tools.rules.areas import Counts, Masks, occurrences
from aa_tools.rules.canvas import zone_masks
from aa_tools.rules.objectives import Best, InspirationCard, PublicCard
from aa_tools.rules.ruleset import Rules, Zone, seats
from aa_tools.rules.scoring import resolve

RANDOM_CANVASES = 2000
"""Sample size for each number of players; the 95 % interval of a proportion is about +/- 2 points."""

_SEED = 20260101
_Z_95 = 1.959964


def wilson(share: float, n: float, factor: float) -> tuple[float, float]:
    """Returns the Wilson (1927) score interval of a proportion.

    Args:
        share: the observed proportion, from 0 to 1.
        n: the sample size.
        factor: the half-width in standard errors, such as 1.96 for 95 %.
    """
    spread = factor * factor / n
    middle = (share + spread / 2) / (1 + spread)
    reach = factor / (1 + spread) * math.sqrt(share * (1 - share) / n + spread / (4 * n))
    return max(0.0, middle - reach), min(1.0, middle + reach)


@dataclass(frozen=True)
class Proportion:
    """An observed proportion: the number of hits in a number of independent trials."""

    hits: int
    trials: int

    @property
    def share(self) -> float:
        """The observed proportion, from 0 to 1."""
        return self.hits / self.trials

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval."""
        return wilson(self.share, self.trials, _Z_95)


@dataclass(frozen=True, eq=False)
class PublicOdds:
    """The results of a public card on n random canvases.

    Attributes:
        ranks: int8 (n, zones, zones): 1 if the first zone is better than the second, 0 if equal, -1 if worse.
        claimed: int64 (n,): the claiming zone if zone 0 holds the first player card, or -1 for nobody.
        tie: how often the tie rule decides.
        nobody: how often nobody claims the card.
        always: the measure, if it is the same for all zones and canvases, else None.
    """

    ranks: NDArray[np.int8]
    claimed: NDArray[np.int64]
    tie: Proportion
    nobody: Proportion
    always: int | None


@dataclass(frozen=True, eq=False)
class Survey:
    """The results of all objectives on random canvases for one number of players.

    Attributes:
        players: the number of players.
        public: the results of assignments and professors by id.
        held: how often a zone holds the pattern of an inspiration, by id.
    """

    players: int
    public: Mapping[str, PublicOdds]
    held: Mapping[str, Proportion]


def deck_quadrants(cards: CardDatabase) -> NDArray[np.int8]:
    """Returns the colour numbers of the canvas deck, each copy separately: int8 (cards, 2, 2)."""
    quadrants = [
        [cards.letters.index(letter) for letter in card.quadrants.replace("/", "")]
        for card in cards.file.decks.canvas.cards
        for _ in range(card.count)
    ]
    return np.array(quadrants, np.int8).reshape(-1, 2, 2)


def random_canvases(
    deck: NDArray[np.int8], side: int, count: int, rng: np.random.Generator, *, half_turns: bool
) -> NDArray[np.int8]:
    """Returns full canvases dealt from shuffled decks.

    Args:
        deck: int8 (cards, 2, 2), with at least as many cards as a canvas has spaces.
        side: number of cards on a side of the canvas.
        count: number of canvases.
        rng: the random number generator.
        half_turns: whether each card is upside down with probability 1/2.

    Returns:
        int8 (count, 2 * side, 2 * side).
    """
    order = rng.random((count, len(deck))).argsort(axis=1)[:, : side * side]
    laid = deck[order]
    if half_turns:
        turned = rng.random(order.shape) < 0.5
        laid = np.where(turned[..., np.newaxis, np.newaxis], laid[..., ::-1, ::-1], laid)
    return laid.reshape(count, side, side, 2, 2).swapaxes(2, 3).reshape(count, 2 * side, 2 * side)


def survey(cards: CardDatabase, players: int, only: str | None = None) -> Survey | None:
    """Surveys the objectives of a deck on random full canvases. The same deck gives the same result.

    Args:
        cards: the card file.
        players: a number of players that its rules allow.
        only: the id of a single card to survey; if omitted, all.

    Returns:
        The results, or None if the deck has too few cards for a full canvas.
    """
    side, deck = cards.rules.grid[players], deck_quadrants(cards)
    if len(deck) < side * side:
        return None
    rng = np.random.default_rng((_SEED, players))
    canvases = random_canvases(deck, side, RANDOM_CANVASES, rng, half_turns=cards.rules.half_turns)
    zone, decks = cards.rules.zone(players), cards.file.decks
    masks = zone_masks(canvases, seats(players), zone)
    public = [cards.public_card(card.id) for card in (*decks.assignment.cards, *decks.professor.cards)]
    inspirations = [cards.inspiration(card.id) for card in decks.inspiration.cards]
    return Survey(
        players,
        {card.id: _public_odds(card, masks, zone, cards.rules) for card in public if only in (None, card.id)},
        {card.id: _held(card, masks, zone) for card in inspirations if only in (None, card.id)},
    )


def _public_odds(card: PublicCard, masks: Masks, zone: Zone, rules: Rules) -> PublicOdds:
    numbers = card.objective.numbers(masks, zone)
    holder = np.zeros(len(numbers), np.int64)
    claimed, tie, _ = resolve(numbers, card.objective.best, holder, rules.claim_at_zero)
    ranks = _ranks(numbers if card.objective.best == Best.MOST else -numbers)
    always = int(numbers.flat[0]) if (numbers == numbers.flat[0]).all() else None
    return PublicOdds(ranks, claimed, _proportion(tie), _proportion(claimed < 0), always)


def _ranks(numbers: Counts) -> NDArray[np.int8]:
    one, other = numbers[:, :, np.newaxis], numbers[:, np.newaxis, :]
    return (one > other).view(np.int8) - (one < other).view(np.int8)


def _held(card: InspirationCard, masks: Masks, zone: Zone) -> Proportion:
    # Only the first zone counts: all zones have the same distribution, but those of one canvas are not independent.
    held = np.zeros(len(masks), np.bool_)
    for found in occurrences(masks[:, 0], card.pattern, zone):
        held |= found.any(axis=-1)
    return _proportion(held)


def _proportion(hits: NDArray[np.bool_]) -> Proportion:
    return Proportion(int(hits.sum()), len(hits))
