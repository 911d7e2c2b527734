"""Chance: repeatable, even, and different for every game and purpose."""

from __future__ import annotations

import itertools

import numpy as np

from aa_tools.cards.database import CardDatabase
from aa_tools.simulation.state.deal import deal_cards
from aa_tools.simulation.state.random_streams import (
    Purpose,
    card_word,
    random_below,
    random_words,
    shuffle,
    stream_keys,
)
from aa_tools.simulation.state.setup import GameSetup


def test_draws_are_those_of_splitmix64() -> None:
    # The first numbers that the published C code gives for the seed 1234567.
    words = random_words(np.array([1234567], np.uint64), np.arange(5, dtype=np.uint64))
    assert words.tolist() == [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821
    ]  # fmt: skip


def test_every_seed_game_and_purpose_has_its_own_stream() -> None:
    games = np.arange(1000)
    keys = [stream_keys(seed, games, purpose) for seed, purpose in itertools.product((0, 1, 2**63), Purpose)]
    assert len(np.unique(np.concatenate(keys))) == 3 * len(Purpose) * 1000


def test_a_stream_does_not_depend_on_the_other_games() -> None:
    among = stream_keys(7, np.arange(100), Purpose.CHOICE)
    assert stream_keys(7, np.array([42]), Purpose.CHOICE)[0] == among[42]


def test_below_is_even() -> None:
    words = random_words(stream_keys(3, np.arange(60_000), Purpose.CHOICE), 0)
    counts = np.bincount(random_below(words, 6), minlength=6)
    # The sum of (seen - expected)^2 / expected exceeds 20.5 once in a thousand times with 5 degrees of freedom.
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 20.5
    assert random_below(np.array([0, 2**64 - 1], np.uint64), 6).tolist() == [0, 5]


def test_every_order_of_three_cards_comes_as_often() -> None:
    cards = np.array([card_word(name, 0) for name in "abc"], np.uint64)
    orders = shuffle(stream_keys(5, np.arange(60_000), Purpose.CANVAS), cards) @ np.array([9, 3, 1])
    counts = np.unique(orders, return_counts=True)[1]
    assert len(counts) == 6
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 20.5


def test_a_card_taken_out_moves_no_other() -> None:
    cards = np.array([card_word(f"C{number}", 0) for number in range(20)], np.uint64)
    keys = stream_keys(1, np.arange(50), Purpose.CANVAS)
    without = shuffle(keys, np.delete(cards, 7))
    names = np.delete(np.arange(20), 7)
    for with_all, fewer in zip(shuffle(keys, cards), without, strict=True):
        assert [card for card in with_all if card != 7] == names[fewer].tolist()


def test_no_two_games_are_dealt_the_same(cards: CardDatabase) -> None:
    """A seed that is used again for every game would deal the same."""
    setup = GameSetup.from_cards(cards, 2)
    dealt = deal_cards(setup, 1, np.arange(200))
    assert len(np.unique(dealt.canvas[:, 0], axis=0)) == 200
    assert len(np.unique(dealt.inspirations, axis=0)) == 200
    assert len(np.unique(np.concatenate(dealt.public, axis=1), axis=0)) > 190
    assert 60 < dealt.first_player.sum() < 140


def test_what_is_drawn_does_not_come_again(cards: CardDatabase) -> None:
    setup = GameSetup.from_cards(cards, 4)
    dealt = deal_cards(setup, 1, np.arange(300))
    for public in np.concatenate(dealt.public, axis=1).tolist():
        assert len(set(public)) == len(public) == 8
        assert [setup.colour_of(card) for card in public[:3]] == [0, 1, 2]
        assert [setup.public[card].kind for card in public] == ["assignment"] * 3 + ["professor"] * 2 + [
            "assignment"
        ] * 2 + ["professor"]
    assert dealt.canvas.shape == (300, 3, 54)
    assert (np.sort(dealt.canvas, axis=2) == np.arange(54)).all()
