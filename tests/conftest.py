"""What all tests share."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from aa_tools.cards.database import CardDatabase, load_cards
from aa_tools.cli.app import main

ROOT = Path(__file__).parent.parent


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


@pytest.fixture(scope="session")
def cards() -> CardDatabase:
    """The shipped card file."""
    return load_cards(str(ROOT / "cards.yaml"))


@pytest.fixture
def aa(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Aa:
    """Runs the command line in this process: aa("score", "-", stdin="…")."""

    def run(*arguments: str | Path, stdin: str | bytes = b"") -> Run:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        capfd.readouterr()
        with pytest.raises(SystemExit) as end:
            main([str(argument) for argument in arguments])
        out, err = capfd.readouterr()
        return Run(int(end.value.code or 0), out, err)

    return run
