"""The lockstep engine against the plain one, move by move and point by point."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pytest

from aa_tools.cards.database import load_cards
from aa_tools.rules.ruleset import Kind
from aa_tools.simulation.bots.bots import Bot, RandomBot, ValueBot
from aa_tools.simulation.bots.rollout import RolloutBot
from aa_tools.simulation.engine import Log, Match, RoundLog, play
from aa_tools.simulation.state.setup import TURNED, Setup
from tests.simulation.plain import Game, GameRecord, Plain, PlainBot, RoundRecord, Turn

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


@dataclass(frozen=True)
class Pair:
    """The same players in both engines."""

    fast: tuple[Bot, ...]
    plain: tuple[PlainBot, ...]


BOTS: dict[str, tuple[Bot, PlainBot]] = {
    "random": (RandomBot(), PlainBot("random")),
    "greedy": (ValueBot("greedy"), PlainBot("greedy")),
    "rival": (ValueBot("rival", rivals=True), PlainBot("rival")),
    "rollout": (RolloutBot(moves=3, playouts=3), PlainBot("rollout", moves=3, playouts=3)),
    "no-inspiration": (
        ValueBot("greedy", parts=frozenset({Kind.ASSIGNMENT, Kind.PROFESSOR})),
        PlainBot("greedy", ("assignment", "professor")),
    ),
}


def compare(players: int, rules: Mapping[str, str], bots: tuple[str, ...], games: range) -> None:
    cards = load_cards("cards.yaml", rules)
    match = Match(Setup.of(cards, players), tuple(BOTS[name][0] for name in bots), SEED)
    plain = Plain(cards, players, remember=True)
    log = play(match, np.array(games))
    for index, game in enumerate(games):
        slow = Game(plain, SEED, game, [BOTS[name][1] for name in bots], match.games_per_shuffle).play()
        assert told(log, index, match.setup) == slow, f"game {game}"


def told(log: Log, index: int, setup: Setup) -> GameRecord:
    """One game of the log in the words of the plain engine."""
    rounds = [told_round(each, index, setup) for each in log.rounds]
    return GameRecord(rounds, log.points[index].tolist(), int(log.winner[index]), int(log.decided_by[index]))


def told_round(each: RoundLog, index: int, setup: Setup) -> RoundRecord:
    record, result = RoundRecord(int(each.holder[index])), each.result
    for turn in each.turns:
        card, turned = divmod(int(turn.card[index]), TURNED)
        space = int(turn.row[index]), int(turn.column[index])
        spaces, gap = int(turn.spaces[index]), int(turn.gap[index])
        record.turns.append(Turn(int(turn.player[index]), setup.canvas_ids[card], bool(turned), space, spaces, gap))
    painted = setup.painted[each.canvas[index]].reshape(setup.side, setup.side, 2, 2).swapaxes(1, 2)
    rows = painted.reshape(2 * setup.side, 2 * setup.side)
    record.canvas = ["".join(setup.letters[code] for code in row) for row in rows]
    sides = [str(side) for side in setup.sides]
    for place, card in enumerate(result.public[index]):
        claimed = int(result.claimed[index, place])
        record.claims.append((setup.public[card].id, None if claimed < 0 else claimed, bool(result.tie[index, place])))
        record.numbers.append(dict(zip(sides, result.numbers[index, place].tolist(), strict=True)))
    for player in range(setup.players):
        scored = each.inspirations[index, player][result.scored[index, player]]
        record.scored.append([setup.inspirations[card].id for card in scored])
    record.points = result.points[index].tolist()
    return record


@pytest.mark.parametrize("switch", SWITCHES)
@pytest.mark.parametrize("players", [2, 4])
def test_random_games_agree(players: int, switch: str) -> None:
    compare(players, SWITCHES[switch], ("random",) * players, range(500 if switch == "published" else 80))


@pytest.mark.slow
@pytest.mark.parametrize("switch", SWITCHES)
@pytest.mark.parametrize("players", [2, 4])
def test_500_random_games_agree_under_each_switch(players: int, switch: str) -> None:
    compare(players, SWITCHES[switch], ("random",) * players, range(500))


@pytest.mark.parametrize("switch", ["published", "all"])
@pytest.mark.parametrize(
    "bots", [("greedy", "greedy"), ("greedy", "rival"), ("no-inspiration", "random")], ids="-".join
)
def test_valuing_bots_agree(bots: tuple[str, ...], switch: str) -> None:
    compare(2, SWITCHES[switch], bots, range(4))


@pytest.mark.parametrize(("players", "games"), [(2, 3), (4, 1)])
def test_rollouts_agree(players: int, games: int) -> None:
    compare(players, SWITCHES["all"], ("rollout", "random") * (players // 2), range(games))


def test_valuing_bots_agree_at_four() -> None:
    compare(4, {}, ("greedy", "rival", "random", "greedy"), range(2))


@pytest.mark.slow
@pytest.mark.parametrize("switch", SWITCHES)
@pytest.mark.parametrize("players", [2, 4])
def test_valuing_bots_agree_under_each_switch(players: int, switch: str) -> None:
    compare(players, SWITCHES[switch], ("greedy", "rival", "greedy", "random")[:players], range(25))


@pytest.mark.slow
def test_500_greedy_games_agree() -> None:
    compare(2, {}, ("greedy", "greedy"), range(500))
