"""Replays a game file by the rules and reports the first entry that is not allowed."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import InputError, Place, RulesError, suggest, with_place
from aa_tools.record.gamefile import NOBODY, SCORE_KEYS, GameFile
from aa_tools.rules.dealing import Decks
from aa_tools.rules.match import MatchState, check_drawable, deal, play_round, reveal, round_to_deal, start
from aa_tools.rules.objectives import InspirationCard, PublicCard
from aa_tools.rules.ruleset import Kind, Side
from aa_tools.rules.scoring import RoundScore
from aa_tools.tables.grid import parse_grid


def match_decks(cards: CardDatabase) -> Decks:
    """Returns the decks of a match; each card appears as often as its count in the card file."""
    objectives: list[PublicCard] = []
    for kind in (Kind.ASSIGNMENT, Kind.PROFESSOR):
        objectives += [cards.public_card(card_id) for card_id in _ids(cards, kind)]
    return Decks(tuple(objectives), tuple(cards.inspiration(card_id) for card_id in _ids(cards, Kind.INSPIRATION)))


def _ids(cards: CardDatabase, deck: str) -> Iterator[str]:
    for card in cards.decks[deck].cards:  # type: ignore[attr-defined]
        yield from [card.id] * card.count


def replay_game(game: GameFile, cards: CardDatabase) -> MatchState:
    """Replays a game file and returns the state of its match.

    Raises:
        InputError: the first entry that the cards or the rules do not allow, or that the canvas does not score.
    """
    form = game.form
    with _at(game.place("players")):
        state = start(form.players, form.first_player, cards.rules, match_decks(cards))
    for index in range(len(form.rounds)):
        state = _Round(game, index, cards).play(state)
    return state


@contextlib.contextmanager
def _at(place: Place) -> Iterator[None]:
    """Adds the place of an entry to the rules errors that it causes."""
    try:
        yield
    except RulesError as error:
        raise with_place(error, place) from error


@dataclass(frozen=True)
class _Round:
    """One round of a game file; `index` starts at 0."""

    game: GameFile
    index: int
    cards: CardDatabase

    def play(self, state: MatchState) -> MatchState:
        """Returns the state after this round, which may be dealt but not scored."""
        state = self._reveal(self._deal(state), "inspirations")
        written = self.game.form.rounds[self.index]
        if written.canvas is None:
            if extra := next((key for key in SCORE_KEYS if key in written.model_fields_set), None):
                message = f"round {self.index + 1} has {extra} but no canvas"
                raise InputError(message, place=self._key(extra), hint=f"add canvas: | and the grid, or remove {extra}")
            return state
        state = self._reveal(state, "revealed")
        state = self._score(state)
        self._check_result(state.rounds[-1])
        return state

    def _place(self, *path: str | int) -> Place:
        return self.game.place("rounds", self.index, *path)

    def _key(self, *path: str | int) -> Place:
        return self.game.key("rounds", self.index, *path)

    def _deal(self, state: MatchState) -> MatchState:
        with _at(self._place()):
            round_to_deal(state)
        drawn: list[PublicCard] = []
        for number, card_id in enumerate(self.game.form.rounds[self.index].objectives):
            place = self._place("objectives", number)
            drawn.append(self.cards.public_card(card_id, place))
            with _at(place):
                check_drawable(state, drawn)
        with _at(self._place("objectives")):
            return deal(state, drawn)

    def _reveal(self, state: MatchState, key: str) -> MatchState:
        for side, hand in getattr(self.game.form.rounds[self.index], key).items():
            self._check_seat(state, side, key)
            for number, card_id in enumerate(hand):
                place = self._place(key, side, number)
                card: InspirationCard = self.cards.inspiration(card_id, place)
                with _at(place):
                    state = reveal(state, side, card)
        return state

    def _check_seat(self, state: MatchState, side: Side, key: str) -> None:
        if side not in state.sides:
            hint = f"sides in play: {', '.join(state.sides)}"
            raise InputError(f"no player sits {side}", place=self._key(key, side), hint=hint)

    def _score(self, state: MatchState) -> MatchState:
        grid = self.game.yaml.block(("rounds", self.index, "canvas"))
        canvas = parse_grid(grid, self.cards, len(state.sides)).require_complete()
        with _at(self._place("canvas")):
            return play_round(state, canvas)

    def _check_result(self, result: RoundScore) -> None:
        """Raises an error if a recorded result differs from the score of the canvas."""
        written = self.game.form.rounds[self.index]
        sides = result.table.sides
        if written.claims:
            written_as = {self.cards.id_of(name, (Kind.ASSIGNMENT, Kind.PROFESSOR)): name for name in written.claims}
            taken = {
                written_as.get(claim.card.id, claim.card.id): str(claim.claimed_by or NOBODY) for claim in result.claims
            }
            self._compare("claims", {card: str(side or NOBODY) for card, side in written.claims.items()}, taken)
        if written.scored:
            ids = {str(side): [card.id for card in result.scored(side)] for side in sides}
            hands = {
                side: [self.cards.id_of(name, (Kind.INSPIRATION,)) for name in hand]
                for side, hand in written.scored.items()
            }
            self._compare("scored", _listed(hands), _listed(ids))
        if written.next_first_player not in (None, result.first_player):
            self._refuse(
                f"next_first_player is {written.next_first_player}", str(result.first_player), "next_first_player"
            )
        if written.points:
            points = {str(side): result.points(side) for side in sides}
            self._compare("points", {str(side): number for side, number in written.points.items()}, points)

    def _compare(self, key: str, written: Mapping[str, object], right: Mapping[str, object]) -> None:
        """Compares recorded entries with the score of the canvas."""
        for name, value in written.items():
            if name not in right:
                hint = suggest(name, right) or "remove it"
                raise InputError(f"{key}: {name} does not belong to this round", place=self._key(key, name), hint=hint)
            if value != right[name]:
                self._refuse(f"{key}: {name} is {value}", right[name], key, name)
        if missing := next((name for name in right if name not in written), None):
            raise InputError(
                f"{key}: {missing} is missing", place=self._key(key), hint=f"add {missing}: {right[missing]}"
            )

    def _refuse(self, message: str, right: object, *path: str) -> None:
        hint = f"write {right}, or correct the canvas"
        raise InputError(f"{message}, but the canvas scores {right}", place=self._place(*path), hint=hint)


def _listed(hands: Mapping[Any, list[str]]) -> dict[str, str]:
    """Returns the non-empty hands as text, to compare and to show."""
    return {str(side): f"[{', '.join(sorted(ids))}]" for side, ids in hands.items() if ids}
