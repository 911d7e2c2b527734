"""A file of another kind, or with its lines shifted, gets one message."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.conftest import ROOT, Aa

GRID = "RY BB RR YB\n" * 8
TABLE = "objectives: [red-areas]\ncanvas: |\n" + "".join(f"  {row}\n" for row in GRID.splitlines())
GAME_HINT = "aa game show game.yaml reads it, aa game score game.yaml TABLE adds a table to it"
TABLE_HINT = "aa score {0} reads it, aa game score GAME {0} adds it to a game"
CARDS_HINT = "aa cards check --cards deck.yaml reads it"
CLAIMS = ["    claims:", "      red-areas: north", "      yellow-areas: south", "      blue-areas: north"]


@pytest.fixture
def files(aa: Aa, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lays a game, a card file, a table and a grid into the working folder."""
    monkeypatch.chdir(tmp_path)
    assert aa("game", "new", "game.yaml", "--players", "Anna, Ben").code == 0
    shutil.copy(ROOT / "cards.yaml", "deck.yaml")
    Path("table.yaml").write_text(TABLE)
    Path("grid.txt").write_text(GRID)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("score game.yaml", f"game.yaml: is a game file, not a table; {GAME_HINT}"),
        ("score deck.yaml", f"deck.yaml: is a card file, not a table; {CARDS_HINT}"),
        ("game show deck.yaml", f"deck.yaml: is a card file, not a game file; {CARDS_HINT}"),
        ("game show table.yaml", f"table.yaml: is a table, not a game file; {TABLE_HINT.format('table.yaml')}"),
        ("game show grid.txt", f"grid.txt: is a table, not a game file; {TABLE_HINT.format('grid.txt')}"),
        ("game score game.yaml game.yaml", f"game.yaml: is a game file, not a table; {GAME_HINT}"),
        ("game deal table.yaml", f"table.yaml: is a table, not a game file; {TABLE_HINT.format('table.yaml')}"),
        ("score grid.txt --cards game.yaml", f"game.yaml: is a game file, not a card file; {GAME_HINT}"),
    ],
)
def test_a_file_of_another_kind_is_one_message(aa: Aa, arguments: str, message: str) -> None:
    run = aa(*arguments.split())
    assert (run.code, run.out, run.err) == (3, "", f"aa: {message}\n")
    assert not Path(".table.yaml.lock").exists()


def test_a_photo_is_no_game(aa: Aa) -> None:
    run = aa("game", "show", ROOT / "docs" / "pictures" / "photo-far.jpg")
    assert run.err.endswith("photo-far.jpg: is not a text file; give a typed grid or a YAML file\n")


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("shifted", "message"),
    [
        (
            [CLAIMS[0], *(line[2:] for line in CLAIMS[1:])],
            "21:5: red-areas, yellow-areas, blue-areas: not known here; indent them more to belong to claims",
        ),
        (
            [*CLAIMS[:3], CLAIMS[3][2:]],
            "23:5: the key blue-areas is not known here; known: objectives, inspirations, canvas, revealed, claims, "
            "scored, next_first_player, points",
        ),
        (
            [*CLAIMS[:2], *(line[2:] for line in CLAIMS[2:])],
            "22:5: yellow-areas, blue-areas: not known here; indent them more to belong to claims",
        ),
        (
            ["  " + line for line in CLAIMS],
            "20:7: unexpected key claims: in the grid; indent it like canvas:, or remove it",
        ),
        (
            [CLAIMS[0].replace("claims", "claim"), "      red-areas: north"],
            "20:5: the key claim is not known here; did you mean claims?",
        ),
    ],
)
def test_shifted_lines_are_one_message(aa: Aa, shifted: list[str], message: str) -> None:
    text = Path("game.yaml").read_text()
    head = ["  - objectives: [red-areas, yellow-areas, blue-areas]", "    canvas: |"]
    played = [*head, *(f"      {row}" for row in GRID.splitlines())]
    Path("game.yaml").write_text("\n".join([text.partition("\nrounds:")[0].rstrip(), "rounds:", *played, *shifted]))
    run = aa("game", "show", "game.yaml")
    assert (run.code, run.err) == (3, f"aa: game.yaml:{message}\n")


@pytest.mark.parametrize(
    ("players", "message"),
    [
        ("Anna", '1 name; write two or four names: "Anna, Ben"'),
        ("Anna,Anna", "two players are called Anna; give each another name"),
        ("Anna,south", "south is the name of a side; give the player another"),
    ],
)
def test_a_wrong_name_is_told_by_its_option_and_leaves_nothing(
    aa: Aa, tmp_path: Path, players: str, message: str
) -> None:
    run = aa("game", "new", tmp_path / "game.yaml", "--players", players)
    assert (run.code, run.err) == (3, f"aa: --players {players}: {message}\n")
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_there_already_leaves_no_lock(aa: Aa, tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text("mine")
    assert aa("game", "new", file, "--players", "Anna, Ben").err.startswith(f"aa: {file}: the file already exists; ")
    assert [each.name for each in tmp_path.iterdir()] == ["game.yaml"]
