"""The remaining points of a match, and which players can still win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from aa_tools.rules.match import MatchState, Step, clockwise_from
from aa_tools.rules.ruleset import COLOURS, Kind, Side


@dataclass(frozen=True)
class Remaining:
    """What can still be won: the public cards by kind, their points, and the inspiration points of each side."""

    assignments: int
    professors: int
    points: int
    inspiration_points: dict[Side, int]


@dataclass(frozen=True)
class Prospect:
    """The prospects of a side: its points now, its highest possible points at the end, and whether it can win."""

    side: Side
    points: int
    most: int
    can_win: bool


def remaining(state: MatchState) -> Remaining:
    """Returns what can still be won in the current and later rounds."""
    kinds = list(_remaining_kinds(state))
    return Remaining(
        kinds.count(Kind.ASSIGNMENT),
        kinds.count(Kind.PROFESSOR),
        sum(state.rules.points[kind] for kind in kinds),
        {side: _inspiration_points(state, side) for side in state.sides},
    )


def _remaining_kinds(state: MatchState) -> Iterator[Kind]:
    """Yields the kind of each remaining public card. All cards of a kind have the same points."""
    yield from (card.kind for card in state.dealt or ())
    for later in state.rules.rounds[len(state.rounds) + (state.dealt is not None) :]:
        yield from [Kind.ASSIGNMENT] * (COLOURS * later.assignments_of_each_colour + later.assignments)
        yield from [Kind.PROFESSOR] * later.professors


def _inspiration_points(state: MatchState, side: Side) -> int:
    """Returns the points of a side if it scores as many of its current and future inspirations as the rules allow."""
    rounds = state.rules.rounds
    cards = sum(dealt.inspirations_per_player for dealt in rounds) - len(state.scored_inspirations(side))
    if state.rules.inspirations_per_round is not None:
        cards = min(cards, state.rules.inspirations_per_round * (len(rounds) - len(state.rounds)))
    return max(cards, 0) * state.rules.points[Kind.INSPIRATION] if state.step != Step.OVER else 0


def prospects(state: MatchState) -> tuple[Prospect, ...]:
    """Returns the prospects of each side, clockwise from south.

    A side can still win if it wins in its best case: it claims every remaining public card, scores every inspiration
    it has or will draw, and nobody else scores another point. In any other course it scores no more and its rivals no
    less, so a side that loses in its best case cannot win. No canvas may lead to the best case: "can win" is an upper
    bound, "cannot win" is certain.

    If the best case ends in a tie of points and professor cards, the first player card decides. It moves only when its
    holder wins a tie, so a side that claims everything never receives it, and a side that leaves a card to the holder
    loses the points of that card. So the current holder decides, unless there are cards worth 0 points.
    """
    left = remaining(state)
    return tuple(_prospect(state, left, side) for side in state.sides)


def _prospect(state: MatchState, left: Remaining, side: Side) -> Prospect:
    points = state.points(side)
    most = points + left.points + left.inspiration_points[side]
    reached = (most, state.professors(side) + left.professors)
    is_holder_fixed = all(state.rules.points[kind] > 0 for kind in set(_remaining_kinds(state)))
    seat = -clockwise_from(state, side)

    def beats(rival: Side) -> bool:
        theirs = (state.points(rival), state.professors(rival))
        if reached != theirs or not is_holder_fixed:
            return reached >= theirs
        return seat > -clockwise_from(state, rival)

    return Prospect(side, points, most, all(beats(rival) for rival in state.sides if rival != side))
