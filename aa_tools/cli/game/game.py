"""`aa game`: a whole match in one file: new, deal, score, undo, show."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aa_tools.cli import completion as complete
from aa_tools.cli.loading import load
from aa_tools.cli.options import CardsOption, RuleOption
from aa_tools.errors import Place, RulesError
from aa_tools.files import shell_quote

if TYPE_CHECKING:
    from aa_tools.record.steps import Game
    from aa_tools.rules.ruleset import Side

game = typer.Typer(
    name="game",
    no_args_is_help=True,
    help="Record a whole game of three rounds in one file: who leads, who holds the first player card, who has won.",
)

FileArgument = Annotated[str, typer.Argument(metavar="FILE", help="The game file, such as friday.yaml.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of a table.")]
InspirationOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="SIDE=ID",
        autocompletion=complete.inspirations,
        help="Id or title of an inspiration that a player drew from a paper deck. Can be repeated.",
    ),
]


@game.command(no_args_is_help=True)
def new(
    file: FileArgument,
    players: Annotated[
        str, typer.Option(metavar="NAMES", help='Two or four names: "Anna, Ben".')
    ] = "Player 1, Player 2",
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="SIDES",
            help='Sides of the players, in the same order: "north, south". Default: clockwise from south.',
        ),
    ] = None,
    first: Annotated[
        str | None,
        typer.Option(
            metavar="SIDE|NAME", autocompletion=complete.sides, help="Holder of the first player card. Default: south."
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, max=10**17, help="Random seed for the order of the decks. Default: chosen at random."),
    ] = None,
    cards: CardsOption = None,
    rule: RuleOption = None,
    json: JsonOption = False,
) -> None:
    """Start a game.

    Without --players it is a game of two, called Player 1 and Player 2; edit the names in the file at any time.

    aa game new friday.yaml --players "Anna, Ben"
    """
    from aa_tools.record.steps import new_game_text
    from aa_tools.record.store import create_game
    from aa_tools.rules.ruleset import Side
    from aa_tools.services.game.options import named_seat, rules_to_record, seated_players

    names = seated_players(players, seats)
    holder = named_seat(names, first, "--first") or Side.SOUTH
    rules = rules_to_record(load(cards, rule).rules, rule or [])
    _answer(create_game(file, new_game_text(names, holder, seed, rules), cards), file, json)


@game.command(no_args_is_help=True)
def deal(
    file: FileArgument,
    objective: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ID",
            autocompletion=complete.objectives,
            help="Id or title of a public card that the players drew, in the order on the table. With it, aa draws no "
            "cards, not even inspirations. Can be repeated.",
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
    """Draw the next round's objectives and inspirations, or record those that the players drew.

    Inspirations stay hidden unless --show names their owner.
    """
    from aa_tools.cli.terminal.console import print_notes
    from aa_tools.record.steps import draw_deal, with_deal
    from aa_tools.record.store import update_game
    from aa_tools.services.game.options import deal_of, seat_in
    from aa_tools.services.game.scoring import no_inspirations_note

    def step(before: Game) -> str:
        seat_in(before, show, "--show")
        from_paper = deal_of(before, objective or [], inspiration or [])
        return with_deal(before, from_paper or draw_deal(before))

    after = update_game(file, step, cards)
    if objective and not inspiration and (note := no_inspirations_note(after, file)):
        print_notes([note])
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
            help="Side or player at the bottom of the grid or photo. Default: read from the photo, south for a grid.",
        ),
    ] = None,
    cards: CardsOption = None,
    json: JsonOption = False,
) -> None:
    """Add the round's finished table: who claims which card, and how the game stands.

    Names, first player, objectives and hands that the table leaves out are taken from the game.
    """
    from aa_tools.cli.terminal.console import print_notes, stdout_console
    from aa_tools.cli.terminal.prompt import question_prompt
    from aa_tools.cli.terminal.score_view import show_score
    from aa_tools.record.steps import with_score
    from aa_tools.record.store import update_game
    from aa_tools.services.documents import without_hidden_hands
    from aa_tools.services.game.scoring import canvas_warnings, read_game_table, revealed_hands, table_in_game
    from aa_tools.services.table.repairs import with_repair_file
    from aa_tools.services.table.table_input import table_text
    from aa_tools.services.table.unknowns import UndecidedPhoto

    options = table_text(inspirations=inspiration or [], bottom=bottom)
    try:
        # The table is read first, so that no other writer waits for slow standard input or for an answer.
        read = read_game_table(table, options, file, cards, question_prompt(table, json))
    except UndecidedPhoto as error:
        raise with_repair_file(error, f"aa game score {shell_quote(file)}") from error
    after = update_game(file, lambda before: with_score(before, table_in_game(read.text, before)), cards)
    print_notes([*read.notes, *canvas_warnings(after, read.text)])
    if not json:
        visible = without_hidden_hands(after.state.rounds[-1], revealed_hands(read.text, after))
        show_score(visible, after.cards, stdout_console())
    _answer(after, file, json)


@game.command(no_args_is_help=True)
def undo(file: FileArgument, cards: CardsOption = None, json: JsonOption = False) -> None:
    """Take back the last score; undo again takes back that round's deal."""
    from aa_tools.record.steps import without_last_step
    from aa_tools.record.store import update_game

    _answer(update_game(file, without_last_step, cards), file, json)


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
        Path | None, typer.Option(metavar="OUT", help="Write the finished game as a one-page PDF, to pin to a wall.")
    ] = None,
    paper: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            autocompletion=complete.templates("papers"),
            help="Paper for --pdf: a4, letter, or a template of your own.",
        ),
    ] = "a4",
    cards: CardsOption = None,
    json: JsonOption = False,
) -> None:
    """Show the score sheet: every claim, who leads, who can still win."""
    from aa_tools.record.store import open_game
    from aa_tools.services.game.options import seat_in

    shown = open_game(file, cards)
    if pdf is not None:
        _print_keepsake(shown, file, pdf, paper)
    _answer(shown, file, json, seat_in(shown, hand, "--hand"))


def _print_keepsake(shown: Game, file: str, pdf: Path, paper: str) -> None:
    from aa_tools.cli.terminal.console import print_notes
    from aa_tools.errors import with_place
    from aa_tools.files import safe_writer
    from aa_tools.printing.pages.keepsake import plan_keepsake, write_keepsake
    from aa_tools.rules.match import outcome
    from aa_tools.services.explanations import explain_outcome

    ended = outcome(shown.state)
    verdict = explain_outcome(shown.state, ended) if ended else ""
    try:
        planned = plan_keepsake(shown.cards, shown.state, verdict, paper=paper)
    except RulesError as error:
        raise with_place(error, Place(file)) from error
    with safe_writer(pdf) as out:
        write_keepsake(planned, out)
    print_notes([f"Wrote {pdf}: the finished game on one sheet of {planned.paper}."])


def _answer(shown: Game, file: str, json: bool, hand: Side | None = None) -> None:
    """Prints the standings of a game."""
    from aa_tools.cli.game.standings_view import show_standings
    from aa_tools.cli.terminal.console import print_json, stdout_console
    from aa_tools.services.documents import standings_document

    if json:
        print_json(standings_document(shown, hand))
    else:
        show_standings(shown, file, stdout_console(), hand)
