"""Printed tags in made photos: every card is found with its position, turn and owner, and none is invented."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from aa_tools.reading.crosscheck import TaggedSpace, apply_corrections, cross_check
from aa_tools.reading.doubts import Doubt, Reason
from aa_tools.reading.grid.locate import locate
from aa_tools.reading.image.photo import decode_photo, open_photo
from aa_tools.reading.reader import Reading
from aa_tools.reading.tablephoto import ReadOptions, TablePhoto, read_table_photo
from aa_tools.reading.tags.detection import find_tags
from aa_tools.reading.tags.surroundings import OwnedCard, side_cards
from aa_tools.rules.canvas import EMPTY, UNKNOWN
from aa_tools.rules.ruleset import Side
from tests.conftest import ROOT
from tests.reading.printed import Printed, SideCard, cards, photograph, row_of

TABLE = [
    *row_of(["red-areas", "yellow-areas", "blue-areas"], -245),
    SideCard("inspiration-hook", -60, 245),
    SideCard("first-player", 60, 245),
    SideCard("inspiration-smile", 150, -245, 180),
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
    side = found.side_cards(found.bottom.side)
    assert side.objectives == ("red-areas", "yellow-areas", "blue-areas")
    assert side.inspirations == (OwnedCard("inspiration-hook", Side.SOUTH), OwnedCard("inspiration-smile", Side.NORTH))
    assert side.first_player == OwnedCard("first-player", Side.SOUTH)


def test_four_players_and_who_owns_what() -> None:
    table = [
        *row_of(["weaver", "red-areas", "blue-areas"], -285),
        SideCard("inspiration-hook", -60, 285),
        SideCard("first-player", 215, 20, 270),
        SideCard("inspiration-stair", -215, 0, 90),
        SideCard("inspiration-smile", 215, -280),
    ]
    made = photograph(6, table, players=4, fill=0.55, megapixels=5.0)
    found = read_table_photo(decode_photo(made.jpeg(), "table.jpg"), cards())
    assert found.reading.canvas.rows("RYB") == made.rows
    side = found.side_cards(Side.SOUTH)
    assert side.objectives == ("weaver", "red-areas", "blue-areas")
    assert side.inspirations == (
        OwnedCard("inspiration-hook", Side.SOUTH),
        OwnedCard("inspiration-stair", Side.WEST),
        OwnedCard("inspiration-smile", None),  # at a corner, between north and east
    )
    assert side.first_player == OwnedCard("first-player", Side.EAST)
    from_west = found.side_cards(Side.WEST)
    assert from_west.first_player == OwnedCard("first-player", Side.SOUTH)


@pytest.mark.parametrize("bottom", list(Side))
@pytest.mark.parametrize("reverse", [False, True])
def test_a_hand_is_listed_from_the_left_as_its_owner_sees_it(bottom: Side, reverse: bool) -> None:
    found = seen("classic")[1]
    location = replace(found.reading.location, players=4)
    n, some = location.quadrants, found.tags[0]
    # By the edge of the picture: places from the left of the player who sits there.
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
    laid = side_cards(tags[::-1] if reverse else tags, location, bottom).inspirations
    assert [card.side for card in laid] == [side for side in Side for _ in range(2)]
    sits = {side: (list(Side).index(side) - list(Side).index(bottom)) % 4 for side in Side}
    assert [card.card for card in laid] == [f"{sits[side]}{at}" for side in Side for at in "ab"]


def test_the_corners_found_work_as_given_corners() -> None:
    made, found = seen("classic")
    corners = " ".join(f"{x:.0f},{y:.0f}" for x, y in found.reading.corners)
    again = read_table_photo(decode_photo(made.jpeg(), "table.jpg"), cards(), ReadOptions(players=2, corners=corners))
    assert again.reading.canvas.rows("RYB") == made.rows
    assert again.reading.location.found_by == "given"


def test_canvas_tags_identify_each_card_and_its_turn() -> None:
    made, found = seen("tagged", 2)
    as_shown = np.rot90(np.array(made.ids).reshape(4, 4), 2)
    assert len(found.spaces) >= 14
    for tagged in found.spaces:
        row, column = tagged.space
        assert as_shown[tagged.space] == tagged.card
        assert np.array_equal(
            tagged.codes, found.reading.canvas.quadrants[2 * row : 2 * row + 2, 2 * column : 2 * column + 2]
        )


def test_the_corners_of_a_tag_start_at_its_own_upper_left() -> None:
    for tag in seen("classic")[1].tags:
        x, y = (tag.corners - tag.corners.mean(0)).T
        corner = (np.sign(x[0]), np.sign(y[0]))
        assert corner == ((1, 1) if tag.turns == 2 else (-1, -1))


@pytest.mark.parametrize("name", ["photo-02.jpg", "photo-04.jpg", "photo-09.jpg"])
def test_no_tag_is_found_in_photos_without_tags(name: str) -> None:
    photo = open_photo(str(ROOT / "tests/data/photos" / name))
    assert find_tags(photo, locate(photo), cards()) == ()


# --- cross-checks and corrections


def reading() -> Reading:
    return seen("classic")[1].reading


def space(codes: list[int]) -> TaggedSpace:
    return TaggedSpace((0, 0), "C01", np.array(codes, dtype=np.int8).reshape(2, 2))


def top_left(read: Reading) -> list[int]:
    return [int(code) for code in read.guess.quadrants[:2, :2].ravel()]


def test_a_tag_of_another_card_puts_the_whole_card_in_doubt() -> None:
    codes = top_left(reading())
    other = [(codes[0] + 1) % 3, *codes[1:]]
    checked = cross_check(reading(), [space(other)], cards())
    assert [(doubt.row, doubt.column) for doubt in checked.doubts] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert {doubt.reason for doubt in checked.doubts} == {Reason.TAG_DISAGREES}
    assert checked.doubts[0].candidates == (other[0], codes[0])
    assert (checked.canvas.quadrants[:2, :2] == UNKNOWN).all()


def doubtful(spots: list[tuple[int, int]], candidates: tuple[int, ...]) -> Reading:
    doubts = tuple(Doubt(*spot, Reason.GLARE, candidates) for spot in spots)
    values = reading().guess.quadrants.copy()
    for spot in spots:
        values[spot] = UNKNOWN
    return replace(reading(), canvas=type(reading().canvas)(values), doubts=doubts)


def test_a_tag_settles_doubtful_colours() -> None:
    read = doubtful([(0, 0), (0, 1)], (0, 1, 2))
    checked = cross_check(read, [space(top_left(reading()))], cards())
    assert checked.doubts == ()
    assert checked.canvas == reading().canvas


def test_a_tag_settles_nothing_if_one_quadrant_is_certain() -> None:
    spots = [(0, 0), (0, 1), (1, 0)]
    codes = top_left(reading())
    other = [(codes[0] + 1) % 3, *codes[1:]]
    checked = cross_check(doubtful(spots, (0, 1, 2)), [space(other)], cards())
    assert [(doubt.row, doubt.column) for doubt in checked.doubts] == spots


def test_without_tags_the_deck_raises_doubts() -> None:
    values = reading().guess.quadrants.copy()
    values[:2, :2] = 0  # no card is all red
    read = replace(reading(), guess=type(reading().canvas)(values))
    checked = cross_check(read, [], cards())
    assert {(doubt.reason, doubt.row // 2, doubt.column // 2) for doubt in checked.doubts} == {
        (Reason.NOT_IN_DECK, 0, 0)
    }


def test_corrections_are_certain_and_change_nothing_else() -> None:
    read = doubtful([(0, 0), (5, 5)], (0, 1, 2))
    set_by_hand = apply_corrections(read, {(0, 0): 2, (7, 7): EMPTY})
    assert [(doubt.row, doubt.column) for doubt in set_by_hand.doubts] == [(5, 5)]
    assert set_by_hand.canvas.quadrants[0, 0] == 2
    assert (set_by_hand.canvas.quadrants[6:, 6:] == EMPTY).all()
    same = np.ones((8, 8), dtype=bool)
    same[0, 0], same[6:, 6:] = False, False
    assert np.array_equal(set_by_hand.canvas.quadrants[same], read.canvas.quadrants[same])


def test_a_colour_in_an_empty_space_puts_the_rest_of_the_card_in_doubt() -> None:
    emptied = apply_corrections(reading(), {(0, 0): EMPTY})
    laid = apply_corrections(emptied, {(0, 1): 1})
    assert laid.canvas.rows("RYB")[0][:2] == "?Y"
    assert [(doubt.row, doubt.column, doubt.candidates) for doubt in laid.doubts] == [
        (0, 0, (0, 1, 2)),
        (1, 0, (0, 1, 2)),
        (1, 1, (0, 1, 2)),
    ]


def test_reading_a_photo_twice_gives_the_same_result(tmp_path: Path) -> None:
    data = seen("tagged", 2)[0].jpeg()
    first, second = (read_table_photo(decode_photo(data, "table.jpg"), cards()) for _ in range(2))
    assert first.reading.canvas == second.reading.canvas
    assert [tag.corners.tolist() for tag in first.tags] == [tag.corners.tolist() for tag in second.tags]
