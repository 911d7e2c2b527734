"""What the canvas lies on and among: table, mat, other cards and a tag card."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.reading.photomaker.cards import HEIGHT_MM, PAPER, WIDTH_MM, Picture, Printer, grain, real_deck, text
from tests.reading.photomaker.conditions import Conditions
from tests.reading.photomaker.layout import Laid, canvas_corners, free_place
from tests.reading.photomaker.painter import Painter
from tests.reading.photomaker.tables import SIDE, table_top

Points = NDArray[np.float64]


def leaning(rng: np.random.Generator, spread: float) -> Points:
    """Returns the unit normal of a card that does not lie quite flat."""
    normal = np.append(rng.normal(0, spread, 2), 1.0)
    return np.asarray(normal / np.linalg.norm(normal))


def table(rng: np.random.Generator, c: Conditions, painter: Painter) -> None:
    """Covers the table; a mat may lie on a wooden table, with its edges in view."""
    scale = painter.camera.scale_at(0, 0)
    turn = float(rng.uniform(-20, 20) + 90 * rng.integers(2))
    roughness = 0.3 if c.table.endswith(("wood", "stone")) else 0.9
    if not c.table.endswith("mat") or rng.random() < 0.4:
        painter.table(table_top(rng, c.table, scale), scale, turn, roughness)
        return
    wood = str(rng.choice(["light wood", "dark wood"]))
    painter.table(table_top(rng, wood, scale), scale, turn, 0.3)
    half = np.abs(canvas_corners(c)[0][:2]) + rng.uniform(15, 90, 2)
    fine = SIDE / (2 * half.max() + 40)
    face = table_top(rng, c.table, fine)[: round(2 * half[1] * fine), : round(2 * half[0] * fine)]
    at = rng.uniform(-10, 10, 2)
    laid = Laid(float(at[0]), float(at[1]), float(rng.normal(0, 3)), 2.0, (float(2 * half[0]), float(2 * half[1])))
    painter.card(face, laid, 12.0, 0.9, np.array([0, 0, 1.0]))


def cards(rng: np.random.Generator, c: Conditions, painter: Painter, printer: Printer, roughness: float) -> None:
    """Lays other cards, some in a heap, and the tag card beside the canvas."""
    faces = [_other_card(rng, printer) for _ in range(c.other_cards)] + [tag_card(rng, printer)] * c.tag
    heap = None
    for number, face in enumerate(faces):
        place = free_place(rng, c, painter.camera, 54.0)
        if heap is not None and rng.random() < 0.3:
            place = (heap[0] + float(rng.normal(0, 6)), heap[1] + float(rng.normal(0, 6)))
        if place is None:
            continue
        heap = place if c.grid else None
        turn = float(rng.normal(0, 12) + 90 * rng.integers(4))
        laid = Laid(place[0], place[1], turn, 0.4 + 0.3 * number)
        painter.card(face, laid, printer.corner_mm, roughness, leaning(rng, 0.015))


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
