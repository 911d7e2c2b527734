"""Locates the canvas in a photo with two detectors that must agree, or says why there is none."""

from __future__ import annotations

import numpy as np

from aa_tools.errors import CanvasNotFound, InputError, Place
from aa_tools.reading.grid.frame import MIN_VISIBLE_SHARE, best_frames, measure_edges
from aa_tools.reading.grid.lattice import UNIT_SQUARE, Lattice, Points, fit_points, project
from aa_tools.reading.grid.location import (
    CARDS_ON_SIDE,
    EDGES,
    CanvasLocation,
    FoundBy,
    is_square,
    upright_location,
    with_orientation,
)
from aa_tools.reading.grid.search import MIN_SCORE, Detection, agree, find_canvas
from aa_tools.reading.image.opencv import Pixels, cv2
from aa_tools.reading.image.photo import Photo, resized

MIN_SINGLE_SCORE = 1.25
"""Smallest score of a canvas that only one detector found: higher than MIN_SCORE, since nothing confirms it."""

MIN_SCORE_LEAD = 0.35
"""Lead in score with which one detector prevails over another that found something else. With a
smaller lead neither is trusted and the photo is refused."""

MIN_MARGIN_QUADRANTS = 0.03
"""Table that must be visible beside each edge of the canvas: 1 mm, so that the edge is not cut off."""

NEIGHBOUR_MARGIN_QUADRANTS = 0.13
"""Table beside an edge that shows that there is no further card: a gap between cards is at most 4 mm wide."""

_MOVE_BACK = "move back, so that the table shows all around it"


def locate(photo: Photo, players: int | None = None, corners: Points | None = None) -> CanvasLocation:
    """Returns the location of the canvas in a photo.

    Args:
        photo: the picture.
        players: 2 or 4, if known.
        corners: (4, 2) x, y in pixels of the whole upright picture, clockwise from the top left, if known.

    Raises:
        CanvasNotFound: there is none, it is not wholly in the picture, or the detectors do not agree.
        InputError: the corners are not those of a canvas.
    """
    sizes = (CARDS_ON_SIDE[players],) if players else tuple(CARDS_ON_SIDE.values())
    if corners is not None:
        return _from_corners(photo, sizes, corners)
    best, found_by = _agreed(photo, find_canvas(photo, sizes))
    location = upright_location(_players(best.frame.cards), best.homography, _size(photo), found_by, best.frame.score)
    _check_shape(photo, location)
    _check_whole(photo, location, sizes)
    return location


def _agreed(photo: Photo, found: list[Detection]) -> tuple[Detection, FoundBy]:
    good = sorted((one for one in found if one.is_good), key=lambda one: -one.frame.score)
    if not good:
        raise _not_found(photo, found)
    best = good[0]
    if len(good) == 2 and agree(*good):
        return best, "both"
    if len(good) == 2 and best.frame.score - good[1].frame.score < MIN_SCORE_LEAD:
        raise CanvasNotFound(
            "the edges and the colours in the photo suggest two different grids",
            place=Place(photo.name),
            hint=f"take the photo from straight above in better light, or give the corners: {photo.corners_command}",
        )
    if best.frame.score < MIN_SINGLE_SCORE:
        raise _not_found(photo, found)
    return best, best.detector


def _not_found(photo: Photo, found: list[Detection]) -> CanvasNotFound:
    """Returns the error for a photo in which no canvas was found, with the likeliest reason."""
    place = Place(photo.name)
    best = max(found, key=lambda one: one.frame.score, default=None)
    if best and best.frame.score >= MIN_SCORE and best.frame.whole <= MIN_VISIBLE_SHARE:
        cut = _outside(photo, best.homography, 2 * best.frame.cards, 0.0, 0.6)
        return CanvasNotFound(
            f"the canvas is cut off at the {' and '.join(cut) or 'edge'}",
            place=place,
            hint=_MOVE_BACK,
        )
    if _is_blurred(photo.small):
        return CanvasNotFound(
            "the photo is too blurred to find a canvas in it",
            place=place,
            hint="hold still, wipe the lens, and take it again",
        )
    if float(np.quantile(photo.small[::8, ::8].max(-1), 0.9)) < 40:
        return CanvasNotFound(
            "the photo is too dark to find a canvas in it", place=place, hint="switch on a lamp and take it again"
        )
    return CanvasNotFound(
        "no canvas of 4 x 4 or 5 x 5 cards was found in the photo",
        place=place,
        hint="take it from above, with the whole canvas and some table around it (low-ink prints cannot be read "
        f"from photos: type their letters); or give the corners: {photo.corners_command}",
    )


