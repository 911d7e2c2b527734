"""Areas, lines and pattern occurrences on bit masks, for one zone or a million at once.

Every function takes uint64 arrays of any shape and works on each mask by itself. Bit `row * columns + column` of a
mask is one quadrant of a zone; row 0 is nearest the owner, column 0 at the owner's left.
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
    """A shape that an inspiration asks for, such as "X.X/XXX": the first row is the one farthest from the owner.

    Raises:
        RulesError: the text is not rows of equal length made of X and ".", with at least one X.
    """

    text: str

    def __post_init__(self) -> None:
        rows = self.text.split("/")
        if not _SHAPE.fullmatch(self.text) or "X" not in self.text or len({len(row) for row in rows}) > 1:
            raise RulesError(
                f"{self.text!r} is no pattern", hint='write rows of X and "." of one length, such as "X.X/XXX"'
            )

    @property
    def cells(self) -> NDArray[np.bool_]:
        """The pattern as drawn: True where a quadrant is asked for; no empty rows or columns around it."""
        cells = np.array([[letter == "X" for letter in row] for row in self.text.split("/")])
        rows, columns = np.flatnonzero(cells.any(axis=1)), np.flatnonzero(cells.any(axis=0))
        return cells[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def combined(combine: np.ufunc, values: NDArray[_Number]) -> NDArray[_Number]:
    """Returns the values combined along the last axis; far faster than numpy's reduce where that axis is short."""
    return functools.reduce(combine, np.moveaxis(values, -1, 0))


def union(masks: Masks) -> Masks:
    """Returns the union of the masks along the last axis."""
    return combined(np.bitwise_or, masks)


def quadrant_counts(masks: Masks) -> Counts:
    """Returns how many quadrants each mask holds."""
    return np.bitwise_count(masks).astype(np.int64)


def _mask(cells: NDArray[np.bool_], zone: Zone) -> np.uint64:
    rows, columns = cells.nonzero()
    return np.uint64(sum(1 << int(row * zone.columns + column) for row, column in zip(rows, columns, strict=True)))


@functools.cache
def row_mask(zone: Zone, row: int) -> np.uint64:
    """Returns the mask of one row of the zone, 0 being nearest the owner."""
    return _mask(np.indices((zone.rows, zone.columns))[0] == row, zone)


@functools.cache
def column_mask(zone: Zone, column: int) -> np.uint64:
    """Returns the mask of one column of the zone, 0 being at the owner's left."""
    return _mask(np.indices((zone.rows, zone.columns))[1] == column, zone)


@functools.cache
def edge(zone: Zone, side: str) -> np.uint64:
    """Returns the mask of one edge of the zone: near, far, left, right, or any of them."""
    edges = {
        "near": row_mask(zone, 0),
        "far": row_mask(zone, zone.rows - 1),
        "left": column_mask(zone, 0),
        "right": column_mask(zone, zone.columns - 1),
    }
    return np.uint64(np.bitwise_or.reduce(list(edges.values()))) if side == "any" else edges[side]


@functools.cache
def card_corners(zone: Zone) -> np.uint64:
    """Returns the mask of each card's quadrant that is nearest the owner and at the owner's left."""
    rows, columns = np.indices((zone.rows, zone.columns))
    return _mask((rows % 2 == 0) & (columns % 2 == 0), zone)


def leftward(masks: Masks, zone: Zone) -> Masks:
    """Returns the masks moved by one column to the owner's left; what leaves the zone is gone."""
    return (masks & ~edge(zone, "left")) >> np.uint64(1)


def rightward(masks: Masks, zone: Zone) -> Masks:
    """Returns the masks moved by one column to the owner's right."""
    return (masks & ~edge(zone, "right")) << np.uint64(1)


def nearer(masks: Masks, zone: Zone) -> Masks:
    """Returns the masks moved by one row towards the owner."""
    return masks >> np.uint64(zone.columns)


def farther(masks: Masks, zone: Zone) -> Masks:
    """Returns the masks moved by one row away from the owner."""
    return (masks & ~edge(zone, "far")) << np.uint64(zone.columns)


MOVES = (leftward, rightward, nearer, farther)


def connected(masks: Masks, seeds: Masks | np.uint64, zone: Zone) -> Masks:
    """Returns the quadrants of each mask that are joined to a seed in it."""
    found = masks & seeds
    while True:
        grown = found
        for move in MOVES:
            grown = grown | (move(grown, zone) & masks)
        if np.array_equal(grown, found):
            return found
        found = grown


def areas(masks: Masks, zone: Zone) -> Iterator[Masks]:
    """Yields the areas of each mask, one at a time; a mask that has no more yields 0."""
    rest = masks.copy()
    while rest.any():
        area = connected(rest, rest & (~rest + np.uint64(1)), zone)
        rest &= ~area
        yield area


def area_counts(masks: Masks, zone: Zone) -> Counts:
    """Returns how many areas each mask has.

    By Euler's formula: areas = quadrants - side-by-side pairs + filled squares of four + holes. Holes are rare, so
    that masks which may have one are counted area by area.
    """
    across, deep = masks & leftward(masks, zone), masks & nearer(masks, zone)
    counts = quadrant_counts(masks) - quadrant_counts(across) - quadrant_counts(deep)
    counts += quadrant_counts(across & nearer(across, zone))
    # The first and the last free quadrant of a hole are walled by one quadrant beside and three in the next row.
    before, after = farther(masks, zone), nearer(masks, zone)
    left, right = leftward(masks, zone), rightward(masks, zone)
    first = right & before & leftward(before, zone) & rightward(before, zone)
    last = left & after & leftward(after, zone) & rightward(after, zone)
    holed = ((~masks & first) != 0) & ((~masks & last) != 0)
    if holed.any():
        counts[holed] = sum((area != 0).astype(np.int64) for area in areas(masks[holed], zone))
    return counts


