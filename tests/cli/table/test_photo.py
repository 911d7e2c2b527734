"""`aa read`, and photos in `aa score` and `aa game score`, through the command line."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from aa_tools.cli.terminal import prompt
from aa_tools.reading.doubts import REASON_TEXTS, Reason
from tests.conftest import ROOT, Aa
from tests.reading.printed import Printed, SideCard, photograph, row_of

TABLE = (
    *row_of(["red-areas", "yellow-areas", "blue-areas"], -245),
    SideCard("inspiration-hook", -60, 245),
    SideCard("first-player", 60, 245),
    SideCard("inspiration-smile", 150, -245, 180),
)
SAID = (
    "--objective", "red-areas", "--objective", "yellow-areas", "--objective", "blue-areas",
    "--inspiration", "south=inspiration-hook", "--inspiration", "north=inspiration-smile",
)  # fmt: skip
COVERED = ((-16, -22, 14), (-48, 22, 14), (16, 110, 14))
"""Hides row 4, column 4; row 5, column 3; row 7, column 5."""


@cache
def made(name: str) -> Printed:
    return {
        "plain": lambda: photograph(3, TABLE, fill=0.5),
        "covered": lambda: photograph(3, TABLE, fill=0.5, covers=COVERED),
        "harmless": lambda: photograph(1, TABLE, fill=0.5, covers=COVERED[1:2]),
        "from north": lambda: photograph(3, TABLE, fill=0.5, quarter=2),
        "bare, from a side": lambda: photograph(5, fill=0.7, quarter=1),
        "unclear": lambda: photograph(
            4, [SideCard("inspiration-smile", 185, 0, 90), SideCard("first-player", -185, 5, 90)], fill=0.55
        ),
    }[name]()


@pytest.fixture
def photo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Writes a made photo into the working folder and returns its name."""
    monkeypatch.chdir(tmp_path)

    def write(name: str, file: str = "table.jpg") -> str:
        Path(file).write_bytes(made(name).jpeg())
        return file

    return write


def typed(name: str) -> str:
    return "\n".join(made(name).rows)


# --- the whole score


@pytest.mark.parametrize(("name", "options"), [("plain", ()), ("from north", ("--bottom", "north"))])
def test_a_photo_needs_no_other_option(aa: Aa, photo: Any, name: str, options: tuple[str, ...]) -> None:
    run = aa("score", photo(name), "--json")
    assert (run.code, run.err) == (0, "")
    assert run.json == aa("score", "-", "--json", *SAID, *options, stdin=typed(name)).json
    assert [each["card"] for each in run.json["claims"]] == ["red-areas", "yellow-areas", "blue-areas"]


def test_a_photo_is_told_by_its_first_bytes(aa: Aa, photo: Any) -> None:
    assert aa("score", photo("plain", "grid.txt"), "--json").json == aa("score", photo("plain"), "--json").json


def test_what_is_read_can_be_scored_as_it_is(aa: Aa, photo: Any) -> None:
    for name in ("plain", "from north"):
        read = aa("read", photo(name))
        assert read.code == 0
        assert aa("score", "-", "--json", stdin=read.out).json == aa("score", "table.jpg", "--json").json


def test_options_win_over_tags(aa: Aa, photo: Any) -> None:
    run = aa("score", photo("plain"), "--json", "--objective", "weaver", "--first", "north", "--inspiration",
             "north=inspiration-hook", "--players", "Anna, Ben", "--bottom", "Ben").json  # fmt: skip
    assert [each["card"] for each in run["claims"]] == ["weaver"]
    assert run["first_player"]["before"] == "north"
    assert [(each["side"], each["card"]) for each in run["inspirations"]] == [("north", "inspiration-hook")]
    assert run["canvas"] == [row[::-1] for row in made("plain").rows[::-1]]
    assert [player["name"] for player in run["players"]] == ["Anna", "Ben"]


