"""Plays many games in lockstep: all games of a batch take the same turn together.

docs/statistics.md describes how a game proceeds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from aa_tools.rules.match import rank
from aa_tools.rules.ruleset import HAND_SIZE, Kind
from aa_tools.simulation.bots.basic import Bot, Choice
from aa_tools.simulation.state.deal import DealtCards, IntArray, deal_cards
from aa_tools.simulation.state.position import MISSING, Position, empty_board, hand_sizes
from aa_tools.simulation.state.random_streams import Purpose, Words, random_words, stream_keys
from aa_tools.simulation.state.round_scoring import RoundResult, score_round
from aa_tools.simulation.state.setup import GameSetup


@dataclass(frozen=True)
class Matchup:
    """Rules, decks, bots and seed: with a game number, they determine a game completely.

    Attributes:
        setup: rules and cards.
        bots: the bot on each seat in the first game of a shuffle.
        seed: random seed.
    """

    setup: GameSetup
    bots: tuple[Bot, ...]
    seed: int

    @property
    def games_per_shuffle(self) -> int:
        """Games played with each shuffle: 1 if all bots are the same, else one for each rotation of the seats."""
        return 1 if len(set(self.bots)) == 1 else self.setup.players

    def whole_shuffles(self, games: int) -> int:
        """Returns a number of games rounded up to whole shuffles."""
        return -(-games // self.games_per_shuffle) * self.games_per_shuffle


@dataclass(frozen=True, eq=False)
class TurnLog:
    """One turn of n games; all arrays have shape (n,).

    Attributes:
        player: the player who moved.
        card: the code of the card laid, 2 * card + turned.
        row: the row of the space, relative to the first card of the round.
        column: the column of the space, likewise.
        spaces: number of open spaces.
        cards: number of cards in the player's hand.
        gap: see `bots.basic.Choice`.
        closed: 1 if the frame was closed after the turn, else 0.
    """

    player: IntArray
    card: IntArray
    row: IntArray
    column: IntArray
    spaces: IntArray
    cards: IntArray
    gap: IntArray
    closed: IntArray


@dataclass(frozen=True, eq=False)
class RoundLog:
    """One round of n games.

    Attributes:
        holder: the holder of the first player card at the start, shape (n,).
        hands: the hands at the start, shape (n, players, HAND_SIZE).
        inspirations: the inspirations in hand at the start, shape (n, players, most).
        turns: the turns.
        canvas: the card codes of the full canvas from the north west, shape (n, spaces).
        result: the scores.
    """

    holder: IntArray
    hands: IntArray
    inspirations: IntArray
    turns: tuple[TurnLog, ...]
    canvas: IntArray
    result: RoundResult


@dataclass(frozen=True, eq=False)
class GameLog:
    """n complete games.

    Attributes:
        games: the game numbers, shape (n,).
        bots: the index in `Matchup.bots` of the bot on each seat, shape (n, players).
        rounds: the rounds.
        points: points at the end, shape (n, players).
        winner: the winning player, shape (n,).
        decided_by: the index in `rules.match.DecidedBy` of the deciding rule, shape (n,).
    """

    games: IntArray
    bots: IntArray
    rounds: tuple[RoundLog, ...]
    points: IntArray
    winner: IntArray
    decided_by: IntArray


def play_games(matchup: Matchup, games: IntArray) -> GameLog:
    """Plays the games with these numbers."""
    setup = matchup.setup
    dealt = deal_cards(setup, matchup.seed, games // matchup.games_per_shuffle)
    choice_keys = stream_keys(matchup.seed, games, Purpose.CHOICE)
    bots = (np.arange(setup.players) + (games % matchup.games_per_shuffle)[:, np.newaxis]) % setup.players
    rounds: list[RoundLog] = []
    position = initial_position(setup, dealt)
    for number in range(setup.rounds):
        start_round(position, dealt, number)
        rounds.append(_play_round(matchup.bots, position, bots, choice_keys, number))
        result = rounds[-1].result
        position.holder = result.holder
        position.inspirations = np.where(result.scored, MISSING, position.inspirations)
    points = np.sum([played.result.points for played in rounds], axis=0)
    ranking, decided_by = rank(points, _professor_counts(setup, rounds), position.holder)
    return GameLog(games, bots, tuple(rounds), points, ranking[:, 0], decided_by)


def initial_position(setup: GameSetup, dealt: DealtCards) -> Position:
    """Returns the position before the first round: no cards in hand and an empty canvas."""
    games = len(dealt.first_player)
    most = max(1, sum(spec.inspirations_per_player for spec in setup.rules.rounds))
    hands = np.full((games, setup.players, HAND_SIZE), MISSING)
    inspirations = np.full((games, setup.players, most), MISSING)
    board = empty_board(setup, games)
    return Position(setup, 0, 0, dealt.first_player, *board, hands, dealt.canvas[:, 0], dealt.public[0], inspirations)


def start_round(position: Position, dealt: DealtCards, number: int) -> None:
    """Clears the canvas and deals public cards and inspirations; with a new deck, also hands."""
    setup, games = position.setup, len(position.holder)
    position.turn, position.public = 0, dealt.public[number]
    position.state, position.corner, position.board = empty_board(setup, games)
    if number == 0 or setup.reshuffles:
        position.deck, position.drawn = dealt.canvas[:, number], 0
        _deal_hands(position)
    before = sum(spec.inspirations_per_player for spec in setup.rules.rounds[:number])
    for slot in range(before, before + setup.rules.rounds[number].inspirations_per_player):
        for step in range(setup.players):
            player = (position.holder + step) % setup.players
            position.inspirations[np.arange(games), player, slot] = dealt.inspirations[:, slot * setup.players + step]


def _deal_hands(position: Position) -> None:
    """Deals one card at a time to each player until the hands are full or the deck is empty."""
    position.hands[:] = MISSING
    games, players = np.arange(len(position.holder)), position.setup.players
    for drawn in range(min(HAND_SIZE * players, position.deck.shape[1])):
        player = (position.holder + drawn) % players
        position.hands[games, player, drawn // players] = position.deck[:, drawn]
        position.drawn += 1


def _play_round(
    bots: tuple[Bot, ...], position: Position, bot_at_seat: IntArray, choice_keys: Words, number: int
) -> RoundLog:
    setup, turns = position.setup, []
    holder, hands, inspirations = position.holder, position.hands.copy(), position.inspirations.copy()
    for turn in range(setup.spaces):
        words = random_words(choice_keys, number * setup.spaces + turn)
        turns.append(_take_turn(position, _choose_moves(bots, position, bot_at_seat, words)))
    return RoundLog(holder, hands, inspirations, tuple(turns), position.canvas_codes(), score_round(position))


def _choose_moves(bots: tuple[Bot, ...], position: Position, bot_at_seat: IntArray, words: Words) -> Choice:
    """Returns the move chosen in each game by the bot of the player to move."""
    if len(set(bots)) == 1:
        return bots[0].choose(position, words)
    chosen = np.empty((4, len(words)), np.int64)
    bot_to_move = np.take_along_axis(bot_at_seat, position.player[:, np.newaxis], axis=1)[:, 0]
    for index, bot in enumerate(bots):
        games = np.flatnonzero(bot_to_move == index)
        if len(games):
            choice = bot.choose(position.take(games), words[games])
            chosen[:, games] = choice.slot, choice.turned, choice.space, choice.gap
    return Choice(*chosen)


def _take_turn(position: Position, choice: Choice) -> TurnLog:
    player, games = position.player, np.arange(len(position.holder))
    spaces = position.setup.placement.count(position.state, player)
    cards = hand_sizes(position.hands[games, player])
    board_space = position.board_spaces(games, choice.space)
    position.lay(player, choice.slot, choice.turned, choice.space)
    row, column = np.divmod(board_space, position.pitch)
    middle = position.setup.side - 1
    rows, columns = position.setup.placement.size(position.state)
    closed = (np.minimum(rows, columns) == position.setup.side).astype(np.int64)
    code = position.board[games, board_space]
    return TurnLog(player, code, row - middle, column - middle, spaces, cards, choice.gap, closed)


def _professor_counts(setup: GameSetup, rounds: list[RoundLog]) -> IntArray:
    """Returns the number of professor cards that each player claimed, shape (n, players)."""
    is_professor = np.array([card.kind == Kind.PROFESSOR for card in setup.public], np.bool_)
    counts = np.zeros((len(rounds[0].holder), setup.players), np.int64)
    for played in rounds:
        professor = is_professor[played.result.public]
        for player in range(setup.players):
            counts[:, player] += ((played.result.claimed == player) & professor).sum(axis=1)
    return counts
