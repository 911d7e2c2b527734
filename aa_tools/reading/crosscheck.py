"""Compares the colours of a canvas with its cards' tags and with the deck; applies corrections made by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from aa_tools.cards.analysis.deck_check import MAX_UNKNOWN_CARD_SHARE
from aa_tools.cards.database import CardDatabase
from aa_tools.reading.doubts import Doubt, Reason, deck_doubts, quadrants_of
from aa_tools.reading.reader import Reading
from aa_tools.reading.tags.detection import Tag
from aa_tools.rules.canvas import EMPTY, UNKNOWN, Canvas
from aa_tools.rules.ruleset import COLOURS

Codes = NDArray[np.int8]
Cell = tuple[int, int]
"""(row, column) of a quadrant or of a space."""

MAX_TAG_OFFSET_QUADRANTS = 0.45
"""Largest distance, in x or y, between a canvas tag and the middle of its space. It is 14 mm across a card: a card
farther off is also in the neighbouring space."""

MIN_AGREEING_QUADRANTS = 2
"""Certain quadrants of a card that must agree with its tag before the tag decides the others. One in three random cards
agrees in a single quadrant, one in nine in two."""


@dataclass(frozen=True)
class TaggedSpace:
    """A space of the canvas with a card whose tag was read.

    Attributes:
        space: (row, column) of the space as the picture shows it.
        card: the id of the canvas card.
        codes: (2, 2) the card's colours, turned as it is in the picture.
    """

    space: Cell
    card: str
    codes: Codes


def tagged_spaces(tags: Iterable[Tag], cards: CardDatabase, side: int) -> list[TaggedSpace]:
    """Returns the spaces whose cards are known by their tags.

    Args:
        tags: all tags in the photo.
        cards: the card file.
        side: cards on a side of the canvas.
    """
    found = []
    for tag in tags:
        column, row = (int(np.floor(coordinate / 2)) for coordinate in tag.place)
        is_inside = 0 <= row < side and 0 <= column < side
        offset = float(np.abs(tag.place - [2 * column + 1, 2 * row + 1]).max())
        if tag.deck == "canvas" and is_inside and offset < MAX_TAG_OFFSET_QUADRANTS and tag.turns is not None:
            letters = cards.canvas_card(tag.card).quadrants.replace("/", "")
            codes = np.array([cards.letters.index(letter) for letter in letters], dtype=np.int8).reshape(2, 2)
            found.append(TaggedSpace((row, column), tag.card, np.rot90(codes, -tag.turns)))
    return found


def cross_check(reading: Reading, spaces: Sequence[TaggedSpace], cards: CardDatabase) -> Reading:
    """Compares the colours with the tags and with the deck.

    A card whose tag agrees with its colours loses its doubts. If a certain colour contradicts the tag, the whole card
    is in doubt. The deck only adds doubts.

    Args:
        reading: the reading by colour.
        spaces: the cards known by their tags.
        cards: the card file.
    """
    doubts = {(doubt.row, doubt.column): doubt for doubt in reading.doubts}
    guess = reading.guess.quadrants.copy()
    agreeing = {tagged.space for tagged in spaces if _settle_by_tag(tagged, doubts, guess)}
    values = _with_unknown(guess, doubts)
    from_deck = deck_doubts(values, cards)
    if not _is_other_deck(from_deck, values):
        doubts |= {
            (doubt.row, doubt.column): doubt
            for doubt in from_deck
            if (doubt.row // 2, doubt.column // 2) not in agreeing
        }
    return _with_doubts(reading, guess, doubts)


def is_other_deck(reading: Reading, cards: CardDatabase) -> bool:
    """Returns whether the cards are of another deck, so that the deck of the card file proves nothing about them."""
    values = reading.canvas.quadrants
    return _is_other_deck(deck_doubts(values, cards), values)


def _is_other_deck(doubts: Sequence[Doubt], values: Codes) -> bool:
    return len(doubts) / 4 > MAX_UNKNOWN_CARD_SHARE * max(1, int((values[::2, ::2] != EMPTY).sum()))


def _settle_by_tag(tagged: TaggedSpace, doubts: dict[Cell, Doubt], guess: Codes) -> bool:
    """Compares a card with its tag, edits doubts and guess, and returns whether they agree."""
    by_tag = dict(zip(quadrants_of(*tagged.space), (int(code) for code in tagged.codes.ravel()), strict=True))
    certain = [cell for cell in by_tag if cell not in doubts]
    if any(guess[cell] != by_tag[cell] for cell in certain):
        for cell, code in by_tag.items():
            earlier = doubts[cell].candidates if cell in doubts else ()
            candidates = tuple(dict.fromkeys((code, int(guess[cell]), *earlier)))
            doubts[cell] = Doubt(*cell, Reason.TAG_DISAGREES, candidates)
        return False
    is_likeliest = all(guess[cell] == code for cell, code in by_tag.items())
    is_possible = all(code in doubts[cell].candidates for cell, code in by_tag.items() if cell in doubts)
    if not (is_likeliest or (is_possible and len(certain) >= MIN_AGREEING_QUADRANTS)):
        return False
    for cell, code in by_tag.items():
        doubts.pop(cell, None)
        guess[cell] = code
    return True


def apply_corrections(reading: Reading, letters: Mapping[Cell, int]) -> Reading:
    """Returns a reading with some quadrants set by hand; those are no longer in doubt.

    Setting a quadrant to EMPTY empties its whole space. Setting a colour in an empty space puts a card there, whose
    other quadrants are then in doubt.

    Args:
        reading: the reading.
        letters: codes by (row, column) as the picture shows them.
    """
    guess = reading.guess.quadrants.copy()
    doubts = {(doubt.row, doubt.column): doubt for doubt in reading.doubts}
    for (row, column), code in letters.items():
        cells = list(quadrants_of(row // 2, column // 2))
        if code == EMPTY:
            for cell in cells:
                guess[cell] = EMPTY
                doubts.pop(cell, None)
            continue
        for cell in cells:
            if guess[cell] == EMPTY and cell not in letters:
                doubts[cell] = Doubt(*cell, Reason.MAYBE_EMPTY, tuple(range(COLOURS)))
            elif cell in doubts and EMPTY in doubts[cell].candidates:
                inks = tuple(candidate for candidate in doubts[cell].candidates if candidate != EMPTY)
                doubts[cell] = replace(doubts[cell], candidates=inks)
        guess[row, column] = code
        doubts.pop((row, column), None)
    return _with_doubts(reading, guess, doubts)


def _with_doubts(reading: Reading, guess: Codes, doubts: Mapping[Cell, Doubt]) -> Reading:
    return replace(
        reading,
        canvas=Canvas(_with_unknown(guess, doubts)),
        guess=Canvas(guess),
        doubts=tuple(doubts[cell] for cell in sorted(doubts)),
    )


def _with_unknown(guess: Codes, cells: Iterable[Cell]) -> Codes:
    values = guess.copy()
    for cell in cells:
        values[cell] = UNKNOWN
    return values
