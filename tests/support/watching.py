"""`aa cards watch` in a process of its own, and the ways in which editors save."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from tests.conftest import ROOT


class Watch:
    """A running `aa cards watch`, and what it says."""

    def __init__(self, folder: Path, *options: str) -> None:
        environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", "COLUMNS": "80"}
        command = [sys.executable, "-m", "aa_tools", "cards", "watch", *options]
        self.process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))

    def until(self, wanted: str, longest_s: float = 60) -> list[str]:
        """Returns what is said up to and with the first line that holds some words."""
        said, end = [], time.monotonic() + longest_s
        while time.monotonic() < end:
            with contextlib.suppress(queue.Empty):
                said.append(self._lines.get(timeout=0.2))
                if wanted in said[-1]:
                    return said
        raise AssertionError(f"never said {wanted!r}, but {said}")

    def stop(self) -> int:
        """Presses Ctrl-C; returns the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=20)


@contextlib.contextmanager
def watching(folder: Path, *options: str) -> Iterator[Watch]:
    """Runs `aa cards watch` in a folder."""
    watch = Watch(folder, *options)
    try:
        yield watch
    finally:
        if watch.process.poll() is None:
            watch.process.kill()
            watch.process.wait()


def save_in_place(path: Path, text: str) -> None:
    """Truncates and writes, as simple editors do."""
    path.write_text(text, encoding="utf-8")


def save_by_rename(path: Path, text: str) -> None:
    """Writes a new file and renames it over the old one, as vim and most IDEs do."""
    backup, fresh = path.with_name(path.name + "~"), path.with_name(".cards.yaml.swp")
    fresh.write_text(text, encoding="utf-8")
    path.rename(backup)
    fresh.rename(path)
    backup.unlink()


def save_in_parts(path: Path, text: str) -> None:
    """Writes a file bit by bit, slower than the watch waits."""
    with path.open("w", encoding="utf-8") as file:
        for start in range(0, len(text), len(text) // 3 + 1):
            file.write(text[start : start + len(text) // 3 + 1])
            file.flush()
            time.sleep(0.15)
