"""JSON Schemas of the files that people write, made from the models that read them."""

from __future__ import annotations

import json
from typing import Any

from aa_tools.cards.database import CardFile
from aa_tools.cards.models.forms import Model
from aa_tools.errors import InputError, suggest
from aa_tools.printing.faces.template import FaceModel, PaperModel
from aa_tools.printing.faces.theme import ThemeModel
from aa_tools.printing.outlets.profile import OutletModel
from aa_tools.printing.pages.score_pad import PadModel
from aa_tools.tables.tablefile import TableModel

MODELS: dict[str, type[Model]] = {
    "cards": CardFile,
    "face": FaceModel,
    "theme": ThemeModel,
    "paper": PaperModel,
    "outlet": OutletModel,
    "pad": PadModel,
    "table": TableModel,
}
"""The model of each kind of file."""

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_text(kind: str) -> str:
    """Returns the JSON Schema of a kind of file as text, the content of schemas/KIND.json.

    Raises:
        InputError: unknown kind.
    """
    if kind not in MODELS:
        raise InputError(f"there is no schema {kind!r}", hint=suggest(kind, MODELS))
    return json.dumps({"$schema": _DIALECT, **_schema(MODELS[kind])}, indent=1) + "\n"


def _schema(model: type[Model]) -> dict[str, Any]:
    """Returns a JSON Schema. A file that extends another may omit any key, and removes entries with null."""
    made = model.model_json_schema()
    if "extends" in made["properties"]:
        required = made.pop("required")
        for part in (made, *made.get("$defs", {}).values()):
            part.pop("required", None)
            for field in part.get("properties", {}).values():
                for pattern, value in field.get("patternProperties", {}).items():
                    field["patternProperties"][pattern] = {"anyOf": [value, {"type": "null"}]}
        made["anyOf"] = [{"required": ["extends"]}, {"required": required}]
    return made
