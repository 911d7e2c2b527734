"""Photo -> Located: the canvas in the picture, by two finders that must agree, or a word why there is none."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np

from aa_tools.errors import CanvasNotFound, InputError, Place
from aa_tools.reading.blocks import BLOCKS_PX, find_by_blocks
from aa_tools.reading.frame import WHOLE, Frame, best_frames, edges_on, refined
from aa_tools.reading.lattice import (
    UNIT_SQUARE,
    Lattice,
    Points,
    axes,
    disagreement,
    fit_points,
    project,
    quarter_turn,
)
from aa_tools.reading.lines import LINES_PX, find_by_lines
from aa_tools.reading.opencv import Pixels, cv2
from aa_tools.reading.photo import Photo

CARDS = {2: 4, 4: 5}
"""Cards on a side of the canvas, by the number of players."""

AGREE = 0.15
"""Quadrants by which two finders may differ."""

SCORE = 1.12
"""The least score of a frame; frames on other things reach 1.05, true ones 1.3 to 2.1."""

SCORE_ALONE = 1.25
"""The least score of a frame that only one finder saw."""

LEAD = 0.2
"""The least lead over the next best frame."""

CLOSER = 2.4
"""How much larger the picture of the second look is."""

BETTER = 0.35
"""The lead in score by which one finder's frame stands although the other sees another."""

CLEAR = 0.03
"""Quadrants of table that must be seen beside each edge of the canvas."""

ROOM = 0.13
"""Quadrants beside an edge where the next card would be seen, if there were one: a gap is at most 4 mm wide."""

EDGES = ("top", "right", "bottom", "left")

Finders = Literal["both", "blocks", "lines", "given"]
Stance = Literal["upright", "sideways", "unsure"]


@dataclass(frozen=True, eq=False)
class Located:
    """A canvas in a photo.

    Attributes:
        players: 2 or 4.
        homography: (3, 3), pixels of `Photo.small` to quadrants: 0, 0 is the canvas's top left corner as the picture
            shows it, x runs right and y down.
        size: (width, height) of `Photo.small`.
        finders: who saw it; "given" where the corners were given.
        score: how clearly; see `frame.Frame`.
        stance: whether cards stand upright in the picture, or lie sideways, or neither is sure.
    """

    players: int
    homography: Points
    size: tuple[int, int]
    finders: Finders
    score: float
    stance: Stance

    @property
    def cards(self) -> int:
        """Cards on a side."""
        return CARDS[self.players]

    @property
    def quadrants(self) -> int:
        """Quadrants on a side."""
        return 2 * self.cards

    @cached_property
    def corners(self) -> Points:
        """(4, 2) corners in `Photo.small`, clockwise from the top left."""
        return project(np.linalg.inv(self.homography), UNIT_SQUARE * self.quadrants)

    def turned(self, turn_deg: int) -> Located:
        """Returns the canvas as it looks when the picture is turned clockwise by 90, 180 or 270 degrees."""
        turns = turn_deg // 90 % 4
        middle = np.array([[1, 0, -self.cards], [0, 1, -self.cards], [0, 0, 1.0]])
        turn = np.linalg.inv(middle) @ quarter_turn(turns) @ middle
        other: dict[Stance, Stance] = {"upright": "sideways", "sideways": "upright", "unsure": "unsure"}
        return replace(self, homography=turn @ self.homography, stance=other[self.stance] if turns % 2 else self.stance)


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
    best, finders = _agreed(photo, _looked(photo, sizes))
    homography = _shift(best.frame) @ best.lattice.homography
    located = _located(photo, best.frame.cards, homography, finders, best.frame.score)
    _check_whole(photo, located, sizes)
    return located


@dataclass(frozen=True, eq=False)
class _Found:
    """What one finder saw: a lattice and the best frame on it."""

    finder: Finders
    lattice: Lattice
    frame: Frame
    lead: float

    @property
    def good(self) -> bool:
        return self.frame.whole > WHOLE and self.frame.score >= SCORE and self.lead >= LEAD


def _looked(photo: Photo, sizes: tuple[int, ...]) -> list[_Found]:
    """Looks quickly, and where the finders do not both see the same canvas once more and closer."""
    found = _seen(photo, sizes, 1)
    if len(found) == 2 and all(each.good for each in found) and _same(*found):
        return found
    found += _seen(photo, sizes, CLOSER)
    best = {each.finder: each for each in sorted(found, key=lambda each: each.frame.score)}
    return list(best.values())


