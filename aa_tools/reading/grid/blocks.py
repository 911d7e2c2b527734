"""Detects the lattice from blocks of one colour: quadrants are four-cornered patches that fit one lattice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from aa_tools.reading.grid.lattice import (
    UNIT_SQUARE,
    Lattice,
    Points,
    fit_points,
    homogeneous,
    is_valid_view,
    project,
    upright,
)
from aa_tools.reading.image.opencv import Flags, Pixels, cv2
from aa_tools.reading.image.photo import resized

BLOCKS_PX = 800
"""Long side of the picture for grouping colours. The smallest quadrants, 12 px, still have an inside after the blur."""

COLOUR_GROUPS = 7
"""Three inks, the table, paper, and two for shadows and other things."""

MAX_SEEDS = 24
"""Blocks from which a lattice is grown. The first good one ends the search; the limit bounds the time on
other pictures."""

MAX_PATCHES = 240
"""Patches that are examined, the largest first: a canvas has up to a hundred, and things around it some more."""

MIN_BLOCKS = 6
"""Blocks that must fit a lattice. A homography fits any four corners, so a single block proves nothing."""


def find_by_blocks(pixels: Pixels, side_px: int = BLOCKS_PX) -> Iterator[Lattice]:
    """Detects the lattice of quadrants from patches of one colour.

    Args:
        pixels: uint8 BGR, (height, width, 3).
        side_px: long side to which the picture is scaled down.

    Yields:
        The lattice, or nothing if too few patches fit one.
    """
    quads = _quads(pixels, side_px)
    if len(quads) < MIN_BLOCKS:
        return
    area = np.abs(_signed_areas(quads))
    seeds = np.argsort(np.abs(np.log(area / np.quantile(area, 0.35))), kind="stable")[:MAX_SEEDS]
    best: _Growth | None = None
    for seed in seeds:
        # White borders make a block smaller than its quadrant, by up to a quarter of its width.
        for inset in (0.95, 0.8):
            grown = _grow(quads, int(seed), inset)
            best = grown if best is None or grown.fitting.sum() > best.fitting.sum() else best
        if best is not None and best.fitting.mean() > 0.8:
            break
    if best is not None and best.fitting.sum() >= MIN_BLOCKS and (lattice := _lattice(quads, best)):
        yield lattice


def _lattice(quads: Points, grown: _Growth) -> Lattice | None:
    if not is_valid_view(grown.homography, quads[grown.fitting]):
        return None
    at = quads[grown.fitting].mean((0, 1))
    homography = upright(grown.homography, at)
    corners = project(homography, quads[grown.fitting]).reshape(-1, 2)
    return Lattice(homography, np.round(corners.min(0)), np.round(corners.max(0)), float(grown.fitting.mean()))


# --- patches of one colour


def _quads(pixels: Pixels, side_px: int) -> Points:
    """Returns the corners (n, 4, 2), in pixels, of the four-cornered patches; the first edge runs to the right."""
    scale = min(1.0, side_px / max(pixels.shape[:2]))
    small = resized(pixels, scale)
    # A light blur and a median remove most hatches and the noise of dim light.
    small = cv2.medianBlur(cv2.GaussianBlur(small, (0, 0), 1.0), 5)
    chroma = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), dtype=np.uint8)[..., 1:]
    groups = _colour_table(chroma).ravel().take((chroma[..., 0] >> 2).astype(np.uint16) * 64 + (chroma[..., 1] >> 2))
    # Only pixels surrounded by their own colour remain, so that no two patches touch.
    around = np.ones((3, 3), np.uint8)
    inside = cv2.erode(groups, around) == cv2.dilate(groups, around)
    return np.asarray((np.reshape(_quads_of(inside.astype(np.uint8)), (-1, 4, 2)) + 0.5) / scale)


def _colour_table(chroma: Pixels) -> Pixels:
    """Returns the (64, 64) table from a* and b*, divided by 4, to a colour group: k-means on the chroma histogram."""
    a, b = (chroma[::2, ::2].reshape(-1, 2) >> 2).T.astype(np.intp)
    counts = np.bincount(64 * a + b, minlength=64 * 64).reshape(64, 64)
    points = (np.argwhere(counts > 0) + 0.5) * 4
    weights = np.sqrt(counts[counts > 0])  # the root keeps a large table from outweighing small blocks
    centres = _spread_out(points, weights)
    for _ in range(8):
        nearest = _squares(points, centres).argmin(1)
        for group in range(COLOUR_GROUPS):
            if (mine := nearest == group).any():
                centres[group] = np.average(points[mine], axis=0, weights=weights[mine])
    grid = (np.stack(np.meshgrid(np.arange(64), np.arange(64), indexing="ij"), -1) + 0.5) * 4
    return np.reshape(_squares(grid.reshape(-1, 2), centres).argmin(1), (64, 64)).astype(np.uint8)


def _spread_out(points: Points, weights: Points) -> Points:
    """Returns starting centres far from each other, chosen without randomness."""
    centres = [np.average(points, axis=0, weights=weights)]
    distance = ((points - centres[0]) ** 2).sum(1)
    for _ in range(COLOUR_GROUPS - 1):
        centres.append(points[(distance * weights).argmax()])
        distance = np.minimum(distance, ((points - centres[-1]) ** 2).sum(1))
    return np.array(centres)


def _squares(points: Points, centres: Points) -> Points:
    squares: Points = ((points[:, None] - centres[None]) ** 2).sum(-1)
    return squares


def _quads_of(inside: Pixels) -> list[Points]:
    outlines, nesting = cv2.findContours(inside, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    height, width = inside.shape
    found: list[tuple[float, Points]] = []
    for outline, (_, _, _, parent) in zip(outlines, nesting[0] if len(outlines) else [], strict=True):
        area = cv2.contourArea(outline) if parent < 0 else 0.0  # an outline with a parent is a hole
        if not 60 < area < inside.size / 8:
            continue
        x, y, box_width, box_height = cv2.boundingRect(outline)
        if x > 1 and y > 1 and x + box_width < width - 1 and y + box_height < height - 1:
            found.append((area, outline))
    largest = sorted(found, key=lambda patch: -patch[0])[:MAX_PATCHES]
    return [quad for _, outline in largest if (quad := _four_corners(outline)) is not None]


def _four_corners(outline: Points) -> Points | None:
    """Returns the corners of a patch, or None if it does not have four."""
    hull = cv2.convexHull(outline)
    area = cv2.contourArea(hull)
    if cv2.contourArea(outline) < 0.8 * area:
        return None
    length, corners = cv2.arcLength(hull, True), hull
    for tolerance in (0.015, 0.03, 0.05):
        corners = cv2.approxPolyDP(hull, tolerance * length, True)
        if len(corners) <= 7:
            break
    if not 4 <= len(corners) <= 8:
        return None
    quad = _largest_quad(corners[:, 0].astype(np.float64))
    return quad if 0.82 < area / max(float(_signed_areas(quad)), 1.0) < 1.15 else None


def _largest_quad(corners: Points) -> Points:
    if len(corners) > 4:
        chosen = corners[np.array(list(combinations(range(len(corners)), 4)))]
        corners = chosen[np.abs(_signed_areas(chosen)).argmax()]
    quad = corners if _signed_areas(corners) > 0 else corners[::-1]
    edges = np.roll(quad, -1, axis=0) - quad
    return np.roll(quad, -int((edges[:, 0] / np.hypot(*edges.T)).argmax()), axis=0)


def _signed_areas(quads: Points) -> Points:
    """Returns (…) the areas of quadrilaterals (…, 4, 2): half the cross product of the diagonals."""
    first, second = quads[..., 2, :] - quads[..., 0, :], quads[..., 3, :] - quads[..., 1, :]
    return np.asarray(first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0]) / 2


# --- one lattice through the patches


@dataclass(frozen=True, eq=False)
class _Growth:
    homography: Points
    fitting: Flags


@dataclass(frozen=True, eq=False)
class _BlockPositions:
    """The patches in lattice units: the nearest whole block of each, its centre, and whether it fits."""

    low: Points
    size: Points
    centre: Points
    fits: Flags

    @property
    def target_centres(self) -> Points:
        return np.asarray(self.low + self.size / 2)

    @property
    def target_corners(self) -> Points:
        return np.asarray(self.low[:, None] + UNIT_SQUARE[None] * self.size[:, None])


def _grow(quads: Points, seed: int, inset: float) -> _Growth:
    """Grows a lattice from a patch taken as one quadrant: fits it, adds the neighbours that fit, and repeats."""
    homography = _from_one(quads[seed], inset)
    fitting = np.zeros(len(quads), dtype=bool)
    fitting[seed] = True
    before = b""
    for _ in range(14):
        places = _places(homography, quads)
        fitting = places.fits & _within_reach(places.centre, fitting)
        now = fitting.tobytes() + places.low[fitting].tobytes()
        if not fitting.any() or now == before:
            break
        before = now
        homography = _refit(quads[fitting], places, fitting)
    return _Growth(homography, fitting)


def _from_one(quad: Points, inset: float) -> Points:
    # A parallelogram: a single patch is too small to measure perspective.
    across = (quad[1] - quad[0] + quad[2] - quad[3]) / 2 / inset
    down = (quad[3] - quad[0] + quad[2] - quad[1]) / 2 / inset
    origin = quad.mean(0) - across / 2 - down / 2
    return np.linalg.inv(
        np.array(
            [[*pair, corner] for pair, corner in zip(np.transpose([across, down]), origin, strict=True)] + [[0, 0, 1.0]]
        )
    )


def _places(homography: Points, quads: Points) -> _BlockPositions:
    seen = project(homography, quads)
    centre = seen.mean(1)
    extent = (
        np.stack(
            [
                seen[:, (1, 2), 0].sum(1) - seen[:, (0, 3), 0].sum(1),
                seen[:, (2, 3), 1].sum(1) - seen[:, (0, 1), 1].sum(1),
            ],
            1,
        )
        / 2
    )
    size = np.round(extent + 0.12)
    low = np.round(centre - size / 2)
    off_centre = np.abs(centre - low - size / 2).max(1)
    shape = UNIT_SQUARE[None] * extent[:, None] - extent[:, None] / 2
    skew = np.abs(seen - centre[:, None] - shape).max((1, 2))
    wrong_size = (extent - size < -0.45) | (extent - size > 0.25)
    fits = ((size >= 1) & (size <= 4) & ~wrong_size).all(1) & (off_centre < 0.22) & (skew < 0.3)
    return _BlockPositions(low, size, centre, fits)


def _within_reach(centres: Points, fitting: Flags) -> Flags:
    """Returns which patches are near those that fit already; farther away the lattice is still inaccurate."""
    low, high = centres[fitting].min(0), centres[fitting].max(0)
    reach = 1.3 + 0.35 * (high - low)
    near: Flags = ((centres >= low - reach) & (centres <= high + reach)).all(1)
    return near


def _refit(quads: Points, places: _BlockPositions, fitting: Flags) -> Points:
    corners, centres = places.target_corners[fitting].reshape(-1, 2), places.target_centres[fitting]
    if len(quads) < 4:
        affine = np.linalg.lstsq(homogeneous(quads.reshape(-1, 2)), corners, rcond=None)[0]
        return np.vstack([affine.T, [0, 0, 1.0]])
    # White borders move the corners of a patch, but not its centre, which therefore weighs more.
    weights = np.concatenate([np.ones(len(centres)), np.full(len(corners), 0.3)])
    return fit_points(np.vstack([quads.mean(1), quads.reshape(-1, 2)]), np.vstack([centres, corners]), weights)
