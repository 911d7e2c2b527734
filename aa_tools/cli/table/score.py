"""`aa score`: scores a typed table or a photo: who claims which card, and why."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from aa_tools.cli import completion as complete
from aa_tools.cli.loading import load
from aa_tools.cli.options import CardsOption, RuleOption

TABLE = "Details that the table does not give"


def score(
    table: Annotated[
        str,
        typer.Argument(metavar="TABLE", help='A photo, a typed grid or a YAML table file; "-" is text on stdin.'),
    ],
    players: Annotated[
        str | None,
        typer.Option(
            metavar="N|NAMES",
            help='Number of players, 2 or 4, or their names clockwise from south: "Anna, Ben".',
            rich_help_panel=TABLE,
        ),
    ] = None,
    first: Annotated[
        str | None,
        typer.Option(
            metavar="SIDE|NAME",
            autocompletion=complete.sides,
            help="Holder of the first player card. Default: south.",
            rich_help_panel=TABLE,
        ),
    ] = None,
    objective: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ID",
            autocompletion=complete.objectives,
            help="Id or title of a public card, in the order of the cards on the table. Can be repeated.",
            rich_help_panel=TABLE,
        ),
    ] = None,
    inspiration: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SIDE=ID",
            autocompletion=complete.inspirations,
            help="Id or title of an inspiration in a player's hand. Can be repeated.",
            rich_help_panel=TABLE,
        ),
    ] = None,
    bottom: Annotated[
        str | None,
        typer.Option(
            metavar="SIDE|NAME",
            autocompletion=complete.sides,
            help="Side or player at the bottom of the grid or photo. Default: read from the photo, south for a grid.",
            rich_help_panel=TABLE,
        ),
    ] = None,
    picture: Annotated[
        Path | None,
        typer.Option(metavar="OUT.jpg", help="Write the photo with the reading drawn on it, as JPEG or PNG."),
    ] = None,
    cards: CardsOption = None,
    rule: RuleOption = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document instead of a table.")] = False,
) -> None:
    """Score a table at the end of a round: who claims which card, and why.

    The smallest table is a grid: a letter for each quadrant, as seen from the south.

        RY BB RR YB
        BR YY RB BY
        …

    aa score grid.txt --objective red-areas --objective weaver --inspiration north=inspiration-hook

    A photo of cards printed by aa shows the objectives, the revealed inspirations and the first player card as well:

    aa score photo.jpg
    """
    from aa_tools.cli.terminal.console import print_json, print_notes, stdout_console
    from aa_tools.cli.terminal.prompt import question_prompt
    from aa_tools.cli.terminal.score_view import show_score
    from aa_tools.services.table.notes import notes_before, notes_on_result
    from aa_tools.services.table.photo_files import check_picture_path, write_picture
    from aa_tools.services.table.repairs import with_repair_file
    from aa_tools.services.table.table_input import load_table, table_text
    from aa_tools.services.table.unknowns import UndecidedPhoto, score_table

    options = table_text(players, first, objective or [], inspiration or [], bottom)
    database = load(cards, rule)
    if picture:
        check_picture_path(table, picture)
    source = load_table(table, options, database)
    if source.photo and picture:
        write_picture(source.photo, database, picture)
    print_notes(notes_before(source, database))
    try:
        scored = score_table(source, database, question_prompt(table, json))
    except UndecidedPhoto as error:
        raise with_repair_file(error, "aa score", has_picture=picture is not None) from error
    before, after = notes_on_result(scored)
    print_notes(before)
    if json:
        print_json(scored.document())
    else:
        show_score(scored.result, database, stdout_console(), scored.canvas)
    print_notes(after)
