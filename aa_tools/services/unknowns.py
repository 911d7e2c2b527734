"""A table with unknown quadrants: every completion scored, what hangs on which quadrant, a question or a refusal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import typer

from aa_tools.cards.analysis.deck_check import possible_fills
from aa_tools.cards.database import CardDatabase
from aa_tools.errors import AaError, DoubtfulReading, InputError, OutputError, Place, Problem
from aa_tools.files import SourceText, read_text, shell_quote
from aa_tools.reading.reasons import words_of
from aa_tools.rules.canvas import EMPTY, LETTERS, Canvas
from aa_tools.rules.completions import Completed, Fills, Outcome, Spot, complete, filled, fills_of
from aa_tools.rules.ruleset import Side
from aa_tools.rules.scoring import RoundScore, Table
from aa_tools.services.table_input import Given, named, picture_path, write_picture, write_repair
from aa_tools.tables.grid import grid_lines, parse_grid
from aa_tools.tables.tablefile import TableText, bottom_of, parse_table
from aa_tools.tables.tablewriter import table_file
from aa_tools.tables.typed_doubts import candidates_of
from aa_tools.text import join_words, pluralise

MOST_LISTED = MOST_ASKED = 12
"""Quadrants that a message lists, and for which somebody is asked."""


@dataclass(frozen=True)
class Unknown:
    """A quadrant that stayed unknown.

    Attributes:
        row, column: on the canvas, north at the top.
        shown: (row, column) in the grid or the photo as it was given.
        reason: why: the code of a `reading.reasons.Reason`, or words.
        candidates: the codes it may have.
    """

    row: int
    column: int
    shown: Spot
    reason: str
    candidates: tuple[int, ...]

    @property
    def why(self) -> str:
        """The reason in words."""
        return words_of(self.reason)

    def __str__(self) -> str:
        return f"row {self.shown[0] + 1}, column {self.shown[1] + 1}"


@dataclass(frozen=True)
class Settled:
    """A scored table.

    Attributes:
        result: its score; where quadrants are unknown, that of the likeliest way to fill them.
        canvas: the canvas, with the unknown quadrants.
        unknown: quadrants that stayed unknown since every way decides the same.
    """

    result: RoundScore
    canvas: Canvas
    unknown: tuple[Unknown, ...]


def settle(given: Given, table: Table, cards: CardDatabase, again: str, ask: bool) -> Settled:
    """Scores a table whose quadrants may be unknown.

    Args:
        given: the table as it was given.
        table: the same as the rules see it.
        cards: the card file.
        again: the command to run on a repaired file, such as "aa score".
        ask: whether somebody is there who may be asked.

    Raises:
        RulesError: the table cannot be scored.
        DoubtfulReading: it is a photo, and what is claimed hangs on quadrants in doubt; a file to repair is written.
        InputError: it is typed, and what is claimed hangs on unknown quadrants, or may.
    """
    unknown = {(each.row, each.column): each for each in _unknown(given, table, cards)}
    canvas, asked = table.canvas, False
    while True:
        fills = fills_of(canvas, {spot: each.candidates for spot, each in unknown.items()})
        fills = possible_fills(canvas, fills, cards)
        unknown |= {(each.row, each.column): each for each in _narrowed(unknown, fills)}
        done = complete(replace(table, canvas=canvas), fills, cards.rules)
        if done and done.agree:
            return Settled(done.likeliest, canvas, tuple(unknown[spot] for spot in sorted(done.unknown)))
        matter = _matter(done, [unknown[spot] for spot in canvas.unknown()])
        if not ask or (done is None and given.seen is None) or len(matter) > MOST_ASKED:
            raise _refused(given, replace(table, canvas=canvas), cards, done, matter, again)
        if given.seen and not asked:
            write_picture(given.seen, cards, picture_path(given.source))
            typer.echo(f"{picture_path(given.source)} shows what is in doubt.", err=True)
        asked = True
        code = _asked(matter[0], table, cards, done)
        if code is None:
            raise _refused(given, replace(table, canvas=canvas), cards, done, matter, again)
        canvas = filled(canvas, {(matter[0].row, matter[0].column): code})


def _narrowed(unknown: Mapping[Spot, Unknown], fills: Fills) -> Iterator[Unknown]:
    """Yields the quadrants that are still unknown, with the codes that some way to fill their space has."""
    for spots, ways in fills.items():
        for at, spot in enumerate(spots if ways else ()):
            each, codes = unknown[spot], {way[at] for way in ways}
            yield replace(each, candidates=tuple(code for code in each.candidates if code in codes))


def _matter(done: Completed | None, unknown: list[Unknown]) -> list[Unknown]:
    """Returns the quadrants on which something hangs; all where that is not known, or hangs on several together."""
    return [each for each in unknown if done and done.matters((each.row, each.column))] or unknown


def somebody_there() -> bool:
    """Says whether a question can be asked and answered."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


