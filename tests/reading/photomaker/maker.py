"""Makes photos of a table with known truth: `make`, `mixed` and `encode`."""

from __future__ import annotations

import io
from dataclasses import asdict, dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tests.reading.photomaker import light, surroundings, things
from tests.reading.photomaker.camera import Camera, aimed, develop
from tests.reading.photomaker.cards import HEIGHT_MM, WIDTH_MM, Grid, Printer, canvas_letters
from tests.reading.photomaker.conditions import Conditions, Kind, draw, kind_of
from tests.reading.photomaker.layout import Laid, canvas_corners, lay_canvas
from tests.reading.photomaker.painter import Painter

RENDER_MP = 12.0
TURNS = {1: 0, 3: 2, 6: 1, 8: 3}
"""Quarter turns against the clock from the upright picture to the stored one, by EXIF orientation."""
ROUGHNESS = {"deck": 0.3, "vivid": 0.35, "dull": 0.5, "glossy": 0.07, "faded": 0.5}


@dataclass(frozen=True)
class MadePhoto:
    """A made photo and its truth.

    Attributes:
        image: (height, width, 3) BGR, upright.
        truth: rows of letters as seen in the upright picture, "." for an empty space; empty for a negative.
        players: 2 or 4.
        conditions: the conditions by name, and `quadrant_px`.
        kind: how hard it is to read.
        centres: (rows, columns, 2) x, y in px of the quadrants' centres as drawn; outside the picture where cut off.
    """

    image: NDArray[np.uint8]
    truth: list[str]
    players: int
    conditions: dict[str, Any]
    kind: Kind
    centres: NDArray[np.float64]


def make(seed: int, **conditions: Any) -> MadePhoto:
    """Returns a photo under the named conditions of `Conditions`, the same for the same seed."""
    return _photo(np.random.default_rng([seed, 1]), Conditions(**conditions))


def mixed(seed: int) -> MadePhoto:
    """Returns a photo under conditions drawn at random, the same for the same seed."""
    return _photo(np.random.default_rng([seed, 1]), draw(np.random.default_rng([seed, 2])))


def encode(made: MadePhoto, quality: int | None = None, orientation: int | None = None) -> bytes:
    """Returns the photo as JPEG; without arguments as its conditions say.

    Args:
        made: the photo.
        quality: JPEG quality, 1-100.
        orientation: the EXIF orientation to store (1, 3, 6 or 8); the pixels are turned to match.
    """
    quality = int(made.conditions["quality"]) if quality is None else quality
    orientation = int(made.conditions["orientation"]) if orientation is None else orientation
    stored = np.ascontiguousarray(np.rot90(made.image, TURNS[orientation])[..., ::-1])
    exif = Image.Exif()
    if orientation != 1:
        exif[0x0112] = orientation
    out = io.BytesIO()
    Image.fromarray(stored).save(out, "JPEG", quality=quality, exif=exif)
    return out.getvalue()


def _photo(rng: np.random.Generator, c: Conditions) -> MadePhoto:
    letters = canvas_letters(rng, c)
    corners = canvas_corners(c)
    camera = aimed(rng, c, _size(rng, c), corners)
    laid = lay_canvas(rng, c, letters) if c.grid else {}
    image = _rendered(rng, c, camera, letters, laid)
    centres = _centres(c, camera, laid)
    image, centres = _enlarged(rng, c, image, centres)
    quadrant_px = _quadrant_px(c, camera) * image.shape[1] / camera.width
    kind = kind_of(c, quadrant_px)
    truth = [] if kind == "negative" else ["".join(row) for row in np.rot90(letters, -c.quarter)]
    named = asdict(c) | {"quadrant_px": round(quadrant_px, 1)}
    return MadePhoto(image, truth, c.players, named, kind, np.rot90(centres, -c.quarter))


