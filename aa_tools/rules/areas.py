"""Areas, lines and pattern occurrences on bit masks, for any number of zones at once.

Every function takes a uint64 array of any shape and treats each mask separately. Bit `row * columns + column` of a
mask is one quadrant of a zone; row 0 is nearest to the owner, and column 0 is at the owner's left.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from aa_tools.errors import RulesError
from aa_tools.rules.ruleset import Zone

Masks = NDArray[np.uint64]
Counts = NDArray[np.int64]

_Number = TypeVar("_Number", np.uint64, np.int64)

_SHAPE = re.compile(r"[X.]+(/[X.]+)*")


@dataclass(frozen=True)
class Pattern:
    """A pattern such as "X.X/XXX"; the first row is the farthest from the owner.

    Raises:
        RulesError: the text is not rows of equal length of X and ".", with at least one X.
    """

    text: str

    def __post_init__(self) -> None:
        rows = self.text.split("/")
        if not _SHAPE.fullmatch(self.text) or "X" not in self.text or len({len(row) for row in rows}) > 1:
            hint = 'write rows of X and "." of equal length, such as "X.X/XXX"'
            raise RulesError(f"{self.text!r} is not a pattern", hint=hint)

    @property
    def cells(self) -> NDArray[np.bool_]:
        """The pattern as a boolean array, without empty rows and columns at its edges."""
        cells = np.array([[letter == "X" for letter in row] for row in self.text.split("/")])
        rows, columns = np.flatnonzero(cells.any(axis=1)), np.flatnonzero(cells.any(axis=0))
        return cells[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def combined(combine: np.ufunc, values: NDArray[_Number]) -> NDArray[_Number]:
    """Returns the values combined along the last axis; much faster than `ufunc.reduce` if that axis is short."""
    return functools.reduce(combine, np.moveaxis(values, -1, 0))


def union(masks: Masks) -> Masks:
    """Returns the union of the masks along the last axis."""
    return combined(np.bitwise_or, masks)


def quadrant_counts(masks: Masks) -> Counts:
    """Returns the number of quadrants in each mask."""
    return np.bitwise_count(masks).astype(np.int64)


def _mask(cells: NDArray[np.bool_], zone: Zone) -> np.uint64:
    rows, columns = cells.nonzero()
    return np.uint64(sum(1 << int(row * zone.columns + column) for row, column in zip(rows, columns, strict=True)))


@functools.cache
def row_mask(zone: Zone, row: int) -> np.uint64:
    """Returns the mask of a row of the zone; row 0 is nearest to the owner."""
    return _mask(np.indices((zone.rows, zone.columns))[0] == row, zone)


@functools.cache
def column_mask(zone: Zone, column: int) -> np.uint64:
    """Returns the mask of a column of the zone; column 0 is at the owner's left."""
    return _mask(np.indices((zone.rows, zone.columns))[1] == column, zone)


@functools.cache
def edge(zone: Zone, side: str) -> np.uint64:
    """Returns the mask of an edge of the zone: "near", "far", "left", "right", or "any" for all four."""
    edges = {
        "near": row_mask(zone, 0),
        "far": row_mask(zone, zone.rows - 1),
        "left": column_mask(zone, 0),
        "right": column_mask(zone, zone.columns - 1),
    }
    return np.uint64(np.bitwise_or.reduce(list(edges.values()))) if side == "any" else edges[side]


@functools.cache
def card_corners(zone: Zone) -> np.uint64:
    """Returns the mask of the near left quadrant of each card."""
    rows, columns = np.indices((zone.rows, zone.columns))
    return _mask((rows % 2 == 0) & (columns % 2 == 0), zone)


def leftward(masks: Masks, zone: Zone) -> Masks:
    """Returns the masks shifted by one column to the owner's left; quadrants outside of the zone are dropped."""
    return (masks & ~edge(zone, "left")) >> np.uint64(1)


def rightward(masks: Masks, zone: Zone) -> Masks:
    """Returns the masks shifted by one column to the owner's right."""
    return (masks & ~edge(zone, "right")) << np.uint64(1)


def nearer(masks: Masks, zone: Zone) -> Masks:
    """Returns the masks shifted by one row towards the owner."""
    return masks >> np.uint64(zone.columns)


def farther(masks: Masks, zone: Zone) -> Masks:
    """Returns the masks shifted by one row away from the owner."""
    return (masks & ~edge(zone, "far")) << np.uint64(zone.columns)


MOVES = (leftward, rightward, nearer, farther)


def connected(masks: Masks, seeds: Masks | np.uint64, zone: Zone) -> Masks:
    """Returns the quadrants of each mask that are connected to one of its seeds."""
    found = masks & seeds
    while True:
        grown = found
        for move in MOVES:
            grown = grown | (move(grown, zone) & masks)
        if np.array_equal(grown, found):
            return found
        found = grown


def areas(masks: Masks, zone: Zone) -> Iterator[Masks]:
    """Yields the areas of each mask, one at a time, then 0 for masks without further areas."""
    rest = masks.copy()
    while rest.any():
        area = connected(rest, rest & (~rest + np.uint64(1)), zone)
        rest &= ~area
        yield area


