"""The pictures on objective cards are true: the rules count them, and what is drawn is what counts."""

from __future__ import annotations

import numpy as np
import pytest

from aa_tools.cards.database import CardDatabase
from aa_tools.printing.drawing.diagrams import DiagramPalette, draw_example, draw_pattern, draw_zone
from aa_tools.printing.drawing.examples import COLUMNS, EXAMPLES, ROWS, Example, build_example
from aa_tools.printing.drawing.pen import Pen
from aa_tools.printing.layout.geometry import Rect
from aa_tools.rules.areas import Pattern
from aa_tools.rules.measures import (
    MEASURES,
    Areas,
    Borders,
    Cards,
    Columns,
    Edge,
    LongestLine,
    Measure,
    Occurrences,
    Rows,
)
from aa_tools.rules.objectives import Objective, Over

PALETTE = DiagramPalette(("#FF0000", "#00FF00", "#0000FF"), "#EEEEEE", "#000000", "#FFFFFF", 0.2)
BOX = Rect(0, 0, 50, 37)
VARIANTS: list[Measure] = [
    *(measure() for measure in MEASURES.values() if measure is not Occurrences),
    Areas(min_size=2),
    Areas(max_size=1),
    LongestLine("row"),
    LongestLine("column"),
    Rows(full=True),
    Columns(full=True),
    *(Edge(side) for side in ("near", "far", "left", "right")),
    Cards(2),
    *(Occurrences(Pattern(text)) for text in ("X./.X", "XX/XX", "XX./.XX", "XXXX", "X..X/.XX.", "XX/X./X.", "X")),
]


class Strokes(Pen):
    """A pen that notes what it is asked to draw."""

    def __init__(self) -> None:
        self.drawn: list[tuple[float, float, float, float, str]] = []
        self.lines: list[object] = []

    def rect(self, x: float, y: float, width: float, height: float, ink: str) -> None:
        self.drawn.append((x, y, width, height, ink))

    def line(self, points: object, ink: str, width: float, *, round_ends: bool = False) -> None:
        self.lines.append(points)


def of(measure: Measure, colour: int | None) -> Example:
    return build_example(Objective(measure, colour), mirrored_patterns=False)


def test_there_is_an_example_for_every_measure() -> None:
    assert set(EXAMPLES) == set(MEASURES) - {Occurrences.name}
    for text in EXAMPLES.values():
        assert [len(row) for row in text.split("/")] == [COLUMNS] * ROWS


@pytest.mark.parametrize("measure", VARIANTS, ids=str)
@pytest.mark.parametrize("colour", [0, 1, 2, None])
def test_every_measure_counts_something_in_its_example(measure: Measure, colour: int | None) -> None:
    shown = of(measure, colour)
    assert shown.number > 0
    assert shown.counts.any()
    if colour is not None and measure.of_one_colour:
        assert set(shown.colours[shown.counts]) == {colour}


@pytest.mark.parametrize("deck", ["assignment", "professor"])
def test_every_shipped_objective_earns_something(cards: CardDatabase, deck: str) -> None:
    for card in cards.decks[deck].cards:  # type: ignore[attr-defined]
        shown = build_example(card.objective.build(cards.colours), mirrored_patterns=cards.rules.mirrored_patterns)
        assert shown.number > 0, card.id
        assert shown.counts.any(), card.id


def test_numbers_counted_by_hand() -> None:
    assert of(Areas(), 0).number == 6
    assert of(MEASURES["largest-area"](), 2).number == 8
    assert of(MEASURES["islands"](), None).number == 4
    assert of(MEASURES["mirror"](), None).number == 20
    assert of(MEASURES["spread"](), None).number == 1
    assert of(Occurrences(Pattern("X./.X")), 1).number == 3
    assert build_example(Objective(LongestLine(), over=Over.MAX), mirrored_patterns=False).number == 5


@pytest.mark.parametrize("measure", VARIANTS, ids=str)
def test_what_counts_is_drawn_in_full_and_the_rest_pale(measure: Measure) -> None:
    shown, pen = of(measure, 0), Strokes()
    draw_example(pen, BOX, shown, PALETTE)
    inks = [each[4] for each in pen.drawn[: ROWS * COLUMNS]]
    for ink, colour, counts in zip(inks, shown.colours.ravel(), shown.counts.ravel(), strict=True):
        assert (ink == PALETTE.colours[colour]) is bool(counts)
    for x, y, width, height, _ink in pen.drawn:
        assert x >= BOX.left_mm - 0.01
        assert y >= BOX.bottom_mm - 0.01
        assert x + width <= BOX.right_mm + 0.01
        assert y + height <= BOX.top_mm + 0.01


def test_the_lines_of_borders_are_the_borders_counted() -> None:
    shown, pen = of(Borders(), None), Strokes()
    draw_example(pen, BOX, shown, PALETTE)
    assert len(pen.lines) == shown.number


def test_the_far_row_is_drawn_above_the_near_one() -> None:
    pen = Strokes()
    draw_example(pen, BOX, of(Edge("near"), 0), PALETTE)
    assert pen.drawn[0][1] > pen.drawn[ROWS * COLUMNS - 1][1]


def test_a_pattern_is_drawn_once_dark_and_once_in_each_colour_turned() -> None:
    pen = Strokes()
    draw_pattern(pen, BOX, Pattern("XX./.XX"), PALETTE)
    by_ink = {ink: [each for each in pen.drawn if each[4] == ink] for ink in ("#000000", *PALETTE.colours)}
    assert {ink: len(rects) for ink, rects in by_ink.items()} == dict.fromkeys(by_ink, 4)
    tall = {ink: len({round(rect[1], 3) for rect in rects}) for ink, rects in by_ink.items()}
    assert tall == {"#000000": 2, "#FF0000": 3, "#00FF00": 2, "#0000FF": 3}


def test_turned_copies_are_turned_clockwise_and_not_mirrored() -> None:
    pen = Strokes()
    draw_pattern(pen, BOX, Pattern("XX/X."), PALETTE)
    first = sorted((round(x, 3), round(y, 3)) for x, y, *_, ink in pen.drawn if ink == "#FF0000")
    (left, _), (right, low), (also_right, high) = first
    # XX/X. after a quarter turn to the right is XX/.X: the single cell is the upper left one.
    assert left < right == also_right
    assert first[0][1] == max(low, high)


@pytest.mark.parametrize(("cards", "depth"), [(4, 2), (5, 1), (3, 3)])
def test_a_painting_shows_the_zone_nearest_its_owner(cards: int, depth: int) -> None:
    pen = Strokes()
    draw_zone(pen, BOX, cards, depth, PALETTE, PALETTE.dark)
    *quadrants, bar = pen.drawn
    full = [rect for rect in quadrants if rect[4] in PALETTE.colours]
    assert (len(quadrants), len(full)) == (4 * cards * cards, 4 * cards * depth)
    others = [rect[1] for rect in quadrants if rect not in full] or [BOX.top_mm]
    assert bar[1] < min(rect[1] for rect in full) <= max(rect[1] for rect in full) < min(others)
    assert max(rect[1] + rect[3] for rect in quadrants) <= BOX.top_mm + 0.01
    assert max(rect[0] + rect[2] for rect in quadrants) <= BOX.right_mm + 0.01


def test_the_zone_is_seen_from_the_owners_seat() -> None:
    near = of(Edge("near"), 0)
    assert not near.counts[:-1].any()
    left = of(Edge("left"), 0)
    assert not left.counts[:, 1:].any()
    assert np.array_equal(near.colours, left.colours)
