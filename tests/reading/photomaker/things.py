"""Solid things beside the canvas: dice, coins, pens, cups, and a hand."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.reading.photomaker.cards import Picture, linear, smooth
from tests.reading.photomaker.conditions import Conditions
from tests.reading.photomaker.layout import Laid, canvas_corners, free_place
from tests.reading.photomaker.painter import Facet, Painter

Points = NDArray[np.float64]
UP = np.array([0, 0, 1.0])
PAINTS = ((190, 40, 44), (34, 80, 160), (30, 120, 60), (240, 240, 236), (30, 30, 32), (230, 190, 40), (120, 60, 140))


def scatter(rng: np.random.Generator, c: Conditions, painter: Painter) -> None:
    """Sets `c.things` things, or small heaps of them, beside the canvas; nothing hides any part of it."""
    makers: list[tuple[Callable[[np.random.Generator, Points], list[Facet]], float, float, int]] = [
        (_die, 12, 16, 5),
        (_coin, 14, 2, 4),
        (_pen, 85, 9, 1),
        (_cup, 50, 105, 1),
    ]
    for _ in range(c.things):
        if c.grid and rng.random() < 0.12:
            _hand(rng, c, painter)
            continue
        make, radius, height, most = makers[int(rng.integers(len(makers)))]
        heap = int(rng.integers(1, most + 1))
        place = free_place(rng, c, painter.camera, radius * (1.0 if heap == 1 else 2.6), height)
        for i in range(heap if place else 0):
            away = np.array([np.cos(i * 2.1), np.sin(i * 2.1)]) * radius * (1.5 if heap > 1 else 0)
            painter.solid(make(rng, np.array(place) + away))


def _ring(at: Points, radius: float, height: float, count: int, turn: float = 0.0) -> Points:
    a = np.arange(count) * 2 * np.pi / count + turn
    return np.column_stack([at[0] + radius * np.cos(a), at[1] + radius * np.sin(a), np.full(count, height)])


def _wall(low: Points, high: Points, ink: Points, outwards: bool = True) -> list[Facet]:
    """Returns the sides between two rings of points (n, 3)."""
    facets = []
    for i in range(len(low)):
        k = (i + 1) % len(low)
        normal = np.cross(low[k] - low[i], high[i] - low[i])
        normal = normal / np.linalg.norm(normal) * (1 if outwards else -1)
        facets.append(Facet(np.array([low[i], low[k], high[k], high[i]]), normal, ink))
    return facets


def _paint(rng: np.random.Generator) -> Points:
    return np.asarray(linear(PAINTS[int(rng.integers(len(PAINTS)))]) * np.exp(rng.normal(0, 0.1)))


def _die(rng: np.random.Generator, at: Points) -> list[Facet]:
    side, turn, ink = rng.uniform(9, 16), rng.uniform(0, 6.28), _paint(rng)
    low, high = _ring(at, side * 0.707, 0, 4, turn), _ring(at, side * 0.707, side, 4, turn)
    pips = np.array([0.02] * 3) if ink.mean() > 0.3 else np.array([0.8] * 3)
    facets = [*_wall(low, high, ink), Facet(high, UP, ink)]
    spots = [at, *(_ring(at, side * 0.4, side, 4, turn)[:, :2])][: int(rng.integers(1, 6))]
    return facets + [Facet(_ring(spot, side * 0.1, side, 12), UP, pips) for spot in spots]


def _coin(rng: np.random.Generator, at: Points) -> list[Facet]:
    radius = rng.uniform(9, 13)
    metal = linear([(196, 160, 90), (178, 178, 176), (176, 112, 80)][int(rng.integers(3))])
    low, high = _ring(at, radius, 0, 28), _ring(at, radius, 2, 28)
    rings = [Facet(_ring(at, radius * r, 2, 28), UP, metal * k) for r, k in ((1.0, 1.0), (0.86, 0.75), (0.8, 1.05))]
    head = Facet(_ring(at + rng.normal(0, 1, 2), radius * 0.4, 2, 9), UP, metal * 0.8)
    return [*_wall(low, high, metal * 0.7), *rings, head]


def _pen(rng: np.random.Generator, at: Points) -> list[Facet]:
    """Returns a pen or pencil that lies on the table: a barrel of ten sides and a pointed end."""
    length, radius, turn, ink = rng.uniform(120, 160), rng.uniform(3.5, 5), rng.uniform(0, 6.28), _paint(rng)
    along = np.array([np.cos(turn), np.sin(turn), 0])
    across = np.array([-np.sin(turn), np.cos(turn), 0])
    a = np.arange(10) * 2 * np.pi / 10
    circle = radius * (np.cos(a)[:, None] * across + np.sin(a)[:, None] * UP) + UP * radius
    centre = np.append(at, 0.0)
    rings = [
        centre + along * d * length + (circle - UP * radius) * r + UP * radius
        for d, r in ((-0.5, 1.0), (0.38, 1.0), (0.47, 0.35), (0.5, 0.02))
    ]
    inks = [ink, linear((214, 178, 130)), np.array([0.03, 0.03, 0.03])]
    sides = [f for i in range(3) for f in _wall(rings[i], rings[i + 1], inks[i])]
    facing = [
        Facet(f.corners, f.normal * np.sign(f.normal @ (f.corners.mean(0) - centre - UP * radius)), f.ink)
        for f in sides
    ]
    return sorted(facing, key=lambda f: float(f.corners[:, 2].mean()))


def _cup(rng: np.random.Generator, at: Points) -> list[Facet]:
    """Returns a cup with something to drink in it."""
    radius, height, ink = rng.uniform(34, 42), rng.uniform(80, 105), _paint(rng)
    drink = linear([(52, 30, 20), (120, 70, 40), (150, 90, 30)][int(rng.integers(3))])
    low, high = _ring(at, radius * 0.86, 0, 40), _ring(at, radius, height, 40)
    inner, deep = _ring(at, radius * 0.92, height, 40), _ring(at, radius * 0.88, height * 0.7, 40)
    return [
        *_wall(low, high, ink),
        Facet(high, UP, ink),
        Facet(inner, UP, ink * 0.4),
        *_wall(deep, inner, ink * 0.6, outwards=False),
        Facet(deep, UP, drink),
    ]


def _hand(rng: np.random.Generator, c: Conditions, painter: Painter) -> None:
    """Lays a hand that reaches towards the canvas from outside and stops short of it."""
    colour, alpha, lit = _hand_sprite(rng, painter.lights.towards())
    half = np.abs(canvas_corners(c)[0][:2])
    side = int(rng.integers(4))
    out = np.array([[0, 1], [1, 0], [0, -1], [-1, 0]], np.float64)[side]
    along = np.array([out[1], -out[0]])
    tip = out * (half + rng.uniform(25, 60)) + along * half * rng.uniform(-0.8, 0.8)
    turn = float(np.degrees(np.arctan2(-out[0], out[1])) + rng.uniform(-12, 12))
    a = np.radians(turn)
    middle = tip + np.array([-np.sin(a), np.cos(a)]) * alpha.shape[0] / 2
    painter.thing(colour, alpha, lit, Laid(middle[0], middle[1], turn, 14.0, (alpha.shape[1], alpha.shape[0])))


def _hand_sprite(rng: np.random.Generator, towards: Points) -> tuple[Picture, Picture, Picture]:
    """Returns reflectance, cover and light of a hand at 1 px per mm, finger tips up."""
    mask = np.zeros((520, 130), np.uint8)
    for x, tip, width in ((34, 18, 17), (54, 6, 18), (75, 12, 18), (95, 34, 15)):
        cv2.line(mask, (x, tip + 10), (52 + (x - 65) // 3 + 12, 110), 255, width, cv2.LINE_AA)
    cv2.ellipse(mask, (64, 130), (40, 52), 0, 0, 360, 255, -1, cv2.LINE_AA)
    cv2.line(mask, (14, 92), (50, 140), 255, 20, cv2.LINE_AA)
    cv2.line(mask, (64, 160), (64, 519), 255, 58, cv2.LINE_AA)
    if rng.random() < 0.5:
        mask = np.ascontiguousarray(mask[:, ::-1])
    depth = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 5)
    height = cv2.GaussianBlur(np.sqrt(np.clip(depth, 0, 14) * 14).astype(np.float32), (0, 0), 2.0)
    slope_y, slope_x = np.gradient(height)
    normal = np.stack([-slope_x, -slope_y, np.ones_like(height)], -1)
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    lit = np.clip(normal @ towards / towards[2], 0.1, 1.6).astype(np.float32)
    skin = linear([(224, 172, 140), (198, 134, 96), (120, 76, 52), (236, 190, 165)][int(rng.integers(4))])
    colour = skin.astype(np.float32) * (1 + 0.04 * smooth(rng, mask.shape, 5))[..., None]
    sleeve = np.arange(520) > rng.uniform(200, 320)
    colour[sleeve] = _paint(rng) * 0.6
    return np.asarray(colour, np.float32), (mask / np.float32(255)).astype(np.float32), lit
