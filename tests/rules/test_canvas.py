from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aa_tools.errors import RulesError
from aa_tools.rules.canvas import Canvas, mask_indices, zone_masks
from aa_tools.rules.ruleset import Rules, Side, seats

SMALL = Canvas.parse("RYBR/YBRY/BR../RY..", "RYB")


def canvases(side: int = 8) -> st.SearchStrategy[Canvas]:
    row = st.text("RYB.?", min_size=side, max_size=side)
    return st.lists(row, min_size=side, max_size=side).map(lambda rows: Canvas.parse("/".join(rows), "RYB"))


@given(canvases())
def test_text_and_back(canvas: Canvas) -> None:
    assert Canvas.parse("\n".join(canvas.rows("RYB")), "RYB") == canvas


def test_text_form() -> None:
    assert SMALL.rows("RYB") == ["RYBR", "YBRY", "BR..", "RY.."]
    assert SMALL.quadrants[2].tolist() == [2, 0, -1, -1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("RQ/RR", "'Q' is not a colour; use R, Y, B, ., ?"),
        ("RR/R", "the rows do not form a square"),
        ("R", "a canvas must be square and made of whole cards, not (1, 1)"),
    ],
)
def test_refuses(text: str, message: str) -> None:
    with pytest.raises(RulesError) as error:
        Canvas.parse(text, "RYB")
    assert str(error.value) == message


def test_is_read_only() -> None:
    with pytest.raises(ValueError, match="read-only"):
        SMALL.quadrants[0, 0] = 1


def test_turning_the_seat_at_the_bottom_to_its_place() -> None:
    seen_from_west = Canvas.parse("RY/BB", "RYB")
    # West at the bottom: what is there at the upper left lies in the north east... seen with north up.
    assert seen_from_west.with_north_up(Side.WEST).rows("RYB") == ["BR", "BY"]
    assert seen_from_west.with_north_up(Side.NORTH).rows("RYB") == ["BB", "YR"]
    assert seen_from_west.with_north_up(Side.EAST).rows("RYB") == ["YB", "RB"]
    assert seen_from_west.with_north_up(Side.SOUTH) == seen_from_west


@given(canvases(10))
def test_each_seat_sees_its_zone_as_south_would_after_turning_the_table(canvas: Canvas) -> None:
    zone = Rules().zone(4)
    masks = zone_masks(canvas.quadrants[np.newaxis], seats(4), zone)
    for index, side in enumerate(seats(4)):
        turned = np.rot90(canvas.quadrants, side.quarter_turns)[np.newaxis]
        assert (zone_masks(turned, [Side.SOUTH], zone)[0, 0] == masks[0, index]).all()


@given(canvases(8))
def test_places_are_the_quadrants_of_the_mask(canvas: Canvas) -> None:
    zone = Rules().zone(2)
    masks = zone_masks(canvas.quadrants[np.newaxis], seats(2), zone)[0]
    found = {
        place: colour
        for index, side in enumerate(seats(2))
        for colour in range(3)
        for place in mask_indices(int(masks[index, colour]), side, zone, 8)
    }
    assert found == {(r, c): int(code) for (r, c), code in np.ndenumerate(canvas.quadrants) if code >= 0}


def test_row_0_is_nearest_and_column_0_at_the_left_of_the_owner() -> None:
    zone = Rules().zone(4)
    first = {side: mask_indices(1, side, zone, 10) for side in seats(4)}
    assert first == {Side.SOUTH: [(9, 0)], Side.WEST: [(0, 0)], Side.NORTH: [(0, 9)], Side.EAST: [(9, 9)]}


def test_seats() -> None:
    assert seats(2) == (Side.SOUTH, Side.NORTH)
    assert seats(4) == (Side.SOUTH, Side.WEST, Side.NORTH, Side.EAST)
    with pytest.raises(RulesError) as error:
        seats(3)
    assert str(error.value) == "3 players cannot play; Abstract Academy is for 2 or 4 players"


def test_a_zone_too_large_for_a_mask_is_refused() -> None:
    with pytest.raises(RulesError, match="a zone of 6 x 12 quadrants is too large"):
        Rules(zone_depth=3, grid={4: 6}).zone(4)