def test_objectives_that_no_round_has_are_told(aa: Aa, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("two.jpg").write_bytes(photograph(3, row_of(["red-areas", "blue-areas"], -235), fill=0.55).jpeg())
    run = aa("score", "two.jpg", "--json")
    assert run.code == 0
    assert run.err.startswith(
        "The photo shows 2 assignments, but a round has 3 assignments, 2 professors or 2 assignments and 1 professor. "
        "Is a tag covered?\n"
    )


# --- reading


def test_the_grid_the_picture_and_what_the_tags_tell(aa: Aa, photo: Any) -> None:
    run = aa("read", photo("from north"), "--picture", "read.png")
    rows = [" ".join(row[at : at + 2] for at in range(0, 8, 2)) for row in made("from north").rows]
    assert run.out.splitlines() == [
        "# table.jpg: 2 players, no quadrant in doubt",
        "first_player: south",
        "objectives: [red-areas, yellow-areas, blue-areas]",
        "inspirations:",
        "  south: [inspiration-hook]",
        "  north: [inspiration-smile]",
        "bottom: north",
        "canvas: |",
        *(f"  {row}" for row in rows),
    ]
    assert run.err == "Wrote read.png.\n"
    picture = cv2.imread("read.png")
    assert picture is not None
    assert picture.shape[1] == 1500


def test_the_picture_is_a_small_jpeg_unless_its_name_ends_in_png(aa: Aa, photo: Any) -> None:
    plain = aa("read", photo("covered"))
    assert plain.err.splitlines()[-1] == "To see the doubts on the photo, use --picture FILE.jpg."
    assert [path.name for path in Path().iterdir()] == ["table.jpg"]
    assert aa("read", "table.jpg", "--picture", "seen.jpg").err.splitlines()[-1] == "Wrote seen.jpg."
    assert Path("seen.jpg").stat().st_size <= 500_000
    assert Path("seen.jpg").read_bytes().startswith(b"\xff\xd8\xff")
    aa("read", "table.jpg", "--picture", "seen.png")
    large, small = cv2.imread("seen.png"), cv2.imread("seen.jpg")
    assert large is not None
    assert small is not None
    assert large.shape == small.shape
    assert np.abs(large.astype(int) - small).mean() < 8


def test_a_bare_table_is_a_bare_grid(aa: Aa, photo: Any) -> None:
    run = aa("read", photo("bare, from a side"), "--turn", "270", "--picture", "out.png")
    assert run.out.splitlines()[0] == "# table.jpg: 2 players, no quadrant in doubt"
    assert [line.replace(" ", "") for line in run.out.splitlines()[1:]] == turned(made("bare, from a side").rows, 3)
    assert {path.name for path in Path().iterdir()} == {"table.jpg", "out.png"}


def turned(rows: list[str], times: int) -> list[str]:
    """Turns rows clockwise by so many quarters."""
    for _ in range(times):
        rows = ["".join(row) for row in zip(*rows[::-1], strict=True)]
    return rows


def test_the_document_of_a_reading(aa: Aa, photo: Any) -> None:
    document = aa("read", photo("covered"), "--json").json
    assert list(document) == ["format", "players", "canvas", "doubts", "tags", "bottom"]
    assert (document["format"], document["players"], document["bottom"]) == ("aa.reading/1", 2, "south")
    assert [(each["row"], each["column"], each["reason"]) for each in document["doubts"]] == [
        (3, 3, "not-an-ink"),
        (4, 2, "not-an-ink"),
        (6, 4, "not-an-ink"),
    ]
    assert {frozenset(each["candidates"]) for each in document["doubts"]} == {frozenset("RYB")}
    known = [row.replace("?", "") for row in document["canvas"]]
    assert sum(map(len, known)) == 61
    tags = {each["card"]: each for each in document["tags"]}
    assert list(tags["first-player"]) == ["tag", "card", "deck", "corners", "space", "side"]
    assert (tags["first-player"]["tag"], tags["first-player"]["deck"]) == (0, "first_player")
    sides = {card: each["side"] for card, each in tags.items() if each["side"]}
    assert sides == {"first-player": "south", "inspiration-hook": "south", "inspiration-smile": "north"}


def test_corrections_by_hand(aa: Aa, photo: Any) -> None:
    rows = made("covered").rows
    said = [f"--set=r4c4={rows[3][3]}", f"--set=r5c3={rows[4][2].lower()}", f"--set=r7c5={rows[6][4]}"]
    document = aa("read", photo("covered"), "--json", *said).json
    assert (document["canvas"], document["doubts"]) == (rows, [])


def test_corners_by_hand(aa: Aa, photo: Any) -> None:
    document = aa("read", photo("plain"), "--json").json
    image = made("plain").image
    corners = [each for tag in document["tags"] for each in tag["corners"]]
    assert all(0 < x < image.shape[1] and 0 < y < image.shape[0] for x, y in corners)
    run = aa("read", "table.jpg", "--corners", "10,10 500,10 500,5 10,300")
    assert run.err == (
        "aa: --corners: these are not the corners of a canvas; give four points x,y clockwise from the top left\n"
    )


def test_cards_of_another_deck_are_read_and_told(aa: Aa, tmp_path: Path) -> None:
    sample = ROOT / "tests/data/photos/photo-01"
    run = aa("read", sample.with_suffix(".jpg"), "--picture", tmp_path / "read.png")
    assert run.code == 0
    rows = [line.replace(" ", "") for line in run.out.splitlines() if not line.startswith("#")]
    assert rows == sample.with_suffix(".txt").read_text().split()
    assert run.err.startswith("Not checked against the deck: these are not the cards of ")


UNSET = "invalid correction; write r3c5=B for row 3, column 5; letters: R, Y, B, ."


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--set", "r3c5"], 3, f"--set r3c5: {UNSET}"),
        (["--set", "r3c5=Q"], 3, f"--set r3c5=Q: {UNSET}"),
        (["--set", "r9c1=B"], 3, "--set r9c1=B: the canvas has 8 rows of 8 quadrants; count from 1"),
        (["--turn", "45"], 3, "--turn 45: invalid angle; use 0, 90, 180 or 270"),
        (["--players", "3"], 3, "--players 3: invalid number of players; use 2 or 4"),
        (
            ["--corners", "1,2 3,4"],
            3,
            "--corners 1,2 3,4: invalid corners; write four points in pixels, clockwise from the top left: "
            '"120,80 900,95 930,1210 100,1190"',
        ),
    ],
)  # fmt: skip
def test_wrong_help_is_one_message(aa: Aa, photo: Any, options: list[str], code: int, message: str) -> None:
    run = aa("read", photo("plain"), *options)
    assert (run.code, run.out, run.err) == (code, "", f"aa: {message}\n")


