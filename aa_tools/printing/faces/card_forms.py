"""Defines each front and back once as a PDF form, at card size and with bleed; pages then draw these forms."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from aa_tools.printing.drawing.backs import BORDER_MM, BackInks, draw_back
from aa_tools.printing.drawing.pen import Pen
from aa_tools.printing.faces.compose import ArtElement, DeckStyle, Face
from aa_tools.printing.faces.draw_face import decoration_pen, define_quadrant_forms, draw_face
from aa_tools.printing.layout.geometry import TOLERANCE_MM, EdgeLengths, Rect, Size


@dataclass(frozen=True)
class CardTrim:
    """The size of the trimmed cards and their bleed."""

    card: Size
    bleed_mm: float = 0


def front_form_name(face: Face) -> str:
    """Returns the name of the form of a front."""
    return f"card-{face.card_id}"


def back_form_name(deck: str) -> str:
    """Returns the name of the form of the back of a deck."""
    return f"back-{deck}"


def define_card_forms(pen: Pen, style: DeckStyle, faces: Iterable[Face], trim: CardTrim, *, backs: bool) -> None:
    """Defines the forms of faces and, with `backs`, of the backs of their decks."""
    for face in faces:
        define_front_form(pen, style, face, trim)
        if backs and not pen.has_form(back_form_name(face.deck)):
            define_back_form(pen, style, face.deck, trim)


def define_front_form(pen: Pen, style: DeckStyle, face: Face, trim: CardTrim) -> None:
    """Defines the form of a face, scaled to fit if the card has another size."""
    card, size = trim.card, face.size
    define_quadrant_forms(pen, face, style)
    scale = face_scale(face, card)
    x, y = (card.width_mm - scale * size.width_mm) / 2, (card.height_mm - scale * size.height_mm) / 2
    with (
        pen.form(front_form_name(face), card.width_mm, card.height_mm, trim.bleed_mm),
        pen.transformed(x, y, scale=scale),
    ):
        across, along = (x + trim.bleed_mm) / scale, (y + trim.bleed_mm) / scale
        draw_face(pen, _with_bleed(face, EdgeLengths(along, across, along, across)), style)


def define_back_form(pen: Pen, style: DeckStyle, deck: str, trim: CardTrim) -> None:
    """Defines the form of the back of a deck. With bleed, the art extends over the edge and has no white border."""
    first, second, third = style.palette.colours
    inks = BackInks(first, second, third, dark=style.palette.dark, light=style.palette.ground)
    card, over = trim.card, trim.bleed_mm + BORDER_MM if trim.bleed_mm else 0
    with pen.form(back_form_name(deck), card.width_mm, card.height_mm, trim.bleed_mm), pen.transformed(-over, -over):
        size = Size(card.width_mm + 2 * over, card.height_mm + 2 * over)
        draw_back(decoration_pen(pen, style), getattr(style.theme.backs, deck), size, inks)


def face_scale(face: Face, card: Size) -> float:
    """Returns the scale at which a face fits a card; 1 if it is made for that size."""
    return min(card.width_mm / face.size.width_mm, card.height_mm / face.size.height_mm)


def _with_bleed(face: Face, by: EdgeLengths) -> Face:
    """Returns a face whose drawings extend beyond each card edge that they touch."""
    if by.largest_mm < TOLERANCE_MM:
        return face
    return replace(face, art=tuple(_grown(element, face.size, by) for element in face.art))


def _grown(element: ArtElement, card: Size, by: EdgeLengths) -> ArtElement:
    box = element.box
    edges = EdgeLengths(
        by.top_mm * (box.top_mm > card.height_mm - TOLERANCE_MM),
        by.right_mm * (box.right_mm > card.width_mm - TOLERANCE_MM),
        by.bottom_mm * (box.bottom_mm < TOLERANCE_MM),
        by.left_mm * (box.left_mm < TOLERANCE_MM),
    )
    return replace(element, box=Rect(box.left_mm, box.bottom_mm, box.width_mm, box.height_mm).expanded(edges))
