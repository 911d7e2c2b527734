"""How well photos are read: `python tests/reading/accuracy.py [--count N] [--seed S] [--jobs J]`.

Makes photos at mixed conditions, reads them, the samples and pictures of other things, and prints what became of them
by condition, in Markdown.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from aa_tools.cards.database import load_cards  # noqa: E402
from aa_tools.errors import CanvasNotFound, PhotoError  # noqa: E402
from aa_tools.reading.image.photo import decode_photo  # noqa: E402
from aa_tools.reading.inks.colours import Ink, card_file_inks  # noqa: E402
from aa_tools.reading.reader import Reading, read  # noqa: E402
from tests.reading.photomaker import foreign  # noqa: E402
from tests.reading.photomaker.maker import encode, mixed  # noqa: E402

SAMPLES = ROOT / "tests" / "data" / "photos"
RESULTS = ("exact", "up to 3 doubts", "more doubts", "refused", "silent error")


@dataclass(frozen=True)
class Outcome:
    """What became of one photo: a result of RESULTS, for a negative "refused" or "accepted"."""

    kind: str
    result: str
    conditions: dict[str, Any]
    name: str


@cache
def card_inks() -> tuple[Ink, ...]:
    """Returns the inks of the card file that comes with the program."""
    return card_file_inks(load_cards(str(ROOT / "cards.yaml")))


def judge(data: bytes, truth: list[str], name: str = "photo") -> tuple[str, Reading | None]:
    """Reads a photo and compares it with the truth, which is empty for a negative."""
    try:
        reading = read(decode_photo(data, name), card_inks())
    except CanvasNotFound:
        return "refused", None
    except PhotoError:
        return "refused", None
    if not truth:
        return "accepted", reading
    rows = reading.canvas.rows("".join(ink.letter for ink in card_inks()))
    same = len(rows) == len(truth) and all(
        seen in ("?", true) for row, line in zip(rows, truth, strict=True) for seen, true in zip(row, line, strict=True)
    )
    if not same:
        return "silent error", reading
    doubts = len(reading.doubts) + len(reading.cautions)
    return RESULTS[0 if doubts == 0 else 1 if doubts <= 3 else 2], reading


def judge_made(seed: int) -> Outcome:
    """Makes and judges one photo at mixed conditions."""
    made = mixed(seed)
    result, _ = judge(encode(made), made.truth)
    return Outcome(made.kind, result, made.conditions, f"seed {seed}")


def judge_foreign(number: int) -> Outcome:
    """Judges one picture of something else."""
    data = cv2.imencode(".jpg", foreign.foreign(number), [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
    result, _ = judge(data, [])
    return Outcome("foreign", result, {}, f"{foreign.name(number)} {number}")


def judge_sample(path: Path) -> Outcome:
    """Judges one sample photo by the truth beside it."""
    lines = path.with_suffix(".txt").read_text(encoding="utf-8").split()
    result, _ = judge(path.read_bytes(), [] if lines == ["NONE"] else lines)
    return Outcome("sample", result, {}, path.stem)


CONDITIONS: dict[str, Callable[[dict[str, Any]], str]] = {
    "players": lambda c: str(c["players"]),
    "ink": lambda c: str(c["ink"]),
    "hatch": lambda c: str(c["hatch"]),
    "print": lambda c: " and ".join(
        [word for word, mm in (("border", c["border_mm"]), ("cross", c["cross_mm"])) if mm > 0] or ["plain"]
    ),
    "table": lambda c: str(c["table"]),
    "light": lambda c: str(c["light"]) + (", not balanced" if c["white_balance"] < 0.5 else ""),
    "shadow": lambda c: "hard shadow" if c["shadow_edge"] else "none",
    "glare": lambda c: "glare" if c["glare"] else "none",
    "tilt": lambda c: _band(c["tilt_deg"], (10, 20, 30), "°"),
    "side of the table": lambda c: f"{90 * c['quarter']}°",
    "crooked": lambda c: _band(c["crooked_deg"], (1.5, 3.5), "°"),
    "blur": lambda c: _band(max(c["defocus_mm"], c["motion_mm"] / 2), (0.5, 1.0, 2.0), " mm"),
    "quadrant": lambda c: _band(c["quadrant_px"], (20, 40, 80), " px"),
    "empty spaces": lambda c: "none" if c["empty"] == 0 else "1 to 4",
}


def _band(value: float, limits: tuple[float, ...], unit: str) -> str:
    below = next((limit for limit in limits if value < limit), None)
    return f"below {below:g}{unit}" if below is not None else f"{limits[-1]:g}{unit} and more"


def table(title: str, groups: dict[str, list[Outcome]]) -> Iterator[str]:
    """Yields a Markdown table: a row for each group, a column for each result."""
    yield f"| {title} | photos | {' | '.join(RESULTS)} |"
    yield "|---" * (len(RESULTS) + 2) + "|"
    for name, outcomes in groups.items():
        counts = Counter(outcome.result for outcome in outcomes)
        yield f"| {name} | {len(outcomes)} | {' | '.join(str(counts[result]) for result in RESULTS)} |"
    yield ""


def by(outcomes: Iterable[Outcome], key: Callable[[Outcome], str]) -> dict[str, list[Outcome]]:
    """Returns outcomes in groups, sorted by name."""
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        groups[key(outcome)].append(outcome)
    return dict(sorted(groups.items()))


def report(made: list[Outcome], samples: list[Outcome], others: list[Outcome]) -> Iterator[str]:
    """Yields the lines of the report."""
    positive = [each for each in made if each.kind != "negative"]
    negative = [
        each
        for each in [*made, *samples, *others]
        if each.result in ("accepted",) or each.kind in ("negative", "foreign")
    ]
    yield from table("made photos", by(positive, lambda each: each.kind) | {"all": positive})
    seen = [each for each in samples if each.name not in ("photo-11", "photo-12")]
    yield from table("sample photos", {"with a canvas": seen})
    yield "| pictures without a whole canvas | pictures | refused | accepted |"
    yield "|---|---|---|---|"
    for name, group in by([*negative, *(each for each in samples if each not in seen)], lambda each: each.kind).items():
        refused = sum(each.result == "refused" for each in group)
        yield f"| {name} | {len(group)} | {refused} | {len(group) - refused} |"
    yield ""
    for title, told in CONDITIONS.items():
        yield from table(title, by(positive, lambda each, told=told: told(each.conditions)))  # type: ignore[misc]
    odd = [each for each in [*positive, *seen] if each.result != "exact"]
    odd += [each for each in negative if each.result == "accepted"]
    yield "Not exact: " + ("; ".join(f"{each.name} ({each.kind}, {each.result})" for each in odd) or "none") + "."
    yield ""


def main() -> None:
    """Prints the report."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--count", type=int, default=300, help="made photos")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--foreign", type=int, default=10_000, help="pictures of other things, at most")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    options = parser.parse_args()
    with ProcessPoolExecutor(options.jobs) as pool:
        made = list(pool.map(judge_made, range(options.seed * 10_000, options.seed * 10_000 + options.count)))
        others = list(pool.map(judge_foreign, range(min(options.foreign, foreign.count()))))
        samples = list(pool.map(judge_sample, sorted(SAMPLES.glob("*.jpg"))))
    print("\n".join(report(made, samples, others)))


if __name__ == "__main__":
    main()
