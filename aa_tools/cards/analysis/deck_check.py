"""Could this painting be made from this deck? A slip in reading or typing usually makes a card that is not in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from aa_tools.cards.database import CardDatabase
from aa_tools.rules.canvas import Canvas, GridIndex
from aa_tools.rules.completions import Fills

MAX_UNKNOWN_CARD_SHARE = 1 / 5
"""The share of cards that the deck does not explain from which on the cards are those of another deck."""

Space = tuple[int, int]
_Card = TypeVar("_Card", bound=Hashable)


@dataclass(frozen=True)
class UnexplainedSpaces:
    """The spaces of a canvas, (row, column), that the deck cannot explain.

    Attributes:
        unknown: no card of the deck looks like this.
        repeated: more cards look like this than the deck has; all of them are listed.
    """

    unknown: tuple[Space, ...]
    repeated: tuple[Space, ...]


def find_unexplained(lying: Mapping[Space, _Card], deck: Mapping[_Card, int]) -> UnexplainedSpaces:
    """Returns which of the cards that lie in some spaces the deck does not hold, or not so often."""
    counts = Counter(lying.values())
    unknown = tuple(space for space, card in lying.items() if not deck.get(card, 0))
    repeated = tuple(space for space, card in lying.items() if 0 < deck.get(card, 0) < counts[card])
    return UnexplainedSpaces(unknown, repeated)


def unexplained_spaces(canvas: Canvas, cards: CardDatabase) -> UnexplainedSpaces:
    """Returns what the deck cannot explain of a canvas with north up; spaces with an unread quadrant are left out."""
    return find_unexplained(cards_on_canvas(canvas, cards), cards_held(cards))


def possible_fills(canvas: Canvas, fills: Fills, cards: CardDatabase) -> Fills:
    """Returns the ways to fill unknown quadrants under which each card is one of the deck that lies nowhere else.

    A space for which there is no such way keeps all of them, and so do all where the cards are those of another deck.

    Args:
        canvas: with north up, and with unknown quadrants.
        fills: the ways to fill them.
        cards: the card file.
    """
    strange, lying = unexplained_spaces(canvas, cards), cards_on_canvas(canvas, cards)
    if len(strange.unknown) + len(strange.repeated) > MAX_UNKNOWN_CARD_SHARE * max(1, len(lying)):
        return fills
    left = cards_held(cards) - Counter(lying.values())
    possible = {}
    for spots, ways in fills.items():
        looks = [_looks_filled(canvas, spots, codes, cards) for codes in ways]
        fitting = [codes for codes, card in zip(ways, looks, strict=True) if card is None or left[card] > 0]
        possible[spots] = fitting or ways
    return possible


def _looks_filled(canvas: Canvas, spots: Sequence[GridIndex], codes: Sequence[int], cards: CardDatabase) -> str | None:
    """Returns the looks of the card in a space that is filled so, None where the space is empty then."""
    (row, column), *_ = spots
    return _looks(canvas.with_quadrants(dict(zip(spots, codes, strict=True))), (row // 2, column // 2), cards)


def used_before(canvases: Sequence[Canvas], cards: CardDatabase) -> int:
    """Returns how many cards of the last canvas must have lain in those before, where a deck is used but once."""
    deck, earlier = cards_held(cards), Counter[str]()
    for canvas in canvases[:-1]:
        earlier.update(cards_on_canvas(canvas, cards).values())
    last = Counter(cards_on_canvas(canvases[-1], cards).values())
    return sum(min(count, max(0, count + earlier[card] - deck[card])) for card, count in last.items() if card in deck)


def cards_held(cards: CardDatabase) -> Counter[str]:
    """Returns how many canvas cards of each look, such as "RY/YY", the deck holds."""
    deck: Counter[str] = Counter()
    for card in cards.file.decks.canvas.cards:
        deck[_name(card.quadrants, cards.rules.half_turns)] += card.count
    return deck


def cards_on_canvas(canvas: Canvas, cards: CardDatabase) -> dict[Space, str]:
    """Returns the looks of the cards on a canvas with north up, by space; empty and unread ones are left out."""
    spaces = [divmod(number, canvas.side // 2) for number in range((canvas.side // 2) ** 2)]
    return {space: looks for space in spaces if (looks := _looks(canvas, space, cards)) is not None}


def _looks(canvas: Canvas, space: Space, cards: CardDatabase) -> str | None:
    """Returns the looks of the card in a space, None where there is none or a quadrant of it is unread."""
    top, left = 2 * space[0], 2 * space[1]
    codes = [int(code) for code in canvas.quadrants[top : top + 2, left : left + 2].ravel()]
    if min(codes) < 0:
        return None
    a, b, c, d = (cards.letters[code] for code in codes)
    return _name(f"{a}{b}/{c}{d}", cards.rules.half_turns)


def _name(quadrants: str, half_turns: bool) -> str:
    """Returns one name for all ways in which a card may lie."""
    return min(quadrants, quadrants[::-1]) if half_turns else quadrants
