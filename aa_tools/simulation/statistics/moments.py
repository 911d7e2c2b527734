"""Sums from which every number of a report follows, and which add up in any order to the same.

The unit of sampling is the shuffle: the game, or the games in which the same shuffle was played with seats swapped.
What happens twice in a game is not independent, so that a share or a mean is a ratio of sums over units, y to x, and
its variance is that of a ratio (Cochran 1977, ch. 6). All sums are whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from aa_tools.simulation.state.deal import Numbers


class Unit(Enum):
    """What a number counts, and so how it is shown."""

    SHARE = "share"
    POINTS = "points"
    COUNT = "count"


@dataclass(frozen=True)
class Quantity:
    """Something that is observed in each game.

    Attributes:
        name: such as "card/red-areas/tied".
        unit: a SHARE where y counts some of what x counts.
        scale: by what y is to be divided.
    """

    name: str
    unit: Unit = Unit.SHARE
    scale: int = 1


@dataclass(frozen=True, eq=False)
class Observations:
    """What was seen in n units.

    Attributes:
        quantities: in the order of the columns.
        y: what is counted, int64 of shape (n, quantities).
        x: out of how many, likewise.
    """

    quantities: tuple[Quantity, ...]
    y: Numbers
    x: Numbers

    def by_shuffle(self, games_per_shuffle: int) -> Observations:
        """Adds up the games of each shuffle."""
        shape = (-1, games_per_shuffle, len(self.quantities))
        return Observations(self.quantities, self.y.reshape(shape).sum(axis=1), self.x.reshape(shape).sum(axis=1))

    def columns(self, names: Sequence[str]) -> tuple[Numbers, Numbers]:
        """Returns y and x of the quantities of these names, shape (n, names); 0 for those that are not here."""
        place = {quantity.name: index for index, quantity in enumerate(self.quantities)}
        here = [index for index, name in enumerate(names) if name in place]
        y, x = np.zeros((2, len(self.y), len(names)), np.int64)
        y[:, here], x[:, here] = (each[:, [place[names[index]] for index in here]] for each in (self.y, self.x))
        return y, x


@dataclass(frozen=True, eq=False)
class Moments:
    """Sums of products over units.

    Attributes:
        quantities: in the order of the first axis.
        games: how many games were played.
        sums: of v v^T, where v = (1, y, x), or (1, y, x, y', x') where two card files are compared; int64 of shape
            (quantities, 3, 3) or (quantities, 5, 5).
    """

    quantities: tuple[Quantity, ...]
    games: int
    sums: Numbers

    @classmethod
    def of(cls, games: int, *observed: Observations) -> Moments:
        """Sums up what was seen in the same units with one card file, or with two.

        A quantity that only one of them has was seen 0 times out of 0 in the other.
        """
        quantities = {quantity.name: quantity for each in observed for quantity in each.quantities}
        parts = [np.ones((len(observed[0].y), len(quantities)), np.int64)]
        for each in observed:
            parts += each.columns(list(quantities))
        vectors = np.stack(parts, axis=2)
        return cls(tuple(quantities.values()), games, np.einsum("nki,nkj->kij", vectors, vectors))

    def __add__(self, other: Moments) -> Moments:
        return Moments(self.quantities, self.games + other.games, self.sums + other.sums)

    def side(self, which: int) -> Moments:
        """Returns the moments of the first (0) or the second (1) card file of a comparison."""
        kept = [0, 1 + 2 * which, 2 + 2 * which]
        return Moments(self.quantities, self.games, self.sums[:, kept][:, :, kept])

    def __getitem__(self, name: str) -> Ratio:
        index = next(index for index, quantity in enumerate(self.quantities) if quantity.name == name)
        return Ratio(self.quantities[index], self.sums[index])

    def names(self, start: str) -> list[str]:
        """Returns the names that begin so."""
        return [quantity.name for quantity in self.quantities if quantity.name.startswith(start)]

    def pooled(self, name: str, members: Iterable[str]) -> Ratio:
        """Returns one ratio for several quantities, each observation taken as a unit of its own."""
        ratios = [self[member] for member in members]
        return Ratio(
            Quantity(name, ratios[0].quantity.unit, ratios[0].quantity.scale),
            np.sum([each.sums for each in ratios], axis=0),
        )


@dataclass(frozen=True, eq=False)
class Ratio:
    """One quantity: a ratio of sums over units.

    Attributes:
        quantity: what it is.
        sums: as in `Moments`, shape (3, 3) or (5, 5).
    """

    quantity: Quantity
    sums: Numbers

    @property
    def units(self) -> int:
        """Units observed."""
        return int(self.sums[0, 0])

    def trials(self, which: int = 0) -> int:
        """Returns the sum of x: out of how many."""
        return int(self.sums[0, 2 + 2 * which])

    def value(self, which: int = 0) -> float:
        """Returns the ratio, in the quantity's unit; there must be trials."""
        return int(self.sums[0, 1 + 2 * which]) / self.trials(which) / self.quantity.scale

    def slope(self, which: int = 0) -> tuple[float, ...]:
        """Returns the vector a for which a . v is a unit's share in the error of the ratio."""
        found = [0.0] * len(self.sums)
        found[1 + 2 * which] = 1 / self.trials(which) / self.quantity.scale
        found[2 + 2 * which] = -self.value(which) / self.trials(which)
        return tuple(found)

    def variance(self, slope: tuple[float, ...]) -> float:
        """Returns the variance of an error whose shares are slope . v."""
        vector = np.array(slope)
        return max(0.0, float(vector @ self.sums @ vector))
