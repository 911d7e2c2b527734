"""Cards -> faces: every text set, every picture worked out, every error found before anything is drawn."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from aa_tools.cards.database import CardDatabase
from aa_tools.cards.models.forms import CanvasCard, Card, InspirationModel, ReferenceCard
from aa_tools.cards.models.objectives import ObjectiveCard
from aa_tools.errors import ErrorCollector, InputError, Place, Problem
from aa_tools.printing.drawing.diagrams import DiagramPalette, Lettering
from aa_tools.printing.drawing.examples import Example, build_example
from aa_tools.printing.drawing.fonts import Font, find_font
from aa_tools.printing.drawing.inks import Ink, contrasting_ink, mix
from aa_tools.printing.drawing.text import TextLine, TextStyle, count_overflow, fit_text, split_words
from aa_tools.printing.faces.sections import set_sections
from aa_tools.printing.faces.template import PLACEHOLDERS, ArtBox, FaceModel, TextBox, read_face, without_placeholders
from aa_tools.printing.faces.theme import ThemeModel, load_theme
from aa_tools.printing.layout.geometry import Rect, Size
from aa_tools.rules.areas import Pattern
from aa_tools.rules.ruleset import Kind
from aa_tools.text import pluralise

_WRITE_OTHERWISE = "write it otherwise, or choose another font in the theme"


@dataclass(frozen=True)
class ArtElement:
    """Something to draw in a box; `ink` is the box's own."""

    draw: str
    box: Rect
    ink: Ink


@dataclass(frozen=True, eq=False)
class Face:
    """The front of one card, ready to be drawn.

    Attributes:
        card_id: the card.
        deck: the deck it belongs to.
        size: the size of card it is drawn for.
        count: how many of it the deck has.
        pictures: what is drawn first, in order.
        lines: the text, set.
        quadrants: the colour numbers of a canvas card: upper left, upper right, lower left, lower right.
        shown: what the diagram shows.
        tag: the number of its tag.
    """

    card_id: str
    deck: str
    size: Size
    count: int
    art: tuple[ArtElement, ...]
    lines: tuple[TextLine, ...]
    quadrants: tuple[int, ...] = ()
    diagram: Example | Pattern | None = None
    tag: int | None = None


@dataclass(frozen=True)
class DeckStyle:
    """The inks and fonts of a printed deck: those of the game and those of the theme."""

    database: CardDatabase
    theme: ThemeModel

    @cached_property
    def palette(self) -> DiagramPalette:
        """The inks of diagrams."""
        inks, own = self.theme.inks, self.theme.colours
        colours = tuple(own.get(name, colour.ink) for name, colour in self.database.file.colours.items())
        lettered = Lettering(self.letters, self.font("title")) if self.theme.letters else None
        return DiagramPalette(colours, inks.panel, inks.text, inks.paper, self.theme.pale, lettered)

    @property
    def letters(self) -> str:
        """The letters of the colours."""
        return self.database.letters

    @property
    def hatches(self) -> list[str]:
        """The textures of the colours."""
        return [colour.hatch for colour in self.database.file.colours.values()]

    def ink(self, role: str, colour: str | None) -> Ink:
        """Returns the ink of a role on a card that asks for a colour, or for none."""
        inks = self.theme.inks
        card = self.palette.colours[self.database.colours.index(colour)] if colour else inks.text
        own = {"card": card, "on-card": contrasting_ink(card, inks.text, inks.paper), "on-dark": inks.paper}
        if self.theme.paint == "outline":  # whatever stands on a panel stands on white
            own = {"card": mix(card, inks.text, 0.25), "on-card": inks.text, "on-dark": inks.text}
        return own[role] if role in own else str(getattr(inks, role))

    def font(self, role: str) -> Font:
        """Returns the font of a role."""
        return find_font(getattr(self.theme.fonts, role))


@dataclass(frozen=True, eq=False)
class StyledFace:
    """A face with its look."""

    face: Face
    style: DeckStyle


@dataclass(frozen=True)
class FailedFace:
    """A card whose face cannot be drawn, and why."""

    card_id: str
    deck: str
    count: int
    problems: tuple[Problem, ...]


def compose_faces(database: CardDatabase, *, theme: str = "classic") -> tuple[StyledFace, ...]:
    """Returns the face of every card, once, in the order of the card file.

    Raises:
        InputError: every error of every deck and template at once.
    """
    found, problems = try_compose_faces(database, theme=theme), ErrorCollector()
    problems.found += [problem for each in found if isinstance(each, FailedFace) for problem in each.problems]
    problems.check()
    return tuple(each for each in found if isinstance(each, StyledFace))


