"""Which numbers of a report are marked."""

from __future__ import annotations

import numpy as np
import pytest

from aa_tools.cards.database import CardDatabase, parse_cards
from aa_tools.files import SourceText, read_text
from aa_tools.simulation.bots.roster import seated
from aa_tools.simulation.report.marks import LIMITS, Candidate, marks_of
from aa_tools.simulation.report.report import Mark, Table
from aa_tools.simulation.statistics.intervals import Looks, chance_outside, estimate
from aa_tools.simulation.statistics.moments import Moments, Observations, Quantity, Ratio
from aa_tools.simulation.study import Order, study


def share(hits: int, n: int) -> Ratio:
    """A share in n units, each counted once."""
    y = (np.arange(n) < hits).astype(np.int64)[:, np.newaxis]
    return Moments.of(n, Observations((Quantity("q"),), y, np.ones_like(y)))["q"]


def marks(outcome: str, usual: float, **hits: int) -> dict[str, Mark]:
    """Marks shares of 400, of which `usual` is usual."""
    low = usual if outcome == "met" else 0.0
    return marks_of(
        {name: Candidate(share(each, 400), (low, usual), LIMITS[outcome]) for name, each in hits.items()}, Looks.ONCE
    )


def test_a_share_beyond_its_limit_is_marked_so_and_one_that_only_stands_out_otherwise() -> None:
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


def test_fewer_ties_and_cards_always_claimed_are_no_fault() -> None:
    assert marks("tied", 0.2, few=5, none=0, typical=80) == {}
    assert marks("unclaimed", 0.08, none=0, typical=32) == {}


def test_what_chance_explains_is_not_marked() -> None:
    """Of 60 games 17 tied are 28 %; of 5 games none tied is as good as nothing known."""
    assert marks_of({"card": Candidate(share(17, 60), (0.0, 0.25), LIMITS["tied"])}, Looks.ONCE) == {}
    assert marks_of({"card": Candidate(share(0, 5), (0.3, 0.3), LIMITS["met"])}, Looks.ONCE) == {}


@pytest.mark.parametrize("limits_kept", [True, False])
def test_few_marks_of_a_limit_are_false(limits_kept: bool) -> None:
    """22 cards at their limit: a table with any mark is as rare as the error allows; above it most are marked."""
    rng = np.random.default_rng(12)
    truth, marked = 0.25 if limits_kept else 0.40, 0
    for _ in range(300):
        hits = rng.binomial(300, truth, 22)
        family = {str(card): Candidate(share(each, 300), (0.0, 1.0), LIMITS["tied"]) for card, each in enumerate(hits)}
        marked += bool(marks_of(family, Looks.ONCE))
    assert marked < 0.06 * 300 if limits_kept else marked == 300


@pytest.mark.parametrize(("hits", "n"), [(0, 20), (3, 20), (20, 20), (130, 400)])
def test_the_chance_is_the_error_of_the_interval_that_ends_there(hits: int, n: int) -> None:
    seen = estimate(share(hits, n))
    assert seen is not None
    for end in {seen.low, seen.high} - {0.0, 1.0}:
        assert chance_outside(share(hits, n), (end, end)) == pytest.approx(0.05)


@pytest.fixture(scope="module")
def tables(cards: CardDatabase) -> dict[str, Table]:
    """A report of a deck with a professor that nobody claims, and inspirations that all and hardly any meet."""
    text = read_text("cards.yaml").text
    for old, new in (
        ("{measure: borders}", "{measure: occurrences, pattern: XXXXXXXX}"),
        ('pattern: "XXXXX"', 'pattern: "XX"'),
        ('pattern: "XX/XX/X."', 'pattern: "XXX/XXX/X.."'),
    ):
        assert old in text
        text = text.replace(old, new)
    report = study(Order(parse_cards(SourceText("deck.yaml", text)), None, seated("random", 2), games=600))
    return {table.key: table for table in report.tables}


def test_a_dead_card_and_inspirations_too_rare_and_too_common_are_marked(tables: dict[str, Table]) -> None:
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
    assert tables["professors"].json(tables["professors"].rows[0])["unclaimed"]["mark"] == "beyond the limit"


def test_the_notes_say_what_the_marks_mean(tables: dict[str, Table]) -> None:
    assert tables["professors"].note.endswith(
        "* tied or unclaimed more often than all professors together. "
        "! more than 25 % tied, or more than 10 % unclaimed."
    )
    assert tables["inspirations"].note.endswith(
        "* met more or less often than all together. ! less than 15 % or more than 85 %."
    )
