"""Each face and each back drawn once, at the size of the cards and with their bleed; the pages only show them."""

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
    """The size of the cards as they are cut, and how far their ink runs over the edge."""

    card: Size
    bleed_mm: float = 0


def front_form_name(face: Face) -> str:
    """Returns the name of the stamp of a front."""
    return f"card-{face.card_id}"


def back_form_name(deck: str) -> str:
    """Returns the name of the stamp of a deck's back."""
    return f"back-{deck}"


def define_card_forms(pen: Pen, style: DeckStyle, faces: Iterable[Face], cut: CardTrim, *, backs: bool) -> None:
    """Draws the stamps of some faces, and of the backs of their decks where they are wanted."""
    for face in faces:
        define_front_form(pen, style, face, cut)
        if backs and not pen.has_form(back_form_name(face.deck)):
            define_back_form(pen, style, face.deck, cut)


def define_front_form(pen: Pen, style: DeckStyle, face: Face, cut: CardTrim) -> None:
    """Draws a face, as large as it fits the card where it was made for another size."""
    card, size = cut.card, face.size
    define_quadrant_forms(pen, face, style)
    scale = face_scale(face, card)
    x, y = (card.width_mm - scale * size.width_mm) / 2, (card.height_mm - scale * size.height_mm) / 2
    with (
        pen.form(front_form_name(face), card.width_mm, card.height_mm, cut.bleed_mm),
        pen.transformed(x, y, scale=scale),
    ):
        across, along = (x + cut.bleed_mm) / scale, (y + cut.bleed_mm) / scale
        draw_face(pen, _over_the_edge(face, EdgeLengths(along, across, along, across)), style)


def define_back_form(pen: Pen, style: DeckStyle, deck: str, cut: CardTrim) -> None:
    """Draws the back of a deck; with a bleed the art runs over the edge, and the white border is left out."""
    first, second, third = style.palette.colours
    inks = BackInks(first, second, third, dark=style.palette.dark, light=style.palette.ground)
    card, over = cut.card, cut.bleed_mm + BORDER_MM if cut.bleed_mm else 0
    with pen.form(back_form_name(deck), card.width_mm, card.height_mm, cut.bleed_mm), pen.transformed(-over, -over):
        size = Size(card.width_mm + 2 * over, card.height_mm + 2 * over)
        draw_back(decoration_pen(pen, style), getattr(style.theme.backs, deck), size, inks)


def face_scale(face: Face, card: Size) -> float:
    """Returns by how much a face is scaled to fit a card: 1 where it is made for it."""
    return min(card.width_mm / face.size.width_mm, card.height_mm / face.size.height_mm)


def _over_the_edge(face: Face, by: EdgeLengths) -> Face:
    """Returns a face whose pictures run over each edge that they touch."""
    if by.largest_mm < TOLERANCE_MM:
        return face
    return replace(face, art=tuple(_grown(picture, face.size, by) for picture in face.art))


def _grown(picture: ArtElement, card: Size, by: EdgeLengths) -> ArtElement:
    box = picture.box
    edges = EdgeLengths(
        by.top_mm * (box.top_mm > card.height_mm - TOLERANCE_MM),
        by.right_mm * (box.right_mm > card.width_mm - TOLERANCE_MM),
        by.bottom_mm * (box.bottom_mm < TOLERANCE_MM),
        by.left_mm * (box.left_mm < TOLERANCE_MM),
    )
    return replace(picture, box=Rect(box.left_mm, box.bottom_mm, box.width_mm, box.height_mm).expanded(edges))
