"""One game of a playtest, turn by turn, scored once more by the rules for real tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from aa_tools.rules.canvas import Canvas
from aa_tools.rules.match import DecidedBy
from aa_tools.rules.ruleset import Side
from aa_tools.rules.scoring import Player, RoundScore, Table, score
from aa_tools.simulation.engine import Match, RoundLog, TurnLog, play
from aa_tools.simulation.state.deal import Numbers
from aa_tools.simulation.state.position import NOBODY
from aa_tools.simulation.state.setup import TURNED, Setup


@dataclass(frozen=True)
class Turn:
    """One turn.

    Attributes:
        side: who moved.
        card: the id of the card laid.
        turned: whether it lies upside down.
        row: the row of the space in the finished canvas, from the north.
        column: its column, from the west.
        spaces: how many spaces were open.
        canvas: the finished canvas as far as it is laid, a string for each row of quadrants from the north.
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

    turns: tuple[Turn, ...]
    score: RoundScore


@dataclass(frozen=True)
class Replay:
    """One game.

    Attributes:
        game: its number.
        bots: who sat on each side.
        rounds: the rounds.
        points: at the end, by side.
        winner: who won.
        decided_by: by which rule.
    """

    game: int
    bots: dict[Side, str]
    rounds: tuple[ReplayedRound, ...]
    points: dict[Side, int]
    winner: Side
    decided_by: DecidedBy


def replay(match: Match, game: int) -> Replay:
    """Plays one game of a match again."""
    log, sides = play(match, np.array([game])), match.setup.sides
    bots = {side: match.bots[int(log.bots[0, seat])].name for seat, side in enumerate(sides)}
    rounds = tuple(_round(match.setup, each) for each in log.rounds)
    points = {side: int(log.points[0, seat]) for seat, side in enumerate(sides)}
    return Replay(game, bots, rounds, points, sides[int(log.winner[0])], list(DecidedBy)[int(log.decided_by[0])])


def _round(setup: Setup, each: RoundLog) -> ReplayedRound:
    hands = [[setup.inspirations[card] for card in hand if card != NOBODY] for hand in each.inspirations[0].tolist()]
    players = tuple(
        Player(side, f"Player {seat + 1}", tuple(hand))
        for seat, (side, hand) in enumerate(zip(setup.sides, hands, strict=True))
    )
    cards = tuple(setup.public[card] for card in each.result.public[0].tolist())
    table = Table(_canvas(setup, each.canvas[0]), players, setup.sides[int(each.holder[0])], cards)
    return ReplayedRound(tuple(_turns(setup, each)), score(table, setup.rules))


def _canvas(setup: Setup, codes: Numbers) -> Canvas:
    painted = setup.painted[codes].reshape(setup.side, setup.side, 2, 2).swapaxes(1, 2)
    return Canvas(painted.reshape(2 * setup.side, 2 * setup.side))


def _turns(setup: Setup, each: RoundLog) -> Iterator[Turn]:
    top, left = (min(int(getattr(turn, axis)[0]) for turn in each.turns) for axis in ("row", "column"))
    codes = np.full(setup.spaces, len(setup.painted) - 1)
    for turn in each.turns:
        row, column = int(turn.row[0]) - top, int(turn.column[0]) - left
        codes[row * setup.side + column] = turn.card[0]
        yield _turn(setup, turn, row, column, tuple(_canvas(setup, codes).rows(setup.letters)))


def _turn(setup: Setup, turn: TurnLog, row: int, column: int, canvas: tuple[str, ...]) -> Turn:
    card, turned = divmod(int(turn.card[0]), TURNED)
    side = setup.sides[int(turn.player[0])]
    return Turn(side, setup.canvas_ids[card], bool(turned), row, column, int(turn.spaces[0]), canvas)
