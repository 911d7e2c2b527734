"""What the benchmarks share: processes that are measured, and rows of figures that stand side by side."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Row:
    """One figure of ours beside another, measured in the same run.

    Attributes:
        what: what `aa` does.
        ours: its figure.
        against: what it is held against.
        theirs: the figure of that.
        unit: of both: "s CPU", "ms", "MiB", "games/s".
        goal: what the ratio of ours to theirs should be, such as "at most 3"; empty where nothing was asked.
    """

    what: str
    ours: float
    against: str
    theirs: float
    unit: str
    goal: str = ""


HEAD = ("what", "aa", "beside", "that takes or does", "ratio", "asked")


def table(rows: Iterable[Row]) -> Iterator[str]:
    """Yields the rows as a Markdown table."""
    yield f"| {' | '.join(HEAD)} |"
    yield "|---|--:|---|--:|--:|---|"
    for row in rows:
        figures = [f"{_short(each)} {row.unit}" for each in (row.ours, row.theirs)]
        cells = (row.what, figures[0], row.against, figures[1], _short(row.ours / row.theirs), row.goal)
        yield f"| {' | '.join(cells)} |"


def _short(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 20 else f"{value:.2f}"


@dataclass(frozen=True)
class Cost:
    """CPU seconds and peak memory in MiB of one process."""

    cpu_s: float
    peak_mib: float


def run(command: Sequence[str]) -> Cost:
    """Runs a command from the root of the project and returns what it cost, its children included."""
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    unit = 1 if sys.platform == "darwin" else 1024
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit / 2**20)


def in_turn(commands: Mapping[str, Sequence[str]], runs: int) -> dict[str, Cost]:
    """Runs commands in turn, each in a process of its own.

    Returns:
        The median CPU time and the largest peak of each; the first round only warms the disk.
    """
    found: dict[str, list[Cost]] = {name: [] for name in commands}
    for _ in range(runs + 1):
        for name, command in commands.items():
            found[name].append(run(command))
    return {
        name: Cost(statistics.median(each.cpu_s for each in costs[1:]), max(each.peak_mib for each in costs[1:]))
        for name, costs in found.items()
    }


def python(code: str, *arguments: str) -> list[str]:
    """Returns the command that runs code in a new Python."""
    return [sys.executable, "-c", code, *arguments]


def aa(*arguments: str) -> list[str]:
    """Returns the command that runs `aa`."""
    return [sys.executable, "-m", "aa_tools", *arguments]


def best_ms(works: Mapping[str, Callable[[], object]], repeats: int) -> dict[str, float]:
    """Runs works in turn in this process and returns the least milliseconds that each took."""
    best = dict.fromkeys(works, float("inf"))
    for _ in range(repeats):
        for name, work in works.items():
            start = perf_counter()
            work()
            best[name] = min(best[name], 1000 * (perf_counter() - start))
    return best
