"""Checks a card file: errors of the file and its faces, warnings about the deck, and the odds of its cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from aa_tools.cards.analysis.checks import CheckReport, check_deck
from aa_tools.cards.database import CardDatabase, HouseRule, parse_cards
from aa_tools.errors import ErrorCollector, Problem
from aa_tools.files import DataFolders, SourceText
from aa_tools.printing.faces.compose import compose_faces
from aa_tools.text import pluralise


@dataclass(frozen=True)
class CardCheck:
    """The result of checking a card file.

    Attributes:
        database: the card file, or None if it cannot be read.
        errors: what keeps the cards from being used or printed.
        report: warnings, notes and odds of the deck, or None if the file cannot be read.
    """

    database: CardDatabase | None
    errors: tuple[Problem, ...]
    report: CheckReport | None

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """Warnings about the deck, each with its place."""
        return tuple(self.report.warnings) if self.report else ()

    @property
    def notes(self) -> tuple[Problem, ...]:
        """Notes about the deck, which need no change."""
        return tuple(self.report.notes) if self.report else ()


def check_card_file(
    text: SourceText,
    rules: Mapping[str, str | HouseRule] | None = None,
    language: str | None = None,
    theme: str = "classic",
    data: DataFolders = DataFolders(),
) -> CardCheck:
    """Checks the text of a card file.

    Args:
        text: the card file.
        rules: house rules that override those of the file.
        language: the language whose texts are checked, or None for every language of the file.
        theme: a name in templates/themes, or the path of a theme file.
        data: the folders in which templates are looked for.
    """
    errors, database, report = ErrorCollector(), None, None
    with errors:
        database = parse_cards(text, rules, language=language, data=data)
    if database:
        report = check_deck(database)
        for code in [language] if language else database.languages:
            with errors:
                deck = parse_cards(text, rules, language=code, data=data) if code != database.language else database
                compose_faces(deck, theme=theme)
    return CardCheck(database, tuple(dict.fromkeys(errors.found)), report)


def check_summary(database: CardDatabase | None, errors: int, report: CheckReport | None) -> str:
    """Returns a sentence with the numbers of cards, errors and warnings; no database means an unreadable file."""
    if database is None or report is None:
        return f"{pluralise(errors, 'error')}. Fix the card file first; then the deck and its odds are checked too."
    cards = sum(card.count for deck in database.decks.values() for card in deck.cards)  # type: ignore[attr-defined]
    accepted = f", {report.accepted} accepted" if report.accepted else ""
    found = f"{pluralise(errors, 'error')}, {pluralise(len(report.warnings), 'warning')}"
    return f"{pluralise(cards, 'card')}: {found}{accepted}."
