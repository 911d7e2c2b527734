"""Estimates the light and the inks in a photo from all quadrants together, and measures colours against them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aa_tools.cards.database import CardDatabase
from aa_tools.reading.grid.lattice import UNIT_SQUARE, Points, project
from aa_tools.reading.image.opencv import Flags, Pixels, cv2
from aa_tools.reading.image.photo import Photo

QUADRANT_PX = 24
"""Side of a quadrant in the flattened canvas: fine enough for hatches of 2 mm, and little to compute."""

SAMPLED_PART = 0.55
"""Part of a quadrant's side that is sampled: it leaves out 7 mm on each side, for a card 3 mm off its place and a white
border of 3 mm."""

CHROMATIC_SHARE = 0.4
"""Share of a quadrant's pixels that are used: those farthest from white, which are neither hatch nor glare."""

MAX_VEIL = 0.6
"""How far a reflection may move a tint towards white before the quadrant is in doubt. Beyond it the hue is mostly that
of the lamp."""

_LINEAR = np.where(
    np.arange(256) <= 10, np.arange(256) / 255 / 12.92, ((np.arange(256) / 255 + 0.055) / 1.055) ** 2.4
).astype(np.float32)


@dataclass(frozen=True)
class Ink:
    """A colour of the card file.

    Attributes:
        name: such as "red".
        letter: such as "R".
        rgb: 0 to 255.
    """

    name: str
    letter: str
    rgb: tuple[int, int, int]


def card_file_inks(cards: CardDatabase) -> tuple[Ink, ...]:
    """Returns the inks of a card file, in the order of their numbers."""
    return tuple(
        Ink(name, colour.letter, (int(colour.ink[1:3], 16), int(colour.ink[3:5], 16), int(colour.ink[5:7], 16)))
        for name, colour in cards.file.colours.items()
    )


@dataclass(frozen=True, eq=False)
class InkPalette:
    """The inks as they appear in a photo.

    Tints are pairs (log R/G, log B/G) of linear light, with a floor for dark channels: shading cancels out, and the
    colour of the light is a shift.

    Attributes:
        centres: (inks, 2) tint of each ink in the middle of the canvas.
        white: (2,) tint of white paper there.
        drift: (6, 2) change of tint over the canvas, a quadratic in x and y from -1 to 1.
        spread: median distance of the quadrants from their ink.
        strangeness: mean distance of the inks from those of the card file under the likeliest light.
        seen: (inks,) number of quadrants of each.
    """

    centres: Points
    white: Points
    drift: Points
    spread: float
    strangeness: float
    seen: NDArray[np.intp]

    @cached_property
    def gap(self) -> float:
        """The distance between the two nearest inks."""
        apart = np.linalg.norm(self.centres[:, None] - self.centres[None], axis=-1)
        return float(apart[np.triu_indices(len(apart), 1)].min())

    @property
    def limit(self) -> float:
        """The distance from its nearest ink beyond which a tint is not an ink.

        At half the gap it could be the neighbouring ink; five times the spread is no longer an error of measurement.
        """
        return min(0.45 * self.gap, max(0.25 * self.gap, 5 * self.spread))

    def distances(self, tints: Points, places: Points) -> Points:
        """Returns (…, inks) distances of tints (…, 2) at places (…, 2) from -1 to 1."""
        flat = tints - surface(places) @ self.drift
        return np.stack([np.hypot(*np.moveaxis(flat - centre, -1, 0)) for centre in self.centres], -1)

    def drifts(self, side: int) -> Points:
        """Returns the drift (side, side, 2) for each pixel of a square picture of the canvas."""
        coarse = np.asarray(surface(grid_positions(32)) @ self.drift, dtype=np.float32)
        return np.asarray(cv2.resize(coarse, (side, side), interpolation=cv2.INTER_LINEAR), dtype=np.float32)

    def veiled(self, tints: Points, places: Points) -> Points:
        """Returns (…, inks) distances from each ink, bare or moved to white by a reflection, by up to MAX_VEIL."""
        flat = tints - surface(places) @ self.drift
        way = MAX_VEIL * (self.white - self.centres)
        along = ((flat[..., None, :] - self.centres) * way).sum(-1) / np.maximum((way**2).sum(-1), 1e-9)
        nearest = self.centres + np.clip(along, 0, 1)[..., None] * way
        return np.asarray(np.linalg.norm(flat[..., None, :] - nearest, axis=-1))


