"""Marks on the numbers of a report."""

from __future__ import annotations

import numpy as np
import pytest

from aa_tools.cards.database import CardDatabase, parse_cards
from aa_tools.files import SourceText, read_text
from aa_tools.simulation.playtest import PlaytestConfig, run_playtest
from aa_tools.simulation.report.report import Mark, ReportTable
from aa_tools.simulation.report.tables import LIMITS, Candidate, marks_of
from aa_tools.simulation.statistics.intervals import estimate, p_value_outside
from aa_tools.simulation.statistics.moments import Moments, Observations, Quantity, Ratio


def share(hits: int, n: int) -> Ratio:
    """A share of n units, each counted once."""
    y = (np.arange(n) < hits).astype(np.int64)[:, np.newaxis]
    return Moments.of(n, Observations((Quantity("q"),), y, np.ones_like(y)))["q"]


def marks(outcome: str, usual: float, **hits: int) -> dict[str, Mark]:
    """Marks of shares out of 400, given the usual share."""
    low = usual if outcome == "met" else 0.0
    return marks_of({name: Candidate(share(count, 400), (low, usual), LIMITS[outcome]) for name, count in hits.items()})


def test_marks_distinguish_limits_from_outliers() -> None:
    assert marks("tied", 0.12, typical=50, much=80, more=98, beyond=160) == {
        "much": Mark.OUTLIER,
        "more": Mark.OUTLIER,
        "beyond": Mark.BEYOND,
    }
    assert marks("unclaimed", 0.0, never=0, often=90) == {"often": Mark.BEYOND}
    assert marks("met", 0.6, rare=20, less=160, typical=240, more=280, common=390) == {
        "rare": Mark.BEYOND,
        "less": Mark.OUTLIER,
        "more": Mark.OUTLIER,
        "common": Mark.BEYOND,
    }


def test_few_ties_and_cards_always_claimed_are_not_marked() -> None:
    assert marks("tied", 0.2, few=5, none=0, typical=80) == {}
    assert marks("unclaimed", 0.08, none=0, typical=32) == {}


def test_chance_deviations_are_not_marked() -> None:
    """17 ties in 60 games are 28 %; 0 ties in 5 games say almost nothing."""
    assert marks_of({"card": Candidate(share(17, 60), (0.0, 0.25), LIMITS["tied"])}) == {}
    assert marks_of({"card": Candidate(share(0, 5), (0.3, 0.3), LIMITS["met"])}) == {}


@pytest.mark.parametrize("limits_kept", [True, False])
def test_marks_of_limits_are_rarely_false(limits_kept: bool) -> None:
    """With 22 cards at their limit, tables with a mark are rare; with all above it, every table has one."""
    rng = np.random.default_rng(12)
    truth, marked = 0.25 if limits_kept else 0.40, 0
    for _ in range(300):
        hits = rng.binomial(300, truth, 22)
        family = {
            str(card): Candidate(share(count, 300), (0.0, 1.0), LIMITS["tied"]) for card, count in enumerate(hits)
        }
        marked += bool(marks_of(family))
    assert marked < 0.06 * 300 if limits_kept else marked == 300


@pytest.mark.parametrize(("hits", "n"), [(0, 20), (3, 20), (20, 20), (130, 400)])
def test_the_p_value_at_the_end_of_an_interval_is_its_error_rate(hits: int, n: int) -> None:
    seen = estimate(share(hits, n))
    assert seen is not None
    for end in {seen.low, seen.high} - {0.0, 1.0}:
        assert p_value_outside(share(hits, n), (end, end)) == pytest.approx(0.05)


@pytest.fixture(scope="module")
def tables(cards: CardDatabase) -> dict[str, ReportTable]:
    """The tables of a deck with a professor that nobody can claim, and inspirations met always and almost never."""
    text = read_text("cards.yaml").text
    for old, new in (
        ("{measure: borders}", "{measure: occurrences, pattern: XXXXXXXX}"),
        ('pattern: "XXXXX"', 'pattern: "XX"'),
        ('pattern: "XX/XX/X."', 'pattern: "XXX/XXX/X.."'),
    ):
        assert old in text
        text = text.replace(old, new)
    report = run_playtest(PlaytestConfig(parse_cards(SourceText("deck.yaml", text)), bots="random", games=600))
    return {table.key: table for table in report.tables}


def test_cards_beyond_their_limits_are_marked(
    tables: dict[str, ReportTable],
) -> None:
    found = {
        (row.label, column): mark
        for key in ("assignments", "professors", "inspirations")
        for row in tables[key].rows
        for column, (_, mark) in zip(tables[key].columns, row.marked, strict=True)
        if mark
    }
    assert found[("weaver", "unclaimed")] is Mark.BEYOND
    assert found[("inspiration-beam", "met")] is Mark.BEYOND
    assert found[("inspiration-window", "met")] is Mark.BEYOND
    assert not any(label.startswith("all-") for label, _ in found)
    assert {column for _, column in found} <= {"tied", "unclaimed", "met"}
    assert tables["professors"].json()["rows"][0]["unclaimed"]["mark"] == "beyond the limit"


def test_the_notes_explain_the_marks(tables: dict[str, ReportTable]) -> None:
    assert tables["professors"].note.endswith(
        "* tied or unclaimed more often than all professors together. "
        "! more than 25 % tied, or more than 10 % unclaimed."
    )
    assert tables["inspirations"].note.endswith(
        "* met more or less often than all together. ! less than 15 % or more than 85 %."
    )
