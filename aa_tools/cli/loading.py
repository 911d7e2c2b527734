"""Loads the card file that the shared options describe."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from aa_tools.errors import InputError, Place
from aa_tools.files import DataFolders

if TYPE_CHECKING:
    from aa_tools.cards.database import CardDatabase, HouseRule


def load(cards: str | None, rules: list[str] | None, language: str | None = None) -> CardDatabase:
    """Loads the card file that the options --cards, --rule and --language describe."""
    from aa_tools.cards.database import load_cards

    return load_cards(cards, house_rules(rules), language)


def card_file(cards: str | None) -> Path:
    """Returns the path of the card file that the option --cards names or, without it, of the default one."""
    return DataFolders.beside(cards).find("cards.yaml", cards)


def house_rules(options: list[str] | None) -> dict[str, HouseRule]:
    """Returns the house rules that the options --rule set, by key.

    Raises:
        InputError: an option is not KEY=VALUE, or two set the same rule.
    """
    from aa_tools.cards.database import HouseRule

    rules: dict[str, HouseRule] = {}
    for text in options or []:
        key, equals, value = (part.strip() for part in text.partition("="))
        place = Place(f"--rule {key}={value}" if equals and key else f"--rule {text}")
        if not equals or not key:
            raise InputError("is not KEY=VALUE", place=place, hint="write it like points.professor=4")
        if key in rules:
            raise InputError(f"sets the rule {key} again", place=place, hint="give each rule once")
        rules[key] = HouseRule(value, place)
    return rules
