"""Decides whether a pattern fits on any canvas of a deck, by matching cards to the spaces that it touches."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from aa_tools.rules.areas import Pattern, placements
from aa_tools.rules.canvas import mask_indices
from aa_tools.rules.ruleset import COLOURS, Rules, Side, Zone, seats

Need = tuple[int, ...]
"""The quadrants that a pattern needs in each space it touches, as masks: bit `2 * row + column` of a card."""


def can_hold(pattern: Pattern, deck: NDArray[np.int8], rules: Rules, colours: Iterable[int] = range(COLOURS)) -> bool:
    """Returns whether the pattern fits in a zone of some canvas of this deck.

    Args:
        pattern: the pattern.
        deck: the colour numbers of the canvas cards, int8 (cards, 2, 2).
        rules: the rules: sizes, half turns, mirrored patterns.
        colours: the colours that the pattern may have.
    """
    offers = [[_card_masks(card == colour, rules.half_turns) for card in deck] for colour in colours]
    impossible: set[Need] = set()
    for need in (need for players in rules.grid for need in _needs(pattern, rules, players)):
        if need not in impossible and any(_match(need, offer) for offer in offers):
            return True
        impossible.add(need)
    return False


def _card_masks(of_colour: NDArray[np.bool_], half_turns: bool) -> set[int]:
    """Returns the quadrants of one colour on a card as a mask, for each orientation that the rules allow."""
    orientations = [of_colour.ravel(), of_colour.ravel()[::-1]] if half_turns else [of_colour.ravel()]
    return {sum(1 << bit for bit, is_set in enumerate(quadrants) if is_set) for quadrants in orientations}


def _needs(pattern: Pattern, rules: Rules, players: int) -> Iterator[Need]:
    zone = rules.zone(players)
    for side in seats(players):
        spaces = _spaces(side, zone, 2 * rules.grid[players])
        for place in placements(pattern, zone):
            needed: dict[int, int] = {}
            for bit, (space, quadrant) in enumerate(spaces):
                if int(place) >> bit & 1:
                    needed[space] = needed.get(space, 0) | quadrant
            yield tuple(sorted(needed.values()))


@functools.cache
def _spaces(side: Side, zone: Zone, canvas_side: int) -> tuple[tuple[int, int], ...]:
    """Returns the number of the space, and the mask of the quadrant on its card, for each bit of a zone's mask."""
    found = []
    for bit in range(zone.rows * zone.columns):
        [(row, column)] = mask_indices(1 << bit, side, zone, canvas_side)
        found.append((row // 2 * canvas_side + column // 2, 1 << (row % 2 * 2 + column % 2)))
    return tuple(found)


def _match(need: Need, offers: Sequence[set[int]]) -> bool:
    """Returns whether each space can get a different card (bipartite matching by augmenting paths, Kuhn 1955)."""
    fitting = [[card for card, masks in enumerate(offers) if any(m & part == part for m in masks)] for part in need]
    taken: dict[int, int] = {}

    def assign(space: int, tried: set[int]) -> bool:
        for card in fitting[space]:
            if card not in tried:
                tried.add(card)
                if card not in taken or assign(taken[card], tried):
                    taken[card] = space
                    return True
        return False

    return all(assign(space, set()) for space in range(len(need)))
