"""A match of several rounds as values: who holds which cards, what may come next, who has won and by which rule.

A state is never changed; `start`, `deal`, `reveal` and `play_round` return the next one, so a match is replayed by
calling them again.
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
    """What comes next in a match."""

    DEAL = "deal"
    SCORE = "score"
    OVER = "over"


class DecidedBy(StrEnum):
    """The rule by which a match was decided."""

    POINTS = "points"
    PROFESSORS = "professor cards"
    FIRST_PLAYER = "first player card"


@dataclass(frozen=True)
class Outcome:
    """Who has won, by which rule, and all sides from the first to the last."""

    winner: Side
    decided_by: DecidedBy
    ranking: tuple[Side, ...]


@dataclass(frozen=True)
class Deal:
    """What is drawn at the start of a round."""

    objectives: tuple[PublicCard, ...]
    inspirations: Mapping[Side, tuple[InspirationCard, ...]]


@dataclass(frozen=True)
class MatchState:
    """A match so far.

    Attributes:
        rules: how it is played.
        decks: the cards from which it draws.
        players: who sits where, clockwise from south, with the inspirations known to be in each hand now.
        first_player: who holds the first player card now.
        dealt: the public cards of the round being played, or None between rounds.
        rounds: the rounds scored.
    """

    rules: Rules
    decks: Decks
    players: tuple[Player, ...]
    first_player: Side
    dealt: tuple[PublicCard, ...] | None = None
    rounds: tuple[RoundScore, ...] = ()

    @property
    def step(self) -> Step:
        """What comes next."""
        if self.dealt is not None:
            return Step.SCORE
        return Step.DEAL if len(self.rounds) < len(self.rules.rounds) else Step.OVER

    @property
    def round_number(self) -> int:
        """The round that is played or comes next, from 1; after the end, the last one."""
        return min(len(self.rounds) + 1, len(self.rules.rounds))

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides in play, clockwise from south."""
        return tuple(player.side for player in self.players)

    def player(self, side: Side | str) -> Player:
        """Returns the player at a side, with the current hand; raises RulesError if no player sits there."""
        return self.players[self.sides.index(side_in_play(side, self.sides))]

    def points(self, side: Side | str) -> int:
        """Returns the points of a side in all rounds scored."""
        return sum(each.points(side) for each in self.rounds)

    def professors(self, side: Side | str) -> int:
        """Returns how many professor cards a side has claimed."""
        return sum(card.kind == Kind.PROFESSOR for each in self.rounds for card in each.cards(side))

    def scored_inspirations(self, side: Side | str) -> list[InspirationCard]:
        """Returns the inspirations that a side has scored."""
        return [card for result in self.rounds for card in result.scored(side)]

    def objectives_drawn(self) -> list[PublicCard]:
        """Returns every public card drawn so far."""
        return [card for result in self.rounds for card in result.table.cards] + list(self.dealt or ())

    def inspirations_drawn(self) -> list[InspirationCard]:
        """Returns every inspiration known to be drawn so far."""
        hands = [card for player in self.players for card in player.inspirations]
        return hands + [card for side in self.sides for card in self.scored_inspirations(side)]


def start(names: Mapping[Side, str], first_player: Side, rules: Rules, decks: Decks) -> MatchState:
    """Returns a match of which no round is dealt.

    Raises:
        RulesError: the players do not sit as two or four do, the rules have no canvas for them, or nobody sits at the
            first player's side.
    """
    sides = seats(len(names))
    if set(sides) != set(names):
        raise RulesError(f"{len(sides)} players sit {', '.join(sides)}")
    if len(sides) not in rules.grid:
        hint = f"add {len(sides)}: to rules.grid"
        raise RulesError(f"these rules have no canvas for {len(sides)} players", hint=hint)
    holder = side_in_play(first_player, sides)
    return MatchState(rules, decks, tuple(Player(side, names[side]) for side in sides), holder)


def draw(state: MatchState, seed: int) -> Deal:
    """Draws what the next round asks for from the decks as a seed orders them; nothing drawn before comes again.

    Each deck is ordered once for the whole match, so that a deal which was taken back gives the same cards again.

    Raises:
        RulesError: no round can be dealt now, or the decks have too few cards.
    """
    asked = round_to_deal(state)
    objectives = draw_objectives(left_over(shuffled(state.decks.objectives, seed), state.objectives_drawn()), asked)
    deck = left_over(shuffled(state.decks.inspirations, seed), state.inspirations_drawn())
    each = asked.inspirations_per_player
    if len(deck) < each * len(state.sides):
        raise RulesError(f"the deck has {len(deck)} inspirations left, the round draws {each * len(state.sides)}")
    first = state.sides.index(state.first_player)
    clockwise = state.sides[first:] + state.sides[:first]
    return Deal(objectives, {side: tuple(deck[at * each : (at + 1) * each]) for at, side in enumerate(clockwise)})


def check_drawable(state: MatchState, objectives: Sequence[PublicCard]) -> None:
    """Refuses public cards of which the decks have no copy left.

    Raises:
        RulesError: the first card that was drawn too often.
    """
    drawn = state.objectives_drawn()
    for card in objectives:
        if sum(each.id == card.id for each in drawn) >= state.decks.copies(card):
            hint = "no card is drawn twice in a game"
            raise RulesError(f"{card.id} was drawn already{_when(state, card)}", hint=hint)
        drawn.append(card)


