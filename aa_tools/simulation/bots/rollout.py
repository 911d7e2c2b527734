"""The rollout bot: flat Monte Carlo search."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from aa_tools.rules.ruleset import Kind
from aa_tools.simulation.bots.basic import Choice, RandomBot, best_moves
from aa_tools.simulation.bots.move_values import ValuedMoves, value_moves
from aa_tools.simulation.state.deal import IntArray
from aa_tools.simulation.state.position import MISSING, Position
from aa_tools.simulation.state.random_streams import Words, random_words
from aa_tools.simulation.state.round_scoring import score_round


@dataclass(frozen=True)
class RolloutBot:
    """Plays the round to its end at random after each promising move, and chooses the move with the best average.

    Cards that the player cannot see (the rivals' hands and the deck) are reshuffled for each playout; the rivals'
    inspirations are ignored. All moves of a turn are compared on the same random numbers.

    Attributes:
        name: the name in options and reports.
        moves: number of moves tried, the best by the values of the rival bot.
        playouts: number of playouts for each move.
    """

    name: str = "rollout"
    moves: int = 6
    playouts: int = 24

    def choose(self, position: Position, words: Words) -> Choice:
        """Plays out the promising moves and chooses the best."""
        moves = _promising(value_moves(position, frozenset(Kind), rivals=True), self.moves)
        index = np.arange(len(moves.game)).repeat(self.playouts)
        totals = self._playout_results(position, moves, index, words).reshape(-1, self.playouts).sum(axis=1)
        mean = totals * 1000 // (self.playouts * (position.setup.players - 1))
        return best_moves(moves, mean, words, position.setup.orientations)

    def _playout_results(self, position: Position, moves: ValuedMoves, index: IntArray, words: Words) -> IntArray:
        """Returns the player's lead over the rivals' mean after each playout, in points times the number of rivals."""
        setup, game = position.setup, moves.game[index]
        playout_numbers = np.tile(np.arange(self.playouts, dtype=np.uint64), len(moves.game))
        keys = random_words(random_words(words[game], 1), playout_numbers)
        player = position.player[game]
        played = _reshuffle_unseen(position.take(game), player, keys)
        slot, turned = np.divmod(moves.option[index], setup.orientations)
        played.lay(player, slot, turned, moves.space[index])
        while played.turn < setup.spaces:
            choice = RandomBot().choose(played, random_words(keys, played.turn))
            played.lay(played.player, choice.slot, choice.turned, choice.space)
        points = score_round(played).points
        return np.asarray(setup.players * points[np.arange(len(player)), player] - points.sum(axis=1))


def _promising(moves: ValuedMoves, most: int) -> ValuedMoves:
    """Returns the `most` moves of each game with the highest values; the first of equals."""
    order = np.lexsort((-moves.value, moves.game))
    starts = np.flatnonzero(np.diff(moves.game, prepend=-1))
    rank = np.arange(len(order)) - starts[moves.game[order]]
    kept = np.sort(order[rank < most])
    return ValuedMoves(moves.game[kept], moves.space[kept], moves.option[kept], moves.value[kept])


def _reshuffle_unseen(position: Position, player: IntArray, keys: Words) -> Position:
    """Returns the games with the cards that the player cannot see reshuffled, without the rivals' inspirations."""
    games, setup = np.arange(len(player)), position.setup
    hands = position.hands.reshape(len(games), -1)
    hidden = (np.arange(setup.players).repeat(position.hands.shape[2]) != player[:, np.newaxis]) & (hands != MISSING)
    in_deck = np.ones((len(games), position.deck.shape[1] - position.drawn), np.bool_)
    unseen = np.concatenate([hidden, in_deck], axis=1)
    cards = np.concatenate([hands, position.deck[:, position.drawn :]], axis=1)
    words = random_words(random_words(keys, 0)[:, np.newaxis], np.arange(cards.shape[1], dtype=np.uint64))
    # Visible cards sort last and keep their positions; the unseen ones are permuted among themselves.
    order = np.argsort(np.where(unseen, words >> np.uint64(1), np.uint64(2**64 - 1)), axis=1, kind="stable")
    positions = np.argsort(~unseen, axis=1, kind="stable")
    mixed = np.empty_like(cards)
    np.put_along_axis(mixed, positions, np.take_along_axis(cards, order, axis=1), axis=1)
    inspirations = np.full_like(position.inspirations, MISSING)
    inspirations[games, player] = position.inspirations[games, player]
    deck = np.concatenate([position.deck[:, : position.drawn], mixed[:, hands.shape[1] :]], axis=1)
    dealt = mixed[:, : hands.shape[1]].reshape(position.hands.shape)
    return replace(position, hands=dealt, deck=deck, inspirations=inspirations)
