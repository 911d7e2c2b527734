"""The printed tags in a photo: which card each of them is on, where it lies and how it is turned."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from aa_tools.cards.database import CardDatabase
from aa_tools.cards.physical import POKER_CARD_MM, TAG_DICTIONARY
from aa_tools.reading.grid.lattice import Points, project
from aa_tools.reading.grid.located import Located
from aa_tools.reading.image.opencv import Pixels, cv2
from aa_tools.reading.image.photo import Photo, resized

DETAIL = 100.0
"""Pixels that the smaller side of a quadrant should have: a tag of 9 mm has 28 then, one of 12 mm has 38."""

LEAST_DETAIL = 60.0
"""Pixels that will do: they save decoding a large photo once more. A tag of 9 mm has 17 then, three a module."""

WINDOW_PX = 11
"""Side of the window by whose mean light and dark are told in the whole picture."""

CLOSER_LOOKS = (0.6, 0.85, 1.4)
"""Sizes at which a square is looked at again that has the size of a tag and was not told."""

AROUND = 0.6
"""What is seen around such a square, in widths of it."""

LONG_SIDE = POKER_CARD_MM[1] / POKER_CARD_MM[0]
"""A card's height over its width."""

SMALLEST, LARGEST = 0.19, 0.60
"""The side of a tag in widths of a quadrant: 6 to 19 mm."""

CROOKED = 1.4
"""How much the sides of a tag may differ, seen from straight above."""

ASKEW_DEG = 32.0
"""A card that is turned farther from upright, sideways or upside down than this lies neither way."""


@dataclass(frozen=True, eq=False)
class Tag:
    """A tag.

    Attributes:
        number: as in the card file.
        card: the id of the card it is on.
        deck: the deck of that card.
        corners: (4, 2) x, y in pixels of the whole upright picture, clockwise from the tag's own top left.
        place: (2,) its middle in quadrants: 0, 0 is the canvas's top left corner, x runs right and y down.
        turns: quarter turns clockwise of its card as the picture shows it, None where it lies askew.
    """

    number: int
    card: str
    deck: str
    corners: Points
    place: Points
    turns: int | None


def find_tags(photo: Photo, located: Located, cards: CardDatabase) -> tuple[Tag, ...]:
    """Finds the tags of a card file's cards.

    Their size is known by that of the canvas, so a pattern on the table or on clothes hardly passes for a tag.

    Args:
        photo: the picture.
        located: the canvas in it.
        cards: whose tags are looked for.

    Returns:
        The tags, from the top of the picture. None is normal: cards may be printed without, or lie out of view.
    """
    known = {card.tag: (card.id, name) for name, deck in cards.decks.items() for card in deck.cards}  # type: ignore[attr-defined]
    pixels = _detailed(photo, located)
    scale = photo.width_px / pixels.shape[1]
    found: list[Tag] = []
    for number, corners in _markers(pixels, lambda square: _has_size_of_tag(square * scale, photo, located)):
        if number in known:
            tag = _tag(number, known[number], corners * scale, photo, located)
            if not any(_same(tag, other) for other in found):
                found.append(tag)
    return tuple(sorted(found, key=lambda each: tuple(each.corners.mean(0)[::-1])))


