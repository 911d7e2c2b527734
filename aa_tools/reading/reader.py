"""Photo -> Located -> Reading: the canvas in the picture, and what the reader will not vouch for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aa_tools.errors import CanvasNotFound, Place
from aa_tools.reading.doubts import Card, Doubt, deck_doubts, quadrant_doubts, space_doubts
from aa_tools.reading.grid.lattice import Points
from aa_tools.reading.grid.locate import locate
from aa_tools.reading.grid.located import EDGES, Located
from aa_tools.reading.grid.search import SURE
from aa_tools.reading.image.opencv import Flags, cv2
from aa_tools.reading.image.photo import Photo
from aa_tools.reading.inks.colours import (
    QUADRANT_PX,
    Ink,
    Palette,
    cell_tints,
    fit_palette,
    flatten,
    tints_of,
)
from aa_tools.reading.inks.quadrants import Quadrants, classify
from aa_tools.reading.inks.spaces import CARD, Surface, look_at, seems_empty, space_states
from aa_tools.reading.reasons import Reason
from aa_tools.rules.canvas import EMPTY, UNKNOWN, Canvas

LEAST_PAIRS, TWICE = 8, 0.9
"""Pairs of neighbours, and the share of equal ones from which on each row seems to be there twice; a third is usual."""

SURE_SHARE = 0.7
"""Quadrants with a card that must be sure: on pictures of other things hardly any are."""

STRANGEST = 0.5
"""How far the inks may lie from those of the card file, in steps between inks."""

MOST_EMPTY = 0.5
"""The share of spaces that may be empty."""


@dataclass(frozen=True, eq=False)
class Reading:
    """What was read from a photo.

    Attributes:
        players: 2 or 4.
        canvas: as the picture shows it; UNKNOWN where in doubt, EMPTY where no card lies.
        guess: the same with the likeliest colour where in doubt.
        doubts: for each UNKNOWN quadrant why, and what it may be.
        cautions: doubts about the whole: the finders disagree, or it is not clear which side is the top.
        located: where the canvas is.
        corners: (4, 2) x, y in pixels of the whole upright picture, clockwise from the top left.
        inks: the colours, in the order of their numbers.
    """

    players: int
    canvas: Canvas
    guess: Canvas
    doubts: tuple[Doubt, ...]
    cautions: tuple[Reason, ...]
    located: Located
    corners: Points
    inks: tuple[Ink, ...]


def read(
    photo: Photo,
    inks: Sequence[Ink],
    deck: Mapping[Card, int] | None = None,
    players: int | None = None,
    corners: Points | None = None,
    turn: int | None = None,
    half_turns: bool = False,
) -> Reading:
    """Reads the canvas in a photo. Rows and columns are as the upright picture shows them.

    Args:
        photo: the picture.
        inks: the colours of the card file, in the order of their numbers.
        deck: the canvas cards, where the cards on the table are known to come from it.
        players: 2 or 4, where known.
        corners: (4, 2) corners of the canvas in pixels of the whole upright picture, where known.
        turn: degrees by which to turn the picture clockwise before reading: 0, 90, 180 or 270. Given, it settles
            which side is the top.
        half_turns: whether cards may lie upside down.

    Raises:
        CanvasNotFound: the photo shows no whole canvas.
        InputError: the corners make no canvas.
    """
    return read_located(photo, located_as(photo, players, corners, turn), inks, turn is not None, deck, half_turns)


def located_as(photo: Photo, players: int | None, corners: Points | None, turn: int | None) -> Located:
    """Returns the canvas in a photo, turned as asked for; see `read`."""
    located = locate(photo, players, corners)
    return located if turn is None else located.turned(turn)


def read_located(
    photo: Photo,
    located: Located,
    inks: Sequence[Ink],
    settled: bool = False,
    deck: Mapping[Card, int] | None = None,
    half_turns: bool = False,
) -> Reading:
    """Reads a canvas that was found; `settled` says that its top is known. See `read`."""
    view = _view(photo, located, tuple(inks))
    guess, doubts = _colours(photo, view)
    values = np.where(_at(doubts, guess.shape), np.int8(UNKNOWN), guess)
    if deck is not None:
        doubts |= {(each.row, each.column): each for each in deck_doubts(values, deck, half_turns)}
        values = np.where(_at(doubts, guess.shape), np.int8(UNKNOWN), guess)
    return Reading(
        players=located.players,
        canvas=Canvas(values),
        guess=Canvas(guess),
        doubts=tuple(doubts[at] for at in sorted(doubts)),
        cautions=_cautions(located, settled),
        located=located,
        corners=located.corners / photo.scale,
        inks=tuple(inks),
    )


@dataclass(frozen=True, eq=False)
class _View:
    """The canvas as from straight above: its surface, the inks in this photo, its quadrants."""

    surface: Surface
    palette: Palette
    quadrants: Quadrants


def _view(photo: Photo, located: Located, inks: tuple[Ink, ...]) -> _View:
    wide = flatten(photo, located.homography, located.quadrants, margin=1)
    wide_tints = tints_of(cv2.blur(wide.pixels, (3, 3)))
    surface = look_at(wide, wide_tints)
    flat, tints = (np.ascontiguousarray(each[_INSIDE]) for each in (wide.pixels, wide_tints))
    palette = _palette(tints, inks, seems_empty(surface))
    if palette.strangeness > STRANGEST * palette.gap:
        raise _not_cards(photo)
    _check_ring(photo, wide.shown, wide_tints, palette)
    return _View(surface, palette, classify(flat, tints, palette))


_INSIDE = (slice(QUADRANT_PX, -QUADRANT_PX), slice(QUADRANT_PX, -QUADRANT_PX))
"""The canvas in a flat picture with one quadrant around it."""


def _palette(tints: Points, inks: Sequence[Ink], empty: Flags) -> Palette:
    """Fits the inks twice: the first time no one knows what white looks like."""
    hidden = empty.repeat(2, 0).repeat(2, 1)
    if hidden.mean() > MOST_EMPTY:  # a plain table in the colour of an ink
        hidden[:] = False
    first = cell_tints(tints, np.full(2, np.nan))
    first[hidden] = np.nan
    palette = fit_palette(first, tuple(inks))
    second = cell_tints(tints, palette.white)
    second[hidden] = np.nan
    return fit_palette(second, tuple(inks))


def _colours(photo: Photo, view: _View) -> tuple[NDArray[np.int8], dict[tuple[int, int], Doubt]]:
    """Returns the likeliest code of each quadrant, and the doubts by row and column."""
    states = space_states(view.surface, view.quadrants, view.palette)
    guess = view.quadrants.nearest.astype(np.int8)
    guess[(states == EMPTY).repeat(2, 0).repeat(2, 1)] = EMPTY
    found = quadrant_doubts(view.quadrants, view.palette, states == CARD)
    for row, column in np.argwhere(states == UNKNOWN):
        found += space_doubts(int(row), int(column), guess)
    _check_sure(photo, states, len(found))
    _check_steps(photo, guess)
    _check_sides(photo, states)
    return guess, {(each.row, each.column): each for each in found}


def _at(places: Iterable[tuple[int, int]], shape: tuple[int, ...]) -> Flags:
    flags = np.zeros(shape, dtype=bool)
    for place in places:
        flags[place] = True
    return flags


def _cautions(located: Located, settled: bool) -> tuple[Reason, ...]:
    cautions = []
    if located.finders in ("blocks", "lines") and located.score < SURE:
        cautions.append(Reason.FINDERS_DISAGREE)
    if located.stance == "unsure" and not settled:
        cautions.append(Reason.ORIENTATION_UNKNOWN)
    return tuple(cautions)


def _check_sure(photo: Photo, states: NDArray[np.int8], doubts: int) -> None:
    cards = int((states != EMPTY).sum())
    if cards < (1 - MOST_EMPTY) * states.size or doubts > (1 - SURE_SHARE) * 4 * cards:
        raise _not_cards(photo)


def _not_cards(photo: Photo) -> CanvasNotFound:
    return CanvasNotFound(
        "there is a grid in the photo, but too little of it has the colours of cards",
        place=Place(photo.name),
        hint="take the photo in even light, without shadow and glare; low-ink prints are not read from photos, type "
        "their letters",
    )


def _check_steps(photo: Photo, guess: NDArray[np.int8]) -> None:
    """Refuses a canvas in which nearly every row, or column, is there twice: its lattice has half the true step."""
    for codes in (guess, guess.T):
        for first in (0, 1):
            one, next_to_it = codes[first:-1:2], codes[first + 1 :: 2]
            cards = (one != EMPTY) & (next_to_it != EMPTY)
            if cards.sum() >= LEAST_PAIRS and (one == next_to_it)[cards].mean() > TWICE:
                raise CanvasNotFound(
                    "there are cards in the photo, but how large their quadrants are is not certain",
                    place=Place(photo.name),
                    hint="take the photo from straight above, or give the corners of the whole canvas with --corners",
                )


def _check_sides(photo: Photo, states: NDArray[np.int8]) -> None:
    """Refuses a canvas with a whole side empty: where its frame lies is then anyone's guess."""
    cards = states == CARD
    sides = (cards[0], cards[:, -1], cards[-1], cards[:, 0])
    if bare := [edge for edge, side in zip(EDGES, sides, strict=True) if not side.any()]:
        raise CanvasNotFound(
            f"no card lies along the {bare[0]} of the canvas, so its place is not certain",
            place=Place(photo.name),
            hint=f"name the corners of the whole canvas: {photo.corners_command}",
        )


def _check_ring(photo: Photo, shown: Flags, tints: Points, palette: Palette) -> None:
    """Refuses a canvas beside whose edge more cards lie: then it is a part of a larger one."""
    n, q = len(tints) // QUADRANT_PX - 2, QUADRANT_PX
    for turns, edge in enumerate(EDGES):
        strip, seen = (np.rot90(each, turns)[q - 10 : q - 3, q:-q] for each in (tints, shown))
        tint = np.median(strip.reshape(7, n, q, 2)[:, :, 6:-6], axis=(0, 2))
        places = np.stack([np.linspace(-1, 1, n), np.full(n, -1.0)], 1)
        distances = palette.distances(tint, np.zeros_like(places))
        inked = (distances.min(-1) < palette.limit) & seen.reshape(7, n, q).all((0, 2))
        counts = np.bincount(distances.argmin(-1)[inked], minlength=distances.shape[-1])
        if counts.sum() > 0.6 * n and np.sort(counts)[-2] >= 2:
            raise CanvasNotFound(
                f"more cards lie at the {edge} of the canvas that was found",
                place=Place(photo.name),
                hint="move back, so that the table shows all around the canvas; or give --players",
            )
