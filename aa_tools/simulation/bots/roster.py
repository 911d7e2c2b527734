"""The bots by their names."""

from __future__ import annotations

from aa_tools.errors import InputError, Place, suggest
from aa_tools.rules.ruleset import Kind
from aa_tools.simulation.bots.bots import Bot, RandomBot, ValueBot
from aa_tools.simulation.bots.rollout import RolloutBot

BLIND = {kind: f"blind-to-{kind}s" for kind in Kind}
"""Greedy bots that do not care for one kind of card: what they lose is what the kind is worth."""

_ALL: tuple[Bot, ...] = (
    RandomBot(),
    ValueBot("greedy"),
    ValueBot("rival", rivals=True),
    RolloutBot(),
    *(ValueBot(name, parts=frozenset(Kind) - {kind}) for kind, name in BLIND.items()),
)

BOTS = {bot.name: bot for bot in _ALL}
"""Every bot by the name that reports and options give it."""


def seated(names: str, players: int, place: Place | None = None) -> tuple[Bot, ...]:
    """Returns a bot for each seat.

    Args:
        names: one name for all seats, or one for each, with commas between them.
        players: how many play.
        place: where the names were written, for the message.

    Raises:
        InputError: there is no such bot, or their number does not fit.
    """
    found = [name.strip() for name in names.split(",")]
    if unknown := next((name for name in found if name not in BOTS), None):
        raise InputError(f"there is no bot {unknown!r}", place=place, hint=suggest(unknown, BOTS))
    if len(found) not in (1, players):
        raise InputError(f"{len(found)} bots cannot sit on {players} seats", place=place, hint=f"name 1 or {players}")
    return tuple(BOTS[name] for name in (found * players)[:players])
