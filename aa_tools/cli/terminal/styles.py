"""Terminal styles of the game's colours."""

from __future__ import annotations

from aa_tools.cards.database import CardDatabase

_BRIGHT = 150
"""Luma of 255 from which dark text is easier to read than white."""


def colour_style(letter: str, cards: CardDatabase) -> str:
    """Returns the rich style for text on the colour that a letter stands for."""
    for colour in cards.file.colours.values():
        if colour.letter == letter:
            red, green, blue = (int(colour.ink[at : at + 2], 16) for at in (1, 3, 5))
            is_bright = 0.299 * red + 0.587 * green + 0.114 * blue > _BRIGHT
            return f"bold {'#000000' if is_bright else '#FFFFFF'} on {colour.ink}"
    return "dim"
