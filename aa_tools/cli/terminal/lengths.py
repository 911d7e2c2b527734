"""Parses numbers on the command line: a length, a list of numbers, four margins."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from aa_tools.errors import InputError, Place

if TYPE_CHECKING:
    from aa_tools.printing.layout.geometry import EdgeLengths


def numbers(option: str, text: str, form: str) -> list[float]:
    """Returns the numbers in a comma-separated text.

    Args:
        option: the option, such as --offset.
        text: its value.
        form: the expected form, such as X,Y.

    Raises:
        InputError: the wrong number of values, or a value that is not a number.
    """
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != len(form.split(",")):
        raise InputError("wrong number of values", place=Place(f"{option} {text}"), hint=f"write it as {form}")
    for part in parts:
        if not re.fullmatch(r"[-+]?\d{1,6}(\.\d{1,6})?", part):
            hint = "use digits, such as 3 or 0.5"
            raise InputError(f"{part!r} is not a number", place=Place(f"{option} {text}"), hint=hint)
    return [float(part) for part in parts]


def length(option: str, text: str) -> float:
    """Returns a length in mm, 0 or more. Errors as `numbers`."""
    return _lengths(option, text, "MM")[0]


def margins(option: str, text: str) -> EdgeLengths:
    """Returns the margins of a paper in mm, from one length or from top,right,bottom,left. Errors as `numbers`."""
    from aa_tools.printing.layout.geometry import EdgeLengths

    if "," not in text:
        return EdgeLengths(*[length(option, text)] * 4)
    return EdgeLengths(*_lengths(option, text, "TOP,RIGHT,BOTTOM,LEFT"))


def _lengths(option: str, text: str, form: str) -> list[float]:
    found = numbers(option, text, form)
    if min(found) < 0:
        raise InputError("a length cannot be negative", place=Place(f"{option} {text}"), hint="use 0 or more")
    return found
