"""The print log, a file beside the sheets that lists the cards printed last, and what differs from it.

A card counts as changed if anything drawn on it has changed: a word, a position, an ink, its back, its size.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import Field, StringConstraints

from aa_tools.cards.models.forms import AtLeastOne, Id, Model
from aa_tools.cards.models.validation import validate
from aa_tools.files import read_text
from aa_tools.printing.drawing.pen import Pen
from aa_tools.printing.faces.card_forms import CardTrim, back_form_name, define_card_forms, front_form_name
from aa_tools.printing.faces.compose import Face
from aa_tools.printing.layout.imposition import Flip
from aa_tools.printing.output.digest import DigestCanvas
from aa_tools.printing.sheets import PrintJob
from aa_tools.yamlfile import load_yaml

PRINT_LOG = "printed.yaml"
"""Name of the file in the output folder."""

_HEAD = """\
# The cards that were printed last. "aa sheets" writes this; "aa sheets --changed" prints only what differs from it.
# "drawn" stands for all that is drawn on a card. Remove a card here to have it printed again.
"""


class PrintedCard(Model):
    """A printed card: its number of copies, and a digest of everything drawn on it."""

    title: str | None = None
    count: AtLeastOne
    drawn: Annotated[str, StringConstraints(min_length=1, max_length=80)]


class PrintLog(Model):
    """The printed cards, by deck and id."""

    format: Literal["aa.printed/1"] = "aa.printed/1"
    decks: dict[Id | Literal["first_player"], dict[Id, PrintedCard]] = Field(default={})


@dataclass(frozen=True)
class ObsoleteCard:
    """Copies of a printed card to throw away, and the reason."""

    deck: str
    card_id: str
    title: str | None
    count: int
    reason: str


@dataclass(frozen=True)
class Changes:
    """What differs from the print log.

    Attributes:
        job: the faces to print, each with the number of missing copies.
        obsolete: the cards to throw away.
    """

    job: PrintJob
    obsolete: tuple[ObsoleteCard, ...]

    def __bool__(self) -> bool:
        return bool(self.job.faces or self.obsolete)


def load_print_log(folder: Path) -> PrintLog | None:
    """Reads the print log of an output folder; returns None if it has none.

    Raises:
        InputError: all errors of the file.
    """
    path = folder / PRINT_LOG
    return validate(PrintLog, load_yaml(read_text(str(path)))) if os.path.exists(path) else None


def format_print_log(print_log: PrintLog) -> bytes:
    """Returns the text of a print log file, one line for each card."""
    text = yaml.safe_dump(
        print_log.model_dump(exclude_none=True), sort_keys=False, allow_unicode=True, width=200, default_flow_style=None
    )
    return (_HEAD + text).encode()


def record_printed(job: PrintJob, print_log: PrintLog | None) -> PrintLog:
    """Returns a print log with the decks of a job as they are now; other decks are unchanged."""
    return PrintLog(decks={**(print_log.decks if print_log else {}), **_printed(job)})


def find_changes(job: PrintJob, print_log: PrintLog) -> Changes:
    """Compares the decks of a job with the print log."""
    printed, faces, obsolete = _printed(job), [], []
    for face in job.faces:
        before, now = print_log.decks.get(face.deck, {}).get(face.card_id), printed[face.deck][face.card_id]
        kept = before.count if before and before.drawn == now.drawn else 0
        if now.count > kept:
            faces.append(replace(face, count=now.count - kept))
        if before and not kept:
            obsolete.append(ObsoleteCard(face.deck, face.card_id, before.title, before.count, "drawn anew"))
        elif before and kept > now.count:
            obsolete.append(ObsoleteCard(face.deck, face.card_id, before.title, kept - now.count, "fewer are needed"))
    return Changes(replace(job, faces=tuple(faces)), (*obsolete, *_gone(printed, print_log)))


def _gone(printed: Mapping[str, Mapping[str, PrintedCard]], print_log: PrintLog) -> Iterator[ObsoleteCard]:
    for deck, cards in print_log.decks.items():
        for card_id, card in cards.items() if deck in printed else ():
            if card_id not in printed[deck]:
                yield ObsoleteCard(deck, card_id, card.title, card.count, "no longer in the deck")


def _printed(job: PrintJob) -> dict[str, dict[str, PrintedCard]]:
    found: dict[str, dict[str, PrintedCard]] = {}
    for face, drawn in _drawn(job):
        title = job.style.database.card(face.card_id).title
        found.setdefault(face.deck, {})[face.card_id] = PrintedCard(title=title, count=face.count, drawn=drawn)
    return found


def _drawn(job: PrintJob) -> Iterator[tuple[Face, str]]:
    """Yields each face with a digest of everything drawn on its front and back."""
    note = DigestCanvas()
    pen, backs = Pen(note), job.setup.flip != Flip.NONE
    for face in job.faces:
        define_card_forms(pen, job.style, [face], CardTrim(job.card(face), job.setup.spacing.bleed_mm), backs=backs)
        both = note.digest(front_form_name(face)) + (note.digest(back_form_name(face.deck)) if backs else "")
        yield face, hashlib.sha256(both.encode()).hexdigest()[:16]
