"""The conditions of a made photo: named, with a careful photo as the default, and drawn at random by `draw`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

Kind = Literal["normal", "hard", "negative"]
Ink = Literal["deck", "vivid", "dull", "glossy", "faded"]
Hatch = Literal["none", "lines", "mixed", "brush"]
Light = Literal["daylight", "window", "warm", "mixed", "dim"]

INKS: tuple[Ink, ...] = ("deck", "vivid", "dull", "glossy", "faded")
HATCHES: tuple[Hatch, ...] = ("none", "lines", "mixed", "brush")
LIGHTS: tuple[Light, ...] = ("daylight", "window", "warm", "mixed", "dim")
TABLES = (
    "light wood",
    "dark wood",
    "white cloth",
    "black mat",
    "green felt",
    "patterned cloth",
    "red cloth",
    "blue mat",
    "grey stone",
)

HEAVY_BLUR_MM = 22.0
"""Spread of a blur on the cards from which no quadrant (31 x 44 mm) can be made out."""
CUT_CARDS = 1 / 3
"""Cards missing at an edge of the picture from which the photo shows no whole grid."""


@dataclass(frozen=True)
class Conditions:
    """What a photo shows and how it was taken.

    Attributes:
        megapixels: size of the picture; above 12 it is rendered smaller and enlarged.
        tilt_deg: angle between the view and the straight look down.
        azimuth_deg: turn of the canvas on the table as the camera sees it.
        roll_deg: turn of the camera about its view.
        quarter: quarter turns of the canvas in the upright picture (the photo taken from a side).
        orientation: the EXIF orientation the file carries (1, 3, 6 or 8).
        fill: part of the picture's side that the canvas spans.
        gap_mm: gap between cards laid straight.
        crooked_deg, offset_mm: largest turn and shift of a card out of its place.
        border_mm, cross_mm: white border of a card and white cross between its quadrants.
        white_balance: part of the light's tint that the camera takes out, 0-1.
        kelvin: colour temperature of the main light.
        defocus_mm, motion_mm: spread of blur and length of shake, measured on the cards.
        distortion: radial distortion at the picture's corner, as a part of the radius.
        cut: cards that the picture's edge cuts off on one side.
        empty: spaces of the canvas without a card.
        deck: cards all different, none with a colour more than twice.
        grid: False shows a table without a canvas.
    """

    players: int = 2
    megapixels: float = 2.0
    tilt_deg: float = 8.0
    azimuth_deg: float = 0.0
    roll_deg: float = 0.0
    quarter: int = 0
    orientation: int = 1
    fill: float = 0.8
    gap_mm: float = 1.0
    crooked_deg: float = 1.0
    offset_mm: float = 0.7
    border_mm: float = 3.0
    cross_mm: float = 1.5
    ink: Ink = "deck"
    hatch: Hatch = "none"
    rounded: bool = True
    mark: bool = True
    tag: bool = False
    table: str = "light wood"
    other_cards: int = 0
    things: int = 0
    light: Light = "daylight"
    kelvin: float = 6500.0
    white_balance: float = 1.0
    shadow_edge: bool = False
    glare: bool = False
    defocus_mm: float = 0.2
    motion_mm: float = 0.0
    distortion: float = 0.0
    sharpen: float = 0.5
    quality: int = 88
    cut: float = 0.0
    empty: int = 0
    deck: bool = True
    grid: bool = True

    @property
    def side(self) -> int:
        """Cards on a side of the canvas."""
        return 4 if self.players == 2 else 5


def kind_of(c: Conditions, quadrant_px: float) -> Kind:
    """Returns how hard the photo is; `quadrant_px` is the shortest side of a quadrant in the picture."""
    if not c.grid or c.cut >= CUT_CARDS or max(c.defocus_mm, c.motion_mm / 3) >= HEAVY_BLUR_MM:
        return "negative"
    unbalanced = c.light == "warm" and c.kelvin < 2800 and c.white_balance < 0.35
    hard = (
        c.tilt_deg > 30,
        abs(c.azimuth_deg + c.roll_deg) > 20,
        c.glare,
        c.cut > 0,
        c.defocus_mm > 1.0 or c.motion_mm > 2.0,
        c.crooked_deg > 3.5 or c.offset_mm > 2.2,
        quadrant_px < 20,
        unbalanced and (c.white_balance < 0.2 or c.ink == "faded" or c.border_mm + c.cross_mm == 0),
        c.light == "dim" and c.ink == "faded",
    )
    return "hard" if any(hard) else "normal"


def draw(rng: np.random.Generator) -> Conditions:
    """Returns conditions drawn at random: about 65 % normal, 25 % hard, 10 % negative."""
    c = _light(rng, _print(rng, _table(rng, _camera(rng, Conditions()))))
    fate = rng.random()
    if fate > 0.9:
        return _spoilt(rng, c)
    return _hardened(rng, c) if fate > 0.72 else c


def _chance(rng: np.random.Generator, part: float) -> bool:
    return bool(rng.random() < part)


def _camera(rng: np.random.Generator, c: Conditions) -> Conditions:
    large = _chance(rng, 0.06)
    return replace(
        c,
        players=4 if _chance(rng, 0.35) else 2,
        megapixels=float(rng.uniform(12, 48) if large else np.exp(rng.uniform(0, np.log(12)))),
        tilt_deg=float(abs(rng.normal(0, 13)) % 30),
        azimuth_deg=float(np.clip(rng.normal(0, 5), -14, 14)),
        roll_deg=float(np.clip(rng.normal(0, 2), -6, 6)),
        quarter=int(rng.choice([0, 1, 2, 3], p=[0.8, 0.08, 0.04, 0.08])),
        orientation=int(rng.choice([1, 3, 6, 8], p=[0.55, 0.05, 0.25, 0.15])),
        fill=float(rng.uniform(0.62, 0.92)),
        defocus_mm=float(rng.uniform(0.05, 0.6)),
        motion_mm=float(rng.uniform(0, 1.2) if _chance(rng, 0.3) else 0),
        distortion=float(np.clip(rng.normal(0, 0.012), -0.03, 0.03)),
        sharpen=float(rng.uniform(0, 1.2)),
        quality=int(rng.integers(60, 96)),
    )


def _table(rng: np.random.Generator, c: Conditions) -> Conditions:
    careless = _chance(rng, 0.25)
    return replace(
        c,
        table=str(rng.choice(TABLES)),
        gap_mm=float(rng.uniform(0, 4) if _chance(rng, 0.8) else 0),
        crooked_deg=float(rng.uniform(1.5, 3.5) if careless else rng.uniform(0.1, 1.5)),
        offset_mm=float(rng.uniform(1, 2.2) if careless else rng.uniform(0.1, 1)),
        other_cards=int(rng.integers(1, 6)) if _chance(rng, 0.6) else 0,
        things=int(rng.integers(1, 5)) if _chance(rng, 0.6) else 0,
        tag=_chance(rng, 0.25),
        empty=int(rng.integers(1, 5)) if _chance(rng, 0.2) else 0,
        deck=_chance(rng, 0.6),
    )


def _print(rng: np.random.Generator, c: Conditions) -> Conditions:
    return replace(
        c,
        ink=INKS[int(rng.choice(5, p=[0.35, 0.2, 0.15, 0.2, 0.1]))],
        hatch=HATCHES[int(rng.choice(4, p=[0.4, 0.15, 0.25, 0.2]))],
        border_mm=3.0 if _chance(rng, 0.6) else 0.0,
        cross_mm=float(rng.uniform(1, 2)) if _chance(rng, 0.55) else 0.0,
        rounded=_chance(rng, 0.5),
        mark=_chance(rng, 0.7),
    )


def _light(rng: np.random.Generator, c: Conditions) -> Conditions:
    light = LIGHTS[int(rng.choice(5, p=[0.25, 0.25, 0.25, 0.15, 0.1]))]
    span = {"daylight": (5000, 7500), "window": (5500, 8000), "warm": (2200, 2700), "mixed": (2500, 3200)}
    low, high = span.get(light, (2600, 3500))
    unbalanced = light == "warm" and _chance(rng, 0.4)
    balance = rng.uniform(0.2, 0.5) if unbalanced else rng.uniform(0.6, 1.0)
    return replace(
        c,
        light=light,
        kelvin=float(rng.uniform(low, high)),
        white_balance=float(balance),
        shadow_edge=_chance(rng, 0.12),
    )


def _hardened(rng: np.random.Generator, c: Conditions) -> Conditions:
    return [
        replace(c, tilt_deg=float(rng.uniform(30, 45))),
        replace(c, glare=True, ink="glossy"),
        replace(c, defocus_mm=float(rng.uniform(1.0, 3.5))),
        replace(c, motion_mm=float(rng.uniform(2, 6))),
        replace(c, crooked_deg=float(rng.uniform(3.5, 5)), offset_mm=float(rng.uniform(2.2, 3))),
        replace(c, azimuth_deg=float(rng.choice([-1, 1]) * rng.uniform(15, 32))),
        replace(c, fill=float(rng.uniform(0.3, 0.5)), megapixels=float(rng.uniform(0.6, 1.2))),
        replace(c, glare=True),
        replace(c, light="warm", kelvin=float(rng.uniform(2200, 2700)), white_balance=float(rng.uniform(0, 0.2))),
    ][int(rng.integers(9))]


def _spoilt(rng: np.random.Generator, c: Conditions) -> Conditions:
    cut = float(rng.uniform(0.4, 1.8))
    return [
        replace(c, cut=cut, empty=0),
        replace(c, cut=cut, empty=0),
        replace(c, defocus_mm=float(rng.uniform(1, 1.4) * HEAVY_BLUR_MM), megapixels=min(c.megapixels, 3.0)),
        replace(c, grid=False, other_cards=int(rng.integers(0, 6)), things=int(rng.integers(0, 6))),
    ][int(rng.integers(4))]
