"""Makes the tutorial's pictures: follows the page in a new folder and draws what the reader then has."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image

from docs.pictures.laying import beside
from tests.pages import Reader, clone

HERE = Path(__file__).parent
PAGE = HERE.parent / "tutorial.md"
SHEETS = [("canvas", 0), ("canvas", 1), ("assignment", 0)]
"""(file, page from 0)"""


def page_of(file: Path, number: int, scale: float) -> Image.Image:
    """Draws a page of a PDF file."""
    return pypdfium2.PdfDocument(file)[number].render(scale=scale).to_pil().convert("RGB")


def write_tutorial() -> None:
    """Writes the pictures beside this file; photo-table.jpg must be there."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "clone"
        place.mkdir()
        for shown, said in Reader(clone(place), Path(folder) / "programs").follow(PAGE.read_text(encoding="utf-8")):
            print(f"line {shown.line} of {PAGE.name} shows something else:\n{said}")
        sheets = beside([page_of(place / "output" / f"{name}.pdf", number, 0.75) for name, number in SHEETS])
        sheets.quantize(128).save(HERE / "tutorial-sheets.png", optimize=True)
        keepsake = beside([page_of(place / "friday.pdf", 0, 0.9)])
        keepsake.quantize(64).save(HERE / "tutorial-keepsake.png", optimize=True)
        with Image.open(place / "seen.png") as seen:
            seen.convert("RGB").resize((seen.width * 3 // 4, seen.height * 3 // 4)).save(HERE / "tutorial-seen.jpg", quality=80)
        with Image.open(place / "my-game" / "changed.png") as changed:
            changed.convert("RGB").quantize(64).save(HERE / "tutorial-changed.png", optimize=True)
