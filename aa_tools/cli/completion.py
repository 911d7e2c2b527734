"""Shell completion of ids, decks, sides and the names of templates.

If the card file is missing or has errors, completion offers the shipped cards and prints no message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from aa_tools.cards.database import CardDatabase

Completion = Callable[[typer.Context, str], list[str]]


def cards(ctx: typer.Context, incomplete: str) -> list[str]:
    """Returns the ids of cards."""
    database = _database(ctx)
    return _starting_with(incomplete, (card for deck in database.decks for card in database.ids(deck)))


def objectives(ctx: typer.Context, incomplete: str) -> list[str]:
    """Returns the ids of public cards."""
    database = _database(ctx)
    return _starting_with(incomplete, (card for deck in ("assignment", "professor") for card in database.ids(deck)))


def inspirations(ctx: typer.Context, incomplete: str) -> list[str]:
    """Returns "south=", … and, after a side, the ids of inspirations."""
    side, equals, _ = incomplete.partition("=")
    if not equals:
        return [f"{name}=" for name in sides(ctx, incomplete)]
    return _starting_with(incomplete, (f"{side}={card}" for card in _database(ctx).ids("inspiration")))


def decks(ctx: typer.Context, incomplete: str) -> list[str]:
    """Returns the names of the decks."""
    return _starting_with(incomplete, _database(ctx).decks)


def languages(ctx: typer.Context, incomplete: str) -> list[str]:
    """Returns the languages of the card file's texts."""
    return _starting_with(incomplete, _database(ctx).languages)


def sides(_: typer.Context, incomplete: str) -> list[str]:
    """Returns the sides of the table."""
    return _starting_with(incomplete, ("south", "west", "north", "east"))


def templates(kind: str) -> Completion:
    """Returns the completion of template names of a kind: "themes", "papers" or "outlets"."""

    def names(ctx: typer.Context, incomplete: str) -> list[str]:
        from aa_tools.files import DataFolders

        return _starting_with(incomplete, DataFolders.beside(ctx.params.get("cards")).names(f"templates/{kind}"))

    return names


def _starting_with(incomplete: str, words: Iterable[str]) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]


def _database(ctx: typer.Context) -> CardDatabase:
    from aa_tools.cards.database import load_cards
    from aa_tools.errors import AaError
    from aa_tools.files import package_data_path

    try:
        return load_cards(ctx.params.get("cards"))
    except AaError:
        return load_cards(str(package_data_path("cards.yaml")))
