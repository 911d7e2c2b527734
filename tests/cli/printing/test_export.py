"""`aa export`, through the command line."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PIL import Image

from tests.conftest import ROOT, Aa


def files_in(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_png_of_one_deck(aa: Aa, tmp_path: Path) -> None:
    run = aa("export", "png", tmp_path / "new" / "folder", "reference", "first_player")
    folder = tmp_path / "new" / "folder"
    assert run.code == 0
    assert run.out == f"{folder}: 5 files for PNG\n  5 cards: 2 fronts and 2 backs, 750 x 1050 px\n"
    assert run.err == "cards.csv lists every picture with its deck, title, count and back.\n"
    assert files_in(folder) == [
        "cards.csv", "first_player-back-x1.png", "first_player-first-player-x1.png", "reference-back-x4.png",
        "reference-reference-x4.png",
    ]  # fmt: skip


def test_the_folder_as_an_option(aa: Aa, tmp_path: Path) -> None:
    run = aa("export", "png", "first_player", "reference", "--out", tmp_path / "option")
    assert run.out.startswith(f"{tmp_path / 'option'}: 5 files for PNG\n")
    assert aa("export", "png", tmp_path / "argument", "first_player", "reference").code == 0
    assert files_in(tmp_path / "option") == files_in(tmp_path / "argument")
    assert aa("export", "png", "--out", tmp_path / "all").out.startswith(f"{tmp_path / 'all'}: 91 files")


def test_an_export_needs_a_folder(aa: Aa, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = aa("export", "png")
    assert (run.code, run.out) == (3, "")
    assert run.err == "aa: there is no output folder; add --out DIR, such as --out png\n"
    assert not list(tmp_path.iterdir())


def test_the_summary_tells_what_the_outlet_may_find_wrong_and_what_to_do(aa: Aa, tmp_path: Path) -> None:
    run = aa("export", "drivethru", tmp_path, "first_player")
    lines = run.err.splitlines()
    assert lines[0] == (
        "first player: the tag on card first-player is 1.50 mm from the cut; DriveThruCards asks for 3.175 mm."
    )
    assert lines[1].startswith("1. Upload each PDF")
    assert lines[2].startswith("2. The shop asks for PDF/X-1a:2003. ")


def test_the_cutter_is_told_the_marks(aa: Aa, tmp_path: Path) -> None:
    run = aa("export", "silhouette", tmp_path, "--paper", "letter")
    assert run.out.splitlines()[1] == (
        "  cards.pdf: 93 cards on 12 sheets of Letter landscape, 4 x 2; marks: 3, inset 10 mm, thickness 1 mm, "
        "length 7.2 mm"
    )
    assert files_in(tmp_path) == ["cards.dxf", "cards.pdf", "cards.svg"]


def test_tts_names_the_files_of_its_folder(aa: Aa, tmp_path: Path) -> None:
    run = aa("export", "tts", tmp_path, "first_player")
    assert run.code == 0
    (state,) = json.loads((tmp_path / "abstract-academy.json").read_text())["ObjectStates"]
    custom = state["CustomDeck"]["1"]
    for key in ("FaceURL", "BackURL"):
        assert Path(custom[key].removeprefix("file://")).is_file()


def test_texts_in_another_language(aa: Aa, tmp_path: Path) -> None:
    assert aa("export", "png", tmp_path, "first_player", "--language", "de", "--dpi", "50").code == 0
    assert "Startspieler" in (tmp_path / "cards.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["pgn"], 3, "there is no outlet template 'pgn'; did you mean png?"),
        (["png", "--theme", "clasic"], 3, "there is no theme template 'clasic'; did you mean classic?"),
        (["png", "--bleed", "wide"], 3, "--bleed wide: 'wide' is not a number; use digits, such as 3 or 0.5"),
        (["png", "--bleed", "50"], 3, "--bleed 50: is too large; at most 20 mm"),
        (
            ["tgc", "--dpi", "600"],
            3,
            "the files for The Game Crafter have a fixed size, so --dpi and --bleed have no effect; leave them out, "
            "or write your own outlet",
        ),
        (["tgc", "--size", "61x91"], 3, "The Game Crafter has no cards of the size 61 x 91 mm; known: poker, "),
        (["png", "--paper", "a4"], 3, "PNG does not use sheets of paper, so --paper has no effect; leave it out"),
        (
            ["mpc", "--url", "https://x.org"],
            3,
            "the files for MakePlayingCards contain no addresses, so --url has no effect",
        ),
        (["silhouette", "--paper", "a44"], 3, "there is no paper template 'a44'; did you mean a4?"),
    ],
)
def test_wrong_input_writes_nothing(aa: Aa, tmp_path: Path, options: list[str], code: int, message: str) -> None:
    outlet, *others = options
    run = aa("export", outlet, tmp_path / "new", *others)
    assert (run.code, run.out) == (code, "")
    assert run.err.startswith(f"aa: {message}")
    assert not (tmp_path / "new").exists()


def test_an_unknown_deck(aa: Aa, tmp_path: Path) -> None:
    run = aa("export", "png", tmp_path / "new", "canvass")
    assert run.err == "aa: there is no deck 'canvass'; did you mean canvas?\n"
    assert not (tmp_path / "new").exists()


def test_a_folder_that_cannot_be_written(aa: Aa, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    run = aa("export", "png", tmp_path / "file", "reference")
    assert run.code == 5
    assert "cannot be written" in run.err
    assert "choose another folder" in run.err


def test_pictures_of_another_export_are_told(aa: Aa, tmp_path: Path) -> None:
    aa("export", "png", tmp_path, "reference", "first_player", "--dpi", "50")
    run = aa("export", "png", tmp_path, "reference", "--dpi", "50")
    assert run.err.splitlines()[0] == (
        f"The folder also contains 2 other files, such as {tmp_path / 'first_player-back-x1.png'}. "
        "Remove files that you do not want to upload."
    )
    again = aa("export", "png", tmp_path / "clean", "reference", "--dpi", "50")
    assert "other file" not in again.err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_export_leaves_only_whole_files_and_can_be_run_again(
    aa: Aa, tmp_path: Path, number: signal.Signals
) -> None:
    command = [sys.executable, "-m", "aa_tools", "export", "png", str(tmp_path), "canvas", "--dpi", "600"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while len(list(tmp_path.glob("*.png"))) < 3 and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(number)
    out, _ = process.communicate(timeout=60)
    left = files_in(tmp_path)
    assert process.returncode not in (0, None)
    assert not out
    assert 3 <= len(left) < 56
    assert "cards.csv" not in left
    for name in left:
        assert not name.startswith(".")
        with Image.open(tmp_path / name) as picture:
            picture.load()
            assert picture.size == (1500, 2100)
    assert aa("export", "png", tmp_path, "canvas", "--dpi", "50").code == 0
    assert len(files_in(tmp_path)) == 56
