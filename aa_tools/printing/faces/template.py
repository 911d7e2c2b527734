"""templates/*.yaml -> checked, frozen templates: what a designer changes without Python.

A face says what is drawn in which box of a card; a paper says how large a sheet is and what of it cannot be printed.
Themes stand in `theme.py`.
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
"""What a text box can show, each written in braces."""

_BRACES = re.compile(r"\{([^{}]*)\}")


def _known_words(text: str) -> str:
    for word in _BRACES.findall(text):
        if word not in PLACEHOLDERS:
            raise ValueError(f"nothing is called {{{word}}}; {suggest(word, PLACEHOLDERS)}")
    if re.search(r"[{}]", _BRACES.sub("", text)):
        raise ValueError("a brace stands alone; write {title}, {text} and the like")
    return text


def _smallest_is_smaller(smallest_pt: float, info: ValidationInfo) -> float:
    size_pt = info.data.get("size_pt", smallest_pt)
    if smallest_pt > size_pt:
        raise ValueError(f"smallest_pt {smallest_pt:g} is larger than size_pt {size_pt:g}; give both")
    return smallest_pt


Length = Annotated[float, Field(ge=0)]
Positive = Annotated[float, Field(ge=0.1)]
Smallest = Annotated[Positive, AfterValidator(_smallest_is_smaller)]
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
    """A box with something drawn.

    Attributes:
        draw: What is drawn.
        box_mm: Where; that of a tag holds its white margin.
        ink: An ink of the theme; "card" is the colour that the card asks for (the text ink where it asks for none),
            "on-card" whichever of paper and text is readable on it, "on-dark" what is readable on the text ink.
    """

    draw: Art
    box_mm: Box
    ink: InkRole = "text"


class TextBox(Model):
    """A box with words, set as large as they fit.

    Attributes:
        words: What is written; {title}, {text}, {points} and the like stand for what the card says.
        box_mm: Where.
        font: What it is for in the theme.
        size_pt: The largest size.
        smallest_pt: The smallest size; a text that does not fit then is an error.
        leading: From line to line, as a multiple of the size.
        ink: As for art.
        across: Where the lines stand from left to right.
        down: Where the lines stand from top to bottom.
    """

    words: Annotated[LocalizedText, AfterValidator(_known_words)]
    box_mm: Box
    font: FontRole = "text"
    size_pt: Positive
    smallest_pt: Smallest
    leading: Annotated[float, Field(ge=0.8, le=3)] = 1.2
    ink: InkRole = "text"
    across: Literal["left", "centre", "right"] = "left"
    down: Literal["top", "middle", "bottom"] = "top"


class SectionsBox(Model):
    """A box with headings and the lines under them, all as large as they fit.

    Attributes:
        box_mm: Where.
        size_pt: The largest size of the lines.
        smallest_pt: The smallest size; a text that does not fit then is an error.
        leading: From line to line, as a multiple of the size.
    """

    box_mm: Box
    size_pt: Positive
    smallest_pt: Smallest
    leading: Annotated[float, Field(ge=0.8, le=3)] = 1.15


class FaceModel(TemplateModel):
    """A kind of card: the art is drawn first, then the texts, each in the order of the file.

    Attributes:
        format: The form of this file.
        size: The trimmed card.
        art: What is drawn, by names of your choice.
        texts: What is written, by names of your choice.
        sections: Where the sections of a reference card stand.
    """

    format: Literal["aa.face/1"]
    size: Literal[tuple(CARD_SIZES)]  # type: ignore[valid-type]
    art: dict[Id, ArtBox] = Field(default={})
    texts: dict[Id, TextBox] = Field(default={})
    sections: SectionsBox | None = None

    @property
    def card(self) -> Size:
        """The size of the card."""
        return CARD_SIZES[self.size]


class MarginsModel(Model):
    """What a printer cannot reach at each edge of an upright sheet, in millimetres.

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
        """Returns the margins as the imposition knows them."""
        return EdgeLengths(self.top, self.right, self.bottom, self.left)


