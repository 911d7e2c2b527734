"""Every measure against the slow oracle, on random canvases, and by hand on small ones."""

from __future__ import annotations

import numpy as np
import pytest

from aa_tools.rules.areas import Pattern
from aa_tools.rules.canvas import EMPTY, Canvas, mask_indices, zone_masks
from aa_tools.rules.measures import MEASURES, Measure
from aa_tools.rules.objectives import Best, Objective, Over
from aa_tools.rules.ruleset import Rules, seats
from tests.rules import oracle

COLOURS = ["red", "yellow", "blue"]
LETTERS = "RYB"

VARIANTS: list[dict[str, object]] = [
    {"measure": "quadrants"},
    {"measure": "areas"},
    {"measure": "areas", "min_size": 3},
    {"measure": "areas", "min_size": 2, "max_size": 4},
    {"measure": "largest-area"},
    {"measure": "longest-line"},
    {"measure": "longest-line", "direction": "row"},
    {"measure": "longest-line", "direction": "column"},
    {"measure": "occurrences", "pattern": "XX/X."},
    {"measure": "occurrences", "pattern": "X../XXX"},
    {"measure": "occurrences", "pattern": "X.X/XXX"},
    {"measure": "rows"},
    {"measure": "rows", "full": True},
    {"measure": "columns"},
    {"measure": "columns", "full": True},
    {"measure": "edge", "side": "near"},
    {"measure": "edge", "side": "far"},
    {"measure": "edge", "side": "left"},
    {"measure": "edge", "side": "right"},
    {"measure": "edge"},
    {"measure": "islands"},
    {"measure": "cards"},
    {"measure": "cards", "min_quadrants": 2},
    {"measure": "borders"},
    {"measure": "spread"},
    {"measure": "mirror"},
]
CANVASES = 2000


def random_canvases(players: int, count: int) -> np.ndarray:
    """Canvases with some empty spaces, half of them in clumps of colour so that large areas and lines occur."""
    rng = np.random.default_rng([players, count])
    side = 2 * Rules().grid[players]
    fine = rng.integers(0, 3, (count, side, side))
    coarse = rng.integers(0, 3, (count, side // 2, side // 2)).repeat(2, axis=1).repeat(2, axis=2)
    quadrants = np.where(rng.random((count, side, side)) < rng.random((count, 1, 1)), fine, coarse)
    empty = rng.random((count, side // 2, side // 2)) < rng.choice([0, 0, 0.2], (count, 1, 1))
    quadrants[empty.repeat(2, axis=1).repeat(2, axis=2)] = EMPTY
    return quadrants.astype(np.int8)


def objective(form: dict[str, object]) -> Objective:
    parameters = {key: value for key, value in form.items() if key not in ("measure", "colour", "over", "best")}
    if "pattern" in parameters:
        parameters["pattern"] = Pattern(str(parameters["pattern"]))
    measure: Measure = MEASURES[str(form["measure"])](**parameters)
    colour = COLOURS.index(str(form["colour"])) if "colour" in form else None
    return Objective(measure, colour, Over(str(form.get("over", "sum"))), Best(str(form.get("best", "most"))))


def with_colours(variant: dict[str, object]) -> list[dict[str, object]]:
    if not MEASURES[str(variant["measure"])].of_one_colour:
        return [variant]
    return [variant | {"colour": colour} for colour in COLOURS] + [variant | {"over": str(over)} for over in Over]


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: "-".join(map(str, variant.values())))
def test_agrees_with_the_oracle(variant: dict[str, object], players: int) -> None:
    forms = with_colours(variant)
    quadrants = random_canvases(players, CANVASES)
    sides, zone = seats(players), Rules().zone(players)
    masks = zone_masks(quadrants, sides, zone)
    numbers = [objective(form).numbers(masks, zone) for form in forms]
    evidence = [objective(form).evidence(masks, zone) for form in forms]
    nonzero = 0
    for index in range(CANVASES):
        canvas, form = Canvas(quadrants[index]), index % len(forms)
        for seat, side in enumerate(sides):
            number, earned = oracle.measure(canvas.rows(LETTERS), side, forms[form])
            assert numbers[form][index, seat] == number, (forms[form], side, canvas.rows(LETTERS))
            assert set(mask_indices(int(evidence[form][index, seat]), side, zone, canvas.side)) == earned
            nonzero += number > 0
    assert nonzero, "a comparison of zeros shows nothing"


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("text", ["XX/X./X.", ".XX/XX.", "X.X/.X.", "XXX"])
def test_occurrences_agree_with_the_oracle(text: str, mirrored: bool, players: int) -> None:
    rules = Rules(mirrored_patterns=mirrored)
    sides, zone = seats(players), rules.zone(players)
    quadrants = random_canvases(players, 200)
    measure = MEASURES["occurrences"](pattern=Pattern(text))  # type: ignore[call-arg]
    numbers = Objective(measure).numbers(zone_masks(quadrants, sides, zone), zone)
    for index in range(len(quadrants)):
        for seat, side in enumerate(sides):
            rows = Canvas(quadrants[index]).rows(LETTERS)
            assert numbers[index, seat] == len(oracle.inspiration_places(rows, side, text, mirrored=mirrored))