def _seen(photo: Photo, sizes: tuple[int, ...], factor: float) -> list[_Found]:
    """Returns the best that each finder sees at so many times its usual size; the two look side by side."""
    pixels = photo.small if factor == 1 else photo.fine
    finders: dict[Finders, Iterator[Lattice]] = {
        "blocks": find_by_blocks(pixels, round(factor * BLOCKS_PX)),
        "lines": find_by_lines(pixels, round(factor * LINES_PX)),
    }
    with ThreadPoolExecutor(len(finders)) as pool:
        found = pool.map(lambda item: _first_good(photo, pixels, item[0], item[1], sizes), finders.items())
        return [each for each in found if each]


def _first_good(
    photo: Photo, pixels: Pixels, finder: Finders, lattices: Iterator[Lattice], sizes: tuple[int, ...]
) -> _Found | None:
    """Returns what fits the first lattice that has a good frame, else the best of all."""
    best: _Found | None = None
    for lattice in lattices:
        found = _framed(photo, pixels, finder, lattice, sizes)
        best = found if best is None or found.frame.score > best.frame.score else best
        if best.good:
            break
    return best


def _framed(photo: Photo, pixels: Pixels, finder: Finders, lattice: Lattice, sizes: tuple[int, ...]) -> _Found:
    edges = edges_on(pixels, lattice)
    frames = best_frames(edges, sizes)
    lattice = refined(lattice, edges, frames[0])
    # A larger frame that reaches out of the picture is as likely as one inside it; `_check_whole` sees to that.
    others = [each.score for each in frames[1:] if each.whole > WHOLE]
    to_here = np.diag([*(np.array(pixels.shape[1::-1]) / photo.small.shape[1::-1]), 1.0])
    lattice = replace(lattice, homography=lattice.homography @ to_here)
    return _Found(finder, lattice, frames[0], frames[0].score - max(others, default=0.0))


def _shift(frame: Frame) -> Points:
    return np.array([[1, 0, -frame.column], [0, 1, -frame.row], [0, 0, 1.0]])


def _agreed(photo: Photo, found: list[_Found]) -> tuple[_Found, Finders]:
    good = sorted((each for each in found if each.good), key=lambda each: -each.frame.score)
    if not good:
        raise _nothing(photo, found)
    best = good[0]
    if len(good) == 2 and _same(*good):
        return best, "both"
    if len(good) == 2 and best.frame.score - good[1].frame.score < BETTER:
        raise CanvasNotFound(
            "the edges and the colours in the photo suggest two different grids",
            place=Place(photo.name),
            hint="take the photo from straight above in better light, or give --corners",
        )
    if best.frame.score < SCORE_ALONE:
        raise _nothing(photo, found)
    return best, best.finder


def _same(first: _Found, second: _Found) -> bool:
    """Says whether two finders mean the same canvas: the same lattice, and the same frame on it."""
    corners = [
        project(np.linalg.inv(_shift(each.frame) @ each.lattice.homography), UNIT_SQUARE * 2 * each.frame.cards)
        for each in (first, second)
    ]
    if first.frame.cards != second.frame.cards or disagreement(first.lattice, second.lattice) > AGREE:
        return False
    quadrant = np.linalg.norm(corners[0] - np.roll(corners[0], -1, axis=0), axis=1).min() / (2 * first.frame.cards)
    apart = min(np.linalg.norm(corners[0] - np.roll(corners[1], turn, axis=0), axis=1).max() for turn in range(4))
    return bool(apart < 2 * AGREE * quadrant)


def _nothing(photo: Photo, found: list[_Found]) -> CanvasNotFound:
    """Says why no canvas was found, as far as the picture tells."""
    place = Place(photo.name)
    best = max(found, key=lambda each: each.frame.score, default=None)
    if best and best.frame.score >= SCORE and best.frame.whole <= WHOLE:
        cut = _outside(photo, _shift(best.frame) @ best.lattice.homography, 2 * best.frame.cards, 0.0, 0.6)
        return CanvasNotFound(
            f"the canvas is cut off at the {_and(cut) or 'edge'}",
            place=place,
            hint="move back, so that the table shows all around it",
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
        hint="take it from above, with the whole canvas and some table around it; or give --corners",
    )


def _is_blurred(pixels: Pixels) -> bool:
    """Says whether even the sharpest edges are wider than 10 pixels of 800: half the size then loses no detail."""
    scale = 800 / max(pixels.shape[:2])
    grey = cv2.cvtColor(cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    smooth = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 1.0)
    slopes = [
        np.quantile(np.abs(np.diff(each, axis=1)), 0.998) for each in (smooth, cv2.GaussianBlur(smooth, (0, 0), 4.0))
    ]
    return bool(slopes[1] > 0.72 * slopes[0])


