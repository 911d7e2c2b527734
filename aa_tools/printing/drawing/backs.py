"""Draws card backs: six abstract designs that look the same after a half turn, so none reveals how its card lies.

Each design is centred inside a white border. Most of them draw half of the picture twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from aa_tools.printing.drawing.inks import Ink, mix
from aa_tools.printing.drawing.pen import Pen
from aa_tools.printing.layout.geometry import Size

BORDER_MM = 3.0


@dataclass(frozen=True)
class BackInks:
    """The inks of a back: the three game colours, a dark and a light ink."""

    first: Ink
    second: Ink
    third: Ink
    dark: Ink
    light: Ink


def draw_back(pen: Pen, art: str, card: Size, inks: BackInks) -> None:
    """Draws the back of a card from its lower left corner; `art` is a key of `ARTS`."""
    width, height = card.width_mm - 2 * BORDER_MM, card.height_mm - 2 * BORDER_MM
    with pen.clipped(BORDER_MM, BORDER_MM, width, height), pen.transformed(card.width_mm / 2, card.height_mm / 2):
        ARTS[art](pen, width, height, inks)


def _twice(pen: Pen) -> Iterator[None]:
    """Repeats the body of a for loop: once upright, once after a half turn."""
    for turn_deg in (0, 180):
        with pen.transformed(turn_deg=turn_deg):
            yield


def _grid(pen: Pen, width: float, height: float, inks: BackInks) -> None:
    """Coloured rectangles between black bars."""
    pen.rect(-width / 2, -height / 2, width, height, inks.light)
    x, y = width / 2, height / 2
    bar = width * 0.045
    for _ in _twice(pen):
        pen.rect(-x, y * 0.3, x * 1.25, y * 0.7, inks.first)
        pen.rect(x * 0.64, y * 0.62, x * 0.36, y * 0.38, inks.second)
        pen.rect(x * 0.25, 0, x * 0.75, y * 0.3, inks.third)
    for _ in _twice(pen):
        pen.rect(-x, y * 0.3 - bar / 2, 2 * x, bar, inks.dark)
        pen.rect(x * 0.25 - bar / 2, -y * 0.3, bar, y * 1.3, inks.dark)
        pen.rect(x * 0.64 - bar / 2, y * 0.62, bar, y * 0.38, inks.dark)
        pen.rect(x * 0.25, y * 0.62 - bar / 2, x * 0.75, bar, inks.dark)
        pen.rect(x * 0.25, -bar / 2, x * 0.75, bar, inks.dark)


def _fronds(pen: Pen, width: float, height: float, inks: BackInks) -> None:
    """Leaves, as if cut from paper."""
    x, y = width / 2, height / 2
    for _ in _twice(pen):
        pen.rect(-x, 0, x, y, inks.third)
        pen.rect(0, 0, x, y, inks.dark)
    for _ in _twice(pen):
        _frond(pen, -x * 0.56, y * 0.1, -5, y * 0.78, inks.light)
        _frond(pen, x * 0.44, y * 0.1, -5, y * 0.78, inks.second)


def _frond(pen: Pen, x: float, y: float, turn_deg: float, length: float, ink: Ink) -> None:
    with pen.transformed(x, y, turn_deg=turn_deg):
        pen.polygon([(-1.3, 0), (1.3, 0), (0.6, length * 0.9), (-0.6, length * 0.9)], ink)
        for number in range(5):
            for side in (-1, 1):
                at = length * (0.1 + 0.155 * number + 0.03 * side)
                with pen.transformed(0, at, turn_deg=-side * (66 - 7 * number)):
                    half = length * (0.15, 0.175, 0.17, 0.15, 0.11)[number]
                    pen.ellipse(0, half, half * 0.36, half, ink)
        pen.ellipse(0, length * 0.93, length * 0.045, length * 0.1, ink)


# Shape, background, ink and rotation of each tile in the upper half, four in a row.
_TILES = (
    "quarter dark first 0", "half light third 0", "triangle second dark 90", "quarter third light 180",
    "triangle first light 0", "disc dark second 0", "quarter light first 270", "half dark light 90",
    "half second dark 270", "quarter third light 90", "disc first dark 0", "triangle light third 180",
)  # fmt: skip


def _tiles(pen: Pen, width: float, height: float, inks: BackInks) -> None:
    """Tiles with quarter discs, half discs, triangles and discs."""
    wide, high = width / 4, height / 6
    for _ in _twice(pen):
        for number, tile in enumerate(_TILES):
            shape, ground, ink, turn = tile.split()
            row, column = divmod(number, 4)
            with pen.transformed((column - 1.5) * wide, (2.5 - row) * high):
                pen.rect(-wide / 2, -high / 2, wide, high, getattr(inks, ground))
                with pen.clipped(-wide / 2, -high / 2, wide, high), pen.transformed(turn_deg=int(turn)):
                    _shape(pen, shape, wide / 2, high / 2, getattr(inks, ink))


def _shape(pen: Pen, shape: str, across: float, along: float, ink: Ink) -> None:
    """Draws a shape centred in a tile; `across` and `along` are half the sides of the tile."""
    large, small = max(across, along), min(across, along)
    if shape == "quarter":
        pen.wedge(-large, -large, 2 * large, 0, 90, ink)
    elif shape == "half":
        pen.wedge(0, -large, small, 0, 180, ink)
    elif shape == "triangle":
        pen.polygon([(-large, -large), (large, -large), (-large, large)], ink)
    else:
        pen.circle(0, 0, small * 0.72, ink)


def _rings(pen: Pen, width: float, height: float, inks: BackInks) -> None:
    """Squares with rings; each design appears twice."""
    wide, high = width / 2, height / 3
    ordered = (inks.dark, inks.first, inks.light, inks.third, inks.second)
    for _ in _twice(pen):
        for number, (column, row) in enumerate(((0, 2), (1, 2), (0, 1))):
            with (
                pen.transformed((column - 0.5) * wide, (row - 1) * high),
                pen.clipped(-wide / 2, -high / 2, wide, high),
            ):
                order = ordered[number * 2 % 5 :] + ordered[: number * 2 % 5]
                pen.rect(-wide / 2, -high / 2, wide, high, order[0])
                for ring, ink in enumerate(order[1:]):
                    pen.circle(0, 0, high * (0.47 - 0.115 * ring), ink)


def _disc(pen: Pen, width: float, height: float, inks: BackInks) -> None:
    """A disc of rings that are divided into quarters."""
    x, y = width / 2, height / 2
    for _ in _twice(pen):
        pen.rect(-x, 0, x, y, inks.second)
        pen.rect(0, 0, x, y, inks.dark)
    pairs = (("dark", "first"), ("light", "third"), ("first", "second"), ("third", "dark"), ("second", "light"))
    for ring, (one, other) in enumerate(pairs):
        radius = width * (0.46 - 0.09 * ring)
        for _ in _twice(pen):
            pen.wedge(0, 0, radius, 0, 90, getattr(inks, one))
            pen.wedge(0, 0, radius, 90, 90, getattr(inks, other))


def _squares(pen: Pen, width: float, height: float, inks: BackInks) -> None:
    """Nested rectangles."""
    nested = (inks.third, mix(inks.third, inks.dark, 0.45), inks.dark, inks.first, inks.second, inks.light)
    for number, ink in enumerate(nested):
        share = 1 - number / len(nested)
        pen.rect(-width * share / 2, -height * share / 2, width * share, height * share, ink)


ARTS: dict[str, Callable[[Pen, float, float, BackInks], None]] = {
    "grid": _grid,
    "fronds": _fronds,
    "tiles": _tiles,
    "rings": _rings,
    "disc": _disc,
    "squares": _squares,
}
"""The designs by the names used in themes."""
