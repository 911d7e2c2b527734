"""What a docstring says of a model and of its fields, for JSON Schema and the reference pages."""

from __future__ import annotations

import inspect
import re
from typing import Any

_FIELD = re.compile(r"^    (\w+): ", re.MULTILINE)


def summary(kind: type) -> str:
    """Returns what a docstring says before its sections, as one paragraph."""
    return " ".join((inspect.getdoc(kind) or "").split("\n\n")[0].split())


def field_descriptions(kind: type) -> dict[str, str]:
    """Returns what the section "Attributes:" of a class, and of those it is made from, says of each field."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        documented_by = vars(each).get("documented_by", each)
        _, _, section = inspect.cleandoc(documented_by.__doc__ or "").partition("\nAttributes:\n")
        parts = _FIELD.split(section)
        found |= {name: " ".join(text.split()) for name, text in zip(parts[1::2], parts[2::2], strict=True)}
    return found


def describe(schema: dict[str, Any], model: type) -> None:
    """Puts the field_descriptions of a model and its fields into its JSON Schema, in place of pydantic's titles."""
    schema.pop("title", None)
    schema["description"] = summary(model)
    said = field_descriptions(model)
    for name, field in schema.get("properties", {}).items():
        field.pop("title", None)
        if name in said:
            field["description"] = said[name]
