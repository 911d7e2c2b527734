"""`aa cards preview`: the faces as pictures, each by itself or all on a contact sheet."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from aa_tools.cli import completion as complete
from aa_tools.cli.loading import load
from aa_tools.cli.options import CardsOption, LanguageOption, RuleOption, ThemeOption


def preview(
    ids: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ID]…", autocompletion=complete.cards, help="Only these cards. Default: all.", show_default=False
        ),
    ] = None,
    sheet: Annotated[bool, typer.Option("--sheet", help="One contact sheet instead of a file for each card.")] = False,
    dpi: Annotated[int, typer.Option(min=20, max=1200, help="Pixels per inch.")] = 150,
    out: Annotated[
        Path, typer.Option(metavar="DIR|FILE.png", help="The folder for the PNG files, or the file of a single one.")
    ] = Path("output/preview"),
    theme: ThemeOption = "classic",
    cards: CardsOption = None,
    rule: RuleOption = None,
    language: LanguageOption = None,
) -> None:
    """Draw faces as PNG pictures, or all of them on one contact sheet."""
    from aa_tools.cli.terminal.console import stdout_console
    from aa_tools.errors import InputError, Place
    from aa_tools.files import safe_writer
    from aa_tools.printing.faces.compose import compose_faces
    from aa_tools.printing.output.png import png
    from aa_tools.printing.output.raster import rasterise
    from aa_tools.printing.pages.contact import contact_sheet
    from aa_tools.text import pluralise

    database = load(cards, rule, language)
    wanted = {database.card(card_id).id for card_id in ids or ()}
    shown = compose_faces(database, theme=theme, cards=wanted or None)
    is_file = out.suffix.lower() == ".png" and not out.is_dir()
    if is_file and not sheet and len(shown) > 1:
        message = f"is the name of one picture, and here are {len(shown)} faces"
        raise InputError(message, place=Place(f"--out {out}"), hint="give a folder, name one card, or add --sheet")
    if sheet:
        path = out if is_file else out / "contact-sheet.png"
        with safe_writer(path) as file:
            contact_sheet(shown, dpi).save(file, "PNG")
        stdout_console().print(f"{path}: {pluralise(len(shown), 'face')}", soft_wrap=True)
        return
    for proof, pixels in zip(shown, rasterise(shown, dpi), strict=True):
        with safe_writer(out if is_file else out / f"{proof.face.card_id}.png") as file:
            file.write(png(pixels, dpi))
    stdout_console().print(f"{out}: {pluralise(len(shown), 'face')}", soft_wrap=True)
