"""The rules for placing canvas cards: the open spaces of a growing canvas, for any number of canvases at once.

At a real table the players apply these rules, so only the simulator calls them; they are here because every rule of the
game is in this package.

An occupancy is a uint64 mask of spaces in a window with one more space on each side than the largest canvas: bit
`row * pitch + column`, pitch = side + 2. The cards are shifted to row 1 and column 1 of the window, so row 0 and column
0 are the spaces that extend the canvas to the north and west. Only the relative position of cards matters.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from aa_tools.errors import RulesError
from aa_tools.rules.ruleset import Side

Masks = NDArray[np.uint64]
Numbers = NDArray[np.int64]

MAX_SIDE = 6
"""Cards on a side of the largest canvas whose window fits in 64 bits."""

MAX_TABULATED_SIDE = 4
"""Cards on a side of the largest canvas whose occupancies can be tabulated: 9,473 for 4, too many for 5."""

_NONE = np.uint64(0)


@dataclass(frozen=True)
class PlacementWindow:
    """The window in which a canvas of `side` x `side` cards grows.

    Raises:
        RulesError: the canvas is too large.
    """

    side: int

    def __post_init__(self) -> None:
        if not 0 < self.side <= MAX_SIDE:
            raise RulesError(
                f"a grid of {self.side} x {self.side} cards cannot be simulated",
                hint=f"a side has 1 to {MAX_SIDE} cards",
            )

    @property
    def pitch(self) -> int:
        """Number of spaces on a side of the window."""
        return self.side + 2

    @property
    def first(self) -> int:
        """The space of the first card: row 1, column 1."""
        return self.pitch + 1

    def row(self, row: int) -> np.uint64:
        """Returns the mask of a row of the window."""
        return np.uint64(((1 << self.pitch) - 1) << row * self.pitch)

    def column(self, column: int) -> np.uint64:
        """Returns the mask of a column of the window."""
        return np.uint64(sum(1 << row * self.pitch + column for row in range(self.pitch)))

    def legal(self, occupied: Masks) -> Masks:
        """Returns the mask of the open spaces; on an empty canvas the first card goes to `first`."""
        one, pitch = np.uint64(1), np.uint64(self.pitch)
        # Row 0 and column 0 are never occupied, so a shift wraps around only to the far margin, which is masked below.
        beside = (occupied << one) | (occupied >> one) | (occupied << pitch) | (occupied >> pitch)
        beside &= ~occupied
        tall, wide = occupied & self.row(self.side) != _NONE, occupied & self.column(self.side) != _NONE
        beside &= np.where(tall, ~(self.row(0) | self.row(self.side + 1)), ~_NONE)
        beside &= np.where(wide, ~(self.column(0) | self.column(self.side + 1)), ~_NONE)
        return np.where(occupied == _NONE, np.uint64(1 << self.first), beside)

    def place(self, occupied: Masks, spaces: Numbers) -> Masks:
        """Returns the occupancies after a card is placed on each canvas.

        A card on row 0 moves the canvas one row down in the window, and a card on column 0 one column to the right.
        """
        after = occupied | (np.uint64(1) << spaces.astype(np.uint64))
        after = np.where(spaces < self.pitch, after << np.uint64(self.pitch), after)
        return np.where(spaces % self.pitch == 0, after << np.uint64(1), after)

    def size(self, occupied: Masks) -> tuple[Numbers, Numbers]:
        """Returns the number of rows and columns of each canvas."""
        rows = sum((occupied & self.row(row) != _NONE).astype(np.int64) for row in range(1, self.side + 1))
        columns = sum((occupied & self.column(row) != _NONE).astype(np.int64) for row in range(1, self.side + 1))
        return np.asarray(rows), np.asarray(columns)

    def home_row(self, side: Side) -> np.uint64:
        """Returns the mask of the row or column of spaces at a side of a full-sized canvas."""
        return {
            Side.SOUTH: self.row(self.side),
            Side.NORTH: self.row(1),
            Side.WEST: self.column(1),
            Side.EAST: self.column(self.side),
        }[side]

    def without_home_rows(self, legal: Masks, occupied: Masks, seats: tuple[Side, ...], player: Numbers) -> Masks:
        """Returns the legal spaces under the rule `home_rows`.

        Once the canvas cannot grow towards a rival, the spaces at the rival's side are closed, unless they are at the
        player's side as well (corners) or no other space is open.
        """
        tall, wide = occupied & self.row(self.side) != _NONE, occupied & self.column(self.side) != _NONE
        shut, own = np.zeros_like(legal), np.zeros_like(legal)
        for seat, side in enumerate(seats):
            closed = tall if side in (Side.SOUTH, Side.NORTH) else wide
            row = np.where(closed, self.home_row(side), _NONE)
            shut |= np.where(player == seat, _NONE, row)
            own |= np.where(player == seat, row, _NONE)
        left = legal & ~(shut & ~own)
        return np.where(left == _NONE, legal, left)


def mask_spaces(masks: Masks, window: PlacementWindow) -> tuple[Numbers, Numbers]:
    """Returns (mask indices, spaces) of all spaces in the masks, sorted by mask and then from the north west."""
    bits = np.arange(window.pitch**2, dtype=np.uint64)
    index, space = ((masks[:, np.newaxis] >> bits) & np.uint64(1)).nonzero()
    return index, space


def nth_space(masks: Masks, wanted: Numbers, window: PlacementWindow) -> Numbers:
    """Returns the space with index `wanted` in each mask, counted from the north west."""
    bits = np.arange(window.pitch**2, dtype=np.uint64)
    held = ((masks[:, np.newaxis] >> bits) & np.uint64(1)).astype(np.int8)
    return np.asarray((held.cumsum(axis=1, dtype=np.int8) > wanted[:, np.newaxis]).argmax(axis=1))


class PlacementRules(Protocol):
    """The open spaces of many canvases at once; `state` represents the occupancy of each, 0 for an empty canvas."""

    def legal(self, state: Numbers, player: Numbers) -> Masks:
        """Returns the mask of the open spaces of each canvas for its current player."""

    def count(self, state: Numbers, player: Numbers) -> Numbers:
        """Returns the number of open spaces."""

    def nth_space(self, state: Numbers, player: Numbers, wanted: Numbers) -> Numbers:
        """Returns the open space with index `wanted`, counted from the north west."""

    def place(self, state: Numbers, spaces: Numbers) -> Numbers:
        """Returns the state after a card is placed on each canvas."""

    def size(self, state: Numbers) -> tuple[Numbers, Numbers]:
        """Returns the number of rows and columns of each canvas."""


def placement_rules(window: PlacementWindow, seats: tuple[Side, ...], home_rows: bool) -> PlacementRules:
    """Returns the placement rules: tabulated if the table is small and the same for all players, else by bit shifts."""
    if window.side <= MAX_TABULATED_SIDE and not home_rows:
        return TabulatedPlacement.reachable(window)
    return ShiftedPlacement(window, seats if home_rows else ())


@dataclass(frozen=True)
class ShiftedPlacement:
    """Finds open spaces by bit shifts; the state is the occupancy. `home`: the seats, under the rule `home_rows`."""

    window: PlacementWindow
    home: tuple[Side, ...] = ()

    def legal(self, state: Numbers, player: Numbers) -> Masks:  # noqa: D102
        occupied = state.astype(np.uint64)
        legal = self.window.legal(occupied)
        return self.window.without_home_rows(legal, occupied, self.home, player) if self.home else legal

    def count(self, state: Numbers, player: Numbers) -> Numbers:  # noqa: D102
        return np.bitwise_count(self.legal(state, player)).astype(np.int64)

    def nth_space(self, state: Numbers, player: Numbers, wanted: Numbers) -> Numbers:  # noqa: D102
        return nth_space(self.legal(state, player), wanted, self.window)

    def place(self, state: Numbers, spaces: Numbers) -> Numbers:  # noqa: D102
        return self.window.place(state.astype(np.uint64), spaces).astype(np.int64)

    def size(self, state: Numbers) -> tuple[Numbers, Numbers]:  # noqa: D102
        return self.window.size(state.astype(np.uint64))


@dataclass(frozen=True, eq=False)
class TabulatedPlacement:
    """All reachable occupancies of a small canvas; the state is the index of an occupancy.

    Attributes:
        open: the mask of the open spaces, shape (occupancies,).
        counts: the number of open spaces, shape (occupancies,).
        spaces: the open spaces from the north west, shape (occupancies, most open spaces), padded with 0.
        after: the state after a card on each space, shape (occupancies, spaces).
        rows: the number of rows, shape (occupancies,).
        columns: the number of columns, shape (occupancies,).
    """

    open: Masks
    counts: Numbers
    spaces: NDArray[np.int8]
    after: NDArray[np.int32]
    rows: Numbers
    columns: Numbers

    @staticmethod
    @functools.cache
    def reachable(window: PlacementWindow) -> TabulatedPlacement:
        """Tabulates all reachable occupancies."""
        occupied = np.unique(np.concatenate(list(_layers(window))))
        legal = window.legal(occupied)
        shape, space = mask_spaces(legal, window)
        counts = np.bincount(shape, minlength=len(occupied))
        which = np.arange(len(shape)) - (counts.cumsum() - counts)[shape]
        spaces = np.zeros((len(occupied), counts.max()), np.int8)
        spaces[shape, which] = space
        after = np.zeros((len(occupied), window.pitch**2), np.int32)
        after[shape, space] = np.searchsorted(occupied, window.place(occupied[shape], space))
        return TabulatedPlacement(legal, counts, spaces, after, *window.size(occupied))

    def legal(self, state: Numbers, player: Numbers) -> Masks:  # noqa: D102
        return self.open[state]

    def count(self, state: Numbers, player: Numbers) -> Numbers:  # noqa: D102
        return self.counts[state]

    def nth_space(self, state: Numbers, player: Numbers, wanted: Numbers) -> Numbers:  # noqa: D102
        return self.spaces[state, wanted].astype(np.int64)

    def place(self, state: Numbers, spaces: Numbers) -> Numbers:  # noqa: D102
        return self.after[state, spaces].astype(np.int64)

    def size(self, state: Numbers) -> tuple[Numbers, Numbers]:  # noqa: D102
        return self.rows[state], self.columns[state]


def _layers(window: PlacementWindow) -> Iterator[Masks]:
    """Yields the reachable occupancies with 0, 1, 2, … cards."""
    layer = np.zeros(1, np.uint64)
    while len(layer):
        yield layer
        index, space = mask_spaces(window.legal(layer), window)
        layer = np.unique(window.place(layer[index], space))
