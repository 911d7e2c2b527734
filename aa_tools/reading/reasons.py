"""Why something in a photo is in doubt: codes for programs, words for people."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """Why a quadrant, or the whole reading, is in doubt."""

    GLARE = "glare"
    TOO_DARK = "too-dark"
    BETWEEN_COLOURS = "between-colours"
    MIXED = "mixed"
    NOT_AN_INK = "not-an-ink"
    CARD_CROOKED = "card-crooked"
    MAYBE_EMPTY = "maybe-empty"
    NOT_IN_DECK = "not-in-deck"
    DUPLICATE_CARD = "duplicate-card"
    FINDERS_DISAGREE = "finders-disagree"
    ORIENTATION_UNKNOWN = "orientation-unknown"
    TAG_DISAGREES = "tag-disagrees"


WORDS: dict[str, str] = {
    Reason.GLARE: "light glares on it",
    Reason.TOO_DARK: "it is too dark",
    Reason.BETWEEN_COLOURS: "between two colours",
    Reason.MIXED: "several colours in it",
    Reason.NOT_AN_INK: "something covers it",
    Reason.CARD_CROOKED: "the card lies crooked",
    Reason.MAYBE_EMPTY: "perhaps no card lies here",
    Reason.NOT_IN_DECK: "no such card in the deck",
    Reason.DUPLICATE_CARD: "the deck has fewer of this card",
    Reason.FINDERS_DISAGREE: "the canvas was seen in only one of two ways",
    Reason.ORIENTATION_UNKNOWN: "it is not clear which side is the top",
    Reason.TAG_DISAGREES: "the tag says another card",
}


def words_of(reason: str) -> str:
    """Returns a reason as people say it; what is no code is words already."""
    return WORDS.get(reason, reason)
