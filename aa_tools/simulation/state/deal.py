"""Shuffling and dealing: everything that is decided by chance before the bots choose."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aa_tools.rules.ruleset import COLOURS, Kind
from aa_tools.simulation.state.random_streams import Purpose, random_below, random_words, shuffle, stream_keys
from aa_tools.simulation.state.setup import GameSetup

IntArray = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class DealtCards:
    """The cards of n games, in the order in which they are dealt.

    Attributes:
        canvas: the canvas deck for each shuffle of a game, shape (n, shuffles, cards); one shuffle for two players.
        public: for each round, the indices of its public cards in the order of scoring, shape (n, cards).
        inspirations: the inspiration deck, shape (n, cards).
        first_player: the player who holds the first player card at the start, shape (n,).
    """

    canvas: IntArray
    public: tuple[IntArray, ...]
    inspirations: IntArray
    first_player: IntArray


def deal_cards(setup: GameSetup, seed: int, shuffles: IntArray) -> DealtCards:
    """Deals the cards for each shuffle number."""
    canvas, _, inspirations = setup.words
    keys = stream_keys(seed, shuffles, Purpose.CANVAS)
    decks = [shuffle(random_words(keys, number), canvas) for number in range(setup.rounds if setup.reshuffles else 1)]
    first_player_keys = stream_keys(seed, shuffles, Purpose.FIRST_PLAYER)
    return DealtCards(
        np.stack(decks, axis=1),
        _public_cards(setup, seed, shuffles),
        shuffle(stream_keys(seed, shuffles, Purpose.INSPIRATION), inspirations),
        random_below(random_words(first_player_keys, 0), setup.players),
    )


def _public_cards(setup: GameSetup, seed: int, shuffles: IntArray) -> tuple[IntArray, ...]:
    """Draws the public cards of each round: one of each colour, then of any colour, then professors."""
    assignments, professors = (
        _DrawPile(setup, kind, stream_keys(seed, shuffles, purpose))
        for kind, purpose in ((Kind.ASSIGNMENT, Purpose.ASSIGNMENT), (Kind.PROFESSOR, Purpose.PROFESSOR))
    )
    rounds: list[IntArray] = []
    for spec in setup.rules.rounds:
        cards = [assignments.draw(colour) for _ in range(spec.assignments_of_each_colour) for colour in range(COLOURS)]
        cards += [assignments.draw() for _ in range(spec.assignments)]
        cards += [professors.draw() for _ in range(spec.professors)]
        rounds.append(np.stack(cards, axis=1) if cards else np.zeros((len(shuffles), 0), np.int64))
    return tuple(rounds)


class _DrawPile:
    """Shuffled decks of public cards of one kind, from which cards are drawn without replacement."""

    def __init__(self, setup: GameSetup, kind: Kind, keys: NDArray[np.uint64]) -> None:
        cards = np.array(setup.cards_of_kind(kind), np.int64)
        self._cards = cards[shuffle(keys, setup.words[1][cards])]
        self._colours = np.array([setup.colour_of(index) for index in range(len(setup.public))])
        self._is_left = np.ones(self._cards.shape, np.bool_)

    def draw(self, colour: int | None = None) -> IntArray:
        """Draws the top card of each deck, or the top card of a colour."""
        candidates = self._is_left if colour is None else self._is_left & (self._colours[self._cards] == colour)
        position = candidates.argmax(axis=1)[:, np.newaxis]
        np.put_along_axis(self._is_left, position, False, axis=1)
        return np.take_along_axis(self._cards, position, axis=1)[:, 0]
