"""A canvas read twice, by colours and by tags; what the deck knows; what somebody corrected by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from aa_tools.cards.analysis.deck_check import MAX_UNKNOWN_CARD_SHARE
from aa_tools.cards.database import CardDatabase
from aa_tools.reading.doubts import Card, Doubt, deck_doubts, deck_of
from aa_tools.reading.reader import Reading
from aa_tools.reading.reasons import Reason
from aa_tools.reading.tags.detection import Tag
from aa_tools.rules.canvas import EMPTY, UNKNOWN, Canvas

Codes = NDArray[np.int8]
Spot = tuple[int, int]

OFF = 0.45
"""Quadrants by which the middle of a tag may lie beside the middle of its space: 14 mm."""

ENOUGH = 2
"""Sure quadrants of a card that agree with its tag, from which the tag may settle the others."""


@dataclass(frozen=True)
class TaggedSpace:
    """A space of the canvas whose card was told by its tag.

    Attributes:
        space: (row, column) of cards as the picture shows them.
        card: the id of the canvas card.
        codes: (2, 2) its colours as it lies.
    """

    space: Spot
    card: str
    codes: Codes


def tagged_spaces(tags: Iterable[Tag], cards: CardDatabase, side: int) -> list[TaggedSpace]:
    """Returns what tags say of the spaces of a canvas with so many cards on a side."""
    found = []
    for tag in tags:
        column, row = (int(np.floor(each / 2)) for each in tag.place)
        within = 0 <= row < side and 0 <= column < side
        off = float(np.abs(tag.place - [2 * column + 1, 2 * row + 1]).max())
        if tag.deck == "canvas" and within and off < OFF and tag.turns is not None:
            letters = cards.canvas_card(tag.card).quadrants.replace("/", "")
            codes = np.array([cards.letters.index(each) for each in letters], dtype=np.int8).reshape(2, 2)
            found.append(TaggedSpace((row, column), tag.card, np.rot90(codes, -tag.turns)))
    return found


def crosschecked(reading: Reading, spaces: Sequence[TaggedSpace], cards: CardDatabase, half_turns: bool) -> Reading:
    """Compares the colours with the tags and with the deck.

    Where colours and tag of a card agree, its doubts are settled. Where a sure colour is not that of the tag, all of
    the card is in doubt. Without tags only the deck speaks; it settles nothing.

    Args:
        reading: what was read by colour, the deck not yet asked.
        spaces: what the tags say.
        cards: the card file.
        half_turns: whether cards may lie upside down.
    """
    doubts = {(each.row, each.column): each for each in reading.doubts}
    guess = reading.guess.quadrants.copy()
    agreed = set()
    for each in spaces:
        if _compare(each, doubts, guess):
            agreed.add(each.space)
    values = with_unknown(guess, doubts)
    for doubt in _not_of_deck(values, deck_of(cards), half_turns):
        if (doubt.row // 2, doubt.column // 2) not in agreed:
            doubts[doubt.row, doubt.column] = doubt
    return with_doubts(reading, guess, doubts)


def _not_of_deck(values: Codes, deck: Mapping[Card, int], half_turns: bool) -> list[Doubt]:
    """Returns the deck's doubts, none where the cards are not of this deck at all."""
    found = deck_doubts(values, deck, half_turns)
    return [] if _too_many(found, values) else found


def is_foreign(reading: Reading, cards: CardDatabase, half_turns: bool) -> bool:
    """Says whether the cards on the table are of another deck, so that the deck could not be asked."""
    values = reading.canvas.quadrants
    return _too_many(deck_doubts(values, deck_of(cards), half_turns), values)


def _too_many(doubts: Sequence[Doubt], values: Codes) -> bool:
    return len(doubts) / 4 > MAX_UNKNOWN_CARD_SHARE * max(1, _cards(values))


def _cards(values: Codes) -> int:
    return int((values[::2, ::2] != EMPTY).sum())


def _compare(tagged: TaggedSpace, doubts: dict[Spot, Doubt], guess: Codes) -> bool:
    """Compares one card, edits doubts and guess, and says whether both readings agree."""
    row, column = (2 * each for each in tagged.space)
    spots = [(row + index // 2, column + index % 2) for index in range(4)]
    told = dict(zip(spots, (int(code) for code in tagged.codes.ravel()), strict=True))
    sure = [spot for spot in spots if spot not in doubts]
    if any(guess[spot] != told[spot] for spot in sure):
        for spot in spots:
            doubts[spot] = Doubt(*spot, Reason.TAG_DISAGREES, _both(int(guess[spot]), told[spot], doubts.get(spot)))
        return False
    likeliest = all(guess[spot] == told[spot] for spot in spots)
    possible = all(told[spot] in doubts[spot].candidates for spot in spots if spot in doubts)
    if not (likeliest or (possible and len(sure) >= ENOUGH)):
        return False
    for spot in spots:
        doubts.pop(spot, None)
        guess[spot] = told[spot]
    return True


def _both(read: int, told: int, doubt: Doubt | None) -> tuple[int, ...]:
    """Returns what a quadrant may be: the tag's colour, what was read, and what that was in doubt about."""
    return tuple(dict.fromkeys((told, read, *(doubt.candidates if doubt else ()))))


def corrected(reading: Reading, letters: Mapping[Spot, int]) -> Reading:
    """Returns a reading with some quadrants set by hand; they are sure then.

    A quadrant set to EMPTY, or to a colour where the space was read as empty, changes its whole space.

    Args:
        reading: what was read.
        letters: codes by (row, column) as the picture shows them.
    """
    guess = reading.guess.quadrants.copy()
    doubts = {(each.row, each.column): each for each in reading.doubts}
    for (row, column), code in letters.items():
        top, left = row - row % 2, column - column % 2
        space = [(top + index // 2, left + index % 2) for index in range(4)]
        if code == EMPTY:
            for spot in space:
                guess[spot] = EMPTY
                doubts.pop(spot, None)
            continue
        for spot in space:  # a card lies here, whatever it looks like
            if guess[spot] == EMPTY and spot not in letters:
                doubts[spot] = Doubt(*spot, Reason.MAYBE_EMPTY, (0, 1, 2))
            elif spot in doubts and EMPTY in doubts[spot].candidates:
                inks = tuple(each for each in doubts[spot].candidates if each != EMPTY)
                doubts[spot] = replace(doubts[spot], candidates=inks)
        guess[row, column] = code
        doubts.pop((row, column), None)
    return with_doubts(reading, guess, doubts)


def with_doubts(reading: Reading, guess: Codes, doubts: Mapping[Spot, Doubt]) -> Reading:
    """Returns a reading with other doubts."""
    return replace(
        reading,
        canvas=Canvas(with_unknown(guess, doubts)),
        guess=Canvas(guess),
        doubts=tuple(doubts[spot] for spot in sorted(doubts)),
    )


def with_unknown(guess: Codes, spots: Iterable[Spot]) -> Codes:
    """Returns codes with UNKNOWN at some places."""
    values = guess.copy()
    for spot in spots:
        values[spot] = UNKNOWN
    return values
