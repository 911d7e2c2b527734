"""Many games in the middle of a round, all at the same turn."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from aa_tools.rules.areas import Masks
from aa_tools.rules.ruleset import HAND
from aa_tools.simulation.state.deal import Numbers
from aa_tools.simulation.state.setup import TURNED, Setup

NOBODY = -1
"""No card, no player, no number."""


@dataclass(eq=False)
class Position:
    """The state of n games in a round; `lay` changes it.

    The board has room for the frame wherever it may float: 2 * side - 1 spaces on a side, the first card in the middle.

    Attributes:
        setup: what is played with.
        laid: cards on each canvas.
        drawn: cards taken from each deck.
        holder: who holds the first player card, shape (n,).
        state: where the canvas may grow, see `placement.Growth`; shape (n,).
        corner: the number of the board's space that is space 0 of the window, may be below 0; shape (n,).
        board: the code of the card on each space, shape (n, spaces); the last code where there is none.
        hands: canvas cards, shape (n, players, HAND); NOBODY fills up short hands from the end.
        deck: the canvas deck, shape (n, cards).
        public: the public cards of the round, shape (n, cards).
        inspirations: those not yet scored, in the order drawn, shape (n, players, most); NOBODY for none.
    """

    setup: Setup
    laid: int
    drawn: int
    holder: Numbers
    state: Numbers
    corner: Numbers
    board: Numbers
    hands: Numbers
    deck: Numbers
    public: Numbers
    inspirations: Numbers

    @property
    def pitch(self) -> int:
        """Spaces on a side of the board."""
        return board_pitch(self.setup)

    @property
    def player(self) -> Numbers:
        """Who is to move, shape (n,): clockwise from the holder of the first player card."""
        return (self.holder + self.laid) % self.setup.players

    def take(self, chosen: Numbers) -> Position:
        """Returns a copy of the chosen games; a game may be chosen several times."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        arrays: dict[str, Any] = {name: a[chosen] for name, a in values.items() if isinstance(a, np.ndarray)}
        return replace(self, **arrays)

    def board_spaces(self, games: Numbers, spaces: Numbers) -> Numbers:
        """Returns the numbers on the board of spaces of the window."""
        row, column = np.divmod(spaces, self.setup.frame.pitch)
        return np.asarray(self.corner[games] + row * self.pitch + column)

    def lay(self, player: Numbers, slot: Numbers, turned: Numbers, spaces: Numbers) -> None:
        """Lays a card in each game, and draws the next while the deck lasts."""
        games, pitch = np.arange(len(self.holder)), self.setup.frame.pitch
        where = self.board_spaces(games, spaces)
        self.board[games, where] = TURNED * self.hands[games, player, slot] + turned
        self.state = self.setup.growth.lay(self.state, spaces)
        self.corner = self.corner - self.pitch * (spaces < pitch) - (spaces % pitch == 0)
        self.laid += 1
        if self.drawn < self.deck.shape[1]:
            self.hands[games, player, slot] = self.deck[:, self.drawn]
            self.drawn += 1
        else:
            self._close_up(player, slot)

    def _close_up(self, player: Numbers, slot: Numbers) -> None:
        """Takes a card out of each hand; later cards move up."""
        games = np.arange(len(self.holder))
        hand = self.hands[games, player]
        later = np.concatenate([hand[:, 1:], np.full((len(hand), 1), NOBODY)], axis=1)
        self.hands[games, player] = np.where(np.arange(HAND) < slot[:, np.newaxis], hand, later)

    def window_codes(self) -> Numbers:
        """Returns the codes on each full canvas from the north west, shape (n, side * side)."""
        side = self.setup.side
        row, column = np.divmod(np.arange(side * side), side)
        inner = (row + 1) * self.pitch + column + 1
        return np.take_along_axis(self.board, self.corner[:, np.newaxis] + inner, axis=1)

    def masks(self) -> Masks:
        """Returns the zones of each full canvas, shape (n, zones, colours)."""
        return zones_of(self.setup, self.window_codes())


def board_pitch(setup: Setup) -> int:
    """Returns the spaces on a side of the board."""
    return 2 * setup.side - 1


def zones_of(setup: Setup, codes: Numbers) -> Masks:
    """Returns the zones of canvases of shape (n, spaces), as `rules.canvas.zone_masks` would."""
    masks = np.zeros((len(codes), *setup.masks.shape[2:]), np.uint64)
    for space, table in enumerate(setup.masks):
        masks |= table[codes[:, space]]
    return masks


def hand_sizes(hands: Numbers) -> Numbers:
    """Returns how many cards each hand holds."""
    return np.asarray((hands != NOBODY).sum(axis=-1))


def empty_board(setup: Setup, games: int) -> tuple[Numbers, Numbers, Numbers]:
    """Returns the state, the corner and the board of canvases without a card."""
    spaces = board_pitch(setup) ** 2
    # The first card goes to space (1, 1) of the window, in the middle of the board.
    corner = (setup.side - 2) * (board_pitch(setup) + 1)
    board = np.full((games, spaces), len(setup.painted) - 1, np.int64)
    return np.zeros(games, np.int64), np.full(games, corner, np.int64), board
