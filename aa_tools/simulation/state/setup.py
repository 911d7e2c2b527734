"""What a game is played with: rules, players, and the cards as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from aa_tools.cards.analysis.sizes import assignments_per_colour, canvas_cards_laid, cards_drawn
from aa_tools.cards.database import CardDatabase
from aa_tools.errors import RulesError
from aa_tools.rules.canvas import EMPTY, zone_masks
from aa_tools.rules.objectives import InspirationCard, PublicCard
from aa_tools.rules.placement import Frame, Growth, growth
from aa_tools.rules.ruleset import HAND, Kind, Rules, Side, Zone, seats
from aa_tools.simulation.state.random_streams import Words, card_word
from aa_tools.text import pluralise

TURNED = 2
"""Codes of a canvas card: as it is printed, and upside down."""


class _Counted(Protocol):
    id: str
    count: int


def _copies(cards: Sequence[_Counted]) -> list[tuple[str, int]]:
    return [(card.id, copy) for card in cards for copy in range(card.count)]


def _words(copies: Sequence[tuple[str, int]]) -> Words:
    return np.array([card_word(card_id, copy) for card_id, copy in copies], np.uint64)


@dataclass(frozen=True, eq=False)
class Setup:
    """Everything that stays the same from game to game.

    Attributes:
        rules: the rules.
        players: how many play.
        canvas_ids: the id of each canvas card of the deck, copies by themselves.
        quadrants: their colours, int8 of shape (cards, 2, 2).
        public: the assignments and the professors, copies by themselves.
        inspirations: the inspirations, copies by themselves.
        words: by which each deck is shuffled: the words of the canvas cards, of `public` and of `inspirations`.
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
    def of(cls, cards: CardDatabase, players: int) -> Setup:
        """Takes the decks of a card file.

        Raises:
            RulesError: these rules and decks do not make a game of so many players.
        """
        decks = cards.file.decks
        canvas = _copies(decks.canvas.cards)
        public = _copies(decks.assignment.cards) + _copies(decks.professor.cards)
        inspirations = _copies(decks.inspiration.cards)
        colours = [[cards.letters.index(letter) for letter in cards.canvas_card(each).quadrants if letter != "/"]
                   for each, _ in canvas]  # fmt: skip
        setup = cls(
            cards.rules,
            players,
            tuple(card_id for card_id, _ in canvas),
            np.array(colours, np.int8).reshape(-1, 2, 2),
            tuple(cards.public_card(card_id) for card_id, _ in public),
            tuple(cards.inspiration(card_id) for card_id, _ in inspirations),
            (_words(canvas), _words(public), _words(inspirations)),
            cards.letters,
        )
        setup.check()
        return setup

    def check(self) -> None:
        """Raises RulesError where the decks are too small for the rounds, or the grid too large."""
        seats(self.players)
        if self.players not in self.rules.grid:
            raise RulesError(f"the rules have no grid for {self.players} players", hint="add it to rules.grid")
        Frame(self.side)
        for deck, has, needs in self._needs():
            if has < needs:
                raise RulesError(
                    f"the {deck} deck has {pluralise(has, 'card')}, a game of {self.players} needs {needs}",
                    hint="add cards to the deck or change the rounds",
                )

    def _needs(self) -> Iterator[tuple[str, int, int]]:
        """Yields each deck, how many cards it has and how many a game needs."""
        # The check of a card file asks for full hands to the end. To play on with fewer is possible where turns come
        # out even; where they do not, only full hands make sure that everybody always has a card.
        hands = 0 if self.spaces % self.players == 0 else HAND * self.players
        yield "canvas", len(self.canvas_ids), canvas_cards_laid(self.rules, self.players) + hands
        colours = [self.colour_of(index) for index in self.of_kind(Kind.ASSIGNMENT)]
        for colour, letter in enumerate(self.letters):
            yield f"assignment ({letter})", colours.count(colour), assignments_per_colour(self.rules)
        has = {"inspiration": len(self.inspirations), "assignment": len(colours)}
        has["professor"] = len(self.of_kind(Kind.PROFESSOR))
        for deck, needs in cards_drawn(self.rules, self.players).items():
            yield deck, has[deck], needs

    def of_kind(self, kind: Kind) -> list[int]:
        """Returns the indices of the public cards of a kind."""
        return [index for index, card in enumerate(self.public) if card.kind == kind]

    def colour_of(self, index: int) -> int:
        """Returns the colour of a public card, -1 for all."""
        colour = self.public[index].objective.colour
        return -1 if colour is None else colour

    @property
    def side(self) -> int:
        """Cards on a side of the canvas."""
        return self.rules.grid[self.players]

    @property
    def spaces(self) -> int:
        """Cards on the full canvas: the turns of a round."""
        return self.side**2

    @property
    def rounds(self) -> int:
        """Rounds of a game."""
        return len(self.rules.rounds)

    @property
    def reshuffled(self) -> bool:
        """Whether all canvas cards are shuffled again before each round; two players use the deck once."""
        return self.players > 2

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides in play, clockwise from south."""
        return seats(self.players)

    @property
    def zone(self) -> Zone:
        """How a zone is looked at."""
        return self.rules.zone(self.players)

    @property
    def frame(self) -> Frame:
        """The window in which the canvas grows."""
        return Frame(self.side)

    @cached_property
    def growth(self) -> Growth:
        """Where cards may go."""
        return growth(self.frame, self.sides, self.rules.home_rows)

    @property
    def ways(self) -> int:
        """Ways to lay a card on a space: one, or two where it may be turned upside down."""
        return TURNED if self.rules.half_turns else 1

    @cached_property
    def painted(self) -> NDArray[np.int8]:
        """The quadrants of each code, shape (codes, 2, 2): code 2 * card + turned, and last no card at all."""
        both = np.stack([self.quadrants, self.quadrants[:, ::-1, ::-1]], axis=1).reshape(-1, 2, 2)
        return np.concatenate([both, np.full((1, 2, 2), EMPTY, np.int8)])

    @cached_property
    def masks(self) -> NDArray[np.uint64]:
        """What a card adds to each zone: shape (spaces, codes, zones, colours), the last code adds nothing."""
        table = []
        for row in range(self.side):
            for column in range(self.side):
                alone = np.full((len(self.painted), 2 * self.side, 2 * self.side), EMPTY, np.int8)
                alone[:, 2 * row : 2 * row + 2, 2 * column : 2 * column + 2] = self.painted
                table.append(zone_masks(alone, self.sides, self.zone))
        return np.stack(table)

    @cached_property
    def holds(self) -> NDArray[np.bool_]:
        """Which zones hold each space, shape (spaces, zones)."""
        return np.asarray((self.masks != 0).any(axis=(1, 3)))
