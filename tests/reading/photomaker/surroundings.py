"""What lies about: other cards, a tag card, dice, coins, pens and cups beside the canvas."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.reading.photomaker.cards import HEIGHT_MM, PAPER, WIDTH_MM, Picture, Printer, grain, real_deck, text
from tests.reading.photomaker.conditions import Conditions
from tests.reading.photomaker.scene import Laid, Painter, canvas_corners

Points = NDArray[np.float64]


def leaning(rng: np.random.Generator, spread: float) -> Points:
    """Returns the unit normal of a card that does not lie quite flat."""
    normal = np.append(rng.normal(0, spread, 2), 1.0)
    return np.asarray(normal / np.linalg.norm(normal))


def cards(rng: np.random.Generator, c: Conditions, painter: Painter, printer: Printer, roughness: float) -> None:
    """Lays other cards and the tag card beside the canvas."""
    for i in range(c.other_cards + c.tag):
        place = _beside(rng, c, painter, 55.0)
        if place is None:
            continue
        is_tag = i == c.other_cards
        face = tag_card(rng, printer) if is_tag else _other_card(rng, printer)
        turn = float(rng.normal(0, 12) + 90 * rng.integers(4))
        laid = Laid(place[0], place[1], turn, 0.4)
        painter.card(face, laid, printer.corner_mm, roughness, leaning(rng, 0.015))


def _beside(rng: np.random.Generator, c: Conditions, painter: Painter, room_mm: float) -> tuple[float, float] | None:
    """Returns a free place on the table that the camera sees, at least `room_mm` off the canvas."""
    half = np.abs(canvas_corners(c)[0][:2]) if c.grid else np.array([-60.0, -60.0])
    for _ in range(60):
        x, y = rng.uniform(-1, 1, 2) * (np.abs(half) + 220)
        px = painter.camera.project(np.array([[x, y, 0.0]]))[0]
        inside = 0 < px[0] < painter.camera.width and 0 < px[1] < painter.camera.height
        if inside and (abs(x) > half[0] + room_mm or abs(y) > half[1] + room_mm):
            return float(x), float(y)
    return None


def _other_card(rng: np.random.Generator, printer: Printer) -> Picture:
    kind = rng.random()
    if kind < 0.4:
        deck = real_deck()
        return printer.canvas_card(deck[int(rng.integers(len(deck)))], int(rng.integers(1, 54)))
    return _back(rng, printer) if kind < 0.6 else _objective(rng, printer)


def _blank(printer: Printer) -> Picture:
    w, h = printer.size
    return np.full((h, w, 3), PAPER, np.float32)


def _objective(rng: np.random.Generator, printer: Printer) -> Picture:
    """Returns an objective card: a title, lines of text, and a pattern or bars in the inks."""
    face, s = _blank(printer), printer.scale
    text(face, str(rng.choice(["OBJECTIVE", "STUDY", "PROFESSOR"])), (8, 14), 4, (0.08, 0.08, 0.08), s)
    inks = [printer.inks[k].tolist() for k in rng.permutation(list("RYB"))]
    if rng.random() < 0.5:
        for i in range(4):
            x, y = 20 + 8 * (i % 2 + i // 3), 26 + 8 * (i // 2)
            _box(face, (x, y, x + 7, y + 7), inks[0], s)
    elif rng.random() < 0.5:
        for i in range(3):
            _box(face, (12, 22 + 9 * i, 50, 28 + 9 * i), inks[i], s)
    else:
        cv2.circle(face, (round(31 * s), round(36 * s)), round(13 * s), inks[0], -1, cv2.LINE_AA)
    for i in range(4):
        _box(face, (10, 58 + 4 * i, 10 + float(rng.uniform(25, 43)), 59 + 4 * i), [0.2, 0.2, 0.2], s)
    text(face, str(rng.integers(2, 6)), (50, 82), 6, (0.05, 0.05, 0.05), s)
    return grain(rng, face)


def _back(rng: np.random.Generator, printer: Printer) -> Picture:
    face, s = _blank(printer), printer.scale
    ground = [[0.01, 0.03, 0.12], [0.18, 0.01, 0.03], [0.02, 0.06, 0.06]][int(rng.integers(3))]
    edge = float(rng.choice([0, 3]))
    _box(face, (edge, edge, WIDTH_MM - edge, HEIGHT_MM - edge), ground, s)
    centre = (round(WIDTH_MM / 2 * s), round(HEIGHT_MM / 2 * s))
    for radius in range(10, 26, 3):
        cv2.circle(face, centre, round(radius * s), [v * 2.5 for v in ground], max(1, round(0.4 * s)), cv2.LINE_AA)
    cv2.circle(face, centre, round(8 * s), PAPER, -1, cv2.LINE_AA)
    text(face, "AA", (WIDTH_MM / 2 - 5, HEIGHT_MM / 2 + 3), 6, tuple(ground), s)
    return grain(rng, face)


def tag_card(rng: np.random.Generator, printer: Printer) -> Picture:
    """Returns a card with a 12 mm ArUco tag (4 x 4) on white."""
    face, s = _blank(printer), printer.scale
    text(face, "FIRST PLAYER", (9, 18), 4, (0.08, 0.08, 0.08), s)
    side = max(6, round(12 * s))
    tags = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    tag = cv2.aruco.generateImageMarker(tags, int(rng.integers(50)), side).astype(np.float32) / 255
    x, y = round((WIDTH_MM - 12) / 2 * s), round(55 * s)
    face[y : y + side, x : x + side] = (0.03 + 0.77 * tag)[..., None]
    return grain(rng, face)


def _box(face: Picture, mm: tuple[float, float, float, float], ink: list[float], scale: float) -> None:
    x0, y0, x1, y1 = (round(v * scale) for v in mm)
    face[y0:y1, x0:x1] = ink


def things(rng: np.random.Generator, c: Conditions, painter: Painter) -> None:
    """Sets dice, coins, pens and cups beside the canvas."""
