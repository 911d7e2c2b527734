"""How many cards a game needs, and which decks have fewer."""

from __future__ import annotations

from collections.abc import Iterator

from aa_tools.cards.database import CardDatabase
from aa_tools.cards.models.objectives import AssignmentCard
from aa_tools.rules.ruleset import COLOURS, HAND_SIZE, Rules
from aa_tools.text import pluralise


def find_small_decks(cards: CardDatabase) -> Iterator[tuple[str, str]]:
    """Yields the name of each deck with too few cards, and a message."""
    decks = {name: sum(card.count for card in deck.cards) for name, deck in cards.decks.items()}  # type: ignore[attr-defined]
    for players in cards.rules.grid:
        needed, reason = _canvas_cards_needed(cards.rules, players)
        if decks["canvas"] < needed:
            yield "canvas", f"{players} players need {needed} canvas cards, {reason}; the deck has {decks['canvas']}"
    most = max(cards.rules.grid)
    for deck, needed in cards_drawn(cards.rules, most).items():
        if decks[deck] < needed:
            audience = f" for {most} players" if deck == "inspiration" else ""
            yield deck, f"the rounds draw {pluralise(needed, deck)}{audience}; the deck has {decks[deck]}"
    yield from _colours(cards)


def canvas_cards_laid(rules: Rules, players: int) -> int:
    """Returns the number of canvas cards laid between shuffles: two players shuffle once, four before each round."""
    return rules.grid[players] ** 2 * (1 if players > 2 else len(rules.rounds))


def cards_drawn(rules: Rules, players: int) -> dict[str, int]:
    """Returns the number of cards that a game draws from each of the other decks."""
    return {
        "inspiration": players * sum(round_.inspirations_per_player for round_ in rules.rounds),
        "assignment": sum(COLOURS * round_.assignments_of_each_colour + round_.assignments for round_ in rules.rounds),
        "professor": sum(round_.professors for round_ in rules.rounds),
    }


def assignments_per_colour(rules: Rules) -> int:
    """Returns the largest number of assignments of one colour that a game may draw.

    Up to the last round that draws one of each colour, the free draws may all have the same colour.
    """
    fixed = [round_.assignments_of_each_colour for round_ in rules.rounds]
    last = max((number for number, count in enumerate(fixed) if count), default=0)
    return sum(fixed) + sum(round_.assignments for round_ in rules.rounds[:last])


def _canvas_cards_needed(rules: Rules, players: int) -> tuple[int, str]:
    """Returns the number of canvas cards that keeps every hand full, and how it is made up."""
    spaces = rules.grid[players] ** 2
    rounds = canvas_cards_laid(rules, players) // spaces
    where = f"{spaces} on the canvas" if players > 2 else f"{rounds} rounds of {spaces}"
    return canvas_cards_laid(rules, players) + HAND_SIZE * players, f"{where} and {players} hands of {HAND_SIZE}"


def _colours(cards: CardDatabase) -> Iterator[tuple[str, str]]:
    needed = assignments_per_colour(cards.rules)
    for colour in cards.colours:
        has = sum(card.count for card in cards.file.decks.assignment.cards if _asks_for(card, colour))
        if has < needed:
            yield "assignment", f"the rounds may draw {pluralise(needed, f'{colour} assignment')}; the deck has {has}"


def _asks_for(card: AssignmentCard, colour: str) -> bool:
    return getattr(card.objective, "colour", None) == colour
