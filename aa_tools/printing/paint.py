"""The painted quadrants: plain colour, and from the card's corner a texture that tells it without colour.

A texture is the ink itself, a little darker or lighter, on less than a quarter of the quadrant; around the middle of
the card there is always a plain patch for a camera to measure. Where four cards meet, their textures join.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from aa_tools.printing.inks import Ink, lightness, mix
from aa_tools.printing.pen import Pen

_REACH = 0.78
"""How far a texture reaches from the corner, as a share of the quadrant's width."""


def quadrant(pen: Pen, width: float, height: float, ink: Ink, hatch: str) -> None:
    """Draws a quadrant of a card; its outer corner is the upper left one."""
    pen.rect(0, 0, width, height, ink)
    with pen.clipped(0, 0, width, height), pen.moved(0, height):
        _HATCHES[hatch](pen, width * _REACH, tone(ink))


def tone(ink: Ink) -> Ink:
    """Returns an ink of the same hue that stands out a little: light inks darker, dark inks lighter."""
    return mix(ink, "#000000", 0.13) if lightness(ink) > 0.6 else mix(ink, "#FFFFFF", 0.24)


def _lines(pen: Pen, reach: float, ink: Ink) -> None:
    """Slanting strokes; with the neighbours they make diamonds."""
    for number in range(1, 8):
        across = reach * number / 7
        # Each stroke runs a little beyond the edges, where the quadrant cuts it.
        pen.line([(-1, -across * 1.25 - 1.25), (across + 1, 1.25)], ink, 1.15 - 0.1 * number)


def _dots(pen: Pen, reach: float, ink: Ink) -> None:
    """Dots that shrink with their distance from the corner."""
    pitch = reach / 8
    for row in range(12):
        for column in range(8):
            x, y = (column + 0.5 + 0.5 * (row % 2)) * pitch, (row + 0.5) * pitch * 0.9
            radius = pitch * 0.44 * (1 - math.hypot(x, y) / reach)
            if radius > 0.12:
                pen.circle(x, -y, radius, ink)


def _waves(pen: Pen, reach: float, ink: Ink) -> None:
    """Ripples around the corner."""
    for number in range(1, 7):
        pen.arc(0, 0, reach * number / 6, 270, 90, ink, 1.2 - 0.12 * number)


_HATCHES: dict[str, Callable[[Pen, float, Ink], None]] = {"lines": _lines, "dots": _dots, "waves": _waves}
