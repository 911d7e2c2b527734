"""Whether any canvas made of a deck can hold a pattern in one colour: a matching of cards to the spaces it touches."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from aa_tools.rules.areas import Pattern, placements
from aa_tools.rules.canvas import mask_indices
from aa_tools.rules.ruleset import COLOURS, Rules, Side, Zone, seats

Need = tuple[int, ...]
"""For each space that a pattern touches, the quadrants it asks for: bit `2 * row + column` of a card."""


def can_hold(pattern: Pattern, deck: NDArray[np.int8], rules: Rules, colours: Iterable[int] = range(COLOURS)) -> bool:
    """Returns whether a canvas of this deck can hold the pattern in some zone.

    Args:
        pattern: the pattern.
        deck: the colour numbers of the canvas cards, int8 (cards, 2, 2).
        rules: the rules: sizes, half turns, mirrored patterns.
        colours: the colours in which it may lie.
    """
    offers = [[_offers(card == colour, rules.half_turns) for card in deck] for colour in colours]
    refused: set[Need] = set()
    for need in (need for players in rules.grid for need in _needs(pattern, rules, players)):
        if need not in refused and any(_match(need, offer) for offer in offers):
            return True
        refused.add(need)
    return False


def _offers(of_colour: NDArray[np.bool_], half_turns: bool) -> set[int]:
    """Returns the quadrants of one colour on a card, for each way in which it may lie."""
    ways = [of_colour.ravel(), of_colour.ravel()[::-1]] if half_turns else [of_colour.ravel()]
    return {sum(1 << bit for bit, held in enumerate(way) if held) for way in ways}


def _needs(pattern: Pattern, rules: Rules, players: int) -> Iterator[Need]:
    zone = rules.zone(players)
    for side in seats(players):
        spaces = _spaces(side, zone, 2 * rules.grid[players])
        for place in placements(pattern, zone):
            asked: dict[int, int] = {}
            for bit, (space, quadrant) in enumerate(spaces):
                if int(place) >> bit & 1:
                    asked[space] = asked.get(space, 0) | quadrant
            yield tuple(sorted(asked.values()))


@functools.cache
def _spaces(side: Side, zone: Zone, canvas_side: int) -> tuple[tuple[int, int], ...]:
    """Returns for each bit of a zone's mask the number of its space and the bit of its quadrant on the card."""
    found = []
    for bit in range(zone.rows * zone.columns):
        [(row, column)] = mask_indices(1 << bit, side, zone, canvas_side)
        found.append((row // 2 * canvas_side + column // 2, 1 << (row % 2 * 2 + column % 2)))
    return tuple(found)


def _match(need: Need, offers: Sequence[set[int]]) -> bool:
    """Returns whether each space can have a card of its own (augmenting paths, Kuhn 1955)."""
    fitting = [[card for card, ways in enumerate(offers) if any(way & part == part for way in ways)] for part in need]
    taken: dict[int, int] = {}

    def settle(space: int, tried: set[int]) -> bool:
        for card in fitting[space]:
            if card not in tried:
                tried.add(card)
                if card not in taken or settle(taken[card], tried):
                    taken[card] = space
                    return True
        return False

    return all(settle(space, set()) for space in range(len(need)))
