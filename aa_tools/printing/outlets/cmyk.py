"""Inks of a screen -> inks of a press: the same drawing in cyan, magenta, yellow and black.

The dark that three inks have in common is printed with black alone, so text is one ink and stays sharp. This is
arithmetic, not colour management: how a colour comes out is for the shop's proof to show.
"""

from __future__ import annotations

from typing import Any

from reportlab.pdfgen import canvas as pdf_canvas

Parts = tuple[float, float, float, float]
"""Cyan, magenta, yellow and black, from 0 to 1."""

_DIGITS = 4


def press_inks(red: float, green: float, blue: float, limit: float) -> Parts:
    """Returns the inks of a colour, each from 0 to 1, whose sum is at most `limit`.

    Where there would be too much, the three colours give way and black stays.
    """
    black = 1 - max(red, green, blue)
    if black >= 1:
        return 0.0, 0.0, 0.0, min(1.0, limit)
    colours = [(1 - each - black) / (1 - black) for each in (red, green, blue)]
    share = min(1.0, (limit - black) / sum(colours)) if sum(colours) else 1.0
    # Rounded down, so that the sum of what stands in the file keeps the limit too.
    cyan, magenta, yellow = (int(each * share * 10**_DIGITS) / 10**_DIGITS for each in colours)
    return cyan, magenta, yellow, int(black * 10**_DIGITS) / 10**_DIGITS


class PressCanvas(pdf_canvas.Canvas):  # type: ignore[misc]
    """A reportlab canvas that writes every ink in cyan, magenta, yellow and black, in the PDF version of PDF/X-1a."""

    limit = 4.0
    """The most ink, from 1 to 4; a subclass sets it."""

    def __init__(self, file: Any, **options: Any) -> None:
        super().__init__(file, **{**options, "pdfVersion": (1, 4)})

    def setFillColorRGB(self, r: float, g: float, b: float, alpha: float | None = None) -> None:  # noqa: N802
        """Sets the ink of shapes and text."""
        self.setFillColorCMYK(*press_inks(r, g, b, self.limit))

    def setStrokeColorRGB(self, r: float, g: float, b: float, alpha: float | None = None) -> None:  # noqa: N802
        """Sets the ink of lines."""
        self.setStrokeColorCMYK(*press_inks(r, g, b, self.limit))


def press_canvas(limit: float) -> type[PressCanvas]:
    """Returns a canvas whose inks together are at most `limit`, from 1 to 4."""
    return type("PressCanvas", (PressCanvas,), {"limit": limit})
