"""Where a card may go, against a brute force on sets of coordinates."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from aa_tools.errors import RulesError
from aa_tools.rules.placement import (
    PlacementRules,
    PlacementWindow,
    ShiftedPlacement,
    TabulatedPlacement,
    mask_spaces,
    nth_space,
    placement_rules,
)
from aa_tools.rules.ruleset import Side, seats

Space = tuple[int, int]
Shape = frozenset[Space]

PERFT_4 = [1, 4, 24, 176, 1472, 13088]
"""Ways to lay the first 1, 2, 3, … cards of a 4 x 4 canvas; only the relative position counts."""


def brute_moves(shape: Shape, side: int) -> list[Space]:
    """The spaces beside a card where no side of the window grows beyond its cards."""
    if not shape:
        return [(0, 0)]
    beside = {(r + dr, c + dc) for r, c in shape for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))} - shape
    return sorted(
        space for space in beside if all(max(line) - min(line) < side for line in zip(*(shape | {space}), strict=True))
    )


def normal(shape: Shape) -> Shape:
    top, left = min(r for r, _ in shape), min(c for _, c in shape)
    return frozenset((r - top, c - left) for r, c in shape)


def brute_layers(side: int, depth: int) -> list[Counter[Shape]]:
    """For each number of cards the shapes and how many ways lead to each."""
    layers = [Counter({frozenset[Space](): 1})]
    for _ in range(depth):
        following: Counter[Shape] = Counter()
        for shape, ways in layers[-1].items():
            for space in brute_moves(shape, side):
                following[normal(shape | {space})] += ways
        layers.append(following)
    return layers


def mask_of(shape: Shape, window: PlacementWindow) -> int:
    """The mask of a shape whose first row and column are 0."""
    return sum(1 << (r + 1) * window.pitch + c + 1 for r, c in shape)


def test_perft_by_the_table_matches_the_brute_force_to_the_last_card() -> None:
    layers = brute_layers(4, 16)
    shapes = TabulatedPlacement.reachable(PlacementWindow(4))
    ways = np.zeros(len(shapes.open), np.float64)
    ways[0] = 1
    for layer in layers[1:]:
        following = np.zeros_like(ways)
        shape, space = mask_spaces(np.where(ways > 0, shapes.open, np.uint64(0)), PlacementWindow(4))
        np.add.at(following, shapes.after[shape, space], ways[shape])
        ways = following
        assert ways.sum() == pytest.approx(float(layer.total()), rel=1e-12)
        assert (ways > 0).sum() == len(layer)
    assert [layer.total() for layer in layers[1:7]] == PERFT_4


def test_9473_shapes_are_reachable() -> None:
    assert sum(map(len, brute_layers(4, 16))) == len(TabulatedPlacement.reachable(PlacementWindow(4)).open) == 9473


@pytest.mark.parametrize("side", [1, 2, 3, 5, 6])
def test_perft_by_shifts_matches_the_brute_force(side: int) -> None:
    window, depth = PlacementWindow(side), min(side * side, 6)
    occupied, ways = np.zeros(1, np.uint64), np.ones(1, np.int64)
    for layer in brute_layers(side, depth)[1:]:
        index, space = mask_spaces(window.legal(occupied), window)
        occupied, place = np.unique(window.place(occupied[index], space), return_inverse=True)
        ways = np.bincount(place, weights=ways[index]).astype(np.int64)
        assert dict(zip(occupied.tolist(), ways.tolist(), strict=True)) == {
            mask_of(shape, window): number for shape, number in layer.items()
        }


@pytest.mark.parametrize("side", [3, 4, 5])
def test_spaces_and_sizes_match_the_brute_force_to_the_last_card(side: int) -> None:
    window, rng = PlacementWindow(side), np.random.default_rng(side)
    both: list[PlacementRules] = [
        ShiftedPlacement(window),
        *([TabulatedPlacement.reachable(window)] if side < 5 else []),
    ]
    for way in both:
        shape: Shape = frozenset()
        state, player = np.zeros(1, np.int64), np.zeros(1, np.int64)
        for _ in range(side * side):
            moves = brute_moves(shape, side)
            legal = mask_spaces(way.legal(state, player), window)[1]
            assert [(s // window.pitch - 1, s % window.pitch - 1) for s in legal.tolist()] == moves
            assert way.count(state, player).tolist() == [len(moves)]
            wanted = int(rng.integers(len(moves)))
            space = way.nth_space(state, player, np.array([wanted]))
            assert space[0] == legal[wanted]
            shape = normal(shape | {moves[wanted]})
            state = way.place(state, space)
            size = [int(each[0]) for each in way.size(state)]
            assert size == [max(line) + 1 for line in zip(*shape, strict=True)]
        assert mask_spaces(way.legal(state, player), window)[1].size == 0


@pytest.mark.parametrize("players", [2, 4])
def test_home_rows_are_closed_to_rivals_unless_nothing_else_is_open(players: int) -> None:
    side, sides = (4, 5)[players // 4], seats(players)
    window, rng = PlacementWindow(side), np.random.default_rng(players)
    way = placement_rules(window, sides, home_rows=True)
    all_shut = narrowed = 0
    for _ in range(60):
        shape: Shape = frozenset()
        state = np.zeros(1, np.int64)
        for turn in range(side * side):
            seat = turn % players
            moves = brute_moves(shape, side)
            wanted = [space for space in moves if not shut(space, shape, sides, seat, side)] or moves
            all_shut += bool(shape) and all(shut(space, shape, sides, seat, side) for space in moves)
            narrowed += len(wanted) < len(moves)
            legal = mask_spaces(way.legal(state, np.array([seat])), window)[1].tolist()
            assert [(s // window.pitch - 1, s % window.pitch - 1) for s in legal] == wanted
            choice = int(rng.integers(len(wanted)))
            state = way.place(state, np.array([legal[choice]]))
            shape = normal(shape | {wanted[choice]})
    assert all_shut
    assert narrowed


def shut(space: Space, shape: Shape, sides: tuple[Side, ...], seat: int, side: int) -> bool:
    """Next to a rival where the canvas is closed, and not next to the player."""
    if not shape:
        return False
    rows, columns = zip(*shape, strict=True)
    home = {Side.NORTH: (0, 0), Side.SOUTH: (0, side - 1), Side.WEST: (1, 0), Side.EAST: (1, side - 1)}
    closed = [max(rows) - min(rows) + 1 == side, max(columns) - min(columns) + 1 == side]
    at = [each for each in sides if closed[home[each][0]] and space[home[each][0]] == home[each][1]]
    return bool(at) and sides[seat] not in at


def test_pick_counts_spaces_from_the_north_west() -> None:
    window = PlacementWindow(5)
    mask = np.array([1 << 3 | 1 << 20 | 1 << 48], np.uint64)
    assert [int(nth_space(mask, np.array([wanted]), window)[0]) for wanted in range(3)] == [3, 20, 48]


@pytest.mark.parametrize("side", [0, 7])
def test_a_grid_that_does_not_fit_is_refused(side: int) -> None:
    with pytest.raises(RulesError, match=f"a grid of {side} x {side} cards cannot be simulated"):
        PlacementWindow(side)


def test_every_move_keeps_the_window() -> None:
    """Laying never pushes a card out of the window, wherever the card goes."""
    for side in range(1, 7):
        window = PlacementWindow(side)
        occupied = np.zeros(1, np.uint64)
        for laid in range(1, min(side * side, 5) + 1):
            index, space = mask_spaces(window.legal(occupied), window)
            occupied = np.unique(window.place(occupied[index], space))
            assert (np.bitwise_count(occupied) == laid).all()
            assert not (occupied & (window.row(0) | window.column(0))).any()
