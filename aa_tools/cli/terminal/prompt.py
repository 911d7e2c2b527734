"""Questions on the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from aa_tools.services.table.unknowns import Ask, Question


def is_interactive() -> bool:
    """Says whether a question can be shown and answered."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


def question_prompt(table: str, json: bool) -> Ask | None:
    """Returns how to ask about the quadrants of a table, or None if nobody can answer.

    Args:
        table: the table that the command reads; "-" leaves standard input to it.
        json: whether the output is for a program.
    """
    return ask_quadrant if is_interactive() and not json and table != "-" else None


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
