"""Two versions of a card file: which cards came, went and changed, field by field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from operator import getitem
from typing import Any

from pydantic import BaseModel

from aa_tools.cards.database import CardDatabase
from aa_tools.cards.models.objectives import ColourObjectiveModel
from aa_tools.rules.areas import Pattern
from aa_tools.rules.objectives import Over

_NOTHING = ""


class ChangeKind(StrEnum):
    """What became of a card."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


@dataclass(frozen=True)
class FieldChange:
    """A field that differs; "" stands for no value."""

    field: str
    old: str
    new: str


@dataclass(frozen=True)
class CardChange:
    """A card that differs, in its new deck where it has one; `fields` are those that differ or all it has."""

    card_id: str
    deck: str
    kind: ChangeKind
    fields: tuple[FieldChange, ...]


@dataclass(frozen=True)
class Comparison:
    """What differs between two card files.

    Attributes:
        settings: what differs outside the cards: game, rules, colours, the decks' own fields.
        cards: the cards that differ, in the order of the new file, those removed behind the rest of their deck.
    """

    settings: tuple[FieldChange, ...]
    cards: tuple[CardChange, ...]

    def __bool__(self) -> bool:
        return bool(self.settings or self.cards)


def compare_card_files(old: CardDatabase, new: CardDatabase) -> Comparison:
    """Compares two card files by their meaning: a default that is written out is no change."""
    was, now = _settings(old), _settings(new)
    return Comparison(tuple(_differences(was, now)), tuple(_cards(old, new)))


def _cards(old: CardDatabase, new: CardDatabase) -> Iterator[CardChange]:
    was = {card_id: deck for deck in old.decks for card_id in old.ids(deck)}
    now = {card_id: deck for deck in new.decks for card_id in new.ids(deck)}
    for deck in new.decks:
        for card_id in new.ids(deck):
            if card_id not in was:
                yield CardChange(card_id, deck, ChangeKind.ADDED, tuple(_differences({}, _fields(new, card_id))))
            elif changes := (*_moved(was[card_id], deck), *_differences(_fields(old, card_id), _fields(new, card_id))):
                yield CardChange(card_id, deck, ChangeKind.CHANGED, changes)
        for card_id in old.ids(deck):
            if card_id not in now:
                yield CardChange(card_id, deck, ChangeKind.REMOVED, tuple(_differences(_fields(old, card_id), {})))


def _moved(old_deck: str, deck: str) -> Iterator[FieldChange]:
    if old_deck != deck:
        yield FieldChange("deck", old_deck, deck)


def _fields(cards: CardDatabase, card_id: str) -> dict[str, str]:
    written = reduce(getitem, cards.path(card_id), cards.source.data)
    return {name: value for name, value in _flat(cards.card(card_id), written) if name != "id"}


def _settings(cards: CardDatabase) -> dict[str, str]:
    file, data = cards.file, cards.source.data
    parts = [(name, getattr(file, name), data.get(name)) for name in ("game", "rules", "colours")]
    parts += [(f"decks.{name}", _without_cards(deck), data["decks"][name]) for name, deck in cards.decks.items()]
    return {name: value for key, part, written in parts for name, value in _flat(part, written, f"{key}.")}


def _without_cards(deck: BaseModel) -> dict[str, object]:
    return {name: value for name, value in deck if name != "cards"}


def _differences(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[FieldChange]:
    for name in dict.fromkeys((*new, *old)):
        was, now = old.get(name, _NOTHING), new.get(name, _NOTHING)
        if was != now:
            yield FieldChange(name, was, now)


def _flat(value: object, written: Any, before: str = "") -> Iterator[tuple[str, str]]:
    """Yields the name and text of each field, those of mappings in mappings joined by dots, entries from 1.

    `written` is what stands for the value in the file: texts are taken from there, in all their languages.
    """
    if isinstance(value, ColourObjectiveModel) and value.colour is None and value.over is None:
        value = value.model_copy(update={"over": Over.SUM})
    if isinstance(value, str) and isinstance(written, Mapping):
        value = written
    if isinstance(value, BaseModel):
        value = dict(value)
    if isinstance(value, tuple | list):
        value, written = dict(enumerate(value, 1)), dict(enumerate(written or (), 1))
    if isinstance(value, Mapping):
        for name, part in value.items():
            yield from _flat(part, written.get(name) if isinstance(written, Mapping) else None, f"{before}{name}.")
    elif value is not None:
        yield before.removesuffix("."), _text(written if isinstance(written, str) else value)


def _text(value: object) -> str:
    if isinstance(value, Pattern):
        return value.text
    return str(value).lower() if isinstance(value, bool) else str(value)
