"""Numbers on the command line: a length, several numbers with commas, the four margins."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from aa_tools.errors import InputError, Place

if TYPE_CHECKING:
    from aa_tools.printing.layout.geometry import EdgeLengths


def numbers(option: str, text: str, form: str) -> list[float]:
    """Returns the numbers that stand in a text, separated by commas.

    Args:
        option: the option, such as --offset.
        text: what was given.
        form: how it is to be written, such as X,Y.

    Raises:
        InputError: not as many numbers as the form has, or no numbers.
    """
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != len(form.split(",")):
        raise InputError("has too few or too many numbers", place=Place(f"{option} {text}"), hint=f"write {form}")
    for part in parts:
        if not re.fullmatch(r"[-+]?\d{1,6}(\.\d{1,6})?", part):
            hint = "write it in digits, such as 3 or 0.5"
            raise InputError(f"{part!r} is no number", place=Place(f"{option} {text}"), hint=hint)
    return [float(part) for part in parts]


def length(option: str, text: str) -> float:
    """Returns a length in mm, 0 or more. Errors as `numbers`."""
    return _lengths(option, text, "MM")[0]


def margins(option: str, text: str) -> EdgeLengths:
    """Returns four margins from one length, or from top, right, bottom and left. Errors as `numbers`."""
    from aa_tools.printing.layout.geometry import EdgeLengths

    if "," not in text:
        return EdgeLengths(*[length(option, text)] * 4)
    return EdgeLengths(*_lengths(option, text, "TOP,RIGHT,BOTTOM,LEFT"))


def _lengths(option: str, text: str, form: str) -> list[float]:
    found = numbers(option, text, form)
    if min(found) < 0:
        raise InputError("a length cannot be negative", place=Place(f"{option} {text}"), hint="give 0 or more")
    return found
