"""Lays cards on a table and paints them as the camera sees them, card by card."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.reading.photomaker import light
from tests.reading.photomaker.camera import Camera
from tests.reading.photomaker.cards import HEIGHT_MM, PAPER, WIDTH_MM, Grid, Picture, rounded_mask
from tests.reading.photomaker.conditions import Conditions

Points = NDArray[np.float64]
MAP_MM = 3.0
"""Step of the coarse maps of light and shine on a card."""


@dataclass(frozen=True)
class Laid:
    """A card on the table: where its centre is, how it is turned and how high its face lies."""

    x_mm: float
    y_mm: float
    turn_deg: float
    height_mm: float

    def to_world(self, points_mm: Points) -> Points:
        """Returns world points (n, 3) of face points (n, 2) in mm from the face's top left."""
        a = np.radians(self.turn_deg)
        turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
        flat = (points_mm - [WIDTH_MM / 2, HEIGHT_MM / 2]) @ turn.T + [self.x_mm, self.y_mm]
        return np.column_stack([flat, np.full(len(flat), self.height_mm)])

    def matrix(self) -> Points:
        """Returns (3, 3) from face mm to table mm."""
        a = np.radians(self.turn_deg)
        turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
        shift = np.array([self.x_mm, self.y_mm]) - turn @ [WIDTH_MM / 2, HEIGHT_MM / 2]
        return np.vstack([np.column_stack([turn, shift]), [0, 0, 1]])


def canvas_corners(c: Conditions) -> Points:
    """Returns the corners (4, 3) of a canvas laid straight, clockwise from the top left, mm."""
    half_w = (c.side * (WIDTH_MM + c.gap_mm) - c.gap_mm) / 2
    half_h = (c.side * (HEIGHT_MM + c.gap_mm) - c.gap_mm) / 2
    return np.array([[-half_w, -half_h, 0], [half_w, -half_h, 0], [half_w, half_h, 0], [-half_w, half_h, 0]])


def lay_canvas(rng: np.random.Generator, c: Conditions, letters: Grid) -> dict[tuple[int, int], Laid]:
    """Returns the cards of the canvas by space (row, column), in the order in which they were laid."""
    spaces = [(r, k) for r, k in product(range(c.side), repeat=2) if letters[2 * r, 2 * k] != "."]
    middle = (c.side - 1) / 2
    laid = {}
    for number, i in enumerate(rng.permutation(len(spaces))):
        row, col = spaces[i]
        off = rng.uniform(-1, 1, 2) * c.offset_mm
        x = (col - middle) * (WIDTH_MM + c.gap_mm) + off[0]
        y = (row - middle) * (HEIGHT_MM + c.gap_mm) + off[1]
        height = 0.35 + 0.01 * number + rng.uniform(0, 0.25)
        laid[row, col] = Laid(x, y, float(rng.uniform(-1, 1) * c.crooked_deg), height)
    return laid


