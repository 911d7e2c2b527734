"""Game files on disk: read and replayed, changed under a lock, replaced whole."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from aa_tools.cards.database import load_cards
from aa_tools.errors import InputError, OutputError, Place, RulesError, with_place
from aa_tools.files import SourceText, os_error_message, read_text, safe_writer
from aa_tools.record.gamefile import parse_game
from aa_tools.record.replay import replay
from aa_tools.record.steps import Game

PATIENCE_S = 10.0
"""How long a writer waits for another one."""


def open_game(path: str, cards: str | None = None) -> Game:
    """Reads a game file and plays it again. Files are replaced whole, so reading needs no lock.

    Args:
        path: the game file, or "-" for standard input.
        cards: the card file; where left out, as `load_cards` finds it.

    Raises:
        InputError: every error of the file's form, or else the first entry that the rules do not allow.
    """
    return _replayed(read_text(path), cards)


def _replayed(source: SourceText, cards: str | None) -> Game:
    file = parse_game(source)
    database = load_cards(cards, file.house_rules, file.rule_places)
    return Game(file, database, replay(file, database))


def create(path: str, text: str, cards: str | None = None) -> Game:
    """Writes a new game file and returns its game.

    Raises:
        InputError: there is a file already, or the text is no game.
        OutputError: the file cannot be written, or somebody else is writing it.
    """
    _replayed(SourceText(path, text), cards)  # what is wrong is told before a lock is laid beside the file
    if Path(path).exists():
        raise _taken(path)
    with _locked(path) as target:
        if target.exists():  # another writer was faster
            raise _taken(path)
        return _saved(path, target, text, cards)


def _taken(path: str) -> InputError:
    return InputError("exists already", place=Place(path), hint="choose another name, or delete it first")


def change(path: str, step: Callable[[Game], str], cards: str | None = None) -> Game:
    """Takes a step in a game file and returns the game after it; nobody else writes the file meanwhile.

    Raises:
        InputError: as `open_game`, or the rules do not allow the step.
        OutputError: the file cannot be written, or somebody else is writing it.
    """
    # What is no game is told before a lock is laid beside it.
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
    """Replays a text before it takes the place of the file, so that no step can write what could not be read."""
    game = _replayed(SourceText(path, text), cards)
    with safe_writer(target) as file:
        file.write(text.encode())
    return game


@contextlib.contextmanager
def _locked(path: str) -> Iterator[Path]:
    """Keeps other writers out and yields the file behind links.

    The system frees the lock when the process ends, however it ends. The lock's own file stays: were it deleted, two
    writers could hold locks on two files of one name.
    """
    if path == "-":
        raise InputError("a game that changes must be a file", place=Place("stdin"), hint="give its path")
    try:
        target = Path(path).resolve()
        lock = FileLock(target.with_name(f".{target.name}.lock"), timeout=PATIENCE_S)
        target.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout as error:
        hint = "wait until it is done and try again"
        raise OutputError("somebody else is writing this game", place=Place(path), hint=hint) from error
    except (OSError, ValueError, RuntimeError) as error:
        message = f"cannot be written: {os_error_message(error)}"
        raise OutputError(message, place=Place(path), hint="choose another folder") from error
    try:
        yield target
    finally:
        lock.release()
