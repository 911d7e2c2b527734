"""`aa export`: the cards for a print shop, a cutting machine or an online table."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aa_tools.cli import completion as complete
from aa_tools.cli.loading import load
from aa_tools.cli.options import CardsOption, LanguageOption, RuleOption, ThemeOption, shipped_templates

if TYPE_CHECKING:
    from aa_tools.printing.outlets.export import Export
    from aa_tools.printing.outlets.profile import OutletModel

CHOICES = "Options of single outlets"


def export(
    outlet: Annotated[
        str,
        typer.Argument(
            metavar="OUTLET",
            autocompletion=complete.templates("outlets"),
            help=f"{shipped_templates('outlets')}, or an outlet of your own.",
            show_default=False,
        ),
    ],
    folder: Annotated[
        str | None,
        typer.Argument(metavar="[DIR]", help="Output folder, unless --out names it.", show_default=False),
    ] = None,
    decks: Annotated[
        list[str] | None,
        typer.Argument(metavar="[DECK]…", autocompletion=complete.decks, help="Default: all six.", show_default=False),
    ] = None,
    theme: ThemeOption = "classic",
    size: Annotated[
        str | None,
        typer.Option(metavar="NAME|WxH", help="Another card size: bridge, tarot, … or in mm, such as 63x88."),
    ] = None,
    dpi: Annotated[
        int | None,
        typer.Option(min=50, max=1200, help="png: resolution in dpi. Default: 300.", rich_help_panel=CHOICES),
    ] = None,
    bleed: Annotated[
        str | None,
        typer.Option(metavar="MM", help="png: bleed around each card, in mm. Default: 0.", rich_help_panel=CHOICES),
    ] = None,
    paper: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            autocompletion=complete.templates("papers"),
            help="silhouette: size of the paper (see aa sheets --paper). Default: a4.",
            rich_help_panel=CHOICES,
        ),
    ] = None,
    url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="tts: web address of the folder with the pictures. Default: the files in DIR.",
            rich_help_panel=CHOICES,
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Output folder. Created if missing.")] = None,
    cards: CardsOption = None,
    rule: RuleOption = None,
    language: LanguageOption = None,
) -> None:
    """Make the files for a print shop, a cutting machine or an online table.

    An export that was interrupted leaves only whole files behind; run it again.
    """
    from aa_tools.cli.terminal import lengths
    from aa_tools.errors import ErrorCollector, InputError
    from aa_tools.files import DataFolders
    from aa_tools.printing.outlets.plan import plan_export, with_choices
    from aa_tools.printing.outlets.profile import load_outlet
    from aa_tools.printing.sheets import PrintSettings, card_size, prepare_job

    if out is not None:
        # With --out, the argument in the place of the folder is the first deck.
        decks = [*([folder] if folder is not None else ()), *(decks or ())]
    elif folder is not None:
        out = Path(folder)
    else:
        raise InputError("there is no output folder", hint=f"add --out DIR, such as --out {outlet}")
    problems = ErrorCollector()
    with problems:
        bleed_mm = lengths.length("--bleed", bleed) if bleed is not None else None
    with problems:
        card = card_size(size) if size is not None else None
    with problems:
        form = load_outlet(outlet, DataFolders.beside(cards))
    problems.raise_if_any()
    form = with_choices(form, dpi, bleed_mm)
    if paper is not None and form.cutter is None:
        raise InputError(f"{form.title} does not use sheets of paper, so --paper has no effect", hint="leave it out")
    database = load(cards, rule, language)
    job = prepare_job(database, decks or database.decks, paper=paper or "a4", theme=theme, setup=PrintSettings(card))
    planned = plan_export(job, form, out, base_url=url)
    _write(planned, out)
    _report(planned, form, out)


def _write(planned: Export, folder: Path) -> None:
    """Writes the files one by one; each is complete or missing."""
    from aa_tools.cli.printing.sheet_runs import progress
    from aa_tools.files import safe_writer

    with progress(len(planned.names)) as advance:
        for name, data in planned.files:
            with safe_writer(folder / name, hint="choose another folder") as file:
                file.write(data)
            advance()


def _report(planned: Export, outlet: OutletModel, folder: Path) -> None:
    """Reports what was written, warnings, leftover files, and the next steps."""
    from aa_tools.text import pluralise

    typer.echo(f"{folder}: {pluralise(len(planned.names), 'file')} for {outlet.title}")
    for line in planned.summary:
        typer.echo(f"  {line}")
    for warning in (*planned.warnings, *_left_over(planned.names, folder)):
        typer.echo(warning, err=True)
    for number, step in enumerate(outlet.steps, 1):
        typer.echo(f"{number}. {step}" if len(outlet.steps) > 1 else step, err=True)


def _left_over(names: Iterable[str], folder: Path) -> list[str]:
    """Returns a warning if the folder contains files of another export, since they might be uploaded too."""
    own = {folder / name for name in names}
    kinds = {path.suffix for path in own}
    places = {path.parent for path in own}
    strange = sorted(path for place in places for path in place.iterdir() if path.suffix in kinds and path not in own)
    if not strange:
        return []
    from aa_tools.text import pluralise

    others = pluralise(len(strange), "other file")
    return [f"The folder also contains {others}, such as {strange[0]}. Remove files that you do not want to upload."]
