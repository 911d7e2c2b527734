"""Foreign pictures that are flat drawings: noise, ramps, text, charts, paintings."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.reading.photomaker.cards import smooth

Photo = NDArray[np.uint8]
Rng = np.random.Generator
WORDS = [
    "the",
    "table",
    "a",
    "card",
    "of",
    "paint",
    "and",
    "blue",
    "sky",
    "over",
    "yellow",
    "fields",
    "while",
    "players",
    "count",
]


def size(rng: Rng) -> tuple[int, int]:
    """Returns a height and width between 700 and 1400 px."""
    return int(rng.integers(700, 1400)), int(rng.integers(700, 1400))


def sheet(rng: Rng, bgr: tuple[float, float, float] | None = None) -> Photo:
    """Returns one plain colour, chosen at random if none is given."""
    ground = rng.uniform(0, 255, 3) if bgr is None else np.array(bgr)
    return np.full((*size(rng), 3), ground, np.uint8)


def noise(rng: Rng) -> Photo:
    """Coloured or grey noise, fine or coarse."""
    h, w = size(rng)
    step = int(rng.choice([1, 4, 20, 80]))
    planes = [smooth(rng, (h, w), step) if step > 1 else rng.standard_normal((h, w)) for _ in range(3)]
    if rng.random() < 0.3:
        planes = [planes[0]] * 3
    return np.asarray(np.clip(128 + 60 * np.stack(planes, -1), 0, 255), np.uint8)


def gradient(rng: Rng) -> Photo:
    """A ramp between two colours, straight or round."""
    h, w = size(rng)
    y, x = np.mgrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j]
    a = rng.uniform(0, 6.28)
    t = np.hypot(x, y) / 1.42 if rng.random() < 0.4 else (np.cos(a) * x + np.sin(a) * y) / 2.9 + 0.5
    low, high = rng.uniform(0, 255, (2, 3))
    return np.asarray(np.clip(low + (high - low) * t[..., None], 0, 255), np.uint8)


def text_page(rng: Rng) -> Photo:
    """A page of text, some with a picture or a rule."""
    page = sheet(rng, (235, 238, 240))
    h, w = page.shape[:2]
    line, y = int(rng.integers(18, 44)), 60
    while y < h - 40:
        words = " ".join(rng.choice(WORDS, 14))
        cv2.putText(
            page, words[: int((w - 120) / line * 2.2)], (60, y), cv2.FONT_HERSHEY_SIMPLEX, line / 36, (40, 40, 40), 1
        )
        y += line * (3 if rng.random() < 0.1 else 1) + 4
    if rng.random() < 0.5:
        x0, y0 = int(rng.integers(60, w // 2)), int(rng.integers(60, h // 2))
        cv2.rectangle(page, (x0, y0), (x0 + w // 3, y0 + h // 4), rng.uniform(0, 255, 3).tolist(), -1)
    return page


def checkerboard(rng: Rng) -> Photo:
    """A checkerboard of two colours, often black and white."""
    h, w = size(rng)
    step = int(rng.integers(20, 140))
    y, x = np.mgrid[:h, :w] // step
    pair = np.array([[20, 20, 20], [235, 235, 235]]) if rng.random() < 0.5 else rng.uniform(0, 255, (2, 3))
    return np.asarray(pair[(x + y) % 2], np.uint8)


def colour_chart(rng: Rng) -> Photo:
    """Patches of many colours on black or white, like a chart for cameras or paints."""
    rows, columns = int(rng.integers(3, 8)), int(rng.integers(4, 10))
    board = sheet(rng, (25, 25, 25) if rng.random() < 0.6 else (240, 240, 240))
    h, w = board.shape[:2]
    dy, dx, gap = h / (rows + 1), w / (columns + 1), rng.uniform(0.05, 0.2)
    for r in range(rows):
        for c in range(columns):
            x, y = (c + 0.5) * dx, (r + 0.5) * dy
            hue = int(rng.integers(180))
            bgr = cv2.cvtColor(
                np.array([[[hue, rng.integers(0, 255), rng.integers(40, 255)]]], np.uint8), cv2.COLOR_HSV2BGR
            )
            corner = (round(x + dx * (1 - gap)), round(y + dy * (1 - gap)))
            cv2.rectangle(board, (round(x), round(y)), corner, bgr[0, 0].tolist(), -1)
    return board


def abstract_painting(rng: Rng) -> Photo:
    """Red, yellow, blue and white fields between black bars of uneven width."""
    picture = sheet(rng, (235, 238, 240))
    h, w = picture.shape[:2]
    xs = np.sort(np.append(rng.uniform(0, w, int(rng.integers(2, 6))), [0, w])).astype(int)
    ys = np.sort(np.append(rng.uniform(0, h, int(rng.integers(2, 6))), [0, h])).astype(int)
    inks = [(40, 40, 205), (40, 205, 245), (170, 80, 30), (235, 238, 240), (235, 238, 240)]
    for x0, x1 in pairwise(xs):
        for y0, y1 in pairwise(ys):
            cv2.rectangle(picture, (int(x0), int(y0)), (int(x1), int(y1)), inks[int(rng.integers(5))], -1)
            cv2.rectangle(picture, (int(x0), int(y0)), (int(x1), int(y1)), (20, 20, 20), int(rng.integers(4, 16)))
    return picture


def stripes(rng: Rng) -> Photo:
    """Stripes of red, yellow and blue, or a plaid of them."""
    h, w = size(rng)
    inks = np.array([(40, 40, 205), (40, 205, 245), (170, 80, 30), (235, 238, 240)], np.float64)
    down = inks[rng.integers(0, 4, h // 20 + 1)][np.arange(h) // int(rng.integers(20, 90))]
    if rng.random() < 0.4:
        return np.broadcast_to(down[:, None], (h, w, 3)).astype(np.uint8)
    across = inks[rng.integers(0, 4, w // 20 + 1)][np.arange(w) // int(rng.integers(20, 90))]
    return ((down[:, None] + across[None]) / 2).astype(np.uint8)
