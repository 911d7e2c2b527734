"""What a shell offers for a word on the command line: ids, decks, sides and the names of templates.

A card file that is missing or broken is no reason for a message here: then the cards that came with aa are offered.
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
    return _like(incomplete, (each for deck in database.decks for each in database.ids(deck)))


def objectives(ctx: typer.Context, incomplete: str) -> list[str]:
    """Returns the ids of public cards."""
    database = _database(ctx)
    return _like(incomplete, (each for deck in ("assignment", "professor") for each in database.ids(deck)))


def inspirations(ctx: typer.Context, incomplete: str) -> list[str]:
    """Returns "south=", …, and after it the ids of inspirations."""
    side, equals, _ = incomplete.partition("=")
    if not equals:
        return [f"{each}=" for each in sides(ctx, incomplete)]
    return _like(incomplete, (f"{side}={each}" for each in _database(ctx).ids("inspiration")))


def decks(ctx: typer.Context, incomplete: str) -> list[str]:
    """Returns the names of the decks."""
    return _like(incomplete, _database(ctx).decks)


def languages(ctx: typer.Context, incomplete: str) -> list[str]:
    """Returns the languages of the card file's texts."""
    return _like(incomplete, _database(ctx).languages)


def sides(_: typer.Context, incomplete: str) -> list[str]:
    """Returns the sides of the table."""
    return _like(incomplete, ("south", "west", "north", "east"))


def templates(kind: str) -> Completion:
    """Returns what offers the names of the templates of a kind: "themes", "papers" or "outlets"."""

    def names(ctx: typer.Context, incomplete: str) -> list[str]:
        from aa_tools.files import DataFolders

        return _like(incomplete, DataFolders.beside(ctx.params.get("cards")).names(f"templates/{kind}"))

    return names


def _like(incomplete: str, words: Iterable[str]) -> list[str]:
    return [each for each in words if each.startswith(incomplete)]


def _database(ctx: typer.Context) -> CardDatabase:
    from aa_tools.cards.database import load_cards
    from aa_tools.errors import AaError
    from aa_tools.files import package_data_path

    try:
        return load_cards(ctx.params.get("cards"))
    except AaError:
        return load_cards(str(package_data_path("cards.yaml")))
