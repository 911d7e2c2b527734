"""From a lattice without end to the canvas: how many cards a side measures, and where the frame lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aa_tools.reading.grid.lattice import Lattice, Points, fit_lines, project, sees
from aa_tools.reading.image.opencv import Flags, Pixels, cv2
from aa_tools.reading.image.photo import Photo, resized

CELL_PX = 16
"""The side of a quadrant in the flattened window; enough to tell an edge on the line from one beside it."""

ALIKE = 14.0
"""Distance in chroma between quadrants of one ink in one photo."""

WHOLE = 0.97
"""The share of a frame's quadrants that must lie in the picture for it to be whole."""

CUT = 0.4
"""What a frame loses that lies outside the picture: little, for a canvas that is cut off must be seen as that."""

UNSEEN = 0.6
"""What a side outside the picture counts for."""

HALF = 14
"""Quadrants from the middle of the window to its edge: a canvas of ten, and room around it."""

Places = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Edges:
    """How clearly the photo shows an edge on each unit of lattice line.

    A unit is the side of one quadrant. The window holds `cells` x `cells` quadrants.

    Attributes:
        upright: (cells, cells + 1), 0 to 1, the units between left and right neighbours.
        level: (cells + 1, cells), the units between upper and lower neighbours.
        upright_off, level_off: how far the edge lies beside the line, in quadrants, to the right or down.
        upright_seen, level_seen: whether the unit lies in the picture.
        inside: (cells, cells), whether the quadrant lies in the picture.
        looks: (cells, cells, 2), its mean chroma, the same in light and shadow.
        origin: (2,) lattice x, y of the window's upper left corner.
    """

    upright: Points
    level: Points
    upright_off: Points
    level_off: Points
    upright_seen: Flags
    level_seen: Flags
    inside: Flags
    looks: Points
    origin: Points


@dataclass(frozen=True)
class Frame:
    """A square of `cards` x `cards` spaces on the lattice, with the evidence for it.

    Attributes:
        cards: cards on a side, 4 or 5.
        column, row: lattice x, y of its upper left corner.
        sides: for top, right, bottom, left the share of the frame's side that shows an edge; nan outside the picture.
        within: the share of units inside that show an edge.
        around: for top, right, bottom, left the share of lattice units just outside that show an edge.
        whole: the share of its quadrants that lie in the picture.
        score: what frames are compared by.
    """

    cards: int
    column: int
    row: int
    sides: tuple[float, float, float, float]
    within: float
    around: tuple[float, float, float, float]
    whole: float
    score: float


def edges_on(photo: Photo, lattice: Lattice) -> Edges:
    """Measures the edges on the lattice lines of a window around what the finder saw.

    Args:
        photo: the picture.
        lattice: in pixels of `Photo.small`.
    """
    origin = np.round(lattice.centre) - HALF
    flat, seen = _flattened(photo, lattice, origin)
    upright, upright_off, upright_seen = _units(flat, seen)
    level, level_off, level_seen = _units(np.ascontiguousarray(flat.transpose(1, 0, 2)), seen.T)
    cells = 2 * HALF
    inside = np.asarray(seen.reshape(cells, CELL_PX, cells, CELL_PX)[:, 2:-2, :, 2:-2].all((1, 3)))
    looks = _shadowless(flat.reshape(cells, CELL_PX, cells, CELL_PX, 3)[:, 4:-4, :, 4:-4].mean((1, 3)))
    return Edges(upright, level.T, upright_off, level_off.T, upright_seen, level_seen.T, inside, looks, origin)


def _flattened(photo: Photo, lattice: Lattice, origin: Points) -> tuple[Points, Flags]:
    """Returns the window as (side, side, 3) Lab with L halved, and what of it the picture shows."""
    pixels, scale = _as_fine_as_needed(photo, lattice)
    to_window = np.array([[CELL_PX, 0, -CELL_PX * origin[0]], [0, CELL_PX, -CELL_PX * origin[1]], [0, 0, 1.0]])
    matrix = to_window @ lattice.homography @ np.diag([1 / scale, 1 / scale, 1])
    size = (2 * HALF * CELL_PX, 2 * HALF * CELL_PX)
    flat = cv2.cvtColor(cv2.warpPerspective(pixels, matrix, size), cv2.COLOR_BGR2LAB)
    seen = cv2.warpPerspective(np.full(pixels.shape[:2], 255, np.uint8), matrix, size) == 255
    return flat * np.array([0.5, 1, 1], np.float32), seen & _before_horizon(lattice, origin, size[0])


def _as_fine_as_needed(photo: Photo, lattice: Lattice) -> tuple[Pixels, float]:
    """Returns the picture with about 1.4 of its pixels for one of the window's, and its pixels for one of `small`."""
    step = project(lattice.inverse, lattice.centre + np.array([[0, 0], [1, 0], [0, 1]]))
    cell = max(float(np.linalg.norm(step[1:] - step[0], axis=1).max()), 1.0)
    scale = 1.4 * CELL_PX / cell
    if scale > 1:
        fine = photo.fine.shape[1] / photo.small.shape[1]
        pixels, scale, before = photo.fine, scale / fine, fine
    else:
        pixels, before = photo.small, 1.0
    return (resized(pixels, scale), scale * before) if scale < 0.8 else (pixels, before)


