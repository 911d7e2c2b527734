"""Every face of a card file, ready to be drawn by itself; what cannot be printed is found here."""

from __future__ import annotations

from dataclasses import dataclass

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import Faults
from aa_tools.printing.faces import Face, Look, compose, face_of
from aa_tools.printing.theme import load_theme


@dataclass(frozen=True, eq=False)
class Proof:
    """A face with its look."""

    face: Face
    look: Look


def proofs(database: CardDatabase, *, theme: str = "classic") -> tuple[Proof, ...]:
    """Returns the face of every card, once, in the order of the card file.

    Raises:
        InputError: every fault of every deck and template at once.
    """
    look, faults, found = Look(database, load_theme(theme, database.colours)), Faults(), list[Proof]()
    for name in database.decks:
        with faults:
            found += [Proof(face, look) for face in compose(look, name, face_of(look, name))]
    faults.check()
    return tuple(found)
