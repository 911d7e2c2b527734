"""The sheet that shows what a printer does wrong: printed on both sides and held against the light.

On the front stand a grid, two scales for the angle, rulers and steps towards each edge. On the back stands a cross.
Seen through the paper it lies on the front's grid, whose numbers are those of the back, which is looked at from
behind: they grow to the left. So what is read there is what `aa printer set` takes.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.pdfgen import canvas as pdf_canvas

from aa_tools.errors import InputError
from aa_tools.printing.drawing.fonts import find_font
from aa_tools.printing.drawing.pen import Pen
from aa_tools.printing.drawing.text import TextLine, TextStyle, fit_text, split_words
from aa_tools.printing.layout.calibration import Calibration, Matrix
from aa_tools.printing.layout.geometry import PT_PER_MM, Paper, Rect, Size
from aa_tools.printing.layout.imposition import Flip, Layout, MirrorDirection, PageSide

GRID_MM = 10
"""How far the grid reaches from the middle of the sheet to each side."""
STEPS_MM = range(2, 13)
"""The distances from each edge at which a step stands."""

_FONT, _STRONG = "RedHatDisplay-Medium", "RedHatDisplay-Bold"
_INK, _QUIET, _BACK_INK = "#1C1B22", "#8F8A82", "#DC2543"
_EDGE_MM = 16
_SMALL_MM = 6 / PT_PER_MM
_TEXT_PT = 9.0
_LARGEST_ANGLE_DEG = 2


@dataclass(frozen=True)
class _Plan:
    """Where things stand on a sheet; `arm_mm` is how far the scales for the angle are from its middle."""

    paper: Paper
    arm_mm: float
    ruler_mm: int

    @property
    def middle(self) -> tuple[float, float]:
        return self.paper.size.width_mm / 2, self.paper.size.height_mm / 2


def calibration_pdf(paper: Paper, calibration: Calibration | None = None) -> bytes:
    """Returns the two pages of the calibration sheet.

    Args:
        paper: the sheets that will be printed on.
        calibration: what is known already and put right on this sheet; None for a printer that is not known.

    Raises:
        InputError: the paper is too small.
    """
    plan = _plan(paper)
    page, file = paper.size, io.BytesIO()
    pdf = pdf_canvas.Canvas(
        file,
        pagesize=(page.width_mm * PT_PER_MM, page.height_mm * PT_PER_MM),
        invariant=1,
        pdfVersion=(1, 7),
        initialFontName=find_font(_FONT).name,
    )
    pdf.setTitle(f"aa_tools · calibration sheet · {paper.title}")
    pdf.setCreator("aa_tools")
    pdf.setViewerPreference("PrintScaling", "None")
    pdf.setViewerPreference("Duplex", "DuplexFlipLongEdge")
    pen = Pen(pdf)
    with pen.page(_matrix(page, calibration, PageSide.FRONT)):
        _front(pen, plan, is_known=calibration is not None)
    with pen.page(_matrix(page, calibration, PageSide.BACK)):
        _back(pen, plan)
    pdf.save()
    return file.getvalue()


def _plan(paper: Paper) -> _Plan:
    width, height = paper.size.width_mm, paper.size.height_mm
    ruler_mm = 100 if width >= 100 + 2 * _EDGE_MM else 50
    arm_mm = min(100.0, height / 2 - _EDGE_MM - 8)
    if width < 50 + 2 * _EDGE_MM or arm_mm < 3 * GRID_MM:
        raise InputError(f"{paper.title} ({paper.size}) is too small to calibrate with", hint="take a larger paper")
    return _Plan(paper, arm_mm, ruler_mm)


def _matrix(page: Size, calibration: Calibration | None, side: PageSide) -> Matrix:
    whole = Layout(page, page, Flip.LONG, MirrorDirection.HORIZONTAL, ())
    return (calibration or Calibration()).onto_sheet(whole, side)


def _front(pen: Pen, plan: _Plan, *, is_known: bool) -> None:
    with pen.transformed(*plan.middle):
        _grid(pen)
        for sign in (1, -1):
            _angle_scale(pen, plan.arm_mm, sign)
    _rulers(pen, plan)
    _steps(pen, plan.paper.size)
    _say(pen, plan, is_known=is_known)


def _grid(pen: Pen) -> None:
    for at in range(-GRID_MM, GRID_MM + 1):
        width = 0.25 if at == 0 else 0.15 if at % 5 == 0 else 0.06
        pen.line([(at, -GRID_MM), (at, GRID_MM)], _QUIET if at % 5 else _INK, width)
        pen.line([(-GRID_MM, at), (GRID_MM, at)], _QUIET if at % 5 else _INK, width)
    for at in range(-GRID_MM, GRID_MM + 1, 5):
        _centred(pen, -at, GRID_MM + 1, _signed(at))
        _centred(pen, GRID_MM + 3.5, at - 0.7, _signed(at))
    _centred(pen, 0, GRID_MM + 4.5, "X", _STRONG)
    _centred(pen, GRID_MM + 8, -0.7, "Y", _STRONG)


def _angle_scale(pen: Pen, arm_mm: float, sign: int) -> None:
    """Draws the upper (sign 1) or the lower scale: the difference of what is read on both is the angle.

    A line twice as long as the arm moves by its length times the tangent from one end to the other.
    """
    unit_mm = 2 * arm_mm * math.tan(math.radians(1))
    y, names = sign * arm_mm, ("upper", "lower")
    parts = 5 if unit_mm >= 3 else 2
    for part in range(-_LARGEST_ANGLE_DEG * parts, _LARGEST_ANGLE_DEG * parts + 1):
        x, whole = part / parts * unit_mm, part % parts == 0
        pen.line([(x, y), (x, y + sign * (4 if whole else 2))], _INK, 0.12)
        if whole:
            _centred(pen, x, y + (4.8 if sign > 0 else -6.6), _signed(part // parts))
    pen.line([(-_LARGEST_ANGLE_DEG * unit_mm, y), (_LARGEST_ANGLE_DEG * unit_mm, y)], _INK, 0.12)
    label = f"angle in degrees, {names[sign < 0]} scale"
    pen.text(_LARGEST_ANGLE_DEG * unit_mm + 2, y + (0.5 if sign > 0 else -2), label, find_font(_FONT), _SMALL_MM, _INK)


def _rulers(pen: Pen, plan: _Plan) -> None:
    """Draws a ruler across, below everything that is read on the cross, and one along, to the left of the grid."""
    x, y = plan.middle
    half = plan.ruler_mm / 2
    with pen.transformed(x - half, y - half - 8):
        _ruler(pen, plan.ruler_mm, "scale X")
    with pen.transformed(x - 2.6 * GRID_MM, y - half, turn_deg=90):
        _ruler(pen, plan.ruler_mm, "scale Y")


def _ruler(pen: Pen, length_mm: int, name: str) -> None:
    pen.line([(0, 0), (length_mm, 0)], _INK, 0.12)
    for at in range(length_mm + 1):
        pen.line([(at, 0), (at, 3 if at % 10 == 0 else 2 if at % 5 == 0 else 1.2)], _INK, 0.1)
    pen.text(0, -2.6, f"{name}: {length_mm} mm from end to end", find_font(_FONT), _SMALL_MM, _INK)


def _steps(pen: Pen, page: Size) -> None:
    """Draws steps from 12 down to 2 mm at the middle of each edge: what is missing cannot be reached."""
    width, height = page.width_mm, page.height_mm
    edges = ((width / 2, 0, 0, "bottom"), (width, height / 2, 90, "right"))
    for x, y, turn_deg, name in (*edges, (width / 2, height, 180, "top"), (0, height / 2, 270, "left")):
        with pen.transformed(x, y, turn_deg=turn_deg):
            for number, step in enumerate(STEPS_MM):
                left = (number - len(STEPS_MM) / 2) * 4
                pen.line([(left, step), (left + 3.4, step)], _INK, 0.2)
                _centred(pen, left + 1.7, step + 0.6, str(step))
            pen.text(-len(STEPS_MM) * 2, 13.2, f"{name}: mm from the edge", find_font(_FONT), _SMALL_MM, _INK)


def _back(pen: Pen, plan: _Plan) -> None:
    """Draws the cross, as long as the front's scales are apart."""
    with pen.transformed(*plan.middle):
        reach = plan.arm_mm + 5
        pen.line([(0, -reach), (0, reach)], _BACK_INK, 0.2)
        pen.line([(-GRID_MM - 6, 0), (GRID_MM + 6, 0)], _BACK_INK, 0.2)
        pen.ring(0, 0, 2, _BACK_INK, 0.2)
        pen.text(3, plan.arm_mm - 12, "back: look at the other side", find_font(_FONT), _SMALL_MM, _BACK_INK)