def _unknown(given: Given, table: Table, cards: CardDatabase) -> Iterator[Unknown]:
    """Yields the unknown quadrants of a table; the grid as it was given may stand another way round."""
    side, names, said = table.canvas.side, _names(table), candidates_of(given.text.doubts, cards.letters)
    turns = bottom_of(given.text.bottom, names).quarter_turns
    numbers = np.rot90(np.arange(side * side).reshape(side, side), -turns)
    for row, column in table.canvas.unknown():
        shown = divmod(int(numbers[row, column]), side)
        codes = tuple(said.get(shown, range(len(cards.letters))))
        yield Unknown(row, column, shown, given.reasons.get(shown, "unknown"), codes)


def _names(table: Table) -> dict[Side, str]:
    return {player.side: player.name for player in table.players}


# --- what hangs on a quadrant, in words


def code_name(code: int, cards: CardDatabase) -> str:
    """Returns "red", or "empty"."""
    return "empty" if code == EMPTY else cards.colours[code]


def stakes(done: Completed, each: Unknown, cards: CardDatabase, names: Mapping[Side, str]) -> str:
    """Returns "Red Field goes to Anna if red, to Ben if blue or yellow", with all that differs by one quadrant."""
    by_code = done.by_code((each.row, each.column))
    told = {code_name(code, cards): _facts(by_code[code], cards, names) for code in each.candidates if code in by_code}
    words = []
    for what in next(iter(told.values())):
        ways: dict[str, list[str]] = {}
        for colour, facts in told.items():
            ways.setdefault(" or ".join(facts[what]), []).append(colour)
        if len(ways) > 1:
            words.append(f"{what} " + ", ".join(f"{way} if {' or '.join(colours)}" for way, colours in ways.items()))
    return "; ".join(words) or "it decides together with the others"


def _facts(outcomes: Iterable[Outcome], cards: CardDatabase, names: Mapping[Side, str]) -> dict[str, list[str]]:
    """Returns what may become of each card."""
    facts: dict[str, set[str]] = {}
    for outcome in outcomes:
        for card, side in outcome.claims:
            facts.setdefault(f"{cards.card(card).title} goes to", set()).add(names[side] if side else "nobody")
        for side, card, scored in outcome.inspirations:
            title = f"{cards.card(card).title} of {names[side]}"
            facts.setdefault(title, set()).add("scores" if scored else "does not score")
        facts.setdefault("the first player card goes to", set()).add(names[outcome.first_player])
    return {what: sorted(ways) for what, ways in facts.items()}


# --- asking


def _asked(each: Unknown, table: Table, cards: CardDatabase, done: Completed | None) -> int | None:
    """Asks for the code of a quadrant; None where there is no answer."""
    letters = dict(enumerate(cards.letters)) | {code: letter for letter, code in LETTERS.items()}
    known = {letters[code]: code for code in each.candidates}
    if done:
        typer.echo(stakes(done, each, cards, _names(table)), err=True)
    choice = ", ".join(f"{letter} {code_name(code, cards)}" for letter, code in known.items())
    while True:
        # typer.prompt would write a space into the answer on standard output.
        typer.echo(f"{each} ({each.why}): {choice}? ", nl=False, err=True)
        said = sys.stdin.readline()
        if not said:
            typer.echo(err=True)
            return None
        if said.strip().upper() in known:
            return known[said.strip().upper()]


# --- refusing


def _refused(
    given: Given, table: Table, cards: CardDatabase, done: Completed | None, matter: list[Unknown], again: str
) -> AaError:
    """Returns the error for a table on whose unknown quadrants something hangs."""
    if given.seen:
        return _refusal(given, table, cards, done, matter, again)
    return InputError(_typed_fault(each, given, table, cards, done) for each in matter)


def _typed_fault(each: Unknown, given: Given, table: Table, cards: CardDatabase, done: Completed | None) -> Problem:
    what = f", {_choice(each, cards)}" if each.shown in given.text.doubts else ""
    why = f": {stakes(done, each, cards, _names(table))}" if done else ""
    return Problem(f"{each} is unknown{what}", _typed_place(each, given.text, table, cards), f"type its letter{why}")


def _typed_place(each: Unknown, text: TableText, table: Table, cards: CardDatabase) -> Place:
    """Returns where a quadrant stands in a typed grid."""
    assert text.grid is not None
    row, column = each.shown
    return parse_grid(text.grid, cards, len(table.players)).places[row][column]


