"""Every face of a card file, ready to be drawn by itself; what cannot be printed is found here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import ErrorCollector, InputError, Problem
from aa_tools.printing.faces.faces import DeckStyle, Face, drafted, face_of
from aa_tools.printing.faces.theme import load_theme


@dataclass(frozen=True, eq=False)
class Proof:
    """A face with its look."""

    face: Face
    look: DeckStyle


@dataclass(frozen=True)
class Undrawn:
    """A card whose face cannot be drawn, and why."""

    card_id: str
    deck: str
    count: int
    problems: tuple[Problem, ...]


def proofs(database: CardDatabase, *, theme: str = "classic") -> tuple[Proof, ...]:
    """Returns the face of every card, once, in the order of the card file.

    Raises:
        InputError: every error of every deck and template at once.
    """
    found, problems = sketches(database, theme=theme), ErrorCollector()
    problems.found += [problem for each in found if isinstance(each, Undrawn) for problem in each.problems]
    problems.check()
    return tuple(each for each in found if isinstance(each, Proof))


def sketches(database: CardDatabase, *, theme: str = "classic") -> tuple[Proof | Undrawn, ...]:
    """Returns the face of every card that can be drawn, and in their places the cards that cannot.

    Raises:
        InputError: the theme cannot be used.
    """
    look = DeckStyle(database, load_theme(theme, database.colours, database.data))
    return tuple(each for name in database.decks for each in _sketched(look, name))


def _sketched(look: DeckStyle, deck: str) -> Iterator[Proof | Undrawn]:
    try:
        form = face_of(look, deck)
    except InputError as error:
        cards = map(look.database.card, look.database.ids(deck))
        yield from (Undrawn(card.id, deck, card.count, error.problems) for card in cards)
        return
    for face, problems in drafted(look, deck, form):
        yield Undrawn(face.card_id, deck, face.count, problems) if problems else Proof(face, look)