def _shadowless(lab: Points) -> Points:
    """Returns a and b as they would be at a middling L: all three grow with the cube root of the light (CIE 15)."""
    lightness = lab[..., :1] * 2 / 2.55
    return np.asarray((lab[..., 1:] - 128) * 66 / (lightness + 16))


def _before_horizon(lattice: Lattice, origin: Points, size: int) -> Flags:
    # Behind the horizon the warp would show the picture once more, upside down.
    at = (np.arange(size) + 0.5) / CELL_PX
    row = lattice.inverse[2] * np.sign(lattice.inverse[2] @ [*lattice.centre, 1.0])
    corners = np.array([[0, 0], [size, 0], [0, size], [size, size]]) / CELL_PX + origin
    if ((corners @ row[:2] + row[2]) > 0).all():
        return np.ones((size, size), dtype=bool)
    depth = row[0] * (at[None, :] + origin[0]) + row[1] * (at[:, None] + origin[1]) + row[2]
    return np.asarray(depth > 0)


def _units(flat: Points, seen: Flags) -> tuple[Points, Points, Flags]:
    """Compares, across each upright unit, the step on the line with the steps beside it."""
    cells, reach, pad = 2 * HALF, 4, CELL_PX
    rows = flat.reshape(cells, CELL_PX, cells * CELL_PX, 3)[:, 2:-2].mean(1)
    steps = np.abs(np.diff(cv2.GaussianBlur(rows, (3, 1), 0.8), axis=1)).sum(-1)
    whole = np.asarray(seen.reshape(cells, CELL_PX, -1)[:, 2:-2].all(1), dtype=np.uint8)
    shown = cv2.erode(whole, np.ones((1, 5), np.uint8))[:, 1:] > 0
    steps = np.pad(np.where(shown, steps, 0), ((0, 0), (pad, pad)))  # the picture's own edge is none
    shown = np.pad(shown, ((0, 0), (pad, pad)))
    lines = np.arange(cells + 1) * CELL_PX - 1 + pad  # step k lies between columns k and k + 1
    near = lines[:, None] + np.arange(-reach, reach + 1)
    beside = lines[:, None] + np.concatenate([np.arange(-9, -reach - 1), np.arange(reach + 2, 10)])
    close = steps[:, near]
    on, off = close.max(-1), steps[:, beside].max(-1)
    strength = np.clip((on / (on + off + 2) - 0.55) / 0.25, 0, 1)
    visible = shown[:, near].mean(-1) > 0.6
    # A gap or a white border shows several steps; their middle counts.
    weights = np.where(close > 0.5 * on[..., None], close, 0)
    shift = weights @ np.arange(-reach, reach + 1) / np.maximum(weights.sum(-1), 1e-9) / CELL_PX
    return np.where(visible, strength, 0.0), shift, visible


def best_frames(edges: Edges, sizes: Sequence[int]) -> list[Frame]:
    """Returns the likeliest frames of the sizes, best first."""
    frames = [_judged(edges, frame) for cards in sizes for frame in _frames(edges, cards)]
    return sorted(frames, key=lambda frame: -frame.score)


def _judged(edges: Edges, frame: Frame) -> Frame:
    """Takes from the score what lies just outside: edges on the lattice between quadrants that look like those inside.

    On a striped cloth edges alone say nothing, on a cloth in the colour of an ink looks alone say nothing.
    """
    x, y, m = frame.column - int(edges.origin[0]), frame.row - int(edges.origin[1]), 2 * frame.cards
    strong = (edges.upright[:, :-1] > 0.5) * 1 + (edges.upright[:, 1:] > 0.5)
    strong = strong + (edges.level[:-1] > 0.5) + (edges.level[1:] > 0.5)
    cards = edges.looks[y : y + m, x : x + m][strong[y : y + m, x : x + m] >= 2]
    across, down = slice(x, x + m), slice(y, y + m)
    rings = [
        (slice(y - 1, y), across),
        (down, slice(x + m, x + m + 1)),
        (slice(y + m, y + m + 1), across),
        (down, slice(x - 1, x)),
    ]
    likeness = np.array([_likeness(edges.looks[ring][edges.inside[ring]], cards) for ring in rings])
    around = np.array(frame.around) * likeness
    # A canvas that reaches out of the picture must account for every card in it, or it is a smaller one moved.
    most = 0.8 if frame.whole > WHOLE else 2.5
    score = frame.score + 0.15 * float(np.mean(frame.around)) - 0.5 * around.mean() - most * around.max()
    return replace(frame, around=_four(around), score=float(score))


def _likeness(looks: Points, cards: Points) -> float:
    """Returns the share of looks (k, 2) that at least a twelfth of the cards' quadrants (n, 2) have too."""
    if not len(looks) or not len(cards):
        return 0.0
    near = np.linalg.norm(looks[:, None] - cards[None], axis=-1) < ALIKE
    return float((near.mean(1) > 1 / 12).mean())


