"""Parses a grid, letters of quadrants or ids of canvas cards, to a `Canvas`; errors have the line and column."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import ErrorCollector, InputError, Place, Problem
from aa_tools.files import SourceText
from aa_tools.rules.canvas import LETTERS, Canvas
from aa_tools.rules.ruleset import Rules
from aa_tools.text import pluralise

_WORD = re.compile(r"[^|+\s]+")
_HALF_TURN = "*"
_MAX_GRID_CHARACTERS = 20_000


@dataclass(frozen=True)
class LocatedText:
    """A piece of input text and its place."""

    text: str
    place: Place


@dataclass(frozen=True)
class ParsedGrid:
    """A canvas and the place of each quadrant in the input, row by row."""

    canvas: Canvas
    places: tuple[tuple[Place, ...], ...]

    def require_complete(self) -> Canvas:
        """Returns the canvas.

        Raises:
            InputError: there are unknown quadrants; one error for each.
        """
        if unknown := list(self.canvas.unknown()):
            raise InputError(
                Problem(f"row {row + 1}, column {column + 1} is unknown", self.places[row][column], "type its letter")
                for row, column in unknown
            )
        return self.canvas


def parse_grid(source: SourceText, cards: CardDatabase, players: int | None = None) -> ParsedGrid:
    """Parses a grid; its first row becomes the first row of the canvas, whichever side that is.

    Args:
        source: rows of letters ("RY BB …"), or rows of canvas card ids ("C07 C12* …", "*" is a half turn); "." is an
            empty quadrant or space. Spaces, "|", "-", "+" and comments after "#" are ignored.
        cards: the letters of the colours, the canvas cards and the rules.
        players: the number of players, or None to infer it from the size of the grid.

    Raises:
        InputError: all errors at once.
    """
    if len(source.text) > _MAX_GRID_CHARACTERS:
        hint = "type the letters of one canvas"
        raise InputError(f"the grid is too long: {len(source.text)} characters", place=source.place(0, 0), hint=hint)
    rows = list(_rows(source))
    if not rows:
        raise InputError("the grid is missing", place=source.place(0, 0), hint="type a letter for each quadrant")
    if key := next((word for row in rows for word in row if word.text.endswith(":")), None):
        raise InputError(
            f"unexpected key {key.text} in the grid", place=key.place, hint="indent it like canvas:, or remove it"
        )
    if _is_by_ids(rows, cards):
        return _grid_of_cards(rows, cards, players)
    rows = [[letter for word in row for letter in _letters(word)] for row in rows]
    problems = ErrorCollector()
    with problems:
        _check_letters(rows, cards.letters)
    with problems:
        _check_shape(rows, cards.rules, players, per_card=2)
    problems.raise_if_any()
    _check_spaces(rows)
    text = "/".join("".join(letter.text for letter in row) for row in rows)
    return ParsedGrid(Canvas.parse(text, cards.letters), tuple(tuple(letter.place for letter in row) for row in rows))


def _rows(source: SourceText) -> Iterator[list[LocatedText]]:
    """Yields the words of each line that has any."""
    for number, line in enumerate(source.text.split("\n")):
        found = _WORD.finditer(line.partition("#")[0])
        words = [LocatedText(word[0], source.place(number, word.start())) for word in found if word[0].strip("-")]
        if words:
            yield words


def _letters(word: LocatedText) -> Iterator[LocatedText]:
    """Yields the letters of a word, in upper case."""
    for offset, letter in enumerate(word.text):
        if letter != "-":
            place = word.place
            yield LocatedText(letter.upper(), Place(place.source, place.line, (place.column or 1) + offset))


def _grid_of_cards(rows: list[list[LocatedText]], cards: CardDatabase, players: int | None) -> ParsedGrid:
    _check_shape(rows, cards.rules, players, per_card=1)
    text = "/".join(_letters_of_cards(rows, cards))
    places = [tuple(word.place for word in row for _half in range(2)) for row in rows for _half in range(2)]
    return ParsedGrid(Canvas.parse(text, cards.letters), tuple(places))


def _is_by_ids(rows: list[list[LocatedText]], cards: CardDatabase) -> bool:
    ids = {card.id for card in cards.file.decks.canvas.cards}
    return any(word.text.rstrip(_HALF_TURN) in ids for row in rows for word in row)


def _check_letters(rows: list[list[LocatedText]], letters: str) -> None:
    """Raises an error for each letter that is not a colour, at its first occurrence."""
    counts = Counter(typed.text for row in rows for typed in row)
    hint = f'use {", ".join(letters)}, "." for an empty quadrant, or "?"'
    problems: dict[str, Problem] = {}
    for row, typed_row in enumerate(rows, 1):
        for column, typed in enumerate(typed_row, 1):
            if typed.text in (*letters, *LETTERS) or typed.text in problems:
                continue
            times = counts[typed.text]
            often = f" (first of {times} in the grid)" if times > 1 else ""
            message = f"row {row}, column {column}: {typed.text!r} is not a colour{often}"
            problems[typed.text] = Problem(message, typed.place, hint)
    _raise([*problems.values()])


def _check_shape(rows: list[list[LocatedText]], rules: Rules, players: int | None, per_card: int) -> None:
    """Raises an error if the grid is not square or has no valid size."""
    sizes = {number: per_card * cards for number, cards in rules.grid.items()}
    what = "quadrants" if per_card == 2 else "cards"
    width = Counter(map(len, rows)).most_common(1)[0][0]
    wanted = sizes[players] if players else next((n for n in (width, len(rows)) if n in sizes.values()), None)
    if wanted is None or wanted not in (width, len(rows)):
        known = " or ".join(f"{size} x {size} for {n} players" for n, size in sizes.items() if players in (None, n))
        message = f"the grid has {pluralise(len(rows), 'row')} of {width} {what}"
        raise InputError(message, place=rows[-1][-1].place, hint=f"a canvas is {known}")
    hint = f"a canvas has {wanted} rows of {wanted} {what}; type dots for empty spaces"
    problems = [
        _wrong_length(number, row, wanted, what, hint) for number, row in enumerate(rows, 1) if len(row) != wanted
    ]
    if len(rows) < wanted:
        place = rows[-1][-1].place
        problems.append(Problem(f"the grid ends after row {len(rows)}", place, hint))
    elif len(rows) > wanted:
        problems.append(Problem(f"row {wanted + 1} is one too many", rows[wanted][0].place, hint))
    _raise(problems)


def _wrong_length(number: int, row: list[LocatedText], wanted: int, what: str, hint: str) -> Problem:
    if len(row) < wanted:
        return Problem(f"row {number} ends after {len(row)} {what}", row[-1].place, hint)
    return Problem(f"row {number} has more than {wanted} {what}", row[wanted].place, hint)


def _check_spaces(rows: list[list[LocatedText]]) -> None:
    problems = []
    for top in range(0, len(rows), 2):
        for left in range(0, len(rows), 2):
            space = [*rows[top][left : left + 2], *rows[top + 1][left : left + 2]]
            dots = [letter for letter in space if letter.text == "."]
            if 0 < len(dots) < 4:
                at = space.index(dots[0])
                message = (
                    f"row {top + at // 2 + 1}, column {left + at % 2 + 1} is empty, but the rest of its space is not"
                )
                hint = "a card covers its whole space: type four letters or four dots"
                problems.append(Problem(message, dots[0].place, hint))
    _raise(problems)


def _letters_of_cards(rows: list[list[LocatedText]], cards: CardDatabase) -> list[str]:
    problems: list[Problem] = []
    seen: Counter[str] = Counter()
    letters = []
    for row in rows:
        pairs = [_card_letters(typed, cards, seen, problems) for typed in row]
        letters += ["".join(top for top, _ in pairs), "".join(bottom for _, bottom in pairs)]
    _raise(problems)
    return letters


def _card_letters(
    typed: LocatedText, cards: CardDatabase, seen: Counter[str], problems: list[Problem]
) -> tuple[str, str]:
    """Returns the upper and lower two letters of one space; appends errors to `problems`."""
    if typed.text in LETTERS:
        return typed.text * 2, typed.text * 2
    card_id = typed.text.removesuffix(_HALF_TURN)
    try:
        card = cards.canvas_card(card_id, typed.place)
    except InputError as error:
        problems.extend(error.problems)
        return "..", ".."
    seen[card.id] += 1
    if seen[card.id] > card.count:
        problems.append(
            Problem(f"{card_id} is on the canvas {seen[card.id]} times", typed.place, f"the deck has {card.count}")
        )
    top, bottom = card.quadrants.split("/")
    if card_id == typed.text:
        return top, bottom
    if not cards.rules.half_turns:
        hint = "these rules allow no half turns; add --rule half_turns=true"
        problems.append(Problem(f"{typed.text} is upside down", typed.place, hint))
    return bottom[::-1], top[::-1]


def _raise(problems: Iterator[Problem] | Sequence[Problem]) -> None:
    if found := list(problems):
        raise InputError(found)


def grid_lines(canvas: Canvas, letters: str) -> list[str]:
    """Returns a canvas as the lines of a grid, from the north, such as "RY BB RR YB"."""
    return [" ".join(row[at : at + 2] for at in range(0, len(row), 2)) for row in canvas.rows(letters)]
