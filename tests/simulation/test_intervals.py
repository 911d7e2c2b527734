"""Intervals have the stated coverage, and marks and verdicts the stated error rates."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from aa_tools.cards.analysis.odds import wilson
from aa_tools.simulation.report.comparison import Verdict, classify_difference, comparison_table
from aa_tools.simulation.report.labels import ComparedFiles
from aa_tools.simulation.statistics.intervals import (
    Estimate,
    benjamini_hochberg,
    critical_value,
    difference,
    estimate,
    p_value,
    p_value_outside,
)
from aa_tools.simulation.statistics.moments import Moments, Observations, Quantity, Ratio, Unit

REPEATS = 4000

Array = np.ndarray[Any, np.dtype[np.int64]]


def ratio(y: Array, x: Array, unit: Unit = Unit.SHARE) -> Ratio:
    seen = Observations((Quantity("q", unit),), y.reshape(-1, 1), x.reshape(-1, 1))
    return Moments.of(len(y), seen)["q"]


def paired(y: Array, other: Array, unit: Unit = Unit.SHARE) -> Ratio:
    ones = np.ones_like(y).reshape(-1, 1)
    seen = [Observations((Quantity("q", unit),), values.reshape(-1, 1), ones) for values in (y, other)]
    return Moments.of(len(y), *seen)["q"]


def coverage(found: list[Estimate | None], truth: float) -> float:
    return float(np.mean([figure is not None and figure.low <= truth <= figure.high for figure in found]))


def test_wilson_matches_published_values() -> None:
    # Agresti and Coull (1998): 0 of 10 gives (0, 0.2775); Newcombe (1998): 81 of 263 gives (0.2553, 0.3662).
    assert wilson(0, 10, 1.959964) == pytest.approx((0, 0.2775), abs=5e-5)
    assert wilson(81 / 263, 263, 1.959964) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(1, 10, 1.959964)[1] == pytest.approx(1)


@pytest.mark.parametrize("share", [0.05, 0.3, 0.5])
def test_intervals_of_shares_have_95_percent_coverage(share: float) -> None:
    rng = np.random.default_rng(1)
    games = (rng.random((REPEATS, 400)) < share).astype(np.int64)
    found = [estimate(ratio(row, np.ones_like(row))) for row in games]
    assert 0.93 < coverage(found, share) < 0.97


def test_intervals_of_clustered_shares_have_95_percent_coverage() -> None:
    """Inspirations of the same game are positively correlated."""
    rng = np.random.default_rng(2)
    luck = rng.beta(2, 1, (REPEATS, 300))
    dealt = rng.integers(1, 7, (REPEATS, 300))
    met = rng.binomial(dealt, luck)
    found = [estimate(ratio(y, x)) for y, x in zip(met, dealt, strict=True)]
    assert 0.93 < coverage(found, 2 / 3) < 0.97
    plain = [wilson(y.sum() / x.sum(), x.sum(), 1.96) for y, x in zip(met, dealt, strict=True)]
    assert np.mean([low <= 2 / 3 <= high for low, high in plain]) < 0.9, "treating trials as independent is wrong"


def test_intervals_of_means_have_95_percent_coverage() -> None:
    rng = np.random.default_rng(3)
    points = rng.poisson(7, (REPEATS, 200))
    found = [estimate(ratio(row, np.ones_like(row), Unit.POINTS)) for row in points]
    assert 0.93 < coverage(found, 7) < 0.97


def test_intervals_of_paired_differences_have_95_percent_coverage_and_are_narrower() -> None:
    rng = np.random.default_rng(4)
    shared, own = rng.random((REPEATS, 400)), rng.random((REPEATS, 400))
    before = (shared < 0.4).astype(np.int64)
    after = np.where(own < 0.8, shared < 0.45, own < 0.89).astype(np.int64)
    truth = 0.8 * 0.45 + 0.09 - 0.4
    found = [difference(paired(a, b)) for a, b in zip(before, after, strict=True)]
    assert 0.93 < coverage(found, truth) < 0.97
    unpaired = [difference(paired(a, rng.permutation(b))) for a, b in zip(before[:200], after[:200], strict=True)]
    assert np.mean([e.width for e in found[:200] if e]) < 0.8 * np.mean([e.width for e in unpaired if e])


def test_a_confidence_sequence_holds_at_every_batch() -> None:
    rng = np.random.default_rng(5)
    looks = np.arange(200, 6001, 200)
    missed_once = missed_any = 0
    for _ in range(1000):
        games = (rng.random(6000) < 0.3).astype(np.int64)
        once, ever = False, False
        for n in looks:
            seen = ratio(games[:n], np.ones(n, np.int64))
            sequence, fixed = estimate(replace(seen, anytime=True)), estimate(seen)
            assert sequence is not None
            assert fixed is not None
            ever |= not sequence.low <= 0.3 <= sequence.high
            once |= not fixed.low <= 0.3 <= fixed.high
        missed_any += ever
        missed_once += once
    assert missed_any <= 50, "at most 5 % may ever exclude the true value"
    assert missed_once > 150, "fixed-sample intervals fail when checked repeatedly"


def test_a_confidence_sequence_is_less_than_twice_as_wide() -> None:
    assert 1.3 < critical_value(10_000, anytime=True) / critical_value(10_000, anytime=False) < 2


@pytest.mark.parametrize("anytime", [False, True])
@pytest.mark.parametrize("units", [500, 10_000, 200_000])
def test_p_values_match_the_intervals(anytime: bool, units: int) -> None:
    for error in (0.05, 0.01, 1e-4):
        assert p_value(critical_value(units, anytime, error), units, anytime) == pytest.approx(error)
    assert p_value(0, units, anytime) == 1


def test_benjamini_hochberg_matches_the_example_of_1995() -> None:
    # The 15 p-values of Benjamini and Hochberg (1995), section 3.2: the first four are significant.
    chances = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
               0.7590, 1.0]  # fmt: skip
    assert benjamini_hochberg(chances) == [True] * 4 + [False] * 11
    assert benjamini_hochberg(chances[::-1]) == [False] * 11 + [True] * 4
    assert benjamini_hochberg([0.9, 0.8]) == [False, False]


def test_the_false_discovery_rate_is_at_most_5_percent() -> None:
    """Among 20 cards of which 5 are different, at most 5 % of the marks fall on the others on average."""
    rng = np.random.default_rng(6)
    shares = np.array([0.2] * 15 + [0.35] * 5)
    false_shares, found = [], 0
    for _ in range(400):
        games = (rng.random((300, 20)) < shares).astype(np.int64)
        marks = np.array(
            benjamini_hochberg([p_value_outside(ratio(column, np.ones_like(column)), (0.2, 0.2)) for column in games.T])
        )
        false_shares.append(marks[:15].sum() / max(1, marks.sum()))
        found += marks[15:].sum()
    assert np.mean(false_shares) < 0.06
    assert found > 0.9 * 5 * 400


def test_no_observations_give_no_estimate() -> None:
    assert estimate(ratio(np.zeros(5, np.int64), np.zeros(5, np.int64))) is None


@pytest.mark.parametrize(
    ("before", "after", "target", "expected"),
    [
        (0.30, 0.10, 0.0, Verdict.BETTER),
        (0.10, 0.30, 0.0, Verdict.WORSE),
        (0.10, 0.30, float("inf"), Verdict.BETTER),
        (0.60, 0.51, 0.5, Verdict.BETTER),
        (0.40, 0.49, 0.5, Verdict.BETTER),
        (0.60, 0.20, 0.5, Verdict.WORSE),
        (0.45, 0.55, 0.5, Verdict.MORE),
        (0.55, 0.45, 0.5, Verdict.LESS),
        (0.10, 0.30, None, Verdict.MORE),
        (0.30, 0.10, None, Verdict.LESS),
        (0.30, 0.30, 0.0, Verdict.SAME),
    ],
)
def test_verdicts(before: float, after: float, target: float | None, expected: Verdict) -> None:
    shared = np.random.default_rng(7).random(5000)
    pair = paired((shared < before).astype(np.int64), (shared < after).astype(np.int64))
    assert classify_difference(pair, target, 0.02) is expected


def test_few_games_give_verdict_unknown() -> None:
    shared = np.random.default_rng(8).random(40)
    pair = paired((shared < 0.30).astype(np.int64), (shared < 0.33).astype(np.int64))
    assert classify_difference(pair, 0.0, 0.02) is Verdict.UNKNOWN


def test_verdicts_on_unchanged_cards_are_rare() -> None:
    """Two hundred comparisons of forty numbers that differ only by chance."""
    rng = np.random.default_rng(10)
    names = tuple(Quantity(f"card/c{number}/tied") for number in range(40))
    ones = np.ones((300, 40), np.int64)
    with_verdict = by_chance = 0
    for _ in range(200):
        seen = [Observations(names, (rng.random((300, 40)) < 0.3).astype(np.int64), ones) for _ in range(2)]
        rows = comparison_table(Moments.of(300, *seen), 2, ComparedFiles(("old", "new")), 0.001).rows
        with_verdict += any(row.verdict not in {Verdict.UNKNOWN.value, Verdict.CHANCE.value} for row in rows)
        for row in rows:
            assert row.figures[2] is not None
            if row.verdict == Verdict.CHANCE.value:
                by_chance += 1
                assert not row.figures[2].low <= 0 <= row.figures[2].high
            elif row.verdict == Verdict.UNKNOWN.value:
                assert row.figures[2].low <= 0 <= row.figures[2].high
    assert with_verdict < 20, "about 5 % of comparisons may have a false verdict"
    assert 0.03 < by_chance / 200 / 40 < 0.07, "about 5 % of the intervals exclude zero"


def test_a_significant_difference_below_the_margin_is_slight() -> None:
    shared = np.random.default_rng(11).random((2000, 1))
    pair = [Observations((Quantity("card/c/tied"),), (shared < share).astype(np.int64), np.ones((2000, 1), np.int64))
            for share in (0.30, 0.315)]  # fmt: skip
    table = comparison_table(Moments.of(2000, *pair), 2, ComparedFiles(("old", "new")), 0.016)
    assert [row.verdict for row in table.rows] == ["slightly worse"]
    table = comparison_table(Moments.of(2000, *pair), 2, ComparedFiles(("old", "new")), 0.01)
    assert [row.verdict for row in table.rows] == ["worse"]


def test_sums_add_up_to_the_same_in_any_order() -> None:
    rng = np.random.default_rng(9)
    seen = [
        Moments.of(50, Observations((Quantity("q"),), rng.integers(0, 3, (50, 1)), rng.integers(1, 5, (50, 1))))
        for _ in range(4)
    ]
    forward, backward = seen[0] + seen[1] + seen[2] + seen[3], seen[3] + seen[2] + seen[1] + seen[0]
    assert (forward.sums == backward.sums).all()
    assert forward.games == 200