def try_compose_faces(database: CardDatabase, *, theme: str = "classic") -> tuple[StyledFace | FailedFace, ...]:
    """Returns the face of every card that can be drawn, and in their places the cards that cannot.

    Raises:
        InputError: the theme cannot be used.
    """
    style = DeckStyle(database, load_theme(theme, database.colours, database.data))
    return tuple(each for name in database.decks for each in _sketched(style, name))


def _sketched(style: DeckStyle, deck: str) -> Iterator[StyledFace | FailedFace]:
    try:
        form = load_deck_face(style, deck)
    except InputError as error:
        cards = map(style.database.card, style.database.ids(deck))
        yield from (FailedFace(card.id, deck, card.count, error.problems) for card in cards)
        return
    for face, problems in try_compose_deck(style, deck, form):
        yield FailedFace(face.card_id, deck, face.count, problems) if problems else StyledFace(face, style)


def load_deck_face(style: DeckStyle, deck: str) -> FaceModel:
    """Returns the template of a deck's faces: what the card file names, or what the theme puts in its place.

    Raises:
        InputError: as `load_face`, or the theme's fonts lack a character of the template's own words.
    """
    name, place = style.database.decks[deck].template, style.database.source.place(("decks", deck, "template"))
    language = style.database.language
    form, file = read_face(style.theme.faces.get(name, name), language, place, style.database.data)
    lacks = {
        box: describe_missing_characters(without_placeholders(text.words), style.font(text.font))
        for box, text in form.texts.items()
    }
    if problems := [
        Problem(f"box {box}: {message}", file.place(("texts", box, "words", language)), _WRITE_OTHERWISE)
        for box, message in lacks.items()
        if message
    ]:
        raise InputError(problems)
    return form


def compose_deck(style: DeckStyle, deck: str, form: FaceModel) -> tuple[Face, ...]:
    """Returns the face of each card of a deck, once, in the order of the card file.

    Raises:
        InputError: every text that does not fit its box, every character that the font lacks, every box that shows
            what such a card does not have.
    """
    drafts = tuple(try_compose_deck(style, deck, form))
    if found := [problem for _, problems in drafts for problem in problems]:
        raise InputError(found)
    return tuple(face for face, _ in drafts)


def try_compose_deck(style: DeckStyle, deck: str, form: FaceModel) -> Iterator[tuple[Face, tuple[Problem, ...]]]:
    """Yields the face of each card of a deck with what is wrong with it; with any error it is not whole."""
    for index, card in enumerate(style.database.decks[deck].cards):  # type: ignore[attr-defined]
        composer = _Composer(style, deck, form, index, card)
        yield composer.face(), tuple(composer.problems)


def describe_missing_characters(text: str, font: Font) -> str:
    """Returns what to say of the characters that a font lacks for a text, or ""."""
    named = [f"{each!r} ({unicodedata.name(each, 'no name')})" for each in font.missing(text)]
    return f"the font {font.name} has no {', '.join(named)}" if named else ""


