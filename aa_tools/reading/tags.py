"""The printed tags in a photo: which card each of them is on, where it lies and how it is turned."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from aa_tools.cards.database import CardDatabase
from aa_tools.reading.lattice import Points, project
from aa_tools.reading.located import Located
from aa_tools.reading.opencv import Pixels, cv2
from aa_tools.reading.photo import Photo, resized

DETAIL = 100.0
"""Pixels that the smaller side of a quadrant should have: a tag of 9 mm has 28 then, one of 12 mm has 38."""

SECOND_LOOK = 0.7
"""Tags are looked for in a smaller picture too: noise that hides one at one size seldom hides it at both."""

LONG_SIDE = 88.9 / 63.5
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
    found: list[Tag] = []
    for scale in (1.0, SECOND_LOOK):
        if scale < 1 and not found:  # the cards have no tags
            break
        seen = resized(pixels, scale) if scale < 1 else pixels
        for number, corners in _detect(seen):
            card = known.get(number)
            corners = corners * (photo.width_px / seen.shape[1])
            tag = _tag(number, card, corners, photo, located) if card else None
            if tag and not any(_same(tag, other) for other in found):
                found.append(tag)
    return tuple(sorted(found, key=lambda each: tuple(each.corners.mean(0)[::-1])))


def _detailed(photo: Photo, located: Located) -> Pixels:
    """Returns the picture, no larger than the tags need: a large one costs time."""
    middle = np.full(2, located.quadrants / 2)
    points = project(np.linalg.inv(located.homography), middle + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    unit_px = float(np.linalg.norm(points[1:] - points[0], axis=1).min())
    side_px = max(photo.small.shape) * DETAIL / unit_px
    if side_px <= max(photo.fine.shape):
        return photo.fine
    pixels = photo.source(round(side_px))
    scale = side_px / max(pixels.shape)
    return resized(pixels, scale) if scale < 1 else pixels


def _detect(pixels: Pixels) -> Iterable[tuple[int, Points]]:
    """Yields the number and the corners of each marker, none of whose modules may be misread."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.errorCorrectionRate = 0.0
    parameters.maxErroneousBitsInBorderRate = 0.2
    parameters.minMarkerPerimeterRate = 0.02
    # Finer than by default, and away from the edges of modules: then noise hides no tag.
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.perspectiveRemoveIgnoredMarginPerCell = 0.3
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100), parameters)
    corners, numbers, _ = detector.detectMarkers(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY))
    for number, quad in zip(np.ravel(numbers) if len(corners) else (), corners, strict=True):
        yield int(number), np.asarray(quad, dtype=np.float64).reshape(4, 2)


def _tag(number: int, card: tuple[str, str], corners: Points, photo: Photo, located: Located) -> Tag | None:
    """Returns the tag of a card (its id and deck), or None where it does not have the size of a tag."""
    flat = project(located.homography, corners * photo.scale) * card_scale(located)
    sides = np.linalg.norm(flat - np.roll(flat, -1, axis=0), axis=1)
    fits = sides.min() > SMALLEST and sides.max() < min(LARGEST, CROOKED * sides.min())
    if not fits:
        return None
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
