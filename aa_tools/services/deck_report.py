"""What to say of a painting that the deck cannot make: which cards, and where they lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from aa_tools.cards.analysis.deck_check import Space, cards_held, cards_lying, strange_spaces
from aa_tools.cards.database import CardDatabase
from aa_tools.rules.canvas import Canvas
from aa_tools.rules.ruleset import Side
from aa_tools.text import pluralise

_MOST_CARDS, _MOST_PLACES = 3, 2
"""How many cards a message lists, and how many places of each."""


def deck_doubt(canvas: Canvas, cards: CardDatabase, bottom: Side = Side.SOUTH) -> str:
    """Returns what to say where the deck cannot make the painting, or "".

    Args:
        canvas: the painting with north at the top.
        cards: the card file.
        bottom: who sits at the bottom of the grid or the photo as it was given; rows and columns are those seen there.
    """
    strange = strange_spaces(canvas, cards)
    lying = cards_lying(canvas, cards)
    unknown, repeated = (_by_looks(spaces, lying) for spaces in (strange.unknown, strange.repeated))
    facts = [f"no card is {looks} ({_places(spaces, canvas, bottom)})" for looks, spaces in unknown.items()]
    for looks, spaces in repeated.items():
        held = pluralise(cards_held(cards)[looks], "card")
        facts.append(f"{looks} is {held}, but lies {_times(len(spaces))} ({_places(spaces, canvas, bottom)})")
    if not facts:
        return ""
    more = [f"and {pluralise(len(facts) - _MOST_CARDS, 'such card')} more"] if len(facts) > _MOST_CARDS else []
    return f"Check the grid: this deck cannot make it; {'; '.join([*facts[:_MOST_CARDS], *more])}."


def _by_looks(spaces: Iterable[Space], lying: Mapping[Space, str]) -> dict[str, list[Space]]:
    """Returns the spaces in which a card of the same looks lies."""
    found: dict[str, list[Space]] = {}
    for space in spaces:
        found.setdefault(lying[space], []).append(space)
    return found


def _times(number: int) -> str:
    return "twice" if number == 2 else f"{number} times"


def _places(spaces: list[Space], canvas: Canvas, bottom: Side) -> str:
    """Returns "rows 5-6, columns 3-4" for each space, as the grid shows it."""
    side = canvas.side // 2
    shown = np.rot90(np.arange(side * side).reshape(side, side), -bottom.quarter_turns)
    told = []
    for row, column in sorted(divmod(int(shown[space]), side) for space in spaces):
        told.append(f"rows {2 * row + 1}-{2 * row + 2}, columns {2 * column + 1}-{2 * column + 2}")
    more = [f"and {len(told) - _MOST_PLACES} more"] if len(told) > _MOST_PLACES else []
    return "; ".join([*told[:_MOST_PLACES], *more])
