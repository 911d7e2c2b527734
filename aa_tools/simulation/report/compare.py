"""Two card files on the same shuffles: what is different, and is it better?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from pathlib import Path

from aa_tools.rules.ruleset import Kind
from aa_tools.simulation.report.naming import Names
from aa_tools.simulation.report.report import Row, Table
from aa_tools.simulation.statistics.intervals import (
    ERROR,
    Estimate,
    Looks,
    chance_of_change,
    difference,
    estimate,
    outliers,
)
from aa_tools.simulation.statistics.moments import Moments, Ratio, Unit
from aa_tools.simulation.statistics.observe import DECIDED

MARGIN = 0.02
"""A share that differs by less than this is the same; points and counts may differ ten times as much."""

MOST_FIRST = 24
"""Lines that people see first, at most."""

FAIR = (
    "starter/wins",
    "starter/wins-on-points",
    *(f"card/all-{kind}s/{outcome}" for kind in (Kind.ASSIGNMENT, Kind.PROFESSOR) for outcome in ("tied", "unclaimed")),
    *(f"tension/decided-by-{each}" for each in DECIDED[1:]),
)
"""What answers whether the deck is fair, in the order in which it is read."""

_LEFT_OUT = ("score/of/", "turn/", "bot/", "canvas/", "card/all-", "inspiration/all/", "side/")
_ALSO = ("turn/frame-closed", *FAIR)


class Verdict(Enum):
    """What is known of a difference."""

    BETTER = "better"
    WORSE = "worse"
    MORE = "more"
    LESS = "less"
    SAME = "same within the margin"
    UNKNOWN = "not yet known"
    CHANCE = "may be chance"


_DIFFERENT = (Verdict.BETTER, Verdict.WORSE, Verdict.MORE, Verdict.LESS)


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
    if after[0] > before[1]:
        return Verdict.WORSE
    # It differs, but may lie as far from the target on its other side.
    return Verdict.MORE if change.low > 0 else Verdict.LESS


def _distance(figure: Estimate, target: float) -> tuple[float, float]:
    """Returns the least and the greatest distance of an interval from the target."""
    ends = abs(figure.low - target), abs(figure.high - target)
    return 0.0 if figure.low <= target <= figure.high else min(ends), max(ends)


def comparison(moments: Moments, players: int, looks: Looks, names: Names, margin: float = MARGIN) -> Table:
    """Returns the differences between two card files.

    First comes what tells whether the deck is fair, then the cards that differ, then what surely differs, then the
    rest; after the first part the biggest first, measured by the margin.

    Args:
        moments: of both, from the same shuffles.
        players: how many play.
        looks: how often the games were looked at.
        names: what both and their cards are called.
        margin: a share that differs by less than this is the same.
    """
    ratios = [moments[each.name] for each in moments.quantities if _compared(each.name)]
    ratios = [ratio for ratio in ratios if ratio.trials(0) and ratio.trials(1)]
    # Among many numbers some differ by chance: only those that stand out from chance together get a verdict.
    sure = outliers([chance_of_change(ratio, looks) for ratio in ratios])
    found = [_line(ratio, each, players, looks, names, margin) for ratio, each in zip(ratios, sure, strict=True)]
    found.sort(key=_order)
    rows = tuple(line.row for line in found)
    first = min(MOST_FIRST, sum(line.part is not Part.REST for line in found))
    columns, heads = _columns(names.files)
    return Table("comparison", "Differences", _note(names.files, margin), columns, rows, heads, first, _foot(found))


class Part(IntEnum):
    """Where a difference stands in the table."""

    FAIR = 0
    CHANGED = 1
    VERDICT = 2
    REST = 3


@dataclass(frozen=True)
class _Line:
    """A line of the table: its part, how many margins wide its difference is, and whether something surely differs."""

    part: Part
    size: float
    different: bool
    row: Row


def _order(line: _Line) -> tuple[int, float]:
    return line.part, FAIR.index(line.row.name) if line.part is Part.FAIR else -line.size


def _columns(files: tuple[str, str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    old, new = files
    heads = (f"old: {_short(old, new)}", f"new: {_short(new, old)}", "new less old")
    return ("old", "new", "difference"), heads


def _note(files: tuple[str, str], margin: float) -> str:
    old, new = files
    return (
        f"Old is {old}, new is {new}; the difference is new less old, on the same shuffles. Better, worse: of the new. "
        f"Margin: {100 * margin:g} % for shares, {10 * margin:g} for points and counts; slightly: by less than that."
    )


def _foot(lines: Sequence[_Line]) -> str:
    """Says how many figures were compared, and what chance alone does with so many."""
    found = sum(line.different for line in lines)
    among = f", and about {100 * ERROR:g} in 100 such verdicts are chance all the same" if found else ""
    return (
        f"{len(lines)} figures were compared. Where nothing differs, chance alone moves about "
        f"{ERROR * len(lines):.0f} of so many intervals away from zero; what is no more than that is told as "
        f"'{Verdict.CHANCE.value}'. Beyond it: {found}{among}."
    )


def _short(name: str, other: str) -> str:
    """Returns a file's name without its folder, where that tells it from the other."""
    return Path(name).name if Path(name).name != Path(other).name else name


def _compared(name: str) -> bool:
    return not name.startswith(_LEFT_OUT) or name in _ALSO


def _line(ratio: Ratio, sure: bool, players: int, looks: Looks, names: Names, margin: float) -> _Line:
    change, name = difference(ratio, looks), ratio.quantity.name
    assert change is not None
    judged = verdict(ratio, goal_of(name, players), looks, margin)
    if judged in _DIFFERENT and not sure:
        judged = Verdict.CHANCE
    size = abs(change.value) / margin_of(change.unit, margin) if margin else abs(change.value)
    figures = estimate(ratio, looks, 0), estimate(ratio, looks, 1), change
    card = names.card_of(name)
    row = Row(names.label(name), figures, verdict=_told(judged, size), card=card, name=name)
    return _Line(_part(name, card in names.changed, judged), size, judged in _DIFFERENT, row)


def _told(judged: Verdict, size: float) -> str:
    return f"slightly {judged.value}" if judged in _DIFFERENT and size < 1 else judged.value


def _part(name: str, changed: bool, judged: Verdict) -> Part:
    if name in FAIR:
        return Part.FAIR
    if changed:
        return Part.CHANGED
    return Part.VERDICT if judged in _DIFFERENT else Part.REST
