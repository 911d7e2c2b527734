"""What is known of a table -> a table file: the repair form of a doubtful photo."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from aa_tools.tables.tablefile import TableText


def table_file(text: TableText, comments: Iterable[str] = ()) -> str:
    """Returns a text that `parse_table` reads as the same table: a bare grid where nothing else is known.

    Args:
        text: the table; its grid must be there.
        comments: lines to put above it.
    """
    assert text.grid is not None
    rows = text.grid.text.strip("\n").split("\n")
    said = list(_said(text))
    grid = ["canvas: |", *(f"  {row}" for row in rows)] if said else rows
    return "\n".join([*(f"# {line}" for line in comments), *said, *grid]) + "\n"


def _said(text: TableText) -> Iterator[str]:
    if text.names:
        yield "players: " + _mapping((side, _quoted(name.text)) for side, name in text.names.items())
    if text.first_player:
        yield f"first_player: {_quoted(text.first_player.text)}"
    if text.objectives:
        yield f"objectives: [{', '.join(card.text for card in text.objectives)}]"
    if text.inspirations:
        yield "inspirations:"
        hands: dict[str, list[str]] = {}
        for who, card in text.inspirations:
            hands.setdefault(who.text, []).append(card.text)
        yield from (f"  {_quoted(who)}: [{', '.join(ids)}]" for who, ids in hands.items())
    if text.bottom and text.bottom.text != "south":
        yield f"bottom: {_quoted(text.bottom.text)}"
    if text.doubts:
        yield "doubts: " + _mapping(
            (f"r{row + 1}c{column + 1}", _quoted(each.text)) for (row, column), each in text.doubts.items()
        )


def _mapping(pairs: Iterable[tuple[str, str]]) -> str:
    return "{" + ", ".join(f"{key}: {value}" for key, value in pairs) + "}"


def _quoted(text: str) -> str:
    """Returns a text as YAML reads it back; plain where it is one plain word."""
    plain = (
        text.isascii() and text.isalpha() and text.lower() not in ("yes", "no", "on", "off", "true", "false", "null")
    )
    return text if plain else json.dumps(text, ensure_ascii=False)
