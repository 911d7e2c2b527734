"""Draws the cards of a round by seed, and checks cards that were drawn from paper decks.

A deck is shuffled by sorting its cards by SHA-256, not with a random generator: Python guarantees the same values of
`random()` in every version, but not of `shuffle`, and numpy guarantees the bits of its generators, but not the result
of `Generator.permutation`. Hashes never change, and anyone can check them.
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
    """The decks of a match; each card appears once per copy."""

    objectives: tuple[PublicCard, ...]
    inspirations: tuple[InspirationCard, ...]

    def copies(self, card: PublicCard | InspirationCard) -> int:
        """Returns the number of copies of a card."""
        deck = self.objectives if isinstance(card, PublicCard) else self.inspirations
        return sum(other.id == card.id for other in deck)


def shuffled(cards: Iterable[_AnyCard], seed: int) -> list[_AnyCard]:
    """Returns the cards shuffled by a seed; the same seed gives the same order on every machine.

    The cards are sorted by the SHA-256 of "seed/id/copy", with copies numbered from 1. So adding or removing a card
    does not change the order of the others.
    """
    copy: Counter[str] = Counter()
    keyed = []
    for card in cards:
        copy[card.id] += 1
        keyed.append((hashlib.sha256(f"{seed}/{card.id}/{copy[card.id]}".encode()).hexdigest(), card))
    return [card for _, card in sorted(keyed, key=lambda pair: pair[0])]


def left_over(cards: Sequence[_AnyCard], drawn: Iterable[PublicCard | InspirationCard]) -> list[_AnyCard]:
    """Returns the cards without the drawn ones, in the same order."""
    gone = Counter(card.id for card in drawn)
    rest = []
    for card in cards:
        if gone[card.id]:
            gone[card.id] -= 1
        else:
            rest.append(card)
    return rest


def draw_objectives(deck: Sequence[PublicCard], numbers: Round) -> tuple[PublicCard, ...]:
    """Draws the public cards of a round from a deck: assignments of each colour, other assignments, then professors.

    Raises:
        RulesError: the deck has too few cards of a kind.
    """
    drawn: list[PublicCard] = []
    assignments = [card for card in deck if card.kind == Kind.ASSIGNMENT]
    for colour in range(COLOURS) if numbers.assignments_of_each_colour else ():
        of_colour = [card for card in assignments if card.objective.colour == colour]
        drawn += _top(of_colour, numbers.assignments_of_each_colour, "assignments of a colour")
    drawn += _top(left_over(assignments, drawn), numbers.assignments, "assignments")
    professors = [card for card in deck if card.kind == Kind.PROFESSOR]
    return (*drawn, *_top(professors, numbers.professors, "professors"))


def _top(deck: Sequence[PublicCard], count: int, what: str) -> Sequence[PublicCard]:
    if len(deck) < count:
        raise RulesError(f"the deck has {len(deck)} {what} left, the round draws {count}", hint="add cards to the deck")
    return deck[:count]


def check_objectives(cards: Sequence[PublicCard], numbers: Round) -> None:
    """Checks that a round draws these public cards.

    Raises:
        RulesError: there are too many or too few cards of a kind, or a colour is missing.
    """
    if wrong := next(_wrong(cards, numbers), None):
        raise RulesError(wrong, hint=f"this round draws {describe_draw(numbers)}")


def _wrong(cards: Sequence[PublicCard], numbers: Round) -> Iterator[str]:
    wanted = {
        Kind.ASSIGNMENT: COLOURS * numbers.assignments_of_each_colour + numbers.assignments,
        Kind.PROFESSOR: numbers.professors,
    }
    for kind, number in wanted.items():
        laid_out = sum(card.kind == kind for card in cards)
        if laid_out != number:
            yield f"{pluralise(laid_out, kind)} {'is' if laid_out == 1 else 'are'} laid out, not {number}"
    colours = Counter(card.objective.colour for card in cards if card.kind == Kind.ASSIGNMENT)
    if any(colours[colour] < numbers.assignments_of_each_colour for colour in range(COLOURS)):
        yield "the assignments do not include every colour"


def describe_draw(numbers: Round) -> str:
    """Returns the public cards of a round as text, such as "2 assignments and 1 professor"."""
    parts = []
    if numbers.assignments_of_each_colour:
        parts.append(pluralise(numbers.assignments_of_each_colour, "assignment") + " of each colour")
    if numbers.assignments:
        parts.append(pluralise(numbers.assignments, "assignment") + " of any colour")
    if numbers.professors:
        parts.append(pluralise(numbers.professors, "professor"))
    return " and ".join(parts) or "no public card"
