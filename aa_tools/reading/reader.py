"""Reads the canvas in a photo: locates it, names the colour of each quadrant, and lists the doubts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aa_tools.errors import CanvasNotFound, Place
from aa_tools.reading.doubts import Doubt, Reason, quadrant_doubts, space_doubts
from aa_tools.reading.grid.lattice import Points
from aa_tools.reading.grid.locate import locate
from aa_tools.reading.grid.location import EDGES, CanvasLocation
from aa_tools.reading.grid.search import SINGLE_DETECTOR_SCORE
from aa_tools.reading.image.opencv import Flags, cv2
from aa_tools.reading.image.photo import Photo
from aa_tools.reading.inks.colours import (
    QUADRANT_PX,
    Ink,
    InkPalette,
    cell_tints,
    fit_palette,
    flatten,
    pixel_tints,
)
from aa_tools.reading.inks.quadrants import Quadrants, classify
from aa_tools.reading.inks.spaces import CARD, TableSurface, measure_surface, probably_empty, space_states
from aa_tools.rules.canvas import EMPTY, UNKNOWN, Canvas

MIN_ROW_PAIRS, MAX_EQUAL_SHARE = 8, 0.9
"""Pairs of neighbouring quadrants, and the share of equal ones above which each row seems to be there twice. A third of
the pairs is equal by chance."""

MIN_CERTAIN_SHARE = 0.7
"""Smallest share of quadrants with a card that must be certain. On pictures of other things hardly any is; a saucer or
a strong reflection on a canvas stays below the rest."""

MAX_INK_SHIFT = 0.5
"""How far the inks may be from those of the card file under the likeliest light, in distances between inks. At half the
distance an ink could as well be its neighbour."""

MAX_EMPTY_SHARE = 0.5
"""Largest share of empty spaces. With more of them the position of the canvas is uncertain."""


@dataclass(frozen=True, eq=False)
class Reading:
    """A canvas as it was read from a photo.

    Attributes:
        players: 2 or 4.
        canvas: as the picture shows it; UNKNOWN for a quadrant in doubt, EMPTY without a card.
        guess: the same with the likeliest colour of quadrants in doubt.
        doubts: one for each UNKNOWN quadrant.
        cautions: doubts about the whole reading: the detectors disagree, or the top of the canvas is unknown.
        location: where the canvas is.
        corners: (4, 2) x, y in pixels of the whole upright picture, clockwise from the top left.
        inks: the colours, in the order of their numbers.
    """

    players: int
    canvas: Canvas
    guess: Canvas
    doubts: tuple[Doubt, ...]
    cautions: tuple[Reason, ...]
    location: CanvasLocation
    corners: Points
    inks: tuple[Ink, ...]


def read(
    photo: Photo,
    inks: Sequence[Ink],
    players: int | None = None,
    corners: Points | None = None,
    turn: int | None = None,
) -> Reading:
    """Reads the canvas in a photo by its colours alone. Rows and columns are as the upright picture shows them.

    Args:
        photo: the picture.
        inks: the colours of the card file, in the order of their numbers.
        players: 2 or 4, if known.
        corners: (4, 2) corners of the canvas in pixels of the whole upright picture, if known.
        turn: degrees by which to turn the picture clockwise before reading: 0, 90, 180 or 270. South is then at the
            bottom.

    Raises:
        CanvasNotFound: the photo shows no whole canvas.
        InputError: the corners are not those of a canvas.
    """
    return read_canvas(photo, locate_turned(photo, players, corners, turn), inks, turn is not None)


def locate_turned(photo: Photo, players: int | None, corners: Points | None, turn: int | None) -> CanvasLocation:
    """Locates the canvas in a photo and turns it; arguments and errors as for `read`."""
    location = locate(photo, players, corners)
    return location if turn is None else location.turned(turn)


def read_canvas(photo: Photo, location: CanvasLocation, inks: Sequence[Ink], is_top_known: bool) -> Reading:
    """Reads the canvas at a known location; errors as for `read`."""
    view = _view(photo, location, tuple(inks))
    guess, doubts = _colours(photo, view)
    values = guess.copy()
    for doubt in doubts:
        values[doubt.row, doubt.column] = UNKNOWN
    return Reading(
        players=location.players,
        canvas=Canvas(values),
        guess=Canvas(guess),
        doubts=tuple(sorted(doubts, key=lambda doubt: (doubt.row, doubt.column))),
        cautions=_cautions(location, is_top_known),
        location=location,
        corners=location.corners / photo.scale,
        inks=tuple(inks),
    )


@dataclass(frozen=True, eq=False)
class _View:
    """The canvas from straight above: the table around it, the inks in this photo, the quadrants."""

    surface: TableSurface
    palette: InkPalette
    quadrants: Quadrants


_INSIDE = (slice(QUADRANT_PX, -QUADRANT_PX), slice(QUADRANT_PX, -QUADRANT_PX))
"""The canvas in a flattened picture with a margin of one quadrant."""


def _view(photo: Photo, location: CanvasLocation, inks: tuple[Ink, ...]) -> _View:
    wide = flatten(photo, location.homography, location.quadrants, margin=1)
    wide_tints = pixel_tints(cv2.blur(wide.pixels, (3, 3)))
    surface = measure_surface(wide, wide_tints)
    flat, tints = (np.ascontiguousarray(image[_INSIDE]) for image in (wide.pixels, wide_tints))
    palette = _palette(tints, inks, probably_empty(surface))
    if palette.strangeness > MAX_INK_SHIFT * palette.gap:
        raise _no_card_colours(photo)
    _check_ring(photo, wide.shown, wide_tints, palette)
    return _View(surface, palette, classify(flat, tints, palette))


def _palette(tints: Points, inks: tuple[Ink, ...], empty: Flags) -> InkPalette:
    """Fits the inks twice: the second time the tint of white is known, so that hatches and glare can be left out."""
    hidden = empty.repeat(2, 0).repeat(2, 1)
    if hidden.mean() > MAX_EMPTY_SHARE:  # a plain table in the colour of an ink
        hidden[:] = False
    white: Points = np.full(2, np.nan)
    for _ in range(2):
        cells = cell_tints(tints, white)
        cells[hidden] = np.nan
        palette = fit_palette(cells, inks)
        white = palette.white
    return palette


def _colours(photo: Photo, view: _View) -> tuple[NDArray[np.int8], list[Doubt]]:
    """Returns the likeliest code of each quadrant, and the doubts."""
    states = space_states(view.surface, view.quadrants, view.palette)
    guess = view.quadrants.nearest.astype(np.int8)
    guess[(states == EMPTY).repeat(2, 0).repeat(2, 1)] = EMPTY
    doubts = quadrant_doubts(view.quadrants, view.palette, states == CARD)
    for row, column in np.argwhere(states == UNKNOWN):
        doubts += space_doubts(int(row), int(column), guess)
    cards = int((states != EMPTY).sum())
    if cards < (1 - MAX_EMPTY_SHARE) * states.size or len(doubts) > (1 - MIN_CERTAIN_SHARE) * 4 * cards:
        raise _no_card_colours(photo)
    _check_steps(photo, guess)
    _check_sides(photo, states)
    return guess, doubts


def _cautions(location: CanvasLocation, is_top_known: bool) -> tuple[Reason, ...]:
    cautions = []
    if location.found_by in ("blocks", "lines") and location.score < SINGLE_DETECTOR_SCORE:
        cautions.append(Reason.FINDERS_DISAGREE)
    if location.orientation == "unsure" and not is_top_known:
        cautions.append(Reason.ORIENTATION_UNKNOWN)
    return tuple(cautions)


def _no_card_colours(photo: Photo) -> CanvasNotFound:
    return CanvasNotFound(
        "there is a grid in the photo, but too little of it has the colours of cards",
        place=Place(photo.name),
        hint="take the photo in even light, without shadow and glare; low-ink prints cannot be read from photos, type "
        "their letters",
    )


def _check_steps(photo: Photo, guess: NDArray[np.int8]) -> None:
    """Refuses a canvas in which nearly every row, or column, is there twice: its lattice has half the true step."""
    for codes in (guess, guess.T):
        for first in (0, 1):
            row, next_row = codes[first:-1:2], codes[first + 1 :: 2]
            cards = (row != EMPTY) & (next_row != EMPTY)
            if cards.sum() >= MIN_ROW_PAIRS and (row == next_row)[cards].mean() > MAX_EQUAL_SHARE:
                raise CanvasNotFound(
                    "there are cards in the photo, but the size of their quadrants is uncertain",
                    place=Place(photo.name),
                    hint="take the photo from straight above, or give the corners of the whole canvas with --corners",
                )


def _check_sides(photo: Photo, states: NDArray[np.int8]) -> None:
    """Refuses a canvas with an empty side: it may as well be shifted by one card."""
    cards = states == CARD
    sides = (cards[0], cards[:, -1], cards[-1], cards[:, 0])
    if empty := [edge for edge, side in zip(EDGES, sides, strict=True) if not side.any()]:
        raise CanvasNotFound(
            f"there is no card along the {empty[0]} of the canvas, so its position is uncertain",
            place=Place(photo.name),
            hint=f"give the corners of the whole canvas: {photo.corners_command}",
        )


def _check_ring(photo: Photo, shown: Flags, tints: Points, palette: InkPalette) -> None:
    """Refuses a canvas with more cards right beside it: it is a part of a larger one."""
    n, q = len(tints) // QUADRANT_PX - 2, QUADRANT_PX
    for turns, edge in enumerate(EDGES):
        # A strip of 7 pixels close to the canvas: the inside of a neighbouring card, even across a gap.
        strip, seen = (np.rot90(image, turns)[q - 10 : q - 3, q:-q] for image in (tints, shown))
        tint = np.median(strip.reshape(7, n, q, 2)[:, :, 6:-6], axis=(0, 2))
        distances = palette.distances(tint, np.zeros((n, 2)))
        inked = (distances.min(-1) < palette.limit) & seen.reshape(7, n, q).all((0, 2))
        counts = np.bincount(distances.argmin(-1)[inked], minlength=distances.shape[-1])
        # Two inks at least: a plain tablecloth may have the colour of one.
        if counts.sum() > 0.6 * n and np.sort(counts)[-2] >= 2:
            raise CanvasNotFound(
                f"there are more cards at the {edge} of the canvas that was found",
                place=Place(photo.name),
                hint="move back until the table shows all around the canvas, or give --players",
            )