def _refusal(
    given: Given, table: Table, cards: CardDatabase, done: Completed | None, matter: list[Unknown], again: str
) -> DoubtfulReading:
    """Returns the error, once the picture and the file to repair are written."""
    place = Place(given.source)
    problems = [_fault(each, table, cards, done, place) for each in matter[:MOST_LISTED]]
    hangs, picture = f"what is claimed hangs on {pluralise(len(matter), 'quadrant')}", picture_path(given.source)
    try:
        if given.seen:
            write_picture(given.seen, cards, picture)
        repair = write_repair(given.source, repair_text(given, table, cards.letters))
    except OutputError as error:
        hint = f"copy the photo to a folder of your own: {error.problems[0].place} {error.problems[0].message}"
        problems.append(Problem(hangs, place, hint))
    else:
        hint = f"{_to_write(matter, repair, table, cards)}, then {again} {shell_quote(repair)}"
        problems.append(Problem(f"{hangs}, ringed in {picture}", place, hint))
    return DoubtfulReading(problems, given.seen)


def _to_write(matter: list[Unknown], repair: Path, table: Table, cards: CardDatabase) -> str:
    """Returns which of the question marks in the file to repair need a letter, and where they stand."""
    text = parse_table(read_text(str(repair)))
    places = [_typed_place(each, text, table, cards) for each in matter[:MOST_LISTED]]
    listed = [f"{each} (line {at.line})" for each, at in zip(matter, places, strict=False)]
    more = [f"{len(matter) - MOST_LISTED} more"] if len(matter) > MOST_LISTED else []
    others = len([*table.canvas.unknown()]) - len(matter)
    rest = f" ({'the other' if others == 1 else f'the other {others}'} may stay)" if others > 0 else ""
    letter, its = ("letter", "its") if len(matter) == 1 else ("letters", "their")
    return f"write the {letter} of {join_words([*listed, *more])} for {its} ? in {repair}{rest}"


def _choice(each: Unknown, cards: CardDatabase) -> str:
    return " or ".join(code_name(code, cards) for code in each.candidates)


def _fault(each: Unknown, table: Table, cards: CardDatabase, done: Completed | None, place: Place) -> Problem:
    names = _choice(each, cards)
    hint = stakes(done, each, cards, _names(table)) if done else ""
    return Problem(f"{each} is {names} ({each.why})", place, hint)


def repair_text(given: Given, table: Table, letters: str) -> str:
    """Returns the table file in which somebody types what the photo leaves open, and nobody has answered."""
    players = given.text.players
    said = named(given.text, _names(table)) if players and not players.text.isdecimal() else given.text
    comments = [f"{given.source} as aa read it. Write the letter of each quadrant for its ?."]
    if given.seen:
        from aa_tools.services.reading_report import doubt_line  # it needs OpenCV, which typed tables do without

        comments += [doubt_line(doubt, given.seen) for doubt in given.seen.reading.doubts]
    return table_file(replace(said, grid=_shown(given, table, table.canvas, letters)), comments)


# --- answering


def remark(settled: Settled, cards: CardDatabase) -> str:
    """Returns what to say where quadrants stayed unknown, or ""."""
    if not settled.unknown:
        return ""
    listed = ", ".join(f"{each} ({each.why})" for each in settled.unknown)
    likeliest = settled.result.table.canvas.quadrants
    filled_as = ", ".join(code_name(int(likeliest[each.row, each.column]), cards) for each in settled.unknown)
    return f"In doubt: {listed}. Every way to fill this decides the same; the numbers are those for {filled_as}."


def unknown_document(settled: Settled, letters: str) -> list[dict[str, Any]]:
    """Returns the quadrants that stayed unknown as plain data: (row, column) from 0, north at the top."""
    names = dict(enumerate(letters)) | {code: letter for letter, code in LETTERS.items()}
    return [
        {
            "row": each.row,
            "column": each.column,
            "reason": each.reason,
            "candidates": [names[code] for code in each.candidates],
        }
        for each in settled.unknown
    ]


def settled_text(given: Given, settled: Settled, letters: str) -> SourceText:
    """Returns the grid as it was given, with the likeliest letter of each quadrant that was unknown."""
    return _shown(given, settled.result.table, settled.result.table.canvas, letters)


def _shown(given: Given, table: Table, canvas: Canvas, letters: str) -> SourceText:
    """Returns a canvas as a typed grid, the way round that it was given."""
    assert given.text.grid is not None
    bottom = bottom_of(given.text.bottom, _names(table))
    shown = Canvas(np.rot90(canvas.quadrants, bottom.quarter_turns))
    return SourceText(given.text.grid.name, "\n".join(grid_lines(shown, letters)))
