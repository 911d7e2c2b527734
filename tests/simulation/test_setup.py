"""The game setup: decks, masks and validation."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from aa_tools.cards.database import CardDatabase, load_cards
from aa_tools.errors import RulesError
from aa_tools.rules.canvas import zone_masks
from aa_tools.rules.ruleset import HAND_SIZE, Kind, Round, Rules
from aa_tools.simulation.bots.basic import RandomBot
from aa_tools.simulation.engine import Matchup, play_games
from aa_tools.simulation.state.position import MISSING, masks_of_codes
from aa_tools.simulation.state.setup import CODES_PER_CARD, GameSetup


@pytest.mark.parametrize("players", [2, 4])
def test_masks_from_the_table_are_those_of_the_rules(cards: CardDatabase, players: int) -> None:
    setup = GameSetup.from_cards(cards, players)
    codes = np.random.default_rng(players).integers(0, len(setup.code_quadrants), (200, setup.spaces))
    code_quadrants = setup.code_quadrants[codes].reshape(200, setup.side, setup.side, 2, 2).swapaxes(2, 3)
    canvases = code_quadrants.reshape(200, 2 * setup.side, 2 * setup.side)
    assert (masks_of_codes(setup, codes) == zone_masks(canvases, setup.sides, setup.zone)).all()


def test_a_turned_card_is_the_half_turn_of_the_card(cards: CardDatabase) -> None:
    setup = GameSetup.from_cards(cards, 2)
    assert (
        setup.code_quadrants[1 : 2 * 54 : CODES_PER_CARD]
        == np.rot90(setup.code_quadrants[: 2 * 54 : CODES_PER_CARD], 2, axes=(1, 2))
    ).all()


def test_two_players_use_the_deck_exactly_once(cards: CardDatabase) -> None:
    log = play_games(Matchup(GameSetup.from_cards(cards, 2), (RandomBot(),) * 2, 1), np.arange(50))
    laid = [turn.card // CODES_PER_CARD for played in log.rounds for turn in played.turns]
    hands = log.rounds[-1].hands
    assert len(laid) + hands[0].size == 54
    for game, cards_laid in enumerate(np.stack(laid, axis=1)):
        assert len(set(cards_laid.tolist())) == 48
        assert (log.rounds[1].hands[game] != MISSING).all()


def test_four_players_get_new_hands_from_the_whole_deck_each_round(cards: CardDatabase) -> None:
    log = play_games(Matchup(GameSetup.from_cards(cards, 4), (RandomBot(),) * 4, 1), np.arange(20))
    for played in log.rounds:
        laid = np.stack([turn.card // CODES_PER_CARD for turn in played.turns], axis=1)
        assert all(len(set(row)) == 25 for row in laid.tolist())
    assert (log.rounds[0].hands != log.rounds[1].hands).any(axis=(1, 2)).all()


def test_hands_run_short_when_a_smaller_deck_is_drawn_empty(cards: CardDatabase) -> None:
    setup = GameSetup.from_cards(cards, 2)
    small = dataclasses.replace(
        setup,
        canvas_ids=setup.canvas_ids[:48],
        quadrants=setup.quadrants[:48],
        words=(setup.words[0][:48], *setup.words[1:]),
    )
    small.validate()
    log = play_games(Matchup(small, (RandomBot(),) * 2, 1), np.arange(100))
    held = np.stack([turn.cards for turn in log.rounds[-1].turns])
    assert held[:, 0].tolist() == [HAND_SIZE] * 11 + [3, 2, 2, 1, 1]
    laid = np.stack([turn.card // CODES_PER_CARD for played in log.rounds for turn in played.turns], axis=1)
    assert (np.sort(laid, axis=1) == np.arange(48)).all()


@pytest.mark.parametrize(
    ("rules", "players", "message"),
    [
        (Rules(grid={2: 5}), 2, "the canvas deck has 54 cards, a game of 2 needs 81"),
        (Rules(grid={2: 4}), 4, "the rules have no grid for 4 players"),
        (Rules(rounds=(Round(professors=8),)), 2, "the professor deck has 7 cards, a game of 2 needs 8"),
        (
            Rules(rounds=(Round(inspirations_per_player=4),)),
            4,
            "the inspiration deck has 12 cards, a game of 4 needs 16",
        ),
        (
            Rules(rounds=(Round(assignments=4), Round(assignments_of_each_colour=2))),
            2,
            r"the assignment \(R\) deck has 5 cards, a game of 2 needs 6",
        ),
        (Rules(), 3, "3 players cannot play"),
        (Rules(grid={2: 7}, zone_depth=1), 2, "a grid of 7 x 7 cards cannot be simulated"),
    ],
)
def test_decks_that_make_no_game_are_refused(cards: CardDatabase, rules: Rules, players: int, message: str) -> None:
    setup = dataclasses.replace(GameSetup.from_cards(cards, 2), rules=rules, players=players)
    with pytest.raises(RulesError, match=message):
        setup.validate()


def test_odd_grids_and_other_rounds_can_be_played() -> None:
    cards = load_cards("cards.yaml", {"grid": "{2: 3, 4: 6}", "zone_depth": "1"})
    for players in (2, 4):
        setup = GameSetup.from_cards(cards, players)
        log = play_games(Matchup(setup, (RandomBot(),) * players, 1), np.arange(20))
        assert (log.rounds[0].canvas < len(setup.code_quadrants) - 1).all()


def test_public_cards_come_with_their_points(cards: CardDatabase) -> None:
    setup = GameSetup.from_cards(cards, 2)
    assert {setup.public[index].points for index in setup.cards_of_kind(Kind.PROFESSOR)} == {5}
