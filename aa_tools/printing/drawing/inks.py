"""Inks: "#RRGGBB" in the files, and lighter and darker ones of the same hue."""

from __future__ import annotations

Ink = str
"""Such as "#DC2543"."""


def rgb(ink: Ink) -> tuple[float, float, float]:
    """Returns red, green and blue from 0 to 1."""
    red, green, blue = (int(ink[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return red, green, blue


def mix(ink: Ink, other: Ink, share: float) -> Ink:
    """Returns `ink` with so much of another in it: 0 is none, 1 is only the other."""
    parts = zip(rgb(ink), rgb(other), strict=True)
    return "#" + "".join(f"{round(255 * (own * (1 - share) + far * share)):02X}" for own, far in parts)


def luma(ink: Ink) -> float:
    """Returns how light an ink looks, from 0 to 1 (luma, ITU-R BT.601)."""
    red, green, blue = rgb(ink)
    return 0.299 * red + 0.587 * green + 0.114 * blue


def contrasting_ink(ground: Ink, dark: Ink, light: Ink) -> Ink:
    """Returns whichever of two inks is the easier to read on a ground."""
    return dark if luma(ground) > 0.6 else light
