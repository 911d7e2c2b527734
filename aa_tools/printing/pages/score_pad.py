"""Blank score pads, two on a lying sheet, in the deck's look: a line for each card of each round, a column a player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Literal

from aa_tools.cards.database import CardDatabase
from aa_tools.cards.texts import LocalizedText, TextResolver
from aa_tools.errors import InputError, Problem
from aa_tools.printing.drawing.inks import Ink, contrasting_ink, mix
from aa_tools.printing.drawing.labels import draw_label
from aa_tools.printing.drawing.pen import Pen
from aa_tools.printing.faces.compose import DeckStyle, describe_missing_characters
from aa_tools.printing.faces.template import load_large_paper
from aa_tools.printing.faces.templatefile import TemplateModel, load_template
from aa_tools.printing.faces.theme import load_theme
from aa_tools.printing.layout.geometry import Rect, Size
from aa_tools.printing.output.pdf import new_pdf
from aa_tools.rules.ruleset import Kind

_PADS = 2
_MARGIN_MM = 10.0
_HEAD_MM = 19.0
_FOOT_MM = 6.0
_BAR_MM = 2.4
_NAMES_MM = 11.0
_HIGHEST_ROW_MM = 9.5
_LABEL_SHARE = 0.38
_RULE_MM = 0.2


class PadModel(TemplateModel):
    """The words of the blank score pads.

    Attributes:
        format: The form of this file.
        players: Before the names.
        round: The sum of a round; {number} stands for its number.
        inspirations: The points of the inspirations of a round.
        total: The sum of all rounds.
        professor_cards: How many professors a player won.
        first_player_card: Who holds that card at the end.
        rule: Who wins.
    """

    format: Literal["aa.pad/1"]
    players: LocalizedText
    round: LocalizedText
    inspirations: LocalizedText
    total: LocalizedText
    professor_cards: LocalizedText
    first_player_card: LocalizedText
    rule: LocalizedText


@dataclass(frozen=True)
class ScorePad:
    """Pads ready to be drawn: inks and fonts, the words, what the paper is called, and the lying sheet."""

    style: DeckStyle
    words: PadModel
    paper: str
    page: Size


@dataclass(frozen=True)
class _Row:
    """A row of a pad: what it is for, its points, the inks of its mark, and whether it sums up."""

    text: str
    points: str = ""
    inks: tuple[Ink, ...] = ()
    is_sum: bool = False


def plan_score_pad(database: CardDatabase, *, paper: str = "a4", theme: str = "classic") -> ScorePad:
    """Makes ready a sheet of score pads for the rounds of the rules.

    Args:
        database: the title, the colours and the rules.
        paper: a name in templates/papers, or the path of such a file.
        theme: a name in templates/themes, or the path of such a file.

    Raises:
        InputError: no such template, an error in it, or a character that the fonts lack.
    """
    sheet, style = (
        load_large_paper(paper, database.data),
        DeckStyle(database, load_theme(theme, database.colours, database.data)),
    )
    return ScorePad(style, _words(style), sheet.title, sheet.size.turned)


def _words(style: DeckStyle) -> PadModel:
    """Reads the words of the pads in the language of the card file."""
    language = style.database.language
    words, file = load_template(
        PadModel, "pads", "score-pad", None, {"texts": TextResolver(language)}, style.database.data
    )
    problems = []
    for name, text in words.model_dump(exclude={"format", "extends"}).items():
        if message := describe_missing_characters(text, style.font("text" if name == "rule" else "strong")):
            problems.append(Problem(message, file.place((name, language)), "write it otherwise"))
    if problems:
        raise InputError(problems)
    return words


def write_score_pad(pad: ScorePad, file: BinaryIO) -> None:
    """Writes the pads as a PDF of one page; cut it in the middle."""
    game = pad.style.database.file.game.title
    pdf = new_pdf(file, pad.page, pad.style, f"{game} · score pad", f"{_PADS} score pads on a sheet of {pad.paper}")
    pen, width = Pen(pdf), pad.page.width_mm / _PADS
    with pen.page():
        for number in range(_PADS):
            box = Rect(
                number * width + _MARGIN_MM, _MARGIN_MM, width - 2 * _MARGIN_MM, pad.page.height_mm - 2 * _MARGIN_MM
            )
            _Pad(pen, pad.style, pad.words, box).draw()
        for y in range(6, int(pad.page.height_mm) - 5, 4):
            pen.line([(width, y), (width, y + 2)], pad.style.theme.inks.quiet, _RULE_MM)
    pdf.save()


def _rows(style: DeckStyle, words: PadModel) -> Iterator[list[_Row]]:
    """Yields the rows of each round, and then those at the end."""
    rules, inks = style.database.rules, style.theme.inks
    sand = mix(inks.panel, inks.text, 0.18)
    points = {kind: str(number) for kind, number in rules.points.items()}
    for number, asked in enumerate(rules.rounds, 1):
        rows = [
            _Row("", points[Kind.ASSIGNMENT], (ink,))
            for ink in style.palette.colours
            for _ in range(asked.assignments_of_each_colour)
        ]
        rows += [_Row("", points[Kind.ASSIGNMENT], style.palette.colours)] * asked.assignments
        rows += [_Row("", points[Kind.PROFESSOR], (inks.text,))] * asked.professors
        if asked.inspirations_per_player:
            rows.append(_Row(words.inspirations, points[Kind.INSPIRATION], (sand,)))
        yield [*rows, _Row(words.round.replace("{number}", str(number)), is_sum=True)]
    yield [_Row(words.total, is_sum=True), _Row(words.professor_cards), _Row(words.first_player_card)]


@dataclass(frozen=True)
class _Pad:
    """Draws one pad from the top down."""

    pen: Pen
    style: DeckStyle
    words: PadModel
    box: Rect

    def draw(self) -> None:
        self._head()
        blocks = list(_rows(self.style, self.words))
        count = sum(map(len, blocks))
        gaps = 2.2 * len(blocks)
        room = self.box.height_mm - _HEAD_MM - _NAMES_MM - _FOOT_MM - gaps
        high = min(_HIGHEST_ROW_MM, room / count)
        top = self.box.top_mm - _HEAD_MM
        self._names(Rect(self.box.left_mm, top - _NAMES_MM, self.box.width_mm, _NAMES_MM))
        top -= _NAMES_MM
        for block in blocks:
            top -= 2.2
            for row in block:
                top -= high
                self._row(Rect(self.box.left_mm, top, self.box.width_mm, high), row)
        foot = Rect(self.box.left_mm, self.box.bottom_mm, self.box.width_mm, 3)
        draw_label(self.pen, self.words.rule, self.style.font("text"), foot, 7.5, self.style.theme.inks.quiet)

    @property
    def _columns(self) -> list[Rect]:
        """The players' columns, at any height."""
        left = self.box.left_mm + self.box.width_mm * _LABEL_SHARE
        wide = (self.box.right_mm - left) / max(self.style.database.rules.grid)
        return [Rect(left + wide * number + 1, 0, wide - 1, 0) for number in range(max(self.style.database.rules.grid))]

    def _head(self) -> None:
        box, left = self.box, self.box.left_mm
        for ink, share in zip(self.style.palette.colours, (0.5, 0.2, 0.3), strict=True):
            self.pen.rect(left, box.top_mm - _BAR_MM, box.width_mm * share, _BAR_MM, ink)
            left += box.width_mm * share
        game, inks = self.style.database.file.game, self.style.theme.inks
        title = Rect(box.left_mm, box.top_mm - _BAR_MM - 9.5, box.width_mm, 7)
        draw_label(self.pen, game.title, self.style.font("title"), title, 21, inks.text)
        below = Rect(box.left_mm, title.bottom_mm - 4.6, box.width_mm, 3)
        draw_label(self.pen, game.tagline, self.style.font("text"), below, 8.5, inks.quiet)

    def _names(self, box: Rect) -> None:
        inks = self.style.theme.inks
        what = Rect(box.left_mm, box.bottom_mm + 1.2, 40, 3)
        draw_label(self.pen, self.words.players, self.style.font("strong"), what, 8.5, inks.text)
        for column in self._columns:
            self.pen.rect(column.left_mm, box.bottom_mm, column.width_mm, box.height_mm, inks.panel)
            self.pen.rect(column.left_mm, box.bottom_mm, column.width_mm, 0.5, inks.text)

    def _row(self, box: Rect, row: _Row) -> None:
        inks = self.style.theme.inks
        left = box.left_mm
        if row.points:
            self._mark(Rect(left, box.bottom_mm + 1, 7, box.height_mm - 2), row)
            left += 9
        words = Rect(left, box.bottom_mm, self.box.width_mm * _LABEL_SHARE - (left - box.left_mm) - 2, box.height_mm)
        draw_label(self.pen, row.text, self.style.font("strong"), words, 10 if row.is_sum else 8.5, inks.text)
        if row.points and not row.text:
            self.pen.rect(left, box.bottom_mm + 1, words.width_mm, _RULE_MM, inks.quiet)
        for column in self._columns:
            self._cell(Rect(column.left_mm, box.bottom_mm, column.width_mm, box.height_mm), row)

    def _cell(self, box: Rect, row: _Row) -> None:
        inks = self.style.theme.inks
        if row.is_sum:
            is_total = row.text == self.words.total
            self.pen.rect(box.left_mm, box.bottom_mm + 0.5, box.width_mm, box.height_mm - 1, inks.panel)
            self.pen.rect(box.left_mm, box.bottom_mm + 0.5, box.width_mm, 0.9 if is_total else 0.4, inks.text)
        else:
            self.pen.rect(box.left_mm, box.bottom_mm + 1, box.width_mm, _RULE_MM, inks.quiet)

    def _mark(self, box: Rect, row: _Row) -> None:
        """A small card in the ink of what the row is for, with its points; a stripe of all where any will do."""
        inks, ground = self.style.theme.inks, row.inks[0]
        if len(row.inks) > 1:
            ground = inks.panel
        self.pen.rect(box.left_mm, box.bottom_mm, box.width_mm, box.height_mm, ground)
        high = box.height_mm * 0.3 if len(row.inks) > 1 else 0
        for number, ink in enumerate(row.inks if high else ()):
            wide = box.width_mm / len(row.inks)
            self.pen.rect(box.left_mm + wide * number, box.top_mm - high, wide, high, ink)
        words = Rect(box.left_mm, box.bottom_mm, box.width_mm, box.height_mm - high)
        ink = contrasting_ink(ground, inks.text, inks.paper)
        draw_label(self.pen, row.points, self.style.font("strong"), words, 8.5, ink, across="centre")
