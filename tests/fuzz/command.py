"""The command line in this process: what it answers, and nothing else that could end the process."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterable, Iterator
from unittest import mock

from aa_tools.cli.app import main

CODES = frozenset((0, 1, 2, 3, 4, 5, 130))
"""What the command may end with: those of docs/reference/exit-codes.md, but for an error of our own."""


class Problem(AssertionError):
    """What must never be."""


def run(arguments: Iterable[str], stdin: bytes = b"") -> tuple[int, str]:
    """Runs `aa` and returns its exit code and what it says on stderr.

    Raises:
        Error: the code is none of the table, or there is a traceback on stderr.
        Exception: an error of our own, as it happened.
    """
    with _streams(stdin) as (out, err), mock.patch.dict(os.environ, AA_DEBUG="1"), mock.patch("os._exit", _end):
        try:
            main(list(arguments))
        except SystemExit as end:
            code = 0 if end.code is None else end.code
    out.flush()
    err.flush()
    said = err.buffer.getvalue().decode("utf-8", "replace")  # type: ignore[attr-defined]
    if code not in CODES or "Traceback" in said:
        raise Problem(f"exit code {code}: {said}")
    return int(code), said


def _end(code: int) -> None:
    raise Problem(f"an OSError was left to the last resort, which ends the process with {code}")


@contextlib.contextmanager
def _streams(stdin: bytes) -> Iterator[tuple[io.TextIOWrapper, io.TextIOWrapper]]:
    """Puts streams of bytes in the place of the process's own, which have the names and methods of real ones."""
    given, out, err = (io.TextIOWrapper(io.BytesIO(each), encoding="utf-8") for each in (stdin, b"", b""))
    with mock.patch.multiple(sys, stdin=given, stdout=out, stderr=err):
        yield out, err
