"""Draws the reading of a photo on it: the canvas and its colours, the doubts, and the titles of the tagged cards."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

import numpy as np

from aa_tools.reading.doubts import Doubt, reason_text
from aa_tools.reading.grid.lattice import Points, project
from aa_tools.reading.image.opencv import Pixels, cv2
from aa_tools.reading.image.photo import Photo
from aa_tools.reading.inks.colours import Ink
from aa_tools.reading.reader import Reading
from aa_tools.reading.tablephoto import TablePhoto
from aa_tools.reading.tags.detection import Tag
from aa_tools.rules.canvas import EMPTY

Colour = tuple[int, int, int]
"""Blue, green, red, 0 to 255."""

WHITE, DARK = (255, 255, 255), (40, 32, 28)
DOUBT_COLOUR, TAG_COLOUR = (200, 40, 230), (70, 190, 60)
FONT = cv2.FONT_HERSHEY_DUPLEX

SURROUNDINGS_BRIGHTNESS = 0.5
"""Relative brightness of what is around the canvas, so that the canvas stands out."""

MAX_LISTED_DOUBTS = 12
"""Doubts written below the picture; with more of them the photo has to be taken again anyway."""

MIN_TEXT_HEIGHT_PX = 8
"""The smallest legible height of a capital letter."""

MIN_FONT_SCALE = MIN_TEXT_HEIGHT_PX / cv2.getTextSize("R", FONT, 1.0, 1)[0][1]
"""The same as OpenCV's font scale."""

PILL_THICKNESS = 1.45
"""Thickness of the pill behind a text, in heights of the text."""

SUBPIXEL_BITS = 4
"""Fractional bits of OpenCV's drawing coordinates. Whole pixels would make slanting lines ragged."""

MAX_JPEG_BYTES = 500_000
MAX_JPEG_SIDE_PX = 2400
JPEG_QUALITIES = (85, 75, 65, 55, 45, 30)


def annotated_picture(seen: TablePhoto, titles: Mapping[str, str], suffix: str = ".jpg") -> bytes:
    """Returns the annotated picture as PNG, or as JPEG of at most MAX_JPEG_BYTES.

    Args:
        seen: the reading.
        titles: the titles of the cards by id.
        suffix: ".png", or a suffix of JPEG files.
    """
    picture = annotate(seen.photo, seen.reading)
    scale = seen.photo.fine.shape[1] / seen.photo.width_px
    for tag in seen.tags:
        _draw_tag_outline(picture, tag, scale)
    for tag in seen.tags:
        if tag.deck != "canvas":
            _draw_title(picture, tag, scale, titles.get(tag.card, tag.card))
    return bytes(cv2.imencode(".png", picture)[1]) if suffix == ".png" else _jpeg(picture)


def _jpeg(picture: Pixels) -> bytes:
    """Returns a picture as JPEG, scaled down and then compressed until it is small enough to send by phone."""
    scale = min(1.0, MAX_JPEG_SIDE_PX / max(picture.shape[:2]))
    if scale < 1:
        picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    data = b""
    for quality in JPEG_QUALITIES:
        data = bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])
        if len(data) <= MAX_JPEG_BYTES:
            break
    return data


def annotate(photo: Photo, reading: Reading) -> Pixels:
    """Draws the reading of the canvas on its photo.

    Args:
        photo: the photo.
        reading: what `read` returned for it.

    Returns:
        uint8 BGR picture: the photo, and below it a list of the doubts.
    """
    pixels = photo.fine
    to_pixels = np.diag([pixels.shape[1] / photo.small.shape[1]] * 2 + [1.0]) @ np.linalg.inv(
        reading.location.homography
    )
    n = reading.location.quadrants
    picture = _with_dark_surroundings(
        pixels, project(to_pixels, np.array([[0, 0], [n, 0], [n, n], [0, n]], dtype=np.float64))
    )
    _draw_lattice(picture, to_pixels, n)
    _draw_colour_names(picture, to_pixels, reading)
    for number, doubt in enumerate(reading.doubts, 1):
        _draw_doubt(picture, to_pixels, doubt, number)
    return np.vstack([picture, _legend(reading, picture.shape[1])])


