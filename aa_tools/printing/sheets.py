"""The printing room's door: a deck of the card file -> sheets -> a PDF file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import InputError, nearest
from aa_tools.printing.faces import Look, compose, missing_characters
from aa_tools.printing.imposition import impose, lay_out
from aa_tools.printing.pdf import Document, footer, write_pdf
from aa_tools.printing.template import load_face, load_paper, load_theme


@dataclass(frozen=True)
class DeckSheets:
    """A deck laid out on its sheets.

    Attributes:
        deck: the name of the deck in the card file.
        document: what is drawn.
    """

    deck: str
    document: Document

    @property
    def cards(self) -> int:
        """Cards in the deck, each as often as it is there."""
        return sum(face.count for face in self.document.faces)

    @property
    def sheets(self) -> int:
        """Sheets of paper."""
        return len(self.document.sheets)

    @property
    def pages(self) -> int:
        """Pages of the PDF: a front and a back for each sheet."""
        return 2 * self.sheets

    @property
    def empty_places(self) -> int:
        """Places on the last sheet where no card lies."""
        return self.sheets * self.document.layout.per_sheet - self.cards


def plan(database: CardDatabase, deck: str, *, paper: str = "a4", theme: str = "classic") -> DeckSheets:
    """Lays out a deck; everything that can be wrong with it is found here.

    Args:
        database: the card file.
        deck: a name of `database.decks`.
        paper: a name in templates/papers, or the path of such a file.
        theme: a name in templates/themes, or the path of such a file.

    Raises:
        InputError: no such deck or template, a fault in a template, a text that does not fit, a character that no
            font has, a card larger than the paper.
    """
    if deck not in database.decks:
        raise InputError(f"there is no deck {deck!r}", hint=nearest(deck, database.decks))
    form = load_face(database.decks[deck].template, database.source.place(("decks", deck, "template")))
    look = Look(database, load_theme(theme))
    sheet_paper = load_paper(paper)
    title = _title(look, deck)
    layout = lay_out(sheet_paper, form.card)
    faces = compose(look, deck, form)
    sheets = impose([face for face in faces for _ in range(face.count)], layout)
    subject = _subject(sum(face.count for face in faces), len(sheets), sheet_paper.title)
    art = getattr(look.theme.backs, deck)
    document = Document(title, subject, look, art, sheet_paper, layout, faces, sheets)
    footer(document, sheets[-1], back=False)
    return DeckSheets(deck, document)


def write(deck_sheets: DeckSheets, file: BinaryIO, on_page: Callable[[], None] = lambda: None) -> None:
    """Writes the PDF of a deck: each front with its back on the following page.

    Args:
        deck_sheets: from `plan`.
        file: open for writing bytes.
        on_page: called after each page.
    """
    write_pdf(deck_sheets.document, file, on_page)


def _title(look: Look, deck: str) -> str:
    game = look.database.file.game.title
    if message := missing_characters(game, look.font("text")):
        raise InputError(message, place=look.database.source.place(("game", "title")), hint="write it otherwise")
    return f"{game} · {deck.replace('_', ' ')}"


def _subject(cards: int, sheets: int, paper: str) -> str:
    some = f"{cards} card{'s' * (cards != 1)} on {sheets} sheet{'s' * (sheets != 1)}"
    return f"{some} of {paper}, backs for a long-edge flip"
