"""Draws the face of a card."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from aa_tools.printing.drawing.diagrams import draw_example, draw_pattern, draw_zone
from aa_tools.printing.drawing.examples import Example
from aa_tools.printing.drawing.inks import contrasting_ink
from aa_tools.printing.drawing.pen import OutlinePen, Pen
from aa_tools.printing.drawing.tags import draw_tag
from aa_tools.printing.drawing.text import TextStyle, fit_text, split_words
from aa_tools.printing.drawing.textures import VARIANTS, draw_quadrant
from aa_tools.printing.faces.compose import ArtElement, DeckStyle, Face
from aa_tools.printing.layout.geometry import Rect
from aa_tools.rules.areas import Pattern
from aa_tools.rules.ruleset import COLOURS

CROSS_MM = 1.2
"""Width of the white cross between the quadrants of a canvas card."""


def define_quadrant_forms(pen: Pen, face: Face, style: DeckStyle) -> None:
    """Defines the forms of the quadrants that a face shows, unless they are defined already."""
    for element in face.art:
        if element.draw == "quadrants":
            width, height = (element.box.width_mm - CROSS_MM) / 2, (element.box.height_mm - CROSS_MM) / 2
            for number, variant in itertools.product(range(COLOURS), range(VARIANTS)):
                name, ink = _quadrant_form_name(number, variant), style.palette.colours[number]
                if not pen.has_form(name):
                    with pen.form(name, width, height):
                        paper, hatch = style.theme.inks.paper, style.hatches[number]
                        draw_quadrant(pen, style.theme.paint, width, height, ink, paper, hatch, variant)


def _quadrant_form_name(colour: int, variant: int) -> str:
    return f"quadrant-{colour}-{variant}"


def decoration_pen(pen: Pen, style: DeckStyle) -> Pen:
    """Returns the pen for decoration, which draws only outlines if the theme asks for them."""
    return OutlinePen(pen, style.theme.inks.paper) if style.theme.paint == "outline" else pen


def draw_face(pen: Pen, face: Face, style: DeckStyle) -> None:
    """Draws the front of a card from its lower left corner."""
    decoration = decoration_pen(pen, style)
    for element in face.art:
        ART_DRAWERS[element.draw](pen if element.draw in _INFORMATIVE else decoration, element, face, style)
    for line in face.lines:
        pen.text_line(line)


def _panel(pen: Pen, element: ArtElement, face: Face, style: DeckStyle) -> None:
    box = element.box
    pen.rect(box.left_mm, box.bottom_mm, box.width_mm, box.height_mm, element.ink)


def _colours(pen: Pen, element: ArtElement, face: Face, style: DeckStyle) -> None:
    """Draws the three game colours side by side."""
    box, left = element.box, element.box.left_mm
    for ink, share in zip(style.palette.colours, (0.5, 0.2, 0.3), strict=True):
        pen.rect(left, box.bottom_mm, box.width_mm * share, box.height_mm, ink)
        left += box.width_mm * share


def _quadrants(pen: Pen, element: ArtElement, face: Face, style: DeckStyle) -> None:
    box = element.box
    for index, colour in enumerate(face.quadrants):
        row, column = divmod(index, 2)
        # The form is the upper left quadrant; the others are its mirror images and its half turn.
        with (
            pen.transformed(
                box.right_mm if column else box.left_mm,
                box.bottom_mm if row else box.top_mm,
                turn_deg=180 if row else 0,
                mirror=row != column,
            ),
            pen.transformed(0, -(box.height_mm - CROSS_MM) / 2),
        ):
            pen.draw_form(_quadrant_form_name(colour, (index + row) % VARIANTS))


def _down(pen: Pen, element: ArtElement, face: Face, style: DeckStyle) -> None:
    """Draws a small triangle that points to the lower edge."""
    box = element.box
    middle = box.left_mm + box.width_mm / 2
    pen.polygon([(box.left_mm, box.top_mm), (box.right_mm, box.top_mm), (middle, box.bottom_mm)], element.ink)


def _diagram(pen: Pen, element: ArtElement, face: Face, style: DeckStyle) -> None:
    if isinstance(face.diagram, Example):
        draw_example(pen, element.box, face.diagram, style.palette)
    elif isinstance(face.diagram, Pattern):
        draw_pattern(pen, element.box, face.diagram, style.palette)


def _badge(pen: Pen, element: ArtElement, face: Face, style: DeckStyle) -> None:
    box = element.box
    radius = min(box.width_mm, box.height_mm) / 2
    pen.circle(box.left_mm + box.width_mm / 2, box.bottom_mm + box.height_mm / 2, radius, element.ink)


def _emblem(pen: Pen, element: ArtElement, face: Face, style: DeckStyle) -> None:
    """Draws a sun over a field, the picture of the first player card."""
    box, (first, second, third) = element.box, style.palette.colours
    with (
        pen.clipped(box.left_mm, box.bottom_mm, box.width_mm, box.height_mm),
        pen.transformed(box.left_mm, box.bottom_mm),
    ):
        width, height = box.width_mm, box.height_mm
        pen.rect(0, 0, width, height, second)
        pen.polygon([(0, 0), (width, 0), (width, height * 0.4), (0, height * 0.14)], third)
        pen.wedge(0, height, width * 0.44, 270, 90, style.palette.dark)
        for number in range(4):
            x = width * (0.78 + 0.06 * number)
            pen.line([(x, height * 1.02), (x + width * 0.3, height * 0.5)], style.palette.dark, width * 0.018)
        pen.circle(width * 0.5, height * 0.5, width * 0.37, first)


def _tag(pen: Pen, element: ArtElement, face: Face, style: DeckStyle) -> None:
    if face.tag is not None and style.theme.tags:
        draw_tag(pen, element.box, face.tag, element.ink, style.theme.inks.paper)


def _letters(pen: Pen, element: ArtElement, face: Face, style: DeckStyle) -> None:
    """Draws the letters of the quadrant colours in the four corners of the box."""
    box, font, side = element.box, style.font("title"), min(element.box.width_mm, element.box.height_mm) * 0.28
    for index, colour in enumerate(face.quadrants):
        row, column = divmod(index, 2)
        left = box.right_mm - side if column else box.left_mm
        bottom = box.bottom_mm if row else box.top_mm - side
        ink = contrasting_ink(style.palette.colours[colour], style.theme.inks.text, style.theme.inks.paper)
        text_style = TextStyle(side * 2.4, side * 2.4, 1, ink, "centre", "middle")
        for line in (
            fit_text(split_words(style.letters[colour], font), Rect(left, bottom, side, side), text_style) or ()
        ):
            pen.text_line(line)


def _zone(pen: Pen, element: ArtElement, face: Face, style: DeckStyle) -> None:
    rules = style.database.rules
    draw_zone(pen, element.box, min(rules.grid.values()), rules.zone_depth, style.palette, element.ink)


_INFORMATIVE = ("quadrants", "diagram", "tag", "letters", "zone", "colours")
"""Drawings whose colours or shapes carry information; never drawn as outlines."""

ART_DRAWERS: dict[str, Callable[[Pen, ArtElement, Face, DeckStyle], None]] = {
    "panel": _panel,
    "colours": _colours,
    "quadrants": _quadrants,
    "down": _down,
    "diagram": _diagram,
    "badge": _badge,
    "emblem": _emblem,
    "tag": _tag,
    "letters": _letters,
    "zone": _zone,
}
"""The drawings by the names used in face templates."""
