"""Where each disturbance breaks the reader: `python tests/reading/sweep.py [--photos N] [--jobs J] [--write]`.

Everything but one condition is kept as in a good photo; that one is made worse step by step. Prints a table;
with --write it goes into docs/photo-accuracy.md, in Markdown as printed.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from tests.reading.accuracy import RESULTS, judge  # noqa: E402
from tests.reading.photomaker.conditions import HATCHES, INKS, LIGHTS, TABLES  # noqa: E402
from tests.reading.photomaker.maker import encode, make  # noqa: E402

GOOD: dict[str, Any] = {"tilt_deg": 10.0, "other_cards": 2, "things": 1}
STEPS: dict[str, tuple[str, dict[str, Any], tuple[Any, ...]]] = {
    "tilt, degrees": ("tilt_deg", {}, (0.0, 15.0, 30.0, 40.0, 45.0, 50.0, 55.0, 60.0)),
    "turn of the canvas, degrees": ("azimuth_deg", {"tilt_deg": 5.0}, (0.0, 10.0, 20.0, 30.0, 40.0)),
    "gaps, mm": ("gap_mm", {}, (0.0, 2.0, 4.0, 8.0, 12.0)),
    "cards crooked, degrees": ("crooked_deg", {"gap_mm": 4.0}, (1.0, 3.0, 5.0, 8.0, 12.0, 16.0)),
    "cards off, mm": ("offset_mm", {"gap_mm": 4.0}, (0.5, 3.0, 6.0, 9.0, 12.0)),
    "blur, mm on the card": ("defocus_mm", {}, (0.2, 1.0, 2.0, 4.0, 6.0, 9.0)),
    "shake, mm on the card": ("motion_mm", {}, (0.0, 5.0, 10.0, 20.0, 30.0)),
    "part of the picture, at 1 megapixel": ("fill", {"megapixels": 1.0}, (0.9, 0.4, 0.2, 0.15, 0.1, 0.07)),
    "megapixels": ("megapixels", {}, (0.3, 0.5, 1.0, 5.0, 12.0, 48.0)),
    "JPEG quality": ("quality", {}, (90, 60, 30, 10, 4)),
    "distortion by the lens": ("distortion", {}, (0.0, 0.03, 0.08, 0.15)),
    "lamp not balanced, kelvin": (
        "kelvin",
        {"light": "warm", "white_balance": 0.0},
        (4000.0, 3000.0, 2600.0, 2300.0, 2000.0),
    ),
    "light": ("light", {}, LIGHTS),
    "hard shadow": ("shadow_edge", {}, (False, True)),
    "glare": ("glare", {"ink": "glossy"}, (False, True)),
    "ink": ("ink", {}, INKS),
    "hatch": ("hatch", {}, HATCHES),
    "table": ("table", {}, TABLES),
    "empty spaces": ("empty", {}, (0, 2, 4, 6, 8)),
}
MARKS = ("<!-- sweep -->\n", "<!-- end of sweep -->")


def result_of(case: tuple[str, Any, int]) -> str:
    """Makes and judges one photo: the name of the disturbance, its value, the seed."""
    name, value, seed = case
    key, others, _ = STEPS[name]
    made = make(seed, **GOOD | {"players": 4 if seed % 3 == 2 else 2} | others | {key: value})
    return judge(encode(made), made.truth)[0]


def cases(photos: int) -> Iterator[tuple[str, Any, int]]:
    """Yields every photo that is made."""
    for name, (_, _, values) in STEPS.items():
        for value in values:
            yield from ((name, value, seed) for seed in range(photos))


def report(found: Iterable[tuple[tuple[str, Any, int], str]], photos: int) -> Iterator[str]:
    """Yields the lines of the table."""
    counts: dict[tuple[str, Any], Counter[str]] = {}
    for (name, value, _), result in found:
        counts.setdefault((name, value), Counter())[result] += 1
    yield f"{photos} photos for each value; `python tests/reading/sweep.py --photos {photos} --write`."
    yield ""
    yield f"| disturbance | value | {' | '.join(RESULTS)} |"
    yield "|---" * (len(RESULTS) + 2) + "|"
    last = ""
    for (name, value), count in counts.items():
        shown = {True: "yes", False: "no"}[value] if isinstance(value, bool) else f"{value}".removesuffix(".0")
        figures = " | ".join(str(count[result] or "") for result in RESULTS)
        yield f"| {name if name != last else ''} | {shown} | {figures} |"
        last = name
    yield ""


def main() -> None:
    """Prints the table, and writes it if asked."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--photos", type=int, default=6, help="for each value")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    every = list(cases(options.photos))
    with ProcessPoolExecutor(options.jobs) as pool:
        found = list(zip(every, pool.map(result_of, every), strict=True))
    lines = "\n".join(report(found, options.photos))
    print(lines)
    if options.write:
        page = ROOT / "docs" / "photo-accuracy.md"
        before, rest = page.read_text(encoding="utf-8").split(MARKS[0])
        page.write_text(f"{before}{MARKS[0]}{lines}\n{MARKS[1]}{rest.split(MARKS[1])[1]}", encoding="utf-8")


if __name__ == "__main__":
    main()
