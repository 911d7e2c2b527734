"""Compares two card files: cards that were added, removed and changed, field by field."""

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


class ChangeKind(StrEnum):
    """How a card differs between two files."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


@dataclass(frozen=True)
class FieldChange:
    """A field with different values; "" means no value."""

    field: str
    old: str
    new: str


@dataclass(frozen=True)
class CardChange:
    """A card that differs: its deck (the new one, if any) and its changed fields (all, if added or removed)."""

    card_id: str
    deck: str
    kind: ChangeKind
    fields: tuple[FieldChange, ...]


@dataclass(frozen=True)
class Comparison:
    """The differences between two card files.

    Attributes:
        settings: differences outside the cards: game, rules, colours and fields of decks.
        cards: the cards that differ, in the order of the new file; removed cards follow at the end of their deck.
    """

    settings: tuple[FieldChange, ...]
    cards: tuple[CardChange, ...]

    def __bool__(self) -> bool:
        return bool(self.settings or self.cards)


def compare_card_files(old: CardDatabase, new: CardDatabase) -> Comparison:
    """Compares two card files by value: a default that one file writes out is not a difference."""
    return Comparison(tuple(_differences(_settings(old), _settings(new))), tuple(_card_changes(old, new)))


def _card_changes(old: CardDatabase, new: CardDatabase) -> Iterator[CardChange]:
    was, now = ({card_id for deck in cards.decks for card_id in cards.ids(deck)} for cards in (old, new))
    for deck in new.decks:
        for card_id in new.ids(deck):
            if card_id not in was:
                yield CardChange(card_id, deck, ChangeKind.ADDED, tuple(_differences({}, _fields(new, card_id))))
                continue
            before, after = ({"deck": cards.deck_of(card_id), **_fields(cards, card_id)} for cards in (old, new))
            if changes := tuple(_differences(before, after)):
                yield CardChange(card_id, deck, ChangeKind.CHANGED, changes)
        for card_id in old.ids(deck):
            if card_id not in now:
                yield CardChange(card_id, deck, ChangeKind.REMOVED, tuple(_differences(_fields(old, card_id), {})))


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
        was, now = old.get(name, ""), new.get(name, "")
        if was != now:
            yield FieldChange(name, was, now)


def _flat(value: object, written: Any, before: str = "") -> Iterator[tuple[str, str]]:
    """Yields the name and text of each field. Dots separate nested names; list entries count from 1.

    `written` is the same value in the YAML data, which has the texts in all languages.
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