def area_counts(masks: Masks, zone: Zone) -> Counts:
    """Returns the number of areas of each mask.

    By Euler's formula: areas = quadrants - adjacent pairs + filled 2 x 2 squares + holes. Holes are rare, so the areas
    of masks that can have one are counted individually.
    """
    across, deep = masks & leftward(masks, zone), masks & nearer(masks, zone)
    counts = quadrant_counts(masks) - quadrant_counts(across) - quadrant_counts(deep)
    counts += quadrant_counts(across & nearer(across, zone))
    # The first and the last free quadrant of a hole each have a neighbour beside and three in the adjacent row.
    before, after = farther(masks, zone), nearer(masks, zone)
    left, right = leftward(masks, zone), rightward(masks, zone)
    first = right & before & leftward(before, zone) & rightward(before, zone)
    last = left & after & leftward(after, zone) & rightward(after, zone)
    holed = ((~masks & first) != 0) & ((~masks & last) != 0)
    if holed.any():
        counts[holed] = sum((area != 0).astype(np.int64) for area in areas(masks[holed], zone))
    return counts


def isolated(masks: Masks, zone: Zone) -> Masks:
    """Returns the quadrants of each mask without a neighbour in the mask."""
    neighbours = np.zeros_like(masks)
    for move in MOVES:
        neighbours |= move(masks, zone)
    return masks & ~neighbours


def largest_areas(masks: Masks, zone: Zone) -> Counts:
    """Returns the number of quadrants in the largest area of each mask."""
    rest = masks.reshape(-1)
    largest = np.zeros(rest.shape, np.int64)
    where = np.arange(len(rest))
    while len(where):
        area = connected(rest, rest & (~rest + np.uint64(1)), zone)
        largest[where] = np.maximum(largest[where], quadrant_counts(area))
        rest = rest & ~area
        # Most masks soon have too few quadrants left for a larger area.
        hopeful = quadrant_counts(rest) > largest[where]
        rest, where = rest[hopeful], where[hopeful]
    return largest.reshape(masks.shape)


def run_starts(masks: Masks, zone: Zone, direction: str) -> Iterator[Masks]:
    """Yields, for the lengths 1, 2, …, the quadrants where a straight run of that length starts.

    Args:
        masks: any shape.
        zone: the shape of the zones.
        direction: "row" (runs to the owner's right) or "column" (runs away from the owner).
    """
    back = leftward if direction == "row" else nearer
    starts = masks
    while starts.any():
        yield starts
        starts = starts & back(starts, zone)


def covered(starts: Masks, zone: Zone, direction: str, length: int) -> Masks:
    """Returns the quadrants of the runs of a given length that start in `starts`."""
    forward = rightward if direction == "row" else farther
    result = starts
    for _ in range(length - 1):
        result = starts | forward(result, zone)
    return result


@functools.cache
def placements(pattern: Pattern, zone: Zone) -> Masks:
    """Returns the mask of every possible occurrence of the pattern in the zone, without duplicates.

    Includes all rotations, and mirror images if the zone allows them.
    """
    found = {int(mask) for orientation in _orientations(pattern, zone) for mask in _shifted(orientation, zone)}
    return np.array(sorted(found), dtype=np.uint64)


def _orientations(pattern: Pattern, zone: Zone) -> list[NDArray[np.bool_]]:
    turned = [np.rot90(pattern.cells, turns) for turns in range(4)]
    return turned + [orientation[:, ::-1] for orientation in turned] if zone.mirrored_patterns else turned


def _shifted(orientation: NDArray[np.bool_], zone: Zone) -> Iterator[np.uint64]:
    rows, columns = orientation.shape
    for row in range(zone.rows - rows + 1):
        for column in range(zone.columns - columns + 1):
            cells = np.zeros((zone.rows, zone.columns), dtype=np.bool_)
            # Row 0 of a zone is nearest to the owner; the first row of a pattern is the farthest.
            cells[row : row + rows, column : column + columns] = orientation[::-1]
            yield _mask(cells, zone)


def occurrences(masks: Masks, pattern: Pattern, zone: Zone) -> Iterator[Masks]:
    """Yields, for each possible placement of the pattern, its mask where it occurs in `masks`, else 0."""
    for place in placements(pattern, zone):
        yield np.where(masks & place == place, place, np.uint64(0))


@dataclass(frozen=True)
class Orientation:
    """A pattern in one orientation.

    Attributes:
        steps: the offset of each quadrant from the first corner, in bits of a mask.
        corners: the mask of the possible positions of the first corner.
    """

    steps: tuple[int, ...]
    corners: np.uint64

    def fits(self, masks: Masks) -> Masks:
        """Returns the mask of the first corners of all occurrences."""
        found = np.full(masks.shape, self.corners)
        for step in self.steps:
            found &= masks >> np.uint64(step)
        return found


@functools.cache
def orientations(pattern: Pattern, zone: Zone) -> tuple[Orientation, ...]:
    """Returns the distinct rotations of a pattern, and mirror images if the zone allows them, that fit into a zone."""
    found = {}
    for orientation in _orientations(pattern, zone):
        rows, columns = orientation.shape
        if rows <= zone.rows and columns <= zone.columns:
            places = [row * zone.columns + column for row, column in np.argwhere(orientation[::-1]).tolist()]
            corners = np.zeros((zone.rows, zone.columns), np.bool_)
            corners[: zone.rows - rows + 1, : zone.columns - columns + 1] = True
            found[tuple(places)] = Orientation(tuple(places), _mask(corners, zone))
    return tuple(found.values())


def occurrence_counts(masks: Masks, pattern: Pattern, zone: Zone) -> Counts:
    """Returns the number of occurrences of the pattern in each mask."""
    counts = np.zeros(masks.shape, np.int64)
    for orientation in orientations(pattern, zone):
        counts += quadrant_counts(orientation.fits(masks))
    return counts


def has_occurrence(masks: Masks, pattern: Pattern, zone: Zone) -> NDArray[np.bool_]:
    """Returns whether the pattern occurs in each mask."""
    found = np.zeros_like(masks)
    for orientation in orientations(pattern, zone):
        found |= orientation.fits(masks)
    return np.asarray(found != 0)