def _when(state: MatchState, card: PublicCard) -> str:
    rounds = [number for number, result in enumerate(state.rounds, 1) if card in result.table.cards]
    return f" in round {rounds[-1]}" if rounds else ""


def deal(state: MatchState, objectives: Sequence[PublicCard]) -> MatchState:
    """Lays out the public cards of the next round; inspirations come by `reveal`.

    Raises:
        RulesError: no round can be dealt now, the cards are not what the round draws, or one was drawn before.
    """
    asked = round_to_deal(state)
    check_drawable(state, objectives)
    check_objectives(objectives, asked)
    return replace(state, dealt=tuple(objectives))


def round_to_deal(state: MatchState) -> Round:
    """Returns what the next round draws.

    Raises:
        RulesError: a round is dealt and not scored, or the match is over.
    """
    if state.step == Step.SCORE:
        raise RulesError(f"round {state.round_number} is dealt and not scored yet", hint="score it first, or undo it")
    if state.step == Step.OVER:
        raise RulesError(f"the game is over after {pluralise(len(state.rounds), 'round')}", hint="start a new game")
    return state.rules.rounds[len(state.rounds)]


def reveal(state: MatchState, side: Side | str, card: InspirationCard) -> MatchState:
    """Puts an inspiration into a hand: one just drawn, or one drawn from a paper deck and shown only now.

    Raises:
        RulesError: no round is being played, the player cannot hold so many, or the deck has no copy left.
    """
    if state.step != Step.SCORE:
        raise RulesError("inspirations are drawn in a round, and no round is dealt", hint="deal the round first")
    player, begun = state.player(side), state.rules.rounds[: state.round_number]
    most = sum(each.inspirations_per_player for each in begun)
    if len(player.inspirations) + len(state.scored_inspirations(side)) >= most:
        raise RulesError(
            f"{card.id} is one inspiration too many for {player.name}", hint=f"{most} are drawn up to this round"
        )
    if sum(each.id == card.id for each in state.inspirations_drawn()) >= state.decks.copies(card):
        raise RulesError(f"{card.id} was drawn already", hint=f"the deck has {state.decks.copies(card)} of it")
    return _with_hands(state, {player.side: (*player.inspirations, card)})


def _with_hands(state: MatchState, hands: Mapping[Side, Iterable[InspirationCard]]) -> MatchState:
    players = (
        replace(player, inspirations=tuple(hands.get(player.side, player.inspirations))) for player in state.players
    )
    return replace(state, players=tuple(players))


def play_round(state: MatchState, canvas: Canvas) -> MatchState:
    """Scores the round that was dealt, with the hands of now; what is not scored stays in hand.

    Raises:
        RulesError: no round is dealt, or the canvas does not fit the rules.
    """
    if state.dealt is None:
        raise RulesError(f"round {state.round_number} is not dealt", hint="deal it first")
    result = score(Table(canvas, state.players, state.first_player, state.dealt), state.rules)
    hands = {
        side: [each.card for each in result.inspirations if each.side == side and not each.scored]
        for side in state.sides
    }
    played = replace(state, first_player=result.first_player, dealt=None, rounds=(*state.rounds, result))
    return _with_hands(played, hands)


def clockwise_from(state: MatchState, side: Side | str) -> int:
    """Returns how many seats clockwise from the holder of the first player card a side sits; 0 for the holder."""
    return (state.sides.index(side_in_play(side, state.sides)) - state.sides.index(state.first_player)) % len(
        state.sides
    )


def outcome(state: MatchState) -> Outcome | None:
    """Returns who has won, or None while rounds are to come.

    Most points; then most professor cards; then the holder of the first player card, or else the tied player next
    clockwise from the holder. Seats differ, so there is one winner.
    """
    if state.step != Step.OVER:
        return None
    points, professors = (
        [of(state, side) for side in state.sides] for of in (MatchState.points, MatchState.professors)
    )
    holder = state.sides.index(state.first_player)
    ranking, decided_by = rank(np.array([points]), np.array([professors]), np.array([holder]))
    in_order = tuple(state.sides[seat] for seat in ranking[0])
    return Outcome(in_order[0], list(DecidedBy)[decided_by[0]], in_order)


def rank(
    points: NDArray[np.int64], professors: NDArray[np.int64], holder: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Ranks the players of one match or of a million: most points, then most professor cards, then from the holder on.

    Args:
        points: shape (n, players), players clockwise.
        professors: how many professor cards each has claimed, likewise.
        holder: shape (n,), who holds the first player card.

    Returns:
        The players from the first to the last, shape (n, players); and the number in `DecidedBy` of what tells the
        first from the second, shape (n,).
    """
    players = points.shape[1]
    steps = (np.arange(players) - holder[:, np.newaxis]) % players
    ranking = np.lexsort((steps, -professors, -points), axis=1)
    differs = [
        np.diff(np.take_along_axis(each, ranking, axis=1)[:, :2], axis=1)[:, 0] != 0 for each in (points, professors)
    ]
    return ranking, np.where(differs[0], 0, np.where(differs[1], 1, 2))
