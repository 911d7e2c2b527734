"""What the deck has to say about a reading."""

from __future__ import annotations

import numpy as np
import pytest

from aa_tools.cards.database import load_cards
from aa_tools.reading.doubts import Doubt, deck_doubts, deck_of
from aa_tools.reading.reasons import Reason
from aa_tools.rules.canvas import Canvas

CARDS = load_cards("cards.yaml")
DECK = deck_of(CARDS)


def doubts(text: str, half_turns: bool = False) -> list[Doubt]:
    return deck_doubts(Canvas.parse(text, CARDS.letters).quadrants, DECK, half_turns)


def places(found: list[Doubt], reason: Reason) -> set[tuple[int, int]]:
    return {(doubt.row, doubt.column) for doubt in found if doubt.reason is reason}


def test_the_deck_holds_every_card_of_the_card_file() -> None:
    assert sum(DECK.values()) == 54
    assert DECK[0, 0, 1, 1] == 1
    assert (1, 1, 1, 1) not in DECK


def test_cards_of_the_deck_raise_no_doubt() -> None:
    assert doubts("RRYB/YYBY/BYRB/RBYR") == []


def test_a_card_that_the_deck_does_not_hold_is_in_doubt() -> None:
    found = doubts("YYRB/YYBR/RRYB/BBBY")
    assert places(found, Reason.NOT_IN_DECK) == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert found[0].candidates == (1, 0, 2)


def test_a_card_that_lies_twice_is_in_doubt_both_times() -> None:
    found = doubts("RRYB/BBBY/YRRR/RYBB")
    assert places(found, Reason.DUPLICATE_CARD) == {(0, 0), (0, 1), (1, 0), (1, 1), (2, 2), (2, 3), (3, 2), (3, 3)}


@pytest.mark.parametrize(("half_turns", "count"), [(False, 0), (True, 8)])
def test_a_card_upside_down_is_the_same_card_only_where_half_turns_are_allowed(half_turns: bool, count: int) -> None:
    # RY/RB turned by half is BR/YR; with half turns both cards are one, of which the deck holds two.
    deck = {(0, 1, 0, 2): 1}
    values = Canvas.parse("RYBR/RBYR/..../....", CARDS.letters).quadrants
    found = deck_doubts(values, deck, half_turns)
    assert len(places(found, Reason.DUPLICATE_CARD)) == count
    assert len(places(found, Reason.NOT_IN_DECK)) == (4 if not half_turns else 0)


def test_empty_and_unknown_quadrants_are_left_alone() -> None:
    values = Canvas.parse("??YB/??BY/..RR/..?R", CARDS.letters).quadrants
    assert deck_doubts(np.asarray(values), DECK, False) == []
