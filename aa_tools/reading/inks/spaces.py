"""Decides which spaces of the canvas have a card: an empty one resembles the table around the canvas."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aa_tools.reading.grid.lattice import Points
from aa_tools.reading.image.opencv import Flags, cv2
from aa_tools.reading.inks.colours import QUADRANT_PX, FlatCanvas, InkPalette, inner
from aa_tools.reading.inks.quadrants import Quadrants
from aa_tools.rules.canvas import EMPTY, UNKNOWN

MAX_TABLE_DISTANCE = 11.0
"""Distance in Lab, with L* at 0.4, up to which a quadrant resembles the table: about three just noticeable differences,
for the grain of wood and cloth."""

MAX_PLAIN_DISTANCE = 9.0
"""The same between the quadrants of an empty space, which are closer to each other than to the table farther away."""

CARD = 0
"""State of a space with a card; the other states are EMPTY and UNKNOWN of `rules.canvas`."""


@dataclass(frozen=True, eq=False)
class TableSurface:
    """Colours and edges of the canvas and of one quadrant of table around it.

    Attributes:
        colours: (n + 2, n + 2, 3) median Lab of the inside of each quadrant, L* at 0.4.
        table: (t, 3) the colours of the table around the canvas.
        table_tints: (s, 2) the tints around the canvas.
        outline: (cards, cards, 4) strength of the edge at the top, right, bottom and left of each space, 0 to 1.
        seams: (cards, cards) the same for the lines between its quadrants.
    """

    colours: Points
    table: Points
    table_tints: Points
    outline: Points
    seams: Points

    @property
    def cards(self) -> int:
        """Cards on a side."""
        return len(self.outline)

    def space(self, row: int, column: int) -> Points:
        """Returns the colours (4, 3) of the quadrants of a space."""
        return self.colours[1 + 2 * row : 3 + 2 * row, 1 + 2 * column : 3 + 2 * column].reshape(4, 3)


def measure_surface(flat: FlatCanvas, tints: Points) -> TableSurface:
    """Measures colours and edges.

    Args:
        flat: the canvas with a margin of one quadrant.
        tints: its tints.
    """
    lab = cv2.cvtColor(cv2.blur(flat.pixels, (3, 3)), cv2.COLOR_BGR2LAB) * np.array([0.4, 1, 1], np.float32)
    colours = np.median(inner(lab), axis=2)
    visible = inner(flat.shown).all(2)
    ring = np.ones(visible.shape, dtype=bool)
    ring[1:-1, 1:-1] = False
    across, down = _steps(lab, 1), _steps(lab.transpose(1, 0, 2), 1).T
    cards = len(colours) // 2 - 1
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
    around = inner(tints).mean(2)[ring & visible]
    return TableSurface(colours, _table(colours[ring & visible]), np.asarray(around, dtype=np.float64), outline, seams)


def _steps(lab: Points, first: int) -> Points:
    """Returns (n, n): strength of the edge at each quadrant's left side, compared with its inside, 0 to 1."""
    n = len(lab) // QUADRANT_PX
    rows = lab.reshape(n, QUADRANT_PX, n * QUADRANT_PX, 3)[:, 4:-4].mean(1)
    rows = cv2.GaussianBlur(rows, (3, 1), 0.9)
    steps = np.abs(rows[:, 2:] - rows[:, :-2]).sum(-1)
    steps = np.pad(steps, ((0, 0), (1, 1)))
    out = np.zeros((n, n))
    for column in range(first, n):
        at = column * QUADRANT_PX
        on = steps[:, at - 6 : at + 7].max(1)
        off = np.median(np.hstack([steps[:, at - 16 : at - 7], steps[:, at + 8 : at + 17]]), axis=1)
        out[:, column] = np.clip((on / (on + 2 * off + 3) - 0.4) / 0.3, 0, 1)
    return out


def _table(colours: Points) -> Points:
    """Returns the colours that are common around the canvas; rare ones are other cards, a hand, a cup."""
    if not len(colours):
        return np.zeros((0, 3))
    near = np.linalg.norm(colours[:, None] - colours[None], axis=-1) < 1.6 * MAX_TABLE_DISTANCE
    common: Points = colours[near.mean(1) > 0.2]
    return common


def probably_empty(surface: TableSurface) -> Flags:
    """Returns (cards, cards): whether the space is plain and resembles the table."""
    cards = surface.cards
    empty = np.zeros((cards, cards), dtype=bool)
    for row in range(cards):
        for column in range(cards):
            colours = surface.space(row, column)
            plain = np.linalg.norm(colours[:, None] - colours[None], axis=-1).max() < MAX_PLAIN_DISTANCE
            empty[row, column] = plain and _distance(surface.table, colours).max() < MAX_TABLE_DISTANCE
    return empty


