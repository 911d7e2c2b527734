"""Reads face templates and paper templates.

A face says what is drawn in each box of a card. A paper gives the size of a sheet, its unprintable margins and its crop
marks. For themes see `theme.py`.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationInfo

from aa_tools.cards.models.forms import Id, Model
from aa_tools.cards.texts import LANGUAGE, LocalizedText, Text, TextResolver
from aa_tools.errors import InputError, Place, Problem, suggest
from aa_tools.files import DataFolders
from aa_tools.printing.faces.templatefile import TemplateModel, load_template
from aa_tools.printing.layout.geometry import CARD_SIZES, TOLERANCE_MM, CropMarkStyle, EdgeLengths, Paper, Rect, Size
from aa_tools.yamlfile import Path, YamlFile

PLACEHOLDERS = ("id", "title", "text", "points", "number", "colour", "game", "tagline")
"""The placeholders of a text box, written in braces."""

_BRACES = re.compile(r"\{([^{}]*)\}")


def _check_placeholders(text: str) -> str:
    for word in _BRACES.findall(text):
        if word not in PLACEHOLDERS:
            raise ValueError(f"unknown placeholder {{{word}}}; {suggest(word, PLACEHOLDERS)}")
    return text


def _check_smallest_size(smallest_pt: float, info: ValidationInfo) -> float:
    size_pt = info.data.get("size_pt", smallest_pt)
    if smallest_pt > size_pt:
        raise ValueError(f"smallest_pt {smallest_pt:g} is larger than size_pt {size_pt:g}; set both")
    return smallest_pt


Length = Annotated[float, Field(ge=0)]
Positive = Annotated[float, Field(ge=0.1)]
Smallest = Annotated[Positive, AfterValidator(_check_smallest_size)]
PaperSide = Annotated[float, Field(ge=50, le=1500)]
FontRole = Literal["title", "strong", "text"]
InkRole = Literal["paper", "text", "quiet", "panel", "card", "on-card", "on-dark"]
Art = Literal["panel", "colours", "quadrants", "down", "diagram", "badge", "emblem", "tag", "letters", "zone"]


class Box(Model):
    """A part of a card, in millimetres.

    Attributes:
        left: From the left edge of the card.
        top: From the upper edge of the card.
        width: From left to right.
        height: From top to bottom.
    """

    left: Length
    top: Length
    width: Positive
    height: Positive

    def rect(self, card: Size) -> Rect:
        """Returns the box measured from the lower left corner."""
        return Rect(self.left, card.height_mm - self.top - self.height, self.width, self.height)


class ArtBox(Model):
    """A box with a drawing.

    Attributes:
        draw: What to draw.
        box_mm: Position and size. The box of a tag includes its white margin.
        ink: An ink of the theme. "card" is the colour of the objective, or the text ink if it has none; "on-card" is
            the paper or text ink, whichever is readable on it; "on-dark" is readable on the text ink.
    """

    draw: Art
    box_mm: Box
    ink: InkRole = "text"


class TextBox(Model):
    """A box with text, set as large as it fits.

    Attributes:
        words: The text. Placeholders such as {title}, {text} and {points} are replaced by values of the card.
        box_mm: Position and size.
        font: A font of the theme.
        size_pt: The largest font size.
        smallest_pt: The smallest font size. A text that does not fit at this size is an error.
        leading: Line spacing, as a multiple of the font size.
        ink: An ink of the theme, as for art.
        across: Horizontal alignment.
        down: Vertical alignment.
    """

    words: Annotated[LocalizedText, AfterValidator(_check_placeholders)]
    box_mm: Box
    font: FontRole = "text"
    size_pt: Positive
    smallest_pt: Smallest
    leading: Annotated[float, Field(ge=0.8, le=3)] = 1.2
    ink: InkRole = "text"
    across: Literal["left", "centre", "right"] = "left"
    down: Literal["top", "middle", "bottom"] = "top"


class SectionsBox(Model):
    """A box with headings and lines below them, set as large as they fit.

    Attributes:
        box_mm: Position and size.
        size_pt: The largest font size of the lines.
        smallest_pt: The smallest font size. A text that does not fit at this size is an error.
        leading: Line spacing, as a multiple of the font size.
    """

    box_mm: Box
    size_pt: Positive
    smallest_pt: Smallest
    leading: Annotated[float, Field(ge=0.8, le=3)] = 1.15


class FaceModel(TemplateModel):
    """The face of a kind of card. The art is drawn first, then the texts, both in the order of the file.

    Attributes:
        format: The format of this file.
        size: The size of the trimmed card.
        art: Boxes with drawings, by names of your choice.
        texts: Boxes with text, by names of your choice.
        sections: The box for the sections of a reference card.
    """

    format: Literal["aa.face/1"]
    size: Literal[tuple(CARD_SIZES)]  # type: ignore[valid-type]
    art: dict[Id, ArtBox] = Field(default={})
    texts: dict[Id, TextBox] = Field(default={})
    sections: SectionsBox | None = None

    @property
    def card(self) -> Size:
        """The size of the trimmed card."""
        return CARD_SIZES[self.size]


class MarginsModel(Model):
    """Unprintable margins of an upright sheet, in millimetres.

    Attributes:
        top: At the upper edge.
        right: At the right edge.
        bottom: At the lower edge.
        left: At the left edge.
    """

    top: Length
    right: Length
    bottom: Length
    left: Length

    def build(self) -> EdgeLengths:
        """Returns the margins as a geometry value."""
        return EdgeLengths(self.top, self.right, self.bottom, self.left)


class MarksModel(Model):
    """The crop marks, in millimetres.

    Attributes:
        length: Length of a mark.
        clearance: Distance of a mark from the cards.
        edge: Least distance of a mark from the edge of the paper.
    """

    length: Length
    clearance: Length
    edge: Length


class PaperModel(TemplateModel):
    """A sheet of paper, held upright.

    Attributes:
        format: The format of this file.
        title: The common name of the paper.
        width_mm: The shorter side.
        height_mm: The longer side.
        margins_mm: Unprintable margins.
        marks_mm: The crop marks.
    """

    format: Literal["aa.paper/1"]
    title: Text
    width_mm: PaperSide
    height_mm: PaperSide
    margins_mm: MarginsModel
    marks_mm: MarksModel

    def build(self) -> Paper:
        """Returns the paper as a geometry value."""
        marks = self.marks_mm
        return Paper(
            self.title,
            Size(self.width_mm, self.height_mm),
            self.margins_mm.build(),
            CropMarkStyle(marks.length, marks.clearance, marks.edge),
        )


_SMALLEST_TAG_MM = 6
"""Least size of a tag with its white margin. In a photo of a whole table, a smaller tag is only a few pixels wide."""
_LARGER_TAG = f"make it at least {_SMALLEST_TAG_MM} mm wide and high, preferably 12 mm"

_LARGE_MM = (200, 270)
"""Least sides of a sheet with legible small print: A4 and Letter are large enough."""


def load_face(
    name: str, language: str = LANGUAGE, place: Place | None = None, data: DataFolders = DataFolders()
) -> FaceModel:
    """Reads a face template.

    Args:
        name: name of a template in templates/faces, or a path that ends in .yaml.
        language: language of its texts.
        place: location of the name, for errors.
        data: folders that are searched for templates.

    Raises:
        InputError: as for `load_paper`; or a box extends beyond the card, or a tag is too small.
    """
    return read_face(name, language, place, data)[0]


def read_face(
    name: str, language: str = LANGUAGE, place: Place | None = None, data: DataFolders = DataFolders()
) -> tuple[FaceModel, YamlFile]:
    """Returns a face template and its file, which has the location of each value. Arguments as for `load_face`."""
    face, file = load_template(FaceModel, "faces", name, place, {"texts": TextResolver(language)}, data)
    boxes: dict[Path, ArtBox | TextBox | SectionsBox] = {("art", name): box for name, box in face.art.items()}
    boxes |= {("texts", name): box for name, box in face.texts.items()}
    if face.sections:
        boxes["sections",] = face.sections
    overhang = {path: _overhang_mm(box.box_mm, face.card) for path, box in boxes.items()}
    problems = [
        Problem(f"the box {path[-1]} extends {mm:.2f} mm beyond the {face.size} card", file.place((*path, "box_mm")))
        for path, mm in overhang.items()
        if mm > TOLERANCE_MM
    ]
    problems += [
        Problem(
            f"the tag in the box {name} is too small for a camera", file.place(("art", name, "box_mm")), _LARGER_TAG
        )
        for name, box in face.art.items()
        if box.draw == "tag" and min(box.box_mm.width, box.box_mm.height) < _SMALLEST_TAG_MM
    ]
    if problems:
        raise InputError(problems)
    return face, file


def without_placeholders(words: str) -> str:
    """Returns a text without its placeholders."""
    return _BRACES.sub("", words)


def _overhang_mm(box: Box, card: Size) -> float:
    return max(box.left + box.width - card.width_mm, box.top + box.height - card.height_mm)


def load_paper(name: str, data: DataFolders = DataFolders()) -> Paper:
    """Reads a paper template by its name, or by a path that ends in .yaml.

    Raises:
        InputError: there is no such template, or it has errors; reports all of them.
    """
    paper, file = load_template(PaperModel, "papers", name, data=data)
    if paper.width_mm > paper.height_mm:
        sides = [file.place((side,)) for side in ("width_mm", "height_mm")]
        own = next((place for place in sides if place.source == file.source.name), sides[0])
        raise InputError(
            "the paper is wider than high",
            place=own,
            hint="swap width_mm and height_mm: width must be the shorter side",
        )
    return paper.build()


def load_large_paper(name: str, data: DataFolders = DataFolders()) -> Paper:
    """Reads a paper for a page with small print, such as a score sheet. Arguments as for `load_paper`.

    Raises:
        InputError: as for `load_paper`, or the paper is smaller than A4 or Letter.
    """
    paper = load_paper(name, data)
    if paper.size.width_mm < _LARGE_MM[0] or paper.size.height_mm < _LARGE_MM[1]:
        raise InputError(f"{paper.title} is too small for this page", hint="choose a4, letter or a larger paper")
    return paper
