"""The card database: reads and checks cards.yaml; finds cards by id and title. The entry point of the package."""

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

_MAX_LISTED_TAGS = 3


class Decks(Model):
    """The six decks.

    Attributes:
        canvas: The cards of the painting.
        inspiration: Private cards, each with a pattern.
        assignment: Public cards that ask for one colour.
        professor: Public cards that may ask for all colours.
        first_player: The card that decides ties.
        reference: Cards with a summary of the rules.
    """

    canvas: CanvasDeck
    inspiration: InspirationDeck
    assignment: AssignmentDeck
    professor: ProfessorDeck
    first_player: TextDeck
    reference: ReferenceDeck


class CardFile(Model):
    """The top level of cards.yaml.

    Attributes:
        format: The version of the file format.
        game: The title of the game and the language of the texts.
        rules: The house rules.
        colours: The three colours by name.
        decks: The six decks.
    """

    format: Literal["aa.cards/1"]
    game: Game
    rules: RulesModel = RulesModel()
    colours: Colours
    decks: Decks


@dataclass(frozen=True)
class HouseRule:
    """A rule set outside the card file: its value as YAML, and the place to report if it is wrong."""

    value: str
    place: Place


@dataclass(frozen=True)
class CardDatabase:
    """A checked card file.

    Attributes:
        file: the contents of the file.
        source: the parsed YAML with the place of each value, for messages.
        language: the language of the texts in `file`.
        languages: all languages in which the file has texts.
        data: the folders in which its templates are looked up.
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
        """The names of the colours; the index is the colour number of the rules."""
        return list(self.file.colours)

    @property
    def letters(self) -> str:
        """The letters of the colours, in the order of `colours`."""
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
        """The ids of the cards by normalised name."""
        named: dict[str, list[str]] = {}
        for deck, card in self._cards.values():
            for name in dict.fromkeys(folded_names(card, deck)):
                named.setdefault(name, []).append(card.id)
        return named

    def card(self, name: str, decks: Iterable[str] | None = None, place: Place | None = None) -> Card:
        """Returns a card by its id, title or short name, ignoring case and accents.

        Args:
            name: the id, title or short name.
            decks: the decks to search; all if omitted.
            place: where the name was written, for the message.

        Raises:
            InputError: no card of these decks has this name, or several have.
        """
        wanted = list(decks) if decks is not None else list(self.decks)
        ids = self._matches(name, wanted)
        if len(ids) == 1:
            return self._cards[ids[0]][1]
        if ids:
            hint = f"did you mean {_or(display_name(self._cards[card_id][1]) for card_id in ids)}?"
            raise InputError(f"the name {name!r} is ambiguous", place=place, hint=hint)
        if others := self._matches(name, self.decks):
            message = f"{name} is a card of the {self.deck_of(others[0])} deck"
            raise InputError(message, place=place, hint=f"expected a card of {_or(wanted)}")
        kind = f"{_or(wanted)} " if decks is not None else ""
        raise InputError(f"there is no {kind}card {name!r}", place=place, hint=self._suggest(name, wanted))

    def id_of(self, name: str, decks: Iterable[str]) -> str:
        """Returns the id of the only card of some decks with a name, or else the name unchanged."""
        ids = self._matches(name, decks)
        return ids[0] if len(ids) == 1 else name

    def _matches(self, name: str, decks: Iterable[str]) -> list[str]:
        """Returns the ids of the cards of some decks with a name; an exact id takes precedence over titles."""
        ids = [name] if name in self._cards else self._named.get(normalise_name(name), [])
        return [card_id for card_id in ids if self.deck_of(card_id) in decks]

    def _suggest(self, name: str, decks: Iterable[str]) -> str:
        """Returns a hint with the card of some decks whose name is most similar, or else with the first few cards."""
        names = [known for known, ids in self._named.items() if any(self.deck_of(card_id) in decks for card_id in ids)]
        close = get_close_matches(normalise_name(name), names, n=1, cutoff=0.6)
        if not close:
            return suggest(name, [card_id for card_id in self._cards if self.deck_of(card_id) in decks])
        return f"did you mean {_or(display_name(self.card(card_id)) for card_id in self._matches(close[0], decks))}?"

    def count(self, card_id: str) -> int:
        """Returns the number of copies of a card, 0 for an unknown id."""
        return self._cards[card_id][1].count if card_id in self._cards else 0

    def ids(self, deck: str) -> list[str]:
        """Returns the ids of the cards of a deck, in the order of the file."""
        return [card_id for card_id, (name, _) in self._cards.items() if name == deck]

    def deck_of(self, card_id: str) -> str:
        """Returns the name of the deck of a card."""
        return self._cards[card_id][0]

    def path(self, card_id: str) -> Path:
        """Returns the path of a card in the YAML data."""
        deck = self.deck_of(card_id)
        return ("decks", deck, "cards", self.ids(deck).index(card_id))

    def public_card(self, name: str, place: Place | None = None) -> PublicCard:
        """Returns an assignment or a professor as a value of the rules. Raises as `card` does."""
        card = self.card(name, (Kind.ASSIGNMENT, Kind.PROFESSOR), place)
        assert isinstance(card, ObjectiveCard)
        kind = Kind(self.deck_of(card.id))
        return PublicCard(card.id, kind, self.rules.points[kind], card.objective.build(self.colours))

    def inspiration(self, name: str, place: Place | None = None) -> InspirationCard:
        """Returns an inspiration as a value of the rules. Raises as `card` does."""
        card = self.card(name, (Kind.INSPIRATION,), place)
        assert isinstance(card, InspirationModel)
        return InspirationCard(card.id, self.rules.points[Kind.INSPIRATION], card.pattern)

    def canvas_card(self, name: str, place: Place | None = None) -> CanvasCard:
        """Returns a canvas card. Raises as `card` does."""
        card = self.card(name, ("canvas",), place)
        assert isinstance(card, CanvasCard)
        return card


def load_cards(
    path: str | None = None,
    rules: Mapping[str, str | HouseRule] | None = None,
    language: str | None = None,
) -> CardDatabase:
    """Reads a card file.

    Args:
        path: the file; if omitted, cards.yaml in the working folder, else the one that came with the program.
        rules: house rules that override those of the file, as YAML, such as {"points.assignment": "4"}.
        language: the language of the texts; if omitted, the one that the file names.

    Raises:
        InputError: every error of the file at once.
    """
    data = DataFolders.beside(path)
    return parse_cards(read_text(str(data.find("cards.yaml", path))), rules, language, data)


def parse_cards(
    text: SourceText,
    rules: Mapping[str, str | HouseRule] | None = None,
    language: str | None = None,
    data: DataFolders = DataFolders(),
) -> CardDatabase:
    """Reads a card file from its text, with templates from `data`; otherwise like `load_cards`."""
    source = load_yaml(text)
    require_file_kind(source, "cards")
    for key, rule in (rules or {}).items():
        _set_rule(source, key, HouseRule(rule, Place(f"rule {key}={rule}")) if isinstance(rule, str) else rule)
    resolver = _text_resolver(source.data, language)
    result = find_problems(CardFile, source, {**_colours(source.data), "texts": resolver})
    if resolver.language not in resolver.found and (language is not None or resolver.missing > 1):
        place = Place(text.name) if language is not None else source.place(("game", "language"))
        hint = suggest(resolver.language, sorted(resolver.found))
        raise InputError(f"no texts in the language {resolver.language!r}", place=place, hint=hint)
    problems = [] if isinstance(result, CardFile) else result
    problems += [*_duplicates("id", str, source), *_duplicates("tag", int, source, f"; {free_tags(source)}")]
    if problems or not isinstance(result, CardFile):
        raise InputError(in_order(problems))
    return CardDatabase(result, source, resolver.language, tuple(sorted(resolver.found | {resolver.language})), data)


def _set_rule(source: YamlFile, key: str, rule: HouseRule) -> None:
    """Overrides a rule of the file."""
    place = rule.place
    try:
        data = load_yaml(SourceText(str(place), rule.value)).data
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
    # An error of the rules as a whole is reported at this rule, since it probably caused it.
    source.places[("rules",)] = source.places[tuple(steps)] = source.keys[tuple(steps)] = place


def _text_resolver(data: Any, language: str | None) -> TextResolver:
    """Returns the resolver for the requested language or the file's own, with the numbers of its rules if valid."""
    top = data if isinstance(data, dict) else {}
    game = top.get("game")
    own = game.get("language") if isinstance(game, dict) else None
    try:
        # A number of the published rules that these rules lack, such as of a removed round, is 0.
        published = dict.fromkeys(numbers_of(RulesModel()), 0)
        numbers = published | numbers_of(RulesModel.model_validate(top.get("rules", {})))
    except ValidationError:
        numbers = None
    return TextResolver(language or (own if isinstance(own, str) else LANGUAGE), numbers)


