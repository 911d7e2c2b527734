"""Detects the lattice from straight edges: two vanishing points, then lines at equal steps along each direction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from aa_tools.reading.grid.lattice import (
    Lattice,
    Points,
    fit_lines,
    homogeneous,
    is_valid_view,
    null_vector,
    project,
    upright,
)
from aa_tools.reading.image.opencv import Flags, Pixels, cv2
from aa_tools.reading.image.photo import resized

LINES_PX = 500
"""Long side of the picture for detecting edges: small enough to blur fine hatches away, large enough for quadrants."""

MAX_SEGMENTS = 260
"""Segments that are used, the longest first. The time grows with the number; short segments are mostly texture."""

LAB_CHANNELS = (1, 2)
"""a* and b*, which show the borders between inks. Wood grain and shadows are mostly in L*."""

MAX_DIRECTIONS = 4
"""Vanishing points that are tried in pairs. The strongest ones may be those of hatches or of a striped cloth."""

MAX_CANDIDATES = 6
"""Lattices that are yielded, the likeliest first. It bounds the time on pictures without a canvas."""

MAX_QUADRANT_ASPECT = 2.5
"""Largest ratio of a quadrant's sides in the picture: 1.4 from above, 2 at a tilt of 45 degrees, and some error."""

MAX_STEPS = 2
"""Steps that are tried along a direction. With cards beside the canvas the best one may be half of the true one."""

RANDOM_PAIRS = 300
"""Pairs of segments tried for a vanishing point: with a third of the segments on it, one pair in nine is good."""

MAX_ANGLE_DEG = 3.0
"""Angle at which a segment no longer points to a vanishing point: lens distortion and crooked cards stay below."""


