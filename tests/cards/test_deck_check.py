"""Which spaces of a painting the deck cannot explain."""

from __future__ import annotations

import random

import pytest

from aa_tools.cards.analysis.deck_check import UnexplainedSpaces, possible_fills, unexplained_spaces, used_before
from aa_tools.cards.database import CardDatabase, load_cards
from aa_tools.rules.canvas import UNKNOWN, Canvas
from aa_tools.rules.completions import enumerate_fills
from tests.conftest import ROOT


def canvas_of(cards: list[str]) -> Canvas:
    """A canvas of 16 cards such as RY/BR, from the north west."""
    rows = [cards[start : start + 4] for start in range(0, 16, 4)]
    return Canvas.parse(
        "/".join("".join(card[part] for card in row) for row in rows for part in (slice(2), slice(3, 5))), "RYB"
    )


def dealt(cards: CardDatabase, seed: int) -> Canvas:
    """A canvas of 16 cards dealt from the deck."""
    return canvas_of(random.Random(seed).sample([card.quadrants for card in cards.file.decks.canvas.cards], 16))


@pytest.mark.parametrize("seed", range(20))
def test_a_painting_dealt_from_the_deck_is_explained(cards: CardDatabase, seed: int) -> None:
    deck = [card.quadrants for card in cards.file.decks.canvas.cards]
    dealt = random.Random(seed).sample(deck, 16)
    strange = unexplained_spaces(canvas_of(dealt), cards)
    assert (strange.unknown, strange.repeated) == ((), ())
    dealt[6] = dealt[1]
    dealt[9] = "RR/RB"
    strange = unexplained_spaces(canvas_of(dealt), cards)
    assert (strange.unknown, strange.repeated) == (((2, 1),), ((0, 1), (1, 2)))


def test_empty_and_unread_spaces_are_left_out(cards: CardDatabase) -> None:
    strange = unexplained_spaces(canvas_of(["../.."] * 8 + ["R?/RR"] * 8), cards)
    assert (strange.unknown, strange.repeated) == ((), ())


def test_half_turns_explain_more_cards_and_find_more_repeats(cards: CardDatabase) -> None:
    turning = load_cards(str(ROOT / "cards.yaml"), {"half_turns": "true"})
    canvas = canvas_of(["RY/BB", "BB/YR", "BB/YR"] + ["../.."] * 13)
    assert unexplained_spaces(canvas, cards).repeated == ((0, 1), (0, 2))
    assert unexplained_spaces(canvas, turning).repeated == ((0, 0), (0, 1), (0, 2))
    assert unexplained_spaces(canvas_of(["RY/BB", "BB/YR"] + ["../.."] * 14), turning).repeated == ()


def test_cards_that_lay_in_an_earlier_round(cards: CardDatabase) -> None:
    deck = [card.quadrants for card in cards.file.decks.canvas.cards]
    first, second = canvas_of(deck[:16]), canvas_of(deck[14:30])
    assert used_before([first], cards) == 0
    assert used_before([first, second], cards) == 2
    assert used_before([first, canvas_of(deck[16:32])], cards) == 0
    assert used_before([first, first], cards) == 16


@pytest.mark.parametrize("seed", range(20))
def test_an_unread_quadrant_is_one_that_makes_a_card_which_is_left(cards: CardDatabase, seed: int) -> None:
    canvas = dealt(cards, seed)
    chance = random.Random(seed)
    spots = chance.sample([(row, column) for row in range(8) for column in range(8)], 3)
    unread = canvas.with_quadrants(dict.fromkeys(spots, UNKNOWN))
    every = enumerate_fills(unread, dict.fromkeys(unread.unknown(), (0, 1, 2)))
    for places, ways in possible_fills(unread, every, cards).items():
        assert tuple(int(canvas.quadrants[spot]) for spot in places) in ways
        explained = [
            codes
            for codes in every[places]
            if unexplained_spaces(unread.with_quadrants(dict(zip(places, codes, strict=True))), cards)
            == UnexplainedSpaces((), ())
        ]
        assert list(ways) == explained


def test_where_no_card_fits_every_way_stays(cards: CardDatabase) -> None:
    canvas = dealt(cards, 1)
    codes = {(0, 0): UNKNOWN, (0, 1): 0, (1, 0): 0, (1, 1): 0}  # no card has three quadrants of one colour
    unread = canvas.with_quadrants(codes)
    every = enumerate_fills(unread, {(0, 0): (2, 0, 1)})
    assert possible_fills(unread, every, cards) == {((0, 0),): [(2,), (0,), (1,)]}


def test_another_deck_is_not_asked(cards: CardDatabase) -> None:
    rows = ["RRYY" * 2, "RYYR" * 2, "BBRR" * 2, "BYRB" * 2] * 2
    unread = Canvas.parse("/".join(rows), cards.letters).with_quadrants({(3, 3): UNKNOWN})
    every = enumerate_fills(unread, {(3, 3): (0, 1, 2)})
    assert possible_fills(unread, every, cards) == every