def _colours(data: Any) -> dict[str, list[str]]:
    """Returns the names and letters of the colours, as far as they are valid, to check the cards against."""
    colours = data.get("colours") if isinstance(data, dict) else None
    if not isinstance(colours, dict):
        return {}
    names = [str(name) for name in colours]
    letters = [str(value["letter"]) for value in colours.values() if isinstance(value, dict) and "letter" in value]
    is_valid = all(len(letter) == 1 for letter in letters) and len(set(letters)) == COLOURS
    return {"colours": names, "letters": letters} if is_valid else {"colours": names}


def _duplicates(key: str, kind: type, source: YamlFile, advice: str = "") -> list[Problem]:
    """Returns an error for each card with the same value of a key as an earlier card."""
    first: dict[object, tuple[object, Place]] = {}
    problems = []
    for value, place in _values(key, kind, source):
        # Ids become file names, and Windows and macOS do not distinguish names that differ only in case.
        known = value.casefold() if isinstance(value, str) else value
        if known in first:
            before, at = first[known]
            message = f"the {key} {value} is used twice"
            if before != value:
                message = f"the {key}s {before} and {value} differ only in case"
            problems.append(Problem(message, place, f"first used in line {at.line}{advice}"))
        first.setdefault(known, (value, place))
    return problems


def free_tags(source: YamlFile) -> str:
    """Returns a text with the lowest unused tags."""
    used = {tag for tag, _ in _values("tag", int, source)}
    free = [str(tag) for tag in range(TAG_COUNT) if tag not in used][:_MAX_LISTED_TAGS]
    return f"free tags: {', '.join(free)}" if free else "all tags are in use"


def _values(key: str, kind: type, source: YamlFile) -> Iterator[tuple[object, Place]]:
    decks = source.data.get("decks") if isinstance(source.data, dict) else None
    for name, deck in decks.items() if isinstance(decks, dict) else ():
        cards = deck.get("cards") if isinstance(deck, dict) else None
        for index, card in enumerate(cards if isinstance(cards, list) else ()):
            if isinstance(card, dict) and type(card.get(key)) is kind:
                yield card[key], source.place(("decks", name, "cards", index, key))


def _or(words: Iterable[str]) -> str:
    return " or ".join(words)
