"""Two card files on the same shuffles: what is different, and is it better?"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from aa_tools.playtest.intervals import ERROR, Estimate, Looks, chance_of_change, difference, estimate, outliers
from aa_tools.playtest.moments import Moments, Ratio, Unit
from aa_tools.playtest.report import Row, Table

MARGIN = 0.02
"""A share that differs by less than this is the same; points and counts may differ ten times as much."""

_LEFT_OUT = ("score/of/", "turn/", "bot/", "canvas/", "card/all-", "inspiration/all/", "side/")
_ALSO = ("turn/frame-closed",)


class Verdict(Enum):
    """What is known of a difference."""

    BETTER = "better"
    WORSE = "worse"
    MORE = "more"
    LESS = "less"
    SAME = "same within the margin"
    UNKNOWN = "not yet known"


@dataclass(frozen=True)
class Goal:
    """What a designer wants of a quantity: as low or as high as can be, or close to `target`."""

    target: float


def goal_of(name: str, players: int) -> Goal | None:
    """Returns what is wanted of a quantity, or None where that is a matter of taste."""
    last = name.rsplit("/", 1)[-1]
    if last in ("tied", "unclaimed", "decided-by-first-player-card", "decided-by-professor-cards"):
        return Goal(0.0)
    if last in ("lead-changes", "comebacks", "open-before-last-round"):
        return Goal(float("inf"))
    if last.startswith("wins"):
        return Goal(1 / players)
    return Goal(0.5) if last == "met" else None


def margin_of(unit: Unit, margin: float) -> float:
    """Returns the margin for a unit, given that for shares."""
    return margin if unit is Unit.SHARE else 10 * margin


def verdict(ratio: Ratio, goal: Goal | None, looks: Looks, margin: float) -> Verdict:
    """Judges a difference by its interval."""
    change = difference(ratio, looks)
    if change is None:
        return Verdict.UNKNOWN
    within = margin_of(ratio.quantity.unit, margin)
    if -within < change.low and change.high < within:
        return Verdict.SAME
    if change.low <= 0 <= change.high:
        return Verdict.UNKNOWN
    if goal is None:
        return Verdict.MORE if change.low > 0 else Verdict.LESS
    return _closer(ratio, goal.target, change, looks)


def _closer(ratio: Ratio, target: float, change: Estimate, looks: Looks) -> Verdict:
    """Says whether the second is closer to the target than the first."""
    # Each interval misses half as often, so that both hold together as often as one of 95 %.
    first, second = (estimate(ratio, looks, which, ERROR / 2) for which in (0, 1))
    assert first is not None
    assert second is not None
    if max(first.high, second.high) <= target:
        return Verdict.BETTER if change.low > 0 else Verdict.WORSE
    if min(first.low, second.low) >= target:
        return Verdict.BETTER if change.high < 0 else Verdict.WORSE
    before, after = _distance(first, target), _distance(second, target)
    if after[1] < before[0]:
        return Verdict.BETTER
    return Verdict.WORSE if after[0] > before[1] else Verdict.UNKNOWN


def _distance(figure: Estimate, target: float) -> tuple[float, float]:
    """Returns the least and the greatest distance of an interval from the target."""
    ends = abs(figure.low - target), abs(figure.high - target)
    return 0.0 if figure.low <= target <= figure.high else min(ends), max(ends)


def comparison(moments: Moments, players: int, looks: Looks, files: tuple[str, str], margin: float = MARGIN) -> Table:
    """Returns the differences between two card files, biggest first, measured by the margin.

    Args:
        moments: of both, from the same shuffles.
        players: how many play.
        looks: how often the games were looked at.
        files: the names of both, the older first.
        margin: a share that differs by less than this is the same.
    """
    ratios = [moments[each.name] for each in moments.quantities if _compared(each.name)]
    ratios = [ratio for ratio in ratios if ratio.trials(0) and ratio.trials(1)]
    # Among many numbers some differ by chance: only those that stand out from chance together get a verdict.
    sure = outliers([chance_of_change(ratio, looks) for ratio in ratios])
    found = [_row(ratio, each, players, looks, margin) for ratio, each in zip(ratios, sure, strict=True)]
    found.sort(key=lambda each: -each[0])
    old, new = files
    note = (
        f"Old is {old}, new is {new}; the difference is new less old, on the same shuffles. Better, worse: of the new. "
        f"Margin: {100 * margin:g} % for shares, {10 * margin:g} for points and counts."
    )
    columns, heads = (
        ("old", "new", "difference"),
        (f"old: {_short(old, new)}", f"new: {_short(new, old)}", "new less old"),
    )
    return Table("comparison", "Differences", note, columns, tuple(row for _, row in found), heads)


def _short(name: str, other: str) -> str:
    """Returns a file's name without its folder, where that tells it from the other."""
    return Path(name).name if Path(name).name != Path(other).name else name


def _compared(name: str) -> bool:
    return not name.startswith(_LEFT_OUT) or name in _ALSO


def _row(ratio: Ratio, sure: bool, players: int, looks: Looks, margin: float) -> tuple[float, Row]:
    """Returns how many margins wide a difference is, and its row."""
    change = difference(ratio, looks)
    assert change is not None
    judged = verdict(ratio, goal_of(ratio.quantity.name, players), looks, margin)
    if judged is not Verdict.SAME and not sure:
        judged = Verdict.UNKNOWN
    figures = estimate(ratio, looks, 0), estimate(ratio, looks, 1), change
    return abs(change.value) / margin_of(change.unit, margin), Row(ratio.quantity.name, figures, verdict=judged.value)
