"""What a card file may hold: one frozen model for each mapping in cards.yaml."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationInfo,
    WithJsonSchema,
)

from aa_tools.cards.models.docstrings import describe
from aa_tools.cards.models.warning_kinds import WarningKind
from aa_tools.cards.physical import TAG_COUNT
from aa_tools.cards.texts import LANGUAGE, LANGUAGES, LocalizedText, Text
from aa_tools.errors import RulesError, suggest
from aa_tools.rules.areas import Pattern
from aa_tools.rules.ruleset import COLOURS, Side

T = TypeVar("T")


class Model(BaseModel):
    """A mapping in a file: no unknown keys, no value taken for another type, frozen once read."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, arbitrary_types_allowed=True, json_schema_extra=describe
    )


def by_rules(make: Callable[[str], T]) -> Callable[[object], object]:
    """Returns a validator that makes a value of the rules from its text."""

    def validate(text: object) -> object:
        if not isinstance(text, str):
            return text
        try:
            return make(text)
        except RulesError as error:
            problem = error.problems[0]
            raise ValueError(f"{problem.message}; {problem.hint}") from error

    return validate


def _known_colour(name: str, info: ValidationInfo) -> str:
    known = (info.context or {}).get("colours", [])
    if name not in known:
        raise ValueError(f"there is no colour {name!r}; {suggest(name, known)}")
    return name


def _known_warning_kind(name: str) -> str:
    if name not in list(WarningKind):
        raise ValueError(f"there is no warning {name!r}; {suggest(name, WarningKind)}")
    return name


def _known_letters(text: str, info: ValidationInfo) -> str:
    letters = (info.context or {}).get("letters")
    if not re.fullmatch(r"../..", text):
        raise ValueError(f'{text!r} is no card; write two quadrants, "/", two quadrants, such as RY/BR')
    if letters and (wrong := next((each for each in text.replace("/", "") if each not in letters), None)):
        raise ValueError(f"{wrong!r} is the letter of no colour; known: {', '.join(letters)}")
    return text


Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$", max_length=40)]
SideName = Annotated[Side, Field(strict=False)]
Language = Annotated[str, StringConstraints(pattern=f"^{LANGUAGES}$")]
ColourName = Annotated[str, AfterValidator(_known_colour)]
PatternText = Annotated[
    Pattern,
    BeforeValidator(by_rules(Pattern)),
    WithJsonSchema({"type": "string", "pattern": r"^(?=.*X)[X.]+(/[X.]+)*$"}),
]
Quadrants = Annotated[
    str, AfterValidator(_known_letters), WithJsonSchema({"type": "string", "pattern": "^[A-Z]{2}/[A-Z]{2}$"})
]
AtLeastOne = Annotated[int, Field(ge=1)]
Several = Field(strict=False, min_length=1)


class Game(Model):
    """What the game is called.

    Attributes:
        title: The name of the game; it stands on the cards and in the PDF files.
        tagline: A line under the name.
        language: The language of the texts where no other is asked for.
    """

    title: LocalizedText
    tagline: LocalizedText
    language: Language = LANGUAGE


class Colour(Model):
    """One colour of the quadrants.

    Attributes:
        letter: How typed tables call it: one capital letter.
        ink: How it is printed and how a photo is read: "#RRGGBB".
        hatch: The texture that tells it from the others without colour.
    """

    letter: Annotated[str, StringConstraints(pattern=r"^[A-Z]$")]
    ink: Annotated[str, StringConstraints(pattern=r"^#[0-9A-Fa-f]{6}$")]
    hatch: Literal["lines", "dots", "waves"]


WarningKindName = Annotated[
    str, AfterValidator(_known_warning_kind), WithJsonSchema({"type": "string", "enum": list(map(str, WarningKind))})
]
Accepted = dict[WarningKindName, Text]
"""Warnings that are meant, each with the reason."""


class Card(Model):
    """What every card has.

    Attributes:
        id: By this table files and records call the card: letters, digits and single "-". It never changes.
        tag: The number of the small square mark by which a camera knows the card.
        title: The name on the card.
        count: How many of it the deck has.
        accept: Warnings that are meant, each with the reason, such as {same-title: They are twins.}.
    """

    id: Id
    tag: int | None = Field(default=None, ge=0, le=TAG_COUNT - 1)
    title: LocalizedText
    count: int = Field(default=1, ge=1, le=99)
    accept: Accepted = Field(default={})


class CanvasCard(Card):
    """A card of the painting.

    Attributes:
        quadrants: The letters of the four quadrants, the upper row first, such as RY/BR.
    """

    title: LocalizedText | None = None  # type: ignore[assignment]
    quadrants: Quadrants


class InspirationModel(Card):
    """A private card that asks for a pattern.

    Attributes:
        text: The rule on the card.
        pattern: Rows of X and ".", the row farthest from the owner first, such as "XX/X./X.". It may be turned.
    """

    text: LocalizedText
    pattern: PatternText


class TextCard(Card):
    """A card that says something.

    Attributes:
        text: What it says.
    """

    text: LocalizedText


class Section(Model):
    """A heading and the lines under it.

    Attributes:
        heading: What the lines are about.
        lines: The lines; what stands before a colon is printed strong.
    """

    heading: LocalizedText
    lines: tuple[LocalizedText, ...] = Several


class ReferenceCard(Card):
    """A card that sums up the rules.

    Attributes:
        sections: What it says, in the order in which it stands on the card.
    """

    sections: tuple[Section, ...] = Several


class Deck(Model):
    """What every deck has.

    Attributes:
        template: The face template of its cards: a name in templates/faces.
        accept: Warnings that are meant for the deck or for all of its cards, each with the reason.
        cards: The cards of the deck.
    """

    template: Id
    accept: Accepted = Field(default={})


def check_colours(colours: dict[str, Colour]) -> dict[str, Colour]:
    """Raises ValueError where there are not three colours that differ in letter, ink and hatch."""
    if len(colours) != COLOURS:
        raise ValueError(f"the game has {COLOURS} colours, here are {len(colours)}")
    for what in ("letter", "ink", "hatch"):
        if len({getattr(colour, what).upper() for colour in colours.values()}) < COLOURS:
            raise ValueError(f"two colours have the same {what}; give each its own")
    return colours


def check_names(names: dict[Side, str]) -> dict[Side, str]:
    """Raises ValueError where a name cannot be printed, or a player could not be told from another or from a side."""
    each = list(names.values())
    if wrong := next((name for name in each if not name.isprintable()), None):
        raise ValueError(f"the name {wrong!r} cannot be printed; write it in one line")
    if twice := next((name for name in each if each.count(name) > 1), None):
        raise ValueError(f"two players are called {twice}; give each another name")
    if taken := next((name for side, name in names.items() if name in list(Side) and name != side), None):
        raise ValueError(f"{taken} is the name of a side; give the player another")
    return names


PlayerNames = Annotated[dict[SideName, Text], AfterValidator(check_names)]


class CanvasDeck(Deck):
    """The canvas cards."""

    cards: tuple[CanvasCard, ...] = Several


class InspirationDeck(Deck):
    """The inspirations."""

    cards: tuple[InspirationModel, ...] = Several


class TextDeck(Deck):
    """Cards that only say something, such as the first player card."""

    cards: tuple[TextCard, ...] = Several


class ReferenceDeck(Deck):
    """The reference cards."""

    cards: tuple[ReferenceCard, ...] = Several


Colours = Annotated[dict[str, Colour], AfterValidator(check_colours)]
