"""The rules as data: sides, seats, rounds, points, sizes and house rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from aa_tools.errors import RulesError
from aa_tools.text import pluralise

COLOURS = 3
"""Number of colours; the card file names them (red, yellow, blue)."""

HAND_SIZE = 3
"""Number of canvas cards in a player's hand."""


class Kind(StrEnum):
    """The kinds of objective card, in the order in which they are resolved at the end of a round."""

    ASSIGNMENT = "assignment"
    PROFESSOR = "professor"
    INSPIRATION = "inspiration"


class Side(StrEnum):
    """A side of the table, clockwise as seen from above; north is the top of the canvas."""

    SOUTH = "south"
    WEST = "west"
    NORTH = "north"
    EAST = "east"

    @property
    def quarter_turns(self) -> int:
        """Number of counter-clockwise quarter turns that bring this side of the canvas to the bottom."""
        return list(Side).index(self)


_SEATS = {2: (Side.SOUTH, Side.NORTH), 4: tuple(Side)}


def seats(players: int) -> tuple[Side, ...]:
    """Returns the sides in play, clockwise from south.

    Raises:
        RulesError: the number is not 2 or 4.
    """
    if players not in _SEATS:
        hint = "Abstract Academy is for 2 or 4 players"
        raise RulesError(f"{pluralise(players, 'player')} cannot play", hint=hint)
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
    """The numbers of cards drawn at the start of a round.

    Attributes:
        assignments_of_each_colour: assignments of each colour.
        assignments: assignments of any colour.
        professors: professors.
        inspirations_per_player: inspirations drawn by each player.
    """

    assignments_of_each_colour: int = 0
    assignments: int = 0
    professors: int = 0
    inspirations_per_player: int = 1


@dataclass(frozen=True)
class Zone:
    """The shape of the zones of a table, as seen by their owners: row 0 is nearest, column 0 is at the left.

    A zone is stored as one unsigned 64-bit mask per colour; bit `row * columns + column` is one quadrant.
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
    """The rules of the game. The defaults are the published rules.

    Attributes:
        inspirations_per_round: the most inspirations that a player can score in a round; None means no limit.
        home_rows: once the canvas cannot grow towards a player, the outer row there is closed to the other players.
        mirrored_patterns: patterns can be mirrored as well as rotated.
        half_turns: canvas cards can be placed upside down.
        claim_at_zero: a "most" card is claimed even if every zone measures 0.
        points: the points of a card, by kind.
        grid: the number of cards on a side of the canvas, by number of players.
        zone_depth: the number of rows of cards in a zone.
        rounds: the cards drawn in each round.
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
        """Returns the shape of a zone, by number of players."""
        return Zone(2 * self.zone_depth, 2 * self.grid[players], self.mirrored_patterns)

    def players(self, quadrants: int) -> int | None:
        """Returns the number of players of a canvas with this many quadrants on a side, or None."""
        return next((players for players, cards in self.grid.items() if 2 * cards == quadrants), None)
