"""The cards as rows of a spreadsheet, and rows put back into the card file with its comments and order."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap
from ruamel.yaml.scalarstring import DoubleQuotedScalarString

from aa_tools.cards.database import CardDatabase, CardFile, Decks, parse_cards
from aa_tools.cards.spreadsheet.formats import Cell, Row, Spreadsheet
from aa_tools.cards.texts import LANGUAGES
from aa_tools.errors import InputError, Place, Problem, suggest
from aa_tools.files import SourceText
from aa_tools.yamlfile import Path, load_yaml

_FIRST = ("deck", "id", "tag", "title", "count", "text", "quadrants", "pattern", "objective")

MOST_ROWS = 1000
"""Each is put into the card file by itself, which takes some milliseconds."""

_MOST = 200


def to_table(cards: CardDatabase) -> tuple[list[str], list[list[Cell]]]:
    """Returns the heads and the rows of all cards: a column for each key that is written, dots between nested keys."""
    flat = [
        {"deck": deck, **dict(_flat(card))}
        for deck in cards.decks
        for card in cards.source.data["decks"][deck]["cards"]
    ]
    written = dict.fromkeys(key for card in flat for key in card)
    heads = sorted(
        written, key=lambda key: _FIRST.index(first) if (first := key.split(".")[0]) in _FIRST else len(_FIRST)
    )
    return heads, [[card.get(head, "") for head in heads] for card in flat]


def _flat(card: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Cell]]:
    for key, value in card.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{key}.")
        elif value is not None:
            yield f"{before}{key}", _cell(value)


def _cell(value: object) -> Cell:
    if isinstance(value, bool | list):
        return json.dumps(value, ensure_ascii=False)
    return value if isinstance(value, int) else str(value)


def apply_rows(source: SourceText, spreadsheet: Spreadsheet) -> SourceText:
    """Returns the text of a card file with the cards of a spreadsheet.

    Only what differs is touched. Cards that are new stand at the end of their deck; cards that a deck of the
    spreadsheet no longer has are gone; decks that it does not name stay.

    Raises:
        InputError: every error of the spreadsheet at once, each with its row and column.
    """
    _check(spreadsheet)
    yaml, document = _load(source.text)
    decks, kinds = document["decks"], _kinds()
    here = {card["id"]: card for deck in decks.values() for card in deck["cards"]}
    for deck in dict.fromkeys(row.cells["deck"] for row in spreadsheet.rows):
        rows = {row.cells["id"]: row for row in spreadsheet.rows if row.cells["deck"] == deck}
        cards = decks[deck]["cards"]
        present = {card["id"]: card for card in cards}
        for card_id, row in rows.items():
            if card_id not in present:
                present[card_id] = _new(cards, here.get(card_id))
                cards.append(present[card_id])
            _update(present[card_id], row, kinds)
        for index in reversed(range(len(cards))):
            if cards[index]["id"] not in rows:
                del cards[index]
    written = SourceText(source.name, _dump(yaml, document))
    _parse(written, spreadsheet)
    return written


def _check(spreadsheet: Spreadsheet) -> None:
    if len(spreadsheet.rows) > MOST_ROWS:
        hint = f"at most {MOST_ROWS} are read"
        raise InputError(f"has {len(spreadsheet.rows)} rows", place=spreadsheet.place(MOST_ROWS + 2), hint=hint)
    problems = [*islice(_wrong_heads(spreadsheet), _MOST), *islice(_wrong_rows(spreadsheet), _MOST)]
    if problems:
        raise InputError(problems)


def _wrong_heads(spreadsheet: Spreadsheet) -> Iterator[Problem]:
    known = ["deck", *_kinds()]
    for head in ("deck", "id"):
        if head not in spreadsheet.heads:
            yield Problem(f"there is no column {head}", spreadsheet.place(1), "add it")
    for head in spreadsheet.heads:
        base, _, last = head.rpartition(".")
        is_known = head in known or base == "accept" or (base in known and re.fullmatch(LANGUAGES, last))
        if head and not is_known:
            yield Problem(f"the column {head} is not known", spreadsheet.place(1, head), suggest(head, known))


def _wrong_rows(spreadsheet: Spreadsheet) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for row in spreadsheet.rows:
        deck, card_id = row.cells.get("deck"), row.cells.get("id")
        if deck not in Decks.model_fields:
            message = f"there is no deck {deck!r}" if deck else "the row names no deck"
            yield Problem(message, spreadsheet.place(row.number, "deck"), suggest(deck or "", Decks.model_fields))
        if not card_id:
            yield Problem("the row has no id", spreadsheet.place(row.number, "id"), "give each card its own")
        elif card_id in first:
            message = f"the id {card_id} is used twice"
            yield Problem(message, spreadsheet.place(row.number, "id"), f"the first is in row {first[card_id]}")
        first.setdefault(card_id or "", row.number)


def _kinds() -> dict[str, str]:
    """Returns the JSON type of each key of a card, nested keys with dots; lists and mappings are "array"."""
    schema = CardFile.model_json_schema()
    kinds: dict[str, str] = {}
    for name, part in schema["$defs"].items():
        before = "objective." if name.endswith("Objective") else ""
        if before or "id" in part.get("properties", {}):
            for key, field in part["properties"].items():
                kinds.setdefault(f"{before}{key}", _kind(field))
    del kinds["objective"], kinds["accept"]
    return kinds


def _kind(field: Mapping[str, Any]) -> str:
    choices = field.get("anyOf", [field])
    return next((each["type"] for each in choices if each.get("type") not in (None, "null")), "string")


def _load(text: str) -> tuple[YAML, Any]:
    """Reads a file for editing, with the indentation that changes least."""
    tried = []
    for sequence, offset in ((4, 2), (2, 0), (6, 4)):
        yaml = YAML()
        yaml.preserve_quotes, yaml.width, yaml.brace_single_entry_mapping_in_flow_sequence = True, 4096, True
        yaml.indent(mapping=2, sequence=sequence, offset=offset)
        document = yaml.load(text)
        changed = sum(a != b for a, b in zip(text.splitlines(), _dump(yaml, document).splitlines(), strict=False))
        tried.append((changed, yaml, document))
    _, yaml, document = min(tried, key=lambda each: each[0])
    return yaml, document


def _dump(yaml: YAML, document: Any) -> str:
    stream = io.StringIO()
    yaml.dump(document, stream)
    return stream.getvalue()


def _new(cards: Any, moved: CommentedMap | None) -> CommentedMap:
    """Returns an empty card in the style of its neighbours, or one that comes from another deck."""
    card = CommentedMap() if moved is None else moved
    if moved is None and len(cards) and cards[-1].fa.flow_style():
        card.fa.set_flow_style()
    return card


def _update(card: CommentedMap, row: Row, kinds: Mapping[str, str]) -> None:
    """Changes what differs in a card; a key whose cell is empty is gone."""
    before = dict(_flat(card))
    for key in before:
        if key not in row.cells:
            _set(card, key.split("."), None)
    for key, text in row.cells.items():
        if key != "deck" and str(before.get(key, "")) != text:
            _set(card, key.split("."), _value(text, kinds.get(key, "string")))


def _set(card: CommentedMap, path: list[str], value: Any) -> None:
    """Puts a value at a path, or takes away what stands there, and the mappings that are empty then."""
    key, *inner = path
    if value is None:
        if inner and key in card:
            _set(card[key], inner, None)
        if not inner or not card.get(key):
            card.pop(key, None)
    elif not inner:
        card[key] = value
    else:
        if not isinstance(card.get(key), CommentedMap):
            card[key] = CommentedMap()
            card[key].fa.set_flow_style()
        _set(card[key], inner, value)


def _value(text: str, kind: str) -> Any:
    """Returns a cell as the value that the file needs; what is no such value stays text, to be told as an error."""
    if kind == "string":
        return text if _reads_as_itself(text) else DoubleQuotedScalarString(text)
    try:
        return load_yaml(SourceText("", text)).data
    except InputError:
        return text


def _reads_as_itself(text: str) -> bool:
    """Returns whether a text needs no quotes, in a block of lines and in braces."""
    try:
        return bool(
            load_yaml(SourceText("", text)).data == text and load_yaml(SourceText("", f"[{text}]")).data == [text]
        )
    except InputError:
        return False


def _parse(written: SourceText, spreadsheet: Spreadsheet) -> None:
    """Checks the new card file; its errors are told by the cells from which they come."""
    try:
        parse_cards(written)
    except InputError as error:
        raise InputError(_in_cells(error, written, spreadsheet)) from error


def _in_cells(error: InputError, written: SourceText, spreadsheet: Spreadsheet) -> Iterator[Problem]:
    file = load_yaml(written)
    paths: dict[Place | None, Path] = {place: path for path, place in (*file.places.items(), *file.keys.items())}
    rows = {row.cells["id"]: row.number for row in spreadsheet.rows}
    for problem in error.problems:
        yield Problem(
            problem.message, _cell_place(paths.get(problem.place, ()), file.data, rows, spreadsheet), problem.hint
        )


def _cell_place(path: Path, data: Any, rows: Mapping[str, int], spreadsheet: Spreadsheet) -> Place:
    if path[:1] != ("decks",) or len(path) < 4:
        return Place(spreadsheet.name)
    card_id = data["decks"][path[1]]["cards"][path[3]].get("id")
    row = rows.get(str(card_id), 1)
    return spreadsheet.place(row, ".".join(str(part) for part in path[4:]) or "id")
