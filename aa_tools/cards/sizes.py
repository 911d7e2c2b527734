"""Whether the decks have the cards that the rounds and the hands need."""

from __future__ import annotations

from collections.abc import Iterator

from aa_tools.cards.database import CardDatabase
from aa_tools.cards.objective_forms import AssignmentCard
from aa_tools.rules.ruleset import HAND, Rules


def too_small(cards: CardDatabase) -> Iterator[tuple[str, str]]:
    """Yields each deck with too few cards, and what to say of it."""
    decks = {name: sum(card.count for card in deck.cards) for name, deck in cards.decks.items()}  # type: ignore[attr-defined]
    for players in cards.rules.grid:
        needed, why = _canvas_cards(cards.rules, players)
        if decks["canvas"] < needed:
            yield "canvas", f"{players} players need {needed} canvas cards, {why}; here are {decks['canvas']}"
    rounds, most = cards.rules.rounds, max(cards.rules.grid)
    drawn = {
        "inspiration": most * sum(each.inspirations_per_player for each in rounds),
        "assignment": sum(len(cards.colours) * each.assignments_of_each_colour + each.assignments for each in rounds),
        "professor": sum(each.professors for each in rounds),
    }
    for deck, needed in drawn.items():
        if decks[deck] < needed:
            whom = f" for {most} players" if deck == "inspiration" else ""
            yield deck, f"the rounds draw {needed} {deck}s{whom}; here are {decks[deck]}"
    yield from _colours(cards)


def _canvas_cards(rules: Rules, players: int) -> tuple[int, str]:
    """Returns the canvas cards that a game needs: two players use the deck once, four shuffle it for each round."""
    spaces, hands = rules.grid[players] ** 2, HAND * players
    if players > 2:
        return spaces + hands, f"{spaces} on the canvas and {players} hands of {HAND}"
    rounds = len(rules.rounds)
    return rounds * spaces + hands, f"{rounds} rounds of {spaces} and {players} hands of {HAND}"


def _colours(cards: CardDatabase) -> Iterator[tuple[str, str]]:
    """Each colour needs its card in the last round that draws one of each, whatever was drawn before."""
    rounds = cards.rules.rounds
    last = max((number for number, each in enumerate(rounds) if each.assignments_of_each_colour), default=None)
    if last is None:
        return
    needed = sum(each.assignments_of_each_colour for each in rounds) + sum(each.assignments for each in rounds[:last])
    for colour in cards.colours:
        has = sum(card.count for card in cards.file.decks.assignment.cards if _asks_for(card, colour))
        if has < needed:
            yield "assignment", f"the rounds may draw {needed} {colour} assignments; here are {has}"


def _asks_for(card: AssignmentCard, colour: str) -> bool:
    return getattr(card.objective, "colour", None) == colour
