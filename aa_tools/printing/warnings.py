"""Warnings about sheets that are correct but may not print or cut as expected."""

from __future__ import annotations

from collections.abc import Iterator

from aa_tools.printing.faces.card_forms import face_scale
from aa_tools.printing.layout.calibration import transform_bounds
from aa_tools.printing.layout.geometry import TOLERANCE_MM, bounding_box
from aa_tools.printing.layout.marks import free_margins
from aa_tools.printing.output.pdf import Document
from aa_tools.text import pluralise

SAFE_MM = 6.35
"""A quarter of an inch: the unprintable margin of nearly every printer is smaller."""

_SMALL = 0.8


def _leaves_the_page(document: Document) -> bool:
    """Whether the printer's calibration moves a card partly off the paper."""
    for side in document.layout.sides:
        spots = document.layout.slots(document.layout.per_sheet, side)
        block = transform_bounds(document.matrix(side), bounding_box(spot.rect for spot in spots))
        beyond = max(block.right_mm - document.page.width_mm, block.top_mm - document.page.height_mm)
        if max(beyond, -block.left_mm, -block.bottom_mm) > TOLERANCE_MM:
            return True
    return False


def warnings(document: Document, *, is_measured: bool) -> Iterator[str]:
    """Yields the warnings to show before printing.

    Args:
        document: the sheets.
        is_measured: whether the margins were measured on the printer.
    """
    layout, paper = document.layout, document.paper
    spots = [spot.rect for side in layout.sides for spot in layout.slots(layout.per_sheet, side)]
    free = free_margins(layout.page, bounding_box(spots))
    nearest_mm = min(free.top_mm, free.right_mm, free.bottom_mm, free.left_mm)
    if nearest_mm <= SAFE_MM + TOLERANCE_MM and not is_measured:
        yield (
            f"On {paper.title} the cards come within {nearest_mm:.3g} mm of the edge. If your printer cannot "
            f"print that close to the edge, set larger --margins."
        )
    if _leaves_the_page(document):
        yield "This printer's calibration moves some cards off the page. Set larger --margins, or calibrate again."
    if layout.per_sheet > 1 and layout.bleed_mm > layout.gap_mm / 2 + TOLERANCE_MM:
        yield f"The bleed between two cards is limited to {layout.gap_mm / 2:g} mm, half of the gap."
    if (share := min(face_scale(face, layout.card) for face in document.faces)) < _SMALL:
        yield f"The faces are scaled to {share:.0%}, so small text is hard to read."
    if missing := max(document.unmarked(side, document.notes(document.sheets[0], side)) for side in layout.sides):
        have = "has" if missing == 1 else "have"
        yield (
            f"On {paper.title} {pluralise(missing, 'cut')} of a sheet {have} no crop marks. "
            f"Set larger --margins, or less clearance and edge under marks_mm in the paper."
        )
    for side in layout.sides:
        if not any(note.has_ruler for note in document.notes(document.sheets[0], side)):
            yield f"On {paper.title} there is no room for the ruler. Measure a card to check the size."
            break
