"""Typesetting: breaks text into even lines and fits them into a box at the largest possible size."""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from aa_tools.printing.drawing.fonts import Font
from aa_tools.printing.drawing.inks import Ink
from aa_tools.printing.layout.geometry import PT_PER_MM, TOLERANCE_MM, Rect

_STEP_PT = 0.25
_DESCENT = 0.22
"""Depth of letters such as g below the baseline at font size 1."""


@dataclass(frozen=True)
class Run:
    """A piece of text in one font."""

    text: str
    font: Font


@dataclass(frozen=True)
class TextLine:
    """A line of text with its position on a card."""

    x_mm: float
    baseline_mm: float
    size_mm: float
    ink: Ink
    runs: tuple[Run, ...]


@dataclass(frozen=True)
class TextStyle:
    """How a text is set.

    Attributes:
        size_pt: largest size in points.
        smallest_pt: smallest size in points.
        leading: line spacing as a multiple of the size.
        ink: the ink.
        across: horizontal alignment: left, centre or right.
        down: vertical alignment: top, middle or bottom.
    """

    size_pt: float
    smallest_pt: float
    leading: float
    ink: Ink
    across: str = "left"
    down: str = "top"

    def sizes_mm(self) -> Iterator[float]:
        """Yields the sizes to try, in mm, the largest first."""
        for step in itertools.count():
            size_pt = self.size_pt - step * _STEP_PT
            if size_pt < self.smallest_pt:
                break
            yield size_pt / PT_PER_MM


def fit_text(words: Sequence[Run], box: Rect, style: TextStyle) -> list[TextLine] | None:
    """Sets a text in a box. Returns its lines, or None if it does not fit even at the smallest size.

    Args:
        words: the words, each with its font.
        box: the box for the text, in mm.
        style: sizes, line spacing and alignment.
    """
    for size_mm in style.sizes_mm():
        lines = break_lines(words, size_mm, box.width_mm)
        if lines is None:
            continue
        height = block_height(lines, size_mm, style.leading)
        if height <= box.height_mm + TOLERANCE_MM:
            spare = box.height_mm - height
            # A block of text looks centred when its descenders are left out.
            above = {"top": 0.0, "middle": min((spare + _DESCENT * size_mm) / 2, spare), "bottom": spare}[style.down]
            return place_lines(lines, size_mm, box, box.top_mm - above, style)
    return None


def count_overflow(text: str, font: Font, box: Rect, style: TextStyle) -> int:
    """Returns roughly how many characters of a text are too many for a box."""
    ends = range(1, len(text) + 1)
    return len(text) - bisect_left(
        ends, True, key=lambda end: fit_text(split_words(text[:end], font), box, style) is None
    )


def block_height(lines: Sequence[tuple[Run, ...]], size_mm: float, leading: float) -> float:
    """Returns the height of lines, from the top of a capital to the lowest descender."""
    cap = max(run.font.cap_height for line in lines for run in line)
    return (cap + _DESCENT + leading * (len(lines) - 1)) * size_mm


def place_lines(
    lines: Sequence[tuple[Run, ...]], size_mm: float, box: Rect, top_mm: float, style: TextStyle
) -> list[TextLine]:
    """Positions lines in a box so that the capitals of the first line reach up to `top_mm`."""
    cap = max(run.font.cap_height for line in lines for run in line)
    placed = []
    for number, line in enumerate(lines):
        spare = box.width_mm - line_width(line, size_mm)
        before = {"left": 0.0, "centre": spare / 2, "right": spare}[style.across]
        baseline = top_mm - (cap + number * style.leading) * size_mm
        placed.append(TextLine(box.left_mm + before, baseline, size_mm, style.ink, line))
    return placed


def line_width(line: Sequence[Run], size_mm: float) -> float:
    """Returns the width of a line."""
    return sum(run.font.width_mm(run.text, size_mm) for run in line)


def break_lines(words: Sequence[Run], size_mm: float, width_mm: float) -> list[tuple[Run, ...]] | None:
    """Breaks words into as few and as even lines as possible. Returns None if a word is too wide."""
    lines = _break(words, size_mm, width_mm)
    if lines is None:
        return None
    narrow, wide = 0.0, width_mm
    while wide - narrow > 0.1:
        middle = (narrow + wide) / 2
        tried = _break(words, size_mm, middle)
        if tried is not None and len(tried) == len(lines):
            lines, wide = tried, middle
        else:
            narrow = middle
    return lines


def _break(words: Sequence[Run], size_mm: float, width_mm: float) -> list[tuple[Run, ...]] | None:
    lines: list[tuple[Run, ...]] = []
    for word in words:
        longer = _joined(lines[-1], word) if lines else (word,)
        if lines and line_width(longer, size_mm) <= width_mm + TOLERANCE_MM:
            lines[-1] = longer
        elif word.font.width_mm(word.text, size_mm) <= width_mm + TOLERANCE_MM:
            lines.append((word,))
        else:
            return None
    return lines


def _joined(line: tuple[Run, ...], word: Run) -> tuple[Run, ...]:
    last = line[-1]
    if last.font == word.font:
        return (*line[:-1], Run(f"{last.text} {word.text}", last.font))
    return (*line, Run(f" {word.text}", word.font))


def split_words(text: str, font: Font) -> list[Run]:
    """Splits a text into words of one font."""
    return [Run(word, font) for word in text.split()]
