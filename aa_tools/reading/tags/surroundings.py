"""The cards around the canvas, by their tags: objectives, inspirations, the first player card, and where south is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from aa_tools.reading.grid.lattice import Points
from aa_tools.reading.grid.location import CanvasLocation
from aa_tools.reading.tags.detection import Tag, card_scale
from aa_tools.rules.ruleset import Side, seats

PUBLIC_DECKS = ("assignment", "professor")

MAX_OWNER_DISTANCE_RATIO = 0.72
"""Largest distance of a card to its owner's edge over that to the next player's edge. It is 1 on the diagonal
at a corner of the canvas; larger values name an owner sooner, smaller ones ask more often."""

MIN_CANVAS_TAG_SHARE = 0.75
"""Smallest share of the canvas cards' tags that must agree on south: a card may be laid upside down by mistake."""

MAX_ROW_OFFSET = 1.2
"""Largest difference in height, in quadrant widths, of cards in one row: less than half a card."""

POSSIBLE_BOTTOM_SIDES = {
    "upright": (Side.SOUTH, Side.NORTH),
    "sideways": (Side.WEST, Side.EAST),
    "unsure": tuple(Side),
}
"""The sides that may be at the bottom of the picture, by the orientation of the canvas cards in it."""


@dataclass(frozen=True)
class OwnedCard:
    """A card of a player; `side` is None if it is as near to another player."""

    card: str
    side: Side | None


@dataclass(frozen=True)
class SideCards:
    """The cards around the canvas.

    Attributes:
        objectives: ids of the public cards, row by row from the upper left as seen from the south.
        inspirations: the revealed inspirations: the hands clockwise from south, each row by row from the upper left as
            its owner sees it; at the end those without a certain owner, as seen from the south.
        first_player: the first player card; None if it was not found.
    """

    objectives: tuple[str, ...] = ()
    inspirations: tuple[OwnedCard, ...] = ()
    first_player: OwnedCard | None = None


@dataclass(frozen=True)
class BottomSide:
    """The side at the bottom of the picture.

    Attributes:
        side: None if it is unknown.
        is_contradictory: whether the cards around the canvas face different ways, so that they do not show it.
    """

    side: Side | None
    is_contradictory: bool = False


def infer_bottom(tags: Iterable[Tag], location: CanvasLocation) -> BottomSide:
    """Returns the side at the bottom of the picture; the cards' lower edges point to the south.

    The tags of canvas cards decide. Without them the cards around the canvas do if they all face the same way; one that
    faces the nearest player does not count. Without these a canvas with upright cards is seen from the south.
    """
    tags = [tag for tag in tags if tag.turns is not None]
    canvas = [_south_by(tag) for tag in tags if tag.deck == "canvas" and _is_on_canvas(tag, location)]
    if side := _common(canvas, MIN_CANVAS_TAG_SHARE):
        return BottomSide(side)
    votes = [
        _south_by(tag)
        for tag in tags
        if tag.deck != "canvas" and tag.turns != int(np.argmin(_edge_distances(tag, location)))
    ]
    if (side := _common(votes, 1.0)) and side in POSSIBLE_BOTTOM_SIDES[location.orientation]:
        return BottomSide(side)
    return BottomSide(Side.SOUTH if location.orientation == "upright" else None, len(set(votes)) > 1)


def _south_by(tag: Tag) -> Side:
    """Returns the side at the bottom of the picture if this card's lower edge points to the south."""
    return list(Side)[-(tag.turns or 0) % 4]


def _common(votes: Sequence[Side], share: float) -> Side | None:
    """Returns the side with at least a share of the votes."""
    return next((side for side in Side if votes and votes.count(side) >= share * len(votes)), None)


def _is_on_canvas(tag: Tag, location: CanvasLocation) -> bool:
    return bool(((tag.place > 0) & (tag.place < location.quadrants)).all())


def _edge_distances(tag: Tag, location: CanvasLocation) -> Points:
    """Returns the distances to the canvas's bottom, left, top and right edge, in quadrant widths."""
    scale = card_scale(location)
    x, y = tag.place * scale
    width, height = location.quadrants * scale
    beside_x, beside_y = max(-x, x - width, 0.0), max(-y, y - height, 0.0)
    return np.array(
        [
            np.hypot(beside_x, y - height),
            np.hypot(beside_y, x),
            np.hypot(beside_x, y),
            np.hypot(beside_y, x - width),
        ]
    )


def side_cards(tags: Sequence[Tag], location: CanvasLocation, bottom: Side) -> SideCards:
    """Returns the cards around the canvas and their owners.

    Args:
        tags: the tags in the photo.
        location: the canvas.
        bottom: the side at the bottom of the picture.
    """
    owners = {index: _owner(tag, location, bottom) for index, tag in enumerate(tags)}
    public = [tag for tag in tags if tag.deck in PUBLIC_DECKS]
    hands: dict[Side | None, list[Tag]] = {side: [] for side in (*Side, None)}
    for index, tag in enumerate(tags):
        if tag.deck == "inspiration":
            hands[owners[index]].append(tag)
    first = [OwnedCard(tag.card, owners[index]) for index, tag in enumerate(tags) if tag.deck == "first_player"]
    return SideCards(
        tuple(tag.card for tag in _in_reading_order(public, location, bottom.quarter_turns)),
        tuple(
            OwnedCard(tag.card, side)
            for side, hand in hands.items()
            for tag in _in_reading_order(hand, location, bottom.quarter_turns - (side or Side.SOUTH).quarter_turns)
        ),
        first[0] if len(first) == 1 else None,
    )


def _owner(tag: Tag, location: CanvasLocation, bottom: Side) -> Side | None:
    """Returns the player whose edge is nearest to a card, None if another one is nearly as near."""
    order = list(Side)
    distances = {
        order[(order.index(bottom) + index) % 4]: float(distance)
        for index, distance in enumerate(_edge_distances(tag, location))
    }
    nearest, second = sorted(seats(location.players), key=distances.__getitem__)[:2]
    return nearest if distances[nearest] < MAX_OWNER_DISTANCE_RATIO * distances[second] else None


def _in_reading_order(tags: Sequence[Tag], location: CanvasLocation, turns: int) -> Iterator[Tag]:
    """Yields tags row by row from the upper left, in the picture turned clockwise by quarters."""
    positions = [(*_turned(tag, location, turns), tag) for tag in tags]
    rows: list[list[tuple[float, float, Tag]]] = []
    for x, y, tag in sorted(positions, key=lambda position: position[1]):
        if rows and y - rows[-1][0][1] < MAX_ROW_OFFSET:
            rows[-1].append((x, y, tag))
        else:
            rows.append([(x, y, tag)])
    for row in rows:
        yield from (tag for _, _, tag in sorted(row, key=lambda position: position[0]))


def _turned(tag: Tag, location: CanvasLocation, turns: int) -> tuple[float, float]:
    """Returns the x and y of a tag from the canvas's middle, in the picture turned clockwise by quarters."""
    x, y = (tag.place - location.quadrants / 2) * card_scale(location)
    for _ in range(turns % 4):
        x, y = -y, x
    return float(x), float(y)
