"""A reportlab canvas that converts RGB to CMYK.

The common part of cyan, magenta and yellow is replaced by black, so text uses one ink and stays sharp. There is no
colour management: check the colours on the shop's proof.
"""

from __future__ import annotations

from typing import Any

from reportlab.pdfgen import canvas as pdf_canvas

Parts = tuple[float, float, float, float]
"""Cyan, magenta, yellow and black, from 0 to 1."""

_DIGITS = 4


def press_inks(red: float, green: float, blue: float, limit: float) -> Parts:
    """Returns the inks of an RGB colour, each from 0 to 1, with a sum of at most `limit`.

    To stay within the limit, cyan, magenta and yellow are reduced and black is not.
    """
    black = 1 - max(red, green, blue)
    if black >= 1:
        return 0.0, 0.0, 0.0, min(1.0, limit)
    colours = [(1 - each - black) / (1 - black) for each in (red, green, blue)]
    share = min(1.0, (limit - black) / sum(colours)) if sum(colours) else 1.0
    # Rounded down, so that the sum in the file does not exceed the limit either.
    cyan, magenta, yellow = (int(each * share * 10**_DIGITS) / 10**_DIGITS for each in colours)
    return cyan, magenta, yellow, int(black * 10**_DIGITS) / 10**_DIGITS


class PressCanvas(pdf_canvas.Canvas):  # type: ignore[misc]
    """A canvas that writes all colours as CMYK, in the PDF version of PDF/X-1a."""

    limit = 4.0
    """Limit for the sum of the inks, from 1 to 4; set by a subclass."""

    def __init__(self, file: Any, **options: Any) -> None:
        super().__init__(file, **{**options, "pdfVersion": (1, 4)})

    def setFillColorRGB(self, r: float, g: float, b: float, alpha: float | None = None) -> None:  # noqa: N802
        """Sets the fill colour."""
        self.setFillColorCMYK(*press_inks(r, g, b, self.limit))

    def setStrokeColorRGB(self, r: float, g: float, b: float, alpha: float | None = None) -> None:  # noqa: N802
        """Sets the stroke colour."""
        self.setStrokeColorCMYK(*press_inks(r, g, b, self.limit))


def press_canvas(limit: float) -> type[PressCanvas]:
    """Returns a canvas class with an ink limit, from 1 to 4."""
    return type("PressCanvas", (PressCanvas,), {"limit": limit})
