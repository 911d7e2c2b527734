"""The odds against the slow oracle and against exact counts; whether a deck can hold a pattern, by brute force."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aa_tools.cards.analysis.checks import check_deck
from aa_tools.cards.analysis.fits import can_hold
from aa_tools.cards.analysis.odds import RANDOM_CANVASES, Proportion, deck_quadrants, random_canvases, survey
from aa_tools.cards.database import CardDatabase, load_cards
from aa_tools.rules.areas import Pattern, occurrences
from aa_tools.rules.canvas import Canvas, zone_masks
from aa_tools.rules.ruleset import Rules, Side, seats
from aa_tools.rules.scoring import Player, Table, score

SMALL = Rules(grid={2: 2}, zone_depth=1)
WARNED = Path(__file__).parent / "warned"


def test_each_canvas_is_made_of_different_cards_of_the_deck(cards: CardDatabase) -> None:
    deck = deck_quadrants(cards)
    known = {card.tobytes(): number for number, card in enumerate(deck)}
    canvases = random_canvases(deck, 5, 50, np.random.default_rng(1), half_turns=False)
    for canvas in canvases:
        laid = [
            known[canvas[row : row + 2, column : column + 2].tobytes()]
            for row, column in itertools.product(range(0, 10, 2), repeat=2)
        ]
        assert len(set(laid)) == 25
    assert len({canvas.tobytes() for canvas in canvases}) == 50


def test_half_turns_lay_about_half_of_the_cards_upside_down() -> None:
    deck = np.array([[[0, 0], [1, 1]]] * 4, np.int8)
    canvases = random_canvases(deck, 2, 1000, np.random.default_rng(1), half_turns=True)
    upright = (canvases[:, ::2, ::2] == 0).mean()
    assert upright == pytest.approx(0.5, abs=0.05)
    assert ((canvases[:, ::2] == 0) == (canvases[:, 1::2] == 1)).all()


@pytest.mark.parametrize("players", [2, 4])
def test_the_odds_are_what_scoring_says_of_the_same_canvases(cards: CardDatabase, players: int) -> None:
    """A survey of 60 canvases, made again here and scored one by one through the front door."""
    found = survey(cards, players)
    assert found is not None
    sides = seats(players)
    canvases = random_canvases(
        deck_quadrants(cards), cards.rules.grid[players], RANDOM_CANVASES, np.random.default_rng((20260101, players)),
        half_turns=False,
    )  # fmt: skip
    card = cards.public_card("red-field")
    ties = 0
    for canvas in canvases[:300]:
        table = Table(Canvas(canvas), tuple(Player(side, side) for side in sides), Side.SOUTH, (card,))
        [claim] = score(table, cards.rules).claims
        ties += claim.tie
    assert ties == pytest.approx(300 * found.public["red-field"].tie.share, abs=40)
    claimed = [score(Table(Canvas(canvas), tuple(Player(side, side) for side in sides), Side.SOUTH, (card,)),
                     cards.rules).claims[0].claimed_by for canvas in canvases[:50]]  # fmt: skip
    assert claimed == [sides[number] for number in found.public["red-field"].claimed[:50]]


def test_the_same_deck_has_the_same_odds_and_one_card_the_same_as_all(cards: CardDatabase) -> None:
    whole, again, one = survey(cards, 2), survey(cards, 2), survey(cards, 2, only="weaver")
    assert whole is not None
    assert again is not None
    assert one is not None
    assert {key: each.tie for key, each in whole.public.items()} == {k: each.tie for k, each in again.public.items()}
    assert dict(whole.held) == dict(again.held)
    assert list(one.public) == ["weaver"]
    assert one.public["weaver"].tie == whole.public["weaver"].tie


def test_a_deck_too_small_for_a_canvas_has_no_odds() -> None:
    assert survey(load_cards(str(WARNED.parent / "bad" / "good.yaml")), 2) is None


def test_many_canvases_come_near_the_exact_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a canvas of four cards the share can be counted out."""
    monkeypatch.setattr("aa_tools.cards.analysis.odds.RANDOM_CANVASES", 100_000)
    cards = load_cards(str(WARNED / "none.yaml"))
    deck = deck_quadrants(cards)
    zone = cards.rules.zone(2)
    laid = np.array([np.block([[deck[a], deck[b]], [deck[c], deck[d]]])
                     for a, b, c, d in itertools.permutations(range(12), 4)], np.int8)  # fmt: skip
    masks = zone_masks(laid, (Side.SOUTH,), zone)[:, 0]
    found = survey(cards, 2)
    assert found is not None
    for card in cards.file.decks.inspiration.cards:
        held = np.zeros(len(masks), np.bool_)
        for each in occurrences(masks, card.pattern, zone):
            held |= each.any(axis=-1)
        assert found.held[card.id].share == pytest.approx(held.mean(), abs=0.005)


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_an_interval_holds_its_share_and_stays_between_0_and_1(counts: tuple[int, int]) -> None:
    chance = Proportion(*counts)
    low, high = chance.interval
    assert 0 <= low <= chance.share + 1e-12
    assert chance.share - 1e-12 <= high <= 1
    assert high > low


def brute_force(pattern: Pattern, deck: np.ndarray, rules: Rules) -> bool:
    """Lays every canvas of the deck and looks."""
    ways = [[card, card[::-1, ::-1]] if rules.half_turns else [card] for card in deck]
    zone = rules.zone(2)
    for chosen in itertools.permutations(range(len(deck)), 4):
        for a, b, c, d in itertools.product(*(ways[card] for card in chosen)):
            masks = zone_masks(np.block([[a, b], [c, d]])[np.newaxis].astype(np.int8), seats(2), zone)
            if any(each.any() for each in occurrences(masks, pattern, zone)):
                return True
    return False


patterns = st.lists(st.text("X.", min_size=1, max_size=4), min_size=1, max_size=2).filter(
    lambda rows: len({len(row) for row in rows}) == 1 and "X" in "".join(rows)
).map(lambda rows: Pattern("/".join(rows)))  # fmt: skip
decks = st.lists(st.lists(st.integers(0, 2), min_size=4, max_size=4), min_size=4, max_size=5)


@settings(max_examples=60, deadline=None)
@given(patterns, decks, st.booleans())
def test_a_deck_holds_a_pattern_where_some_canvas_does(pattern: Pattern, cards: list[list[int]], half: bool) -> None:
    deck = np.array(cards, np.int8).reshape(-1, 2, 2)
    rules = Rules(grid={2: 2}, zone_depth=1, half_turns=half)
    assert can_hold(pattern, deck, rules) == brute_force(pattern, deck, rules)


def test_what_stands_upright_may_not_fit_lying() -> None:
    """Four in a row of one colour, by cards that have the colour side by side only: not where the zone is upright."""
    deck = np.array([[[0, 0], [1, 2]]] * 4, np.int8)
    assert can_hold(Pattern("XXXX"), deck, SMALL)
    assert not can_hold(Pattern("XX/XX"), deck, SMALL)


def test_two_cards_that_always_rank_alike_cannot_be_told_apart() -> None:
    report = check_deck(load_cards(str(WARNED / "same-objective.yaml")))
    assert [problem.message.split(" ")[0] for problem in report.warnings] == ["beam", "twin"]
