"""Draws table tops as linear reflectances."""

from __future__ import annotations

import cv2
import numpy as np

from tests.reading.photomaker.cards import Picture, linear, smooth

SIDE = 1400
"""Width and height of a table picture in px; it repeats beyond."""


def table_top(rng: np.random.Generator, name: str, scale: float) -> Picture:
    """Returns (SIDE, SIDE, 3) of the named table at `scale` px per mm."""
    if name.endswith("wood"):
        return _wood(rng, name == "light wood", scale)
    if name == "patterned cloth":
        return _patterned(rng, scale)
    if name == "grey stone":
        return _stone(rng, scale)
    if name == "white cloth":
        return _cloth(rng, (222, 220, 214), scale)
    if name == "red cloth":
        return _cloth(rng, (150, 26, 34), scale)
    if name == "green felt":
        return _felt(rng, (26, 108, 58), 0.16, scale)
    return _felt(rng, (20, 62, 128) if name == "blue mat" else (40, 40, 43), 0.06, scale)


def _tinted(rng: np.random.Generator, rgb: tuple[int, int, int], relief: Picture) -> Picture:
    base = linear(rgb) * np.exp(rng.normal(0, 0.1, 3)) * np.exp(rng.normal(0, 0.12))
    return np.asarray(np.clip(base.astype(np.float32) * (1 + relief[..., None]), 0.004, 0.9), np.float32)


def _wood(rng: np.random.Generator, light: bool, scale: float) -> Picture:
    relief = np.zeros((SIDE, SIDE), np.float32)
    for across_mm, along_mm, depth in ((9, 300, 0.05), (2.2, 140, 0.05), (0.8, 60, 0.05), (0.4, 12, 0.03)):
        rows, columns = SIDE / max(1, across_mm * scale), SIDE / max(1, along_mm * scale)
        relief += depth * cv2.resize(
            _noise(rng, int(rows) + 2, int(columns) + 3), (SIDE, SIDE), interpolation=cv2.INTER_CUBIC
        )
    pores = cv2.resize(_noise(rng, SIDE // 2, SIDE // max(2, round(10 * scale)) + 2), (SIDE, SIDE))
    relief -= 0.25 * np.clip(pores - 1.8, 0, 1)
    sway = smooth(rng, (SIDE, SIDE), round(150 * scale)) * 7 * np.float32(scale)  # the grain does not run straight
    y, x = np.mgrid[:SIDE, :SIDE].astype(np.float32)
    relief = np.asarray(cv2.remap(relief, x, y + sway, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP), np.float32)
    plank = max(40, round(rng.uniform(70, 140) * scale))
    if rng.random() < 0.7:
        shade = rng.normal(0, 0.06, SIDE // plank + 1).astype(np.float32)
        relief += shade[np.arange(SIDE) // plank][:, None]
        relief[np.arange(SIDE) % plank < max(1, round(0.6 * scale))] -= 0.45
    base = (204, 168, 122) if light else (86, 58, 40)
    return _tinted(rng, base, relief)


def _noise(rng: np.random.Generator, rows: int, columns: int) -> Picture:
    return rng.standard_normal((rows, columns)).astype(np.float32)


def _weave(rng: np.random.Generator, scale: float) -> Picture:
    thread = max(1, round(0.5 * scale))
    across = cv2.resize(_noise(rng, SIDE // thread, SIDE // (thread * 40) + 2), (SIDE, SIDE))
    along = cv2.resize(_noise(rng, SIDE // (thread * 40) + 2, SIDE // thread), (SIDE, SIDE))
    return np.asarray(0.03 * (across + along) + 0.02 * smooth(rng, (SIDE, SIDE), 2), np.float32)


def _cloth(rng: np.random.Generator, rgb: tuple[int, int, int], scale: float) -> Picture:
    folds = smooth(rng, (SIDE, SIDE), round(120 * scale)) * rng.uniform(0.01, 0.06)
    return _tinted(rng, rgb, (_weave(rng, scale) + folds).astype(np.float32))


def _felt(rng: np.random.Generator, rgb: tuple[int, int, int], depth: float, scale: float) -> Picture:
    fuzz = (
        smooth(rng, (SIDE, SIDE), max(1, round(0.8 * scale))) * 0.6 + smooth(rng, (SIDE, SIDE), round(6 * scale)) * 0.4
    )
    return _tinted(rng, rgb, (fuzz * depth + smooth(rng, (SIDE, SIDE), round(70 * scale)) * 0.04).astype(np.float32))


def _stone(rng: np.random.Generator, scale: float) -> Picture:
    relief = sum(
        smooth(rng, (SIDE, SIDE), max(1, round(mm * scale))) * a
        for mm, a in ((25, 0.1), (8, 0.12), (2, 0.1), (0.4, 0.1))
    )
    return _tinted(rng, (124, 122, 120), np.asarray(relief, np.float32))


def _patterned(rng: np.random.Generator, scale: float) -> Picture:
    cloth = _cloth(rng, (216, 208, 196), scale)
    kind = int(rng.integers(3))
    palette = [
        linear(v) for v in ((190, 90, 30), (90, 50, 130), (40, 110, 60), (170, 40, 50), (40, 80, 140), (220, 180, 70))
    ]
    if kind == 0:
        return _flowers(rng, cloth, palette, scale)
    step = round(rng.uniform(18, 45) * scale)
    ink = palette[int(rng.integers(len(palette)))].astype(np.float32)
    on = (np.arange(SIDE) // step % 2).astype(np.float32)
    amount = np.broadcast_to(on[:, None], (SIDE, SIDE)) if kind == 1 else (on[:, None] + on[None, :]) / 2
    veil = (amount * rng.uniform(0.5, 0.9))[..., None]
    return np.asarray(cloth * (1 - veil) + cloth * ink * 1.2 * veil, np.float32)


def _flowers(
    rng: np.random.Generator, cloth: Picture, palette: list[np.ndarray[tuple[int], np.dtype[np.float64]]], scale: float
) -> Picture:
    layer = np.ones_like(cloth)
    for _ in range(round((SIDE / scale / 75) ** 2)):
        centre, size = rng.uniform(0, SIDE, 2), rng.uniform(7, 13) * scale
        petal, heart = (palette[i].tolist() for i in rng.permutation(len(palette))[:2])
        for a in np.arange(5) * 1.2566 + rng.uniform(0, 6):
            at = centre + size * np.array([np.cos(a), np.sin(a)])
            cv2.circle(layer, (round(at[0]), round(at[1])), round(size * 0.62), petal, -1, cv2.LINE_AA)
        cv2.circle(layer, (round(centre[0]), round(centre[1])), round(size * 0.45), heart, -1, cv2.LINE_AA)
    return np.asarray(cloth * layer, np.float32)
