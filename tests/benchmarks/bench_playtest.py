"""How much faster the lockstep engine is than the plain one, and the scoring than scipy's labels; on one core.

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
AIMS = {"random": 150, "greedy": 60}


def seconds(work: Callable[[], object], repeats: int = 3) -> float:
    """The best of several runs."""
    best = float("inf")
    for _ in range(repeats):
        begun = perf_counter()
        work()
        best = min(best, perf_counter() - begun)
    return best


def games(players: int, bot: Bot, fast_games: int, slow_games: int) -> Row:
    """Whole games a second, beside the plain engine of the tests."""
    cards = load_cards(str(ROOT / "cards.yaml"))
    match = Matchup(GameSetup.from_cards(cards, players), (bot,) * players, 1)
    plain, plain_bots = ReferenceRules(cards, players), [ReferenceBot(bot.name)] * players
    play_games(match, np.arange(2))  # Tables are made once.
    if bot.name != "random":
        assert plain.leads_on_random_canvases
    fast = fast_games / seconds(lambda: play_games(match, np.arange(fast_games)))
    slow = slow_games / seconds(lambda: [Game(plain, 1, game, plain_bots, 1).play() for game in range(slow_games)], 1)
    goal = f"at least {AIMS[bot.name]}" if players == 2 else ""
    return Row(f"playtest: {players} players, {bot.name}", fast, "a plain engine", slow, "games/s", goal)


def scoring() -> Row:
    """Areas of each colour in each zone, against scipy.ndimage.label."""
    from scipy import ndimage

    cards = load_cards(str(ROOT / "cards.yaml"))
    setup = GameSetup.from_cards(cards, 2)
    boards = np.random.default_rng(1).integers(0, 3, (BOARDS, 8, 8)).astype(np.int8)

    def ours() -> list[int]:
        counts = area_counts(zone_masks(boards, setup.sides, setup.zone), setup.zone)
        return [int(each) for each in counts.sum(axis=(1, 2))]

    def scipys(some: int) -> list[int]:
        halves = [(board[4:], board[:4]) for board in boards[:some]]
        return [sum(ndimage.label(half == c)[1] for half in pair for c in range(3)) for pair in halves]

    assert ours()[:500] == scipys(500)
    fast, slow = BOARDS / seconds(ours), 2000 / seconds(lambda: scipys(2000))
    return Row("areas of a board", fast, "scipy.ndimage.label", slow, "boards/s", "at least 40")


def rows() -> Iterator[Row]:
    """Yields random and greedy games for two and four, and the counting of areas."""
    yield games(2, RandomBot(), 4000, 60)
    yield games(4, RandomBot(), 2000, 40)
    yield games(2, ValueBot("greedy"), 500, 2)
    yield games(4, ValueBot("greedy"), 200, 1)
    yield scoring()


if __name__ == "__main__":
    print("\n".join(table(rows())))
