"""What the reader will not vouch for, quadrant by quadrant, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aa_tools.cards.analysis.deck_check import find_unexplained
from aa_tools.cards.database import CardDatabase
from aa_tools.reading.grid.lattice import Points
from aa_tools.reading.inks.colours import Palette
from aa_tools.reading.inks.quadrants import Quadrants
from aa_tools.reading.reasons import Reason
from aa_tools.rules.canvas import EMPTY


@dataclass(frozen=True)
class Doubt:
    """A quadrant that may be another one.

    Attributes:
        row, column: 0-based, from the top left of the picture.
        reason: why.
        candidates: codes of what it may be, as in `rules.canvas`, the likeliest first.
    """

    row: int
    column: int
    reason: Reason
    candidates: tuple[int, ...]


RATIO = 0.36
"""Distance from the nearest ink over that plus the next: at 0.5 it could be either."""

PURE, INKED = 0.75, 0.45
DARK = 14.0


def quadrant_doubts(quadrants: Quadrants, palette: Palette, laid: NDArray[np.bool_]) -> list[Doubt]:
    """Returns the doubts about the colours of quadrants where a card lies.

    Args:
        quadrants: what they look like.
        palette: the inks in this photo.
        laid: (cards, cards) where cards lie.
    """
    places = [(int(row), int(column)) for row, column in np.argwhere(laid.repeat(2, 0).repeat(2, 1))]
    reasons = {at: reason for at in places if (reason := _reason(quadrants, palette, at)) is not None}
    in_space = Counter((row // 2, column // 2) for row, column in reasons)
    found = []
    for at, reason in reasons.items():
        # Whatever lies on the card, its hue says little: every ink stays possible, and where no quadrant of the space
        # is sure, that no card lies there at all.
        inks = tuple(int(ink) for ink in np.argsort(quadrants.veiled[at], kind="stable"))
        bare = (EMPTY,) if in_space[at[0] // 2, at[1] // 2] == 4 else ()
        found.append(Doubt(*at, reason, inks + bare))
    return found


def _reason(quadrants: Quadrants, palette: Palette, at: tuple[int, int]) -> Reason | None:
    distances = np.sort(quadrants.veiled[at])
    # A veil may excuse the distance, but not make up the hue: the light that lies on the card has a colour too.
    ratio = max(_ratio(quadrants.veiled[at]), _ratio(quadrants.distances[at]))
    crooked = bool(quadrants.moved[at[0] // 2, at[1] // 2])
    checks = {
        Reason.TOO_DARK: quadrants.level[at] < DARK,
        Reason.GLARE: quadrants.glare[at] > 0.5,
        Reason.NOT_AN_INK: quadrants.inked[at] < INKED or distances[0] > palette.limit,
        Reason.CARD_CROOKED: crooked and quadrants.purity[at] < PURE,
        Reason.MIXED: quadrants.purity[at] < PURE
        or not quadrants.steady[at]
        or quadrants.voted[at] != quadrants.nearest[at],
        Reason.BETWEEN_COLOURS: ratio > RATIO,
    }
    return next((reason for reason, holds in checks.items() if holds), None)


def _ratio(distances: Points) -> float:
    first, second = np.sort(distances)[:2]
    return float(first / (first + second))


# --- the deck


Card = tuple[int, int, int, int]
"""Colour numbers of a canvas card: top left, top right, bottom left, bottom right."""


def deck_of(cards: CardDatabase) -> Mapping[Card, int]:
    """Returns the canvas cards of a card file and how many of each there are."""
    codes = {letter: code for code, letter in enumerate(cards.letters)}
    deck: Counter[Card] = Counter()
    for card in cards.file.decks.canvas.cards:
        a, b, c, d = (codes[letter] for letter in card.quadrants.replace("/", ""))
        deck[a, b, c, d] += card.count
    return deck


def deck_doubts(values: NDArray[np.int8], deck: Mapping[Card, int], half_turns: bool) -> list[Doubt]:
    """Returns doubts about cards that the deck does not hold, or not so often.

    The deck never overrules what was read: it only says that something does not fit.

    Args:
        values: (n, n) codes as in `rules.canvas`.
        deck: the cards and how many there are.
        half_turns: whether a card may lie upside down.
    """
    spaces = _cards_on(values)
    held: Counter[Card] = Counter()
    for card, count in deck.items():
        held[_name(card, half_turns)] += count
    strange = find_unexplained({space: _name(card, half_turns) for space, card in spaces.items()}, held)
    reasons = dict.fromkeys(strange.unknown, Reason.NOT_IN_DECK) | dict.fromkeys(
        strange.repeated, Reason.DUPLICATE_CARD
    )
    return [each for space, reason in reasons.items() for each in _whole_card(*space, spaces[space], reason)]


def _cards_on(values: NDArray[np.int8]) -> dict[tuple[int, int], Card]:
    spaces = {}
    for row in range(0, len(values), 2):
        for column in range(0, len(values), 2):
            a, b, c, d = (int(code) for code in values[row : row + 2, column : column + 2].ravel())
            if min(a, b, c, d) >= 0:
                spaces[row, column] = (a, b, c, d)
    return spaces


def _name(card: Card, half_turns: bool) -> Card:
    a, b, c, d = card
    return min(card, (d, c, b, a)) if half_turns else card


def _whole_card(row: int, column: int, card: Card, reason: Reason) -> Iterable[Doubt]:
    for index, code in enumerate(card):
        others = tuple(each for each in range(max(3, code + 1)) if each != code)
        yield Doubt(row + index // 2, column + index % 2, reason, (code, *others))


def space_doubts(row: int, column: int, values: NDArray[np.int8]) -> Iterable[Doubt]:
    """Yields the doubts about a space that may hold a card or none; row and column count spaces."""
    for r in (2 * row, 2 * row + 1):
        for c in (2 * column, 2 * column + 1):
            code = int(values[r, c])
            inks = (code, *(each for each in range(3) if each != code)) if code >= 0 else (0, 1, 2)
            yield Doubt(r, c, Reason.MAYBE_EMPTY, (EMPTY, *inks))
