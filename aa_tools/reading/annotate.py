"""The annotated picture: the lattice, the name of each colour, each doubt ringed and numbered."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aa_tools.reading.doubts import Doubt
from aa_tools.reading.grid.lattice import Points, project
from aa_tools.reading.image.opencv import Pixels, cv2
from aa_tools.reading.image.photo import Photo
from aa_tools.reading.inks.colours import Ink
from aa_tools.reading.reader import Reading
from aa_tools.reading.reasons import words_of
from aa_tools.rules.canvas import EMPTY

Colour = tuple[int, int, int]

WHITE, DARK, RING = (255, 255, 255), (40, 32, 28), (200, 40, 230)
FONT = cv2.FONT_HERSHEY_DUPLEX
DIMMED = 0.5
"""The light of what lies around the canvas."""

LISTED = 12
"""Doubts that are spelled out below the picture."""

SMALLEST_TEXT_PX = 8
"""Height of a capital that can still be read."""

SMALLEST_SIZE = SMALLEST_TEXT_PX / cv2.getTextSize("R", FONT, 1.0, 1)[0][1]
"""The same as OpenCV counts it."""

_PILL = 1.45
"""Thickness of a pill over the height of its text."""

SHIFT = 4
"""Bits of a pixel's fraction in OpenCV's drawing functions; lines look straight with them."""


def annotate(photo: Photo, reading: Reading) -> Pixels:
    """Draws what was read on the photo.

    Args:
        photo: the photo.
        reading: what `read` returned for it.

    Returns:
        uint8 BGR picture, the photo with a list of the doubts below it.
    """
    pixels = photo.fine
    to_pixels = np.diag([pixels.shape[1] / photo.small.shape[1]] * 2 + [1.0]) @ np.linalg.inv(
        reading.located.homography
    )
    n = reading.located.quadrants
    picture = _spotlit(pixels, project(to_pixels, np.array([[0, 0], [n, 0], [n, n], [0, n]], dtype=np.float64)))
    _draw_lattice(picture, to_pixels, n)
    _draw_names(picture, to_pixels, reading)
    for number, doubt in enumerate(reading.doubts, 1):
        _draw_doubt(picture, to_pixels, doubt, number)
    return np.vstack([picture, _legend(reading, picture.shape[1])])


def _spotlit(pixels: Pixels, corners: Points) -> Pixels:
    """Dims what lies around the canvas."""
    mask = np.zeros(pixels.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255, cv2.LINE_AA)
    light = DIMMED + (1 - DIMMED) * cv2.GaussianBlur(mask, (0, 0), 4)[..., None].astype(np.float32) / 255
    return (pixels * light).astype(np.uint8)


def _draw_lattice(picture: Pixels, to_pixels: Points, n: int) -> None:
    unit = _unit_px(to_pixels, n)
    for within_cards in (True, False):
        for line in range(n + 1):
            if (line % 2 == 1) != within_cards:
                continue
            for ends in ([[line, 0], [line, n]], [[0, line], [n, line]]):
                start, end = project(to_pixels, np.array(ends, dtype=np.float64))
                width = max(1, round(unit / (60 if within_cards else 24)))
                _line(picture, start, end, DARK, width + 2)
                _line(picture, start, end, WHITE, width)


def _line(picture: Pixels, start: Points, end: Points, colour: Colour, width: int) -> None:
    a, b = np.round(np.array([start, end]) * 2**SHIFT).astype(int).tolist()
    cv2.line(picture, a, b, colour, width, cv2.LINE_AA, SHIFT)


def _draw_names(picture: Pixels, to_pixels: Points, reading: Reading) -> None:
    n = reading.located.quadrants
    names, size = labels(reading.inks, _narrowest_px(to_pixels, n))
    doubted = {(doubt.row, doubt.column) for doubt in reading.doubts}
    for row in range(n):
        for column in range(n):
            code = int(reading.guess.quadrants[row, column])
            if code == EMPTY and (row, column) not in doubted:
                continue
            name = "?" if (row, column) in doubted else names[code]
            _label(picture, project(to_pixels, np.array([column + 0.5, row + 0.5])), name, size)


def labels(inks: Sequence[Ink], unit_px: float) -> tuple[list[str], float]:
    """Returns what to write on quadrants of a size, and how large: names that fit into them, or else letters."""
    (width, height), below = cv2.getTextSize(max((ink.name for ink in inks), key=len), FONT, 1.0, 1)
    size = 0.82 * unit_px / (width + _PILL * height + below)
    if size * height >= SMALLEST_TEXT_PX:
        return [ink.name for ink in inks], size
    return [ink.letter for ink in inks], 0.42 * unit_px / height


def _label(picture: Pixels, centre: Points, text: str, size: float, fill: Colour = WHITE, ink: Colour = DARK) -> None:
    """Writes text in the middle of a pill."""
    weight = max(1, round(1.3 * size))
    (width, height), below = cv2.getTextSize(text, FONT, size, weight)
    half = max(width, height) / 2 if len(text) > 1 else 0.0  # one letter stands in a disc
    along, thick = np.array([half, 0.0]), round(_PILL * height + below)
    _line(picture, centre - along, centre + along, DARK, thick + 2)
    _line(picture, centre - along, centre + along, fill, thick)
    at = (round(float(centre[0]) - width / 2), round(float(centre[1]) + height / 2))
    cv2.putText(picture, text, at, FONT, size, ink, weight, cv2.LINE_AA)


def _draw_doubt(picture: Pixels, to_pixels: Points, doubt: Doubt, number: int) -> None:
    """Draws a ring that lies flat on the card, and its number."""
    turn = np.linspace(0, 2 * np.pi, 49)
    centre = np.array([doubt.column + 0.5, doubt.row + 0.5])
    ring = project(to_pixels, centre + 0.42 * np.stack([np.cos(turn), np.sin(turn)], 1))
    points = np.round(ring * 2**SHIFT).astype(np.int32)[None]
    unit = float(np.ptp(ring, axis=0).min())
    width = max(2, round(unit / 16))
    cv2.polylines(picture, points, True, WHITE, width + 3, cv2.LINE_AA, SHIFT)
    cv2.polylines(picture, points, True, RING, width, cv2.LINE_AA, SHIFT)
    _label(picture, ring[42], str(number), max(unit / 130, SMALLEST_SIZE), RING, WHITE)


def _unit_px(to_pixels: Points, n: int) -> float:
    """Returns the smaller side, in pixels, of the quadrant in the middle."""
    middle = project(to_pixels, n / 2 + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    return float(np.linalg.norm(middle[1:] - middle[0], axis=1).min())


def _narrowest_px(to_pixels: Points, n: int) -> float:
    """Returns the smallest side, in pixels, of any quadrant."""
    steps = np.arange(n + 1.0)
    grid = np.stack(np.meshgrid(steps, steps), -1)
    seen = project(to_pixels, grid.reshape(-1, 2)).reshape(grid.shape)
    return float(min(np.linalg.norm(np.diff(seen, axis=axis), axis=-1).min() for axis in (0, 1)))


def _legend(reading: Reading, width: int) -> Pixels:
    """Returns the strip with a line for each doubt."""
    lines = _lines(reading)
    step = round(width / 34)
    widest = max(cv2.getTextSize(line, FONT, 1.0, 1)[0][0] for line in lines)
    size = min(step / 42, (width - 2 * step) / widest)
    strip = np.full((step * len(lines) + step, width, 3), DARK, np.uint8)
    for index, line in enumerate(lines):
        at = (step, round(step * (index + 1.25)))
        cv2.putText(strip, line, at, FONT, size, WHITE, max(1, round(step / 40)), cv2.LINE_AA)
    return strip


def _lines(reading: Reading) -> list[str]:
    count = len(reading.doubts)
    first = f"{reading.players} players, {'no quadrant' if count == 0 else count} in doubt"
    lines = [first] + [f"the whole reading: {words_of(caution)}" for caution in reading.cautions]
    for number, doubt in enumerate(reading.doubts[:LISTED], 1):
        names = [reading.inks[code].name if code >= 0 else "empty" for code in doubt.candidates]
        lines.append(
            f"{number}   row {doubt.row + 1}, column {doubt.column + 1}: {words_of(doubt.reason)}; {' or '.join(names)}"
        )
    return lines + ([f"and {count - LISTED} more"] if count > LISTED else [])
