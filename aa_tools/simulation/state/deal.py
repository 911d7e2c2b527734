"""Shuffling and dealing: what chance decides before the bots do."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aa_tools.rules.ruleset import COLOURS, Kind, Round
from aa_tools.simulation.state.random_streams import Purpose, below, draw, shuffled, streams
from aa_tools.simulation.state.setup import Setup

Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Deal:
    """The cards of n games, as they will come.

    Attributes:
        canvas: the canvas deck of each shuffle, shape (n, shuffles, cards); one shuffle where the deck is used once.
        public: for each round the indices of its public cards in the order in which they are resolved, (n, cards).
        inspirations: the inspiration deck, shape (n, cards).
        starter: who holds the first player card at the start, shape (n,).
    """

    canvas: Numbers
    public: tuple[Numbers, ...]
    inspirations: Numbers
    starter: Numbers


def deal(setup: Setup, seed: int, shuffles: Numbers) -> Deal:
    """Deals the cards for each shuffle number."""
    canvas, _, inspirations = setup.words
    keys = streams(seed, shuffles, Purpose.CANVAS)
    times = setup.rounds if setup.reshuffled else 1
    decks = [shuffled(draw(keys, time), canvas) for time in range(times)]
    first = below(draw(streams(seed, shuffles, Purpose.FIRST_PLAYER), 0), setup.players)
    return Deal(
        np.stack(decks, axis=1),
        _public(setup, seed, shuffles),
        shuffled(streams(seed, shuffles, Purpose.INSPIRATION), inspirations),
        first,
    )


def _deck(setup: Setup, seed: int, shuffles: Numbers, kind: Kind) -> Numbers:
    """Returns the shuffled deck of a kind as indices of public cards, shape (n, cards)."""
    cards = np.array(setup.of_kind(kind), np.int64)
    purpose = Purpose.ASSIGNMENT if kind == Kind.ASSIGNMENT else Purpose.PROFESSOR
    return cards[shuffled(streams(seed, shuffles, purpose), setup.words[1][cards])]


def _public(setup: Setup, seed: int, shuffles: Numbers) -> tuple[Numbers, ...]:
    """Draws the public cards of each round: one of each colour, of any colour, then professors."""
    assignments = _Draws(_deck(setup, seed, shuffles, Kind.ASSIGNMENT))
    professors = _Draws(_deck(setup, seed, shuffles, Kind.PROFESSOR))
    colours = np.array([setup.colour_of(index) for index in range(len(setup.public))])
    rounds: list[Numbers] = []
    for each in setup.rules.rounds:
        drawn = _assignments(each, assignments, colours) + [professors.first() for _ in range(each.professors)]
        rounds.append(np.stack(drawn, axis=1) if drawn else np.zeros((len(shuffles), 0), np.int64))
    return tuple(rounds)


def _assignments(each: Round, deck: _Draws, colours: Numbers) -> list[Numbers]:
    drawn = []
    for _ in range(each.assignments_of_each_colour):
        drawn += [deck.first(colours[deck.cards] == colour) for colour in range(COLOURS)]
    return drawn + [deck.first() for _ in range(each.assignments)]


class _Draws:
    """Decks from which cards are drawn that do not come back."""

    def __init__(self, cards: Numbers) -> None:
        self.cards = cards
        self._left = np.ones(cards.shape, np.bool_)

    def first(self, wanted: NDArray[np.bool_] | None = None) -> Numbers:
        """Draws the topmost card of each deck, or the topmost of those wanted."""
        left = self._left if wanted is None else self._left & wanted
        place = left.argmax(axis=1)[:, np.newaxis]
        np.put_along_axis(self._left, place, False, axis=1)
        return np.take_along_axis(self.cards, place, axis=1)[:, 0]
