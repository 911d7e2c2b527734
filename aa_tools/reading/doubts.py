"""Doubts: the quadrants whose colour is uncertain, why, and what each of them may be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from aa_tools.cards.analysis.deck_check import unexplained_spaces
from aa_tools.cards.database import CardDatabase
from aa_tools.reading.grid.lattice import Points
from aa_tools.rules.canvas import EMPTY, Canvas
from aa_tools.rules.ruleset import COLOURS

if TYPE_CHECKING:  # they load OpenCV, which the doubts of a typed table do without
    from aa_tools.reading.inks.colours import InkPalette
    from aa_tools.reading.inks.quadrants import Quadrants


class Reason(StrEnum):
    """Why a quadrant, or the whole reading, is in doubt."""

    GLARE = "glare"
    TOO_DARK = "too-dark"
    BETWEEN_COLOURS = "between-colours"
    MIXED = "mixed"
    NOT_AN_INK = "not-an-ink"
    CARD_CROOKED = "card-crooked"
    MAYBE_EMPTY = "maybe-empty"
    NOT_IN_DECK = "not-in-deck"
    DUPLICATE_CARD = "duplicate-card"
    FINDERS_DISAGREE = "finders-disagree"
    ORIENTATION_UNKNOWN = "orientation-unknown"
    TAG_DISAGREES = "tag-disagrees"


REASON_TEXTS: dict[str, str] = {
    Reason.GLARE: "there is glare on it",
    Reason.TOO_DARK: "it is too dark",
    Reason.BETWEEN_COLOURS: "its colour is between two colours",
    Reason.MIXED: "several colours in it",
    Reason.NOT_AN_INK: "something covers it",
    Reason.CARD_CROOKED: "the card is crooked",
    Reason.MAYBE_EMPTY: "the space may be empty",
    Reason.NOT_IN_DECK: "no such card in the deck",
    Reason.DUPLICATE_CARD: "the deck has fewer copies of this card",
    Reason.FINDERS_DISAGREE: "only one of two methods found the canvas",
    Reason.ORIENTATION_UNKNOWN: "it is not clear which side is the top",
    Reason.TAG_DISAGREES: "the tag is that of another card",
}


def reason_text(reason: str) -> str:
    """Returns the text of a reason's code; any other string is returned as it is."""
    return REASON_TEXTS.get(reason, reason)


@dataclass(frozen=True)
class Doubt:
    """A quadrant whose colour is uncertain.

    Attributes:
        row, column: 0-based, from the top left of the picture.
        reason: why it is in doubt.
        candidates: codes of what it may be, as in `rules.canvas`, most likely first.
    """

    row: int
    column: int
    reason: Reason
    candidates: tuple[int, ...]


MAX_DISTANCE_RATIO = 0.36
"""Distance to the nearest ink over the sum of the distances to the two nearest: 0.5 is halfway between them. Tuned
on made photos (docs/photo-accuracy.md): higher values let wrong quadrants pass, lower ones only add doubts."""

MIN_PURITY = 0.75
"""Smallest share of a quadrant's inked pixels that must have the same ink. A neighbour's ink that reaches into the
sampled part of a crooked card lowers it."""

MIN_INKED = 0.45
"""Smallest share of pixels with any ink: a white hatch covers up to half of a quadrant, a cup covers more."""

MIN_LEVEL = 14.0
"""Smallest median of the brightest channel, 0 to 255: below it, hue is sensor noise."""

MAX_GLARE = 0.5
"""Largest share of burnt-out pixels."""


def quadrant_doubts(quadrants: Quadrants, palette: InkPalette, has_card: NDArray[np.bool_]) -> list[Doubt]:
    """Returns the doubts about the colours of quadrants in spaces with a card.

    Args:
        quadrants: the measurements of all quadrants.
        palette: the inks in this photo.
        has_card: (cards, cards) whether the space has a card.
    """
    positions = [(int(row), int(column)) for row, column in np.argwhere(has_card.repeat(2, 0).repeat(2, 1))]
    reasons = {at: reason for at in positions if (reason := _reason(quadrants, palette, at)) is not None}
    in_space = Counter((row // 2, column // 2) for row, column in reasons)
    found = []
    for at, reason in reasons.items():
        # With something on the card its hue proves little, so every ink stays possible. If no quadrant of the space is
        # certain, the space may be empty as well.
        inks = tuple(int(ink) for ink in np.argsort(quadrants.veiled[at], kind="stable"))
        empty = (EMPTY,) if in_space[at[0] // 2, at[1] // 2] == 4 else ()
        found.append(Doubt(*at, reason, inks + empty))
    return found


def _reason(quadrants: Quadrants, palette: InkPalette, at: tuple[int, int]) -> Reason | None:
    # A reflection may explain a large distance, but it cannot prove a hue: reflected light has a colour of its own.
    ratio = max(_distance_ratio(quadrants.veiled[at]), _distance_ratio(quadrants.distances[at]))
    is_impure = quadrants.purity[at] < MIN_PURITY
    checks = {
        Reason.TOO_DARK: quadrants.level[at] < MIN_LEVEL,
        Reason.GLARE: quadrants.glare[at] > MAX_GLARE,
        Reason.NOT_AN_INK: quadrants.inked[at] < MIN_INKED or quadrants.veiled[at].min() > palette.limit,
        Reason.CARD_CROOKED: bool(quadrants.was_moved[at[0] // 2, at[1] // 2]) and is_impure,
        Reason.MIXED: is_impure or not quadrants.is_stable[at] or quadrants.majority[at] != quadrants.nearest[at],
        Reason.BETWEEN_COLOURS: ratio > MAX_DISTANCE_RATIO,
    }
    return next((reason for reason, holds in checks.items() if holds), None)


def _distance_ratio(distances: Points) -> float:
    first, second = np.sort(distances)[:2]
    return float(first / (first + second))


def deck_doubts(values: NDArray[np.int8], cards: CardDatabase) -> list[Doubt]:
    """Returns doubts about cards that the deck does not have, or has fewer copies of.

    Args:
        values: (n, n) codes as in `rules.canvas`.
        cards: the card file.
    """
    unexplained = unexplained_spaces(Canvas(values), cards)
    reasons = dict.fromkeys(unexplained.unknown, Reason.NOT_IN_DECK) | dict.fromkeys(
        unexplained.repeated, Reason.DUPLICATE_CARD
    )
    return [
        Doubt(row, column, reason, candidates_from(int(values[row, column])))
        for space, reason in reasons.items()
        for row, column in quadrants_of(*space)
    ]


def space_doubts(row: int, column: int, values: NDArray[np.int8]) -> list[Doubt]:
    """Returns the doubts about a space that may be empty; row and column count spaces."""
    return [
        Doubt(*at, Reason.MAYBE_EMPTY, (EMPTY, *candidates_from(int(values[at])))) for at in quadrants_of(row, column)
    ]


def quadrants_of(row: int, column: int) -> Iterator[tuple[int, int]]:
    """Yields the (row, column) of the four quadrants of a space; row and column count spaces."""
    yield from ((2 * row + index // 2, 2 * column + index % 2) for index in range(4))


def candidates_from(code: int) -> tuple[int, ...]:
    """Returns all colours, beginning with a code if that is a colour."""
    return tuple(sorted(range(COLOURS), key=lambda other: other != code))
