"""Cut lines: rounded outlines of cards as SVG and DXF, in millimetres."""

from __future__ import annotations

import math
from collections.abc import Sequence

from aa_tools.printing.layout.geometry import Rect, Size

_LAYER = "CUT"
_QUARTER = math.tan(math.pi / 8)
"""DXF bulge of a quarter circle: the tangent of a quarter of its angle."""


def svg(page: Size, cards: Sequence[Rect], corner_mm: float) -> bytes:
    """Returns the outlines on a page, measured from its upper left corner."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{page.width_mm:g}mm" height="{page.height_mm:g}mm" '
        f'viewBox="0 0 {page.width_mm:g} {page.height_mm:g}">',
        '<g id="cut" fill="none" stroke="#FF0000" stroke-width="0.1">',
        *(_svg_rect(page, card, corner_mm) for card in cards),
        "</g>",
        "</svg>",
        "",
    ]
    return "\n".join(lines).encode()


def _svg_rect(page: Size, card: Rect, corner_mm: float) -> str:
    y = page.height_mm - card.top_mm
    return (
        f'<rect x="{card.left_mm:.4f}" y="{y:.4f}" width="{card.width_mm:.4f}" height="{card.height_mm:.4f}" '
        f'rx="{corner_mm:g}" ry="{corner_mm:g}"/>'
    )


def dxf(page: Size, cards: Sequence[Rect], corner_mm: float) -> bytes:
    """Returns the outlines as closed polylines of DXF R12, measured from the lower left corner of the page.

    Every program reads R12. Corners are arcs.
    """
    pairs: list[tuple[int, object]] = [
        (0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"), (9, "$INSUNITS"), (70, 4),
        (9, "$EXTMIN"), (10, 0.0), (20, 0.0), (9, "$EXTMAX"), (10, page.width_mm), (20, page.height_mm),
        (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES"),
    ]  # fmt: skip
    for card in cards:
        pairs += [(0, "POLYLINE"), (8, _LAYER), (66, 1), (10, 0.0), (20, 0.0), (30, 0.0), (70, 1)]
        for x, y, bulge in outline(card, corner_mm):
            pairs += [(0, "VERTEX"), (8, _LAYER), (10, x), (20, y), (30, 0.0), (42, bulge)]
        pairs += [(0, "SEQEND"), (8, _LAYER)]
    pairs += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{_value(value)}\n" for code, value in pairs).encode()


def outline(card: Rect, corner_mm: float) -> list[tuple[float, float, float]]:
    """Returns x, y and the bulge of the line that follows, counter-clockwise from the lower left."""
    left, right, low, high, r = card.left_mm, card.right_mm, card.bottom_mm, card.top_mm, corner_mm
    if not r:
        return [(left, low, 0), (right, low, 0), (right, high, 0), (left, high, 0)]
    return [
        (left + r, low, 0), (right - r, low, _QUARTER), (right, low + r, 0), (right, high - r, _QUARTER),
        (right - r, high, 0), (left + r, high, _QUARTER), (left, high - r, 0), (left, low + r, _QUARTER),
    ]  # fmt: skip


def _value(value: object) -> str:
    return f"{value:.6f}" if isinstance(value, float) else str(value)
