"""Options that several commands share."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aa_tools.cli import completion as complete
from aa_tools.errors import InputError, Place

if TYPE_CHECKING:
    from aa_tools.cards.database import CardDatabase

CARDS = "Cards and rules"

CardsOption = Annotated[
    str | None,
    typer.Option(
        "--cards",
        metavar="FILE",
        help="The card file. Default: cards.yaml in this folder, else the one that came with aa.",
        rich_help_panel=CARDS,
    ),
]
RuleOption = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="KEY=VALUE",
        help="A house rule, such as claim_at_zero=true or points.professor=4. May be repeated.",
        rich_help_panel=CARDS,
    ),
]


LanguageOption = Annotated[
    str | None,
    typer.Option(
        "--language",
        metavar="CODE",
        autocompletion=complete.languages,
        help="The language of the texts, such as en or de. Default: the one that the card file names.",
        rich_help_panel=CARDS,
    ),
]
ThemeOption = Annotated[
    str,
    typer.Option(
        "--theme",
        metavar="NAME",
        autocompletion=complete.templates("themes"),
        help="classic, low-ink, colour-safe, tagged, or a theme of your own.",
    ),
]


def load(cards: str | None, rules: list[str] | None, language: str | None = None) -> CardDatabase:
    """Returns the card database that these options mean."""
    from aa_tools.cards.database import load_cards

    return load_cards(str(card_file(cards)), rules_of(rules), language=language)


def card_file(cards: str | None) -> Path:
    """Returns the card file that the option means; from now on templates are looked for beside it first."""
    from aa_tools.files import find_data, look_first_in

    look_first_in(Path(cards).parent if cards else Path())
    return find_data("cards.yaml", cards)


def rules_of(rules: list[str] | None) -> dict[str, str]:
    """Returns the house rules that the command line sets."""
    given = [_rule(text) for text in rules or []]
    for number, (key, value) in enumerate(given):
        if key in dict(given[:number]):
            raise InputError(f"the rule {key} is given twice", place=Place(f"--rule {key}={value}"), hint="keep one")
    return dict(given)


def _rule(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise InputError("is no rule", place=Place(f"--rule {text}"), hint="write it as KEY=VALUE")
    return key.strip(), value.strip()


def check_output(option: str, path: Path, suffix: str, *inputs: str | None) -> None:
    """Raises InputError where a result would have the wrong kind of name, or replace what it was made from."""
    place = Place(f"{option} {path}")
    if path.suffix.lower() != suffix:
        raise InputError(f"is no name of a {suffix} file", place=place, hint=f"let it end in {suffix}")
    if any(each and os.path.exists(path) and os.path.exists(each) and path.samefile(each) for each in inputs):
        raise InputError("is what was given to be read", place=place, hint="choose another name")
