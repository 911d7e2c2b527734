"""A playtest from order to report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from aa_tools.cards.database import CardDatabase
from aa_tools.rules.ruleset import Kind
from aa_tools.simulation.bots.bots import Bot
from aa_tools.simulation.bots.roster import BLIND, BOTS
from aa_tools.simulation.engine import Match
from aa_tools.simulation.report.compare import MARGIN, comparison
from aa_tools.simulation.report.naming import Names
from aa_tools.simulation.report.report import WARNING, Report, Row, Table, header
from aa_tools.simulation.report.tables import Tables
from aa_tools.simulation.run import Played, Workers, play_many
from aa_tools.simulation.state.setup import Setup
from aa_tools.simulation.statistics.intervals import Estimate, estimate
from aa_tools.simulation.statistics.moments import Moments

QUICK = {2: 2000, 4: 800}
"""Games of the quick level by the number of players: about five seconds of greedy bots on one core."""

DEEP = {2: 20_000, 4: 8_000}
"""Games of the deep level; each of its side matches has as many as a quick playtest."""

SKILLS = ("random", "rival", "rollout")
"""Bots that the deep level sets against greedy ones."""

MOST = 1_000_000
"""Games after which `until_width` gives up."""

Progress = Callable[[str, int, int], object]


@dataclass(frozen=True)
class Order:
    """What is to be played.

    Attributes:
        cards: the card file, of which the report tells.
        against: an older one with which it is compared, or None.
        bots: one for each seat; their number is that of the players.
        seed: of all chance.
        games: how many, or None for the level's number.
        deep: the long report, with matches that show what each part of the game is worth and what more thought gains.
        until_width: play on until the headlines' intervals are as narrow as this.
        margin: a share that differs by less than this is the same.
        workers: who plays.
    """

    cards: CardDatabase
    against: CardDatabase | None
    bots: tuple[Bot, ...]
    seed: int = 1
    games: int | None = None
    deep: bool = False
    until_width: float | None = None
    margin: float = MARGIN
    workers: Workers = field(default_factory=Workers)

    @property
    def wanted(self) -> int:
        """Games to play, at most."""
        if self.games is not None:
            return self.games
        return MOST if self.until_width is not None else (DEEP if self.deep else QUICK)[len(self.bots)]

    @property
    def files(self) -> tuple[CardDatabase, ...]:
        """The card files in the order of the report: the older one before the card file."""
        return (self.cards,) if self.against is None else (self.against, self.cards)


def study(order: Order, progress: Progress = lambda what, done, total: None) -> Report:
    """Plays what is ordered and reports it.

    Args:
        order: what is to be played.
        progress: is told what is played, how many games are done and how many are wanted.

    Raises:
        RulesError: the rules and decks of a card file do not make a game.
        KeyboardInterrupt: Ctrl-C came before there was anything to report; later it only ends the playing.
    """
    matches = tuple(Match(Setup.of(cards, len(order.bots)), order.bots, order.seed) for cards in order.files)
    played = _play(order, matches, order.wanted, "games", progress, order.until_width)
    tables, stopped = _tables(order, played), played.interrupted
    if order.deep and not stopped:
        more, stopped = _deep(order, matches[-1], progress)
        tables += _named(more, order)
    interrupted = ("Interrupted: this is the report of the games so far.",) if stopped else ()
    notes = (*_only_in_one(order), WARNING, *interrupted)
    return Report(header(matches[0], order.files, played) | {"interrupted": stopped}, tuple(tables), notes)


def _only_in_one(order: Order) -> Iterator[str]:
    """Says which cards that are played with only one of two card files has, so that they are not compared."""
    if order.against is None:
        return
    for file, other in (order.files, order.files[::-1]):
        ids = [card for deck in ("canvas", *Kind) for card in file.ids(deck) if not other.count(card)]
        if ids:
            yield f"Only in {file.source.source.name}, so not compared: {', '.join(ids)}."


def _play(
    order: Order,
    matches: tuple[Match, ...],
    games: int,
    what: str,
    progress: Progress,
    width: float | None = None,
) -> Played:
    return play_many(matches, games, order.workers, width, lambda done: progress(what, done, games))


def _tables(order: Order, played: Played) -> list[Table]:
    """The tables of the card file; before them, where there is an older one, the differences."""
    match, moments = played.matches[-1], played.moments
    if order.against is None:
        return list(Tables(match, moments, played.looks).all())
    names = Names.of(order.against, order.cards)
    differences = comparison(moments, len(order.bots), played.looks, names, order.margin)
    return [differences, *_named(list(Tables(match, moments.side(1), played.looks).all()), order)]


def _named(tables: list[Table], order: Order) -> list[Table]:
    """Says above each table whose numbers these are, where there are two card files."""
    if order.against is None:
        return tables
    return [replace(table, title=f"{table.title}: {order.cards.source.source.name}") for table in tables]


def _deep(order: Order, match: Match, progress: Progress) -> tuple[list[Table], bool]:
    """Plays matches of one bot against greedy ones; returns their tables, and whether it was interrupted."""
    greedy, games = (BOTS["greedy"],) * (len(order.bots) - 1), QUICK[len(order.bots)]
    wanted = [*BLIND.values(), *SKILLS]
    found: dict[str, Moments] = {}
    for name in wanted:
        side_match = Match(match.setup, (BOTS[name], *greedy), order.seed)
        played = _play(order, (side_match,), games // 2 if name in SKILLS else games, f"{name} bot", progress)
        found[name] = played.moments
        if played.interrupted:
            break
    note = (
        "A bot that does not care for this kind of card, against greedy ones. Worth: points by which it falls behind."
    )
    parts = {f"{kind}s": found[name] for kind, name in BLIND.items() if name in found}
    worth = _against_rest("parts", "Worth of each part", note, parts, worth=True)
    note = "Each bot against greedy ones. Where more thought wins more often there is room for skill."
    skill = {name: found[name] for name in SKILLS if name in found}
    tables = [worth, _against_rest("skill", "Worth of thought", note, skill, worth=False)]
    return tables, len(found) < len(wanted) or played.interrupted


def _against_rest(key: str, title: str, note: str, played: Mapping[str, Moments], worth: bool) -> Table:
    """Returns a table of matches of one bot against greedy ones.

    Args:
        key: see `Table`.
        title: see `Table`.
        note: see `Table`.
        played: the moments of each match by its label; the bot in question is the first of the match.
        worth: whether to tell what the bot loses, not what it gains.
    """
    rows = []
    for label, moments in played.items():
        wins, ahead = estimate(moments["bot/0/wins"]), estimate(moments["bot/0/ahead"])
        rows.append(Row(label, (wins, _negative(ahead) if worth else ahead)))
    return Table(key, title, note, ("wins", "worth" if worth else "ahead"), tuple(rows))


def _negative(figure: Estimate | None) -> Estimate | None:
    return None if figure is None else Estimate(-figure.value, -figure.high, -figure.low, figure.n, figure.unit)