def _detailed(photo: Photo, located: Located) -> Pixels:
    """Returns the picture, no larger than the tags need: a large one costs time."""
    middle = np.full(2, located.quadrants / 2)
    points = project(np.linalg.inv(located.homography), middle + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    unit_px = float(np.linalg.norm(points[1:] - points[0], axis=1).min())
    least_px = max(photo.small.shape) * LEAST_DETAIL / unit_px
    pixels = photo.fine if least_px <= max(photo.fine.shape) else photo.source(round(least_px))
    scale = least_px * DETAIL / LEAST_DETAIL / max(pixels.shape)
    return resized(pixels, scale) if scale < 0.75 else pixels


def _markers(pixels: Pixels, fits: Callable[[Points], bool]) -> Iterator[tuple[int, Points]]:
    """Yields the number and the corners of each marker that fits, in the pixels of a picture.

    The whole picture is seen through once, quickly. A square that fits but was not told is looked at closely.
    """
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    markers, untold = _detect(grey, _quick())
    yield from ((number, corners) for number, corners in markers if fits(corners))
    for square in filter(fits, untold):
        yield from ((number, corners) for number, corners in _look_closer(grey, square) if fits(corners))


def _look_closer(grey: Pixels, square: Points) -> Iterator[tuple[int, Points]]:
    """Yields the markers at a square: noise and blur that hide one at one size seldom hide it at all of them."""
    side_px = float(np.ptp(square, axis=0).max())
    start = np.maximum(square.min(0) - AROUND * side_px, 0).astype(int)
    end = (square.max(0) + AROUND * side_px).astype(int)
    part = grey[start[1] : end[1], start[0] : end[0]]
    for scale in CLOSER_LOOKS:
        seen = cv2.resize(
            part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        )
        for number, corners in _detect(np.asarray(seen, dtype=np.uint8), _thorough())[0]:
            yield number, corners / scale + start


def _detect(grey: Pixels, parameters: Any) -> tuple[list[tuple[int, Points]], list[Points]]:
    """Returns the markers of a grey picture, by number and corners, and the squares that are none, or not told."""
    detector = cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, TAG_DICTIONARY)), parameters
    )
    corners, numbers, untold = detector.detectMarkers(grey)
    squares = [np.asarray(each, dtype=np.float64).reshape(4, 2) for each in corners]
    told = [int(each) for each in np.ravel(numbers)] if squares else []
    return list(zip(told, squares, strict=True)), [np.asarray(each, dtype=np.float64).reshape(4, 2) for each in untold]


def _thorough() -> Any:
    """Returns parameters with which none of a marker's modules may be misread."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.errorCorrectionRate = 0.0
    parameters.maxErroneousBitsInBorderRate = 0.2
    parameters.minMarkerPerimeterRate = 0.02
    # Finer than by default, and away from the edges of modules: then noise hides no tag.
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.perspectiveRemoveIgnoredMarginPerCell = 0.3
    return parameters


def _quick() -> Any:
    """Returns the same for a whole picture: outlines are sought at one threshold, which takes a third of the time."""
    parameters = _thorough()
    parameters.adaptiveThreshWinSizeMin = parameters.adaptiveThreshWinSizeMax = WINDOW_PX
    return parameters


def _has_size_of_tag(corners: Points, photo: Photo, located: Located) -> bool:
    flat = _flat(corners, photo, located)
    sides = np.linalg.norm(flat - np.roll(flat, -1, axis=0), axis=1)
    return bool(sides.min() > SMALLEST and sides.max() < min(LARGEST, CROOKED * sides.min()))


def _flat(corners: Points, photo: Photo, located: Located) -> Points:
    """Returns corners as seen from straight above, in widths of an upright card's quadrant."""
    return project(located.homography, corners * photo.scale) * card_scale(located)


def _tag(number: int, card: tuple[str, str], corners: Points, photo: Photo, located: Located) -> Tag:
    """Returns the tag of a card (its id and deck)."""
    flat = _flat(corners, photo, located)
    down = flat[2:].mean(0) - flat[:2].mean(0)
    turn_deg = float(np.degrees(np.arctan2(-down[0], down[1])))  # clockwise as the picture shows it
    turns = round(turn_deg / 90)
    askew = abs(turn_deg - 90 * turns) > ASKEW_DEG
    place = project(located.homography, corners.mean(0) * photo.scale)
    return Tag(number, *card, corners, place, None if askew else turns % 4)


def card_scale(located: Located) -> Points:
    """Returns the width and the height of a quadrant in the picture, in widths of an upright card's quadrant."""
    scale = {"upright": (1.0, LONG_SIDE), "sideways": (LONG_SIDE, 1.0), "unsure": (LONG_SIDE**0.5, LONG_SIDE**0.5)}
    return np.array(scale[located.stance])


def _same(tag: Tag, other: Tag) -> bool:
    """Says whether a tag was found twice: the inner edge of its border is a second outline."""
    side_px = np.linalg.norm(other.corners[0] - other.corners[1])
    return bool(np.linalg.norm(tag.corners.mean(0) - other.corners.mean(0)) < side_px)
