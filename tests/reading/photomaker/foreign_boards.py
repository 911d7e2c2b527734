"""Foreign pictures of things in rows and columns: cards, cubes, calendars, boards, tiles, house fronts."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.reading.photomaker.foreign_flat import Rng, sheet

Photo = NDArray[np.uint8]
Bgr = tuple[int, int, int]
CUBE: tuple[Bgr, ...] = ((30, 30, 190), (40, 205, 240), (160, 80, 20), (235, 235, 235), (60, 140, 30), (20, 110, 240))
THREE: tuple[Bgr, ...] = ((40, 35, 205), (35, 205, 245), (175, 90, 25))


def _table(rng: Rng) -> Photo:
    top = sheet(rng, tuple(rng.uniform(30, 210, 3).tolist()))
    grain = cv2.resize(rng.standard_normal((top.shape[0] // 2, 8)).astype(np.float32), (top.shape[1], top.shape[0]))
    return np.asarray(np.clip(top + grain[..., None] * 8, 0, 255), np.uint8)


def _fill(picture: Photo, corners: NDArray[np.float64], bgr: Bgr) -> None:
    cv2.fillPoly(picture, [np.round(corners * 16).astype(np.int32)], bgr, cv2.LINE_AA, 4)


def _square(x: float, y: float, w: float, h: float) -> NDArray[np.float64]:
    return np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], np.float64)


def _shrunk(corners: NDArray[np.float64], by: float) -> NDArray[np.float64]:
    return np.asarray(corners.mean(0) + (corners - corners.mean(0)) * by)


def playing_cards(rng: Rng) -> Photo:
    """Playing cards in rows: white, with a rank and pips in red or black."""
    picture = _table(rng)
    h, w = picture.shape[:2]
    rows, columns = int(rng.integers(1, 5)), int(rng.integers(3, 7))
    cw = min(w / (columns + 1), h / (rows + 1) * 0.7)
    for r in range(rows):
        for c in range(columns):
            x, y = (c + 0.5) * cw * 1.06 + rng.normal(0, 3), (r + 0.4) * cw * 1.45 + rng.normal(0, 3)
            _fill(picture, _square(x, y, cw * 0.97, cw * 1.36), (238, 240, 240))
            ink: Bgr = (40, 30, 190) if rng.random() < 0.5 else (25, 25, 25)
            rank = str(rng.choice(list("A23456789JQK")))
            cv2.putText(picture, rank, (round(x + cw * 0.08), round(y + cw * 0.25)), 0, cw / 160, ink, 2)
            for i in range(int(rng.integers(1, 9))):
                at = (round(x + cw * (0.32 + 0.36 * (i % 2))), round(y + cw * (0.3 + 0.25 * (i // 2))))
                cv2.ellipse(picture, at, (round(cw * 0.07), round(cw * 0.09)), 0, 0, 360, ink, -1, cv2.LINE_AA)
    return picture


def cube(rng: Rng) -> Photo:
    """A cube puzzle: one, two or three faces of 3 x 3 coloured stickers."""
    picture = _table(rng)
    h, w = picture.shape[:2]
    edge, lean = min(h, w) * rng.uniform(0.22, 0.4), rng.uniform(0.35, 0.7)
    near = np.array([w / 2, h / 2 + edge * 0.1])
    right, left = np.array([np.cos(lean), -np.sin(lean)]), np.array([-np.cos(lean), -np.sin(lean)])
    up = np.array([0.0, -1.05])
    sides = [(near - up, right, up), (near - up, left, up), (near, right, left)]
    for corner, u, v in sides if rng.random() < 0.6 else sides[:1]:
        at = near + (corner - near) * edge
        _stickers(rng, picture, np.array([at, at + u * edge, at + (u + v) * edge, at + v * edge]))
    return picture


def _stickers(rng: Rng, picture: Photo, face: NDArray[np.float64]) -> None:
    _fill(picture, face, (20, 20, 22))
    u, v = (face[1] - face[0]) / 3, (face[3] - face[0]) / 3
    for r in range(3):
        for c in range(3):
            at = face[0] + u * c + v * r
            _fill(picture, _shrunk(np.array([at, at + u, at + u + v, at + v]), 0.88), CUBE[int(rng.integers(6))])


def calendar(rng: Rng) -> Photo:
    """A month of days in seven columns, some days marked with colour."""
    picture = sheet(rng, (240, 240, 238))
    h, w = picture.shape[:2]
    dx, dy = w / 8, h / 8
    for day in range(35):
        x, y = dx * (0.5 + day % 7), dy * (2 + day // 7)
        if rng.random() < 0.25:
            _fill(picture, _square(x, y, dx, dy), THREE[int(rng.integers(3))])
        cv2.rectangle(picture, (round(x), round(y)), (round(x + dx), round(y + dy)), (60, 60, 60), 2)
        cv2.putText(picture, str(day % 31 + 1), (round(x + 8), round(y + 30)), 0, 0.8, (30, 30, 30), 2)
    cv2.putText(picture, "JANUARY", (round(dx), round(dy * 1.4)), 0, 2, (40, 30, 160), 3)
    return picture


def chessboard(rng: Rng) -> Photo:
    """A chess board of two woods with round pieces."""
    picture = _table(rng)
    h, w = picture.shape[:2]
    s = min(h, w) / 9.5
    x0, y0 = (w - 8 * s) / 2, (h - 8 * s) / 2
    pair: tuple[Bgr, Bgr] = ((150, 195, 225), (50, 85, 130)) if rng.random() < 0.7 else ((235, 235, 235), (60, 120, 60))
    for r in range(8):
        for c in range(8):
            _fill(picture, _square(x0 + c * s, y0 + r * s, s, s), pair[(r + c) % 2])
            if rng.random() < 0.4 and r in (0, 1, 3, 6, 7):
                at = (round(x0 + (c + 0.5) * s), round(y0 + (r + 0.5) * s))
                cv2.circle(picture, at, round(s * 0.32), (225, 235, 240) if r > 3 else (30, 30, 35), -1, cv2.LINE_AA)
    return picture


def tile_board(rng: Rng) -> Photo:
    """Coloured tiles in a grid that is no canvas: other numbers of tiles, or other colours."""
    picture = _table(rng)
    h, w = picture.shape[:2]
    few = rng.random() < 0.5
    rows, columns = (int(v) for v in (rng.choice([3, 5, 6, 7, 12, 13], 2) if few else rng.integers(5, 12, 2)))
    inks = THREE if few else ((60, 140, 30), (130, 40, 110), (20, 120, 235), (200, 200, 60), (90, 90, 90))
    s = min(h / (rows + 1.5), w / (columns + 1.5))
    gap = rng.uniform(0, 0.12)
    x0, y0 = (w - columns * s) / 2, (h - rows * s) / 2
    for r in range(rows):
        for c in range(columns):
            tile = _shrunk(_square(x0 + c * s, y0 + r * s, s, s), 1 - gap)
            _fill(picture, tile, inks[int(rng.integers(len(inks)))])
    return picture


def facade(rng: Rng) -> Photo:
    """A house front with rows of windows; blinds in some of them."""
    walls = ((150, 190, 215), (90, 110, 190), (200, 200, 200), (120, 160, 120))
    picture = sheet(rng, walls[int(rng.integers(4))])
    h, w = picture.shape[:2]
    rows, columns = int(rng.integers(4, 11)), int(rng.integers(4, 11))
    dx, dy = w / columns, h / rows
    for r in range(rows):
        for c in range(columns):
            frame = _square((c + 0.2) * dx, (r + 0.15) * dy, dx * 0.6, dy * 0.7)
            _fill(picture, frame, (235, 235, 235))
            glass: Bgr = (90, 70, 50) if rng.random() < 0.6 else THREE[int(rng.integers(3))]
            _fill(picture, _shrunk(frame, 0.86), glass)
            x, y = frame.mean(0).round().astype(int).tolist()
            cv2.line(picture, (x, y - round(dy * 0.3)), (x, y + round(dy * 0.3)), (235, 235, 235), 3)
    return picture


def bricks(rng: Rng) -> Photo:
    """A wall of bricks, or of toy bricks in many colours."""
    picture = sheet(rng, (170, 175, 180))
    h, w = picture.shape[:2]
    bw, bh = rng.uniform(60, 160), rng.uniform(25, 60)
    toy = rng.random() < 0.4
    for r in range(int(h / bh) + 1):
        for c in range(-1, int(w / bw) + 1):
            clay = np.array([60, 75, 160]) * np.exp(rng.normal(0, 0.15))
            ink: Bgr = CUBE[int(rng.integers(6))] if toy else (int(clay[0]), int(clay[1]), min(int(clay[2]), 255))
            _fill(picture, _square((c + 0.5 * (r % 2)) * bw, r * bh, bw * (1 if toy else 0.95), bh * 0.9), ink)
    return picture


def paper_notes(rng: Rng) -> Photo:
    """Coloured notes stuck about on a wall, in loose rows."""
    picture = sheet(rng, (215, 220, 222))
    h, w = picture.shape[:2]
    s = min(h, w) / rng.uniform(5, 9)
    for r in range(int(h / s / 1.2)):
        for c in range(int(w / s / 1.2)):
            if rng.random() < 0.75:
                note = _square((c + 0.2) * s * 1.2, (r + 0.2) * s * 1.2, s, s) + rng.normal(0, s * 0.07, 2)
                a = rng.normal(0, 0.1)
                turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
                ink = (*THREE, (120, 220, 120), (200, 120, 230))[int(rng.integers(5))]
                _fill(picture, (note - note.mean(0)) @ turn.T + note.mean(0), ink)
    return picture
