"""The errors of aa_tools. Each has an exit code and one or more problems with message, place and hint."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import ClassVar

_MAX_LISTED_WORDS = 13


@dataclass(frozen=True)
class Place:
    """A place in the input: a file or an option, with line and column, from 1, if known."""

    source: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        return ":".join(str(part) for part in (self.source, self.line, self.column) if part is not None)


@dataclass(frozen=True)
class Problem:
    """One problem: what is wrong, where, and how to correct it."""

    message: str
    place: Place | None = None
    hint: str = ""

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        return f"{where}{self.message}{'; ' + self.hint if self.hint else ''}"


class AaError(Exception):
    """The base class of all errors of this package; `problems` has one or more entries."""

    exit_code: ClassVar[int] = 70

    def __init__(self, message: str | Iterable[Problem], *, place: Place | None = None, hint: str = "") -> None:
        self.problems = (Problem(message, place, hint),) if isinstance(message, str) else tuple(message)
        super().__init__("\n".join(map(str, self.problems)))


class InputError(AaError):
    """A file, a grid or an option is invalid; reports all its problems at once."""

    exit_code = 3


class ErrorCollector:
    """Collects the input errors of several steps, to report them together.

    Run each step in a `with errors:` block, then call `errors.raise_if_any()`.
    """

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if isinstance(error, InputError):
            self.found.extend(error.problems)
        return isinstance(error, InputError)

    def raise_if_any(self) -> None:
        """Raises an InputError with the problems found, without duplicates, if there are any."""
        if self.found:
            raise InputError(dict.fromkeys(self.found))


class RulesError(AaError):
    """The input is well-formed, but the rules of the game do not allow it."""

    exit_code = 3


class PhotoError(AaError):
    """A picture cannot be opened, or its content cannot be read."""

    exit_code = 4


class CanvasNotFound(PhotoError):
    """The photo does not show a complete canvas."""


class DoubtfulReading(PhotoError):
    """The result depends on something that the photo does not show clearly.

    Attributes:
        reading: the reading of the photo, with its doubts.
    """

    def __init__(
        self, message: str | Iterable[Problem], reading: object, *, place: Place | None = None, hint: str = ""
    ) -> None:
        super().__init__(message, place=place, hint=hint)
        self.reading = reading


class OutputError(AaError):
    """A result could not be written; an existing file is unchanged."""

    exit_code = 5


def with_place(error: AaError, place: Place) -> InputError:
    """Returns an error as an `InputError` with the place of the input that caused it."""
    return InputError(Problem(problem.message, place, problem.hint) for problem in error.problems)


def suggest(word: object, known: Iterable[object]) -> str:
    """Returns a hint: the known word closest to `word`, or else the list of known words."""
    words = [str(entry) for entry in known]
    close = get_close_matches(str(word), words, n=1, cutoff=0.6)
    if close:
        return f"did you mean {close[0]}?"
    return (
        f"known: {', '.join(words[:_MAX_LISTED_WORDS])}{', …' if len(words) > _MAX_LISTED_WORDS else ''}"
        if words
        else ""
    )
