"""Amount of ink of a PDF, measured on its rendered pages."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aa_tools.printing.verify.readback import open_pdf, sheet_of

_DPI = 40
_CM2 = (2.54 / _DPI) ** 2
"""Square centimetres of a pixel."""


def ink_cm2(data: bytes, name: str) -> dict[int, float]:
    """Returns the ink of each sheet, front and back together, by the sheet's number.

    Args:
        data: a PDF made by `aa sheets`.
        name: the name of the file in messages.

    Returns:
        The area that each of cyan, magenta, yellow and black would cover at full strength, added up, in cm².

    Raises:
        InputError: not a PDF.
    """
    inks: dict[int, float] = defaultdict(float)
    document = open_pdf(data, name)
    for index in range(len(document)):
        sheet, _ = sheet_of(document[index])
        drawn = document[index].render(scale=_DPI / 72).to_numpy()
        inks[sheet or index + 1] += float(_ink(drawn).sum()) * _CM2
    return dict(inks)


def _ink(drawn: NDArray[Any]) -> NDArray[np.float32]:
    """Returns the ink of each pixel: black takes over what the three colours have in common."""
    light = drawn[..., :3].astype(np.float32) / 255
    black = 1 - light.max(axis=2)
    ink: NDArray[np.float32] = (1 - light).sum(axis=2) - 2 * black
    return ink
