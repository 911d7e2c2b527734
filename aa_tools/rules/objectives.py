"""Objective cards: a measure of one or all colours, claimed by the most or the fewest; or a pattern."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from aa_tools.rules.areas import Counts, Masks, Pattern, combined, union
from aa_tools.rules.measures import Measure
from aa_tools.rules.ruleset import Kind, Zone


class Over(StrEnum):
    """How an objective without a colour combines the numbers of the colours."""

    SUM = "sum"
    MAX = "max"
    MIN = "min"


class Best(StrEnum):
    """Whether the highest or the lowest number claims a card."""

    MOST = "most"
    FEWEST = "fewest"


@dataclass(frozen=True)
class Objective:
    """The objective of a public card.

    Attributes:
        measure: gives each zone its number.
        colour: the code of the colour to measure, or None for all colours.
        over: how to combine the numbers of the colours if `colour` is None and the measure is of one colour.
        best: whether the highest or the lowest number claims the card.
    """

    measure: Measure
    colour: int | None = None
    over: Over = Over.SUM
    best: Best = Best.MOST

    def __post_init__(self) -> None:
        object.__setattr__(self, "over", Over(self.over))
        object.__setattr__(self, "best", Best(self.best))

    def numbers(self, masks: Masks, zone: Zone) -> Counts:
        """Returns the number of each zone: masks of shape (…, colours) give shape (…)."""
        if not self.measure.of_one_colour:
            return self.measure.number(masks, zone)
        if self.colour is not None:
            return self.measure.number(masks[..., self.colour], zone)
        numbers = self.measure.number(masks, zone)
        return combined({Over.SUM: np.add, Over.MAX: np.maximum, Over.MIN: np.minimum}[self.over], numbers)

    def evidence(self, masks: Masks, zone: Zone) -> Masks:
        """Returns the quadrants counted by the number of each zone: masks of shape (…, colours) give shape (…)."""
        if not self.measure.of_one_colour:
            return self.measure.evidence(masks, zone)
        if self.colour is not None:
            return self.measure.evidence(masks[..., self.colour], zone)
        evidence = self.measure.evidence(masks, zone)
        if self.over != Over.SUM:
            counts = self.measure.number(masks, zone)
            evidence = np.where(counts == self.numbers(masks, zone)[..., np.newaxis], evidence, np.uint64(0))
        return union(evidence)


@dataclass(frozen=True)
class PublicCard:
    """An assignment or a professor, claimed by at most one player at the end of the round."""

    id: str
    kind: Kind
    points: int
    objective: Objective

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", Kind(self.kind))


@dataclass(frozen=True)
class InspirationCard:
    """A private card in a player's hand, scored if its pattern occurs in one colour in the player's zone."""

    id: str
    points: int
    pattern: Pattern
