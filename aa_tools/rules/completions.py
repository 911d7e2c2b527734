"""A canvas with unknown quadrants: every way to complete it, and what hangs on which quadrant."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from aa_tools.rules.canvas import EMPTY, Canvas, GridIndex
from aa_tools.rules.ruleset import Rules, Side
from aa_tools.rules.scoring import RoundScore, Table, score

MOST = 3**6
"""Completions that are scored; with more, somebody has to look at the table first."""

Fills = Mapping[tuple[GridIndex, ...], Sequence[tuple[int, ...]]]
"""For the unknown places of each space together, the codes that they may have, the likeliest first."""


@dataclass(frozen=True)
class Outcome:
    """What a round's score decides; how high the numbers are does not belong to it.

    Attributes:
        claims: (card, side or None) in the order in which they were resolved.
        inspirations: (side, card, whether it scored).
        first_player: who holds the first player card afterwards.
    """

    claims: tuple[tuple[str, Side | None], ...]
    inspirations: tuple[tuple[Side, str, bool], ...]
    first_player: Side

    @classmethod
    def of(cls, result: RoundScore) -> Outcome:
        """Returns what a round's score decides."""
        return cls(
            tuple((claim.card.id, claim.claimed_by) for claim in result.claims),
            tuple((each.side, each.card.id, each.scored) for each in result.inspirations),
            result.first_player,
        )


@dataclass(frozen=True)
class Completed:
    """A table whose unknown quadrants were filled in every possible way.

    Attributes:
        unknown: the places, in the order of `codes`.
        results: the score of each way, by its codes; the likeliest first.
    """

    unknown: tuple[GridIndex, ...]
    results: Mapping[tuple[int, ...], RoundScore]

    @property
    def likeliest(self) -> RoundScore:
        """The score of the likeliest way."""
        return next(iter(self.results.values()))

    @property
    def agree(self) -> bool:
        """Whether every way decides the same."""
        return len({Outcome.of(result) for result in self.results.values()}) == 1

    def by_code(self, spot: GridIndex) -> dict[int, list[Outcome]]:
        """Returns, for each code that a quadrant may have, the different outcomes that are possible with it."""
        at = self.unknown.index(spot)
        found: dict[int, dict[Outcome, None]] = {}
        for codes, result in self.results.items():
            found.setdefault(codes[at], {})[Outcome.of(result)] = None
        return {code: list(outcomes) for code, outcomes in found.items()}

    def matters(self, spot: GridIndex) -> bool:
        """Says whether something hangs on a quadrant: another code there, and all else the same, decides otherwise."""
        at = self.unknown.index(spot)
        seen: dict[tuple[int, ...], Outcome] = {}
        for codes, result in self.results.items():
            outcome = Outcome.of(result)
            if seen.setdefault(codes[:at] + codes[at + 1 :], outcome) != outcome:
                return True
        return False


def complete(table: Table, fills: Fills, rules: Rules) -> Completed | None:
    """Scores every way to fill the unknown quadrants of a table.

    Args:
        table: its canvas may have unknown quadrants.
        fills: the ways to fill each space that has some.
        rules: the rules.

    Returns:
        The scores, or None where there are more than MOST ways, or none.

    Raises:
        RulesError: as `score`.
    """
    if not 0 < math.prod(map(len, fills.values())) <= MOST:
        return None
    unknown = tuple(itertools.chain.from_iterable(fills))
    results = {}
    for chosen in itertools.product(*fills.values()):
        codes = tuple(itertools.chain.from_iterable(chosen))
        results[codes] = score(
            replace(table, canvas=filled(table.canvas, dict(zip(unknown, codes, strict=True)))), rules
        )
    return Completed(unknown, results)


def fills_of(canvas: Canvas, candidates: Mapping[GridIndex, Sequence[int]]) -> Fills:
    """Returns the ways to fill each space with unknown quadrants: it has a card or none, so it is never empty in part.

    Args:
        canvas: with unknown quadrants.
        candidates: the codes that each of them may have, the likeliest first.
    """
    spaces: dict[GridIndex, list[GridIndex]] = {}
    for row, column in canvas.unknown():
        spaces.setdefault((row // 2, column // 2), []).append((row, column))
    return {tuple(spots): list(_fills(canvas, space, spots, candidates)) for space, spots in spaces.items()}


def filled(canvas: Canvas, codes: Mapping[GridIndex, int]) -> Canvas:
    """Returns a canvas with other codes at some places."""
    quadrants = canvas.quadrants.copy()
    for spot, code in codes.items():
        quadrants[spot] = code
    return Canvas(quadrants)


def _fills(
    canvas: Canvas, space: GridIndex, spots: Sequence[GridIndex], candidates: Mapping[GridIndex, Sequence[int]]
) -> Iterator[tuple[int, ...]]:
    """Yields the ways to fill one space: it has a card or none, so it is never empty in part."""
    top, left = 2 * space[0], 2 * space[1]
    known = [
        int(canvas.quadrants[spot])
        for spot in ((top, left), (top, left + 1), (top + 1, left), (top + 1, left + 1))
        if spot not in spots
    ]
    for codes in itertools.product(*(candidates[spot] for spot in spots)):
        if len({code == EMPTY for code in (*codes, *known)}) == 1:
            yield codes
