"""The players of the simulator behind one small interface."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from aa_tools.playtest.chance import Words, below
from aa_tools.playtest.deal import Numbers
from aa_tools.playtest.position import Position, hand_sizes
from aa_tools.playtest.setup import HAND


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
        """Chooses among card, way and space."""
        setup, player = position.setup, position.player
        count = setup.growth.count(position.state, player)
        full = position.drawn < position.deck.shape[1]
        cards = HAND if full else hand_sizes(position.hands[np.arange(len(player)), player])
        move = below(words, count * cards * setup.ways)
        way, wanted = np.divmod(move, count)
        space = setup.growth.pick(position.state, player, wanted)
        slot, turned = (way, np.zeros_like(way)) if setup.ways == 1 else np.divmod(way, setup.ways)
        return Choice(slot, turned, space, np.full(len(player), NO_GAP))
