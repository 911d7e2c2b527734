"""Sums of products over games: every number of a report follows from them, and they add up in any order.

The sampling unit is the shuffle: one game, or the games in which a shuffle was played with the bots on different seats.
Events of the same game are not independent, so a share or mean is a ratio of sums over units, y to x, with the variance
of a ratio (Cochran 1977, ch. 6). All sums are integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from aa_tools.simulation.state.deal import IntArray


class Unit(Enum):
    """The unit of a number, which decides how it is formatted."""

    SHARE = "share"
    POINTS = "points"
    COUNT = "count"


@dataclass(frozen=True)
class Quantity:
    """A quantity observed in each game: y out of x.

    Attributes:
        name: a path such as "card/red-areas/tied".
        unit: SHARE if y counts some of the things that x counts.
        scale: divisor of y.
    """

    name: str
    unit: Unit = Unit.SHARE
    scale: int = 1


@dataclass(frozen=True, eq=False)
class Observations:
    """The observed quantities of n units.

    Attributes:
        quantities: the quantities, one for each column.
        y: numerators, int64 of shape (n, quantities).
        x: denominators, likewise.
    """

    quantities: tuple[Quantity, ...]
    y: IntArray
    x: IntArray

    def columns(self, names: Sequence[str]) -> tuple[IntArray, IntArray]:
        """Returns y and x of the named quantities, shape (n, names); 0 for a quantity that was not observed."""
        index = {quantity.name: number for number, quantity in enumerate(self.quantities)}
        observed = [number for number, name in enumerate(names) if name in index]
        y, x = np.zeros((2, len(self.y), len(names)), np.int64)
        for target, source in ((y, self.y), (x, self.x)):
            target[:, observed] = source[:, [index[names[number]] for number in observed]]
        return y, x


@dataclass(frozen=True, eq=False)
class Ratio:
    """One quantity: a ratio of sums over units, or two such ratios where two card files are compared.

    Attributes:
        quantity: the quantity.
        sums: see `Moments`, shape (3, 3) or (5, 5).
        anytime: see `Moments`.
    """

    quantity: Quantity
    sums: IntArray
    anytime: bool = False

    def side(self, which: int) -> Ratio:
        """Returns the ratio of the first (0) or second (1) card file of a comparison."""
        return Ratio(self.quantity, _side(self.sums, which), self.anytime)

    @property
    def units(self) -> int:
        """Number of units."""
        return int(self.sums[0, 0])

    @property
    def trials(self) -> int:
        """The sum of x."""
        return int(self.sums[0, 2])

    @property
    def value(self) -> float:
        """The ratio, in the quantity's unit; undefined without trials."""
        return int(self.sums[0, 1]) / self.trials / self.quantity.scale

    @property
    def slope(self) -> tuple[float, float, float]:
        """The vector a for which a . (1, y, x) is a unit's contribution to the error of the ratio."""
        return 0.0, 1 / self.trials / self.quantity.scale, -self.value / self.trials

    def variance(self, slope: tuple[float, ...]) -> float:
        """Returns the variance of an error to which each unit contributes slope . v, see `Moments`."""
        vector = np.array(slope)
        return max(0.0, float(vector @ self.sums @ vector))


@dataclass(frozen=True, eq=False)
class Moments:
    """Sums of products over units.

    Attributes:
        quantities: the quantities, in the order of the first axis of `sums`.
        games: number of games played.
        sums: sum of v v^T over units, where v = (1, y, x), or (1, y, x, y', x') where two card files are compared;
            int64 of shape (quantities, 3, 3) or (quantities, 5, 5).
        anytime: whether the number of games depends on the results, so that intervals must hold at any stopping time.
    """

    quantities: tuple[Quantity, ...]
    games: int
    sums: IntArray
    anytime: bool = False

    @classmethod
    def of(cls, games: int, *observed: Observations) -> Moments:
        """Sums up the observations of the same units with one card file, or with two.

        A quantity that only one card file has counts as 0 out of 0 for the other.
        """
        quantities = {quantity.name: quantity for seen in observed for quantity in seen.quantities}
        parts = [np.ones((len(observed[0].y), len(quantities)), np.int64)]
        for seen in observed:
            parts += seen.columns(list(quantities))
        vectors = np.stack(parts, axis=2)
        return cls(tuple(quantities.values()), games, np.einsum("nki,nkj->kij", vectors, vectors))

    def __add__(self, other: Moments) -> Moments:
        return Moments(self.quantities, self.games + other.games, self.sums + other.sums, self.anytime)

    def side(self, which: int) -> Moments:
        """Returns the moments of the first (0) or second (1) card file of a comparison."""
        return Moments(self.quantities, self.games, _side(self.sums, which), self.anytime)

    def __getitem__(self, name: str) -> Ratio:
        index = next(index for index, quantity in enumerate(self.quantities) if quantity.name == name)
        return Ratio(self.quantities[index], self.sums[index], self.anytime)

    def names(self, prefix: str) -> list[str]:
        """Returns the names of the quantities that start with a prefix."""
        return [quantity.name for quantity in self.quantities if quantity.name.startswith(prefix)]

    def pooled_value(self, names: Iterable[str]) -> float:
        """Returns the ratio of several quantities of the same unit taken together."""
        ratios = [self[name] for name in names]
        total = sum(int(ratio.sums[0, 1]) for ratio in ratios)
        return total / sum(ratio.trials for ratio in ratios) / ratios[0].quantity.scale


def _side(sums: IntArray, which: int) -> IntArray:
    kept = [0, 1 + 2 * which, 2 + 2 * which]
    return sums[..., kept, :][..., kept]
