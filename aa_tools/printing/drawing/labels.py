"""Draws single lines of text: shrunk to fit their box, and shortened with "…" if that is not enough."""

from __future__ import annotations

from collections.abc import Sequence

from aa_tools.printing.drawing.fonts import Font
from aa_tools.printing.drawing.inks import Ink
from aa_tools.printing.drawing.pen import Pen
from aa_tools.printing.drawing.text import Run, TextStyle, line_width, place_lines
from aa_tools.printing.layout.geometry import PT_PER_MM, Rect

_SMALLEST = 0.7
"""Smallest size of a line, as a share of its full size."""


def draw_label(
    pen: Pen, text: str, font: Font, box: Rect, size_pt: float, ink: Ink, *, across: str = "left", down: str = "middle"
) -> None:
    """Draws a line of text in a box.

    Args:
        pen: the pen to draw with.
        text: the text; nothing is drawn for "".
        font: the font.
        box: the box, in mm.
        size_pt: the full size in points.
        ink: the ink.
        across: horizontal alignment: left, centre or right.
        down: vertical alignment of the capitals: top, middle or bottom.
    """
    if not text:
        return
    text, size_mm = _fitted(text, font, box.width_mm, size_pt / PT_PER_MM)
    spare = box.height_mm - font.cap_height * size_mm
    above = {"top": 0.0, "middle": spare / 2, "bottom": spare}[down]
    runs: Sequence[tuple[Run, ...]] = [(Run(text, font),)]
    for line in place_lines(runs, size_mm, box, box.top_mm - above, TextStyle(size_pt, size_pt, 1, ink, across)):
        pen.text_line(line)


def _fitted(text: str, font: Font, width_mm: float, size_mm: float) -> tuple[str, float]:
    """Returns the text, shortened if necessary, and its size in mm."""
    wide = line_width((Run(text, font),), size_mm)
    if wide <= width_mm:
        return text, size_mm
    size_mm *= max(width_mm / wide, _SMALLEST)
    shortened = text
    while len(shortened) > 1 and font.width_mm(text, size_mm) > width_mm + 0.01:
        shortened = shortened[:-1]
        text = shortened.rstrip() + "…"
    return text, size_mm
