"""What a card file may hold: one frozen model for each mapping in cards.yaml."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import MappingProxyType
from typing import Annotated, ClassVar, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationInfo,
    WithJsonSchema,
    model_validator,
)

from aa_tools.cards.concerns import Concern
from aa_tools.cards.meanings import describe
from aa_tools.errors import RulesError, nearest
from aa_tools.rules.areas import Pattern
from aa_tools.rules.ruleset import COLOURS, Kind, Round, Rules

_DEFAULT = Rules()

T = TypeVar("T")


class Form(BaseModel):
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
            fault = error.faults[0]
            raise ValueError(f"{fault.message}; {fault.hint}") from error

    return validate


def _known_colour(name: str, info: ValidationInfo) -> str:
    known = (info.context or {}).get("colours", [])
    if name not in known:
        raise ValueError(f"there is no colour {name!r}; {nearest(name, known)}")
    return name


def _known_concern(name: str) -> str:
    if name not in list(Concern):
        raise ValueError(f"there is no warning {name!r}; {nearest(name, Concern)}")
    return name


def _known_letters(text: str, info: ValidationInfo) -> str:
    letters = (info.context or {}).get("letters")
    if not re.fullmatch(r"../..", text):
        raise ValueError(f'{text!r} is no card; write two quadrants, "/", two quadrants, such as RY/BR')
    if letters and (wrong := next((each for each in text.replace("/", "") if each not in letters), None)):
        raise ValueError(f"{wrong!r} is the letter of no colour; known: {', '.join(letters)}")
    return text


Text = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]
Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$", max_length=40)]
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


class Game(Form):
    """What the game is called.

    Attributes:
        title: The name of the game; it stands on the cards and in the PDF files.
        tagline: A line under the name.
    """

    title: Text
    tagline: Text


class Points(Form):
    """What a card of each kind is worth.

    Attributes:
        assignment: Points of an assignment.
        professor: Points of a professor.
        inspiration: Points of an inspiration.
    """

    assignment: int = Field(default=_DEFAULT.points[Kind.ASSIGNMENT], ge=0)
    professor: int = Field(default=_DEFAULT.points[Kind.PROFESSOR], ge=0)
    inspiration: int = Field(default=_DEFAULT.points[Kind.INSPIRATION], ge=0)


class RoundForm(Form):
    """What is drawn at the start of a round."""

    described_by: ClassVar[type] = Round

    assignments_of_each_colour: int = Field(default=0, ge=0)
    assignments: int = Field(default=0, ge=0)
    professors: int = Field(default=0, ge=0)
    inspirations_per_player: int = Field(default=1, ge=0)


def _no_limit(value: object) -> object:
    return None if value == "no limit" else value


class RulesForm(Form):
    """The house rules; what is left out is as in the published game."""

    described_by: ClassVar[type] = Rules

    inspirations_per_round: Annotated[
        AtLeastOne | None,
        BeforeValidator(_no_limit),
        WithJsonSchema({"anyOf": [{"const": "no limit"}, {"type": "integer", "minimum": 1}, {"type": "null"}]}),
    ] = None
    home_rows: bool = _DEFAULT.home_rows
    mirrored_patterns: bool = _DEFAULT.mirrored_patterns
    half_turns: bool = _DEFAULT.half_turns
    claim_at_zero: bool = _DEFAULT.claim_at_zero
    points: Points = Points()
    grid: dict[Literal[2, 4], Annotated[int, Field(ge=1, le=8)]] = Field(default=dict(_DEFAULT.grid), min_length=1)  # type: ignore[arg-type]
    zone_depth: int = Field(default=_DEFAULT.zone_depth, ge=1)
    rounds: tuple[RoundForm, ...] = Field(
        default=tuple(RoundForm(**vars(each)) for each in _DEFAULT.rounds), strict=False
    )

    @model_validator(mode="after")
    def _zones_fit(self) -> RulesForm:
        for players, cards in self.grid.items():
            if self.zone_depth > cards:
                raise ValueError(
                    f"zone_depth {self.zone_depth} is deeper than the grid of {cards} for {players} players"
                )
            try:
                self.build().zone(players)
            except RulesError as error:
                raise ValueError(str(error)) from error
        return self

    def build(self) -> Rules:
        """Returns the rules as the game plays them."""
        plain = {name: getattr(self, name) for name in RulesForm.model_fields}
        plain["points"] = MappingProxyType({kind: getattr(self.points, kind) for kind in Kind})
        plain["grid"] = MappingProxyType(dict(self.grid))
        plain["rounds"] = tuple(Round(**dict(each)) for each in self.rounds)
        return Rules(**plain)


class Colour(Form):
    """One colour of the quadrants.

    Attributes:
        letter: How typed tables call it: one capital letter.
        ink: How it is printed and how a photo is read: "#RRGGBB".
        hatch: The texture that tells it from the others without colour.
    """

    letter: Annotated[str, StringConstraints(pattern=r"^[A-Z]$")]
    ink: Annotated[str, StringConstraints(pattern=r"^#[0-9A-Fa-f]{6}$")]
    hatch: Literal["lines", "dots", "waves"]


ConcernName = Annotated[
    str, AfterValidator(_known_concern), WithJsonSchema({"type": "string", "enum": list(map(str, Concern))})
]
Accepted = dict[ConcernName, Text]
"""Warnings that are meant, each with the reason."""


class Card(Form):
    """What every card has.

    Attributes:
        id: By this table files and records call the card: letters, digits and single "-". It never changes.
        title: The name on the card.
        count: How many of it the deck has.
        accept: Warnings that are meant, each with the reason, such as {same-title: They are twins.}.
    """

    id: Id
    title: Text
    count: int = Field(default=1, ge=1, le=99)
    accept: Accepted = Field(default={})


class CanvasCard(Card):
    """A card of the painting.

    Attributes:
        quadrants: The letters of the four quadrants, the upper row first, such as RY/BR.
    """

    title: Text | None = None  # type: ignore[assignment]
    quadrants: Quadrants


class InspirationForm(Card):
    """A private card that asks for a pattern.

    Attributes:
        text: The rule on the card.
        pattern: Rows of X and ".", the row farthest from the owner first, such as "XX/X./X.". It may be turned.
    """

    text: Text
    pattern: PatternText


class TextCard(Card):
    """A card that says something.

    Attributes:
        text: What it says.
    """

    text: Text


class Section(Form):
    """A heading and the lines under it.

    Attributes:
        heading: What the lines are about.
        lines: The lines; what stands before a colon is printed strong.
    """

    heading: Text
    lines: tuple[Text, ...] = Several


class ReferenceCard(Card):
    """A card that sums up the rules.

    Attributes:
        sections: What it says, in the order in which it stands on the card.
    """

    sections: tuple[Section, ...] = Several


class Deck(Form):
    """What every deck has.

    Attributes:
        template: The face template of its cards: a name in templates/faces.
        accept: Warnings that are meant for the deck or for all of its cards, each with the reason.
        cards: The cards of the deck.
    """

    template: Id
    accept: Accepted = Field(default={})


def check_colours(colours: dict[str, Colour]) -> dict[str, Colour]:
    """Raises ValueError where there are not three colours with a letter each."""
    if len(colours) != COLOURS:
        raise ValueError(f"the game has {COLOURS} colours, here are {len(colours)}")
    letters = [colour.letter for colour in colours.values()]
    if len(set(letters)) < COLOURS:
        raise ValueError("two colours have the same letter; give each its own")
    return colours


class CanvasDeck(Deck):
    """The canvas cards."""

    cards: tuple[CanvasCard, ...] = Several


class InspirationDeck(Deck):
    """The inspirations."""

    cards: tuple[InspirationForm, ...] = Several


class TextDeck(Deck):
    """Cards that only say something, such as the first player card."""

    cards: tuple[TextCard, ...] = Several


class ReferenceDeck(Deck):
    """The reference cards."""

    cards: tuple[ReferenceCard, ...] = Several


Colours = Annotated[dict[str, Colour], AfterValidator(check_colours)]
