"""Could this painting be made from this deck? A slip in reading or typing usually makes a card that is not in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from aa_tools.cards.database import CardDatabase
from aa_tools.rules.canvas import Canvas

Space = tuple[int, int]
_Card = TypeVar("_Card", bound=Hashable)


@dataclass(frozen=True)
class Strange:
    """The spaces of a canvas, (row, column), that the deck cannot explain.

    Attributes:
        unknown: no card of the deck looks like this.
        repeated: more cards look like this than the deck has; all of them are listed.
    """

    unknown: tuple[Space, ...]
    repeated: tuple[Space, ...]


def strange_among(lying: Mapping[Space, _Card], deck: Mapping[_Card, int]) -> Strange:
    """Returns which of the cards that lie in some spaces the deck does not hold, or not so often."""
    counts = Counter(lying.values())
    unknown = tuple(space for space, card in lying.items() if not deck.get(card, 0))
    repeated = tuple(space for space, card in lying.items() if 0 < deck.get(card, 0) < counts[card])
    return Strange(unknown, repeated)


def strange_spaces(canvas: Canvas, cards: CardDatabase) -> Strange:
    """Returns what the deck cannot explain of a canvas with north up; spaces with an unread quadrant are left out."""
    return strange_among(_lying(canvas, cards), _deck(cards))


def used_before(canvases: Sequence[Canvas], cards: CardDatabase) -> int:
    """Returns how many cards of the last canvas must have lain in those before, where a deck is used but once."""
    deck, earlier = _deck(cards), Counter[str]()
    for canvas in canvases[:-1]:
        earlier.update(_lying(canvas, cards).values())
    last = Counter(_lying(canvases[-1], cards).values())
    return sum(min(count, max(0, count + earlier[card] - deck[card])) for card, count in last.items() if card in deck)


def _deck(cards: CardDatabase) -> Counter[str]:
    deck: Counter[str] = Counter()
    for card in cards.file.decks.canvas.cards:
        deck[_name(card.quadrants, cards.rules.half_turns)] += card.count
    return deck


def _lying(canvas: Canvas, cards: CardDatabase) -> dict[Space, str]:
    turns, rows = cards.rules.half_turns, canvas.rows(cards.letters)
    lying = {}
    for row in range(canvas.side // 2):
        for column in range(canvas.side // 2):
            top, bottom = (line[2 * column : 2 * column + 2] for line in rows[2 * row : 2 * row + 2])
            if not set(".?") & set(top + bottom):
                lying[row, column] = _name(f"{top}/{bottom}", turns)
    return lying


def _name(quadrants: str, half_turns: bool) -> str:
    """Returns one name for all ways in which a card may lie."""
    return min(quadrants, quadrants[::-1]) if half_turns else quadrants
