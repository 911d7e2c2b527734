"""`aa cards check`: reports the errors and warnings of a card file, and how often its objectives tie."""

from __future__ import annotations

import typer

from aa_tools.cli.loading import card_file, house_rules
from aa_tools.cli.options import CardsOption, LanguageOption, RuleOption, ThemeOption


def check(
    theme: ThemeOption = "classic", cards: CardsOption = None, rule: RuleOption = None, language: LanguageOption = None
) -> None:
    """Report all errors and warnings in the card file, and how often its objectives tie.

    An error prevents the cards from being used or printed. To accept a warning, write accept: {NAME: reason} at the
    card or its deck; NAME is the word in brackets. Texts are checked in every language of the file, or only in the one
    given with --language. The exit code is 1 if there is any error or warning; notes do not count.
    """
    from aa_tools.cli.cards.tables import show_findings, show_odds
    from aa_tools.cli.terminal.console import stdout_console
    from aa_tools.files import DataFolders, read_text
    from aa_tools.services.cards.check import check_card_file, check_summary

    text = read_text(str(card_file(cards)))
    found = check_card_file(text, house_rules(rule), language, theme, DataFolders.beside(cards))
    console = stdout_console()
    show_findings(found.errors, found.warnings, console, found.notes)
    show_odds(found.report.surveys if found.report else (), console)
    console.print(check_summary(found.database, len(found.errors), found.report))
    raise typer.Exit(1 if found.errors or found.warnings else 0)
