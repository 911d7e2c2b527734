"""A match as values: draws, hands, the end with its tie-breaks, and who can still win, beside a slow oracle."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import RulesError
from aa_tools.record.replay import match_decks
from aa_tools.rules.canvas import Canvas
from aa_tools.rules.dealing import Decks, draw_objectives, left_over, shuffled
from aa_tools.rules.match import (
    DecidedBy,
    MatchOutcome,
    MatchState,
    Step,
    check_drawable,
    deal,
    draw,
    outcome,
    play_round,
    rank,
    reveal,
    start,
)
from aa_tools.rules.objectives import PublicCard
from aa_tools.rules.prospects import prospects, remaining
from aa_tools.rules.ruleset import Kind, Round, Rules, Side, seats
from aa_tools.rules.scoring import Claim, RoundScore, ScoredInspiration, Table

S, W, N, E = Side
NAMES = {2: {S: "Anna", N: "Ben"}, 4: {S: "Anna", W: "Ben", N: "Cy", E: "Dora"}}
ALL_RED = {2: Canvas.parse("/".join(["R" * 8] * 8), "RYB"), 4: Canvas.parse("/".join(["R" * 10] * 10), "RYB")}


@pytest.fixture(scope="session")
def decks(cards: CardDatabase) -> Decks:
    return match_decks(cards)


def begin(decks: Decks, players: int = 2, first: Side = S, rules: Rules | None = None) -> MatchState:
    return start(NAMES[players], first, rules or Rules(), decks)


def dealt(state: MatchState, seed: int) -> MatchState:
    """Deals the next round by a seed, inspirations included."""
    drawn = draw(state, seed)
    state = deal(state, drawn.objectives)
    for side, hand in drawn.inspirations.items():
        for card in hand:
            state = reveal(state, side, card)
    return state


def objectives(decks: Decks, *ids: str) -> list[PublicCard]:
    return [next(card for card in decks.objectives if card.id == card_id) for card_id in ids]


# Draws


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("seed", range(40))
def test_a_seeded_match_draws_what_each_round_asks_for_and_no_card_twice(decks: Decks, players: int, seed: int) -> None:
    state = begin(decks, players, first=seats(players)[seed % players])
    for number in range(3):
        state = dealt(state, seed)
        cards = state.dealt or ()
        kinds = Counter(card.kind for card in cards)
        assert (kinds[Kind.ASSIGNMENT], kinds[Kind.PROFESSOR]) == [(3, 0), (0, 2), (2, 1)][number]
        if number == 0:
            assert [card.objective.colour for card in cards] == [0, 1, 2]
        state = play_round(state, ALL_RED[players])
    drawn = Counter(card.id for card in state.objectives_drawn())
    assert len(drawn) == 8
    assert max(drawn.values()) == 1
    hands = Counter(card.id for card in state.inspirations_drawn())
    assert sum(hands.values()) == 3 * players
    assert max(hands.values()) <= 2
    assert state.step is Step.OVER


def test_the_same_seed_draws_the_same_cards_for_ever(decks: Decks) -> None:
    """A golden draw: it must not change with Python, numpy or this program."""
    drawn = draw(begin(decks), 42)
    assert [card.id for card in drawn.objectives] == ["red-frame", "yellow-steps", "blue-pairs"]
    assert {side: [card.id for card in hand] for side, hand in drawn.inspirations.items()} == {
        S: ["inspiration-hook"],
        N: ["inspiration-stair"],
    }


def test_the_order_of_a_deck_is_that_of_the_hashes(decks: Decks) -> None:
    # printf 7/weaver/1 | sha256sum, and so on for the seven professors, sorted.
    professors = [card for card in decks.objectives if card.kind is Kind.PROFESSOR]
    assert [card.id for card in shuffled(professors, 7)][:2] == ["islander", "echo"]


@given(seed=st.integers(0, 10**17), gone=st.integers(0, 20))
def test_taking_a_card_out_of_a_deck_moves_no_other(cards: CardDatabase, seed: int, gone: int) -> None:
    deck = match_decks(cards).objectives
    one = deck[gone % len(deck)]
    assert shuffled([card for card in deck if card is not one], seed) == left_over(shuffled(deck, seed), [one])


def test_every_order_of_three_cards_comes_up_as_often(decks: Decks) -> None:
    orders = Counter(tuple(card.id for card in shuffled(decks.objectives[:3], seed)) for seed in range(6000))
    assert len(orders) == 6
    # Each order has 1000 expected; 150 is more than five standard deviations.
    assert all(abs(number - 1000) < 150 for number in orders.values())


def test_a_deck_that_is_too_small_is_told(decks: Decks) -> None:
    with pytest.raises(RulesError, match="the deck has 7 professors left, the round draws 8"):
        draw_objectives(decks.objectives, Round(professors=8))
    few = Decks(decks.objectives, decks.inspirations[:3])
    with pytest.raises(RulesError, match="the deck has 3 inspirations left, the round draws 4"):
        draw(begin(few, 4), 1)


# Steps that the rules do not allow


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        (["red-areas", "red-field", "blue-areas"], "the assignments do not include every colour"),
        (["red-areas", "yellow-areas"], "2 assignments are laid out, not 3"),
        (["red-areas", "yellow-areas", "blue-areas", "weaver"], "1 professor is laid out, not 0"),
        (["red-areas", "yellow-areas", "red-areas"], "red-areas was drawn already; no card is drawn twice"),
    ],
)
def test_a_deal_that_the_round_does_not_draw(decks: Decks, ids: list[str], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        deal(begin(decks), objectives(decks, *ids))


def test_a_card_of_an_earlier_round_cannot_come_again(decks: Decks) -> None:
    first = deal(begin(decks), objectives(decks, "red-areas", "yellow-areas", "blue-areas"))
    state = play_round(first, ALL_RED[2])
    with pytest.raises(RulesError, match="blue-areas was drawn already in round 1"):
        check_drawable(state, objectives(decks, "weaver", "blue-areas"))


def test_rounds_follow_each_other(decks: Decks) -> None:
    state = begin(decks)
    with pytest.raises(RulesError, match="round 1 is not dealt; deal it first"):
        play_round(state, ALL_RED[2])
    with pytest.raises(RulesError, match="no round is dealt"):
        reveal(state, S, decks.inspirations[0])
    state = dealt(state, 1)
    with pytest.raises(RulesError, match="round 1 is dealt and not scored yet"):
        draw(state, 1)
    for _ in range(2):
        state = dealt(play_round(state, ALL_RED[2]), 1)
    assert outcome(state) is None
    state = play_round(state, ALL_RED[2])
    with pytest.raises(RulesError, match="the game is over after 3 rounds"):
        draw(state, 1)


def test_a_hand_holds_what_was_drawn_and_no_more(decks: Decks) -> None:
    hook, other_hook, beam, *_ = decks.inspirations
    assert hook == other_hook
    state = deal(begin(decks), objectives(decks, "red-areas", "yellow-areas", "blue-areas"))
    state = reveal(state, S, hook)
    with pytest.raises(RulesError, match="inspiration-beam is one inspiration too many for Anna; 1 are drawn"):
        reveal(state, S, beam)
    # Scored cards count as drawn; a hand may be shown later than it was drawn.
    state = deal(play_round(state, ALL_RED[2]), objectives(decks, "weaver", "echo"))
    assert state.player(S).inspirations == ()
    state = reveal(reveal(reveal(state, N, hook), S, beam), N, beam)
    with pytest.raises(RulesError, match="one inspiration too many for Ben; 2 are drawn"):
        reveal(state, N, beam)
    three = replace(state, players=tuple(replace(each, inspirations=()) for each in state.players))
    three = reveal(three, S, beam)
    state = deal(play_round(three, ALL_RED[2]), objectives(decks, "gallery", "red-field", "red-frame"))
    state = reveal(reveal(state, N, beam), N, hook)
    with pytest.raises(RulesError, match="inspiration-hook was drawn already; copies in the deck: 2"):
        reveal(state, S, hook)


@pytest.mark.parametrize("names", [{S: "Anna"}, {S: "A", N: "B", E: "C"}, {S: "A", E: "B"}])
def test_players_who_cannot_play(decks: Decks, names: dict[Side, str]) -> None:
    with pytest.raises(RulesError):
        start(names, S, Rules(), decks)
    with pytest.raises(RulesError, match="no player sits west"):
        begin(decks, first=W)


def test_an_inspiration_that_fits_nowhere_stays_in_hand(decks: Decks) -> None:
    state = dealt(begin(decks), 42)
    chequered = Canvas.parse("/".join(["RYRYRYRY", "BRBRBRBR"] * 4), "RYB")
    after = play_round(state, chequered)
    assert [player.inspirations for player in after.players] == [player.inspirations for player in state.players]
    assert all(player.inspirations == () for player in play_round(state, ALL_RED[2]).players)


def test_a_side_of_a_match_given_as_text_is_that_side(decks: Decks) -> None:
    state = play_round(dealt(start({"south": "Anna", "north": "Ben"}, "north", Rules(), decks), 42), ALL_RED[2])  # type: ignore[dict-item, arg-type]
    assert [player.side for player in state.players] == [S, N]
    assert state.player("south") == state.player(S)
    for question in (state.points, state.professors, state.scored_inspirations):
        assert question("south") == question(S)
        with pytest.raises(RulesError, match="no player sits west; sides in play: south, north"):
            question("west")
    assert state.points("south") + state.points("north") > 0
    with pytest.raises(RulesError, match="no player sits west"):
        state.player(W)
    with pytest.raises(RulesError, match="no player sits west"):
        reveal(deal(state, objectives(decks, "weaver", "echo")), "west", decks.inspirations[0])


# The end


def claim(card: PublicCard, by: Side | None, holder: Side) -> Claim:
    return Claim(card, {}, {}, by, False, holder)


def fabricate(
    state: MatchState, claims: Sequence[tuple[PublicCard, Side | None, Side]], inspirations: dict[Side, int]
) -> MatchState:
    """Adds a round whose result is simply said: (card, who claims it, who then holds the first player card)."""
    table = Table(ALL_RED[len(state.sides)], state.players, state.first_player, tuple(card for card, *_ in claims))
    card = state.decks.inspirations[0]
    scored = [ScoredInspiration(card, side, True, []) for side, number in inspirations.items() for _ in range(number)]
    result = RoundScore(table, tuple(claim(*each) for each in claims), tuple(scored), False)
    return replace(state, rounds=(*state.rounds, result), first_player=result.first_player, dealt=None)


@pytest.mark.parametrize(
    ("players", "claimed", "inspirations", "holder", "expected"),
    [
        (2, {"red-areas": S}, {}, N, MatchOutcome(S, DecidedBy.POINTS, (S, N))),
        (2, {"red-areas": S, "red-field": N}, {N: 1}, S, MatchOutcome(N, DecidedBy.POINTS, (N, S))),
        (2, {"weaver": N, "red-areas": S}, {S: 1}, S, MatchOutcome(N, DecidedBy.PROFESSORS, (N, S))),
        (2, {"weaver": N, "echo": S}, {}, N, MatchOutcome(N, DecidedBy.FIRST_PLAYER, (N, S))),
        (2, {}, {}, S, MatchOutcome(S, DecidedBy.FIRST_PLAYER, (S, N))),
        (4, {"weaver": E, "red-areas": W}, {W: 1}, S, MatchOutcome(E, DecidedBy.PROFESSORS, (E, W, S, N))),
        # Holder first; else the tied player next clockwise: S, W, N, E.
        (4, {"weaver": E, "echo": W}, {}, E, MatchOutcome(E, DecidedBy.FIRST_PLAYER, (E, W, S, N))),
        (4, {"weaver": E, "echo": W}, {}, N, MatchOutcome(E, DecidedBy.FIRST_PLAYER, (E, W, N, S))),
        (4, {"weaver": E, "echo": W}, {}, S, MatchOutcome(W, DecidedBy.FIRST_PLAYER, (W, E, S, N))),
        (4, {}, {}, N, MatchOutcome(N, DecidedBy.FIRST_PLAYER, (N, E, S, W))),
    ],
)
def test_the_winner_and_the_rule_that_decided(
    decks: Decks,
    players: int,
    claimed: dict[str, Side],
    inspirations: dict[Side, int],
    holder: Side,
    expected: MatchOutcome,
) -> None:
    state = begin(decks, players, rules=Rules(rounds=(Round(),)))
    assert outcome(state) is None
    claims = [(objectives(decks, card)[0], side, holder) for card, side in claimed.items()]
    state = fabricate(replace(state, first_player=holder), claims, inspirations)
    assert outcome(state) == expected


# Who can still win


def last_round_endings(state: MatchState) -> Iterator[MatchState]:
    """Every way in which the last round may end, if any player can claim any card.

    The holder of the first player card may claim a card by a tie, and then hands the first player card to anybody.
    """
    cards = state.dealt or ()
    left = {side: 3 - len(state.scored_inspirations(side)) for side in state.sides}

    def claims(at: int, holder: Side) -> Iterator[list[tuple[PublicCard, Side | None, Side]]]:
        if at == len(cards):
            yield []
            return
        outcomes = [(by, holder) for by in (None, *state.sides)]
        outcomes += [(holder, rival) for rival in state.sides if rival is not holder]
        for by, after in outcomes:
            for rest in claims(at + 1, after):
                yield [(cards[at], by, after), *rest]

    # Of the inspirations only the fewest and the most that each side can score are tried; winning is monotone in them.
    for scored in itertools.product(*([0, left[side]] for side in state.sides)):
        for each in claims(0, state.first_player):
            yield fabricate(state, each, dict(zip(state.sides, scored, strict=True)))


def random_before_last(decks: Decks, players: int, chance: random.Random, rules: Rules) -> MatchState:
    state = begin(decks, players, first=chance.choice(seats(players)), rules=rules)
    lucky, share = chance.choice(state.sides), chance.choice([2, 20])
    for ids in (["red-areas", "yellow-areas", "blue-areas"], ["weaver", "echo"]):
        claims = [(card, chance.choice([*[lucky] * share, *state.sides, None]), state.first_player)
                  for card in objectives(decks, *ids)]  # fmt: skip
        state = fabricate(state, claims, {side: chance.randint(0, 1) for side in state.sides})
    return deal(state, objectives(decks, *(["red-field"] if players == 4 else ["red-field", "blue-field"]), "gallery"))


@pytest.mark.parametrize(("players", "states"), [(2, 40), (4, 8)])
@pytest.mark.parametrize("points", [{}, {Kind.ASSIGNMENT: 0}])
def test_who_can_win_is_what_trying_every_ending_finds(
    decks: Decks, players: int, states: int, points: dict[Kind, int]
) -> None:
    worth = {Kind.ASSIGNMENT: 3, Kind.PROFESSOR: 5, Kind.INSPIRATION: 2} | points
    last = Round(assignments=1, professors=1) if players == 4 else Round(assignments=2, professors=1)
    rules = Rules(points=worth, rounds=(*Rules().rounds[:2], last))
    priced = Decks(tuple(replace(card, points=worth[card.kind]) for card in decks.objectives), decks.inspirations)
    chance, verdicts = random.Random(players), set()
    for _ in range(states):
        state = random_before_last(priced, players, chance, rules)
        winners = {ended.winner for ending in last_round_endings(state) if (ended := outcome(ending))}
        for each in prospects(state):
            verdicts.add(each.can_win)
            if points:
                # Where a card is worth nothing, a level best case counts as open: a bound, not always exact.
                assert each.can_win or each.side not in winners
            else:
                assert each.can_win == (each.side in winners)
    assert verdicts == {True, False}


def test_what_is_to_come_at_the_start_and_at_the_end(decks: Decks) -> None:
    state = begin(decks)
    coming = remaining(state)
    assert (coming.assignments, coming.professors, coming.points) == (5, 3, 30)
    assert coming.inspiration_points == {S: 6, N: 6}
    limited = begin(decks, rules=Rules(inspirations_per_round=1))
    limited = fabricate(dealt(limited, 1), [], {S: 0, N: 1})
    assert remaining(limited).inspiration_points == {S: 4, N: 4}
    for _ in range(3):
        state = play_round(dealt(state, 3), ALL_RED[2])
    assert remaining(state).points == 0
    ended = outcome(state)
    assert [each.side for each in prospects(state) if each.can_win] == [ended and ended.winner]
    assert all(each.most == each.points == state.points(each.side) for each in prospects(state))


@given(
    st.sampled_from([2, 4]).flatmap(
        lambda n: st.lists(st.tuples(*[st.tuples(st.integers(0, 2), st.integers(0, 2))] * n), min_size=1)
    ),
    st.data(),
)
def test_many_matches_are_ranked_at_once_as_each_alone_by_its_places(
    matches: list[tuple[tuple[int, int], ...]], data: st.DataObject
) -> None:
    table = np.array(matches)
    players = table.shape[1]
    holders = data.draw(st.lists(st.integers(0, players - 1), min_size=len(matches), max_size=len(matches)))
    ranking, decided_by = rank(table[:, :, 0], table[:, :, 1], np.array(holders))
    for match, holder, places, decided in zip(matches, holders, ranking.tolist(), decided_by.tolist(), strict=True):
        clockwise = [(holder + step) % players for step in range(players)]
        assert places == sorted(clockwise, key=lambda seat: match[seat], reverse=True)
        first, second = (match[seat] for seat in places[:2])
        assert decided == (0 if first[0] > second[0] else 1 if first[1] > second[1] else 2)
