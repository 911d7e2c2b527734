"""The annotated picture of a whole table: the canvas as `annotate` draws it, and each tag with its card's title."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

import numpy as np

from aa_tools.reading.annotate import DARK, FONT, SHIFT, WHITE, annotate
from aa_tools.reading.image.opencv import Pixels, cv2
from aa_tools.reading.tablephoto import TablePhoto
from aa_tools.reading.tags.detection import Tag

FRAME = (70, 190, 60)
"""BGR of the outline of a tag."""

MAX_JPEG_BYTES = 500_000
MAX_JPEG_SIDE_PX = 2400
JPEG_QUALITIES = (85, 75, 65, 55, 45, 30)


def annotated_picture(seen: TablePhoto, titles: Mapping[str, str], suffix: str = ".jpg") -> bytes:
    """Returns the annotated picture as PNG, or as JPEG of at most MAX_JPEG_BYTES.

    Args:
        seen: what was read.
        titles: the titles of cards by their ids.
        suffix: ".png", or a suffix of JPEG files.
    """
    picture = _drawn(seen, titles)
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


def _drawn(seen: TablePhoto, titles: Mapping[str, str]) -> Pixels:
    """Returns the photo with the reading of the canvas and the titles of the tagged cards drawn on it."""
    picture = annotate(seen.photo, seen.reading)
    scale = seen.photo.fine.shape[1] / seen.photo.width_px
    size = picture.shape[1] / 2600
    for tag in seen.tags:
        _outline(picture, tag, scale)
    for tag in seen.tags:
        if tag.deck != "canvas":
            _title(picture, tag, scale, titles.get(tag.card, tag.card), size)
    return picture


def _outline(picture: Pixels, tag: Tag, scale: float) -> None:
    corners = tag.corners * scale
    grown = corners.mean(0) + (corners - corners.mean(0)) * 1.35
    points = np.round(grown * 2**SHIFT).astype(np.int32)[None]
    side_px = float(np.linalg.norm(corners[0] - corners[1]))
    width = max(2, round(side_px / 12))
    cv2.polylines(picture, points, True, WHITE, width + 2, cv2.LINE_AA, SHIFT)
    cv2.polylines(picture, points, True, FRAME, width, cv2.LINE_AA, SHIFT)


def _title(picture: Pixels, tag: Tag, scale: float, title: str, size: float) -> None:
    """Writes a title under a tag, or above it near the lower edge; the fonts of OpenCV have only ASCII letters."""
    text = unicodedata.normalize("NFKD", title.replace("ß", "ss")).encode("ascii", "ignore").decode()
    (width, height), below = cv2.getTextSize(text, FONT, size, 1)
    corners = tag.corners * scale
    centre, side_px = corners.mean(0), float(np.linalg.norm(corners[0] - corners[1]))
    left = round(float(np.clip(centre[0] - width / 2, 6, picture.shape[1] - width - 6)))
    base = round(float(centre[1]) + side_px + height)
    top, pad = base - height - below // 2, max(3, height // 3)
    cv2.rectangle(
        picture, (left - pad, top - pad), (left + width + pad, base + below // 2 + pad), FRAME, -1, cv2.LINE_AA
    )
    cv2.putText(picture, text, (left, base), FONT, size, DARK, 1, cv2.LINE_AA)
