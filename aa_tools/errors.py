"""One tree of errors: each knows its exit code, where it happened and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import ClassVar

_MOST_WORDS = 13


@dataclass(frozen=True)
class Place:
    """A place in what the user gave: a file or an option, with a 1-based line and column where known."""

    source: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        return ":".join(str(part) for part in (self.source, self.line, self.column) if part is not None)


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong: what, where, and what would be right."""

    message: str
    place: Place | None = None
    hint: str = ""

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        return f"{where}{self.message}{'; ' + self.hint if self.hint else ''}"


class AaError(Exception):
    """The root of all errors of this package; it carries one or more errors."""

    exit_code: ClassVar[int] = 70

    def __init__(self, message: str | Iterable[Problem], *, place: Place | None = None, hint: str = "") -> None:
        self.problems = (Problem(message, place, hint),) if isinstance(message, str) else tuple(message)
        super().__init__("\n".join(map(str, self.problems)))


class InputError(AaError):
    """A file, a grid or an option holds something that cannot be used; all its errors at once."""

    exit_code = 3


class ErrorCollector:
    """Gathers the errors of several steps, so that all are told at once.

    Each step stands in a `with errors:` block; `errors.check()` after them raises what was found.
    """

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if isinstance(error, InputError):
            self.found.extend(error.problems)
        return isinstance(error, InputError)

    def check(self) -> None:
        """Raises InputError where a step found errors, each told once."""
        if self.found:
            raise InputError(dict.fromkeys(self.found))


class RulesError(AaError):
    """The input is well formed, but the rules of the game do not allow it."""

    exit_code = 3


class PhotoError(AaError):
    """A picture cannot be opened, or what it shows cannot be read."""

    exit_code = 4


class CanvasNotFound(PhotoError):
    """The photo shows no whole canvas."""


class DoubtfulReading(PhotoError):
    """What is claimed hangs on something that the photo leaves in doubt; `aa read` writes it down as ? and ends with 0.

    Attributes:
        reading: what was read, with its doubts.
    """

    def __init__(
        self, message: str | Iterable[Problem], reading: object, *, place: Place | None = None, hint: str = ""
    ) -> None:
        super().__init__(message, place=place, hint=hint)
        self.reading = reading


class OutputError(AaError):
    """A result could not be written; what stood there before still stands."""

    exit_code = 5


def with_place(error: AaError, place: Place) -> InputError:
    """Returns an error of the rules as an input error at the place in the input that caused it."""
    return InputError(Problem(problem.message, place, problem.hint) for problem in error.problems)


def suggest(word: object, known: Iterable[object]) -> str:
    """Returns a hint: the known word most like `word`, or else all known words."""
    words = [str(each) for each in known]
    close = get_close_matches(str(word), words, n=1, cutoff=0.6)
    if close:
        return f"did you mean {close[0]}?"
    return f"known: {', '.join(words[:_MOST_WORDS])}{', …' if len(words) > _MOST_WORDS else ''}" if words else ""
