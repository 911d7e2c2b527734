"""The measures, on uint64 masks (see `areas`), for real and simulated tables alike.

Each measure is a small class. Its fields are its parameters in the card file, and its docstring is its description in
the reference of the card file.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Literal

import numpy as np

from aa_tools.errors import RulesError
from aa_tools.rules.areas import (
    Counts,
    Masks,
    Pattern,
    area_counts,
    areas,
    card_corners,
    column_mask,
    combined,
    connected,
    covered,
    edge,
    farther,
    isolated,
    largest_areas,
    leftward,
    nearer,
    occurrence_counts,
    occurrences,
    quadrant_counts,
    rightward,
    row_mask,
    run_starts,
    union,
)
from aa_tools.rules.ruleset import Zone

_NONE = np.uint64(0)

QUADRANTS_PER_CARD = 4


class Measure(ABC):
    """Gives each zone a number.

    Attributes:
        name: the name in the card file.
        of_one_colour: True if it measures one colour at a time; masks then have any shape. False if it compares all
            colours of a zone; the last axis of the masks is then the colour.
    """

    name: ClassVar[str]
    of_one_colour: ClassVar[bool] = True

    @abstractmethod
    def number(self, masks: Masks, zone: Zone) -> Counts:
        """Returns the number of each mask, or of each zone; never negative."""

    @abstractmethod
    def evidence(self, masks: Masks, zone: Zone) -> Masks:
        """Returns the quadrants that the number counts; none if it is 0."""


class _QuadrantMeasure(Measure):
    """Counts quadrants: the number is the number of quadrants in the evidence."""

    def number(self, masks: Masks, zone: Zone) -> Counts:
        return quadrant_counts(self.evidence(masks, zone))


class _PieceMeasure(Measure):
    """Counts pieces, such as areas or rows."""

    @abstractmethod
    def pieces(self, masks: Masks, zone: Zone) -> Iterator[Masks]:
        """Yields the pieces of each mask, one at a time, then 0 for masks without further pieces."""

    def number(self, masks: Masks, zone: Zone) -> Counts:
        return sum((piece != _NONE for piece in self.pieces(masks, zone)), np.zeros(masks.shape, np.int64))

    def evidence(self, masks: Masks, zone: Zone) -> Masks:
        found = np.zeros_like(masks)
        for piece in self.pieces(masks, zone):
            found |= piece
        return found


@dataclass(frozen=True)
class Quadrants(_QuadrantMeasure):
    """Quadrants of the colour."""

    name = "quadrants"

    def evidence(self, masks: Masks, zone: Zone) -> Masks:
        return masks


@dataclass(frozen=True)
class Areas(_PieceMeasure):
    """Areas of the colour with `min_size` to `max_size` quadrants."""

    name = "areas"
    min_size: int = 1
    max_size: int | None = None

    def __post_init__(self) -> None:
        if self.max_size is not None and self.max_size < self.min_size:
            raise RulesError(f"min_size {self.min_size} is larger than max_size {self.max_size}")

    def pieces(self, masks: Masks, zone: Zone) -> Iterator[Masks]:
        largest = 64 if self.max_size is None else self.max_size
        for area in areas(masks, zone):
            size = quadrant_counts(area)
            yield np.where((size >= self.min_size) & (size <= largest), area, _NONE)

    def number(self, masks: Masks, zone: Zone) -> Counts:
        if self.min_size == 1 and self.max_size is None:
            return area_counts(masks, zone)
        if self.min_size == 1 and self.max_size == 1:
            return quadrant_counts(isolated(masks, zone))
        return super().number(masks, zone)


@dataclass(frozen=True)
class LargestArea(Measure):
    """Quadrants in the largest area of the colour."""

    name = "largest-area"

    def number(self, masks: Masks, zone: Zone) -> Counts:
        return largest_areas(masks, zone)

    def evidence(self, masks: Masks, zone: Zone) -> Masks:
        largest, found = self.number(masks, zone), np.zeros_like(masks)
        for area in areas(masks, zone):
            found |= np.where(quadrant_counts(area) == largest, area, _NONE)
        return found


@dataclass(frozen=True)
class LongestLine(Measure):
    """The length of the longest unbroken straight line of the colour, along rows, columns, or either."""

    name = "longest-line"
    direction: Literal["either", "row", "column"] = "either"

    @property
    def _directions(self) -> tuple[str, ...]:
        return ("row", "column") if self.direction == "either" else (self.direction,)

    def number(self, masks: Masks, zone: Zone) -> Counts:
        longest = np.zeros(masks.shape, np.int64)
        for direction in self._directions:
            for length, starts in enumerate(run_starts(masks, zone, direction), 1):
                longest = np.where(starts != _NONE, np.maximum(longest, length), longest)
        return longest

    def evidence(self, masks: Masks, zone: Zone) -> Masks:
        longest, found = self.number(masks, zone), np.zeros_like(masks)
        for direction in self._directions:
            for length, starts in enumerate(run_starts(masks, zone, direction), 1):
                found |= np.where(longest == length, covered(starts, zone, direction, length), _NONE)
        return found


@dataclass(frozen=True)
class Occurrences(_PieceMeasure):
    """Occurrences of the pattern in the colour, in any rotation; they can overlap."""

    name = "occurrences"
    pattern: Pattern

    def pieces(self, masks: Masks, zone: Zone) -> Iterator[Masks]:
        return occurrences(masks, self.pattern, zone)

    def number(self, masks: Masks, zone: Zone) -> Counts:
        return occurrence_counts(masks, self.pattern, zone)


class _StripeMeasure(_PieceMeasure):
    """Counts stripes (rows or columns) with the colour."""

    full: bool

    @abstractmethod
    def stripes(self, zone: Zone) -> Iterator[np.uint64]:
        """Yields the mask of each stripe."""

    def pieces(self, masks: Masks, zone: Zone) -> Iterator[Masks]:
        for stripe in self.stripes(zone):
            held = masks & stripe
            yield np.where(held == stripe, held, _NONE) if self.full else held


@dataclass(frozen=True)
class Rows(_StripeMeasure):
    """Rows of the zone with the colour; with `full`, rows in which every quadrant has the colour."""

    name = "rows"
    full: bool = False

    def stripes(self, zone: Zone) -> Iterator[np.uint64]:
        return (row_mask(zone, row) for row in range(zone.rows))


@dataclass(frozen=True)
class Columns(_StripeMeasure):
    """Columns of the zone with the colour; with `full`, columns in which every quadrant has the colour."""

    name = "columns"
    full: bool = False

    def stripes(self, zone: Zone) -> Iterator[np.uint64]:
        return (column_mask(zone, column) for column in range(zone.columns))


@dataclass(frozen=True)
class Edge(_QuadrantMeasure):
    """Quadrants of the colour on one edge of the zone, or on any of its four edges."""

    name = "edge"
    side: Literal["near", "far", "left", "right", "any"] = "any"

    def evidence(self, masks: Masks, zone: Zone) -> Masks:
        return masks & edge(zone, self.side)


@dataclass(frozen=True)
class Islands(_PieceMeasure):
    """Areas of the colour that touch no edge of the zone."""

    name = "islands"

    def pieces(self, masks: Masks, zone: Zone) -> Iterator[Masks]:
        for area in areas(masks, zone):
            yield np.where(area & edge(zone, "any") == _NONE, area, _NONE)

    def number(self, masks: Masks, zone: Zone) -> Counts:
        return area_counts(masks & ~connected(masks, edge(zone, "any"), zone), zone)


@dataclass(frozen=True)
class Cards(_PieceMeasure):
    """Canvas cards in the zone with at least `min_quadrants` quadrants of the colour."""

    name = "cards"
    min_quadrants: int = 1

    def pieces(self, masks: Masks, zone: Zone) -> Iterator[Masks]:
        for top in range(0, zone.rows, 2):
            for left in range(0, zone.columns, 2):
                held = masks & (np.uint64(3 | 3 << zone.columns) << np.uint64(top * zone.columns + left))
                yield np.where(quadrant_counts(held) >= self.min_quadrants, held, _NONE)

    def number(self, masks: Masks, zone: Zone) -> Counts:
        # Bit-sliced: at the near left quadrant of each card, enough[k] is set if the card has at least k quadrants.
        first = card_corners(zone)
        enough = [np.full_like(masks, first)] + [np.zeros_like(masks)] * QUADRANTS_PER_CARD
        for step in (0, 1, zone.columns, zone.columns + 1):
            held = np.asarray(masks >> np.uint64(step) & first)
            enough = [enough[0], *(more | (less & held) for less, more in pairwise(enough))]
        if self.min_quadrants > QUADRANTS_PER_CARD:
            return np.zeros(masks.shape, np.int64)
        return quadrant_counts(enough[self.min_quadrants])


@dataclass(frozen=True)
class Borders(Measure):
    """Adjacent pairs of quadrants of different colours."""

    name = "borders"
    of_one_colour = False

    def number(self, masks: Masks, zone: Zone) -> Counts:
        painted = union(masks)
        pairs = np.zeros(painted.shape, np.int64)
        for move in (leftward, nearer):
            pairs += quadrant_counts(painted & move(painted, zone))
            pairs -= combined(np.add, quadrant_counts(masks & move(masks, zone)))
        return pairs

    def evidence(self, masks: Masks, zone: Zone) -> Masks:
        painted = union(masks)[..., np.newaxis]
        found = np.zeros_like(masks)
        for move in (leftward, rightward, nearer, farther):
            found |= masks & move(painted & ~masks, zone)
        return union(found)


@dataclass(frozen=True)
class Spread(Measure):
    """Quadrants of the most common colour minus those of the least common colour."""

    name = "spread"
    of_one_colour = False

    def number(self, masks: Masks, zone: Zone) -> Counts:
        counts = quadrant_counts(masks)
        return combined(np.maximum, counts) - combined(np.minimum, counts)

    def evidence(self, masks: Masks, zone: Zone) -> Masks:
        counts = quadrant_counts(masks)
        commonest = (counts == counts.max(axis=-1, keepdims=True)) & (counts > counts.min(axis=-1, keepdims=True))
        return union(np.where(commonest, masks, _NONE))


@dataclass(frozen=True)
class Mirror(_QuadrantMeasure):
    """Quadrants whose left-right mirror image in the zone has the same colour."""

    name = "mirror"

    def evidence(self, masks: Masks, zone: Zone) -> Masks:
        mirrored = np.zeros_like(masks)
        for left in range(zone.columns):
            shift = zone.columns - 1 - 2 * left
            moved = masks & column_mask(zone, left)
            mirrored |= moved << np.uint64(shift) if shift > 0 else moved >> np.uint64(-shift)
        return masks & mirrored


MEASURES: dict[str, type[Measure]] = {
    measure.name: measure
    for measure in (
        Quadrants, Areas, LargestArea, LongestLine, Occurrences, Rows, Columns,
        Edge, Islands, Cards, Borders, Spread, Mirror,
    )
}  # fmt: skip
"""All measures by their name in the card file."""
