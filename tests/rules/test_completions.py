"""Every way to complete a canvas, against scoring each by hand."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aa_tools.cards.database import CardDatabase
from aa_tools.rules.canvas import EMPTY, UNKNOWN, Canvas, GridIndex
from aa_tools.rules.completions import MAX_COMPLETIONS, Completions, RoundOutcome, enumerate_fills, score_completions
from aa_tools.rules.ruleset import Side
from aa_tools.rules.scoring import Player, Table, score

ROWS = "RYBBRRYB/BRYYRBBY/" * 4


def table(cards: CardDatabase, canvas: Canvas) -> Table:
    hook = (cards.inspiration("inspiration-hook"),)
    players = (Player(Side.SOUTH, "Anna", hook), Player(Side.NORTH, "Ben", hook))
    public = tuple(cards.public_card(each) for each in ("red-areas", "yellow-field", "weaver"))
    return Table(canvas, players, Side.NORTH, public)


def completed(cards: CardDatabase, table: Table, codes: tuple[int, ...]) -> Completions | None:
    """Completes a table whose unknown quadrants may have any of some codes."""
    candidates: dict[GridIndex, tuple[int, ...]] = dict.fromkeys(table.canvas.unknown(), codes)
    return score_completions(table, enumerate_fills(table.canvas, candidates), cards.rules)


@settings(max_examples=40, deadline=None)
@given(st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=3), st.integers(0, 10**6))
def test_every_completion_is_scored_as_it_would_be_alone(
    cards: CardDatabase, spots: set[tuple[int, int]], seed: int
) -> None:
    codes = np.random.default_rng(seed).integers(0, 3, (8, 8)).astype(np.int8)
    known = Canvas(codes)
    unknown = known.with_quadrants(dict.fromkeys(spots, UNKNOWN))
    done = completed(cards, table(cards, unknown), (0, 1, 2))
    assert done is not None
    assert len(done.results) == 3 ** len(spots)
    truth = {}
    for chosen in itertools.product(range(3), repeat=len(spots)):
        canvas = known.with_quadrants(dict(zip(done.unknown, chosen, strict=True)))
        truth[chosen] = RoundOutcome.of(score(table(cards, canvas), cards.rules))
    assert {key: RoundOutcome.of(result) for key, result in done.results.items()} == truth
    assert done.all_agree == (len(set(truth.values())) == 1)
    for at, spot in enumerate(done.unknown):
        pairs = itertools.combinations(truth, 2)
        matters = any(
            truth[one] != truth[two] for one, two in pairs if one[:at] + one[at + 1 :] == two[:at] + two[at + 1 :]
        )
        assert done.affects_outcome(spot) == matters


def test_a_space_is_empty_as_a_whole_or_not_at_all(cards: CardDatabase) -> None:
    canvas = Canvas.parse(ROWS.strip("/"), cards.letters).with_quadrants(
        {(r, c): UNKNOWN for r in (2, 3) for c in (4, 5)}
    )
    done = completed(cards, table(cards, canvas), (EMPTY, 0, 2))
    assert done is not None
    assert len(done.results) == 1 + 2**4
    assert next(iter(done.results)) == (EMPTY,) * 4
    assert np.array_equal(done.likeliest.table.canvas.quadrants[2:4, 4:6], np.full((2, 2), EMPTY))


def test_what_cannot_be_filled_is_not_scored(cards: CardDatabase) -> None:
    canvas = Canvas.parse(ROWS.strip("/"), cards.letters).with_quadrants({(0, 0): UNKNOWN})
    assert completed(cards, table(cards, canvas), (EMPTY,)) is None


@pytest.mark.parametrize(("count", "scored"), [(6, True), (7, False)])
def test_too_many_are_not_scored(cards: CardDatabase, count: int, scored: bool) -> None:
    canvas = Canvas.parse(ROWS.strip("/"), cards.letters).with_quadrants({(0, c): UNKNOWN for c in range(count)})
    few = replace(table(cards, canvas), cards=())
    done = completed(cards, few, (0, 1, 2))
    assert (done is not None) == scored
    assert done is None or len(done.results) == MAX_COMPLETIONS
