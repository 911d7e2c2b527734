from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import aa_tools
import aa_tools.cli.options
from aa_tools.cli.app import main
from tests.conftest import ROOT, Aa

HEAVY = ("cv2", "reportlab", "numpy", "yaml", "pydantic")


def loaded_by(arguments: list[str], names: tuple[str, ...]) -> str:
    code = (
        "import sys\n"
        "from aa_tools.cli.app import main\n"
        "try:\n"
        f"    main({arguments!r})\n"
        "except SystemExit:\n"
        f"    print('loaded:', [name for name in {names!r} if name in sys.modules])\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return run.stdout.rpartition("loaded: ")[2].strip()


@pytest.mark.parametrize("arguments", [["--help"], [], ["--version"]])
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    assert loaded_by(arguments, HEAVY) == "[]"


@pytest.mark.parametrize("command", ["score", "sheets"])
def test_the_help_of_a_command_imports_nothing_heavy_but_what_typer_needs(command: str) -> None:
    assert loaded_by([command, "--help"], tuple(name for name in HEAVY if name != "pydantic")) == "[]"


def test_the_check_above_can_fail() -> None:
    assert loaded_by(["score", "missing.txt"], HEAVY) == "['numpy', 'yaml', 'pydantic']"


def test_the_version(aa: Aa) -> None:
    assert aa("--version").out == f"aa {aa_tools.__version__}\n"


def test_help_names_the_commands(aa: Aa) -> None:
    run = aa("--help")
    assert run.code == 0
    assert "score" in run.out
    assert "sheets" in run.out


@pytest.mark.parametrize("arguments", [["nothing"], ["score"], ["score", "-", "--bad"], ["--bad"]])
def test_a_wrong_command_line_is_2(aa: Aa, arguments: list[str]) -> None:
    assert aa(*arguments).code == 2


def test_our_own_fault_is_70_and_no_traceback(aa: Aa, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aa_tools.cli.table.score.load", lambda *_: 1 / 0)
    run = aa("score", "-")
    assert run.code == 70
    assert run.err.startswith("aa: internal error: ZeroDivisionError: division by zero\n")
    assert "Traceback" not in run.err


def test_the_installed_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONPATH")
    command = Path(sys.executable).parent / ("aa.exe" if sys.platform == "win32" else "aa")
    run = subprocess.run([command, "--version"], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert run.stdout == f"aa {aa_tools.__version__}\n"


def run_aa(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "aa_tools", *arguments], text=True, stderr=subprocess.PIPE, **options)


TABLE = str(ROOT / "templates" / "table.yaml")


def test_a_terminal_without_the_letters_of_a_name_shows_something(tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    grid = "RYRYRYRY\nBRBRBRBR\n" * 4
    options = ("--players", "Łukasz,魔", "--objective", "weaver")
    run = run_aa("score", "-", *options, input=grid, stdout=subprocess.PIPE, env=environment)
    assert run.returncode == 0
    assert "?ukasz" in run.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_an_answer_that_cannot_be_written_is_5(form: list[str]) -> None:
    with open("/dev/full", "w") as full:
        run = run_aa("score", TABLE, *form, stdout=full)
    assert (run.returncode, run.stderr) == (5, "aa: the output cannot be written: no space left on device\n")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of a POSIX shell")
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_pipe_closed_early_is_no_error(form: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    run = run_aa("score", TABLE, *form, stdout=writer)
    os.close(writer)
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_asked_to_end_it_leaves_nothing_half_written(tmp_path: Path) -> None:
    for delay in (0.3, 0.4, 0.5):
        process = subprocess.Popen(
            [sys.executable, "-m", "aa_tools", "sheets", "--out", str(tmp_path)], stderr=-3, stdout=-3
        )
        time.sleep(delay)
        process.terminate()
        assert process.wait() in (143, 0, -15)
        assert not [path for path in tmp_path.iterdir() if path.suffix != ".pdf"]


def test_stdin_closed(aa: Aa, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit) as end:
        monkeypatch.setattr(sys, "stdin", None)
        main(["score", "-"])
    assert end.value.code == 3


def test_control_characters_in_a_message_are_shown_not_sent(aa: Aa) -> None:
    run = aa("score", TABLE, "--objective", "\x1b[31mX\n")
    assert run.err.startswith("aa: --objective \\x1b[31mX\\n: there is no assignment or professor card")
    assert run.err.count("\n") == 1


def test_at_most_twenty_faults_are_told(aa: Aa) -> None:
    run = aa("score", "-", "--objective", "echo", stdin="????????\n" * 8)
    lines = run.err.splitlines()
    assert len(lines) == 21
    assert lines[-1] == "aa: and 44 more errors"


def test_readme_examples_run(aa: Aa, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = re.findall(r"aa score ([\w./-]+)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(tables) == 2
    monkeypatch.chdir(ROOT)
    for table in tables:
        run = aa("score", table)
        assert (run.code, run.err) == (0, "")
        assert "Red Archipelago" in run.out
