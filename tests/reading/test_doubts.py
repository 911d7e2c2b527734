"""Doubts that come from the deck."""

from __future__ import annotations

import pytest

from aa_tools.cards.database import CardDatabase, load_cards
from aa_tools.reading.doubts import Doubt, Reason, deck_doubts
from aa_tools.rules.canvas import Canvas

CARDS = load_cards("cards.yaml")


def doubts(text: str, cards: CardDatabase = CARDS) -> list[Doubt]:
    return deck_doubts(Canvas.parse(text, cards.letters).quadrants, cards)


def cells(found: list[Doubt], reason: Reason) -> set[tuple[int, int]]:
    return {(doubt.row, doubt.column) for doubt in found if doubt.reason is reason}


def test_cards_of_the_deck_are_not_in_doubt() -> None:
    assert doubts("RRYB/YYBY/BYRB/RBYR") == []


def test_a_card_that_is_not_in_the_deck_is_in_doubt() -> None:
    found = doubts("YYRB/YYBR/RRYB/BBBY")
    assert cells(found, Reason.NOT_IN_DECK) == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert found[0].candidates == (1, 0, 2)


def test_both_copies_of_a_single_card_are_in_doubt() -> None:
    found = doubts("RRYB/BBBY/YRRR/RYBB")
    assert cells(found, Reason.DUPLICATE_CARD) == {(0, 0), (0, 1), (1, 0), (1, 1), (2, 2), (2, 3), (3, 2), (3, 3)}


@pytest.mark.parametrize(("half_turns", "count"), [("false", 8), ("true", 0)])
def test_half_turns_make_two_cards_of_the_deck_the_same(half_turns: str, count: int) -> None:
    # The deck has one RY/RB, and one BR/YR, which is the same card upside down.
    cards = load_cards("cards.yaml", {"half_turns": half_turns})
    assert len(cells(doubts("RYRY/RBRB/..../....", cards), Reason.DUPLICATE_CARD)) == count


def test_empty_and_unknown_quadrants_are_not_in_doubt() -> None:
    assert doubts("??YB/??BY/..RR/..?R") == []
