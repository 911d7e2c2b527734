from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aa_tools.errors import RulesError
from aa_tools.rules.areas import Pattern
from aa_tools.rules.canvas import Canvas
from aa_tools.rules.measures import Areas, Borders, Edge, LargestArea, Measure, Mirror, Quadrants, Spread
from aa_tools.rules.objectives import Best, InspirationCard, Objective, Over, PublicCard
from aa_tools.rules.ruleset import Kind, Rules, Side, seats
from aa_tools.rules.scoring import Player, Table, resolve, score
from tests.rules import oracle

S, W, N, E = Side

BLANK = "/".join(["." * 8] * 8)


def assignment(name: str, measure: Measure, colour: int = 0, best: Best = Best.MOST) -> PublicCard:
    return PublicCard(name, Kind.ASSIGNMENT, 3, Objective(measure, colour, best=best))


def professor(name: str, measure: Measure, best: Best = Best.MOST) -> PublicCard:
    return PublicCard(name, Kind.PROFESSOR, 5, Objective(measure, best=best))


def table(
    text: str, *cards: PublicCard, first: Side = S, hands: dict[Side, list[InspirationCard]] | None = None
) -> Table:
    canvas = Canvas.parse(text, "RYB")
    sides = seats(2 if canvas.side == 8 else 4)
    players = tuple(Player(side, side.value, tuple((hands or {}).get(side, []))) for side in sides)
    return Table(canvas, players, first, cards)


def rows(north: str, south: str) -> str:
    """A canvas whose four northern rows are `north` and whose four southern rows are `south`."""
    return "/".join([north] * 4 + [south] * 4)


# -- ties and the first player card ------------------------------------------------------------------------------


@given(
    st.integers(2, 4).filter(lambda zones: zones != 3),
    st.lists(st.tuples(st.lists(st.integers(0, 2), min_size=4, max_size=4), st.sampled_from(Best)), max_size=6),
    st.integers(0, 3),
    st.booleans(),
)
def test_resolve_agrees_with_the_oracle(
    zones: int, drawn: list[tuple[list[int], Best]], holder: int, claim_at_zero: bool
) -> None:
    sides = [str(side) for side in seats(zones)]
    forms = [(str(i), str(best), dict(zip(sides, numbers, strict=False))) for i, (numbers, best) in enumerate(drawn)]
    expected, holder_after = oracle.resolve(forms, sides[holder % zones], claim_at_zero)
    now = np.array([holder % zones])
    for (numbers, best), (_, claimed_by, tie) in zip(drawn, expected, strict=True):
        claimed, tied, now = resolve(np.array([numbers[:zones]]), best, now, claim_at_zero)
        assert (sides[claimed[0]] if claimed[0] >= 0 else None, bool(tied[0])) == (claimed_by, tie)
    assert sides[now[0]] == holder_after


def test_resolving_many_tables_is_resolving_each() -> None:
    rng = np.random.default_rng(5)
    numbers, holder = rng.integers(0, 3, (500, 4)), rng.integers(0, 4, 500)
    together = resolve(numbers, Best.MOST, holder, False)
    for index in range(500):
        alone = resolve(numbers[index : index + 1], Best.MOST, holder[index : index + 1], False)
        assert [each[0] for each in alone] == [each[index] for each in together]


def test_a_tie_passes_the_first_player_card_and_the_next_goes_the_other_way() -> None:
    tied = rows("RRRRYYYY", "YYYYRRRR")
    cards = [assignment("a", Quadrants()), assignment("b", Quadrants(), 1), professor("c", Mirror())]
    result = score(table(tied, *cards, first=N), Rules())
    assert [(claim.card.id, claim.claimed_by, claim.tie, claim.first_player) for claim in result.claims] == [
        ("a", N, True, S),
        ("b", S, True, N),
        ("c", None, False, N),
    ]
    assert (result.first_player, result.points(N), result.points(S)) == (N, 3, 3)


def test_assignments_come_before_professors_whatever_their_order_on_the_table() -> None:
    cards = [professor("p", Borders()), assignment("b", Edge()), assignment("a", Quadrants())]
    result = score(table(rows("RYRYRYRY", "RYRYRYRY"), *cards), Rules())
    assert [claim.card.id for claim in result.claims] == ["b", "a", "p"]
    assert [claim.claimed_by for claim in result.claims] == [S, N, S]


def test_four_players_holder_not_among_the_tied() -> None:
    numbers = np.array([[1, 5, 0, 5]])
    for holder, claimed in ((S, W), (N, E)):
        winner, tie, after = resolve(numbers, Best.MOST, np.array([list(Side).index(holder)]), False)
        assert (list(Side)[winner[0]], bool(tie[0]), list(Side)[after[0]]) == (claimed, True, holder)


