"""Compares the cards on a canvas with the deck. A misread or mistyped quadrant usually gives a card not in the deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from aa_tools.cards.database import CardDatabase
from aa_tools.rules.canvas import Canvas
from aa_tools.rules.completions import Fills

MAX_UNKNOWN_CARD_SHARE = 1 / 5
"""If the deck cannot explain a larger share of the cards on a canvas, the cards are taken for another deck's."""

Space = tuple[int, int]
"""A space of the canvas: its row and column, counted in cards from 0."""


@dataclass(frozen=True)
class UnexplainedSpaces:
    """The spaces of a canvas whose cards the deck cannot explain.

    Attributes:
        unknown: no card of the deck looks like this one.
        repeated: the canvas has more such cards than the deck; all of them are listed.
    """

    unknown: tuple[Space, ...]
    repeated: tuple[Space, ...]


def unexplained_spaces(canvas: Canvas, cards: CardDatabase) -> UnexplainedSpaces:
    """Returns the spaces that the deck cannot explain. Spaces with an unknown quadrant are skipped.

    Args:
        canvas: the painting with north at the top.
        cards: the card file.
    """
    laid, deck = cards_on_canvas(canvas, cards), deck_counts(cards)
    counts = Counter(laid.values())
    unknown = tuple(space for space, card in laid.items() if card not in deck)
    repeated = tuple(space for space, card in laid.items() if 0 < deck[card] < counts[card])
    return UnexplainedSpaces(unknown, repeated)


def possible_fills(canvas: Canvas, fills: Fills, cards: CardDatabase) -> Fills:
    """Returns the fills of unknown quadrants that give cards of the deck which are not yet on the canvas.

    A space without any such fill keeps all of its fills, and so do all spaces if the cards are from another deck.

    Args:
        canvas: the painting with north at the top and unknown quadrants.
        fills: the candidate fills by quadrants.
        cards: the card file.
    """
    unexplained, laid = unexplained_spaces(canvas, cards), cards_on_canvas(canvas, cards)
    if len(unexplained.unknown) + len(unexplained.repeated) > MAX_UNKNOWN_CARD_SHARE * max(1, len(laid)):
        return fills
    remaining = deck_counts(cards) - Counter(laid.values())
    possible = {}
    for quadrants, candidates in fills.items():
        row, column = quadrants[0]
        space = (row // 2, column // 2)
        filled = [canvas.with_quadrants(dict(zip(quadrants, codes, strict=True))) for codes in candidates]
        results = [_card_at(filling, space, cards) for filling in filled]
        fitting = [c for c, card in zip(candidates, results, strict=True) if card is None or remaining[card] > 0]
        possible[quadrants] = fitting or candidates
    return possible


def used_before(canvases: Sequence[Canvas], cards: CardDatabase) -> int:
    """Returns how many cards of the last canvas must also have been on the earlier ones, counting copies.

    More than 0 is an error where a deck is used once, without shuffling between the canvases.
    """
    deck, earlier = deck_counts(cards), Counter[str]()
    for canvas in canvases[:-1]:
        earlier.update(cards_on_canvas(canvas, cards).values())
    last = Counter(cards_on_canvas(canvases[-1], cards).values())
    return sum(min(count, max(0, count + earlier[card] - deck[card])) for card, count in last.items() if card in deck)


def deck_counts(cards: CardDatabase) -> Counter[str]:
    """Returns the number of canvas cards in the deck by their quadrants, such as "RY/YY"."""
    deck: Counter[str] = Counter()
    for card in cards.file.decks.canvas.cards:
        deck[_upright(card.quadrants, cards.rules.half_turns)] += card.count
    return deck


def cards_on_canvas(canvas: Canvas, cards: CardDatabase) -> dict[Space, str]:
    """Returns the quadrants of the cards on a canvas by space. Spaces that are empty or partly unknown are skipped.

    Where the rules allow half turns, a card and its half turn have the same text.
    """
    spaces = [divmod(number, canvas.side // 2) for number in range((canvas.side // 2) ** 2)]
    return {space: card for space in spaces if (card := _card_at(canvas, space, cards)) is not None}


def _card_at(canvas: Canvas, space: Space, cards: CardDatabase) -> str | None:
    top, left = 2 * space[0], 2 * space[1]
    codes = [int(code) for code in canvas.quadrants[top : top + 2, left : left + 2].ravel()]
    if min(codes) < 0:
        return None
    a, b, c, d = (cards.letters[code] for code in codes)
    return _upright(f"{a}{b}/{c}{d}", cards.rules.half_turns)


def _upright(quadrants: str, half_turns: bool) -> str:
    """Returns one of the two orientations of a card, always the same one, if half turns are allowed."""
    return min(quadrants, quadrants[::-1]) if half_turns else quadrants
