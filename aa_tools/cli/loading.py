"""Loads the card file by the options that commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from aa_tools.errors import InputError, Place
from aa_tools.files import DataFolders

if TYPE_CHECKING:
    from aa_tools.cards.database import CardDatabase


def load(cards: str | None, rules: list[str] | None, language: str | None = None) -> CardDatabase:
    """Loads the card file with the options that commands share."""
    from aa_tools.cards.database import load_cards

    return load_cards(cards, rules_of(rules), language=language)


def card_file(cards: str | None) -> Path:
    """Returns the path of the card file that the option --cards names or, without it, of the default one."""
    return DataFolders.beside(cards).find("cards.yaml", cards)


def rules_of(rules: list[str] | None) -> dict[str, str]:
    """Returns the house rules that the command line sets."""
    given = [_rule(text) for text in rules or []]
    for number, (key, value) in enumerate(given):
        if key in dict(given[:number]):
            raise InputError(f"the rule {key} is given twice", place=Place(f"--rule {key}={value}"), hint="keep one")
    return dict(given)


def _rule(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise InputError("is no rule", place=Place(f"--rule {text}"), hint="write it as KEY=VALUE")
    return key.strip(), value.strip()
