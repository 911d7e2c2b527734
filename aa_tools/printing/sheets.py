"""Entry point of the printing package: decks of the card file -> print job -> sheets -> PDF files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import BinaryIO

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import ErrorCollector, InputError, suggest
from aa_tools.printing.faces.compose import DeckStyle, Face, compose_deck, describe_missing_characters, load_deck_face
from aa_tools.printing.faces.template import load_paper
from aa_tools.printing.faces.theme import load_theme
from aa_tools.printing.layout.calibration import Printer
from aa_tools.printing.layout.fitting import Spacing, fit_layout
from aa_tools.printing.layout.geometry import CARD_SIZES, EdgeLengths, Paper, Size
from aa_tools.printing.layout.imposition import Flip, impose
from aa_tools.printing.output.pdf import FOOTER_CHARACTERS, Document, PageOrder, write_pdf
from aa_tools.printing.warnings import warnings
from aa_tools.text import pluralise

_SMALLEST_CARD_MM = 25
"""Titles are not legible on smaller cards."""
_BACKS = {
    Flip.LONG: "backs for a long-edge flip",
    Flip.SHORT: "backs for a short-edge flip",
    Flip.NONE: "fronts only",
    Flip.FOLD: "backs beside the fronts, to be folded",
}


@dataclass(frozen=True)
class PrintSettings:
    """How cards are laid out and printed. The defaults suit a printer that prints both sides.

    Attributes:
        size: the card size to print; None for the size of each face.
        flip: the edge over which the paper is turned.
        order: the order of the pages.
        spacing: gap and bleed.
        margins: the unprintable margins; None for those of the printer or, without one, of the paper.
        marks: whether crop marks are drawn.
        printer: the saved printer profile, if any.
    """

    size: Size | None = None
    flip: Flip = Flip.LONG
    order: PageOrder = PageOrder.INTERLEAVED
    spacing: Spacing = field(default_factory=Spacing)
    margins: EdgeLengths | None = None
    marks: bool = True
    printer: Printer | None = None

    def on(self, paper: Paper) -> Paper:
        """Returns a paper with the margins that apply to it."""
        known = self.printer.margins if self.printer else None
        return replace(paper, margins=self.margins or known or paper.margins)


@dataclass(frozen=True)
class PrintJob:
    """The faces to print, each with its number of copies, and how to print them."""

    style: DeckStyle
    paper: Paper
    setup: PrintSettings
    faces: tuple[Face, ...]

    def card(self, face: Face) -> Size:
        """Returns the size at which a face is printed."""
        return self.setup.size or face.size

    def faces_of_size(self, size: Size) -> list[Face]:
        """Returns the faces that are printed at a size."""
        return [face for face in self.faces if self.card(face) == size]


@dataclass(frozen=True)
class SheetSet:
    """Cards laid out on their sheets.

    Attributes:
        name: name of the file, without .pdf: a deck, or "cards" for several.
        document: the pages to draw.
        warnings: possible problems at the printer.
    """

    name: str
    document: Document
    warnings: tuple[str, ...] = ()

    @property
    def cards(self) -> int:
        """Number of cards on the sheets, copies included."""
        return sum(face.count for face in self.document.faces)

    @property
    def sheets(self) -> int:
        """Number of sheets of paper."""
        return len(self.document.sheets)

    @property
    def pages(self) -> int:
        """Number of pages of the PDF."""
        return len(self.document.pages)

    @property
    def empty_places(self) -> int:
        """Number of card positions left empty on the last sheet."""
        return self.sheets * self.document.layout.per_sheet - self.cards


def prepare_job(
    database: CardDatabase,
    decks: Iterable[str],
    *,
    paper: str = "a4",
    theme: str = "classic",
    setup: PrintSettings | None = None,
) -> PrintJob:
    """Composes the faces of some decks, and reports every error in the templates and texts they use.

    Args:
        database: the card file.
        decks: names of `database.decks`.
        paper: a name in templates/papers, or the path of such a file.
        theme: a name in templates/themes, or the path of such a file.
        setup: how to lay the cards out.

    Raises:
        InputError: unknown deck or template, an error in a template, a text that does not fit, or a character that
            no font contains. The errors of all decks are raised together.
    """
    problems, faces = ErrorCollector(), list[Face]()
    setup = setup or PrintSettings()
    style = DeckStyle(database, load_theme(theme, database.colours, database.data))
    with problems:
        sheet = setup.on(load_paper(paper, database.data))
    with problems:
        _check_game(style)
    for deck in dict.fromkeys(decks):
        with problems:
            faces += _faces(style, deck)
    problems.raise_if_any()
    return PrintJob(style, sheet, setup, tuple(faces))


def make_sheet_sets(job: PrintJob, *, separate: bool = False, name: str | None = None) -> list[SheetSet]:
    """Lays out the cards of a job on as few sheets as possible, or each deck on sheets of its own.

    Decks of one card size share sheets, whatever their backs: each card has the back of its deck behind it.

    Args:
        job: the cards.
        separate: whether each deck gets sheets of its own.
        name: base of the names of the results. Default: the name of the deck, "cards" for several.

    Raises:
        InputError: a card does not fit on the paper.
    """
    groups: dict[str | Size, list[Face]] = {}
    for face in job.faces:
        groups.setdefault(face.deck if separate else job.card(face), []).append(face)
    decks = list(dict.fromkeys(face.deck for face in job.faces))
    sheet_sets = []
    for key, faces in groups.items():
        base = name or (decks[0] if len(decks) == 1 else "" if separate else "cards")
        suffix = (size_name(key) if isinstance(key, Size) else key) if len(groups) > 1 else ""
        of_one_deck = all(face.deck == faces[0].deck for face in faces)
        file_name = "-".join(filter(None, (base, suffix)))
        sheet_sets.append(_sheet_set(job, file_name, faces[0].deck if of_one_deck else "cards", faces))
    return sheet_sets


def select_cards(job: PrintJob, copies: Mapping[str, int]) -> PrintJob:
    """Returns a job with single cards only.

    Args:
        job: whole decks.
        copies: the number of copies to print, by card id.
    """
    return replace(job, faces=tuple(replace(f, count=copies[f.card_id]) for f in job.faces if f.card_id in copies))


def plan(
    database: CardDatabase, deck: str, *, paper: str = "a4", theme: str = "classic", setup: PrintSettings | None = None
) -> SheetSet:
    """Lays out one deck. Arguments and errors as `prepare_job` and `make_sheet_sets`."""
    return make_sheet_sets(prepare_job(database, [deck], paper=paper, theme=theme, setup=setup))[0]


def write(sheets: SheetSet, file: BinaryIO, on_page: Callable[[], None] = lambda: None) -> None:
    """Writes a set of sheets as PDF.

    Args:
        sheets: from `make_sheet_sets`.
        file: open for writing bytes.
        on_page: called after each page.
    """
    write_pdf(sheets.document, file, on_page)


def card_size(text: str) -> Size:
    """Returns a card size from its name, such as "poker", or from width x height in mm, such as "63x88".

    Raises:
        InputError: neither form, or a side is shorter than 25 mm.
    """
    if text in CARD_SIZES:
        return CARD_SIZES[text]
    found = re.fullmatch(r"(\d{1,4}(?:\.\d{1,3})?)\s*x\s*(\d{1,4}(?:\.\d{1,3})?)", text)
    if not found:
        hint = f"{suggest(text, CARD_SIZES)}; or write it in mm, such as 63x88"
        raise InputError(f"there is no card size {text!r}", hint=hint)
    size = Size(float(found[1]), float(found[2]))
    if min(size.width_mm, size.height_mm) < _SMALLEST_CARD_MM:
        raise InputError(f"a card of {size} is too small", hint=f"each side is at least {_SMALLEST_CARD_MM} mm")
    return size


def _faces(style: DeckStyle, deck: str) -> tuple[Face, ...]:
    decks = style.database.decks
    if deck not in decks:
        raise InputError(f"there is no deck {deck!r}", hint=suggest(deck, decks))
    return compose_deck(style, deck, load_deck_face(style, deck))


def _check_game(style: DeckStyle) -> None:
    if message := describe_missing_characters(style.database.file.game.title, style.font("text")):
        raise InputError(message, place=style.database.source.place(("game", "title")), hint="use other characters")
    if message := describe_missing_characters(FOOTER_CHARACTERS, style.font("text")):
        raise InputError(f"the footer of the sheets: {message}", hint="choose another text font in the theme")


def _sheet_set(job: PrintJob, name: str, title: str, faces: Sequence[Face]) -> SheetSet:
    setup = job.setup
    layout = fit_layout(job.paper, job.card(faces[0]), setup.flip, setup.spacing)
    sheets = impose([face for face in faces for _ in range(face.count)], layout)
    document = Document(
        game=job.style.database.file.game.title,
        name=title.replace("_", " "),
        subject=_subject(sum(face.count for face in faces), len(sheets), job),
        style=job.style,
        paper=job.paper,
        layout=layout,
        faces=tuple(faces),
        sheets=sheets,
        order=setup.order,
        marks=setup.marks,
        calibration=setup.printer.calibration if setup.printer else None,
    )
    is_measured = setup.printer is not None and setup.printer.margins is not None
    return SheetSet(name, document, tuple(warnings(document, is_measured=is_measured)))


def _subject(cards: int, sheets: int, job: PrintJob) -> str:
    counts = f"{pluralise(cards, 'card')} on {pluralise(sheets, 'sheet')} of {job.paper.title}"
    by_hand = job.setup.flip in (Flip.LONG, Flip.SHORT) and job.setup.order == PageOrder.FRONTS_FIRST
    return f"{counts}, {_BACKS[job.setup.flip]}{', all fronts first' if by_hand else ''}"


def size_name(size: Size) -> str:
    """Returns the name of a card size, or its width and height in mm."""
    names = {known: name for name, known in CARD_SIZES.items()}
    return names.get(size, f"{size.width_mm:g}x{size.height_mm:g}")
