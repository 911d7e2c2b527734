"""The fonts that come with the program: found by name, embedded in every PDF, asked for each character."""

from __future__ import annotations

import functools
import importlib.util
from dataclasses import dataclass
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont


@dataclass(frozen=True)
class Font:
    """An embeddable font; `name` is that of its file, such as RedHatDisplay-Bold."""

    name: str
    characters: frozenset[int]
    cap_height: float
    """The height of a capital letter, for a font size of 1."""

    def width_mm(self, text: str, size_mm: float) -> float:
        """Returns how wide a text is."""
        return _width(text, self.name) * size_mm

    def missing(self, text: str) -> str:
        """Returns the characters of a text that the font cannot draw, each once."""
        return "".join(dict.fromkeys(each for each in text if ord(each) not in self.characters))


@functools.lru_cache(maxsize=4096)
def _width(text: str, font: str) -> float:
    # Setting a text asks for the same words in many sizes.
    return float(pdfmetrics.stringWidth(text, font, 1))


def font_names() -> list[str]:
    """Returns the names of all fonts."""
    return sorted(_files())


@functools.cache
def find_font(name: str) -> Font:
    """Returns a font by its name, one of `font_names`."""
    loaded = TTFont(name, str(_files()[name]))
    pdfmetrics.registerFont(loaded)
    return Font(name, frozenset(loaded.face.charToGlyph), loaded.face.capHeight / 1000)


@functools.cache
def _files() -> dict[str, Path]:
    # The package lists its files when it is imported, in any order; only its folder is wanted.
    spec = importlib.util.find_spec("font_rhd")
    folders = spec.submodule_search_locations if spec else None
    return {path.stem: path for folder in folders or () for path in Path(folder, "files").glob("*.ttf")}
