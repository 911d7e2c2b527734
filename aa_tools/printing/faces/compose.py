"""Composes the faces of cards: sets texts and resolves drawings, so that all errors are found before drawing."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Mapping
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

_MISSING_CHARACTERS_HINT = "use other characters, or choose another font in the theme"


@dataclass(frozen=True)
class ArtElement:
    """A drawing in a box; `draw` is a key of `draw_face.ART_DRAWERS`."""

    draw: str
    box: Rect
    ink: Ink


@dataclass(frozen=True, eq=False)
class Face:
    """The front of one card, ready to be drawn.

    Attributes:
        card_id: id of the card.
        deck: name of its deck.
        size: size of the trimmed card.
        count: number of copies in the deck.
        art: the drawings, drawn first and in order.
        lines: the lines of text.
        quadrants: colour numbers of a canvas card: upper left, upper right, lower left, lower right.
        diagram: content of the diagram.
        tag: number of its photo tag.
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
    """The inks and fonts of a printed deck, from the card file and the theme."""

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
        """Returns the ink for a role on a card whose objective has this colour, or none."""
        inks = self.theme.inks
        card = self.palette.colours[self.database.colours.index(colour)] if colour else inks.text
        own = {"card": card, "on-card": contrasting_ink(card, inks.text, inks.paper), "on-dark": inks.paper}
        if self.theme.paint == "outline":  # panels are white, so everything on them is dark
            own = {"card": mix(card, inks.text, 0.25), "on-card": inks.text, "on-dark": inks.text}
        return own[role] if role in own else str(getattr(inks, role))

    def font(self, role: str) -> Font:
        """Returns the font of a role."""
        return find_font(getattr(self.theme.fonts, role))


@dataclass(frozen=True, eq=False)
class StyledFace:
    """A face with the inks and fonts to draw it."""

    face: Face
    style: DeckStyle


@dataclass(frozen=True)
class FailedFace:
    """A card whose face cannot be drawn, with the reasons."""

    card_id: str
    deck: str
    count: int
    problems: tuple[Problem, ...]


def compose_faces(
    database: CardDatabase, *, theme: str = "classic", cards: Collection[str] | None = None
) -> tuple[StyledFace, ...]:
    """Returns the faces of cards, without copies, in the order of the card file.

    Args:
        database: the card file.
        theme: name or path of a theme.
        cards: ids of the cards, None for all.

    Raises:
        InputError: the theme, a template or a face has errors; reports all of them.
    """
    found, problems = try_compose_faces(database, theme=theme, cards=cards), ErrorCollector()
    problems.found += [problem for face in found if isinstance(face, FailedFace) for problem in face.problems]
    problems.raise_if_any()
    return tuple(face for face in found if isinstance(face, StyledFace))


def try_compose_faces(
    database: CardDatabase, *, theme: str = "classic", cards: Collection[str] | None = None
) -> tuple[StyledFace | FailedFace, ...]:
    """Returns cards as faces or, if they cannot be drawn, with their errors. Arguments as for `compose_faces`.

    Raises:
        InputError: the theme has errors.
    """
    style = DeckStyle(database, load_theme(theme, database.colours, database.data))
    wanted = {deck: [card for card in database.ids(deck) if cards is None or card in cards] for deck in database.decks}
    return tuple(face for deck, ids in wanted.items() if ids for face in _try_compose(style, deck, ids))


def _try_compose(style: DeckStyle, deck: str, ids: Collection[str]) -> Iterator[StyledFace | FailedFace]:
    try:
        template = load_deck_face(style, deck)
    except InputError as error:
        cards = map(style.database.card, ids)
        yield from (FailedFace(card.id, deck, card.count, error.problems) for card in cards)
        return
    for face, problems in _compose_cards(style, deck, template, ids):
        yield FailedFace(face.card_id, deck, face.count, problems) if problems else StyledFace(face, style)


def load_deck_face(style: DeckStyle, deck: str) -> FaceModel:
    """Returns the face template of a deck, as named in the card file or replaced by the theme.

    Raises:
        InputError: as for `load_face`, or the fonts of the theme lack a character of a text in the template.
    """
    name, place = style.database.decks[deck].template, style.database.source.place(("decks", deck, "template"))
    language = style.database.language
    template, file = read_face(style.theme.faces.get(name, name), language, place, style.database.data)
    missing = {
        box: describe_missing_characters(without_placeholders(text.words), style.font(text.font))
        for box, text in template.texts.items()
    }
    if problems := [
        Problem(f"box {box}: {message}", file.place(("texts", box, "words", language)), _MISSING_CHARACTERS_HINT)
        for box, message in missing.items()
        if message
    ]:
        raise InputError(problems)
    return template


def compose_deck(style: DeckStyle, deck: str, template: FaceModel) -> tuple[Face, ...]:
    """Returns the face of every card of a deck, without copies, in the order of the card file.

    Raises:
        InputError: a text does not fit its box, a font lacks a character, or a box shows what the card does not have;
            reports all errors.
    """
    drafts = tuple(_compose_cards(style, deck, template, style.database.ids(deck)))
    if found := [problem for _, problems in drafts for problem in problems]:
        raise InputError(found)
    return tuple(face for face, _ in drafts)


