"""The interface of the bots, and those that choose without simulating further moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from aa_tools.rules.ruleset import HAND_SIZE, Kind
from aa_tools.simulation.bots.expectations import LOWEST_VALUE
from aa_tools.simulation.bots.move_values import ValuedMoves, value_moves
from aa_tools.simulation.state.deal import IntArray
from aa_tools.simulation.state.position import Position, hand_sizes
from aa_tools.simulation.state.random_streams import Words, random_below


@dataclass(frozen=True, eq=False)
class Choice:
    """One move in each of n games; all arrays have shape (n,).

    Attributes:
        slot: index of the card in the hand.
        turned: 1 if the card is laid upside down, else 0.
        space: the space, in the window of `placement`.
        gap: how much better the bot values this move than the second best, in thousandths of a point; NO_GAP if the
            bot does not value moves or has only one.
    """

    slot: IntArray
    turned: IntArray
    space: IntArray
    gap: IntArray


NO_GAP = -1


class Bot(Protocol):
    """A way to choose moves, based on the bot's own hand and inspirations and the cards on the table."""

    @property
    def name(self) -> str:
        """The name in options and reports."""

    def choose(self, position: Position, words: Words) -> Choice:
        """Chooses a move in each game.

        Args:
            position: games in which this bot is to move.
            words: a random word for each game, the only source of randomness for the choice.
        """


@dataclass(frozen=True)
class RandomBot:
    """Chooses any legal move, all equally likely."""

    name: str = "random"

    def choose(self, position: Position, words: Words) -> Choice:
        """Chooses at random among all combinations of space, card and orientation."""
        setup, player = position.setup, position.player
        deck_lasts = position.drawn < position.deck.shape[1]
        cards = HAND_SIZE if deck_lasts else hand_sizes(position.hands[np.arange(len(player)), player])
        move = random_below(words, setup.placement.count(position.state, player) * cards * setup.orientations)
        space_number, option = np.divmod(move, cards * setup.orientations)
        slot, turned = np.divmod(option, setup.orientations)
        space = setup.placement.nth_space(position.state, player, space_number)
        return Choice(slot, turned, space, np.full(len(player), NO_GAP))


@dataclass(frozen=True)
class ValueBot:
    """Chooses the move with the highest expected gain, see `move_values`; ties are broken at random.

    Attributes:
        name: the name in options and reports.
        rivals: whether the rivals' expected gain is subtracted.
        kinds: the kinds of card that the bot values.
    """

    name: str
    rivals: bool = False
    kinds: frozenset[Kind] = frozenset(Kind)

    def choose(self, position: Position, words: Words) -> Choice:
        """Values every move and chooses the best."""
        moves = value_moves(position, self.kinds, self.rivals)
        return best_moves(moves, moves.value, words, position.setup.orientations)


def best_moves(moves: ValuedMoves, value: IntArray, words: Words, orientations: int) -> Choice:
    """Returns the move of each game with the highest value; a random word breaks ties."""
    starts = np.flatnonzero(np.diff(moves.game, prepend=-1))
    highest = np.maximum.reduceat(value, starts)
    is_best = value == highest[moves.game]
    ties = np.add.reduceat(is_best, starts)
    second = np.maximum.reduceat(np.where(is_best, LOWEST_VALUE, value), starts)
    gap = np.where(ties > 1, 0, np.where(second == LOWEST_VALUE, NO_GAP, highest - second))
    before = np.cumsum(is_best) - is_best
    chosen = np.flatnonzero(is_best)[before[starts] + random_below(words, ties)]
    slot, turned = np.divmod(moves.option[chosen], orientations)
    return Choice(slot, turned, moves.space[chosen], gap)
