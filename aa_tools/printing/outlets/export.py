"""The result types of an export."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from aa_tools.printing.faces.compose import Face

File = tuple[str, bytes]
"""The name of a file, "/" between folders, and what is in it."""


@dataclass(frozen=True)
class CardPictures:
    """The picture files of a card, or of one copy of it.

    Attributes:
        face: the card.
        copies: number of copies that these files stand for.
        front: name of the front's file.
        back: name of the back's file.
    """

    face: Face
    copies: int
    front: str
    back: str


@dataclass(frozen=True)
class Export:
    """The files for an outlet.

    Attributes:
        names: of all files, in the order in which they are made.
        files: makes them, one after the other.
        summary: what is in them, a line for each kind of file.
        warnings: what the outlet may find wrong with them.
    """

    names: tuple[str, ...]
    files: Iterator[File]
    summary: tuple[str, ...]
    warnings: tuple[str, ...] = ()