@dataclass
class _Composer:
    """Composes one face and notes what is wrong with it."""

    style: DeckStyle
    deck: str
    form: FaceModel
    index: int
    card: Card
    problems: list[Problem] = field(default_factory=list)

    def face(self) -> Face:
        pictures = tuple(self._picture(name, art) for name, art in self.form.art.items())
        lines = [line for name, box in self.form.texts.items() for line in self._text(name, box)]
        if self.form.sections:
            more, bars = self._sections()
            lines += more
            pictures += bars
        what = (self.card.id, self.deck, self.form.card, self.card.count)
        return Face(*what, pictures, tuple(lines), self._quadrants, self._shown, self.card.tag)

    @cached_property
    def _shown(self) -> Example | Pattern | None:
        if isinstance(self.card, InspirationModel):
            return self.card.pattern
        if isinstance(self.card, ObjectiveCard):
            objective = self.card.objective.build(self.style.database.colours)
            return build_example(objective, mirrored_patterns=self.style.database.rules.mirrored_patterns)
        return None

    @property
    def _quadrants(self) -> tuple[int, ...]:
        if not isinstance(self.card, CanvasCard):
            return ()
        return tuple(self.style.database.letters.index(letter) for letter in self.card.quadrants.replace("/", ""))

    @property
    def _colour(self) -> str | None:
        return getattr(getattr(self.card, "objective", None), "colour", None)

    @cached_property
    def _facts(self) -> Mapping[str, str]:
        """What the words in braces stand for on this card; what it does not have is left out."""
        game, diagram = self.style.database.file.game, self._shown
        points = self.style.database.rules.points[Kind(self.deck)] if self.deck in list(Kind) else None
        found = {
            "id": self.card.id,
            "title": self.card.title,
            "text": getattr(self.card, "text", None),
            "points": points,
            "number": diagram.number if isinstance(diagram, Example) else None,
            "colour": self._colour,
            "game": game.title,
            "tagline": game.tagline,
        }
        return {name: str(value) for name, value in found.items() if value is not None}

    def _picture(self, name: str, art: ArtBox) -> ArtElement:
        needed = {"quadrants": bool(self._quadrants), "diagram": self._shown is not None}
        if not needed.get(art.draw, True):
            self._lacks(name, art.draw)
        if art.draw == "letters":
            self._can_draw(self.style.letters, self.style.font("title"), name, "")
        return ArtElement(art.draw, art.box_mm.rect(self.form.card), self.style.ink(art.ink, self._colour))

    def _text(self, name: str, box: TextBox) -> Iterator[TextLine]:
        text = box.words
        for word in PLACEHOLDERS:
            mark = "{" + word + "}"
            if mark in text and word not in self._facts:
                return self._lacks(name, mark)
            text = text.replace(mark, self._facts.get(word, ""))
        font = self.style.font(box.font)
        if not self._can_draw(text, font, name, box.words):
            return
        ink = self.style.ink(box.ink, self._colour)
        style = TextStyle(box.size_pt, box.smallest_pt, box.leading, ink, box.across, box.down)
        room = box.box_mm.rect(self.form.card)
        lines = fit_text(split_words(text, font), room, style)
        if lines is None:
            self._too_long(name, box.words, box.smallest_pt, count_overflow(text, font, room, style))
        yield from lines or ()

    def _sections(self) -> tuple[list[TextLine], tuple[ArtElement, ...]]:
        box = self.form.sections
        assert box is not None
        if not isinstance(self.card, ReferenceCard):
            self._lacks("sections", "sections")
            return [], ()
        strong, text = self.style.font("strong"), self.style.font("text")
        every = " ".join(part for each in self.card.sections for part in (each.heading, *each.lines))
        if not (self._can_draw(every, strong, "sections", "") and self._can_draw(every, text, "sections", "")):
            return [], ()
        style = TextStyle(box.size_pt, box.smallest_pt, box.leading, self.style.theme.inks.text)
        done = set_sections(self.card.sections, box.box_mm.rect(self.form.card), style, (strong, text))
        if done is None:
            self._too_long("sections", "", box.smallest_pt, 0)
            return [], ()
        lines, bars = done
        inks = self.style.palette.colours
        return lines, tuple(ArtElement("panel", bar, inks[number % len(inks)]) for number, bar in enumerate(bars))

    def _can_draw(self, text: str, font: Font, box: str, words: str) -> bool:
        message = describe_missing_characters(text, font)
        if message:
            self._fault(f"card {self.card.id}, box {box}: {message}", words, _WRITE_OTHERWISE)
        return not message

    def _too_long(self, box: str, words: str, smallest_pt: float, characters: int) -> None:
        what = next((name for name in ("title", "text") if "{" + name + "}" in words), "text")
        message = (
            f"card {self.card.id}: the {what} ({self.style.database.language}) does not fit the text box {box!r} "
            f"of the face, even at {smallest_pt:g} pt"
        )
        if characters:
            message += f": about {pluralise(characters, 'character')} too many"
        self._fault(message, words, "shorten it, or make the box larger in the face template")

    def _lacks(self, box: str, what: str) -> None:
        hint = f"choose another template for the {self.deck} deck"
        self._fault(f"card {self.card.id}: the box {box} shows {what}, which this card does not have", "", hint)

    def _fault(self, message: str, words: str, hint: str) -> None:
        self.problems.append(Problem(message, self._place(words), hint))

    def _place(self, words: str) -> Place:
        """Returns the place of the card's own text that a box shows, else that of the card."""
        path = ("decks", self.deck, "cards", self.index)
        own = [name for name in ("title", "text", "id") if "{" + name + "}" in words]
        database = self.style.database
        return database.source.place((*path, *own[:1], database.language))