def test_the_same_photo_gives_the_same_bytes(aa: Aa, photo: Any) -> None:
    runs = []
    for _ in range(2):
        run = aa("read", photo("covered"), "--picture", "read.jpg")
        runs.append((run.out, run.err, Path("read.jpg").read_bytes()))
    assert runs[0] == runs[1]


# --- doubts


def test_a_doubt_that_does_not_affect_the_result(aa: Aa, photo: Any) -> None:
    run = aa("score", photo("harmless"), "--json")
    assert run.code == 0
    (doubt,) = run.json["doubts"]
    assert (doubt["row"], doubt["column"], doubt["reason"]) == (4, 2, "not-an-ink")
    assert run.json["canvas"][4][2] == "?"
    truth = aa("score", "-", "--json", *SAID, stdin=typed("harmless")).json
    assert [each["claimed_by"] for each in run.json["claims"]] == [each["claimed_by"] for each in truth["claims"]]
    assert run.err.startswith(
        "In doubt: row 5, column 3 (something covers it). Every possibility gives the same result; "
    )


def test_doubts_that_affect_the_result(aa: Aa, photo: Any) -> None:
    run = aa("score", photo("covered"), "--json")
    assert (run.code, run.out) == (4, "")
    lines = run.err.splitlines()
    # What is covered can be only what makes a card of the deck that lies nowhere else.
    assert len(lines) == 3
    assert re.fullmatch(
        r"aa: table\.jpg: row 4, column 4 is \w+ or \w+ \(something covers it\); "
        r"Yellow Archipelago goes to Player .*",
        lines[0],
    )
    assert lines[2] == (
        "aa: table.jpg: 2 unknown quadrants affect the result; in table.table.txt, replace the ? at row 4, column 4 "
        "(line 15) and row 7, column 5 (line 18) by their letters (the other one can stay), then run aa score "
        "table.table.txt; aa read table.jpg --picture doubts.jpg shows them on the photo"
    )
    run = aa("score", "table.jpg", "--picture", "doubts.jpg")
    assert run.err.endswith("then run aa score table.table.txt\n")
    assert {path.name for path in Path().iterdir()} == {"table.jpg", "table.table.txt", "doubts.jpg"}


