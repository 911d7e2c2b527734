"""Checks a PDF of sheets as a print shop would: pages, boxes, fonts, text sizes, and a back behind each front."""

from __future__ import annotations

from collections.abc import Iterator

from reportlab.graphics.transform import inverse, transformPoint

from aa_tools.errors import Place, Problem
from aa_tools.printing.layout.calibration import Matrix
from aa_tools.printing.layout.geometry import Rect, Size
from aa_tools.printing.layout.imposition import Flip, PageSide
from aa_tools.printing.output.metadata import SheetMetadata
from aa_tools.printing.verify.readback import ReadFile, ReadPage, read_back

SMALLEST_PT = 3.5
"""Smaller text is not legible on a home printer's sheet."""

_TOLERANCE_MM = 0.05
_ASIDE_MM = 0.5
"""Largest distance of a back from its position, without the printer's calibration."""


def check_sheets(data: bytes, name: str) -> list[Problem]:
    """Returns the errors in a PDF of sheets, in the order of its pages.

    Args:
        data: the file.
        name: the name of the file in messages.

    Raises:
        InputError: not a PDF.
    """
    file = read_back(data, name)
    if file.damaged:
        hint = "make it again with aa sheets, or copy it again"
        return [
            Problem(f"is damaged at byte {at:,}, so part of a page is missing", Place(name), hint)
            for at in file.damaged
        ]
    if file.metadata is None:
        hint = "make it again with aa sheets; a viewer may have removed this information when it saved the file"
        return [Problem("has no information about flip, paper and card size", Place(name), hint)]
    found = [*_pages(file.metadata, file), *_backs(file.metadata, file)]
    found.sort(key=lambda each: each[0])
    return [Problem(f"page {number}: {message}", Place(name), hint) for number, message, hint in found]


Found = tuple[int, str, str]
"""Page, message, hint."""


def _pages(metadata: SheetMetadata, file: ReadFile) -> Iterator[Found]:
    for page in file.pages:
        if not _same(page.size, metadata.paper):
            yield page.number, f"is {_mm(page.size)}, not {_mm(metadata.paper)}", "a viewer may have scaled it"
        if page.trim is None:
            yield page.number, "has no trim box", "make the file again"
        if page.sheet is None:
            yield page.number, "has no footer with the number of the sheet", "make the file again"
        for font in page.loose_fonts:
            yield page.number, f"the font {font} is not embedded", "a print shop may replace it with another font"
        if page.smallest and page.smallest.size_pt < SMALLEST_PT - _TOLERANCE_MM:
            message = f"{page.smallest.text!r} is printed in {page.smallest.size_pt:.1f} pt"
            yield page.number, message, f"under {SMALLEST_PT:g} pt is not legible; use larger cards"


def _backs(metadata: SheetMetadata, file: ReadFile) -> Iterator[Found]:
    """Yields each front without a back behind it, and each back without a front."""
    if metadata.flip == "none":
        return
    for page in file.pages:
        behind = [page] if metadata.flip == "fold" else [other for other in file.pages if _is_behind(page, other)]
        places = [place for other in behind for place in _uncorrected(metadata, other)]
        for card in _uncorrected(metadata, page):
            turned = _turned(card, page.size, metadata.flip)
            if not any(_near(each, place) for each in turned for place in places):
                other = "front" if page.side == "back" else "back"
                at = f"the card {card.left_mm:.0f} mm from the left and {page.size.height_mm - card.top_mm:.0f} mm from"
                yield page.number, f"{at} the top has no {other} behind it", "make the file again"


def _uncorrected(metadata: SheetMetadata, page: ReadPage) -> list[Rect]:
    """Returns where the cards of a page come out on the paper: without what the file puts right for the printer."""
    if metadata.calibration is None:
        return list(page.cards)
    side = PageSide.BACK if page.side == PageSide.BACK else PageSide.FRONT
    undone = inverse(metadata.calibration.correction(page.size, side, half_turn=metadata.flip == Flip.SHORT))
    return [_moved(card, undone) for card in page.cards]


def _moved(card: Rect, by: Matrix) -> Rect:
    x, y = card.left_mm + card.width_mm / 2, card.bottom_mm + card.height_mm / 2
    new_x, new_y = transformPoint(by, (x, y))
    return Rect(card.left_mm + new_x - x, card.bottom_mm + new_y - y, card.width_mm, card.height_mm)


def _is_behind(page: ReadPage, other: ReadPage) -> bool:
    return page.sheet is not None and page.sheet == other.sheet and page.side != other.side


def _turned(card: Rect, page: Size, flip: str) -> list[Rect]:
    """Returns where the other side of a card may lie, as the other page is read."""
    across = Rect(page.width_mm - card.right_mm, card.bottom_mm, card.width_mm, card.height_mm)
    along = Rect(card.left_mm, page.height_mm - card.top_mm, card.width_mm, card.height_mm)
    if flip == "fold":
        return [across, along]
    is_landscape = page.width_mm > page.height_mm and not page.is_square
    return [along if (flip == "long") == is_landscape else across]


def _near(wanted: Rect, found: Rect) -> bool:
    across = abs(wanted.left_mm + wanted.width_mm / 2 - found.left_mm - found.width_mm / 2)
    along = abs(wanted.bottom_mm + wanted.height_mm / 2 - found.bottom_mm - found.height_mm / 2)
    return max(across, along) < _ASIDE_MM


def _same(size: Size, paper: Size) -> bool:
    """Whether a page is a sheet of the paper, upright or turned."""
    return any(
        abs(size.width_mm - each.width_mm) < _TOLERANCE_MM and abs(size.height_mm - each.height_mm) < _TOLERANCE_MM
        for each in (paper, paper.turned)
    )


def _mm(size: Size) -> str:
    return f"{size.width_mm:.1f} x {size.height_mm:.1f} mm"
