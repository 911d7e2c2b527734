"""The rollout bot: flat Monte Carlo, for the deep report."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from aa_tools.rules.ruleset import Kind
from aa_tools.simulation.bots.bots import Choice, RandomBot, best_of
from aa_tools.simulation.bots.values import Moves, valued_moves
from aa_tools.simulation.state.deal import Numbers
from aa_tools.simulation.state.position import NOBODY, Position
from aa_tools.simulation.state.random_streams import Words, draw
from aa_tools.simulation.state.settle import settle


@dataclass(frozen=True)
class RolloutBot:
    """Plays the round to its end at random after each promising move, and takes the one that does best on average.

    What the player cannot see is dealt anew for each playout: the rivals' hands and the deck; the rivals' inspirations
    count for nothing. The same chance serves all the moves of a turn.

    Attributes:
        name: what reports call it.
        moves: how many moves are tried, those that the rival bot likes best.
        playouts: how often each is played out.
    """

    name: str = "rollout"
    moves: int = 6
    playouts: int = 24

    def choose(self, position: Position, words: Words) -> Choice:
        """Plays out and takes the best."""
        moves = _promising(valued_moves(position, frozenset(Kind), rivals=True), self.moves)
        chosen = np.arange(len(moves.game)).repeat(self.playouts)
        value = self._outcomes(position, moves, chosen, words).reshape(-1, self.playouts).sum(axis=1)
        mean = value * 1000 // (self.playouts * (position.setup.players - 1))
        return best_of(moves, mean, words, position.setup.ways)

    def _outcomes(self, position: Position, moves: Moves, chosen: Numbers, words: Words) -> Numbers:
        """Returns by how many points the player ends before the rivals in each playout, times the rivals."""
        setup, game = position.setup, moves.game[chosen]
        chance = draw(draw(words[game], 1), np.tile(np.arange(self.playouts, dtype=np.uint64), len(moves.game)))
        player = position.player[game]
        played = _dealt_anew(position.take(game), player, chance)
        slot, turned = np.divmod(moves.way[chosen], setup.ways)
        played.lay(player, slot, turned, moves.space[chosen])
        while played.laid < setup.spaces:
            choice = RandomBot().choose(played, draw(chance, played.laid))
            played.lay(played.player, choice.slot, choice.turned, choice.space)
        points = settle(played).points
        return np.asarray(setup.players * points[np.arange(len(player)), player] - points.sum(axis=1))


def _promising(moves: Moves, most: int) -> Moves:
    """Keeps the moves with the best values in each game; of equals, the first."""
    order = np.lexsort((-moves.value, moves.game))
    starts = np.flatnonzero(np.diff(moves.game, prepend=-1))
    rank = np.arange(len(order)) - starts[moves.game[order]]
    kept = np.sort(order[rank < most])
    return Moves(moves.game[kept], moves.space[kept], moves.way[kept], moves.value[kept])


def _dealt_anew(position: Position, player: Numbers, chance: Words) -> Position:
    """Returns the games with the cards that the player cannot see shuffled, and without the rivals' inspirations."""
    games, setup = np.arange(len(player)), position.setup
    hands = position.hands.reshape(len(games), -1)
    hidden = (np.arange(setup.players).repeat(position.hands.shape[2]) != player[:, np.newaxis]) & (hands != NOBODY)
    unseen = np.concatenate([hidden, np.ones((len(games), position.deck.shape[1] - position.drawn), np.bool_)], axis=1)
    cards = np.concatenate([hands, position.deck[:, position.drawn :]], axis=1)
    keys = draw(draw(chance, 0)[:, np.newaxis], np.arange(cards.shape[1], dtype=np.uint64))
    # Seen cards sort last and keep their places; the unseen ones change places among themselves.
    shuffled = np.argsort(np.where(unseen, keys >> np.uint64(1), np.uint64(2**64 - 1)), axis=1, kind="stable")
    places = np.argsort(~unseen, axis=1, kind="stable")
    mixed = np.empty_like(cards)
    np.put_along_axis(mixed, places, np.take_along_axis(cards, shuffled, axis=1), axis=1)
    inspirations = np.full_like(position.inspirations, NOBODY)
    inspirations[games, player] = position.inspirations[games, player]
    deck = np.concatenate([position.deck[:, : position.drawn], mixed[:, hands.shape[1] :]], axis=1)
    dealt = mixed[:, : hands.shape[1]].reshape(position.hands.shape)
    return replace(position, hands=dealt, deck=deck, inspirations=inspirations)
