"""The files written for a photo: the annotated picture, and the table file in which doubts are corrected."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import InputError, Place
from aa_tools.files import check_output_path, safe_writer
from aa_tools.reading.image.filetype import is_picture

if TYPE_CHECKING:
    from aa_tools.reading.tablephoto import TablePhoto

PICTURE_SUFFIXES = (".jpg", ".jpeg", ".png")


def check_picture_path(source: str, path: Path) -> None:
    """Raises InputError if a table is not a photo to draw on, or if the picture cannot go to a path."""
    if not is_picture(source):
        hint = "leave out --picture"
        raise InputError("is not a photo, so there is no picture to draw on", place=Place(source), hint=hint)
    check_output_path("--picture", path, PICTURE_SUFFIXES, source)


def write_picture(photo: TablePhoto, cards: CardDatabase, path: Path) -> None:
    """Writes the annotated picture as JPEG of at most 500 KB, or as PNG if the path ends in .png.

    Raises:
        OutputError: it cannot be written.
    """
    from aa_tools.reading.annotate import annotated_picture

    titles = {tag.card: str(cards.card(tag.card).title or tag.card) for tag in photo.tags}
    data = annotated_picture(photo, titles, path.suffix.lower())
    with safe_writer(path, hint="choose another path for --picture") as file:
        file.write(data)


def write_repair_file(source: str, text: str) -> Path:
    """Writes a table file beside a photo, without overwriting another one, which may hold corrections.

    Returns:
        Its path: PHOTO.table.txt, or with a number where that exists with another text.

    Raises:
        OutputError: it cannot be written.
    """
    stem, number = Path(source).with_suffix(""), 1
    while True:
        path = Path(f"{stem}.table{f'-{number}' if number > 1 else ''}.txt")
        if not path.exists():
            with safe_writer(path, hint="copy the photo to a folder that you may write to") as file:
                file.write(text.encode())
            return path
        if path.is_file() and path.read_bytes() == text.encode():
            return path
        number += 1
