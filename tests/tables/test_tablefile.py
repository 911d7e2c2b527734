from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aa_tools.cards.database import CardDatabase, load_cards
from aa_tools.errors import AaError, InputError, Place
from aa_tools.files import SourceText
from aa_tools.rules.ruleset import Side
from aa_tools.rules.scoring import Table
from aa_tools.tables.grid import LocatedText, parse_grid
from aa_tools.tables.resolve import read_table
from aa_tools.tables.tablefile import TableText, parse_table, with_options
from tests.conftest import ROOT

GRID = """
RY BB | RR YB
BR YY | RB BY   # a comment: with a colon
------+------
RY BB | RR YB
BR YY | RB BY
------+------
ry bb | rr yb
br yy | rb by

RYBBRR..
BRYYRB..
"""
ROWS = ["RYBBRRYB", "BRYYRBBY"] * 3 + ["RYBBRR..", "BRYYRB.."]


def table(text: str, cards: CardDatabase, **said: object) -> Table:
    return read_table(with_options(parse_table(SourceText("t", text)), TableText(**said)), cards)  # type: ignore[arg-type]


def problems(text: str, cards: CardDatabase, **said: object) -> list[str]:
    with pytest.raises(InputError) as error:
        table(text, cards, **said)
    return [str(problem) for problem in error.value.problems]


def option(text: str) -> LocatedText:
    return LocatedText(text, Place(f"--option {text}"))


def test_a_bare_grid(cards: CardDatabase) -> None:
    found = table(GRID, cards)
    assert found.canvas.rows("RYB") == ROWS
    assert [(player.side, player.name) for player in found.players] == [
        (Side.SOUTH, "Player 1"),
        (Side.NORTH, "Player 2"),
    ]
    assert found.first_player is Side.SOUTH


def test_the_size_of_the_grid_says_how_many_play(cards: CardDatabase) -> None:
    assert table("\n".join(["RYBRYBRYBR"] * 10), cards).sides == tuple(Side)


def test_the_full_form(cards: CardDatabase) -> None:
    head = """
players: {north: Ben, south: Anna}
first_player: Ben
objectives: [red-areas, weaver]
inspirations:
  Anna: [inspiration-hook, inspiration-beam]
  north: [inspiration-hook]
bottom: north
canvas: |
  """
    found = table(head + GRID.strip().replace("\n", "\n  "), cards)
    assert [(player.side, player.name) for player in found.players] == [(Side.SOUTH, "Anna"), (Side.NORTH, "Ben")]
    assert [[card.id for card in player.inspirations] for player in found.players] == [
        ["inspiration-hook", "inspiration-beam"],
        ["inspiration-hook"],
    ]
    assert found.first_player is Side.NORTH
    assert [card.id for card in found.cards] == ["red-areas", "weaver"]
    assert found.canvas.rows("RYB") == [row[::-1] for row in ROWS[::-1]]


def test_the_blank_table_can_be_scored(cards: CardDatabase) -> None:
    text = (ROOT / "templates" / "table.yaml").read_text(encoding="utf-8")
    assert len(table(text, cards).cards) == 3


def test_names_from_the_command_line_sit_clockwise_from_south(cards: CardDatabase) -> None:
    grid = "\n".join(["RYBRYBRYBR"] * 10)
    found = table(grid, cards, players=option("Ann, Bob, Cy, Di"), first_player=option("Cy"))
    assert [(player.side, player.name) for player in found.players] == list(
        zip(Side, ["Ann", "Bob", "Cy", "Di"], strict=True)
    )
    assert found.first_player is Side.NORTH


def test_canvas_card_ids(cards: CardDatabase) -> None:
    text = "C19 C20 . C21\n" + "C01 C02 C03 C04\n" + "C05 | C06 | C07 | C08\n" + ". . . .\n"
    rows = table(text, cards).canvas.rows("RYB")
    quadrants = {card.id: card.quadrants for card in cards.file.decks.canvas.cards}
    assert rows[0] == quadrants["C19"][:2] + quadrants["C20"][:2] + ".." + quadrants["C21"][:2]
    assert rows[1] == quadrants["C19"][3:] + quadrants["C20"][3:] + ".." + quadrants["C21"][3:]
    assert rows[6:] == ["........"] * 2


def test_a_half_turn_needs_its_rule(cards: CardDatabase) -> None:
    text = "C19* . . .\n" + ". . . .\n" * 3
    assert problems(text, cards) == [
        "t:1:1: C19* is upside down; these rules allow no half turns; add --rule half_turns=true"
    ]
    allowed = load_cards(str(ROOT / "cards.yaml"), {"half_turns": "true"})
    upright = allowed.canvas_card("C19").quadrants.replace("/", "")
    rows = table(text, allowed).canvas.rows("RYB")
    assert rows[0][:2] + rows[1][:2] == upright[::-1]


