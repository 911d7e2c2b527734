"""What lies beside the canvas, by its tags: objectives, inspirations, the first player card; and where south is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from aa_tools.reading.grid.lattice import Points
from aa_tools.reading.grid.located import Located
from aa_tools.reading.tags.detection import Tag, card_scale
from aa_tools.rules.ruleset import Side, seats

PUBLIC = ("assignment", "professor")
BETWEEN = 0.72
"""The distance to the nearest side over that to the next: from here on it is not clear to whom a card belongs."""

STANCES = {
    "upright": (Side.SOUTH, Side.NORTH),
    "sideways": (Side.WEST, Side.EAST),
    "unsure": tuple(Side),
}
"""Which sides may be at the bottom of the picture, by how the canvas cards stand in it."""


@dataclass(frozen=True)
class Laid:
    """A card that belongs to a player; `side` is None where it lies as near to another one."""

    card: str
    side: Side | None


@dataclass(frozen=True)
class Beside:
    """What lies beside the canvas.

    Attributes:
        objectives: ids of the public cards as they are read from the south: from the left, from the upper row down.
        inspirations: the revealed inspirations, player by player clockwise from south, each hand as its owner sees it:
            from the left, from the upper row down; last those whose owner is not clear, as seen from the south.
        first_player: the first player card, None where it was not seen.
    """

    objectives: tuple[str, ...] = ()
    inspirations: tuple[Laid, ...] = ()
    first_player: Laid | None = None


@dataclass(frozen=True)
class Bottom:
    """Which side is at the bottom of the picture.

    Attributes:
        side: None where nothing tells.
        split: whether cards beside the canvas lie this way and that, so that their turn tells nothing.
    """

    side: Side | None
    split: bool = False


def bottom_of(tags: Iterable[Tag], located: Located) -> Bottom:
    """Says which side is at the bottom of the picture: that of the cards' lower edges is south.

    The canvas cards' own tags decide. Else the cards beside the canvas do, if they all lie the same way; one that
    faces the player it lies nearest tells nothing. Else the cards' shape says whether the picture's bottom is south.
    """
    tags = [tag for tag in tags if tag.turns is not None]
    possible = STANCES[located.stance]
    canvas = [_facing(tag) for tag in tags if tag.deck == "canvas" and _is_on(tag, located)]
    if side := _most(canvas, 0.75):
        return Bottom(side)
    votes = [_facing(tag) for tag in tags if tag.deck != "canvas" and tag.turns != _nearest(tag, located)]
    if (side := _most(votes, 1.0)) and side in possible:
        return Bottom(side)
    split = len(set(votes)) > 1
    return Bottom(Side.SOUTH if located.stance == "upright" else None, split)


def _facing(tag: Tag) -> Side:
    """Returns the side at the bottom of the picture, if this card's lower edge lies towards the south."""
    return list(Side)[-(tag.turns or 0) % 4]


def _most(votes: Sequence[Side], share: float) -> Side | None:
    """Returns the side that has at least a share of the votes."""
    return next((side for side in Side if votes and votes.count(side) >= share * len(votes)), None)


def _is_on(tag: Tag, located: Located) -> bool:
    return bool(((tag.place > 0) & (tag.place < located.quadrants)).all())


def _nearest(tag: Tag, located: Located) -> int:
    """Returns the edge of the picture's canvas that is nearest, as a number of quarter turns from its bottom."""
    return int(np.argmin(_distances(tag, located)))


def _distances(tag: Tag, located: Located) -> Points:
    """Returns the distance to the canvas's bottom, left, top and right edge, in widths of a quadrant."""
    scale = card_scale(located)
    x, y = tag.place * scale
    width, height = located.quadrants * scale
    along = max(-x, x - width, 0.0), max(-y, y - height, 0.0)
    return np.array(
        [
            np.hypot(along[0], y - height),
            np.hypot(along[1], x),
            np.hypot(along[0], y),
            np.hypot(along[1], x - width),
        ]
    )


def beside(tags: Sequence[Tag], located: Located, bottom: Side) -> Beside:
    """Says what lies beside the canvas and to whom it belongs.

    Args:
        tags: what was found.
        located: the canvas.
        bottom: the side at the bottom of the picture.
    """
    owners = {index: _owner(tag, located, bottom) for index, tag in enumerate(tags)}
    public = [tag for tag in tags if tag.deck in PUBLIC]
    hands: dict[Side | None, list[Tag]] = {side: [] for side in (*Side, None)}
    for index, tag in enumerate(tags):
        if tag.deck == "inspiration":
            hands[owners[index]].append(tag)
    first = [Laid(tag.card, owners[index]) for index, tag in enumerate(tags) if tag.deck == "first_player"]
    return Beside(
        tuple(tag.card for tag in _as_read(public, located, bottom.quarter_turns)),
        tuple(
            Laid(tag.card, side)
            for side, hand in hands.items()
            for tag in _as_read(hand, located, bottom.quarter_turns - (side or Side.SOUTH).quarter_turns)
        ),
        first[0] if len(first) == 1 else None,
    )


def _owner(tag: Tag, located: Located, bottom: Side) -> Side | None:
    """Returns the player a card lies nearest, None where it is not clear."""
    order = list(Side)
    distances = _distances(tag, located)
    by_side = {order[(order.index(bottom) + index) % 4]: float(each) for index, each in enumerate(distances)}
    near, far = sorted(seats(located.players), key=by_side.__getitem__)[:2]
    return near if by_side[near] < BETWEEN * by_side[far] else None


def _as_read(tags: Sequence[Tag], located: Located, turns: int) -> Iterator[Tag]:
    """Yields tags as they are read in the picture turned clockwise by quarters: rows from the top, from the left."""
    seen = [(*_turned(tag, located, turns), tag) for tag in tags]
    rows: list[list[tuple[float, float, Tag]]] = []
    for x, y, tag in sorted(seen, key=lambda each: each[1]):
        if rows and y - rows[-1][0][1] < 1.2:  # less than half a card lower
            rows[-1].append((x, y, tag))
        else:
            rows.append([(x, y, tag)])
    for row in rows:
        yield from (tag for _, _, tag in sorted(row, key=lambda each: each[0]))


def _turned(tag: Tag, located: Located, turns: int) -> tuple[float, float]:
    """Returns x and y of a tag about the canvas's middle, in the picture turned clockwise by quarters."""
    x, y = (tag.place - located.quadrants / 2) * card_scale(located)
    for _ in range(turns % 4):
        x, y = -y, x
    return float(x), float(y)
