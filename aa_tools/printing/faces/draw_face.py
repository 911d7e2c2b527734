"""Draws one face."""

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
"""The white between the quadrants of a canvas card."""


def define_quadrant_forms(pen: Pen, face: Face, style: DeckStyle) -> None:
    """Draws the stamps of the quadrants that a face shows, where they are not drawn yet."""
    for picture in face.art:
        if picture.draw == "quadrants":
            width, height = (picture.box.width_mm - CROSS_MM) / 2, (picture.box.height_mm - CROSS_MM) / 2
            for number, variant in itertools.product(range(COLOURS), range(VARIANTS)):
                name, ink = _stamp(number, variant), style.palette.colours[number]
                if not pen.has_form(name):
                    with pen.form(name, width, height):
                        paper, hatch = style.theme.inks.paper, style.hatches[number]
                        draw_quadrant(pen, style.theme.paint, width, height, ink, paper, hatch, variant)


def _stamp(colour: int, variant: int) -> str:
    return f"quadrant-{colour}-{variant}"


def decoration_pen(pen: Pen, style: DeckStyle) -> Pen:
    """Returns the pen for what is decoration: in a theme of outlines it draws only these."""
    return OutlinePen(pen, style.theme.inks.paper) if style.theme.paint == "outline" else pen


def draw_face(pen: Pen, face: Face, style: DeckStyle) -> None:
    """Draws the front of a card from its lower left corner."""
    decoration = decoration_pen(pen, style)
    for picture in face.art:
        ART_DRAWERS[picture.draw](pen if picture.draw in _MEANT else decoration, picture, face, style)
    for line in face.lines:
        pen.text_line(line)


def _panel(pen: Pen, picture: ArtElement, face: Face, style: DeckStyle) -> None:
    box = picture.box
    pen.rect(box.left_mm, box.bottom_mm, box.width_mm, box.height_mm, picture.ink)


def _colours(pen: Pen, picture: ArtElement, face: Face, style: DeckStyle) -> None:
    """The three colours side by side, the first the widest."""
    box, left = picture.box, picture.box.left_mm
    for ink, share in zip(style.palette.colours, (0.5, 0.2, 0.3), strict=True):
        pen.rect(left, box.bottom_mm, box.width_mm * share, box.height_mm, ink)
        left += box.width_mm * share


def _quadrants(pen: Pen, picture: ArtElement, face: Face, style: DeckStyle) -> None:
    box = picture.box
    for index, colour in enumerate(face.quadrants):
        row, column = divmod(index, 2)
        # The stamp's outer corner is the upper left; the other three quadrants are its mirror images and half turn.
        with (
            pen.transformed(
                box.right_mm if column else box.left_mm,
                box.bottom_mm if row else box.top_mm,
                turn_deg=180 if row else 0,
                mirror=row != column,
            ),
            pen.transformed(0, -(box.height_mm - CROSS_MM) / 2),
        ):
            pen.draw_form(_stamp(colour, (index + row) % VARIANTS))


def _down(pen: Pen, picture: ArtElement, face: Face, style: DeckStyle) -> None:
    """A small triangle that points to the lower edge."""
    box = picture.box
    middle = box.left_mm + box.width_mm / 2
    pen.polygon([(box.left_mm, box.top_mm), (box.right_mm, box.top_mm), (middle, box.bottom_mm)], picture.ink)


def _diagram(pen: Pen, picture: ArtElement, face: Face, style: DeckStyle) -> None:
    if isinstance(face.diagram, Example):
        draw_example(pen, picture.box, face.diagram, style.palette)
    elif isinstance(face.diagram, Pattern):
        draw_pattern(pen, picture.box, face.diagram, style.palette)


def _badge(pen: Pen, picture: ArtElement, face: Face, style: DeckStyle) -> None:
    box = picture.box
    radius = min(box.width_mm, box.height_mm) / 2
    pen.circle(box.left_mm + box.width_mm / 2, box.bottom_mm + box.height_mm / 2, radius, picture.ink)


def _emblem(pen: Pen, picture: ArtElement, face: Face, style: DeckStyle) -> None:
    """A sun over a field: the first player's card."""
    box, (first, second, third) = picture.box, style.palette.colours
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


def _tag(pen: Pen, picture: ArtElement, face: Face, style: DeckStyle) -> None:
    if face.tag is not None and style.theme.tags:
        draw_tag(pen, picture.box, face.tag, picture.ink, style.theme.inks.paper)


def _letters(pen: Pen, picture: ArtElement, face: Face, style: DeckStyle) -> None:
    """The letter of each quadrant's colour, in the four corners of the box."""
    box, font, side = picture.box, style.font("title"), min(picture.box.width_mm, picture.box.height_mm) * 0.28
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


def _zone(pen: Pen, picture: ArtElement, face: Face, style: DeckStyle) -> None:
    rules = style.database.rules
    draw_zone(pen, picture.box, min(rules.grid.values()), rules.zone_depth, style.palette, picture.ink)


_MEANT = ("quadrants", "diagram", "tag", "letters", "zone", "colours")
"""Pictures that say something by their colours or their shape; they are never drawn as outlines."""

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
"""The pictures by the name that a face template gives them."""
