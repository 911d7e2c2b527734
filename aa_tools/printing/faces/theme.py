"""Reads themes (templates/themes/*.yaml): inks, fonts, the paint style of canvas cards and the art on the backs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, create_model

from aa_tools.cards.database import Decks
from aa_tools.cards.models.forms import ColourName, Id, Model
from aa_tools.cards.texts import Text
from aa_tools.errors import ErrorCollector
from aa_tools.files import DataFolders
from aa_tools.printing.drawing.fonts import find_font, is_font_path
from aa_tools.printing.drawing.inks import Ink
from aa_tools.printing.faces.templatefile import TemplateModel, check_template_name, load_template, resolve_path
from aa_tools.yamlfile import YamlFile

InkText = Annotated[Ink, StringConstraints(pattern=r"^#[0-9A-Fa-f]{6}$")]
BackArt = Literal["grid", "fronds", "tiles", "rings", "disc", "squares"]
Paint = Literal["brush", "hatch", "outline"]


class Inks(Model):
    """The inks other than the game colours, written "#RRGGBB".

    Attributes:
        paper: The background, and text on a dark background.
        text: Text, and the dark parts of the art.
        quiet: Unobtrusive details: ids and marks.
        panel: The background of diagrams, and the light parts of the art.
    """

    paper: InkText
    text: InkText
    quiet: InkText
    panel: InkText


class Fonts(Model):
    """The fonts: names of shipped fonts, or paths of .ttf files.

    Attributes:
        title: Titles and numbers.
        strong: Headings.
        text: Everything else.
    """

    title: Text
    strong: Text
    text: Text


class _Backs(Model):
    """The art on the back of each deck."""


Backs = create_model("Backs", __base__=_Backs, **dict.fromkeys(Decks.model_fields, (BackArt, ...)))  # type: ignore[call-overload]


class ThemeModel(TemplateModel):
    """The look of all cards.

    Attributes:
        format: The format of this file.
        title: The name of the theme.
        inks: The inks other than the game colours.
        colours: Inks of game colours, by name. They override those of the card file.
        fonts: The fonts.
        pale: The share of ink left in quadrants of a diagram that do not count, from 0 to 1.
        paint: The style of the quadrants of canvas cards: brush strokes, a plain hatch that stands out more, or
            outlines. With outlines, all art is lines on white paper.
        letters: Whether the quadrants of diagrams show the letters of their colours.
        tags: Whether photo tags are printed.
        faces: Face templates that replace others: the replaced name, then the new name or path.
        ink_against: A theme to compare the ink use with.
        backs: The art on the back of each deck.
    """

    format: Literal["aa.theme/1"]
    title: Text
    inks: Inks
    colours: dict[ColourName, InkText] = Field(default={})
    fonts: Fonts
    pale: Annotated[float, Field(ge=0, le=1)]
    paint: Paint
    letters: bool = False
    tags: bool = True
    faces: dict[str, str] = Field(default={})
    ink_against: Id | None = None
    backs: Backs  # type: ignore[valid-type]


def load_theme(name: str, colours: Sequence[str], data: DataFolders = DataFolders()) -> ThemeModel:
    """Reads a theme.

    Args:
        name: name of a theme in templates/themes, or a path that ends in .yaml.
        colours: names of the game colours.
        data: folders that are searched for templates.

    Returns:
        The theme, with the paths of its own fonts and faces resolved.

    Raises:
        InputError: there is no such theme, font or face, or the file has errors; reports all of them.
    """
    theme, file = load_template(ThemeModel, "themes", name, None, {"colours": list(colours)}, data)
    problems = ErrorCollector()
    fonts = {role: _font(role, font, file, problems) for role, font in vars(theme.fonts).items()}
    if theme.ink_against is not None:
        with problems:
            check_template_name("themes", theme.ink_against, file.place(("ink_against",)), data)
    faces = {old: _face(old, new, file, problems, data) for old, new in theme.faces.items()}
    problems.raise_if_any()
    return theme.model_copy(update={"fonts": Fonts(**fonts), "faces": faces})


def _font(role: str, font: str, file: YamlFile, problems: ErrorCollector) -> str:
    place, found = file.place(("fonts", role)), font
    with problems:
        found = resolve_path(place, font) if is_font_path(font) else font
        find_font(found, place)
    return found


def _face(old: str, new: str, file: YamlFile, problems: ErrorCollector, data: DataFolders) -> str:
    place, found = file.place(("faces", old)), new
    with problems:
        check_template_name("faces", old, file.keys["faces", old], data)
        found = resolve_path(place, new) if new.endswith(".yaml") else new
        check_template_name("faces", found, place, data)
    return found
