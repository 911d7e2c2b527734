"""A pen that draws on a reportlab canvas, in millimetres with y upwards."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

from aa_tools.printing.drawing.fonts import Font
from aa_tools.printing.drawing.inks import Ink, rgb
from aa_tools.printing.drawing.text import TextLine
from aa_tools.printing.layout.calibration import IDENTITY, Matrix
from aa_tools.printing.layout.geometry import PT_PER_MM

Point = tuple[float, float]

OUTLINE_MM = 0.5
"""Line width of outlined pictures."""


class Pen:
    """Draws shapes, text and forms (PDF form XObjects: defined once, drawn many times)."""

    def __init__(self, pdf_canvas: Any) -> None:
        self._canvas = pdf_canvas
        self._forms: set[str] = set()

    def rect(self, x: float, y: float, width: float, height: float, ink: Ink) -> None:
        """Fills a rectangle; x and y are its lower left corner."""
        self._canvas.rect(x, y, width, height, **self._shape(ink))

    def rects(self, rects: Sequence[tuple[float, float, float, float]], ink: Ink) -> None:
        """Fills rectangles (x, y, width, height) as one shape, without gaps where they touch."""
        path = self._canvas.beginPath()
        for rect in rects:
            path.rect(*rect)
        self._canvas.drawPath(path, **self._shape(ink))

    def circle(self, x: float, y: float, radius: float, ink: Ink) -> None:
        """Fills a circle."""
        self._canvas.circle(x, y, radius, **self._shape(ink))

    def ring(self, x: float, y: float, radius: float, ink: Ink, width: float) -> None:
        """Draws the outline of a circle."""
        self._stroke(ink, width)
        self._canvas.circle(x, y, radius, stroke=1, fill=0)

    def wedge(self, x: float, y: float, radius: float, start_deg: float, extent_deg: float, ink: Ink) -> None:
        """Fills a sector of a circle, counter-clockwise from `start_deg`; 0 is to the right."""
        box = (x - radius, y - radius, x + radius, y + radius)
        self._canvas.wedge(*box, start_deg, extent_deg, **self._shape(ink))

    def ellipse(self, x: float, y: float, across: float, along: float, ink: Ink) -> None:
        """Fills an upright ellipse with a horizontal and a vertical radius."""
        self._canvas.ellipse(x - across, y - along, x + across, y + along, **self._shape(ink))

    def polygon(self, points: Sequence[Point], ink: Ink) -> None:
        """Fills a polygon."""
        self._canvas.drawPath(self._path(points, close=True), **self._shape(ink))

    def polygons(self, polygons: Sequence[Sequence[Point]], ink: Ink) -> None:
        """Fills polygons as one shape; overlaps stay filled."""
        path = self._canvas.beginPath()
        for points in polygons:
            path.moveTo(*points[0])
            for point in points[1:]:
                path.lineTo(*point)
            path.close()
        self._canvas.drawPath(path, fillMode=1, **self._shape(ink))

    def line(self, points: Sequence[Point], ink: Ink, width: float, *, round_ends: bool = False) -> None:
        """Draws a line through points."""
        self._stroke(ink, width)
        self._canvas.setLineCap(1 if round_ends else 0)
        self._canvas.setLineJoin(1 if round_ends else 0)
        self._canvas.drawPath(self._path(points, close=False), stroke=1, fill=0)

    def arc(
        self, x: float, y: float, radius: float, start_deg: float, extent_deg: float, ink: Ink, width: float
    ) -> None:
        """Draws an arc, counter-clockwise."""
        self._stroke(ink, width)
        self._canvas.setLineCap(0)
        self._canvas.arc(x - radius, y - radius, x + radius, y + radius, start_deg, extent_deg)

    def text(self, x: float, y: float, text: str, font: Font, size_mm: float, ink: Ink) -> None:
        """Draws text from its left end; y is the baseline."""
        self._fill(ink)
        self._canvas.setFont(font.key, size_mm)
        self._canvas.drawString(x, y, text)

    def text_line(self, line: TextLine) -> None:
        """Draws a line of text at its position."""
        x = line.x_mm
        for run in line.runs:
            self.text(x, line.baseline_mm, run.text, run.font, line.size_mm, line.ink)
            x += run.font.width_mm(run.text, line.size_mm)

    @contextlib.contextmanager
    def transformed(
        self, x: float = 0, y: float = 0, *, turn_deg: float = 0, mirror: bool = False, scale: float = 1
    ) -> Iterator[None]:
        """Draws inside the block moved, then turned counter-clockwise, then scaled, then mirrored left to right."""
        self._canvas.saveState()
        self._canvas.translate(x, y)
        if turn_deg:
            self._canvas.rotate(turn_deg)
        if mirror or scale != 1:
            self._canvas.scale(-scale if mirror else scale, scale)
        yield
        self._canvas.restoreState()

    @contextlib.contextmanager
    def clipped(self, x: float, y: float, width: float, height: float) -> Iterator[None]:
        """Clips drawing inside the block to a rectangle."""
        self._canvas.saveState()
        path = self._canvas.beginPath()
        path.rect(x, y, width, height)
        self._canvas.clipPath(path, stroke=0, fill=0)
        yield
        self._canvas.restoreState()

    @contextlib.contextmanager
    def page(self, matrix: Matrix = IDENTITY) -> Iterator[None]:
        """Draws one page: inside the block, units are millimetres, transformed by `matrix`."""
        self._canvas.scale(PT_PER_MM, PT_PER_MM)
        if matrix != IDENTITY:
            self._canvas.transform(*matrix)
        yield
        self._canvas.showPage()

    @contextlib.contextmanager
    def form(self, name: str, width: float, height: float, bleed: float = 0) -> Iterator[None]:
        """Defines a form, to be drawn with `draw_form`; it is clipped at `bleed` outside its size."""
        self._forms.add(name)
        self._canvas.beginForm(name, -bleed, -bleed, width + bleed, height + bleed)
        yield
        self._canvas.endForm()

    def has_form(self, name: str) -> bool:
        """Whether a form of this name is defined."""
        return name in self._forms

    def draw_form(self, name: str) -> None:
        """Draws a form with its lower left corner at the origin."""
        self._canvas.doForm(name)

    def _path(self, points: Sequence[Point], *, close: bool) -> Any:
        path = self._canvas.beginPath()
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        if close:
            path.close()
        return path

    def _shape(self, ink: Ink) -> dict[str, int]:
        """Sets the ink of a filled shape and returns the arguments that make reportlab fill it."""
        self._fill(ink)
        return {"stroke": 0, "fill": 1}

    def _fill(self, ink: Ink) -> None:
        self._canvas.setFillColorRGB(*rgb(ink))

    def _stroke(self, ink: Ink, width: float) -> None:
        self._canvas.setStrokeColorRGB(*rgb(ink))
        self._canvas.setLineWidth(width)


class OutlinePen(Pen):
    """Draws outlines instead of filled shapes, on the canvas of another pen. Shapes are filled with the paper ink."""

    def __init__(self, pen: Pen, paper: Ink) -> None:
        self._canvas, self._forms, self._paper = pen._canvas, pen._forms, paper

    def _shape(self, ink: Ink) -> dict[str, int]:
        self._fill(self._paper)
        self._stroke(ink, OUTLINE_MM)
        return {"stroke": int(ink != self._paper), "fill": 1}

    def _stroke(self, ink: Ink, width: float) -> None:
        super()._stroke(ink, min(width, OUTLINE_MM))
