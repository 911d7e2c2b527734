"""Scores a finished table: claims, ties, inspirations and points, with their evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from aa_tools.errors import RulesError
from aa_tools.rules.areas import Counts, Masks, occurrences
from aa_tools.rules.canvas import Canvas, GridIndex, mask_indices, zone_masks
from aa_tools.rules.objectives import Best, InspirationCard, PublicCard
from aa_tools.rules.ruleset import Kind, Rules, Side, Zone, seats, side_in_play

Indices = list[GridIndex]


@dataclass(frozen=True)
class Player:
    """A player: side, name and the inspirations in hand."""

    side: Side
    name: str
    inspirations: tuple[InspirationCard, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "side", Side(self.side))


@dataclass(frozen=True)
class Table:
    """A table at the end of a round.

    Attributes:
        canvas: the canvas.
        players: the players, clockwise from south.
        first_player: the holder of the first player card.
        cards: the public cards, in the order laid out.
    """

    canvas: Canvas
    players: tuple[Player, ...]
    first_player: Side
    cards: tuple[PublicCard, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "first_player", Side(self.first_player))

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides in play, clockwise from south."""
        return tuple(player.side for player in self.players)

    @property
    def names(self) -> dict[Side, str]:
        """The players' names by side."""
        return {player.side: player.name for player in self.players}


@dataclass(frozen=True)
class Claim:
    """The result of a public card.

    Attributes:
        card: the card.
        numbers: the number of each zone.
        evidence: the quadrants on the canvas that each number counts.
        claimed_by: the side that claims the card, or None.
        tie: whether the tie rule decided.
        first_player: the holder of the first player card after this card is resolved.
    """

    card: PublicCard
    numbers: Mapping[Side, int]
    evidence: Mapping[Side, Indices]
    claimed_by: Side | None
    tie: bool
    first_player: Side


@dataclass(frozen=True)
class ScoredInspiration:
    """The result of an inspiration: `places` are the quadrants of one occurrence, empty if there is none."""

    card: InspirationCard
    side: Side
    scored: bool
    places: Indices


@dataclass(frozen=True)
class RoundScore:
    """The result of a round.

    `order_matters` is True if resolving the public cards of one kind in another order would change the result.
    """

    table: Table
    claims: tuple[Claim, ...]
    inspirations: tuple[ScoredInspiration, ...]
    order_matters: bool
    first_player: Side = field(init=False)

    def __post_init__(self) -> None:
        holder = self.claims[-1].first_player if self.claims else self.table.first_player
        object.__setattr__(self, "first_player", holder)

    def cards(self, side: Side | str) -> list[PublicCard]:
        """Returns the public cards that a side claimed; raises RulesError if no player sits there."""
        side = side_in_play(side, self.table.sides)
        return [claim.card for claim in self.claims if claim.claimed_by == side]

    def scored(self, side: Side | str) -> list[InspirationCard]:
        """Returns the inspirations that a side scored; raises RulesError if no player sits there."""
        side = side_in_play(side, self.table.sides)
        return [
            inspiration.card for inspiration in self.inspirations if inspiration.side == side and inspiration.scored
        ]

    def points(self, side: Side | str) -> int:
        """Returns the points that a side made in this round, inspirations included; raises RulesError as `cards`."""
        inspirations = sum(card.points for card in self.scored(side))
        return inspirations + sum(card.points for card in self.cards(side))


def score(table: Table, rules: Rules) -> RoundScore:
    """Scores one round.

    Raises:
        RulesError: the players, their seats or the size of the canvas do not fit the rules, or a quadrant is unknown.
    """
    _check(table, rules)
    zone = rules.zone(len(table.players))
    masks = zone_masks(table.canvas.quadrants[np.newaxis], table.sides, zone)
    in_order = sorted(table.cards, key=lambda card: list(Kind).index(card.kind))
    numbers = [card.objective.numbers(masks, zone) for card in in_order]
    claims = _claims(table, rules, zone, in_order, numbers, masks)
    inspirations = [
        inspiration
        for index in range(len(table.players))
        for inspiration in _scored_inspirations(table, rules, zone, masks, index)
    ]
    return RoundScore(table, tuple(claims), tuple(inspirations), _order_matters(in_order, numbers, table, rules))


def _check(table: Table, rules: Rules) -> None:
    if table.sides != seats(len(table.players)):
        raise RulesError(f"{len(table.sides)} players must sit {', '.join(seats(len(table.sides)))}")
    side_in_play(table.first_player, table.sides)
    size = 2 * rules.grid[len(table.players)]
    if table.canvas.side != size:
        raise RulesError(f"a canvas for {len(table.players)} players has {size} x {size} quadrants")
    if any(table.canvas.unknown()):
        raise RulesError("a quadrant of the canvas is unknown")


