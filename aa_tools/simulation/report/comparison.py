"""The comparison of two card files on the same shuffles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from pathlib import Path

from aa_tools.rules.ruleset import Kind
from aa_tools.simulation.report.labels import ComparedFiles, card_of
from aa_tools.simulation.report.report import ReportRow, ReportTable
from aa_tools.simulation.statistics.intervals import (
    ERROR_RATE,
    Estimate,
    benjamini_hochberg,
    difference,
    estimate,
    p_value_of_difference,
)
from aa_tools.simulation.statistics.moments import Moments, Ratio, Unit
from aa_tools.simulation.statistics.observe import DECIDED_BY

MARGIN = 0.02
"""Default equivalence margin for shares; the margin for points and counts is ten times as large."""

MAX_FIRST_ROWS = 24
"""Number of rows shown to people first, at most."""

FAIRNESS_QUANTITIES = (
    "starter/wins",
    "starter/wins-on-points",
    *(f"card/all-{kind}s/{outcome}" for kind in (Kind.ASSIGNMENT, Kind.PROFESSOR) for outcome in ("tied", "unclaimed")),
    *(f"tension/decided-by-{rule}" for rule in DECIDED_BY[1:]),
)
"""The quantities that show whether a deck is fair, in the order of the table."""

_EXCLUDED_PREFIXES = ("score/of/", "turn/", "bot/", "canvas/", "card/all-", "inspiration/all/", "side/")
_INCLUDED = ("turn/frame-closed", *FAIRNESS_QUANTITIES)


class Verdict(Enum):
    """The classification of a difference."""

    BETTER = "better"
    WORSE = "worse"
    MORE = "more"
    LESS = "less"
    SAME = "same within the margin"
    UNKNOWN = "not yet known"
    CHANCE = "may be chance"


_DIFFERENT = (Verdict.BETTER, Verdict.WORSE, Verdict.MORE, Verdict.LESS)


class _Section(IntEnum):
    """The sections of the table, in their order."""

    FAIRNESS = 0
    CHANGED_CARD = 1
    DIFFERENT = 2
    REST = 3


def target_of(name: str, players: int) -> float | None:
    """Returns the desired value of a quantity (infinity: as high as possible), or None if it is a matter of taste."""
    last = name.rpartition("/")[2]
    if last in ("tied", "unclaimed", "decided-by-first-player-card", "decided-by-professor-cards"):
        return 0.0
    if last in ("lead-changes", "comebacks", "open-before-last-round"):
        return float("inf")
    if last.startswith("wins"):
        return 1 / players
    return 0.5 if last == "met" else None


def _margin_of(unit: Unit, margin: float) -> float:
    return margin if unit is Unit.SHARE else 10 * margin


def classify_difference(ratio: Ratio, target: float | None, margin: float) -> Verdict:
    """Classifies a difference by its interval.

    Args:
        ratio: the quantity in both card files.
        target: see `target_of`.
        margin: equivalence margin for shares.
    """
    change = difference(ratio)
    if change is None:
        return Verdict.UNKNOWN
    within = _margin_of(ratio.quantity.unit, margin)
    if -within < change.low and change.high < within:
        return Verdict.SAME
    if change.low <= 0 <= change.high:
        return Verdict.UNKNOWN
    if target is None:
        return Verdict.MORE if change.low > 0 else Verdict.LESS
    return _classify_by_target(ratio, target, change)


def _classify_by_target(ratio: Ratio, target: float, change: Estimate) -> Verdict:
    # At half the error rate each, both intervals together hold as often as one 95 % interval.
    old, new = (estimate(ratio.side(which), ERROR_RATE / 2) for which in (0, 1))
    assert old is not None
    assert new is not None
    if max(old.high, new.high) <= target:
        return Verdict.BETTER if change.low > 0 else Verdict.WORSE
    if min(old.low, new.low) >= target:
        return Verdict.BETTER if change.high < 0 else Verdict.WORSE
    before, after = _distance_range(old, target), _distance_range(new, target)
    if after[1] < before[0]:
        return Verdict.BETTER
    if after[0] > before[1]:
        return Verdict.WORSE
    # The values differ, but may be equally far from the target on opposite sides.
    return Verdict.MORE if change.low > 0 else Verdict.LESS


def _distance_range(figure: Estimate, target: float) -> tuple[float, float]:
    """Returns the smallest and the largest distance between an interval and the target."""
    distances = abs(figure.low - target), abs(figure.high - target)
    return 0.0 if figure.low <= target <= figure.high else min(distances), max(distances)


@dataclass(frozen=True)
class _ComparedRow:
    """A row with its section, its difference in margins, and whether it is different beyond chance."""

    row: ReportRow
    section: _Section
    size: float
    is_different: bool

    @property
    def sort_key(self) -> tuple[int, float]:
        is_fairness = self.section is _Section.FAIRNESS
        return self.section, FAIRNESS_QUANTITIES.index(self.row.name) if is_fairness else -self.size


def comparison_table(moments: Moments, players: int, files: ComparedFiles, margin: float = MARGIN) -> ReportTable:
    """Returns the table of differences between two card files.

    First come the quantities that show whether the deck is fair, then the cards that were changed, then other
    differences beyond chance, then the rest. After the first section, the largest differences come first.

    Args:
        moments: the moments of both card files on the same shuffles.
        players: number of players.
        files: names of the files and their cards.
        margin: equivalence margin for shares; ten times as large for points and counts.
    """
    names = [quantity.name for quantity in moments.quantities]
    compared = [moments[name] for name in names if not name.startswith(_EXCLUDED_PREFIXES) or name in _INCLUDED]
    ratios = [ratio for ratio in compared if ratio.side(0).trials and ratio.side(1).trials]
    # Among many numbers some differ by chance, so only those that are significant together get a verdict.
    significant = benjamini_hochberg([p_value_of_difference(ratio) for ratio in ratios])
    rows = [
        _compare(ratio, is_significant, players, files, margin)
        for ratio, is_significant in zip(ratios, significant, strict=True)
    ]
    rows.sort(key=lambda compared: compared.sort_key)
    first = min(MAX_FIRST_ROWS, sum(row.section is not _Section.REST for row in rows))
    old, new = files.names
    note = (
        f"Old is {old}, new is {new}; the difference is new minus old, on the same shuffles. Better and worse are "
        f"about the new file. Margin: {100 * margin:g} % for shares, {10 * margin:g} for points and counts; slightly: "
        "less than the margin."
    )
    heads = (f"old: {_short_name(old, new)}", f"new: {_short_name(new, old)}", "new minus old")
    columns = ("old", "new", "difference")
    report_rows = tuple(compared.row for compared in rows)
    return ReportTable("comparison", "Differences", note, columns, report_rows, heads, first, _foot(rows))


def _compare(ratio: Ratio, is_significant: bool, players: int, files: ComparedFiles, margin: float) -> _ComparedRow:
    change, name = difference(ratio), ratio.quantity.name
    assert change is not None
    verdict = classify_difference(ratio, target_of(name, players), margin)
    if verdict in _DIFFERENT and not is_significant:
        verdict = Verdict.CHANCE
    is_different = verdict in _DIFFERENT
    size = abs(change.value) / _margin_of(change.unit, margin) if margin else abs(change.value)
    text = f"slightly {verdict.value}" if is_different and size < 1 else verdict.value
    figures = estimate(ratio.side(0)), estimate(ratio.side(1)), change
    card = card_of(name)
    row = ReportRow(files.label(name), figures, verdict=text, card=card, name=name)
    if name in FAIRNESS_QUANTITIES:
        section = _Section.FAIRNESS
    elif card in files.changed:
        section = _Section.CHANGED_CARD
    else:
        section = _Section.DIFFERENT if is_different else _Section.REST
    return _ComparedRow(row, section, size, is_different)


def _foot(rows: Sequence[_ComparedRow]) -> str:
    """Explains how many differences are to be expected by chance."""
    found = sum(row.is_different for row in rows)
    false = f"; about {100 * ERROR_RATE:g} in 100 such verdicts are due to chance" if found else ""
    return (
        f"{len(rows)} numbers were compared. If nothing differs, about {ERROR_RATE * len(rows):.0f} of their intervals "
        f"exclude zero by chance; a difference of that kind is shown as '{Verdict.CHANCE.value}'. Beyond chance: "
        f"{found}{false}."
    )


def _short_name(name: str, other: str) -> str:
    """Returns a file's name without its folder, unless both files have the same name."""
    return Path(name).name if Path(name).name != Path(other).name else name
