"""`aa sheets`, through the command line."""

from __future__ import annotations

from pathlib import Path

import pypdf
import pytest

from tests.conftest import ROOT, Aa

DECKS = ["canvas", "inspiration", "assignment", "professor", "first_player", "reference"]


def test_all_decks_hold_93_cards(aa: Aa, tmp_path: Path) -> None:
    run = aa("sheets", "--out", tmp_path / "new folder")
    assert run.code == 0
    lines = [line.partition("new folder/")[2] for line in run.out.splitlines()]
    assert lines == [
        "canvas.pdf: 54 cards on 6 sheets",
        "inspiration.pdf: 12 cards on 2 sheets",
        "assignment.pdf: 15 cards on 2 sheets",
        "professor.pdf: 7 cards on 1 sheet",
        "first_player.pdf: 1 card on 1 sheet",
        "reference.pdf: 4 cards on 1 sheet",
    ]
    assert "100 %" in run.err
    pages = {deck: len(pypdf.PdfReader(tmp_path / "new folder" / f"{deck}.pdf").pages) for deck in DECKS}
    assert pages == {
        "canvas": 12, "inspiration": 4, "assignment": 4, "professor": 2, "first_player": 2, "reference": 2
    }  # fmt: skip


def test_named_decks_on_letter(aa: Aa, tmp_path: Path) -> None:
    run = aa("sheets", "professor", "canvas", "professor", "--paper", "letter", "--out", tmp_path)
    assert run.code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["canvas.pdf", "professor.pdf"]
    box = pypdf.PdfReader(tmp_path / "canvas.pdf").pages[0].mediabox
    assert sorted([float(box.width), float(box.height)]) == [612, 792]


def test_the_default_folder_is_output(aa: Aa, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert aa("sheets", "reference").code == 0
    assert [path.name for path in (tmp_path / "output").iterdir()] == ["reference.pdf"]


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["canvass"], 3, "there is no deck 'canvass'; did you mean canvas?"),
        (["--paper", "a44"], 3, "there is no paper template 'a44'; did you mean a4?"),
        (
            ["--cards", "none.yaml"],
            3,
            "none.yaml: cannot be read: no such file or directory; check the spelling and the folder",
        ),
        (["--rule", "x=1"], 3, "--rule x=1: the key x is not known here; known: inspirations_per_round"),
    ],
)
def test_wrong_input_writes_nothing(aa: Aa, tmp_path: Path, options: list[str], code: int, message: str) -> None:
    run = aa("sheets", *options, "--out", tmp_path / "new")
    assert (run.code, run.out) == (code, "")
    assert run.err.startswith(f"aa: {message}")
    assert run.err.count("\n") == 1
    assert not (tmp_path / "new").exists()


def test_a_folder_that_cannot_be_written(aa: Aa, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    run = aa("sheets", "reference", "--out", tmp_path / "file")
    assert run.code == 5
    assert "cannot be written" in run.err
    assert "--out" in run.err


def test_faults_of_all_decks_are_told_at_once(aa: Aa, tmp_path: Path) -> None:
    text = (ROOT / "cards.yaml").read_text(encoding="utf-8")
    text = text.replace("template: reference", "template: refrence").replace(
        "template: professor", "template: profesor"
    )
    (tmp_path / "cards.yaml").write_text(text, encoding="utf-8")
    run = aa("sheets", "--cards", tmp_path / "cards.yaml", "--out", tmp_path / "new")
    assert run.code == 3
    assert [line.rpartition("; ")[2] for line in run.err.splitlines()] == [
        "did you mean professor?",
        "did you mean reference?",
    ]
    assert not (tmp_path / "new").exists()
