"""The fixed inputs of a game: rules, number of players, and the cards as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from aa_tools.cards.analysis.odds import deck_quadrants
from aa_tools.cards.analysis.sizes import assignments_per_colour, canvas_cards_laid, cards_drawn
from aa_tools.cards.database import CardDatabase
from aa_tools.errors import RulesError
from aa_tools.rules.canvas import EMPTY, zone_masks
from aa_tools.rules.objectives import InspirationCard, PublicCard
from aa_tools.rules.placement import PlacementRules, PlacementWindow, placement_rules
from aa_tools.rules.ruleset import HAND_SIZE, Kind, Rules, Side, Zone, seats
from aa_tools.simulation.state.random_streams import Words, card_word
from aa_tools.text import pluralise

CODES_PER_CARD = 2
"""Codes for each canvas card: as printed, and upside down."""


class _CardWithCount(Protocol):
    id: str
    count: int


def _copies(cards: Sequence[_CardWithCount]) -> list[tuple[str, int]]:
    return [(card.id, copy) for card in cards for copy in range(card.count)]


def _card_words(copies: Sequence[tuple[str, int]]) -> Words:
    return np.array([card_word(card_id, copy) for card_id, copy in copies], np.uint64)


@dataclass(frozen=True, eq=False)
class GameSetup:
    """The rules and decks that are the same in every game; copies of a card are listed separately.

    Attributes:
        rules: the rules.
        players: number of players, 2 or 4.
        canvas_ids: the id of each canvas card.
        quadrants: colours of the canvas cards, int8 of shape (cards, 2, 2).
        public: the assignments, then the professors.
        inspirations: the inspirations.
        words: shuffling keys of the canvas cards, of `public` and of `inspirations`, see `random_streams.card_word`.
        letters: the letters of the colours.
    """

    rules: Rules
    players: int
    canvas_ids: tuple[str, ...]
    quadrants: NDArray[np.int8]
    public: tuple[PublicCard, ...]
    inspirations: tuple[InspirationCard, ...]
    words: tuple[Words, Words, Words]
    letters: str

    @classmethod
    def from_cards(cls, cards: CardDatabase, players: int) -> GameSetup:
        """Builds the setup from a card file.

        Raises:
            RulesError: the rules or decks do not allow a game with this number of players.
        """
        decks = cards.file.decks
        canvas = _copies(decks.canvas.cards)
        public = _copies(decks.assignment.cards) + _copies(decks.professor.cards)
        inspirations = _copies(decks.inspiration.cards)
        setup = cls(
            cards.rules,
            players,
            tuple(card_id for card_id, _ in canvas),
            deck_quadrants(cards),
            tuple(cards.public_card(card_id) for card_id, _ in public),
            tuple(cards.inspiration(card_id) for card_id, _ in inspirations),
            (_card_words(canvas), _card_words(public), _card_words(inspirations)),
            cards.letters,
        )
        setup.validate()
        return setup

    def validate(self) -> None:
        """Raises RulesError if a deck is too small for the rounds or the grid too large."""
        seats(self.players)
        if self.players not in self.rules.grid:
            raise RulesError(f"the rules have no grid for {self.players} players", hint="add it to rules.grid")
        PlacementWindow(self.side)
        for deck, has, needs in self._deck_sizes():
            if has < needs:
                raise RulesError(
                    f"the {deck} deck has {pluralise(has, 'card')}, a game of {self.players} needs {needs}",
                    hint="add cards to the deck or change the rounds",
                )

    def _deck_sizes(self) -> Iterator[tuple[str, int, int]]:
        """Yields (deck, number of cards it has, number of cards a game needs)."""
        # The check of a card file requires full hands to the end. A game can go on with fewer cards if every player has
        # the same number of turns; otherwise only full hands guarantee that each player always has a card.
        hands = 0 if self.spaces % self.players == 0 else HAND_SIZE * self.players
        yield "canvas", len(self.canvas_ids), canvas_cards_laid(self.rules, self.players) + hands
        colours = [self.colour_of(index) for index in self.cards_of_kind(Kind.ASSIGNMENT)]
        for colour, letter in enumerate(self.letters):
            yield f"assignment ({letter})", colours.count(colour), assignments_per_colour(self.rules)
        has = {"inspiration": len(self.inspirations), "assignment": len(colours)}
        has["professor"] = len(self.cards_of_kind(Kind.PROFESSOR))
        for deck, needs in cards_drawn(self.rules, self.players).items():
            yield deck, has[deck], needs

    def cards_of_kind(self, kind: Kind) -> list[int]:
        """Returns the indices in `public` of the cards of a kind."""
        return [index for index, card in enumerate(self.public) if card.kind == kind]

    def colour_of(self, index: int) -> int:
        """Returns the colour number of a public card, or -1 if it measures all colours."""
        colour = self.public[index].objective.colour
        return -1 if colour is None else colour

    @property
    def side(self) -> int:
        """Number of cards along one side of the canvas."""
        return self.rules.grid[self.players]

    @property
    def spaces(self) -> int:
        """Number of spaces on the full canvas, which is also the number of turns in a round."""
        return self.side**2

    @property
    def rounds(self) -> int:
        """Number of rounds in a game."""
        return len(self.rules.rounds)

    @property
    def reshuffles(self) -> bool:
        """Whether the canvas deck is reshuffled before each round; two players go through the deck once."""
        return self.players > 2

    @property
    def sides(self) -> tuple[Side, ...]:
        """The players' sides, clockwise from south."""
        return seats(self.players)

    @property
    def zone(self) -> Zone:
        """The shape of a zone."""
        return self.rules.zone(self.players)

    @property
    def frame(self) -> PlacementWindow:
        """The window in which the canvas grows."""
        return PlacementWindow(self.side)

    @cached_property
    def placement(self) -> PlacementRules:
        """The spaces where cards may be laid."""
        return placement_rules(self.frame, self.sides, self.rules.home_rows)

    @property
    def orientations(self) -> int:
        """Number of ways to lay a card on a space: 1, or 2 if the rules allow half turns."""
        return CODES_PER_CARD if self.rules.half_turns else 1

    @cached_property
    def code_quadrants(self) -> NDArray[np.int8]:
        """The quadrants of each card code, shape (codes, 2, 2): code 2 * card + turned; the last code is no card."""
        both = np.stack([self.quadrants, self.quadrants[:, ::-1, ::-1]], axis=1).reshape(-1, 2, 2)
        return np.concatenate([both, np.full((1, 2, 2), EMPTY, np.int8)])

    @cached_property
    def masks(self) -> NDArray[np.uint64]:
        """The zone masks of a single card on each space, shape (spaces, codes, zones, colours); 0 for the last code."""
        table = []
        for row in range(self.side):
            for column in range(self.side):
                canvas = np.full((len(self.code_quadrants), 2 * self.side, 2 * self.side), EMPTY, np.int8)
                canvas[:, 2 * row : 2 * row + 2, 2 * column : 2 * column + 2] = self.code_quadrants
                table.append(zone_masks(canvas, self.sides, self.zone))
        return np.stack(table)

    @cached_property
    def zones_at(self) -> NDArray[np.bool_]:
        """Whether each space is in each zone, shape (spaces, zones)."""
        return np.asarray((self.masks != 0).any(axis=(1, 3)))