def isolated(masks: Masks, zone: Zone) -> Masks:
    """Returns the quadrants of each mask that have no neighbour in it."""
    neighbours = np.zeros_like(masks)
    for move in MOVES:
        neighbours |= move(masks, zone)
    return masks & ~neighbours


def largest_areas(masks: Masks, zone: Zone) -> Counts:
    """Returns how many quadrants the largest area of each mask has."""
    rest = masks.reshape(-1)
    largest = np.zeros(rest.shape, np.int64)
    where = np.arange(len(rest))
    while len(where):
        area = connected(rest, rest & (~rest + np.uint64(1)), zone)
        largest[where] = np.maximum(largest[where], quadrant_counts(area))
        rest = rest & ~area
        # What is left of most masks is soon too little to hold a larger area.
        hopeful = quadrant_counts(rest) > largest[where]
        rest, where = rest[hopeful], where[hopeful]
    return largest.reshape(masks.shape)


def run_starts(masks: Masks, zone: Zone, direction: str) -> Iterator[Masks]:
    """Yields for the lengths 1, 2, … the quadrants in which a straight run of that length starts.

    Args:
        masks: any shape.
        zone: the shape of the zones.
        direction: "row" (a run goes to the owner's right) or "column" (it goes away from the owner).
    """
    back = leftward if direction == "row" else nearer
    starts = masks
    while starts.any():
        yield starts
        starts = starts & back(starts, zone)


def covered(starts: Masks, zone: Zone, direction: str, length: int) -> Masks:
    """Returns the quadrants of the runs of one length that start in `starts`."""
    forward = rightward if direction == "row" else farther
    result = starts
    for _ in range(length - 1):
        result = starts | forward(result, zone)
    return result


@functools.cache
def placements(pattern: Pattern, zone: Zone) -> Masks:
    """Returns the mask of every place in the zone where the pattern can lie, in any of its rotations.

    Patterns are turned over as well where the zone says so. A place that two rotations share stands once.
    """
    found = {int(mask) for drawing in _drawings(pattern, zone) for mask in _shifted(drawing, zone)}
    return np.array(sorted(found), dtype=np.uint64)


def _drawings(pattern: Pattern, zone: Zone) -> list[NDArray[np.bool_]]:
    turned = [np.rot90(pattern.cells, turns) for turns in range(4)]
    return turned + [drawing[:, ::-1] for drawing in turned] if zone.mirrored_patterns else turned


def _shifted(drawing: NDArray[np.bool_], zone: Zone) -> Iterator[np.uint64]:
    rows, columns = drawing.shape
    for row in range(zone.rows - rows + 1):
        for column in range(zone.columns - columns + 1):
            cells = np.zeros((zone.rows, zone.columns), dtype=np.bool_)
            # Row 0 of a zone is nearest the owner, the first row of a drawing is the farthest.
            cells[row : row + rows, column : column + columns] = drawing[::-1]
            yield _mask(cells, zone)


def occurrences(masks: Masks, pattern: Pattern, zone: Zone) -> Iterator[Masks]:
    """Yields for each place of the pattern its mask where it lies in `masks`, else 0."""
    for place in placements(pattern, zone):
        yield np.where(masks & place == place, place, np.uint64(0))


@dataclass(frozen=True)
class Drawing:
    """One way to turn a pattern.

    Attributes:
        steps: how far each of its quadrants lies from its first corner, in bits of a mask.
        corners: the mask of the quadrants on which its first corner can lie.
    """

    steps: tuple[int, ...]
    corners: np.uint64

    def fits(self, masks: Masks) -> Masks:
        """Returns where the first corner of each occurrence lies."""
        found = np.full(masks.shape, self.corners)
        for step in self.steps:
            found &= masks >> np.uint64(step)
        return found


@functools.cache
def drawings(pattern: Pattern, zone: Zone) -> tuple[Drawing, ...]:
    """Returns the different ways to turn (and, where the zone says so, to mirror) a pattern that fit into a zone."""
    found = {}
    for drawing in _drawings(pattern, zone):
        rows, columns = drawing.shape
        if rows <= zone.rows and columns <= zone.columns:
            places = [row * zone.columns + column for row, column in np.argwhere(drawing[::-1]).tolist()]
            corners = np.zeros((zone.rows, zone.columns), np.bool_)
            corners[: zone.rows - rows + 1, : zone.columns - columns + 1] = True
            found[tuple(places)] = Drawing(tuple(places), _mask(corners, zone))
    return tuple(found.values())


def occurrence_counts(masks: Masks, pattern: Pattern, zone: Zone) -> Counts:
    """Returns in how many places the pattern lies in each mask."""
    counts = np.zeros(masks.shape, np.int64)
    for drawing in drawings(pattern, zone):
        counts += quadrant_counts(drawing.fits(masks))
    return counts


def has_occurrence(masks: Masks, pattern: Pattern, zone: Zone) -> NDArray[np.bool_]:
    """Returns whether the pattern lies anywhere in each mask."""
    found = np.zeros_like(masks)
    for drawing in drawings(pattern, zone):
        found |= drawing.fits(masks)
    return np.asarray(found != 0)
