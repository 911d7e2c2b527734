"""Folders that cannot be written, names with spaces and letters of any language, text as other systems write it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT, Aa

GRID = "RY BB RR YB\nBR YY RB BY\n" * 4
PHOTO = ROOT / "docs" / "pictures" / "photo-covered.jpg"
AS_OTHERS = ["setpriv", "--bounding-set", "-dac_override", "--inh-caps", "-dac_override"]
"""Takes from root the right to write where the folder says no."""


def is_obeyed(folder: Path) -> bool:
    """Says whether a folder that must not be written cannot be."""
    command = [*(AS_OTHERS if os.geteuid() == 0 else []), "touch", str(folder / "probe")]
    return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode != 0


@pytest.fixture
def closed(aa: Aa, tmp_path: Path) -> Path:
    """A folder with a game, a grid and a photo in which nothing can be written."""
    if sys.platform == "win32" or (os.geteuid() == 0 and not shutil.which("setpriv")):
        pytest.skip("needs folders that a user cannot write")
    folder = tmp_path / "closed"
    assert aa("game", "new", folder / "friday.yaml", "--players", "Anna, Ben").code == 0
    (folder / ".friday.yaml.lock").unlink()
    (folder / "grid.txt").write_text(GRID)
    shutil.copy(PHOTO, folder / "saucer.jpg")
    folder.chmod(0o555)
    if not is_obeyed(folder):
        pytest.skip("this system lets root write anywhere")
    return folder


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("sheets canvas --out .", "printed.yaml: cannot be written: permission denied; choose another folder"),
        ("sheets canvas --out a/b", "a/b/printed.yaml: cannot be written: permission denied; choose another folder"),
        ("game new n.yaml --players A,B", "n.yaml: cannot be written: permission denied; choose another folder"),
        ("game deal friday.yaml", "friday.yaml: cannot be written: permission denied; choose another folder"),
        ("game score friday.yaml grid.txt", "friday.yaml: cannot be written: permission denied; choose another folder"),
        ("init own", "own/README.md: cannot be written: permission denied; choose another folder"),
        ("cards export x.csv", "x.csv: cannot be written: permission denied; choose another folder"),
        ("printer calibrate --out .", "calibrate.pdf: cannot be written: permission denied; choose another folder"),
    ],
)
def test_a_folder_that_cannot_be_written_is_one_message(arguments: str, message: str, closed: Path) -> None:
    before = sorted(closed.iterdir())
    run = in_folder(closed, arguments)
    assert (run.returncode, run.stdout, run.stderr) == (5, "", f"aa: {message}\n")
    assert sorted(closed.iterdir()) == before


def test_a_doubtful_photo_in_a_closed_folder_still_tells_its_doubts(closed: Path) -> None:
    run = in_folder(closed, "score saucer.jpg")
    first, last = run.stderr.splitlines()
    assert run.returncode == 4
    assert first.startswith("aa: saucer.jpg: row 6, column 7 is blue or yellow or red (there is glare on it); ")
    assert last == (
        "aa: saucer.jpg: 1 unknown quadrant affects the result; copy the photo to a folder that you may write to: "
        "saucer.table.txt cannot be written: permission denied"
    )


def in_folder(folder: Path, arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*(AS_OTHERS if os.geteuid() == 0 else []), sys.executable, "-m", "aa_tools", *arguments.split()],
        cwd=folder,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        check=False,
    )


def test_names_with_spaces_and_letters_of_any_language(aa: Aa, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "Käthes Spiele 日本"
    home.mkdir()
    monkeypatch.chdir(home)
    shutil.copy(PHOTO, "grün 1.jpg")
    Path("große Tafel.txt").write_text(GRID)
    shutil.copy(ROOT / "cards.yaml", "kärtchen 日.yaml")
    run = aa("score", "grün 1.jpg")
    assert run.code == 4
    assert 'by its letter (the other one can stay), then run aa score "grün 1.table.txt"; ' in run.err
    repaired = Path("grün 1.table.txt").read_text(encoding="utf-8").replace("YB ?Y", "YB RY").replace("YB ?B", "YB RB")
    Path("grün 1.table.txt").write_text(repaired, encoding="utf-8")
    for arguments, made in (
        (("score", "grün 1.table.txt"), None),
        (("score", "große Tafel.txt", "--cards", "kärtchen 日.yaml"), None),
        (("read", "grün 1.jpg", "--picture", "ä b.png"), "ä b.png"),
        (("game", "new", "Spiel 1 ä.yaml", "--players", "Käthe, 日本"), "Spiel 1 ä.yaml"),
        (("game", "deal", "Spiel 1 ä.yaml"), None),
        (("game", "score", "Spiel 1 ä.yaml", "große Tafel.txt"), None),
        (("game", "show", "Spiel 1 ä.yaml"), None),
        (("sheets", "professor", "--out", "ä ö/ü", "--cards", "kärtchen 日.yaml"), "ä ö/ü/printed.yaml"),
        (("export", "png", "ß dir", "first_player"), "ß dir"),
        (("cards", "preview", "weaver", "--out", "bild ä"), "bild ä/weaver.png"),
        (("cards", "export", "blatt ä.csv"), "blatt ä.csv"),
        (("cards", "check", "--cards", "kärtchen 日.yaml"), None),
        (("init", "neu ä 日"), "neu ä 日/cards.yaml"),
        (("playtest", "--games", "12", "--html", "bericht ä.html"), "bericht ä.html"),
    ):
        run = aa(*arguments)
        assert run.code == 0, (arguments, run.err)
        assert made is None or Path(made).exists(), arguments
    assert 'aa game deal "Spiel 1 ä.yaml"' in " ".join(aa("game", "show", "Spiel 1 ä.yaml").out.split())


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_a_table_as_windows_writes_it(aa: Aa, tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "grid.txt"
    file.write_bytes(f"objectives: [red-areas]\ncanvas: |\n  {GRID.replace(chr(10), chr(10) + '  ')}".encode(encoding))
    plain = aa("score", file, "--json")
    assert (plain.code, plain.err) == (0, "") or "Check the grid" in plain.err
    file.write_bytes(file.read_bytes().decode(encoding).replace("\n", "\r\n").encode(encoding))
    assert aa("score", file, "--json").json == plain.json


def test_ids_may_not_differ_by_case_alone(aa: Aa, tmp_path: Path) -> None:
    file = tmp_path / "cards.yaml"
    text = (ROOT / "cards.yaml").read_text(encoding="utf-8")
    line = next(number for number, each in enumerate(text.splitlines(), 1) if "id: red-areas" in each)
    file.write_text(text.replace("id: yellow-areas", "id: Red-areas"), encoding="utf-8")
    run = aa("score", "-", "--cards", file, stdin=GRID)
    assert run.code == 3
    assert f"the ids red-areas and Red-areas differ only in case; first used in line {line}\n" in run.err


def test_a_locale_with_decimal_commas_leaves_points_in_files(tmp_path: Path) -> None:
    listed = (
        subprocess.run(["locale", "-a"], capture_output=True, text=True, check=False).stdout
        if os.name == "posix"
        else ""
    )
    comma = next((each for each in listed.split() if each.lower().startswith("de_")), None)
    if comma is None:
        pytest.skip("no German locale is installed")
    made = [in_folder(tmp_path, "printer calibrate --out " + name, LC_ALL=name) for name in (comma, "C.UTF-8")]
    assert [each.returncode for each in made] == [0, 0]
    assert (tmp_path / comma / "calibrate.pdf").read_bytes() == (tmp_path / "C.UTF-8" / "calibrate.pdf").read_bytes()
