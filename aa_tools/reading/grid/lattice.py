"""A lattice of quadrants seen by a camera: the homography, fitting it, comparing two of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Points = NDArray[Any]
"""Floats: points, homographies, strengths; OpenCV's and numpy's own types of them are not told apart."""

UNIT_SQUARE: Points = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
"""Corners clockwise from the top left."""


@dataclass(frozen=True, eq=False)
class Lattice:
    """Where the quadrants lie, up to a shift by whole quadrants and a quarter turn.

    Attributes:
        homography: (3, 3), pixels of the photo to lattice units; a quadrant is a unit square.
        low: (2,) lattice point at the upper left of what the finder saw.
        high: (2,) lattice point at the lower right of what the finder saw.
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
        """The lattice point in the middle of what the finder saw."""
        return (self.low + self.high) / 2


def sees(homography: Points, points: Points) -> bool:
    """Says whether a homography is one that a camera can have: not folded, and with all points on one side of it."""
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
    """Returns the homography that takes source to target, by weighted least squares (the normalised DLT of Hartley)."""
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
    """Returns the homography under which each point lies on its lattice line.

    Args:
        points: (n, 2) pixels.
        family: (n,) 0 where the line is x = index, 1 where it is y = index.
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
    # Products this small are slower in a threaded BLAS on a busy machine; einsum keeps to itself.
    vector: Points = np.linalg.eigh(np.einsum("ni,nj->ij", rows, rows))[1][:, 0]
    return vector


def quarter_turn(turns: int) -> Points:
    """Returns the (3, 3) turn of the lattice about its origin, clockwise as the picture shows it."""
    cos, sin = [(1, 0), (0, 1), (-1, 0), (0, -1)][turns % 4]
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])


def upright(homography: Points, at: Points) -> Points:
    """Returns the homography whose x runs most nearly to the right and y down in the picture, near a pixel."""
    turned = [quarter_turn(turns) @ homography for turns in range(4)]
    mirrored = [np.diag([1.0, -1.0, 1.0]) @ each for each in turned]
    return max(turned + mirrored, key=lambda each: uprightness(each, at))


def uprightness(homography: Points, at: Points) -> float:
    """Returns the smaller of two cosines: between lattice x and the picture's x, and the same for y."""
    steps = axes(homography, at)
    return float(min(steps[0, 0], steps[1, 1]))


def axes(homography: Points, at: Points) -> Points:
    """Returns the directions (unit vectors, in the picture) of lattice x and lattice y at a pixel."""
    inverse, origin = np.linalg.inv(homography), project(homography, at)
    steps = project(inverse, origin + np.array([[0.1, 0], [0, 0.1]])) - project(inverse, origin)
    directions: Points = steps / np.linalg.norm(steps, axis=1, keepdims=True)
    return directions


def disagreement(first: Lattice, second: Lattice) -> float:
    """Returns how far two lattices lie apart, in quadrants, over what the first finder saw.

    A shift by whole quadrants and a quarter turn count for nothing.
    """
    x, y = (np.linspace(first.low[axis], first.high[axis], 5) for axis in (0, 1))
    grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    seen = project(second.homography @ first.inverse, grid)
    return min(_distance(project(quarter_turn(turns), grid), seen) for turns in range(4))


def _distance(grid: Points, seen: Points) -> float:
    apart = seen - grid
    apart = apart - np.round(np.median(apart, axis=0))
    return float(np.quantile(np.abs(apart).max(axis=1), 0.8))
