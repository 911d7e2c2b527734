"""Scores a table with unknown quadrants: tries every way to fill them, and asks only where the result depends on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from aa_tools.cards.analysis.deck_check import possible_fills
from aa_tools.cards.database import CardDatabase
from aa_tools.errors import AaError, DoubtfulReading, InputError, Place, Problem
from aa_tools.rules.canvas import GridIndex, letters_by_code
from aa_tools.rules.completions import Completions, Fills, enumerate_fills, score_completions
from aa_tools.rules.scoring import Table
from aa_tools.services.explanations import code_name, explain_impact
from aa_tools.services.table.scored_table import ScoredTable, UnknownQuadrant
from aa_tools.services.table.table_input import TableInput
from aa_tools.tables.grid import parse_grid
from aa_tools.tables.resolve import read_table
from aa_tools.tables.tablefile import TableText, doubt_candidates

MAX_QUESTIONS = 12
MAX_LISTED_QUADRANTS = 12


@dataclass(frozen=True)
class Question:
    """A question about one unknown quadrant.

    Attributes:
        quadrant: the quadrant.
        impact: what it decides, in words, or "" if there are too many possibilities to tell.
        choices: the codes it may have, by letter.
        names: the colours' names, by letter.
    """

    quadrant: UnknownQuadrant
    impact: str
    choices: Mapping[str, int]
    names: Mapping[str, str]


Ask = Callable[[Question], int | None]
"""Returns the code that answers a question, or None for no answer."""


class UndecidedPhoto(DoubtfulReading):
    """The result depends on quadrants that the photo leaves in doubt.

    Attributes:
        table: the table, as far as it is answered.
        input: the table as it was photographed.
        deciding: the quadrants on which the result depends.
        cards: the card file.
    """

    def __init__(
        self,
        problems: list[Problem],
        source: TableInput,
        table: Table,
        deciding: list[UnknownQuadrant],
        cards: CardDatabase,
    ) -> None:
        super().__init__(problems, source.photo)
        self.input, self.table, self.deciding, self.cards = source, table, deciding, cards


def score_table(source: TableInput, cards: CardDatabase, ask: Ask | None = None) -> ScoredTable:
    """Scores a table, typed or photographed.

    Args:
        source: the table; quadrants may be unknown.
        cards: the card file.
        ask: how to ask about quadrants that affect the result, or None to ask nothing.

    Raises:
        InputError: the table has errors, or a typed table has unknown quadrants that affect the result.
        RulesError: the rules do not allow the table.
        DoubtfulReading: a photo leaves the south side or the owner of a card open.
        UndecidedPhoto: a photo leaves quadrants open that affect the result.
    """
    source.require_answers()
    return resolve_unknowns(source, read_table(source.text, cards, unknown=True), cards, ask)


def resolve_unknowns(source: TableInput, table: Table, cards: CardDatabase, ask: Ask | None) -> ScoredTable:
    """Scores a table that was already checked; arguments and errors as `score_table`."""
    unknown = {quadrant.spot: quadrant for quadrant in _unknown_quadrants(source, table, cards)}
    while True:
        canvas = table.canvas
        fills = enumerate_fills(canvas, {spot: quadrant.candidates for spot, quadrant in unknown.items()})
        fills = possible_fills(canvas, fills, cards)
        unknown |= {quadrant.spot: quadrant for quadrant in _narrowed(unknown, fills)}
        completed = score_completions(table, fills, cards.rules)
        if completed and completed.all_agree:
            stayed = tuple(unknown[spot] for spot in sorted(completed.unknown))
            return ScoredTable(completed.likeliest, canvas, stayed, source, cards)
        deciding = _deciding(completed, [unknown[spot] for spot in canvas.unknown()])
        can_ask = completed is not None or source.photo is not None
        code = None
        if ask and can_ask and len(deciding) <= MAX_QUESTIONS:
            code = ask(_question(deciding[0], table, cards, completed))
        if code is None:
            raise _undecided(source, table, cards, completed, deciding)
        table = replace(table, canvas=canvas.with_quadrants({deciding[0].spot: code}))


def _unknown_quadrants(source: TableInput, table: Table, cards: CardDatabase) -> Iterator[UnknownQuadrant]:
    """Yields the unknown quadrants of a table; the grid that was given may be turned."""
    side = table.canvas.side
    typed = doubt_candidates(source.text.doubts, cards.letters)
    turns = source.bottom(table.names).quarter_turns
    numbers = np.rot90(np.arange(side * side).reshape(side, side), -turns)
    for row, column in table.canvas.unknown():
        shown = divmod(int(numbers[row, column]), side)
        codes = tuple(typed.get(shown, range(len(cards.letters))))
        yield UnknownQuadrant(row, column, shown, source.reasons.get(shown, "unknown"), codes)


def _narrowed(unknown: Mapping[GridIndex, UnknownQuadrant], fills: Fills) -> Iterator[UnknownQuadrant]:
    """Yields the unknown quadrants with only those codes that some way to fill their space has."""
    for spots, ways in fills.items():
        for index, spot in enumerate(spots if ways else ()):
            quadrant, codes = unknown[spot], {way[index] for way in ways}
            yield replace(quadrant, candidates=tuple(code for code in quadrant.candidates if code in codes))


def _deciding(completed: Completions | None, unknown: list[UnknownQuadrant]) -> list[UnknownQuadrant]:
    """Returns the quadrants that affect the result alone; all, if that is not known or only several together do."""
    return [quadrant for quadrant in unknown if completed and completed.affects_outcome(quadrant.spot)] or unknown


def _question(quadrant: UnknownQuadrant, table: Table, cards: CardDatabase, completed: Completions | None) -> Question:
    letters = letters_by_code(cards.letters)
    choices = {letters[code]: code for code in quadrant.candidates}
    names = {letter: code_name(code, cards) for letter, code in choices.items()}
    return Question(quadrant, _impact(quadrant, table, cards, completed), choices, names)


def _impact(quadrant: UnknownQuadrant, table: Table, cards: CardDatabase, completed: Completions | None) -> str:
    if completed is None:
        return ""
    return explain_impact(completed, quadrant.spot, quadrant.candidates, cards, table.names)


def _undecided(
    source: TableInput,
    table: Table,
    cards: CardDatabase,
    completed: Completions | None,
    deciding: list[UnknownQuadrant],
) -> AaError:
    """Returns the error for a table whose result depends on unknown quadrants."""
    impacts = {quadrant: _impact(quadrant, table, cards, completed) for quadrant in deciding}
    if source.photo is None:
        return InputError(
            Problem(
                f"{quadrant} is unknown"
                + (f", {_choices(quadrant, cards)}" if quadrant.shown in source.text.doubts else ""),
                typed_place(quadrant, source.text, table, cards),
                "type its letter" + (f": {impact}" if impact else ""),
            )
            for quadrant, impact in impacts.items()
        )
    place = Place(source.source)
    problems = [
        Problem(f"{quadrant} is {_choices(quadrant, cards)} ({quadrant.why})", place, impact)
        for quadrant, impact in list(impacts.items())[:MAX_LISTED_QUADRANTS]
    ]
    return UndecidedPhoto(problems, source, table, deciding, cards)


def _choices(quadrant: UnknownQuadrant, cards: CardDatabase) -> str:
    return " or ".join(code_name(code, cards) for code in quadrant.candidates)


def typed_place(quadrant: UnknownQuadrant, text: TableText, table: Table, cards: CardDatabase) -> Place:
    """Returns the place of a quadrant in a typed grid."""
    assert text.grid is not None
    row, column = quadrant.shown
    return parse_grid(text.grid, cards, len(table.players)).places[row][column]
