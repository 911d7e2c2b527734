"""Reads the options of the `aa game` commands into values of the rules and the game file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from aa_tools.cards.models.forms import check_names
from aa_tools.errors import InputError, Place
from aa_tools.record.steps import Game
from aa_tools.rules.match import Deal
from aa_tools.rules.ruleset import Rules, Side, seats
from aa_tools.services.table.table_input import table_text
from aa_tools.tables.grid import LocatedText
from aa_tools.tables.resolve import parse_side
from aa_tools.text import pluralise


def seated_players(players: str, sides: str | None) -> dict[Side, str]:
    """Returns the players' names by side.

    Args:
        players: names such as "Anna, Ben".
        sides: their sides in the same order, such as "north, south"; by default clockwise from south.

    Raises:
        InputError: not two or four names, or not each of their sides once.
    """
    names = [" ".join(name.split()) for name in players.split(",")]
    place = Place(f"--players {players}")
    if len(names) not in (2, 4) or not all(names):
        message = pluralise(len(names), "name") if all(names) else "a name is empty"
        raise InputError(message, place=place, hint='write two or four names: "Anna, Ben"')
    in_order = seats(len(names))
    chosen = [side.strip().lower() for side in sides.split(",")] if sides is not None else list(in_order)
    if sorted(chosen) != sorted(in_order):
        hint = f"{len(names)} players sit at {', '.join(in_order)}; name each side once"
        raise InputError("invalid seats", place=Place(f"--seats {sides}"), hint=hint)
    try:
        return check_names({Side(side): name for side, name in zip(chosen, names, strict=True)})
    except ValueError as error:
        raise InputError(str(error), place=place) from error


def named_seat(names: Mapping[Side, str], query: str | None, option: str) -> Side | None:
    """Returns the side that a side or a name means, or None for None.

    Raises:
        InputError: no player has this name or seat.
    """
    return None if query is None else parse_side(LocatedText(query, Place(f"{option} {query}")), dict(names))


def seat_in(game: Game, query: str | None, option: str) -> Side | None:
    """Returns the side of a player of a game; arguments and errors as `named_seat`."""
    return named_seat(game.state.names, query, option)


def rules_to_record(rules: Rules, options: Sequence[str]) -> dict[str, Any]:
    """Returns the rules that a game file must record, in the form of a card file.

    These are the rules that differ from the published game, and those set by an option, whatever their value.
    """
    published = Rules()
    set_by_option = {text.partition("=")[0].strip().partition(".")[0] for text in options}
    recorded = [
        name
        for name in Rules.__dataclass_fields__
        if name in set_by_option or getattr(rules, name) != getattr(published, name)
    ]
    return {name: _plain(getattr(rules, name)) for name in recorded}


def _plain(value: Any) -> Any:
    """Returns the value of a rule as plain data."""
    if isinstance(value, Mapping):
        return {key if isinstance(key, int) else str(key): number for key, number in value.items()}
    return [asdict(item) for item in value] if isinstance(value, tuple) else value


def deal_of(game: Game, objectives: Sequence[str], inspirations: Sequence[str]) -> Deal | None:
    """Returns the cards that the players drew from paper decks, or None if no objective is named.

    Raises:
        InputError: an unknown card or player, or inspirations without objectives.
    """
    text = table_text(objectives=objectives, inspirations=inspirations)
    if not objectives:
        if inspirations:
            place = Place(f"--inspiration {inspirations[0]}")
            raise InputError("requires --objective", place=place, hint="name the public cards that were drawn as well")
        return None
    hands: dict[Side, tuple[Any, ...]] = {}
    for owner, card in text.inspirations:
        side = parse_side(owner, game.state.names)
        hands[side] = (*hands.get(side, ()), game.cards.inspiration(card.text, card.place))
    return Deal(tuple(game.cards.public_card(card.text, card.place) for card in text.objectives), hands)
