"""The warning for a canvas that the deck cannot make: which cards, and where on the canvas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from aa_tools.cards.analysis.deck_check import Space, cards_on_canvas, deck_counts, unexplained_spaces
from aa_tools.cards.database import CardDatabase
from aa_tools.rules.canvas import Canvas
from aa_tools.rules.ruleset import Side
from aa_tools.text import pluralise

_MOST_CARDS, _MOST_PLACES = 3, 2
"""How many cards a message lists, and how many places of each."""


def deck_doubt(canvas: Canvas, cards: CardDatabase, bottom: Side = Side.SOUTH) -> str:
    """Returns a warning if the deck cannot make the canvas, or "".

    Args:
        canvas: the canvas, north at the top.
        cards: the card file.
        bottom: the side at the bottom of the grid or the photo; rows and columns in the warning are those shown there.
    """
    strange = unexplained_spaces(canvas, cards)
    lying = cards_on_canvas(canvas, cards)
    unknown, repeated = (_by_looks(spaces, lying) for spaces in (strange.unknown, strange.repeated))
    facts = [f"the deck has no card {looks} ({_places(spaces, canvas, bottom)})" for looks, spaces in unknown.items()]
    counts = deck_counts(cards)
    for looks, spaces in repeated.items():
        held, where = pluralise(counts[looks], "card"), _places(spaces, canvas, bottom)
        facts.append(f"the deck has {held} {looks}, but {len(spaces)} are here ({where})")
    if not facts:
        return ""
    more = [f"and {pluralise(len(facts) - _MOST_CARDS, 'such card')} more"] if len(facts) > _MOST_CARDS else []
    return f"Check the grid: {'; '.join([*facts[:_MOST_CARDS], *more])}."


def _by_looks(spaces: Iterable[Space], lying: Mapping[Space, str]) -> dict[str, list[Space]]:
    """Returns the spaces by the pattern of the card on them."""
    found: dict[str, list[Space]] = {}
    for space in spaces:
        found.setdefault(lying[space], []).append(space)
    return found


def _places(spaces: list[Space], canvas: Canvas, bottom: Side) -> str:
    """Returns "rows 5-6, columns 3-4" for each space, as the grid shows it."""
    side = canvas.side // 2
    shown = np.rot90(np.arange(side * side).reshape(side, side), -bottom.quarter_turns)
    places = []
    for row, column in sorted(divmod(int(shown[space]), side) for space in spaces):
        places.append(f"rows {2 * row + 1}-{2 * row + 2}, columns {2 * column + 1}-{2 * column + 2}")
    more = [f"and {len(places) - _MOST_PLACES} more"] if len(places) > _MOST_PLACES else []
    return "; ".join([*places[:_MOST_PLACES], *more])
