"""`aa sheets`: cards.yaml -> printable sheets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from aa_tools.cli import completion as complete
from aa_tools.cli.loading import load
from aa_tools.cli.options import CardsOption, LanguageOption, RuleOption, ThemeOption, shipped_templates

if TYPE_CHECKING:
    from aa_tools.cards.database import CardDatabase
    from aa_tools.printing.layout.calibration import Printer
    from aa_tools.printing.sheets import PrintJob

LAYOUT = "Layout of the cards"
BACKS = "Position of the backs"

SCORE_PAD = "score-pad"
_MAX_COPIES = 100


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
            help=f"{shipped_templates('papers')}, or a paper of your own.",
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
        typer.Option(
            metavar="MM", help="Space between cards, in mm. Default: twice the bleed.", rich_help_panel=LAYOUT
        ),
    ] = None,
    bleed: Annotated[
        str, typer.Option(metavar="MM", help="Bleed around each card, in mm.", rich_help_panel=LAYOUT)
    ] = "0",
    margins: Annotated[
        str | None,
        typer.Option(
            metavar="MM|T,R,B,L",
            help="Unprintable margins in mm: one value, or top,right,bottom,left. Default: 6.35.",
            rich_help_panel=LAYOUT,
        ),
    ] = None,
    mixed: Annotated[
        bool,
        typer.Option("--mixed", help="Allow upright and turned cards on one sheet.", rich_help_panel=LAYOUT),
    ] = False,
    separate: Annotated[
        bool,
        typer.Option(
            "--separate/--combine",
            help="One PDF file for each deck, or all decks of one card size on shared sheets.",
            rich_help_panel=LAYOUT,
        ),
    ] = False,
    marks: Annotated[
        Literal["crop", "none"], typer.Option(help="Crop marks, or none.", rich_help_panel=LAYOUT)
    ] = "crop",
    flip: Annotated[
        Literal["long", "short", "none", "fold"],
        typer.Option(
            help="Edge over which the paper is turned. none: no backs. fold: each back beside its front.",
            rich_help_panel=BACKS,
        ),
    ] = "long",
    order: Annotated[
        Literal["interleaved", "fronts-first"],
        typer.Option(
            help="Page order: each back after its front, or all backs after all fronts.", rich_help_panel=BACKS
        ),
    ] = "interleaved",
    printer: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Apply this printer's calibration (see aa printer calibrate).",
            rich_help_panel=BACKS,
        ),
    ] = None,
    changed: Annotated[
        bool, typer.Option("--changed", help="Print only cards that differ from the last run with this output folder.")
    ] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            metavar="CARD",
            autocompletion=complete.cards,
            help="Print only this card, by id or title, such as to replace a lost one; with copies: 'CARD*2'. "
            "More cards may follow.",
        ),
    ] = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Output folder. Created if missing.")] = Path("output"),
    verify: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Print nothing; check the sheets in this PDF. Exit code 1 if they have errors."
        ),
    ] = None,
    cards: CardsOption = None,
    rule: RuleOption = None,
    language: LanguageOption = None,
) -> None:
    """Make PDF sheets of the cards to print: fronts and backs, at true size, on as few sheets as possible.

    Print double-sided and flip on the long edge, at 100 %; then hold a ruler to the 50 mm line in the margin.
    """
    if verify is not None:
        raise typer.Exit(_verify(verify))
    from aa_tools.cli.printing.sheet_runs import print_all, print_changed, print_only
    from aa_tools.cli.terminal import lengths
    from aa_tools.errors import ErrorCollector, InputError, Place
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
        margins_mm = lengths.margins("--margins", margins) if margins is not None else None
    with problems:
        card = card_size(size) if size is not None else None
    with problems:
        profile = _printer(printer) if printer is not None else None
    with problems:
        _check_order(order, flip)
    if only and changed:
        with problems:
            raise InputError("cannot be combined with --only", place=Place("--changed"), hint="leave out one of them")
    problems.raise_if_any()
    spacing = Spacing(2 * bleed_mm if gap_mm is None else gap_mm, bleed_mm, mixed)
    setup = PrintSettings(card, Flip(flip), PageOrder(order), spacing, margins_mm, marks == "crop", profile)
    database = load(cards, rule, language)
    if only:
        # As in `--only ID ID`: the shell's words after the option's own value are arguments.
        copies = _copies(database, [*only, *(decks or ())])
        decks = list(dict.fromkeys(database.deck_of(card_id) for card_id in copies))
    _check_decks(decks, database)
    names = [name for name in decks or database.decks if name != SCORE_PAD]

    def in_theme(name: str) -> PrintJob:
        return prepare_job(database, names, paper=paper, theme=name, setup=setup)

    if decks and SCORE_PAD in decks:
        _write_pad(database, paper, theme, out)
        if not names:
            return
    job = in_theme(theme)
    other_theme = job.style.theme.ink_against
    if only:
        print_only(job, copies, out, separate=separate)
    elif changed:
        print_changed(job, out, separate=separate)
    else:
        print_all(job, out, separate=separate, compared=in_theme(other_theme) if other_theme else None)


def _copies(database: CardDatabase, texts: list[str]) -> dict[str, int]:
    """Returns the number of copies by card id, from texts such as "red-areas" or "The Hook*2".

    Raises:
        InputError: all unknown cards and wrong numbers at once.
    """
    from aa_tools.errors import ErrorCollector, InputError, Place

    problems, copies = ErrorCollector(), dict[str, int]()
    for text in texts:
        name, number = re.fullmatch(r"(.*?)(?:\s*\*\s*(-?\d+))?", text, re.DOTALL).groups("1")  # type: ignore[union-attr]
        place = Place(f"--only {text}")
        with problems:
            if name in (*database.decks, SCORE_PAD):
                hint = "leave out either the deck or --only"
                raise InputError("is a deck, and --only prints single cards", place=place, hint=hint)
            card_id = database.card(name, place=place).id
            copies[card_id] = copies.get(card_id, 0) + int(number[:9])
            if not (int(number[:9]) > 0 and copies[card_id] <= _MAX_COPIES):
                raise InputError(f"the number of copies must be from 1 to {_MAX_COPIES}", place=place)
    problems.raise_if_any()
    return copies


def _check_order(order: str, flip: str) -> None:
    from aa_tools.errors import InputError, Place

    if order == "fronts-first" and flip in ("none", "fold"):
        message = f"has no meaning with --flip {flip}, where no back has a page of its own"
        raise InputError(message, place=Place(f"--order {order}"), hint="leave it out")


def _check_decks(names: list[str] | None, database: CardDatabase) -> None:
    """Raises InputError with all unknown decks at once."""
    from aa_tools.errors import ErrorCollector

    problems = ErrorCollector()
    for name in dict.fromkeys(names or ()):
        with problems:
            _check_deck(name, database)
    problems.raise_if_any()


def _check_deck(name: str, database: CardDatabase) -> None:
    from aa_tools.errors import InputError, suggest

    known = (*database.decks, SCORE_PAD)
    if name not in known:
        raise InputError(f"there is no deck {name!r}", hint=suggest(name, known))


def _write_pad(database: CardDatabase, paper: str, theme: str, out: Path) -> None:
    """Writes the blank score sheets, which are not a deck."""
    from aa_tools.files import safe_writer
    from aa_tools.printing.pages.score_pad import plan_score_pad, write_score_pad

    pad, path = plan_score_pad(database, paper=paper, theme=theme), out / f"{SCORE_PAD}.pdf"
    with safe_writer(path) as file:
        write_score_pad(pad, file)
    typer.echo(f"{path}: two score pads on a sheet of {pad.paper}; cut it in the middle")


def _printer(name: str) -> Printer:
    from aa_tools.printing.printers import load_printer

    return load_printer(name)


def _verify(path: Path) -> int:
    """Prints the errors in a PDF of sheets; returns the exit code: 0 if there are none, else 1."""
    from aa_tools.cli.terminal.console import stdout_console
    from aa_tools.errors import InputError, Place
    from aa_tools.files import os_error_message
    from aa_tools.printing.verify.sheetcheck import check_sheets

    try:
        data = path.read_bytes()
    except OSError as error:
        message = f"cannot be read: {os_error_message(error)}"
        raise InputError(message, place=Place(str(path)), hint="check the spelling and the folder") from error
    problems = check_sheets(data, str(path))
    for problem in problems:
        stdout_console().print(str(problem), soft_wrap=True)
    if not problems:
        stdout_console().print(f"{path}: right to print", soft_wrap=True)
    return 1 if problems else 0
