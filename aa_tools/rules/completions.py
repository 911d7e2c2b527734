"""Scores a table with unknown quadrants in every possible way, and finds the quadrants that affect the result.

This follows from the rules alone: which quadrants matter depends on the objectives, not on how a canvas was read.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from aa_tools.rules.canvas import EMPTY, Canvas, GridIndex
from aa_tools.rules.ruleset import Rules, Side
from aa_tools.rules.scoring import RoundScore, Table, score

MAX_COMPLETIONS = 3**6
"""The most completions to score; with more, some quadrants have to be filled in first."""

Fills = Mapping[tuple[GridIndex, ...], Sequence[tuple[int, ...]]]
"""For the unknown quadrants of each space, their possible codes, the likeliest first."""


@dataclass(frozen=True)
class RoundOutcome:
    """The claims, inspirations and first player of a round, without the numbers.

    Attributes:
        claims: (card id, side or None), in the order resolved.
        inspirations: (side, card id, whether it scored).
        first_player: the holder of the first player card afterwards.
    """

    claims: tuple[tuple[str, Side | None], ...]
    inspirations: tuple[tuple[Side, str, bool], ...]
    first_player: Side

    @classmethod
    def of(cls, result: RoundScore) -> RoundOutcome:
        """Returns the outcome of a scored round."""
        return cls(
            tuple((claim.card.id, claim.claimed_by) for claim in result.claims),
            tuple((scored.side, scored.card.id, scored.scored) for scored in result.inspirations),
            result.first_player,
        )


@dataclass(frozen=True)
class Completions:
    """The scores of a table with its unknown quadrants filled in every possible way.

    Attributes:
        unknown: the indices of the unknown quadrants.
        results: the score by the codes of these quadrants; the likeliest first.
    """

    unknown: tuple[GridIndex, ...]
    results: Mapping[tuple[int, ...], RoundScore]

    @property
    def likeliest(self) -> RoundScore:
        """The score of the likeliest completion."""
        return next(iter(self.results.values()))

    @property
    def all_agree(self) -> bool:
        """Whether all completions have the same outcome."""
        return len({RoundOutcome.of(result) for result in self.results.values()}) == 1

    def outcomes_by_code(self, index: GridIndex) -> dict[int, list[RoundOutcome]]:
        """Returns the different possible outcomes for each possible code of a quadrant."""
        at = self.unknown.index(index)
        found: dict[int, dict[RoundOutcome, None]] = {}
        for codes, result in self.results.items():
            found.setdefault(codes[at], {})[RoundOutcome.of(result)] = None
        return {code: list(outcomes) for code, outcomes in found.items()}

    def affects_outcome(self, index: GridIndex) -> bool:
        """Whether another code in this quadrant alone can change the outcome."""
        at = self.unknown.index(index)
        seen: dict[tuple[int, ...], RoundOutcome] = {}
        for codes, result in self.results.items():
            outcome = RoundOutcome.of(result)
            if seen.setdefault(codes[:at] + codes[at + 1 :], outcome) != outcome:
                return True
        return False


def score_completions(table: Table, fills: Fills, rules: Rules) -> Completions | None:
    """Scores a table with its unknown quadrants filled in every possible way.

    Args:
        table: a table whose canvas can have unknown quadrants.
        fills: the possible fills of each space with unknown quadrants.
        rules: the rules.

    Returns:
        The scores, or None if there are more than MAX_COMPLETIONS completions or none.

    Raises:
        RulesError: as `score`.
    """
    if not 0 < math.prod(map(len, fills.values())) <= MAX_COMPLETIONS:
        return None
    unknown = tuple(itertools.chain.from_iterable(fills))
    results = {}
    for chosen in itertools.product(*fills.values()):
        codes = tuple(itertools.chain.from_iterable(chosen))
        canvas = table.canvas.with_quadrants(dict(zip(unknown, codes, strict=True)))
        results[codes] = score(replace(table, canvas=canvas), rules)
    return Completions(unknown, results)


def enumerate_fills(canvas: Canvas, candidates: Mapping[GridIndex, Sequence[int]]) -> Fills:
    """Returns the possible fills of each space with unknown quadrants.

    Args:
        canvas: a canvas with unknown quadrants.
        candidates: the possible codes of each unknown quadrant, the likeliest first.
    """
    spaces: dict[GridIndex, list[GridIndex]] = {}
    for row, column in canvas.unknown():
        spaces.setdefault((row // 2, column // 2), []).append((row, column))
    return {tuple(spots): list(_fills(canvas, space, spots, candidates)) for space, spots in spaces.items()}


def _fills(
    canvas: Canvas, space: GridIndex, spots: Sequence[GridIndex], candidates: Mapping[GridIndex, Sequence[int]]
) -> Iterator[tuple[int, ...]]:
    """Yields the possible fills of one space. A space has a whole card or none, so it is never partly empty."""
    top, left = 2 * space[0], 2 * space[1]
    known = [
        int(canvas.quadrants[spot])
        for spot in ((top, left), (top, left + 1), (top + 1, left), (top + 1, left + 1))
        if spot not in spots
    ]
    for codes in itertools.product(*(candidates[spot] for spot in spots)):
        if len({code == EMPTY for code in (*codes, *known)}) == 1:
            yield codes
