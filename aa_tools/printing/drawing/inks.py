"""Ink colours as "#RRGGBB" text: mixing, lightness and contrast."""

from __future__ import annotations

Ink = str
"""A colour such as "#DC2543"."""


def rgb(ink: Ink) -> tuple[float, float, float]:
    """Returns red, green and blue, each from 0 to 1."""
    red, green, blue = (int(ink[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return red, green, blue


def mix(ink: Ink, other: Ink, share: float) -> Ink:
    """Returns a mixture of two inks; `share` is that of `other`, from 0 to 1."""
    parts = zip(rgb(ink), rgb(other), strict=True)
    return "#" + "".join(f"{round(255 * (own * (1 - share) + far * share)):02X}" for own, far in parts)


def luma(ink: Ink) -> float:
    """Returns the lightness of an ink from 0 to 1 (luma, ITU-R BT.601)."""
    red, green, blue = rgb(ink)
    return 0.299 * red + 0.587 * green + 0.114 * blue


def contrasting_ink(ground: Ink, dark: Ink, light: Ink) -> Ink:
    """Returns the dark or the light ink, whichever is easier to read on a background."""
    return dark if luma(ground) > 0.6 else light
