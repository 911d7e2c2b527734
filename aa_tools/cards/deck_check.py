"""Could this painting be made from this deck? A slip in reading or typing usually makes a card that is not in it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from aa_tools.cards.database import CardDatabase
from aa_tools.rules.canvas import Canvas

Space = tuple[int, int]


@dataclass(frozen=True)
class Strange:
    """The spaces of a canvas, (row, column) of cards from 0, that the deck cannot explain.

    Attributes:
        unknown: no card of the deck looks like this.
        repeated: more cards look like this than the deck has; the first so many are not listed.
    """

    unknown: tuple[Space, ...]
    repeated: tuple[Space, ...]


def strange_spaces(canvas: Canvas, cards: CardDatabase) -> Strange:
    """Returns what the deck cannot explain of a canvas with north up; unread quadrants are given the benefit."""
    deck = Counter({card.quadrants: card.count for card in cards.file.decks.canvas.cards})
    rows, seen = canvas.rows(cards.letters), Counter[str]()
    unknown, repeated = [], []
    for row in range(canvas.side // 2):
        for column in range(canvas.side // 2):
            top, bottom = (line[2 * column : 2 * column + 2] for line in rows[2 * row : 2 * row + 2])
            if "." in top or "?" in top + bottom:
                continue
            looks = _name(f"{top}/{bottom}", cards.rules.half_turns)
            seen[looks] += 1
            copies = sum(count for card, count in deck.items() if _name(card, cards.rules.half_turns) == looks)
            if not copies:
                unknown.append((row, column))
            elif seen[looks] > copies:
                repeated.append((row, column))
    return Strange(tuple(unknown), tuple(repeated))


def _name(quadrants: str, half_turns: bool) -> str:
    """Returns one name for all ways in which a card may lie."""
    return min(quadrants, quadrants[::-1]) if half_turns else quadrants
