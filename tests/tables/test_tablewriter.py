"""A table -> a table file -> the same table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import Place
from aa_tools.files import SourceText
from aa_tools.rules.canvas import Canvas
from aa_tools.rules.ruleset import Side
from aa_tools.tables.grid import LocatedText, grid_lines
from aa_tools.tables.resolve import read_table
from aa_tools.tables.tablefile import TableText, format_table, parse_table

NAMES = st.text(st.characters(categories=["L", "N", "P", "Zs"]), min_size=1, max_size=12).filter(
    lambda text: text == text.strip() and text.isprintable() and text not in list(Side) and text != "?"
)


def typed(text: str) -> LocatedText:
    return LocatedText(text, Place("here"))


@given(
    quadrants=st.lists(st.lists(st.sampled_from("RYB?"), min_size=8, max_size=8), min_size=8, max_size=8),
    names=st.none() | st.lists(NAMES, min_size=2, max_size=2, unique=True),
    first=st.none() | st.sampled_from([Side.SOUTH, Side.NORTH]),
    bottom=st.sampled_from(Side),
    objectives=st.lists(st.sampled_from(["red-areas", "weaver", "blue-field"]), unique=True),
    hands=st.lists(
        st.tuples(
            st.sampled_from([Side.SOUTH, Side.NORTH]), st.sampled_from(["inspiration-hook", "inspiration-smile"])
        ),
        max_size=2,
    ),
    doubts=st.dictionaries(
        st.tuples(st.integers(0, 9), st.integers(0, 9)), st.text("RYB.NO", min_size=1, max_size=4), max_size=3
    ),
)
def test_a_table_is_read_back_as_it_was(cards: CardDatabase, quadrants: list[list[str]], **said: Any) -> None:
    canvas = Canvas.parse("/".join("".join(row) for row in quadrants), cards.letters)
    text = TableText(
        grid=SourceText("photo", "\n".join(grid_lines(canvas, cards.letters))),
        names=dict(zip((Side.SOUTH, Side.NORTH), map(typed, said["names"]), strict=True)) if said["names"] else {},
        first_player=typed(said["first"]) if said["first"] else None,
        objectives=tuple(map(typed, said["objectives"])),
        inspirations=tuple((typed(side), typed(card)) for side, card in said["hands"]),
        bottom=typed(said["bottom"]),
        doubts={spot: typed(letters) for spot, letters in said["doubts"].items()},
    )
    again = parse_table(SourceText("file", format_table(text, ["row 1, column 2: glare; red or blue"])))
    assert {spot: each.text for spot, each in again.doubts.items()} == said["doubts"]
    table, read = (read_table(each, cards, unknown=True) for each in (text, again))
    by_hand = [sorted(card.id for card in player.inspirations) for player in table.players]
    assert [sorted(card.id for card in player.inspirations) for player in read.players] == by_hand
    bare = [replace(player, inspirations=()) for player in table.players]
    assert [replace(player, inspirations=()) for player in read.players] == bare
    assert (read.canvas, read.first_player, read.cards) == (table.canvas, table.first_player, table.cards)


def test_a_grid_alone_stays_a_grid(cards: CardDatabase) -> None:
    text = TableText(grid=SourceText("photo", "RY BB\nYY RR"), bottom=typed("south"))
    assert format_table(text, ["two doubts"]) == "# two doubts\nRY BB\nYY RR\n"
