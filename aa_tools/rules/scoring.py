"""One finished table -> claims, ties and scores, with the reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from aa_tools.errors import RulesError
from aa_tools.rules.areas import Counts, Masks, occurrences
from aa_tools.rules.canvas import Canvas, places, zone_masks
from aa_tools.rules.objectives import Best, InspirationCard, PublicCard
from aa_tools.rules.ruleset import Kind, Rules, Side, Zone, seats, side_in_play

Places = list[tuple[int, int]]

_RESOLVED_IN = list(Kind)


@dataclass(frozen=True)
class Player:
    """Who sits at a side, and the inspirations in this player's hand."""

    side: Side
    name: str
    inspirations: tuple[InspirationCard, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "side", Side(self.side))


@dataclass(frozen=True)
class Table:
    """A finished canvas, who sits where, the public cards in the order laid out, and the first player card's holder.

    `players` stand clockwise from south.
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


@dataclass(frozen=True)
class Claim:
    """What became of a public card.

    Attributes:
        card: the card.
        numbers: the number each zone got.
        evidence: the (row, column) on the canvas of the quadrants that earned it.
        claimed_by: who takes the card, or None.
        tie: True where the tie rule decided.
        first_player: who holds the first player card after this card was resolved.
    """

    card: PublicCard
    numbers: Mapping[Side, int]
    evidence: Mapping[Side, Places]
    claimed_by: Side | None
    tie: bool
    first_player: Side


@dataclass(frozen=True)
class ScoredInspiration:
    """What became of an inspiration: `places` is one occurrence, empty where the pattern fits nowhere."""

    card: InspirationCard
    side: Side
    scored: bool
    places: Places


@dataclass(frozen=True)
class RoundScore:
    """The result of a round.

    `order_matters` is True where the public cards of one kind, resolved in another order, would be claimed otherwise.
    """

    table: Table
    claims: tuple[Claim, ...]
    inspirations: tuple[ScoredInspiration, ...]
    order_matters: bool
    first_player: Side = field(init=False)

    def __post_init__(self) -> None:
        after = self.claims[-1].first_player if self.claims else self.table.first_player
        object.__setattr__(self, "first_player", after)

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
        RulesError: the number of players, the canvas and the seats do not fit the rules, or a quadrant is unknown.
    """
    _check(table, rules)
    zone = rules.zone(len(table.players))
    masks = zone_masks(table.canvas.quadrants[np.newaxis], table.sides, zone)
    in_order = sorted(table.cards, key=lambda card: _RESOLVED_IN.index(card.kind))
    numbers = [card.objective.numbers(masks, zone) for card in in_order]
    claims = _claims(table, rules, zone, in_order, numbers, masks)
    inspirations = [each for index in range(len(table.players)) for each in _inspire(table, rules, zone, masks, index)]
    return RoundScore(table, tuple(claims), tuple(inspirations), _order_matters(in_order, numbers, table, rules))


def _check(table: Table, rules: Rules) -> None:
    if table.sides != seats(len(table.players)):
        raise RulesError(f"{len(table.sides)} players sit {', '.join(seats(len(table.sides)))}")
    side_in_play(table.first_player, table.sides)
    wanted = 2 * rules.grid[len(table.players)]
    if table.canvas.side != wanted:
        raise RulesError(f"{len(table.players)} players paint {wanted} x {wanted} quadrants")
    if any(table.canvas.unknown()):
        raise RulesError("a quadrant of the canvas is unknown")


def resolve(
    numbers: Counts, best: Best, holder: NDArray[np.int64], claim_at_zero: bool
) -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.int64]]:
    """Says who claims one public card, on one table or on a million.

    Args:
        numbers: shape (n, zones), zones clockwise.
        best: whether the most or the fewest claim it.
        holder: shape (n,), the zone that holds the first player card.
        claim_at_zero: whether a "most" card is claimed where all measure zero.

    Returns:
        The claiming zone or -1, whether the tie rule decided, and who holds the first player card now; each (n,).
    """
    zones = numbers.shape[1]
    winning = (numbers.max if best == Best.MOST else numbers.min)(axis=1, keepdims=True)
    tied = numbers == winning
    if best == Best.MOST and not claim_at_zero:
        tied &= winning > 0
    steps = (np.arange(zones) - holder[:, np.newaxis]) % zones
    claimed = np.where(tied, steps, zones).argmin(axis=1)
    tie = tied.sum(axis=1) > 1
    # Only a holder who wins by the tie rule hands the first player card on: to the next rival tied, clockwise.
    next_rival = np.where(tied & (steps > 0), steps, zones).argmin(axis=1)
    after = np.where(tie & (claimed == holder), next_rival, holder)
    return np.where(tied.any(axis=1), claimed, -1), tie, after


def _claims(
    table: Table, rules: Rules, zone: Zone, cards: Sequence[PublicCard], numbers: Sequence[Counts], masks: Masks
) -> list[Claim]:
    claims, sides = [], table.sides
    holder = np.array([sides.index(table.first_player)])
    for card, each in zip(cards, numbers, strict=True):
        claimed, tie, holder = resolve(each, card.objective.best, holder, rules.claim_at_zero)
        evidence = card.objective.evidence(masks, zone)[0]
        claims.append(
            Claim(
                card,
                {side: int(number) for side, number in zip(sides, each[0], strict=True)},
                {side: places(int(m), side, zone, table.canvas.side) for side, m in zip(sides, evidence, strict=True)},
                sides[claimed[0]] if claimed[0] >= 0 else None,
                bool(tie[0]),
                sides[holder[0]],
            )
        )
    return claims


def _inspire(table: Table, rules: Rules, zone: Zone, masks: Masks, index: int) -> list[ScoredInspiration]:
    """Scores one player's inspirations; where the rules limit them, the dearest count, the first of equals."""
    player = table.players[index]
    found = [_occurrence(card, zone, masks[0, index]) for card in player.inspirations]
    met = [number for number, mask in enumerate(found) if mask]
    met.sort(key=lambda number: -player.inspirations[number].points)
    scored = set(met[: rules.inspirations_per_round])
    return [
        ScoredInspiration(card, player.side, number in scored, places(mask, player.side, zone, table.canvas.side))
        for number, (card, mask) in enumerate(zip(player.inspirations, found, strict=True))
    ]


def _occurrence(card: InspirationCard, zone: Zone, masks: Masks) -> int:
    """Returns the mask of the first occurrence in any one colour, or 0."""
    for place in occurrences(masks, card.pattern, zone):
        if place.any():
            return int(place.max())
    return 0


def _order_matters(cards: Sequence[PublicCard], numbers: Sequence[Counts], table: Table, rules: Rules) -> bool:
    """Whether some other order of the cards within their kinds gives a card, or the first player card, elsewhere."""
    holder = table.sides.index(table.first_player)
    for kind in _RESOLVED_IN:
        of_kind = [index for index, card in enumerate(cards) if card.kind == kind]
        outcomes = [(numbers[index], cards[index].objective.best) for index in of_kind]
        holders = _holders_after(outcomes, holder, rules)
        if holders is None or len(holders) > 1:
            return True
        (holder,) = holders
    return False


def _holders_after(outcomes: Sequence[tuple[Counts, Best]], holder: int, rules: Rules) -> set[int] | None:
    """Returns who may hold the first player card after these cards in any order; None if a claim depends on it."""
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
