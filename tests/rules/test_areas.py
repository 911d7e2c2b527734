from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aa_tools.errors import RulesError
from aa_tools.rules.areas import Pattern, areas, placements, quadrant_counts
from aa_tools.rules.ruleset import Zone

ZONES = st.sampled_from([Zone(4, 8), Zone(4, 10), Zone(6, 10), Zone(2, 4), Zone(8, 8)])


def masks_of(zone: Zone, *numbers: int) -> np.ndarray:
    return np.array([number % 2 ** (zone.rows * zone.columns) for number in numbers], dtype=np.uint64)


@given(ZONES, st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=5))
def test_areas_partition_a_colour(zone: Zone, numbers: list[int]) -> None:
    masks = masks_of(zone, *numbers)
    found = list(areas(masks, zone))
    sizes = np.array([quadrant_counts(area) for area in found]).reshape(-1, len(masks))
    assert (sizes.sum(axis=0) == quadrant_counts(masks)).all()
    together = np.zeros_like(masks)
    for area in found:
        assert not (together & area).any()
        together |= area
    assert (together == masks).all()


@given(ZONES, st.integers(0, 2**64 - 1))
def test_one_mask_gives_the_same_areas_alone_as_among_others(zone: Zone, number: int) -> None:
    alone = [int(area[0]) for area in areas(masks_of(zone, number), zone)]
    among = [int(area[1]) for area in areas(masks_of(zone, 2**64 - 1, number, 0), zone)]
    assert alone == [area for area in among if area]


def test_areas_do_not_run_round_the_edge_of_the_zone() -> None:
    zone = Zone(4, 8)
    last_of_row_0_first_of_row_1 = np.array([(1 << 7) | (1 << 8)], dtype=np.uint64)
    assert len(list(areas(last_of_row_0_first_of_row_1, zone))) == 2


@pytest.mark.parametrize(
    ("text", "orientations"),
    [("X", 1), ("XX", 2), ("XX/XX", 1), ("XX./.XX", 2), ("XXX/X..", 4), ("XXX/.X.", 4), ("X.X/.X.", 4)],
)
def test_a_place_shared_by_two_rotations_counts_once(text: str, orientations: int) -> None:
    rows, columns = Pattern(text).cells.shape
    zone = Zone(8, 8)
    each = (9 - rows) * (9 - columns)
    assert len(placements(Pattern(text), zone)) == orientations * each


def test_mirrored_patterns_double_those_that_have_a_handedness() -> None:
    zone, mirrored = Zone(8, 8), Zone(8, 8, mirrored_patterns=True)
    for text, factor in (("XX./.XX", 2), ("XX/X./X.", 2), ("XXX/.X.", 1)):
        assert len(placements(Pattern(text), mirrored)) == factor * len(placements(Pattern(text), zone))


def test_empty_rows_around_a_pattern_mean_nothing() -> None:
    assert (placements(Pattern(".../.XX/..."), Zone(4, 8)) == placements(Pattern("XX"), Zone(4, 8))).all()


def test_a_pattern_larger_than_the_zone_lies_nowhere_but_turned() -> None:
    assert len(placements(Pattern("XXXXX"), Zone(4, 8))) == 4 * 4
    assert len(placements(Pattern("XXXXXXXXX"), Zone(4, 8))) == 0


@pytest.mark.parametrize("text", ["", "XX/X", "..", "XO", "X X", "xx", "X/", "X\n"])
def test_refuses_what_is_no_pattern(text: str) -> None:
    with pytest.raises(RulesError) as error:
        Pattern(text)
    assert str(error.value) == f'{text!r} is not a pattern; write rows of X and "." of equal length, such as "X.X/XXX"'
