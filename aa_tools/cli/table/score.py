"""`aa score`: a typed table or a photo -> who claims which card, and why."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aa_tools.cli import completion as complete
from aa_tools.cli.loading import load
from aa_tools.cli.options import CardsOption, RuleOption
from aa_tools.errors import InputError, Place

if TYPE_CHECKING:
    from aa_tools.cards.database import CardDatabase
    from aa_tools.services.table_input import Given
    from aa_tools.tables.tablefile import TableText

TABLE = "The table, where the file does not say it"


def score(
    table: Annotated[
        str, typer.Argument(metavar="TABLE", help='A photo, a typed grid or a YAML table file; "-" is text on stdin.')
    ],
    players: Annotated[
        str | None,
        typer.Option(
            metavar="N|NAMES", help='2, 4, or names clockwise from south: "Anna, Ben".', rich_help_panel=TABLE
        ),
    ] = None,
    first: Annotated[
        str | None,
        typer.Option(
            metavar="SIDE|NAME",
            autocompletion=complete.sides,
            help="Who holds the first player card. Default: south.",
            rich_help_panel=TABLE,
        ),
    ] = None,
    objective: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ID",
            autocompletion=complete.objectives,
            help="A public card by its id or title, in the order laid out. May be repeated.",
            rich_help_panel=TABLE,
        ),
    ] = None,
    inspiration: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SIDE=ID",
            autocompletion=complete.inspirations,
            help="An inspiration in a player's hand, by its id or title. May be repeated.",
            rich_help_panel=TABLE,
        ),
    ] = None,
    bottom: Annotated[
        str | None,
        typer.Option(
            metavar="SIDE|NAME",
            autocompletion=complete.sides,
            help="Who sits at the bottom of the grid or the photo. Default: south, or what the photo's tags tell.",
            rich_help_panel=TABLE,
        ),
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(metavar="OUT.png", help="Write the photo with what was read drawn on it.")
    ] = None,
    cards: CardsOption = None,
    rule: RuleOption = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document instead of a table.")] = False,
) -> None:
    """Score a table at the end of a round: who claims which card, and why.

    The smallest table is a grid: a letter for each quadrant, as the table is seen from the south.

        RY BB RR YB
        BR YY RB BY
        …

    aa score grid.txt --objective red-areas --objective weaver --inspiration north=inspiration-hook

    A photo of our printed cards tells the objectives, the revealed inspirations and the first player card too:

    aa score photo.jpg
    """
    from aa_tools.cli.table.score_report import score_document, show_score
    from aa_tools.cli.terminal.console import answers, notes, print_json
    from aa_tools.services.deck_report import deck_doubt
    from aa_tools.services.table_input import checked_picture, take, write_picture
    from aa_tools.services.unknowns import remark, settle, somebody_there, unknown_document
    from aa_tools.tables.tablefile import bottom_of, read_table

    database = load(cards, rule)
    given = take(table, added_text(players, first, objective or [], inspiration or [], bottom), database)
    checked_picture(given, picture)
    _tell_remarks(given, database)
    asked = somebody_there() and not json and table != "-"
    settled = settle(given, read_table(given.text, database, unknown=True), database, "aa score", asked)
    result = settled.result
    if given.seen and picture:
        write_picture(given.seen, database, picture)
    names = {player.side: player.name for player in result.table.players}
    doubt = deck_doubt(settled.canvas, database, bottom_of(given.text.bottom, names))
    for note in (doubt, remark(settled, database)):
        if note and not (given.seen and given.seen.foreign):
            notes().print(note, soft_wrap=True)
    if json:
        print_json(score_document(result, database, settled.canvas, unknown_document(settled, database.letters)))
    else:
        show_score(result, database, answers(), settled.canvas)
    if given.seen and not given.text.first_player and any(claim.tie for claim in result.claims):
        notes().print("No first player card was seen, so south counts as its holder. --first SIDE says it.")
    if not result.claims and not result.inspirations:
        notes().print(_nothing_named(given), soft_wrap=True)


def _nothing_named(given: Given) -> str:
    """Returns what to say where a table has no public cards and no inspirations."""
    if given.seen and not given.seen.tags:
        return (
            "No tags were found, so the photo does not tell the objectives: it was taken from too far away, or the "
            "cards were printed without tags. Take it from nearer, or name them with --objective ID."
        )
    return "No objective was named, so nothing is claimed. Add --objective ID; aa cards list shows the ids."


def _tell_remarks(given: Given, database: CardDatabase) -> None:
    """Prints what somebody should know of a photo's reading."""
    if given.seen is None:
        return
    from aa_tools.cli.terminal.console import notes
    from aa_tools.services.reading_report import remarks

    for line in remarks(given.seen, database):
        notes().print(line, soft_wrap=True)


def added_text(
    players: str | None, first: str | None, objectives: list[str], inspirations: list[str], bottom: str | None
) -> TableText:
    """Returns what the command line says of the table."""
    from aa_tools.tables.grid import LocatedText
    from aa_tools.tables.tablefile import TableText

    def typed(option: str, text: str) -> LocatedText:
        return LocatedText(text, Place(f"{option} {text}"))

    def hand(text: str) -> tuple[LocatedText, LocatedText]:
        who, equals, card = text.partition("=")
        if not equals:
            raise InputError("says no side", place=Place(f"--inspiration {text}"), hint="write it as SIDE=ID")
        place = Place(f"--inspiration {text}")
        return LocatedText(who.strip(), place), LocatedText(card.strip(), place)

    return TableText(
        players=typed("--players", players) if players is not None else None,
        first_player=typed("--first", first) if first is not None else None,
        objectives=tuple(typed("--objective", text) for text in objectives),
        inspirations=tuple(hand(text) for text in inspirations),
        bottom=typed("--bottom", bottom) if bottom is not None else None,
    )
