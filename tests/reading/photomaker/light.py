"""Lamps and windows: how much light reaches a point of the table, its tint, and what shines."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tests.reading.photomaker.conditions import Conditions

Points = NDArray[np.float64]
DAY_KELVIN = 6500.0


@dataclass(frozen=True)
class Lamp:
    """A light.

    Attributes:
        at: (3,) x, y, height in mm.
        tint: (3,) linear RGB at the centre of the canvas.
        size: radius over distance; makes shadows and highlights soft.
    """

    at: Points
    tint: Points
    size: float


@dataclass(frozen=True)
class Lights:
    """All lights of a scene. `ambient` is (3,) linear RGB from everywhere."""

    key: Lamp
    fill: Lamp
    ambient: Points
    edge: tuple[float, float, float] | None
    """A straight shadow edge: angle, distance from the centre in mm, width of its soft part in mm."""

    def towards(self) -> Points:
        """Returns the unit vector from the canvas to the key light."""
        return np.asarray(self.key.at / np.linalg.norm(self.key.at))


def blackbody(kelvin: float) -> Points:
    """Returns the linear sRGB of a black body, green 1.

    The chromaticity is the fit of Kim et al. (2002) to the Planckian locus, good from 1667 to 25000 K.
    """
    t = 1e3 / kelvin
    if kelvin <= 4000:
        x = -0.2661239 * t**3 - 0.2343589 * t**2 + 0.8776956 * t + 0.179910
    else:
        x = -3.0258469 * t**3 + 2.1070379 * t**2 + 0.2226347 * t + 0.240390
    if kelvin <= 2222:
        y = -1.1063814 * x**3 - 1.34811020 * x**2 + 2.18555832 * x - 0.20219683
    elif kelvin <= 4000:
        y = -0.9549476 * x**3 - 1.37418593 * x**2 + 2.09137015 * x - 0.16748867
    else:
        y = 3.0817580 * x**3 - 5.87338670 * x**2 + 3.75112997 * x - 0.37001483
    xyz = np.array([x / y, 1.0, (1 - x - y) / y])
    to_rgb = np.array([[3.2406, -1.5372, -0.4986], [-0.9689, 1.8758, 0.0415], [0.0557, -0.2040, 1.0570]])
    rgb = np.maximum(to_rgb @ xyz, 0.02)
    return np.asarray(rgb / rgb[1])


def lights(rng: np.random.Generator, c: Conditions, camera_at: Points, reach_mm: float) -> Lights:
    """Returns the lights of a scene.

    Args:
        rng: chance.
        c: the conditions.
        camera_at: (3,) where the camera is.
        reach_mm: half the diagonal of the canvas.
    """
    tint = blackbody(c.kelvin)
    key = Lamp(_lamp_place(rng, c, camera_at, reach_mm), tint * 0.75, float(rng.uniform(0.03, 0.3)))
    away = -key.at * np.array([1, 1, 0]) + np.array([0, 0, rng.uniform(500, 1200)])
    other = blackbody(rng.uniform(6000, 8500)) if c.light == "mixed" else tint * np.exp(rng.normal(0, 0.08, 3))
    fill = Lamp(away, other * (0.6 if c.light == "mixed" else rng.uniform(0.05, 0.25)), 0.6)
    surround = tint * np.exp(rng.normal(0, 0.06, 3)) * rng.uniform(0.2, 0.5)
    edge = (float(rng.uniform(0, 6.28)), float(rng.uniform(-0.6, 0.6) * reach_mm), float(rng.uniform(2, 25)))
    return Lights(key, fill, surround, edge if c.shadow_edge else None)


def _lamp_place(rng: np.random.Generator, c: Conditions, camera_at: Points, reach_mm: float) -> Points:
    """Returns a place whose mirror image the camera sees on the canvas (glare), or else beside it."""
    height = rng.uniform(700, 1800)
    if c.glare:
        spot = np.append(rng.uniform(-0.5, 0.5, 2) * reach_mm, 0.0)
        view = spot - camera_at
        return np.asarray(spot + view * np.array([1, 1, -1]) * height / -view[2])
    angle = rng.uniform(0, 6.28)
    low = c.light in ("window", "mixed")
    away = rng.uniform(1.0, 2.2) * height if low else rng.uniform(0.4, 1.2) * height
    lamp = np.array([np.cos(angle) * away, np.sin(angle) * away, height])
    share = camera_at[2] / (camera_at[2] + height)
    mirror = camera_at[:2] + (lamp - camera_at)[:2] * share
    if np.linalg.norm(mirror) < reach_mm * 1.2:
        lamp[:2] *= 2.0
    return lamp


def reach(lamp: Lamp, points: Points) -> Points:
    """Returns how much light of a lamp reaches points (..., 3) of the level table, 1 at the centre of the canvas."""
    to = lamp.at - points
    square = (to**2).sum(-1)
    cosine = np.maximum(to[..., 2], 0) / np.sqrt(square)
    at_centre = lamp.at[2] / float((lamp.at**2).sum()) ** 1.5
    return np.asarray(cosine / square / at_centre)


def visible(edge: tuple[float, float, float] | None, points: Points) -> Points:
    """Returns the part of the key light that the straight shadow edge lets through at points (..., 3)."""
    if edge is None:
        return np.ones(points.shape[:-1])
    angle, distance, soft = edge
    t = np.clip((points[..., 0] * np.cos(angle) + points[..., 1] * np.sin(angle) - distance) / soft + 0.5, 0, 1)
    return np.asarray(0.08 + 0.92 * t * t * (3 - 2 * t))


def shine(lamp: Lamp, points: Points, normal: Points, camera_at: Points, roughness: float) -> Points:
    """Returns what a surface mirrors of a lamp towards the camera, as a reflectance (Blinn-Phong with Fresnel)."""
    to_lamp = _unit(lamp.at - points)
    to_eye = _unit(camera_at - points)
    half = _unit(to_lamp + to_eye)
    cosine = np.clip((half * normal).sum(-1), 1e-3, 1)
    wide = roughness**2 + (lamp.size / 2) ** 2
    lobe = np.exp((1 - 1 / cosine**2) / wide) / wide
    fresnel = 0.04 + 0.96 * (1 - np.clip((half * to_eye).sum(-1), 0, 1)) ** 5
    return np.asarray(fresnel * lobe / 4)


def _unit(v: Points) -> Points:
    return np.asarray(v / np.linalg.norm(v, axis=-1, keepdims=True))
