"""A match of several rounds: its state, the steps that change it, and its outcome.

States are immutable: `start`, `deal`, `reveal` and `play_round` return a new state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from aa_tools.errors import RulesError
from aa_tools.rules.canvas import Canvas
from aa_tools.rules.dealing import Decks, check_objectives, draw_objectives, left_over, shuffled
from aa_tools.rules.objectives import InspirationCard, PublicCard
from aa_tools.rules.ruleset import Kind, Round, Rules, Side, seats, side_in_play
from aa_tools.rules.scoring import Player, RoundScore, Table, score
from aa_tools.text import pluralise


class Step(StrEnum):
    """The next step of a match."""

    DEAL = "deal"
    SCORE = "score"
    OVER = "over"


class DecidedBy(StrEnum):
    """The rule that decided a match."""

    POINTS = "points"
    PROFESSORS = "professor cards"
    FIRST_PLAYER = "first player card"


@dataclass(frozen=True)
class MatchOutcome:
    """The winner of a match, the deciding rule, and all sides from first to last."""

    winner: Side
    decided_by: DecidedBy
    ranking: tuple[Side, ...]


@dataclass(frozen=True)
class Deal:
    """The cards drawn at the start of a round."""

    objectives: tuple[PublicCard, ...]
    inspirations: Mapping[Side, tuple[InspirationCard, ...]]


@dataclass(frozen=True)
class MatchState:
    """The state of a match.

    Attributes:
        rules: the rules.
        decks: the decks from which cards are drawn.
        players: the players clockwise from south, with the inspirations known to be in their hands now.
        first_player: the current holder of the first player card.
        dealt: the public cards of the current round, or None between rounds.
        rounds: the results of the scored rounds.
    """

    rules: Rules
    decks: Decks
    players: tuple[Player, ...]
    first_player: Side
    dealt: tuple[PublicCard, ...] | None = None
    rounds: tuple[RoundScore, ...] = ()

    @property
    def step(self) -> Step:
        """The next step."""
        if self.dealt is not None:
            return Step.SCORE
        return Step.DEAL if len(self.rounds) < len(self.rules.rounds) else Step.OVER

    @property
    def round_number(self) -> int:
        """The number of the current or next round, from 1; after the end, of the last one."""
        return min(len(self.rounds) + 1, len(self.rules.rounds))

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides in play, clockwise from south."""
        return tuple(player.side for player in self.players)

    @property
    def names(self) -> dict[Side, str]:
        """The players' names by side."""
        return {player.side: player.name for player in self.players}

    def player(self, side: Side | str) -> Player:
        """Returns the player at a side, with the current hand; raises RulesError if no player sits there."""
        return self.players[self.sides.index(side_in_play(side, self.sides))]

    def points(self, side: Side | str) -> int:
        """Returns the points of a side in all scored rounds."""
        return sum(result.points(side) for result in self.rounds)

    def professors(self, side: Side | str) -> int:
        """Returns the number of professors claimed by a side."""
        return sum(card.kind == Kind.PROFESSOR for result in self.rounds for card in result.cards(side))

    def scored_inspirations(self, side: Side | str) -> list[InspirationCard]:
        """Returns the inspirations scored by a side."""
        return [card for result in self.rounds for card in result.scored(side)]

    def objectives_drawn(self) -> list[PublicCard]:
        """Returns all public cards drawn so far."""
        return [card for result in self.rounds for card in result.table.cards] + list(self.dealt or ())

    def inspirations_drawn(self) -> list[InspirationCard]:
        """Returns all inspirations known to be drawn so far."""
        hands = [card for player in self.players for card in player.inspirations]
        return hands + [card for side in self.sides for card in self.scored_inspirations(side)]


def start(names: Mapping[Side, str], first_player: Side, rules: Rules, decks: Decks) -> MatchState:
    """Returns a new match.

    Raises:
        RulesError: the seats are not those of two or four players, the rules have no canvas for them, or no player sits
            at `first_player`.
    """
    sides = seats(len(names))
    if set(sides) != set(names):
        raise RulesError(f"{len(sides)} players must sit {', '.join(sides)}")
    if len(sides) not in rules.grid:
        hint = f"add {len(sides)}: to rules.grid"
        raise RulesError(f"these rules have no canvas for {len(sides)} players", hint=hint)
    holder = side_in_play(first_player, sides)
    return MatchState(rules, decks, tuple(Player(side, names[side]) for side in sides), holder)


def draw(state: MatchState, seed: int) -> Deal:
    """Draws the cards of the next round from the decks as shuffled by a seed, without cards drawn before.

    Each deck is shuffled once for the whole match, so a deal that was undone draws the same cards again.

    Raises:
        RulesError: no round can be dealt now, or the decks have too few cards.
    """
    next_round = round_to_deal(state)
    objectives = draw_objectives(
        left_over(shuffled(state.decks.objectives, seed), state.objectives_drawn()), next_round
    )
    deck = left_over(shuffled(state.decks.inspirations, seed), state.inspirations_drawn())
    count = next_round.inspirations_per_player
    if len(deck) < count * len(state.sides):
        raise RulesError(f"the deck has {len(deck)} inspirations left, the round draws {count * len(state.sides)}")
    first = state.sides.index(state.first_player)
    clockwise = state.sides[first:] + state.sides[:first]
    return Deal(objectives, {side: tuple(deck[at * count : (at + 1) * count]) for at, side in enumerate(clockwise)})


