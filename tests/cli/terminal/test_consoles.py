"""Other consoles: without Unicode, without colours, narrow, or closed before the end."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import unicodedata
from pathlib import Path
from unittest import mock

import pytest

from aa_tools.cli.app import main
from tests.conftest import Aa

GRID = "RY BB RR YB\nBR YY RB BY\n" * 4
COMMANDS = [
    "--help",
    "",
    "cards",
    "cards list",
    "cards show red-areas",
    "cards show inspiration-hook",
    "cards check",
    "cards schema table",
    "score - --objective red-areas --inspiration north=inspiration-hook",
    "score - --objective red-areas --players Zoë,Łukasz",
    "score - --objective none",
    "game show friday.yaml --hand north",
    "printer list",
    "sheets --check",
    "playtest --games 24",
    "nothing",
    *(f"{name} --help" for name in ("sheets", "score", "read", "export", "init", "playtest", "game new", "cards diff")),
]


UNBROKEN = ("cards schema table", "printer list", "playtest --games 24")
"""Their lines are left to the terminal to break."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("consoles")
    for arguments in ("new friday.yaml --players Zoë,Ben --seed 3", "deal friday.yaml"):
        assert run(f"game {arguments}", folder).returncode == 0
    return folder


def run(arguments: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "aa_tools", *arguments.split()],
        cwd=folder,
        input=GRID.encode(),
        capture_output=True,
        env=os.environ | environment,
        check=False,
    )


def output_in(encoding: str, arguments: str) -> tuple[int, bytes]:
    """Returns the exit code of a command in this process and its output in an encoding."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding=encoding) for _ in range(2))
    given = io.TextIOWrapper(io.BytesIO(GRID.encode()))
    with mock.patch.multiple(sys, stdin=given, stdout=out, stderr=err), pytest.raises(SystemExit) as end:
        main(arguments.split())
    out.flush()
    err.flush()
    return int(end.value.code or 0), out.buffer.getvalue() + err.buffer.getvalue()


@pytest.mark.parametrize("arguments", COMMANDS)
def test_consoles_without_unicode(arguments: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    code, unicode = output_in("utf-8", arguments)
    process = run(arguments, folder, PYTHONIOENCODING="ascii")
    assert process.stdout.isascii()
    assert process.stderr.isascii()
    for plain_code, plain in (
        (process.returncode, process.stdout + process.stderr),
        output_in("cp437", arguments),
        output_in("cp1252", arguments),
    ):
        assert plain_code == code
        assert b"Traceback" not in plain
        assert b"error of our own" not in plain
        if "ukasz" not in arguments:
            assert plain.count(b"?") == unicode.count(b"?")


def test_posix_locale(folder: Path) -> None:
    plain = run("game show friday.yaml", folder, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert (plain.returncode, plain.stderr) == (0, b"")
    assert b"Zoe - Ben" in plain.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo terminal")
@pytest.mark.parametrize("arguments", ["--help", "nothing", "cards list", "game show friday.yaml", "score grid.txt"])
@pytest.mark.parametrize("setting", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_escape_codes_where_none_are_wanted(arguments: str, setting: dict[str, str], folder: Path) -> None:
    (folder / "grid.txt").write_text(GRID)
    assert b"\x1b" in on_a_terminal(arguments, folder, TERM="xterm-256color")
    assert b"\x1b" not in on_a_terminal(arguments, folder, **({"TERM": "xterm-256color"} | setting))


def on_a_terminal(arguments: str, folder: Path, **environment: str) -> bytes:
    """Returns what a command writes on a terminal of its own."""
    import pty

    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "aa_tools", *arguments.split()],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        env=os.environ | environment,
    )
    os.close(theirs)
    said = b""
    try:
        while more := os.read(ours, 65536):
            said += more
    except OSError:  # Linux tells the end of a terminal so
        pass
    process.wait()
    os.close(ours)
    return said


def width(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in line)


@pytest.mark.parametrize("columns", [30, 40, 60])
@pytest.mark.parametrize("arguments", [each for each in COMMANDS if each not in UNBROKEN])
def test_narrow_terminals(arguments: str, columns: int, folder: Path, aa: Aa, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", str(columns))
    answer = aa(*arguments.split(), stdin=GRID)
    assert "Traceback" not in answer.err
    for line in answer.out.splitlines():
        # Where names of options leave less than ten columns, a help text goes on a little.
        assert width(line.rstrip()) <= max(columns, 46 if "--help" in arguments else 0), line
        assert not re.search(r"\w…", line), "a word is cut"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of a POSIX shell")
@pytest.mark.parametrize("arguments", [*COMMANDS, "--version", "score - --json"])
def test_a_pipe_closed_early_is_silent(arguments: str, folder: Path, aa: Aa, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    whole = aa(*arguments.split(), stdin=GRID)
    reader, writer = os.pipe()
    os.close(reader)
    process = subprocess.run(
        [sys.executable, "-m", "aa_tools", *arguments.split()],
        cwd=folder,
        input=GRID.encode(),
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    assert process.returncode in (0, whole.code)
    assert whole.err.startswith(process.stderr.decode())
