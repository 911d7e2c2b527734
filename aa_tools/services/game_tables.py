"""What the command line says of a game -> values of the rules and the record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from aa_tools.cards.analysis.deck_check import used_before
from aa_tools.cards.models.forms import check_names
from aa_tools.cli.table.score import added_text
from aa_tools.errors import InputError, Place
from aa_tools.files import shell_quote
from aa_tools.record.steps import Game
from aa_tools.rules.dealing import left_over
from aa_tools.rules.match import Deal
from aa_tools.rules.ruleset import Round, Rules, Side, seats
from aa_tools.rules.scoring import Table
from aa_tools.services.deck_report import deck_doubt
from aa_tools.tables.grid import LocatedText
from aa_tools.tables.tablefile import TableText, bottom_of, read_table, seat_of
from aa_tools.text import pluralise


def names_by_side(players: str, sides: str | None) -> dict[Side, str]:
    """Returns who sits where: "Anna, Ben", and "north, south" where the seats are not clockwise from south.

    Raises:
        InputError: not two or four names, or not their sides, each once.
    """
    names = [" ".join(name.split()) for name in players.split(",")]
    place = Place(f"--players {players}")
    if len(names) not in (2, 4) or not all(names):
        message = pluralise(len(names), "name") if all(names) else "a name is empty"
        raise InputError(message, place=place, hint='write two or four names: "Anna, Ben"')
    in_order = seats(len(names))
    if sides is None:
        return _checked(dict(zip(in_order, names, strict=True)), place)
    said = [side.strip().lower() for side in sides.split(",")]
    if sorted(said) != sorted(in_order):
        hint = f"{len(names)} players sit {', '.join(in_order)}; write each once"
        raise InputError("are no seats", place=Place(f"--seats {sides}"), hint=hint)
    return _checked({Side(side): name for side, name in zip(said, names, strict=True)}, place)


def _checked(names: dict[Side, str], place: Place) -> dict[Side, str]:
    try:
        return check_names(names)
    except ValueError as error:
        raise InputError(str(error), place=place) from error


def named_seat(names: Mapping[Side, str], said: str | None, option: str) -> Side | None:
    """Returns the side that a side or a name means, or None where nothing was said.

    Raises:
        InputError: nobody is called so or sits there.
    """
    return None if said is None else seat_of(LocatedText(said, Place(f"{option} {said}")), dict(names))


def seat_in(game: Game, said: str | None, option: str) -> Side | None:
    """Returns the same for the players of a game; errors as `named_seat`."""
    return named_seat(_names(game), said, option)


def _names(game: Game) -> dict[Side, str]:
    return {player.side: player.name for player in game.state.players}


def house_rules_to_keep(rules: Rules, given: Sequence[str]) -> dict[str, Any]:
    """Returns the rules that a game file must keep, as a card file has them.

    These are the ones that are not as published, and the ones given on the command line, whatever they say.
    """
    published = Rules()
    said = {text.partition("=")[0].strip().partition(".")[0] for text in given}
    names = Rules.__dataclass_fields__
    kept = [name for name in names if name in said or getattr(rules, name) != getattr(published, name)]
    return {name: _plain(getattr(rules, name)) for name in kept}


def _plain(value: Any) -> Any:
    """Returns the value of a rule as plain data."""
    if isinstance(value, Mapping):
        return {key if isinstance(key, int) else str(key): number for key, number in value.items()}
    return [asdict(each) for each in value] if isinstance(value, tuple) else value


def drawn_by_the_table(game: Game, objectives: Sequence[str], inspirations: Sequence[str]) -> Deal | None:
    """Returns the cards that the table drew, or None where no objective was named.

    Raises:
        InputError: an unknown card or player, or inspirations without objectives.
    """
    said = added_text(None, None, list(objectives), list(inspirations), None)
    if not objectives:
        if inspirations:
            place = Place(f"--inspiration {inspirations[0]}")
            raise InputError("stands without --objective", place=place, hint="name the public cards drawn as well")
        return None
    hands: dict[Side, tuple[Any, ...]] = {}
    for who, card in said.inspirations:
        side = seat_of(who, _names(game))
        hands[side] = (*hands.get(side, ()), game.cards.inspiration(card.text, card.place))
    return Deal(tuple(game.cards.public_card(each.text, each.place) for each in said.objectives), hands)


def round_of(game: Game) -> Round:
    """Returns what the round that is played draws."""
    return game.state.rules.rounds[game.state.round_number - 1]


def none_drawn(file: str) -> str:
    """Returns what to say where a deal named objectives alone."""
    return (
        "No inspirations were drawn, since the objectives were named. Name those that the players drew with "
        f"--inspiration SIDE=ID when the round is scored; or take the deal back with aa game undo {shell_quote(file)} "
        "and deal again, with --inspiration, or without --objective to draw all cards."
    )


def table_of(text: TableText, game: Game, unknown: bool = False) -> Table:
    """Returns the table that a text means in a game: what the text leaves out is as the game has it.

    Args:
        text: what is said of the table.
        game: the game.
        unknown: whether quadrants may be unknown.

    Raises:
        InputError: every error of the table at once.
    """
    state, here = game.state, Place(game.file.yaml.source.name)
    names = {side: text.names[side].text for side in Side if side in text.names} or _names(game)
    known = [
        (LocatedText(player.side, here), LocatedText(card.id, here))
        for player in state.players
        for card in left_over(player.inspirations, _listed(text, game, player.side, names))
    ]
    filled = replace(
        text,
        names={side: text.names.get(side, LocatedText(name, here)) for side, name in names.items()},
        players=None,
        first_player=text.first_player or LocatedText(state.first_player, here),
        objectives=text.objectives or tuple(LocatedText(card.id, here) for card in state.dealt or ()),
        inspirations=(*text.inspirations, *known),
    )
    return read_table(filled, game.cards, unknown)


def shown_hands(text: TableText, game: Game) -> list[tuple[Side, str]]:
    """Returns the side and the id of each inspiration that a table shows."""
    names = _names(game)
    return [(seat_of(who, names), game.cards.inspiration(card.text, card.place).id) for who, card in text.inspirations]


def _listed(text: TableText, game: Game, side: Side, names: dict[Side, str]) -> list[Any]:
    """Returns the inspirations that a table lists in one hand."""
    return [
        game.cards.inspiration(card.text, card.place) for who, card in text.inspirations if seat_of(who, names) is side
    ]


def painting_doubts(game: Game, text: TableText) -> list[str]:
    """Returns what to say where the painting scored last cannot be: by the deck, or by the rounds before.

    Args:
        game: the game.
        text: the table as it was given, in whose rows and columns places are told.
    """
    canvases = [each.table.canvas for each in game.state.rounds]
    found = [deck_doubt(canvases[-1], game.cards, bottom_of(text.bottom, _names(game)))]
    used = used_before(canvases, game.cards) if len(game.state.players) == 2 else 0
    if used and not found[0]:
        some = f"{used} card{'s'[: used != 1]} of this table"
        found.append(f"Check the grid: {some} lay in an earlier round, and two players use each card once.")
    return [each for each in found if each]
