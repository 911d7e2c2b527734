"""Speed of the simulator on one core, compared with the reference engine, and of scoring, compared with scipy.

python -m tests.benchmarks.bench_playtest
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

import numpy as np

from aa_tools.cards.database import load_cards
from aa_tools.rules.areas import area_counts
from aa_tools.rules.canvas import zone_masks
from aa_tools.simulation.bots.basic import Bot, RandomBot, ValueBot
from aa_tools.simulation.engine import Matchup, play_games
from aa_tools.simulation.state.setup import GameSetup
from tests.benchmarks.measure import ROOT, Row, table
from tests.simulation.reference_engine import Game, ReferenceBot, ReferenceRules

BOARDS = 20_000
GOALS = {"random": 150, "greedy": 60}


def seconds(function: Callable[[], object], repeats: int = 3) -> float:
    """Returns the shortest time of several runs."""
    best = float("inf")
    for _ in range(repeats):
        start = perf_counter()
        function()
        best = min(best, perf_counter() - start)
    return best


def games(players: int, bot: Bot, fast_games: int, slow_games: int) -> Row:
    """Compares complete games per second with the reference engine of the tests."""
    cards = load_cards(str(ROOT / "cards.yaml"))
    match = Matchup(GameSetup.from_cards(cards, players), (bot,) * players, 1)
    reference, bots = ReferenceRules(cards, players), [ReferenceBot(bot.name)] * players
    play_games(match, np.arange(2))  # Fills the caches.
    if bot.name != "random":
        assert reference.leads_on_random_canvases
    fast = fast_games / seconds(lambda: play_games(match, np.arange(fast_games)))
    slow = slow_games / seconds(lambda: [Game(reference, 1, game, bots, 1).play() for game in range(slow_games)], 1)
    goal = f"at least {GOALS[bot.name]}" if players == 2 else ""
    return Row(f"playtest: {players} players, {bot.name}", fast, "the reference engine", slow, "games/s", goal)


def scoring() -> Row:
    """Compares counting the areas of each colour in each zone with scipy.ndimage.label."""
    from scipy import ndimage

    cards = load_cards(str(ROOT / "cards.yaml"))
    setup = GameSetup.from_cards(cards, 2)
    boards = np.random.default_rng(1).integers(0, 3, (BOARDS, 8, 8)).astype(np.int8)

    def ours() -> list[int]:
        counts = area_counts(zone_masks(boards, setup.sides, setup.zone), setup.zone)
        return [int(count) for count in counts.sum(axis=(1, 2))]

    def with_scipy(boards_used: int) -> list[int]:
        halves = [(board[4:], board[:4]) for board in boards[:boards_used]]
        return [sum(ndimage.label(half == c)[1] for half in pair for c in range(3)) for pair in halves]

    assert ours()[:500] == with_scipy(500)
    fast, slow = BOARDS / seconds(ours), 2000 / seconds(lambda: with_scipy(2000))
    return Row("areas of a board", fast, "scipy.ndimage.label", slow, "boards/s", "at least 40")


def rows() -> Iterator[Row]:
    """Compares random and greedy games of two and four players, and the counting of areas."""
    yield games(2, RandomBot(), 4000, 60)
    yield games(4, RandomBot(), 2000, 40)
    yield games(2, ValueBot("greedy"), 500, 2)
    yield games(4, ValueBot("greedy"), 200, 1)
    yield scoring()


if __name__ == "__main__":
    print("\n".join(table(rows())))
