"""Makes the photos of the tutorial and of the photo tips: a table with our printed cards, as a camera would see it.

The camera, the light and the table are those of tests/reading/photomaker; every photo is made from its seed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.reading.printed import Beside, photograph, row_of

HERE = Path(__file__).parent


def column(*cards: str, x_mm: float = 182.0) -> list[Beside]:
    """Lays objectives one below the other at the east of a canvas of 4 x 4 cards."""
    return [Beside(card, x_mm, 105.0 * (index - 1)) for index, card in enumerate(cards)]


ROUND_3 = [
    *column("red-steps", "red-areas", "longline"),
    Beside("first-player", -60, 240),
    Beside("inspiration-easel", -40, -240, 180),
    Beside("inspiration-stair", 40, -240, 180),
]
"""The third round of the tutorial's game."""

FOUR = [
    *row_of(["weaver", "gallery"], -285),
    Beside("first-player", 225, 40, 270),
    Beside("inspiration-stair", -60, 285),
    Beside("inspiration-hook", -225, -40, 90),
]
"""A table for four: the first player card in the east, inspirations in the south and the west."""

ROUND_1 = [*column("red-areas", "yellow-field", "blue-steps"), Beside("first-player", 60, 235)]
SMALL = {"megapixels": 0.9, "fill": 0.56, "table": "dark wood", "light": "window"}

CLOTH = {"table": "white cloth", "light": "daylight"}
LAMP = {"light": "warm", "kelvin": 3000.0, "white_balance": 0.6}


@dataclass(frozen=True)
class Shot:
    """A photo: its seed, what lies beside the canvas, and how it is taken, as in `photograph`."""

    seed: int
    beside: Iterable[Beside] = tuple(ROUND_1)
    more: dict[str, Any] = field(default_factory=dict)
    quality: int = 80

    def jpeg(self) -> bytes:
        """Takes the photo."""
        return photograph(self.seed, list(self.beside), **SMALL | self.more).jpeg(self.quality)


SHOTS = {
    "table": Shot(5626, ROUND_3, {"megapixels": 1.6, "fill": 0.57, "tilt_deg": 9.0}, 74),
    "good": Shot(46),
    "tilted": Shot(32, more={"tilt_deg": 27.0, "table": "green felt"} | LAMP),
    "four": Shot(72, FOUR, CLOTH | {"players": 4, "quarter": 1, "megapixels": 1.4, "fill": 0.52}, 74),
    "crooked": Shot(50, more={"crooked_deg": 7.0, "offset_mm": 4.0}),
    "blurred": Shot(46, more={"defocus_mm": 24.0}),
    "cut": Shot(33, more={"cut": 1.0, "fill": 0.85}),
    "far": Shot(32, more={"fill": 0.2}),
    "low-ink": Shot(46, more={"theme": "low-ink"}),
    "covered": Shot(46, more={"covers": [(80.0, 47.0, 30.0)]}),
    "hidden": Shot(50, more={"covers": [(204.0, 134.0, 30.0)]}),
}  # fmt: skip


def write_photos() -> None:
    """Writes the photos beside this file."""
    for name, shot in SHOTS.items():
        (HERE / f"photo-{name}.jpg").write_bytes(shot.jpeg())
