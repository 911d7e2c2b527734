"""One simulated game, turn by turn, scored again by `rules.scoring`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from aa_tools.rules.canvas import Canvas
from aa_tools.rules.match import DecidedBy
from aa_tools.rules.ruleset import Side
from aa_tools.rules.scoring import Player, RoundScore, Table, score
from aa_tools.simulation.engine import Matchup, RoundLog, play_games
from aa_tools.simulation.state.deal import IntArray
from aa_tools.simulation.state.position import MISSING
from aa_tools.simulation.state.setup import CODES_PER_CARD, GameSetup


@dataclass(frozen=True)
class ReplayedTurn:
    """One turn.

    Attributes:
        side: the side that moved.
        card: the id of the card laid.
        turned: whether the card was laid upside down.
        row: the row of the space in the finished canvas, 0 at the north.
        column: the column of the space, 0 at the west.
        spaces: number of open spaces.
        canvas: the canvas after the turn, one string for each row of quadrants from the north.
    """

    side: Side
    card: str
    turned: bool
    row: int
    column: int
    spaces: int
    canvas: tuple[str, ...]


@dataclass(frozen=True)
class ReplayedRound:
    """One round: its turns and its score."""

    turns: tuple[ReplayedTurn, ...]
    score: RoundScore


@dataclass(frozen=True)
class ReplayedGame:
    """One game.

    Attributes:
        number: the game number.
        bots: the name of the bot on each side.
        rounds: the rounds.
        points: points at the end, by side.
        winner: the winning side.
        decided_by: the rule that decided the game.
    """

    number: int
    bots: dict[Side, str]
    rounds: tuple[ReplayedRound, ...]
    points: dict[Side, int]
    winner: Side
    decided_by: DecidedBy


def replay_one(matchup: Matchup, game: int) -> ReplayedGame:
    """Plays the game with this number again."""
    log, sides = play_games(matchup, np.array([game])), matchup.setup.sides
    bots = {side: matchup.bots[int(log.bots[0, seat])].name for seat, side in enumerate(sides)}
    rounds = tuple(_replay_round(matchup.setup, played) for played in log.rounds)
    points = {side: int(log.points[0, seat]) for seat, side in enumerate(sides)}
    return ReplayedGame(game, bots, rounds, points, sides[int(log.winner[0])], list(DecidedBy)[int(log.decided_by[0])])


def _replay_round(setup: GameSetup, log: RoundLog) -> ReplayedRound:
    hands = [[setup.inspirations[card] for card in hand if card != MISSING] for hand in log.inspirations[0].tolist()]
    players = tuple(
        Player(side, f"Player {seat + 1}", tuple(hand))
        for seat, (side, hand) in enumerate(zip(setup.sides, hands, strict=True))
    )
    cards = tuple(setup.public[card] for card in log.result.public[0].tolist())
    table = Table(_canvas(setup, log.canvas[0]), players, setup.sides[int(log.holder[0])], cards)
    return ReplayedRound(tuple(_turns(setup, log)), score(table, setup.rules))


def _canvas(setup: GameSetup, codes: IntArray) -> Canvas:
    quadrants = setup.code_quadrants[codes].reshape(setup.side, setup.side, 2, 2).swapaxes(1, 2)
    return Canvas(quadrants.reshape(2 * setup.side, 2 * setup.side))


def _turns(setup: GameSetup, log: RoundLog) -> Iterator[ReplayedTurn]:
    top, left = (min(int(getattr(turn, axis)[0]) for turn in log.turns) for axis in ("row", "column"))
    codes = np.full(setup.spaces, len(setup.code_quadrants) - 1)
    for turn in log.turns:
        row, column = int(turn.row[0]) - top, int(turn.column[0]) - left
        codes[row * setup.side + column] = turn.card[0]
        card, turned = divmod(int(turn.card[0]), CODES_PER_CARD)
        canvas = tuple(_canvas(setup, codes).rows(setup.letters))
        side, spaces = setup.sides[int(turn.player[0])], int(turn.spaces[0])
        yield ReplayedTurn(side, setup.canvas_ids[card], bool(turned), row, column, spaces, canvas)
