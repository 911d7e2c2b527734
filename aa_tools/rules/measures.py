"""The vocabulary of measures: the one implementation of each.

A measure is one small class. Its fields are its parameters in the card file; its docstring is what the card file's
reference says of it. All work on uint64 masks (see `areas`), for one real table or a million simulated ones.
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

QUADRANTS_OF_A_CARD = 4


class Measure(ABC):
    """A number that a zone gets.

    Attributes:
        name: what the card file calls it.
        of_one_colour: True where it measures one colour at a time: masks then have any shape. False where it
            compares all the colours of a zone: the last axis of the masks is then the colours.
    """

    name: ClassVar[str]
    of_one_colour: ClassVar[bool] = True

    @abstractmethod
    def number(self, masks: Masks, zone: Zone) -> Counts:
        """Returns the number each mask (or each zone) gets; never negative."""

    @abstractmethod
    def evidence(self, masks: Masks, zone: Zone) -> Masks:
        """Returns the quadrants that earned the number; none where the number is 0."""


class _Chosen(Measure):
    """Counts quadrants: the number is the size of the evidence."""

    def number(self, masks: Masks, zone: Zone) -> Counts:
        return quadrant_counts(self.evidence(masks, zone))


class _Pieces(Measure):
    """Counts pieces, such as areas or rows; a mask without a further piece yields 0."""

    @abstractmethod
    def pieces(self, masks: Masks, zone: Zone) -> Iterator[Masks]:
        """Yields the pieces that count."""

    def number(self, masks: Masks, zone: Zone) -> Counts:
        return sum((piece != _NONE for piece in self.pieces(masks, zone)), np.zeros(masks.shape, np.int64))

    def evidence(self, masks: Masks, zone: Zone) -> Masks:
        found = np.zeros_like(masks)
        for piece in self.pieces(masks, zone):
            found |= piece
        return found


@dataclass(frozen=True)
class Quadrants(_Chosen):
    """Quadrants of the colour."""

    name = "quadrants"

    def evidence(self, masks: Masks, zone: Zone) -> Masks:
        return masks


@dataclass(frozen=True)
class Areas(_Pieces):
    """Areas of the colour whose size lies in the range from `min_size` to `max_size` quadrants."""

    name = "areas"
    min_size: int = 1
    max_size: int | None = None

    def __post_init__(self) -> None:
        if self.max_size is not None and self.max_size < self.min_size:
            raise RulesError(f"no area has {self.min_size} quadrants or more and {self.max_size} or fewer")

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
    """Quadrants in the biggest area of the colour."""

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
    """The longest straight unbroken run of the colour, along rows, along columns, or either."""

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
class Occurrences(_Pieces):
    """Places where the pattern fits in the colour; overlaps allowed, rotations counted."""

    name = "occurrences"
    pattern: Pattern

    def pieces(self, masks: Masks, zone: Zone) -> Iterator[Masks]:
        return occurrences(masks, self.pattern, zone)

    def number(self, masks: Masks, zone: Zone) -> Counts:
        return occurrence_counts(masks, self.pattern, zone)


class _Stripes(_Pieces):
    """Counts stripes (rows or columns) that hold the colour."""

    full: bool

    @abstractmethod
    def stripes(self, zone: Zone) -> Iterator[np.uint64]:
        """Yields the mask of each stripe."""

    def pieces(self, masks: Masks, zone: Zone) -> Iterator[Masks]:
        for stripe in self.stripes(zone):
            held = masks & stripe
            yield np.where(held == stripe, held, _NONE) if self.full else held


@dataclass(frozen=True)
class Rows(_Stripes):
    """Rows of the zone that hold the colour; with `full`, rows in which every quadrant has it."""

    name = "rows"
    full: bool = False

    def stripes(self, zone: Zone) -> Iterator[np.uint64]:
        return (row_mask(zone, row) for row in range(zone.rows))


@dataclass(frozen=True)
class Columns(_Stripes):
    """Columns of the zone that hold the colour; with `full`, columns in which every quadrant has it."""

    name = "columns"
    full: bool = False

    def stripes(self, zone: Zone) -> Iterator[np.uint64]:
        return (column_mask(zone, column) for column in range(zone.columns))


@dataclass(frozen=True)
class Edge(_Chosen):
    """Quadrants of the colour on one edge of the zone, or on any of its four edges."""

    name = "edge"
    side: Literal["near", "far", "left", "right", "any"] = "any"

    def evidence(self, masks: Masks, zone: Zone) -> Masks:
        return masks & edge(zone, self.side)


@dataclass(frozen=True)
class Islands(_Pieces):
    """Areas of the colour that touch no edge of the zone."""

    name = "islands"

    def pieces(self, masks: Masks, zone: Zone) -> Iterator[Masks]:
        for area in areas(masks, zone):
            yield np.where(area & edge(zone, "any") == _NONE, area, _NONE)

    def number(self, masks: Masks, zone: Zone) -> Counts:
        return area_counts(masks & ~connected(masks, edge(zone, "any"), zone), zone)


@dataclass(frozen=True)
class Cards(_Pieces):
    """Canvas cards in the zone with at least `min_quadrants` quadrants of the colour."""

    name = "cards"
    min_quadrants: int = 1

    def pieces(self, masks: Masks, zone: Zone) -> Iterator[Masks]:
        for top in range(0, zone.rows, 2):
            for left in range(0, zone.columns, 2):
                held = masks & (np.uint64(3 | 3 << zone.columns) << np.uint64(top * zone.columns + left))
                yield np.where(quadrant_counts(held) >= self.min_quadrants, held, _NONE)

    def number(self, masks: Masks, zone: Zone) -> Counts:
        # Bit-sliced: at the first quadrant of each card, enough[k] says whether it holds at least k.
        first = card_corners(zone)
        enough = [np.full_like(masks, first)] + [np.zeros_like(masks)] * QUADRANTS_OF_A_CARD
        for step in (0, 1, zone.columns, zone.columns + 1):
            held = np.asarray(masks >> np.uint64(step) & first)
            enough = [enough[0], *(more | (less & held) for less, more in pairwise(enough))]
        if self.min_quadrants > QUADRANTS_OF_A_CARD:
            return np.zeros(masks.shape, np.int64)
        return quadrant_counts(enough[self.min_quadrants])


@dataclass(frozen=True)
class Borders(Measure):
    """Side-by-side pairs of quadrants of different colours."""

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
    """Quadrants of the commonest colour minus those of the rarest."""

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
class Mirror(_Chosen):
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
"""Every measure by the name that the card file gives it."""
