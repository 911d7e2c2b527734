"""What a card file may hold: one frozen model for each mapping in cards.yaml."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import MappingProxyType
from typing import Annotated, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationInfo,
    model_validator,
)

from aa_tools.cards.texts import LANGUAGE, LANGUAGES, Said, Text
from aa_tools.errors import RulesError, nearest
from aa_tools.rules.areas import Pattern
from aa_tools.rules.ruleset import COLOURS, Kind, Round, Rules, Side

_DEFAULT = Rules()

T = TypeVar("T")


class Form(BaseModel):
    """A mapping in a file: no unknown keys, no value taken for another type, frozen once read."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, arbitrary_types_allowed=True)


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
PatternText = Annotated[Pattern, BeforeValidator(by_rules(Pattern))]
Quadrants = Annotated[str, AfterValidator(_known_letters)]
AtLeastOne = Annotated[int, Field(ge=1)]
Several = Field(strict=False, min_length=1)

TAGS = 100
"""How many tags there are: those of the ArUco dictionary DICT_4X4_100."""


class Game(Form):
    """What the game is called, and the language of its texts where no other is asked for."""

    title: Said
    tagline: Said
    language: Language = LANGUAGE


class Points(Form):
    """What a card of each kind is worth."""

    assignment: int = Field(default=_DEFAULT.points[Kind.ASSIGNMENT], ge=0)
    professor: int = Field(default=_DEFAULT.points[Kind.PROFESSOR], ge=0)
    inspiration: int = Field(default=_DEFAULT.points[Kind.INSPIRATION], ge=0)


class RoundForm(Form):
    """What is drawn at the start of a round."""

    assignments_of_each_colour: int = Field(default=0, ge=0)
    assignments: int = Field(default=0, ge=0)
    professors: int = Field(default=0, ge=0)
    inspirations_per_player: int = Field(default=1, ge=0)


def _no_limit(value: object) -> object:
    return None if value == "no limit" else value


class RulesForm(Form):
    """The house rules; what is left out is as in the published game."""

    inspirations_per_round: Annotated[AtLeastOne | None, BeforeValidator(_no_limit)] = None
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

    `ink` is how it is printed; `hatch` the texture that tells it from the others without colour.
    """

    letter: Annotated[str, StringConstraints(pattern=r"^[A-Z]$")]
    ink: Annotated[str, StringConstraints(pattern=r"^#[0-9A-Fa-f]{6}$")]
    hatch: Literal["lines", "dots", "waves"]


class Card(Form):
    """What every card has; `tag` is the number of the small square mark by which a camera knows the card."""

    id: Id
    tag: int | None = Field(default=None, ge=0, le=TAGS - 1)
    title: Said
    count: int = Field(default=1, ge=1, le=99)


class CanvasCard(Card):
    """A card of the painting: four quadrants, written top row first."""

    title: Said | None = None  # type: ignore[assignment]
    quadrants: Quadrants


class InspirationForm(Card):
    """A private card that asks for a pattern."""

    text: Said
    pattern: PatternText


class TextCard(Card):
    """A card that says something."""

    text: Said


class Section(Form):
    """A heading and the lines under it."""

    heading: Said
    lines: tuple[Said, ...] = Several


class ReferenceCard(Card):
    """A card that sums up the rules."""

    sections: tuple[Section, ...] = Several


class Deck(Form):
    """What every deck has: the face template of its cards."""

    template: Id


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

    cards: tuple[InspirationForm, ...] = Several


class TextDeck(Deck):
    """Cards that only say something, such as the first player card."""

    cards: tuple[TextCard, ...] = Several


class ReferenceDeck(Deck):
    """The reference cards."""

    cards: tuple[ReferenceCard, ...] = Several


Colours = Annotated[dict[str, Colour], AfterValidator(check_colours)]