def pixel_tints(flat: Pixels) -> Points:
    """Returns the tint (…, 2) of BGR pixels (…, 3)."""
    return light_tints(_LINEAR[flat])


def light_tints(light: Points) -> Points:
    """Returns the tint (…, 2) of linear B, G, R (…, 3)."""
    # A tenth of the light as a floor: a nearly black channel is noise, which the logarithm would amplify.
    soft = np.log(light + 0.08 * light.mean(-1, keepdims=True) + 0.002)
    return np.stack([soft[..., 2] - soft[..., 1], soft[..., 0] - soft[..., 1]], -1).astype(np.float32)


def surface(places: Points) -> Points:
    """Returns the terms (…, 6) of a quadratic surface at places (…, 2)."""
    x, y = places[..., 0], places[..., 1]
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], -1)


def grid_positions(count: int) -> Points:
    """Returns the middles (count, count, 2) of the cells of a square grid, x and y from -1 to 1."""
    at = (np.arange(count) + 0.5) / count * 2 - 1
    return np.stack(np.meshgrid(at, at), -1)


def fit_palette(tints: Points, inks: tuple[Ink, ...]) -> InkPalette:
    """Fits the light and the inks to the tints of all quadrants.

    Args:
        tints: (n, n, 2); nan without a card.
        inks: the inks of the card file.
    """
    known = ~np.isnan(tints[..., 0])
    cells, places = tints[known], grid_positions(len(tints))[known]
    expected, white = _under_best_light(cells, inks)
    centres, drift, flat = expected, np.zeros((6, 2)), cells
    for _ in range(4):
        nearest = _distances(flat, centres).argmin(-1)
        centres = np.array([_middle(flat[nearest == ink], expected[ink]) for ink in range(len(inks))])
        drift = _drift(cells - centres[nearest], places)
        flat = cells - surface(places) @ drift
    distances = _distances(flat, centres)
    nearest = distances.argmin(-1)
    seen = np.bincount(nearest, minlength=len(inks))
    spread = max(0.03, float(np.median(distances.min(-1))))
    strangeness = float(np.average(np.linalg.norm(centres - expected, axis=-1), weights=seen))
    return InkPalette(centres, white, drift, spread, strangeness, seen)


def _distances(tints: Points, centres: Points) -> Points:
    return np.asarray(np.linalg.norm(tints[:, None] - centres[None], axis=-1))


def _middle(mine: Points, expected: Points) -> Points:
    # Among few quadrants one may be wrong: the tint expected from the light counts as two more.
    return np.median(np.vstack([mine, expected, expected]), axis=0) if len(mine) < 6 else np.median(mine, axis=0)


def _drift(residuals: Points, places: Points) -> Points:
    """Fits the change of light over the canvas, with less weight for outliers and a penalty on curvature."""
    terms = surface(places)
    hold = np.diag([1e-6, 1.0, 1.0, 6.0, 6.0, 6.0])
    size = np.linalg.norm(residuals, axis=1)
    weights = 1 / (1 + (size / 0.15) ** 2)
    weighted = terms * weights[:, None]
    drift = np.linalg.solve(weighted.T @ terms + hold, weighted.T @ residuals)
    drift[0] = 0
    return np.asarray(drift)


def _under_best_light(cells: Points, inks: tuple[Ink, ...]) -> tuple[Points, Points]:
    """Tries lights from blue to candlelight and prints from vivid to faded; returns tints of inks and white."""
    ink = _LINEAR[np.array([one.rgb[::-1] for one in inks])].astype(np.float64)
    best, step = np.array([0.5, -0.6, 0.24]), np.array([0.25, 0.25, 0.12])
    tries = np.stack(np.meshgrid(np.arange(-4, 5), np.arange(-6, 7), np.arange(-2, 4), indexing="ij"), -1).reshape(
        -1, 3
    )
    for _ in range(3):  # coarse over all lights, then finer around the best
        lights = best + tries * step
        best = lights[_misfits(cells, ink, lights).argmin()]
        step, tries = step / 3, _NEAR
    return _expected(ink, best[None])[0], best[:2]


_NEAR = np.stack(np.meshgrid(*[np.arange(-2, 3)] * 3, indexing="ij"), -1).reshape(-1, 3)


def _expected(ink: Points, lights: Points) -> Points:
    """Returns the tints (n, inks, 2) of linear inks (inks, 3) under n lights: log gains of red and blue, and fading."""
    gains = np.exp(np.stack([lights[:, 1], np.zeros(len(lights)), lights[:, 0]], -1))[:, None]
    part = np.clip(lights[:, 2], 0, 0.7)[:, None, None]
    return np.asarray(light_tints(((1 - part) * ink + part * 0.6) * gains), dtype=np.float64)


