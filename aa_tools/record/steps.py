"""The steps of a recorded game: each returns the text of the game file after the step."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import RulesError
from aa_tools.files import shell_quote
from aa_tools.record.gamefile import FORMAT, GameFile, GameModel, PlayedRound
from aa_tools.record.writing import new_text, with_last_round, with_last_step_removed
from aa_tools.rules.dealing import left_over
from aa_tools.rules.match import Deal, MatchState, Step, deal, draw, play_round, reveal
from aa_tools.rules.objectives import InspirationCard
from aa_tools.rules.ruleset import Side
from aa_tools.rules.scoring import RoundScore, Table
from aa_tools.tables.grid import grid_lines

_SEED_LIMIT = 1_000_000_000


@dataclass(frozen=True)
class Game:
    """A game file with its cards and its replayed state."""

    file: GameFile
    cards: CardDatabase
    state: MatchState


def new_game_text(names: Mapping[Side, str], first_player: Side, seed: int | None, rules: Mapping[str, object]) -> str:
    """Returns the text of a new game file; `seed` None means a random seed."""
    form = GameModel.model_construct(
        format=FORMAT,
        players=dict(names),
        first_player=first_player,
        seed=secrets.randbelow(_SEED_LIMIT) if seed is None else seed,
        rules=dict(rules),
        rounds=[],
    )
    return new_text(form)


def draw_deal(game: Game) -> Deal:
    """Draws the cards of the next round with the seed of the file; raises the errors of `rules.match.draw`."""
    return draw(game.state, game.file.form.seed)


def with_deal(game: Game, cards: Deal) -> str:
    """Returns the file text with the next round dealt.

    Raises:
        RulesError: this round cannot draw these cards.
    """
    _revealed(deal(game.state, cards.objectives), cards.inspirations)
    played = PlayedRound(objectives=[card.id for card in cards.objectives], inspirations=_ids(cards.inspirations))
    return with_last_round(game.file, played)


def with_score(game: Game, table: Table) -> str:
    """Returns the file text with the round scored. If the round is not dealt, the table's public cards are dealt first.

    Inspirations on the table that are not in the game file were drawn from a paper deck and are added to it.

    Raises:
        RulesError: the table does not match this game and round.
    """
    state = game.state
    if state.step == Step.DEAL and not table.cards:
        hint = f"deal first: aa game deal {shell_quote(game.file.yaml.source.name)}"
        raise RulesError(f"round {state.round_number} is not dealt yet", hint=hint)
    if state.step != Step.SCORE:
        state = deal(state, table.cards)
    _check_table(state, table)
    new = {
        player.side: tuple(left_over(player.inspirations, state.player(player.side).inspirations))
        for player in table.players
    }
    result = play_round(_revealed(state, new), table.canvas).rounds[-1]
    inspirations = {} if game.state.step != Step.SCORE else game.file.form.rounds[-1].inspirations
    return with_last_round(game.file, _with_result(result, inspirations, _ids(new), game.cards))


def without_last_step(game: Game) -> str:
    """Returns the file text without the last score, or without the last deal if its round is not scored.

    Raises:
        RulesError: no round is dealt.
    """
    if not game.file.form.rounds:
        raise RulesError("nothing to undo: no round is dealt yet")
    return with_last_step_removed(game.file)


def _revealed(state: MatchState, hands: Mapping[Side, Iterable[InspirationCard]]) -> MatchState:
    for side, cards in hands.items():
        for card in cards:
            state = reveal(state, side, card)
    return state


def _check_table(state: MatchState, table: Table) -> None:
    """Raises an error if the players, the public cards or the first player differ from the game."""
    hint = "correct one of them, or remove it from the table"
    on_table, in_game = table.names, state.names
    if on_table != in_game:
        seated = (", ".join(f"{name} ({side})" for side, name in names.items()) for names in (on_table, in_game))
        raise RulesError("different players: {} on the table, {} in the game".format(*seated), hint=hint)
    if table.first_player != state.first_player:
        holders = f"{in_game[table.first_player]} on the table, {in_game[state.first_player]} in the game"
        raise RulesError(f"different first players: {holders}", hint=hint)
    if table.cards != state.dealt:
        ids = (", ".join(card.id for card in cards) for cards in (table.cards, state.dealt or ()))
        raise RulesError("different public cards: {} on the table, {} in the game".format(*ids), hint=hint)


def _ids(hands: Mapping[Side, Iterable[InspirationCard]]) -> dict[Side, list[str]]:
    """Returns the card ids of the non-empty hands, clockwise from south."""
    ids = {side: [card.id for card in hands.get(side, ())] for side in Side}
    return {side: hand for side, hand in ids.items() if hand}


def _with_result(
    result: RoundScore, inspirations: Mapping[Side, list[str]], revealed: Mapping[Side, list[str]], cards: CardDatabase
) -> PlayedRound:
    sides = result.table.sides
    return PlayedRound(
        objectives=[card.id for card in result.table.cards],
        inspirations=dict(inspirations),
        canvas="\n".join(grid_lines(result.table.canvas, cards.letters)),
        revealed=dict(revealed),
        claims={claim.card.id: claim.claimed_by for claim in result.claims},
        scored=_ids({side: result.scored(side) for side in sides}),
        next_first_player=result.first_player,
        points={side: result.points(side) for side in sides},
    )