class MarksModel(Model):
    """The crop marks, in millimetres.

    Attributes:
        length: How long a mark is.
        clearance: How far it stays from the cards.
        edge: How far it stays from the edge of the paper.
    """

    length: Length
    clearance: Length
    edge: Length


class PaperModel(TemplateModel):
    """A sheet of paper, held upright.

    Attributes:
        format: The form of this file.
        title: What people call it.
        width_mm: The shorter side.
        height_mm: The longer side.
        margins_mm: What the printer cannot reach.
        marks_mm: The crop marks.
    """

    format: Literal["aa.paper/1"]
    title: Text
    width_mm: PaperSide
    height_mm: PaperSide
    margins_mm: MarginsModel
    marks_mm: MarksModel

    def build(self) -> Paper:
        """Returns the paper as the imposition knows it."""
        marks = self.marks_mm
        return Paper(
            self.title,
            Size(self.width_mm, self.height_mm),
            self.margins_mm.build(),
            CropMarkStyle(marks.length, marks.clearance, marks.edge),
        )


_SMALLEST_TAG_MM = 6
"""With its white margin; from as far away as a photo of a whole table is taken, a smaller one is a few pixels."""
_LARGER_TAG = f"give it at least {_SMALLEST_TAG_MM} mm each way, better 12"

_LARGE_MM = (200, 270)
"""The sides of a sheet on which small print can be read: A4 and Letter have them."""


def load_face(
    name: str, language: str = LANGUAGE, place: Place | None = None, data: DataFolders = DataFolders()
) -> FaceModel:
    """Reads the template of a kind of card.

    Args:
        name: its name in templates/faces, or its path where it ends in .yaml.
        language: of the words in it.
        place: where the name was written.
        data: the folders in which templates are looked for.

    Raises:
        InputError: as `load_paper`, or a box reaches beyond the card.
    """
    return read_face(name, language, place, data)[0]


def read_face(
    name: str, language: str = LANGUAGE, place: Place | None = None, data: DataFolders = DataFolders()
) -> tuple[FaceModel, YamlFile]:
    """Returns a face with its data, which knows the place of each value. Arguments and errors as `load_face`."""
    face, file = load_template(FaceModel, "faces", name, place, {"texts": TextResolver(language)}, data)
    boxes: dict[Path, ArtBox | TextBox | SectionsBox] = {("art", name): box for name, box in face.art.items()}
    boxes |= {("texts", name): box for name, box in face.texts.items()}
    if face.sections:
        boxes["sections",] = face.sections
    over = {path: _beyond_mm(box.box_mm, face.card) for path, box in boxes.items()}
    problems = [
        Problem(f"the box {path[-1]} reaches {mm:.2f} mm beyond the {face.size} card", file.place((*path, "box_mm")))
        for path, mm in over.items()
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
    """Returns what the words of a text box say themselves, without what is in braces."""
    return _BRACES.sub("", words)


def _beyond_mm(box: Box, card: Size) -> float:
    return max(box.left + box.width - card.width_mm, box.top + box.height - card.height_mm)


def load_paper(name: str, data: DataFolders = DataFolders()) -> Paper:
    """Reads a paper by its name or, where it ends in .yaml, by its path.

    Raises:
        InputError: there is no such template, or every error of the file at once.
    """
    paper, file = load_template(PaperModel, "papers", name, data=data)
    if paper.width_mm > paper.height_mm:
        sides = [file.place((side,)) for side in ("width_mm", "height_mm")]
        own = next((place for place in sides if place.source == file.source.name), sides[0])
        raise InputError("the paper is wider than high", place=own, hint="give the shorter side as width_mm")
    return paper.build()


def load_large_paper(name: str, data: DataFolders = DataFolders()) -> Paper:
    """Reads a paper for a page of small print, such as a score sheet. Arguments and errors as `load_paper`.

    Raises:
        InputError: the paper is smaller than A4 or Letter.
    """
    paper = load_paper(name, data)
    if paper.size.width_mm < _LARGE_MM[0] or paper.size.height_mm < _LARGE_MM[1]:
        raise InputError(f"{paper.title} is too small for this page", hint="choose a4, letter or a larger paper")
    return paper
