"""What a shell offers when Tab is pressed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

DECKS = ["assignment", "canvas", "first_player", "inspiration", "professor", "reference"]


def offered(typed: str, folder: Path, shell: str = "bash") -> list[str]:
    """Returns the words that a shell would offer after what was typed, in the way in which typer asks for them."""
    words = typed.split(" ")
    asked = {
        "bash": {"COMP_WORDS": typed, "COMP_CWORD": str(len(words) - 1)},
        "zsh": {"_TYPER_COMPLETE_ARGS": typed},
        "fish": {"_TYPER_COMPLETE_ARGS": typed, "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
    }[shell]
    run = subprocess.run(
        [sys.executable, "-m", "aa_tools"],
        cwd=folder,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT), "_AA_COMPLETE": f"complete_{shell}"} | asked,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout.split()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("aa sco", ["score"]),
        ("aa cards show red-a", ["red-areas"]),
        ("aa cards preview first", ["first-player"]),
        ("aa score t.txt --objective wea", ["weaver"]),
        ("aa score t.txt --objective inspiration", []),
        ("aa score t.txt --inspiration n", ["north="]),
        ("aa score t.txt --first ", ["south", "west", "north", "east"]),
        ("aa game deal friday.yaml --show s", ["south"]),
        ("aa sheets --theme c", ["classic", "colour-safe"]),
        ("aa sheets --paper a4", ["a4"]),
        ("aa sheets canvas --language ", ["de", "en"]),
        ("aa export tg", ["tgc"]),
        ("aa export png out pro", ["professor"]),
    ],
)
def test_words_that_bash_offers(typed: str, words: list[str], tmp_path: Path) -> None:
    assert offered(typed, tmp_path) == words


def test_decks(tmp_path: Path) -> None:
    assert sorted(offered("aa sheets ", tmp_path)) == DECKS


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize("text", [None, "no: [cards", "", "format: aa.game/1\n"])
def test_a_card_file_that_cannot_be_read_offers_the_shipped_cards(shell: str, text: str | None, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / "cards.yaml").write_text(text)
    assert any("red-areas" in each for each in offered("aa cards show red-a", tmp_path, shell))


def test_the_card_file_in_use_and_its_templates_are_offered(tmp_path: Path) -> None:
    own = tmp_path / "mine" / "deck.yaml"
    (own.parent / "templates" / "papers").mkdir(parents=True)
    own.write_text((ROOT / "cards.yaml").read_text(encoding="utf-8").replace("red-areas", "rot"), encoding="utf-8")
    (own.parent / "templates" / "papers" / "napkin.yaml").write_text("")
    assert offered("aa score t.txt --cards mine/deck.yaml --objective ro", tmp_path) == ["rot"]
    assert offered("aa sheets --cards mine/deck.yaml --paper nap", tmp_path) == ["napkin"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_each_shell(shell: str, tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "aa_tools"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT), "_AA_COMPLETE": f"source_{shell}"},
        check=True,
    )
    assert "_AA_COMPLETE" in run.stdout
