"""`aa cards preview`: draws faces as PNG files or as one contact sheet. Holds the options shared with `watch`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from aa_tools.cli import completion as complete
from aa_tools.cli.loading import load
from aa_tools.cli.options import CardsOption, LanguageOption, RuleOption, ThemeOption

DpiOption = Annotated[int, typer.Option(min=20, max=1200, help="Resolution in pixels per inch.")]


def preview(
    ids: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ID]…", autocompletion=complete.cards, help="Cards to draw. Default: all.", show_default=False
        ),
    ] = None,
    sheet: Annotated[bool, typer.Option("--sheet", help="Draw one contact sheet instead of a file per card.")] = False,
    dpi: DpiOption = 150,
    out: Annotated[
        Path, typer.Option(metavar="DIR|FILE.png", help="Folder for the PNG files, or the name of a single PNG file.")
    ] = Path("output/preview"),
    theme: ThemeOption = "classic",
    cards: CardsOption = None,
    rule: RuleOption = None,
    language: LanguageOption = None,
) -> None:
    """Draw card faces as PNG files, or all on one contact sheet."""
    from aa_tools.cli.terminal.console import stdout_console
    from aa_tools.errors import InputError, Place
    from aa_tools.files import safe_writer
    from aa_tools.printing.faces.compose import compose_faces
    from aa_tools.printing.output.png import png
    from aa_tools.printing.output.raster import rasterise
    from aa_tools.printing.pages.contact import contact_sheet
    from aa_tools.text import pluralise

    database = load(cards, rule, language)
    wanted = {database.card(name).id for name in ids or ()}
    shown = compose_faces(database, theme=theme, cards=wanted or None)
    is_file = out.suffix.lower() == ".png" and not out.is_dir()
    if is_file and not sheet and len(shown) > 1:
        hint = "name a folder or a single card, or add --sheet"
        raise InputError(f"cannot hold {len(shown)} faces in one file", place=Place(f"--out {out}"), hint=hint)
    path = out
    if sheet:
        path = out if is_file else out / "contact-sheet.png"
        with safe_writer(path) as file:
            contact_sheet(shown, dpi).save(file, "PNG")
    else:
        for styled, pixels in zip(shown, rasterise(shown, dpi), strict=True):
            with safe_writer(out if is_file else out / f"{styled.face.card_id}.png") as file:
                file.write(png(pixels, dpi))
    stdout_console().print(f"{path}: {pluralise(len(shown), 'face')}", soft_wrap=True)