EIGHT = "RYBBRRYB\nBRYYRBBY\n" * 4


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        (
            EIGHT[:-9],
            ["t:7:8: the grid ends after row 7; a canvas has 8 rows of 8 quadrants; type dots for empty"],
        ),
        (
            EIGHT + "RYBBRRYB",
            ["t:9:1: row 9 is one too many; a canvas has 8 rows of 8 quadrants; type"],
        ),
        (
            EIGHT.replace("RYBBRRYB", "RY BB QR YB", 1),
            ['t:1:7: row 1, column 5: \'Q\' is not a colour; use R, Y, B, "." for an empty quadrant, or "?"'],
        ),
        (EIGHT.replace("RYBBRRYB", "RYBBRRY", 1), ["t:1:7: row 1 ends after 7 quadrants; a canvas has 8"]),
        (
            EIGHT.replace("RYBBRRYB", "RYBBRRYBB", 1),
            ["t:1:9: row 1 has more than 8 quadrants; a canvas has 8 rows of 8"],
        ),
        (
            EIGHT.replace("RYBBRRYB", "RYB.RRYB", 1),
            ["t:1:4: row 1, column 4 is empty, but the rest of its space is not; a card covers its whole space"],
        ),
        (
            EIGHT.replace("RYBBRRYB", "R?BBRRYB", 1),
            ["t:1:2: row 1, column 2 is unknown; type its letter"],
        ),
        (
            "RYB\nRYB\nRYB",
            ["t:3:3: the grid has 3 rows of 3 quadrants; a canvas is 8 x 8 for 2"],
        ),
        ("# nothing\n", ["t:1:1: the grid is missing; type a letter for each quadrant"]),
        (
            "C01 C01 C99 . \n" + ". . . .\n" * 3,
            [
                "t:1:5: C01 is on the canvas 2 times; the deck has 1",
                "t:1:9: there is no canvas card 'C99'; did you mean C49?",
            ],
        ),
    ],
)
def test_a_wrong_grid_names_row_and_column(text: str, messages: list[str], cards: CardDatabase) -> None:
    found = problems(text, cards)
    assert len(found) == len(messages)
    for problem, message in zip(found, messages, strict=True):
        assert problem.startswith(message)


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        (
            "players: {south: A, west: B, north: C}\ncanvas: RR",
            ["t:1:11: 3 players cannot play; Abstract Academy is for 2 or 4 players"],
        ),
        (
            "players: {south: A, west: B}\ncanvas: RR",
            ["t:1:11: 2 players must sit south and north; name these sides"],
        ),
        (
            "players: {south: A, nort: B}\nobjectivs: []\n",
            [
                "t:1:1: the file has no canvas; add canvas: …",
                "t:1:21: the key nort is not known here; did you mean north?",
                "t:2:1: the key objectivs is not known here; did you mean objectives?",
            ],
        ),
        (
            "objectives: [red-area, inspiration-hook, weaver, weaver]\ncanvas: |\n  RQ\n  RR\n",
            [
                't:3:4: row 1, column 2: \'Q\' is not a colour; use R, Y, B, "." for an empty quadrant, or "?"',
                "t:4:4: the grid has 2 rows of 2 quadrants; a canvas is 8 x 8 for 2 players or 10 x 10 for 4 players",
                "t:1:14: there is no assignment or professor card 'red-area'; "
                "did you mean red-areas (Red Archipelago)?",
                "t:1:24: inspiration-hook is a card of the inspiration deck; "
                "expected a card of assignment or professor",
                "t:1:50: weaver is on the table 2 times; the deck has 1",
            ],
        ),
        (
            "first_player: Zoe\ninspirations: {east: [inspiration-hook], south: [weaver]}\ncanvas: |\n  "
            + EIGHT.replace("\n", "\n  "),
            [
                "t:1:15: no player or side is called 'Zoe'; known: Player 1, Player 2, south, north",
                "t:2:16: no player or side is called 'east'; known: Player 1, Player 2, south, north",
                "t:2:50: weaver is a card of the professor deck; expected a card of inspiration",
            ],
        ),
    ],
)
def test_a_wrong_table_file_tells_all_its_faults(text: str, messages: list[str], cards: CardDatabase) -> None:
    assert problems(text, cards) == messages


