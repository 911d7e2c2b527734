"""Text for messages: plurals and lists."""

from __future__ import annotations

from collections.abc import Sequence


def pluralise(number: int, noun: str) -> str:
    """Returns a number and a noun, such as "1 card" or "2,000 cards"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def join_words(words: Sequence[str], conjunction: str = "and") -> str:
    """Joins words as in "a, b and c"."""
    return f" {conjunction} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
