"""`aa cards schema`: prints the JSON Schema of a kind of file."""

from __future__ import annotations

from typing import Annotated

import typer


def schema(
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="Kind of file: cards, face, theme, paper, outlet, pad or table.")
    ] = "cards",
) -> None:
    """Print the JSON Schema of a kind of file.

    Editors that know JSON Schema complete and check the files while you type. The files that come with aa name their
    schemas in schemas/.
    """
    from aa_tools.services.cards.schemas import schema_text

    typer.echo(schema_text(name), nl=False)
