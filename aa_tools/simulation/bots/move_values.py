"""The expected gain of every legal move.

The frame of the canvas is not fixed until a side is full, so it is not yet known which space is in whose zone. The
value of a move is the mean over all frames that are still possible, all equally likely. Only the zones that contain the
laid card are measured again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from aa_tools.rules.areas import Masks, Pattern, orientations, union
from aa_tools.rules.objectives import Best
from aa_tools.rules.placement import mask_spaces
from aa_tools.rules.ruleset import HAND_SIZE, Kind, Zone
from aa_tools.simulation.bots.expectations import MAX_LEAD, MAX_MISSING_QUADRANTS, expectation_tables, leads
from aa_tools.simulation.state.deal import IntArray
from aa_tools.simulation.state.position import MISSING, Position, masks_of_codes
from aa_tools.simulation.state.round_scoring import indices_by_value
from aa_tools.simulation.state.setup import CODES_PER_CARD


@dataclass(frozen=True, eq=False)
class ValuedMoves:
    """All moves of all games, sorted by game, space (from the north west) and option; arrays of shape (moves,).

    Attributes:
        game: index of the game.
        space: the space, in the window of `placement`.
        option: the card and its orientation, slot * orientations + turned.
        value: expected gain in thousandths of a point.
    """

    game: IntArray
    space: IntArray
    option: IntArray
    value: IntArray


@dataclass(frozen=True, eq=False)
class PossibleFrames:
    """For each game, the frames that contain all cards laid so far.

    Attributes:
        game: index of the game, shape (frames,).
        masks: zone masks, shape (frames, zones, colours).
    """

    game: IntArray
    masks: Masks


@dataclass(frozen=True, eq=False)
class Trials:
    """Each open space in each possible frame that contains it, sorted by game, space and frame.

    Attributes:
        game: index of the game, shape (trials,).
        move: index of the (game, space) pair, shape (trials,).
        frame: index of the frame, shape (trials,).
        codes: the card codes that may be laid there, shape (trials, options).
        touched: (trial, zone) for each zone that contains the space, two arrays of shape (touched,).
        masks: those zones with the card laid, shape (touched, options, colours).
    """

    game: IntArray
    move: IntArray
    frame: IntArray
    codes: IntArray
    touched: tuple[IntArray, IntArray]
    masks: Masks


def value_moves(position: Position, kinds: frozenset[Kind], rivals: bool) -> ValuedMoves:
    """Values every legal move.

    Args:
        position: the games.
        kinds: the kinds of card that count.
        rivals: whether to subtract the mean of what the rivals expect from the public cards.
    """
    setup = position.setup
    game, space = mask_spaces(setup.placement.legal(position.state, position.player), setup.frame)
    frames, trials = _build_trials(position, game, space)
    gains = np.zeros((*trials.codes.shape, setup.players), np.int64)
    _add_public_cards(gains, position, kinds, frames, trials)
    own = position.player[trials.game]
    value = np.take_along_axis(gains, own[:, np.newaxis, np.newaxis], axis=2)[..., 0]
    if rivals:
        value = value - (gains.sum(axis=2) - value) // (setup.players - 1)
    if Kind.INSPIRATION in kinds:
        _add_inspirations(value, position, frames, trials)
    starts = np.flatnonzero(np.diff(trials.move, prepend=-1))
    value = np.add.reduceat(value, starts, axis=0) // np.diff(starts, append=len(value))[:, np.newaxis]
    return _flatten(position, game, space, value)


def _flatten(position: Position, game: IntArray, space: IntArray, value: IntArray) -> ValuedMoves:
    """Flattens values of shape (spaces, options) and drops options for which the hand has no card."""
    options = value.shape[1]
    slot = np.arange(options) // position.setup.orientations
    has_card = (position.hands[game, position.player[game]][:, slot] != MISSING).reshape(-1)
    option = np.tile(np.arange(options), len(game))
    return ValuedMoves(
        game.repeat(options)[has_card], space.repeat(options)[has_card], option[has_card], value.reshape(-1)[has_card]
    )


def _hand_codes(position: Position) -> IntArray:
    """Returns the card code of each card and orientation in the hand, shape (n, HAND_SIZE * orientations)."""
    setup = position.setup
    hand = position.hands[np.arange(len(position.holder)), position.player]
    no_card = len(setup.code_quadrants) - 1
    codes = np.where(hand == MISSING, no_card, CODES_PER_CARD * hand).repeat(setup.orientations, axis=1)
    return codes + np.where(codes < no_card, np.tile(np.arange(setup.orientations), HAND_SIZE), 0)


def _build_trials(position: Position, game: IntArray, space: IntArray) -> tuple[PossibleFrames, Trials]:
    setup, side = position.setup, position.setup.side
    frames, number = _possible_frames(position)
    row, column = np.divmod(space, setup.frame.pitch)
    # A frame is identified by the distance of its corner north and west of the northernmost and westernmost card.
    north, west = np.arange(side)[:, np.newaxis], np.arange(side)
    rows = (row[:, np.newaxis, np.newaxis] - 1 + north, column[:, np.newaxis, np.newaxis] - 1 + west)
    contains = np.logical_and.reduce([(axis >= 0) & (axis < side) for axis in np.broadcast_arrays(*rows)])
    move, north, west = (contains & (number[game] >= 0)).nonzero()
    inside = (row[move] - 1 + north) * side + column[move] - 1 + west
    frame, codes = number[game[move], north, west], _hand_codes(position)[game[move]]
    trial, zone = setup.zones_at[inside].nonzero()
    card_masks = setup.masks[inside[trial][:, np.newaxis], codes[trial], zone[:, np.newaxis]]
    masks = frames.masks[frame[trial], zone][:, np.newaxis] | card_masks
    return frames, Trials(game[move], move, frame, codes, (trial, zone), masks)


def _possible_frames(position: Position) -> tuple[PossibleFrames, IntArray]:
    """Returns the possible frames, and their indices by (game, steps north, steps west), -1 for an impossible frame."""
    setup, side = position.setup, position.setup.side
    rows, columns = (np.maximum(size, 1)[:, np.newaxis, np.newaxis] for size in setup.placement.size(position.state))
    steps = np.arange(side)
    possible = (steps[:, np.newaxis] <= side - rows) & (steps <= side - columns)
    game, north, west = possible.nonzero()
    number = np.full((len(rows), side, side), -1)
    number[game, north, west] = np.arange(len(game))
    row, column = np.divmod(np.arange(side * side), side)
    corner = position.corner[game] + (1 - north) * position.pitch + 1 - west
    codes = position.board[game[:, np.newaxis], corner[:, np.newaxis] + row * position.pitch + column]
    return PossibleFrames(game, masks_of_codes(setup, codes)), number


def _measure_trials(
    measure: Callable[[Masks], IntArray], frames: PossibleFrames, trials: Trials, games: NDArray[np.bool_], zones: int
) -> tuple[IntArray, IntArray]:
    """Measures the zones of the trials of some games.

    Args:
        measure: maps masks of shape (…, colours) to numbers of shape (…).
        frames: the frames.
        trials: the trials.
        games: whether each game is included, shape (n,).
        zones: number of zones.

    Returns:
        The indices of the trials, shape (chosen,), and the numbers, shape (chosen, options, zones).
    """
    frame_indices = np.flatnonzero(games[frames.game])
    base = np.zeros((len(frames.game), zones), np.int64)
    base[frame_indices] = measure(frames.masks[frame_indices])
    chosen = np.flatnonzero(games[trials.game])
    numbers = np.repeat(base[trials.frame[chosen], np.newaxis], trials.codes.shape[1], axis=1)
    position_of = np.full(len(trials.game), -1)
    position_of[chosen] = np.arange(len(chosen))
    trial, zone = trials.touched
    touched = np.flatnonzero(position_of[trial] >= 0)
    numbers[position_of[trial[touched]], :, zone[touched]] = measure(trials.masks[touched])
    return chosen, numbers


def _add_public_cards(
    gains: IntArray, position: Position, kinds: frozenset[Kind], frames: PossibleFrames, trials: Trials
) -> None:
    """Adds each player's expected gain from the public cards to `gains`."""
    setup, spaces = position.setup, position.setup.spaces - position.turn - 1
    tables = expectation_tables(setup).public
    is_holder = (position.holder[:, np.newaxis] == np.arange(setup.players)).astype(np.int64)
    for card, indices in indices_by_value(position.public):
        public = setup.public[card]
        if public.kind not in kinds:
            continue
        games = np.zeros(len(position.holder), np.bool_)
        games[indices // position.public.shape[1]] = True
        measure = partial(public.objective.numbers, zone=setup.zone)
        chosen, numbers = _measure_trials(measure, frames, trials, games, setup.players)
        lead = leads(numbers if public.objective.best == Best.MOST else -numbers)
        holds = is_holder[trials.game[chosen]][:, np.newaxis]
        gains[chosen] += tables[card, spaces][holds, np.clip(lead, -MAX_LEAD, MAX_LEAD) + MAX_LEAD]


def _add_inspirations(value: IntArray, position: Position, frames: PossibleFrames, trials: Trials) -> None:
    """Adds the expected gain of the player to move from the inspirations in hand to `value`."""
    setup, spaces = position.setup, position.setup.spaces - position.turn - 1
    table = expectation_tables(setup).inspiration[:, spaces]
    hands = position.inspirations[np.arange(len(position.holder)), position.player]
    for card, indices in indices_by_value(hands):
        games = np.zeros(len(hands), np.bool_)
        games[indices // hands.shape[1]] = True
        measure = partial(missing_quadrants, pattern=setup.inspirations[card].pattern, zone=setup.zone)
        chosen, missing = _measure_trials(measure, frames, trials, games, setup.players)
        own = position.player[trials.game[chosen]]
        value[chosen] += table[np.take_along_axis(missing, own[:, np.newaxis, np.newaxis], axis=2)[..., 0]]


def missing_quadrants(masks: Masks, pattern: Pattern, zone: Zone) -> IntArray:
    """Returns the fewest missing quadrants of any occurrence that no other colour blocks.

    Args:
        masks: shape (…, colours).
        pattern: the pattern.
        zone: the shape of the zones.

    Returns:
        Shape (…), at most MAX_MISSING_QUADRANTS.
    """
    free = masks | ~union(masks)[..., np.newaxis]
    within = [np.zeros_like(masks) for _ in range(MAX_MISSING_QUADRANTS)]
    for drawing in orientations(pattern, zone):
        fits = drawing.fits(free)
        # Bit-sliced counting: bit b of more[k] is set if the occurrence at corner b lacks more than k quadrants.
        more = [np.zeros_like(masks) for _ in range(MAX_MISSING_QUADRANTS)]
        for step in drawing.steps:
            lacks = ~(masks >> np.uint64(step))
            for number in range(MAX_MISSING_QUADRANTS - 1, 0, -1):
                more[number] |= more[number - 1] & lacks
            more[0] |= lacks
        for number in range(MAX_MISSING_QUADRANTS):
            within[number] |= fits & ~more[number]
    found = sum(((union(corners) != 0).astype(np.int64) for corners in within), np.zeros(1, np.int64))
    return MAX_MISSING_QUADRANTS - found
