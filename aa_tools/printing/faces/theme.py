"""templates/themes/*.yaml: inks, fonts, how the painting is painted, and what is on the backs."""

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
    """The inks beside those of the game's colours: "#RRGGBB".

    Attributes:
        paper: The ground, and words on a dark ground.
        text: Words, and the dark of the art.
        quiet: What shall not catch the eye: ids and marks.
        panel: The ground under diagrams, and the light of the art.
    """

    paper: InkText
    text: InkText
    quiet: InkText
    panel: InkText


class Fonts(Model):
    """The fonts by what they are for: names of those that come with the program, or paths of .ttf files.

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
    """How all cards look.

    Attributes:
        format: The form of this file.
        title: What people call it.
        inks: those beside the colours of the game.
        colours: inks of the game's colours, by name, that stand above those of the card file.
        fonts: by what they are for.
        pale: how much ink is left in what stands back in a diagram.
        paint: the quadrants of canvas cards: brush strokes, a plain hatch that stands out more, or outlines; with
            outlines all art is lines on white paper.
        letters: whether each quadrant of a diagram shows the letter of its colour.
        tags: whether tags are printed.
        faces: templates of faces that take the place of others.
        ink_against: the theme with whose ink that of this one is compared.
        backs: the art on the back of each deck.
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
        name: its name in templates/themes, or its path where it ends in .yaml.
        colours: the names of the game's colours.
        data: the folders in which templates are looked for.

    Returns:
        The theme; fonts and faces that are files have their whole paths.

    Raises:
        InputError: there is no such theme, every error of the file at once, or no such font or face.
    """
    theme, file = load_template(ThemeModel, "themes", name, None, {"colours": list(colours)}, data)
    problems = ErrorCollector()
    fonts = {role: _font(role, font, file, problems) for role, font in vars(theme.fonts).items()}
    if theme.ink_against is not None:
        with problems:
            check_template_name("themes", theme.ink_against, file.place(("ink_against",)), data)
    faces = {old: _face(old, new, file, problems, data) for old, new in theme.faces.items()}
    problems.check()
    return theme.model_copy(update={"fonts": Fonts(**fonts), "faces": faces})


def _font(role: str, font: str, file: YamlFile, problems: ErrorCollector) -> str:
    place = file.place(("fonts", role))
    found = font
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
