"""What people call a card: its id, its title, and both without the word that names its deck."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aa_tools.cards.models.forms import Card

_GAP = re.compile(r"[\s_-]+")


def normalise_name(name: str) -> str:
    """Returns a name without case, accents and hyphens: "Die Brücke" and "die-brucke" are one."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    return _GAP.sub(" ", "".join(each for each in letters if not unicodedata.combining(each))).strip()


def folded_names(card: Card, deck: str) -> Iterator[str]:
    """Yields the normalise_name names of a card, such as "professor echo" and "echo"."""
    kind = f"{normalise_name(deck)} "
    for name in (card.id, str(card.title or "")):
        if name:
            yield normalise_name(name)
            yield normalise_name(name).removeprefix(kind)


def display_name(card: Card) -> str:
    """Returns the id of a card, with its title where it has one: "red-areas (Red Archipelago)"."""
    return f"{card.id} ({card.title})" if card.title else card.id
