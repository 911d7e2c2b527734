"""Fuzzes every kind of input: `python tests/fuzz/run.py --seconds 300`.

Prints for each target how many inputs were tried, with which seed, and the errors; ends with 1 where there are any.
The corpus is kept in .fuzz/, which git ignores, and grows from run to run.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("cards", "tables", "grids", "games", "templates", "images", "spreadsheets", "arguments")
GRACE_S = 120
SLICE_S = 150
"""A process fuzzes for so long at most: the instrumentation keeps some of what it has seen."""


def main() -> int:
    """Fuzzes one target after the other and returns the exit code."""
    parser = argparse.ArgumentParser(description="Fuzzes every kind of input of aa_tools.")
    parser.add_argument("targets", nargs="*", default=NAMES, help=f"some of: {', '.join(NAMES)}")
    parser.add_argument("--seconds", type=int, default=300, help="for each target")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=ROOT / ".fuzz", help="for the corpus and the errors")
    options = parser.parse_args()
    if unknown := [each for each in options.targets if each not in NAMES]:
        parser.error(f"there is no target {unknown[0]}; there are {', '.join(NAMES)}")
    problems = [problem for name in options.targets for problem in fuzz(name, options)]
    print(f"errors: {len(problems)}")
    return bool(problems)


def fuzz(name: str, options: argparse.Namespace) -> list[str]:
    """Fuzzes one target, in several processes with seeds 1000 apart, and prints a line for it."""
    end, executions, seed, problems = time.monotonic() + options.seconds, 0, options.seed, list[str]()
    while (left := int(end - time.monotonic())) > 0:
        tried, found = _once(name, min(left, SLICE_S), seed, options.folder)
        executions, problems = executions + tried, problems + found
        if not tried:
            break
        seed += 1000
    print(f"{name:<13} {options.seconds:>5} s  seed {options.seed}  {executions:>9} inputs  {len(problems)} errors")
    for problem in problems:
        print(f"  {problem}")
    sys.stdout.flush()
    return problems


def _once(name: str, seconds: int, seed: int, folder: Path) -> tuple[int, list[str]]:
    command = [
        sys.executable, "-m", "tests.fuzz.harness", name, "--seconds", str(seconds), "--seed", str(seed),
        "--corpus", str(folder / "corpus"), "--errors", str(folder / "errors"),
    ]  # fmt: skip
    environment = os.environ | {"PYTHONPATH": str(ROOT), "OPENCV_LOG_LEVEL": "OFF", "OMP_NUM_THREADS": "1"}
    run = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, errors="replace", timeout=seconds + GRACE_S
    )
    tried = re.findall(r"number_of_executed_units: (\d+)", run.stderr) or re.findall(r"^#(\d+)", run.stderr, re.M)
    found = re.findall(r"^FAULT (.*)", run.stderr, re.M)
    if run.returncode:
        found.append(_crash(run.stderr, run.returncode))
    (folder / f"{name}.log").write_text(run.stderr, encoding="utf-8")
    return int(tried[-1]) if tried else 0, found


def _crash(said: str, code: int) -> str:
    lines = re.findall(r"(?:ERROR: |Test unit written to |ModuleNotFoundError|\w+Error: ).*", said)
    return f"ended with {code}: {'; '.join(lines[-3:])}"


if __name__ == "__main__":
    sys.exit(main())