def _is_blurred(pixels: Pixels) -> bool:
    """Returns whether even the sharpest edges of the photo are wide: a blur then takes away little of their slope.

    The picture is compared with itself after a blur of 4 pixels in 800. An edge 10 pixels wide keeps 0.72 of its slope.
    """
    grey = cv2.cvtColor(resized(pixels, 800 / max(pixels.shape[:2])), cv2.COLOR_BGR2GRAY)
    smooth = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 1.0)
    slopes = [
        np.quantile(np.abs(np.diff(image, axis=1)), 0.998) for image in (smooth, cv2.GaussianBlur(smooth, (0, 0), 4.0))
    ]
    return bool(slopes[1] > 0.72 * slopes[0])


def _check_shape(photo: Photo, location: CanvasLocation) -> None:
    if location.orientation == "unsure" and is_square(location):
        raise CanvasNotFound(
            "there is a grid in the photo, but its cells are squares, not cards",
            place=Place(photo.name),
            hint=f"take a photo of the canvas; if it shows one, give its corners: {photo.corners_command}",
        )


def _check_whole(photo: Photo, location: CanvasLocation, sizes: tuple[int, ...]) -> None:
    """Refuses a canvas that is cut off, or that may be a part of a larger one with a row and a column cut off."""
    cut = _outside(photo, location.homography, location.quadrants, MIN_MARGIN_QUADRANTS)
    close = _outside(photo, location.homography, location.quadrants, NEIGHBOUR_MARGIN_QUADRANTS)
    larger = max(sizes) > location.cards and {"top", "bottom"} & set(close) and {"left", "right"} & set(close)
    if cut or larger:
        raise CanvasNotFound(
            f"the canvas touches the edge of the picture at the {' and '.join(cut or close)}, so it may be cut off",
            place=Place(photo.name),
            hint=_MOVE_BACK + ("; or give --players" if not cut else ""),
        )


def _outside(photo: Photo, homography: Points, quadrants: int, margin: float, part: float = 0.12) -> list[str]:
    """Returns the edges of a canvas with less than a margin of quadrants beside them, along a part of their length."""
    height, width = photo.small.shape[:2]
    along, n = np.linspace(0, quadrants, 17), quadrants + margin
    before, after = np.full(17, -margin), np.full(17, n)
    lines = [(along, before), (after, along), (along, after), (before, along)]
    inverse = np.linalg.inv(homography)
    seen = [project(inverse, np.stack(line, 1)) for line in lines]
    outside = [((points < 0) | (points > [width, height])).any(axis=1).mean() > part for points in seen]
    return [edge for edge, is_outside in zip(EDGES, outside, strict=True) if is_outside]


def _is_clockwise(quad: Points) -> bool:
    """Returns whether a quadrilateral is convex and its corners are clockwise in the picture."""
    step = np.roll(quad, -1, axis=0) - quad
    following = np.roll(step, -1, axis=0)
    return bool((step[:, 0] * following[:, 1] - step[:, 1] * following[:, 0] > 0).all())


def _from_corners(photo: Photo, sizes: tuple[int, ...], corners: Points) -> CanvasLocation:
    """Returns the location with given corners, for the number of cards whose lattice fits the edges best."""
    quad = np.asarray(corners, dtype=np.float64) * photo.scale
    if quad.shape != (4, 2) or not _is_clockwise(quad):
        raise InputError(
            "these are not the corners of a canvas",
            place=Place("--corners"),
            hint="give four points x,y clockwise from the top left",
        )
    found = []
    for cards in sizes:
        homography = fit_points(quad, UNIT_SQUARE * 2 * cards, np.ones(4))
        lattice = Lattice(homography, np.zeros(2), np.full(2, 2.0 * cards), 1.0)
        frames = best_frames(measure_edges(photo, lattice), (cards,))
        score = next((frame.score for frame in frames if (frame.column, frame.row) == (0, 0)), 0.0)
        found.append((score, cards, homography))
    score, cards, homography = max(found, key=lambda candidate: candidate[0])
    return with_orientation(CanvasLocation(_players(cards), homography, _size(photo), "given", score, "unsure"))


def _players(cards: int) -> int:
    return next(players for players, side in CARDS_ON_SIDE.items() if side == cards)


def _size(photo: Photo) -> tuple[int, int]:
    height, width = photo.small.shape[:2]
    return width, height
