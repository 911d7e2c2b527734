"""Tags: small square marks by which a camera knows a card and how it lies.

They are the markers of OpenCV's ArUco dictionary DICT_4X4_100. Of its families the 4 x 4 one has the largest modules
for a given size, so it is found from farthest away; and the fewer codes of it are used, the more modules must be
misread before one passes for another: 3 among the 100, 4 among the first 50, which the cards beside the canvas have.
"""

from __future__ import annotations

from aa_tools.printing.drawing.inks import Ink
from aa_tools.printing.drawing.pen import Pen
from aa_tools.printing.layout.geometry import Rect

BITS = 4
"""Modules on a side of the code; a black border of one surrounds them, and a white margin of one the border."""

CODES = bytes.fromhex(
    "B5320F9A332D9946549E79CD9E2EC4F2FEDACF56F99111A70EB72A0F24B1263E466566006C5E76AF868BB02BCCD5DD82FE47"
    "9471ACE4A5542123346F441557B29ECFF0CB08AE0929187504FF0DF61C5A17182A28328C38B224E82EEB2D3F4B64502E5013"
    "519455685D415F9768016867612461E96B126FE567DF7E1B80A083448BA2937A846C852A859C9C899FA1BB7CBC04B65BBFC8"
    "B7ABCA1FC962D958D3D5CC98C7A0C537E95DF925FBBBEE2AF74D35758AAD76170ACF064B2DC149D843F44F364FD369E470C7"
)
"""Two bytes for each tag: its modules from the upper left, row by row, 1 being white."""


def modules(tag: int) -> list[list[bool]]:
    """Returns the modules of a tag, True being white: BITS rows of BITS."""
    code = int.from_bytes(CODES[2 * tag : 2 * tag + 2], "big")
    bits = [bool(code >> (BITS * BITS - 1 - number) & 1) for number in range(BITS * BITS)]
    return [bits[start : start + BITS] for start in range(0, len(bits), BITS)]


def draw_tag(pen: Pen, box: Rect, tag: int, dark: Ink, light: Ink) -> None:
    """Draws a tag with its white margin in the middle of a box, as large as it fits."""
    side = min(box.width_mm, box.height_mm)
    module = side / (BITS + 4)
    left, top = box.left_mm + (box.width_mm - side) / 2, box.top_mm - (box.height_mm - side) / 2
    pen.rect(left, top - side, side, side, light)
    pen.rect(left + module, top - side + module, side - 2 * module, side - 2 * module, dark)
    white = [
        (left + (column + 2) * module, top - (row + 3) * module, module, module)
        for row, line in enumerate(modules(tag))
        for column, is_white in enumerate(line)
        if is_white
    ]
    pen.rects(white, light)
