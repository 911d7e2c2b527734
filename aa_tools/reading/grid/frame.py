"""Finds the frame of the canvas on a lattice: its number of cards and its position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aa_tools.reading.grid.lattice import Lattice, Points, fit_lines, is_valid_view, project
from aa_tools.reading.image.opencv import Flags, Pixels, cv2
from aa_tools.reading.image.photo import Photo, resized

CELL_PX = 16
"""Side of a quadrant in the flattened window: enough to distinguish an edge on a lattice line from one beside it."""

MAX_SAME_INK_CHROMA = 14.0
"""Largest distance in a* and b* between quadrants of the same ink in a photo. Larger, and a table may count as an
ink; smaller, and uneven light splits an ink."""

MIN_VISIBLE_SHARE = 0.97
"""Smallest share of a frame's quadrants in the picture. A quadrant at the very edge may count as outside."""

OUTSIDE_PENALTY = 0.4
"""Score that a frame outside the picture loses: little, so that a canvas that is cut off is recognized as such."""

UNSEEN_SIDE_SCORE = 0.6
"""Score of a side outside the picture: between no edge, 0, and a clear one, 1."""

HALF_WINDOW = 14
"""Quadrants from the middle of the window to its edge. A canvas has up to ten; the detector may have seen any part of
it."""

Places = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class LatticeEdges:
    """The strength of the edges on all sides of quadrants in a window of `cells` x `cells` quadrants.

    Attributes:
        vertical: (cells, cells + 1), 0 to 1, edges between left and right neighbours.
        horizontal: (cells + 1, cells), edges between upper and lower neighbours.
        vertical_offset, horizontal_offset: distance of the edge from the lattice line, in quadrants, right or down.
        vertical_seen, horizontal_seen: whether the side is in the picture.
        inside: (cells, cells), whether the quadrant is in the picture.
        chroma: (cells, cells, 2), its mean chroma, independent of light and shadow.
        origin: (2,) lattice x, y of the window's upper left corner.
    """

    vertical: Points
    horizontal: Points
    vertical_offset: Points
    horizontal_offset: Points
    vertical_seen: Flags
    horizontal_seen: Flags
    inside: Flags
    chroma: Points
    origin: Points


@dataclass(frozen=True)
class CanvasFrame:
    """A square of `cards` x `cards` spaces on the lattice, with the evidence for it.

    Attributes:
        cards: cards on a side, 4 or 5.
        column, row: lattice x, y of its upper left corner.
        sides: for top, right, bottom, left the share of the frame's side with an edge; nan outside the picture.
        within: the share of quadrant sides inside with an edge.
        around: for top, right, bottom, left the share of quadrant sides just outside with an edge.
        whole: the share of its quadrants in the picture.
        score: the sum of this evidence; the frame with the highest score is chosen.
    """

    cards: int
    column: int
    row: int
    sides: tuple[float, float, float, float]
    within: float
    around: tuple[float, float, float, float]
    whole: float
    score: float


def measure_edges(photo: Photo, lattice: Lattice) -> LatticeEdges:
    """Measures the edges on the lattice lines of a window around the detected part.

    Args:
        photo: the picture.
        lattice: in pixels of `Photo.small`.
    """
    origin = np.round(lattice.centre) - HALF_WINDOW
    flat, seen = _flattened(photo, lattice, origin)
    vertical, vertical_offset, vertical_seen = _side_edges(flat, seen)
    horizontal, horizontal_offset, horizontal_seen = _side_edges(np.ascontiguousarray(flat.transpose(1, 0, 2)), seen.T)
    cells = 2 * HALF_WINDOW
    inside = np.asarray(seen.reshape(cells, CELL_PX, cells, CELL_PX)[:, 2:-2, :, 2:-2].all((1, 3)))
    chroma = _without_shading(flat.reshape(cells, CELL_PX, cells, CELL_PX, 3)[:, 4:-4, :, 4:-4].mean((1, 3)))
    return LatticeEdges(
        vertical,
        horizontal.T,
        vertical_offset,
        horizontal_offset.T,
        vertical_seen,
        horizontal_seen.T,
        inside,
        chroma,
        origin,
    )


