"""`aa cards diff`: what differs between two versions of the card file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aa_tools.cli.loading import card_file, load
from aa_tools.cli.options import CardsOption
from aa_tools.files import check_output_path

if TYPE_CHECKING:
    from rich.text import Text

    from aa_tools.cards.analysis.diff import Comparison, FieldChange


def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help="A card file, or a git revision such as HEAD~1.")],
    new: Annotated[
        str | None,
        typer.Argument(
            metavar="[NEW]", help="The same, for the newer one. Default: the card file.", show_default=False
        ),
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE.png", help="Draw the old and new faces side by side.")
    ] = None,
    cards: CardsOption = None,
) -> None:
    """Compare two versions of the card file: what was added, removed and changed, field by field."""
    from rich.text import Text

    from aa_tools.cards.analysis.diff import compare_card_files
    from aa_tools.cards.database import parse_cards
    from aa_tools.cli.terminal.console import stderr_console, stdout_console
    from aa_tools.files import DataFolders, safe_writer
    from aa_tools.services.cards.revisions import version_of

    path = card_file(cards)
    if picture:
        check_output_path("--picture", picture, ".png")
    data = DataFolders.beside(cards)
    before = parse_cards(version_of(old, path), data=data)
    after = parse_cards(version_of(new, path), data=data) if new else load(cards, None)
    found = compare_card_files(before, after)
    if picture:
        from aa_tools.printing.pages.contact import changes_picture

        drawn = changes_picture(before, after)
        with safe_writer(picture) as file:
            drawn.save(file, "PNG")
        stderr_console().print(f"Wrote {picture}.", soft_wrap=True)
    names = (each.source.source.name for each in (before, after))
    stdout_console().print(Text.assemble("From ", (next(names), "bold"), " to ", (next(names), "bold")), soft_wrap=True)
    for line in lines(found):
        stdout_console().print(line, soft_wrap=True)


def lines(found: Comparison) -> Iterator[Text]:
    """Yields a comparison as people read it."""
    from rich.text import Text

    if not found:
        yield Text("No card and no setting differs.")
        return
    for change in found.settings:
        yield Text.assemble(("~ ", "yellow"), _words(change, "changed"))
    signs = {"added": ("+ ", "green"), "removed": ("- ", "red"), "changed": ("~ ", "yellow")}
    for card in found.cards:
        yield Text.assemble(signs[card.kind], (card.card_id, "bold"), f"  {card.deck.replace('_', ' ')}")
        for change in card.fields:
            yield Text("    ").append(_words(change, card.kind))
    counts = {kind: sum(card.kind == kind for card in found.cards) for kind in signs}
    yield Text(f"Cards: {', '.join(f'{number} {kind}' for kind, number in counts.items())}.")


def _words(change: FieldChange, kind: str) -> Text:
    from rich.text import Text

    line = Text.assemble((f"{change.field}  ", "dim"))
    if kind != "added":
        line.append(change.old or "none", "red" if change.old else "dim")
    if kind == "changed":
        line.append(" -> ")
    if kind != "removed":
        line.append(change.new or "none", "green" if change.new else "dim")
    return line
