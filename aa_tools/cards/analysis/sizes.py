"""Whether the decks have the cards that the rounds and the hands need."""

from __future__ import annotations

from collections.abc import Iterator

from aa_tools.cards.database import CardDatabase
from aa_tools.cards.models.objectives import AssignmentCard
from aa_tools.rules.ruleset import COLOURS, HAND_SIZE, Rules
from aa_tools.text import pluralise


def find_small_decks(cards: CardDatabase) -> Iterator[tuple[str, str]]:
    """Yields each deck with too few cards, and what to say of it."""
    decks = {name: sum(card.count for card in deck.cards) for name, deck in cards.decks.items()}  # type: ignore[attr-defined]
    for players in cards.rules.grid:
        needed, why = _canvas_cards(cards.rules, players)
        if decks["canvas"] < needed:
            yield "canvas", f"{players} players need {needed} canvas cards, {why}; here are {decks['canvas']}"
    most = max(cards.rules.grid)
    for deck, needed in cards_drawn(cards.rules, most).items():
        if decks[deck] < needed:
            whom = f" for {most} players" if deck == "inspiration" else ""
            yield deck, f"the rounds draw {pluralise(needed, deck)}{whom}; here are {decks[deck]}"
    yield from _colours(cards)


def canvas_cards_laid(rules: Rules, players: int) -> int:
    """Returns how many canvas cards are laid from one shuffle: two players use the deck once, four for each round."""
    return rules.grid[players] ** 2 * (1 if players > 2 else len(rules.rounds))


def cards_drawn(rules: Rules, players: int) -> dict[str, int]:
    """Returns how many cards of each other deck a game draws."""
    return {
        "inspiration": players * sum(each.inspirations_per_player for each in rules.rounds),
        "assignment": sum(COLOURS * each.assignments_of_each_colour + each.assignments for each in rules.rounds),
        "professor": sum(each.professors for each in rules.rounds),
    }


def assignments_per_colour(rules: Rules) -> int:
    """Returns how many assignments of each colour a game may draw.

    Each colour needs its card in the last round that draws one of each, whatever was drawn before.
    """
    asked = [each.assignments_of_each_colour for each in rules.rounds]
    last = max((number for number, each in enumerate(asked) if each), default=0)
    return sum(asked) + sum(each.assignments for each in rules.rounds[:last])


def _canvas_cards(rules: Rules, players: int) -> tuple[int, str]:
    """Returns the canvas cards with which every hand stays full, and how they come about."""
    spaces = rules.grid[players] ** 2
    rounds = canvas_cards_laid(rules, players) // spaces
    where = f"{spaces} on the canvas" if players > 2 else f"{rounds} rounds of {spaces}"
    return canvas_cards_laid(rules, players) + HAND_SIZE * players, f"{where} and {players} hands of {HAND_SIZE}"


def _colours(cards: CardDatabase) -> Iterator[tuple[str, str]]:
    needed = assignments_per_colour(cards.rules)
    for colour in cards.colours:
        has = sum(card.count for card in cards.file.decks.assignment.cards if _asks_for(card, colour))
        if has < needed:
            yield "assignment", f"the rounds may draw {pluralise(needed, f'{colour} assignment')}; here are {has}"


def _asks_for(card: AssignmentCard, colour: str) -> bool:
    return getattr(card.objective, "colour", None) == colour