def _distance(known: Points, colours: Points) -> Points:
    """Returns for each colour (n, 3) the distance to the nearest of the known ones."""
    if not len(known):
        return np.full(len(colours), np.inf)
    return np.asarray(np.linalg.norm(colours[:, None] - known[None], axis=-1).min(1))


def space_states(surface: TableSurface, quadrants: Quadrants, palette: InkPalette) -> NDArray[np.int8]:
    """Returns (cards, cards): CARD, EMPTY, or UNKNOWN for a space that may be either."""
    cards = surface.cards
    inked = (quadrants.distances.min(-1) < palette.limit) & (quadrants.inked > 0.5)
    like_table = (
        _distance(surface.table, surface.colours[1:-1, 1:-1].reshape(-1, 3)).reshape(inked.shape) < MAX_TABLE_DISTANCE
    )
    one_ink = _one_ink_of_table(surface, quadrants, inked, palette)
    explained = _spaces(like_table).all(-1) | one_ink
    has_card = ~probably_empty(surface) & ~(explained & (_spaces(inked).sum(-1) == 0))
    certain = inked & ~explained.repeat(2, 0).repeat(2, 1)
    states = np.full((cards, cards), CARD, dtype=np.int8)
    for row in range(cards):
        for column in range(cards):
            outline = _free_outline(surface, row, column, has_card)
            with_ink = int(_spaces(inked)[row, column].sum())
            if not explained[row, column]:
                # Not the table: a card, or something else in an empty space.
                framed = outline is None or outline > 0.5
                states[row, column] = CARD if with_ink >= 3 or framed else UNKNOWN
            else:
                states[row, column] = _table_or_card(surface, quadrants, (row, column), with_ink, outline, certain)
    return states


def _spaces(values: NDArray[Any]) -> NDArray[Any]:
    """Returns values (n, n) of quadrants as (cards, cards, 4)."""
    cards = len(values) // 2
    return values.reshape(cards, 2, cards, 2).swapaxes(1, 2).reshape(cards, cards, 4)


def _one_ink_of_table(surface: TableSurface, quadrants: Quadrants, inked: Flags, palette: InkPalette) -> Flags:
    """Returns (cards, cards): whether the space has a single ink, which is also a colour of the table."""
    tints = surface.table_tints
    if not len(tints):
        return np.zeros((surface.cards, surface.cards), dtype=bool)
    distances = palette.distances(tints, np.zeros((len(tints), 2)))
    near = distances.argmin(-1)[distances.min(-1) < palette.limit]
    common = np.bincount(near, minlength=distances.shape[-1]) > 0.15 * len(tints)
    inks, has = _spaces(quadrants.nearest), _spaces(inked)
    first = np.take_along_axis(inks, has.argmax(-1)[..., None], axis=-1)
    alone: Flags = ((inks == first) | ~has).all(-1) & common[first[..., 0]] & (has.sum(-1) >= 2)
    return alone


def _table_or_card(
    surface: TableSurface,
    quadrants: Quadrants,
    at: tuple[int, int],
    with_ink: int,
    outline: float | None,
    certain: Flags,
) -> int:
    """Decides about a space that resembles the table: by its free outline, or else by its colours."""
    is_seamless = surface.seams[at] < 0.4
    if with_ink == 0 and _spaces(quadrants.glare)[at].max() < 0.3:
        return EMPTY if outline is None or outline < 0.6 else UNKNOWN
    if outline is not None:
        if is_seamless and outline < 0.3:
            return EMPTY
        return CARD if outline > 0.8 and with_ink == 4 else UNKNOWN
    colours = surface.space(*at)
    ink = int(np.bincount(_spaces(quadrants.nearest)[at]).argmax())
    same = surface.colours[1:-1, 1:-1][certain & (quadrants.nearest == ink)]
    to_table, to_ink = _distance(surface.table, colours).mean(), _distance(same, colours).mean()
    if is_seamless and to_table < 0.6 * to_ink:
        return EMPTY
    return CARD if with_ink == 4 and to_ink < 0.4 * to_table else UNKNOWN


def _free_outline(surface: TableSurface, row: int, column: int, has_card: Flags) -> float | None:
    """Returns the strength of the edges on the sides of a space without a neighbour, or None if it has four."""
    cards = surface.cards
    around = [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]
    free = [not (0 <= r < cards and 0 <= c < cards and has_card[r, c]) for r, c in around]
    return float(surface.outline[row, column][free].mean()) if any(free) else None
