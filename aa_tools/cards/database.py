"""The card database: cards.yaml -> checked, frozen values, found by their ids and titles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import Any, Literal

from pydantic import ValidationError

from aa_tools.cards.models.forms import (
    CanvasCard,
    CanvasDeck,
    Card,
    Colours,
    Deck,
    Game,
    InspirationDeck,
    InspirationModel,
    Model,
    ReferenceDeck,
    TextDeck,
)
from aa_tools.cards.models.names import display_name, folded_names, normalise_name
from aa_tools.cards.models.objectives import AssignmentDeck, ObjectiveCard, ProfessorDeck
from aa_tools.cards.models.rules import RulesModel
from aa_tools.cards.models.validation import find_problems, in_order, require_file_kind
from aa_tools.cards.physical import TAG_COUNT
from aa_tools.cards.texts import LANGUAGE, TextResolver, numbers_of
from aa_tools.errors import InputError, Place, Problem, suggest
from aa_tools.files import DataFolders, SourceText, read_text
from aa_tools.rules.objectives import InspirationCard, PublicCard
from aa_tools.rules.ruleset import COLOURS, Kind, Rules
from aa_tools.yamlfile import Path, YamlFile, load_yaml

_FREE_TAGS = 3
"""How many free tags a message names."""


class Decks(Model):
    """The six decks.

    Attributes:
        canvas: The cards of the painting.
        inspiration: The private cards, each with a pattern.
        assignment: The public cards that ask for one colour.
        professor: The public cards that may ask for all colours.
        first_player: The card that decides ties.
        reference: The rules in short.
    """

    canvas: CanvasDeck
    inspiration: InspirationDeck
    assignment: AssignmentDeck
    professor: ProfessorDeck
    first_player: TextDeck
    reference: ReferenceDeck


class CardFile(Model):
    """The whole of cards.yaml.

    Attributes:
        format: The form of this file.
        game: What the game is called.
        rules: The house rules.
        colours: The three colours by their names, in the order of the rules.
        decks: The six decks.
    """

    format: Literal["aa.cards/1"]
    game: Game
    rules: RulesModel = RulesModel()
    colours: Colours
    decks: Decks


@dataclass(frozen=True)
class CardDatabase:
    """A checked card file.

    Attributes:
        file: what stands in the file.
        source: the file's data with the place of each value, for messages.
        language: in which its texts were read.
        languages: all in which it has texts.
        data: where the templates that go with it are looked for.
    """

    file: CardFile
    source: YamlFile
    language: str = LANGUAGE
    languages: tuple[str, ...] = ()
    data: DataFolders = DataFolders()

    @cached_property
    def rules(self) -> Rules:
        """The rules, house rules included."""
        return self.file.rules.build()

    @property
    def colours(self) -> list[str]:
        """The names of the colours, in the order of their numbers in the rules."""
        return list(self.file.colours)

    @property
    def letters(self) -> str:
        """The letters of the colours, in the same order."""
        return "".join(colour.letter for colour in self.file.colours.values())

    @property
    def decks(self) -> dict[str, Deck]:
        """The decks by name."""
        return {name: getattr(self.file.decks, name) for name in Decks.model_fields}

    @cached_property
    def _cards(self) -> dict[str, tuple[str, Card]]:
        return {card.id: (name, card) for name, deck in self.decks.items() for card in deck.cards}  # type: ignore[attr-defined]

    @cached_property
    def _named(self) -> dict[str, list[str]]:
        """The ids of the cards that a normalise_name name means."""
        named: dict[str, list[str]] = {}
        for deck, card in self._cards.values():
            for name in dict.fromkeys(folded_names(card, deck)):
                named.setdefault(name, []).append(card.id)
        return named

    def card(self, said: str, decks: Iterable[str] | None = None, place: Place | None = None) -> Card:
        """Returns a card by its id, or by its title or short name, whatever its case and accents.

        Args:
            said: what the card is called.
            decks: the decks in which it may be; any where left out.
            place: where this was written, for the message.

        Raises:
            InputError: no card of these decks is called so, or several are.
        """
        wanted = list(decks) if decks is not None else list(self.decks)
        ids = self._called(said, wanted)
        if len(ids) == 1:
            return self._cards[ids[0]][1]
        if ids:
            hint = f"did you mean {_or(display_name(self._cards[each][1]) for each in ids)}?"
            raise InputError(f"{said!r} is what several cards are called", place=place, hint=hint)
        if others := self._called(said, self.decks):
            message = f"{said} is a card of the {self.deck_of(others[0])} deck"
            raise InputError(message, place=place, hint=f"here a card of {_or(wanted)}")
        kind = f"{_or(wanted)} " if decks is not None else ""
        raise InputError(f"there is no {kind}card {said!r}", place=place, hint=self._nearest(said, wanted))

    def id_of(self, said: str, decks: Iterable[str]) -> str:
        """Returns the id of the one card of some decks that is called so, or else what was said."""
        ids = self._called(said, decks)
        return ids[0] if len(ids) == 1 else said

    def _called(self, said: str, decks: Iterable[str]) -> list[str]:
        """Returns the ids of the cards of some decks that are called so; an id as it is written means that card."""
        ids = [said] if said in self._cards else self._named.get(normalise_name(said), [])
        return [each for each in ids if self.deck_of(each) in decks]

    def _nearest(self, said: str, decks: Iterable[str]) -> str:
        """Returns a hint: the card of some decks whose name is most like this, or where they all stand."""
        names = [name for name, ids in self._named.items() if any(self.deck_of(each) in decks for each in ids)]
        close = get_close_matches(normalise_name(said), names, n=1, cutoff=0.6)
        if not close:
            return "aa cards list shows them all"
        return f"did you mean {_or(display_name(self._cards[each][1]) for each in self._called(close[0], decks))}?"

    def count(self, card_id: str) -> int:
        """Returns how many of a card the deck has, 0 where there is no such card."""
        return self._cards[card_id][1].count if card_id in self._cards else 0

    def ids(self, deck: str) -> list[str]:
        """Returns the ids of the cards of a deck, in the order of the file."""
        return [card_id for card_id, (name, _) in self._cards.items() if name == deck]

    def deck_of(self, card_id: str) -> str:
        """Returns the name of the deck of a card."""
        return self._cards[card_id][0]

    def path(self, card_id: str) -> Path:
        """Returns where a card stands in the file's data."""
        deck = self.deck_of(card_id)
        return ("decks", deck, "cards", self.ids(deck).index(card_id))

    def public_card(self, said: str, place: Place | None = None) -> PublicCard:
        """Returns an assignment or a professor as the rules know it; errors as `card`."""
        card = self.card(said, (Kind.ASSIGNMENT, Kind.PROFESSOR), place)
        assert isinstance(card, ObjectiveCard)
        kind = Kind(self.deck_of(card.id))
        return PublicCard(card.id, kind, self.rules.points[kind], card.objective.build(self.colours))

    def inspiration(self, said: str, place: Place | None = None) -> InspirationCard:
        """Returns an inspiration as the rules know it; errors as `card`."""
        card = self.card(said, (Kind.INSPIRATION,), place)
        assert isinstance(card, InspirationModel)
        return InspirationCard(card.id, self.rules.points[Kind.INSPIRATION], card.pattern)

    def canvas_card(self, said: str, place: Place | None = None) -> CanvasCard:
        """Returns a canvas card; errors as `card`."""
        card = self.card(said, ("canvas",), place)
        assert isinstance(card, CanvasCard)
        return card


