"""What a round draws: whether the cards laid out are what the rules ask for, and a seeded draw of them.

The seeded order of a deck is a sort by SHA-256, not a shuffle by a random generator: Python keeps only `random()`
the same from version to version, not `shuffle`, and numpy keeps the raw bits of its generators, not what
`Generator.permutation` makes of them. A hash is the same everywhere and for ever, and anybody can check it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from aa_tools.errors import RulesError
from aa_tools.rules.objectives import InspirationCard, PublicCard
from aa_tools.rules.ruleset import COLOURS, Kind, Round
from aa_tools.text import pluralise

_AnyCard = TypeVar("_AnyCard", PublicCard, InspirationCard)


@dataclass(frozen=True)
class Decks:
    """The cards that a match draws from, each as often as the box holds it."""

    objectives: tuple[PublicCard, ...]
    inspirations: tuple[InspirationCard, ...]

    def copies(self, card: PublicCard | InspirationCard) -> int:
        """Returns how many of a card there are."""
        deck = self.objectives if isinstance(card, PublicCard) else self.inspirations
        return sum(each.id == card.id for each in deck)


def shuffled(cards: Iterable[_AnyCard], seed: int) -> list[_AnyCard]:
    """Returns the cards in the order that a seed gives them; the same seed gives the same order on any machine.

    A card's place follows from the SHA-256 of "seed/id/copy" alone, its copies numbered from 1, so a card that is
    added to a deck or taken out moves no other.
    """
    copy: Counter[str] = Counter()
    keyed = []
    for card in cards:
        copy[card.id] += 1
        keyed.append((hashlib.sha256(f"{seed}/{card.id}/{copy[card.id]}".encode()).hexdigest(), card))
    return [card for _, card in sorted(keyed, key=lambda each: each[0])]


def left_over(cards: Sequence[_AnyCard], drawn: Iterable[PublicCard | InspirationCard]) -> list[_AnyCard]:
    """Returns the cards without those drawn, in their order."""
    gone = Counter(card.id for card in drawn)
    rest = []
    for card in cards:
        if gone[card.id]:
            gone[card.id] -= 1
        else:
            rest.append(card)
    return rest


def draw_objectives(deck: Sequence[PublicCard], asked: Round) -> tuple[PublicCard, ...]:
    """Draws the public cards of a round from the top of a deck: assignments by colour, others, then professors.

    Raises:
        RulesError: the deck has too few cards of a kind.
    """
    drawn: list[PublicCard] = []
    assignments = [card for card in deck if card.kind == Kind.ASSIGNMENT]
    for colour in range(COLOURS) if asked.assignments_of_each_colour else ():
        of_colour = [card for card in assignments if card.objective.colour == colour]
        drawn += _top(of_colour, asked.assignments_of_each_colour, "assignments of a colour")
    drawn += _top(left_over(assignments, drawn), asked.assignments, "assignments")
    professors = [card for card in deck if card.kind == Kind.PROFESSOR]
    return (*drawn, *_top(professors, asked.professors, "professors"))


def _top(deck: Sequence[PublicCard], count: int, what: str) -> Sequence[PublicCard]:
    if len(deck) < count:
        raise RulesError(f"the deck has {len(deck)} {what} left, the round draws {count}", hint="add cards to the deck")
    return deck[:count]


def check_objectives(cards: Sequence[PublicCard], asked: Round) -> None:
    """Refuses public cards that are not what a round draws.

    Raises:
        RulesError: too many or too few of a kind, or of a colour.
    """
    if wrong := next(_wrong(cards, asked), None):
        raise RulesError(wrong, hint=f"this round draws {what_is_drawn(asked)}")


def _wrong(cards: Sequence[PublicCard], asked: Round) -> Iterator[str]:
    wanted = {
        Kind.ASSIGNMENT: COLOURS * asked.assignments_of_each_colour + asked.assignments,
        Kind.PROFESSOR: asked.professors,
    }
    for kind, number in wanted.items():
        laid_out = sum(card.kind == kind for card in cards)
        if laid_out != number:
            yield f"{pluralise(laid_out, kind)} {'is' if laid_out == 1 else 'are'} laid out, not {number}"
    colours = Counter(card.objective.colour for card in cards if card.kind == Kind.ASSIGNMENT)
    if any(colours[colour] < asked.assignments_of_each_colour for colour in range(COLOURS)):
        yield "the assignments laid out are not of each colour"


def what_is_drawn(asked: Round) -> str:
    """Returns in words which public cards a round draws, such as "2 assignments and 1 professor"."""
    parts = []
    if asked.assignments_of_each_colour:
        parts.append(pluralise(asked.assignments_of_each_colour, "assignment") + " of each colour")
    if asked.assignments:
        parts.append(pluralise(asked.assignments, "assignment") + " of any colour")
    if asked.professors:
        parts.append(pluralise(asked.professors, "professor"))
    return " and ".join(parts) or "no public card"
