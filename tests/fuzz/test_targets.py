"""A short run of each fuzz target whose kind of input has no test of mutations beside its reader."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conftest import ROOT
from tests.fuzz.command import CODES, Problem, run
from tests.fuzz.targets import TARGETS, execute

EXAMPLES = {"tables": 60, "templates": 40, "images": 80, "spreadsheets": 25, "arguments": 60}
SEEDS = {name: list(TARGETS[name].seeds()) for name in EXAMPLES}
ONE_FOLDER = [HealthCheck.function_scoped_fixture]
"""An example writes over what the one before it left."""


def mutated(name: str, number: int, seed: int) -> bytes:
    """One to three changes of a seed."""
    chance, data = random.Random(seed), SEEDS[name][number % len(SEEDS[name])]
    for _ in range(1 + seed % 3):
        data = TARGETS[name].change(data, chance)
    return data


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_is_changed_gives_an_answer_or_a_message(name: str, tmp_path: Path) -> None:
    @settings(max_examples=EXAMPLES[name], deadline=None, derandomize=True, database=None)
    @given(st.integers(0, 10**6), st.integers(0, 10**9))
    def hold(number: int, seed: int) -> None:
        execute(TARGETS[name], mutated(name, number, seed))

    with contextlib.chdir(tmp_path):
        hold()


@pytest.mark.parametrize("name", EXAMPLES)
def test_any_bytes_give_a_message(name: str, tmp_path: Path) -> None:
    @settings(max_examples=40, deadline=None, database=None)
    @given(st.binary(max_size=300))
    def hold(data: bytes) -> None:
        execute(TARGETS[name], data)

    with contextlib.chdir(tmp_path):
        hold()


READERS = ["cards check --cards", "score", "game show", "read", "cards import --yes --cards"]


@pytest.mark.parametrize("before", READERS)
@settings(max_examples=15, deadline=None, suppress_health_check=ONE_FOLDER)
@given(data=st.binary(max_size=200))
def test_any_file_ends_with_a_code_of_the_table(before: str, data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "given"
    file.write_bytes(data)
    more = ["deck.csv"] if "import" in before else []
    code, said = run([*before.split(), str(file), *more])
    assert code in (1, 2, 3, 4)
    assert code == 1 or said
    assert [each.name for each in tmp_path.iterdir()] == ["given"]
    assert file.read_bytes() == data


def test_the_codes_are_those_of_the_table() -> None:
    table = (ROOT / "docs" / "reference" / "exit-codes.md").read_text(encoding="utf-8")
    assert {int(line.split("|")[1]) for line in table.splitlines() if line.startswith("| ") and line[2].isdigit()} == {
        *CODES,
        70,
    }


def test_the_run_of_a_command_sees_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aa_tools.cli.table.score.load", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        run(["score", "-"])

    def without_reason(*_: object) -> None:
        raise OSError("unforeseen")

    monkeypatch.setattr("aa_tools.cli.table.score.load", without_reason)
    with pytest.raises(Problem, match="last resort"):
        run(["score", "-"])


LONG = "a" * 300


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["sheets", "canvas", "--out", f"{LONG}.pdf"], 5, "cannot be written: "),
        (["init", LONG], 5, "cannot be written: "),
        (["cards", "diff", LONG], 3, "is neither a file nor a git revision; use a path, or a revision such as HEAD~1"),
        (["read", "photo.jpg", "--picture", f"{LONG}.png"], 4, "photo.jpg: cannot be read: no such file or directory"),
        (["score", "-", "--rule", f"grid.{'9' * 5000}=1"], 3, f"--rule grid.{'9' * 5000}=1: the key {'9' * 5000} is"),
    ],
)  # fmt: skip
def test_what_no_system_can_look_up(
    arguments: list[str], code: int, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ended, said = run(arguments)
    assert ended == code
    assert message in said
    assert not list(tmp_path.iterdir())
