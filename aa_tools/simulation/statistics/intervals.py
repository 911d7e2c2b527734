"""Intervals, outliers and verdicts; what each means stands in docs/statistics.md."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from statistics import NormalDist

from aa_tools.cards.analysis.odds import wilson
from aa_tools.simulation.statistics.moments import Ratio, Unit

ERROR = 0.05
"""How often an interval may miss the truth."""

_NORMAL = NormalDist()
_TUNED_FOR = 10_000
"""Units at which a confidence sequence is narrowest."""


class Looks(Enum):
    """How often the games are looked at before it is decided to stop."""

    ONCE = "once"
    ANY = "any"


@dataclass(frozen=True)
class Estimate:
    """A number with its interval.

    Attributes:
        value: the number.
        low: the lower end.
        high: the upper end.
        n: out of how many it is: games, cards dealt, turns.
        unit: what it counts.
    """

    value: float
    low: float
    high: float
    n: int
    unit: Unit

    @property
    def width(self) -> float:
        """From end to end."""
        return self.high - self.low


def reach_factor(units: int, looks: Looks, error: float = ERROR) -> float:
    """Returns how many standard errors an interval reaches to each side.

    For any number of looks it is a confidence sequence by the normal mixture of Robbins (Waudby-Smith et al. 2024,
    theorem 2.2): with the chance 1 - error it holds at every number of units at once, so that it may be looked at after
    each game and playing stopped when it is narrow enough.
    """
    if looks is Looks.ONCE:
        return _NORMAL.inv_cdf(1 - error / 2)
    spread = _spread(units)
    return math.sqrt(2 * (1 + 1 / spread) * math.log(math.sqrt(spread + 1) / error))


def _spread(units: int) -> float:
    """Returns units times the squared parameter of the mixture, chosen so that it is narrowest at _TUNED_FOR."""
    first = -2 * math.log(ERROR)
    return units * (first + math.log(first + 1)) / _TUNED_FOR


def p_value(errors: float, units: int, looks: Looks) -> float:
    """Returns the least error with which an interval would leave out what lies so many standard errors away."""
    if looks is Looks.ONCE:
        return 2 * (1 - _NORMAL.cdf(abs(errors)))
    spread = _spread(units)
    return min(1.0, math.sqrt(spread + 1) * math.exp(-errors * errors / 2 / (1 + 1 / spread)))


def estimate(ratio: Ratio, looks: Looks = Looks.ONCE, which: int = 0, error: float = ERROR) -> Estimate | None:
    """Returns a ratio with its interval, or None where nothing was observed."""
    n = ratio.trials(which)
    if n == 0:
        return None
    value, unit = ratio.value(which), ratio.quantity.unit
    variance, factor = ratio.variance(ratio.slope(which)), reach_factor(ratio.units, looks, error)
    if unit is Unit.SHARE:
        return Estimate(value, *wilson(value, _effective(value, variance, n), factor), n, unit)
    reach = factor * math.sqrt(variance * _small_sample(ratio))
    return Estimate(value, value - reach, value + reach, n, unit)


def _effective(share: float, variance: float, n: int) -> float:
    """Returns how many independent trials would have this variance (Kish 1965)."""
    return share * (1 - share) / variance if variance > 0 else n


def _small_sample(ratio: Ratio) -> float:
    return ratio.units / max(1, ratio.units - 1)


def difference(ratio: Ratio, looks: Looks = Looks.ONCE, error: float = ERROR) -> Estimate | None:
    """Returns by how much the second card file's ratio is above the first's, from the same shuffles."""
    if ratio.trials(0) == 0 or ratio.trials(1) == 0:
        return None
    change, reach = ratio.value(1) - ratio.value(0), reach_factor(ratio.units, looks, error) * _error_of_change(ratio)
    return Estimate(change, change - reach, change + reach, min(ratio.trials(0), ratio.trials(1)), ratio.quantity.unit)


def _error_of_change(ratio: Ratio) -> float:
    slope = tuple(b - a for a, b in zip(ratio.slope(0), ratio.slope(1), strict=True))
    return math.sqrt(ratio.variance(slope) * _small_sample(ratio))


def chance_of_change(ratio: Ratio, looks: Looks) -> float:
    """Returns the p-value, two-sided, of the difference where there is none."""
    return _chance(ratio.value(1) - ratio.value(0), _error_of_change(ratio), ratio.units, looks)


def chance_of(ratio: Ratio, expected: float, looks: Looks = Looks.ONCE) -> float:
    """Returns the p-value, two-sided, of a ratio where `expected` is true: the error of an interval that ends there."""
    value, variance = ratio.value(), ratio.variance(ratio.slope())
    if ratio.quantity.unit is Unit.SHARE:
        # As Wilson's interval does: with the variance that there would be if it were true.
        variance = expected * (1 - expected) / _effective(value, variance, ratio.trials())
    else:
        variance *= _small_sample(ratio)
    return _chance(value - expected, math.sqrt(variance), ratio.units, looks)


def chance_outside(ratio: Ratio, ends: tuple[float, float], looks: Looks = Looks.ONCE) -> float:
    """Returns the p-value of a ratio where the truth lies between two ends; 1 where the ratio does so itself."""
    nearest = min(max(ratio.value(), ends[0]), ends[1])
    return 1.0 if nearest == ratio.value() else chance_of(ratio, nearest, looks)


def _chance(distance: float, error: float, units: int, looks: Looks) -> float:
    if error == 0:
        return 1.0 if distance == 0 else 0.0
    return p_value(distance / error, units, looks)


def outliers(chances: Sequence[float], false_share: float = ERROR) -> list[bool]:
    """Marks p-values by Benjamini and Hochberg (1995): of those marked, at most this share is expected to be false."""
    in_order = sorted(chances)
    passed = [p for rank, p in enumerate(in_order, 1) if p <= false_share * rank / len(chances)]
    return [p <= passed[-1] if passed else False for p in chances]