def test_the_file_to_repair(aa: Aa, photo: Any) -> None:
    aa("score", photo("covered"), "--players", "Anna, Ben")
    repair, rows = Path("table.table.txt"), iter(made("covered").rows)
    text = repair.read_text()
    assert text.count("?") == 4  # one stands in the comment
    assert "players: {south: Anna, north: Ben}" in text
    head, canvas = text.split("canvas: |\n")
    whole = [" ".join(row[at : at + 2] for at in range(0, 8, 2)) for row in rows]
    assert all(a in ("?", b) for a, b in zip(canvas.replace("\n  ", "\n").strip(), "\n".join(whole), strict=True))
    repair.write_text(head + "canvas: |\n" + "".join(f"  {row}\n" for row in whole))
    truth = aa("score", "-", "--json", *SAID, "--players", "Anna, Ben", stdin=typed("covered")).json
    assert aa("score", repair, "--json").json == truth
    corrected = repair.read_text()
    assert "table.table-2.txt" in aa("score", "table.jpg", "--players", "Anna, Ben").err
    assert repair.read_text() == corrected
    assert Path("table.table-2.txt").read_text() == text


def test_questions_end_once_the_result_is_decided(aa: Aa, photo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompt, "is_interactive", lambda: True)
    rows = made("covered").rows
    truth = aa("score", "-", *SAID, stdin=typed("covered"))
    answers = f"x\n{rows[3][3]}\n{rows[4][2].lower()}\n{rows[6][4]}\n"
    run = aa("score", photo("covered"), stdin=answers)
    assert run.code == 0
    assert "row 4, column 4 (something covers it): " in run.err
    assert run.out.split("Objective")[1] == truth.out.split("Objective")[1]
    assert not Path("table.table.txt").exists()


def test_who_does_not_answer_gets_the_file_to_repair(aa: Aa, photo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompt, "is_interactive", lambda: True)
    run = aa("score", photo("covered"), stdin=f"{made('covered').rows[3][3]}\n")
    assert (run.code, run.out) == (4, "")
    assert run.err.splitlines()[-1].startswith("aa: table.jpg: 1 unknown quadrant affects the result; ")
    assert Path("table.table.txt").exists()


def test_which_side_is_south_is_asked_for(aa: Aa, photo: Any) -> None:
    run = aa("score", photo("bare, from a side"), "--objective", "red-areas")
    assert (run.code, run.err) == (
        4,
        "aa: table.jpg: could not tell which side of the photo is south; add --bottom SIDE: the side at the bottom of "
        "the photo; the lower edges of the cards point south\n",
    )
    run = aa("score", "table.jpg", "--objective", "red-areas", "--bottom", "east", "--json")
    assert run.code == 0
    assert run.json["canvas"] == turned(made("bare, from a side").rows, 3)
    read = aa("read", "table.jpg")
    assert 'bottom: "?"' in read.out
    assert "South is unknown. Add --turn, " in read.err
    run = aa("score", "-", stdin=read.out)
    assert (run.code, run.err) == (
        3,
        "aa: stdin:2:9: the photo does not show which side this is; write south or north\n",
    )
    assert aa("score", "-", "--bottom", "east", stdin=read.out).code == 0


def test_whose_a_card_is_is_asked_for(aa: Aa, photo: Any) -> None:
    run = aa("score", photo("unclear"))
    assert (run.code, run.err.splitlines()) == (
        4,
        [
            "aa: table.jpg, tag of first-player: could not tell who holds this card; add --first SIDE",
            "aa: table.jpg, tag of inspiration-smile: could not tell who holds this card; name each revealed card: "
            "--inspiration SIDE=inspiration-smile",
        ],
    )
    run = aa("score", "table.jpg", "--first", "north", "--inspiration", "south=inspiration-smile")
    assert run.code == 0


# --- typed grids with unknown quadrants

CLUMPS = "RRRRYYYY\n" * 4 + "YYYYRRRR\n" * 4


def test_a_typed_question_mark_that_does_not_affect_the_result(aa: Aa) -> None:
    grid = "?" + CLUMPS[1:]
    run = aa("score", "-", "--json", "--objective", "blue-pairs", stdin=grid)
    assert run.code == 0
    assert run.json["doubts"] == [{"row": 0, "column": 0, "reason": "unknown", "candidates": ["R", "Y", "B"]}]
    assert run.json["canvas"][0] == "?RRRYYYY"
    assert run.json["claims"][0]["claimed_by"] is None
    assert "In doubt: row 1, column 1 (unknown). " in run.err


