"""What each move is worth to a bot.

The frame floats while a side is not full, so that nobody knows yet what lies in whose zone. A move is worth the mean
over all frames that can still be, each as likely. Only the zones that a card falls into are measured anew.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from aa_tools.rules.areas import Masks, Pattern, drawings, union
from aa_tools.rules.objectives import Best
from aa_tools.rules.placement import spaces_of
from aa_tools.rules.ruleset import HAND, Kind, Zone
from aa_tools.simulation.bots.expectations import FARTHEST, WIDEST, expectations, leads
from aa_tools.simulation.state.deal import Numbers
from aa_tools.simulation.state.position import NOBODY, Position, zones_of
from aa_tools.simulation.state.settle import by_value
from aa_tools.simulation.state.setup import TURNED

NEVER = -(2**40)
"""Less than any value."""


@dataclass(frozen=True, eq=False)
class Moves:
    """All moves of all games, by game, space (from the north west) and way; all arrays have shape (moves,).

    Attributes:
        game: the index of the game.
        space: the space of the window.
        way: which card and how: slot * ways + turned.
        value: in thousandths of a point.
    """

    game: Numbers
    space: Numbers
    way: Numbers
    value: Numbers


@dataclass(frozen=True, eq=False)
class Frames:
    """The frames that can still be, for each game: those that hold all cards that lie.

    Attributes:
        game: shape (frames,).
        masks: their zones, shape (frames, zones, colours).
    """

    game: Numbers
    masks: Masks


@dataclass(frozen=True, eq=False)
class Trials:
    """Each open space in each frame that holds it, by game, space and frame.

    Attributes:
        game: shape (trials,).
        move: the index of the (game, space), shape (trials,).
        frame: the index of the frame, shape (trials,).
        codes: the cards that may be laid there, shape (trials, ways).
        touched: the trial and the zone of each zone that holds the space, two arrays of shape (touched,).
        masks: those zones with the card laid, shape (touched, ways, colours).
    """

    game: Numbers
    move: Numbers
    frame: Numbers
    codes: Numbers
    touched: tuple[Numbers, Numbers]
    masks: Masks


def valued_moves(position: Position, parts: frozenset[Kind], rivals: bool) -> Moves:
    """Values every legal move.

    Args:
        position: the games.
        parts: the kinds of card that count.
        rivals: whether the mean of what the rivals expect of the public cards is taken off.
    """
    setup = position.setup
    game, space = spaces_of(setup.growth.legal(position.state, position.player), setup.frame)
    frames, trials = _try_all(position, game, space)
    gains = np.zeros((*trials.codes.shape, setup.players), np.int64)
    _add_public(gains, position, parts, frames, trials)
    own = position.player[trials.game]
    value = np.take_along_axis(gains, own[:, np.newaxis, np.newaxis], axis=2)[..., 0]
    if rivals:
        value = value - (gains.sum(axis=2) - value) // (setup.players - 1)
    if Kind.INSPIRATION in parts:
        _add_inspirations(value, position, frames, trials)
    starts = np.flatnonzero(np.diff(trials.move, prepend=-1))
    value = np.add.reduceat(value, starts, axis=0) // np.diff(starts, append=len(value))[:, np.newaxis]
    return _flat(position, game, space, value)


def _flat(position: Position, game: Numbers, space: Numbers, value: Numbers) -> Moves:
    """Lines the moves up and leaves out those with a card that the hand does not hold."""
    ways = value.shape[1]
    slot = np.arange(ways) // position.setup.ways
    held = (position.hands[game, position.player[game]][:, slot] != NOBODY).reshape(-1)
    way = np.tile(np.arange(ways), len(game))
    return Moves(game.repeat(ways)[held], space.repeat(ways)[held], way[held], value.reshape(-1)[held])


def _hand_codes(position: Position) -> Numbers:
    """Returns the code of each way to lay each card of the hand, shape (n, HAND * ways)."""
    setup = position.setup
    hand = position.hands[np.arange(len(position.holder)), position.player]
    codes = np.where(hand == NOBODY, len(setup.painted) - 1, TURNED * hand).repeat(setup.ways, axis=1)
    return codes + np.where(codes < len(setup.painted) - 1, np.tile(np.arange(setup.ways), HAND), 0)


def _try_all(position: Position, game: Numbers, space: Numbers) -> tuple[Frames, Trials]:
    setup, side = position.setup, position.setup.side
    frames, number = _frames(position)
    row, column = np.divmod(space, setup.frame.pitch)
    # A frame is told by how far its corner lies north and west of the northernmost and westernmost card.
    north, west = np.arange(side)[:, np.newaxis], np.arange(side)
    rows = (row[:, np.newaxis, np.newaxis] - 1 + north, column[:, np.newaxis, np.newaxis] - 1 + west)
    holds = np.logical_and.reduce([(each >= 0) & (each < side) for each in np.broadcast_arrays(*rows)])
    move, north, west = (holds & (number[game] >= 0)).nonzero()
    inside = (row[move] - 1 + north) * side + column[move] - 1 + west
    frame, codes = number[game[move], north, west], _hand_codes(position)[game[move]]
    trial, zone = setup.holds[inside].nonzero()
    laid = setup.masks[inside[trial][:, np.newaxis], codes[trial], zone[:, np.newaxis]]
    masks = frames.masks[frame[trial], zone][:, np.newaxis] | laid
    return frames, Trials(game[move], move, frame, codes, (trial, zone), masks)


def _frames(position: Position) -> tuple[Frames, Numbers]:
    """Returns the frames, and their numbers by (game, steps north, steps west), -1 where there is no such frame."""
    setup, side = position.setup, position.setup.side
    rows, columns = (np.maximum(size, 1)[:, np.newaxis, np.newaxis] for size in setup.growth.size(position.state))
    steps = np.arange(side)
    possible = (steps[:, np.newaxis] <= side - rows) & (steps <= side - columns)
    game, north, west = possible.nonzero()
    number = np.full((len(rows), side, side), -1)
    number[game, north, west] = np.arange(len(game))
    row, column = np.divmod(np.arange(side * side), side)
    corner = position.corner[game] + (1 - north) * position.pitch + 1 - west
    codes = position.board[game[:, np.newaxis], corner[:, np.newaxis] + row * position.pitch + column]
    return Frames(game, zones_of(setup, codes)), number


def _measured(
    measure: Callable[[Masks], Numbers], frames: Frames, trials: Trials, games: NDArray[np.bool_], zones: int
) -> tuple[Numbers, Numbers]:
    """Measures the zones of the trials of some games.

    Args:
        measure: takes masks of shape (…, colours) and gives numbers of shape (…).
        frames: the frames.
        trials: the trials.
        games: whether each game counts, shape (n,).
        zones: how many zones there are.

    Returns:
        The indices of the trials, shape (chosen,), and the numbers, shape (chosen, ways, zones).
    """
    of_frames = np.flatnonzero(games[frames.game])
    base = np.zeros((len(frames.game), zones), np.int64)
    base[of_frames] = measure(frames.masks[of_frames])
    chosen = np.flatnonzero(games[trials.game])
    numbers = np.repeat(base[trials.frame[chosen], np.newaxis], trials.codes.shape[1], axis=1)
    place = np.full(len(trials.game), -1)
    place[chosen] = np.arange(len(chosen))
    trial, zone = trials.touched
    touched = np.flatnonzero(place[trial] >= 0)
    numbers[place[trial[touched]], :, zone[touched]] = measure(trials.masks[touched])
    return chosen, numbers


def _add_public(gains: Numbers, position: Position, parts: frozenset[Kind], frames: Frames, trials: Trials) -> None:
    """Adds what each player expects of the public cards."""
    setup, left = position.setup, position.setup.spaces - position.laid - 1
    tables = expectations(setup).public
    holds = (position.holder[:, np.newaxis] == np.arange(setup.players)).astype(np.int64)
    for card, where in by_value(position.public):
        public = setup.public[card]
        if public.kind not in parts:
            continue
        games = np.zeros(len(position.holder), np.bool_)
        games[where // position.public.shape[1]] = True
        measure = partial(public.objective.numbers, zone=setup.zone)
        chosen, numbers = _measured(measure, frames, trials, games, setup.players)
        lead = leads(numbers if public.objective.best == Best.MOST else -numbers)
        holding = holds[trials.game[chosen]][:, np.newaxis]
        gains[chosen] += tables[card, left][holding, np.clip(lead, -WIDEST, WIDEST) + WIDEST]


def _add_inspirations(value: Numbers, position: Position, frames: Frames, trials: Trials) -> None:
    """Adds what the player to move expects of the inspirations in hand."""
    setup, left = position.setup, position.setup.spaces - position.laid - 1
    table, everyone = expectations(setup).inspiration[:, left], np.arange(len(position.holder))
    hands = position.inspirations[everyone, position.player]
    for card, where in by_value(hands):
        games = np.zeros(len(hands), np.bool_)
        games[where // hands.shape[1]] = True
        measure = partial(lacking, pattern=setup.inspirations[card].pattern, zone=setup.zone)
        chosen, lack = _measured(measure, frames, trials, games, setup.players)
        own = position.player[trials.game[chosen]]
        value[chosen] += table[np.take_along_axis(lack, own[:, np.newaxis, np.newaxis], axis=2)[..., 0]]


def lacking(masks: Masks, pattern: Pattern, zone: Zone) -> Numbers:
    """Returns how many quadrants an occurrence lacks at least, where no other colour stands in its way.

    Args:
        masks: shape (…, colours).
        pattern: the pattern.
        zone: the shape of the zones.

    Returns:
        Shape (…), at most FARTHEST.
    """
    free = masks | ~union(masks)[..., np.newaxis]
    within = [np.zeros_like(masks) for _ in range(FARTHEST)]
    for drawing in drawings(pattern, zone):
        fits = drawing.fits(free)
        # Bit-sliced: more[k] says, corner by corner, whether more than k quadrants are lacking.
        more = [np.zeros_like(masks) for _ in range(FARTHEST)]
        for step in drawing.steps:
            lack = ~(masks >> np.uint64(step))
            for number in range(FARTHEST - 1, 0, -1):
                more[number] |= more[number - 1] & lack
            more[0] |= lack
        for number in range(FARTHEST):
            within[number] |= fits & ~more[number]
    return FARTHEST - sum(((union(found) != 0).astype(np.int64) for found in within), np.zeros(1, np.int64))
