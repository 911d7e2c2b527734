"""Cards in a terminal: faces of coloured, lettered blocks, and what a card means in words."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text

from aa_tools.cards.analysis.odds import survey
from aa_tools.cards.database import CardDatabase
from aa_tools.cards.models.forms import CanvasCard, Card, InspirationModel, ReferenceCard
from aa_tools.cards.models.objectives import ObjectiveCard
from aa_tools.cli.cards.tables import percent
from aa_tools.cli.terminal.styles import colour_style
from aa_tools.printing.drawing.examples import build_example
from aa_tools.rules.areas import Pattern
from aa_tools.rules.measures import MEASURES
from aa_tools.rules.ruleset import Kind
from aa_tools.text import pluralise

_SHOWN = ("id", "title", "text", "count", "quadrants", "pattern", "objective", "sections", "accept")
"""Fields that have their own place; the others are listed by their names."""

_ANY_WIDTH = 1000


def deck_table(deck: str, database: CardDatabase, console: Console) -> RichTable:
    """Returns the cards of a deck as a table; their tags are left out where the console is too narrow for them."""
    tagged = any(database.card(card_id).tag is not None for card_id in database.ids(deck))
    full = _deck_table(deck, database, tagged=tagged)
    fits = console.measure(full, options=console.options.update_width(_ANY_WIDTH)).maximum <= console.width
    return full if fits else _deck_table(deck, database, tagged=False)


def _deck_table(deck: str, database: CardDatabase, *, tagged: bool) -> RichTable:
    table = RichTable(title=deck, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    table.header_style = "dim"
    table.add_column("Card", no_wrap=True)
    for heading in ("Copies", "Line", *["Tag"] * tagged):
        table.add_column(heading, justify="right")
    titled = any(database.card(card_id).title for card_id in database.ids(deck))
    if titled:
        table.add_column("Title")
    table.add_column("Shows" if deck == "canvas" else "Asks for")
    for card_id in database.ids(deck):
        card = database.card(card_id)
        line = database.source.place(database.path(card_id)).line
        tag = ["" if card.tag is None else str(card.tag)] if tagged else []
        title = [card.title or ""] if titled else []
        table.add_row(card_id, str(card.count), str(line), *tag, *title, _summary(card, database))
    return table


def _summary(card: Card, database: CardDatabase) -> Text:
    if isinstance(card, CanvasCard):
        rows = [
            [(f" {letter} ", colour_style(letter, database)) for letter in row] for row in card.quadrants.split("/")
        ]
        return Text.assemble(*rows[0], "  ", *rows[1])
    if isinstance(card, InspirationModel):
        return Text(card.pattern.text)
    if isinstance(card, ObjectiveCard):
        return Text(asked(card))
    return Text("")


def asked(card: ObjectiveCard) -> str:
    """Returns what the file says of an objective in one line, such as "cards, red, min_quadrants 2"."""
    form = card.objective
    written = {name: getattr(form, name) for name in type(form).model_fields if name in form.model_fields_set}
    words = [str(written.pop(name)) for name in ("measure", "colour", "over", "best") if name in written]
    rest = (f"{name} {value.text if isinstance(value, Pattern) else value}" for name, value in written.items())
    return ", ".join([*words, *rest])


def show_card(said: str, database: CardDatabase, console: Console) -> None:
    """Prints one card.

    Raises:
        InputError: there is no such card.
    """
    card = database.card(said)
    console.print()
    console.print(Padding(Text.assemble((card.title or card.id, "bold"), f"  {_kind(card.id, database)}"), (0, 2)))
    for line in _words(card):
        console.print(Padding(line, (0, 2)))
    if face := _face(card, database):
        console.print(Padding(face, (1, 2, 0, 2)))
    table = RichTable(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in _facts(card, database):
        table.add_row(name, value)
    console.print(Padding(table, (1, 2)))


def _kind(card_id: str, database: CardDatabase) -> str:
    deck = database.deck_of(card_id)
    points = f", {pluralise(database.rules.points[Kind(deck)], 'point')}" if deck in list(Kind) else ""
    return f"{deck.replace('_', ' ')} card{points}"


def _words(card: Card) -> Iterator[Text]:
    if text := getattr(card, "text", None):
        yield Text(text)
    if isinstance(card, ReferenceCard):
        for section in card.sections:
            yield Text(section.heading, style="bold")
            yield from (Text(f"  {line}") for line in section.lines)


def _face(card: Card, database: CardDatabase) -> Text | None:
    if isinstance(card, CanvasCard):
        return _canvas_face(card, database)
    if isinstance(card, InspirationModel):
        return Text("\n").join(_pattern_row(row) for row in card.pattern.cells)
    if isinstance(card, ObjectiveCard):
        return _example_face(card, database)
    return None


def _canvas_face(card: CanvasCard, database: CardDatabase) -> Text:
    """Returns two by two large blocks with a letter in the middle of each, as the card lies."""
    lines = []
    for number, row in enumerate(card.quadrants.split("/")):
        for height in range(5):
            line = Text()
            for column, letter in enumerate(row):
                line.append(" " if column else "")
                line.append((letter if height == 2 else "").center(9), style=colour_style(letter, database))
            lines.append(line)
        lines += [] if number else [Text()]
    return Text("\n").join(lines)


def _pattern_row(row: Iterable[bool]) -> Text:
    return Text.assemble(*((" X ", "reverse") if cell else (" . ", "dim") for cell in row))


def _example_face(card: ObjectiveCard, database: CardDatabase) -> Text:
    """Returns the example zone of the printed card: what counts in colour and capitals, the rest small."""
    shown = build_example(card.objective.build(database.colours), mirrored_patterns=database.rules.mirrored_patterns)
    lines = []
    for row in range(shown.colours.shape[0]):
        line = Text()
        for column, colour in enumerate(shown.colours[row]):
            letter = database.letters[int(colour)]
            line.append(" " if column and column % 2 == 0 else "")
            counts = bool(shown.counts[row, column])
            line.append(
                f" {letter if counts else letter.lower()} ", colour_style(letter, database) if counts else "dim"
            )
        lines.append(line)
    foot = f"{'your side'.center(len(lines[0]))}"
    return Text("\n").join([*lines, Text(foot.rstrip(), "dim"), Text(f"This zone gets {shown.number}.")])


def _facts(card: Card, database: CardDatabase) -> Iterator[tuple[str, Text]]:
    """Yields what is to be said of a card beside its face."""
    yield "id", Text(card.id)
    yield "copies", Text(str(card.count))
    if isinstance(card, InspirationModel):
        turns = "turned or mirrored" if database.rules.mirrored_patterns else "turned"
        yield "asks for", Text(f"this pattern in your zone, all in one colour, {turns} any way")
    if isinstance(card, ObjectiveCard):
        yield "asks for", Text(asked(card))
        yield "measures", Text(_meaning(card))
        yield "claimed by", Text(f"the zone with the {card.objective.best}")
    for name in type(card).model_fields:
        if name not in _SHOWN and getattr(card, name) is not None:
            yield name, Text(str(getattr(card, name)))
    for concern, reason in card.accept.items():
        yield "accepts", Text(f"{concern}: {reason}")
    yield "written at", Text(str(database.source.place(database.path(card.id))))
    yield from _odds(card.id, database)


def _meaning(card: ObjectiveCard) -> str:
    """Returns what the measure of a card counts, with the card's own numbers in place of their names."""

    def number(found: re.Match[str]) -> str:
        value = getattr(card.objective, found[1])
        return "any number of" if value is None else found[1] if isinstance(value, bool) else str(value)

    return re.sub("`(\\w+)`", number, inspect.getdoc(MEASURES[card.objective.measure]) or "")


def _odds(card_id: str, database: CardDatabase) -> Iterator[tuple[str, Text]]:
    if database.deck_of(card_id) not in list(Kind):
        return
    for players in database.rules.grid:
        found = survey(database, players, only=card_id)
        if found is None:
            continue
        said = f"with {players} players"
        if card_id in found.held:
            yield said, Text.assemble("a zone holds it on ", percent(found.held[card_id], " %"), " of random canvases")
        else:
            odds = found.public[card_id]
            nobody = Text.assemble("; nobody claims it on ", percent(odds.nobody, " %")) if odds.nobody.hits else ""
            yield said, Text.assemble("ties on ", percent(odds.tie, " %"), " of random canvases", nobody)