def test_four_players_holder_hands_the_card_to_the_next_tied_rival_clockwise() -> None:
    winner, _, after = resolve(np.array([[5, 0, 5, 5]]), Best.MOST, np.array([0]), False)
    assert (list(Side)[winner[0]], list(Side)[after[0]]) == (S, N)
    winner, _, after = resolve(np.array([[5, 0, 5, 5]]), Best.MOST, np.array([3]), False)
    assert (list(Side)[winner[0]], list(Side)[after[0]]) == (E, S)


# -- sides and words given as text -----------------------------------------------------------------------------


def test_a_side_given_as_text_is_that_side() -> None:
    card = assignment("a", Quadrants(), 1)
    beam = InspirationCard("beam", 2, Pattern("XX"))
    text = rows("RRRRRRRR", "YYYYYYYY")
    result = score(table(text, card, hands={N: [beam], S: [beam]}), Rules())
    for side in (S, N):
        assert result.cards(side.value) == result.cards(side)
        assert result.scored(side.value) == result.scored(side) == [beam]
        assert result.points(side.value) == result.points(side)
    assert (result.points("south"), result.points("north")) == (5, 2)


@pytest.mark.parametrize("side", ["west", "South", "nowhere", W])
def test_a_side_where_no_player_sits_is_an_error(side: str) -> None:
    result = score(table(BLANK), Rules())
    for question in (result.cards, result.scored, result.points):
        with pytest.raises(RulesError, match=f"no player sits {side}; sides in play: south, north"):
            question(side)


def test_values_made_of_text_score_as_those_made_of_enums() -> None:
    text = rows("RRRRRRRR", "YYYYYYYY")
    fewest = PublicCard("a", "assignment", 3, Objective(Quadrants(), 0, best="fewest"))  # type: ignore[arg-type]
    most = PublicCard("p", "professor", 5, Objective(Areas(), best="most", over="max"))  # type: ignore[arg-type]
    as_enums = table(text, replace(fewest, kind=Kind.ASSIGNMENT), most)
    players = tuple(Player(side, side) for side in ("south", "north"))  # type: ignore[arg-type]
    as_text = Table(as_enums.canvas, players, "south", (fewest, most))  # type: ignore[arg-type]
    result = score(as_text, Rules())
    assert result == score(as_enums, Rules())
    assert [(claim.claimed_by, claim.tie) for claim in result.claims] == [(S, False), (S, True)]
    for unknown in ({"best": "least"}, {"over": "mean"}):
        with pytest.raises(ValueError, match="is not a valid"):
            Objective(Quadrants(), **unknown)  # type: ignore[arg-type]


# -- zero, fewest, incomplete ------------------------------------------------------------------------------------


def test_nobody_claims_a_most_card_at_zero_but_a_fewest_card_is_claimed() -> None:
    cards = [assignment("most", Quadrants()), assignment("fewest", Quadrants(), best=Best.FEWEST)]
    result = score(table(BLANK, *cards), Rules())
    assert [(claim.claimed_by, claim.tie) for claim in result.claims] == [(None, False), (S, True)]
    at_zero = score(table(BLANK, *cards), Rules(claim_at_zero=True))
    assert [(claim.claimed_by, claim.tie) for claim in at_zero.claims] == [(S, True), (N, True)]


def test_empty_spaces_count_for_nothing() -> None:
    text = "/".join(["RR......"] * 4 + ["RRRR...."] * 4)
    result = score(table(text, assignment("a", LargestArea()), professor("b", Spread())), Rules())
    assert [dict(claim.numbers) for claim in result.claims] == [{S: 16, N: 8}, {S: 16, N: 8}]


def test_an_unknown_quadrant_cannot_be_scored() -> None:
    with pytest.raises(RulesError, match="a quadrant of the canvas is unknown"):
        score(table(BLANK.replace("........", "..??....", 1)), Rules())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"first_player": W}, "no player sits west; sides in play: south, north"),
        ({"players": (Player(S, "a"), Player(W, "b"))}, "2 players must sit south, north"),
        ({"canvas": Canvas.parse("RR/RR", "RYB")}, "a canvas for 2 players has 8 x 8 quadrants"),
        ({"players": tuple(Player(side, "") for side in (S, W, N))}, "3 players cannot play; Abstract"),
    ],
)
def test_a_table_against_the_rules_is_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        score(replace(table(BLANK), **change), Rules())  # type: ignore[arg-type]


# -- inspirations ------------------------------------------------------------------------------------------------

HOOK = InspirationCard("hook", 2, Pattern("XX/X./X."))


