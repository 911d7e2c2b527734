"""What was printed last: a ledger beside the sheets, and what of a job differs from it.

A card has changed when anything that is drawn on it has: a word, a place, an ink, its back, its size.
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
from aa_tools.printing.faces.faces import Face
from aa_tools.printing.faces.stamps import Cut, back_stamp, draw_stamps, front_stamp
from aa_tools.printing.layout.imposition import Flip
from aa_tools.printing.output.digest import Notes
from aa_tools.printing.sheets import Job
from aa_tools.yamlfile import load_yaml

LEDGER = "printed.yaml"
"""The name of the file, beside the sheets."""

_HEAD = """\
# The cards that were printed last. "aa sheets" writes this; "aa sheets --changed" prints only what differs from it.
# "drawn" stands for all that is drawn on a card. Remove a card here to have it printed again.
"""


class PrintedCard(Model):
    """A card as it was printed."""

    title: str | None = None
    count: AtLeastOne
    drawn: Annotated[str, StringConstraints(min_length=1, max_length=80)]


class Ledger(Model):
    """The printed cards, by deck and id."""

    format: Literal["aa.printed/1"] = "aa.printed/1"
    decks: dict[Id | Literal["first_player"], dict[Id, PrintedCard]] = Field(default={})


@dataclass(frozen=True)
class OldCard:
    """Printed cards that are to be thrown away: how many of which, and why."""

    deck: str
    card_id: str
    title: str | None
    count: int
    reason: str


@dataclass(frozen=True)
class Changes:
    """What differs from the ledger.

    Attributes:
        job: the faces to print, each with as many copies as are missing.
        old: the cards to throw away.
    """

    job: Job
    old: tuple[OldCard, ...]

    def __bool__(self) -> bool:
        return bool(self.job.faces or self.old)


def load_ledger(folder: Path) -> Ledger | None:
    """Reads the ledger of a folder; None where nothing was printed into it.

    Raises:
        InputError: every error of the file at once.
    """
    path = folder / LEDGER
    return validate(Ledger, load_yaml(read_text(str(path)))) if os.path.exists(path) else None


def ledger_text(ledger: Ledger) -> bytes:
    """Returns a ledger as it stands in its file, a line for each card."""
    text = yaml.safe_dump(
        ledger.model_dump(exclude_none=True), sort_keys=False, allow_unicode=True, width=200, default_flow_style=None
    )
    return (_HEAD + text).encode()


def entered(job: Job, ledger: Ledger | None) -> Ledger:
    """Returns a ledger in which the decks of a job are printed as they are now; other decks stand as they were."""
    return Ledger(decks={**(ledger.decks if ledger else {}), **_printed(job)})


def changes(job: Job, ledger: Ledger) -> Changes:
    """Compares the decks of a job with what was printed last."""
    printed, faces, old = _printed(job), [], []
    for face in job.faces:
        before, now = ledger.decks.get(face.deck, {}).get(face.card_id), printed[face.deck][face.card_id]
        kept = before.count if before and before.drawn == now.drawn else 0
        if now.count > kept:
            faces.append(replace(face, count=now.count - kept))
        if before and not kept:
            old.append(OldCard(face.deck, face.card_id, before.title, before.count, "drawn anew"))
        elif before and kept > now.count:
            old.append(OldCard(face.deck, face.card_id, before.title, kept - now.count, "fewer are needed"))
    return Changes(replace(job, faces=tuple(faces)), (*old, *_gone(printed, ledger)))


def _gone(printed: Mapping[str, Mapping[str, PrintedCard]], ledger: Ledger) -> Iterator[OldCard]:
    for deck, cards in ledger.decks.items():
        for card_id, card in cards.items() if deck in printed else ():
            if card_id not in printed[deck]:
                yield OldCard(deck, card_id, card.title, card.count, "no longer in the deck")


def _printed(job: Job) -> dict[str, dict[str, PrintedCard]]:
    found: dict[str, dict[str, PrintedCard]] = {}
    for face, drawn in _drawn(job):
        title = job.look.database.card(face.card_id).title
        found.setdefault(face.deck, {})[face.card_id] = PrintedCard(title=title, count=face.count, drawn=drawn)
    return found


def _drawn(job: Job) -> Iterator[tuple[Face, str]]:
    """Yields each face with a digest of all that is drawn on both its sides."""
    note = Notes()
    pen, backs = Pen(note), job.setup.flip != Flip.NONE
    for face in job.faces:
        draw_stamps(pen, job.look, [face], Cut(job.card(face), job.setup.spacing.bleed_mm), backs=backs)
        both = note.digest(front_stamp(face)) + (note.digest(back_stamp(face.deck)) if backs else "")
        yield face, hashlib.sha256(both.encode()).hexdigest()[:16]
