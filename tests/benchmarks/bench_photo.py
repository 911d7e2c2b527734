"""Cost of reading a photo: python -m tests.benchmarks.bench_photo

Everything runs alternately in one process. "The canvas" is only the canvas; "everything" also reads the tags on the
cards, as `aa read` and `aa score` do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import cv2
import numpy as np

from aa_tools.cards.database import CardDatabase, load_cards
from aa_tools.reading.image.photo import decode_photo
from aa_tools.reading.inks.colours import Ink, card_file_inks
from aa_tools.reading.reader import read
from aa_tools.reading.tablephoto import read_table_photo
from tests.benchmarks.measure import ROOT, Row, best_ms, table
from tests.reading.photomaker.maker import encode, make
from tests.reading.printed import SideCard, photograph, row_of

REPEATS = 15
GOALS = {12: "at most 3", 48: "at most 2"}
TABLE = [*row_of(["red-areas", "weaver", "blue-pairs"], -245), SideCard("inspiration-hook", -60, 245)]


def photos() -> Iterator[tuple[str, bytes, str]]:
    """Yields (name, JPEG file, goal): a canvas among other objects, and a whole table of printed cards."""
    for megapixels, goal in GOALS.items():
        made = make(5, megapixels=float(megapixels), players=2, other_cards=3, things=2, tilt_deg=15.0)
        yield f"{megapixels} MP, canvas", encode(made, quality=92), goal
    for megapixels, goal in GOALS.items():
        whole = photograph(3, TABLE, fill=0.5, tilt_deg=15.0, megapixels=float(megapixels))
        yield f"{megapixels} MP, whole table", whole.jpeg(92), goal


def rows() -> Iterator[Row]:
    """Compares, for each photo, reading it with decoding it in full with OpenCV."""
    cards = load_cards(str(ROOT / "cards.yaml"))
    inks = card_file_inks(cards)
    for name, data, goal in photos():
        stored = np.frombuffer(data, np.uint8)
        functions: dict[str, Callable[[], object]] = {
            "decoding": partial(cv2.imdecode, stored, cv2.IMREAD_COLOR),
            "the canvas": partial(_canvas, data, inks),
            "everything": partial(_everything, data, cards),
        }
        times = best_ms(functions, REPEATS)
        against = f"decoding its {len(data) / 1e6:.1f} MB"
        for part in ("the canvas", "everything"):
            yield Row(f"photo of {name}: {part}", times[part], against, times["decoding"], "ms", goal)


def _canvas(data: bytes, inks: tuple[Ink, ...]) -> object:
    return read(decode_photo(data, "photo"), inks)


def _everything(data: bytes, cards: CardDatabase) -> object:
    return read_table_photo(decode_photo(data, "photo"), cards)


if __name__ == "__main__":
    print("\n".join(table(rows())))