def resolve(
    numbers: Counts, best: Best, holder: NDArray[np.int64], claim_at_zero: bool
) -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.int64]]:
    """Determines who claims one public card, on any number of tables.

    Args:
        numbers: shape (n, zones), zones clockwise.
        best: whether the highest or the lowest number claims it.
        holder: shape (n,), the zone whose owner holds the first player card.
        claim_at_zero: whether a "most" card is claimed if all numbers are 0.

    Returns:
        The claiming zone or -1, whether the tie rule decided, and the new holder of the first player card; each (n,).
    """
    zones = numbers.shape[1]
    winning = (numbers.max if best == Best.MOST else numbers.min)(axis=1, keepdims=True)
    tied = numbers == winning
    if best == Best.MOST and not claim_at_zero:
        tied &= winning > 0
    steps = (np.arange(zones) - holder[:, np.newaxis]) % zones
    claimed = np.where(tied, steps, zones).argmin(axis=1)
    tie = tied.sum(axis=1) > 1
    # Only a holder who wins by the tie rule passes on the first player card: to the next tied rival, clockwise.
    next_rival = np.where(tied & (steps > 0), steps, zones).argmin(axis=1)
    after = np.where(tie & (claimed == holder), next_rival, holder)
    return np.where(tied.any(axis=1), claimed, -1), tie, after


def _claims(
    table: Table, rules: Rules, zone: Zone, cards: Sequence[PublicCard], numbers: Sequence[Counts], masks: Masks
) -> list[Claim]:
    claims, sides = [], table.sides
    holder = np.array([sides.index(table.first_player)])
    for card, counts in zip(cards, numbers, strict=True):
        claimed, tie, holder = resolve(counts, card.objective.best, holder, rules.claim_at_zero)
        evidence = card.objective.evidence(masks, zone)[0]
        claims.append(
            Claim(
                card,
                {side: int(number) for side, number in zip(sides, counts[0], strict=True)},
                {
                    side: mask_indices(int(mask), side, zone, table.canvas.side)
                    for side, mask in zip(sides, evidence, strict=True)
                },
                sides[claimed[0]] if claimed[0] >= 0 else None,
                bool(tie[0]),
                sides[holder[0]],
            )
        )
    return claims


def _scored_inspirations(table: Table, rules: Rules, zone: Zone, masks: Masks, index: int) -> list[ScoredInspiration]:
    """Scores a player's inspirations. If the rules limit their number, those with the most points count."""
    player = table.players[index]
    found = [_occurrence(card, zone, masks[0, index]) for card in player.inspirations]
    met = [number for number, mask in enumerate(found) if mask]
    met.sort(key=lambda number: -player.inspirations[number].points)
    scored = set(met[: rules.inspirations_per_round])
    return [
        ScoredInspiration(card, player.side, number in scored, mask_indices(mask, player.side, zone, table.canvas.side))
        for number, (card, mask) in enumerate(zip(player.inspirations, found, strict=True))
    ]


def _occurrence(card: InspirationCard, zone: Zone, masks: Masks) -> int:
    """Returns the mask of one occurrence in a single colour, or 0."""
    for place in occurrences(masks, card.pattern, zone):
        if place.any():
            return int(place.max())
    return 0


def _order_matters(cards: Sequence[PublicCard], numbers: Sequence[Counts], table: Table, rules: Rules) -> bool:
    """Whether another order of the cards within their kinds changes a claim or the first player."""
    holder = table.sides.index(table.first_player)
    for kind in Kind:
        of_kind = [index for index, card in enumerate(cards) if card.kind == kind]
        outcomes = [(numbers[index], cards[index].objective.best) for index in of_kind]
        holders = _holders_after(outcomes, holder, rules)
        if holders is None or len(holders) > 1:
            return True
        (holder,) = holders
    return False


def _holders_after(outcomes: Sequence[tuple[Counts, Best]], holder: int, rules: Rules) -> set[int] | None:
    """Returns the possible first players after these cards in any order; None if a claim depends on the order."""
    claimed: dict[int, int] = {}
    reached = {(frozenset[int](), holder)}
    for _ in outcomes:
        following = set()
        for done, now in reached:
            for index, (numbers, best) in enumerate(outcomes):
                if index in done:
                    continue
                winner, _tie, after = resolve(numbers, best, np.array([now]), rules.claim_at_zero)
                if claimed.setdefault(index, int(winner[0])) != winner[0]:
                    return None
                following.add((done | {index}, int(after[0])))
        reached = following
    return {now for _, now in reached}
