"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from aa_tools.cli import completion as complete
from aa_tools.files import package_data_path

CARDS = "Cards and rules"


def shipped_templates(kind: str) -> str:
    """Returns the names of the shipped templates of a kind, such as "papers", for a help text."""
    return ", ".join(sorted(path.stem for path in package_data_path(f"templates/{kind}").glob("*.yaml")))


CardsOption = Annotated[
    str | None,
    typer.Option(
        "--cards",
        metavar="FILE",
        help="Card file. Default: cards.yaml in this folder, otherwise the shipped one.",
        rich_help_panel=CARDS,
    ),
]
RuleOption = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="KEY=VALUE",
        help="House rule, such as claim_at_zero=true or points.professor=4. Can be repeated.",
        rich_help_panel=CARDS,
    ),
]


LanguageOption = Annotated[
    str | None,
    typer.Option(
        "--language",
        metavar="CODE",
        autocompletion=complete.languages,
        help="Language of the texts, such as en or de. Default: the language that the card file names.",
        rich_help_panel=CARDS,
    ),
]
ThemeOption = Annotated[
    str,
    typer.Option(
        "--theme",
        metavar="NAME",
        autocompletion=complete.templates("themes"),
        help=f"Theme: {shipped_templates('themes')}, or a file of your own.",
    ),
]