def load_cards(
    path: str | None = None,
    rules: Mapping[str, str] | None = None,
    places: Mapping[str, Place] | None = None,
    language: str | None = None,
) -> CardDatabase:
    """Reads a card file.

    Args:
        path: the file; where left out, cards.yaml of the working folder, else the one that came with the program.
        rules: house rules that stand above those of the file, such as {"points.assignment": "4"}.
        places: where each of them was written; where left out, as an option of the command line.
        language: of the texts; where left out, the one that the file names.

    Raises:
        InputError: every error of the file at once.
    """
    data = DataFolders.beside(path)
    return parse_cards(read_text(str(data.find("cards.yaml", path))), rules, places, language, data)


def parse_cards(
    text: SourceText,
    rules: Mapping[str, str] | None = None,
    places: Mapping[str, Place] | None = None,
    language: str | None = None,
    data: DataFolders = DataFolders(),
) -> CardDatabase:
    """Reads a card file from its text, with templates from `data`; otherwise as `load_cards`."""
    source = load_yaml(text)
    require_file_kind(source, "cards")
    for key, value in (rules or {}).items():
        _set_rule(source, key, value, (places or {}).get(key, Place(f"--rule {key}={value}")))
    resolver = _text_resolver(source.data, language)
    result = find_problems(CardFile, source, {**_colours(source.data), "texts": resolver})
    if resolver.language not in resolver.found and (language is not None or resolver.lacking > 1):
        message = f"the texts of {source.source.name} are not in {resolver.language!r}"
        place = Place("--language") if language is not None else source.place(("game", "language"))
        raise InputError(message, place=place, hint=suggest(resolver.language, sorted(resolver.found)))
    problems = [] if isinstance(result, CardFile) else result
    problems += [*_same("id", str, source), *_same("tag", int, source, f"; {free_tags(source)}")]
    if problems or not isinstance(result, CardFile):
        raise InputError(in_order(problems))
    return CardDatabase(result, source, resolver.language, tuple(sorted(resolver.found | {resolver.language})), data)


