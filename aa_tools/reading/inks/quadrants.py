"""Measures each quadrant: its nearest ink, and everything that makes it uncertain."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aa_tools.reading.grid.lattice import Points
from aa_tools.reading.image.opencv import Flags, Pixels, cv2
from aa_tools.reading.inks.colours import QUADRANT_PX, SAMPLED_PART, InkPalette, cell_tints, grid_positions, inner

SHIFT_PX = round(0.04 * 2 * QUADRANT_PX)
"""4 % of a card's width: an error of the lattice that must not change any quadrant's colour."""

SEARCH_PX = round(0.08 * 2 * QUADRANT_PX)
"""8 % of a card's width, 5 mm: how far off its place a card is searched for. Farther off it covers its neighbours."""

TURNS_DEG = (0, -2, 2, -4, 4, -6, 6)
"""Angles at which a crooked card is searched for."""

MIN_STRAIGHT_PURITY = 0.8
"""Share of a quadrant's pixels with the same ink from which its card needs no search."""


@dataclass(frozen=True, eq=False)
class Quadrants:
    """The measurements of the quadrants of a canvas.

    Attributes:
        nearest: (n, n) number of the nearest ink.
        distances: (n, n, inks) distance from each ink, in tints.
        veiled: (n, n, inks) the same, allowing for a reflection on the card.
        majority: (n, n) number of the most frequent ink among its pixels.
        purity: (n, n) the share of that ink among the pixels with an ink.
        inked: (n, n) the share of pixels with an ink.
        is_stable: (n, n) whether the majority is the same if the lattice is shifted or scaled.
        glare: (n, n) the share of burnt-out pixels.
        level: (n, n) median brightness, 0 to 255.
        was_moved: (cards, cards) whether the card was found off its place or crooked.
    """

    nearest: NDArray[np.intp]
    distances: Points
    veiled: Points
    majority: NDArray[np.intp]
    purity: Points
    inked: Points
    is_stable: Flags
    glare: Points
    level: Points
    was_moved: Flags


def classify(flat: Pixels, tints: Points, palette: InkPalette) -> Quadrants:
    """Measures the ink of each quadrant.

    Args:
        flat: uint8 BGR flattened canvas.
        tints: its tints.
        palette: the inks in this photo.
    """
    shares = _shares(tints, palette)
    tints, flat, shares, was_moved = _straightened(flat, tints, shares)
    cells, places = cell_tints(tints, palette.white), grid_positions(len(flat) // QUADRANT_PX)
    distances, veiled = palette.distances(cells, places), palette.veiled(cells, places)
    centre = inner(shares).mean(2)
    ink = centre.sum(-1)
    majority = centre.argmax(-1)
    pixels = inner(flat)
    return Quadrants(
        nearest=veiled.argmin(-1),
        distances=distances,
        veiled=veiled,
        majority=majority,
        purity=centre.max(-1) / np.maximum(ink, 1e-6),
        inked=ink,
        is_stable=_steady(shares, majority),
        glare=(pixels.min(-1) > 225).mean(2),
        level=np.median(pixels.max(-1), axis=2),
        was_moved=was_moved,
    )


def _shares(tints: Points, palette: InkPalette) -> Points:
    """Returns (side, side, inks): 1 for pixels of the ink, 0 for all others. Paper, gaps and glare have no ink."""
    flat = tints - palette.drifts(len(tints))
    points = [*palette.centres, palette.white]
    squares = [((flat - np.asarray(point, dtype=np.float32)) ** 2).sum(-1) for point in points]
    nearest = np.minimum.reduce(squares)
    return np.stack([np.asarray(square == nearest, dtype=np.float32) for square in squares[:-1]], -1)


def _steady(shares: Points, majority: NDArray[np.intp]) -> Flags:
    views = [
        inner(shares, SAMPLED_PART, shift) for shift in ((SHIFT_PX, 0), (-SHIFT_PX, 0), (0, SHIFT_PX), (0, -SHIFT_PX))
    ]
    views += [inner(shares, 0.8 * SAMPLED_PART), inner(shares, 1.2 * SAMPLED_PART)]
    return np.asarray(np.all([view.mean(2).argmax(-1) == majority for view in views], axis=0))


def _straightened(flat: Pixels, tints: Points, shares: Points) -> tuple[Points, Pixels, Points, Flags]:
    """Searches for each card that is not at its place, and moves its pixels there."""
    cards, size = len(flat) // QUADRANT_PX // 2, 2 * QUADRANT_PX
    pure = inner(shares).mean(2).max(-1)
    new_flat, new_tints, new_shares = flat.copy(), tints.copy(), shares.copy()
    was_moved = np.zeros((cards, cards), dtype=bool)
    for row in range(cards):
        for column in range(cards):
            if pure[2 * row : 2 * row + 2, 2 * column : 2 * column + 2].min() >= MIN_STRAIGHT_PURITY:
                continue
            matrix = _best_fit(shares, row, column)
            if matrix is None:
                continue
            was_moved[row, column] = True
            here = (slice(row * size, (row + 1) * size), slice(column * size, (column + 1) * size))
            for image, new in ((flat, new_flat), (tints, new_tints), (shares, new_shares)):
                new[here] = cv2.warpAffine(
                    image,
                    matrix,
                    (size, size),
                    flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP,
                    borderMode=cv2.BORDER_REPLICATE,
                )
    return new_tints, new_flat, new_shares, was_moved


def _best_fit(shares: Points, row: int, column: int) -> Points | None:
    """Returns the (2, 3) map from a straight card to its position, or None if the search finds nothing better."""
    half = QUADRANT_PX
    centre = np.array([2 * column + 1, 2 * row + 1]) * half
    best, found = _purity(shares, centre, 0.0)[SEARCH_PX, SEARCH_PX] + 0.05, None  # noise alone must not move a card
    for turn_deg in TURNS_DEG:
        purity = _purity(shares, centre, turn_deg) - 0.004 * abs(turn_deg)
        y, x = np.unravel_index(int(purity.argmax()), purity.shape)
        if purity[y, x] > best:
            best, found = purity[y, x], _inverse(centre, turn_deg, np.array([x, y]) - SEARCH_PX, half)
    return found


def _inverse(centre: Points, turn_deg: float, move: Points, half: int) -> Points:
    """Returns the (2, 3) map from a straight picture of a card to the flattened canvas."""
    angle = np.radians(turn_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.column_stack([turn, centre + turn @ (move - half)])


def _purity(shares: Points, centre: Points, turn_deg: float) -> Points:
    """Returns the mean purity of a card's quadrants at an angle, (2 * SEARCH_PX + 1) squared, for each shift."""
    half = QUADRANT_PX + SEARCH_PX
    patch = cv2.warpAffine(
        shares,
        _inverse(centre, turn_deg, np.zeros(2), half),
        (2 * half, 2 * half),
        flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP,
    )
    sampled = round(SAMPLED_PART * QUADRANT_PX) // 2 * 2 + 1
    most = cv2.blur(patch, (sampled, sampled)).max(-1)
    size, steps = 2 * SEARCH_PX + 1, (QUADRANT_PX // 2, 3 * QUADRANT_PX // 2)
    views = [most[y : y + size, x : x + size] for y in steps for x in steps]
    away = np.hypot(*np.meshgrid(*[np.arange(-SEARCH_PX, SEARCH_PX + 1)] * 2))
    return np.asarray(np.mean(views, axis=0) - 0.003 * away, dtype=np.float64)
