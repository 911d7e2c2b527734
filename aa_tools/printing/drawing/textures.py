"""Draws the quadrants of canvas cards: a plain colour with a texture that identifies it without colour.

The card file chooses the texture of each colour: lines, dots or waves. On a filled quadrant the texture is a slightly
darker or lighter ink on less than a quarter of the surface. Towards the middle of the card there is always a plain
patch for a camera to measure.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence

from aa_tools.printing.drawing.inks import Ink, luma, mix
from aa_tools.printing.drawing.pen import OUTLINE_MM, Pen, Point

VARIANTS = 2
"""Number of variants of each texture, so that two quadrants of one card differ."""

_REACH = 0.78
"""Extent of a texture from the corner of the card, as a share of the width of the quadrant."""
_RAGGED_MM = 0.35
"""Depth of the irregularities of a painted edge."""
_ROUND_MM = 0.7
"""Length that a painted corner cuts off each edge."""


def draw_quadrant(
    pen: Pen, paint: str, width: float, height: float, ink: Ink, paper: Ink, hatch: str, variant: int
) -> None:
    """Draws the upper left quadrant of a card; its upper left corner is the corner of the card.

    Args:
        pen: a pen with its origin at the lower left corner of the quadrant.
        paint: a key of `PAINT_STYLES`.
        width: width of the quadrant in mm.
        height: height of the quadrant in mm.
        ink: ink of the colour.
        paper: ink of the paper.
        hatch: lines, dots or waves.
        variant: 0 to VARIANTS - 1.
    """
    PAINT_STYLES[paint](pen, width, height, ink, paper, hatch, variant)


def texture_ink(ink: Ink, strength: float = 1) -> Ink:
    """Returns a slightly darker ink for light inks and a slightly lighter one for dark inks."""
    return mix(ink, "#000000", 0.13 * strength) if luma(ink) > 0.6 else mix(ink, "#FFFFFF", 0.24 * strength)


def _brushed(pen: Pen, width: float, height: float, ink: Ink, paper: Ink, hatch: str, variant: int) -> None:
    """Draws paint with ragged edges and brush marks."""
    rng = random.Random(f"{hatch} {variant}")
    pen.polygon(list(_ragged(width, height, rng)), ink)
    with (
        pen.clipped(_RAGGED_MM, _RAGGED_MM, width - 2 * _RAGGED_MM, height - 2 * _RAGGED_MM),
        pen.transformed(0, height),
    ):
        pen.polygons(list(_STROKES[hatch](width * _REACH, rng)), texture_ink(ink))


def _ragged(width: float, height: float, rng: random.Random) -> Iterator[Point]:
    """Yields the corners of a rectangle with irregular edges, as if painted by hand."""
    for x, y, across, along, length in (
        (0.0, 0.0, 1, 0, width),
        (width, 0.0, 0, 1, height),
        (width, height, -1, 0, width),
        (0.0, height, 0, -1, height),
    ):
        steps = round(length / 0.9)
        rough = [rng.random() ** 2 for _ in range(steps + 2)]
        for step in range(steps + 1):
            short = _RAGGED_MM * sum(rough[step : step + 2]) / 2
            at = min(max(length * step / steps, _ROUND_MM), length - _ROUND_MM)
            yield x + across * at - along * short, y + along * at + across * short


def _bristles(points: Sequence[Point], breadth: float, rng: random.Random) -> Iterator[list[Point]]:
    """Yields brush marks along a path: parallel slivers of different lengths."""
    hairs = round(breadth / 0.44)
    for hair in range(hairs):
        if rng.random() < 0.15:
            continue
        first = int(len(points) * 0.3 * rng.random() ** 2)
        last = len(points) - int(len(points) * 0.45 * rng.random() ** 1.5)
        aside = breadth * ((hair + 0.5) / hairs - 0.5)
        yield _sliver(points[first : max(last, first + 3)], aside, rng.uniform(0.14, 0.5))


def _sliver(points: Sequence[Point], aside: float, thick: float) -> list[Point]:
    """Returns a thin shape along a path, offset by `aside`, thickest in the middle."""
    one, other = [], []
    for number, (x, y) in enumerate(points):
        (x0, y0), (x1, y1) = points[max(number - 1, 0)], points[min(number + 1, len(points) - 1)]
        length = math.hypot(x1 - x0, y1 - y0)
        across, along = -(y1 - y0) / length, (x1 - x0) / length
        half = thick / 2 * math.sin(math.pi * (number + 0.35) / (len(points) - 0.3)) ** 0.5
        one.append((x + across * (aside + half), y + along * (aside + half)))
        other.append((x + across * (aside - half), y + along * (aside - half)))
    return one + other[::-1]


def _straight_strokes(reach: float, rng: random.Random) -> Iterator[list[Point]]:
    """Yields diagonal strokes; the farther from the corner, the longer."""
    for number in range(5):
        across = reach * (0.2 + 0.2 * number) * rng.uniform(0.95, 1.05)
        start, end = (-1.5, -across * 1.3 - 1.9), (across + 1.5, 1.9 + rng.uniform(-1, 1))
        points = [_between(start, end, step / 9) for step in range(10)]
        yield from _bristles(points, reach * (0.16 - 0.022 * number), rng)


def _dabs(reach: float, rng: random.Random) -> Iterator[list[Point]]:
    """Yields dabs of a small brush, densest at the corner."""
    for _ in range(80):
        far = reach * 1.15 * rng.random() ** 0.8
        angle = rng.uniform(0, math.pi / 2)
        x, y = far * math.cos(angle), -1.25 * far * math.sin(angle)
        long = (1.5 - far / reach) * rng.uniform(0.55, 1.05)
        yield _blob(x, y, max(long, 0.25), rng)


def _blob(x: float, y: float, radius: float, rng: random.Random) -> list[Point]:
    turn, flat = rng.uniform(0.5, 1.1), rng.uniform(0.55, 0.8)
    points = []
    for step in range(14):
        angle, far = 2 * math.pi * step / 14, radius * rng.uniform(0.9, 1.06)
        along, across = far * math.cos(angle), far * flat * math.sin(angle)
        points.append(
            (x + along * math.cos(turn) - across * math.sin(turn), y + along * math.sin(turn) + across * math.cos(turn))
        )
    return points


def _ripples(reach: float, rng: random.Random) -> Iterator[list[Point]]:
    """Yields curved strokes around the corner."""
    for number in range(5):
        radius = reach * (0.2 + 0.21 * number)
        sway = rng.uniform(0, math.pi)
        points = []
        for step in range(15):
            angle = -math.pi / 2 * (step / 14 * 1.2 - 0.1)
            far = radius * (1 + 0.05 * math.sin(3 * angle + sway))
            points.append((far * math.cos(angle), far * math.sin(angle)))
        yield from _bristles(points, reach * (0.16 - 0.02 * number), rng)


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


_STROKES: dict[str, Callable[[float, random.Random], Iterator[list[Point]]]] = {
    "lines": _straight_strokes,
    "dots": _dabs,
    "waves": _ripples,
}


def _hatched(pen: Pen, width: float, height: float, ink: Ink, paper: Ink, hatch: str, variant: int) -> None:
    """Draws a plain colour with a regular hatch at the corner of the card."""
    pen.rect(0, 0, width, height, ink)
    with pen.clipped(0, 0, width, height), pen.transformed(0, height):
        _HATCHES[hatch](pen, width * _REACH, texture_ink(ink, 1.8))


def _lines(pen: Pen, reach: float, ink: Ink) -> None:
    for number in range(1, 7):
        across = reach * number / 6
        # Lines extend beyond the edges and are clipped to the quadrant.
        pen.line([(-1, -across * 1.25 - 1.25), (across + 1, 1.25)], ink, 1.2)


def _dots(pen: Pen, reach: float, ink: Ink) -> None:
    pitch = reach / 6
    for row in range(8):
        for column in range(6):
            x, y = (column + 0.5 + 0.5 * (row % 2)) * pitch, (row + 0.5) * pitch * 0.87
            if x + y * 0.8 < reach * 1.06:
                pen.circle(x, -y, pitch * 0.31, ink)


def _waves(pen: Pen, reach: float, ink: Ink) -> None:
    for number in range(1, 6):
        pen.arc(0, 0, reach * number / 5, 270, 90, ink, 1.25)


_HATCHES: dict[str, Callable[[Pen, float, Ink], None]] = {"lines": _lines, "dots": _dots, "waves": _waves}


def _outlined(pen: Pen, width: float, height: float, ink: Ink, paper: Ink, hatch: str, variant: int) -> None:
    """Draws white with an outline, a sparse hatch, and a patch of colour in the middle for a camera to measure."""
    with pen.clipped(0, 0, width, height):
        _SPARSE[hatch](pen, width, height, ink)
    for y in (0.0, height - _EDGE_MM):
        pen.rect(0, y, width, _EDGE_MM, ink)
    for x in (0.0, width - _EDGE_MM):
        pen.rect(x, 0, _EDGE_MM, height, ink)
    for half, fill in ((width * _PATCH + 2 * _EDGE_MM, paper), (width * _PATCH, ink)):
        _PATCHES[hatch](pen, width / 2, height / 2, half, fill)


_EDGE_MM = 0.8
_PATCH = 0.24
"""Half the width of a patch, as a share of the width of the quadrant."""


def _sparse_lines(pen: Pen, width: float, height: float, ink: Ink) -> None:
    for number in range(1, 15):
        across = number * (width + height) / 15
        pen.line([(across + 1, height + 1), (across - height - 1, -1)], ink, OUTLINE_MM * 0.6)


def _sparse_dots(pen: Pen, width: float, height: float, ink: Ink) -> None:
    columns, rows = 7, 12
    for row in range(rows):
        for column in range(columns - row % 2):
            x = width * (column + 0.5 + 0.5 * (row % 2)) / columns
            pen.circle(x, height * (row + 0.5) / rows, OUTLINE_MM, ink)


def _sparse_waves(pen: Pen, width: float, height: float, ink: Ink) -> None:
    for number in range(1, 12):
        y = height * number / 12
        points = [(width * step / 24, y + 0.9 * math.sin(math.pi * step / 4)) for step in range(25)]
        pen.line(points, ink, OUTLINE_MM * 0.6)


def _square(pen: Pen, x: float, y: float, half: float, ink: Ink) -> None:
    pen.rect(x - half * 0.92, y - half * 0.92, 1.84 * half, 1.84 * half, ink)


def _diamond(pen: Pen, x: float, y: float, half: float, ink: Ink) -> None:
    pen.polygon([(x - half * 1.15, y), (x, y - half * 1.5), (x + half * 1.15, y), (x, y + half * 1.5)], ink)


def _round(pen: Pen, x: float, y: float, half: float, ink: Ink) -> None:
    pen.circle(x, y, half, ink)


_Patch = Callable[[Pen, float, float, float, Ink], None]

_SPARSE: dict[str, Callable[[Pen, float, float, Ink], None]] = {
    "lines": _sparse_lines,
    "dots": _sparse_dots,
    "waves": _sparse_waves,
}
_PATCHES: dict[str, _Patch] = {"lines": _square, "dots": _diamond, "waves": _round}

PAINT_STYLES: dict[str, Callable[[Pen, float, float, Ink, Ink, str, int], None]] = {
    "brush": _brushed,
    "hatch": _hatched,
    "outline": _outlined,
}
"""The paint styles by the names used in themes."""
