"""A scored round as a JSON document (format aa.score/1) and as tables for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text

from aa_tools.cards.database import CardDatabase
from aa_tools.rules.canvas import Canvas
from aa_tools.rules.objectives import Best
from aa_tools.rules.ruleset import Rules, Side
from aa_tools.rules.scoring import Claim, RoundScore, ScoredInspiration

FORMAT = "aa.score/1"


def score_document(
    result: RoundScore, cards: CardDatabase, canvas: Canvas | None = None, doubts: Sequence[Mapping[str, Any]] = ()
) -> dict[str, Any]:
    """Returns a scored round as plain data; places are (row, column) from 0, north at the top.

    Args:
        result: the score.
        cards: the card file.
        canvas: the canvas where quadrants of it stayed unknown; the numbers are then those of one way to fill them.
        doubts: these quadrants.
    """
    table = result.table
    return {
        "format": FORMAT,
        "rules": rules_document(cards.rules),
        "canvas": (canvas or table.canvas).rows(cards.letters),
        "players": [
            {
                "side": player.side,
                "name": player.name,
                "points": result.points(player.side),
                "cards": [card.id for card in result.cards(player.side)],
            }
            for player in table.players
        ],
        "inspirations": [
            {
                "card": each.card.id,
                "side": each.side,
                "scored": each.scored,
                "points": each.card.points if each.scored else 0,
                "quadrants": each.places,
            }
            for each in result.inspirations
        ],
        "claims": [_claim_document(claim) for claim in result.claims],
        "first_player": {"before": table.first_player, "after": result.first_player},
        "order_matters": result.order_matters,
        "doubts": list(doubts),
    }


def _claim_document(claim: Claim) -> dict[str, Any]:
    return {
        "card": claim.card.id,
        "kind": claim.card.kind,
        "points": claim.card.points,
        "measures": dict(claim.numbers),
        "claimed_by": claim.claimed_by,
        "tie": claim.tie,
        "evidence": dict(claim.evidence),
    }


def rules_document(rules: Rules) -> dict[str, Any]:
    """Returns the rules as plain data."""
    plain = {name: getattr(rules, name) for name in Rules.__dataclass_fields__}
    return plain | {
        "points": dict(rules.points),
        "grid": {str(players): cards for players, cards in rules.grid.items()},
        "rounds": [asdict(each) for each in rules.rounds],
    }


def house_rules(rules: Rules) -> list[str]:
    """Returns each rule that is not as in the published game, such as "points.professor 4"."""
    ours, published = dict(_flat(rules_document(rules))), dict(_flat(rules_document(Rules())))
    return [f"{key} {str(value).lower()}" for key, value in ours.items() if published.get(key, ...) != value]


def _flat(document: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in document.items():
        if isinstance(value, list):
            yield f"{before}{key}", len(value)
            value = {str(number): each for number, each in enumerate(value, 1)}
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", value


def show_score(result: RoundScore, cards: CardDatabase, console: Console, canvas: Canvas | None = None) -> None:
    """Prints a scored round for people; `canvas` where quadrants of it stayed unknown."""
    names = {player.side: player.name for player in result.table.players}
    console.print()
    console.print(_painting(canvas or result.table.canvas, names, cards))
    console.print()
    if result.claims:
        console.print(_claims(result, cards, names))
    if result.inspirations:
        console.print(_inspirations(result, cards, names))
    for line in _summary(result, cards.rules, names):
        console.print(Padding(line, (0, 1)))
    console.print()


def _painting(canvas: Canvas, names: dict[Side, str], cards: CardDatabase) -> Padding:
    """Returns the canvas with north at the top: a coloured, lettered block for each quadrant."""
    width, lines = 3 * canvas.side + canvas.side // 2 - 1, []
    for letters in canvas.rows(cards.letters):
        line = Text()
        for column, letter in enumerate(letters):
            line.append(" " if column and column % 2 == 0 else "")
            line.append(f" {letter} ", style=paint(letter, cards))
        lines.append(line)
    head, foot = (Text(names[side].center(width).rstrip()) for side in (Side.NORTH, Side.SOUTH))
    sides = [Text(f"west {names[Side.WEST]}, east {names[Side.EAST]}".center(width))] if Side.WEST in names else []
    return Padding(Text("\n", no_wrap=True).join([head, *lines, foot, *sides]), (0, 0, 0, 2))


def paint(letter: str, cards: CardDatabase) -> str:
    """Returns the style of text on the colour that a letter stands for."""
    for colour in cards.file.colours.values():
        if colour.letter == letter:
            red, green, blue = (int(colour.ink[at : at + 2], 16) for at in (1, 3, 5))
            is_bright = 0.299 * red + 0.587 * green + 0.114 * blue > 150
            return f"bold {'#000000' if is_bright else '#FFFFFF'} on {colour.ink}"
    return "dim"


def _claims(result: RoundScore, cards: CardDatabase, names: dict[Side, str]) -> RichTable:
    table = RichTable(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False, show_lines=False)
    table.add_column("Objective")
    table.add_column("Pts", justify="right")
    for name in names.values():
        table.add_column(name, justify="right", overflow="fold", max_width=12)
    for claim, before in zip(result.claims, _holders(result), strict=True):
        card = cards.card(claim.card.id)
        numbers = [
            Text(str(number), style="bold" if side is claim.claimed_by else "")
            for side, number in claim.numbers.items()
        ]
        text = Text.assemble((f"{card.title}\n", "bold"), (f"{getattr(card, 'text', '')}\n", "dim"))
        by = names[claim.claimed_by] if claim.claimed_by else "nobody"
        text.append(f"Claimed by {by}: {_why(claim, before, names)}.")
        table.add_row(text, str(claim.card.points), *numbers, end_section=True)
    return table


def _holders(result: RoundScore) -> Iterator[Side]:
    """Yields who held the first player card before each claim."""
    yield result.table.first_player
    yield from (claim.first_player for claim in result.claims[:-1])


def _why(claim: Claim, before: Side, names: dict[Side, str]) -> str:
    numbers = sorted(claim.numbers.values(), reverse=claim.card.objective.best is Best.MOST)
    if claim.claimed_by is None:
        return "every zone measures 0"
    if not claim.tie:
        return f"{claim.card.objective.best} {numbers[0]}, then {numbers[1]}"
    if claim.first_player is before:
        return f"tied at {numbers[0]}; next clockwise from {names[before]}, who holds the first player card"
    return f"tied at {numbers[0]}; the first player card decides and goes to {names[claim.first_player]}"


def _inspirations(result: RoundScore, cards: CardDatabase, names: dict[Side, str]) -> RichTable:
    table = RichTable(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    for heading in ("Inspiration", "Player"):
        table.add_column(heading)
    table.add_column("Pts", justify="right")
    table.add_column("Why")
    for each in result.inspirations:
        points = Text(str(each.card.points), style="bold") if each.scored else Text("0", style="dim")
        table.add_row(str(cards.card(each.card.id).title), names[each.side], points, _why_inspired(each))
    return table


def _why_inspired(each: ScoredInspiration) -> str:
    if not each.places:
        return "the pattern lies nowhere in the zone; the card stays in hand"
    where = ", ".join(f"r{row + 1}c{column + 1}" for row, column in each.places)
    return f"at {where}" if each.scored else f"lies at {where}, but no more may be scored this round; it stays in hand"


def _summary(result: RoundScore, rules: Rules, names: dict[Side, str]) -> Iterator[Text]:
    points = sorted(((result.points(side), name) for side, name in names.items()), key=lambda each: -each[0])
    yield Text.assemble(("This round: ", "bold"), ", ".join(f"{name} {number}" for number, name in points))
    before, after = names[result.table.first_player], names[result.first_player]
    moved = before if before == after else f"{before}, now {after}"
    yield Text.assemble(("First player card: ", "bold"), moved)
    if result.order_matters:
        yield Text("The order decides who wins these ties: the cards were resolved as listed.", style="yellow")
    if changed := house_rules(rules):
        yield Text.assemble(("House rules: ", "bold"), "; ".join(changed))