def _flattened(photo: Photo, lattice: Lattice, origin: Points) -> tuple[Points, Flags]:
    """Returns the window as (side, side, 3) Lab with L* halved, and which of its pixels are in the picture."""
    pixels, scale = _scaled_for_window(photo, lattice)
    to_window = np.array([[CELL_PX, 0, -CELL_PX * origin[0]], [0, CELL_PX, -CELL_PX * origin[1]], [0, 0, 1.0]])
    matrix = to_window @ lattice.homography @ np.diag([1 / scale, 1 / scale, 1])
    size = (2 * HALF_WINDOW * CELL_PX, 2 * HALF_WINDOW * CELL_PX)
    flat = cv2.cvtColor(cv2.warpPerspective(pixels, matrix, size), cv2.COLOR_BGR2LAB)
    seen = cv2.warpPerspective(np.full(pixels.shape[:2], 255, np.uint8), matrix, size) == 255
    return flat * np.array([0.5, 1, 1], np.float32), seen & _is_before_horizon(lattice, origin, size[0])


def _scaled_for_window(photo: Photo, lattice: Lattice) -> tuple[Pixels, float]:
    """Returns the picture with about 1.4 of its pixels for one of the window, and its scale relative to `small`."""
    step = project(lattice.inverse, lattice.centre + np.array([[0, 0], [1, 0], [0, 1]]))
    cell = max(float(np.linalg.norm(step[1:] - step[0], axis=1).max()), 1.0)
    scale = 1.4 * CELL_PX / cell
    if scale > 1:
        fine = photo.fine.shape[1] / photo.small.shape[1]
        pixels, scale, before = photo.fine, scale / fine, fine
    else:
        pixels, before = photo.small, 1.0
    return (resized(pixels, scale), scale * before) if scale < 0.8 else (pixels, before)


def _without_shading(lab: Points) -> Points:
    """Returns a* and b* as they would be at medium L*: all three grow with the cube root of the light (CIE 15)."""
    lightness = lab[..., :1] * 2 / 2.55
    return np.asarray((lab[..., 1:] - 128) * 66 / (lightness + 16))


def _is_before_horizon(lattice: Lattice, origin: Points, size: int) -> Flags:
    # Beyond the horizon the warp would show the picture a second time, upside down.
    at = (np.arange(size) + 0.5) / CELL_PX
    row = lattice.inverse[2] * np.sign(lattice.inverse[2] @ [*lattice.centre, 1.0])
    corners = np.array([[0, 0], [size, 0], [0, size], [size, size]]) / CELL_PX + origin
    if ((corners @ row[:2] + row[2]) > 0).all():
        return np.ones((size, size), dtype=bool)
    depth = row[0] * (at[None, :] + origin[0]) + row[1] * (at[:, None] + origin[1]) + row[2]
    return np.asarray(depth > 0)


def _side_edges(flat: Points, seen: Flags) -> tuple[Points, Points, Flags]:
    """Compares the colour step on each vertical side of a quadrant with the steps beside it.

    Returns:
        Strength of the edge, its offset from the lattice line, and whether the side is in the picture.
    """
    cells, reach, pad = 2 * HALF_WINDOW, 4, CELL_PX
    rows = flat.reshape(cells, CELL_PX, cells * CELL_PX, 3)[:, 2:-2].mean(1)
    steps = np.abs(np.diff(cv2.GaussianBlur(rows, (3, 1), 0.8), axis=1)).sum(-1)
    whole = np.asarray(seen.reshape(cells, CELL_PX, -1)[:, 2:-2].all(1), dtype=np.uint8)
    shown = cv2.erode(whole, np.ones((1, 5), np.uint8))[:, 1:] > 0
    steps = np.pad(np.where(shown, steps, 0), ((0, 0), (pad, pad)))  # the border of the picture is not an edge
    shown = np.pad(shown, ((0, 0), (pad, pad)))
    lines = np.arange(cells + 1) * CELL_PX - 1 + pad  # step k lies between columns k and k + 1
    near = lines[:, None] + np.arange(-reach, reach + 1)
    beside = lines[:, None] + np.concatenate([np.arange(-9, -reach - 1), np.arange(reach + 2, 10)])
    close = steps[:, near]
    on, off = close.max(-1), steps[:, beside].max(-1)
    strength = np.clip((on / (on + off + 2) - 0.55) / 0.25, 0, 1)
    visible = shown[:, near].mean(-1) > 0.6
    # At a gap or a white border there are several steps, whose middle is used.
    weights = np.where(close > 0.5 * on[..., None], close, 0)
    shift = weights @ np.arange(-reach, reach + 1) / np.maximum(weights.sum(-1), 1e-9) / CELL_PX
    return np.where(visible, strength, 0.0), shift, visible


