"""Draws card faces as linear reflectances, and chooses the cards of a canvas."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.reading.photomaker.conditions import Conditions, Hatch, Ink

Picture = NDArray[np.float32]
Grid = NDArray[np.str_]

WIDTH_MM, HEIGHT_MM = 63.0, 88.0
PAPER = (0.80, 0.81, 0.80)

_INKS: dict[Ink, dict[str, tuple[int, int, int]]] = {
    "deck": {"R": (220, 37, 67), "Y": (255, 210, 31), "B": (12, 139, 224)},
    "vivid": {"R": (222, 28, 40), "Y": (252, 206, 20), "B": (20, 84, 176)},
    "dull": {"R": (188, 60, 62), "Y": (230, 198, 80), "B": (58, 96, 160)},
    "glossy": {"R": (214, 26, 46), "Y": (248, 204, 24), "B": (24, 98, 184)},
    "faded": {"R": (208, 92, 92), "Y": (240, 216, 118), "B": (94, 138, 192)},
}


def linear(rgb: tuple[float, ...] | NDArray[np.float64]) -> NDArray[np.float64]:
    """Turns sRGB values 0-255 into linear ones 0-1."""
    v = np.asarray(rgb, np.float64) / 255
    return np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4)


def inks(rng: np.random.Generator, ink: Ink) -> dict[str, NDArray[np.float64]]:
    """Returns the three inks of one print run, RGB reflectances, a little off their recipe."""
    return {k: np.clip(linear(v) * np.exp(rng.normal(0, 0.06, 3)), 0.005, 0.9) for k, v in _INKS[ink].items()}


def real_deck() -> list[Grid]:
    """Returns the 54 colourings with no colour more than twice, each (2, 2) letters."""
    quads = [np.array(q).reshape(2, 2) for q in product("RYB", repeat=4)]
    return [q for q in quads if max(np.unique(q, return_counts=True)[1]) <= 2]


def canvas_letters(rng: np.random.Generator, c: Conditions) -> Grid:
    """Returns the letters of a canvas, (2 side, 2 side), "." where no card lies."""
    n = c.side
    deck = real_deck()
    picked = [deck[i] for i in rng.permutation(len(deck))[: n * n]]
    quads = picked if c.deck else list(rng.choice(list("RYB"), (n * n, 2, 2)))
    letters = np.block([[quads[r * n + k] for k in range(n)] for r in range(n)])
    for space in rng.permutation(n * n)[: c.empty]:
        r, k = divmod(int(space), n)
        letters[2 * r : 2 * r + 2, 2 * k : 2 * k + 2] = "."
    return letters


class Printer:
    """Prints canvas cards of one print run: the same inks, hatches, border and cut."""

    def __init__(self, rng: np.random.Generator, c: Conditions, scale: float) -> None:
        self.rng, self.c, self.scale = rng, c, scale
        self.inks = inks(rng, c.ink)
        self.hatches = dict(zip("RYB", _hatches(rng, c.hatch), strict=True))
        self.depth = float(rng.choice([-1, 1]) * rng.uniform(0.25, 0.5))
        self.pitch_mm = float(rng.uniform(2.2, 4.5))
        self.inner_mm = float(rng.uniform(2, 4)) if c.cross_mm > 0 and rng.random() < 0.4 else 0.0
        self.corner_mm = 3.0 if c.rounded else 0.0
        self.dark_mark = bool(rng.random() < 0.7)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of a face in px."""
        return round(WIDTH_MM * self.scale), round(HEIGHT_MM * self.scale)

    def canvas_card(self, quads: Grid, number: int) -> Picture:
        """Returns a canvas card as it lies, (height, width, 3): the quadrants as given, the print either way up."""
        w, h = self.size
        face = np.full((h, w, 3), PAPER, np.float32)
        dx, dy = self.rng.normal(0, 0.25, 2)
        turned = self.rng.random() < 0.5
        quads = quads[::-1, ::-1] if turned else quads
        for row, col in product(range(2), range(2)):
            self._quadrant(face, str(quads[row, col]), row, col, (float(dx), float(dy)))
        if self.c.mark:
            self._mark(face, number)
        face = grain(self.rng, face)
        return np.ascontiguousarray(face[::-1, ::-1]) if turned else face

    def _quadrant(self, face: Picture, letter: str, row: int, col: int, shift_mm: tuple[float, float]) -> None:
        b, g = self.c.border_mm, self.c.cross_mm / 2
        x = (b, WIDTH_MM / 2 - g) if col == 0 else (WIDTH_MM / 2 + g, WIDTH_MM - b)
        y = (b, HEIGHT_MM / 2 - g) if row == 0 else (HEIGHT_MM / 2 + g, HEIGHT_MM - b)
        h, w = face.shape[:2]
        spill = 1.0 if b == 0 and self.rng.random() < 0.8 else 0.0  # bleed: the ink runs over the cut
        x0, x1 = (round((v + shift_mm[0]) * self.scale) for v in (x[0] - spill * (col == 0), x[1] + spill * col))
        y0, y1 = (round((v + shift_mm[1]) * self.scale) for v in (y[0] - spill * (row == 0), y[1] + spill * row))
        x0, x1, y0, y1 = max(x0, 0), min(x1, w), max(y0, 0), min(y1, h)
        ink = self.inks[letter] * np.exp(self.rng.normal(0, 0.02))
        block = np.broadcast_to(ink.astype(np.float32), (y1 - y0, x1 - x0, 3))
        block = self._hatched(block, self.hatches[letter])
        if self.inner_mm:
            alpha = rounded_mask((x1 - x0, y1 - y0), self.inner_mm * self.scale)[..., None]
            block = block * alpha + face[y0:y1, x0:x1] * (1 - alpha)
        face[y0:y1, x0:x1] = block

    def _hatched(self, block: Picture, hatch: str) -> Picture:
        if hatch == "none":
            return block
        mask = _hatch_mask(self.rng, hatch, (block.shape[0], block.shape[1]), self.scale, self.pitch_mm)[..., None]
        other = block * (1 + self.depth) if self.depth < 0 else block + (0.9 - block) * self.depth * 0.7
        return block + (other - block) * mask

    def _mark(self, face: Picture, number: int) -> None:
        x_mm, y_mm = (WIDTH_MM / 2 - 5, HEIGHT_MM - 0.6) if number % 3 else (WIDTH_MM - 15, HEIGHT_MM - 1.0)
        grey = (0.05, 0.05, 0.05) if self.dark_mark else (0.6, 0.6, 0.6)
        text(face, f"AA-{number:02d}", (x_mm, y_mm), 2.2, grey, self.scale)


