"""`aa score`: a typed table -> who claims which card, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from aa_tools.cli.options import CardsOption, RuleOption, load
from aa_tools.errors import InputError, Place

if TYPE_CHECKING:
    from aa_tools.reading.tablefile import TableText

TABLE = "The table, where the file does not say it"


def score(
    table: Annotated[str, typer.Argument(metavar="TABLE", help='A typed grid or a YAML table file; "-" is stdin.')],
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
            help="Who holds the first player card. Default: south.",
            rich_help_panel=TABLE,
        ),
    ] = None,
    objective: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ID", help="A public card, in the order laid out. May be repeated.", rich_help_panel=TABLE
        ),
    ] = None,
    inspiration: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SIDE=ID", help="An inspiration in a player's hand. May be repeated.", rich_help_panel=TABLE
        ),
    ] = None,
    bottom: Annotated[
        str | None,
        typer.Option(
            metavar="SIDE|NAME",
            help="Who sits at the bottom of the grid. Default: south.",
            rich_help_panel=TABLE,
        ),
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
    """
    from aa_tools.cards.deck_check import strange_spaces
    from aa_tools.cli.console import answers, notes, print_json
    from aa_tools.cli.score_report import deck_doubt, score_document, show_score
    from aa_tools.files import read_text
    from aa_tools.reading.tablefile import combine, parse_table, read_table
    from aa_tools.rules.scoring import score as score_table

    database = load(cards, rule)
    added = added_text(players, first, objective or [], inspiration or [], bottom)
    said = combine(parse_table(read_text(table)), added)
    result = score_table(read_table(said, database), database.rules)
    if doubt := deck_doubt(strange_spaces(result.table.canvas, database)):
        notes().print(doubt, soft_wrap=True)
    if json:
        print_json(score_document(result, database))
    else:
        show_score(result, database, answers())
    if not result.claims and not result.inspirations:
        notes().print("No objective was named, so nothing is claimed. Add --objective ID; the ids stand in cards.yaml.")


def added_text(
    players: str | None, first: str | None, objectives: list[str], inspirations: list[str], bottom: str | None
) -> TableText:
    """Returns what the command line says of the table."""
    from aa_tools.cards.gridfile import Typed
    from aa_tools.reading.tablefile import TableText

    def typed(option: str, text: str) -> Typed:
        return Typed(text, Place(f"{option} {text}"))

    def hand(text: str) -> tuple[Typed, Typed]:
        who, equals, card = text.partition("=")
        if not equals:
            raise InputError("says no side", place=Place(f"--inspiration {text}"), hint="write it as SIDE=ID")
        place = Place(f"--inspiration {text}")
        return Typed(who.strip(), place), Typed(card.strip(), place)

    return TableText(
        players=typed("--players", players) if players is not None else None,
        first_player=typed("--first", first) if first is not None else None,
        objectives=tuple(typed("--objective", text) for text in objectives),
        inspirations=tuple(hand(text) for text in inspirations),
        bottom=typed("--bottom", bottom) if bottom is not None else None,
    )