def test_wrong_options_name_the_option(cards: CardDatabase) -> None:
    assert problems(EIGHT, cards, players=option("3")) == [
        "--option 3: 3 players cannot play; Abstract Academy is for 2 or 4 players"
    ]
    assert problems(EIGHT, cards, players=option("A,B,C")) == [
        "--option A,B,C: 3 players cannot play; Abstract Academy is for 2 or 4 players"
    ]
    assert problems(EIGHT, cards, players=option("two")) == [
        "--option two: 'two' is not a number of players; write 2, 4, or names: \"Anna, Ben\""
    ]
    assert problems(EIGHT, cards, players=option("4")) == [
        "t:8:8: the grid has 8 rows of 8 quadrants; a canvas is 10 x 10 for 4 players"
    ]
    assert problems(EIGHT, cards, first_player=option("west")) == [
        "--option west: no player or side is called 'west'; known: Player 1, Player 2, south, north"
    ]


def test_names_that_cannot_be_told_apart(cards: CardDatabase) -> None:
    assert problems(EIGHT, cards, players=option("Anna,Anna")) == [
        "--option Anna,Anna: two players are called Anna; give each another name"
    ]
    assert problems(EIGHT, cards, players=option("north,Ben")) == [
        "--option north,Ben: north is the name of a side; give the player another"
    ]
    assert problems(EIGHT, cards, players=option("A\x1b[31m,Ben"))[0].endswith(
        "cannot be printed; write it in one line"
    )
    assert [player.name for player in table(EIGHT, cards, players=option("south,north")).players] == ["south", "north"]


@pytest.mark.parametrize("text", ["", ",", "9" * 5000, "two"])
def test_no_number_of_players(text: str, cards: CardDatabase) -> None:
    assert problems(EIGHT, cards, players=option(text))[0].endswith(
        'is not a number of players; write 2, 4, or names: "Anna, Ben"'
    )


def test_flow_and_quoted_keys_are_a_table_file_too(cards: CardDatabase) -> None:
    for text in ("{canvas: RYRY}", '"canvas": RYRY'):
        assert problems(text, cards)[0].endswith("a canvas is 8 x 8 for 2 players or 10 x 10 for 4 players")


def test_a_letter_and_a_short_row_are_told_together(cards: CardDatabase) -> None:
    found = problems(EIGHT.replace("RYBBRRYB", "QYBBRRY", 1), cards)
    assert [each.split(";")[0] for each in found] == [
        "t:1:1: row 1, column 1: 'Q' is not a colour",
        "t:1:7: row 1 ends after 7 quadrants",
    ]


def test_what_is_said_twice_must_be_the_same(cards: CardDatabase) -> None:
    block = "canvas: |\n  " + EIGHT.replace("\n", "\n  ")
    text = "players: {south: A, north: B}\nfirst_player: A\n" + block
    assert problems(text, cards, first_player=option("B"), players=option("4")) == [
        "--option B: the first player is set twice, here to B; t:2:15 sets it to A; remove one of them",
        "--option 4: the players are set twice; t:1:11 names them; remove this",
    ]
    assert table(text, cards, first_player=option("A"), players=option("2")).first_player is Side.SOUTH


def test_rules_without_a_canvas_for_four(tmp_path: Path) -> None:
    file = tmp_path / "cards.yaml"
    text = (ROOT / "cards.yaml").read_text()
    file.write_text(re.sub(r" \([^)]*\{grid\.4\}[^)]*\)", "", text.replace("grid: {2: 4, 4: 5}", "grid: {2: 4}")))
    own = load_cards(str(file))
    assert problems(EIGHT, own, players=option("4")) == [
        "--option 4: these rules have no canvas for 4 players; add 4: to rules.grid"
    ]


SPACES = st.lists(st.sampled_from(["RY/BR", "BB/YY", "..", "YR/RB"]), min_size=16, max_size=16)


@given(SPACES, st.sampled_from(["", " ", "|", " - "]))
def test_text_to_canvas_to_text(spaces: list[str], gap: str) -> None:
    own = load_cards(str(ROOT / "cards.yaml")) if not _CACHE else _CACHE[0]
    _CACHE[:] = [own]
    pairs = [space.replace("..", "../..").split("/") for space in spaces]
    lines = ["".join(pair[half] for pair in pairs[row : row + 4]) for row in range(0, 16, 4) for half in (0, 1)]
    typed = "\n".join(gap.join(line) for line in lines)
    canvas = parse_grid(SourceText("t", typed), own).canvas
    assert canvas.rows("RYB") == lines
    assert parse_grid(SourceText("t", "\n".join(canvas.rows("RYB"))), own).canvas == canvas


_CACHE: list[CardDatabase] = []


@given(st.text(alphabet=st.sampled_from("RYB.?Qc01* |-+#\n:{}[]south"), max_size=90))
def test_any_text_gives_a_table_or_faults(text: str) -> None:
    own = load_cards(str(ROOT / "cards.yaml")) if not _CACHE else _CACHE[0]
    _CACHE[:] = [own]
    try:
        table(text, own)
    except AaError as error:
        assert error.exit_code == 3
        assert error.problems
