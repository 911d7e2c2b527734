"""Speed of editing cards: python -m tests.benchmarks.bench_check

The CPU time of `aa cards check` on the shipped deck, including odds, compared with importing its libraries; and the
time `aa cards watch` takes from saving the card file to writing the new picture.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.measure import ROOT, Row, aa, in_turn, python, table
from tests.support.watching import save_by_rename, watching

LIBRARIES = "import numpy, pydantic, reportlab.pdfgen.canvas, rich.console, rich.table, typer, yaml"
RUNS = 15
REDRAWN_S = 0.3
"""Goal for the time from a save to the new picture."""


def redraw_s(runs: int = 10) -> list[float]:
    """Returns the time from a save to the new picture, in seconds, for several saves."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        text = (ROOT / "cards.yaml").read_text(encoding="utf-8")
        path, picture = folder / "cards.yaml", folder / "output" / "preview" / "C07.png"
        path.write_text(text, encoding="utf-8")
        with watching(folder) as watch:
            watch.until("0 errors")
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


def rows() -> Iterator[Row]:
    """Compares the check with its libraries, and the redrawing with its goal."""
    cost = in_turn({"libraries": python(LIBRARIES), "check": aa("cards", "check")}, RUNS)
    yield Row(
        "`aa cards check`",
        cost["check"].cpu_s,
        "importing its libraries",
        cost["libraries"].cpu_s,
        "s CPU",
        "at most 3",
    )
    saves = redraw_s()
    yield Row("`aa cards watch`: save to picture", statistics.median(saves), "the goal", REDRAWN_S, "s", "below 1")


if __name__ == "__main__":
    print("\n".join(table(rows())))
