"""templates/outlets/*.yaml: what a shop, a cutter or an online table wants, as data."""

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
"""What the name of a picture can hold, each written in braces."""

_NAME = re.compile(r"[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*")
_BRACES = re.compile(r"\{([^{}]*)\}")


def _file_name(text: str) -> str:
    for word in _BRACES.findall(text):
        if word not in NAME_WORDS:
            raise ValueError(f"nothing is called {{{word}}}; {suggest(word, NAME_WORDS)}")
    if not _NAME.fullmatch(_BRACES.sub("x", text)):
        raise ValueError(f'{text!r} cannot name a file; use letters, digits, "-", "_", {{words}} and "/" for folders')
    return text


FileName = Annotated[Text, AfterValidator(_file_name)]
LARGEST_BLEED_MM = 20

Dpi = Annotated[int, Field(ge=50, le=1200)]
Bleed = Annotated[float, Field(ge=0, le=LARGEST_BLEED_MM)]
CardSize = Literal[tuple(CARD_SIZES)]  # type: ignore[valid-type]


class PixelsModel(Model):
    """The size of a picture.

    Attributes:
        width: pixels from left to right.
        height: pixels from top to bottom.
    """

    width: Annotated[int, Field(ge=10, le=10000)]
    height: Annotated[int, Field(ge=10, le=10000)]


class OrderModel(Model):
    """The order file that an autofill tool reads.

    Attributes:
        size: the size of the cards.
        stock: the card stock as the shop calls it.
        foil: whether the fronts are foiled.
        brackets: the numbers of cards in which orders are sold.
    """

    size: CardSize  # type: ignore[valid-type]
    stock: Text
    foil: bool = False
    brackets: tuple[AtLeastOne, ...] = Several


class PicturesModel(Model):
    """A picture for each face.

    Attributes:
        dpi: pixels per inch.
        bleed_mm: how far the art runs over the edge, where `sizes_px` does not say it.
        sizes_px: the whole picture, bleed included, by the size of the cards; where it is given, there are no others.
        safe_mm: how far text has to stay from the cut.
        copies: a picture once, or once for each copy of its card.
        fronts: the name of a front, without .png.
        backs: the name of a back.
        csv: whether cards.csv lists the pictures.
        order: the order file, where there is one.
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
    """A PDF for each deck, a page for each side of each card, in the inks of a press.

    Attributes:
        bleed_mm: how far the art runs over the edge; the page ends there.
        safe_mm: how far text has to stay from the cut.
        order: which side of a card comes first.
        ink_percent: the most ink of all four together.
    """

    bleed_mm: Bleed
    safe_mm: Length = 0
    order: Literal["back-front", "front-back"]
    ink_percent: Annotated[int, Field(ge=100, le=400)]


class CutterModel(Model):
    """Sheets with registration marks, and the cut lines.

    Attributes:
        marks: 3 (a square and two corners) or 4 (four corners).
        inset_mm: from the edge of the paper to the middle of a mark's line.
        line_mm: how thick that line is.
        clear_mm: what stays empty at each mark, from the inset.
        gap_mm: between cards.
        bleed_mm: how far the art runs over the edge.
        corner_mm: the radius of the cards' corners.
    """

    marks: Literal[3, 4]
    inset_mm: Annotated[float, Field(ge=3.5, le=86.36)]
    line_mm: Annotated[float, Field(ge=0.5, le=1)]
    clear_mm: Annotated[float, Field(ge=5, le=21.5)]
    gap_mm: Annotated[float, Field(ge=0, le=20)]
    bleed_mm: Bleed
    corner_mm: Annotated[float, Field(ge=0, le=10)]


class TabletopModel(Model):
    """Sheets of faces for an online table, and the object to load.

    Attributes:
        columns: the most in a row of a sheet.
        rows: the most rows.
        cards: the most faces on a sheet; the last place is for what others see of a hidden card.
        largest_px: the longest side of a sheet.
        dpi: the most pixels per inch of a card.
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
    """An outlet: how its files are made, and what to do with them.

    Attributes:
        format: the form of this file.
        title: what people call it.
        steps: what to do with the files, told after an export.
        pictures: a picture for each face.
        pages: a PDF for each deck.
        cutter: sheets for a cutting machine.
        tabletop: sheets for an online table.
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
            raise ValueError(f"an outlet has one of {', '.join(ways)}; this one has {found or 'none'}")
        return self


def load_outlet(name: str, data: DataFolders = DataFolders()) -> OutletModel:
    """Reads an outlet by its name in templates/outlets or, where it ends in .yaml, by its path.

    Raises:
        InputError: there is no such outlet, or every error of the file at once.
    """
    return load_template(OutletModel, "outlets", name, data=data)[0]
