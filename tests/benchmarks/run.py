"""Runs all benchmarks: python tests/benchmarks/run.py [--write]

Prints a table that compares results with baselines. With --write, the table is also written to docs/performance.md.
It takes a few minutes; other work on the machine distorts the results. Needs `pip install -e ".[test,bench]"`.
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.benchmarks.measure import Row, table  # noqa: E402

PARTS = ("start", "check", "sheets", "export", "photo", "playtest")
PAGE = ROOT / "docs" / "performance.md"
MARKS = ("<!-- table -->\n", "<!-- end of table -->")


def all_rows() -> Iterator[Row]:
    """Yields the rows of all benchmarks, and reports progress on stderr."""
    for part in PARTS:
        print(f"{part} ...", file=sys.stderr, flush=True)
        # Imported one by one, since the memory of this process counts towards the peak of its children.
        yield from import_module(f"tests.benchmarks.bench_{part}").rows()


def machine() -> str:
    """Describes the machine."""
    return f"{os.cpu_count()} cores ({platform.machine()}), {platform.system()}, Python {platform.python_version()}"


def main() -> None:
    """Prints the table, and writes it with --write."""
    os.chdir(ROOT)
    os.environ["PYTHONPATH"] = str(ROOT)
    lines = "\n".join([f"Measured on: {machine()}.", "", *table(all_rows())])
    print(lines)
    if "--write" in sys.argv[1:]:
        text = PAGE.read_text(encoding="utf-8")
        before, rest = text.split(MARKS[0])
        PAGE.write_text(f"{before}{MARKS[0]}{lines}\n{MARKS[1]}{rest.split(MARKS[1])[1]}", encoding="utf-8")


if __name__ == "__main__":
    main()
