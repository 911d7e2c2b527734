"""What `aa cards check` may warn of, each by the name under which a card can accept it with a reason."""

from __future__ import annotations

from enum import StrEnum


class WarningKind(StrEnum):
    """A kind of warning; `meaning` says in a sentence what is warned of."""

    meaning: str

    def __new__(cls, name: str, meaning: str) -> WarningKind:  # noqa: D102
        self = str.__new__(cls, name)
        self._value_ = name
        self.meaning = meaning
        return self

    SAME_QUADRANTS = (
        "same-quadrants",
        "Two canvas cards show the same quadrants, or would after a half turn where the rules allow half turns.",
    )
    COLOUR_BALANCE = (
        "colour-balance",
        "Some colour stands on more quadrants of the canvas deck than another: more than a tenth of the mean over "
        "all quadrants, or more than a quarter at one corner of the cards.",
    )
    DECK_SIZE = ("deck-size", "A deck has fewer cards than the rounds and the hands need.")
    NEVER_FITS = (
        "never-fits",
        "A pattern, or a number of quadrants of a colour on one card, that no canvas made of this deck can hold.",
    )
    SAME_OBJECTIVE = (
        "same-objective",
        "Two inspirations have the same pattern, or two public cards were claimed alike on every random canvas.",
    )
    SAME_TITLE = ("same-title", "Two cards of a deck have the same title.")
    TIES_OFTEN = ("ties-often", "On more than half of the random canvases the tie rule decides who claims the card.")
    NOBODY_CLAIMS = ("nobody-claims", "On more than a quarter of the random canvases nobody claims the card.")
    PATTERN_ODDS = (
        "pattern-odds",
        "A zone of a random canvas holds the pattern in fewer than 5 or in more than 95 of 100 cases.",
    )
