"""Digests of drawings: two cards with equal digests look the same."""

from __future__ import annotations

import hashlib
from array import array
from typing import Any


class DigestCanvas:
    """Stands in for a PDF canvas and for its paths, and notes what it is asked to draw into which stamp."""

    def __init__(self) -> None:
        self._stamps: dict[str, tuple[list[str], array[float]]] = {}
        self._digests: dict[str, str] = {}
        self._words, self._numbers = list[str](), array("d")

    def __getattr__(self, name: str) -> Any:
        def note(*arguments: object, **named: object) -> DigestCanvas:
            self._words.append(name)
            for each in (*arguments, *named.values()):
                if isinstance(each, str):
                    self._words.append(each)
                elif isinstance(each, float | int):
                    self._numbers.append(each)
            return self

        return note

    def beginForm(self, name: str, *box: float) -> None:  # noqa: D102, N802
        self._words, self._numbers = self._stamps[name] = [], array("d", box)

    def doForm(self, name: str) -> None:  # noqa: D102, N802
        self._words.append(self.digest(name))

    def digest(self, name: str) -> str:
        """Returns a digest of a stamp, and so of the stamps that it shows. Each call takes its own number of words."""
        if name not in self._digests:
            words, numbers = self._stamps[name]
            self._digests[name] = hashlib.sha256("\n".join(words).encode() + numbers.tobytes()).hexdigest()
        return self._digests[name]
