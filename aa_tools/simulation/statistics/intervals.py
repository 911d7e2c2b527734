"""Estimates with confidence intervals, and p-values; docs/statistics.md explains the methods."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from aa_tools.cards.analysis.odds import wilson
from aa_tools.simulation.statistics.moments import Ratio, Unit

ERROR_RATE = 0.05
"""Error rate of the confidence intervals."""

_NORMAL = NormalDist()
_TUNED_UNITS = 10_000
"""Number of units at which a confidence sequence is narrowest."""


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % confidence interval.

    Attributes:
        value: the number.
        low: lower end of the interval.
        high: upper end of the interval.
        n: sample size: number of games, cards dealt or turns.
        unit: the unit of value, low and high; a share is between 0 and 1.
    """

    value: float
    low: float
    high: float
    n: int
    unit: Unit

    @property
    def width(self) -> float:
        """Width of the interval from end to end."""
        return self.high - self.low


def critical_value(units: int, anytime: bool, error_rate: float = ERROR_RATE) -> float:
    """Returns half the width of an interval in standard errors.

    Args:
        units: number of units.
        anytime: whether to use a confidence sequence by Robbins' normal mixture (Waudby-Smith et al. 2024, theorem
            2.2): it holds at every number of units at once, so that playing may stop as soon as it is narrow enough.
        error_rate: probability that the interval does not contain the true value.
    """
    if not anytime:
        return _NORMAL.inv_cdf(1 - error_rate / 2)
    spread = _mixture_spread(units)
    return math.sqrt(2 * (1 + 1 / spread) * math.log(math.sqrt(spread + 1) / error_rate))


def _mixture_spread(units: int) -> float:
    """Returns units times the squared parameter of the mixture, chosen to be narrowest at _TUNED_UNITS."""
    first = -2 * math.log(ERROR_RATE)
    return units * (first + math.log(first + 1)) / _TUNED_UNITS


def p_value(distance: float, units: int, anytime: bool) -> float:
    """Returns the smallest error rate at which an interval excludes a value `distance` standard errors away."""
    if not anytime:
        return 2 * (1 - _NORMAL.cdf(abs(distance)))
    spread = _mixture_spread(units)
    return min(1.0, math.sqrt(spread + 1) * math.exp(-distance * distance / 2 / (1 + 1 / spread)))


def estimate(ratio: Ratio, error_rate: float = ERROR_RATE) -> Estimate | None:
    """Returns a ratio with its interval, or None if nothing was observed."""
    if ratio.trials == 0:
        return None
    value, unit = ratio.value, ratio.quantity.unit
    variance, factor = ratio.variance(ratio.slope), critical_value(ratio.units, ratio.anytime, error_rate)
    if unit is Unit.SHARE:
        return Estimate(value, *wilson(value, _effective_size(ratio, variance), factor), ratio.trials, unit)
    reach = factor * math.sqrt(variance * _small_sample_factor(ratio))
    return Estimate(value, value - reach, value + reach, ratio.trials, unit)


def _effective_size(ratio: Ratio, variance: float) -> float:
    """Returns the number of independent trials that would have this variance (Kish 1965)."""
    return ratio.value * (1 - ratio.value) / variance if variance > 0 else ratio.trials


def _small_sample_factor(ratio: Ratio) -> float:
    return ratio.units / max(1, ratio.units - 1)


def difference(ratio: Ratio) -> Estimate | None:
    """Returns the second card file's ratio minus the first's on the same shuffles, or None if one has no trials."""
    old, new = ratio.side(0), ratio.side(1)
    if old.trials == 0 or new.trials == 0:
        return None
    change = new.value - old.value
    reach = critical_value(ratio.units, ratio.anytime) * _difference_error(ratio)
    return Estimate(change, change - reach, change + reach, min(old.trials, new.trials), ratio.quantity.unit)


def _difference_error(ratio: Ratio) -> float:
    """Returns the standard error of the difference."""
    (_, *old), (_, *new) = ratio.side(0).slope, ratio.side(1).slope
    slope = (0.0, *(-part for part in old), *new)
    return math.sqrt(ratio.variance(slope) * _small_sample_factor(ratio))


def p_value_of_difference(ratio: Ratio) -> float:
    """Returns the two-sided p-value of the difference, under the hypothesis that there is none."""
    return _p_value(ratio.side(1).value - ratio.side(0).value, _difference_error(ratio), ratio)


def p_value_outside(ratio: Ratio, range_: tuple[float, float]) -> float:
    """Returns the two-sided p-value of a ratio, under the hypothesis that it is in a range; 1 if it is."""
    expected = min(max(ratio.value, range_[0]), range_[1])
    variance = ratio.variance(ratio.slope)
    if expected == ratio.value:
        return 1.0
    if ratio.quantity.unit is Unit.SHARE:
        # Like Wilson's interval, with the variance under the hypothesis.
        variance = expected * (1 - expected) / _effective_size(ratio, variance)
    else:
        variance *= _small_sample_factor(ratio)
    return _p_value(ratio.value - expected, math.sqrt(variance), ratio)


def _p_value(distance: float, error: float, ratio: Ratio) -> float:
    if error == 0:
        return 1.0 if distance == 0 else 0.0
    return p_value(distance / error, ratio.units, ratio.anytime)


def benjamini_hochberg(p_values: Sequence[float], false_discovery_rate: float = ERROR_RATE) -> list[bool]:
    """Returns which p-values are significant by Benjamini and Hochberg (1995).

    Of those returned as significant, at most the false discovery rate is expected to be due to chance.
    """
    in_order = sorted(p_values)
    passed = [p for rank, p in enumerate(in_order, 1) if p <= false_discovery_rate * rank / len(p_values)]
    return [p <= passed[-1] if passed else False for p in p_values]
