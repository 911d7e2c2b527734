"""Many games in the middle of a round, all at the same turn."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from aa_tools.rules.areas import Masks
from aa_tools.rules.ruleset import HAND_SIZE
from aa_tools.simulation.state.deal import IntArray
from aa_tools.simulation.state.setup import CODES_PER_CARD, GameSetup

MISSING = -1
"""Marks a missing card or player in an index array."""


@dataclass(eq=False)
class Position:
    """The state of n games in a round; `lay` modifies it.

    The board has room for every possible position of the frame: 2 * side - 1 spaces along each side, with the first
    card in the middle.

    Attributes:
        setup: the rules and decks.
        turn: number of cards on each canvas.
        drawn: number of cards taken from each deck.
        holder: the player who holds the first player card, shape (n,).
        state: the state of `placement.PlacementRules` for each canvas, shape (n,).
        corner: the board space at space 0 of the window, may be negative; shape (n,).
        board: the card code on each space, shape (n, spaces); the last code for an empty space.
        hands: canvas cards, shape (n, players, HAND_SIZE); short hands are padded with MISSING at the end.
        deck: the canvas deck, shape (n, cards).
        public: the public cards of the round, shape (n, cards).
        inspirations: inspirations not yet scored, in the order drawn, shape (n, players, most), padded with MISSING.
    """

    setup: GameSetup
    turn: int
    drawn: int
    holder: IntArray
    state: IntArray
    corner: IntArray
    board: IntArray
    hands: IntArray
    deck: IntArray
    public: IntArray
    inspirations: IntArray

    @property
    def pitch(self) -> int:
        """Number of spaces along one side of the board."""
        return board_pitch(self.setup)

    @property
    def player(self) -> IntArray:
        """The player to move, shape (n,); play goes clockwise from the holder of the first player card."""
        return (self.holder + self.turn) % self.setup.players

    def take(self, games: IntArray) -> Position:
        """Returns a copy of the games with these indices; an index may be repeated."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        arrays: dict[str, Any] = {name: a[games] for name, a in values.items() if isinstance(a, np.ndarray)}
        return replace(self, **arrays)

    def board_spaces(self, games: IntArray, spaces: IntArray) -> IntArray:
        """Converts spaces of the window to spaces of the board."""
        row, column = np.divmod(spaces, self.setup.frame.pitch)
        return np.asarray(self.corner[games] + row * self.pitch + column)

    def lay(self, player: IntArray, slot: IntArray, turned: IntArray, spaces: IntArray) -> None:
        """Lays a card in each game, then draws a card while the deck lasts."""
        games, pitch = np.arange(len(self.holder)), self.setup.frame.pitch
        self.board[games, self.board_spaces(games, spaces)] = CODES_PER_CARD * self.hands[games, player, slot] + turned
        self.state = self.setup.placement.place(self.state, spaces)
        self.corner = self.corner - self.pitch * (spaces < pitch) - (spaces % pitch == 0)
        self.turn += 1
        if self.drawn < self.deck.shape[1]:
            self.hands[games, player, slot] = self.deck[:, self.drawn]
            self.drawn += 1
        else:
            self._remove_from_hand(player, slot)

    def _remove_from_hand(self, player: IntArray, slot: IntArray) -> None:
        """Removes a card from each hand; later cards move up."""
        games = np.arange(len(self.holder))
        hand = self.hands[games, player]
        later = np.concatenate([hand[:, 1:], np.full((len(hand), 1), MISSING)], axis=1)
        self.hands[games, player] = np.where(np.arange(HAND_SIZE) < slot[:, np.newaxis], hand, later)

    def canvas_codes(self) -> IntArray:
        """Returns the card codes of each full canvas from the north west, shape (n, side * side)."""
        side = self.setup.side
        row, column = np.divmod(np.arange(side * side), side)
        inner = (row + 1) * self.pitch + column + 1
        return np.take_along_axis(self.board, self.corner[:, np.newaxis] + inner, axis=1)


def board_pitch(setup: GameSetup) -> int:
    """Returns the number of spaces along one side of the board."""
    return 2 * setup.side - 1


def masks_of_codes(setup: GameSetup, codes: IntArray) -> Masks:
    """Returns the zone masks, shape (n, zones, colours), of canvases given as card codes of shape (n, spaces)."""
    masks = np.zeros((len(codes), *setup.masks.shape[2:]), np.uint64)
    for space, table in enumerate(setup.masks):
        masks |= table[codes[:, space]]
    return masks


def hand_sizes(hands: IntArray) -> IntArray:
    """Returns the number of cards in each hand."""
    return np.asarray((hands != MISSING).sum(axis=-1))


def empty_board(setup: GameSetup, games: int) -> tuple[IntArray, IntArray, IntArray]:
    """Returns the state, corner and board of empty canvases."""
    spaces = board_pitch(setup) ** 2
    # The first card goes to space (1, 1) of the window, in the middle of the board.
    corner = (setup.side - 2) * (board_pitch(setup) + 1)
    board = np.full((games, spaces), len(setup.code_quadrants) - 1, np.int64)
    return np.zeros(games, np.int64), np.full(games, corner, np.int64), board
