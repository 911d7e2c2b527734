"""Text from a path or "-", safe writing, and the lookup of cards.yaml and templates."""

from __future__ import annotations

import codecs
import contextlib
import errno
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from aa_tools.errors import InputError, OutputError, Place
from aa_tools.text import join_words

LARGEST_TEXT = 256 * 1024
"""Bytes; the shipped card file has 20 thousand."""

_PACKAGE = Path(__file__).resolve().parent
_PACKAGE_DATA = _PACKAGE / "data"


@dataclass(frozen=True)
class SourceText:
    """Text, the name by which messages call it, and where it starts in that file (0-based)."""

    name: str
    text: str
    first_line: int = 0
    first_column: int = 0

    def place(self, line: int, column: int) -> Place:
        """Returns the place of a 0-based line and column."""
        return Place(self.name, self.first_line + line + 1, self.first_column + column + 1)


def read_text(source: str) -> SourceText:
    """Reads UTF-8 text, or UTF-16 with its mark, from a path, or from standard input when `source` is "-".

    Raises:
        InputError: nothing there, not readable, too large, or not UTF-8 text.
    """
    name = "stdin" if source == "-" else source
    return decode_text(name, _read_bytes(source, name))


def _read_bytes(source: str, name: str) -> bytes:
    try:
        if source == "-" and sys.stdin is None:
            raise OSError("it is closed")
        if source == "-":
            data = sys.stdin.buffer.read(LARGEST_TEXT + 1)
        else:
            with open(source, "rb") as file:
                data = file.read(LARGEST_TEXT + 1)
    except (OSError, ValueError) as error:
        raise InputError(
            f"cannot be read: {os_error_message(error)}", place=Place(name), hint=_advice(error)
        ) from error
    if len(data) > LARGEST_TEXT:
        raise InputError("is too large for a text file", place=Place(name), hint="at most 256 KiB are read")
    return data


def decode_text(name: str, data: bytes) -> SourceText:
    """Returns bytes as UTF-8 text; `name` is what messages call it.

    Raises:
        InputError: it is not UTF-8 text.
    """
    has_utf_16_mark = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    if b"\0" in data and not has_utf_16_mark:
        raise InputError("is not a text file", place=Place(name), hint="give a typed grid or a YAML file")
    try:
        # Windows PowerShell writes what it is told to put into a file as UTF-16.
        text = data.decode("utf-16" if has_utf_16_mark else "utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise InputError("is not UTF-8 text", place=Place(name, line, column), hint="save it as UTF-8") from error
    return SourceText(name, text)


def shell_quote(path: str | Path) -> str:
    """Returns a path as one types it in a command."""
    text = str(path)
    return text if re.fullmatch(r"[^\s\"'&|;<>()$`*?!#]+", text) else f'"{text}"'


def os_error_message(error: Exception) -> str:
    """Returns an error of the system in plain words, without its number."""
    strerror = getattr(error, "strerror", None)
    return (strerror or str(error)).lower()


def _advice(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "check the spelling and the folder"
    if isinstance(error, IsADirectoryError):
        return "give a file in it"
    return ""


@dataclass(frozen=True)
class DataFolders:
    """Where data files such as "cards.yaml" and "templates/papers/a4.yaml" are looked for.

    The folder of the card file comes first, then the working folder, then the copy that came with the program (in a
    source checkout, the checkout itself).
    """

    card_folder: Path = Path()

    @classmethod
    def beside(cls, cards: str | None) -> DataFolders:
        """Returns the folders to use with a card file, or with none named."""
        return cls(Path(cards).parent if cards else Path())

    def find(self, name: str, option: str | None = None) -> Path:
        """Returns the path of a data file: the one given as an option, else the nearest that exists.

        Raises:
            InputError: no such file in any of the folders.
        """
        if option is not None:
            return Path(option)
        for path in self.candidates(name):
            # A file that exists but cannot be read is reported when it is read, not skipped.
            if os.path.lexists(path):
                return path
        raise InputError(f"{name} is missing here and in the installed program", hint="install aa_tools again")

    def names(self, folder: str) -> list[str]:
        """Returns the names, without .yaml, of the data files in a folder such as "templates/papers"."""
        return sorted({path.stem for found in self.candidates(folder) for path in found.glob("*.yaml")})

    def candidates(self, name: str) -> tuple[Path, ...]:
        """Returns the paths at which a data file or folder may be, nearest first."""
        return tuple(dict.fromkeys((*self.user_candidates(name), package_data_path(name))))

    def user_candidates(self, name: str) -> tuple[Path, ...]:
        """Returns the paths at which the user's own data file or folder may be, nearest first."""
        return tuple(dict.fromkeys((self.card_folder / name, Path(name))))


def package_data_path(name: str) -> Path:
    """Returns the path of a data file or folder that came with the program."""
    return (_PACKAGE_DATA if _PACKAGE_DATA.is_dir() else _PACKAGE.parent) / name


@contextlib.contextmanager
def safe_writer(path: Path, *, hint: str = "choose another folder") -> Iterator[BinaryIO]:
    """Opens a file beside `path` and renames it to `path` at the end, so that it is never half-written.

    A file that stands there keeps its permissions. `hint` says what to do where writing fails.

    Raises:
        OutputError: the folder or the file cannot be written; what stood at `path` is left as it was.
    """
    temporary: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary_name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        temporary = Path(temporary_name)
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        temporary.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        raise OutputError(f"cannot be written: {os_error_message(error)}", place=Place(str(path)), hint=hint) from error
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)


def check_writable(path: Path, *, hint: str = "choose another folder") -> None:
    """Tells before long work whether `safe_writer` will be able to write a file; makes nothing.

    Raises:
        OutputError: it will not.
    """
    folder = next(each for each in path.absolute().parents if each.exists())
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise OutputError(f"cannot be written: {os_error_message(error)}", place=Place(str(path)), hint=hint) from error


def check_output_path(option: str, path: Path, suffixes: str | tuple[str, ...], *inputs: str | None) -> None:
    """Raises InputError if an output file has the wrong suffix or would overwrite one of the inputs."""
    place, known = Place(f"{option} {path}"), (suffixes,) if isinstance(suffixes, str) else suffixes
    if path.suffix.lower() not in known:
        message = f"the file name must end in {join_words(known, 'or')}"
        raise InputError(message, place=place, hint="choose another name")
    if any(name and os.path.exists(path) and os.path.exists(name) and path.samefile(name) for name in inputs):
        raise InputError("would overwrite the input file", place=place, hint="choose another name")


def _sync_folder(folder: Path) -> None:
    """Brings a new name to the disk, where the system lets a folder be opened."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _umask() -> int:
    # The mask can only be read by setting it; mkstemp gives 0600, other files of the user do not have that.
    mask = os.umask(0)
    os.umask(mask)
    return mask
