"""Pictures of other things, by number: from none of them may a canvas be read."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.reading.photomaker import foreign_boards, foreign_flat
from tests.reading.photomaker.camera import develop
from tests.reading.photomaker.conditions import Conditions

Photo = NDArray[np.uint8]
Maker = Callable[[np.random.Generator], Photo]

MAKERS: tuple[Maker, ...] = (
    foreign_flat.noise,
    foreign_flat.gradient,
    foreign_flat.text_page,
    foreign_flat.checkerboard,
    foreign_flat.colour_chart,
    foreign_flat.abstract_painting,
    foreign_flat.stripes,
    foreign_boards.playing_cards,
    foreign_boards.cube,
    foreign_boards.calendar,
    foreign_boards.chessboard,
    foreign_boards.tile_board,
    foreign_boards.facade,
    foreign_boards.bricks,
    foreign_boards.paper_notes,
)
DRAWN = 240
"""Drawn pictures; the numbers above stand for the pictures of installed libraries."""


def count() -> int:
    """Returns how many foreign pictures there are: at least `DRAWN`."""
    return DRAWN + len(_shipped())


def name(number: int) -> str:
    """Returns what a foreign picture shows."""
    if number < DRAWN:
        return MAKERS[number % len(MAKERS)].__name__
    return _shipped()[number - DRAWN].name


def foreign(number: int) -> Photo:
    """Returns foreign picture `number` (0 to `count()` - 1), BGR; the same each time."""
    if number >= DRAWN:
        return np.asarray(cv2.imread(str(_shipped()[number - DRAWN])), np.uint8)
    rng = np.random.default_rng([number, 3])
    drawn = MAKERS[number % len(MAKERS)](rng)
    return _photographed(rng, drawn) if rng.random() < 0.7 else drawn


def _photographed(rng: np.random.Generator, picture: Photo) -> Photo:
    """Returns the picture as a phone would take it: at a slant, unevenly lit, with blur and noise."""
    h, w = picture.shape[:2]
    corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    moved = corners + rng.uniform(-0.09, 0.09, (4, 2)).astype(np.float32) * [w, h]
    view = cv2.getPerspectiveTransform(corners, moved.astype(np.float32))
    seen = np.asarray(cv2.warpPerspective(picture, view, (w, h), borderMode=cv2.BORDER_REFLECT), np.float32)
    light = (seen[..., ::-1] / 255) ** 2.2
    ramp = np.linspace(1 - rng.uniform(0, 0.5), 1, w, dtype=np.float32)[None, :, None]
    c = Conditions(sharpen=float(rng.uniform(0, 1)))
    tint = np.exp(rng.normal(0, 0.12, 3))
    blur = (float(rng.uniform(0.3, 1.5)), 0.0)
    return develop(rng, c, np.asarray(light * ramp * tint.astype(np.float32), np.float32), tint, blur)


@cache
def _shipped() -> tuple[Path, ...]:
    """Returns the pictures that lie in the folders of scikit-image and scikit-learn, where these are installed."""
    folders = [*_folders("skimage", "data"), *_folders("sklearn", "datasets/images")]
    files = sorted(file for folder in folders for file in folder.glob("*.[pj][np]g"))
    return tuple(file for file in files if cv2.imread(str(file)) is not None)


def _folders(package: str, inside: str) -> list[Path]:
    spec = find_spec(package)
    return [Path(place) / inside for place in (spec.submodule_search_locations if spec else None) or []]
