"""Real processes that are killed while they write, and two that write at once: nothing is ever lost."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from aa_tools import files
from aa_tools.cards.database import CardDatabase
from aa_tools.cli.app import main
from aa_tools.errors import OutputError
from aa_tools.record import store
from aa_tools.record.steps import new_game_text, without_last_step
from aa_tools.record.store import create_game, open_game, update_game
from aa_tools.rules.ruleset import Side
from tests.conftest import ROOT
from tests.record.games import canvas, read, texts

# A forked process has everything imported, so that a kill falls into the work itself and not into the start.
FORK = multiprocessing.get_context("fork")
CARDS = str(ROOT / "cards.yaml")


def aa(*arguments: object, out: Path) -> Any:
    """Starts `aa` as a process of its own; what it says goes to a file."""

    def run() -> None:
        handle = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        sys.stdout = sys.stderr = os.fdopen(handle, "w")
        main([str(argument) for argument in arguments])

    process = FORK.Process(target=run)
    process.start()
    return process


@pytest.fixture
def grid(tmp_path: Path) -> Path:
    path = tmp_path / "grid.txt"
    path.write_text("\n".join(canvas(2, 1).rows("RYB")))
    return path


@pytest.fixture
def game(tmp_path: Path, cards: CardDatabase) -> Path:
    """A game in the middle: two rounds scored, the third dealt."""
    path = tmp_path / "game.yaml"
    path.write_text(texts(2, cards)[5])
    return path


@pytest.mark.parametrize("kills", [20, pytest.param(200, marks=pytest.mark.slow)])
def test_kills_while_scoring_lose_nothing(
    tmp_path: Path, game: Path, grid: Path, cards: CardDatabase, kills: int
) -> None:
    old, out = game.read_bytes(), tmp_path / "out"
    command = ("game", "score", game, grid, "--cards", CARDS, "--json")
    started = time.perf_counter()
    process = aa(*command, out=out)
    process.join()
    lasted_s = time.perf_counter() - started
    new = game.read_bytes()
    assert (process.exitcode, new != old) == (0, True)
    chance, ends = random.Random(5), set()
    for _ in range(kills):
        game.write_bytes(old)
        process = aa(*command, out=out)
        time.sleep(chance.uniform(0, 1.2 * lasted_s))
        process.kill()
        process.join()
        left = game.read_bytes()
        assert left in (old, new)
        ends.add((process.exitcode == -signal.SIGKILL, left == new))
        read(left.decode(), cards)
    assert (True, False) in ends
    # The lock of a killed process does not stand in the way of the next.
    game.write_bytes(old)
    process = aa(*command, out=out)
    process.join()
    assert (process.exitcode, game.read_bytes()) == (0, new)


@pytest.mark.parametrize(
    ("holder", "name", "is_replaced"),
    [(os, "fsync", (False, False)), (Path, "chmod", (False, False)), (Path, "replace", (False, True)),
     (files, "_sync_folder", (True, True))],
)  # fmt: skip
@pytest.mark.parametrize("is_after", [False, True])
def test_a_crash_at_each_step_of_the_writing(
    game: Path, grid: Path, cards: CardDatabase, holder: Any, name: str, is_replaced: tuple[bool, bool], is_after: bool
) -> None:
    """The process dies right before or after each call by which the file is written."""
    old = game.read_bytes()
    real: Callable[..., Any] = getattr(holder, name)

    def dies(*arguments: Any) -> None:
        if is_after:
            real(*arguments)
        os.kill(os.getpid(), signal.SIGKILL)

    def run() -> None:
        setattr(holder, name, dies)
        main(["game", "score", str(game), str(grid), "--cards", CARDS, "--json"])

    process = FORK.Process(target=run)
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL
    assert (game.read_bytes() != old) == is_replaced[is_after]
    assert len(read(game.read_text(), cards).state.rounds) == (3 if is_replaced[is_after] else 2)


def test_a_full_disk_leaves_the_file_as_it_was(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = game.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("aa_tools.files.os.fsync", full)
    with pytest.raises(OutputError, match="no space left on device"):
        update_game(str(game), without_last_step, CARDS)
    assert game.read_bytes() == old
    assert sorted(path.name for path in game.parent.iterdir()) == [".game.yaml.lock", "game.yaml"]


# Two writers


@contextlib.contextmanager
def busy(path: Path) -> Iterator[None]:
    with FileLock(path.with_name(f".{path.name}.lock")):
        yield


def test_a_writer_waits_for_another(tmp_path: Path, game: Path, grid: Path) -> None:
    old = game.read_bytes()
    with busy(game):
        process = aa("game", "score", game, grid, "--cards", CARDS, out=tmp_path / "out")
        time.sleep(0.5)
        assert process.is_alive()
        assert game.read_bytes() == old
    process.join()
    assert process.exitcode == 0
    assert game.read_bytes() != old


def test_a_writer_that_waits_in_vain_says_so(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = game.read_bytes()
    monkeypatch.setattr(store, "LOCK_TIMEOUT_S", 0.1)
    with busy(game), pytest.raises(OutputError) as caught:
        update_game(str(game), without_last_step, CARDS)
    assert str(caught.value) == f"{game}: another process is writing this game; wait until it finishes and try again"
    assert game.read_bytes() == old
    # Readers need not wait.
    with busy(game):
        open_game(str(game), CARDS)


def test_what_two_writers_add_at_once_is_all_there(tmp_path: Path, grid: Path) -> None:
    """Two tables that may be played in either order are scored at once, again and again."""
    cards = ["red-areas", "blue-areas", "red-field", "blue-field", "red-frame", "blue-frame"]
    for attempt in range(4):
        game = tmp_path / f"game{attempt}.yaml"
        names = {Side.SOUTH: "Anna", Side.NORTH: "Ben"}
        create_game(
            str(game), new_game_text(names, Side.SOUTH, 1, {"rounds": [{"assignments": 1}] * len(cards)}), CARDS
        )
        processes = []
        for card in cards:
            table = tmp_path / f"{card}.yaml"
            rows = "".join(f"  {row}\n" for row in grid.read_text().split())
            table.write_text(f"objectives: [{card}]\ncanvas: |\n{rows}")
            processes.append(aa("game", "score", game, table, "--cards", CARDS, out=tmp_path / f"{card}.out"))
        for process in processes:
            process.join()
            assert process.exitcode == 0
        state = open_game(str(game), CARDS).state
        assert sorted(card.id for card in state.objectives_drawn()) == sorted(cards)


def test_of_two_who_score_one_round_one_is_told(tmp_path: Path, game: Path, grid: Path) -> None:
    outs = [tmp_path / "one", tmp_path / "two"]
    processes = [aa("game", "score", game, grid, "--cards", CARDS, out=out) for out in outs]
    for process in processes:
        process.join()
    assert sorted(process.exitcode for process in processes) == [0, 3]
    told = next(out for out, process in zip(outs, processes, strict=True) if process.exitcode == 3)
    assert told.read_text() == f"aa: {game}: the game is over after 3 rounds; start a new game\n"
    assert len(open_game(str(game), CARDS).state.rounds) == 3


def test_of_two_who_begin_a_game_one_is_told(tmp_path: Path) -> None:
    game = tmp_path / "new.yaml"
    new = ("game", "new", game, "--players")
    processes = [aa(*new, names, "--cards", CARDS, out=tmp_path / names) for names in ("Anna, Ben", "Cy, Dora")]
    for process in processes:
        process.join()
    assert sorted(process.exitcode for process in processes) == [0, 3]


def test_a_link_stays_a_link(tmp_path: Path, game: Path) -> None:
    link = tmp_path / "elsewhere" / "friday.yaml"
    link.parent.mkdir()
    link.symlink_to(game)
    update_game(str(link), without_last_step, CARDS)
    assert link.is_symlink()
    assert len(open_game(str(game), CARDS).state.rounds) == 2
    assert open_game(str(game), CARDS).state.dealt is None


def test_a_process_started_as_people_start_it(game: Path, grid: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "aa_tools", "game", "score", str(game), str(grid)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0
    assert run.stderr.count("\n") == run.stderr.count("Check the grid: ")
    assert "has won" in run.stdout
