"""Makes standard output and error work on every terminal, pipe and system."""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
import unicodedata
from collections.abc import Iterator

_PLAIN = "aa-plain"
_REPLACEMENTS = str.maketrans(
    {
        "…": "...", "×": "x", "±": "+-", "→": "->", "≥": ">=", "≤": "<=", "°": "deg", "ß": "ss", "æ": "ae", "ø": "o",
        **dict.fromkeys("·—–−─━", "-"), **dict.fromkeys("│┃", "|"), **dict.fromkeys("█▀▄", "#"),  # noqa: RUF001
        **dict.fromkeys("“”„", '"'), **dict.fromkeys("‘’", "'"),  # noqa: RUF001
    }
)  # fmt: skip
"""Replacements for characters that an encoding lacks; other letters lose their accents, the rest become "?"."""


def prepare_streams() -> None:
    """Prepares the streams for any encoding, a closed pipe, and NO_COLOR."""
    codecs.register_error(_PLAIN, _encode_plain)
    if sys.stdout is not None and sys.stdout is sys.__stdout__ and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout = _with_closable_pipe(sys.stdout)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_PLAIN)
    if is_plain():
        # Help pages and usage errors use typer's own console, which reads this variable.
        os.environ["_TYPER_FORCE_DISABLE_TERMINAL"] = "1"


def is_plain() -> bool:
    """Says whether the user wants no escape codes, even on a terminal."""
    return bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"


def _encode_plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(_REPLACEMENTS)
    return "".join(_ascii(text)), error.end


def _ascii(text: str) -> Iterator[str]:
    for character in text:
        bare = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
        yield bare if bare.isprintable() and bare else "?"


class _Pipe(io.FileIO):
    """A file that ends the program quietly if its reader closes the pipe, and discards the rest.

    typer and rich would each catch a BrokenPipeError and report it as exit code 1.
    """

    _closed_early = False

    def write(self, data: object, /) -> int:
        try:
            return super().write(data)  # type: ignore[arg-type]
        except OSError as error:
            # Windows reports a closed pipe as an invalid argument.
            if error.errno != errno.EPIPE and not (sys.platform == "win32" and error.errno == errno.EINVAL):
                raise
        if not self._closed_early:
            self._closed_early = True
            raise SystemExit(0)
        return memoryview(data).nbytes  # type: ignore[arg-type]


def _with_closable_pipe(stream: io.TextIOWrapper) -> io.TextIOWrapper:
    """Returns the same stream, ending the program if its pipe is closed; terminals stay as they are."""
    if stream.isatty():
        return stream
    stream.flush()
    raw = _Pipe(stream.fileno(), "w", closefd=False)
    return io.TextIOWrapper(
        io.BufferedWriter(raw),
        encoding=stream.encoding,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
