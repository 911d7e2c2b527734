"""What a card asks for: a measure, of a colour or of all, the most or the fewest; or a pattern."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from aa_tools.rules.areas import Counts, Masks, Pattern, combined, union
from aa_tools.rules.measures import Measure
from aa_tools.rules.ruleset import Kind, Zone


class Over(StrEnum):
    """How a card without a colour combines the numbers of the colours."""

    SUM = "sum"
    MAX = "max"
    MIN = "min"


class Best(StrEnum):
    """Which number claims the card."""

    MOST = "most"
    FEWEST = "fewest"


@dataclass(frozen=True)
class Objective:
    """What a public card asks for.

    Attributes:
        measure: the number a zone gets.
        colour: the number of the colour measured, or None for all of them.
        over: how the numbers of all colours combine, where `colour` is None and the measure takes a colour.
        best: whether the most or the fewest claim the card.
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
        each = self.measure.number(masks, zone)
        return combined({Over.SUM: np.add, Over.MAX: np.maximum, Over.MIN: np.minimum}[self.over], each)

    def evidence(self, masks: Masks, zone: Zone) -> Masks:
        """Returns the quadrants that earned each zone its number: shape (…, colours) gives shape (…)."""
        if not self.measure.of_one_colour:
            return self.measure.evidence(masks, zone)
        if self.colour is not None:
            return self.measure.evidence(masks[..., self.colour], zone)
        each = self.measure.evidence(masks, zone)
        if self.over != Over.SUM:
            counts = self.measure.number(masks, zone)
            each = np.where(counts == self.numbers(masks, zone)[..., np.newaxis], each, np.uint64(0))
        return union(each)


@dataclass(frozen=True)
class PublicCard:
    """An assignment or a professor on the table, which one player claims at the end of the round."""

    id: str
    kind: Kind
    points: int
    objective: Objective

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", Kind(self.kind))


@dataclass(frozen=True)
class InspirationCard:
    """A private card in a player's hand, scored where its pattern lies in the player's zone in one colour."""

    id: str
    points: int
    pattern: Pattern
