"""`aa read`: a photo of a table -> the typed grid, with ? where it is in doubt, and an annotated picture beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from aa_tools.cli.loading import load
from aa_tools.cli.options import CardsOption, RuleOption
from aa_tools.errors import InputError, PhotoError, Place
from aa_tools.files import check_output_path

HELP = "Where the reader needs help"


def read(
    photo: Annotated[str, typer.Argument(metavar="PHOTO", help="A JPEG, PNG, WebP or HEIC photo of the table.")],
    set_: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="r3c5=B",
            help='The letter of row 3, column 5; "." for no card. May be repeated.',
            rich_help_panel=HELP,
        ),
    ] = None,
    corners: Annotated[
        str | None,
        typer.Option(
            metavar='"X,Y X,Y X,Y X,Y"',
            help="The canvas's corners in pixels of the upright photo, clockwise from the top left.",
            rich_help_panel=HELP,
        ),
    ] = None,
    turn: Annotated[
        int | None,
        typer.Option(
            metavar="0|90|180|270",
            help="Turn the photo clockwise by so many degrees; south is at its bottom then.",
            rich_help_panel=HELP,
        ),
    ] = None,
    players: Annotated[
        int | None, typer.Option(metavar="2|4", help="How many play: 4 x 4 or 5 x 5 cards.", rich_help_panel=HELP)
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(metavar="OUT.png", help="The annotated picture. Default: PHOTO.read.png beside it.")
    ] = None,
    cards: CardsOption = None,
    rule: RuleOption = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document instead of the grid.")] = False,
) -> None:
    """Read a photo of a table: the painting as a typed grid, and what the cards' tags tell.

    What stands on standard output can be scored as it is, or corrected first:

    aa read photo.jpg --set r3c5=B | aa score -
    """
    from aa_tools.cli.terminal.console import notes, print_json
    from aa_tools.reading.image.photo import open_photo
    from aa_tools.reading.tablephoto import Help, read_table_photo
    from aa_tools.services.reading_report import doubt_line, reading_document, reading_text, remarks
    from aa_tools.services.table_input import picture_path, write_picture

    _check(turn, players, photo)
    if picture:
        check_output_path("--picture", picture, ".png", photo)
    database = load(cards, rule)
    seen = read_table_photo(open_photo(photo), database, Help(players, corners, turn, set_ or []))
    if json:
        print_json(reading_document(seen))
    else:
        print(reading_text(seen), end="", flush=True)
    shown = picture or picture_path(photo)
    write_picture(seen, database, shown)
    lines = [*remarks(seen, database), *(f"In doubt: {doubt_line(each, seen)}" for each in seen.reading.doubts)]
    if seen.bottom.side is None:
        lines.append(
            "Which side is south is not clear: add --turn, so that the lower edges of the cards are at the bottom."
        )
    for line in [*lines, f"{shown} shows what was read."]:
        notes().print(line, soft_wrap=True)


def _check(turn: int | None, players: int | None, photo: str) -> None:
    if turn not in (None, 0, 90, 180, 270):
        raise InputError("is no quarter turn", place=Place(f"--turn {turn}"), hint="write 0, 90, 180 or 270")
    if players not in (None, 2, 4):
        raise InputError("is no number of players", place=Place(f"--players {players}"), hint="write 2 or 4")
    if photo == "-":
        raise PhotoError("a photo is not read from standard input", place=Place("stdin"), hint="give its path")
