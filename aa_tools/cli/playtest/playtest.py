"""`aa playtest`: thousands of simulated games -> is this deck fair and interesting?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aa_tools.cli.loading import card_file, load, rules_of
from aa_tools.cli.options import CardsOption, RuleOption
from aa_tools.errors import InputError, Place, RulesError
from aa_tools.files import check_output_path, check_writable

if TYPE_CHECKING:
    from aa_tools.cards.database import CardDatabase
    from aa_tools.simulation.study import Order, Progress

HOW_MUCH = "How much is played"
OUTPUT = "Output"


def playtest(
    players: Annotated[int, typer.Option(metavar="N", help="2 or 4.")] = 2,
    bots: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help="random, greedy, rival or rollout; greedy but blind-to-assignments, blind-to-professors or "
            "blind-to-inspirations. One for all seats, or one for each: greedy,rival.",
        ),
    ] = "greedy",
    seed: Annotated[int, typer.Option(metavar="N", help="Of all chance: the same seed, the same report.")] = 1,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="OLD",
            help="An older card file, or a git revision such as HEAD~1: what the card file changes, on the same "
            "shuffles.",
        ),
    ] = None,
    margin: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE", min=0.0, help="With --against: shares closer than this are the same. Default: 0.02."
        ),
    ] = None,
    deep: Annotated[
        bool,
        typer.Option(
            "--deep",
            help="Ten times the games, and what each part and more thought are worth.",
            rich_help_panel=HOW_MUCH,
        ),
    ] = False,
    quick: Annotated[
        bool, typer.Option("--quick", help="The default: about five seconds.", rich_help_panel=HOW_MUCH)
    ] = False,
    games: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="So many games instead of the level's.", rich_help_panel=HOW_MUCH),
    ] = None,
    until_width: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            min=0.001,
            help="Play on until the overview's shares are known so narrowly, such as 0.01.",
            rich_help_panel=HOW_MUCH,
        ),
    ] = None,
    jobs: Annotated[
        int, typer.Option(metavar="N", min=1, help="Processes; the report is the same.", rich_help_panel=HOW_MUCH)
    ] = 1,
    dask: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Let the workers of this Dask scheduler play, such as tcp://host:8786.",
            rich_help_panel=HOW_MUCH,
        ),
    ] = None,
    replay: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, help="Show game N of this playtest turn by turn, and no report.", rich_help_panel=OUTPUT
        ),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the whole report as one page.", rich_help_panel=OUTPUT),
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print one JSON document instead of tables.", rich_help_panel=OUTPUT)
    ] = False,
    cards: CardsOption = None,
    rule: RuleOption = None,
) -> None:
    """Let bots play thousands of games: is this deck fair and interesting?

    Every number comes with its interval and with what it was counted from. Ctrl-C ends the games and reports those
    played so far. Bots are not people: take the numbers as hints of what to try at the table.
    """
    from aa_tools.simulation.bots.roster import seated
    from aa_tools.simulation.report.compare import MARGIN
    from aa_tools.simulation.run import Workers
    from aa_tools.simulation.study import Order

    _check_together(deep and quick, "--deep", "--quick")
    for other, given in (("--json", json), ("--html", html), ("--against", against)):
        _check_together(replay is not None and bool(given), "--replay", other)
    if margin is not None and against is None:
        raise InputError("is of no use without --against", place=Place("--margin"), hint="add --against OLD")
    if html is not None:
        check_output_path("--html", html, ".html", cards, against)
        check_writable(html)
    _check_players(players)
    database = load(cards, rule)
    order = Order(
        database,
        None if against is None else _older(against, cards, rule),
        seated(bots, players, Place(f"--bots {bots}")),
        seed,
        games,
        deep,
        until_width,
        MARGIN if margin is None else margin,
        Workers(jobs, dask),
    )
    if replay is not None:
        _replay(order, replay)
    else:
        _report(order, html, json)


def _older(against: str, cards: str | None, rule: list[str] | None) -> CardDatabase:
    from aa_tools.cards.database import parse_cards
    from aa_tools.files import DataFolders
    from aa_tools.services.revisions import version_of

    return parse_cards(version_of(against, card_file(cards)), rules_of(rule), data=DataFolders.beside(cards))


def _check_together(both: bool, one: str, other: str) -> None:
    if both:
        raise InputError(f"cannot stand together with {other}", place=Place(one), hint="leave one of them out")


def _check_players(players: int) -> None:
    from aa_tools.errors import with_place
    from aa_tools.rules.ruleset import seats

    try:
        seats(players)
    except RulesError as error:
        raise with_place(error, Place(f"--players {players}")) from error


def _replay(order: Order, game: int) -> None:
    from aa_tools.cli.playtest.replay import show_replay
    from aa_tools.simulation.engine import Match
    from aa_tools.simulation.replay import replay
    from aa_tools.simulation.state.setup import Setup

    match = Match(Setup.of(order.cards, len(order.bots)), order.bots, order.seed)
    games = match.whole_shuffles(order.wanted)
    if game >= games:
        raise InputError(
            f"this playtest has games 0 to {games - 1}" if games > 1 else "this playtest has game 0 only",
            place=Place(f"--replay {game}"),
            hint="choose one of them, or play more with --games",
        )
    show_replay(replay(match, game))


def _report(order: Order, html: Path | None, json: bool) -> None:
    from aa_tools.cli.playtest.report import show_report
    from aa_tools.cli.terminal.console import notes, print_json
    from aa_tools.files import safe_writer
    from aa_tools.simulation.report.html import page
    from aa_tools.simulation.study import study

    with _progress() as progress:
        report = study(order, progress)
    if html is not None:
        with safe_writer(html) as file:
            file.write(page(report, f"Playtest of {order.cards.file.game.title}").encode())
        notes().print(f"{html}: the whole report", soft_wrap=True)
    if json:
        print_json(report.json())
    else:
        show_report(report, [each.rules for each in order.files])
    if report.header["interrupted"]:
        raise typer.Exit(130)


@contextmanager
def _progress() -> Iterator[Progress]:
    """Shows on a terminal how many games are played."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from aa_tools.cli.terminal.console import notes

    console = notes()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        tasks: dict[str, int] = {}

        def tell(what: str, done: int, wanted: int) -> None:
            task = tasks.setdefault(what, len(tasks))
            if task not in bar.task_ids:
                bar.add_task(f"Playing: {what}", total=wanted)
            bar.update(bar.task_ids[task], completed=done)

        yield tell
