"""`aa cards list` and `aa cards show`: the deck as a table, and one card as it looks and what it means."""

from __future__ import annotations

from typing import Annotated

import typer

from aa_tools.cli import completion as complete
from aa_tools.cli.loading import load
from aa_tools.cli.options import CardsOption, LanguageOption, RuleOption


def list_cards(
    decks: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[DECK]…", autocompletion=complete.decks, help="Only these decks. Default: all.", show_default=False
        ),
    ] = None,
    cards: CardsOption = None,
    rule: RuleOption = None,
    language: LanguageOption = None,
) -> None:
    """List the cards: id, copies, tag, title, what each shows or asks for, and its line in the file."""
    from aa_tools.cli.cards.faces import deck_table
    from aa_tools.cli.terminal.console import stdout_console
    from aa_tools.errors import InputError, suggest
    from aa_tools.text import pluralise

    database, console = load(cards, rule, language), stdout_console()
    wanted = list(dict.fromkeys(decks or database.decks))
    if unknown := [name for name in wanted if name not in database.decks]:
        raise InputError(f"there is no deck {unknown[0]!r}", hint=suggest(unknown[0], database.decks))
    for name in wanted:
        console.print(deck_table(name, database, console))
    count = sum(database.count(card_id) for name in wanted for card_id in database.ids(name))
    console.print(f"{pluralise(count, 'card')} in {pluralise(len(wanted), 'deck')}.")


def show(
    card: Annotated[
        str,
        typer.Argument(
            metavar="ID",
            autocompletion=complete.cards,
            help="The id or the title of a card, as aa cards list shows it.",
        ),
    ],
    cards: CardsOption = None,
    rule: RuleOption = None,
    language: LanguageOption = None,
) -> None:
    """Show one card: its face, what it means, where it stands in the file, its odds."""
    from aa_tools.cli.cards.faces import show_card
    from aa_tools.cli.terminal.console import stdout_console

    show_card(card, load(cards, rule, language), stdout_console())