@dataclass(frozen=True, eq=False)
class _Segments:
    """Line segments in coordinates from the middle of the picture, in halves of its long side.

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
    """A vanishing point (3,) of unit length, and how well each segment points to it, 0 to 1."""

    point: Points
    fit: Points


@dataclass(frozen=True)
class _LineSpacing:
    """Lines at equal steps along one axis: the step, the first line, and how well the positions fit, 0 to 1."""

    step: float
    start: float
    coherence: float


@dataclass(frozen=True, eq=False)
class _Candidate:
    """A lattice along two directions, with the direction of each segment and the weight of those that fit."""

    homography: Points
    family: NDArray[np.intp]
    usable: Flags
    quality: float


def find_by_lines(pixels: Pixels, side_px: int = LINES_PX) -> Iterator[Lattice]:
    """Detects the lattice of quadrants from straight edges.

    Args:
        pixels: uint8 BGR, (height, width, 3).
        side_px: long side to which the picture is scaled down.

    Yields:
        The likeliest lattices, at most MAX_CANDIDATES: hatches and striped cloths also have directions and steps.
    """
    height, width = pixels.shape[:2]
    half = max(width, height) / 2
    to_own = np.array([[1 / half, 0, -width / 2 / half], [0, 1 / half, -height / 2 / half], [0, 0, 1.0]])
    segments = _segments(pixels, to_own, side_px)
    if len(segments.weights) < 24:
        return
    found = _directions(segments)
    pairs = [(found[i], found[j]) for i in range(len(found)) for j in range(i + 1, len(found))]
    candidates = [candidate for pair in pairs for candidate in _candidates(segments, *pair)]
    for candidate in sorted(candidates, key=lambda candidate: -candidate.quality)[:MAX_CANDIDATES]:
        lattice = _refined(segments, candidate, to_own)
        if lattice and _has_shape_of_quadrants(lattice):
            yield lattice


def _has_shape_of_quadrants(lattice: Lattice) -> bool:
    """Returns whether its units may be quadrants by the ratio of their sides."""
    corner, right, below = project(lattice.inverse, lattice.centre + np.array([[0, 0], [1, 0], [0, 1]]))
    sides = np.linalg.norm([right - corner, below - corner], axis=1)
    return bool(sides.max() < MAX_QUADRANT_ASPECT * sides.min())


def _segments(pixels: Pixels, to_own: Points, side_px: int) -> _Segments:
    scale = min(1.0, side_px / max(pixels.shape[:2]))
    small = resized(pixels, scale)
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB)
    found, weights = [np.zeros((0, 2, 2))], [np.zeros(0)]
    for channel in LAB_CHANNELS:
        ends = _detect(_stretched(lab[..., channel]))
        length = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
        long = length > 0.015 * LINES_PX
        found.append(ends[long] / scale)
        weights.append(np.minimum(length[long], 0.15 * LINES_PX))
    ends, weight = np.concatenate(found), np.concatenate(weights)
    heaviest = np.argsort(-weight, kind="stable")[:MAX_SEGMENTS]
    return _Segments(project(to_own, ends[heaviest]), weight[heaviest] / LINES_PX)


def _detect(channel: Pixels) -> Points:
    found = cv2.createLineSegmentDetector(cv2.LSD_REFINE_NONE).detect(channel)[0]
    # OpenCV returns None if there is no segment, unlike its stubs say.
    segments: Points = np.zeros((0, 4)) if found is None else np.asarray(found)  # type: ignore[redundant-expr]
    return segments.reshape(-1, 2, 2)


def _stretched(channel: Pixels) -> Pixels:
    """Stretches the contrast of a channel, at most fourfold, for dim photos."""
    low, high = np.percentile(channel[::4, ::4], [1, 99])
    return np.asarray(cv2.convertScaleAbs(np.maximum(channel, low) - low, alpha=255 / max(high - low, 60.0)))


# --- vanishing points


def _directions(segments: _Segments) -> list[_Direction]:
    rng = np.random.default_rng(0)  # the same photo gives the same answer
    left = segments.weights.copy()
    found: list[_Direction] = []
    while len(found) < MAX_DIRECTIONS and left.sum() > 0.06 * segments.weights.sum():
        point = _strongest(segments, left, rng)
        for _ in range(3):
            share = left * _fit(segments, point[None])[0]
            point = _common_point(segments.lines, share)
        fit = _fit(segments, point[None])[0]
        found.append(_Direction(point, fit))
        left = np.where(fit > 0, 0.0, left)
    return found


def _strongest(segments: _Segments, weights: Points, rng: np.random.Generator) -> Points:
    pairs = rng.choice(len(weights), (2, RANDOM_PAIRS), p=weights / weights.sum())
    points = np.cross(segments.lines[pairs[0]], segments.lines[pairs[1]])
    length = np.linalg.norm(points, axis=1)
    points = points[length > 1e-9] / length[length > 1e-9, None]
    if not len(points):
        return np.array([1.0, 0.0, 0.0])
    # Even at a tilt of 45 degrees, a vanishing point is outside the picture.
    far = np.linalg.norm(points[:, :2], axis=1) > 1.2 * np.abs(points[:, 2])
    best: Points = points[(np.einsum("ps,s->p", _fit(segments, points), weights) * far).argmax()]
    return best


def _fit(segments: _Segments, points: Points) -> Points:
    """Returns (points, segments): 1 where a segment points to the point, 0 from MAX_ANGLE_DEG on."""
    middle, direction = segments.middle, segments.direction
    x = points[:, :1] - points[:, 2:] * middle[:, 0]
    y = points[:, 1:2] - points[:, 2:] * middle[:, 1]
    sine = np.abs(x * direction[:, 1] - y * direction[:, 0]) / (np.hypot(x, y) + 1e-12)
    fit: Points = np.clip(1 - sine / np.sin(np.radians(MAX_ANGLE_DEG)), 0, 1)
    return fit


def _common_point(lines: Points, weights: Points) -> Points:
    return null_vector(lines * weights[:, None])


# --- line spacings


def _candidates(segments: _Segments, first: _Direction, second: _Direction) -> list[_Candidate]:
    """Returns the lattices along two directions, for all pairs of likely steps."""
    if abs(first.point[0] * second.point[1] - first.point[1] * second.point[0]) < 0.5 * np.linalg.norm(
        first.point[:2]
    ) * np.linalg.norm(second.point[:2]):
        return []
    flat = _flattened(first.point, second.point)
    seen = homogeneous(segments.middle) @ flat.T
    ahead = seen[:, 2] > 1e-6
    seen = seen[:, :2] / np.where(ahead, seen[:, 2], 1.0)[:, None]
    uses = (ahead & (second.fit > first.fit), ahead & (first.fit > second.fit))
    spacings = [_spacings(seen[use, axis], segments.weights[use]) for axis, use in enumerate(uses)]
    weight = float(np.prod([segments.weights[use].sum() for use in uses]))
    family, usable = np.where(uses[0], 0, 1), uses[0] | uses[1]
    return [
        _Candidate(_scale(across, down) @ flat, family, usable, weight * across.coherence * down.coherence)
        for across, down in product(*spacings)
    ]


def _scale(across: _LineSpacing, down: _LineSpacing) -> Points:
    return np.array(
        [
            [1 / across.step, 0, -across.start / across.step],
            [0, 1 / down.step, -down.start / down.step],
            [0, 0, 1.0],
        ]
    )


def _flattened(first: Points, second: Points) -> Points:
    """Returns the homography that makes lines to `first` horizontal, to `second` vertical; the middle is fixed."""
    horizon = np.cross(first, second)
    horizon = horizon if horizon[2] > 0 else -horizon
    middle = np.array([0.0, 0.0, 1.0])
    return np.stack([np.cross(second, middle), np.cross(first, middle), horizon])


def _spacings(positions: Points, weights: Points) -> list[_LineSpacing]:
    """Returns the steps at which positions recur: those with the most coherent phase, the wider of two equal ones."""
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
    # Half the true step fits as well as the true one, so finer steps get a small penalty.
    fit = np.abs(phase) * steps**-0.15
    found: list[_LineSpacing] = []
    while len(found) < MAX_STEPS:
        best = int(fit.argmax())
        step = (high - low) / steps[best]
        start = low + np.angle(phase[best]) / (2 * np.pi) * step
        found.append(_LineSpacing(step, float(start), float(np.abs(phase[best]))))
        fit = np.where(np.abs(np.log(steps / steps[best])) < 0.2, 0.0, fit)
    return found


def _refined(segments: _Segments, found: _Candidate, to_own: Points) -> Lattice | None:
    """Fits the homography to the segments on lattice lines, five times in a row."""
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
    if len(middles) < 12 or not is_valid_view(homography, middles):
        return None
    homography = upright(homography, np.median(middles, axis=0))
    seen = project(homography, middles)
    low, high = np.quantile(seen, [0.04, 0.96], axis=0)
    return Lattice(
        homography @ to_own, np.round(low), np.round(high), float(np.average(share > 0.3, weights=found.usable + 1e-9))
    )
