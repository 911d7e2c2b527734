"""Every face of a card file, ready to be drawn by itself; what cannot be printed is found here."""

from __future__ import annotations

from dataclasses import dataclass

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import Faults
from aa_tools.printing.faces import Face, Look, compose
from aa_tools.printing.stock import Size
from aa_tools.printing.template import load_face, load_theme


@dataclass(frozen=True, eq=False)
class Proof:
    """A face with its deck, its size and its look."""

    deck: str
    face: Face
    size: Size
    look: Look


def proofs(database: CardDatabase, *, theme: str = "classic") -> tuple[Proof, ...]:
    """Returns the face of every card, once, in the order of the card file.

    Raises:
        InputError: every fault of every deck and template at once.
    """
    look, faults, found = Look(database, load_theme(theme)), Faults(), list[Proof]()
    for name, deck in database.decks.items():
        with faults:
            form = load_face(deck.template, database.source.place(("decks", name, "template")))
            found += [Proof(name, face, form.card, look) for face in compose(look, name, form)]
    faults.check()
    return tuple(found)