def _with_dark_surroundings(pixels: Pixels, corners: Points) -> Pixels:
    mask = np.zeros(pixels.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255, cv2.LINE_AA)
    inside = cv2.GaussianBlur(mask, (0, 0), 4)[..., None].astype(np.float32) / 255
    return (pixels * (SURROUNDINGS_BRIGHTNESS + (1 - SURROUNDINGS_BRIGHTNESS) * inside)).astype(np.uint8)


def _draw_lattice(picture: Pixels, to_pixels: Points, n: int) -> None:
    middle = project(to_pixels, n / 2 + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    quadrant_px = float(np.linalg.norm(middle[1:] - middle[0], axis=1).min())
    for within_cards in (True, False):
        for line in range(n + 1):
            if (line % 2 == 1) != within_cards:
                continue
            for ends in ([[line, 0], [line, n]], [[0, line], [n, line]]):
                start, end = project(to_pixels, np.array(ends, dtype=np.float64))
                width = max(1, round(quadrant_px / (60 if within_cards else 24)))
                _draw_line(picture, start, end, DARK, width + 2)
                _draw_line(picture, start, end, WHITE, width)


def _draw_line(picture: Pixels, start: Points, end: Points, colour: Colour, width: int) -> None:
    a, b = np.round(np.array([start, end]) * 2**SUBPIXEL_BITS).astype(int).tolist()
    cv2.line(picture, a, b, colour, width, cv2.LINE_AA, SUBPIXEL_BITS)


def _draw_outline(picture: Pixels, corners: Points, colour: Colour, width: int, border: int) -> None:
    """Draws a closed line (n, 2) in a colour, with a white border on both sides."""
    points = np.round(corners * 2**SUBPIXEL_BITS).astype(np.int32)[None]
    cv2.polylines(picture, points, True, WHITE, width + border, cv2.LINE_AA, SUBPIXEL_BITS)
    cv2.polylines(picture, points, True, colour, width, cv2.LINE_AA, SUBPIXEL_BITS)


def _draw_colour_names(picture: Pixels, to_pixels: Points, reading: Reading) -> None:
    n = reading.location.quadrants
    names, size = labels(reading.inks, _narrowest_px(to_pixels, n))
    in_doubt = {(doubt.row, doubt.column) for doubt in reading.doubts}
    for row in range(n):
        for column in range(n):
            code = int(reading.guess.quadrants[row, column])
            if code == EMPTY and (row, column) not in in_doubt:
                continue
            name = "?" if (row, column) in in_doubt else names[code]
            _draw_label(picture, project(to_pixels, np.array([column + 0.5, row + 0.5])), name, size)


def labels(inks: Sequence[Ink], quadrant_px: float) -> tuple[list[str], float]:
    """Returns the labels of the inks and their font scale: names if they fit into a quadrant, otherwise letters."""
    (width, height), below = cv2.getTextSize(max((ink.name for ink in inks), key=len), FONT, 1.0, 1)
    size = 0.82 * quadrant_px / (width + PILL_THICKNESS * height + below)
    if size * height >= MIN_TEXT_HEIGHT_PX:
        return [ink.name for ink in inks], size
    return [ink.letter for ink in inks], 0.42 * quadrant_px / height


def _draw_label(
    picture: Pixels, centre: Points, text: str, size: float, fill: Colour = WHITE, ink: Colour = DARK
) -> None:
    """Writes text in the middle of a pill, a single letter in the middle of a disc."""
    weight = max(1, round(1.3 * size))
    (width, height), below = cv2.getTextSize(text, FONT, size, weight)
    half = max(width, height) / 2 if len(text) > 1 else 0.0
    offset, thickness = np.array([half, 0.0]), round(PILL_THICKNESS * height + below)
    _draw_line(picture, centre - offset, centre + offset, DARK, thickness + 2)
    _draw_line(picture, centre - offset, centre + offset, fill, thickness)
    origin = (round(float(centre[0]) - width / 2), round(float(centre[1]) + height / 2))
    cv2.putText(picture, text, origin, FONT, size, ink, weight, cv2.LINE_AA)


def _draw_doubt(picture: Pixels, to_pixels: Points, doubt: Doubt, number: int) -> None:
    """Draws a numbered ring on a quadrant, in the perspective of the card."""
    angle = np.linspace(0, 2 * np.pi, 49)
    centre = np.array([doubt.column + 0.5, doubt.row + 0.5])
    ring = project(to_pixels, centre + 0.42 * np.stack([np.cos(angle), np.sin(angle)], 1))
    diameter = float(np.ptp(ring, axis=0).min())
    _draw_outline(picture, ring, DOUBT_COLOUR, max(2, round(diameter / 16)), 3)
    _draw_label(picture, ring[42], str(number), max(diameter / 130, MIN_FONT_SCALE), DOUBT_COLOUR, WHITE)


def _narrowest_px(to_pixels: Points, n: int) -> float:
    """Returns the smallest side, in pixels, of any quadrant."""
    steps = np.arange(n + 1.0)
    grid = np.stack(np.meshgrid(steps, steps), -1)
    seen = project(to_pixels, grid.reshape(-1, 2)).reshape(grid.shape)
    return float(min(np.linalg.norm(np.diff(seen, axis=axis), axis=-1).min() for axis in (0, 1)))


def _legend(reading: Reading, width: int) -> Pixels:
    """Returns a strip of the picture's width with one line for each doubt."""
    lines = _legend_lines(reading)
    step = round(width / 34)
    widest = max(cv2.getTextSize(line, FONT, 1.0, 1)[0][0] for line in lines)
    size = min(step / 42, (width - 2 * step) / widest)
    strip = np.full((step * len(lines) + step, width, 3), DARK, np.uint8)
    for index, line in enumerate(lines):
        origin = (step, round(step * (index + 1.25)))
        cv2.putText(strip, line, origin, FONT, size, WHITE, max(1, round(step / 40)), cv2.LINE_AA)
    return strip


def _legend_lines(reading: Reading) -> list[str]:
    count = len(reading.doubts)
    lines = [f"{reading.players} players, {count or 'no'} quadrant{'s'[: count > 1]} in doubt"]
    lines += [f"the whole reading: {reason_text(caution)}" for caution in reading.cautions]
    for number, doubt in enumerate(reading.doubts[:MAX_LISTED_DOUBTS], 1):
        names = [reading.inks[code].name if code >= 0 else "empty" for code in doubt.candidates]
        lines.append(
            f"{number}   row {doubt.row + 1}, column {doubt.column + 1}: {reason_text(doubt.reason)}; "
            f"{' or '.join(names)}"
        )
    return lines + ([f"and {count - MAX_LISTED_DOUBTS} more"] if count > MAX_LISTED_DOUBTS else [])


def _draw_tag_outline(picture: Pixels, tag: Tag, scale: float) -> None:
    corners = tag.corners * scale
    side_px = float(np.linalg.norm(corners[0] - corners[1]))
    around = corners.mean(0) + (corners - corners.mean(0)) * 1.35
    _draw_outline(picture, around, TAG_COLOUR, max(2, round(side_px / 12)), 2)


def _draw_title(picture: Pixels, tag: Tag, scale: float, title: str) -> None:
    """Writes a card's title below its tag, in ASCII letters: OpenCV's fonts have no others."""
    text = unicodedata.normalize("NFKD", title.replace("ß", "ss")).encode("ascii", "ignore").decode()
    size = picture.shape[1] / 2600
    (width, height), below = cv2.getTextSize(text, FONT, size, 1)
    corners = tag.corners * scale
    centre, side_px = corners.mean(0), float(np.linalg.norm(corners[0] - corners[1]))
    left = round(float(np.clip(centre[0] - width / 2, 6, picture.shape[1] - width - 6)))
    base = round(float(centre[1]) + side_px + height)
    top, pad = base - height - below // 2, max(3, height // 3)
    box = ((left - pad, top - pad), (left + width + pad, base + below // 2 + pad))
    cv2.rectangle(picture, *box, TAG_COLOUR, -1, cv2.LINE_AA)
    cv2.putText(picture, text, (left, base), FONT, size, DARK, 1, cv2.LINE_AA)
