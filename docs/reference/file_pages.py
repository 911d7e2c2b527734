"""The pages of the files that people write, from their JSON Schemas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from aa_tools.cards.models.warning_kinds import WarningKind
from aa_tools.services.cards.schemas import MODELS

Schema = dict[str, Any]

CARD_FILE = """\
# The card file

`cards.yaml` holds every card, the colours and the house rules. It is [YAML](https://yaml.org): `key: value`, lists with
`-`, and comments after `#`. `aa cards check` tells every error with its line and column. Values that YAML would read as
something else than they look like (`no`, `1:30`, `0110`) are refused; put them in quotes. Keys in bold must be there.

"""

WARNINGS = """\
## Warnings

`aa cards check` also warns of what is allowed but seldom meant. The name of a warning stands behind it in brackets.
Where it is meant, say so with a reason, at the card or for the whole deck, and it is told no more:

```yaml
- {id: C55, quadrants: RR/YY, accept: {same-quadrants: The game needs two of these.}}
```

An `accept` with nothing to accept is told too, so that none is left behind.

"""

TEMPLATES = """\
# Templates and tables

`templates/` holds how cards and sheets look. A template in the folder where you work stands before the one of the same
name that came with the program. Lengths are millimetres, sizes of text are points. Keys in bold must be there.

"""

_TITLES = {
    "face": "A face: templates/faces/*.yaml",
    "theme": "A theme: templates/themes/*.yaml",
    "paper": "A paper: templates/papers/*.yaml",
    "outlet": "An outlet: templates/outlets/*.yaml",
    "pad": "The score pads: templates/pads/*.yaml",
    "table": "A table: table.yaml",
}
_NAMES = {
    "CardFile": "The whole file",
    "FaceModel": "Face",
    "ThemeModel": "Theme",
    "PaperModel": "Paper",
    "PadModel": "Score pads",
    "TableModel": "Table",
    "RulesModel": "rules",
    "RoundModel": "A round",
    "InspirationModel": "An inspiration",
    "ObjectiveCard": "A professor",
    "AssignmentCard": "An assignment",
    "CanvasCard": "A canvas card",
    "TextDeck": "The first player deck",
    "TextCard": "A card with text",
    "ReferenceCard": "A reference card",
    "Colour": "A colour",
    "Section": "A section",
    "ArtBox": "A box of art",
    "TextBox": "A box of text",
    "SectionsBox": "A box of sections",
    "Box": "box_mm",
    "Margins": "margins_mm",
    "MarksModel": "marks_mm",
    "OutletModel": "Outlet",
    "PixelsModel": "A size in pixels",
}
"""What a page calls a model; others by their own name."""


def card_file() -> str:
    """Returns the page of the card file."""
    warnings = table(("Warning", "What it warns of"), ([f"`{each}`", each.meaning] for each in WarningKind))
    return CARD_FILE + _sections("CardFile", MODELS["cards"].model_json_schema(), "##") + "\n" + WARNINGS + warnings


def templates() -> str:
    """Returns the page of the templates and the table file."""
    parts = [
        f"## {title}\n\n{_sections(MODELS[kind].__name__, MODELS[kind].model_json_schema(), '###')}"
        for kind, title in _TITLES.items()
    ]
    return TEMPLATES + "\n".join(parts)


def _sections(root: str, schema: Schema, level: str) -> str:
    """Returns a section for each mapping, the outer before the inner; objectives have a page of their own."""
    defs = schema.get("$defs", {})
    seen = [root]
    for name in seen:
        part = schema if name == root else defs[name]
        seen += [each for each in _references(part) if each not in seen and _is_mapping(each, defs)]
    return "\n".join(_section(name, schema if name == root else defs[name], defs, level) for name in seen)


def _is_mapping(name: str, defs: Schema) -> bool:
    return "properties" in defs[name] and not name.endswith("Objective")


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "$ref":
                yield value.rpartition("/")[2]
            elif key != "$defs":
                yield from _references(value)
    elif isinstance(part, list):
        for value in part:
            yield from _references(value)


def _section(name: str, schema: Schema, defs: Schema, level: str) -> str:
    required = schema.get("required", [])
    rows = []
    for key, field in schema["properties"].items():
        meaning = field.get("description", "")
        meaning = meaning[:1].upper() + meaning[1:]
        default = _default(field)
        rows.append([f"**`{key}`**" if key in required else f"`{key}`", value_of(field, defs), default, meaning])
    heads = ("Key", "Value", "Default", "Meaning")
    return f"{level} {title_of(name)}\n\n{schema['description']}\n\n{table(heads, rows)}"


def title_of(name: str) -> str:
    """Returns what a page calls a model."""
    return _NAMES.get(name, name.removesuffix("Model").lower() if not name.endswith("Deck") else _deck(name))


def _deck(name: str) -> str:
    return f"The {name.removesuffix('Deck').lower()} deck" if name != "Deck" else "A deck"


def _default(field: Schema) -> str:
    value = field.get("default")
    if value in (None, {}, [], ()) or isinstance(value, dict | list):
        return ""
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def value_of(field: Schema, defs: Schema) -> str:
    """Returns in words what may stand at a key."""
    if "const" in field:
        return f"`{field['const']}`"
    if "enum" in field:
        return " or ".join(f"`{each}`" for each in field["enum"])
    if "$ref" in field:
        name = field["$ref"].rpartition("/")[2]
        if "properties" not in defs[name]:
            return value_of(defs[name], defs)
        return f"[{title_of(name)}](#{title_of(name).lower().replace(' ', '-')})"
    if "oneOf" in field:
        return "[an objective](measures.md)"
    if "anyOf" in field:
        return " or ".join(value_of(each, defs) for each in field["anyOf"] if each.get("type") != "null")
    return _plain(field, defs)


def _plain(field: Schema, defs: Schema) -> str:
    kind = field.get("type")
    if kind == "array":
        return f"list, each: {value_of(field['items'], defs)}"
    if kind == "object":
        named = field.get("additionalProperties") or next(iter(field["patternProperties"].values()))
        return f"for each key: {value_of(named, defs)}"
    low, high = field.get("minimum"), field.get("maximum")
    limits = (f" from {low:g}" if low is not None else "") + (f" to {high:g}" if high is not None else "")
    words = {"string": "text", "integer": "whole number", "number": "number", "boolean": "`true` or `false`"}
    return words[str(kind)] + limits


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Returns a table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)
