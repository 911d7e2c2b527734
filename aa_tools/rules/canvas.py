"""The canvas: its quadrants, the masks of the zones, and its text form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from aa_tools.errors import RulesError
from aa_tools.rules.ruleset import COLOURS, Side, Zone

EMPTY = -1
"""The code of a quadrant without a card; colours are 0, 1, 2 in the order of the card file."""

UNKNOWN = -2
"""The code of a quadrant whose colour is unknown."""

GridIndex = tuple[int, int]
"""The (row, column) of a quadrant on the canvas, from 0, counted from the north west."""

_T = TypeVar("_T", bound=np.generic)

LETTERS = {".": EMPTY, "?": UNKNOWN}
"""The letters of the text form other than the letters of colours."""


def letters_by_code(colours: str) -> dict[int, str]:
    """Returns the letter of each code of a quadrant: those of the colours, of empty and of unknown."""
    return dict(enumerate(colours)) | {code: letter for letter, code in LETTERS.items()}


@dataclass(frozen=True, eq=False)
class Canvas:
    """A square canvas with north at the top.

    Attributes:
        quadrants: int8 array of shape (side, side), colour numbers, EMPTY or UNKNOWN; read-only.
    """

    quadrants: NDArray[np.int8]

    def __post_init__(self) -> None:
        own = np.array(self.quadrants, dtype=np.int8)
        if own.ndim != 2 or own.shape[0] != own.shape[1] or own.shape[0] % 2:
            raise RulesError(f"a canvas must be square and made of whole cards, not {own.shape}")
        own.setflags(write=False)
        object.__setattr__(self, "quadrants", own)

    @classmethod
    def parse(cls, text: str, colours: str) -> Canvas:
        """Parses "RRYB/BYYR/…": a letter for each quadrant, rows separated by "/" or line ends.

        Args:
            text: the rows from the north.
            colours: the letters of the colours, such as "RYB".

        Raises:
            RulesError: there is an unknown letter, or the rows do not form a square.
        """
        codes = {letter: code for code, letter in enumerate(colours)} | LETTERS
        rows = text.replace("/", "\n").split()
        if wrong := next((letter for row in rows for letter in row if letter not in codes), None):
            raise RulesError(f"{wrong!r} is not a colour", hint=f"use {', '.join(codes)}")
        if any(len(row) != len(rows) for row in rows):
            raise RulesError("the rows do not form a square")
        return cls(np.array([[codes[letter] for letter in row] for row in rows], dtype=np.int8))

    def rows(self, colours: str) -> list[str]:
        """Returns the text form: a string for each row, from the north."""
        letters = letters_by_code(colours)
        return ["".join(letters[int(code)] for code in row) for row in self.quadrants]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Canvas) and np.array_equal(self.quadrants, other.quadrants)

    def __hash__(self) -> int:
        return hash(self.quadrants.tobytes())

    @property
    def side(self) -> int:
        """Quadrants on a side."""
        return int(self.quadrants.shape[0])

    def with_north_up(self, bottom: Side) -> Canvas:
        """Returns the canvas turned north up; `bottom` is the side at its current lower edge."""
        return Canvas(np.rot90(self.quadrants, -bottom.quarter_turns))

    def with_quadrants(self, codes: Mapping[GridIndex, int]) -> Canvas:
        """Returns a canvas with other codes at some indices."""
        quadrants = self.quadrants.copy()
        for index, code in codes.items():
            quadrants[index] = code
        return Canvas(quadrants)

    def unknown(self) -> Iterator[GridIndex]:
        """Yields the index of each unknown quadrant, from the north west."""
        for row, column in np.argwhere(self.quadrants == UNKNOWN):
            yield int(row), int(column)


def _seen_from(side: Side, zone: Zone, quadrants: NDArray[_T]) -> NDArray[_T]:
    """Returns the zone of a side, nearest row first; `quadrants` has shape (…, side, side)."""
    turned = np.rot90(quadrants, side.quarter_turns, axes=(-2, -1))
    return turned[..., ::-1, :][..., : zone.rows, :]


def zone_masks(quadrants: NDArray[np.int8], sides: Sequence[Side], zone: Zone) -> NDArray[np.uint64]:
    """Returns the masks of each zone and colour, for any number of canvases.

    Args:
        quadrants: int8 array of shape (n, side, side), as in `Canvas.quadrants`.
        sides: the sides whose zones to return, in this order.
        zone: the shape of a zone.

    Returns:
        uint64 array of shape (n, zones, COLOURS).
    """
    bits = np.uint64(1) << np.arange(zone.rows * zone.columns, dtype=np.uint64)
    masks = np.empty((len(quadrants), len(sides), COLOURS), dtype=np.uint64)
    for index, side in enumerate(sides):
        seen = _seen_from(side, zone, quadrants).reshape(len(quadrants), -1)
        for colour in range(COLOURS):
            masks[:, index, colour] = np.where(seen == colour, bits, np.uint64(0)).sum(axis=-1, dtype=np.uint64)
    return masks


def mask_indices(mask: int, side: Side, zone: Zone, canvas_side: int) -> list[GridIndex]:
    """Returns the index on the canvas of each bit of a zone's mask, from the north west."""
    numbers = np.arange(canvas_side * canvas_side).reshape(canvas_side, canvas_side)
    seen = _seen_from(side, zone, numbers).reshape(-1)
    chosen = sorted(int(number) for bit, number in enumerate(seen) if mask >> bit & 1)
    return [divmod(number, canvas_side) for number in chosen]