def _frames(edges: Edges, cards: int) -> list[Frame]:
    m, count = 2 * cards, 2 * HALF - 2 * cards - 1
    top, left = np.meshgrid(np.arange(1, 1 + count), np.arange(1, 1 + count), indexing="ij")
    up, level = _Units(edges.upright, edges.upright_seen), _Units(edges.level, edges.level_seen)
    sides = np.stack(
        [
            level.share(top, left, 1, m, least=m / 4),
            up.share(top, left + m, m, 1, least=m / 4),
            level.share(top + m, left, 1, m, least=m / 4),
            up.share(top, left, m, 1, least=m / 4),
        ]
    )
    around = np.stack(
        [
            up.share(top - 1, left, 1, m + 1),
            level.share(top, left + m, m + 1, 1),
            up.share(top + m, left, 1, m + 1),
            level.share(top, left - 1, m + 1, 1),
        ]
    )
    within = (up.share(top, left + 1, m, m - 1) + level.share(top + 1, left, m - 1, m)) / 2
    whole = _Boxes(edges.inside)(top, left, m, m) / m**2
    score = np.where(whole < 0.5, -1, _mean(sides) + within - 0.15 * around.mean(0) - CUT * (1 - whole))
    x, y = (int(each) for each in edges.origin)
    return [
        Frame(
            cards,
            x + int(left[i]),
            y + int(top[i]),
            _four(sides[(..., *i)]),
            float(within[i]),
            _four(around[(..., *i)]),
            float(whole[i]),
            float(score[i]),
        )
        for i in [*_peaks(np.where(whole > WHOLE, score, -1)), *_peaks(np.where(whole > WHOLE, -1, score))]
    ]


def refined(lattice: Lattice, edges: Edges, frame: Frame) -> Lattice:
    """Fits the lattice to the edges inside a frame, which a finder saw only in part."""
    x, y, m = frame.column - int(edges.origin[0]), frame.row - int(edges.origin[1]), 2 * frame.cards
    columns, lines = np.meshgrid(np.arange(m) + 0.5, np.arange(m + 1.0))
    at_level = np.stack([columns, lines + edges.level_off[y : y + m + 1, x : x + m]], -1)
    at_upright = np.stack([lines + edges.upright_off[y : y + m, x : x + m + 1].T, columns], -1)
    weights = np.concatenate(
        [edges.upright[y : y + m, x : x + m + 1].T.ravel(), edges.level[y : y + m + 1, x : x + m].ravel()]
    )
    index = np.concatenate([lines.ravel(), lines.ravel()])
    family = np.repeat([0, 1], lines.size)
    points = np.concatenate([at_upright.reshape(-1, 2), at_level.reshape(-1, 2)])
    corner = np.array([frame.column, frame.row], dtype=np.float64)
    pixels = project(lattice.inverse, points + corner)
    strong = weights > 0.5
    if any((strong & (family == axis)).sum() < m for axis in (0, 1)):
        return lattice
    homography = fit_lines(pixels[strong], family[strong], index[strong] + corner[family[strong]], weights[strong])
    if not sees(homography, pixels[strong]):
        return lattice
    if np.linalg.det(homography) * np.linalg.det(lattice.homography) < 0:
        homography = -homography
    return Lattice(homography, lattice.low, lattice.high, lattice.support)


def _peaks(score: Points) -> list[tuple[int, int]]:
    order = np.argsort(-score, axis=None, kind="stable")[:5]
    return [(int(i) // score.shape[1], int(i) % score.shape[1]) for i in order]


def _mean(sides: Points) -> Points:
    """Returns the mean of the sides; one that the picture does not show counts as UNSEEN."""
    return np.asarray(np.where(np.isnan(sides), UNSEEN, sides).mean(0))


def _four(values: Points) -> tuple[float, float, float, float]:
    a, b, c, d = (float(each) for each in values)
    return a, b, c, d


class _Boxes:
    """Sums over rectangles of an array, from its running sums."""

    def __init__(self, values: NDArray[Any]) -> None:
        self._sums = np.pad(values.astype(np.float64).cumsum(0).cumsum(1), ((1, 0), (1, 0)))

    def __call__(self, top: NDArray[np.intp], left: NDArray[np.intp], height: int, width: int) -> Points:
        s, bottom, right = self._sums, top + height, left + width
        return np.asarray(s[bottom, right] - s[top, right] - s[bottom, left] + s[top, left])


class _Units:
    """The units of one direction: how many of those that the picture shows in a rectangle have an edge."""

    def __init__(self, strengths: Points, seen: Flags) -> None:
        self._strengths, self._seen = _Boxes(strengths), _Boxes(seen)

    def share(self, top: Places, left: Places, height: int, width: int, least: float = 0.0) -> Points:
        """Returns the share for each rectangle, nan where fewer than `least` units are shown."""
        seen = self._seen(top, left, height, width)
        shares = self._strengths(top, left, height, width) / np.maximum(seen, 1)
        return np.where(seen < least, np.nan, shares)
