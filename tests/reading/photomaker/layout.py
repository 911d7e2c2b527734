"""Where things lie on the table: the cards of the canvas and free places beside it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.reading.photomaker.camera import Camera
from tests.reading.photomaker.cards import HEIGHT_MM, WIDTH_MM, Grid
from tests.reading.photomaker.conditions import Conditions

Points = NDArray[np.float64]


@dataclass(frozen=True)
class Laid:
    """A card or another flat thing on the table: where its centre is, how it is turned and how high its face lies."""

    x_mm: float
    y_mm: float
    turn_deg: float
    height_mm: float
    size_mm: tuple[float, float] = (WIDTH_MM, HEIGHT_MM)

    def lowered(self, dx_mm: float = 0.0, dy_mm: float = 0.0) -> Laid:
        """Returns the same outline on the table itself, moved."""
        return replace(self, x_mm=self.x_mm + dx_mm, y_mm=self.y_mm + dy_mm, height_mm=0.0)

    def matrix(self) -> Points:
        """Returns (3, 3) from mm on the face, from its top left, to mm on the table."""
        a = np.radians(self.turn_deg)
        turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
        shift = np.array([self.x_mm, self.y_mm]) - turn @ np.array(self.size_mm) / 2
        return np.vstack([np.column_stack([turn, shift]), [0, 0, 1]])

    def to_world(self, points_mm: Points) -> Points:
        """Returns world points (n, 3) of face points (n, 2)."""
        flat = np.column_stack([points_mm, np.ones(len(points_mm))]) @ self.matrix().T
        return np.column_stack([flat[:, :2], np.full(len(flat), self.height_mm)])


def canvas_corners(c: Conditions) -> Points:
    """Returns the corners (4, 3) of a canvas laid straight, clockwise from the top left, mm."""
    half_w = (c.side * (WIDTH_MM + c.gap_mm) - c.gap_mm) / 2
    half_h = (c.side * (HEIGHT_MM + c.gap_mm) - c.gap_mm) / 2
    return np.array([[-half_w, -half_h, 0], [half_w, -half_h, 0], [half_w, half_h, 0], [-half_w, half_h, 0]])


def lay_canvas(rng: np.random.Generator, c: Conditions, letters: Grid) -> dict[tuple[int, int], Laid]:
    """Returns the cards of the canvas by space (row, column), in the order in which they were laid."""
    spaces = [(r, k) for r, k in product(range(c.side), repeat=2) if letters[2 * r, 2 * k] != "."]
    middle = (c.side - 1) / 2
    laid = {}
    for number, i in enumerate(rng.permutation(len(spaces))):
        row, col = spaces[i]
        off = rng.uniform(-1, 1, 2) * c.offset_mm
        x = (col - middle) * (WIDTH_MM + c.gap_mm) + off[0]
        y = (row - middle) * (HEIGHT_MM + c.gap_mm) + off[1]
        height = 0.35 + 0.01 * number + rng.uniform(0, 0.25)
        laid[row, col] = Laid(x, y, float(rng.uniform(-1, 1) * c.crooked_deg), height)
    return laid


def free_place(
    rng: np.random.Generator, c: Conditions, camera: Camera, radius_mm: float, height_mm: float = 0.0
) -> tuple[float, float] | None:
    """Returns a place in view where a thing hides no part of the canvas, or None if there is hardly any.

    Args:
        rng: chance.
        c: the conditions.
        camera: who must see it.
        radius_mm: reach of the thing about its middle.
        height_mm: height of the thing; a tall one hides what lies behind it.
    """
    corners = canvas_corners(c)
    canvas = camera.project(corners).astype(np.float32)
    reach = np.abs(corners[0][:2]) + 260
    ring = np.array([[np.cos(a), np.sin(a)] for a in np.arange(12) * np.pi / 6]) * (radius_mm + 8)
    for _ in range(60):
        at = rng.uniform(-1, 1, 2) * reach
        px = camera.project(np.array([[*at, 0.0]]))[0]
        if not (0 < px[0] < camera.width and 0 < px[1] < camera.height):
            continue
        body = np.vstack([np.column_stack([ring + at, np.full(12, h)]) for h in (0.0, height_mm)])
        hull = cv2.convexHull(camera.project(body).astype(np.float32))
        if not c.grid or cv2.intersectConvexConvex(canvas, hull)[0] == 0:
            return float(at[0]), float(at[1])
    return None
