"""Makes pictures of what a reader has who follows a page: the sheets, photos and cards that its commands made."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
from PIL import Image

from docs.pictures.laying import beside
from tests.support.pages import Reader, clone

HERE = Path(__file__).parent
SHEETS = [("cards", 0), ("cards", 1), ("cards", 16)]
SUNSET = [("professor", 0), ("professor", 1), ("assignment", 0), ("assignment", 1)]
"""(file, page from 0)"""


@contextlib.contextmanager
def followed(page: str) -> Iterator[Path]:
    """Follows a page of the docs in a new folder, and yields the folder."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "clone"
        place.mkdir()
        reader = Reader(clone(place), Path(folder) / "programs")
        for shown, said in reader.follow((HERE.parent / page).read_text(encoding="utf-8")):
            print(f"{page}, line {shown.line}, shows something else:\n{said}")
        yield place


def pages(folder: Path, wanted: list[tuple[str, int]], scale: float = 0.75) -> Image.Image:
    """Lays pages of PDF files side by side."""
    files = [pypdfium2.PdfDocument(folder / f"{name}.pdf")[number] for name, number in wanted]
    return beside([page.render(scale=scale).to_pil().convert("RGB") for page in files])


def write_tutorial() -> None:
    """Writes the tutorial's pictures beside this file; photo-table.jpg must be there."""
    with followed("tutorial.md") as folder:
        pages(folder / "output", SHEETS).quantize(128).save(HERE / "tutorial-sheets.png", optimize=True)
        pages(folder, [("friday", 0)], 0.9).quantize(64).save(HERE / "tutorial-keepsake.png", optimize=True)
        with Image.open(folder / "seen.png") as seen:
            smaller = seen.convert("RGB").resize((seen.width * 3 // 4, seen.height * 3 // 4))
            smaller.save(HERE / "tutorial-seen.jpg", quality=80)
        with Image.open(folder / "my-game" / "changed.png") as changed:
            changed.convert("RGB").quantize(64).save(HERE / "tutorial-changed.png", optimize=True)


def write_your_game() -> None:
    """Writes the picture of the page about a game of one's own."""
    with followed("howto/your-game.md") as folder:
        sheets = pages(folder / "my-game" / "sunset", SUNSET, 0.6)
        sheets.quantize(128).save(HERE / "your-game.png", optimize=True)
