"""The lockstep engine agrees with the reference engine, move by move and point by point."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from aa_tools.cards.database import load_cards
from aa_tools.rules.ruleset import Kind
from aa_tools.simulation.bots.basic import Bot, RandomBot, ValueBot
from aa_tools.simulation.bots.rollout import RolloutBot
from aa_tools.simulation.engine import GameLog, Matchup, RoundLog, play_games
from aa_tools.simulation.state.setup import CODES_PER_CARD, GameSetup
from tests.simulation.reference_engine import Game, GameRecord, ReferenceBot, ReferenceRules, RoundRecord, Turn

SEED = 20

SWITCHES: dict[str, dict[str, str]] = {
    "published": {},
    "one-inspiration": {"inspirations_per_round": "1"},
    "home-rows": {"home_rows": "true"},
    "mirrored": {"mirrored_patterns": "true"},
    "half-turns": {"half_turns": "true"},
    "claim-at-zero": {"claim_at_zero": "true"},
    "points": {"points.inspiration": "3", "points.professor": "4"},
    "all": {"inspirations_per_round": "1", "home_rows": "true", "mirrored_patterns": "true", "half_turns": "true",
            "claim_at_zero": "true"},
}  # fmt: skip


BOTS: dict[str, tuple[Bot, ReferenceBot]] = {
    "random": (RandomBot(), ReferenceBot("random")),
    "greedy": (ValueBot("greedy"), ReferenceBot("greedy")),
    "rival": (ValueBot("rival", rivals=True), ReferenceBot("rival")),
    "rollout": (RolloutBot(moves=3, playouts=3), ReferenceBot("rollout", moves=3, playouts=3)),
    "no-inspiration": (
        ValueBot("greedy", kinds=frozenset({Kind.ASSIGNMENT, Kind.PROFESSOR})),
        ReferenceBot("greedy", ("assignment", "professor")),
    ),
}


def assert_engines_agree(players: int, rules: Mapping[str, str], bots: tuple[str, ...], games: range) -> None:
    cards = load_cards("cards.yaml", rules)
    match = Matchup(GameSetup.from_cards(cards, players), tuple(BOTS[name][0] for name in bots), SEED)
    reference = ReferenceRules(cards, players, remember=True)
    log = play_games(match, np.array(games))
    for index, game in enumerate(games):
        slow = Game(reference, SEED, game, [BOTS[name][1] for name in bots], match.games_per_shuffle).play()
        assert game_record(log, index, match.setup) == slow, f"game {game}"


def game_record(log: GameLog, index: int, setup: GameSetup) -> GameRecord:
    """One game of the log as a record of the reference engine."""
    rounds = [round_record(played, index, setup) for played in log.rounds]
    return GameRecord(rounds, log.points[index].tolist(), int(log.winner[index]), int(log.decided_by[index]))


def round_record(played: RoundLog, index: int, setup: GameSetup) -> RoundRecord:
    record, result = RoundRecord(int(played.holder[index])), played.result
    for turn in played.turns:
        card, turned = divmod(int(turn.card[index]), CODES_PER_CARD)
        space = int(turn.row[index]), int(turn.column[index])
        spaces, gap = int(turn.spaces[index]), int(turn.gap[index])
        record.turns.append(Turn(int(turn.player[index]), setup.canvas_ids[card], bool(turned), space, spaces, gap))
    code_quadrants = setup.code_quadrants[played.canvas[index]].reshape(setup.side, setup.side, 2, 2).swapaxes(1, 2)
    rows = code_quadrants.reshape(2 * setup.side, 2 * setup.side)
    record.canvas = ["".join(setup.letters[code] for code in row) for row in rows]
    sides = [str(side) for side in setup.sides]
    for place, card in enumerate(result.public[index]):
        claimed = int(result.claimed[index, place])
        record.claims.append((setup.public[card].id, None if claimed < 0 else claimed, bool(result.tie[index, place])))
        record.numbers.append(dict(zip(sides, result.numbers[index, place].tolist(), strict=True)))
    for player in range(setup.players):
        scored = played.inspirations[index, player][result.scored[index, player]]
        record.scored.append([setup.inspirations[card].id for card in scored])
    record.points = result.points[index].tolist()
    return record


@pytest.mark.parametrize("switch", SWITCHES)
@pytest.mark.parametrize("players", [2, 4])
def test_random_games_agree(players: int, switch: str) -> None:
    assert_engines_agree(players, SWITCHES[switch], ("random",) * players, range(500 if switch == "published" else 80))


@pytest.mark.slow
@pytest.mark.parametrize("switch", SWITCHES)
@pytest.mark.parametrize("players", [2, 4])
def test_500_random_games_agree_under_each_switch(players: int, switch: str) -> None:
    assert_engines_agree(players, SWITCHES[switch], ("random",) * players, range(500))


@pytest.mark.parametrize("switch", ["published", "all"])
@pytest.mark.parametrize(
    "bots", [("greedy", "greedy"), ("greedy", "rival"), ("no-inspiration", "random")], ids="-".join
)
def test_valuing_bots_agree(bots: tuple[str, ...], switch: str) -> None:
    assert_engines_agree(2, SWITCHES[switch], bots, range(4))


@pytest.mark.parametrize(("players", "games"), [(2, 3), (4, 1)])
def test_rollouts_agree(players: int, games: int) -> None:
    assert_engines_agree(players, SWITCHES["all"], ("rollout", "random") * (players // 2), range(games))


def test_valuing_bots_agree_at_four() -> None:
    assert_engines_agree(4, {}, ("greedy", "rival", "random", "greedy"), range(2))


@pytest.mark.slow
@pytest.mark.parametrize("switch", SWITCHES)
@pytest.mark.parametrize("players", [2, 4])
def test_valuing_bots_agree_under_each_switch(players: int, switch: str) -> None:
    assert_engines_agree(players, SWITCHES[switch], ("greedy", "rival", "greedy", "random")[:players], range(25))


@pytest.mark.slow
def test_500_greedy_games_agree() -> None:
    assert_engines_agree(2, {}, ("greedy", "greedy"), range(500))
