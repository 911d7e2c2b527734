"""Photo -> Located: the canvas in the picture, by two finders that must agree, or a word why there is none."""

from __future__ import annotations

import numpy as np

from aa_tools.errors import CanvasNotFound, InputError, Place
from aa_tools.reading.grid.frame import WHOLE, best_frames, edges_on
from aa_tools.reading.grid.lattice import UNIT_SQUARE, Lattice, Points, fit_points, project
from aa_tools.reading.grid.located import CARDS, EDGES, Finders, Located, is_square, seen_upright, with_stance
from aa_tools.reading.grid.search import SCORE, Found, look, same
from aa_tools.reading.image.opencv import Pixels, cv2
from aa_tools.reading.image.photo import Photo, resized

SCORE_ALONE = 1.25
"""The least score of a frame that only one finder saw."""

BETTER = 0.35
"""The lead in score by which one finder's frame stands although the other sees another."""

CLEAR = 0.03
"""Quadrants of table that must be seen beside each edge of the canvas."""

ROOM = 0.13
"""Quadrants beside an edge where the next card would be seen, if there were one: a gap is at most 4 mm wide."""

_MOVE_BACK = "move back, so that the table shows all around it"


def locate(photo: Photo, players: int | None = None, corners: Points | None = None) -> Located:
    """Finds the canvas.

    Args:
        photo: the picture.
        players: 2 or 4, where known.
        corners: (4, 2) x, y in pixels of the whole upright picture, clockwise from the top left, where known.

    Raises:
        CanvasNotFound: there is none, it is not wholly in the picture, or the finders do not agree.
        InputError: the corners make no canvas.
    """
    sizes = tuple(CARDS[each] for each in ((players,) if players else CARDS))
    if corners is not None:
        return _given(photo, sizes, corners)
    best, finders = _agreed(photo, look(photo, sizes))
    located = seen_upright(_players(best.frame.cards), best.homography, _size(photo), finders, best.frame.score)
    _check_shape(photo, located)
    _check_whole(photo, located, sizes)
    return located


def _agreed(photo: Photo, found: list[Found]) -> tuple[Found, Finders]:
    good = sorted((each for each in found if each.good), key=lambda each: -each.frame.score)
    if not good:
        raise _nothing(photo, found)
    best = good[0]
    if len(good) == 2 and same(*good):
        return best, "both"
    if len(good) == 2 and best.frame.score - good[1].frame.score < BETTER:
        raise CanvasNotFound(
            "the edges and the colours in the photo suggest two different grids",
            place=Place(photo.name),
            hint=f"take the photo from straight above in better light, or name the corners: {photo.corners_command}",
        )
    if best.frame.score < SCORE_ALONE:
        raise _nothing(photo, found)
    return best, best.finder


def _nothing(photo: Photo, found: list[Found]) -> CanvasNotFound:
    """Says why no canvas was found, as far as the picture tells."""
    place = Place(photo.name)
    best = max(found, key=lambda each: each.frame.score, default=None)
    if best and best.frame.score >= SCORE and best.frame.whole <= WHOLE:
        cut = _outside(photo, best.homography, 2 * best.frame.cards, 0.0, 0.6)
        return CanvasNotFound(
            f"the canvas is cut off at the {_and(cut) or 'edge'}",
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
        hint="take it from above, with the whole canvas and some table around it (low-ink prints are not read from "
        f"photos: type their letters); or name the corners: {photo.corners_command}",
    )


def _is_blurred(pixels: Pixels) -> bool:
    """Says whether even the sharpest edges are wider than 10 pixels of 800: half the size then loses no detail."""
    grey = cv2.cvtColor(resized(pixels, 800 / max(pixels.shape[:2])), cv2.COLOR_BGR2GRAY)
    smooth = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 1.0)
    slopes = [
        np.quantile(np.abs(np.diff(each, axis=1)), 0.998) for each in (smooth, cv2.GaussianBlur(smooth, (0, 0), 4.0))
    ]
    return bool(slopes[1] > 0.72 * slopes[0])


def _and(words: list[str]) -> str:
    return " and ".join(words)


def _check_shape(photo: Photo, located: Located) -> None:
    if located.stance == "unsure" and is_square(located):
        raise CanvasNotFound(
            "there is a grid in the photo, but its squares do not have the shape of cards",
            place=Place(photo.name),
            hint=f"take a photo of the canvas; if it shows one, name its corners: {photo.corners_command}",
        )


def _check_whole(photo: Photo, located: Located, sizes: tuple[int, ...]) -> None:
    """Refuses a canvas that is cut off, or that may be the rest of a larger one of which a row and a column are."""
    cut = _outside(photo, located.homography, located.quadrants, CLEAR)
    close = _outside(photo, located.homography, located.quadrants, ROOM)
    larger = max(sizes) > located.cards and {"top", "bottom"} & set(close) and {"left", "right"} & set(close)
    if cut or larger:
        raise CanvasNotFound(
            f"the canvas touches the picture's edge at the {_and(cut or close)}, so it may be cut off",
            place=Place(photo.name),
            hint=_MOVE_BACK + ("; or give --players" if not cut else ""),
        )


def _outside(photo: Photo, homography: Points, quadrants: int, room: float, part: float = 0.12) -> list[str]:
    """Returns the edges of a canvas beside which, for a part of their length, so many quadrants are missing."""
    height, width = photo.small.shape[:2]
    along, n = np.linspace(0, quadrants, 17), quadrants + room
    before, after = np.full(17, -room), np.full(17, n)
    lines = [(along, before), (after, along), (along, after), (before, along)]
    inverse = np.linalg.inv(homography)
    seen = [project(inverse, np.stack(line, 1)) for line in lines]
    outside = [((each < 0) | (each > [width, height])).any(axis=1).mean() > part for each in seen]
    return [edge for edge, out in zip(EDGES, outside, strict=True) if out]


def _runs_clockwise(quad: Points) -> bool:
    """Says whether a quadrilateral bulges at each corner and runs clockwise as the picture shows it."""
    step = np.roll(quad, -1, axis=0) - quad
    following = np.roll(step, -1, axis=0)
    return bool((step[:, 0] * following[:, 1] - step[:, 1] * following[:, 0] > 0).all())


def _given(photo: Photo, sizes: tuple[int, ...], corners: Points) -> Located:
    """Takes the corners as they are, and the size under which edges lie best on the lines."""
    quad = np.asarray(corners, dtype=np.float64) * photo.scale
    if quad.shape != (4, 2) or not _runs_clockwise(quad):
        raise InputError(
            "the corners make no canvas",
            place=Place("--corners"),
            hint="give four points x,y clockwise from the top left",
        )
    found = []
    for cards in sizes:
        homography = fit_points(quad, UNIT_SQUARE * 2 * cards, np.ones(4))
        lattice = Lattice(homography, np.zeros(2), np.full(2, 2.0 * cards), 1.0)
        frames = best_frames(edges_on(photo, lattice), (cards,))
        score = next((each.score for each in frames if (each.column, each.row) == (0, 0)), 0.0)
        found.append((score, cards, homography))
    score, cards, homography = max(found, key=lambda each: each[0])
    return with_stance(Located(_players(cards), homography, _size(photo), "given", score, "unsure"))


def _players(cards: int) -> int:
    return next(players for players, side in CARDS.items() if side == cards)


def _size(photo: Photo) -> tuple[int, int]:
    height, width = photo.small.shape[:2]
    return width, height
