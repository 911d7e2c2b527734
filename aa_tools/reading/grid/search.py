"""Runs both detectors of the lattice, quickly and if needed closely, and fits a canvas frame to what each finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from aa_tools.reading.grid.blocks import BLOCKS_PX, find_by_blocks
from aa_tools.reading.grid.frame import MIN_VISIBLE_SHARE, CanvasFrame, best_frames, measure_edges, refined
from aa_tools.reading.grid.lattice import UNIT_SQUARE, Lattice, Points, disagreement, project
from aa_tools.reading.grid.lines import LINES_PX, find_by_lines
from aa_tools.reading.grid.location import FoundBy
from aa_tools.reading.image.opencv import Pixels
from aa_tools.reading.image.photo import Photo

MAX_DISAGREEMENT_QUADRANTS = 0.15
"""Largest distance of two detections of the same canvas. Larger, and grids of half the step or shifted ones
would count as the same; smaller, and lens distortion would separate them."""

MIN_SCORE = 1.12
"""Smallest score of a canvas. Frames on other things reach 1.05, true ones 1.3 to 2.1 (made photos and pictures)."""

SINGLE_DETECTOR_SCORE = 1.45
"""Score from which a canvas found by one detector only needs no caution."""

MIN_LEAD = 0.2
"""Smallest lead of the best frame over the next one; frames shifted by one card come close to each other."""


@dataclass(frozen=True)
class Detector:
    """A detector of lattices, and the picture's long side in pixels for its quick and its close search."""

    find: Callable[[Pixels, int], Iterator[Lattice]]
    quick_px: int
    close_px: int


DETECTORS: dict[FoundBy, Detector] = {
    "blocks": Detector(find_by_blocks, BLOCKS_PX, 1536),
    "lines": Detector(find_by_lines, LINES_PX, 1200),
}


@dataclass(frozen=True, eq=False)
class Detection:
    """A canvas as one detector found it.

    Attributes:
        detector: its name.
        lattice: in pixels of `Photo.small`.
        frame: the best frame on it.
        lead: by how much its score exceeds that of the next one that is wholly in the picture.
    """

    detector: FoundBy
    lattice: Lattice
    frame: CanvasFrame
    lead: float

    @property
    def homography(self) -> Points:
        """(3, 3), pixels of `Photo.small` to quadrants of the frame."""
        shift = np.array([[1, 0, -self.frame.column], [0, 1, -self.frame.row], [0, 0, 1.0]])
        return shift @ self.lattice.homography

    @property
    def is_good(self) -> bool:
        """Whether it may be a canvas, wholly in the picture."""
        return self.frame.whole > MIN_VISIBLE_SHARE and self.frame.score >= MIN_SCORE and self.lead >= MIN_LEAD


def find_canvas(photo: Photo, sizes: tuple[int, ...]) -> list[Detection]:
    """Returns the best detection of each detector, searching quickly first and closely if that leaves doubt.

    No doubt is left if both detectors find the same canvas, or if one is certain and the other finds none. In the close
    search a detector with a good frame takes part only if the other one does not come to agree with it.
    """
    found = _detect(photo, sizes, list(DETECTORS), is_close=False)
    good = [detection for detection in found if detection.is_good]
    if len(good) == 1 and good[0].frame.score >= SINGLE_DETECTOR_SCORE:
        return good
    successful = [detection.detector for detection in good]
    others = [name for name in DETECTORS if name not in successful] or successful
    for names in (others, [name for name in DETECTORS if name not in others]):
        if names and not _all_agree(found):
            found = _best([*found, *_detect(photo, sizes, names, is_close=True)])
    return found


def _all_agree(found: Sequence[Detection]) -> bool:
    return len(found) == len(DETECTORS) and all(detection.is_good for detection in found) and agree(*found)


def _best(found: Iterable[Detection]) -> list[Detection]:
    """Returns the best detection of each detector."""
    return list({one.detector: one for one in sorted(found, key=lambda one: one.frame.score)}.values())


def _detect(photo: Photo, sizes: tuple[int, ...], names: Sequence[FoundBy], is_close: bool) -> list[Detection]:
    """Runs detectors in parallel and returns the best detection of each."""
    with ThreadPoolExecutor(len(names)) as pool:
        found = pool.map(
            lambda name: _first_good(photo, name, _lattices(photo, DETECTORS[name], is_close), sizes), names
        )
        return [detection for detection in found if detection]


def _lattices(photo: Photo, detector: Detector, is_close: bool) -> Iterator[Lattice]:
    """Yields the lattices that a detector finds, in pixels of `Photo.small`."""
    pixels, side_px = (photo.fine, detector.close_px) if is_close else (photo.small, detector.quick_px)
    from_small = np.diag([*(np.array(pixels.shape[1::-1]) / photo.small.shape[1::-1]), 1.0])
    for lattice in detector.find(pixels, side_px):
        yield replace(lattice, homography=lattice.homography @ from_small)


def _first_good(photo: Photo, name: FoundBy, lattices: Iterable[Lattice], sizes: tuple[int, ...]) -> Detection | None:
    """Returns the detection on the first lattice with a good frame, otherwise the best of all."""
    best: Detection | None = None
    for lattice in lattices:
        detection = _framed(photo, name, lattice, sizes)
        best = detection if best is None or detection.frame.score > best.frame.score else best
        if best.is_good:
            break
    return best


def _framed(photo: Photo, name: FoundBy, lattice: Lattice, sizes: tuple[int, ...]) -> Detection:
    edges = measure_edges(photo, lattice)
    frames = best_frames(edges, sizes)
    # A larger frame that extends beyond the picture is as likely as one inside it; `locate` handles that case.
    others = [frame.score for frame in frames[1:] if frame.whole > MIN_VISIBLE_SHARE]
    return Detection(name, refined(lattice, edges, frames[0]), frames[0], frames[0].score - max(others, default=0.0))


def agree(first: Detection, second: Detection) -> bool:
    """Returns whether two detections are the same canvas: the same lattice, and the same frame on it."""
    corners = [project(np.linalg.inv(one.homography), UNIT_SQUARE * 2 * one.frame.cards) for one in (first, second)]
    if first.frame.cards != second.frame.cards:
        return False
    if disagreement(first.lattice, second.lattice) > MAX_DISAGREEMENT_QUADRANTS:
        return False
    quadrant = np.linalg.norm(corners[0] - np.roll(corners[0], -1, axis=0), axis=1).min() / (2 * first.frame.cards)
    apart = min(np.linalg.norm(corners[0] - np.roll(corners[1], turn, axis=0), axis=1).max() for turn in range(4))
    return bool(apart < 2 * MAX_DISAGREEMENT_QUADRANTS * quadrant)