def _and(words: list[str]) -> str:
    return " and ".join(words)


# --- where it lies in the picture


def _located(photo: Photo, cards: int, homography: Points, finders: Finders, score: float) -> Located:
    height, width = photo.small.shape[:2]
    players = next(each for each, side in CARDS.items() if side == cards)
    located = Located(players, homography, (width, height), finders, score, "unsure")
    turned = max((located.turned(90 * turns) for turns in range(4)), key=_straightness)
    located = replace(turned, stance=_stance(turned))
    if located.stance == "unsure" and _is_square(located):
        raise CanvasNotFound(
            "there is a grid in the photo, but its squares do not have the shape of cards",
            place=Place(photo.name),
            hint="take a photo of the canvas; if it shows one, give --corners",
        )
    return located


def _straightness(located: Located) -> float:
    """Returns the smaller cosine between the canvas's axes and the picture's, in the middle of the canvas."""
    steps = axes(located.homography, _middle(located))
    return float(min(steps[0, 0], steps[1, 1]))


def _middle(located: Located) -> Points:
    return project(np.linalg.inv(located.homography), np.full(2, float(located.cards)))


def _stance(located: Located) -> Stance:
    """Tells how the cards lie by their long side (8.9 to 6.4), for cameras from wide to long."""
    turns = sorted((_straightness(located.turned(90 * turns)) for turns in range(4)), reverse=True)
    if turns[0] - turns[1] < 0.15:  # turned by nearly 45 degrees: which side is the top is anyone's guess
        return "unsure"
    ratios = _ratios(located)
    if min(ratios) > 1.12:
        return "upright"
    return "sideways" if max(ratios) < 0.89 else "unsure"


def _ratios(located: Located) -> list[float]:
    """Returns the height of a quadrant over its width for the focal lengths that a phone may have.

    Where both vanishing points are near, their right angle tells the focal length (Hartley and Zisserman, 8.8).
    """
    width, height = located.size
    inverse = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]]) @ np.linalg.inv(located.homography)
    across, down = inverse[:, 0], inverse[:, 1]
    long = max(width, height)
    product = across[2] * down[2]
    focal = np.sqrt(max(-(across[:2] @ down[:2]) / product, 0.0)) / long if abs(product) > 1e-12 else 0.0
    # A crop moves the middle of the picture, so a focal length found this way is only a better guess.
    focals = (0.85 * focal, 1.15 * focal) if 0.6 <= focal <= 1.6 and _tilted(across, down, long) else (0.62, 1.5)
    depth = np.diag([1.0, 1.0, long])
    return [
        float(np.linalg.norm(depth * [1, 1, each] @ down) / np.linalg.norm(depth * [1, 1, each] @ across))
        for each in focals
    ]


def _tilted(across: Points, down: Points, long: int) -> bool:
    """Says whether both axes converge enough to measure how much."""
    slopes = [abs(each[2]) * long / np.linalg.norm(each[:2]) for each in (across, down)]
    return bool(min(slopes) > 0.12)


def _is_square(located: Located) -> bool:
    ratios = _ratios(located)
    return min(ratios) > 0.86 and max(ratios) < 1.16


def _check_whole(photo: Photo, located: Located, sizes: tuple[int, ...]) -> None:
    """Refuses a canvas that is cut off, or that may be the rest of a larger one of which a row and a column are."""
    cut = _outside(photo, located.homography, located.quadrants, CLEAR)
    close = _outside(photo, located.homography, located.quadrants, ROOM)
    larger = max(sizes) > located.cards and {"top", "bottom"} & set(close) and {"left", "right"} & set(close)
    if cut or larger:
        raise CanvasNotFound(
            f"the canvas touches the picture's edge at the {_and(cut or close)}, so it may be cut off",
            place=Place(photo.name),
            hint="move back, so that the table shows all around it" + ("; or give --players" if not cut else ""),
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
        frames = best_frames(edges_on(photo.small, lattice), (cards,))
        score = next((each.score for each in frames if (each.column, each.row) == (0, 0)), 0.0)
        found.append((score, cards, homography))
    score, cards, homography = max(found, key=lambda each: each[0])
    height, width = photo.small.shape[:2]
    players = next(each for each, side in CARDS.items() if side == cards)
    located = Located(players, homography, (width, height), "given", score, "unsure")
    return replace(located, stance=_stance(located))
