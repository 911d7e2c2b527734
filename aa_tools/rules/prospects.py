"""What can still happen in a match: how many points are to be won, and who can still win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from aa_tools.rules.match import MatchState, Step, clockwise_from
from aa_tools.rules.ruleset import COLOURS, Kind, Side


@dataclass(frozen=True)
class ToCome:
    """What is still to be won: public cards by kind and their points, and what each side can make of inspirations."""

    assignments: int
    professors: int
    points: int
    inspiration_points: dict[Side, int]


@dataclass(frozen=True)
class Prospect:
    """What a side can still reach: its points now, at most at the end, and whether it can win."""

    side: Side
    points: int
    most: int
    can_win: bool


def to_come(state: MatchState) -> ToCome:
    """Returns what is still to be won in the round being played and in those to come."""
    kinds = list(_kinds_to_come(state))
    return ToCome(
        kinds.count(Kind.ASSIGNMENT),
        kinds.count(Kind.PROFESSOR),
        sum(state.rules.points[kind] for kind in kinds),
        {side: _inspiration_points(state, side) for side in state.sides},
    )


def _kinds_to_come(state: MatchState) -> Iterator[Kind]:
    """Yields the kind of each public card to come. All cards of a kind are worth the same."""
    yield from (card.kind for card in state.dealt or ())
    for asked in state.rules.rounds[len(state.rounds) + (state.dealt is not None) :]:
        yield from [Kind.ASSIGNMENT] * (COLOURS * asked.assignments_of_each_colour + asked.assignments)
        yield from [Kind.PROFESSOR] * asked.professors


def _inspiration_points(state: MatchState, side: Side) -> int:
    """Returns the points that a side makes if it scores every inspiration it has or will draw, as far as allowed."""
    rounds = state.rules.rounds
    cards = sum(each.inspirations_per_player for each in rounds) - len(state.scored_inspirations(side))
    if state.rules.inspirations_per_round is not None:
        cards = min(cards, state.rules.inspirations_per_round * (len(rounds) - len(state.rounds)))
    return max(cards, 0) * state.rules.points[Kind.INSPIRATION] if state.step != Step.OVER else 0


def prospects(state: MatchState) -> tuple[Prospect, ...]:
    """Returns for each side, clockwise from south, what it can still reach.

    A side can still win if it wins in its best case: it claims every public card to come, scores every inspiration it
    has or will draw, and nobody else makes another point. Whatever really happens gives it no more and its rivals no
    less, so a side that loses its best case cannot win. The case may be one that no canvas brings about: "can win"
    is a bound, "cannot win" is certain.

    Where the best case ends level in points and professor cards, the first player card decides. It moves only when
    its holder wins a tie, so a side that claims everything cannot be handed it, and a side that leaves a card to the
    holder falls behind by that card's points. So the holder of now decides, except where cards are worth no points.
    """
    coming = to_come(state)
    return tuple(_prospect(state, coming, side) for side in state.sides)


def _prospect(state: MatchState, coming: ToCome, side: Side) -> Prospect:
    points = state.points(side)
    most = points + coming.points + coming.inspiration_points[side]
    reached = (most, state.professors(side) + coming.professors)
    is_holder_fixed = all(state.rules.points[kind] > 0 for kind in set(_kinds_to_come(state)))
    seat = -clockwise_from(state, side)

    def beats(rival: Side) -> bool:
        theirs = (state.points(rival), state.professors(rival))
        if reached != theirs or not is_holder_fixed:
            return reached >= theirs
        return seat > -clockwise_from(state, rival)

    return Prospect(side, points, most, all(beats(rival) for rival in state.sides if rival != side))
