"""A round's results in words: why a claim went to a player, what an unknown quadrant decides, who has won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from aa_tools.cards.database import CardDatabase
from aa_tools.rules.canvas import EMPTY
from aa_tools.rules.completions import Completions, RoundOutcome
from aa_tools.rules.match import DecidedBy, MatchOutcome, MatchState
from aa_tools.rules.objectives import Best
from aa_tools.rules.ruleset import Side
from aa_tools.rules.scoring import Claim, RoundScore, ScoredInspiration
from aa_tools.text import join_words, pluralise


def holders_before(result: RoundScore) -> Iterator[Side]:
    """Yields the holder of the first player card before each claim of a round."""
    yield result.table.first_player
    yield from (claim.first_player for claim in result.claims[:-1])


def explain_claim(claim: Claim, holder: Side, names: Mapping[Side, str]) -> str:
    """Returns why an objective was claimed, or by nobody, such as "most 6, then 4".

    Args:
        claim: the claim.
        holder: the side that held the first player card before it.
        names: the players' names.
    """
    numbers = sorted(claim.numbers.values(), reverse=claim.card.objective.best == Best.MOST)
    if claim.claimed_by is None:
        return "every zone measures 0"
    if not claim.tie:
        return f"{claim.card.objective.best} {numbers[0]}, then {numbers[1]}"
    if claim.first_player == holder:
        return f"tied at {numbers[0]}; next clockwise from {names[holder]}, who holds the first player card"
    return f"tied at {numbers[0]}; the first player card decides and goes to {names[claim.first_player]}"


def explain_inspiration(inspiration: ScoredInspiration) -> str:
    """Returns why an inspiration scored or did not, such as "at r1c1, r1c2"."""
    if not inspiration.places:
        return "the pattern is nowhere in the zone; the card stays in hand"
    where = ", ".join(f"r{row + 1}c{column + 1}" for row, column in inspiration.places)
    if inspiration.scored:
        return f"at {where}"
    return f"is at {where}, but no more may be scored this round; it stays in hand"


def explain_outcome(state: MatchState, ended: MatchOutcome) -> str:
    """Returns who has won the game, and why, in one or two sentences."""
    names = state.names
    winner, points = names[ended.winner], state.points(ended.winner)
    if ended.decided_by == DecidedBy.POINTS:
        others = ", ".join(f"{names[side]} {state.points(side)}" for side in ended.ranking[1:])
        return f"{winner} has won with {points} points; {others}."
    level = [side for side in ended.ranking if state.points(side) == points]
    professors = state.professors(ended.winner)
    cards = pluralise(professors, "professor card")
    if ended.decided_by == DecidedBy.PROFESSORS:
        most = max(state.professors(side) for side in level[1:])
        tied = join_words([names[side] for side in level])
        return f"{tied} have {points} points each. {winner} has won with {cards} to {most}."
    tied = join_words([names[side] for side in level if state.professors(side) == professors])
    holder = names[state.first_player]
    seat = "as the holder" if winner == holder else f"as the next clockwise from {holder}, the holder"
    return f"{tied} have {points} points and {cards} each. {winner} has won {seat} of the first player card."


def code_name(code: int, cards: CardDatabase) -> str:
    """Returns the name of a quadrant's code: a colour such as "red", or "empty"."""
    return "empty" if code == EMPTY else cards.colours[code]


def explain_impact(
    completed: Completions,
    quadrant: tuple[int, int],
    candidates: Iterable[int],
    cards: CardDatabase,
    names: Mapping[Side, str],
) -> str:
    """Returns what an unknown quadrant decides: "Red Field goes to Anna if red, to Ben if blue or yellow".

    Args:
        completed: every way to fill the unknown quadrants, scored.
        quadrant: (row, column) on the canvas, north at the top.
        candidates: the codes it may have.
        cards: the card file.
        names: the players' names.
    """
    outcomes = completed.outcomes_by_code(quadrant)
    results = {
        code_name(code, cards): _results(outcomes[code], cards, names) for code in candidates if code in outcomes
    }
    sentences = []
    for subject in next(iter(results.values()), {}):
        colours_by_result: dict[str, list[str]] = {}
        for colour, by_subject in results.items():
            colours_by_result.setdefault(" or ".join(by_subject[subject]), []).append(colour)
        if len(colours_by_result) > 1:
            cases = [f"{result} if {' or '.join(colours)}" for result, colours in colours_by_result.items()]
            sentences.append(f"{subject} {', '.join(cases)}")
    return "; ".join(sentences) or "it decides together with the other unknown quadrants"


def _results(outcomes: Iterable[RoundOutcome], cards: CardDatabase, names: Mapping[Side, str]) -> dict[str, list[str]]:
    """Returns, for each card, the results it has in some outcomes."""
    results: dict[str, set[str]] = {}
    for outcome in outcomes:
        for card, side in outcome.claims:
            results.setdefault(f"{cards.card(card).title} goes to", set()).add(names[side] if side else "nobody")
        for side, card, scored in outcome.inspirations:
            subject = f"{cards.card(card).title} of {names[side]}"
            results.setdefault(subject, set()).add("scores" if scored else "does not score")
        results.setdefault("the first player card goes to", set()).add(names[outcome.first_player])
    return {subject: sorted(found) for subject, found in results.items()}
