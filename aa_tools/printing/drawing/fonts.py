"""Fonts: those that come with the program and the user's own files; embedded in every PDF, asked for each character."""

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
        name: that of its file, such as RedHatDisplay-Bold.
        key: by which reportlab knows it.
        characters: those it can draw.
        cap_height: the height of a capital letter, for a font size of 1.
    """

    name: str
    key: str
    characters: frozenset[int]
    cap_height: float

    def width_mm(self, text: str, size_mm: float) -> float:
        """Returns how wide a text is."""
        return _width(text, self.key) * size_mm

    def missing(self, text: str) -> str:
        """Returns the characters of a text that the font cannot draw, each once."""
        return "".join(dict.fromkeys(each for each in text if ord(each) not in self.characters))


@functools.lru_cache(maxsize=4096)
def _width(text: str, key: str) -> float:
    # Setting a text asks for the same words in many sizes.
    return float(pdfmetrics.stringWidth(text, key, 1))


def font_names() -> list[str]:
    """Returns the names of all fonts that come with the program."""
    return sorted(_files())


def font_path(font: str) -> Path:
    """Returns the file of a font by its name, one of `font_names`, or its own path where it is one."""
    return Path(font) if is_font_path(font) else _files()[font]


def is_font_path(font: str) -> bool:
    """Whether a font is given as the path of a file, not as a name."""
    return Path(font).suffix.lower() in (".ttf", ".otf", ".ttc", ".woff", ".woff2")


def find_font(font: str, place: Place | None = None) -> Font:
    """Returns a font by its name, one of `font_names`, or by the path of its .ttf file.

    Raises:
        InputError: no such font, or the file is no font that can be embedded; `place` is where it was asked for.
    """
    if not is_font_path(font) and font not in _files():
        raise InputError(f"there is no font {font!r}", place=place, hint=suggest(font, font_names()))
    try:
        return _loaded(font)
    except OSError as error:
        message = f"the font {font} cannot be read: {os_error_message(error)}"
        raise InputError(message, place=place, hint="give its path from the theme's folder") from error
    except (TTFError, struct.error, ValueError, LookupError) as error:  # what reportlab raises for a damaged file
        message = f"the font {font} cannot be embedded: {error}"
        raise InputError(message, place=place, hint="choose a .ttf file with TrueType outlines") from error


@functools.cache
def _loaded(font: str) -> Font:
    path = Path(font) if is_font_path(font) else _files()[font]
    path.open("rb").close()  # reportlab would look for it in folders of its own
    loaded = TTFont(font, str(path))
    pdfmetrics.registerFont(loaded)
    return Font(path.stem, font, frozenset(loaded.face.charToGlyph), loaded.face.capHeight / 1000)


@functools.cache
def _files() -> dict[str, Path]:
    # The package lists its files when it is imported, in any order; only its folder is wanted.
    spec = importlib.util.find_spec("font_rhd")
    folders = spec.submodule_search_locations if spec else None
    return {path.stem: path for folder in folders or () for path in Path(folder, "files").glob("*.ttf")}
