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


def annotated_png(seen: TablePhoto, titles: Mapping[str, str]) -> bytes:
    """Returns the annotated picture as PNG.

    Args:
        seen: what was read.
        titles: the titles of cards by their ids.
    """
    picture = annotate(seen.photo, seen.reading)
    scale = seen.photo.fine.shape[1] / seen.photo.width_px
    size = picture.shape[1] / 2600
    for tag in seen.tags:
        _outline(picture, tag, scale)
    for tag in seen.tags:
        if tag.deck != "canvas":
            _title(picture, tag, scale, titles.get(tag.card, tag.card), size)
    return bytes(cv2.imencode(".png", picture)[1])


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
