"""What a quadrant typed as "?" may be, as a table file says it: "r6c7: BYR"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from aa_tools.errors import InputError, Place
from aa_tools.rules.canvas import EMPTY
from aa_tools.rules.completions import Spot
from aa_tools.tables.grid import LocatedText

_SPOT = re.compile(r"r([1-9][0-9]?)c([1-9][0-9]?)")


def spot_of(text: str, place: Place) -> Spot:
    """Returns the (row, column) from 0 of a quadrant such as "r6c7".

    Raises:
        InputError: it is none.
    """
    match = _SPOT.fullmatch(text)
    if match is None:
        raise InputError(f"{text!r} is no quadrant", place=place, hint="write r6c7 for row 6, column 7")
    return int(match[1]) - 1, int(match[2]) - 1


def candidates_of(doubts: Mapping[Spot, LocatedText], letters: str) -> dict[Spot, tuple[int, ...]]:
    """Returns the codes that unknown quadrants may have, where that was said, by (row, column) of the grid.

    Args:
        doubts: letters of colours, or "." for an empty quadrant.
        letters: the letters of the colours.

    Raises:
        InputError: a letter is of no colour.
    """
    codes = {letter: code for code, letter in enumerate(letters)} | {".": EMPTY}
    found = {}
    for spot, said in doubts.items():
        named = dict.fromkeys(said.text.upper().replace(" ", ""))
        if wrong := next((each for each in named if each not in codes), None):
            raise InputError(f"{wrong!r} is no colour", place=said.place, hint=f"write some of {', '.join(codes)}")
        found[spot] = tuple(codes[each] for each in named)
    return found
