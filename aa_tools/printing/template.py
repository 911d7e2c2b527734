"""templates/*.yaml -> checked, frozen templates: what a designer changes without Python.

A face says what is drawn in which box of a card; a theme says in which inks and fonts, and which art is on the back
of each deck; a paper says how large a sheet is and what of it cannot be printed.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal, TypeVar

from pydantic import AfterValidator, Field, StringConstraints, create_model, model_validator

from aa_tools.cards.database import Decks
from aa_tools.cards.forms import Form, Id, Text
from aa_tools.cards.messages import check
from aa_tools.errors import Fault, InputError, Place, nearest
from aa_tools.files import find_data, list_data, read_text
from aa_tools.printing.fonts import font_names
from aa_tools.printing.inks import Ink
from aa_tools.printing.stock import CARD_SIZES, TOLERANCE_MM, Edges, Marks, Paper, Rect, Size
from aa_tools.yamlfile import Path, YamlFile, load_yaml

_Template = TypeVar("_Template", bound=Form)

WORDS = ("id", "title", "text", "points", "number", "colour", "game", "tagline")
"""What a text box can show, each written in braces."""

_BRACES = re.compile(r"\{(.*?)\}")


def _known_font(name: str) -> str:
    if name not in font_names():
        raise ValueError(f"there is no font {name!r}; {nearest(name, font_names())}")
    return name


def _known_words(text: str) -> str:
    for word in _BRACES.findall(text):
        if word not in WORDS:
            raise ValueError(f"nothing is called {{{word}}}; {nearest(word, WORDS)}")
    return text


Length = Annotated[float, Field(ge=0)]
Positive = Annotated[float, Field(ge=0.1)]
PaperSide = Annotated[float, Field(ge=50, le=1500)]
InkText = Annotated[Ink, StringConstraints(pattern=r"^#[0-9A-Fa-f]{6}$")]
FontName = Annotated[str, AfterValidator(_known_font)]
FontRole = Literal["title", "strong", "text"]
InkRole = Literal["paper", "text", "quiet", "panel", "card", "on-card"]
Art = Literal["panel", "colours", "quadrants", "down", "diagram", "badge", "emblem"]
BackArt = Literal["grid", "fronds", "tiles", "rings", "disc", "squares"]


class Box(Form):
    """A part of a card, measured from its upper left corner."""

    left: Length
    top: Length
    width: Positive
    height: Positive

    def rect(self, card: Size) -> Rect:
        """Returns the box measured from the lower left corner."""
        return Rect(self.left, card.height_mm - self.top - self.height, self.width, self.height)


class ArtBox(Form):
    """A box with something drawn.

    `card` and `on-card` are the colour that the card asks for (the text ink where it asks for none), and whichever of
    paper and text is readable on it.
    """

    draw: Art
    box_mm: Box
    ink: InkRole = "text"


class TextBox(Form):
    """A box with words, set as large as they fit, from `size_pt` down to `smallest_pt`."""

    words: Annotated[Text, AfterValidator(_known_words)]
    box_mm: Box
    font: FontRole = "text"
    size_pt: Positive
    smallest_pt: Positive
    leading: Annotated[float, Field(ge=0.8, le=3)] = 1.2
    ink: InkRole = "text"
    across: Literal["left", "centre", "right"] = "left"
    down: Literal["top", "middle", "bottom"] = "top"


class SectionsBox(Form):
    """A box with headings and the lines under them, all as large as they fit."""

    box_mm: Box
    size_pt: Positive
    smallest_pt: Positive
    leading: Annotated[float, Field(ge=0.8, le=3)] = 1.15


class FaceForm(Form):
    """A kind of card: the art is drawn first, then the texts, each in the order of the file."""

    format: Literal["aa.face/1"]
    size: Literal[tuple(CARD_SIZES)]  # type: ignore[valid-type]
    art: dict[Id, ArtBox] = Field(default={})
    texts: dict[Id, TextBox] = Field(default={})
    sections: SectionsBox | None = None

    @property
    def card(self) -> Size:
        """The size of the card."""
        return CARD_SIZES[self.size]


class Inks(Form):
    """The inks beside those of the game's colours."""

    paper: InkText
    text: InkText
    quiet: InkText
    panel: InkText


