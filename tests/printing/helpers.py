"""What the tests of the printing room share: edited copies of the shipped files, and pages read back."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
from numpy.typing import NDArray
from pypdf import PdfReader

from aa_tools.cards.database import CardDatabase, load_cards
from aa_tools.printing.sheets import PrintSettings, plan, write

ROOT = Path(__file__).parents[2]
DECKS = ("canvas", "inspiration", "assignment", "professor", "first_player", "reference")


def edited_cards(folder: Path, old: str, new: str) -> CardDatabase:
    """Loads the shipped card file with one text replaced."""
    return load_cards(str(edited(ROOT / "cards.yaml", folder / "cards.yaml", old, new)))


def edited(source: Path, copy: Path, old: str, new: str) -> Path:
    """Copies a file with one text replaced."""
    text = source.read_text(encoding="utf-8")
    assert old in text
    copy.write_text(text.replace(old, new, 1), encoding="utf-8")
    return copy


def pdf_of(
    cards: CardDatabase, deck: str, paper: str = "a4", setup: PrintSettings | None = None, theme: str = "classic"
) -> bytes:
    file = io.BytesIO()
    write(plan(cards, deck, paper=paper, theme=theme, setup=setup), file)
    return file.getvalue()


def read(data: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(data))


def picture(data: bytes, page: int, dpi: int = 72) -> NDArray[Any]:
    """Draws a page: uint8 array (height, width, 3)."""
    document = pypdfium2.PdfDocument(data)
    return np.asarray(document[page].render(scale=dpi / 72).to_pil().convert("RGB"))


def cut(
    drawn: NDArray[Any], dpi: int, left_mm: float, top_mm: float, width_mm: float, height_mm: float
) -> NDArray[Any]:
    """Cuts a part out of a drawn page, measured from its upper left corner."""
    left, top, width, height = (round(mm * dpi / 25.4) for mm in (left_mm, top_mm, width_mm, height_mm))
    return drawn[top : top + height, left : left + width]
