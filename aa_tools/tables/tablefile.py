"""A typed table -> Table: a bare grid, or a YAML table file; what the command line adds stands beside it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pydantic import Field

from aa_tools.cards.database import CardDatabase
from aa_tools.cards.models.forms import Model, PlayerNames, check_names
from aa_tools.cards.models.validation import require_file_kind, validate
from aa_tools.cards.texts import Text
from aa_tools.errors import ErrorCollector, InputError, Problem, RulesError, suggest, with_place
from aa_tools.files import SourceText
from aa_tools.rules.completions import Spot
from aa_tools.rules.objectives import InspirationCard, PublicCard
from aa_tools.rules.ruleset import Side, seats
from aa_tools.rules.scoring import Player, Table
from aa_tools.tables.grid import LocatedText, parse_grid
from aa_tools.tables.typed_doubts import spot_of
from aa_tools.yamlfile import load_yaml

_KEY = re.compile(r"""^(\{|---\s*$|["']?[A-Za-z_][A-Za-z_ ]*["']?:)""", re.MULTILINE)


NOT_KNOWN = "?"
"""Stands for a side that a photo does not tell, so that nobody scores it by chance."""


class TableModel(Model):
    """A table at the end of a round, as somebody writes it down.

    Attributes:
        players: Who sits at each side: south and north, or all four.
        first_player: Who holds the first player card: a side or a name.
        objectives: The ids or titles of the public cards in the order in which they were laid out.
        inspirations: The ids or titles of the inspirations in each hand, by side or name.
        bottom: Who sits at the lower edge of the grid as it is typed. South where left out.
        doubts: What a quadrant typed as "?" may be, such as "r6c7: BYR" for row 6, column 7. Any colour where left out.
        canvas: A letter for each quadrant, or the ids of the canvas cards; "." is an empty quadrant.
    """

    players: PlayerNames = Field(default={})
    first_player: Text | None = None
    objectives: list[Text] = Field(default=[])
    inspirations: dict[str, list[Text]] = Field(default={})
    bottom: Text | None = None
    doubts: dict[str, Text] = Field(default={})
    canvas: Text


@dataclass(frozen=True)
class TableText:
    """What somebody said of a table, in a file or on the command line, not yet checked against the cards.

    Attributes:
        grid: the typed grid, once there is one.
        names: the player at each side that was named.
        players: how many play, where that was said.
        first_player: a side or a name.
        objectives: ids or titles of public cards in the order laid out.
        inspirations: (side or name, id or title of an inspiration in that hand).
        bottom: the side at the bottom of the grid.
        doubts: letters of what unknown quadrants may be, by (row, column) of the grid; any colour where left out.
    """

    grid: SourceText | None = None
    names: dict[Side, LocatedText] = field(default_factory=dict)
    players: LocatedText | None = None
    first_player: LocatedText | None = None
    objectives: tuple[LocatedText, ...] = ()
    inspirations: tuple[tuple[LocatedText, LocatedText], ...] = ()
    bottom: LocatedText | None = None
    doubts: Mapping[Spot, LocatedText] = field(default_factory=dict)


def parse_table(source: SourceText) -> TableText:
    """Reads a table file or a bare grid.

    Raises:
        InputError: every error at once.
    """
    if not _KEY.search(source.text):
        return TableText(grid=source)
    file = load_yaml(source)
    require_file_kind(file, "table")
    form = validate(TableModel, file)

    def typed(text: str, *path: str | int) -> LocatedText:
        return LocatedText(text, file.place(path))

    return TableText(
        grid=file.block(("canvas",)),
        names={side: LocatedText(name, file.keys[("players", side)]) for side, name in form.players.items()},
        first_player=typed(form.first_player, "first_player") if form.first_player else None,
        objectives=tuple(typed(text, "objectives", index) for index, text in enumerate(form.objectives)),
        inspirations=tuple(
            (LocatedText(who, file.keys[("inspirations", who)]), typed(text, "inspirations", who, index))
            for who, hand in form.inspirations.items()
            for index, text in enumerate(hand)
        ),
        bottom=typed(form.bottom, "bottom") if form.bottom else None,
        doubts={
            spot_of(key, file.keys[("doubts", key)]): typed(letters, "doubts", key)
            for key, letters in form.doubts.items()
        },
    )


def combine(written: TableText, added: TableText) -> TableText:
    """Returns what a file says with what the command line adds to it.

    Raises:
        InputError: both say one thing, and not the same.
    """
    problems = []
    for name, what in (("first_player", "the first player"), ("bottom", "the bottom side")):
        here, there = getattr(written, name), getattr(added, name)
        if here and there and here.text not in (there.text, NOT_KNOWN):
            hint = f"{here.place} says {here.text}; keep one of them"
            problems.append(Problem(f"{what} is given twice, here as {there.text}", there.place, hint))
    if written.names and added.players and added.players.text != str(len(written.names)):
        place = next(iter(written.names.values())).place
        problems.append(
            Problem("the players are given twice", added.players.place, f"{place} names them; leave this out")
        )
    if problems:
        raise InputError(problems)
    return replace(
        written,
        players=added.players,
        first_player=_known(written.first_player) or added.first_player or written.first_player,
        objectives=written.objectives + added.objectives,
        inspirations=written.inspirations + added.inspirations,
        bottom=_known(written.bottom) or added.bottom or written.bottom,
    )


def _known(said: LocatedText | None) -> LocatedText | None:
    return None if said is None or said.text == NOT_KNOWN else said


def overridden(seen: TableText, said: TableText) -> TableText:
    """Returns what a photo tells of a table, with what somebody says of it in its place."""
    return replace(
        seen,
        players=said.players,
        first_player=said.first_player or seen.first_player,
        objectives=said.objectives or seen.objectives,
        inspirations=said.inspirations or seen.inspirations,
        bottom=said.bottom or seen.bottom,
    )


def read_table(text: TableText, cards: CardDatabase, unknown: bool = False) -> Table:
    """Returns the table that a text means.

    Args:
        text: what was said.
        cards: the card file.
        unknown: whether quadrants may be unknown.

    Raises:
        InputError: every error at once: in the grid, the players, the seats and the cards.
    """
    if text.grid is None:
        raise InputError("no grid was typed")
    problems = ErrorCollector()
    names, count = names_of(text), player_count(text)
    _check_grid(count, text, cards)
    with problems:
        typed = parse_grid(text.grid, cards, count)
        canvas = typed.canvas if unknown else typed.known()
    with problems:
        objectives = _objectives(text.objectives, cards)
    problems.check()
    sides = seats(count or cards.rules.players(canvas.side) or 0)
    names = names or {side: f"Player {number}" for number, side in enumerate(sides, 1)}
    with problems:
        first = seat_of(text.first_player, names)
    with problems:
        bottom = bottom_of(text.bottom, names)
    with problems:
        hands = _hands(text.inspirations, cards, names)
    problems.check()
    players = tuple(Player(side, names[side], tuple(hands[side])) for side in sides)
    return Table(canvas.with_north_up(bottom), players, first, objectives)


def names_of(text: TableText) -> dict[Side, str]:
    """Returns the names of the players clockwise from south; none where only their number, or nothing, was said."""
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
        raise InputError(f"{len(sides)} players sit {' and '.join(sides)}", place=first.place, hint="name these sides")
    return {side: names[side].text for side in sides}


def _listed(players: LocatedText | None) -> list[str]:
    """Returns the names in "Anna, Ben"."""
    return [name.strip() for name in players.text.split(",") if name.strip()] if players else []


def player_count(text: TableText) -> int | None:
    """Returns how many play, where that was said.

    Raises:
        InputError: it is no number of players, or not two or four.
    """
    if text.names or text.players is None:
        return len(text.names) or None
    listed = _listed(text.players)
    if len(listed) > 1:
        return len(listed)
    if not listed or not listed[0].isdecimal() or len(listed[0]) > 3:
        message = f"{text.players.text!r} is no number of players"
        raise InputError(message, place=text.players.place, hint='write 2, 4, or names: "Anna, Ben"')
    return len(_seats(int(listed[0]), text.players))


def _check_grid(count: int | None, text: TableText, cards: CardDatabase) -> None:
    if count is not None and count not in cards.rules.grid:
        said = text.players or next(iter(text.names.values()))
        raise InputError(
            f"these rules have no canvas for {count} players", place=said.place, hint=f"add {count}: to rules.grid"
        )


def _seats(players: int, said: LocatedText) -> tuple[Side, ...]:
    try:
        return seats(players)
    except RulesError as error:
        raise with_place(error, said.place) from error


def seat_of(said: LocatedText | None, names: Mapping[Side, str]) -> Side:
    """Returns the side that a side or a player's name means; south where nothing was said."""
    if said is None:
        return Side.SOUTH
    if said.text == NOT_KNOWN:
        raise InputError(
            "the photo does not tell which side this is", place=said.place, hint=f"write {' or '.join(names)}"
        )
    for side, name in names.items():
        if said.text in (side, name):
            return side
    known = dict.fromkeys([*names.values(), *names])
    raise InputError(f"nobody is called or sits {said.text!r}", place=said.place, hint=suggest(said.text, known))


def bottom_of(said: LocatedText | None, names: Mapping[Side, str]) -> Side:
    """Returns the side at the bottom of a grid: a table for two may be seen from the west too."""
    if said is not None and said.text in list(Side):
        return Side(said.text)
    return seat_of(said, names)


def _objectives(said: Sequence[LocatedText], cards: CardDatabase) -> tuple[PublicCard, ...]:
    problems = ErrorCollector()
    found: list[tuple[LocatedText, PublicCard]] = []
    for each in said:
        with problems:
            found.append((each, cards.public_card(each.text, each.place)))
    problems.found += _too_many(found, cards)
    problems.check()
    return tuple(card for _, card in found)


def _hands(
    said: Sequence[tuple[LocatedText, LocatedText]], cards: CardDatabase, names: dict[Side, str]
) -> dict[Side, list[InspirationCard]]:
    problems = ErrorCollector()
    hands: dict[Side, list[InspirationCard]] = {side: [] for side in names}
    found: list[tuple[LocatedText, InspirationCard]] = []
    for who, each in said:
        with problems:
            found.append((each, cards.inspiration(each.text, each.place)))
            hands[seat_of(who, names)].append(found[-1][1])
    problems.found += _too_many(found, cards)
    problems.check()
    return hands


def _too_many(found: Iterable[tuple[LocatedText, PublicCard | InspirationCard]], cards: CardDatabase) -> list[Problem]:
    """Returns an error for each card of which there are more on the table than in the deck."""
    seen: Counter[str] = Counter()
    problems = []
    for said, card in found:
        seen[card.id] += 1
        count = cards.count(card.id)
        if seen[card.id] > count:
            problems.append(
                Problem(f"{said.text} is on the table {seen[card.id]} times", said.place, f"the deck has {count}")
            )
    return problems
