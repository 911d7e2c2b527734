"""The players of the simulator behind one small interface."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from aa_tools.rules.ruleset import HAND, Kind
from aa_tools.simulation.bots.values import NEVER, Moves, valued_moves
from aa_tools.simulation.state.deal import Numbers
from aa_tools.simulation.state.position import Position, hand_sizes
from aa_tools.simulation.state.random_streams import Words, below


@dataclass(frozen=True, eq=False)
class Choice:
    """One move in each of n games; all arrays have shape (n,).

    Attributes:
        slot: which card of the hand.
        turned: 1 where it is laid upside down.
        space: where in the window of `placement`.
        gap: by how many thousandths of a point the move seemed better than the second best; NO_GAP where the bot
            does not value moves or there is one move only.
    """

    slot: Numbers
    turned: Numbers
    space: Numbers
    gap: Numbers


NO_GAP = -1


class Bot(Protocol):
    """A way to choose moves. It sees its own hand and inspirations and what lies on the table."""

    @property
    def name(self) -> str:
        """What reports and options call it."""

    def choose(self, position: Position, words: Words) -> Choice:
        """Chooses a move in each game.

        Args:
            position: the games, in all of which this bot is to move.
            words: a random word for each game, all the chance that the bot may use.
        """


@dataclass(frozen=True)
class RandomBot:
    """Any legal move, each as likely."""

    name: str = "random"

    def choose(self, position: Position, words: Words) -> Choice:
        """Chooses among spaces and ways to lay a card there."""
        setup, player = position.setup, position.player
        full = position.drawn < position.deck.shape[1]
        cards = HAND if full else hand_sizes(position.hands[np.arange(len(player)), player])
        move = below(words, setup.growth.count(position.state, player) * cards * setup.ways)
        wanted, way = np.divmod(move, cards * setup.ways)
        slot, turned = (way, np.zeros_like(way)) if setup.ways == 1 else np.divmod(way, setup.ways)
        space = setup.growth.pick(position.state, player, wanted)
        return Choice(slot, turned, space, np.full(len(player), NO_GAP))


@dataclass(frozen=True)
class ValueBot:
    """The move with the best expected gain, see `values`; among equals, each as likely.

    Attributes:
        name: what reports call it.
        rivals: whether what the rivals expect is taken off.
        parts: the kinds of card that it cares for.
    """

    name: str
    rivals: bool = False
    parts: frozenset[Kind] = frozenset(Kind)

    def choose(self, position: Position, words: Words) -> Choice:
        """Values every move and takes the best."""
        moves = valued_moves(position, self.parts, self.rivals)
        return best_of(moves, moves.value, words, position.setup.ways)


def best_of(moves: Moves, value: Numbers, words: Words, ways: int) -> Choice:
    """Returns the move of each game with the best value; a random word decides between equals."""
    starts = np.flatnonzero(np.diff(moves.game, prepend=-1))
    best = value == np.maximum.reduceat(value, starts)[moves.game]
    equals = np.add.reduceat(best, starts)
    second = np.maximum.reduceat(np.where(best, NEVER, value), starts)
    gap = np.where(equals > 1, 0, np.maximum.reduceat(value, starts) - second)
    gap = np.where((equals == 1) & (second == NEVER), NO_GAP, gap)
    before = np.cumsum(best) - best
    wanted = before[starts] + below(words, equals)
    chosen = np.flatnonzero(best)[wanted]
    slot, turned = np.divmod(moves.way[chosen], ways)
    return Choice(slot, turned, moves.space[chosen], gap)
