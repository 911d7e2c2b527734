"""What a photo tells of a table: as words, as a table file, and as a JSON document (format aa.reading/1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aa_tools.cards.database import CardDatabase
from aa_tools.reading.doubts import Doubt
from aa_tools.reading.reasons import Reason, words_of
from aa_tools.reading.tablephoto import TablePhoto
from aa_tools.reading.tags.detection import Tag
from aa_tools.reading.tags.surroundings import beside
from aa_tools.rules.canvas import LETTERS
from aa_tools.rules.ruleset import Kind, Side
from aa_tools.tables.tablewriter import table_file

FORMAT = "aa.reading/1"


def names_of_codes(codes: Sequence[int], seen: TablePhoto) -> str:
    """Returns "red or blue"; `codes` as in `rules.canvas`."""
    return " or ".join(seen.reading.inks[code].name if code >= 0 else "empty" for code in codes)


def doubt_line(doubt: Doubt, seen: TablePhoto) -> str:
    """Returns "row 3, column 5: light glares on it; red or blue"."""
    where = f"row {doubt.row + 1}, column {doubt.column + 1}"
    return f"{where}: {words_of(doubt.reason)}; {names_of_codes(doubt.candidates, seen)}"


def reading_text(seen: TablePhoto) -> str:
    """Returns what was read as a table file: a bare grid where no tag tells more."""
    count = len(seen.reading.doubts)
    doubts = "no quadrant" if count == 0 else f"{count} quadrant{'s'[: count != 1]}"
    lines = [f"{seen.name}: {seen.reading.players} players, {doubts} in doubt"]
    return table_file(seen.text(), [*lines, *(doubt_line(each, seen) for each in seen.reading.doubts)])


def remarks(seen: TablePhoto, cards: CardDatabase) -> list[str]:
    """Returns what somebody should know of a reading beside its doubts."""
    found = []
    if seen.foreign:
        found.append(
            f"The cards are not those of {cards.source.source.name}, so they were not checked against the deck."
        )
    if Reason.FINDERS_DISAGREE in seen.reading.cautions:
        found.append("Only one of two ways to find the canvas saw it here: compare the grid with the table.")
    if seen.bottom.split:
        found.append(
            "The cards beside the canvas lie this way and that, so their turn does not tell which side is south."
        )
    if message := _strange_round(seen, cards):
        found.append(message)
    return found


def _strange_round(seen: TablePhoto, cards: CardDatabase) -> str:
    """Returns what to say where no round has as many objectives as tags were found: one may have been missed."""
    decks = [tag.deck for tag in seen.tags]
    counts = (decks.count(Kind.ASSIGNMENT), decks.count(Kind.PROFESSOR))
    colours = len(cards.colours)
    rounds = [
        (each.assignments + colours * each.assignments_of_each_colour, each.professors) for each in cards.rules.rounds
    ]
    if not any(counts) or counts in rounds:
        return ""
    return (
        f"The photo shows {_count(counts)}; no round has so many: {', '.join(map(_count, rounds))}. Was a tag hidden?"
    )


def _count(counts: tuple[int, int]) -> str:
    words = [
        f"{number} {kind}{'s'[: number != 1]}"
        for number, kind in zip(counts, ("assignment", "professor"), strict=True)
        if number
    ]
    return " and ".join(words)


def reading_document(seen: TablePhoto, bottom: Side | None = None) -> dict[str, Any]:
    """Returns what was read as plain data; places are (row, column) from 0, as the picture shows them.

    A doubt about the whole reading has no row and no column. `bottom` is None where nothing tells it.
    """
    side = bottom or seen.bottom.side
    return {
        "format": FORMAT,
        "players": seen.reading.players,
        "canvas": seen.reading.canvas.rows(seen.letters),
        "doubts": doubts_document(seen),
        "tags": [_tag_document(tag, seen, side) for tag in seen.tags],
        "bottom": side,
    }


def doubts_document(seen: TablePhoto) -> list[dict[str, Any]]:
    """Returns the doubts as plain data."""
    whole: list[dict[str, Any]] = [
        {"row": None, "column": None, "reason": str(each), "candidates": []}
        for each in seen.reading.cautions
        if each != Reason.ORIENTATION_UNKNOWN
    ]
    if seen.bottom.side is None:
        whole.append({"row": None, "column": None, "reason": str(Reason.ORIENTATION_UNKNOWN), "candidates": []})
    letters = dict(enumerate(seen.letters)) | {code: letter for letter, code in LETTERS.items()}
    return whole + [
        {
            "row": each.row,
            "column": each.column,
            "reason": str(each.reason),
            "candidates": [letters[code] for code in each.candidates],
        }
        for each in seen.reading.doubts
    ]


def _tag_document(tag: Tag, seen: TablePhoto, bottom: Side | None) -> dict[str, Any]:
    space = next((list(each.space) for each in seen.spaces if each.card == tag.card), None)
    owner = None
    if bottom and tag.deck in ("inspiration", "first_player"):
        alone = beside([tag], seen.reading.located, bottom)
        owner = (alone.inspirations or (alone.first_player,))[0]
    return {
        "tag": tag.number,
        "card": tag.card,
        "deck": tag.deck,
        "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in tag.corners],
        "space": space,
        "side": owner.side if owner else None,
    }
