"""`aa score`, through the command line: what the JSON document says, and what wrong input says."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import ROOT, Aa
from tests.rules import oracle
from tests.rules.test_measures import VARIANTS, with_colours

SIDES = {8: ["south", "north"], 10: ["south", "west", "north", "east"]}


def painted(side: int, seed: int) -> list[str]:
    """A canvas in clumps, so that every measure finds something, with one empty space."""
    chance = random.Random(seed)
    rows = [["R"] * side for _ in range(side)]
    for top in range(0, side, 2):
        for left in range(0, side, 2):
            first, second = chance.choice("RYB"), chance.choice("RYB")
            for row in (top, top + 1):
                rows[row][left : left + 2] = [first, second] if chance.random() < 0.5 else [first, first]
    for row in (side - 4, side - 3):
        rows[row][2:4] = [".", "."]
    return ["".join(row) for row in rows]


def card_file(tmp_path: Path, objectives: list[dict[str, object]]) -> Path:
    """A card file whose professors are these objectives, p0, p1, …"""
    data: dict[str, Any] = yaml.safe_load((ROOT / "cards.yaml").read_text(encoding="utf-8"))
    cards = [{"id": f"p{n}", "title": "T", "text": "t", "objective": each} for n, each in enumerate(objectives)]
    data["decks"]["professor"]["cards"] = cards
    path = tmp_path / "cards.yaml"
    path.write_text(yaml.safe_dump(data), encoding="utf-8")
    return path


@pytest.mark.parametrize("side", [8, 10])
@pytest.mark.parametrize("best", ["most", "fewest"])
def test_every_measure_best_and_over_as_the_oracle_says(aa: Aa, tmp_path: Path, side: int, best: str) -> None:
    forms = [form | {"best": best} for variant in VARIANTS for form in with_colours(variant)]
    canvas = painted(side, seed=side)
    options = [part for number in range(len(forms)) for part in ("--objective", f"p{number}")]
    run = aa("score", "-", "--cards", card_file(tmp_path, forms), "--json", *options, stdin="\n".join(canvas))
    assert run.code == 0
    assert run.json["canvas"] == canvas
    expected = [{at: oracle.measure(canvas, at, form) for at in SIDES[side]} for form in forms]
    numbers = [{at: number for at, (number, _) in each.items()} for each in expected]
    claimed, holder = oracle.resolve([(f"p{n}", best, each) for n, each in enumerate(numbers)], "south")
    for claim, each, (card, by, tie) in zip(run.json["claims"], expected, claimed, strict=True):
        assert (claim["card"], claim["claimed_by"], claim["tie"]) == (card, by, tie)
        assert claim["measures"] == {at: number for at, (number, _) in each.items()}
        assert {at: {(r, c) for r, c in places} for at, places in claim["evidence"].items()} == {
            at: places for at, (_, places) in each.items()
        }
        assert (claim["kind"], claim["points"]) == ("professor", 5)
    assert run.json["first_player"] == {"before": "south", "after": holder}


TIED = "RRRRYYYY\n" * 4 + "YYYYRRRR\n" * 4


def test_the_document_whole(aa: Aa) -> None:
    run = aa(
        "score", "-", "--json", "--first", "north", "--players", "Anna, Ben",
        "--objective", "red-frame", "--objective", "yellow-frame", "--objective", "blue-frame",
        "--inspiration", "south=inspiration-window", "--inspiration", "north=inspiration-easel", stdin=TIED,
    )  # fmt: skip
    document = run.json
    assert list(document) == [
        "format", "rules", "canvas", "players", "inspirations", "claims", "first_player", "order_matters", "doubts"
    ]  # fmt: skip
    assert document["format"] == "aa.score/1"
    assert document["rules"]["inspirations_per_round"] is None
    assert document["rules"]["grid"] == {"2": 4, "4": 5}
    assert document["players"] == [
        {"side": "south", "name": "Anna", "points": 5, "cards": ["yellow-frame"]},
        {"side": "north", "name": "Ben", "points": 5, "cards": ["red-frame"]},
    ]
    assert document["inspirations"] == [
        {"card": "inspiration-window", "side": "south", "scored": True, "points": 2,
         "quadrants": [[6, 0], [6, 1], [7, 0], [7, 1], [7, 2]]},
        {"card": "inspiration-easel", "side": "north", "scored": True, "points": 2,
         "quadrants": [[0, 7], [1, 5], [1, 6], [1, 7], [2, 7]]},
    ]  # fmt: skip
    assert [(c["card"], c["claimed_by"], c["tie"]) for c in document["claims"]] == [
        ("red-frame", "north", True),
        ("yellow-frame", "south", True),
        ("blue-frame", None, False),
    ]
    assert document["claims"][2]["measures"] == {"south": 0, "north": 0}
    assert document["claims"][2]["evidence"] == {"south": [], "north": []}
    assert document["first_player"] == {"before": "north", "after": "north"}
    assert document["order_matters"] is True
    assert document["doubts"] == []


def test_an_inspiration_lies_rotated(aa: Aa) -> None:
    for pattern_at in ("south", "north"):
        south = ["........"] * 2 + ["YYYY....", "...Y...."] if pattern_at == "south" else ["........"] * 4
        north = ["........"] * 2 + ["....Y...", "....YYYY"] if pattern_at == "north" else ["........"] * 4
        grid = "\n".join(north + south).replace("Y.....\n", "Y.....\n")
        full = [row.replace(".", "B") for row in grid.splitlines()]
        expected = oracle.inspiration_places(full, pattern_at, "XX/X./X./X.")
        run = aa("score", "-", "--json", "--inspiration", f"{pattern_at}=inspiration-hook", stdin="\n".join(full))
        (hand,) = run.json["inspirations"]
        assert hand["scored"] is True
        assert frozenset(map(tuple, hand["quadrants"])) in expected


def test_a_pattern_that_lies_nowhere(aa: Aa) -> None:
    chequered = "RYRYRYRY\nYRYRYRYR\n" * 4
    run = aa("score", "-", "--json", "--inspiration", "north=inspiration-smile", stdin=chequered)
    assert run.json["inspirations"] == [
        {"card": "inspiration-smile", "side": "north", "scored": False, "points": 0, "quadrants": []}
    ]
    shown = aa("score", "-", "--inspiration", "north=inspiration-smile", stdin=chequered).out
    assert "pattern is nowhere in the zone" in " ".join(shown.split())


def test_an_incomplete_grid(aa: Aa) -> None:
    grid = "........\n" * 4 + "RR......\nRR......\nRRYY....\nRRYY....\n"
    run = aa("score", "-", "--json", "--objective", "red-field", "--objective", "blue-field", stdin=grid)
    assert [(c["measures"], c["claimed_by"]) for c in run.json["claims"]] == [
        ({"south": 8, "north": 0}, "south"),
        ({"south": 0, "north": 0}, None),
    ]


def test_four_players_and_who_sits_at_the_bottom(aa: Aa) -> None:
    grid = "\n".join(painted(10, seed=3))
    south = aa("score", "-", "--json", "--objective", "red-areas", stdin=grid).json
    west = aa("score", "-", "--json", "--objective", "red-areas", "--bottom", "west", stdin=grid).json
    assert west["claims"][0]["measures"]["west"] == south["claims"][0]["measures"]["south"]
    assert west["claims"][0]["measures"]["north"] == south["claims"][0]["measures"]["west"]
    assert [row[0] for row in west["canvas"]] == list(south["canvas"][9])


EIGHT = "RYBBRRYB\nBRYYRBBY\n" * 4


@pytest.mark.parametrize(
    ("grid", "options", "message"),
    [
        (
            EIGHT[:-9],
            [],
            "stdin:7:8: the grid ends after row 7; a canvas has 8 rows of 8 quadrants; type dots",
        ),
        (EIGHT.replace("B", "Q", 1), [], "stdin:1:3: row 1, column 3: 'Q' is not a colour; use R, Y, B, "),
        (EIGHT, ["--players", "3"], "--players 3: 3 players cannot play; Abstract Academy is for 2 or 4 players"),
        (
            EIGHT,
            ["--objective", "red-area"],
            "--objective red-area: there is no assignment or professor card 'red-area'",
        ),
        (EIGHT, ["--inspiration", "south"], "--inspiration south: the side is missing; write it as SIDE=ID"),
        (
            EIGHT,
            ["--first", "west"],
            "--first west: no player or side is called 'west'; known: Player 1, Player 2, south, north",
        ),
        (EIGHT, ["--rule", "x"], "--rule x: is not KEY=VALUE; write it like points.professor=4"),
        (EIGHT, ["--cards", "none.yaml"], "none.yaml: cannot be read: no such file or directory; check the spelling"),
    ],
)
def test_wrong_input_is_one_message_and_3(aa: Aa, grid: str, options: list[str], message: str) -> None:
    for form in ([], ["--json"]):
        run = aa("score", "-", *options, *form, stdin=grid)
        assert (run.code, run.out) == (3, "")
        assert run.err.startswith(f"aa: {message}")
        assert run.err.count("\n") == 1


def test_a_table_file_with_three_players(aa: Aa, tmp_path: Path) -> None:
    path = tmp_path / "table.yaml"
    path.write_text("players: {south: A, west: B, north: C}\nobjectives: [nope]\ncanvas: RR\n")
    run = aa("score", path)
    assert run.code == 3
    assert run.err == f"aa: {path}:1:11: 3 players cannot play; Abstract Academy is for 2 or 4 players\n"


def test_nothing_named_is_a_note_not_an_error(aa: Aa) -> None:
    run = aa("score", "-", "--json", stdin=EIGHT)
    assert run.code == 0
    assert run.json["claims"] == []
    assert run.err.splitlines()[-1] == (
        "No objective was named, so nothing is claimed. Add --objective ID; aa cards list shows the ids."
    )


def test_the_table_for_people(aa: Aa, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    run = aa(
        "score", "-", "--first", "[b]Ben[/x]", "--players", "Anna,[b]Ben[/x]", "--rule", "points.professor=4",
        "--objective", "red-frame", "--objective", "blue-frame", "--objective", "weaver",
        "--inspiration", "Anna=inspiration-easel", stdin=TIED,
    )  # fmt: skip
    assert run.code == 0
    text = " ".join(run.out.split())
    assert "Claimed by [b]Ben[/x]: tied at 10; the first player card decides and goes to Anna." in text
    assert "Claimed by nobody: every zone measures 0." in text
    assert "The Easel Anna 2 at r" in text
    assert "House rules: points.professor 4" in text
    assert "First player card: [b]Ben[/x]" in text
    assert run.out.count(" R  R   R  R   Y  Y   Y  Y ") == 4


def test_titles_work_in_options_and_table_files(aa: Aa, tmp_path: Path) -> None:
    by_id = aa("score", "-", "--json", "--objective", "red-frame", "--objective", "pointillist",
               "--inspiration", "south=inspiration-easel", stdin=TIED).json  # fmt: skip
    by_title = aa("score", "-", "--json", "--objective", "Red Frame", "--objective", "professor point",
                  "--inspiration", "south=easel", stdin=TIED).json  # fmt: skip
    path = tmp_path / "table.yaml"
    rows = "\n".join("  " + row for row in TIED.splitlines())
    path.write_text(f"objectives: [Red Frame, Point]\ninspirations: {{south: [The Easel]}}\ncanvas: |\n{rows}\n")
    assert by_id == by_title == aa("score", path, "--json").json


def test_a_card_is_too_often_on_the_table_by_any_name(aa: Aa) -> None:
    run = aa("score", "-", "--objective", "echo", "--objective", "Professor Echo", stdin=TIED)
    assert (run.code, run.err) == (
        3,
        "aa: --objective Professor Echo: Professor Echo is on the table 2 times; the deck has 1\n",
    )


def laid(cards: list[str]) -> list[str]:
    """Lays cards such as "RY/YB" in rows of four."""
    return ["".join(card.split("/")[half] for card in cards[at : at + 4]) for at in range(0, 16, 4) for half in (0, 1)]


def test_cards_that_the_deck_cannot_have_are_named(aa: Aa) -> None:
    deck = yaml.safe_load((ROOT / "cards.yaml").read_text(encoding="utf-8"))["decks"]["canvas"]["cards"]
    cards = [card["quadrants"] for card in deck[:16]]
    assert "Check the grid" not in aa("score", "-", "--objective", "echo", stdin="\n".join(laid(cards))).err
    cards[6], cards[11] = "RY/YY", cards[1]
    rows = laid(cards)
    run = aa("score", "-", "--objective", "echo", stdin="\n".join(rows))
    assert (run.code, run.err) == (
        0,
        "Check the grid: the deck has no card RY/YY (rows 3-4, columns 5-6); "
        "the deck has 1 card RR/BB, but 2 are here (rows 1-2, columns 3-4; rows 5-6, columns 7-8).\n",
    )
    # The rows and columns are those of the grid as it was typed.
    from_north = [row[::-1] for row in reversed(rows)]
    run = aa("score", "-", "--objective", "echo", "--bottom", "north", stdin="\n".join(from_north))
    assert run.err == (
        "Check the grid: the deck has no card RY/YY (rows 5-6, columns 3-4); "
        "the deck has 1 card RR/BB, but 2 are here (rows 3-4, columns 1-2; rows 7-8, columns 5-6).\n"
    )
    half_turns = aa("score", "-", "--objective", "echo", "--rule", "half_turns=true", stdin="\n".join(rows)).err
    assert "no card RY/YY" in half_turns


def test_only_some_impossible_cards_and_places_are_listed(aa: Aa) -> None:
    cards = [card for card in ("RR/RR", "YY/YY", "BB/BB", "RR/RY") for _ in range(4)]
    assert aa("score", "-", "--objective", "echo", stdin="\n".join(laid(cards))).err == (
        "Check the grid: the deck has no card RR/RR (rows 1-2, columns 1-2; rows 1-2, columns 3-4; and 2 more); "
        "the deck has no card YY/YY (rows 3-4, columns 1-2; rows 3-4, columns 3-4; and 2 more); "
        "the deck has no card BB/BB (rows 5-6, columns 1-2; rows 5-6, columns 3-4; and 2 more); and 1 such card more.\n"
    )


def test_a_letter_of_no_colour_is_told_once(aa: Aa) -> None:
    run = aa("score", "-", stdin=EIGHT.replace("Y", "G").replace("R", "Q", 1))
    hint = 'use R, Y, B, "." for an empty quadrant, or "?"'
    assert run.err.splitlines() == [
        f"aa: stdin:1:1: row 1, column 1: 'Q' is not a colour; {hint}",
        f"aa: stdin:1:2: row 1, column 2: 'G' is not a colour (first of 20 in the grid); {hint}",
    ]