class Painter:
    """Paints a scene in linear light, in the order of drawing: table, cards, then `radiance`."""

    def __init__(
        self, camera: Camera, lights: light.Lights, table: Picture, table_scale: float, table_turn: float
    ) -> None:
        self.camera, self.lights = camera, lights
        size = (camera.width, camera.height)
        to_table = np.diag([1 / table_scale, 1 / table_scale, 1.0])
        a = np.radians(table_turn)
        turn = np.array([[np.cos(a), -np.sin(a), 37.0], [np.sin(a), np.cos(a), 11.0], [0, 0, 1]])
        self.colour = cv2.warpPerspective(
            table, camera.homography() @ turn @ to_table, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP
        )
        self.lit = np.ones(size[::-1], np.float32)
        self.mirrored = np.zeros(size[::-1], np.float32)

    def card(self, face: Picture, laid: Laid, corner_mm: float, roughness: float, normal: Points) -> None:
        """Lays one card: its shadow, its edge, its face, and what it mirrors."""
        h, w = face.shape[:2]
        alpha = rounded_mask((w, h), corner_mm * w / WIDTH_MM)
        to_mm = np.diag([WIDTH_MM / w, HEIGHT_MM / h, 1.0])
        box = self._box(laid)
        if box is None:
            return
        self._shadow(alpha, laid, to_mm, box)
        foot = self._warp(alpha, self.camera.homography() @ laid.matrix() @ to_mm, box)
        view = self.camera.homography(laid.height_mm) @ laid.matrix() @ to_mm
        top = self._warp(alpha, view, box)
        colour = self._warp(face, view, box, cv2.BORDER_REPLICATE)
        window = (slice(box[1], box[3]), slice(box[0], box[2]))
        edge = np.array(PAPER, np.float32) * 0.55
        self.colour[window] += (edge - self.colour[window]) * foot[..., None]
        self.colour[window] += (colour - self.colour[window]) * top[..., None]
        self.lit[window] += (self._lean(normal) - self.lit[window]) * top
        shine = self._warp(
            self._shine(laid, roughness, normal), view @ np.diag([w / 21, h / 30, 1.0]), box, cv2.BORDER_REPLICATE
        )
        self.mirrored[window] += (shine - self.mirrored[window]) * top

    def _lean(self, normal: Points) -> float:
        towards = self.lights.towards()
        return float(normal @ towards / towards[2])

    def _box(self, laid: Laid) -> tuple[int, int, int, int] | None:
        corners = np.array([[0, 0], [WIDTH_MM, 0], [WIDTH_MM, HEIGHT_MM], [0, HEIGHT_MM]])
        px = self.camera.project(laid.to_world(corners))
        margin = 6 * self.camera.scale_at(laid.x_mm, laid.y_mm) + 4
        x0, y0 = np.maximum(px.min(0) - margin, 0).astype(int)
        x1, y1 = np.minimum(px.max(0) + margin, [self.camera.width, self.camera.height]).astype(int)
        return (int(x0), int(y0), int(x1), int(y1)) if x1 - x0 > 2 and y1 - y0 > 2 else None

    def _warp(
        self, sprite: Picture, view: Points, box: tuple[int, int, int, int], border: int = cv2.BORDER_CONSTANT
    ) -> Picture:
        move = np.array([[1, 0, -box[0]], [0, 1, -box[1]], [0, 0, 1.0]])
        half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])  # px centres lie half a px in
        view = np.linalg.inv(half) @ move @ view @ half
        size = (box[2] - box[0], box[3] - box[1])
        return np.asarray(
            cv2.warpPerspective(sprite, view, size, flags=cv2.INTER_LINEAR, borderMode=border), np.float32
        )

    def _shadow(self, alpha: Picture, laid: Laid, to_mm: Points, box: tuple[int, int, int, int]) -> None:
        towards = self.lights.towards()
        throw = -towards[:2] / max(towards[2], 0.15) * laid.height_mm * 1.6
        moved = Laid(laid.x_mm + throw[0], laid.y_mm + throw[1], laid.turn_deg, 0.0)
        scale = self.camera.scale_at(laid.x_mm, laid.y_mm)
        cast = self._warp(alpha, self.camera.homography() @ moved.matrix() @ to_mm, box)
        cast = cv2.GaussianBlur(cast, (0, 0), max(0.6, (0.15 + self.lights.key.size) * scale))
        close = self._warp(alpha, self.camera.homography() @ laid.matrix() @ to_mm, box)
        close = cv2.GaussianBlur(close, (0, 0), max(0.8, 0.8 * scale))
        self.lit[box[1] : box[3], box[0] : box[2]] *= (1 - 0.75 * cast) * (1 - 0.35 * close)

    def _shine(self, laid: Laid, roughness: float, normal: Points) -> Picture:
        x, y = np.meshgrid((np.arange(21) + 0.5) * MAP_MM, (np.arange(30) + 0.5) * HEIGHT_MM / 30)
        points = laid.to_world(np.column_stack([x.ravel(), y.ravel()]))
        curl = (np.column_stack([x.ravel() - WIDTH_MM / 2, y.ravel() - HEIGHT_MM / 2]) / 2500) * np.sign(
            normal[:1] + 1e-9
        )
        normals = np.column_stack([normal[:2] + curl, np.ones(len(curl))])
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        value = light.shine(self.lights.key, points, normals, self.camera.centre, roughness)
        return np.minimum(value, 6).reshape(30, 21).astype(np.float32)

    def radiance(self, exposure_falloff: float) -> Picture:
        """Returns the picture in linear RGB, (height, width, 3)."""
        points = self._coarse_points()
        size = (self.camera.width, self.camera.height)
        key = light.reach(self.lights.key, points) * light.visible(self.lights.edge, points)
        fill = light.reach(self.lights.fill, points)[..., None] * self.lights.fill.tint + self.lights.ambient
        vignette = self._vignette(points.shape[:2], exposure_falloff)
        key_map = cv2.resize((key * vignette).astype(np.float32), size)
        fill_map = cv2.resize((fill * vignette[..., None]).astype(np.float32), size)
        tint = self.lights.key.tint.astype(np.float32)
        lamp = (key_map * self.lit)[..., None] * tint
        shadowed = fill_map * (0.4 + 0.6 * np.minimum(self.lit, 1))[..., None]
        glow = (key_map * self.mirrored)[..., None] * tint
        return np.asarray(self.colour * (lamp + shadowed) + glow, np.float32)

    def _coarse_points(self) -> Points:
        step = 4
        h, w = self.camera.height // step, self.camera.width // step
        x, y = np.meshgrid((np.arange(w) + 0.5) * self.camera.width / w, (np.arange(h) + 0.5) * self.camera.height / h)
        back = np.linalg.inv(self.camera.homography())
        p = np.stack([x, y, np.ones_like(x)], -1) @ back.T
        depth = np.where(np.abs(p[..., 2:]) < 1e-9, 1e-9, p[..., 2:])
        return np.concatenate([np.clip(p[..., :2] / depth, -9000, 9000), np.zeros((h, w, 1))], -1)

    def _vignette(self, size: tuple[int, ...], amount: float) -> Points:
        y, x = np.mgrid[-1 : 1 : size[0] * 1j, -1 : 1 : size[1] * 1j]
        return np.asarray(1 - amount * (x * x + y * y) / 2)
