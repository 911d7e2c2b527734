"""`aa cards check`: every error and warning of a card file, and what chance alone does with its deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from aa_tools.cli.loading import card_file, rules_of
from aa_tools.cli.options import CardsOption, LanguageOption, RuleOption, ThemeOption

if TYPE_CHECKING:
    from aa_tools.cards.analysis.checks import CheckReport
    from aa_tools.cards.database import CardDatabase


def check(
    theme: ThemeOption = "classic", cards: CardsOption = None, rule: RuleOption = None, language: LanguageOption = None
) -> None:
    """Tell every error and warning of the card file, and the odds of its objectives.

    An error keeps the cards from being used or printed. A warning may be meant: write accept: {NAME: reason} at the
    card or the deck, where NAME is the word in brackets. Texts are checked in every language of the file, or in the one
    named. The exit code is 1 where there is any error or warning; a note does not count.
    """
    from aa_tools.cli.cards.tables import show_findings, show_odds
    from aa_tools.cli.terminal.console import stdout_console
    from aa_tools.files import DataFolders, read_text
    from aa_tools.services.cards.check import check_card_file

    text = read_text(str(card_file(cards)))
    found = check_card_file(text, rules_of(rule), language, theme, DataFolders.beside(cards))
    console = stdout_console()
    show_findings(found.errors, found.warnings, console, found.notes)
    show_odds(found.report.surveys if found.report else (), console)
    console.print(summary(found.database, len(found.errors), found.report))
    raise typer.Exit(1 if found.errors or found.warnings else 0)


def summary(database: CardDatabase | None, problems: int, report: CheckReport | None) -> str:
    """Returns the last line of a check: how many cards, errors and warnings."""
    from aa_tools.text import pluralise

    if database is None or report is None:
        return f"{pluralise(problems, 'error')}. The checks of the deck and its odds wait until the file can be read."
    cards = sum(card.count for deck in database.decks.values() for card in deck.cards)  # type: ignore[attr-defined]
    accepted = f", {report.accepted} accepted" if report.accepted else ""
    found = f"{pluralise(problems, 'error')}, {pluralise(len(report.warnings), 'warning')}"
    return f"{pluralise(cards, 'card')}: {found}{accepted}."
