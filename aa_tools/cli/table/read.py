"""`aa read`: reads a photo of a table into a typed grid, with ? for each quadrant in doubt."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from aa_tools.cli.loading import load
from aa_tools.cli.options import CardsOption, RuleOption
from aa_tools.errors import InputError, PhotoError, Place
from aa_tools.files import check_output_path

HELP = "ReadOptions for the reader"


def read(
    photo: Annotated[str, typer.Argument(metavar="PHOTO", help="A JPEG, PNG, WebP or HEIC photo of the table.")],
    set_: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="r3c5=B",
            help='Set the letter of row 3, column 5; "." for no card. Can be repeated.',
            rich_help_panel=HELP,
        ),
    ] = None,
    corners: Annotated[
        str | None,
        typer.Option(
            metavar='"X,Y X,Y X,Y X,Y"',
            help="Corners of the canvas in pixels of the upright photo, clockwise from the top left.",
            rich_help_panel=HELP,
        ),
    ] = None,
    turn: Annotated[
        int | None,
        typer.Option(
            metavar="0|90|180|270",
            help="Degrees by which to turn the photo clockwise, so that south is at the bottom.",
            rich_help_panel=HELP,
        ),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(
            metavar="2|4", help="Number of players: 2 (4 × 4 cards) or 4 (5 × 5 cards).", rich_help_panel=HELP
        ),
    ] = None,
    picture: Annotated[
        Path | None,
        typer.Option(metavar="OUT.jpg", help="Write the photo with the reading drawn on it, as JPEG or PNG."),
    ] = None,
    cards: CardsOption = None,
    rule: RuleOption = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document instead of the grid.")] = False,
) -> None:
    """Read a photo of a table: the canvas as a typed grid, and the cards found by their tags.

    The output can be scored as it is, or corrected first:

    aa read photo.jpg --set r3c5=B | aa score -
    """
    from aa_tools.cli.terminal.console import print_json, print_notes
    from aa_tools.reading.image.photo import open_photo
    from aa_tools.reading.tablephoto import ReadOptions, read_table_photo
    from aa_tools.services.table.photo_files import PICTURE_SUFFIXES, write_picture
    from aa_tools.services.table.reading_report import doubt_line, reading_document, reading_notes, reading_text

    _check(turn, players, photo)
    if picture:
        check_output_path("--picture", picture, PICTURE_SUFFIXES, photo)
    database = load(cards, rule)
    seen = read_table_photo(open_photo(photo), database, ReadOptions(players, corners, turn, set_ or []))
    if json:
        print_json(reading_document(seen))
    else:
        print(reading_text(seen), end="", flush=True)
    doubts = seen.reading.doubts
    lines = [*reading_notes(seen, database), *(f"In doubt: {doubt_line(doubt, seen)}" for doubt in doubts)]
    if seen.bottom.side is None:
        lines.append("South is unknown. Add --turn, so that the lower edges of the cards are at the bottom.")
    if picture:
        write_picture(seen, database, picture)
        lines.append(f"Wrote {picture}.")
    elif doubts:
        lines.append("To see the doubts on the photo, use --picture FILE.jpg.")
    print_notes(lines)


def _check(turn: int | None, players: int | None, photo: str) -> None:
    if turn not in (None, 0, 90, 180, 270):
        raise InputError("invalid angle", place=Place(f"--turn {turn}"), hint="use 0, 90, 180 or 270")
    if players not in (None, 2, 4):
        raise InputError("invalid number of players", place=Place(f"--players {players}"), hint="use 2 or 4")
    if photo == "-":
        raise PhotoError("a photo cannot be read from standard input", place=Place("stdin"), hint="give its path")
