"""What a PDF of sheets says of itself, for the check that reads it back."""

from __future__ import annotations

import re
from dataclasses import dataclass

from aa_tools.printing.stock import Size

_FORM = re.compile(r"aa\.sheets/1 flip=(long|short|none|fold) paper=([0-9.]+)x([0-9.]+)mm card=([0-9.]+)x([0-9.]+)mm")


@dataclass(frozen=True)
class Passport:
    """How the paper is turned (long, short, none or fold), how large it is, and how large the cards are."""

    flip: str
    paper: Size
    card: Size

    def __str__(self) -> str:
        sizes = (
            f"{name}={size.width_mm:g}x{size.height_mm:g}mm"
            for name, size in (("paper", self.paper), ("card", self.card))
        )
        return f"aa.sheets/1 flip={self.flip} {' '.join(sizes)}"


def parse_passport(text: str) -> Passport | None:
    """Returns what a text of `str(Passport)` says, or None where it is none."""
    found = _FORM.fullmatch(text)
    if found is None:
        return None
    width, height, card_width, card_height = map(float, found.groups()[1:])
    return Passport(found[1], Size(width, height), Size(card_width, card_height))
