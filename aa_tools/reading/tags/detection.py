"""Finds the printed tags in a photo: the card of each, its position and its turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from aa_tools.cards.database import CardDatabase
from aa_tools.cards.physical import POKER_CARD_MM, TAG_DICTIONARY
from aa_tools.reading.grid.lattice import Points, project
from aa_tools.reading.grid.location import CanvasLocation
from aa_tools.reading.image.opencv import Pixels, cv2
from aa_tools.reading.image.photo import Photo, resized

QUADRANT_ASPECT = POKER_CARD_MM[1] / POKER_CARD_MM[0]
"""Height of a quadrant over its width."""

QUADRANT_DETAIL_PX = 100.0
"""Target for the smaller side of a quadrant: a tag of 9 mm then has 28 pixels, one of 12 mm has 38. More would
only cost time."""

MIN_QUADRANT_DETAIL_PX = 60.0
"""Enough pixels to skip a second, larger decode. A tag of 9 mm then has 17 pixels, three for each module."""

THRESHOLD_WINDOW_PX = 11
"""Window of the adaptive threshold for the whole picture: larger than a module, so that the modules stay apart, and
smaller than a tag. OpenCV's default tries three windows and takes three times as long."""

RETRY_SCALES = (0.6, 0.85, 1.4)
"""Scales at which a square of a tag's size is tried again if it was not decoded: smaller ones average noise, the larger
one helps with tags of few pixels."""

RETRY_MARGIN = 0.6
"""Margin around such a square, in widths of it: the tag's white border and some of the card, for the threshold."""

MIN_TAG_SIDE, MAX_TAG_SIDE = 0.19, 0.60
"""Side of a tag in quadrant widths: 6 to 19 mm. Templates accept tags from 6 mm; larger squares are patterns on clothes
or on other things."""

MAX_SIDE_RATIO = 1.4
"""Largest ratio of a tag's sides seen from straight above. A tag of 17 pixels is measured with an error of two."""

MAX_TURN_ERROR_DEG = 32.0
"""Largest angle to the nearest quarter turn. Beyond it, towards 45 degrees, the quarter turn is uncertain."""


@dataclass(frozen=True, eq=False)
class Tag:
    """A printed tag in a photo.

    Attributes:
        number: its number in the card file.
        card: the id of its card.
        deck: the deck of that card.
        corners: (4, 2) x, y in pixels of the whole upright picture, clockwise from the tag's own top left.
        place: (2,) its middle in quadrants: 0, 0 is the canvas's top left corner, x runs right and y down.
        turns: clockwise quarter turns of its card in the picture, None near 45 degrees.
    """

    number: int
    card: str
    deck: str
    corners: Points
    place: Points
    turns: int | None


def find_tags(photo: Photo, location: CanvasLocation, cards: CardDatabase) -> tuple[Tag, ...]:
    """Finds the tags of a card file's cards.

    The canvas gives their size, so a pattern on the table or on clothes is rarely mistaken for a tag.

    Args:
        photo: the picture.
        location: the canvas in it.
        cards: the card file.

    Returns:
        The tags, from the top of the picture. There may be none: cards can be printed without tags.
    """
    known = {card.tag: (card.id, name) for name, deck in cards.decks.items() for card in deck.cards}  # type: ignore[attr-defined]
    pixels = _detailed(photo, location)
    scale = photo.width_px / pixels.shape[1]
    found: list[Tag] = []
    for number, corners in _markers(pixels, lambda square: _has_size_of_tag(square * scale, photo, location)):
        if number in known:
            tag = _tag(number, known[number], corners * scale, photo, location)
            if not any(_is_same(tag, other) for other in found):
                found.append(tag)
    return tuple(sorted(found, key=lambda tag: tuple(tag.corners.mean(0)[::-1])))