def _set_rule(source: YamlFile, key: str, value: str, place: Place) -> None:
    """Puts a rule that was written elsewhere into the data, with its place."""
    try:
        data = load_yaml(SourceText(str(place), value)).data
    except InputError as error:
        raise InputError(Problem(problem.message, place, problem.hint) for problem in error.problems) from error
    steps = [int(part) if part.isdecimal() and len(part) < 10 else part for part in ("rules", *key.split("."))]
    mapping = source.data
    for step in steps[:-1]:
        mapping = mapping.setdefault(step, {}) if isinstance(mapping, dict) else None
    if not isinstance(mapping, dict):
        raise InputError(f"there is no rule {key}", place=place, hint=suggest(key, RulesModel.model_fields))
    mapping[steps[-1]] = data
    for length in range(2, len(steps) + 1):
        source.places.setdefault(tuple(steps[:length]), place)
        source.keys.setdefault(tuple(steps[:length]), place)
    # What is wrong with the rules as a whole is wrong since this option was given.
    source.places[("rules",)] = source.places[tuple(steps)] = source.keys[tuple(steps)] = place


def _text_resolver(data: Any, language: str | None) -> TextResolver:
    """Returns how texts are read: in the language asked for or that of the file, by its rules where they are sound."""
    top = data if isinstance(data, dict) else {}
    game = top.get("game")
    own = game.get("language") if isinstance(game, dict) else None
    try:
        # A number of the published game that these rules do not have, such as of a round left out, is 0.
        published = dict.fromkeys(numbers_of(RulesModel()), 0)
        numbers = published | numbers_of(RulesModel.model_validate(top.get("rules", {})))
    except ValidationError:
        numbers = None
    return TextResolver(language or (own if isinstance(own, str) else LANGUAGE), numbers)


def _colours(data: Any) -> dict[str, list[str]]:
    """Returns the names and letters of the colours, as far as the file has them, to check the cards by."""
    colours = data.get("colours") if isinstance(data, dict) else None
    if not isinstance(colours, dict):
        return {}
    names = [str(name) for name in colours]
    letters = [str(each["letter"]) for each in colours.values() if isinstance(each, dict) and "letter" in each]
    return (
        {"colours": names, "letters": letters}
        if {len(each) for each in letters} == {1} and len(set(letters)) == COLOURS
        else {"colours": names}
    )


def _same(key: str, kind: type, source: YamlFile, advice: str = "") -> list[Problem]:
    """Returns an error for each card that repeats the value of a key on an earlier card."""
    first: dict[object, tuple[object, Place]] = {}
    problems = []
    for value, place in _values(key, kind, source):
        # Windows and macOS hold files whose names differ by case alone for one, so ids may not.
        known = value.casefold() if isinstance(value, str) else value
        if known in first:
            before, at = first[known]
            message = f"the {key} {value} is used twice"
            if before != value:
                message = f"the {key}s {before} and {value} differ by case alone"
            problems.append(Problem(message, place, f"the first is in line {at.line}{advice}"))
        first.setdefault(known, (value, place))
    return problems


def free_tags(source: YamlFile) -> str:
    """Returns the lowest tags that no card of a file has, in words."""
    used = {tag for tag, _ in _values("tag", int, source)}
    free = [str(tag) for tag in range(TAG_COUNT) if tag not in used][:_FREE_TAGS]
    return f"free tags: {', '.join(free)}" if free else "no tag is free"


def _values(key: str, kind: type, source: YamlFile) -> Iterator[tuple[object, Place]]:
    decks = source.data.get("decks") if isinstance(source.data, dict) else None
    for name, deck in decks.items() if isinstance(decks, dict) else ():
        cards = deck.get("cards") if isinstance(deck, dict) else None
        for index, card in enumerate(cards if isinstance(cards, list) else ()):
            if isinstance(card, dict) and type(card.get(key)) is kind:
                yield card[key], source.place(("decks", name, "cards", index, key))


def _or(words: Iterable[str]) -> str:
    return " or ".join(words)
