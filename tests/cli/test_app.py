from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import aa_tools
import aa_tools.cli.options
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
    monkeypatch.setattr("aa_tools.cli.score.load", lambda *_: 1 / 0)
    run = aa("score", "-")
    assert run.code == 70
    assert run.err.startswith("aa: a fault of our own: ZeroDivisionError: division by zero\n")
    assert "Traceback" not in run.err


def test_the_installed_command(tmp_path: Path) -> None:
    command = Path(sys.executable).parent / ("aa.exe" if sys.platform == "win32" else "aa")
    run = subprocess.run([command, "--version"], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert run.stdout == f"aa {aa_tools.__version__}\n"


def test_readme_example_runs(aa: Aa) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    command, grid = (
        readme.split("aa score - ")[1].split("END\n")[0].split(" <<")[0],
        readme.split("<<END\n")[1].split("END")[0],
    )
    run = aa("score", "-", *command.split(), stdin=grid)
    assert (run.code, run.err) == (0, "")
    assert "Red Archipelago" in run.out
