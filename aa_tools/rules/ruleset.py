"""The rules as data: house rules, points, sizes. One value says how a game is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from aa_tools.errors import RulesError

COLOURS = 3
"""Colours of a quadrant: red, yellow, blue, or what the card file calls them."""


HAND = 3
"""Canvas cards in a player's hand."""


class Kind(StrEnum):
    """The kinds of objective, in the order in which they are resolved at the end of a round."""

    ASSIGNMENT = "assignment"
    PROFESSOR = "professor"
    INSPIRATION = "inspiration"


class Side(StrEnum):
    """Where a player sits, clockwise as seen from above; north is the top of the canvas."""

    SOUTH = "south"
    WEST = "west"
    NORTH = "north"
    EAST = "east"

    @property
    def quarter_turns(self) -> int:
        """Quarter turns counter-clockwise that bring this side of the canvas to the bottom."""
        return list(Side).index(self)


_SEATS = {2: (Side.SOUTH, Side.NORTH), 4: tuple(Side)}


def seats(players: int) -> tuple[Side, ...]:
    """Returns the sides in play, clockwise from south.

    Raises:
        RulesError: the game is for two or four.
    """
    if players not in _SEATS:
        raise RulesError(
            f"{players} player{'s'[: players != 1]} cannot play", hint="Abstract Academy is for 2 or 4 players"
        )
    return _SEATS[players]


def side_in_play(side: Side | str, sides: Sequence[Side]) -> Side:
    """Returns a side given as `Side` or as text, such as "south".

    Raises:
        RulesError: no player sits there.
    """
    if side not in sides:
        raise RulesError(f"no player sits {side}", hint=f"sides in play: {', '.join(sides)}")
    return Side(side)


@dataclass(frozen=True)
class Round:
    """What is drawn at the start of a round.

    Attributes:
        assignments_of_each_colour: assignments of every colour.
        assignments: assignments of any colour.
        professors: professors.
        inspirations_per_player: inspirations that each player draws.
    """

    assignments_of_each_colour: int = 0
    assignments: int = 0
    professors: int = 0
    inspirations_per_player: int = 1


@dataclass(frozen=True)
class Zone:
    """How every zone of a table is looked at: from its owner's seat, row 0 nearest, column 0 at the left.

    A zone is one unsigned 64-bit mask per colour; bit `row * columns + column` is one quadrant.
    """

    rows: int
    columns: int
    mirrored_patterns: bool = False

    def __post_init__(self) -> None:
        if not 0 < self.rows * self.columns <= 64:
            raise RulesError(
                f"a zone of {self.rows} x {self.columns} quadrants is too large",
                hint="a zone has at most 64 quadrants; make the grid or zone_depth smaller",
            )


def _default_points() -> Mapping[Kind, int]:
    return MappingProxyType({Kind.ASSIGNMENT: 3, Kind.PROFESSOR: 5, Kind.INSPIRATION: 2})


def _default_rounds() -> tuple[Round, ...]:
    return (Round(assignments_of_each_colour=1), Round(professors=2), Round(professors=1, assignments=2))


@dataclass(frozen=True)
class Rules:
    """The rules of the game. The first value of each is that of the published game.

    Attributes:
        inspirations_per_round: how many inspirations one player may score in a round; no limit without a number.
        home_rows: the row next to a player is closed to others once the canvas is closed in that direction.
        mirrored_patterns: patterns may be turned over as well as rotated.
        half_turns: a canvas card may be laid upside down.
        claim_at_zero: a "most" card is claimed even where every zone measures zero.
        points: what a card of each kind is worth.
        grid: cards on a side of the canvas, by the number of players.
        zone_depth: rows of cards in a zone.
        rounds: what is drawn in each round.
    """

    inspirations_per_round: int | None = None
    home_rows: bool = False
    mirrored_patterns: bool = False
    half_turns: bool = False
    claim_at_zero: bool = False
    points: Mapping[Kind, int] = field(default_factory=_default_points)
    grid: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({2: 4, 4: 5}))
    zone_depth: int = 2
    rounds: tuple[Round, ...] = field(default_factory=_default_rounds)

    def zone(self, players: int) -> Zone:
        """Returns how the zones of a game of so many players are looked at."""
        return Zone(2 * self.zone_depth, 2 * self.grid[players], self.mirrored_patterns)

    def players(self, quadrants: int) -> int | None:
        """Returns the number of players whose canvas has so many quadrants on a side, or None."""
        return next((players for players, cards in self.grid.items() if 2 * cards == quadrants), None)
