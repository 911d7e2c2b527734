"""Small files that stand for much are refused, in a process that may take a gibibyte and not more."""

from __future__ import annotations

import json
import subprocess
import sys
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from aa_tools.cards.spreadsheet.zipped import LARGEST_UNPACKED, unzipped
from aa_tools.files import LARGEST_TEXT
from tests.conftest import ROOT, Aa
from tests.hostile.bombs import BOMBS, GOOD, lying

Answers = dict[str, tuple[int, str]]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    """What the command says of each bomb."""
    folder = tmp_path_factory.mktemp("bombs")
    (folder / "good.yaml").write_text(GOOD, encoding="utf-8")
    for name, bomb in BOMBS.items():
        (folder / name).write_bytes(bomb.make())
    commands = [[each if each != "FILE" else name for each in bomb.command.split()] for name, bomb in BOMBS.items()]
    run = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); import runpy; "
         "runpy.run_module('tests.hostile.limited', run_name='__main__')"],
        input=json.dumps(commands), capture_output=True, text=True, cwd=folder, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert not [each.name for each in folder.iterdir() if each.name.startswith(".")]
    return dict(zip(BOMBS, map(tuple, json.loads(run.stdout)), strict=True))


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_told(name: str, answers: Answers) -> None:
    code, said = answers[name]
    assert (code, BOMBS[name].words in said) == (BOMBS[name].code, True), said[:500]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("cards check --cards FILE", "is too large for a text file; at most 256 KiB are read"),
        ("score FILE", "is too large for a text file; at most 256 KiB are read"),
        ("game show FILE", "is too large for a text file; at most 256 KiB are read"),
        ("sheets --paper FILE", "is too large for a text file; at most 256 KiB are read"),
        ("read FILE", "too large for a photo; the limit is 200 MiB"),
        ("cards import deck.xlsx --cards good.yaml", "is too large for cards"),
        ("cards import deck.ods --cards good.yaml", "is too large for cards"),
    ],
)
def test_a_file_of_201_mebibytes(
    command: str, words: str, aa: Aa, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("good.yaml").write_text(GOOD, encoding="utf-8")
    for name in ("file.yaml", "deck.xlsx", "deck.ods"):
        with Path(name).open("wb") as file:  # it is all holes, and takes no room on the disk
            file.truncate(201 * 2**20)
    run = aa(*command.replace("FILE", "file.yaml").split())
    assert run.code in (3, 4) or command.startswith("cards check")
    assert words in run.err + run.out


def test_an_archive_gives_no_more_than_its_head_says(tmp_path: Path) -> None:
    (tmp_path / "lying.ods").write_bytes(lying())
    tracemalloc.start()
    with pytest.raises(zipfile.BadZipFile):
        unzipped(tmp_path / "lying.ods")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 20 * 2**20


def test_the_limits_leave_room_for_cards() -> None:
    assert 10 * (ROOT / "cards.yaml").stat().st_size < LARGEST_TEXT
    assert LARGEST_UNPACKED > 10 * 50_000
