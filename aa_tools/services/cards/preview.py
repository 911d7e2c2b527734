"""Draws and checks a card file again after each edit, and holds what the live page shows."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aa_tools.cards.database import CardDatabase, HouseRule, parse_cards
from aa_tools.errors import ErrorCollector, Problem
from aa_tools.files import DataFolders, read_text, safe_writer
from aa_tools.printing.faces.compose import try_compose_faces
from aa_tools.printing.pages.gallery import Gallery

MAX_WAIT_S = 20
"""How long a request for the state waits for a change before it is answered with the same state."""


@dataclass(frozen=True)
class PreviewOptions:
    """What to draw: the card file, house rules, language, theme, and the folders of the templates."""

    path: Path
    rules: Mapping[str, str | HouseRule] = field(default_factory=dict)
    language: str | None = None
    theme: str = "classic"
    data: DataFolders = DataFolders()


@dataclass(frozen=True)
class Snapshot:
    """The faces and errors of a card file at one moment.

    Attributes:
        database: the card file, or None if it cannot be read.
        gallery: its faces; the earlier faces if it cannot be read.
        problems: the errors that keep it from being read or drawn.
    """

    database: CardDatabase | None
    gallery: Gallery
    problems: tuple[Problem, ...]


def take_snapshot(options: PreviewOptions, before: Gallery) -> Snapshot:
    """Reads the card file and draws the faces that differ from an earlier gallery. Raises nothing for bad input."""
    problems, database, gallery = ErrorCollector(), None, before
    with problems:
        text = read_text(str(options.path))
        database = parse_cards(text, options.rules, language=options.language, data=options.data)
    if database:
        with problems:
            gallery = before.redrawn(try_compose_faces(database, theme=options.theme))
            problems.found += [problem for picture in gallery.undrawn for problem in picture.problems]
    return Snapshot(database, gallery, tuple(dict.fromkeys(problems.found)))


def write_pictures(gallery: Gallery, before: Gallery, folder: Path) -> None:
    """Writes the faces that differ from an earlier gallery as ID.png, and removes those of cards without a face."""
    for picture in gallery.new_since(before):
        with safe_writer(folder / f"{picture.card_id}.png") as file:
            file.write(picture.png)
    for card_id in gallery.gone_since(before):
        (folder / f"{card_id}.png").unlink(missing_ok=True)


class PreviewState:
    """What the live page shows, shared by the thread that draws and those that answer requests."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._version = 0
        self._state: dict[str, Any] = {"title": "", "decks": [], "findings": [], "summary": "", "stale": False}
        self._pictures: dict[str, bytes] = {}

    def publish_faces(self, snapshot: Snapshot) -> None:
        """Shows new faces. Errors, if any, replace the findings of the last check."""
        decks: dict[str, list[dict[str, Any]]] = {}
        for picture in snapshot.gallery.pictures:
            card = {"id": picture.card_id, "count": picture.count, "key": picture.key}
            if picture.problems:
                card["error"] = "; ".join(problem.message for problem in picture.problems)
            decks.setdefault(picture.deck.replace("_", " "), []).append(card)
        shown: dict[str, Any] = {"decks": [{"name": name, "cards": cards} for name, cards in decks.items()]}
        shown["stale"] = snapshot.database is None
        if snapshot.database:
            shown["title"] = snapshot.database.file.game.title
        if snapshot.problems:
            shown["findings"] = _errors(snapshot)
        self._publish(shown, {picture.key: picture.png for picture in snapshot.gallery.pictures if picture.png})

    def publish_findings(self, snapshot: Snapshot, warnings: Iterable[Problem], summary: str) -> None:
        """Shows the result of a check."""
        found = _errors(snapshot) + [_finding("warning", warning) for warning in warnings]
        self._publish({"findings": found, "summary": summary}, None)

    def _publish(self, shown: dict[str, Any], pictures: dict[str, bytes] | None) -> None:
        with self._changed:
            self._state |= shown
            self._pictures = self._pictures if pictures is None else pictures
            self._version += 1
            self._changed.notify_all()

    def to_json(self, seen: int) -> bytes:
        """Returns the state as JSON. Waits until its version differs from `seen`, at most `MAX_WAIT_S` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._version != seen, MAX_WAIT_S)
            return json.dumps({"version": self._version, **self._state}).encode()

    def picture(self, key: str) -> bytes | None:
        """Returns a face as PNG by its key, or None."""
        with self._changed:
            return self._pictures.get(key)


def _errors(snapshot: Snapshot) -> list[dict[str, str]]:
    """Returns the errors as findings, each with the first card that cannot be drawn because of it."""
    undrawn = reversed(snapshot.gallery.undrawn)
    cards = {problem: picture.card_id for picture in undrawn for problem in picture.problems}
    return [_finding("error", problem, cards.get(problem, "")) for problem in snapshot.problems]


def _finding(kind: str, problem: Problem, card: str = "") -> dict[str, str]:
    place = str(problem.place or "")
    return {"kind": kind, "place": place, "message": problem.message, "hint": problem.hint, "card": card}
