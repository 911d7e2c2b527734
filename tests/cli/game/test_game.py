"""Whole games through the command line, from `new` to the winner, and what a wrong step says."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path

import pytest

from tests.conftest import Aa, Run

RED = {2: "R" * 8, 4: "R" * 10}
ROUND_1 = ["red-areas", "yellow-areas", "blue-areas"]


def symmetric(players: int, seed: int, letters: str = "RYB") -> str:
    """A random canvas that looks the same from every seat, so that every card is tied."""
    chance, side = random.Random(seed), {2: 8, 4: 10}[players]
    rows = [[""] * side for _ in range(side)]
    for row, column in itertools.product(range(side), repeat=2):
        letter = rows[row][column] or chance.choice(letters)
        for _ in range(4):
            if players == 4:
                row, column = column, side - 1 - row
            else:
                row, column = side - 1 - row, side - 1 - column
            rows[row][column] = letter
    return "\n".join("".join(row) for row in rows)


def uniform(players: int) -> str:
    """All red: one area from edge to edge, so that no zone has an island or a single quadrant."""
    return "\n".join([RED[players]] * len(RED[players]))


class Play:
    """A game that is played on one file."""

    def __init__(self, aa: Aa, file: Path, names: str, *options: str) -> None:
        self.aa, self.file = aa, file
        self.ok(aa("game", "new", file, "--players", names, *options, "--json"))

    def ok(self, run: Run) -> Run:
        assert run.code == 0
        assert all(line.startswith(("Check the grid: ", "No inspirations were ")) for line in run.err.splitlines())
        return run

    def round(self, objectives: list[str], canvas: str, *inspirations: str) -> None:
        named = [part for card in objectives for part in ("--objective", card)]
        hands = [part for hand in inspirations for part in ("--inspiration", hand)]
        self.ok(self.aa("game", "deal", self.file, *named, *hands, "--json"))
        self.standings = self.ok(self.aa("game", "score", self.file, "-", "--json", stdin=canvas)).json

    @property
    def claimed(self) -> list[str | None]:
        return [claim["claimed_by"] for claim in self.standings["rounds"][-1]["claims"]]

    @property
    def points(self) -> dict[str, int]:
        return {player["side"]: player["points"] for player in self.standings["players"]}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "friday.yaml"


# Two players: every card tied, so the first player card goes to and fro through all rounds.


def test_two_players_ties_pass_the_card_and_points_decide(aa: Aa, file: Path) -> None:
    play = Play(aa, file, "Anna, Ben", "--seed", "1")
    play.round(ROUND_1, symmetric(2, 1))
    assert play.claimed == ["south", "north", "south"]
    assert play.standings["first_player"] == "north"
    play.round(["weaver", "echo"], symmetric(2, 2))
    assert play.claimed == ["north", "south"]
    assert play.standings["first_player"] == "north"
    play.round(["red-field", "blue-field", "gallery"], symmetric(2, 3))
    assert play.claimed == ["north", "south", "north"]
    assert play.standings["first_player"] == "south"
    assert play.points == {"south": 3 + 3 + 5 + 3, "north": 3 + 5 + 3 + 5}
    assert play.standings["outcome"] == {"winner": "north", "decided_by": "points", "ranking": ["north", "south"]}
    run = aa("game", "show", file)
    assert "Ben has won with 16 points; Anna 14." in run.out


def test_two_players_level_in_points_professors_decide(aa: Aa, file: Path) -> None:
    play = Play(aa, file, "Anna, Ben")
    play.round(ROUND_1, symmetric(2, 1))
    play.round(["weaver", "echo"], symmetric(2, 2))
    # One inspiration, in Anna's hand; the red bands of the last canvas hold it for both.
    bands = "\n".join(["RRRRRRRR", "YYYYYYYY", "BBBBBBBB", "YYYYYYYY", "YYYYYYYY", "BBBBBBBB", "YYYYYYYY", "RRRRRRRR"])
    play.round(["red-field", "blue-field", "gallery"], bands, "south=inspiration-beam")
    assert play.points == {"south": 16, "north": 16}
    assert [player["professors"] for player in play.standings["players"]] == [1, 2]
    assert play.standings["outcome"]["decided_by"] == "professor cards"
    assert play.standings["outcome"]["winner"] == "north"
    out = " ".join(aa("game", "show", file).out.split())
    assert "Ben and Anna have 16 points each. Ben has won with 2 professor cards to 1." in out


def test_two_players_level_in_all_the_first_player_card_decides(aa: Aa, file: Path) -> None:
    play = Play(aa, file, "Anna, Ben")
    play.round(ROUND_1, symmetric(2, 1, letters="RY"))
    assert play.claimed == ["south", "north", None]
    play.round(["weaver", "echo"], symmetric(2, 2))
    assert play.claimed == ["south", "north"]
    play.round(["red-field", "red-frame", "islander"], uniform(2))
    assert play.claimed == ["south", "north", None]
    assert play.points == {"south": 11, "north": 11}
    assert play.standings["outcome"] == {
        "winner": "south",
        "decided_by": "first player card",
        "ranking": ["south", "north"],
    }
    out = " ".join(aa("game", "show", file).out.split())
    assert (
        "Anna and Ben have 11 points and 1 professor card each. "
        "Anna has won as the holder of the first player card." in out
    )
    assert "nobody 3 Blue" in out


# Four players: the card goes round clockwise.


def test_four_players_ties_pass_the_card_round_and_points_decide(aa: Aa, file: Path) -> None:
    play = Play(aa, file, "Anna, Ben, Cy, Dora", "--first", "Ben")
    play.round(ROUND_1, symmetric(4, 1))
    assert play.claimed == ["west", "north", "east"]
    play.round(["weaver", "echo"], symmetric(4, 2))
    assert play.claimed == ["south", "west"]
    play.round(["red-field", "blue-field", "gallery"], symmetric(4, 3))
    assert play.claimed == ["north", "east", "south"]
    assert play.standings["first_player"] == "west"
    assert play.points == {"south": 10, "west": 8, "north": 6, "east": 6}
    assert play.standings["outcome"]["ranking"] == ["south", "west", "north", "east"]


def test_four_players_level_in_points_professors_decide(aa: Aa, file: Path) -> None:
    play = Play(aa, file, "Anna, Ben, Cy, Dora")
    play.round(ROUND_1, symmetric(4, 1))
    play.round(["weaver", "echo"], symmetric(4, 2))
    assert play.standings["first_player"] == "west"
    play.round(["red-field", "red-frame", "islander"], uniform(4), "west=inspiration-beam")
    # South has 3 + 5, west 3 + 3 + 2, north 3 + 3, east 5.
    assert play.points == {"south": 8, "west": 8, "north": 6, "east": 5}
    assert play.standings["outcome"] == {
        "winner": "south",
        "decided_by": "professor cards",
        "ranking": ["south", "west", "north", "east"],
    }


@pytest.mark.parametrize(
    ("lucky", "winner", "why"),
    [
        (["west", "north"], "west", "Ben has won as the holder of the first player card."),
        (
            ["east", "north"],
            "north",
            "Cy has won as the next clockwise from Ben, the holder of the first player card.",
        ),
    ],
)
def test_four_players_level_in_all_the_next_clockwise_from_the_card_wins(
    aa: Aa, file: Path, lucky: list[str], winner: str, why: str
) -> None:
    play = Play(aa, file, "Anna, Ben, Cy, Dora")
    play.round(ROUND_1, symmetric(4, 1))
    play.round(["pointillist", "islander"], uniform(4), *(f"{side}=inspiration-beam" for side in lucky))
    assert play.claimed == [None, None]
    play.round(["red-field", "red-frame", "weaver"], uniform(4), *(f"{side}=inspiration-window" for side in lucky))
    assert play.claimed == ["east", "south", None]
    assert play.standings["first_player"] == "west"
    assert play.points == {"south": 6, "west": 3, "north": 3, "east": 3} | dict.fromkeys(lucky, 7)
    assert play.standings["outcome"]["winner"] == winner
    assert play.standings["outcome"]["decided_by"] == "first player card"
    assert why in " ".join(aa("game", "show", file).out.split())


# Seeded deals


@pytest.mark.parametrize(("players", "names"), [(2, "Anna, Ben"), (4, "Anna, Ben, Cy, Dora")])
def test_a_whole_seeded_game(aa: Aa, file: Path, players: int, names: str) -> None:
    """Deals, scores, undoes and scores again; every answer agrees with every other."""
    play = Play(aa, file, names, "--seed", "7")
    for number in range(3):
        dealt = play.ok(aa("game", "deal", file, "--json")).json
        text = file.read_text()
        play.ok(aa("game", "undo", file, "--json"))
        assert play.ok(aa("game", "deal", file, "--json")).json == dealt
        assert file.read_text() == text
        canvas = symmetric(players, number) if number == 1 else random_canvas(players, number)
        scored = play.ok(aa("game", "score", file, "-", "--json", stdin=canvas)).json
        assert aa("game", "show", file, "--json").json == scored
        assert play.ok(aa("game", "undo", file, "--json")).json == dealt
        assert file.read_text() == text
        # The round of a game is what aa score says of the same table.
        alone = score_alone(aa, file, canvas, dealt)
        assert play.ok(aa("game", "score", file, "-", "--json", stdin=canvas)).json == scored
        last = scored["rounds"][-1]
        assert last["claims"] == alone["claims"]
        assert last["players"] == alone["players"]
        assert last["inspirations"] == [each for each in alone["inspirations"] if each["scored"]]
        totals = {side: sum(at(each, side)["points"] for each in scored["rounds"]) for side in sides(players)}
        assert {player["side"]: player["points"] for player in scored["players"]} == totals
    assert scored["next"] == "over"
    assert scored["outcome"]["winner"] == next(each["side"] for each in scored["players"] if each["can_win"])


def sides(players: int) -> list[str]:
    return ["south", "north"] if players == 2 else ["south", "west", "north", "east"]


def at(document: dict[str, list[dict[str, int]]], side: str) -> dict[str, int]:
    return next(player for player in document["players"] if str(player["side"]) == side)


def random_canvas(players: int, seed: int) -> str:
    chance, side = random.Random(seed), len(RED[players])
    return "\n".join("".join(chance.choices("RYB", k=side)) for _ in range(side))


def score_alone(aa: Aa, file: Path, canvas: str, dealt: dict[str, list[str]]) -> dict[str, list[dict[str, bool]]]:
    """Scores the round that is dealt in a game with `aa score`; the hands are asked for one by one."""
    options = ["--first", str(dealt["first_player"])]
    options += [part for card in dealt["dealt"] for part in ("--objective", card)]
    names = [player["name"] for player in dealt["players"]]  # type: ignore[index]
    for name in names:
        shown = aa("game", "show", file, "--hand", name, "--json").json
        assert [player["name"] for player in shown["players"] if player["hand"] is not None] == [name]
        hand = next(player["hand"] for player in shown["players"] if player["name"] == name)
        options += [part for card in hand for part in ("--inspiration", f"{name}={card}")]
    run = aa("score", "-", "--players", ", ".join(names), *options, "--json", stdin=canvas)
    document: dict[str, list[dict[str, bool]]] = run.json
    return document


def test_inspirations_stay_hidden_unless_their_owner_asks(aa: Aa, file: Path) -> None:
    Play(aa, file, "Anna, Ben", "--seed", "7")
    run = aa("game", "deal", file)
    assert "inspiration" in run.out.lower()
    assert "The Easel" not in run.out
    assert "The Hook" not in run.out
    aa("game", "undo", file)
    run = aa("game", "deal", file, "--show", "Ben")
    assert "In Ben's hand" in run.out
    assert "The Hook" in run.out
    assert "The Easel" not in run.out
    # What was not scored is not told after the round either: Anna's Easel fits nowhere on this canvas.
    chequered = "\n".join(["RYRYRYRY", "BRBRBRBR"] * 4)
    for options in ([], ["--json"]):
        run = aa("game", "score", file, "-", *options, stdin=chequered)
        assert run.code == 0
        assert "Easel" not in run.out
        assert "easel" not in run.out
        aa("game", "undo", file)
    aa("game", "score", file, "-", stdin=chequered)
    assert "The Easel" in aa("game", "show", file, "--hand", "south").out
    assert "easel" not in aa("game", "show", file, "--json").out


# Tables


def test_a_table_file_brings_its_own_objectives_and_hands(aa: Aa, file: Path, tmp_path: Path) -> None:
    Play(aa, file, "Anna, Ben")
    table = tmp_path / "table.yaml"
    text = "objectives: [red-areas, yellow-areas, blue-areas]\ninspirations: {Ben: [inspiration-beam]}\ncanvas: |\n"
    table.write_text(text + "\n".join("  " + row for row in uniform(2).splitlines()))
    run = aa("game", "score", file, table, "--json")
    assert run.code == 0
    assert [claim["claimed_by"] for claim in run.json["rounds"][0]["claims"]] == ["south", None, None]
    assert run.json["players"][1]["points"] == 2
    assert "revealed:" in file.read_text()
    run = aa("game", "undo", file, "--json")
    assert (run.json["next"], run.json["dealt"]) == ("score", ROUND_1)
    assert aa("game", "undo", file, "--json").json["next"] == "deal"


def test_the_grid_may_be_seen_from_another_side(aa: Aa, file: Path) -> None:
    Play(aa, file, "Anna, Ben", "--seed", "3")
    aa("game", "deal", file)
    canvas = random_canvas(2, 5)
    turned = "\n".join(row[::-1] for row in reversed(canvas.splitlines()))
    straight = aa("game", "score", file, "-", "--json", stdin=canvas).json
    aa("game", "undo", file)
    assert aa("game", "score", file, "-", "--bottom", "Ben", "--json", stdin=turned).json == straight


TABLE = "objectives: [red-areas, yellow-areas, blue-areas]\ncanvas: |\n" + "\n".join(["  " + RED[2]] * 8)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "players: {south: Anna, north: Bea}",
            "different players: Anna (south), Bea (north) on the table, Anna (south), Ben",
        ),
        ("first_player: north", "different first players: Ben on the table, Anna in the game"),
        (
            "inspirations: {south: [inspiration-beam]}",
            "inspiration-beam is one inspiration too many for Anna; 1 are drawn",
        ),
        ("inspirations: {Cy: [inspiration-beam]}", "table.yaml:1:16: no player or side is called 'Cy'"),
    ],
)
def test_a_table_of_another_game_is_refused(aa: Aa, file: Path, tmp_path: Path, line: str, message: str) -> None:
    Play(aa, file, "Anna, Ben", "--seed", "7")
    aa("game", "deal", file)
    before = file.read_bytes()
    table = tmp_path / "table.yaml"
    table.write_text(line + "\n" + TABLE.partition("\n")[2])
    run = aa("game", "score", file, table)
    assert (run.code, run.out) == (3, "")
    assert message in run.err
    assert file.read_bytes() == before


def test_other_objectives_than_those_dealt_are_refused(aa: Aa, file: Path) -> None:
    Play(aa, file, "Anna, Ben", "--seed", "7")
    aa("game", "deal", file)
    run = aa("game", "score", file, "-", stdin=TABLE)
    assert run.code == 3
    assert (
        "different public cards: red-areas, yellow-areas, blue-areas on the table, red-pairs, yellow-field," in run.err
    )


# Wrong steps


def test_steps_out_of_order(aa: Aa, file: Path) -> None:
    Play(aa, file, "Anna, Ben")

    def told(*arguments: str, stdin: str = "") -> str:
        run = aa("game", arguments[0], file, *arguments[1:], stdin=stdin)
        assert (run.code, run.out) == (3, "")
        return run.err.replace(str(file), "FILE")

    assert told("undo") == "aa: FILE: nothing to undo: no round is dealt yet\n"
    assert "0 assignments are laid out, not 3" in told("deal", "--objective", "weaver")
    assert told("score", "-", stdin=uniform(2)) == (
        "aa: FILE: round 1 is not dealt yet; deal first: aa game deal FILE\n"
    )
    aa("game", "deal", file)
    assert told("deal") == "aa: FILE: round 1 is dealt and not scored yet; score it first, or undo it\n"
    assert "requires --objective" in told("deal", "--inspiration", "south=inspiration-beam")
    assert "no player or side is called 'Cy'" in told("show", "--hand", "Cy")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "Anna"], "--players Anna: 1 name; write two or four names"),
        (["--players", "Anna, Ben, Cy"], "3 names"),
        (["--players", "Anna,, Ben, Cy"], "a name is empty"),
        (["--players", "Anna, Anna"], "two players are called Anna"),
        (["--players", "north, Ben"], "north is the name of a side; give the player another"),
        (["--players", "An\x07na, Ben"], "cannot be printed; write it in one line"),
        (
            ["--players", "Anna, Ben", "--seats", "east, west"],
            "--seats east, west: invalid seats; 2 players sit at south, north",
        ),
        (["--players", "Anna, Ben", "--first", "Cy"], "--first Cy: no player or side is called 'Cy'"),
        (["--players", "Anna, Ben", "--rule", "nonsense=1"], "nonsense"),
    ],
)
def test_a_game_that_cannot_begin(aa: Aa, file: Path, arguments: list[str], message: str) -> None:
    run = aa("game", "new", file, *arguments)
    assert (run.code, run.out) == (3, "")
    assert message in run.err
    assert not file.exists()


def test_a_game_is_not_begun_over_another(aa: Aa, file: Path) -> None:
    Play(aa, file, "Anna, Ben", "--seed", "1")
    before = file.read_bytes()
    run = aa("game", "new", file, "--players", "Cy, Dora")
    assert (run.code, run.err) == (3, f"aa: {file}: the file already exists; choose another name, or delete it first\n")
    assert file.read_bytes() == before


def test_seats_and_names_are_as_said(aa: Aa, file: Path) -> None:
    play = Play(aa, file, "  Ben  Bo , no", "--seats", "north, south", "--first", "no", "--seed", "5")
    document = aa("game", "show", file, "--json").json
    assert [(player["side"], player["name"]) for player in document["players"]] == [
        ("south", "no"),
        ("north", "Ben Bo"),
    ]
    assert document["first_player"] == "south"
    assert document["seed"] == 5
    play.round(ROUND_1, symmetric(2, 4), "Ben Bo=inspiration-beam")


def test_house_rules_stay_with_the_game(aa: Aa, file: Path) -> None:
    rules = ("points.professor=4", "inspirations_per_round=no limit", "claim_at_zero=true", "grid={2: 3}")
    options = [part for rule in rules for part in ("--rule", rule)]
    Play(aa, file, "Anna, Ben", *options, "--seed", "1")
    written = aa("game", "show", file, "--json").json["rules"]
    assert (written["points"]["professor"], written["claim_at_zero"], written["grid"]) == (4, True, {"2": 3})
    assert "  inspirations_per_round: null\n" in file.read_text()
    aa("game", "deal", file)
    run = aa("game", "score", file, "-", "--json", stdin="\n".join(["R" * 6] * 6))
    assert run.code == 0
    assert all(claim["claimed_by"] for claim in run.json["rounds"][0]["claims"])
    assert "House rules" in aa("game", "show", file).out


def test_a_game_can_be_shown_from_standard_input_but_not_changed_there(aa: Aa, file: Path) -> None:
    Play(aa, file, "Anna, Ben", "--seed", "1")
    assert aa("game", "show", "-", "--json", stdin=file.read_text()).json["seed"] == 1
    run = aa("game", "undo", "-", stdin=file.read_text())
    assert (run.code, run.err) == (
        3,
        "aa: stdin: cannot change a game read from standard input; pass the path of a file\n",
    )


def test_files_that_are_not_there_or_cannot_be_written(aa: Aa, tmp_path: Path) -> None:
    run = aa("game", "undo", tmp_path / "no" / "such.yaml")
    assert (run.code, "no such file or directory" in run.err) == (3, True)
    assert not (tmp_path / "no").exists()
    (tmp_path / "file").write_text("")
    run = aa("game", "new", tmp_path / "file" / "game.yaml", "--players", "Anna, Ben")
    assert run.code == 5
    assert "cannot be written" in run.err


def test_json_is_the_same_document_from_every_command(aa: Aa, file: Path) -> None:
    runs = [aa("game", "new", file, "--players", "Anna, Ben", "--json"), aa("game", "deal", file, "--json")]
    runs += [aa("game", "score", file, "-", "--json", stdin=uniform(2)), aa("game", "show", file, "--json")]
    runs += [aa("game", "undo", file, "--json")]
    documents = [json.loads(run.out) for run in runs]
    assert {document["format"] for document in documents} == {"aa.standings/1"}
    assert len({tuple(document) for document in documents}) == 1
    assert documents[2] == documents[3]
    assert documents[4] == documents[1]


def test_a_painting_that_cannot_be_is_told(aa: Aa, tmp_path: Path) -> None:
    file, red = tmp_path / "g.yaml", "RRRRRRRR\n" * 8
    aa("game", "new", file, "--players", "Anna, Ben", "--seed", "1")
    aa("game", "deal", file)
    assert aa("game", "score", file, "-", stdin=red).err == (
        "Check the grid: the deck has no card RR/RR (rows 1-2, columns 1-2; rows 1-2, columns 3-4; and 14 more).\n"
    )
    aa("game", "undo", file)
    ids = "\n".join(" ".join(f"C{4 * row + column:02}" for column in range(1, 5)) for row in range(4))
    assert aa("game", "score", file, "-", stdin=ids).err == ""
    aa("game", "deal", file)
    run = aa("game", "score", file, "-", stdin=ids)
    assert (
        "16 cards of this table were on the table in an earlier round, but two players use each card only once"
        in run.err
    )


def test_titles_work_in_options_and_in_the_file(aa: Aa, file: Path) -> None:
    play = Play(aa, file, "Anna, Ben")
    play.round(["Red Archipelago", "yellow archipelago", "Blue Archipelago"], uniform(2), "Ben=beam")
    assert play.claimed == ["south", None, None]
    text = file.read_text()
    assert "objectives: [red-areas, yellow-areas, blue-areas]" in text
    by_title = text.replace("red-areas", "Red Archipelago").replace("inspiration-beam", "The Beam")
    assert by_title != text
    file.write_text(by_title)
    assert aa("game", "show", file, "--json").json == play.standings
    file.write_text(by_title.replace("Red Archipelago", "Red Arcipelago", 1))
    assert aa("game", "show", file).err == (
        f"aa: {file}:11:18: there is no assignment or professor card 'Red Arcipelago'; "
        "did you mean red-areas (Red Archipelago)?\n"
    )


def test_without_players_it_is_a_game_of_two(aa: Aa, file: Path) -> None:
    players = aa("game", "new", file, "--json").json["players"]
    assert [(player["side"], player["name"]) for player in players] == [("south", "Player 1"), ("north", "Player 2")]
    file.write_text(file.read_text().replace("Player 2", "Ben"))
    assert aa("game", "show", file, "--json").json["players"][1]["name"] == "Ben"


def test_a_deal_of_named_objectives_says_that_no_inspirations_were_drawn(aa: Aa, file: Path) -> None:
    Play(aa, file, "Anna, Ben", "--seed", "7")
    named = [part for card in ROUND_1 for part in ("--objective", card)]
    assert aa("game", "deal", file, *named).err == (
        "No inspirations were drawn, because the objectives were named. Name the inspirations that the players drew "
        f"with --inspiration SIDE=ID when you score the round. Or take the deal back with aa game undo {file} and "
        "deal again: with --inspiration, or without --objective to draw all cards.\n"
    )
    aa("game", "undo", file)
    assert aa("game", "deal", file, *named, "--inspiration", "Ben=hook").err == ""
    aa("game", "undo", file)
    assert aa("game", "deal", file).err == ""


def test_a_score_before_a_deal_says_how_to_deal(aa: Aa, file: Path) -> None:
    Play(aa, file, "Anna, Ben")
    run = aa("game", "score", file, "-", stdin=uniform(2))
    assert (run.code, run.err) == (3, f"aa: {file}: round 1 is not dealt yet; deal first: aa game deal {file}\n")


def test_a_hidden_twin_of_a_shown_inspiration_stays_hidden(aa: Aa, file: Path) -> None:
    play = Play(aa, file, "Anna, Ben", "--seed", "7")
    chequered = "\n".join(["RYRYRYRY", "BRBRBRBR"] * 4)
    play.round(ROUND_1, chequered, "Anna=easel")
    play.ok(aa("game", "deal", file, "--objective", "weaver", "--objective", "echo", "--inspiration", "Anna=easel"))
    out = play.ok(aa("game", "score", file, "-", "--inspiration", "Anna=easel", stdin=chequered)).out
    assert out.count("The Easel") == 1
    assert "The Easel Anna 0 the pattern is nowhere in the zone; the card stays in hand" in " ".join(out.split())


def test_who_is_not_known_gets_the_names(aa: Aa, file: Path) -> None:
    Play(aa, file, "Lea, Tom", "--seed", "7")
    assert aa("game", "show", file, "--hand", "Le").err == (
        "aa: --hand Le: no player or side is called 'Le'; did you mean Lea?\n"
    )
    assert aa("game", "show", file, "--hand", "Zoe").err == (
        "aa: --hand Zoe: no player or side is called 'Zoe'; known: Lea, Tom, south, north\n"
    )
