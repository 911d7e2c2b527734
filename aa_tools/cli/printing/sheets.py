"""`aa sheets`: cards.yaml -> printable sheets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from aa_tools.cli import completion as complete
from aa_tools.cli.loading import load
from aa_tools.cli.options import CardsOption, LanguageOption, RuleOption, ThemeOption

if TYPE_CHECKING:
    from aa_tools.cards.database import CardDatabase
    from aa_tools.printing.layout.calibration import Printer
    from aa_tools.printing.sheets import PrintJob

LAYOUT = "How the cards lie"
BACKS = "How the backs land"

SCORE_PAD = "score-pad"


def sheets(
    decks: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[DECK]…",
            autocompletion=complete.decks,
            help="canvas, inspiration, assignment, professor, first_player, reference. Default: all six. "
            "Or score-pad: blank score sheets.",
            show_default=False,
        ),
    ] = None,
    theme: ThemeOption = "classic",
    paper: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            autocompletion=complete.templates("papers"),
            help="a4, letter, a3, a5, legal, tabloid, photo-4x6, …, or a paper of your own.",
            rich_help_panel=LAYOUT,
        ),
    ] = "a4",
    size: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|WxH",
            help="Print the cards in another size: bridge, tarot, mini, …, or in mm, such as 63x88.",
            rich_help_panel=LAYOUT,
        ),
    ] = None,
    gap: Annotated[
        str | None,
        typer.Option(metavar="MM", help="Between cards. Default: twice the bleed.", rich_help_panel=LAYOUT),
    ] = None,
    bleed: Annotated[
        str, typer.Option(metavar="MM", help="How far the art runs over the edge.", rich_help_panel=LAYOUT)
    ] = "0",
    margins: Annotated[
        str | None,
        typer.Option(
            metavar="MM|T,R,B,L",
            help="What your printer cannot reach: one length, or top, right, bottom, left. Default: 6.35.",
            rich_help_panel=LAYOUT,
        ),
    ] = None,
    mixed: Annotated[
        bool,
        typer.Option("--mixed", help="Upright and turned cards may share a sheet.", rich_help_panel=LAYOUT),
    ] = False,
    combine: Annotated[
        bool,
        typer.Option("--combine", help="Decks of one card size share sheets, in one file.", rich_help_panel=LAYOUT),
    ] = False,
    marks: Annotated[
        Literal["crop", "none"], typer.Option(help="Crop marks, or none.", rich_help_panel=LAYOUT)
    ] = "crop",
    flip: Annotated[
        Literal["long", "short", "none", "fold"],
        typer.Option(
            help="The edge the paper is turned over; none prints no backs; fold prints them beside the fronts.",
            rich_help_panel=BACKS,
        ),
    ] = "long",
    order: Annotated[
        Literal["interleaved", "fronts-first"],
        typer.Option(help="Each back after its front, or all backs after all fronts.", rich_help_panel=BACKS),
    ] = "interleaved",
    printer: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Put right what aa printer set keeps of it.", rich_help_panel=BACKS),
    ] = None,
    changed: Annotated[
        bool, typer.Option("--changed", help="Print only cards that differ from the last run into this folder.")
    ] = False,
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder for the PDF files.")] = Path("output"),
    verify: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Print nothing; check the sheets in this PDF. Exit code 1 if they are wrong."
        ),
    ] = None,
    cards: CardsOption = None,
    rule: RuleOption = None,
    language: LanguageOption = None,
) -> None:
    """Print the cards: one PDF for each deck, fronts and backs, at true size.

    Print double-sided and flip on the long edge, at 100 %; then hold a ruler to the 50 mm line in the margin.
    """
    if verify is not None:
        from aa_tools.cli.printing.sheet_reports import show_check

        raise typer.Exit(show_check(verify))
    from aa_tools.cli.printing.sheet_runs import print_all, print_changed
    from aa_tools.cli.terminal import lengths
    from aa_tools.errors import ErrorCollector
    from aa_tools.printing.layout.fitting import Spacing
    from aa_tools.printing.layout.imposition import Flip
    from aa_tools.printing.output.pdf import PageOrder
    from aa_tools.printing.sheets import PrintSettings, card_size, prepare_job

    problems = ErrorCollector()
    with problems:
        bleed_mm = lengths.length("--bleed", bleed)
    with problems:
        gap_mm = lengths.length("--gap", gap) if gap is not None else None
    with problems:
        kept = lengths.margins("--margins", margins) if margins is not None else None
    with problems:
        card = card_size(size) if size is not None else None
    with problems:
        known = _printer(printer) if printer is not None else None
    with problems:
        _check_order(order, flip)
    problems.raise_if_any()
    spacing = Spacing(2 * bleed_mm if gap_mm is None else gap_mm, bleed_mm, mixed)
    setup = PrintSettings(card, Flip(flip), PageOrder(order), spacing, kept, marks == "crop", known)
    database = load(cards, rule, language)
    for name in dict.fromkeys(decks or ()):
        with problems:
            _check_deck(name, database)
    problems.raise_if_any()
    names = [name for name in decks or database.decks if name != SCORE_PAD]

    def in_theme(name: str) -> PrintJob:
        return prepare_job(database, names, paper=paper, theme=name, setup=setup)

    if decks and SCORE_PAD in decks:
        _write_pad(database, paper, theme, out)
        if not names:
            return
    job = in_theme(theme)
    against = job.style.theme.ink_against
    if changed:
        print_changed(job, out)
    else:
        print_all(job, out, together=combine, against=in_theme(against) if against else None)


def _check_deck(name: str, database: CardDatabase) -> None:
    from aa_tools.errors import InputError, suggest

    known = (*database.decks, SCORE_PAD)
    if name not in known:
        raise InputError(f"there is no deck {name!r}", hint=suggest(name, known))


def _check_order(order: str, flip: str) -> None:
    """Raises InputError where an order of backs is asked for that has no pages."""
    from aa_tools.errors import InputError, Place

    if order == "fronts-first" and flip in ("none", "fold"):
        message = f"has no meaning with --flip {flip}, where no back has a page of its own"
        raise InputError(message, place=Place(f"--order {order}"), hint="leave it out")


def _write_pad(database: CardDatabase, paper: str, theme: str, out: Path) -> None:
    """Prints the blank score sheets, which are no deck."""
    from aa_tools.files import safe_writer
    from aa_tools.printing.pages.score_pad import plan_score_pad, write_score_pad

    pad, path = plan_score_pad(database, paper=paper, theme=theme), out / f"{SCORE_PAD}.pdf"
    with safe_writer(path) as file:
        write_score_pad(pad, file)
    typer.echo(f"{path}: two score pads on a sheet of {pad.paper}; cut it in the middle")


def _printer(name: str) -> Printer:
    from aa_tools.printing.printers import load_printer

    return load_printer(name)