def _detailed(photo: Photo, location: CanvasLocation) -> Pixels:
    """Returns the picture at the resolution that the tags need."""
    middle = np.full(2, location.quadrants / 2)
    points = project(np.linalg.inv(location.homography), middle + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    quadrant_px = float(np.linalg.norm(points[1:] - points[0], axis=1).min())
    least_px = max(photo.small.shape) * MIN_QUADRANT_DETAIL_PX / quadrant_px
    pixels = photo.fine if least_px <= max(photo.fine.shape) else photo.decode(round(least_px))
    scale = least_px * QUADRANT_DETAIL_PX / MIN_QUADRANT_DETAIL_PX / max(pixels.shape)
    return resized(pixels, scale) if scale < 0.75 else pixels


def _markers(pixels: Pixels, fits: Callable[[Points], bool]) -> Iterator[tuple[int, Points]]:
    """Yields the number and the corners, in pixels of the picture, of each marker that `fits`.

    The whole picture is searched once, quickly. A square that fits but was not decoded is tried again more thoroughly.
    """
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    markers, rejected = _detect(grey, _quick_parameters())
    yield from ((number, corners) for number, corners in markers if fits(corners))
    for square in filter(fits, rejected):
        yield from ((number, corners) for number, corners in _retry(grey, square) if fits(corners))


def _retry(grey: Pixels, square: Points) -> Iterator[tuple[int, Points]]:
    """Yields the markers at a square: noise and blur that hide one at one scale rarely hide it at all of them."""
    side_px = float(np.ptp(square, axis=0).max())
    start = np.maximum(square.min(0) - RETRY_MARGIN * side_px, 0).astype(int)
    end = (square.max(0) + RETRY_MARGIN * side_px).astype(int)
    part = grey[start[1] : end[1], start[0] : end[0]]
    for scale in RETRY_SCALES:
        scaled = cv2.resize(
            part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        )
        for number, corners in _detect(np.asarray(scaled, dtype=np.uint8), _thorough_parameters())[0]:
            yield number, corners / scale + start


def _detect(grey: Pixels, parameters: Any) -> tuple[list[tuple[int, Points]], list[Points]]:
    """Returns the number and corners of each marker in a grey picture, and the squares that were not decoded."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, TAG_DICTIONARY))
    detector = cv2.aruco.ArucoDetector(dictionary, parameters)
    corners, numbers, rejected = detector.detectMarkers(grey)
    found = zip(np.ravel(numbers), _squares(corners), strict=True) if len(corners) else ()
    return [(int(number), square) for number, square in found], _squares(rejected)


def _squares(corners: Sequence[Points]) -> list[Points]:
    return [np.asarray(square, dtype=np.float64).reshape(4, 2) for square in corners]


def _thorough_parameters() -> Any:
    """Returns parameters that accept only a marker without a wrong module: numbers differ in few modules."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.errorCorrectionRate = 0.0
    parameters.maxErroneousBitsInBorderRate = 0.2
    parameters.minMarkerPerimeterRate = 0.02
    # Sampled more finely than by default, and not near the edges of modules: fewer tags are lost to noise.
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.perspectiveRemoveIgnoredMarginPerCell = 0.3
    return parameters


def _quick_parameters() -> Any:
    """Returns the same with a single threshold window, which takes a third of the time."""
    parameters = _thorough_parameters()
    parameters.adaptiveThreshWinSizeMin = parameters.adaptiveThreshWinSizeMax = THRESHOLD_WINDOW_PX
    return parameters


def _has_size_of_tag(corners: Points, photo: Photo, location: CanvasLocation) -> bool:
    flat = _flat(corners, photo, location)
    sides = np.linalg.norm(flat - np.roll(flat, -1, axis=0), axis=1)
    return bool(sides.min() > MIN_TAG_SIDE and sides.max() < min(MAX_TAG_SIDE, MAX_SIDE_RATIO * sides.min()))


def _flat(corners: Points, photo: Photo, location: CanvasLocation) -> Points:
    """Returns corners seen from straight above, in quadrant widths."""
    return project(location.homography, corners * photo.scale) * card_scale(location)


def _tag(number: int, card: tuple[str, str], corners: Points, photo: Photo, location: CanvasLocation) -> Tag:
    """Returns the tag of a card, given by id and deck."""
    flat = _flat(corners, photo, location)
    down = flat[2:].mean(0) - flat[:2].mean(0)
    turn_deg = float(np.degrees(np.arctan2(-down[0], down[1])))  # clockwise in the picture
    turns = round(turn_deg / 90)
    is_askew = abs(turn_deg - 90 * turns) > MAX_TURN_ERROR_DEG
    place = project(location.homography, corners.mean(0) * photo.scale)
    return Tag(number, *card, corners, place, None if is_askew else turns % 4)


def card_scale(location: CanvasLocation) -> Points:
    """Returns the width and the height of a quadrant in the picture, in quadrant widths of an upright card."""
    scale = {
        "upright": (1.0, QUADRANT_ASPECT),
        "sideways": (QUADRANT_ASPECT, 1.0),
        "unsure": (QUADRANT_ASPECT**0.5, QUADRANT_ASPECT**0.5),
    }
    return np.array(scale[location.orientation])


def _is_same(tag: Tag, other: Tag) -> bool:
    """Returns whether a tag was found twice: the inner edge of its border is a second outline."""
    side_px = np.linalg.norm(other.corners[0] - other.corners[1])
    return bool(np.linalg.norm(tag.corners.mean(0) - other.corners.mean(0)) < side_px)
