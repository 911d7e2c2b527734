"""Resolves a `TableText` with the card file: players, seats and cards by id, title or name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from aa_tools.cards.database import CardDatabase
from aa_tools.cards.models.forms import check_names
from aa_tools.errors import ErrorCollector, InputError, Problem, RulesError, suggest, with_place
from aa_tools.rules.objectives import InspirationCard, PublicCard
from aa_tools.rules.ruleset import Side, seats
from aa_tools.rules.scoring import Player, Table
from aa_tools.tables.grid import LocatedText, parse_grid
from aa_tools.tables.tablefile import UNKNOWN_SIDE, TableText


def read_table(text: TableText, cards: CardDatabase, unknown: bool = False) -> Table:
    """Returns the table that a text describes.

    Args:
        text: the table in text form.
        cards: the card file.
        unknown: whether quadrants may be unknown.

    Raises:
        InputError: all errors at once: in the grid, the players, the seats and the cards.
    """
    if text.grid is None:
        raise InputError("the table has no grid")
    problems = ErrorCollector()
    names, count = player_names(text), player_count(text)
    _check_grid(count, text, cards)
    with problems:
        grid = parse_grid(text.grid, cards, count)
        canvas = grid.canvas if unknown else grid.require_complete()
    with problems:
        objectives = _objectives(text.objectives, cards)
    problems.raise_if_any()
    sides = seats(count or cards.rules.players(canvas.side) or 0)
    names = names or {side: f"Player {number}" for number, side in enumerate(sides, 1)}
    with problems:
        first = parse_side(text.first_player, names)
    with problems:
        bottom = parse_bottom(text.bottom, names)
    with problems:
        hands = _hands(text.inspirations, cards, names)
    problems.raise_if_any()
    players = tuple(Player(side, names[side], tuple(hands[side])) for side in sides)
    return Table(canvas.with_north_up(bottom), players, first, objectives)


def player_names(text: TableText) -> dict[Side, str]:
    """Returns the player names by side, clockwise from south; empty if the text names no players."""
    if text.names:
        return _named_by_side(text.names)
    listed = _listed(text.players)
    if text.players is None or len(listed) < 2:
        return {}
    try:
        return check_names(dict(zip(_seats(len(listed), text.players), listed, strict=True)))
    except ValueError as error:
        raise InputError(str(error), place=text.players.place) from error


def _named_by_side(names: dict[Side, LocatedText]) -> dict[Side, str]:
    first = next(iter(names.values()))
    sides = _seats(len(names), first)
    if set(sides) != set(names):
        raise InputError(
            f"{len(sides)} players must sit {' and '.join(sides)}", place=first.place, hint="name these sides"
        )
    return {side: names[side].text for side in sides}


def _listed(players: LocatedText | None) -> list[str]:
    """Splits "Anna, Ben" into names."""
    return [name.strip() for name in players.text.split(",") if name.strip()] if players else []


def player_count(text: TableText) -> int | None:
    """Returns the number of players, or None if the text does not contain it.

    Raises:
        InputError: it is not a number, or not 2 or 4.
    """
    if text.names or text.players is None:
        return len(text.names) or None
    listed = _listed(text.players)
    if len(listed) > 1:
        return len(listed)
    if not listed or not listed[0].isdecimal() or len(listed[0]) > 3:
        message = f"{text.players.text!r} is not a number of players"
        raise InputError(message, place=text.players.place, hint='write 2, 4, or names: "Anna, Ben"')
    return len(_seats(int(listed[0]), text.players))


def _check_grid(count: int | None, text: TableText, cards: CardDatabase) -> None:
    if count is not None and count not in cards.rules.grid:
        place = (text.players or next(iter(text.names.values()))).place
        message = f"these rules have no canvas for {count} players"
        raise InputError(message, place=place, hint=f"add {count}: to rules.grid")


def _seats(players: int, text: LocatedText) -> tuple[Side, ...]:
    try:
        return seats(players)
    except RulesError as error:
        raise with_place(error, text.place) from error


def parse_side(text: LocatedText | None, names: Mapping[Side, str]) -> Side:
    """Returns the side given as a side or a player name; None means south.

    Raises:
        InputError: no player has this side or name, or the side is unknown ("?").
    """
    if text is None:
        return Side.SOUTH
    if text.text == UNKNOWN_SIDE:
        hint = f"write {' or '.join(names)}"
        raise InputError("the photo does not show which side this is", place=text.place, hint=hint)
    for side, name in names.items():
        if text.text in (side, name):
            return side
    known = dict.fromkeys([*names.values(), *names])
    raise InputError(f"no player or side is called {text.text!r}", place=text.place, hint=suggest(text.text, known))


def parse_bottom(text: LocatedText | None, names: Mapping[Side, str]) -> Side:
    """Returns the side at the bottom of a grid; any of the four sides, even in a game of two."""
    if text is not None and text.text in list(Side):
        return Side(text.text)
    return parse_side(text, names)


def _objectives(texts: Sequence[LocatedText], cards: CardDatabase) -> tuple[PublicCard, ...]:
    problems = ErrorCollector()
    found: list[tuple[LocatedText, PublicCard]] = []
    for text in texts:
        with problems:
            found.append((text, cards.public_card(text.text, text.place)))
    problems.found += _too_many(found, cards)
    problems.raise_if_any()
    return tuple(card for _, card in found)


def _hands(
    texts: Sequence[tuple[LocatedText, LocatedText]], cards: CardDatabase, names: dict[Side, str]
) -> dict[Side, list[InspirationCard]]:
    problems = ErrorCollector()
    hands: dict[Side, list[InspirationCard]] = {side: [] for side in names}
    found: list[tuple[LocatedText, InspirationCard]] = []
    for owner, text in texts:
        with problems:
            found.append((text, cards.inspiration(text.text, text.place)))
            hands[parse_side(owner, names)].append(found[-1][1])
    problems.found += _too_many(found, cards)
    problems.raise_if_any()
    return hands


def _too_many(found: Iterable[tuple[LocatedText, PublicCard | InspirationCard]], cards: CardDatabase) -> list[Problem]:
    """Returns an error for each card with more copies on the table than in the deck."""
    seen: Counter[str] = Counter()
    problems = []
    for text, card in found:
        seen[card.id] += 1
        count = cards.count(card.id)
        if seen[card.id] > count:
            message = f"{text.text} is on the table {seen[card.id]} times"
            problems.append(Problem(message, text.place, f"the deck has {count}"))
    return problems