def _say(pen: Pen, plan: _Plan, *, is_known: bool) -> None:
    """Sets the instructions above the ruler and the grid, left and right of the long line."""
    x, y = plan.middle
    width, bottom = x - 4 - _EDGE_MM, y + plan.ruler_mm / 2 + 3
    height = y + plan.arm_mm - 3 - bottom
    for left, text in ((_EDGE_MM, _READ), (x + 4, _KNOWN if is_known else _SET)):
        for line in _lines(text, Rect(left, bottom, width, height)):
            pen.text_line(line)


_READ = (
    "Print both sides, flip on the long edge, at 100 %. Hold the sheet against the light, this side towards you. "
    "Offset: read X and Y where the middle of the red cross lies. Angle: read where the long red line crosses the "
    "upper scale, and take away what it shows on the lower scale."
)
_SET = (
    "Scale: measure both rulers, and divide by their true length. Margins: at each edge, take the smallest step that "
    "is printed. Then: aa printer set NAME --offset X,Y --angle DEG --scale X,Y --margins TOP,RIGHT,BOTTOM,LEFT"
)
_KNOWN = (
    "This sheet is drawn with what is kept of the printer, so the cross should lie at 0. What is read here is what is "
    "still missing: add it to what aa printer list shows, and set that."
)


def _lines(text: str, box: Rect) -> Sequence[TextLine]:
    return fit_text(split_words(text, find_font(_FONT)), box, TextStyle(_TEXT_PT, 4, 1.25, _INK)) or ()


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def _centred(pen: Pen, x: float, y: float, text: str, font: str = _FONT) -> None:
    face = find_font(font)
    pen.text(x - face.width_mm(text, _SMALL_MM) / 2, y, text, face, _SMALL_MM, _INK)
