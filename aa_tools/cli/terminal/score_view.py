"""A scored round as tables for people."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text

from aa_tools.cards.database import CardDatabase
from aa_tools.cli.terminal.styles import colour_style
from aa_tools.rules.canvas import Canvas
from aa_tools.rules.ruleset import Rules, Side
from aa_tools.rules.scoring import RoundScore
from aa_tools.services.documents import house_rules
from aa_tools.services.explanations import explain_claim, explain_inspiration, holders_before


def show_score(result: RoundScore, cards: CardDatabase, console: Console, canvas: Canvas | None = None) -> None:
    """Prints a scored round; `canvas` if some of its quadrants stayed unknown."""
    names = result.table.names
    console.print()
    console.print(_canvas(canvas or result.table.canvas, names, cards))
    console.print()
    if result.claims:
        console.print(_claims(result, cards, names))
    if result.inspirations:
        console.print(_inspirations(result, cards, names))
    for line in _summary(result, cards.rules, names):
        console.print(Padding(line, (0, 1)))
    console.print()


def _canvas(canvas: Canvas, names: dict[Side, str], cards: CardDatabase) -> Padding:
    """Returns the canvas with north at the top: a coloured, lettered block for each quadrant."""
    width, lines = 3 * canvas.side + canvas.side // 2 - 1, []
    for letters in canvas.rows(cards.letters):
        line = Text()
        for column, letter in enumerate(letters):
            line.append(" " if column and column % 2 == 0 else "")
            line.append(f" {letter} ", style=colour_style(letter, cards))
        lines.append(line)
    head, foot = (Text(names[side].center(width).rstrip()) for side in (Side.NORTH, Side.SOUTH))
    sides = [Text(f"west {names[Side.WEST]}, east {names[Side.EAST]}".center(width))] if Side.WEST in names else []
    return Padding(Text("\n", no_wrap=True).join([head, *lines, foot, *sides]), (0, 0, 0, 2))


def _claims(result: RoundScore, cards: CardDatabase, names: dict[Side, str]) -> RichTable:
    table = RichTable(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False, show_lines=False)
    table.add_column("Objective")
    table.add_column("Pts", justify="right")
    for name in names.values():
        table.add_column(name, justify="right", overflow="fold", max_width=12)
    for claim, holder in zip(result.claims, holders_before(result), strict=True):
        card = cards.card(claim.card.id)
        numbers = [
            Text(str(number), style="bold" if side == claim.claimed_by else "")
            for side, number in claim.numbers.items()
        ]
        text = Text.assemble((f"{card.title}\n", "bold"), (f"{getattr(card, 'text', '')}\n", "dim"))
        by = names[claim.claimed_by] if claim.claimed_by else "nobody"
        text.append(f"Claimed by {by}: {explain_claim(claim, holder, names)}.")
        table.add_row(text, str(claim.card.points), *numbers, end_section=True)
    return table


def _inspirations(result: RoundScore, cards: CardDatabase, names: dict[Side, str]) -> RichTable:
    table = RichTable(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    for heading in ("Inspiration", "Player"):
        table.add_column(heading)
    table.add_column("Pts", justify="right")
    table.add_column("Why")
    for card in result.inspirations:
        points = Text(str(card.card.points), style="bold") if card.scored else Text("0", style="dim")
        table.add_row(str(cards.card(card.card.id).title), names[card.side], points, explain_inspiration(card))
    return table


def _summary(result: RoundScore, rules: Rules, names: dict[Side, str]) -> Iterator[Text]:
    points = sorted(((result.points(side), name) for side, name in names.items()), key=lambda entry: -entry[0])
    yield Text.assemble(("This round: ", "bold"), ", ".join(f"{name} {number}" for number, name in points))
    before, after = names[result.table.first_player], names[result.first_player]
    moved = before if before == after else f"{before}, now {after}"
    yield Text.assemble(("First player card: ", "bold"), moved)
    if result.order_matters:
        yield Text("The order of the cards decides who wins these ties; they were resolved as listed.", style="yellow")
    if changed := house_rules(rules):
        yield Text.assemble(("House rules: ", "bold"), "; ".join(changed))
