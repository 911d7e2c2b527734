"""All bots by name. To add a bot, add its description and its construction here.

Importing this module does not import numpy, so that help texts can list the bots quickly.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from aa_tools.errors import InputError, suggest
from aa_tools.rules.ruleset import Kind

if TYPE_CHECKING:
    from aa_tools.simulation.bots.basic import Bot

BLIND_BOTS = {kind: f"blind-to-{kind}s" for kind in Kind}
"""Names of the greedy bots that ignore one kind of card; the points they lose measure what the kind is worth."""

BOT_DESCRIPTIONS = {
    "random": "any legal move, all equally likely",
    "greedy": "the move with the highest expected gain",
    "rival": "like greedy, but subtracts the mean of what the rivals expect from the public cards",
    "rollout": "of the six moves that rival values most, the best on average in 24 random playouts of the round",
    **{name: f"like greedy, but ignores {kind}s" for kind, name in BLIND_BOTS.items()},
}
"""How each bot chooses a move, by its name in options and reports."""


@functools.cache
def bot(name: str) -> Bot:
    """Returns the bot with a name of BOT_DESCRIPTIONS."""
    from aa_tools.simulation.bots.basic import RandomBot, ValueBot
    from aa_tools.simulation.bots.rollout import RolloutBot

    bots: list[Bot] = [RandomBot(), ValueBot("greedy"), ValueBot("rival", rivals=True), RolloutBot()]
    bots += [ValueBot(blind, kinds=frozenset(Kind) - {kind}) for kind, blind in BLIND_BOTS.items()]
    return {bot.name: bot for bot in bots}[name]


def parse_bots(names: str, players: int) -> tuple[Bot, ...]:
    """Returns the bot on each seat.

    Args:
        names: one name for all seats, or comma-separated names, one for each seat.
        players: number of players.

    Raises:
        InputError: a name is unknown, or the number of names does not match the seats.
    """
    found = [name.strip() for name in names.split(",")]
    if unknown := next((name for name in found if name not in BOT_DESCRIPTIONS), None):
        raise InputError(f"unknown bot {unknown!r}", hint=suggest(unknown, BOT_DESCRIPTIONS))
    if len(found) not in (1, players):
        raise InputError(f"{len(found)} bots for {players} seats", hint=f"name 1 bot or {players}")
    return tuple(bot(name) for name in (found * players)[:players])
