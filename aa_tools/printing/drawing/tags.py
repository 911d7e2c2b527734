"""Draws photo tags: small square marks that tell a camera which card it sees and how the card is turned.

They are ArUco markers of the dictionary `cards.physical.TAG_DICTIONARY`. Of the ArUco families, 4 x 4 has the largest
modules for a given size, so it can be read from farthest away. The fewer of its codes are used, the more modules must
be misread before one code passes for another: 3 among all 100, 4 among the first 50, which the cards beside the canvas
use.
"""

from __future__ import annotations

from aa_tools.cards.physical import TAG_BITS, tag_modules
from aa_tools.printing.drawing.inks import Ink
from aa_tools.printing.drawing.pen import Pen
from aa_tools.printing.layout.geometry import Rect


def draw_tag(pen: Pen, box: Rect, tag: int, dark: Ink, light: Ink) -> None:
    """Draws a tag with its black border and white margin, centred in a box and as large as fits."""
    side = min(box.width_mm, box.height_mm)
    module = side / (TAG_BITS + 4)  # border and margin are one module wide each
    left, top = box.left_mm + (box.width_mm - side) / 2, box.top_mm - (box.height_mm - side) / 2
    pen.rect(left, top - side, side, side, light)
    pen.rect(left + module, top - side + module, side - 2 * module, side - 2 * module, dark)
    white = [
        (left + (column + 2) * module, top - (row + 3) * module, module, module)
        for row, line in enumerate(tag_modules(tag))
        for column, is_white in enumerate(line)
        if is_white
    ]
    pen.rects(white, light)
