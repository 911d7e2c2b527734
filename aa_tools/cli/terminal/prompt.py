"""Questions on the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from aa_tools.services.table.unknowns import Question


def is_interactive() -> bool:
    """Says whether a question can be shown and answered."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


def ask_quadrant(question: Question) -> int | None:
    """Asks for the colour of a quadrant; None if standard input ends."""
    if question.impact:
        typer.echo(question.impact, err=True)
    choices = ", ".join(f"{letter} {name}" for letter, name in question.names.items())
    while True:
        # typer.prompt would write a space into the answer on standard output.
        typer.echo(f"{question.quadrant} ({question.quadrant.why}): {choices}? ", nl=False, err=True)
        answer = sys.stdin.readline()
        if not answer:
            typer.echo(err=True)
            return None
        if answer.strip().upper() in question.choices:
            return question.choices[answer.strip().upper()]
