"""Where a card may go: spaces beside a card that lies, in a frame that floats until a side is full.

An occupancy is a uint64 mask of spaces in a window one space wider on each side than the canvas may be: bit
`row * pitch + column`, pitch = side + 2. The cards that lie are pushed to the window's row 1 and column 1, so row 0
and column 0 are the spaces that would make the canvas grow to the north and to the west. Only the relative position
of cards matters.
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

LARGEST_SIDE = 6
"""Cards on a side of the largest canvas whose window fits into 64 bits."""

LARGEST_TABLE = 4
"""Cards on a side of the largest canvas whose occupancies are few enough to list: 9,473 for 4, too many for 5."""

_NONE = np.uint64(0)


@dataclass(frozen=True)
class Frame:
    """The window in which a canvas of `side` x `side` cards grows.

    Raises:
        RulesError: the canvas is too large.
    """

    side: int

    def __post_init__(self) -> None:
        if not 0 < self.side <= LARGEST_SIDE:
            raise RulesError(
                f"a grid of {self.side} x {self.side} cards cannot be simulated",
                hint=f"a side has 1 to {LARGEST_SIDE} cards",
            )

    @property
    def pitch(self) -> int:
        """Spaces on a side of the window."""
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
        """Returns the spaces where a card may go; an empty canvas takes the first card at `first`."""
        one, pitch = np.uint64(1), np.uint64(self.pitch)
        # Row 0 and column 0 are never occupied, so nothing wraps around but into the far margin, which is cut below.
        beside = (occupied << one) | (occupied >> one) | (occupied << pitch) | (occupied >> pitch)
        beside &= ~occupied
        tall, wide = occupied & self.row(self.side) != _NONE, occupied & self.column(self.side) != _NONE
        beside &= np.where(tall, ~(self.row(0) | self.row(self.side + 1)), ~_NONE)
        beside &= np.where(wide, ~(self.column(0) | self.column(self.side + 1)), ~_NONE)
        return np.where(occupied == _NONE, np.uint64(1 << self.first), beside)

    def lay(self, occupied: Masks, spaces: Numbers) -> Masks:
        """Returns the occupancies after a card was laid on each canvas.

        A card on row 0 moves all that lies one row down in the window, one on column 0 moves it one column right.
        """
        laid = occupied | (np.uint64(1) << spaces.astype(np.uint64))
        laid = np.where(spaces < self.pitch, laid << np.uint64(self.pitch), laid)
        return np.where(spaces % self.pitch == 0, laid << np.uint64(1), laid)

    def size(self, occupied: Masks) -> tuple[Numbers, Numbers]:
        """Returns how many rows and columns of spaces each canvas covers."""
        rows = sum((occupied & self.row(row) != _NONE).astype(np.int64) for row in range(1, self.side + 1))
        columns = sum((occupied & self.column(row) != _NONE).astype(np.int64) for row in range(1, self.side + 1))
        return np.asarray(rows), np.asarray(columns)

    def home_row(self, side: Side) -> np.uint64:
        """Returns the mask of the row (or column) of spaces next to a side, once the canvas is closed there."""
        return {
            Side.SOUTH: self.row(self.side),
            Side.NORTH: self.row(1),
            Side.WEST: self.column(1),
            Side.EAST: self.column(self.side),
        }[side]

    def without_home_rows(self, legal: Masks, occupied: Masks, seats: tuple[Side, ...], player: Numbers) -> Masks:
        """Returns the legal spaces under the rule `home_rows`.

        A space next to a rival is closed once the canvas is closed in that direction, unless it is next to the
        player as well (a corner) or nothing else is open.
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


def spaces_of(masks: Masks, frame: Frame) -> tuple[Numbers, Numbers]:
    """Returns the (index of the mask, space) of each space in the masks, by mask and from the north west."""
    bits = np.arange(frame.pitch**2, dtype=np.uint64)
    index, space = ((masks[:, np.newaxis] >> bits) & np.uint64(1)).nonzero()
    return index, space


def pick(masks: Masks, wanted: Numbers, frame: Frame) -> Numbers:
    """Returns the space that has `wanted` spaces before it in each mask."""
    bits = np.arange(frame.pitch**2, dtype=np.uint64)
    held = ((masks[:, np.newaxis] >> bits) & np.uint64(1)).astype(np.int8)
    return np.asarray((held.cumsum(axis=1, dtype=np.int8) > wanted[:, np.newaxis]).argmax(axis=1))


