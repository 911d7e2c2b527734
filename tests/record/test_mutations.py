"""A thousand broken game files: each gives a clear message or a game, never a traceback."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import AaError
from aa_tools.record.steps import draw_deal, with_deal, with_score, without_last_step
from aa_tools.record.store import open_game
from aa_tools.rules.match import Step
from tests.conftest import ROOT, Aa
from tests.record.games import read, table, texts
from tests.support.mutators import mutated

MUTATIONS = 1000


def test_a_thousand_mutations_of_a_game_file(tmp_path: Path, cards: CardDatabase) -> None:
    originals = texts(2, cards)[1:] + texts(4, cards)[1:]
    # Results left out, so that a change of the canvas is not found by comparing and is played on.
    originals += [re.sub(r"(?s)    claims:.*?(?=  - |\Z)", "", text) for text in originals]
    chance, ends, path = random.Random(8), Counter[str](), tmp_path / "game.yaml"
    for _ in range(MUTATIONS):
        text = mutated(chance.choice(originals), chance)
        path.write_text(text, encoding="utf-8")
        try:
            open_game(str(path), str(ROOT / "cards.yaml"))
        except AaError as error:
            ends["told"] += 1
            for problem in error.problems:
                assert str(problem.place).startswith(str(path)), problem
                assert problem.place is not None
                assert problem.place.line is not None or "not a text file" in problem.message, problem
                assert "pydantic" not in str(problem)
                assert len(problem.message) > 10
        else:
            ends["valid"] += 1
            play_on(text, cards)
    assert ends["told"] > 300
    assert ends["valid"] > 100


def play_on(text: str, cards: CardDatabase) -> None:
    """A file that is valid can be played on and undone, however it is written."""
    game = read(text, cards)
    if game.file.form.rules:
        return
    try:
        if game.state.step is Step.DEAL:
            assert read(with_deal(game, draw_deal(game)), cards).state.step is Step.SCORE
        elif game.state.step is Step.SCORE:
            after = read(with_score(game, table(game, 1)), cards)
            assert after.state.rounds[:-1] == game.state.rounds
    except AaError as error:
        assert "left, the round draws" in str(error), error
    if game.file.form.rounds:
        before = read(without_last_step(game), cards).state
        assert before.step is not game.state.step or len(before.rounds) != len(game.state.rounds)


@pytest.mark.parametrize("seed", range(40))
def test_broken_files_through_the_command_line(aa: Aa, tmp_path: Path, cards: CardDatabase, seed: int) -> None:
    chance, path = random.Random(seed), tmp_path / "game.yaml"
    path.write_text(mutated(chance.choice(texts(2, cards)[1:]), chance), encoding="utf-8")
    run = aa("game", "show", path)
    assert run.code in (0, 3)
    assert "Traceback" not in run.err
    assert (run.code == 0) == (run.err == "")


@pytest.mark.parametrize("data", [b"", b"\n", b"\xff\xfe\x00", b"null", b"[]", b"- 1", b"\0", b"a: " * 50, b"{" * 5000])
def test_files_that_are_no_games(aa: Aa, tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "game.yaml"
    path.write_bytes(data)
    for command in ("show", "deal", "undo"):
        run = aa("game", command, path)
        assert run.code == 3
        assert run.err.startswith(f"aa: {path}")
        assert path.read_bytes() == data
