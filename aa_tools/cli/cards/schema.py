"""`aa cards schema`: JSON Schema of the files that people write, made from the models that read them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from aa_tools.cards.models.forms import Model

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def models() -> dict[str, type[Model]]:
    """Returns the model of each kind of file."""
    from aa_tools.cards.database import CardFile
    from aa_tools.printing.faces.template import FaceModel, PaperModel
    from aa_tools.printing.faces.theme import ThemeModel
    from aa_tools.printing.outlets.profile import OutletModel
    from aa_tools.printing.pages.score_pad import PadModel
    from aa_tools.tables.tablefile import TableModel

    return {
        "cards": CardFile,
        "face": FaceModel,
        "theme": ThemeModel,
        "paper": PaperModel,
        "outlet": OutletModel,
        "pad": PadModel,
        "table": TableModel,
    }


def schema_text(name: str) -> str:
    """Returns the JSON Schema of a kind of file, as it is kept in schemas/.

    Raises:
        InputError: there is no such kind of file.
    """
    from aa_tools.errors import InputError, suggest

    if name not in models():
        raise InputError(f"there is no schema {name!r}", hint=suggest(name, models()))
    return json.dumps({"$schema": DIALECT, **schema_of(name)}, indent=1) + "\n"


def schema_of(name: str) -> dict[str, Any]:
    """Returns the JSON Schema of a kind of file; what extends another may leave out anything."""
    made = models()[name].model_json_schema()
    if "extends" in made["properties"]:
        whole = made.pop("required")
        for part in (made, *made.get("$defs", {}).values()):
            part.pop("required", None)
            for field in part.get("properties", {}).values():
                for named, value in field.get("patternProperties", {}).items():
                    field["patternProperties"][named] = {"anyOf": [value, {"type": "null"}]}  # null takes it away
        made["anyOf"] = [{"required": ["extends"]}, {"required": whole}]
    return made


def schema(
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="cards, face, theme, paper, outlet, pad or table.")
    ] = "cards",
) -> None:
    """Print the JSON Schema of a kind of file.

    The files that come with aa name their schemas, kept beside them in schemas/, so that editors complete and check.
    """
    typer.echo(schema_text(name), nl=False)
