"""Scores and standings as plain data for JSON (formats aa.score/1 and aa.standings/1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from aa_tools.cards.database import CardDatabase
from aa_tools.record.steps import Game
from aa_tools.rules.canvas import Canvas
from aa_tools.rules.match import MatchState, Step, outcome
from aa_tools.rules.prospects import Prospect, prospects, remaining
from aa_tools.rules.ruleset import Rules, Side
from aa_tools.rules.scoring import Claim, RoundScore

SCORE_FORMAT = "aa.score/1"
STANDINGS_FORMAT = "aa.standings/1"


def score_document(
    result: RoundScore, cards: CardDatabase, canvas: Canvas | None = None, doubts: Sequence[Mapping[str, Any]] = ()
) -> dict[str, Any]:
    """Returns a scored round as plain data; places are (row, column) from 0, north at the top.

    Args:
        result: the score.
        cards: the card file.
        canvas: the canvas with its unknown quadrants, if it has any; `result` is then the score of one completion.
        doubts: the unknown quadrants as plain data.
    """
    table = result.table
    return {
        "format": SCORE_FORMAT,
        "rules": rules_document(cards.rules),
        "canvas": (canvas or table.canvas).rows(cards.letters),
        "players": [
            {
                "side": player.side,
                "name": player.name,
                "points": result.points(player.side),
                "cards": [card.id for card in result.cards(player.side)],
            }
            for player in table.players
        ],
        "inspirations": [
            {
                "card": inspiration.card.id,
                "side": inspiration.side,
                "scored": inspiration.scored,
                "points": inspiration.card.points if inspiration.scored else 0,
                "quadrants": inspiration.places,
            }
            for inspiration in result.inspirations
        ],
        "claims": [_claim_document(claim) for claim in result.claims],
        "first_player": {"before": table.first_player, "after": result.first_player},
        "order_matters": result.order_matters,
        "doubts": list(doubts),
    }


def _claim_document(claim: Claim) -> dict[str, Any]:
    return {
        "card": claim.card.id,
        "kind": claim.card.kind,
        "points": claim.card.points,
        "measures": dict(claim.numbers),
        "claimed_by": claim.claimed_by,
        "tie": claim.tie,
        "evidence": dict(claim.evidence),
    }


def doubt_document(
    reason: str, row: int | None = None, column: int | None = None, candidates: Sequence[str] = ()
) -> dict[str, Any]:
    """Returns a doubt as plain data; one about the whole table has no row, no column and no candidates."""
    return {"row": row, "column": column, "reason": str(reason), "candidates": list(candidates)}


def rules_document(rules: Rules) -> dict[str, Any]:
    """Returns the rules as plain data."""
    plain = {name: getattr(rules, name) for name in Rules.__dataclass_fields__}
    return plain | {
        "points": dict(rules.points),
        "grid": {str(players): cards for players, cards in rules.grid.items()},
        "rounds": [asdict(drawn) for drawn in rules.rounds],
    }


def house_rules(rules: Rules) -> list[str]:
    """Returns the rules that differ from the published game, such as "points.professor 4"."""
    ours, published = dict(_flatten(rules_document(rules))), dict(_flatten(rules_document(Rules())))
    return [f"{key} {str(value).lower()}" for key, value in ours.items() if published.get(key, ...) != value]


def _flatten(document: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in document.items():
        if isinstance(value, list):
            yield f"{prefix}{key}", len(value)
            value = {str(number): item for number, item in enumerate(value, 1)}
        if isinstance(value, dict):
            yield from _flatten(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def without_hidden_hands(result: RoundScore, revealed: Iterable[tuple[Side, str]] = ()) -> RoundScore:
    """Returns a scored round without the inspirations that stay in a hand, which only their owner may see.

    Args:
        result: the round.
        revealed: the side and the id of each inspiration that is open on the table all the same.
    """
    left = Counter(revealed)
    left.subtract((found.side, found.card.id) for found in result.inspirations if found.scored)
    visible = []
    for inspiration in result.inspirations:
        key = inspiration.side, inspiration.card.id
        if inspiration.scored:
            visible.append(inspiration)
        elif left[key] > 0:
            left[key] -= 1
            visible.append(inspiration)
    return replace(result, inspirations=tuple(visible))


def standings_document(game: Game, hand: Side | None = None) -> dict[str, Any]:
    """Returns the standings of a game as plain data.

    Args:
        game: the game.
        hand: the side whose hand to include; after the end of the game all hands are included.
    """
    state = game.state
    coming, ended = remaining(state), outcome(state)
    is_over = state.step == Step.OVER
    return {
        "format": STANDINGS_FORMAT,
        "rules": rules_document(game.cards.rules),
        "seed": game.file.form.seed,
        "next": state.step,
        "round": state.round_number,
        "first_player": state.first_player,
        "dealt": [card.id for card in state.dealt] if state.dealt is not None else None,
        "players": [
            _player_document(state, prospect, is_over or prospect.side == hand) for prospect in prospects(state)
        ],
        "to_come": {
            "assignments": coming.assignments,
            "professors": coming.professors,
            "points": coming.points,
            "inspiration_points": dict(coming.inspiration_points),
        },
        "rounds": [score_document(without_hidden_hands(result), game.cards) for result in state.rounds],
        "outcome": ended and {"winner": ended.winner, "decided_by": ended.decided_by, "ranking": list(ended.ranking)},
    }


def _player_document(state: MatchState, prospect: Prospect, shows_hand: bool) -> dict[str, Any]:
    player = state.player(prospect.side)
    return {
        "side": prospect.side,
        "name": player.name,
        "points": prospect.points,
        "professors": state.professors(prospect.side),
        "in_hand": len(player.inspirations),
        "hand": [card.id for card in player.inspirations] if shows_hand else None,
        "most": prospect.most,
        "can_win": prospect.can_win,
    }
