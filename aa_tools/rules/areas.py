"""Areas, lines and pattern occurrences on bit masks, for one zone or a million at once.

Every function takes uint64 arrays of any shape and works on each mask by itself. Bit `row * columns + column` of a
mask is one quadrant of a zone; row 0 is nearest the owner, column 0 at the owner's left.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aa_tools.errors import RulesError
from aa_tools.rules.ruleset import Zone

Masks = NDArray[np.uint64]
Counts = NDArray[np.int64]

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


def union(masks: Masks) -> Masks:
    """Returns the union of the masks along the last axis."""
    return np.asarray(np.bitwise_or.reduce(masks, axis=-1), dtype=np.uint64)


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


def areas(masks: Masks, zone: Zone) -> Iterator[Masks]:
    """Yields the areas of each mask, one at a time; a mask that has no more yields 0."""
    rest = masks.copy()
    while rest.any():
        area = rest & (~rest + np.uint64(1))
        while True:
            grown = area
            for move in MOVES:
                grown = grown | (move(area, zone) & rest)
            if np.array_equal(grown, area):
                break
            area = grown
        rest &= ~area
        yield area


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
    drawings = [np.rot90(pattern.cells, turns) for turns in range(4)]
    if zone.mirrored_patterns:
        drawings += [drawing[:, ::-1] for drawing in drawings]
    found = {int(mask) for drawing in drawings for mask in _shifted(drawing, zone)}
    return np.array(sorted(found), dtype=np.uint64)


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
