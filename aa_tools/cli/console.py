"""Where answers and notes go: tables for people, JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console


class _Console(Console):
    """A console that leaves a closed pipe to the one place that handles it."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def answers() -> Console:
    """Returns the console for the answer (standard output)."""
    return _Console(highlight=False, markup=False, emoji=False)


def notes() -> Console:
    """Returns the console for notes and progress (standard error)."""
    return _Console(stderr=True, highlight=False, markup=False, emoji=False)


def print_json(document: Mapping[str, Any]) -> None:
    """Prints one JSON document, in ASCII so that any terminal and pipe takes it."""
    try:
        print(json.dumps(document), flush=True)
    except BrokenPipeError as error:
        # With its number typer would end with 1 before the one place that handles it.
        raise BrokenPipeError from error


def joined(words: Sequence[str]) -> str:
    """Returns "a, b and c"."""
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def some(number: int, what: str) -> str:
    """Returns a number with its noun: "1 card", "2 cards"."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"