class Fonts(Form):
    """The fonts by what they are for."""

    title: FontName
    strong: FontName
    text: FontName


class _Backs(Form):
    """The art on the back of each deck."""


Backs = create_model("Backs", __base__=_Backs, **dict.fromkeys(Decks.model_fields, (BackArt, ...)))  # type: ignore[call-overload]


class ThemeForm(Form):
    """How all cards look; `pale` is how much ink is left in what stands back in a diagram."""

    format: Literal["aa.theme/1"]
    title: Text
    inks: Inks
    fonts: Fonts
    pale: Annotated[float, Field(ge=0, le=1)]
    backs: Backs  # type: ignore[valid-type]


class Margins(Form):
    """What a printer cannot reach at each edge of an upright sheet."""

    top: Length
    right: Length
    bottom: Length
    left: Length

    def build(self) -> Edges:
        """Returns the margins as the imposition knows them."""
        return Edges(self.top, self.right, self.bottom, self.left)


class MarksForm(Form):
    """The crop marks: their length, and how far they stay from the cards and from the edge of the paper."""

    length: Length
    clearance: Length
    edge: Length


class PaperForm(Form):
    """A sheet of paper, held upright."""

    format: Literal["aa.paper/1"]
    title: Text
    width_mm: PaperSide
    height_mm: PaperSide
    margins_mm: Margins
    marks_mm: MarksForm

    @model_validator(mode="after")
    def _stands_upright(self) -> PaperForm:
        if self.width_mm > self.height_mm:
            raise ValueError("the paper is wider than high; give the shorter side as width_mm")
        return self

    def build(self) -> Paper:
        """Returns the paper as the imposition knows it."""
        marks = self.marks_mm
        return Paper(
            self.title,
            Size(self.width_mm, self.height_mm),
            self.margins_mm.build(),
            Marks(marks.length, marks.clearance, marks.edge),
        )


def load_face(name: str, place: Place | None = None) -> FaceForm:
    """Reads the template of a kind of card by its name; `place` is where the name was written.

    Raises:
        InputError: as `load_paper`, or a box reaches beyond the card.
    """
    face, file = _load(FaceForm, "faces", name, place)
    boxes: dict[Path, ArtBox | TextBox | SectionsBox] = {("art", name): box for name, box in face.art.items()}
    boxes |= {("texts", name): box for name, box in face.texts.items()}
    if face.sections:
        boxes["sections",] = face.sections
    over = {path: _beyond_mm(box.box_mm, face.card) for path, box in boxes.items()}
    faults = [
        Fault(f"the box {path[-1]} reaches {mm:.2f} mm beyond the {face.size} card", file.place((*path, "box_mm")))
        for path, mm in over.items()
        if mm > TOLERANCE_MM
    ]
    if faults:
        raise InputError(faults)
    return face


def _beyond_mm(box: Box, card: Size) -> float:
    return max(box.left + box.width - card.width_mm, box.top + box.height - card.height_mm)


def load_theme(name: str) -> ThemeForm:
    """Reads a theme by its name or, where it ends in .yaml, by its path. Errors as `load_paper`."""
    return _load(ThemeForm, "themes", name)[0]


def load_paper(name: str) -> Paper:
    """Reads a paper by its name or, where it ends in .yaml, by its path.

    Raises:
        InputError: there is no such template, or every fault of the file at once.
    """
    return _load(PaperForm, "papers", name)[0].build()


def _load(form: type[_Template], folder: str, name: str, place: Place | None = None) -> tuple[_Template, YamlFile]:
    known = list_data(f"templates/{folder}")
    if not name.endswith(".yaml") and name not in known:
        kind = folder.removesuffix("s")
        raise InputError(f"there is no {kind} template {name!r}", place=place, hint=nearest(name, known))
    path = find_data(f"templates/{folder}/{name}.yaml", name if name.endswith(".yaml") else None)
    file = load_yaml(read_text(str(path)))
    return check(form, file), file
