"""Reads, creates and updates game files. Writers take a lock, and a file is replaced as a whole."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from aa_tools.cards.database import load_cards
from aa_tools.errors import InputError, OutputError, Place, RulesError, with_place
from aa_tools.files import SourceText, os_error_message, read_text, safe_writer
from aa_tools.record.gamefile import parse_game
from aa_tools.record.replay import replay_game
from aa_tools.record.steps import Game

LOCK_TIMEOUT_S = 10.0
"""How long a writer waits for the lock of a game file, in seconds."""


def open_game(path: str, cards: str | None = None) -> Game:
    """Reads and replays a game file. Needs no lock, since files are replaced as a whole.

    Args:
        path: the game file, or "-" for standard input.
        cards: the card file; None means the default of `load_cards`.

    Raises:
        InputError: all format errors of the file, or the first entry that the rules do not allow.
    """
    return _replayed(read_text(path), cards)


def _replayed(source: SourceText, cards: str | None) -> Game:
    file = parse_game(source)
    database = load_cards(cards, file.house_rules)
    return Game(file, database, replay_game(file, database))


def create_game(path: str, text: str, cards: str | None = None) -> Game:
    """Writes a new game file and returns the game.

    Raises:
        InputError: the file exists, or the text is not a valid game.
        OutputError: the file cannot be written, or another process is writing it.
    """
    _replayed(SourceText(path, text), cards)  # an invalid game leaves no lock file
    if Path(path).exists():
        raise _already_exists(path)
    with _locked(path) as target:
        if target.exists():  # another writer was faster
            raise _already_exists(path)
        return _saved(path, target, text, cards)


def _already_exists(path: str) -> InputError:
    return InputError("the file already exists", place=Place(path), hint="choose another name, or delete it first")


def update_game(path: str, step: Callable[[Game], str], cards: str | None = None) -> Game:
    """Applies a step to a game file under its lock and returns the new game.

    Raises:
        InputError: as `open_game`, or the rules do not allow the step.
        OutputError: the file cannot be written, or another process is writing it.
    """
    # A file that is not a game leaves no lock file.
    if path != "-":
        parse_game(read_text(path))
    with _locked(path) as target:
        game = open_game(path, cards)
        try:
            text = step(game)
        except RulesError as error:
            raise with_place(error, Place(path)) from error
        return _saved(path, target, text, cards)


def _saved(path: str, target: Path, text: str, cards: str | None) -> Game:
    """Replays a text, then replaces the file with it, so that no step writes a file that cannot be read."""
    game = _replayed(SourceText(path, text), cards)
    with safe_writer(target) as file:
        file.write(text.encode())
    return game


@contextlib.contextmanager
def _locked(path: str) -> Iterator[Path]:
    """Locks a game file against other writers and yields its path with links resolved.

    The operating system releases the lock when the process ends. The lock file is not deleted: otherwise two writers
    could hold locks on two different files of the same name.
    """
    if path == "-":
        raise InputError(
            "cannot change a game read from standard input", place=Place("stdin"), hint="pass the path of a file"
        )
    try:
        target = Path(path).resolve()
        lock = FileLock(target.with_name(f".{target.name}.lock"), timeout=LOCK_TIMEOUT_S)
        target.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout as error:
        hint = "wait until it finishes and try again"
        raise OutputError("another process is writing this game", place=Place(path), hint=hint) from error
    except (OSError, ValueError, RuntimeError) as error:
        message = f"cannot be written: {os_error_message(error)}"
        raise OutputError(message, place=Place(path), hint="choose another folder") from error
    try:
        yield target
    finally:
        lock.release()
