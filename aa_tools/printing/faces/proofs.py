"""Every face of a card file, ready to be drawn by itself; what cannot be printed is found here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import Fault, Faults, InputError
from aa_tools.printing.faces.faces import Face, Look, drafted, face_of
from aa_tools.printing.faces.theme import load_theme


@dataclass(frozen=True, eq=False)
class Proof:
    """A face with its look."""

    face: Face
    look: Look


@dataclass(frozen=True)
class Undrawn:
    """A card whose face cannot be drawn, and why."""

    card_id: str
    deck: str
    count: int
    faults: tuple[Fault, ...]


def proofs(database: CardDatabase, *, theme: str = "classic") -> tuple[Proof, ...]:
    """Returns the face of every card, once, in the order of the card file.

    Raises:
        InputError: every fault of every deck and template at once.
    """
    found, faults = sketches(database, theme=theme), Faults()
    faults.found += [fault for each in found if isinstance(each, Undrawn) for fault in each.faults]
    faults.check()
    return tuple(each for each in found if isinstance(each, Proof))


def sketches(database: CardDatabase, *, theme: str = "classic") -> tuple[Proof | Undrawn, ...]:
    """Returns the face of every card that can be drawn, and in their places the cards that cannot.

    Raises:
        InputError: the theme cannot be used.
    """
    look = Look(database, load_theme(theme, database.colours))
    return tuple(each for name in database.decks for each in _sketched(look, name))


def _sketched(look: Look, deck: str) -> Iterator[Proof | Undrawn]:
    try:
        form = face_of(look, deck)
    except InputError as error:
        cards = map(look.database.card, look.database.ids(deck))
        yield from (Undrawn(card.id, deck, card.count, error.faults) for card in cards)
        return
    for face, faults in drafted(look, deck, form):
        yield Undrawn(face.card_id, deck, face.count, faults) if faults else Proof(face, look)
