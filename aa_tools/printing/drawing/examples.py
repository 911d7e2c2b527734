"""Example zones for objective cards, one for each measure, with the number that the rules compute for them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aa_tools.rules.areas import MOVES, Pattern, placements
from aa_tools.rules.canvas import Canvas, mask_indices, zone_masks
from aa_tools.rules.measures import Measure, Occurrences, Spread
from aa_tools.rules.objectives import Objective
from aa_tools.rules.ruleset import COLOURS, Side, Zone

ROWS, COLUMNS = 4, 8
"""Size of an example in quadrants: the zone of a player in a game for two."""

# Each example starts with the far row as the owner sees it. A is the colour of the objective, or else the first colour.
EXAMPLES = {
    "quadrants": "BBACABCC/ACCBBACB/CABBCCAA/CCBACBBC",
    "areas": "AACCBABC/ABBCABCC/CBACBBCA/CCBBAACA",
    "largest-area": "CBBACCBA/BBAAABCC/CCAABACB/CBAACBBB",
    "longest-line": "CBABBCCA/BCBCABCB/CAAAAACB/BCBBCCBC",
    "rows": "CBBCCBCB/BCACBBCC/AAAAAAAA/CBCBBCBC",
    "columns": "CBABCCBC/BCACBBCA/CBACBCCB/BCABCBBC",
    "edge": "AABCACBA/CBABCBBC/ACCBBACA/BAACBCAA",
    "islands": "CBCCBBCB/BAACBABC/CBACACBB/BCBBCCBC",
    "cards": "AACBBABC/BCACACCB/CBBCAACB/ABCBBCAA",
    "borders": "AABBBCAC/AABBACBA/CCCABACB/CCCBCBAC",
    "spread": "ABCCABAC/BCABCCBA/CABABACB/BACBBCAA",
    "mirror": "ABCAACBA/CBBACBAC/BAACCABB/CCABABCA",
}

BACKGROUND = "CBBCBCCB/BCBBCCBC/CCBCBBCB/BCCBCBBC"
"""The quadrants around the occurrences of a pattern."""


@dataclass(frozen=True, eq=False)
class Example:
    """An example zone for an objective.

    Attributes:
        colours: colour numbers, int8 array of shape (ROWS, COLUMNS), the far row first.
        counts: bool array of the same shape, True for the quadrants that count.
        number: the number that the measure gives to the zone.
        objective: the objective.
    """

    colours: np.ndarray[tuple[int, int], np.dtype[np.int8]]
    counts: np.ndarray[tuple[int, int], np.dtype[np.bool_]]
    number: int
    objective: Objective


def build_example(objective: Objective, *, mirrored_patterns: bool) -> Example:
    """Returns the example for an objective, measured by the rules."""
    zone = Zone(ROWS, COLUMNS, mirrored_patterns)
    canvas = _canvas(_text(objective.measure, zone), objective.colour or 0)
    masks = zone_masks(canvas.quadrants[np.newaxis], (Side.SOUTH,), zone)
    counts = np.zeros((ROWS, COLUMNS), np.bool_)
    for row, column in mask_indices(int(objective.evidence(masks, zone)[0, 0]), Side.SOUTH, zone, COLUMNS):
        counts[row - COLUMNS + ROWS, column] = True
    if isinstance(objective.measure, Spread):
        counts[:] = True  # all colours are compared, although only the most common one adds to the number
    return Example(canvas.quadrants[-ROWS:], counts, int(objective.numbers(masks, zone)[0, 0]), objective)


def _text(measure: Measure, zone: Zone) -> str:
    return _with_pattern(measure.pattern, zone) if isinstance(measure, Occurrences) else EXAMPLES[measure.name]


def _with_pattern(pattern: Pattern, zone: Zone) -> str:
    """Returns an example with several separate occurrences of a pattern."""
    taken, closed = 0, 0
    for place in map(int, placements(pattern, zone)):
        if not place & closed:
            taken |= place
            closed |= _dilated(_dilated(place, zone), zone)
    bits = (taken >> np.arange(ROWS * COLUMNS, dtype=np.uint64).astype(object)) & 1
    drawn = np.where(bits.reshape(ROWS, COLUMNS)[::-1] == 1, "A", [list(row) for row in BACKGROUND.split("/")])
    return "/".join("".join(row) for row in drawn)


def _dilated(place: int, zone: Zone) -> int:
    """Returns a mask with all neighbouring quadrants added."""
    mask = np.array(place, np.uint64)
    return int(np.bitwise_or.reduce([mask, *(move(mask, zone) for move in MOVES)]))


def _canvas(text: str, colour: int) -> Canvas:
    """Returns a canvas that is empty except for the example along its south side."""
    letters = "".join("ABC"[(number - colour) % COLOURS] for number in range(COLOURS))
    blank = ("." * COLUMNS + "/") * (COLUMNS - ROWS)
    return Canvas.parse(blank + text, letters)
