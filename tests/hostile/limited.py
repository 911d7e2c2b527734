"""Runs commands in a process that may take one gibibyte more than it has at the start: `python -m …limited < lists`.

Reads a JSON list of argument lists and prints a JSON list of [exit code, stderr].
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.fuzz.command import run

MORE_MIB = 1024


def limit() -> None:
    """Limits the memory, where the system can."""
    if sys.platform != "linux":
        return
    import resource

    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MORE_MIB * 2**20, resource.RLIM_INFINITY))


def answer(arguments: list[str]) -> tuple[int, str]:
    """Returns what a command says; what it lets through has the code 70."""
    try:
        return run(arguments)
    except (Exception, RecursionError, MemoryError) as error:
        return 70, repr(error)


if __name__ == "__main__":
    import aa_tools.cards.analysis.checks
    import aa_tools.reading.tablephoto  # noqa: F401

    given = json.load(sys.stdin)
    limit()
    json.dump([answer(each) for each in given], sys.stdout)
