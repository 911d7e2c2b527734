"""What chance alone does with a deck: random full canvases, and how often each objective ties or each pattern fits."""

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
"""Random canvases for each number of players: a share is known to about two points in a hundred."""

_SEED = 20260101
_Z_95 = 1.959964


def wilson(share: float, n: float, factor: float) -> tuple[float, float]:
    """Returns the interval of Wilson (1927) for a share out of n, `factor` standard errors wide to each side."""
    spread = factor * factor / n
    middle = (share + spread / 2) / (1 + spread)
    reach = factor / (1 + spread) * math.sqrt(share * (1 - share) / n + spread / (4 * n))
    return max(0.0, middle - reach), min(1.0, middle + reach)


@dataclass(frozen=True)
class Proportion:
    """A share found by counting: how often something happened in so many independent trials."""

    hits: int
    trials: int

    @property
    def share(self) -> float:
        """The share found, from 0 to 1."""
        return self.hits / self.trials

    @property
    def interval(self) -> tuple[float, float]:
        """The interval that holds the true share in 95 of 100 surveys."""
        return wilson(self.share, self.trials, _Z_95)


@dataclass(frozen=True, eq=False)
class PublicOdds:
    """What became of a public card on each canvas.

    Attributes:
        ranks: int8 (n, zones, zones), whether the first zone is better (1), as good (0) or worse (-1) than the second.
        claimed: (n,), the claiming zone where zone 0 holds the first player card, or -1.
        tie: how often the tie rule decided.
        nobody: how often nobody claimed it.
        always: the number that every zone got on every canvas, or None where they differ.
    """

    ranks: NDArray[np.int8]
    claimed: NDArray[np.int64]
    tie: Proportion
    nobody: Proportion
    always: int | None


@dataclass(frozen=True, eq=False)
class Survey:
    """The random canvases of one number of players, and what every objective makes of them.

    Attributes:
        players: how many play.
        public: assignments and professors by id.
        held: by the id of an inspiration, how often a zone holds its pattern.
    """

    players: int
    public: Mapping[str, PublicOdds]
    held: Mapping[str, Proportion]


def deck_quadrants(cards: CardDatabase) -> NDArray[np.int8]:
    """Returns the colour numbers of the canvas deck, copies by themselves: int8 (cards, 2, 2)."""
    each = [
        [cards.letters.index(letter) for letter in card.quadrants.replace("/", "")]
        for card in cards.file.decks.canvas.cards
        for _ in range(card.count)
    ]
    return np.array(each, np.int8).reshape(-1, 2, 2)


def random_canvases(
    deck: NDArray[np.int8], side: int, count: int, chance: np.random.Generator, *, half_turns: bool
) -> NDArray[np.int8]:
    """Deals full canvases from a shuffled deck.

    Args:
        deck: int8 (cards, 2, 2), at least as many cards as a canvas has spaces.
        side: cards on a side of the canvas.
        count: how many canvases.
        chance: where the luck comes from.
        half_turns: whether each card lies upside down in half of the cases.

    Returns:
        int8 (count, 2 * side, 2 * side).
    """
    order = chance.random((count, len(deck))).argsort(axis=1)[:, : side * side]
    laid = deck[order]
    if half_turns:
        turned = chance.random(order.shape) < 0.5
        laid = np.where(turned[..., np.newaxis, np.newaxis], laid[..., ::-1, ::-1], laid)
    return laid.reshape(count, side, side, 2, 2).swapaxes(2, 3).reshape(count, 2 * side, 2 * side)


def survey(cards: CardDatabase, players: int, only: str | None = None) -> Survey | None:
    """Surveys the objectives of a deck on random full canvases; the same deck gives the same result.

    Args:
        cards: the card file.
        players: a number of players of its rules.
        only: the id of the one card to survey; all where left out.

    Returns:
        None where the deck has too few cards for a full canvas.
    """
    side, deck = cards.rules.grid[players], deck_quadrants(cards)
    if len(deck) < side * side:
        return None
    chance = np.random.default_rng((_SEED, players))
    canvases = random_canvases(deck, side, RANDOM_CANVASES, chance, half_turns=cards.rules.half_turns)
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
    return PublicOdds(ranks, claimed, _counted(tie), _counted(claimed < 0), always)


def _ranks(numbers: Counts) -> NDArray[np.int8]:
    one, other = numbers[:, :, np.newaxis], numbers[:, np.newaxis, :]
    return (one > other).view(np.int8) - (one < other).view(np.int8)


def _held(card: InspirationCard, masks: Masks, zone: Zone) -> Proportion:
    # All zones of random canvases are alike, since patterns may be turned; those of one canvas are not independent.
    held = np.zeros(len(masks), np.bool_)
    for found in occurrences(masks[:, 0], card.pattern, zone):
        held |= found.any(axis=-1)
    return _counted(held)


def _counted(happened: NDArray[np.bool_]) -> Proportion:
    return Proportion(int(happened.sum()), len(happened))