def check_drawable(state: MatchState, objectives: Sequence[PublicCard]) -> None:
    """Checks that the decks have a copy left of each public card.

    Raises:
        RulesError: the first card without a copy left.
    """
    drawn = state.objectives_drawn()
    for card in objectives:
        if sum(other.id == card.id for other in drawn) >= state.decks.copies(card):
            rounds = [number for number, result in enumerate(state.rounds, 1) if card in result.table.cards]
            when = f" in round {rounds[-1]}" if rounds else ""
            raise RulesError(f"{card.id} was drawn already{when}", hint="no card is drawn twice in a game")
        drawn.append(card)


def deal(state: MatchState, objectives: Sequence[PublicCard]) -> MatchState:
    """Deals the public cards of the next round; `reveal` adds the inspirations.

    Raises:
        RulesError: no round can be dealt now, the round does not draw these cards, or one was drawn before.
    """
    next_round = round_to_deal(state)
    check_drawable(state, objectives)
    check_objectives(objectives, next_round)
    return replace(state, dealt=tuple(objectives))


def round_to_deal(state: MatchState) -> Round:
    """Returns the numbers of cards that the next round draws.

    Raises:
        RulesError: the current round is not scored yet, or the match is over.
    """
    if state.step == Step.SCORE:
        raise RulesError(f"round {state.round_number} is dealt and not scored yet", hint="score it first, or undo it")
    if state.step == Step.OVER:
        raise RulesError(f"the game is over after {pluralise(len(state.rounds), 'round')}", hint="start a new game")
    return state.rules.rounds[len(state.rounds)]


def reveal(state: MatchState, side: Side | str, card: InspirationCard) -> MatchState:
    """Adds an inspiration to a hand: a card just drawn, or one drawn from a paper deck and shown only now.

    Raises:
        RulesError: no round is dealt, no player sits there, the hand is full, or the deck has no copy left.
    """
    if state.step != Step.SCORE:
        raise RulesError("inspirations are drawn in a round, and no round is dealt", hint="deal the round first")
    player = state.player(side)
    most = sum(dealt.inspirations_per_player for dealt in state.rules.rounds[: state.round_number])
    if len(player.inspirations) + len(state.scored_inspirations(side)) >= most:
        raise RulesError(
            f"{card.id} is one inspiration too many for {player.name}", hint=f"{most} are drawn up to this round"
        )
    if sum(drawn.id == card.id for drawn in state.inspirations_drawn()) >= state.decks.copies(card):
        raise RulesError(f"{card.id} was drawn already", hint=f"copies in the deck: {state.decks.copies(card)}")
    return _with_hands(state, {player.side: (*player.inspirations, card)})


def _with_hands(state: MatchState, hands: Mapping[Side, Iterable[InspirationCard]]) -> MatchState:
    players = (
        replace(player, inspirations=tuple(hands.get(player.side, player.inspirations))) for player in state.players
    )
    return replace(state, players=tuple(players))


def play_round(state: MatchState, canvas: Canvas) -> MatchState:
    """Scores the dealt round with the current hands. Inspirations that do not score stay in the hands.

    Raises:
        RulesError: no round is dealt, or the canvas does not fit the rules.
    """
    if state.dealt is None:
        raise RulesError(f"round {state.round_number} is not dealt", hint="deal it first")
    result = score(Table(canvas, state.players, state.first_player, state.dealt), state.rules)
    hands = {
        side: [scored.card for scored in result.inspirations if scored.side == side and not scored.scored]
        for side in state.sides
    }
    played = replace(state, first_player=result.first_player, dealt=None, rounds=(*state.rounds, result))
    return _with_hands(played, hands)


def clockwise_from(state: MatchState, side: Side | str) -> int:
    """Returns the number of seats, clockwise, from the holder of the first player card to a side."""
    return (state.sides.index(side_in_play(side, state.sides)) - state.sides.index(state.first_player)) % len(
        state.sides
    )


def outcome(state: MatchState) -> MatchOutcome | None:
    """Returns the outcome, or None before the end.

    The most points win; then the most professor cards; then the holder of the first player card, or else the tied
    player next clockwise from the holder. So there is always one winner.
    """
    if state.step != Step.OVER:
        return None
    points, professors = (
        [of(state, side) for side in state.sides] for of in (MatchState.points, MatchState.professors)
    )
    holder = state.sides.index(state.first_player)
    ranking, decided_by = rank(np.array([points]), np.array([professors]), np.array([holder]))
    in_order = tuple(state.sides[seat] for seat in ranking[0])
    return MatchOutcome(in_order[0], list(DecidedBy)[decided_by[0]], in_order)


def rank(
    points: NDArray[np.int64], professors: NDArray[np.int64], holder: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Ranks the players of any number of matches: by points, then professor cards, then seat from the holder clockwise.

    Args:
        points: shape (n, players), players clockwise.
        professors: shape (n, players), the number of professors claimed.
        holder: shape (n,), the holder of the first player card.

    Returns:
        The players from first to last, shape (n, players); and the index in `DecidedBy` of the rule that separates the
        first from the second, shape (n,).
    """
    players = points.shape[1]
    steps = (np.arange(players) - holder[:, np.newaxis]) % players
    ranking = np.lexsort((steps, -professors, -points), axis=1)
    differs = [
        np.diff(np.take_along_axis(scores, ranking, axis=1)[:, :2], axis=1)[:, 0] != 0
        for scores in (points, professors)
    ]
    return ranking, np.where(differs[0], 0, np.where(differs[1], 1, 2))
