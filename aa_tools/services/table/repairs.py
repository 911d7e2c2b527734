"""The way out of an undecided photo: a table file to correct, and the error that says what to do with it."""

from __future__ import annotations

from dataclasses import replace

from aa_tools.errors import DoubtfulReading, OutputError, Place, Problem
from aa_tools.files import read_text, shell_quote
from aa_tools.services.table.photo_files import write_repair_file
from aa_tools.services.table.scored_table import grid_as_read
from aa_tools.services.table.table_input import with_names
from aa_tools.services.table.unknowns import MAX_LISTED_QUADRANTS, UndecidedPhoto, typed_place
from aa_tools.tables.tablefile import format_table, parse_table
from aa_tools.text import join_words, pluralise


def with_repair_file(error: UndecidedPhoto, command: str, *, has_picture: bool = False) -> DoubtfulReading:
    """Writes a table file to correct beside the photo, and returns the error with a problem that says how to use it.

    Args:
        error: raised by `score_table`.
        command: what scores the corrected file, such as "aa score".
        has_picture: whether an annotated picture was written; if not, the error says how to get one.
    """
    source, count = error.input.source, len(error.deciding)
    message = f"{pluralise(count, 'unknown quadrant')} {'affects' if count == 1 else 'affect'} the result"
    try:
        path = str(write_repair_file(source, repair_text(error)))
    except OutputError as failed:
        reason = f"{failed.problems[0].place} {failed.problems[0].message}"
        hint = f"copy the photo to a folder that you may write to: {reason}"
    else:
        hint = f"{_instructions(error, path)}, then run {command} {shell_quote(path)}"
        if not has_picture:
            hint += f"; aa read {shell_quote(source)} --picture doubts.jpg shows them on the photo"
    return DoubtfulReading([*error.problems, Problem(message, Place(source), hint)], error.reading)


def _instructions(error: UndecidedPhoto, path: str) -> str:
    """Returns which question marks of the file need a letter, and their lines."""
    text, listed = parse_table(read_text(path)), error.deciding[:MAX_LISTED_QUADRANTS]
    quadrants = [
        f"{quadrant} (line {typed_place(quadrant, text, error.table, error.cards).line})" for quadrant in listed
    ]
    more = len(error.deciding) - len(listed)
    others = len([*error.table.canvas.unknown()]) - len(error.deciding)
    rest = f" (the other {'one' if others == 1 else others} can stay)" if others > 0 else ""
    letter = "its letter" if len(error.deciding) == 1 else "their letters"
    at = join_words([*quadrants, *([f"{more} more"] if more else [])])
    return f"in {path}, replace the ? at {at} by {letter}{rest}"


def repair_text(error: UndecidedPhoto) -> str:
    """Returns the table file in which the user types what the photo leaves open."""
    source, table = error.input, error.table
    players = source.text.players
    has_names = players and not players.text.isdecimal()
    text = with_names(source.text, table.names) if has_names else source.text
    comments = [f"{source.source} as aa read it. Replace each ? by the letter of its quadrant."]
    if source.photo:
        from aa_tools.services.table.reading_report import doubt_line  # loads OpenCV

        comments += [doubt_line(doubt, source.photo) for doubt in source.photo.reading.doubts]
    return format_table(replace(text, grid=grid_as_read(source, table, table.canvas, error.cards)), comments)
