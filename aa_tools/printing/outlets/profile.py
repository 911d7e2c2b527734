"""Models of templates/outlets/*.yaml: the files that a shop, a cutting machine or an online table takes."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from aa_tools.cards.models.forms import AtLeastOne, Model, Several
from aa_tools.cards.texts import Text
from aa_tools.errors import suggest
from aa_tools.files import DataFolders
from aa_tools.printing.faces.template import Length
from aa_tools.printing.faces.templatefile import TemplateModel, load_template
from aa_tools.printing.layout.geometry import CARD_SIZES
from aa_tools.text import pluralise

NAME_WORDS = ("deck", "id", "count", "number")
"""Fields allowed in the name of a picture, each written in braces."""

_NAME = re.compile(r"[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*")
_BRACES = re.compile(r"\{([^{}]*)\}")


def _file_name(text: str) -> str:
    for word in _BRACES.findall(text):
        if word not in NAME_WORDS:
            raise ValueError(f"unknown field {{{word}}}; {suggest(word, NAME_WORDS)}")
    if not _NAME.fullmatch(_BRACES.sub("x", text)):
        raise ValueError(
            f'{text!r} is not a valid file name; use letters, digits, "-", "_", {{fields}} and "/" for folders'
        )
    return text


FileName = Annotated[Text, AfterValidator(_file_name)]
LARGEST_BLEED_MM = 20

Dpi = Annotated[int, Field(ge=50, le=1200)]
Bleed = Annotated[float, Field(ge=0, le=LARGEST_BLEED_MM)]
CardSize = Literal[tuple(CARD_SIZES)]  # type: ignore[valid-type]


class PixelsModel(Model):
    """The size of a picture.

    Attributes:
        width: width in pixels.
        height: height in pixels.
    """

    width: Annotated[int, Field(ge=10, le=10000)]
    height: Annotated[int, Field(ge=10, le=10000)]


class OrderModel(Model):
    """The order file that an autofill tool reads.

    Attributes:
        size: the size of the cards.
        stock: name of the card stock at the shop.
        foil: whether the fronts get foil.
        brackets: the order sizes that the shop sells, in cards.
    """

    size: CardSize  # type: ignore[valid-type]
    stock: Text
    foil: bool = False
    brackets: tuple[AtLeastOne, ...] = Several


class PicturesModel(Model):
    """One picture for each face.

    Attributes:
        dpi: resolution.
        bleed_mm: bleed around each card, unless `sizes_px` sets the size.
        sizes_px: size of the picture, bleed included, by card size; other card sizes are refused.
        safe_mm: smallest distance of text from the cut.
        copies: each picture once, or once for each copy of the card.
        fronts: name of a front, without .png.
        backs: name of a back, without .png.
        csv: whether to write cards.csv, a list of the pictures.
        order: the order file, if any.
    """

    dpi: Dpi
    bleed_mm: Bleed = 0
    sizes_px: dict[CardSize, PixelsModel] = Field(default={})  # type: ignore[valid-type]
    safe_mm: Length = 0
    copies: Literal["once", "each"] = "once"
    fronts: FileName
    backs: FileName
    csv: bool = False
    order: OrderModel | None = None


class PagesModel(Model):
    """One PDF for each deck, with a page for each side of each card, in CMYK.

    Attributes:
        bleed_mm: bleed around each card; the page includes it.
        safe_mm: smallest distance of text from the cut.
        order: which side of a card comes first.
        ink_percent: limit for the sum of the four inks.
    """

    bleed_mm: Bleed
    safe_mm: Length = 0
    order: Literal["back-front", "front-back"]
    ink_percent: Annotated[int, Field(ge=100, le=400)]


class CutterModel(Model):
    """Sheets with registration marks, and files with the cut lines.

    Attributes:
        marks: 3 (a square and two corners) or 4 (four corners).
        inset_mm: distance from the edge of the paper to the centre line of a mark.
        line_mm: line width of the marks.
        clear_mm: space kept empty at each mark, from the inset.
        gap_mm: space between cards.
        bleed_mm: bleed around each card.
        corner_mm: radius of the corners of the cards.
    """

    marks: Literal[3, 4]
    inset_mm: Annotated[float, Field(ge=3.5, le=86.36)]
    line_mm: Annotated[float, Field(ge=0.5, le=1)]
    clear_mm: Annotated[float, Field(ge=5, le=21.5)]
    gap_mm: Annotated[float, Field(ge=0, le=20)]
    bleed_mm: Bleed
    corner_mm: Annotated[float, Field(ge=0, le=10)]


class TabletopModel(Model):
    """Sheets of faces for an online table, and the saved object to load.

    Attributes:
        columns: maximum number of columns of a sheet.
        rows: maximum number of rows.
        cards: maximum number of faces on a sheet; the last position holds the back, shown for hidden cards.
        largest_px: maximum length of a side of a sheet.
        dpi: maximum resolution of a card.
    """

    columns: Annotated[int, Field(ge=2, le=10)]
    rows: Annotated[int, Field(ge=2, le=7)]
    cards: Annotated[int, Field(ge=1, le=69)]
    largest_px: Annotated[int, Field(ge=500, le=10000)]
    dpi: Dpi

    @model_validator(mode="after")
    def _has_room(self) -> TabletopModel:
        if self.cards >= self.columns * self.rows:
            most = self.columns * self.rows - 1
            raise ValueError(f"a sheet of {self.columns} x {self.rows} has room for {pluralise(most, 'card')}")
        return self


class OutletModel(TemplateModel):
    """An outlet: a shop, a cutting machine or an online table, and the files it takes.

    Attributes:
        format: version of this file format.
        title: name of the outlet in messages.
        steps: what to do with the files, shown after an export.
        pictures: settings for one picture for each face.
        pages: settings for one PDF for each deck.
        cutter: settings for the sheets of a cutting machine.
        tabletop: settings for the sheets of an online table.
    """

    format: Literal["aa.outlet/1"]
    title: Text
    steps: tuple[Text, ...] = Several
    pictures: PicturesModel | None = None
    pages: PagesModel | None = None
    cutter: CutterModel | None = None
    tabletop: TabletopModel | None = None

    @model_validator(mode="after")
    def _has_one_way(self) -> OutletModel:
        ways = ("pictures", "pages", "cutter", "tabletop")
        if (found := sum(getattr(self, way) is not None for way in ways)) != 1:
            raise ValueError(f"an outlet needs exactly one of {', '.join(ways)}; this one has {found or 'none'}")
        return self


def load_outlet(name: str, data: DataFolders = DataFolders()) -> OutletModel:
    """Loads an outlet by its name in templates/outlets or, if it ends in .yaml, by its path.

    Raises:
        InputError: unknown outlet, or all errors of the file.
    """
    return load_template(OutletModel, "outlets", name, data=data)[0]
