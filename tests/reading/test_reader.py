"""Reading the canvas in a photo: right, or in doubt, or refused; never silently wrong."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from aa_tools.cards.database import load_cards
from aa_tools.errors import CanvasNotFound, InputError, PhotoError
from aa_tools.reading.annotate import FONT, _draw_label, annotate, labels
from aa_tools.reading.doubts import Reason, deck_doubts
from aa_tools.reading.image.photo import Photo, decode_photo
from aa_tools.reading.inks.colours import card_file_inks
from aa_tools.reading.reader import Reading, read
from tests.reading import photofiles
from tests.reading.photomaker import foreign
from tests.reading.photomaker.maker import encode, make, mixed

CARDS = load_cards("cards.yaml")
INKS = card_file_inks(CARDS)
SHOWN = [name for name in photofiles.SAMPLES if photofiles.truth(name)]
LETTERS = CARDS.letters


@cache
def photo_of(name: str) -> Photo:
    return decode_photo(photofiles.sample(name), name)


@cache
def reading_of(name: str) -> Reading:
    return read(photo_of(name), INKS)


def errors(reading: Reading, truth: list[str]) -> list[tuple[int, int]]:
    """Returns the quadrants that are wrong without a doubt."""
    rows = reading.canvas.rows(LETTERS)
    assert len(rows) == len(truth)
    return [
        (row, column)
        for row, (seen, true) in enumerate(zip(rows, truth, strict=True))
        for column in range(len(true))
        if seen[column] not in ("?", true[column])
    ]


@pytest.mark.parametrize("name", SHOWN)
def test_a_sample_is_read_correctly(name: str) -> None:
    reading, truth = reading_of(name), photofiles.truth(name)
    assert errors(reading, truth) == []
    assert len(reading.doubts) <= (4 if name == "photo-10" else 0)
    assert reading.players == (2 if len(truth) == 8 else 4)
    assert reading.cautions == ()
    assert reading.location.orientation == "upright"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("photo-11", "photo-11: no canvas of 4 x 4 or 5 x 5 cards was found in the photo"),
        ("photo-12", "photo-12: the canvas is cut off at the "),
    ],
)
def test_a_photo_without_a_whole_canvas_is_refused(name: str, words: str) -> None:
    with pytest.raises(CanvasNotFound) as caught:
        reading_of(name)
    assert str(caught.value).startswith(words)
    assert caught.value.problems[0].hint


def test_doubts_match_the_canvas_and_name_the_truth() -> None:
    reading, truth = reading_of("photo-10"), photofiles.truth("photo-10")
    assert {(doubt.row, doubt.column) for doubt in reading.doubts} == set(reading.canvas.unknown())
    for doubt in reading.doubts:
        assert LETTERS.index(truth[doubt.row][doubt.column]) in doubt.candidates
        assert doubt.candidates[0] == reading.guess.quadrants[doubt.row, doubt.column]


def test_the_corners_are_those_of_the_canvas() -> None:
    # Read off the upright picture by eye.
    expected = np.array([[181, 174], [1392, 192], [1351, 1919], [128, 1905]])
    assert np.abs(reading_of("photo-01").corners - expected).max() < 30


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_turned_picture_is_read_as_it_appears(turns: int) -> None:
    pixels = cv2.imdecode(np.frombuffer(photofiles.sample("photo-05"), np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    data = cv2.imencode(".jpg", np.rot90(pixels, turns))[1].tobytes()
    reading = read(decode_photo(data, "turned"), INKS)
    truth = np.array([list(row) for row in photofiles.truth("photo-05")])
    assert errors(reading, ["".join(row) for row in np.rot90(truth, turns)]) == []
    assert reading.location.orientation == ("sideways" if turns % 2 else "upright")
    back = read(decode_photo(data, "turned"), INKS, turn=90 * turns)
    assert errors(back, photofiles.truth("photo-05")) == []
    assert back.location.orientation == "upright"


def test_given_corners_are_used() -> None:
    corners = reading_of("photo-10").corners
    reading = read(photo_of("photo-10"), INKS, corners=corners)
    assert reading.location.found_by == "given"
    assert reading.players == 2
    assert errors(reading, photofiles.truth("photo-10")) == []
    with pytest.raises(InputError, match="these are not the corners of a canvas"):
        read(photo_of("photo-10"), INKS, corners=corners[::-1])


def test_a_lattice_of_half_the_step_is_refused() -> None:
    data = encode(make(0, empty=8, tilt_deg=10.0, other_cards=2, things=1))
    with pytest.raises(CanvasNotFound, match="the size of their quadrants is uncertain"):
        read(decode_photo(data, "half"), INKS)


def test_the_number_of_players_restricts_the_canvas() -> None:
    assert read(photo_of("photo-05"), INKS, players=2).players == 2
    with pytest.raises(CanvasNotFound):
        read(photo_of("photo-05"), INKS, players=4)


def test_the_deck_raises_doubts_but_changes_nothing() -> None:
    plain = reading_of("photo-01")
    doubts = deck_doubts(plain.canvas.quadrants, CARDS)
    assert plain.doubts == ()
    assert {doubt.reason for doubt in doubts} == {Reason.NOT_IN_DECK}
    # The card at the lower right is all yellow, like no card of the deck.
    assert {(doubt.row, doubt.column) for doubt in doubts} >= {(6, 6), (6, 7), (7, 6), (7, 7)}


def test_the_same_file_gives_the_same_answer() -> None:
    first, second = reading_of("photo-10"), read(decode_photo(photofiles.sample("photo-10"), "again"), INKS)
    assert first.canvas == second.canvas
    assert first.doubts == second.doubts
    assert np.array_equal(first.corners, second.corners)


def test_the_annotated_picture_shows_the_doubts() -> None:
    photo, reading = photo_of("photo-10"), reading_of("photo-10")
    picture = annotate(photo, reading)
    assert picture.shape[1] == photo.fine.shape[1]
    assert picture.shape[0] > photo.fine.shape[0]
    magenta = (np.abs(picture.astype(int) - (230, 40, 200)[::-1]).max(-1) < 40)[: photo.fine.shape[0]]
    scale = photo.fine.shape[1] / photo.width_px
    assert magenta.sum() > 300 * len(reading.doubts)
    low, high = reading.corners.min(0) * scale - 20, reading.corners.max(0) * scale + 20
    y, x = np.nonzero(magenta)
    assert ((x > low[0]) & (x < high[0]) & (y > low[1]) & (y < high[1])).mean() > 0.95


MADE = {
    "warm bulb": make(1, light="warm", kelvin=2400, white_balance=0.3, megapixels=1.0),
    "red cloth, empty spaces": make(2, table="red cloth", empty=3, border_mm=3.0, megapixels=1.0),
    "blue mat, no border": make(3, table="blue mat", border_mm=0.0, cross_mm=0.0, megapixels=1.0),
    "tilted": make(4, tilt_deg=40.0, players=4, table="green felt", megapixels=2.0),
    "crooked": make(5, crooked_deg=4.5, offset_mm=2.5, gap_mm=3.0, table="black mat", megapixels=1.0),
    "sideways": make(6, quarter=1, ink="dull", hatch="lines", megapixels=1.0),
    "faded": make(7, ink="faded", table="white cloth", megapixels=1.0),
}


@pytest.mark.parametrize("name", MADE)
def test_a_made_photo_is_never_silently_wrong(name: str) -> None:
    made = MADE[name]
    reading = read(decode_photo(encode(made), name), INKS)
    assert errors(reading, made.truth) == []
    assert len(reading.doubts) + len(reading.cautions) <= 3


@pytest.mark.parametrize("number", [*range(15), 40, 156])
def test_a_picture_of_something_else_is_refused(number: int) -> None:
    data = cv2.imencode(".png", foreign.foreign(number))[1].tobytes()
    with pytest.raises(PhotoError):
        read(decode_photo(data, foreign.name(number)), INKS)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(900_000, 900_060))
def test_a_photo_at_mixed_conditions_is_never_silently_wrong(seed: int) -> None:
    made = mixed(seed)
    try:
        reading = read(decode_photo(encode(made), "made"), INKS)
    except CanvasNotFound:
        assert made.kind != "normal"
        return
    assert made.truth
    assert errors(reading, made.truth) == []


@pytest.mark.parametrize("unit_px", [12, 20, 35, 43, 50, 90, 300])
def test_labels_fit_into_their_quadrants_and_are_legible(unit_px: int) -> None:
    texts, size = labels(INKS, unit_px)
    assert texts == (["red", "yellow", "blue"] if unit_px >= 48 else ["R", "Y", "B"])
    for text in texts:
        paper = np.full((400, 400, 3), 128, np.uint8)
        _draw_label(paper, np.array([200.0, 200.0]), text, size)
        y, x = np.nonzero((paper != 128).any(-1))
        assert np.ptp(x) <= 0.95 * unit_px
        assert np.ptp(y) <= 0.95 * unit_px
    assert cv2.getTextSize("R", FONT, size, 1)[0][1] >= min(8, 0.4 * unit_px - 1)