def _size(rng: np.random.Generator, c: Conditions) -> tuple[int, int]:
    """Returns width and height of the rendered picture: 4:3 or 16:9, mostly with the canvas's long side along."""
    shape = 4 / 3 if rng.random() < 0.8 else 16 / 9
    pixels = min(c.megapixels, RENDER_MP) * 1e6
    short, long = round((pixels / shape) ** 0.5), round((pixels * shape) ** 0.5)
    upright = (rng.random() < 0.8) == (c.quarter % 2 == 0)
    return (short, long) if upright else (long, short)


def _rendered(
    rng: np.random.Generator, c: Conditions, camera: Camera, letters: Grid, laid: dict[tuple[int, int], Laid]
) -> NDArray[np.uint8]:
    reach = float(np.linalg.norm(canvas_corners(c)[0]))
    lights = light.lights(rng, c, camera.centre, reach)
    scale = camera.scale_at(0, 0)
    printer = Printer(rng, c, float(np.clip(scale * (1.1 + 0.012 * c.tilt_deg), 1.0, 14)))
    painter = Painter(camera, lights)
    surroundings.table(rng, c, painter)
    surroundings.cards(rng, c, painter, printer, ROUGHNESS[c.ink])
    for number, ((row, col), card) in enumerate(laid.items()):
        face = printer.canvas_card(letters[2 * row : 2 * row + 2, 2 * col : 2 * col + 2], number)
        painter.card(face, card, printer.corner_mm, ROUGHNESS[c.ink], surroundings.leaning(rng, 0.012))
    things.scatter(rng, c, painter)
    radiance = camera.bend(painter.radiance(float(rng.uniform(0.05, 0.35))))
    return develop(rng, c, radiance, light.blackbody(c.kelvin), (c.defocus_mm * scale, c.motion_mm * scale))


def _centres(c: Conditions, camera: Camera, laid: dict[tuple[int, int], Laid]) -> NDArray[np.float64]:
    centres = np.full((2 * c.side, 2 * c.side, 2), np.nan)
    b, g = c.border_mm, c.cross_mm / 2
    x = [(b + WIDTH_MM / 2 - g) / 2, WIDTH_MM - (b + WIDTH_MM / 2 - g) / 2]
    y = [(b + HEIGHT_MM / 2 - g) / 2, HEIGHT_MM - (b + HEIGHT_MM / 2 - g) / 2]
    at = np.array([[x[0], y[0]], [x[1], y[0]], [x[0], y[1]], [x[1], y[1]]])
    for (row, col), card in laid.items():
        px = camera.distort(camera.project(card.to_world(at)) - 0.5)
        centres[2 * row : 2 * row + 2, 2 * col : 2 * col + 2] = px.reshape(2, 2, 2)
    return centres


def _quadrant_px(c: Conditions, camera: Camera) -> float:
    """Returns the shortest side of any quadrant in the rendered picture."""
    shortest = np.inf
    for x, y, _ in canvas_corners(c):
        at = camera.project(np.array([[x, y, 0], [x * 0.92, y, 0], [x, y * 0.92, 0]]))
        along = [np.hypot(*(at[1] - at[0])) / abs(x * 0.08), np.hypot(*(at[2] - at[0])) / abs(y * 0.08)]
        shortest = min(shortest, along[0] * WIDTH_MM / 2, along[1] * HEIGHT_MM / 2)
    return float(shortest)


def _enlarged(
    rng: np.random.Generator, c: Conditions, image: NDArray[np.uint8], centres: NDArray[np.float64]
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Enlarges a picture above RENDER_MP, with noise of its own so that it is not smooth."""
    if c.megapixels <= RENDER_MP:
        return image, centres
    h, w = image.shape[:2]
    factor = (c.megapixels / RENDER_MP) ** 0.5
    enlarged = cv2.resize(image, (round(w * factor), round(h * factor)), interpolation=cv2.INTER_CUBIC)
    large = np.asarray(enlarged, np.uint8)
    for rows in np.array_split(large, 8):
        rows[:] = np.clip(rows + rng.standard_normal(rows.shape, np.float32) * 2.5, 0, 255)
    return large, (centres + 0.5) * [large.shape[1] / w, large.shape[0] / h] - 0.5