def text(
    face: Picture, words: str, at_mm: tuple[float, float], height_mm: float, ink: tuple[float, ...], scale: float
) -> None:
    """Writes words on a face; `at_mm` is the left end of the line they stand on."""
    at = (round(at_mm[0] * scale), round(at_mm[1] * scale))
    size = height_mm * scale / 21
    mask = np.zeros(face.shape[:2], np.uint8)
    cv2.putText(mask, words, at, cv2.FONT_HERSHEY_SIMPLEX, size, 255, max(1, round(size * 2.2)), cv2.LINE_AA)
    cover = (mask.astype(np.float32) / 255)[..., None]
    face += (np.array(ink, np.float32) - face) * cover


def grain(rng: np.random.Generator, face: Picture) -> Picture:
    """Adds what paper and printer add: mottling, faint bands across, and fine grain."""
    h, w = face.shape[:2]
    mottle = smooth(rng, (h, w), max(4, h // 12)) * 0.02 + smooth(rng, (h, w), 3) * 0.012
    bands = cv2.GaussianBlur(rng.standard_normal((h, 1)).astype(np.float32), (1, 3), 0.8) * rng.uniform(0, 0.03)
    return np.asarray(np.clip(face * (1 + mottle + bands)[..., None], 0.004, 0.95), np.float32)


def smooth(rng: np.random.Generator, size: tuple[int, int], step: int) -> Picture:
    """Returns smooth noise of (height, width), about one unit strong, with bumps of `step` px."""
    h, w = size
    coarse = rng.standard_normal((h // step + 3, w // step + 3)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC), np.float32)


def rounded_mask(size: tuple[int, int], radius: float) -> Picture:
    """Returns 1 inside a rectangle of (width, height) px with round corners, 0 outside."""
    w, h = size
    x = np.abs(np.arange(w, dtype=np.float32) + 0.5 - w / 2) - (w / 2 - radius)
    y = np.abs(np.arange(h, dtype=np.float32) + 0.5 - h / 2) - (h / 2 - radius)
    away = np.hypot(np.maximum(x, 0)[None, :], np.maximum(y, 0)[:, None])
    return np.clip(radius - away + 0.5, 0, 1).astype(np.float32) if radius > 0 else np.ones((h, w), np.float32)


def _hatches(rng: np.random.Generator, hatch: Hatch) -> list[str]:
    if hatch == "mixed":
        return [str(v) for v in rng.permutation(["lines", "dots", "cross"])]
    return [hatch] * 3


def _hatch_mask(rng: np.random.Generator, hatch: str, size: tuple[int, int], scale: float, pitch_mm: float) -> Picture:
    h, w = size
    y, x = np.mgrid[:h, :w].astype(np.float32) / (pitch_mm * scale)
    if hatch == "brush":
        return _brush(rng, size, scale)
    if hatch == "dots":
        return _edge(0.27 - np.hypot(x % 1 - 0.5, y % 1 - 0.5), pitch_mm * scale)
    lines = _edge(0.12 - np.abs((x + y) * 0.707 % 1 - 0.5), pitch_mm * scale)
    if hatch == "lines":
        return lines
    return np.maximum(lines, _edge(0.06 - np.abs((x - y) * 0.707 % 1 - 0.5), pitch_mm * scale))


def _edge(inside: NDArray[np.float32], pitch_px: float) -> Picture:
    return np.asarray(np.clip(inside * pitch_px + 0.5, 0, 1), np.float32)


def _brush(rng: np.random.Generator, size: tuple[int, int], scale: float) -> Picture:
    h, w = size
    side = int(np.hypot(h, w)) + 4
    long, thin = max(8, round(22 * scale)), max(2, round(1.2 * scale))
    strokes = cv2.resize(rng.standard_normal((side // thin + 2, side // long + 4)).astype(np.float32), (side, side))
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.uniform(20, 80)), 1)
    turn = turn - np.array([[0, 0, (side - w) / 2], [0, 0, (side - h) / 2]])
    turned = cv2.warpAffine(strokes, turn, (w, h), borderMode=cv2.BORDER_REFLECT)
    return np.asarray(np.clip((turned - 0.5) * 1.2, 0, 1), np.float32)  # about a quarter of the quadrant