def _misfits(cells: Points, ink: Points, lights: Points) -> Points:
    expected = _expected(ink, lights)
    product = np.einsum("lit,ct->lic", expected, cells)
    apart = (cells**2).sum(-1) - 2 * product + (expected**2).sum(-1, keepdims=True)
    misfit = np.minimum(apart.min(1), 0.6**2).mean(-1)
    return np.asarray(misfit + _light_penalty(lights[:, :2]) + 0.01 * np.abs(lights[:, 2]))


def _light_penalty(cast: Points) -> Points:
    """Returns a penalty for unusual lights: they range from blue to orange; green and magenta are rarer."""
    red, blue = cast[:, 0], cast[:, 1]
    warmth, greenness = (red - 0.6 * blue) / 1.17, (0.6 * red + blue) / 1.17
    return np.asarray(0.02 * warmth**2 + 0.12 * greenness**2)


def cell_tints(tints: Points, white: Points) -> Points:
    """Returns the tint (n, n, 2) of each quadrant of the flattened canvas: the median of its most chromatic pixels.

    Args:
        tints: (n * QUADRANT_PX, n * QUADRANT_PX, 2).
        white: (2,) tint of white, or nan if it is unknown; all inner pixels are used then.
    """
    pixels = inner(tints)
    if np.isnan(white).any():
        return np.asarray(np.median(pixels, axis=2), dtype=np.float64)
    chroma = ((pixels - white) ** 2).sum(-1)
    keep = int(pixels.shape[2] * CHROMATIC_SHARE)
    chosen = np.argpartition(-chroma, keep, axis=2)[:, :, :keep]
    return np.asarray(np.median(np.take_along_axis(pixels, chosen[..., None], axis=2), axis=2), dtype=np.float64)


def inner(image: NDArray[Any], part: float = SAMPLED_PART, shift: tuple[int, int] = (0, 0)) -> NDArray[Any]:
    """Returns every other inner pixel (n, n, pixels, …) of each quadrant.

    Args:
        image: (n * QUADRANT_PX, n * QUADRANT_PX, …).
        part: part of a quadrant's side that is sampled.
        shift: pixels down and to the right.
    """
    n = len(image) // QUADRANT_PX
    low = round(QUADRANT_PX * (1 - part) / 2)
    steps = np.arange(low, QUADRANT_PX - low, 2)
    at = np.arange(n)[:, None] * QUADRANT_PX + steps
    rows, columns = (np.clip(at + move, 0, len(image) - 1) for move in shift)
    chosen = image[rows[:, :, None, None], columns[None, None]].swapaxes(1, 2)
    return np.reshape(chosen, (n, n, len(steps) ** 2, *image.shape[2:]))


@dataclass(frozen=True, eq=False)
class FlatCanvas:
    """A canvas as from straight above.

    Attributes:
        pixels: uint8 BGR.
        shown: whether the pixel is in the photo.
    """

    pixels: Pixels
    shown: Flags


def flatten(photo: Photo, homography: Points, quadrants: int, margin: int = 0) -> FlatCanvas:
    """Returns the canvas as from straight above, with QUADRANT_PX pixels for a quadrant.

    Args:
        photo: the photo.
        homography: (3, 3) pixels of `photo.small` to quadrants; the canvas begins at 0, 0.
        quadrants: quadrants on a side.
        margin: quadrants to include around it.
    """
    corners = project(np.linalg.inv(homography), UNIT_SQUARE * quadrants)
    quadrant = float(np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).min()) / quadrants
    source = photo.small if quadrant > 0.7 * QUADRANT_PX else photo.fine
    to_flat = np.array([[QUADRANT_PX, 0, margin * QUADRANT_PX], [0, QUADRANT_PX, margin * QUADRANT_PX], [0, 0, 1.0]])
    matrix = to_flat @ homography @ np.diag([*(np.array(photo.small.shape[1::-1]) / source.shape[1::-1]), 1.0])
    size = ((quadrants + 2 * margin) * QUADRANT_PX,) * 2
    shown = cv2.warpPerspective(np.full(source.shape[:2], 255, np.uint8), matrix, size) > 250
    return FlatCanvas(np.asarray(cv2.warpPerspective(source, matrix, size), dtype=np.uint8), np.asarray(shown))