def test_too_many_typed_question_marks(aa: Aa) -> None:
    run = aa("score", "-", "--objective", "blue-pairs", stdin="???????" + CLUMPS[7:])
    assert run.code == 3
    assert run.err.splitlines()[6] == "aa: stdin:1:7: row 1, column 7 is unknown; type its letter"


def test_a_typed_question_mark_that_affects_a_claim(aa: Aa, tmp_path: Path) -> None:
    path = tmp_path / "grid.txt"
    path.write_text("?" + CLUMPS[1:])
    run = aa("score", path, "--objective", "red-areas", "--objective", "red-field", "--first", "south")
    assert (run.code, run.err) == (
        3,
        f"aa: {path}:1:1: row 1, column 1 is unknown; type its letter: Red Field goes to Player 2 if red, Player 1 if "
        "yellow or blue; the first player card goes to Player 1 if red, Player 2 if yellow or blue\n",
    )
    assert [each.name for each in tmp_path.iterdir()] == ["grid.txt"]


# --- the game, and what may be missing


ADDED = (
    "Added The Hook to the hand of Anna: it is in the photo, but not in the game file.\n"
    "Added The Smile to the hand of Ben: it is in the photo, but not in the game file.\n"
)


def test_a_game_lists_what_a_photo_shows_also_where_it_fails(aa: Aa, photo: Any) -> None:
    aa("game", "new", "friday.yaml", "--players", "Anna, Ben", "--seed", "7")
    aa("game", "deal", "friday.yaml", "--objective", "red-areas", "--objective", "yellow-areas",
       "--objective", "blue-areas")  # fmt: skip
    run = aa("game", "score", "friday.yaml", photo("plain"))
    assert (run.code, run.err) == (0, ADDED)
    alone = aa("score", "table.jpg").out.splitlines()
    rows = [
        line.replace("Player 1", "Anna").replace("Player 2", "Ben").split() for line in alone if "is nowhere" in line
    ]
    assert rows
    assert [line.split() for line in run.out.splitlines() if "is nowhere" in line] == rows
    # What was named by hand needs no word.
    aa("game", "undo", "friday.yaml")
    named = aa("game", "score", "friday.yaml", "table.jpg", "--inspiration", "Anna=hook")
    assert (named.code, named.err) == (0, "")
    assert "The Smile" not in named.out


def test_a_photo_in_a_game(aa: Aa, photo: Any) -> None:
    aa("game", "new", "friday.yaml", "--players", "Anna, Ben", "--seed", "7")
    dealt = [part for card in ("red-areas", "yellow-areas", "blue-areas") for part in ("--objective", card)]
    assert aa("game", "deal", "friday.yaml", *dealt).code == 0
    run = aa("game", "score", "friday.yaml", photo("covered"))
    assert run.code == 4
    assert run.err.splitlines()[-1].endswith(
        ", then run aa game score friday.yaml table.table.txt; aa read table.jpg --picture doubts.jpg shows them on "
        "the photo"
    )
    run = aa("game", "score", "friday.yaml", photo("plain"), "--json")
    assert (run.code, run.err) == (0, ADDED)
    alone = aa("score", "table.jpg", "--json").json
    points = {player["name"]: player["points"] for player in run.json["players"]}
    assert points == {"Anna": alone["players"][0]["points"], "Ben": alone["players"][1]["points"]}
    text = Path("friday.yaml").read_text()
    assert "".join(made("plain").rows[0][at : at + 2] + " " for at in range(0, 8, 2)).strip() in text


@pytest.mark.parametrize(
    ("missing", "message"),
    [
        ("No module named 'cv2'", "aa: OpenCV is not installed, so photos cannot be read; pip install opencv-python"),
        (
            "libGL.so.1: cannot open shared object file: No such file or directory",
            "aa: OpenCV cannot be loaded: the system lacks libGL.so.1; install the package libgl1, or use "
            "opencv-python-headless instead of opencv-python",
        ),
    ],
)
def test_without_opencv_all_but_photos_works(photo: Any, missing: str, message: str) -> None:
    program = (
        "import sys\n"
        "class Missing:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == 'cv2': raise ImportError({missing!r})\n"
        "sys.meta_path.insert(0, Missing())\n"
        "from aa_tools.cli.app import main\n"
        "main(sys.argv[1:])\n"
    )

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", program, *arguments]
        path = {"PYTHONPATH": str(ROOT)}
        return subprocess.run(command, capture_output=True, text=True, env=os.environ | path, check=False)

    Path("grid.txt").write_text(typed("plain"))
    assert json.loads(run("score", "grid.txt", "--objective", "red-areas", "--json").stdout)["claims"]
    for command in (("read",), ("score",)):
        refused = run(*command, photo("plain"))
        assert (refused.returncode, refused.stdout, refused.stderr) == (4, "", message + "\n")


