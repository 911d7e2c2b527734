"""`aa game`: a whole match in one file: new, deal, score, undo, show."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aa_tools.cli import completion as complete
from aa_tools.cli.loading import load
from aa_tools.cli.options import CardsOption, RuleOption
from aa_tools.errors import Place, RulesError

if TYPE_CHECKING:
    from aa_tools.record.steps import Game
    from aa_tools.rules.ruleset import Side

game = typer.Typer(
    name="game",
    no_args_is_help=True,
    help="Keep a whole game of three rounds in one file: who leads, who holds the first player card, who has won.",
)

FileArgument = Annotated[str, typer.Argument(metavar="FILE", help="The game file, such as friday.yaml.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of a table.")]
InspirationOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="SIDE=ID",
        autocompletion=complete.inspirations,
        help="An inspiration that a player drew from a paper deck. May be repeated.",
    ),
]


@game.command(no_args_is_help=True)
def new(
    file: FileArgument,
    players: Annotated[str, typer.Option(metavar="NAMES", help='Two or four names: "Anna, Ben".')],
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="SIDES", help='Where they sit, in the same order: "north, south". Default: clockwise from south.'
        ),
    ] = None,
    first: Annotated[
        str | None,
        typer.Option(
            metavar="SIDE|NAME", autocompletion=complete.sides, help="Who holds the first player card. Default: south."
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, max=10**17, help="Orders the decks from which deal draws. Default: chosen by chance."),
    ] = None,
    cards: CardsOption = None,
    rule: RuleOption = None,
    json: JsonOption = False,
) -> None:
    """Begin a game.

    aa game new friday.yaml --players "Anna, Ben"
    """
    from aa_tools.record.steps import begun
    from aa_tools.record.store import create
    from aa_tools.rules.ruleset import Side
    from aa_tools.services.game_tables import house_rules_to_keep, named_seat, names_by_side

    names = names_by_side(players, seats)
    holder = named_seat(names, first, "--first") or Side.SOUTH
    rules = house_rules_to_keep(load(cards, rule).rules, rule or [])
    _answer(create(file, begun(names, holder, seed, rules), cards), file, json)


@game.command(no_args_is_help=True)
def deal(
    file: FileArgument,
    objective: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ID",
            autocompletion=complete.objectives,
            help="A public card that the table drew, in the order laid out; then nothing is drawn here, inspirations "
            "included. May be repeated.",
        ),
    ] = None,
    inspiration: InspirationOption = None,
    show: Annotated[
        str | None,
        typer.Option(
            metavar="SIDE|NAME", autocompletion=complete.sides, help="Show the inspirations in this player's hand."
        ),
    ] = None,
    cards: CardsOption = None,
    json: JsonOption = False,
) -> None:
    """Draw the next round's objectives and inspirations, or take those that the table drew.

    Inspirations stay hidden unless their owner asks for them.
    """
    from aa_tools.cli.terminal.console import notes
    from aa_tools.record.steps import dealt, drawn
    from aa_tools.record.store import change
    from aa_tools.services.game_tables import drawn_by_the_table, none_drawn, round_of, seat_in

    def step(before: Game) -> str:
        seat_in(before, show, "--show")
        by_the_table = drawn_by_the_table(before, objective or [], inspiration or [])
        return dealt(before, by_the_table or drawn(before))

    after = change(file, step, cards)
    if objective and not inspiration and round_of(after).inspirations_per_player:
        notes().print(none_drawn(file), soft_wrap=True)
    _answer(after, file, json, seat_in(after, show, "--show"))


@game.command(no_args_is_help=True)
def score(
    file: FileArgument,
    table: Annotated[
        str, typer.Argument(metavar="TABLE", help='A photo, a typed grid or a YAML table file; "-" is text on stdin.')
    ],
    inspiration: InspirationOption = None,
    bottom: Annotated[
        str | None,
        typer.Option(
            metavar="SIDE|NAME",
            autocompletion=complete.sides,
            help="Who sits at the bottom of the grid. Default: south.",
        ),
    ] = None,
    cards: CardsOption = None,
    json: JsonOption = False,
) -> None:
    """Add the round's finished table: who claims which card, and how the game stands.

    What the table leaves out (names, first player, objectives, hands) is as the game has it.
    """
    from aa_tools.cli.game.game_report import open_score
    from aa_tools.cli.table.score import added_text
    from aa_tools.cli.table.score_report import show_score
    from aa_tools.cli.terminal.console import answers, notes
    from aa_tools.record.steps import scored
    from aa_tools.record.store import change
    from aa_tools.services.game_photos import known_text
    from aa_tools.services.game_tables import painting_doubts, shown_hands, table_of

    # The table is read first, so that no other writer waits for a slow standard input or for an answer.
    text, lines = known_text(table, added_text(None, None, [], inspiration or [], bottom), file, cards, not json)
    after = change(file, lambda before: scored(before, table_of(text, before)), cards)
    for line in [*lines, *painting_doubts(after, text)]:
        notes().print(line, soft_wrap=True)
    if not json:
        show_score(open_score(after.state.rounds[-1], shown_hands(text, after)), after.cards, answers())
    _answer(after, file, json)


@game.command(no_args_is_help=True)
def undo(file: FileArgument, cards: CardsOption = None, json: JsonOption = False) -> None:
    """Take back the last score; undo again takes back that round's deal."""
    from aa_tools.record.steps import undone
    from aa_tools.record.store import change

    _answer(change(file, undone, cards), file, json)


@game.command(no_args_is_help=True)
def show(
    file: FileArgument,
    hand: Annotated[
        str | None,
        typer.Option(
            metavar="SIDE|NAME", autocompletion=complete.sides, help="Show the inspirations in this player's hand."
        ),
    ] = None,
    pdf: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Print the finished game on one sheet, to pin to a wall.")
    ] = None,
    paper: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            autocompletion=complete.templates("papers"),
            help="The paper of --pdf: a4, letter, or your own.",
        ),
    ] = "a4",
    cards: CardsOption = None,
    json: JsonOption = False,
) -> None:
    """Show the score sheet: every claim, who leads, who can still win."""
    from aa_tools.record.store import open_game
    from aa_tools.services.game_tables import seat_in

    shown = open_game(file, cards)
    if pdf is not None:
        _print_keepsake(shown, file, pdf, paper)
    _answer(shown, file, json, seat_in(shown, hand, "--hand"))


def _print_keepsake(shown: Game, file: str, pdf: Path, paper: str) -> None:
    from aa_tools.cli.game.game_report import verdict
    from aa_tools.cli.terminal.console import notes
    from aa_tools.errors import with_place
    from aa_tools.files import safe_writer
    from aa_tools.printing.pages.keepsake import plan_keepsake, write_keepsake
    from aa_tools.rules.match import outcome

    ended = outcome(shown.state)
    try:
        planned = plan_keepsake(shown.cards, shown.state, verdict(shown.state, ended) if ended else "", paper=paper)
    except RulesError as error:
        raise with_place(error, Place(file)) from error
    with safe_writer(pdf) as out:
        write_keepsake(planned, out)
    notes().print(f"{pdf}: the finished game on one sheet of {planned.paper}", soft_wrap=True)


def _answer(shown: Game, file: str, json: bool, hand: Side | None = None) -> None:
    """Prints how a game stands."""
    from aa_tools.cli.game.game_report import show_standings, standings_document
    from aa_tools.cli.terminal.console import answers, print_json

    if json:
        print_json(standings_document(shown, hand))
    else:
        show_standings(shown, file, answers(), hand)
