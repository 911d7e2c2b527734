"""The entry point of the simulator: from a configuration to a report, or to the replay of one game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import InputError, Place
from aa_tools.rules.ruleset import Kind
from aa_tools.simulation.batches import Workers, run_batches
from aa_tools.simulation.bots.registry import BLIND_BOTS, bot, parse_bots
from aa_tools.simulation.engine import Matchup
from aa_tools.simulation.replay import ReplayedGame, replay_one
from aa_tools.simulation.report.comparison import MARGIN, comparison_table
from aa_tools.simulation.report.labels import ComparedFiles
from aa_tools.simulation.report.report import WARNING, PlaytestReport, ReportTable
from aa_tools.simulation.report.tables import ReportTables, kind_worth_table, skill_table
from aa_tools.simulation.state.setup import GameSetup
from aa_tools.simulation.statistics.moments import Moments

QUICK_GAMES = {2: 2000, 4: 800}
"""Default number of games by number of players: about five seconds of greedy bots on one core."""

DEEP_GAMES = {2: 20_000, 4: 8_000}
"""Number of games of the deep report; each of its extra matchups has as many as a quick playtest."""

SKILL_BOTS = ("random", "rival", "rollout")
"""Bots that the deep report plays against greedy bots."""

MAX_GAMES = 1_000_000
"""Number of games after which `until_width` gives up."""

Progress = Callable[[str, int, int], object]


@dataclass(frozen=True)
class PlaytestConfig:
    """What to play, and how.

    Attributes:
        cards: the card file.
        against: an older card file to compare it with on the same shuffles, or None.
        players: number of players, 2 or 4.
        bots: name of the bot on all seats, or comma-separated names, one for each seat; see `bots.registry`.
        seed: random seed. The same seed gives the same report.
        games: number of games; None for the default, QUICK_GAMES or DEEP_GAMES. Rounded up to whole shuffles.
        deep: whether to play more games, and to measure the value of each kind of card and of skill.
        until_width: keep playing until every interval of the overview's shares is at most this wide, such as 0.01.
        margin: with `against`, shares that differ by less than this are considered the same.
        workers: the processes that play; they do not change the result.
    """

    cards: CardDatabase
    against: CardDatabase | None = None
    players: int = 2
    bots: str = "greedy"
    seed: int = 1
    games: int | None = None
    deep: bool = False
    until_width: float | None = None
    margin: float = MARGIN
    workers: Workers = field(default_factory=Workers)

    @property
    def max_games(self) -> int:
        """Number of games, or the maximum with `until_width`."""
        if self.games is not None:
            return self.games
        return MAX_GAMES if self.until_width is not None else (DEEP_GAMES if self.deep else QUICK_GAMES)[self.players]

    @property
    def card_files(self) -> tuple[CardDatabase, ...]:
        """The card files in the order of the report, the older one first."""
        return (self.cards,) if self.against is None else (self.against, self.cards)

    def matchup(self, cards: CardDatabase) -> Matchup:
        """Returns the matchup with a card file.

        Raises:
            RulesError: the rules or decks do not allow a game with this number of players.
            InputError: a bot is unknown, or the number of bots does not match the players.
        """
        setup = GameSetup.from_cards(cards, self.players)
        return Matchup(setup, parse_bots(self.bots, self.players), self.seed)


def run_playtest(config: PlaytestConfig, progress: Progress = lambda what, done, total: None) -> PlaytestReport:
    """Plays the games of a playtest and returns the report.

    Args:
        config: what to play.
        progress: called after each batch with a description, the number of games played and the number planned.

    Raises:
        RulesError: the rules or decks of a card file do not allow a game with this number of players.
        InputError: a bot is unknown, the number of bots does not match the players, or Dask cannot be reached.
        KeyboardInterrupt: Ctrl-C was pressed before the first batch was finished; later, Ctrl-C only stops playing and
            the report says so.
    """
    matchups = tuple(map(config.matchup, config.card_files))
    moments, interrupted = _play(config, matchups, config.max_games, "games", progress, config.until_width)
    tables = list(ReportTables(matchups[-1], moments.side(len(matchups) - 1)).all())
    if config.deep and not interrupted:
        deep_tables, interrupted = _play_deep(config, matchups[-1], progress)
        tables += deep_tables
    notes = [WARNING, *(["Interrupted: this is the report of the games played so far."] if interrupted else [])]
    if config.against is not None:
        name = config.cards.source.source.name
        files = ComparedFiles.of(config.against, config.cards)
        tables = [replace(table, title=f"{table.title}: {name}") for table in tables]
        tables.insert(0, comparison_table(moments, config.players, files, config.margin))
        notes = [*_cards_in_one_file(config.against, config.cards), *notes]
    return PlaytestReport(
        config.players,
        tuple(player.name for player in matchups[0].bots),
        config.seed,
        moments.games,
        int(moments.sums[0, 0, 0]),
        interrupted,
        moments.anytime,
        config.card_files,
        tuple(tables),
        tuple(notes),
    )


def replay_game(config: PlaytestConfig, game: int) -> ReplayedGame:
    """Plays one game of a playtest again and returns it turn by turn.

    Args:
        config: the playtest; its `against` is ignored.
        game: the game number, from 0.

    Raises:
        InputError: the playtest has no such game, or as for `run_playtest`.
        RulesError: as for `run_playtest`.
    """
    matchup = config.matchup(config.cards)
    games = matchup.whole_shuffles(config.max_games)
    if not 0 <= game < games:
        which = f"games 0 to {games - 1}" if games > 1 else "only game 0"
        raise InputError(
            f"this playtest has {which}", place=Place(f"game {game}"), hint="choose one of them, or play more games"
        )
    return replay_one(matchup, game)


def _play(
    config: PlaytestConfig,
    matchups: tuple[Matchup, ...],
    games: int,
    what: str,
    progress: Progress,
    until_width: float | None = None,
) -> tuple[Moments, bool]:
    return run_batches(matchups, games, config.workers, until_width, lambda done: progress(what, done, games))


def _cards_in_one_file(*files: CardDatabase) -> Iterator[str]:
    """Yields notes on the cards that only one of two card files has, which are therefore not compared."""
    for file, other in (files, files[::-1]):
        ids = [card for deck in ("canvas", *Kind) for card in file.ids(deck) if not other.count(card)]
        if ids:
            yield f"Only in {file.source.source.name}, so not compared: {', '.join(ids)}."


def _play_deep(config: PlaytestConfig, matchup: Matchup, progress: Progress) -> tuple[list[ReportTable], bool]:
    """Plays single bots against greedy bots; returns their tables, and whether playing was interrupted."""
    greedy, games = (bot("greedy"),) * (config.players - 1), QUICK_GAMES[config.players]
    names = [*BLIND_BOTS.values(), *SKILL_BOTS]
    moments: dict[str, Moments] = {}
    interrupted = False
    for name in names:
        side_matchup = replace(matchup, bots=(bot(name), *greedy))
        wanted = games // 2 if name in SKILL_BOTS else games
        moments[name], interrupted = _play(config, (side_matchup,), wanted, f"{name} bot", progress)
        if interrupted:
            break
    kinds = {f"{kind}s": moments[name] for kind, name in BLIND_BOTS.items() if name in moments}
    skill = {name: moments[name] for name in SKILL_BOTS if name in moments}
    return [kind_worth_table(kinds), skill_table(skill)], interrupted
