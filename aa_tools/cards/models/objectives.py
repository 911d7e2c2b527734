"""The card file's form of an objective, made from the vocabulary of measures: a new measure needs nothing here."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_type_hints

from pydantic import Field, create_model, model_validator

from aa_tools.cards.models.forms import AtLeastOne, Card, ColourName, Deck, Model, PatternText, Several
from aa_tools.cards.texts import LocalizedText
from aa_tools.errors import RulesError
from aa_tools.rules.areas import Pattern
from aa_tools.rules.measures import MEASURES, Measure
from aa_tools.rules.objectives import Best, Objective, Over


class ObjectiveModel(Model):
    """What a public card asks for: a measure with its parameters, and whether the most or the fewest claim it.

    Attributes:
        measure: What is measured in each zone.
        best: Whether the zone with the most or with the fewest claims the card.
    """

    measure: str
    best: Best = Field(default=Best.MOST, strict=False)

    @model_validator(mode="after")
    def _can_be_met(self) -> ObjectiveModel:
        try:
            self._measure()
        except RulesError as error:
            raise ValueError(str(error)) from error
        return self

    def _measure(self) -> Measure:
        measure = MEASURES[self.measure]
        return measure(**{field.name: getattr(self, field.name) for field in _parameters(measure)})

    def build(self, colours: list[str]) -> Objective:
        """Returns the objective as the rules know it; `colours` are the names in the order of their numbers."""
        colour, over = getattr(self, "colour", None), getattr(self, "over", None)
        number = None if colour is None else colours.index(colour)
        return Objective(self._measure(), number, over or Over.SUM, self.best)


class ColourObjectiveModel(ObjectiveModel):
    """An objective whose measure takes one colour; without a colour the numbers of all are combined.

    Attributes:
        colour: The colour that is measured; left out, every colour is.
        over: How the numbers of all colours make one: their sum, the largest (max) or the smallest (min).
    """

    colour: ColourName | None = None
    over: Over | None = Field(default=None, strict=False)

    @model_validator(mode="after")
    def _one_of_them(self) -> ColourObjectiveModel:
        if self.colour is not None and self.over is not None:
            raise ValueError("colour and over stand together; over combines all colours, so keep one of them")
        return self


def _parameters(measure: type[Measure]) -> tuple[dataclasses.Field[Any], ...]:
    return dataclasses.fields(measure)  # type: ignore[arg-type]


_FIELD_TYPES: dict[Any, Any] = {Pattern: PatternText, int: AtLeastOne, int | None: AtLeastOne | None}


def _form(measure: type[Measure]) -> type[ObjectiveModel]:
    hints, fields = get_type_hints(measure), dict[str, Any]()
    for field in _parameters(measure):
        kind = _FIELD_TYPES.get(hints[field.name], hints[field.name])
        fields[field.name] = (kind, ... if field.default is dataclasses.MISSING else field.default)
    base = ColourObjectiveModel if measure.of_one_colour else ObjectiveModel
    name = f"{measure.__name__}Objective"
    fields["measure"] = (Literal[measure.name], ...)
    made: type[ObjectiveModel] = create_model(name, __base__=base, __doc__=measure.__doc__, **fields)
    return made


FORMS = {name: _form(measure) for name, measure in MEASURES.items()}

if TYPE_CHECKING:
    AnyObjective = ObjectiveModel
else:
    AnyObjective = Annotated[Union[tuple(FORMS.values())], Field(discriminator="measure")]  # noqa: UP007


class ObjectiveCard(Card):
    """A public card: a professor.

    Attributes:
        text: The rule on the card.
        objective: What it asks for.
    """

    text: LocalizedText
    objective: AnyObjective


class AssignmentCard(ObjectiveCard):
    """A public card that asks for one colour."""

    @model_validator(mode="after")
    def _has_colour(self) -> AssignmentCard:
        if getattr(self.objective, "colour", None) is None:
            raise ValueError("an assignment asks for one colour; add colour to its objective")
        return self


class ProfessorDeck(Deck):
    """The professors."""

    cards: tuple[ObjectiveCard, ...] = Several


class AssignmentDeck(Deck):
    """The assignments."""

    cards: tuple[AssignmentCard, ...] = Several
