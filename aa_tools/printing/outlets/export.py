"""The result types of an export."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from aa_tools.printing.faces.compose import Face

File = tuple[str, bytes]
"""File name, with "/" between folders, and content."""


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
        names: names of all files, in the order of `files`.
        files: iterator that makes the files one by one.
        summary: lines about the content, one for each kind of file.
        warnings: possible problems at the outlet.
    """

    names: tuple[str, ...]
    files: Iterator[File]
    summary: tuple[str, ...]
    warnings: tuple[str, ...] = ()
