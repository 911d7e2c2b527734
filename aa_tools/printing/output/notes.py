"""The ruler to check a print against, and the footer that says which page this is: where they stand on a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aa_tools.printing.drawing.fonts import Font
from aa_tools.printing.drawing.inks import Ink
from aa_tools.printing.drawing.pen import Pen
from aa_tools.printing.drawing.text import TextLine, TextStyle, fit_text, split_words
from aa_tools.printing.layout.geometry import PT_PER_MM, Rect
from aa_tools.printing.layout.marks import STRIP_HEIGHT_MM, MarginStrip

RULER_MM = 50
_RULER_ROOM_MM = RULER_MM + 8
_LARGEST_PT, SMALLEST_PT = 6.5, 4.0


@dataclass(frozen=True)
class Note:
    """What stands on one strip: the ruler at its beginning, the lines of the footer, or both."""

    strip: MarginStrip
    has_ruler: bool
    lines: tuple[TextLine, ...]


def place_notes(strips: Sequence[MarginStrip], footer: str, font: Font, ink: Ink) -> list[Note]:
    """Returns the ruler and the footer on one strip, else on two opposite ones, else what has room.

    Args:
        strips: the strips of a page, the best first.
        footer: the text.
        font: its font.
        ink: its ink.
    """
    for strip in strips:
        if lines := _footer(strip, footer, font, ink, _RULER_ROOM_MM + 2):
            return [Note(strip, True, lines)]
    for strip in strips:
        if strip.length_mm >= _RULER_ROOM_MM:
            others = [other for other in strips if other is not strip and other.is_upright == strip.is_upright]
            set_lines = [(other, _footer(other, footer, font, ink, 0)) for other in others]
            return [Note(strip, True, ()), *(Note(other, False, lines) for other, lines in set_lines if lines)]
    return [Note(strip, False, lines) for strip in strips if (lines := _footer(strip, footer, font, ink, 0))][:1]


def _footer(strip: MarginStrip, text: str, font: Font, ink: Ink, left_mm: float) -> tuple[TextLine, ...]:
    box = Rect(left_mm, 0, strip.length_mm - left_mm, STRIP_HEIGHT_MM)
    lines = fit_text(split_words(text, font), box, TextStyle(_LARGEST_PT, SMALLEST_PT, 1.1, ink, down="middle"))
    return tuple(lines or ())


def draw_note(pen: Pen, note: Note, font: Font, ink: Ink) -> None:
    """Draws a note on its page."""
    rect = note.strip.rect
    corner = (rect.right_mm, rect.bottom_mm) if note.strip.is_upright else (rect.left_mm, rect.bottom_mm)
    with pen.transformed(*corner, turn_deg=90 if note.strip.is_upright else 0):
        if note.has_ruler:
            _ruler(pen, font, ink)
        for line in note.lines:
            pen.text_line(line)


def _ruler(pen: Pen, font: Font, ink: Ink) -> None:
    """Draws 50 mm to check the print against: a long tick each 10 mm, a short one each 5."""
    pen.line([(0, 0.2), (RULER_MM, 0.2)], ink, 0.2)
    for at in range(0, RULER_MM + 1, 5):
        pen.line([(at, 0.2), (at, 2.0 if at % 10 == 0 else 1.2)], ink, 0.2)
    pen.text(RULER_MM + 1, 0.4, f"{RULER_MM} mm", font, 6 / PT_PER_MM, ink)
