"""Two finders look for the same canvas: each gives a lattice and the best frame on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from aa_tools.reading.grid.blocks import BLOCKS_PX, find_by_blocks
from aa_tools.reading.grid.frame import WHOLE, Frame, best_frames, edges_on, refined
from aa_tools.reading.grid.lattice import UNIT_SQUARE, Lattice, Points, disagreement, project
from aa_tools.reading.grid.lines import LINES_PX, find_by_lines
from aa_tools.reading.grid.located import Finders
from aa_tools.reading.image.opencv import Pixels
from aa_tools.reading.image.photo import Photo

AGREE = 0.15
"""Quadrants by which two finders may differ."""

SCORE = 1.12
"""The least score of a frame; frames on other things reach 1.05, true ones 1.3 to 2.1."""

SURE = 1.45
"""The score of a frame with which one finder stands alone, without a caution."""

LEAD = 0.2
"""The least lead over the next best frame."""


@dataclass(frozen=True)
class Finder:
    """What finds lattices, and the long side in pixels at which it looks: first, and closer."""

    find: Callable[[Pixels, int], Iterator[Lattice]]
    first_px: int
    closer_px: int


FINDERS: dict[Finders, Finder] = {
    "blocks": Finder(find_by_blocks, BLOCKS_PX, 1536),
    "lines": Finder(find_by_lines, LINES_PX, 1200),
}


@dataclass(frozen=True, eq=False)
class Found:
    """What one finder saw.

    Attributes:
        finder: which one.
        lattice: in pixels of `Photo.small`.
        frame: the best frame on it.
        lead: by how much its score is above that of the next one in the picture.
    """

    finder: Finders
    lattice: Lattice
    frame: Frame
    lead: float

    @property
    def homography(self) -> Points:
        """(3, 3), pixels of `Photo.small` to quadrants of the frame."""
        shift = np.array([[1, 0, -self.frame.column], [0, 1, -self.frame.row], [0, 0, 1.0]])
        return shift @ self.lattice.homography

    @property
    def good(self) -> bool:
        """Whether it may be a canvas, wholly in the picture."""
        return self.frame.whole > WHOLE and self.frame.score >= SCORE and self.lead >= LEAD


def look(photo: Photo, sizes: tuple[int, ...]) -> list[Found]:
    """Looks quickly, and where that leaves doubt once more and closer.

    No doubt is left where both finders see the same canvas, or where one is sure and the other sees none. In the second
    look a finder that saw a good frame looks again only where the other does not come to see the same.
    """
    found = _seen(photo, sizes, list(FINDERS), closer=False)
    good = [each for each in found if each.good]
    if len(good) == 1 and good[0].frame.score >= SURE:
        return good
    saw = [each.finder for each in good]
    unsure = [each for each in FINDERS if each not in saw] or saw
    for finders in (unsure, [each for each in FINDERS if each not in unsure]):
        if finders and not _agree(found):
            found = _best([*found, *_seen(photo, sizes, finders, closer=True)])
    return found


def _agree(found: Sequence[Found]) -> bool:
    return len(found) == len(FINDERS) and all(each.good for each in found) and same(*found)


def _best(found: Iterable[Found]) -> list[Found]:
    """Returns the best that each finder saw."""
    return list({each.finder: each for each in sorted(found, key=lambda each: each.frame.score)}.values())


def _seen(photo: Photo, sizes: tuple[int, ...], finders: Sequence[Finders], closer: bool) -> list[Found]:
    """Returns the best that each finder sees; they look side by side."""
    with ThreadPoolExecutor(len(finders)) as pool:
        found = pool.map(lambda each: _first_good(photo, each, _lattices(photo, FINDERS[each], closer), sizes), finders)
        return [each for each in found if each]


def _lattices(photo: Photo, finder: Finder, closer: bool) -> Iterator[Lattice]:
    """Yields what a finder sees, in pixels of `Photo.small`."""
    pixels, side_px = (photo.fine, finder.closer_px) if closer else (photo.small, finder.first_px)
    to_here = np.diag([*(np.array(pixels.shape[1::-1]) / photo.small.shape[1::-1]), 1.0])
    for lattice in finder.find(pixels, side_px):
        yield replace(lattice, homography=lattice.homography @ to_here)


def _first_good(photo: Photo, finder: Finders, lattices: Iterable[Lattice], sizes: tuple[int, ...]) -> Found | None:
    """Returns what fits the first lattice that has a good frame, else the best of all."""
    best: Found | None = None
    for lattice in lattices:
        found = _framed(photo, finder, lattice, sizes)
        best = found if best is None or found.frame.score > best.frame.score else best
        if best.good:
            break
    return best


def _framed(photo: Photo, finder: Finders, lattice: Lattice, sizes: tuple[int, ...]) -> Found:
    edges = edges_on(photo, lattice)
    frames = best_frames(edges, sizes)
    # A larger frame that reaches out of the picture is as likely as one inside it; `locate` sees to that.
    others = [each.score for each in frames[1:] if each.whole > WHOLE]
    return Found(finder, refined(lattice, edges, frames[0]), frames[0], frames[0].score - max(others, default=0.0))


def same(first: Found, second: Found) -> bool:
    """Says whether two finders mean the same canvas: the same lattice, and the same frame on it."""
    corners = [project(np.linalg.inv(each.homography), UNIT_SQUARE * 2 * each.frame.cards) for each in (first, second)]
    if first.frame.cards != second.frame.cards or disagreement(first.lattice, second.lattice) > AGREE:
        return False
    quadrant = np.linalg.norm(corners[0] - np.roll(corners[0], -1, axis=0), axis=1).min() / (2 * first.frame.cards)
    apart = min(np.linalg.norm(corners[0] - np.roll(corners[1], turn, axis=0), axis=1).max() for turn in range(4))
    return bool(apart < 2 * AGREE * quadrant)
