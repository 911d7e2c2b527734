"""Which spaces of the canvas hold a card: an empty one looks like the table around the canvas."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aa_tools.reading.colours import QUADRANT_PX, inner
from aa_tools.reading.lattice import Points
from aa_tools.reading.opencv import cv2

LIKE_TABLE = 11.0
"""Distance in Lab, with L at 0.4, up to which a quadrant looks like the table."""

PLAIN = 9.0
"""The same distance between the quadrants of a space without a card."""

OUTLINE = 0.5
"""Share of a space's free outline that shows an edge where a card lies."""


@dataclass(frozen=True, eq=False)
class Surface:
    """The canvas and one quadrant of table around it, by quadrants.

    Attributes:
        looks: (n + 2, n + 2, 3) median Lab of the inside of each quadrant, L at 0.4.
        table: (t, 3) the looks of the table around the canvas.
        outline: (cards, cards, 4) for each space its top, right, bottom, left: how much of it shows an edge, 0 to 1.
        seams: (cards, cards) the same for the lines between its quadrants.
    """

    looks: Points
    table: Points
    outline: Points
    seams: Points

    @property
    def cards(self) -> int:
        """Cards on a side."""
        return self.outline.shape[0]

    def space(self, row: int, column: int) -> Points:
        """Returns the looks (4, 3) of the quadrants of a space."""
        return self.looks[1 + 2 * row : 3 + 2 * row, 1 + 2 * column : 3 + 2 * column].reshape(4, 3)


def look_at(flat: NDArray[np.uint8], seen: NDArray[np.bool_]) -> Surface:
    """Measures looks and edges.

    Args:
        flat: uint8 BGR, the flattened canvas with one quadrant around it.
        seen: what of it the picture shows.
    """
    lab = cv2.cvtColor(cv2.blur(flat, (3, 3)), cv2.COLOR_BGR2LAB).astype(np.float32) * np.float32([0.4, 1, 1])
    looks = np.median(inner(lab), axis=2)
    visible = inner(seen).all(2)
    ring = np.ones(visible.shape, dtype=bool)
    ring[1:-1, 1:-1] = False
    across, down = _steps(lab, 1), _steps(lab.transpose(1, 0, 2), 1).T
    cards = len(looks) // 2 - 1
    outline, seams = np.zeros((cards, cards, 4)), np.zeros((cards, cards))
    for row in range(cards):
        for column in range(cards):
            r, c = 1 + 2 * row, 1 + 2 * column
            outline[row, column] = [
                down[r, c : c + 2].mean(),
                across[r : r + 2, c + 2].mean(),
                down[r + 2, c : c + 2].mean(),
                across[r : r + 2, c].mean(),
            ]
            seams[row, column] = (down[r + 1, c : c + 2].mean() + across[r : r + 2, c + 1].mean()) / 2
    return Surface(looks, _table(looks[ring & visible]), outline, seams)


def _steps(lab: NDArray[np.float32], first: int) -> Points:
    """Returns (n, n): how far the step across each quadrant's left side stands out from the steps inside, 0 to 1."""
    n = len(lab) // QUADRANT_PX
    rows = lab.reshape(n, QUADRANT_PX, n * QUADRANT_PX, 3)[:, 5:-5].mean(1)
    rows = cv2.GaussianBlur(rows, (5, 1), 1.2)
    steps = np.abs(rows[:, 2:] - rows[:, :-2]).sum(-1)
    steps = np.pad(steps, ((0, 0), (1, 1)))
    out = np.zeros((n, n))
    for column in range(first, n):
        at = column * QUADRANT_PX
        on = steps[:, at - 8 : at + 9].max(1)
        off = np.median(np.hstack([steps[:, at - 22 : at - 9], steps[:, at + 10 : at + 23]]), axis=1)
        out[:, column] = np.clip((on / (on + 2 * off + 3) - 0.4) / 0.3, 0, 1)
    return out


def _table(looks: Points) -> Points:
    """Returns what lies around the canvas but for the looks that are rare there: other cards, a hand, a cup."""
    if not len(looks):
        return np.zeros((0, 3))
    near = np.linalg.norm(looks[:, None] - looks[None], axis=-1) < 1.6 * LIKE_TABLE
    common: Points = looks[near.mean(1) > 0.2]
    return common


def seems_empty(surface: Surface) -> NDArray[np.bool_]:
    """Returns (cards, cards): the spaces that are plain and look like the table."""
    cards = surface.cards
    empty = np.zeros((cards, cards), dtype=bool)
    for row in range(cards):
        for column in range(cards):
            looks = surface.space(row, column)
            plain = np.linalg.norm(looks[:, None] - looks[None], axis=-1).max() < PLAIN
            empty[row, column] = plain and table_distance(surface, looks) < LIKE_TABLE
    return empty


def table_distance(surface: Surface, looks: Points) -> float:
    """Returns how far the looks of a space lie from the nearest of the table's."""
    if not len(surface.table):
        return np.inf
    return float(np.linalg.norm(surface.table - looks.mean(0), axis=1).min())


def free_outline(surface: Surface, row: int, column: int, laid: NDArray[np.bool_]) -> float | None:
    """Returns the edge on the sides of a space where no other card lies, or None where cards lie all around."""
    cards = surface.cards
    around = [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]
    free = [not (0 <= r < cards and 0 <= c < cards and laid[r, c]) for r, c in around]
    return float(surface.outline[row, column][free].mean()) if any(free) else None
