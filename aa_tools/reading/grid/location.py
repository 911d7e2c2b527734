"""The location of the canvas in a photo, and the orientation of its cards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np

from aa_tools.reading.grid.lattice import UNIT_SQUARE, Points, axes, project, quarter_turn
from aa_tools.rules.ruleset import Rules

CARDS_ON_SIDE = Rules().grid
"""Cards on a side of the canvas, by the number of players. A house rule for the grid is not used: the thresholds were
measured for canvases of these sizes."""

EDGES = ("top", "right", "bottom", "left")

FoundBy = Literal["both", "blocks", "lines", "given"]
Orientation = Literal["upright", "sideways", "unsure"]


@dataclass(frozen=True, eq=False)
class CanvasLocation:
    """The location of a canvas in a photo.

    Attributes:
        players: 2 or 4.
        homography: (3, 3), pixels of `Photo.small` to quadrants: 0, 0 is the canvas's top left corner as the picture
            shows it, x runs right and y down.
        size: (width, height) of `Photo.small`.
        found_by: the detectors that found it; "given" for corners from the user.
        score: how clearly it was found; see `frame.CanvasFrame`.
        orientation: whether the cards are upright or sideways in the picture, or "unsure".
    """

    players: int
    homography: Points
    size: tuple[int, int]
    found_by: FoundBy
    score: float
    orientation: Orientation

    @property
    def cards(self) -> int:
        """Cards on a side."""
        return CARDS_ON_SIDE[self.players]

    @property
    def quadrants(self) -> int:
        """Quadrants on a side."""
        return 2 * self.cards

    @cached_property
    def corners(self) -> Points:
        """(4, 2) corners in `Photo.small`, clockwise from the top left."""
        return project(np.linalg.inv(self.homography), UNIT_SQUARE * self.quadrants)

    def turned(self, turn_deg: int) -> CanvasLocation:
        """Returns the location after the picture is turned clockwise by 90, 180 or 270 degrees."""
        turns = turn_deg // 90 % 4
        middle = np.array([[1, 0, -self.cards], [0, 1, -self.cards], [0, 0, 1.0]])
        turn = np.linalg.inv(middle) @ quarter_turn(turns) @ middle
        other: dict[Orientation, Orientation] = {"upright": "sideways", "sideways": "upright", "unsure": "unsure"}
        return replace(
            self,
            homography=turn @ self.homography,
            orientation=other[self.orientation] if turns % 2 else self.orientation,
        )


def upright_location(
    players: int, homography: Points, size: tuple[int, int], found_by: FoundBy, score: float
) -> CanvasLocation:
    """Returns the location with the canvas axes nearest to those of the picture, and with its orientation."""
    location = CanvasLocation(players, homography, size, found_by, score, "unsure")
    turned = max((location.turned(90 * turns) for turns in range(4)), key=_straightness)
    return with_orientation(turned)


def with_orientation(location: CanvasLocation) -> CanvasLocation:
    """Returns the location with its orientation measured."""
    return replace(location, orientation=_orientation(location))


def _straightness(location: CanvasLocation) -> float:
    """Returns the smaller cosine between the canvas's axes and the picture's, in the middle of the canvas."""
    steps = axes(location.homography, _middle(location))
    return float(min(steps[0, 0], steps[1, 1]))


def _middle(location: CanvasLocation) -> Points:
    return project(np.linalg.inv(location.homography), np.full(2, float(location.cards)))


def _orientation(location: CanvasLocation) -> Orientation:
    """Returns the orientation of the cards, which are 1.4 times as high as wide, for any focal length of a phone.

    The thresholds keep a distance from 1, the ratio of squares, for errors of the lens and of the focal length.
    """
    turns = sorted((_straightness(location.turned(90 * turns)) for turns in range(4)), reverse=True)
    if turns[0] - turns[1] < 0.15:  # turned by nearly 45 degrees, so that the top is uncertain
        return "unsure"
    ratios = _ratios(location)
    if min(ratios) > 1.12:
        return "upright"
    return "sideways" if max(ratios) < 0.89 else "unsure"


def _ratios(location: CanvasLocation) -> list[float]:
    """Returns the height of a quadrant over its width for the range of possible focal lengths.

    If both vanishing points are near, their right angle gives the focal length (Hartley and Zisserman, 8.8).
    """
    width, height = location.size
    inverse = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]]) @ np.linalg.inv(location.homography)
    across, down = inverse[:, 0], inverse[:, 1]
    long = max(width, height)
    product = across[2] * down[2]
    focal = np.sqrt(max(-(across[:2] @ down[:2]) / product, 0.0)) / long if abs(product) > 1e-12 else 0.0
    # A cropped photo has its optical axis elsewhere, so a focal length found this way is only an estimate. Phones have
    # 0.62 to 1.5 times the long side.
    focals = (0.85 * focal, 1.15 * focal) if 0.6 <= focal <= 1.6 and _tilted(across, down, long) else (0.62, 1.5)
    depth = np.diag([1.0, 1.0, long])
    return [
        float(np.linalg.norm(depth * [1, 1, focal] @ down) / np.linalg.norm(depth * [1, 1, focal] @ across))
        for focal in focals
    ]


def _tilted(across: Points, down: Points, long: int) -> bool:
    """Returns whether both axes converge enough to measure how much."""
    slopes = [abs(axis[2]) * long / np.linalg.norm(axis[:2]) for axis in (across, down)]
    return bool(min(slopes) > 0.12)


def is_square(location: CanvasLocation) -> bool:
    """Returns whether the quadrants are certainly squares, which those of cards are not."""
    ratios = _ratios(location)
    return min(ratios) > 0.86 and max(ratios) < 1.16
