"""Lockstep games: all games of a batch take the same turn together.

How a game goes stands in docs/statistics.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aa_tools.rules.match import rank
from aa_tools.rules.ruleset import HAND, Kind
from aa_tools.simulation.bots.bots import Bot, Choice
from aa_tools.simulation.state.deal import Deal, Numbers, deal
from aa_tools.simulation.state.position import NOBODY, Position, empty_board, hand_sizes
from aa_tools.simulation.state.random_streams import Purpose, Words, draw, streams
from aa_tools.simulation.state.settle import RoundResult, settle
from aa_tools.simulation.state.setup import Setup


@dataclass(frozen=True)
class Match:
    """Who plays: what any game of a playtest follows from, together with its number.

    Attributes:
        setup: rules and cards.
        bots: the bot of each seat in the first game of a shuffle.
        seed: of all chance.
    """

    setup: Setup
    bots: tuple[Bot, ...]
    seed: int

    @property
    def games_per_shuffle(self) -> int:
        """How often each shuffle is played: once by equal bots, else with each bot on each seat."""
        return 1 if len(set(self.bots)) == 1 else self.setup.players

    def whole_shuffles(self, games: int) -> int:
        """Returns a number of games rounded up to whole shuffles."""
        return -(-games // self.games_per_shuffle) * self.games_per_shuffle


@dataclass(frozen=True, eq=False)
class TurnLog:
    """One turn of n games; all arrays have shape (n,).

    Attributes:
        player: who moved.
        card: the code of the card laid, 2 * card + turned.
        row: the row of the space, from the first card of the round.
        column: the column of the space, likewise.
        spaces: how many spaces were open.
        cards: how many cards the player held.
        gap: see `bots.Choice`.
        closed: whether the frame was closed after the turn.
    """

    player: Numbers
    card: Numbers
    row: Numbers
    column: Numbers
    spaces: Numbers
    cards: Numbers
    gap: Numbers
    closed: Numbers


@dataclass(frozen=True, eq=False)
class RoundLog:
    """One round of n games.

    Attributes:
        holder: who held the first player card when it began, shape (n,).
        hands: the hands with which it began, shape (n, players, HAND).
        inspirations: in hand when it began, shape (n, players, most).
        turns: the turns.
        canvas: the codes of the full canvas from the north west, shape (n, spaces).
        result: how it ended.
    """

    holder: Numbers
    hands: Numbers
    inspirations: Numbers
    turns: tuple[TurnLog, ...]
    canvas: Numbers
    result: RoundResult


@dataclass(frozen=True, eq=False)
class Log:
    """n games from the deal to the winner.

    Attributes:
        games: their numbers, shape (n,).
        bots: which bot of the match sat on each seat, shape (n, players).
        rounds: the rounds.
        points: at the end, shape (n, players).
        professors: professor cards at the end, shape (n, players).
        winner: shape (n,).
        decided_by: the number in `rules.match.DecidedBy` of what decided, shape (n,).
    """

    games: Numbers
    bots: Numbers
    rounds: tuple[RoundLog, ...]
    points: Numbers
    professors: Numbers
    winner: Numbers
    decided_by: Numbers


def play(match: Match, games: Numbers) -> Log:
    """Plays the games with these numbers."""
    setup = match.setup
    dealt = deal(setup, match.seed, games // match.games_per_shuffle)
    choices = streams(match.seed, games, Purpose.CHOICE)
    bots = (np.arange(setup.players) + (games % match.games_per_shuffle)[:, np.newaxis]) % setup.players
    rounds: list[RoundLog] = []
    position = _start(setup, dealt)
    for number in range(setup.rounds):
        _deal_round(position, dealt, number)
        rounds.append(_play_round(match.bots, position, bots, choices, number))
        result = rounds[-1].result
        position.holder = result.holder
        position.inspirations = np.where(result.scored, NOBODY, position.inspirations)
    points = np.sum([each.result.points for each in rounds], axis=0)
    professors = _professors(setup, rounds)
    ranking, decided_by = rank(points, professors, position.holder)
    return Log(games, bots, tuple(rounds), points, professors, ranking[:, 0], decided_by)


def _start(setup: Setup, dealt: Deal) -> Position:
    games = len(dealt.starter)
    most = max(1, sum(each.inspirations_per_player for each in setup.rules.rounds))
    hands = np.full((games, setup.players, HAND), NOBODY)
    inspirations = np.full((games, setup.players, most), NOBODY)
    board = empty_board(setup, games)
    return Position(setup, 0, 0, dealt.starter, *board, hands, dealt.canvas[:, 0], dealt.public[0], inspirations)


def _deal_round(position: Position, dealt: Deal, number: int) -> None:
    """Clears the canvas and deals public cards, inspirations and, where the deck is new, hands."""
    setup, games = position.setup, len(position.holder)
    position.laid, position.public = 0, dealt.public[number]
    position.state, position.corner, position.board = empty_board(setup, games)
    if number == 0 or setup.reshuffled:
        position.deck, position.drawn = dealt.canvas[:, number], 0
        _deal_hands(position)
    before = sum(each.inspirations_per_player for each in setup.rules.rounds[:number])
    for slot in range(before, before + setup.rules.rounds[number].inspirations_per_player):
        for step in range(setup.players):
            player = (position.holder + step) % setup.players
            position.inspirations[np.arange(games), player, slot] = dealt.inspirations[:, slot * setup.players + step]


def _deal_hands(position: Position) -> None:
    """Deals a card to each player in turn until the hands are full or the deck is empty."""
    position.hands[:] = NOBODY
    everyone, players = np.arange(len(position.holder)), position.setup.players
    for drawn in range(min(HAND * players, position.deck.shape[1])):
        player = (position.holder + drawn) % players
        position.hands[everyone, player, drawn // players] = position.deck[:, drawn]
        position.drawn += 1


def _play_round(bots: Sequence[Bot], position: Position, seated: Numbers, choices: Words, number: int) -> RoundLog:
    setup, turns = position.setup, []
    holder, hands, inspirations = position.holder, position.hands.copy(), position.inspirations.copy()
    for turn in range(setup.spaces):
        words = draw(choices, number * setup.spaces + turn)
        turns.append(_take_turn(position, choose(bots, position, seated, words)))
    return RoundLog(holder, hands, inspirations, tuple(turns), position.window_codes(), settle(position))


def choose(bots: Sequence[Bot], position: Position, seated: Numbers, words: Words) -> Choice:
    """Asks the bot of each game's player for a move."""
    if len(set(bots)) == 1:
        return bots[0].choose(position, words)
    chosen = np.empty((4, len(words)), np.int64)
    mover = np.take_along_axis(seated, position.player[:, np.newaxis], axis=1)[:, 0]
    for index, bot in enumerate(bots):
        games = np.flatnonzero(mover == index)
        if len(games):
            choice = bot.choose(position.take(games), words[games])
            chosen[:, games] = choice.slot, choice.turned, choice.space, choice.gap
    return Choice(*chosen)


def _take_turn(position: Position, choice: Choice) -> TurnLog:
    player, games = position.player, np.arange(len(position.holder))
    spaces = position.setup.growth.count(position.state, player)
    cards = hand_sizes(position.hands[games, player])
    where = position.board_spaces(games, choice.space)
    position.lay(player, choice.slot, choice.turned, choice.space)
    row, column = np.divmod(where, position.pitch)
    middle = position.setup.side - 1
    rows, columns = position.setup.growth.size(position.state)
    closed = (np.minimum(rows, columns) == position.setup.side).astype(np.int64)
    laid = position.board[games, where]
    return TurnLog(player, laid, row - middle, column - middle, spaces, cards, choice.gap, closed)


def _professors(setup: Setup, rounds: Sequence[RoundLog]) -> Numbers:
    """Returns how many professor cards each player claimed, shape (n, players)."""
    kinds = np.array([card.kind == Kind.PROFESSOR for card in setup.public], np.bool_)
    found = np.zeros((len(rounds[0].holder), setup.players), np.int64)
    for each in rounds:
        professor = kinds[each.result.public]
        for player in range(setup.players):
            found[:, player] += ((each.result.claimed == player) & professor).sum(axis=1)
    return found
