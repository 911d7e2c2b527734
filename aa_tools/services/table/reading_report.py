"""The reading of a photo as text, as a table file and as plain data for JSON (format aa.reading/1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aa_tools.cards.database import CardDatabase
from aa_tools.reading.doubts import Doubt, Reason, reason_text
from aa_tools.reading.tablephoto import TablePhoto
from aa_tools.reading.tags.detection import Tag
from aa_tools.reading.tags.surroundings import side_cards
from aa_tools.rules.canvas import letters_by_code
from aa_tools.rules.ruleset import Kind, Side
from aa_tools.services.documents import doubt_document
from aa_tools.tables.tablefile import format_table
from aa_tools.text import join_words, pluralise

FORMAT = "aa.reading/1"


def names_of_codes(codes: Sequence[int], seen: TablePhoto) -> str:
    """Returns "red or blue"; `codes` as in `rules.canvas`."""
    return " or ".join(seen.reading.inks[code].name if code >= 0 else "empty" for code in codes)


def doubt_line(doubt: Doubt, seen: TablePhoto) -> str:
    """Returns "row 3, column 5: there is glare on it; red or blue"."""
    where = f"row {doubt.row + 1}, column {doubt.column + 1}"
    return f"{where}: {reason_text(doubt.reason)}; {names_of_codes(doubt.candidates, seen)}"


def reading_text(seen: TablePhoto) -> str:
    """Returns the reading as a table file: a bare grid if no tag was found."""
    count = len(seen.reading.doubts)
    doubts = pluralise(count, "quadrant") if count else "no quadrant"
    lines = [f"{seen.name}: {seen.reading.players} players, {doubts} in doubt"]
    return format_table(seen.text(), [*lines, *(doubt_line(doubt, seen) for doubt in seen.reading.doubts)])


def reading_notes(seen: TablePhoto, cards: CardDatabase) -> list[str]:
    """Returns notes to show with a reading, other than its doubts."""
    notes = []
    if seen.is_other_deck:
        notes.append(f"Not checked against the deck: these are not the cards of {cards.source.source.name}.")
    if Reason.FINDERS_DISAGREE in seen.reading.cautions:
        notes.append("Only one of two methods found the canvas here: compare the grid with the table.")
    if seen.bottom.is_contradictory:
        notes.append(
            "Could not tell which side of the photo is south: the cards beside the canvas face different ways. "
            "Use --bottom."
        )
    if message := _unexpected_count(seen, cards):
        notes.append(message)
    return notes


def _unexpected_count(seen: TablePhoto, cards: CardDatabase) -> str:
    """Returns a note if no round has as many objectives as tags were found: one may have been missed."""
    decks = [tag.deck for tag in seen.tags]
    counts = (decks.count(Kind.ASSIGNMENT), decks.count(Kind.PROFESSOR))
    colours = len(cards.colours)
    rounds = [
        (drawn.assignments + colours * drawn.assignments_of_each_colour, drawn.professors)
        for drawn in cards.rules.rounds
    ]
    if not any(counts) or counts in rounds:
        return ""
    expected = join_words([*map(_count, rounds)], "or")
    return f"The photo shows {_count(counts)}, but a round has {expected}. Is a tag covered?"


def _count(counts: tuple[int, int]) -> str:
    kinds = zip(counts, ("assignment", "professor"), strict=True)
    return " and ".join(pluralise(number, kind) for number, kind in kinds if number)


def reading_document(seen: TablePhoto) -> dict[str, Any]:
    """Returns the reading as plain data; places are (row, column) from 0, as the picture shows them.

    A doubt about the whole reading has no row and no column. `bottom` is None if it is unknown.
    """
    side = seen.bottom.side
    return {
        "format": FORMAT,
        "players": seen.reading.players,
        "canvas": seen.reading.canvas.rows(seen.letters),
        "doubts": _doubt_documents(seen),
        "tags": [_tag_document(tag, seen, side) for tag in seen.tags],
        "bottom": side,
    }


def _doubt_documents(seen: TablePhoto) -> list[dict[str, Any]]:
    """Returns the doubts as plain data."""
    cautions: list[Reason] = [caution for caution in seen.reading.cautions if caution != Reason.ORIENTATION_UNKNOWN]
    if seen.bottom.side is None:
        cautions.append(Reason.ORIENTATION_UNKNOWN)
    letters = letters_by_code(seen.letters)
    return [doubt_document(caution) for caution in cautions] + [
        doubt_document(doubt.reason, doubt.row, doubt.column, [letters[code] for code in doubt.candidates])
        for doubt in seen.reading.doubts
    ]


def _tag_document(tag: Tag, seen: TablePhoto, bottom: Side | None) -> dict[str, Any]:
    space = next((list(tagged.space) for tagged in seen.spaces if tagged.card == tag.card), None)
    owner = None
    if bottom and tag.deck in ("inspiration", "first_player"):
        alone = side_cards([tag], seen.reading.location, bottom)
        owner = (alone.inspirations or (alone.first_player,))[0]
    return {
        "tag": tag.number,
        "card": tag.card,
        "deck": tag.deck,
        "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in tag.corners],
        "space": space,
        "side": owner.side if owner else None,
    }