def best_frames(edges: LatticeEdges, sizes: Sequence[int]) -> list[CanvasFrame]:
    """Returns the likeliest frames with these numbers of cards on a side, best first."""
    frames = [_with_surroundings(edges, frame) for cards in sizes for frame in _frames(edges, cards)]
    return sorted(frames, key=lambda frame: -frame.score)


def _with_surroundings(edges: LatticeEdges, frame: CanvasFrame) -> CanvasFrame:
    """Lowers the score of a frame with cards just outside: edges on the lattice, and the colours of those inside.

    Both are needed: a striped cloth has such edges, and a plain cloth may have the colour of an ink.
    """
    x, y, m = frame.column - int(edges.origin[0]), frame.row - int(edges.origin[1]), 2 * frame.cards
    strong = (edges.vertical[:, :-1] > 0.5) * 1 + (edges.vertical[:, 1:] > 0.5)
    strong = strong + (edges.horizontal[:-1] > 0.5) + (edges.horizontal[1:] > 0.5)
    cards = edges.chroma[y : y + m, x : x + m][strong[y : y + m, x : x + m] >= 2]
    across, down = slice(x, x + m), slice(y, y + m)
    rings = [
        (slice(y - 1, y), across),
        (down, slice(x + m, x + m + 1)),
        (slice(y + m, y + m + 1), across),
        (down, slice(x - 1, x)),
    ]
    likeness = np.array([_likeness(edges.chroma[ring][edges.inside[ring]], cards) for ring in rings])
    around = np.array(frame.around) * likeness
    # A frame that extends beyond the picture must contain all cards, otherwise it is a smaller one, shifted.
    most = 0.8 if frame.whole > MIN_VISIBLE_SHARE else 2.5
    score = frame.score + 0.15 * float(np.mean(frame.around)) - 0.5 * around.mean() - most * around.max()
    return replace(frame, around=_four(around), score=float(score))


def _likeness(chroma: Points, cards: Points) -> float:
    """Returns the share of chroma values (k, 2) that at least a twelfth of the quadrants inside (n, 2) have too."""
    if not len(chroma) or not len(cards):
        return 0.0
    near = np.linalg.norm(chroma[:, None] - cards[None], axis=-1) < MAX_SAME_INK_CHROMA
    return float((near.mean(1) > 1 / 12).mean())


def _frames(edges: LatticeEdges, cards: int) -> list[CanvasFrame]:
    m, count = 2 * cards, 2 * HALF_WINDOW - 2 * cards - 1
    top, left = np.meshgrid(np.arange(1, 1 + count), np.arange(1, 1 + count), indexing="ij")
    vertical, horizontal = (
        _EdgeShares(edges.vertical, edges.vertical_seen),
        _EdgeShares(edges.horizontal, edges.horizontal_seen),
    )
    sides = np.stack(
        [
            horizontal.share(top, left, 1, m, least=m / 4),
            vertical.share(top, left + m, m, 1, least=m / 4),
            horizontal.share(top + m, left, 1, m, least=m / 4),
            vertical.share(top, left, m, 1, least=m / 4),
        ]
    )
    around = np.stack(
        [
            vertical.share(top - 1, left, 1, m + 1),
            horizontal.share(top, left + m, m + 1, 1),
            vertical.share(top + m, left, 1, m + 1),
            horizontal.share(top, left - 1, m + 1, 1),
        ]
    )
    within = (vertical.share(top, left + 1, m, m - 1) + horizontal.share(top + 1, left, m - 1, m)) / 2
    whole = _IntegralImage(edges.inside)(top, left, m, m) / m**2
    score = np.where(whole < 0.5, -1, _mean(sides) + within - 0.15 * around.mean(0) - OUTSIDE_PENALTY * (1 - whole))
    x, y = (int(coordinate) for coordinate in edges.origin)
    return [
        CanvasFrame(
            cards,
            x + int(left[i]),
            y + int(top[i]),
            _four(sides[(..., *i)]),
            float(within[i]),
            _four(around[(..., *i)]),
            float(whole[i]),
            float(score[i]),
        )
        for i in [
            *_peaks(np.where(whole > MIN_VISIBLE_SHARE, score, -1)),
            *_peaks(np.where(whole > MIN_VISIBLE_SHARE, -1, score)),
        ]
    ]


