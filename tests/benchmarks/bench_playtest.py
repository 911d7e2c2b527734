"""How much faster the lockstep engine is than the plain one, and the scoring than scipy: prints ratios.

Run from the root of the project, on one core: python tests/benchmarks/bench_playtest.py
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from aa_tools.cards.database import load_cards
from aa_tools.playtest.bots import Bot, RandomBot, ValueBot
from aa_tools.playtest.engine import Match, play
from aa_tools.playtest.setup import Setup
from aa_tools.rules.areas import area_counts
from aa_tools.rules.canvas import zone_masks
from tests.playtest.plain import Game, Plain, PlainBot

BOARDS = 20_000
AIMS = {"random": 150, "greedy": 60}


def seconds(work: Callable[[], object], repeats: int = 3) -> float:
    """The best of several runs."""
    best = float("inf")
    for _ in range(repeats):
        begun = perf_counter()
        work()
        best = min(best, perf_counter() - begun)
    return best


def games(players: int, bot: Bot, fast_games: int, slow_games: int) -> None:
    cards = load_cards("cards.yaml")
    match = Match(Setup.of(cards, players), (bot,) * players, 1)
    plain, plain_bots = Plain(cards, players), [PlainBot(bot.name)] * players
    play(match, np.arange(2))  # Tables are made once.
    if bot.name != "random":
        assert plain.leads_on_random_canvases
    fast = fast_games / seconds(lambda: play(match, np.arange(fast_games)))
    slow = slow_games / seconds(lambda: [Game(plain, 1, game, plain_bots, 1).play() for game in range(slow_games)], 1)
    aim = f" (aim {AIMS[bot.name]})" if players == 2 else ""
    print(
        f"{players} players, {bot.name:6}: {fast:9.0f} games a second, plain {slow:8.2f}, ratio {fast / slow:6.0f}{aim}"
    )


def scoring() -> None:
    """Areas of each colour in each zone, against scipy.ndimage.label."""
    from scipy import ndimage

    cards = load_cards("cards.yaml")
    setup = Setup.of(cards, 2)
    boards = np.random.default_rng(1).integers(0, 3, (BOARDS, 8, 8)).astype(np.int8)

    def ours() -> list[int]:
        counts = area_counts(zone_masks(boards, setup.sides, setup.zone), setup.zone)
        return [int(each) for each in counts.sum(axis=(1, 2))]

    def scipys(some: int) -> list[int]:
        halves = [(board[4:], board[:4]) for board in boards[:some]]
        return [sum(ndimage.label(half == c)[1] for half in pair for c in range(3)) for pair in halves]

    assert ours()[:500] == scipys(500)
    fast, slow = BOARDS / seconds(ours), 2000 / seconds(lambda: scipys(2000))
    print(
        f"areas of a board: {fast:9.0f} boards a second, scipy.ndimage.label {slow:8.0f}, "
        f"ratio {fast / slow:6.0f} (aim 40)"
    )


if __name__ == "__main__":
    games(2, RandomBot(), 4000, 60)
    games(4, RandomBot(), 2000, 40)
    games(2, ValueBot("greedy"), 500, 2)
    games(4, ValueBot("greedy"), 200, 1)
    scoring()
