"""One quadrant at a time: which ink its pixels have, and what speaks against it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aa_tools.reading.grid.lattice import Points
from aa_tools.reading.image.opencv import Flags, Pixels, cv2
from aa_tools.reading.inks.colours import INNER, QUADRANT_PX, Palette, cell_tints, inner, places_of

SHIFT_PX = round(0.04 * 2 * QUADRANT_PX)
"""4 % of a card: a lattice may be off by so much, and no quadrant may change by it."""

REACH_PX = round(0.08 * 2 * QUADRANT_PX)
"""8 % of a card: how far a card is looked for beside its space."""

TURNS_DEG = (0, -2, 2, -4, 4, -6, 6)
"""How far a card may lie crooked; the smallest turn that does is taken."""

PURE = 0.8
"""The share of a quadrant's pixels that agree where a card lies as it should."""


@dataclass(frozen=True, eq=False)
class Quadrants:
    """What each quadrant of the canvas looks like.

    Attributes:
        nearest: (n, n) number of the nearest ink.
        distances: (n, n, inks) from each ink, in tints.
        veiled: (n, n, inks) the same where a reflection may lie on the card.
        voted: (n, n) number of the ink that most pixels have.
        purity: (n, n) the share of its pixels, of those with an ink, that have that ink.
        inked: (n, n) the share of its pixels that have an ink.
        steady: (n, n) whether the vote stays when the lattice is shifted or scaled.
        glare: (n, n) the share of its pixels that are white with light.
        level: (n, n) its light, 0 to 255.
        moved: (cards, cards) whether the card had to be looked for beside its space.
    """

    nearest: NDArray[np.intp]
    distances: Points
    veiled: Points
    voted: NDArray[np.intp]
    purity: Points
    inked: Points
    steady: Flags
    glare: Points
    level: Points
    moved: Flags


def classify(flat: Pixels, tints: Points, palette: Palette) -> Quadrants:
    """Names the ink of each quadrant.

    Args:
        flat: uint8 BGR flattened canvas.
        tints: its tints.
        palette: the inks in this photo.
    """
    shares = _shares(tints, palette)
    tints, flat, shares, moved = _straightened(flat, tints, shares)
    cells, places = cell_tints(tints, palette.white), places_of(len(flat) // QUADRANT_PX)
    distances, veiled = palette.distances(cells, places), palette.veiled(cells, places)
    centre = inner(shares).mean(2)
    ink = centre.sum(-1)
    voted = centre.argmax(-1)
    pixels = inner(flat)
    return Quadrants(
        nearest=veiled.argmin(-1),
        distances=distances,
        veiled=veiled,
        voted=voted,
        purity=centre.max(-1) / np.maximum(ink, 1e-6),
        inked=ink,
        steady=_steady(shares, voted),
        glare=(pixels.min(-1) > 225).mean(2),
        level=np.median(pixels.max(-1), axis=2),
        moved=moved,
    )


def _shares(tints: Points, palette: Palette) -> Points:
    """Returns (side, side, inks): 1 where a pixel has the ink. Paper, gaps and light have none."""
    flat = tints - palette.drifts(len(tints))
    points = [*palette.centres, palette.white]
    squares = [((flat - np.asarray(point, dtype=np.float32)) ** 2).sum(-1) for point in points]
    nearest = np.minimum.reduce(squares)
    return np.stack([np.asarray(square == nearest, dtype=np.float32) for square in squares[:-1]], -1)


def _steady(shares: Points, voted: NDArray[np.intp]) -> Flags:
    views = [inner(shares, INNER, shift) for shift in ((SHIFT_PX, 0), (-SHIFT_PX, 0), (0, SHIFT_PX), (0, -SHIFT_PX))]
    views += [inner(shares, 0.8 * INNER), inner(shares, 1.2 * INNER)]
    same = np.asarray([view.mean(2).argmax(-1) == voted for view in views])
    return np.asarray(same.all(0))


def _straightened(flat: Pixels, tints: Points, shares: Points) -> tuple[Points, Pixels, Points, Flags]:
    """Looks for each card that is not pure where it should be, and puts it straight."""
    cards, size = len(flat) // QUADRANT_PX // 2, 2 * QUADRANT_PX
    pure = inner(shares).mean(2).max(-1)
    new_flat, new_tints, new_shares = flat.copy(), tints.copy(), shares.copy()
    moved = np.zeros((cards, cards), dtype=bool)
    for row in range(cards):
        for column in range(cards):
            if pure[2 * row : 2 * row + 2, 2 * column : 2 * column + 2].min() >= PURE:
                continue
            matrix = _best_fit(shares, row, column)
            if matrix is None:
                continue
            moved[row, column] = True
            here = (slice(row * size, (row + 1) * size), slice(column * size, (column + 1) * size))
            for image, new in ((flat, new_flat), (tints, new_tints), (shares, new_shares)):
                new[here] = cv2.warpAffine(
                    image,
                    matrix,
                    (size, size),
                    flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP,
                    borderMode=cv2.BORDER_REPLICATE,
                )
    return new_tints, new_flat, new_shares, moved


def _best_fit(shares: Points, row: int, column: int) -> Points | None:
    """Returns the (2, 3) transform from a straight card to where it lies, or None where nothing better is found."""
    half = QUADRANT_PX
    centre = np.array([2 * column + 1, 2 * row + 1]) * half
    best, found = _purity(shares, centre, 0.0)[REACH_PX, REACH_PX] + 0.05, None  # a move must be worth it
    for turn_deg in TURNS_DEG:
        purity = _purity(shares, centre, turn_deg) - 0.004 * abs(turn_deg)
        y, x = np.unravel_index(int(purity.argmax()), purity.shape)
        if purity[y, x] > best:
            best, found = purity[y, x], _inverse(centre, turn_deg, np.array([x, y]) - REACH_PX, half)
    return found


def _inverse(centre: Points, turn_deg: float, move: Points, half: int) -> Points:
    """Returns the (2, 3) map from a straight picture of a card to the flattened canvas."""
    angle = np.radians(turn_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.column_stack([turn, centre + turn @ (move - half)])


def _purity(shares: Points, centre: Points, turn_deg: float) -> Points:
    """Returns how pure a card's quadrants are, (2 * REACH_PX + 1) squared, for each shift of a card turned so."""
    half = QUADRANT_PX + REACH_PX
    patch = cv2.warpAffine(
        shares,
        _inverse(centre, turn_deg, np.zeros(2), half),
        (2 * half, 2 * half),
        flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP,
    )
    sampled = round(INNER * QUADRANT_PX) // 2 * 2 + 1
    most = cv2.blur(patch, (sampled, sampled)).max(-1)
    size, steps = 2 * REACH_PX + 1, (QUADRANT_PX // 2, 3 * QUADRANT_PX // 2)
    views = [most[y : y + size, x : x + size] for y in steps for x in steps]
    away = np.hypot(*np.meshgrid(*[np.arange(-REACH_PX, REACH_PX + 1)] * 2))
    return np.asarray(np.mean(views, axis=0) - 0.003 * away, dtype=np.float64)
