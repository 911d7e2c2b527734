"""Standard output and error as any terminal, pipe and system takes them."""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
import unicodedata
from collections.abc import Iterator

_PLAIN = "aa-plain"
_LOOKS_LIKE = str.maketrans(
    {
        "…": "...", "×": "x", "±": "+-", "→": "->", "≥": ">=", "≤": "<=", "°": "deg", "ß": "ss", "æ": "ae", "ø": "o",
        **dict.fromkeys("·—–−─━", "-"), **dict.fromkeys("│┃", "|"), **dict.fromkeys("█▀▄", "#"),  # noqa: RUF001
        **dict.fromkeys("“”„", '"'), **dict.fromkeys("‘’", "'"),  # noqa: RUF001
    }
)  # fmt: skip
"""What to write where an encoding lacks a character; other letters lose their marks, and what is left becomes ?."""


def prepare_streams() -> None:
    """Lets every text come out in any encoding, ends quietly at a closed pipe, and keeps to NO_COLOR."""
    codecs.register_error(_PLAIN, _plainer)
    if sys.stdout is not None and sys.stdout is sys.__stdout__ and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout = _that_may_close(sys.stdout)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_PLAIN)
    if is_plain():
        # The console of the help pages and of wrong command lines is typer's own; this is how it takes it.
        os.environ["_TYPER_FORCE_DISABLE_TERMINAL"] = "1"


def is_plain() -> bool:
    """Says whether no escape codes are wanted, even where a terminal takes them."""
    return bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"


def _plainer(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(_LOOKS_LIKE)
    return "".join(_ascii(text)), error.end


def _ascii(text: str) -> Iterator[str]:
    for each in text:
        bare = unicodedata.normalize("NFKD", each).encode("ascii", "ignore").decode()
        yield bare if bare.isprintable() and bare else "?"


class _Pipe(io.FileIO):
    """A file whose reader may have had enough: that ends the program in order, and the rest goes nowhere.

    A BrokenPipeError would be caught, and told by exit code 1, by typer and by rich in turn.
    """

    _closed_early = False

    def write(self, data: object, /) -> int:
        try:
            return super().write(data)  # type: ignore[arg-type]
        except OSError as error:
            # Windows tells a closed pipe as an invalid argument.
            if error.errno != errno.EPIPE and not (sys.platform == "win32" and error.errno == errno.EINVAL):
                raise
        if not self._closed_early:
            self._closed_early = True
            raise SystemExit(0)
        return memoryview(data).nbytes  # type: ignore[arg-type]


def _that_may_close(stream: io.TextIOWrapper) -> io.TextIOWrapper:
    """Returns the same stream, of which a closed pipe ends the program; consoles of Windows stay as they are."""
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
