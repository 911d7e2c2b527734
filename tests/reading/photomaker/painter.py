"""Paints a scene as the camera sees it, in linear light: table, cards and things, one over the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.reading.photomaker import light
from tests.reading.photomaker.camera import Camera
from tests.reading.photomaker.cards import PAPER, Picture, rounded_mask
from tests.reading.photomaker.layout import Laid

Points = NDArray[np.float64]
COARSE = 4
"""Step in px of the maps of light; light changes slowly."""
SHINE = (30, 21)
"""Rows and columns of the map of what a card mirrors."""


@dataclass(frozen=True)
class Facet:
    """A flat piece of a thing: corners (n, 3) in mm, normal (3,) outwards, reflectance (3,)."""

    corners: Points
    normal: Points
    ink: Points


@dataclass(frozen=True)
class Window:
    """A part of the picture: x0, y0, x1, y1 in px."""

    x0: int
    y0: int
    x1: int
    y1: int

    @property
    def part(self) -> tuple[slice, slice]:
        """Returns the rows and columns."""
        return slice(self.y0, self.y1), slice(self.x0, self.x1)


class Painter:
    """Three maps of the picture, painted over in order: reflectance, key light let through, and what mirrors it."""

    def __init__(self, camera: Camera, lights: light.Lights) -> None:
        self.camera, self.lights = camera, lights
        size = (camera.height, camera.width)
        self.colour: Picture = np.zeros((*size, 3), np.float32)
        self.lit: Picture = np.ones(size, np.float32)
        self.mirrored: Picture = np.zeros(size, np.float32)

    def table(self, top: Picture, scale: float, turn_deg: float, roughness: float) -> None:
        """Covers the table with a picture of `scale` px per mm that repeats."""
        a = np.radians(turn_deg)
        place = np.array([[np.cos(a), -np.sin(a), 37.0], [np.sin(a), np.cos(a), 11.0], [0, 0, 1]])
        view = self.camera.homography() @ place @ np.diag([1 / scale, 1 / scale, 1.0])
        size = (self.camera.width, self.camera.height)
        covered = cv2.warpPerspective(top, view, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
        self.colour = np.asarray(covered, np.float32)
        points = self._coarse_points()[::4, ::4]
        shine = light.shine(self.lights.key, points, np.array([0, 0, 1.0]), self.camera.centre, roughness)
        self.mirrored = np.asarray(cv2.resize(np.minimum(shine, 6).astype(np.float32), size), np.float32)

    def card(self, face: Picture, laid: Laid, corner_mm: float, roughness: float, normal: Points) -> None:
        """Lays one card: its shadow, its edge, its face, and what it mirrors."""
        h, w = face.shape[:2]
        alpha = rounded_mask((w, h), corner_mm * w / laid.size_mm[0])
        window = self._window(laid)
        if window is None:
            return
        self._shadow(alpha, laid, window)
        foot = self._warped(alpha, laid.lowered(), window)
        edge = np.array(PAPER, np.float32) * 0.55
        self.colour[window.part] += (edge - self.colour[window.part]) * foot[..., None]
        towards = self.lights.towards()
        lean = np.full(SHINE, normal @ towards / towards[2], np.float32)
        self._cover(face, alpha, (lean, self._shine(laid, roughness, normal)), laid, window)

    def thing(self, colour: Picture, alpha: Picture, lit: Picture, laid: Laid) -> None:
        """Lays something flat and shaded, with a soft shadow: its shadow falls as from its height."""
        window = self._window(laid)
        if window is None:
            return
        self._shadow(alpha, laid, window)
        self._cover(colour, alpha, (lit, np.zeros_like(lit)), laid, window)

    def solid(self, facets: Sequence[Facet]) -> None:
        """Sets a solid thing on the table; facets that face away are not drawn, later ones hide earlier ones."""
        self._cast(np.vstack([f.corners for f in facets]))
        towards = self.lights.towards()
        for facet in facets:
            middle = facet.corners.mean(0)
            if (self.camera.centre - middle) @ facet.normal <= 0:
                continue
            px = np.round(self.camera.project(facet.corners) * 16 - 8).astype(np.int32)
            cv2.fillPoly(self.colour, [px], facet.ink.tolist(), cv2.LINE_AA, 4)
            cv2.fillPoly(self.lit, [px], max(0.05, float(facet.normal @ towards / towards[2])), cv2.LINE_AA, 4)
            mirrored = light.shine(self.lights.key, middle, facet.normal, self.camera.centre, 0.25)
            cv2.fillPoly(self.mirrored, [px], float(np.minimum(mirrored, 3)), cv2.LINE_AA, 4)

    def radiance(self, vignette: float) -> Picture:
        """Returns the picture in linear RGB, (height, width, 3); `vignette` is the loss of light at the corners."""
        points = self._coarse_points()
        size = (self.camera.width, self.camera.height)
        loss = _vignette((points.shape[0], points.shape[1]), vignette)
        key = light.reach(self.lights.key, points) * light.visible(self.lights.edge, points) * loss
        fill = light.reach(self.lights.fill, points)[..., None] * self.lights.fill.tint + self.lights.ambient
        key_map = cv2.resize(key.astype(np.float32), size)
        # What hides the lamp hides part of the room too.
        hidden = np.float32(0.4) + np.float32(0.6) * np.minimum(self.lit, np.float32(1))
        fill_map = hidden[..., None] * cv2.resize((fill * loss[..., None]).astype(np.float32), size)
        tint = self.lights.key.tint.astype(np.float32)
        lamp = (key_map * self.lit)[..., None] * tint
        glow = (key_map * self.mirrored)[..., None] * tint
        return np.asarray(self.colour * (lamp + fill_map) + glow, np.float32)

    def _cover(
        self, colour: Picture, alpha: Picture, light_maps: tuple[Picture, Picture], laid: Laid, window: Window
    ) -> None:
        top = self._warped(alpha, laid, window)
        part = window.part
        new = self._warped(colour, laid, window, cv2.BORDER_REPLICATE)
        self.colour[part] += (new - self.colour[part]) * top[..., None]
        for field, value in zip((self.lit, self.mirrored), light_maps, strict=True):
            field[part] += (self._warped(value, laid, window, cv2.BORDER_REPLICATE) - field[part]) * top

    def _window(self, laid: Laid) -> Window | None:
        w, h = laid.size_mm
        px = self.camera.project(laid.to_world(np.array([[0, 0], [w, 0], [w, h], [0, h]])))
        margin = (4 + 2 * laid.height_mm) * self.camera.scale_at(laid.x_mm, laid.y_mm) + 4
        x0, y0 = np.maximum(px.min(0) - margin, 0).astype(int)
        x1, y1 = np.minimum(px.max(0) + margin, [self.camera.width, self.camera.height]).astype(int)
        return Window(int(x0), int(y0), int(x1), int(y1)) if x1 - x0 > 2 and y1 - y0 > 2 else None

    def _warped(self, sprite: Picture, laid: Laid, window: Window, border: int = cv2.BORDER_CONSTANT) -> Picture:
        """Returns the sprite, which covers the laid thing, as it falls in the window."""
        to_mm = np.diag([laid.size_mm[0] / sprite.shape[1], laid.size_mm[1] / sprite.shape[0], 1.0])
        move = np.array([[1, 0, -window.x0 - 0.5], [0, 1, -window.y0 - 0.5], [0, 0, 1.0]])
        half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])  # px centres lie half a px in
        view = move @ self.camera.homography(laid.height_mm) @ laid.matrix() @ to_mm @ half
        size = (window.x1 - window.x0, window.y1 - window.y0)
        warped = cv2.warpPerspective(sprite, view, size, flags=cv2.INTER_LINEAR, borderMode=border)
        return np.asarray(warped, np.float32)

    def _shadow(self, alpha: Picture, laid: Laid, window: Window) -> None:
        towards = self.lights.towards()
        throw = -towards[:2] / max(towards[2], 0.3) * laid.height_mm * 1.6
        scale = self.camera.scale_at(laid.x_mm, laid.y_mm)
        cast = self._warped(alpha, laid.lowered(throw[0], throw[1]), window)
        cast = _soft(cast, (0.15 + self.lights.key.size * max(1.0, laid.height_mm)) * scale)
        close = _soft(self._warped(alpha, laid.lowered(), window), 0.8 * max(1.0, laid.height_mm) * scale)
        self.lit[window.part] *= (1 - 0.75 * cast) * (1 - 0.35 * close)

    def _cast(self, points: Points) -> None:
        """Darkens the table where a solid thing keeps the key light off."""
        towards = self.lights.towards()
        ground = points.copy()
        ground[:, :2] -= points[:, 2:] * towards[:2] / max(towards[2], 0.3)
        ground[:, 2] = 0
        hull = cv2.convexHull(np.round(self.camera.project(ground)).astype(np.int32))
        height_px = points[:, 2].max() * self.camera.scale_at(points[0, 0], points[0, 1])
        soft = max(0.8, self.lights.key.size * height_px * 0.35)
        margin = int(3 * soft) + 2
        x, y, w, h = cv2.boundingRect(hull)
        x0, y0 = max(x - margin, 0), max(y - margin, 0)
        part = (slice(y0, max(y + h + margin, y0)), slice(x0, max(x + w + margin, x0)))
        shape = self.lit[part].shape
        if min(shape) == 0:
            return
        mask = cv2.fillConvexPoly(np.zeros(shape, np.float32), hull - [x0, y0], 1.0)
        self.lit[part] *= 1 - 0.85 * _soft(np.asarray(mask, np.float32), soft)

    def _shine(self, laid: Laid, roughness: float, normal: Points) -> Picture:
        rows, columns = SHINE
        w, h = laid.size_mm
        x, y = np.meshgrid((np.arange(columns) + 0.5) * w / columns, (np.arange(rows) + 0.5) * h / rows)
        face = np.column_stack([x.ravel(), y.ravel()])
        curl = (face - [w / 2, h / 2]) / 2500 * (1 if normal[0] > 0 else -1)  # a card bends a little
        normals = np.column_stack([normal[:2] + curl, np.ones(len(curl))])
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        value = light.shine(self.lights.key, laid.to_world(face), normals, self.camera.centre, roughness)
        return np.minimum(value, 6).reshape(SHINE).astype(np.float32)

    def _coarse_points(self) -> Points:
        h, w = self.camera.height // COARSE, self.camera.width // COARSE
        x, y = np.meshgrid((np.arange(w) + 0.5) * self.camera.width / w, (np.arange(h) + 0.5) * self.camera.height / h)
        p = np.stack([x, y, np.ones_like(x)], -1) @ np.linalg.inv(self.camera.homography()).T
        depth = np.where(np.abs(p[..., 2:]) < 1e-9, 1e-9, p[..., 2:])
        return np.concatenate([np.clip(p[..., :2] / depth, -9000, 9000), np.zeros((h, w, 1))], -1)


def _soft(mask: Picture, spread_px: float) -> Picture:
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.6, spread_px)), np.float32)


def _vignette(size: tuple[int, int], amount: float) -> Points:
    y, x = np.mgrid[-1 : 1 : size[0] * 1j, -1 : 1 : size[1] * 1j]
    return np.asarray(1 - amount * (x * x + y * y) / 2)