def _compose_cards(
    style: DeckStyle, deck: str, template: FaceModel, ids: Collection[str]
) -> Iterator[tuple[Face, tuple[Problem, ...]]]:
    """Yields the faces of cards of a deck with their errors; a face with errors is incomplete."""
    wanted = frozenset(ids)
    for index, card in enumerate(style.database.decks[deck].cards):  # type: ignore[attr-defined]
        if card.id in wanted:
            composer = _Composer(style, deck, template, index, card)
            yield composer.face(), tuple(composer.problems)


def describe_missing_characters(text: str, font: Font) -> str:
    """Returns a message about the characters of a text that a font lacks, or ""."""
    named = [f"{character!r} ({unicodedata.name(character, 'no name')})" for character in font.missing(text)]
    return f"the font {font.name} has no {', '.join(named)}" if named else ""


@dataclass
class _Composer:
    """Composes one face and collects its errors."""

    style: DeckStyle
    deck: str
    template: FaceModel
    index: int
    card: Card
    problems: list[Problem] = field(default_factory=list)

    def face(self) -> Face:
        pictures = tuple(self._picture(name, art) for name, art in self.template.art.items())
        lines = [line for name, box in self.template.texts.items() for line in self._text(name, box)]
        if self.template.sections:
            more, bars = self._sections()
            lines += more
            pictures += bars
        what = (self.card.id, self.deck, self.template.card, self.card.count)
        return Face(*what, pictures, tuple(lines), self._quadrants, self._diagram, self.card.tag)

    @cached_property
    def _diagram(self) -> Example | Pattern | None:
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
    def _values(self) -> Mapping[str, str]:
        """The values of the placeholders; those that this card does not have are missing."""
        game, diagram = self.style.database.file.game, self._diagram
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
        needed = {"quadrants": bool(self._quadrants), "diagram": self._diagram is not None}
        if not needed.get(art.draw, True):
            self._add_missing(name, art.draw)
        if art.draw == "letters":
            self._can_draw(self.style.letters, self.style.font("title"), name, "")
        return ArtElement(art.draw, art.box_mm.rect(self.template.card), self.style.ink(art.ink, self._colour))

    def _text(self, name: str, box: TextBox) -> Iterator[TextLine]:
        text = box.words
        for word in PLACEHOLDERS:
            mark = "{" + word + "}"
            if mark in text and word not in self._values:
                return self._add_missing(name, mark)
            text = text.replace(mark, self._values.get(word, ""))
        font = self.style.font(box.font)
        if not self._can_draw(text, font, name, box.words):
            return
        ink = self.style.ink(box.ink, self._colour)
        style = TextStyle(box.size_pt, box.smallest_pt, box.leading, ink, box.across, box.down)
        room = box.box_mm.rect(self.template.card)
        lines = fit_text(split_words(text, font), room, style)
        if lines is None:
            self._add_too_long(name, box.words, box.smallest_pt, count_overflow(text, font, room, style))
        yield from lines or ()

    def _sections(self) -> tuple[list[TextLine], tuple[ArtElement, ...]]:
        box = self.template.sections
        assert box is not None
        if not isinstance(self.card, ReferenceCard):
            self._add_missing("sections", "sections")
            return [], ()
        strong, text = self.style.font("strong"), self.style.font("text")
        all_text = " ".join(part for section in self.card.sections for part in (section.heading, *section.lines))
        if not (self._can_draw(all_text, strong, "sections", "") and self._can_draw(all_text, text, "sections", "")):
            return [], ()
        style = TextStyle(box.size_pt, box.smallest_pt, box.leading, self.style.theme.inks.text)
        done = set_sections(self.card.sections, box.box_mm.rect(self.template.card), style, (strong, text))
        if done is None:
            self._add_too_long("sections", "", box.smallest_pt, 0)
            return [], ()
        lines, bars = done
        inks = self.style.palette.colours
        return lines, tuple(ArtElement("panel", bar, inks[number % len(inks)]) for number, bar in enumerate(bars))

    def _can_draw(self, text: str, font: Font, box: str, words: str) -> bool:
        message = describe_missing_characters(text, font)
        if message:
            self._add_problem(f"card {self.card.id}, box {box}: {message}", words, _MISSING_CHARACTERS_HINT)
        return not message

    def _add_too_long(self, box: str, words: str, smallest_pt: float, characters: int) -> None:
        what = next((name for name in ("title", "text") if "{" + name + "}" in words), "text")
        message = (
            f"card {self.card.id}: the {what} ({self.style.database.language}) does not fit the text box {box!r} "
            f"of the face, even at {smallest_pt:g} pt"
        )
        if characters:
            message += f": about {pluralise(characters, 'character')} too many"
        self._add_problem(message, words, "shorten it, or make the box larger in the face template")

    def _add_missing(self, box: str, what: str) -> None:
        hint = f"choose another template for the {self.deck} deck"
        self._add_problem(f"card {self.card.id}: the box {box} shows {what}, which this card does not have", "", hint)

    def _add_problem(self, message: str, words: str, hint: str) -> None:
        self.problems.append(Problem(message, self._place(words), hint))

    def _place(self, words: str) -> Place:
        """Returns the location of the text of the card that a box shows, or else of the card."""
        path = ("decks", self.deck, "cards", self.index)
        own = [name for name in ("title", "text", "id") if "{" + name + "}" in words]
        database = self.style.database
        return database.source.place((*path, *own[:1], database.language))
