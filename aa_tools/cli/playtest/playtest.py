"""`aa playtest`: simulates games to find out whether a deck is fair and interesting."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aa_tools.cli.loading import card_file, house_rules, load
from aa_tools.cli.options import CardsOption, RuleOption
from aa_tools.errors import AaError, InputError, Place, with_place
from aa_tools.files import check_output_path, check_writable
from aa_tools.simulation.bots.registry import BOT_DESCRIPTIONS, parse_bots

if TYPE_CHECKING:
    from aa_tools.cards.database import CardDatabase
    from aa_tools.simulation.playtest import PlaytestConfig, Progress

AMOUNT = "How much to play"
OUTPUT = "Output"

_BOTS = "; ".join(f"{name}: {description}" for name, description in BOT_DESCRIPTIONS.items())


def playtest(
    players: Annotated[
        int, typer.Option(metavar="N", help="Number of players: 2 (4 x 4 cards) or 4 (5 x 5 cards).")
    ] = 2,
    bots: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help=f"Bot on all seats, or comma-separated bots, one for each seat, such as greedy,rival. {_BOTS}.",
        ),
    ] = "greedy",
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed. The same seed gives the same report.")] = 1,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="OLD",
            help="Compare with an older card file, or with a git revision such as HEAD~1, on the same shuffles.",
        ),
    ] = None,
    margin: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            min=0.0,
            help="With --against: shares that differ by less are considered the same. Default: 0.02.",
        ),
    ] = None,
    deep: Annotated[
        bool,
        typer.Option(
            "--deep",
            help="Ten times as many games, plus the value of each kind of card and of skill.",
            rich_help_panel=AMOUNT,
        ),
    ] = False,
    quick: Annotated[
        bool, typer.Option("--quick", help="About five seconds of games. This is the default.", rich_help_panel=AMOUNT)
    ] = False,
    games: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Number of games. Overrides --quick and --deep.", rich_help_panel=AMOUNT),
    ] = None,
    until_width: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            min=0.001,
            help="Keep playing until every interval in the overview is at most this wide, such as 0.01.",
            rich_help_panel=AMOUNT,
        ),
    ] = None,
    jobs: Annotated[
        int,
        typer.Option(
            metavar="N", min=1, help="Number of worker processes. Does not change the result.", rich_help_panel=AMOUNT
        ),
    ] = 1,
    dask: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Play on the workers of a Dask scheduler, such as tcp://host:8786.",
            rich_help_panel=AMOUNT,
        ),
    ] = None,
    replay: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            help="Show game N of this playtest turn by turn instead of the report.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the whole report to an HTML page.", rich_help_panel=OUTPUT),
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print one JSON document instead of tables.", rich_help_panel=OUTPUT)
    ] = False,
    cards: CardsOption = None,
    rule: RuleOption = None,
) -> None:
    """Simulate thousands of games between bots to find out whether a deck is fair and interesting.

    Every number has a confidence interval and a sample size. Ctrl-C stops playing and reports the games so far. Bots
    are not people: use the numbers to decide what to try at the table.
    """
    from aa_tools.rules.ruleset import seats
    from aa_tools.simulation.batches import Workers
    from aa_tools.simulation.playtest import PlaytestConfig
    from aa_tools.simulation.report.comparison import MARGIN

    _check_exclusive(deep and quick, "--deep", "--quick")
    for other, value in (("--json", json), ("--html", html), ("--against", against)):
        _check_exclusive(replay is not None and bool(value), "--replay", other)
    if margin is not None and against is None:
        raise InputError("has no effect without --against", place=Place("--margin"), hint="add --against OLD")
    if html is not None:
        check_output_path("--html", html, ".html", cards, against)
        check_writable(html)
    with _errors_at(f"--players {players}"):
        seats(players)
    with _errors_at(f"--bots {bots}"):
        parse_bots(bots, players)
    config = PlaytestConfig(
        load(cards, rule),
        None if against is None else _load_older(against, cards, rule),
        players,
        bots,
        seed,
        games,
        deep,
        until_width,
        MARGIN if margin is None else margin,
        Workers(jobs, dask),
    )
    if replay is not None:
        _replay(config, replay)
    else:
        _report(config, html, json)


def _load_older(against: str, cards: str | None, rule: list[str] | None) -> CardDatabase:
    from aa_tools.cards.database import parse_cards
    from aa_tools.files import DataFolders
    from aa_tools.services.cards.revisions import version_of

    return parse_cards(version_of(against, card_file(cards)), house_rules(rule), data=DataFolders.beside(cards))


def _check_exclusive(both: bool, one: str, other: str) -> None:
    if both:
        raise InputError(f"cannot be used with {other}", place=Place(one), hint="leave one of them out")


@contextmanager
def _errors_at(option: str) -> Iterator[None]:
    """Adds the option that caused an error to it."""
    try:
        yield
    except AaError as error:
        raise with_place(error, Place(option)) from error


def _replay(config: PlaytestConfig, game: int) -> None:
    from aa_tools.cli.playtest.replay import show_replay
    from aa_tools.simulation.playtest import replay_game

    show_replay(replay_game(config, game))


def _report(config: PlaytestConfig, html: Path | None, json: bool) -> None:
    from aa_tools.cli.playtest.report import show_report
    from aa_tools.cli.terminal.console import print_json, stderr_console
    from aa_tools.files import safe_writer
    from aa_tools.simulation.playtest import run_playtest
    from aa_tools.simulation.report.html import html_page

    with _progress_bars() as progress:
        report = run_playtest(config, progress)
    if html is not None:
        with safe_writer(html) as file:
            file.write(html_page(report, f"Playtest of {config.cards.file.game.title}").encode())
        stderr_console().print(f"{html}: the whole report", soft_wrap=True)
    if json:
        print_json(report.json())
    else:
        show_report(report)
    if report.interrupted:
        raise typer.Exit(130)


@contextmanager
def _progress_bars() -> Iterator[Progress]:
    """Shows the number of games played, if stderr is a terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from aa_tools.cli.terminal.console import stderr_console

    console = stderr_console()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bars:
        tasks: dict[str, int] = {}

        def update(what: str, done: int, total: int) -> None:
            task = tasks.setdefault(what, len(tasks))
            if task not in bars.task_ids:
                bars.add_task(f"Playing: {what}", total=total)
            bars.update(bars.task_ids[task], completed=done)

        yield update
