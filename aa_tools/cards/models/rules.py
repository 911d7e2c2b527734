"""The house rules as a card file holds them."""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from aa_tools.cards.models.forms import AtLeastOne, Model
from aa_tools.errors import RulesError
from aa_tools.rules.ruleset import Kind, Round, Rules

_DEFAULT = Rules()


class Points(Model):
    """What a card of each kind is worth.

    Attributes:
        assignment: Points of an assignment.
        professor: Points of a professor.
        inspiration: Points of an inspiration.
    """

    assignment: int = Field(default=_DEFAULT.points[Kind.ASSIGNMENT], ge=0)
    professor: int = Field(default=_DEFAULT.points[Kind.PROFESSOR], ge=0)
    inspiration: int = Field(default=_DEFAULT.points[Kind.INSPIRATION], ge=0)


class RoundModel(Model):
    """What is drawn at the start of a round."""

    documented_by: ClassVar[type] = Round

    assignments_of_each_colour: int = Field(default=0, ge=0)
    assignments: int = Field(default=0, ge=0)
    professors: int = Field(default=0, ge=0)
    inspirations_per_player: int = Field(default=1, ge=0)


def _no_limit(value: object) -> object:
    return None if value == "no limit" else value


class RulesModel(Model):
    """The house rules; what is left out is as in the published game."""

    documented_by: ClassVar[type] = Rules

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
    rounds: tuple[RoundModel, ...] = Field(
        default=tuple(RoundModel(**vars(each)) for each in _DEFAULT.rounds), strict=False
    )

    @model_validator(mode="after")
    def _zones_fit(self) -> RulesModel:
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
        plain = {name: getattr(self, name) for name in RulesModel.model_fields}
        plain["points"] = MappingProxyType({kind: getattr(self.points, kind) for kind in Kind})
        plain["grid"] = MappingProxyType(dict(self.grid))
        plain["rounds"] = tuple(Round(**dict(each)) for each in self.rounds)
        return Rules(**plain)
