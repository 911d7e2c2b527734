"""Geometry of a lattice of quadrants in perspective: homographies, fitting them, comparing two lattices."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Points = NDArray[Any]
"""Floats: points, homographies, strengths. The stubs of OpenCV and numpy disagree about their types."""

UNIT_SQUARE: Points = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
"""Corners clockwise from the top left."""


@dataclass(frozen=True, eq=False)
class Lattice:
    """The lattice of quadrants, up to a shift by whole quadrants and a quarter turn.

    Attributes:
        homography: (3, 3), pixels of the photo to lattice units; a quadrant is a unit square.
        low: (2,) lattice point at the upper left of the detected part.
        high: (2,) lattice point at the lower right of the detected part.
        support: the share of the evidence that fits, from 0 to 1.
    """

    homography: Points
    low: Points
    high: Points
    support: float

    @cached_property
    def inverse(self) -> Points:
        """(3, 3), lattice units to pixels."""
        return np.linalg.inv(self.homography)

    @property
    def centre(self) -> Points:
        """The lattice point in the middle of the detected part."""
        return (self.low + self.high) / 2


def is_valid_view(homography: Points, points: Points) -> bool:
    """Returns whether a camera can have this homography: invertible, with all points in front of it."""
    if not np.isfinite(homography).all() or np.linalg.cond(homography) > 1e10:
        return False
    depths = homogeneous(points.reshape(-1, 2)) @ homography[2]
    return bool((depths > 0).all() or (depths < 0).all())


def homogeneous(points: Points) -> Points:
    """Returns (n, 2) points with a third coordinate of 1."""
    return np.column_stack([points, np.ones(len(points))])


def project(homography: Points, points: Points) -> Points:
    """Maps points of shape (…, 2)."""
    mapped = homogeneous(points.reshape(-1, 2)) @ homography.T
    return np.reshape(mapped[:, :2] / mapped[:, 2:], points.shape)


def fit_points(source: Points, target: Points, weights: Points) -> Points:
    """Returns the homography from source to target, by weighted least squares (the normalised DLT of Hartley)."""
    to_unit, back = _normaliser(source), np.linalg.inv(_normaliser(target))
    p, q = homogeneous(source) @ to_unit.T, project(_normaliser(target), target)
    zero = np.zeros_like(p)
    rows = np.concatenate(
        [
            np.hstack([p, zero, -q[:, :1] * p]) * weights[:, None],
            np.hstack([zero, p, -q[:, 1:] * p]) * weights[:, None],
        ]
    )
    return back @ null_vector(rows).reshape(3, 3) @ to_unit


def fit_lines(points: Points, family: NDArray[np.intp], index: Points, weights: Points) -> Points:
    """Returns the homography that maps each point onto its lattice line.

    Args:
        points: (n, 2) pixels.
        family: (n,) 0 for a line x = index, 1 for a line y = index.
        index: (n,) whole numbers.
        weights: (n,).
    """
    to_unit = _normaliser(points)
    middle = np.array([index[family == axis].mean() for axis in (0, 1)])
    p, k = homogeneous(points) @ to_unit.T, index - middle[family]
    rows = np.zeros((len(p), 9))
    for axis in (0, 1):
        mine = family == axis
        rows[mine, 3 * axis : 3 * axis + 3] = p[mine]
    rows[:, 6:] = -k[:, None] * p
    shift = np.array([[1, 0, middle[0]], [0, 1, middle[1]], [0, 0, 1.0]])
    return shift @ null_vector(rows * weights[:, None]).reshape(3, 3) @ to_unit


def _normaliser(points: Points) -> Points:
    centre = points.mean(0)
    scale = np.sqrt(2) / max(float(np.linalg.norm(points - centre, axis=1).mean()), 1e-9)
    return np.array([[scale, 0, -scale * centre[0]], [0, scale, -scale * centre[1]], [0, 0, 1.0]])


def null_vector(rows: Points) -> Points:
    """Returns the vector v of length 1 for which rows @ v is smallest."""
    # einsum, because BLAS would start threads for products this small, which is slower on a busy machine.
    vector: Points = np.linalg.eigh(np.einsum("ni,nj->ij", rows, rows))[1][:, 0]
    return vector


def quarter_turn(turns: int) -> Points:
    """Returns the (3, 3) rotation of the lattice about its origin, clockwise in the picture."""
    cos, sin = [(1, 0), (0, 1), (-1, 0), (0, -1)][turns % 4]
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])


def upright(homography: Points, at: Points) -> Points:
    """Returns the homography turned or mirrored so that x points right and y down near a pixel."""
    turned = [quarter_turn(turns) @ homography for turns in range(4)]
    mirrored = [np.diag([1.0, -1.0, 1.0]) @ homography for homography in turned]
    return max(turned + mirrored, key=lambda candidate: uprightness(candidate, at))


def uprightness(homography: Points, at: Points) -> float:
    """Returns the smaller of two cosines: between the x axes of lattice and picture, and between their y axes."""
    steps = axes(homography, at)
    return float(min(steps[0, 0], steps[1, 1]))


def axes(homography: Points, at: Points) -> Points:
    """Returns the directions (unit vectors, in the picture) of lattice x and lattice y at a pixel."""
    inverse, origin = np.linalg.inv(homography), project(homography, at)
    steps = project(inverse, origin + np.array([[0.1, 0], [0, 0.1]])) - project(inverse, origin)
    directions: Points = steps / np.linalg.norm(steps, axis=1, keepdims=True)
    return directions


def disagreement(first: Lattice, second: Lattice) -> float:
    """Returns the distance between two lattices, in quadrants, over the detected part of the first one.

    Shifts by whole quadrants and quarter turns are ignored.
    """
    x, y = (np.linspace(first.low[axis], first.high[axis], 5) for axis in (0, 1))
    grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    seen = project(second.homography @ first.inverse, grid)
    return min(_distance(project(quarter_turn(turns), grid), seen) for turns in range(4))


def _distance(grid: Points, seen: Points) -> float:
    apart = seen - grid
    apart = apart - np.round(np.median(apart, axis=0))
    return float(np.quantile(np.abs(apart).max(axis=1), 0.8))
