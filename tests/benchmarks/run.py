"""All benchmarks: python tests/benchmarks/run.py [--write]

Prints one table of figures that were measured side by side. With --write it goes into docs/performance.md too.
It takes some minutes; other work on the machine spoils it. Needs `pip install -e ".[test,bench]"`.
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
    """Yields the rows of every part, and says on stderr how far it has come."""
    for part in PARTS:
        print(f"{part} ...", file=sys.stderr, flush=True)
        # Imported one by one: what this process holds would count as the peak of those it starts.
        yield from import_module(f"tests.benchmarks.bench_{part}").rows()


def machine() -> str:
    """Returns what it was measured on."""
    return f"{os.cpu_count()} cores ({platform.machine()}), {platform.system()}, Python {platform.python_version()}"


def main() -> None:
    """Prints the table, and writes it if asked."""
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
