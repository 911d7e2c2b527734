"""The saved object of Tabletop Simulator: decks of cards that refer to positions on sheets of faces.

The fields are those that public tools write and the game reads. A card's id encodes its sheet and its position there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from aa_tools.cards.database import CardDatabase
from aa_tools.printing.faces.compose import Face
from aa_tools.printing.output.rasters import Pixels
from aa_tools.text import pluralise

_DECK_STEP = 100
"""A card's id is the number of its sheet times this, plus its position on the sheet."""

_APART = 3.0
"""Distance between two decks on the table, in the game's unit."""


@dataclass(frozen=True)
class Grid:
    """Columns and rows of a sheet, and the size of a cell."""

    columns: int
    rows: int
    cell: Pixels

    @property
    def pixels(self) -> Pixels:
        """The size of the whole sheet."""
        return Pixels(self.columns * self.cell.width, self.rows * self.cell.height)


@dataclass(frozen=True)
class FaceSheet:
    """Some faces of a deck on one sheet.

    Attributes:
        number: number of the sheet, from 1.
        deck: name of the deck.
        faces: the faces in the order of their cells.
        grid: the cells; at least one more than faces.
        file: file name of the sheet.
        back: file name of the back.
    """

    number: int
    deck: str
    faces: tuple[Face, ...]
    grid: Grid
    file: str
    back: str


def saved_object(database: CardDatabase, sheets: Sequence[FaceSheet], addresses: dict[str, str]) -> dict[str, Any]:
    """Returns the saved object: a deck for each deck of the game, side by side, face down.

    Args:
        database: for the titles and texts of the cards.
        sheets: the faces.
        addresses: URL of each picture file.
    """
    decks: dict[str, list[FaceSheet]] = {}
    for sheet in sheets:
        decks.setdefault(sheet.deck, []).append(sheet)
    guids = _Guids()
    states = [
        _deck(database, deck, some_sheets, addresses, guids, _APART * (index - (len(decks) - 1) / 2))
        for index, (deck, some_sheets) in enumerate(decks.items())
    ]
    return {"SaveName": database.file.game.title, "ObjectStates": states}


def _deck(
    database: CardDatabase,
    deck: str,
    sheets: Sequence[FaceSheet],
    addresses: dict[str, str],
    guids: _Guids,
    x: float,
) -> dict[str, Any]:
    cards = [card for sheet in sheets for card in _cards(database, sheet, guids)]
    custom = {
        str(sheet.number): {
            "FaceURL": addresses[sheet.file],
            "BackURL": addresses[sheet.back],
            "NumWidth": sheet.grid.columns,
            "NumHeight": sheet.grid.rows,
            "BackIsHidden": True,
            "UniqueBack": False,
            "Type": 0,
        }
        for sheet in sheets
    }
    place = _transform(x)
    if len(cards) == 1:  # the game has no decks of one card
        return {**cards[0], "Transform": place, "CustomDeck": custom}
    return {
        "Name": "DeckCustom",
        "Transform": place,
        "Nickname": f"{database.file.game.title}: {deck.replace('_', ' ')}",
        "Description": pluralise(len(cards), "card"),
        "GUID": guids.of(f"deck {deck}"),
        "SidewaysCard": False,
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": custom,
        "ContainedObjects": cards,
    }


def _cards(database: CardDatabase, sheet: FaceSheet, guids: _Guids) -> Iterator[dict[str, Any]]:
    for place, face in enumerate(sheet.faces):
        card = database.card(face.card_id)
        for copy in range(face.count):
            yield {
                "Name": "Card",
                "Transform": _transform(0.0),
                "Nickname": card.title or card.id,
                "Description": getattr(card, "text", None) or "",
                "GUID": guids.of(f"card {card.id} {copy}"),
                "CardID": sheet.number * _DECK_STEP + place,
                "SidewaysCard": False,
            }


def _transform(x: float) -> dict[str, float]:
    place = {"posX": x, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0}
    return {**place, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}


class _Guids:
    """Assigns each object a unique id of six hexadecimal digits, the same in every export."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def of(self, name: str) -> str:
        guid = hashlib.sha256(name.encode()).hexdigest()[:6]
        while guid in self._given:
            guid = hashlib.sha256(guid.encode()).hexdigest()[:6]
        self._given.add(guid)
        return guid
