"""Printed tags in made photos: every card is found, at its place, in its turn, and none where there is none."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from aa_tools.reading.crosscheck import TaggedSpace, corrected, crosschecked
from aa_tools.reading.doubts import Doubt
from aa_tools.reading.grid.locate import locate
from aa_tools.reading.image.photo import decode_photo, open_photo
from aa_tools.reading.reader import Reading
from aa_tools.reading.reasons import Reason
from aa_tools.reading.tablephoto import Help, TablePhoto, read_table_photo
from aa_tools.reading.tags.detection import find_tags
from aa_tools.reading.tags.surroundings import Laid, beside
from aa_tools.rules.canvas import EMPTY, UNKNOWN
from aa_tools.rules.ruleset import Side
from tests.conftest import ROOT
from tests.reading.printed import Beside, Printed, cards, photograph, row_of

TABLE = [
    *row_of(["red-areas", "yellow-areas", "blue-areas"], -245),
    Beside("inspiration-hook", -60, 245),
    Beside("first-player", 60, 245),
    Beside("inspiration-smile", 150, -245, 180),
]


@cache
def seen(theme: str, quarter: int = 0) -> tuple[Printed, TablePhoto]:
    made = photograph(2, TABLE, theme=theme, fill=0.5, quarter=quarter)
    return made, read_table_photo(decode_photo(made.jpeg(), "table.jpg"), cards())


@pytest.mark.parametrize(("theme", "quarter"), [("classic", 0), ("tagged", 2), ("colour-safe", 0)])
def test_everything_on_the_table_is_read(theme: str, quarter: int) -> None:
    made, found = seen(theme, quarter)
    assert found.reading.canvas.rows("RYB") == made.rows
    assert found.bottom.side is (Side.NORTH if quarter else Side.SOUTH)
    told = found.beside(found.bottom.side)
    assert told.objectives == ("red-areas", "yellow-areas", "blue-areas")
    assert told.inspirations == (Laid("inspiration-hook", Side.SOUTH), Laid("inspiration-smile", Side.NORTH))
    assert told.first_player == Laid("first-player", Side.SOUTH)


def test_four_players_and_who_owns_what() -> None:
    table = [
        *row_of(["weaver", "red-areas", "blue-areas"], -285),
        Beside("inspiration-hook", -60, 285),
        Beside("first-player", 215, 20, 270),
        Beside("inspiration-stair", -215, 0, 90),
        Beside("inspiration-smile", 215, -280),
    ]
    made = photograph(6, table, players=4, fill=0.55, megapixels=5.0)
    found = read_table_photo(decode_photo(made.jpeg(), "table.jpg"), cards())
    assert found.reading.canvas.rows("RYB") == made.rows
    told = found.beside(Side.SOUTH)
    assert told.objectives == ("weaver", "red-areas", "blue-areas")
    assert told.inspirations == (
        Laid("inspiration-hook", Side.SOUTH),
        Laid("inspiration-stair", Side.WEST),
        Laid("inspiration-smile", None),  # at a corner, between north and east
    )
    assert told.first_player == Laid("first-player", Side.EAST)
    from_west = found.beside(Side.WEST)
    assert from_west.first_player == Laid("first-player", Side.SOUTH)


@pytest.mark.parametrize("bottom", list(Side))
@pytest.mark.parametrize("reverse", [False, True])
def test_inspirations_stand_as_their_owner_sees_them_from_the_left(bottom: Side, reverse: bool) -> None:
    found = seen("classic")[1]
    located = replace(found.reading.located, players=4)
    n, some = located.quadrants, found.tags[0]
    # By the edge of the picture: places from the left of who sits there.
    edges = [
        [(3.0, n + 1.0), (n - 3.0, n + 1.1)],
        [(-1.0, 3.0), (-1.1, n - 3.0)],
        [(n - 3.0, -1.0), (3.0, -1.1)],
        [(n + 1.0, n - 3.0), (n + 1.1, 3.0)],
    ]
    tags = [
        replace(some, card=f"{edge}{at}", deck="inspiration", place=np.array(place))
        for edge, places in enumerate(edges)
        for at, place in zip("ab", places, strict=True)
    ]
    laid = beside(tags[::-1] if reverse else tags, located, bottom).inspirations
    assert [each.side for each in laid] == [side for side in Side for _ in range(2)]
    sits = {side: (list(Side).index(side) - list(Side).index(bottom)) % 4 for side in Side}
    assert [each.card for each in laid] == [f"{sits[side]}{at}" for side in Side for at in "ab"]


def test_corners_given_by_hand_are_those_found() -> None:
    made, found = seen("classic")
    corners = " ".join(f"{x:.0f},{y:.0f}" for x, y in found.reading.corners)
    again = read_table_photo(decode_photo(made.jpeg(), "table.jpg"), cards(), Help(players=2, corners=corners))
    assert again.reading.canvas.rows("RYB") == made.rows
    assert again.reading.located.finders == "given"


def test_the_tags_of_canvas_cards_tell_each_card_and_its_turn() -> None:
    made, found = seen("tagged", 2)
    as_shown = np.rot90(np.array(made.ids).reshape(4, 4), 2)
    told = {each.space: each.card for each in found.spaces}
    assert len(told) >= 14
    assert all(as_shown[space] == card for space, card in told.items())
    for each in found.spaces:
        row, column = each.space
        assert np.array_equal(
            each.codes, found.reading.canvas.quadrants[2 * row : 2 * row + 2, 2 * column : 2 * column + 2]
        )


def test_the_corners_of_a_tag_begin_at_its_own_upper_left() -> None:
    for tag in seen("classic")[1].tags:
        x, y = (tag.corners - tag.corners.mean(0)).T
        corner = (np.sign(x[0]), np.sign(y[0]))
        assert corner == ((1, 1) if tag.turns == 2 else (-1, -1))


@pytest.mark.parametrize("name", ["photo-02.jpg", "photo-04.jpg", "photo-09.jpg"])
def test_no_tag_is_found_where_there_is_none(name: str) -> None:
    photo = open_photo(str(ROOT / "tests/data/photos" / name))
    assert find_tags(photo, locate(photo), cards()) == ()


# --- two readings of one card


def reading() -> Reading:
    return seen("classic")[1].reading


def space(codes: list[int]) -> TaggedSpace:
    return TaggedSpace((0, 0), "C01", np.array(codes, dtype=np.int8).reshape(2, 2))


def top_left(read: Reading) -> list[int]:
    return [int(code) for code in read.guess.quadrants[:2, :2].ravel()]


def test_a_tag_that_says_otherwise_puts_the_whole_card_in_doubt() -> None:
    codes = top_left(reading())
    other = [(codes[0] + 1) % 3, *codes[1:]]
    checked = crosschecked(reading(), [space(other)], cards(), False)
    assert [(each.row, each.column) for each in checked.doubts] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert {each.reason for each in checked.doubts} == {Reason.TAG_DISAGREES}
    assert checked.doubts[0].candidates == (other[0], codes[0])
    assert (checked.canvas.quadrants[:2, :2] == UNKNOWN).all()


def doubtful(spots: list[tuple[int, int]], candidates: tuple[int, ...]) -> Reading:
    doubts = tuple(Doubt(*spot, Reason.GLARE, candidates) for spot in spots)
    values = reading().guess.quadrants.copy()
    for spot in spots:
        values[spot] = UNKNOWN
    return replace(reading(), canvas=type(reading().canvas)(values), doubts=doubts)


def test_a_tag_settles_what_the_colours_leave_open() -> None:
    read = doubtful([(0, 0), (0, 1)], (0, 1, 2))
    checked = crosschecked(read, [space(top_left(reading()))], cards(), False)
    assert checked.doubts == ()
    assert checked.canvas == reading().canvas


def test_a_tag_settles_nothing_where_too_little_is_sure() -> None:
    spots = [(0, 0), (0, 1), (1, 0)]
    codes = top_left(reading())
    other = [(codes[0] + 1) % 3, *codes[1:]]
    checked = crosschecked(doubtful(spots, (0, 1, 2)), [space(other)], cards(), False)
    assert [(each.row, each.column) for each in checked.doubts] == spots


def test_without_tags_the_deck_speaks() -> None:
    values = reading().guess.quadrants.copy()
    values[:2, :2] = 0  # no card is all red
    read = replace(reading(), guess=type(reading().canvas)(values))
    checked = crosschecked(read, [], cards(), False)
    assert {(each.reason, each.row // 2, each.column // 2) for each in checked.doubts} == {(Reason.NOT_IN_DECK, 0, 0)}


def test_corrections_are_sure_and_change_nothing_else() -> None:
    read = doubtful([(0, 0), (5, 5)], (0, 1, 2))
    set_by_hand = corrected(read, {(0, 0): 2, (7, 7): EMPTY})
    assert [(each.row, each.column) for each in set_by_hand.doubts] == [(5, 5)]
    assert set_by_hand.canvas.quadrants[0, 0] == 2
    assert (set_by_hand.canvas.quadrants[6:, 6:] == EMPTY).all()
    same = np.ones((8, 8), dtype=bool)
    same[0, 0], same[6:, 6:] = False, False
    assert np.array_equal(set_by_hand.canvas.quadrants[same], read.canvas.quadrants[same])


def test_a_card_laid_on_an_empty_space_by_hand_leaves_the_rest_of_it_open() -> None:
    emptied = corrected(reading(), {(0, 0): EMPTY})
    laid = corrected(emptied, {(0, 1): 1})
    assert laid.canvas.rows("RYB")[0][:2] == "?Y"
    assert [(each.row, each.column, each.candidates) for each in laid.doubts] == [
        (0, 0, (0, 1, 2)),
        (1, 0, (0, 1, 2)),
        (1, 1, (0, 1, 2)),
    ]


def test_the_same_photo_is_read_the_same(tmp_path: Path) -> None:
    data = seen("tagged", 2)[0].jpeg()
    first, second = (read_table_photo(decode_photo(data, "table.jpg"), cards()) for _ in range(2))
    assert first.reading.canvas == second.reading.canvas
    assert [tag.corners.tolist() for tag in first.tags] == [tag.corners.tolist() for tag in second.tags]
