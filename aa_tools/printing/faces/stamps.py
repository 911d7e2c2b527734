"""Each face and each back drawn once, at the size of the cards and with their bleed; the pages only show them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from aa_tools.printing.drawing.backs import BORDER_MM, BackInks, draw_back
from aa_tools.printing.drawing.pen import Pen
from aa_tools.printing.faces.art import art_pen, draw_face, prepare_quadrants
from aa_tools.printing.faces.faces import DeckStyle, Face, Picture
from aa_tools.printing.layout.geometry import TOLERANCE_MM, EdgeLengths, Rect, Size


@dataclass(frozen=True)
class Cut:
    """The size of the cards as they are cut, and how far their ink runs over the edge."""

    card: Size
    bleed_mm: float = 0


def front_stamp(face: Face) -> str:
    """Returns the name of the stamp of a front."""
    return f"card-{face.card_id}"


def back_stamp(deck: str) -> str:
    """Returns the name of the stamp of a deck's back."""
    return f"back-{deck}"


def draw_stamps(pen: Pen, look: DeckStyle, faces: Iterable[Face], cut: Cut, *, backs: bool) -> None:
    """Draws the stamps of some faces, and of the backs of their decks where they are wanted."""
    for face in faces:
        draw_front_stamp(pen, look, face, cut)
        if backs and not pen.has_form(back_stamp(face.deck)):
            draw_back_stamp(pen, look, face.deck, cut)


def draw_front_stamp(pen: Pen, look: DeckStyle, face: Face, cut: Cut) -> None:
    """Draws a face, as large as it fits the card where it was made for another size."""
    card, size = cut.card, face.size
    prepare_quadrants(pen, face, look)
    scale = shrinkage(face, card)
    x, y = (card.width_mm - scale * size.width_mm) / 2, (card.height_mm - scale * size.height_mm) / 2
    with (
        pen.form(front_stamp(face), card.width_mm, card.height_mm, cut.bleed_mm),
        pen.transformed(x, y, scale=scale),
    ):
        across, along = (x + cut.bleed_mm) / scale, (y + cut.bleed_mm) / scale
        draw_face(pen, _over_the_edge(face, EdgeLengths(along, across, along, across)), look)


def draw_back_stamp(pen: Pen, look: DeckStyle, deck: str, cut: Cut) -> None:
    """Draws the back of a deck; with a bleed the art runs over the edge, and the white border is left out."""
    first, second, third = look.palette.colours
    paints = BackInks(first, second, third, dark=look.palette.dark, light=look.palette.ground)
    card, over = cut.card, cut.bleed_mm + BORDER_MM if cut.bleed_mm else 0
    with pen.form(back_stamp(deck), card.width_mm, card.height_mm, cut.bleed_mm), pen.transformed(-over, -over):
        size = Size(card.width_mm + 2 * over, card.height_mm + 2 * over)
        draw_back(art_pen(pen, look), getattr(look.theme.backs, deck), size, paints)


def shrinkage(face: Face, card: Size) -> float:
    """Returns by how much a face is scaled to fit a card: 1 where it is made for it."""
    return min(card.width_mm / face.size.width_mm, card.height_mm / face.size.height_mm)


def _over_the_edge(face: Face, by: EdgeLengths) -> Face:
    """Returns a face whose pictures run over each edge that they touch."""
    if by.largest_mm < TOLERANCE_MM:
        return face
    return replace(face, pictures=tuple(_grown(picture, face.size, by) for picture in face.pictures))


def _grown(picture: Picture, card: Size, by: EdgeLengths) -> Picture:
    box = picture.box
    edges = EdgeLengths(
        by.top_mm * (box.top_mm > card.height_mm - TOLERANCE_MM),
        by.right_mm * (box.right_mm > card.width_mm - TOLERANCE_MM),
        by.bottom_mm * (box.bottom_mm < TOLERANCE_MM),
        by.left_mm * (box.left_mm < TOLERANCE_MM),
    )
    return replace(picture, box=Rect(box.left_mm, box.bottom_mm, box.width_mm, box.height_mm).expanded(edges))
