"""What an outlet gets: files made one at a time, what to know about them, and what to do with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

File = tuple[str, bytes]
"""The name of a file, "/" between folders, and what is in it."""


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
