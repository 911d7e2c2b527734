"""Which numbers of a table are marked; what the marks mean stands in docs/statistics.md."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aa_tools.simulation.report.report import Mark
from aa_tools.simulation.statistics.intervals import Looks, chance_outside, outliers
from aa_tools.simulation.statistics.moments import Ratio

NO_LIMIT = (-math.inf, math.inf)

LIMITS = {"tied": (0.0, 0.25), "unclaimed": (0.0, 0.10), "met": (0.15, 0.85)}
"""Between which a share of a card should lie; the shipped deck is tuned to them."""


@dataclass(frozen=True, eq=False)
class Candidate:
    """A number that may be marked.

    Attributes:
        ratio: the number.
        usual: between which it is as all others are.
        limits: between which it should lie.
    """

    ratio: Ratio
    usual: tuple[float, float]
    limits: tuple[float, float]


def marks_of(family: Mapping[str, Candidate], looks: Looks) -> dict[str, Mark]:
    """Marks the numbers of one table: those beyond their limits, and of the others those that stand out."""
    outside = {
        Mark.OUTLIER: [chance_outside(each.ratio, each.usual, looks) for each in family.values()],
        Mark.BEYOND: [chance_outside(each.ratio, each.limits, looks) for each in family.values()],
    }
    return {name: mark for mark, chances in outside.items() for name in _picked(list(family), chances)}


def _picked(names: Sequence[str], chances: Sequence[float]) -> list[str]:
    return [name for name, sure in zip(names, outliers(chances), strict=True) if sure]
