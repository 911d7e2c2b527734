"""Where the canvas lies in a photo, and how its cards stand there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np

from aa_tools.reading.grid.lattice import UNIT_SQUARE, Points, axes, project, quarter_turn

CARDS = {2: 4, 4: 5}
"""Cards on a side of the canvas, by the number of players."""

EDGES = ("top", "right", "bottom", "left")

Finders = Literal["both", "blocks", "lines", "given"]
Stance = Literal["upright", "sideways", "unsure"]


@dataclass(frozen=True, eq=False)
class Located:
    """A canvas in a photo.

    Attributes:
        players: 2 or 4.
        homography: (3, 3), pixels of `Photo.small` to quadrants: 0, 0 is the canvas's top left corner as the picture
            shows it, x runs right and y down.
        size: (width, height) of `Photo.small`.
        finders: who saw it; "given" where the corners were given.
        score: how clearly; see `frame.Frame`.
        stance: whether cards stand upright in the picture, or lie sideways, or neither is sure.
    """

    players: int
    homography: Points
    size: tuple[int, int]
    finders: Finders
    score: float
    stance: Stance

    @property
    def cards(self) -> int:
        """Cards on a side."""
        return CARDS[self.players]

    @property
    def quadrants(self) -> int:
        """Quadrants on a side."""
        return 2 * self.cards

    @cached_property
    def corners(self) -> Points:
        """(4, 2) corners in `Photo.small`, clockwise from the top left."""
        return project(np.linalg.inv(self.homography), UNIT_SQUARE * self.quadrants)

    def turned(self, turn_deg: int) -> Located:
        """Returns the canvas as it looks when the picture is turned clockwise by 90, 180 or 270 degrees."""
        turns = turn_deg // 90 % 4
        middle = np.array([[1, 0, -self.cards], [0, 1, -self.cards], [0, 0, 1.0]])
        turn = np.linalg.inv(middle) @ quarter_turn(turns) @ middle
        other: dict[Stance, Stance] = {"upright": "sideways", "sideways": "upright", "unsure": "unsure"}
        return replace(self, homography=turn @ self.homography, stance=other[self.stance] if turns % 2 else self.stance)


def seen_upright(players: int, homography: Points, size: tuple[int, int], finders: Finders, score: float) -> Located:
    """Returns the canvas as the picture shows it: of the four turns the one that lies straightest in it."""
    located = Located(players, homography, size, finders, score, "unsure")
    turned = max((located.turned(90 * turns) for turns in range(4)), key=_straightness)
    return with_stance(turned)


def with_stance(located: Located) -> Located:
    """Returns the canvas with its stance filled in."""
    return replace(located, stance=_stance(located))


def _straightness(located: Located) -> float:
    """Returns the smaller cosine between the canvas's axes and the picture's, in the middle of the canvas."""
    steps = axes(located.homography, _middle(located))
    return float(min(steps[0, 0], steps[1, 1]))


def _middle(located: Located) -> Points:
    return project(np.linalg.inv(located.homography), np.full(2, float(located.cards)))


def _stance(located: Located) -> Stance:
    """Tells how the cards lie by their long side (8.9 to 6.4), for cameras from wide to long."""
    turns = sorted((_straightness(located.turned(90 * turns)) for turns in range(4)), reverse=True)
    if turns[0] - turns[1] < 0.15:  # turned by nearly 45 degrees: which side is the top is anyone's guess
        return "unsure"
    ratios = _ratios(located)
    if min(ratios) > 1.12:
        return "upright"
    return "sideways" if max(ratios) < 0.89 else "unsure"


def _ratios(located: Located) -> list[float]:
    """Returns the height of a quadrant over its width for the focal lengths that a phone may have.

    Where both vanishing points are near, their right angle tells the focal length (Hartley and Zisserman, 8.8).
    """
    width, height = located.size
    inverse = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]]) @ np.linalg.inv(located.homography)
    across, down = inverse[:, 0], inverse[:, 1]
    long = max(width, height)
    product = across[2] * down[2]
    focal = np.sqrt(max(-(across[:2] @ down[:2]) / product, 0.0)) / long if abs(product) > 1e-12 else 0.0
    # A crop moves the middle of the picture, so a focal length found this way is only a better guess.
    focals = (0.85 * focal, 1.15 * focal) if 0.6 <= focal <= 1.6 and _tilted(across, down, long) else (0.62, 1.5)
    depth = np.diag([1.0, 1.0, long])
    return [
        float(np.linalg.norm(depth * [1, 1, each] @ down) / np.linalg.norm(depth * [1, 1, each] @ across))
        for each in focals
    ]


def _tilted(across: Points, down: Points, long: int) -> bool:
    """Says whether both axes converge enough to measure how much."""
    slopes = [abs(each[2]) * long / np.linalg.norm(each[:2]) for each in (across, down)]
    return bool(min(slopes) > 0.12)


def is_square(located: Located) -> bool:
    """Says whether the quadrants are surely squares: no cards, then."""
    ratios = _ratios(located)
    return min(ratios) > 0.86 and max(ratios) < 1.16
