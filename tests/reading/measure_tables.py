"""Measures how well photos of whole tables are read, for a folder of photos with their truth.

    python tests/reading/measure_tables.py FOLDER [--each] [--jobs 2]

A photo NAME.jpg has its truth in NAME.json: `tier` (normal or hard), `canvas` (rows of letters as seen in the upright
picture, "." for an empty space), and for a whole table `bottom`, `objectives`, `inspirations` (ids by side) and
`first_player`. The canvas of a photo without `objectives` may have other cards; `allowed_quarter_turns` are the
counter-clockwise turns that its reading may have.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from aa_tools.cards.database import CardDatabase, load_cards
from aa_tools.errors import PhotoError
from aa_tools.reading.image.photo import open_photo
from aa_tools.reading.tablephoto import TablePhoto, read_table_photo

RESULTS = ("right", "open", "wrong")


@dataclass
class Outcome:
    """The result for one photo.

    Attributes:
        name: the photo.
        kind: "careful table", "poor table", "careful canvas" or "poor canvas".
        refused: the error message, "" if the canvas was read.
        doubts: quadrants in doubt.
        wrong: quadrants with a wrong letter that are not in doubt.
        objectives, found, invented: objectives on the table, those found, and those found but not there.
        south, first_player: "right", "open" or "wrong"; "" for a canvas alone.
        inspirations: the number of each result.
        notes: what was wrong or open, as text.
    """

    name: str
    kind: str
    refused: str = ""
    doubts: int = 0
    wrong: int = 0
    objectives: int = 0
    found: int = 0
    invented: int = 0
    south: str = ""
    first_player: str = ""
    inspirations: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)

    @property
    def is_exact(self) -> bool:
        """Whether every letter is right and none is in doubt."""
        return not self.refused and self.doubts == self.wrong == 0


@cache
def _cards() -> CardDatabase:
    return load_cards(str(Path(__file__).resolve().parents[2] / "cards.yaml"))


def measure(path: Path) -> Outcome:
    """Reads a photo and compares the result with its truth."""
    truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    kind = f"{'careful' if truth['tier'] == 'normal' else 'poor'} {'table' if 'objectives' in truth else 'canvas'}"
    outcome = Outcome(path.stem, kind)
    try:
        seen: TablePhoto | None = read_table_photo(open_photo(str(path)), _cards())
    except PhotoError as error:
        outcome.refused, seen = str(error), None
    if seen:
        _measure_canvas(seen, truth, outcome)
    if "objectives" in truth:
        _measure_table(seen, truth, outcome)
    return outcome


def _measure_canvas(seen: TablePhoto, truth: dict[str, Any], outcome: Outcome) -> None:
    rows = np.array([list(row) for row in truth["canvas"]])
    read = np.array([list(row) for row in seen.reading.canvas.rows(seen.letters)])
    turned = [np.rot90(rows, turns) for turns in truth.get("allowed_quarter_turns", [0])]
    if read.shape != rows.shape:
        outcome.wrong = rows.size
        outcome.notes.append(f"canvas of {len(read)} rows")
        return
    wrong = min((((read != rows) & (read != "?")) for rows in turned), key=lambda cells: int(cells.sum()))
    outcome.doubts, outcome.wrong = int((read == "?").sum()), int(wrong.sum())
    if outcome.wrong:
        outcome.notes.append("wrong at " + ", ".join(f"r{row + 1}c{column + 1}" for row, column in np.argwhere(wrong)))
    if outcome.doubts:
        reasons = Counter(str(doubt.reason) for doubt in seen.reading.doubts)
        outcome.notes.append("doubts: " + ", ".join(f"{count} {reason}" for reason, count in reasons.items()))


def _measure_table(seen: TablePhoto | None, truth: dict[str, Any], outcome: Outcome) -> None:
    bottom = seen.bottom.side if seen else None
    outcome.south = "open" if bottom is None else "right" if bottom == truth["bottom"] else "wrong"
    cards = seen.side_cards(bottom) if seen and bottom else None
    objectives = Counter(truth["objectives"])
    found = Counter(tag.card for tag in seen.tags if tag.deck in ("assignment", "professor")) if seen else Counter()
    outcome.objectives, outcome.found = objectives.total(), (objectives & found).total()
    outcome.invented = (found - objectives).total()
    holder = cards.first_player.side if cards and cards.first_player else None
    outcome.first_player = "open" if holder is None else "right" if holder == truth["first_player"] else "wrong"
    held = Counter((side, card) for side, ids in truth["inspirations"].items() for card in ids)
    claimed = Counter((str(card.side), card.card) for card in (cards.inspirations if cards else ()) if card.side)
    outcome.inspirations = Counter(
        right=(held & claimed).total(), open=(held - claimed).total(), wrong=(claimed - held).total()
    )
    if outcome.south != "right":
        outcome.notes.append(f"south {outcome.south}: {bottom} is not {truth['bottom']} at the bottom")
    if outcome.first_player != "right":
        outcome.notes.append(f"first player {outcome.first_player}: {holder}, not {truth['first_player']}")
    for card in (objectives - found).elements():
        outcome.notes.append(f"{card} missing")
    for card in (found - objectives).elements():
        outcome.notes.append(f"{card} invented")
    for side, card in (claimed - held).elements():
        outcome.notes.append(f"{card} is not held by {side}")


def table(outcomes: list[Outcome]) -> Iterator[str]:
    """Yields a Markdown table with a row for each kind of photo."""
    head = ["photos", "number", "canvas exact", "up to 3 doubts", "more doubts", "refused", "doubts", "wrong letters"]
    head += ["objectives found", "objectives invented"]
    head += [f"{what} {' / '.join(RESULTS)}" for what in ("south", "first player", "inspirations")]
    yield f"| {' | '.join(head)} |"
    yield "|---" * len(head) + "|"
    for kind in sorted({outcome.kind for outcome in outcomes}):
        rows = [outcome for outcome in outcomes if outcome.kind == kind]
        few = sum(not row.refused and not row.wrong and 1 <= row.doubts <= 3 for row in rows)
        more = sum(not row.refused and not row.wrong and row.doubts > 3 for row in rows)
        cells = [kind, len(rows), sum(row.is_exact for row in rows), few, more, sum(bool(row.refused) for row in rows)]
        cells += [sum(row.doubts for row in rows), sum(row.wrong for row in rows)]
        if kind.endswith("table"):
            inspirations = sum((row.inspirations for row in rows), Counter())
            cells += [f"{sum(row.found for row in rows)} of {sum(row.objectives for row in rows)}"]
            cells += [sum(row.invented for row in rows)]
            cells += [_shares(Counter(row.south for row in rows)), _shares(Counter(row.first_player for row in rows))]
            cells += [_shares(inspirations)]
        else:
            cells += [""] * 5
        yield f"| {' | '.join(map(str, cells))} |"


def _shares(counts: Counter[str]) -> str:
    return " / ".join(str(counts[result]) for result in RESULTS)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("folder", type=Path, help="folder of photos NAME.jpg with NAME.json")
    parser.add_argument("--each", action="store_true", help="print a line for each photo as well")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    options = parser.parse_args()
    photos = sorted(path for path in options.folder.glob("*.jpg") if path.with_suffix(".json").exists())
    with ProcessPoolExecutor(options.jobs) as pool:
        outcomes = list(pool.map(measure, photos))
    if options.each:
        for outcome in outcomes:
            state = outcome.refused or ("exact" if outcome.is_exact else "not exact")
            print(f"{outcome.name} ({outcome.kind}): {'; '.join([state, *outcome.notes])}")
        print()
    print("\n".join(table(outcomes)))


if __name__ == "__main__":
    main()