def test_an_inspiration_may_be_rotated_not_mirrored() -> None:
    turned = "......../......../......../......../......../...BBB../...B..../........"
    mirrored = turned.replace("...B....", ".....B..")
    for text, rules, scored in (
        (turned, Rules(), False),
        (mirrored, Rules(), True),
        (turned, Rules(mirrored_patterns=True), True),
    ):
        result = score(table(text, hands={S: [HOOK], N: [HOOK]}), rules)
        assert [each.scored for each in result.inspirations] == [scored, False]
        if scored:
            last = [(6, 3)] if text == turned else [(6, 5)]
            assert result.inspirations[0].places == [(5, 3), (5, 4), (5, 5), *last]
            assert result.points(S) == 2


def test_an_inspiration_needs_one_colour() -> None:
    text = "......../......../......../......../......../..BBY.../..B...../........"
    assert not score(table(text, hands={S: [HOOK]}), Rules()).inspirations[0].scored


@given(
    st.lists(st.text("RYB", min_size=8, max_size=8), min_size=8, max_size=8),
    st.sampled_from(["XX/X.", "X.X", "XX./.XX"]),
)
def test_inspirations_agree_with_the_oracle(lines: list[str], pattern: str) -> None:
    card = InspirationCard("i", 2, Pattern(pattern))
    for each in score(table("/".join(lines), hands={S: [card], N: [card]}), Rules()).inspirations:
        expected = oracle.inspiration_places(lines, each.side, pattern)
        assert each.scored == bool(expected)
        assert not expected or frozenset(each.places) in expected


def test_a_limit_on_inspirations_scores_the_dearest() -> None:
    cheap, dear = InspirationCard("cheap", 1, Pattern("XX")), InspirationCard("dear", 4, Pattern("XXX"))
    result = score(table(rows("R" * 8, "R" * 8), hands={S: [cheap, dear, dear]}), Rules(inspirations_per_round=1))
    assert [(each.card.id, each.scored, bool(each.places)) for each in result.inspirations] == [
        ("cheap", False, True),
        ("dear", True, True),
        ("dear", False, True),
    ]
    assert result.points(S) == 4


# -- properties --------------------------------------------------------------------------------------------------

MEASURED = [Areas(), LargestArea(), Edge("left"), Mirror(), Quadrants()]
PAINTED = st.lists(st.text("RYB.", min_size=8, max_size=8), min_size=8, max_size=8)


@given(PAINTED, st.sampled_from(MEASURED), st.sampled_from(list(Over)))
def test_a_half_turn_of_the_table_with_seats_swapped_swaps_the_scores(
    lines: list[str], measure: Measure, over: Over
) -> None:
    card = PublicCard("p", Kind.PROFESSOR, 5, Objective(measure, over=over))
    here = score(table("/".join(lines), card, first=S), Rules())
    turned = score(table("/".join(line[::-1] for line in lines[::-1]), card, first=N), Rules())
    assert (here.points(S), here.points(N)) == (turned.points(N), turned.points(S))
    assert here.claims[0].numbers[S] == turned.claims[0].numbers[N]


@given(PAINTED, st.sampled_from(MEASURED), st.permutations([0, 1, 2]))
def test_permuting_colours_in_table_and_objective_changes_nothing(
    lines: list[str], measure: Measure, order: list[int]
) -> None:
    recoloured = "/".join(lines).translate({ord("RYB"[i]): "RYB"[order[i]] for i in range(3)})
    for colour in range(3):
        here = score(table("/".join(lines), assignment("a", measure, colour)), Rules())
        there = score(table(recoloured, assignment("a", measure, order[colour])), Rules())
        assert (here.claims[0].numbers, here.claims[0].evidence) == (there.claims[0].numbers, there.claims[0].evidence)


@given(st.data())
def test_order_matters_where_another_order_gives_another_result(data: st.DataObject) -> None:
    players = data.draw(st.sampled_from([2, 4]))
    side = 8 if players == 2 else 10
    line = data.draw(st.sampled_from(["R" * side, "RY" * (side // 2), "B" * side]))
    text = "/".join(data.draw(st.lists(st.sampled_from([line, "." * side]), min_size=side, max_size=side)))
    names = data.draw(st.lists(st.sampled_from(range(6)), min_size=0, max_size=4, unique=True))
    pool = [assignment(str(i), Quadrants(), i) for i in range(3)] + [
        professor("3", Areas()), professor("4", Borders()), professor("5", Spread(), Best.FEWEST)
    ]  # fmt: skip
    cards = [pool[i] for i in names]
    result = score(table(text, *cards), Rules())

    def outcome(order: tuple[PublicCard, ...]) -> object:
        other = score(table(text, *order), Rules())
        return sorted((claim.card.id, claim.claimed_by) for claim in other.claims), other.first_player

    outcomes = [outcome(order) for order in itertools.permutations(cards)]
    assert result.order_matters == any(other != outcomes[0] for other in outcomes)
