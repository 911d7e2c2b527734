"""Finds and loads fonts: those shipped with the program and the user's own .ttf files."""

from __future__ import annotations

import functools
import importlib.util
import struct
from dataclasses import dataclass
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

from aa_tools.errors import InputError, Place, suggest
from aa_tools.files import os_error_message


@dataclass(frozen=True)
class Font:
    """An embeddable font.

    Attributes:
        name: name of its file without extension, such as RedHatDisplay-Bold.
        key: name under which reportlab knows the font.
        characters: code points that the font can draw.
        cap_height: height of a capital letter at font size 1.
    """

    name: str
    key: str
    characters: frozenset[int]
    cap_height: float

    def width_mm(self, text: str, size_mm: float) -> float:
        """Returns the width of a text in mm."""
        return _width(text, self.key) * size_mm

    def missing(self, text: str) -> str:
        """Returns the characters of a text that the font cannot draw, each once."""
        return "".join(dict.fromkeys(character for character in text if ord(character) not in self.characters))


@functools.lru_cache(maxsize=4096)
def _width(text: str, key: str) -> float:
    # Fitting a text measures the same words at many sizes.
    return float(pdfmetrics.stringWidth(text, key, 1))


def font_names() -> list[str]:
    """Returns the names of all fonts shipped with the program."""
    return sorted(_files())


def font_path(font: str) -> Path:
    """Returns the file of a font, given its name (see `font_names`) or its path."""
    return Path(font) if is_font_path(font) else _files()[font]


def is_font_path(font: str) -> bool:
    """Whether a font is the path of a font file, not a name."""
    return Path(font).suffix.lower() in (".ttf", ".otf", ".ttc", ".woff", ".woff2")


def find_font(font: str, place: Place | None = None) -> Font:
    """Loads a font by its name (see `font_names`) or by the path of its .ttf file.

    Raises:
        InputError: there is no such font, or it cannot be embedded; reported at `place`.
    """
    if not is_font_path(font) and font not in _files():
        raise InputError(f"there is no font {font!r}", place=place, hint=suggest(font, font_names()))
    try:
        return _loaded(font)
    except OSError as error:
        message = f"the font {font} cannot be read: {os_error_message(error)}"
        raise InputError(message, place=place, hint="write its path relative to the folder of the theme") from error
    except (TTFError, struct.error, ValueError, LookupError) as error:  # raised by reportlab for damaged files
        message = f"the font {font} cannot be embedded: {error}"
        raise InputError(message, place=place, hint="choose a .ttf file with TrueType outlines") from error


@functools.cache
def _loaded(font: str) -> Font:
    path = font_path(font)
    path.open("rb").close()  # reportlab would search its own folders for a missing file
    loaded = TTFont(font, str(path))
    pdfmetrics.registerFont(loaded)
    return Font(path.stem, font, frozenset(loaded.face.charToGlyph), loaded.face.capHeight / 1000)


@functools.cache
def _files() -> dict[str, Path]:
    # Importing the package would list all its files; only its folder is needed.
    spec = importlib.util.find_spec("font_rhd")
    folders = spec.submodule_search_locations if spec else None
    return {path.stem: path for folder in folders or () for path in Path(folder, "files").glob("*.ttf")}
