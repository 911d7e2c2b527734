"""Flip, paper and card size as keywords of a PDF, for `aa sheets --verify`."""

from __future__ import annotations

import re
from dataclasses import astuple, dataclass

from aa_tools.printing.layout.calibration import Calibration
from aa_tools.printing.layout.geometry import Size

_NUMBER = r"(-?[0-9.]+(?:e-?[0-9]+)?)"
_FORM = re.compile(
    r"aa\.sheets/1 flip=(long|short|none|fold) paper=([0-9.]+)x([0-9.]+)mm card=([0-9.]+)x([0-9.]+)mm"
    rf"(?: printer={','.join([_NUMBER] * 5)})?"
)


@dataclass(frozen=True)
class SheetMetadata:
    """How sheets are printed.

    Attributes:
        flip: the edge over which the paper is turned: long, short, none or fold.
        paper: size of the paper.
        card: size of the cards.
        calibration: the calibration that was applied, if any.
    """

    flip: str
    paper: Size
    card: Size
    calibration: Calibration | None = None

    def __str__(self) -> str:
        sizes = (
            f"{name}={size.width_mm:g}x{size.height_mm:g}mm"
            for name, size in (("paper", self.paper), ("card", self.card))
        )
        numbers = ",".join(f"{each:g}" for each in astuple(self.calibration)) if self.calibration else ""
        return f"aa.sheets/1 flip={self.flip} {' '.join(sizes)}{f' printer={numbers}' if numbers else ''}"


def parse_metadata(text: str) -> SheetMetadata | None:
    """Parses the text of `str(SheetMetadata)`; returns None for any other text."""
    found = _FORM.fullmatch(text)
    if found is None:
        return None
    width, height, card_width, card_height = map(float, found.groups()[1:5])
    calibration = Calibration(*map(float, found.groups()[5:])) if found[6] else None
    return SheetMetadata(found[1], Size(width, height), Size(card_width, card_height), calibration)
