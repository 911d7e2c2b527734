"""The steps of a recorded game: each takes a game and returns the text of its file after the step."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import RulesError
from aa_tools.files import shell_quote
from aa_tools.record.gamefile import FORMAT, GameFile, GameModel, PlayedRound
from aa_tools.record.writing import new_text, with_last_round, without_last_step
from aa_tools.rules.dealing import left_over
from aa_tools.rules.match import Deal, MatchState, Step, deal, draw, play_round, reveal
from aa_tools.rules.objectives import InspirationCard
from aa_tools.rules.ruleset import Side
from aa_tools.rules.scoring import RoundScore, Table
from aa_tools.tables.grid import grid_lines

_SEEDS = 1_000_000_000


@dataclass(frozen=True)
class Game:
    """A game file that was read and played again."""

    file: GameFile
    cards: CardDatabase
    state: MatchState


def begun(names: Mapping[Side, str], first_player: Side, seed: int | None, rules: Mapping[str, object]) -> str:
    """Returns the text of a new game; where no seed is given, one is chosen by chance."""
    form = GameModel.model_construct(
        format=FORMAT,
        players=dict(names),
        first_player=first_player,
        seed=secrets.randbelow(_SEEDS) if seed is None else seed,
        rules=dict(rules),
        rounds=[],
    )
    return new_text(form)


def drawn(game: Game) -> Deal:
    """Draws the next round by the seed of the file; errors as `rules.match.draw`."""
    return draw(game.state, game.file.form.seed)


def dealt(game: Game, cards: Deal) -> str:
    """Returns the text with the next round dealt.

    Raises:
        RulesError: the cards are not what this round can draw.
    """
    _revealed(deal(game.state, cards.objectives), cards.inspirations)
    played = PlayedRound(objectives=[card.id for card in cards.objectives], inspirations=_ids(cards.inspirations))
    return with_last_round(game.file, played)


def scored(game: Game, table: Table) -> str:
    """Returns the text with the round scored; a round that was not dealt is dealt from the table's public cards.

    Inspirations in a hand on the table that the game does not know of were drawn from a paper deck; they are added.

    Raises:
        RulesError: the table is not the one of this game and round.
    """
    state = game.state
    if state.step == Step.DEAL and not table.cards:
        hint = f"deal first: aa game deal {shell_quote(game.file.yaml.source.name)}"
        raise RulesError(f"round {state.round_number} is not dealt", hint=hint)
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


def undone(game: Game) -> str:
    """Returns the text without the last score, or else without the last deal.

    Raises:
        RulesError: no round is dealt.
    """
    if not game.file.form.rounds:
        raise RulesError("there is nothing to undo; no round is dealt")
    return without_last_step(game.file)


def _revealed(state: MatchState, hands: Mapping[Side, Iterable[InspirationCard]]) -> MatchState:
    for side, cards in hands.items():
        for card in cards:
            state = reveal(state, side, card)
    return state


def _check_table(state: MatchState, table: Table) -> None:
    """Refuses a table of other players, of other public cards, or with another holder of the first player card."""
    hint = "correct one of them, or leave it out of the table"
    here = {player.side: player.name for player in table.players}
    there = {player.side: player.name for player in state.players}
    if here != there:
        raise RulesError(f"the table seats {_seated(here)}, the game {_seated(there)}", hint=hint)
    if table.first_player != state.first_player:
        holders = f"{there[table.first_player]} on the table, {there[state.first_player]} in the game"
        raise RulesError(f"the first player is {holders}", hint=hint)
    if table.cards != state.dealt:
        laid_out, known = (", ".join(card.id for card in cards) for cards in (table.cards, state.dealt or ()))
        raise RulesError(f"the table lays out {laid_out}; the game dealt {known}", hint=hint)


def _seated(names: Mapping[Side, str]) -> str:
    return ", ".join(f"{name} ({side})" for side, name in names.items())


def _ids(hands: Mapping[Side, Iterable[InspirationCard]]) -> dict[Side, list[str]]:
    """Returns the hands that are not empty, as ids, clockwise from south."""
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
