"""The designer's loop against the clock: python tests/benchmarks/bench_check.py

Prints the CPU time of `aa cards check` on the shipped deck, odds included, beside that of importing the libraries it
needs, and how long `aa cards watch` takes from a save to the new picture on the disk.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from tests.cli.watching import save_by_rename, watching  # noqa: E402

LIBRARIES = "import numpy, pydantic, reportlab.pdfgen.canvas, rich.console, rich.table, typer, yaml"
CHECK = "from aa_tools.cli.app import main; main(['cards', 'check'])"
RUNS = 15


def cpu_s(code: str) -> float:
    """Returns the CPU time of a new Python process, its own and the system's for it."""
    sink = os.open(os.devnull, os.O_WRONLY)
    actions = [(os.POSIX_SPAWN_DUP2, sink, 1)]
    child = os.posix_spawn(sys.executable, [sys.executable, "-c", code], os.environ, file_actions=actions)
    _, status, usage = os.wait4(child, 0)
    os.close(sink)
    assert os.waitstatus_to_exitcode(status) == 0, code
    return usage.ru_utime + usage.ru_stime


def redraw_s(runs: int = 10) -> list[float]:
    """Returns how long each of some saves took to become a picture."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        text = (ROOT / "cards.yaml").read_text(encoding="utf-8")
        path, picture = folder / "cards.yaml", folder / "output" / "preview" / "C07.png"
        path.write_text(text, encoding="utf-8")
        with watching(folder) as watch:
            watch.until("0 faults")
            return [_one_save(path, text, picture, number) for number in range(runs) if watch.process.poll() is None]


def _one_save(path: Path, text: str, picture: Path, number: int) -> float:
    time.sleep(1)
    before = picture.stat().st_mtime_ns
    quadrants = ("RR/RY", "BB/BY", "YY/YR")[number % 3]
    edited = text.replace("{id: C07, tag: 52, quadrants: YR/RY}", f"{{id: C07, tag: 52, quadrants: {quadrants}}}")
    assert edited != text
    start = time.perf_counter()
    save_by_rename(path, edited)
    while picture.stat().st_mtime_ns == before:
        time.sleep(0.002)
    return time.perf_counter() - start


def main() -> None:
    """Prints the figures."""
    os.chdir(ROOT)
    os.environ["PYTHONPATH"] = str(ROOT)
    pairs = [(cpu_s(LIBRARIES), cpu_s(CHECK)) for _ in range(RUNS)]
    libraries, check = (statistics.median(each) for each in zip(*pairs, strict=True))
    print(f"importing the libraries  {libraries:.3f} s CPU (median of {RUNS})")
    print(f"aa cards check           {check:.3f} s CPU, {check / libraries:.2f} times as much; at most 3")
    saves = redraw_s()
    print(f"save to picture          {statistics.median(saves):.3f} s, slowest {max(saves):.3f} s; under 0.3")


if __name__ == "__main__":
    main()
