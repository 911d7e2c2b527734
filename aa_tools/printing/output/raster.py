"""Faces as pictures: rasterised in memory, each in its own size."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

import numpy as np
import pypdfium2
from numpy.typing import NDArray

from aa_tools.cards.database import CardDatabase
from aa_tools.printing.drawing.diagrams import draw_example
from aa_tools.printing.drawing.examples import build_example
from aa_tools.printing.drawing.pen import Pen
from aa_tools.printing.faces.card_forms import CardTrim, define_card_forms, front_form_name
from aa_tools.printing.faces.compose import DeckStyle, StyledFace, compose_faces
from aa_tools.printing.layout.geometry import Rect, Size
from aa_tools.printing.output import rasters
from aa_tools.printing.output.digest import DigestCanvas
from aa_tools.printing.output.pdf import new_pdf
from aa_tools.rules.objectives import Objective

_MARGIN_MM = 2.5


def render_card(
    database: CardDatabase,
    card: str,
    *,
    theme: str = "classic",
    dpi: int = 150,
    side: Literal["front", "back"] = "front",
) -> NDArray[Any]:
    """Renders one side of a card: uint8, shape (height, width, 3), in RGB.

    Args:
        database: the card file, which also sets the language.
        card: id, title or short name of the card.
        theme: name or path of a theme.
        dpi: resolution in pixels per inch.
        side: the side to render.

    Raises:
        InputError: no such card or theme, or the card cannot be drawn.
    """
    (face,) = compose_faces(database, theme=theme, cards=[database.card(card).id])
    frame = rasters.frame_of(face.face.size, dpi, 0)
    sides = rasters.rasterise(face.style, [face.face], frame, backs=side == "back")
    return [pixels.copy() for _, pixels in sides][-1]


def rasterise(shown: Sequence[StyledFace], dpi: int) -> Iterator[NDArray[Any]]:
    """Yields the picture of each face: uint8, shape (height, width, 3), in RGB.

    Args:
        shown: faces of one look.
        dpi: pixels per inch; a side has its inches times `dpi` pixels, rounded.
    """
    for size, members in itertools.groupby(shown, key=lambda proof: proof.face.size):
        group = list(members)
        frame, faces = rasters.frame_of(size, dpi, 0), [proof.face for proof in group]
        for _, pixels in rasters.rasterise(group[0].style, faces, frame, backs=False):
            yield pixels.copy()


def fingerprints(shown: Iterable[StyledFace]) -> list[str]:
    """Returns for each face a digest of all that is drawn on it: equal where the pictures are equal."""
    notes = DigestCanvas()
    pen, found = Pen(notes), []
    for proof in shown:
        define_card_forms(pen, proof.style, [proof.face], CardTrim(proof.face.size), backs=False)
        found.append(notes.digest(front_form_name(proof.face)))
    return found


def rasterise_example(style: DeckStyle, objective: Objective, box: Size, dpi: int) -> tuple[NDArray[Any], int]:
    """Returns the example zone of an objective on the panel ink, as `rasterise`, and the number that the zone gets."""
    shown = build_example(objective, mirrored_patterns=style.database.rules.mirrored_patterns)
    file, page = io.BytesIO(), Size(box.width_mm + 2 * _MARGIN_MM, box.height_mm + 2 * _MARGIN_MM)
    pdf = new_pdf(file, page, style, "example", "")
    pen = Pen(pdf)
    with pen.page():
        pen.rect(0, 0, page.width_mm, page.height_mm, style.palette.ground)
        draw_example(pen, Rect(_MARGIN_MM, _MARGIN_MM, box.width_mm, box.height_mm), shown, style.palette)
    pdf.save()
    drawn = pypdfium2.PdfDocument(file.getvalue())[0].render(scale=dpi / 72, rev_byteorder=True)
    return np.asarray(drawn.to_numpy())[..., :3].copy(), shown.number
