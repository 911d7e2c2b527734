"""Finder B: straight edges. Two vanishing points, then a comb of equal steps along each direction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from aa_tools.reading.grid.lattice import Lattice, Points, fit_lines, homogeneous, null_vector, project, sees, upright
from aa_tools.reading.image.opencv import Flags, Pixels, cv2
from aa_tools.reading.image.photo import resized

LINES_PX = 500
"""The long side at which edges are sought; fine hatches are gone there, quadrants are not."""

SEGMENTS = 260
"""The longest segments that are kept."""

CHANNELS = (1, 2)
"""a and b, where the borders of inks are; wood grain and shadows live in L."""

DIRECTIONS = 4
"""Vanishing points that are tried in pairs; hatches may give the strongest ones."""

CANDIDATES = 6
"""Lattices that are handed on."""

LONGEST = 2.5
"""The length of a quadrant over its width as the picture may show it."""

COMBS = 2
"""Steps that are tried along a direction: with cards beside the canvas the best one may be half of the true one."""

TRIES = 300
ANGLE_DEG = 3.0


@dataclass(frozen=True, eq=False)
class _Segments:
    """Line segments in the finder's own units (the middle of the picture is 0, half the long side 1).

    Attributes:
        ends: (n, 2, 2).
        weights: (n,).
    """

    ends: Points
    weights: Points

    @property
    def middle(self) -> Points:
        return np.asarray(self.ends.mean(1))

    @property
    def direction(self) -> Points:
        step = self.ends[:, 1] - self.ends[:, 0]
        return np.asarray(step / np.linalg.norm(step, axis=1, keepdims=True))

    @property
    def lines(self) -> Points:
        """(n, 3) lines, scaled so that line @ point is a distance."""
        lines = np.cross(homogeneous(self.ends[:, 0]), homogeneous(self.ends[:, 1]))
        return np.asarray(lines / np.linalg.norm(lines[:, :2], axis=1, keepdims=True))


@dataclass(frozen=True, eq=False)
class _Direction:
    """A vanishing point (3,), unit length, and how far each segment points to it, 0 to 1."""

    point: Points
    fit: Points


@dataclass(frozen=True)
class _Comb:
    """Equal steps along one axis."""

    pitch: float
    start: float
    coherence: float


@dataclass(frozen=True, eq=False)
class _Candidate:
    """Two directions and their combs, with the share of segments that they explain."""

    homography: Points
    family: NDArray[np.intp]
    usable: Flags
    quality: float


def find_by_lines(pixels: Pixels, side_px: int = LINES_PX) -> Iterator[Lattice]:
    """Finds the lattice of quadrants from straight edges.

    Args:
        pixels: uint8 BGR, (height, width, 3).
        side_px: the long side at which it looks.

    Yields:
        The likeliest lattices, at most CANDIDATES: hatches and a striped cloth have directions and steps of their own.
    """
    height, width = pixels.shape[:2]
    half = max(width, height) / 2
    to_own = np.array([[1 / half, 0, -width / 2 / half], [0, 1 / half, -height / 2 / half], [0, 0, 1.0]])
    segments = _segments(pixels, to_own, side_px)
    if len(segments.weights) < 24:
        return
    found = _directions(segments)
    pairs = [(found[i], found[j]) for i in range(len(found)) for j in range(i + 1, len(found))]
    candidates = [each for pair in pairs for each in _candidates(segments, *pair)]
    for each in sorted(candidates, key=lambda each: -each.quality)[:CANDIDATES]:
        lattice = _refined(segments, each, to_own)
        if lattice and _has_shape_of_quadrants(lattice):
            yield lattice


def _has_shape_of_quadrants(lattice: Lattice) -> bool:
    """Says whether its units may be quadrants, which are 1.4 times as long as wide, or 2 seen at 45 degrees."""
    corner, right, below = project(lattice.inverse, lattice.centre + np.array([[0, 0], [1, 0], [0, 1]]))
    sides = np.linalg.norm([right - corner, below - corner], axis=1)
    return bool(sides.max() < LONGEST * sides.min())


def _segments(pixels: Pixels, to_own: Points, side_px: int) -> _Segments:
    scale = min(1.0, side_px / max(pixels.shape[:2]))
    small = resized(pixels, scale)
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB)
    found, weights = [np.zeros((0, 2, 2))], [np.zeros(0)]
    for channel in CHANNELS:
        ends = _detect(_stretched(lab[..., channel]))
        length = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
        long = length > 0.015 * LINES_PX
        found.append(ends[long] / scale)
        weights.append(np.minimum(length[long], 0.15 * LINES_PX))
    ends, weight = np.concatenate(found), np.concatenate(weights)
    heaviest = np.argsort(-weight, kind="stable")[:SEGMENTS]
    return _Segments(project(to_own, ends[heaviest]), weight[heaviest] / LINES_PX)


def _detect(channel: Pixels) -> Points:
    found = cv2.createLineSegmentDetector(cv2.LSD_REFINE_NONE).detect(channel)[0]
    # Where there is none, OpenCV returns None, whatever its stubs say.
    segments: Points = np.zeros((0, 4)) if found is None else np.asarray(found)  # type: ignore[redundant-expr]
    return segments.reshape(-1, 2, 2)


def _stretched(channel: Pixels) -> Pixels:
    """Stretches a dull channel, at most fourfold, so that dim photos have edges too."""
    low, high = np.percentile(channel[::4, ::4], [1, 99])
    return np.asarray(cv2.convertScaleAbs(np.maximum(channel, low) - low, alpha=255 / max(high - low, 60.0)))


# --- vanishing points


def _directions(segments: _Segments) -> list[_Direction]:
    rng = np.random.default_rng(0)  # the same photo gives the same answer
    left = segments.weights.copy()
    found: list[_Direction] = []
    while len(found) < DIRECTIONS and left.sum() > 0.06 * segments.weights.sum():
        point = _strongest(segments, left, rng)
        for _ in range(3):
            share = left * _fit(segments, point[None])[0]
            point = _common_point(segments.lines, share)
        fit = _fit(segments, point[None])[0]
        found.append(_Direction(point, fit))
        left = np.where(fit > 0, 0.0, left)
    return found


def _strongest(segments: _Segments, weights: Points, rng: np.random.Generator) -> Points:
    pairs = rng.choice(len(weights), (2, TRIES), p=weights / weights.sum())
    points = np.cross(segments.lines[pairs[0]], segments.lines[pairs[1]])
    length = np.linalg.norm(points, axis=1)
    points = points[length > 1e-9] / length[length > 1e-9, None]
    if not len(points):
        return np.array([1.0, 0.0, 0.0])
    # Tilted by 45 degrees, a vanishing point still lies outside the picture.
    far = np.linalg.norm(points[:, :2], axis=1) > 1.2 * np.abs(points[:, 2])
    best: Points = points[(np.einsum("ps,s->p", _fit(segments, points), weights) * far).argmax()]
    return best


def _fit(segments: _Segments, points: Points) -> Points:
    """Returns (points, segments): 1 where a segment points to the point, 0 from ANGLE_DEG on."""
    middle, direction = segments.middle, segments.direction
    x = points[:, :1] - points[:, 2:] * middle[:, 0]
    y = points[:, 1:2] - points[:, 2:] * middle[:, 1]
    sine = np.abs(x * direction[:, 1] - y * direction[:, 0]) / (np.hypot(x, y) + 1e-12)
    fit: Points = np.clip(1 - sine / np.sin(np.radians(ANGLE_DEG)), 0, 1)
    return fit


def _common_point(lines: Points, weights: Points) -> Points:
    return null_vector(lines * weights[:, None])


# --- combs


def _candidates(segments: _Segments, first: _Direction, second: _Direction) -> list[_Candidate]:
    """Returns the lattices along two directions: each of the likely steps along one with each along the other."""
    if abs(first.point[0] * second.point[1] - first.point[1] * second.point[0]) < 0.5 * np.linalg.norm(
        first.point[:2]
    ) * np.linalg.norm(second.point[:2]):
        return []
    flat = _flattened(first.point, second.point)
    seen = homogeneous(segments.middle) @ flat.T
    ahead = seen[:, 2] > 1e-6
    seen = seen[:, :2] / np.where(ahead, seen[:, 2], 1.0)[:, None]
    uses = (ahead & (second.fit > first.fit), ahead & (first.fit > second.fit))
    combs = [_combs(seen[use, axis], segments.weights[use]) for axis, use in enumerate(uses)]
    weight = float(np.prod([segments.weights[use].sum() for use in uses]))
    family, usable = np.where(uses[0], 0, 1), uses[0] | uses[1]
    return [
        _Candidate(_scale(across, down) @ flat, family, usable, weight * across.coherence * down.coherence)
        for across, down in product(*combs)
    ]


def _scale(across: _Comb, down: _Comb) -> Points:
    return np.array(
        [
            [1 / across.pitch, 0, -across.start / across.pitch],
            [0, 1 / down.pitch, -down.start / down.pitch],
            [0, 0, 1.0],
        ]
    )


def _flattened(first: Points, second: Points) -> Points:
    """Returns the homography under which lines to `first` are level, lines to `second` plumb; the middle stays."""
    horizon = np.cross(first, second)
    horizon = horizon if horizon[2] > 0 else -horizon
    middle = np.array([0.0, 0.0, 1.0])
    return np.stack([np.cross(second, middle), np.cross(first, middle), horizon])


def _combs(positions: Points, weights: Points) -> list[_Comb]:
    """Finds the steps at which positions recur: the pitches with the most coherent phase, the wider of equals."""
    if len(positions) < 10:
        return []
    order = np.argsort(positions)
    reached = np.cumsum(weights[order]) / weights.sum()
    low, high = (float(positions[order][np.searchsorted(reached, share)]) for share in (0.04, 0.96))
    if high - low < 1e-9:
        return []
    steps = np.exp(np.linspace(np.log(6), np.log(36), 240))
    turns = np.exp(2j * np.pi * np.outer(steps, (positions - low) / (high - low)))
    phase = np.einsum("sp,p->s", turns, weights) / weights.sum()
    # Half the true pitch fits as well as the true one, hence the small price of a finer comb.
    fit = np.abs(phase) * steps**-0.15
    found: list[_Comb] = []
    while len(found) < COMBS:
        best = int(fit.argmax())
        pitch = (high - low) / steps[best]
        start = low + np.angle(phase[best]) / (2 * np.pi) * pitch
        found.append(_Comb(pitch, float(start), float(np.abs(phase[best]))))
        fit = np.where(np.abs(np.log(steps / steps[best])) < 0.2, 0.0, fit)
    return found


def _refined(segments: _Segments, found: _Candidate, to_own: Points) -> Lattice | None:
    """Fits the homography to the segments that lie on lattice lines, six times over."""
    homography, ends, index = found.homography, segments.ends, np.arange(len(segments.weights))
    share = np.zeros(len(index))
    for _ in range(5):
        seen = project(homography, ends)[index, :, found.family]
        nearest = np.round(seen.mean(1))
        off = np.abs(seen - nearest[:, None]).max(1)
        share = found.usable * np.clip(1 - (off / 0.22) ** 2, 0, 1)
        depth = np.abs(homogeneous(segments.middle) @ homography[2])
        weights = segments.weights * share / depth
        if any((weights[found.family == axis] > 0).sum() < 8 for axis in (0, 1)):
            break
        homography = fit_lines(
            ends.reshape(-1, 2), np.repeat(found.family, 2), np.repeat(nearest, 2), np.repeat(weights, 2)
        )
        homography = homography if homography[2, 2] > 0 else -homography
    middles = segments.middle[share > 0.3]
    if len(middles) < 12 or not sees(homography, middles):
        return None
    homography = upright(homography, np.median(middles, axis=0))
    seen = project(homography, middles)
    low, high = np.quantile(seen, [0.04, 0.96], axis=0)
    return Lattice(
        homography @ to_own, np.round(low), np.round(high), float(np.average(share > 0.3, weights=found.usable + 1e-9))
    )
