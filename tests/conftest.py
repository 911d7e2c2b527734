"""What all tests share."""

from __future__ import annotations

import io
import itertools
import json
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from aa_tools.cards.database import CardDatabase, load_cards
from aa_tools.cli.app import app, main
from tests.support.environment import isolate, stop_ignoring_signals

ROOT = Path(__file__).parent.parent

# The speed of a machine decides nothing.
hypothesis.settings.register_profile(
    "any machine", deadline=None, print_blob=True, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("any machine")
stop_ignoring_signals()


@dataclass(frozen=True)
class Run:
    """What a run of `aa` left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Aa = Callable[..., Run]


@pytest.fixture(scope="session", autouse=True)
def environments(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Iterator[Path]]:
    """An environment of its own for fixtures with a larger scope than a test, and a new folder for each test.

    The folders have short names: paths of sockets have at most some hundred letters.
    """
    tmp_path_factory.getbasetemp()  # is chosen at its first use: before the temporary folder is replaced
    folders = tempfile.TemporaryDirectory(prefix="aa-", ignore_cleanup_errors=True)
    with folders as base, pytest.MonkeyPatch.context() as patch:
        isolate(patch, Path(base, "0"))
        yield (Path(base, str(number)) for number in itertools.count(1))


@pytest.fixture(autouse=True)
def own_environment(environments: Iterator[Path]) -> Iterator[None]:
    """A home, settings, temporary files and a locale of its own for each test; signal handlers as before after it."""
    handlers = [(number, signal.getsignal(number)) for number in (signal.SIGINT, signal.SIGTERM)]
    with pytest.MonkeyPatch.context() as patch:
        isolate(patch, next(environments))
        yield
    for number, handler in handlers:
        if handler is not None:
            signal.signal(number, handler)


@pytest.fixture(scope="session")
def cards() -> CardDatabase:
    """The shipped card file."""
    return load_cards(str(ROOT / "cards.yaml"))


@pytest.fixture
def aa(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Aa:
    """Runs the command line in this process: aa("score", "-", stdin="…")."""

    def run(*arguments: str | Path, stdin: str | bytes = b"") -> Run:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        capfd.readouterr()
        with monkeypatch.context() as patch, pytest.raises(SystemExit) as end:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
            patch.setattr(app, "rich_markup_mode", app.rich_markup_mode)  # a narrow terminal changes it
            main([str(argument) for argument in arguments])
        out, err = capfd.readouterr()
        return Run(int(end.value.code or 0), out, err)

    return run


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Prints how to run the tests in the same order again."""
    seed = config.getoption("randomly_seed", None)
    if seed is not None:
        terminalreporter.write_line(f"Random order; the same again: --randomly-seed={seed}")
