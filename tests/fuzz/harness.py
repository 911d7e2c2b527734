"""Fuzzes one target with atheris: `python -m tests.fuzz.harness TARGET --seconds N --seed N --corpus DIR --errors DIR`.

An error is noted, its input is kept, and the run goes on. What no handler can catch (a crash, a hang of 30 seconds)
ends the run, and libFuzzer keeps its input.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import importlib
import pkgutil
import random
import resource
import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import Any

import atheris

LONGEST_S, LARGEST_MIB, HANGING_S = 5.0, 2048, 30
_LARGEST_INPUT = 200_000


class Watcher:
    """Runs a target, watches time and memory, and keeps what is wrong, each kind once."""

    def __init__(self, target: Any, execute: Any, problems: Path) -> None:
        self._target, self._execute, self._folder = target, execute, problems
        self._found = set[str]()

    def __call__(self, data: bytes) -> None:
        before_mib, peak_mib, start = _now_mib(), _peak_mib(), time.perf_counter()
        try:
            self._execute(self._target, data)
        except Exception as error:
            where = [each for each in traceback.extract_tb(error.__traceback__) if "aa_tools" in each.filename][-1:]
            self._keep(f"{type(error).__name__} at {[(each.filename, each.lineno) for each in where]}", data)
            return
        if (seconds := time.perf_counter() - start) > LONGEST_S:
            self._keep(f"slow: more than {LONGEST_S:.0f} s", data, f"{seconds:.1f} s")
        # What the instrumentation keeps of earlier inputs does not count: some kilobytes of each picture.
        if _peak_mib() > max(peak_mib, before_mib + LARGEST_MIB):
            self._keep(f"more than {LARGEST_MIB} MiB", data, f"{_peak_mib() - before_mib} MiB")

    def _keep(self, kind: str, data: bytes, more: str = "") -> None:
        if kind in self._found:
            return
        self._found.add(kind)
        name = hashlib.sha1(data).hexdigest()[:12]
        (self._folder / name).write_bytes(data)
        print(f"FAULT {kind} {more} in {self._folder / name}", file=sys.__stderr__, flush=True)
        if sys.exc_info()[0]:
            traceback.print_exc(file=sys.__stderr__)


def _peak_mib() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def _now_mib() -> int:
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * resource.getpagesize() // 2**20


def _limit_memory() -> None:
    """Lets the process take no more addresses than it has now and twice the limit; the exact limit is watched."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    limit = pages * resource.getpagesize() + 2 * LARGEST_MIB * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (limit, resource.RLIM_INFINITY))


def _instrumented() -> Any:
    """Imports the program so that atheris sees its branches, and then the targets."""
    with atheris.instrument_imports(include=["aa_tools"]):
        package = importlib.import_module("aa_tools")
        for module in pkgutil.walk_packages(package.__path__, "aa_tools."):
            importlib.import_module(module.name)
    return importlib.import_module("tests.fuzz.targets")


def main() -> None:
    """Fuzzes one target for a while."""
    parser = argparse.ArgumentParser()
    parser.add_argument("target")
    for name, kind in (("seconds", int), ("seed", int), ("corpus", Path), ("errors", Path)):
        parser.add_argument(f"--{name}", type=kind, required=True)
    options = parser.parse_args()
    corpus, problems = (each.resolve() / options.target for each in (options.corpus, options.problems))
    for folder in (corpus, problems):
        folder.mkdir(parents=True, exist_ok=True)
    targets = _instrumented()
    target = targets.TARGETS[options.target]
    for seed in target.seeds():
        (corpus / hashlib.sha1(seed).hexdigest()).write_bytes(seed)

    def change(data: bytes, largest: int, seed: int) -> bytes:
        chance = random.Random(seed)
        if chance.random() < 0.1:
            return bytes(atheris.Mutate(data, len(data)))
        return bytes(target.change(data, chance))[:largest]

    watcher = Watcher(target, targets.execute, problems)
    _limit_memory()
    flags = {
        "max_total_time": options.seconds, "seed": options.seed, "timeout": HANGING_S, "rss_limit_mb": 2 * LARGEST_MIB,
        "max_len": _LARGEST_INPUT, "len_control": 0, "artifact_prefix": f"{problems}/", "print_final_stats": 1,
    }  # fmt: skip
    arguments = [sys.argv[0], *(f"-{name}={value}" for name, value in flags.items()), str(corpus)]
    atheris.Setup(arguments, watcher, custom_mutator=change)
    with tempfile.TemporaryDirectory() as work, contextlib.chdir(work):
        atheris.Fuzz()


if __name__ == "__main__":
    main()