class Growth(Protocol):
    """Where cards may go on many canvases at once; `state` is what it knows of each canvas, 0 for an empty one."""

    def legal(self, state: Numbers, player: Numbers) -> Masks:
        """Returns the mask of the open spaces of each canvas for the player to move."""

    def count(self, state: Numbers, player: Numbers) -> Numbers:
        """Returns how many spaces are open."""

    def pick(self, state: Numbers, player: Numbers, wanted: Numbers) -> Numbers:
        """Returns the open space that has `wanted` open spaces before it, from the north west."""

    def lay(self, state: Numbers, spaces: Numbers) -> Numbers:
        """Returns the state after a card was laid on each canvas."""

    def size(self, state: Numbers) -> tuple[Numbers, Numbers]:
        """Returns how many rows and columns of spaces each canvas covers."""


def growth(frame: Frame, seats: tuple[Side, ...], home_rows: bool) -> Growth:
    """Returns how canvases grow: by a table where it is small and the same for all players, else by shifts."""
    if frame.side <= LARGEST_TABLE and not home_rows:
        return Shapes.reachable(frame)
    return Shifted(frame, seats if home_rows else ())


@dataclass(frozen=True)
class Shifted:
    """Open spaces by shifting the occupancy, which is the state; with `home` seats under the rule `home_rows`."""

    frame: Frame
    home: tuple[Side, ...] = ()

    def legal(self, state: Numbers, player: Numbers) -> Masks:  # noqa: D102
        occupied = state.astype(np.uint64)
        legal = self.frame.legal(occupied)
        return self.frame.without_home_rows(legal, occupied, self.home, player) if self.home else legal

    def count(self, state: Numbers, player: Numbers) -> Numbers:  # noqa: D102
        return np.bitwise_count(self.legal(state, player)).astype(np.int64)

    def pick(self, state: Numbers, player: Numbers, wanted: Numbers) -> Numbers:  # noqa: D102
        return pick(self.legal(state, player), wanted, self.frame)

    def lay(self, state: Numbers, spaces: Numbers) -> Numbers:  # noqa: D102
        return self.frame.lay(state.astype(np.uint64), spaces).astype(np.int64)

    def size(self, state: Numbers) -> tuple[Numbers, Numbers]:  # noqa: D102
        return self.frame.size(state.astype(np.uint64))


@dataclass(frozen=True, eq=False)
class Shapes:
    """All occupancies that play can reach on a small canvas, by their masks; the state is the number of one.

    Attributes:
        open: the masks of their open spaces, shape (shapes,).
        counts: how many spaces are open, shape (shapes,).
        spaces: the open spaces from the north west, shape (shapes, most spaces), filled up with 0.
        after: the number of the shape that follows a card on a space, shape (shapes, spaces).
        rows: how many rows they cover, shape (shapes,).
        columns: how many columns they cover, shape (shapes,).
    """

    open: Masks
    counts: Numbers
    spaces: NDArray[np.int8]
    after: NDArray[np.int32]
    rows: Numbers
    columns: Numbers

    @staticmethod
    @functools.cache
    def reachable(frame: Frame) -> Shapes:
        """Lists what play can reach."""
        occupied = np.unique(np.concatenate(list(_layers(frame))))
        legal = frame.legal(occupied)
        shape, space = spaces_of(legal, frame)
        counts = np.bincount(shape, minlength=len(occupied))
        which = np.arange(len(shape)) - (counts.cumsum() - counts)[shape]
        spaces = np.zeros((len(occupied), counts.max()), np.int8)
        spaces[shape, which] = space
        after = np.zeros((len(occupied), frame.pitch**2), np.int32)
        after[shape, space] = np.searchsorted(occupied, frame.lay(occupied[shape], space))
        return Shapes(legal, counts, spaces, after, *frame.size(occupied))

    def legal(self, state: Numbers, player: Numbers) -> Masks:  # noqa: D102
        return self.open[state]

    def count(self, state: Numbers, player: Numbers) -> Numbers:  # noqa: D102
        return self.counts[state]

    def pick(self, state: Numbers, player: Numbers, wanted: Numbers) -> Numbers:  # noqa: D102
        return self.spaces[state, wanted].astype(np.int64)

    def lay(self, state: Numbers, spaces: Numbers) -> Numbers:  # noqa: D102
        return self.after[state, spaces].astype(np.int64)

    def size(self, state: Numbers) -> tuple[Numbers, Numbers]:  # noqa: D102
        return self.rows[state], self.columns[state]


def _layers(frame: Frame) -> Iterator[Masks]:
    """Yields the reachable occupancies of 0, 1, 2, … cards."""
    layer = np.zeros(1, np.uint64)
    while len(layer):
        yield layer
        index, space = spaces_of(frame.legal(layer), frame)
        layer = np.unique(frame.lay(layer[index], space))
