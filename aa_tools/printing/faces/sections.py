"""Sets the sections of a reference card: headings with a coloured bar, and lines that may start with a bold term."""

from __future__ import annotations

from collections.abc import Sequence

from aa_tools.cards.models.forms import Section
from aa_tools.printing.drawing.fonts import Font
from aa_tools.printing.drawing.text import Run, TextLine, TextStyle, block_height, break_lines, place_lines, split_words
from aa_tools.printing.layout.geometry import TOLERANCE_MM, Rect

_HEADING = 1.25
"""Size of a heading, as a multiple of the size of the lines."""
_LINE_GAP, _SECTION_GAP = 0.42, 1.2
"""Gaps between lines and between sections, as multiples of the size."""
_BAR_MM = 1.6
_INDENT_MM = 3.2


def set_sections(
    sections: Sequence[Section], box: Rect, style: TextStyle, fonts: tuple[Font, Font]
) -> tuple[list[TextLine], list[Rect]] | None:
    """Returns the lines and the bar beside each section, or None if they do not fit.

    Args:
        sections: the sections.
        box: the box for all sections, in mm.
        style: sizes and line spacing of the lines.
        fonts: the bold and the plain font.
    """
    for size_mm in style.sizes_mm():
        column = _Column(Rect(box.left_mm + _INDENT_MM, box.bottom_mm, box.width_mm - _INDENT_MM, box.height_mm), style)
        bars = []
        for section in sections:
            top = column.top_mm
            column.add(split_words(section.heading, fonts[0]), size_mm * _HEADING)
            for line in section.lines:
                column.skip(_LINE_GAP * size_mm)
                column.add(_words(line, fonts), size_mm)
            bars.append(Rect(box.left_mm, column.top_mm, _BAR_MM, top - column.top_mm))
            column.skip(_SECTION_GAP * size_mm)
        spare_mm = column.top_mm + _SECTION_GAP * size_mm - box.bottom_mm
        if column.fits and spare_mm >= -TOLERANCE_MM:
            return column.lines, bars
    return None


class _Column:
    """A column of text, filled from the top."""

    def __init__(self, box: Rect, style: TextStyle) -> None:
        self._box, self._style = box, style
        self.top_mm = box.top_mm
        self.lines: list[TextLine] = []
        self.fits = True

    def skip(self, height_mm: float) -> None:
        self.top_mm -= height_mm

    def add(self, words: Sequence[Run], size_mm: float) -> None:
        lines = break_lines(words, size_mm, self._box.width_mm)
        if lines is None:
            self.fits = False
            return
        self.lines += place_lines(lines, size_mm, self._box, self.top_mm, self._style)
        self.skip(block_height(lines, size_mm, self._style.leading))


def _words(line: str, fonts: tuple[Font, Font]) -> list[Run]:
    """Splits a line into words; those before a colon are bold."""
    strong, plain = fonts
    before, colon, after = line.partition(": ")
    if not colon:
        return split_words(line, plain)
    return [*split_words(before + ":", strong), *split_words(after, plain)]
