"""Shared by the benchmarks: measuring processes, and rows that compare a result with a baseline."""

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
    """A result compared with a baseline from the same run.

    Attributes:
        what: what was measured.
        ours: the result of `aa`.
        baseline: what it is compared with.
        theirs: the result of the baseline.
        unit: unit of both: "s CPU", "ms", "MiB", "games/s".
        goal: goal for the ratio of ours to theirs, such as "at most 3", or "".
    """

    what: str
    ours: float
    baseline: str
    theirs: float
    unit: str
    goal: str = ""


HEAD = ("benchmark", "aa", "baseline", "baseline result", "ratio", "goal")


def table(rows: Iterable[Row]) -> Iterator[str]:
    """Yields the rows as a Markdown table."""
    yield f"| {' | '.join(HEAD)} |"
    yield "|---|--:|---|--:|--:|---|"
    for row in rows:
        figures = [f"{_short(value)} {row.unit}" for value in (row.ours, row.theirs)]
        cells = (row.what, figures[0], row.baseline, figures[1], _short(row.ours / row.theirs), row.goal)
        yield f"| {' | '.join(cells)} |"


def _short(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 20 else f"{value:.2f}"


@dataclass(frozen=True)
class Cost:
    """CPU seconds and peak memory in MiB of one process."""

    cpu_s: float
    peak_mib: float


def run(command: Sequence[str]) -> Cost:
    """Runs a command from the root of the project and returns its cost, including its children."""
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    unit = 1 if sys.platform == "darwin" else 1024
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit / 2**20)


def in_turn(commands: Mapping[str, Sequence[str]], runs: int) -> dict[str, Cost]:
    """Runs commands alternately, each in its own process.

    Returns:
        The median CPU time and the largest peak of each command; the first round only warms the disk cache.
    """
    found: dict[str, list[Cost]] = {name: [] for name in commands}
    for _ in range(runs + 1):
        for name, command in commands.items():
            found[name].append(run(command))
    return {
        name: Cost(statistics.median(cost.cpu_s for cost in costs[1:]), max(cost.peak_mib for cost in costs[1:]))
        for name, costs in found.items()
    }


def python(code: str, *arguments: str) -> list[str]:
    """Returns a command that runs code in a new Python process."""
    return [sys.executable, "-c", code, *arguments]


def aa(*arguments: str) -> list[str]:
    """Returns a command that runs `aa`."""
    return [sys.executable, "-m", "aa_tools", *arguments]


def best_ms(functions: Mapping[str, Callable[[], object]], repeats: int) -> dict[str, float]:
    """Runs functions alternately in this process and returns the shortest time of each in milliseconds."""
    best = dict.fromkeys(functions, float("inf"))
    for _ in range(repeats):
        for name, function in functions.items():
            start = perf_counter()
            function()
            best[name] = min(best[name], 1000 * (perf_counter() - start))
    return best