def refined(lattice: Lattice, edges: LatticeEdges, frame: CanvasFrame) -> Lattice:
    """Returns the lattice fitted to all edges inside a frame; a detector uses only some of them."""
    x, y, m = frame.column - int(edges.origin[0]), frame.row - int(edges.origin[1]), 2 * frame.cards
    columns, lines = np.meshgrid(np.arange(m) + 0.5, np.arange(m + 1.0))
    on_horizontal = np.stack([columns, lines + edges.horizontal_offset[y : y + m + 1, x : x + m]], -1)
    on_vertical = np.stack([lines + edges.vertical_offset[y : y + m, x : x + m + 1].T, columns], -1)
    weights = np.concatenate(
        [edges.vertical[y : y + m, x : x + m + 1].T.ravel(), edges.horizontal[y : y + m + 1, x : x + m].ravel()]
    )
    index = np.concatenate([lines.ravel(), lines.ravel()])
    family = np.repeat([0, 1], lines.size)
    points = np.concatenate([on_vertical.reshape(-1, 2), on_horizontal.reshape(-1, 2)])
    corner = np.array([frame.column, frame.row], dtype=np.float64)
    pixels = project(lattice.inverse, points + corner)
    strong = weights > 0.5
    if any((strong & (family == axis)).sum() < m for axis in (0, 1)):
        return lattice
    homography = fit_lines(pixels[strong], family[strong], index[strong] + corner[family[strong]], weights[strong])
    if not is_valid_view(homography, pixels[strong]):
        return lattice
    if np.linalg.det(homography) * np.linalg.det(lattice.homography) < 0:
        homography = -homography
    return Lattice(homography, lattice.low, lattice.high, lattice.support)


def _peaks(score: Points) -> list[tuple[int, int]]:
    order = np.argsort(-score, axis=None, kind="stable")[:5]
    return [(int(i) // score.shape[1], int(i) % score.shape[1]) for i in order]


def _mean(sides: Points) -> Points:
    """Returns the mean of the sides; one outside the picture counts as UNSEEN_SIDE_SCORE."""
    return np.asarray(np.where(np.isnan(sides), UNSEEN_SIDE_SCORE, sides).mean(0))


def _four(values: Points) -> tuple[float, float, float, float]:
    a, b, c, d = (float(value) for value in values)
    return a, b, c, d


class _IntegralImage:
    """Sums over rectangles of an array, from its cumulative sums."""

    def __init__(self, values: NDArray[Any]) -> None:
        self._sums = np.pad(values.astype(np.float64).cumsum(0).cumsum(1), ((1, 0), (1, 0)))

    def __call__(self, top: NDArray[np.intp], left: NDArray[np.intp], height: int, width: int) -> Points:
        s, bottom, right = self._sums, top + height, left + width
        return np.asarray(s[bottom, right] - s[top, right] - s[bottom, left] + s[top, left])


class _EdgeShares:
    """The share of quadrant sides of one direction with an edge, for rectangles of the window."""

    def __init__(self, strengths: Points, seen: Flags) -> None:
        self._strengths, self._seen = _IntegralImage(strengths), _IntegralImage(seen)

    def share(self, top: Places, left: Places, height: int, width: int, least: float = 0.0) -> Points:
        """Returns the share for each rectangle, nan if fewer than `least` of its sides are in the picture."""
        seen = self._seen(top, left, height, width)
        shares = self._strengths(top, left, height, width) / np.maximum(seen, 1)
        return np.where(seen < least, np.nan, shares)
