"""Makes photos of a table with our own printed cards: canvas, objectives, inspirations and the first player card."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pypdfium2
from numpy.typing import NDArray
from PIL import Image

from aa_tools.cards.database import CardDatabase, load_cards
from aa_tools.printing.layout.imposition import Flip
from aa_tools.printing.sheets import PrintSettings, plan, write
from tests.conftest import ROOT
from tests.reading.photomaker import light, surroundings
from tests.reading.photomaker.camera import Camera, aimed, develop
from tests.reading.photomaker.cards import Picture, linear
from tests.reading.photomaker.conditions import Conditions
from tests.reading.photomaker.layout import Laid, canvas_corners, lay_canvas
from tests.reading.photomaker.painter import Painter

DPI = 130
PAPER, DARK = 0.80, 0.02
"""Reflectance of white paper and of black ink."""

SIDE_DECKS = ("assignment", "professor", "inspiration", "first_player")


@dataclass(frozen=True)
class SideCard:
    """A card beside the canvas: its middle in mm from the canvas's middle, y towards the south, and its turn."""

    card: str
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0


@dataclass(frozen=True)
class Printed:
    """A made photo and its truth.

    Attributes:
        image: (height, width, 3) BGR, upright.
        rows: the letters as the picture shows them.
        ids: the canvas cards row by row from the north west.
        tags_px: (2,) x, y of the middle of each side card's tag that is wholly in the picture, by card.
    """

    image: NDArray[np.uint8]
    rows: list[str]
    ids: list[str]
    tags_px: dict[str, NDArray[np.float64]]

    def jpeg(self, quality: int = 88) -> bytes:
        out = io.BytesIO()
        Image.fromarray(np.ascontiguousarray(self.image[..., ::-1])).save(out, "JPEG", quality=quality)
        return out.getvalue()


@cache
def cards() -> CardDatabase:
    return load_cards(str(ROOT / "cards.yaml"))


@cache
def faces(theme: str, deck: str) -> dict[str, Picture]:
    """Returns the printed fronts of a deck by card id, as linear reflectances."""
    planned, file = plan(cards(), deck, theme=theme, setup=PrintSettings(flip=Flip.NONE, marks=False)), io.BytesIO()
    write(planned, file)
    pages, layout = pypdfium2.PdfDocument(file.getvalue()), planned.document.layout
    found: dict[str, Picture] = {}
    for page, (sheet, side) in zip(pages, planned.document.pages, strict=True):
        drawn = np.asarray(page.render(scale=DPI / 72).to_pil().convert("RGB"))
        for face, spot in zip(sheet.cards, layout.slots(len(sheet.cards), side), strict=True):
            if face.card_id not in found:
                found[face.card_id] = _cut(drawn, layout.page.height_mm - spot.rect.top_mm, spot.rect, spot.turn_deg)
    return found


def _cut(drawn: NDArray[Any], top_mm: float, rect: Any, turn_deg: int) -> Picture:
    left, top, width, height = (round(mm * DPI / 25.4) for mm in (rect.left_mm, top_mm, rect.width_mm, rect.height_mm))
    part = np.rot90(drawn[top : top + height, left : left + width], -turn_deg // 90)
    return np.ascontiguousarray(DARK + (PAPER - DARK) * linear(part.astype(np.float64))).astype(np.float32)


def photograph(
    seed: int,
    beside: Sequence[SideCard] = (),
    theme: str = "classic",
    swapped: Sequence[tuple[int, str]] = (),
    covers: Sequence[tuple[float, float, float]] = (),
    **conditions: Any,
) -> Printed:
    """Makes a photo.

    Args:
        seed: of the canvas, the light and the camera.
        beside: the cards beside the canvas.
        theme: of the printed cards.
        swapped: (number of a space, id) canvas cards there, instead of those drawn by the seed.
        covers: (x, y, radius in mm) round white things on the canvas.
        conditions: as in `Conditions`.
    """
    c = Conditions(**{"megapixels": 3.0, "fill": 0.6} | conditions)
    rng = np.random.default_rng([seed, 9])
    deck = list(faces(theme, "canvas"))
    ids = [deck[index] for index in rng.permutation(len(deck))[: c.side**2]]
    for number, card in swapped:
        ids[number] = card
    camera = aimed(rng, c, _size(c), canvas_corners(c))
    image = _rendered(rng, c, camera, [faces(theme, "canvas")[card] for card in ids], theme, beside, covers)
    letters = [cards().canvas_card(card).quadrants.split("/") for card in ids]
    rows = np.array([
        list("".join(letters[row * c.side + column][half] for column in range(c.side)))
        for row in range(c.side)
        for half in range(2)
    ])  # fmt: skip
    return Printed(image, ["".join(row) for row in np.rot90(rows, -c.quarter)], ids, _tags_px(camera, beside))


TAG_MM = np.array([[46.0, 63.6], [62.0, 63.6], [62.0, 79.6], [46.0, 79.6]])
"""The corners of a tag's white margin, from a card's upper left corner."""


def _tags_px(camera: Camera, beside: Sequence[SideCard]) -> dict[str, NDArray[np.float64]]:
    found = {}
    for card in beside:
        laid = Laid(card.x_mm, card.y_mm, card.turn_deg, 0.5)
        corners = camera.distort(camera.project(laid.to_world(TAG_MM)))
        if (corners > 0).all() and (corners < [camera.width, camera.height]).all():
            found[card.card] = corners.mean(0)
    return found


def _size(c: Conditions) -> tuple[int, int]:
    short = round((c.megapixels * 0.75e6) ** 0.5)
    return (short, round(short / 0.75)) if c.quarter % 2 == 0 else (round(short / 0.75), short)


def _rendered(
    rng: np.random.Generator,
    c: Conditions,
    camera: Camera,
    canvas: Sequence[Picture],
    theme: str,
    beside: Sequence[SideCard],
    covers: Sequence[tuple[float, float, float]],
) -> NDArray[np.uint8]:
    lights = light.lights(rng, c, camera.centre, float(np.linalg.norm(canvas_corners(c)[0])))
    painter = Painter(camera, lights)
    surroundings.table(rng, c, painter)
    others = {name: face for deck in SIDE_DECKS for name, face in faces(theme, deck).items()}
    laid = [(others[side.card], Laid(side.x_mm, side.y_mm, side.turn_deg, 0.5)) for side in beside]
    spaces = lay_canvas(rng, c, np.full((2 * c.side, 2 * c.side), "R"))
    laid += [(canvas[row * c.side + column], card) for (row, column), card in spaces.items()]
    laid += [(np.full((40, 40, 3), 0.9, np.float32), Laid(x, y, 0.0, 1.0, (2 * r, 2 * r))) for x, y, r in covers]
    for face, card in laid:
        corner_mm = 3.0 if face.shape[0] > face.shape[1] else card.size_mm[0] / 2
        painter.card(face, card, corner_mm, 0.35, surroundings.leaning(rng, 0.008))
    scale = camera.scale_at(0, 0)
    radiance = camera.bend(painter.radiance(0.15))
    return develop(rng, c, radiance, light.blackbody(c.kelvin), (c.defocus_mm * scale, c.motion_mm * scale))


def row_of(ids: Sequence[str], y_mm: float, turn_deg: float = 0.0, step_mm: float = 72.0) -> list[SideCard]:
    """Returns cards side by side, centred on the canvas."""
    left = -(len(ids) - 1) / 2 * step_mm
    return [SideCard(card, left + index * step_mm, y_mm, turn_deg) for index, card in enumerate(ids)]