@pytest.mark.parametrize(
    ("command", "data", "message"),
    [
        ("read", b"", "the file is empty; copy the photo again"),
        ("read", b"RY BB RR YB\n", "not a picture; give a JPEG, PNG, WebP or HEIC photo"),
        ("score", b"GIF89a\1\0\1\0", "a GIF picture, not a photo; give a JPEG, PNG, WebP or HEIC photo"),
        (
            "score",
            b"\xff\xd8\xff\xe0\0\x10JFIF",
            "truncated file: part of the picture is missing; copy the photo again",
        ),
    ],
)
def test_no_photo_is_one_message_and_4(
    aa: Aa, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, data: bytes, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.jpg").write_bytes(data)
    run = aa(command, "x.jpg")
    assert (run.code, run.out, run.err) == (4, "", f"aa: x.jpg: {message}\n")


def test_a_picture_of_a_typed_table_is_refused(aa: Aa) -> None:
    run = aa("score", "-", "--picture", "x.png", "--objective", "red-areas", stdin=CLUMPS)
    assert (run.code, run.err) == (3, "aa: -: is not a photo, so there is no picture to draw on; leave out --picture\n")


def test_what_was_read_is_never_replaced(aa: Aa, tmp_path: Path) -> None:
    photo = tmp_path / "photo.png"
    photo.write_bytes((ROOT / "tests" / "data" / "photos" / "photo-05.jpg").read_bytes())
    before = photo.read_bytes()
    for command in ("read", "score"):
        run = aa(command, photo, "--picture", photo)
        assert run.code == 3
        assert run.err == f"aa: --picture {photo}: would overwrite the input file; choose another name\n"
    run = aa("read", photo, "--picture", tmp_path / "x.txt")
    assert run.err.endswith("x.txt: the file name must end in .jpg, .jpeg or .png; choose another name\n")
    assert photo.read_bytes() == before


PICTURES = ROOT / "docs" / "pictures"


NEITHER = "not a photo or a table; give a JPEG, PNG, WebP or HEIC photo, a typed grid or a YAML file"


@pytest.mark.parametrize(
    ("file", "data", "code"),
    [
        ("x.JPEG", b"hello\n", 4),
        ("x.jpg", b"objectives: [x\n", 4),
        ("x.jpg", b"%PDF-1.4\n", 4),
        ("x.pdf", b"%PDF-1.4\n\xe2\xe3\xcf\xd3\n", 3),
        ("x.docx", b"PK\3\4\0", 3),
    ],
)
def test_what_is_no_photo_and_no_table(
    aa: Aa, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, data: bytes, code: int
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(file).write_bytes(data)
    aa("game", "new", "friday.yaml", "--players", "Anna, Ben")
    for command in (["score"], ["game", "score", "friday.yaml"]):
        run = aa(*command, file)
        assert (run.code, run.out, run.err) == (code, "", f"aa: {file}: {NEITHER}\n")


@pytest.mark.parametrize("command", ["read", "score"])
@pytest.mark.parametrize(
    ("file", "data", "message"),
    [
        ("x.jpg", b"", "the file is empty; copy the photo again"),
        ("x.png", None, "cannot be read: no such file or directory; check the path"),
    ],
)
def test_what_is_called_a_picture_gets_one_message_from_each_command(
    aa: Aa, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, file: str, data: bytes | None, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    if data is not None:
        Path(file).write_bytes(data)
    run = aa(command, file)
    assert (run.code, run.out, run.err) == (4, "", f"aa: {file}: {message}\n")


@pytest.mark.parametrize("command", ["read", "score"])
def test_a_photo_without_a_canvas_tells_the_command_that_takes_corners(
    aa: Aa, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("low ink.jpg").write_bytes((PICTURES / "photo-low-ink.jpg").read_bytes())
    run = aa(command, "low ink.jpg")
    assert run.code == 4
    assert run.err == (
        "aa: low ink.jpg: no canvas of 4 x 4 or 5 x 5 cards was found in the photo; take it from above, with the whole "
        "canvas and some table around it (low-ink prints cannot be read from photos: type their letters); or give the "
        'corners: aa read "low ink.jpg" --corners "X,Y X,Y X,Y X,Y"\n'
    )


def test_a_photo_without_tags_says_so(aa: Aa) -> None:
    run = aa("score", PICTURES / "photo-far.jpg")
    assert run.code == 0
    assert run.err == (
        "No tags were found, so the photo does not show the objectives: the photo was taken from too far away, or the "
        "cards were printed without tags. Take it from nearer, or name the cards with --objective ID.\n"
    )
    assert aa("score", PICTURES / "photo-far.jpg", "--objective", "red-areas").err == ""


def test_doubts_end_a_score_with_4_and_a_reading_with_0(aa: Aa, photo: Any) -> None:
    photo("covered")
    assert aa("read", "table.jpg").code == 0
    assert aa("score", "table.jpg").code == 4


def test_a_photo_and_its_file_tell_the_same_doubts_until_each_is_mended(aa: Aa, tmp_path: Path) -> None:
    shown = tmp_path / "saucer.jpg"
    shown.write_bytes((PICTURES / "photo-covered.jpg").read_bytes())
    file = tmp_path / "saucer.table.txt"
    run = aa("score", shown)
    assert run.code == 4
    assert run.err.splitlines()[-1].endswith(
        f"in {file}, replace the ? at row 6, column 7 (line 13) by its letter (the other one can stay), then run aa "
        f"score {file}; aa read {shown} --picture doubts.jpg shows them on the photo"
    )
    impact = "the first player card goes to Player 2 if blue or red, Player 1 if yellow"
    for mended in ("YY BY YB ?B", "YY BY YB RB"):
        file.write_text(file.read_text().replace("YY BY YB ?B", mended))
        run = aa("score", file)
        assert (run.code, run.err) == (
            3,
            f"aa: {file}:13:12: row 6, column 7 is unknown, blue or yellow or red; type its letter: {impact}\n",
        )
    file.write_text(file.read_text().replace("r6c7: BYR", "r6c7: BR"))
    run = aa("score", file)
    assert run.code == 0
    assert run.err.startswith("In doubt: row 6, column 7 (unknown). Every possibility gives the same result")


@pytest.mark.parametrize(
    ("doubts", "message"),
    [
        ("{f6: RY}", "1:10: 'f6' is not a quadrant; write r6c7 for row 6, column 7"),
        ("{r1c1: RQ}", "1:16: 'Q' is not a colour; use R, Y, B, ."),
    ],
)
def test_doubts_that_cannot_be(aa: Aa, doubts: str, message: str) -> None:
    grid = "".join(f"  {row}\n" for row in ("?" + CLUMPS[1:]).splitlines())
    run = aa("score", "-", stdin=f"doubts: {doubts}\ncanvas: |\n{grid}")
    assert (run.code, run.err) == (3, f"aa: stdin:{message}\n")


def test_a_photo_of_another_number_of_players_says_so(aa: Aa, photo: Any) -> None:
    name = photo("plain")
    message = (
        "aa: table.jpg: the photo shows a table for two; this game is for four; "
        "give a photo of this game's table, or correct the number of players\n"
    )
    aa("game", "new", "friday.yaml", "--players", "Anna, Ben, Cleo, Dan", "--seed", "7")
    aa("game", "deal", "friday.yaml")
    for command in (["score", name, "--players", "4"], ["read", name, "--players", "4"],
                    ["game", "score", "friday.yaml", name]):  # fmt: skip
        run = aa(*command)
        assert (run.code, run.err) == (4, message)


def test_a_table_for_four_is_none_of_a_game_for_two(aa: Aa, tmp_path: Path) -> None:
    path = tmp_path / "four.jpg"
    path.write_bytes(photograph(2, players=4, fill=0.6).jpeg())
    run = aa("score", path, "--players", "Anna, Ben")
    assert (run.code, run.err) == (
        4,
        f"aa: {path}: the photo shows a table for four; this game is for two; "
        "give a photo of this game's table, or correct the number of players\n",
    )


def test_the_page_has_the_words_of_every_reason() -> None:
    page = (ROOT / "docs" / "reference" / "photos.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z-]+)`[^|]*\| ([^|]+) \|$", page, re.MULTILINE)
    assert dict(rows) == {str(reason): words for reason, words in REASON_TEXTS.items()}
    assert set(REASON_TEXTS) == set(Reason)
