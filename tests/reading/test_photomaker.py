"""The maker of test photos: the same for the same seed, true to its truth, upright by its EXIF tag."""

from __future__ import annotations

import io
from collections import Counter

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageOps

from tests.reading.photomaker import foreign
from tests.reading.photomaker.cards import real_deck
from tests.reading.photomaker.conditions import HEAVY_BLUR_MM, Conditions, draw, kind_of
from tests.reading.photomaker.maker import MadePhoto, encode, make, mixed

HUES = {"R": 177.0, "Y": 25.0, "B": 107.0}
"""Hue of each ink in OpenCV's half degrees."""


def seen_letters(made: MadePhoto) -> list[str]:
    """Reads the made photo at the true centres: the nearest hue, "." where no card lies."""
    hsv = np.asarray(cv2.cvtColor(cv2.GaussianBlur(made.image, (0, 0), 1.5), cv2.COLOR_BGR2HSV), np.uint8)
    return ["".join(_letter(hsv, x, y) for x, y in row) for row in made.centres]


def _letter(hsv: NDArray[np.uint8], x: float, y: float) -> str:
    if np.isnan(x):
        return "."
    hues = hsv[round(y) - 2 : round(y) + 3, round(x) - 2 : round(x) + 3, 0].astype(float)
    off = {k: float(np.median(np.minimum(abs(hues - v), 180 - abs(hues - v)))) for k, v in HUES.items()}
    return min(off, key=off.__getitem__)


@pytest.mark.parametrize(
    "conditions",
    [
        {},
        {"players": 4, "tilt_deg": 28.0, "azimuth_deg": 9.0, "roll_deg": -4.0, "distortion": 0.03},
        {"quarter": 1, "tilt_deg": 20.0, "empty": 3, "distortion": -0.03},
        {"quarter": 2, "border_mm": 0.0, "cross_mm": 0.0, "gap_mm": 0.0, "table": "black mat"},
        {"quarter": 3, "crooked_deg": 5.0, "offset_mm": 2.0, "gap_mm": 4.0, "ink": "dull"},
        {"players": 4, "hatch": "mixed", "ink": "vivid", "empty": 4, "other_cards": 5, "things": 4, "tag": True},
        {"hatch": "brush", "light": "window", "shadow_edge": True, "deck": False, "table": "patterned cloth"},
    ],
)
def test_the_truth_is_what_is_drawn(conditions: dict[str, object]) -> None:
    for seed in range(3):
        made = make(seed, megapixels=1.0, **conditions)
        assert seen_letters(made) == made.truth


def test_the_same_seed_makes_the_same_photo() -> None:
    first, second = mixed(4), mixed(4)
    assert np.array_equal(first.image, second.image)
    assert first.truth == second.truth
    assert first.conditions == second.conditions
    assert encode(first) == encode(second)
    assert make(3, megapixels=0.5).truth != make(4, megapixels=0.5).truth


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_exif_turns_the_stored_picture_upright(orientation: int) -> None:
    made = make(5, megapixels=0.4)
    data = encode(made, 95, orientation)
    stored = Image.open(io.BytesIO(data))
    assert stored.getexif().get(0x0112, 1) == orientation
    upright = np.asarray(ImageOps.exif_transpose(stored))[..., ::-1]
    by_opencv = np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR))
    for picture in (upright, by_opencv):
        assert picture.shape == made.image.shape
        assert np.abs(picture.astype(int) - made.image).mean() < 6


@pytest.mark.parametrize("megapixels", [1.0, 3.0, 13.0])
def test_the_picture_has_the_size_asked_for(megapixels: float) -> None:
    made = make(1, megapixels=megapixels)
    assert made.image.shape[0] * made.image.shape[1] == pytest.approx(megapixels * 1e6, rel=0.01)
    assert seen_letters(made) == made.truth


def test_the_deck_has_54_different_cards() -> None:
    cards = {"".join(card.ravel()) for card in real_deck()}
    assert len(cards) == 54
    assert max(max(Counter(card).values()) for card in cards) == 2


def test_empty_spaces_are_dots() -> None:
    made = make(2, megapixels=0.4, players=4, empty=3)
    assert "".join(made.truth).count(".") == 12
    assert [len(row) for row in made.truth] == [10] * 10


@pytest.mark.parametrize(
    "conditions", [{"cut": 0.4}, {"cut": 1.5, "quarter": 1}, {"grid": False}, {"defocus_mm": HEAVY_BLUR_MM}]
)
def test_nothing_can_be_read_from_a_negative(conditions: dict[str, object]) -> None:
    made = make(7, megapixels=0.5, **conditions)
    assert made.kind == "negative"
    assert made.truth == []


@pytest.mark.parametrize("seed", range(6))
def test_a_cut_grid_has_quadrants_outside_and_a_whole_one_none(seed: int) -> None:
    def outside(made: MadePhoto) -> int:
        h, w = made.image.shape[:2]
        return int(((made.centres < 0) | (made.centres > [w, h])).any(-1).sum())

    assert outside(make(seed, megapixels=0.4, cut=0.6, tilt_deg=20.0, distortion=0.03)) > 0
    assert outside(make(seed, megapixels=0.4, fill=0.92, tilt_deg=30.0, distortion=-0.03)) == 0


def test_drawn_conditions_cover_all_kinds() -> None:
    drawn = [draw(np.random.default_rng(seed)) for seed in range(400)]
    kinds = Counter(kind_of(c, 40.0) for c in drawn)
    assert kinds["normal"] > 200
    assert kinds["hard"] > 50
    assert kinds["negative"] > 20
    assert {c.table for c in drawn} >= {"light wood", "grey stone", "patterned cloth"}


def test_kind_follows_the_conditions() -> None:
    assert kind_of(Conditions(), 30.0) == "normal"
    assert kind_of(Conditions(), 12.0) == "hard"
    assert kind_of(Conditions(tilt_deg=40.0), 30.0) == "hard"
    assert kind_of(Conditions(glare=True), 30.0) == "hard"


def test_foreign_pictures_are_many_and_the_same_each_time() -> None:
    assert foreign.count() >= 200
    assert len({foreign.name(i) for i in range(foreign.DRAWN)}) == len(foreign.MAKERS)
    for number in range(len(foreign.MAKERS)):
        picture = foreign.foreign(number)
        assert picture.dtype == np.uint8
        assert picture.ndim == 3
        assert np.array_equal(picture, foreign.foreign(number))
