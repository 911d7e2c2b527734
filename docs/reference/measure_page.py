"""Generates the reference page of the measures, with a picture of each."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from file_pages import table, value_of
from PIL import Image

from aa_tools.cards.database import CardDatabase, load_cards
from aa_tools.cards.models.docstrings import summary
from aa_tools.cards.models.objectives import FORMS, ObjectiveCard
from aa_tools.printing.faces.compose import DeckStyle
from aa_tools.printing.faces.theme import load_theme
from aa_tools.printing.layout.geometry import Size
from aa_tools.printing.output.raster import rasterise_example
from aa_tools.rules.areas import Pattern
from aa_tools.rules.measures import MEASURES, Cards, Columns, Edge, Measure, Occurrences, Rows
from aa_tools.rules.objectives import Objective, Over

BOX, DPI = Size(72, 52), 130

INTRO = """\
# Objectives and measures

A public card (an assignment or a professor) has an **objective**. At the end of a round, its **measure** gives each
player's **zone** a number, and the player with the best number claims the card. In `cards.yaml`:

```yaml
objective: {measure: largest-area, colour: red}
```

- `measure` is one of the measures below.
- `colour` is the colour to measure. An assignment always has one. Without it, all three colours are measured, and
  `over` combines their numbers: `sum` (the default), `max` or `min`.
- `best` is `most` (the default) or `fewest`. Nobody claims a "most" card if every zone gets 0.

**How to read the pictures.** Each shows a zone as its owner sees it: the black bar is the owner's side. A block of four
quadrants is a canvas card. The quadrants that count are in full colour, the others are pale. The pictures are the same
as on the printed cards, and the program calculates the numbers.

An **area** is quadrants of one colour joined side by side, not corner to corner. Quadrants outside of the zone do not
count. An empty quadrant has no colour.

"""

_SHOWN: dict[str, Measure] = {
    "occurrences": Occurrences(Pattern("X./.X")),
    "rows": Rows(full=True),
    "columns": Columns(full=True),
    "cards": Cards(min_quadrants=2),
    "edge": Edge(),
}
"""Measures whose example does not use the default parameters."""

COMBINED = "largest-area-sum"


def pictures() -> dict[str, Image.Image]:
    """Returns the picture of each measure."""
    database = load_cards()
    style = DeckStyle(database, load_theme("classic", database.colours))
    drawn = {name: rasterise_example(style, objective, BOX, DPI)[0] for name, objective in _objectives().items()}
    return {name: Image.fromarray(pixels) for name, pixels in drawn.items()}


def _objectives() -> dict[str, Objective]:
    made = {}
    for name, kind in MEASURES.items():
        measure = _SHOWN.get(name) or kind()
        made[name] = Objective(measure, 0 if kind.of_one_colour and name != "mirror" else None)
    made[COMBINED] = Objective(MEASURES["largest-area"](), None, Over.SUM)
    return made


def page() -> str:
    """Returns the page."""
    database = load_cards()
    style = DeckStyle(database, load_theme("classic", database.colours))
    parts = [_section(name, database, style) for name in MEASURES]
    contents = table(
        ("Measure", "The number a zone gets"), ((f"[`{n}`](#{n})", summary(MEASURES[n])) for n in MEASURES)
    )
    return INTRO + contents + "\n" + "\n".join(parts) + "\n" + _combined(style)


def _section(name: str, database: CardDatabase, style: DeckStyle) -> str:
    objective = _objectives()[name]
    number = rasterise_example(style, objective, BOX, 20)[1]
    written = _written(name, objective, database)
    lines = [
        f"## {name}",
        summary(MEASURES[name]),
        f"![An example zone for {name}](pictures/{name}.png)",
        f"With `{written}` this zone gets **{number}**.",
    ]
    if not MEASURES[name].of_one_colour:
        lines.append("It compares the colours, so it takes neither `colour` nor `over`.")
    if rows := list(_parameters(name)):
        lines.append(table(("Parameter", "Value", "Default"), rows).rstrip())
    if used := list(_used(name, database)):
        lines.append("On the cards of the deck: " + "; ".join(used) + ".")
    return "\n\n".join(lines) + "\n"


def _written(name: str, objective: Objective, database: CardDatabase) -> str:
    """Returns an objective as written in the card file, without default values."""
    words = [f"measure: {name}"]
    if objective.colour is not None:
        words.append(f"colour: {database.colours[objective.colour]}")
    for field in dataclasses.fields(objective.measure):  # type: ignore[arg-type]
        value = getattr(objective.measure, field.name)
        if value != field.default:
            shown = f'"{value.text}"' if isinstance(value, Pattern) else str(value).lower()
            words.append(f"{field.name}: {shown}")
    return "{" + ", ".join(words) + "}"


def _parameters(name: str) -> Iterator[tuple[str, str, str]]:
    schema = FORMS[name].model_json_schema()
    for key in (field.name for field in dataclasses.fields(MEASURES[name])):  # type: ignore[arg-type]
        field = schema["properties"][key]
        value = 'rows of X and ".", such as "X./.X"' if "pattern" in field else value_of(field, schema.get("$defs", {}))
        default = field.get("default")
        word = str(default).lower() if isinstance(default, bool) else str(default)
        missing = "no limit" if "default" in field else "required"
        yield f"`{key}`", value, f"`{word}`" if default is not None else missing


def _used(name: str, database: CardDatabase) -> Iterator[str]:
    for deck in ("assignment", "professor"):
        for card in database.decks[deck].cards:  # type: ignore[attr-defined]
            assert isinstance(card, ObjectiveCard)
            colour = getattr(card.objective, "colour", None)
            if card.objective.measure == name and colour in (None, database.colours[0]):
                yield f'*{card.title}*, "{card.text.rstrip(".")}"'


def _combined(style: DeckStyle) -> str:
    number = rasterise_example(style, _objectives()[COMBINED], BOX, 20)[1]
    return (
        "## All colours together\n\n"
        "Without `colour`, each colour is measured separately, and `over` combines the three numbers.\n\n"
        f"![An example zone for largest-area without a colour](pictures/{COMBINED}.png)\n\n"
        f"With `{{measure: largest-area, over: sum}}` this zone gets **{number}**: the sum of the "
        "largest areas of the three colours.\n"
    )
