"""A finished game on one sheet of paper to pin to a wall: its painted canvases as in a gallery, and who made what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import InputError, RulesError
from aa_tools.printing.drawing.inks import Ink, contrasting_ink, mix
from aa_tools.printing.drawing.labels import draw_label
from aa_tools.printing.drawing.pen import Pen
from aa_tools.printing.faces.compose import ArtElement, DeckStyle, Face, describe_missing_characters
from aa_tools.printing.faces.draw_face import define_quadrant_forms, draw_face
from aa_tools.printing.faces.template import load_large_paper
from aa_tools.printing.faces.theme import load_theme
from aa_tools.printing.layout.geometry import CARD_SIZES, Rect, Size
from aa_tools.printing.output.pdf import new_pdf
from aa_tools.rules.canvas import Canvas
from aa_tools.rules.match import MatchOutcome, MatchState, outcome
from aa_tools.rules.objectives import InspirationCard, PublicCard
from aa_tools.rules.ruleset import Side
from aa_tools.rules.scoring import RoundScore

_MARGIN_MM = 13.0
_BAR_MM = 3.0
_HEAD_MM = 25.5
_MAT_MM = 4.0
_GUTTER_MM = 9.0
_SEAT_PT = 6.5
_CAPTION_LINE_MM = 3.7
_ROW_MM = 8.0
_CARD = CARD_SIZES["poker"]
_CARD_MARGIN_MM = 1.0


@dataclass(frozen=True)
class Keepsake:
    """A finished game, ready to be drawn.

    Attributes:
        look: inks and fonts.
        paper: what the paper is called.
        page: the sheet, lying.
        state: the match.
        ended: how it ended.
        verdict: the same in words.
    """

    style: DeckStyle
    paper: str
    page: Size
    state: MatchState
    ended: MatchOutcome
    verdict: str


def plan_keepsake(
    database: CardDatabase, state: MatchState, verdict: str, *, paper: str = "a4", theme: str = "classic"
) -> Keepsake:
    """Makes ready a finished game; everything that can be wrong with it is found here.

    Args:
        database: the cards, for their titles and colours.
        state: the match.
        verdict: who has won and why, in words.
        paper: a name in templates/papers, or the path of such a file.
        theme: a name in templates/themes, or the path of such a file.

    Raises:
        RulesError: the match is not over.
        InputError: no such template, or a name that the fonts cannot draw.
    """
    ended = outcome(state)
    if ended is None or not state.rounds:
        raise RulesError("the game is not over", hint="the keepsake shows all its rounds; play on first")
    style = DeckStyle(database, load_theme(theme, database.colours, database.data))
    for player in state.players:
        for role in ("title", "strong", "text"):
            if message := describe_missing_characters(player.name, style.font(role)):
                raise InputError(f"{player.name} cannot be printed: {message}", hint="write the name in other letters")
    sheet = load_large_paper(paper, database.data)
    return Keepsake(style, sheet.title, sheet.size.turned, state, ended, verdict)


def write_keepsake(keepsake: Keepsake, file: BinaryIO) -> None:
    """Writes the keepsake as a PDF of one page; the same game gives the same bytes."""
    game = keepsake.style.database.file.game.title
    pdf = new_pdf(
        file, keepsake.page, keepsake.style, f"{game} · {' · '.join(keepsake.state.names.values())}", keepsake.verdict
    )
    pen = Pen(pdf)
    define_quadrant_forms(pen, _face((0, 1, 2, 0)), keepsake.style)
    with pen.page():
        _Sheet(pen, keepsake).draw()
    pdf.save()


def _face(quadrants: tuple[int, ...]) -> Face:
    box = Rect(
        _CARD_MARGIN_MM, _CARD_MARGIN_MM, _CARD.width_mm - 2 * _CARD_MARGIN_MM, _CARD.height_mm - 2 * _CARD_MARGIN_MM
    )
    return Face("", "canvas", _CARD, 1, (ArtElement("quadrants", box, ""),), (), quadrants)


@dataclass(frozen=True)
class _Sheet:
    """Draws the page from the top down."""

    pen: Pen
    keepsake: Keepsake

    @property
    def style(self) -> DeckStyle:
        return self.keepsake.style

    @property
    def inner(self) -> Rect:
        page = self.keepsake.page
        return Rect(_MARGIN_MM, _MARGIN_MM, page.width_mm - 2 * _MARGIN_MM, page.height_mm - 2 * _MARGIN_MM)

    def draw(self) -> None:
        inner, state = self.inner, self.keepsake.state
        self._head()
        rows_mm = _ROW_MM * len(state.players)
        lines = max(len(list(_captions(result, self.keepsake))) for result in state.rounds)
        captions_mm = 7 + _CAPTION_LINE_MM * lines
        top = inner.top_mm - _HEAD_MM
        rounds = len(state.rounds)
        room = Size(
            (inner.width_mm - _GUTTER_MM * (rounds - 1)) / rounds, top - inner.bottom_mm - rows_mm - 5 - captions_mm
        )
        mat = self._mat(room)
        between = (inner.width_mm - rounds * mat.width_mm) / max(rounds - 1, 1)
        for number, result in enumerate(state.rounds):
            left = inner.left_mm + number * (mat.width_mm + between)
            self._painting(Rect(left, top - mat.height_mm, mat.width_mm, mat.height_mm), result.table.canvas)
            caption = Rect(left, top - mat.height_mm - captions_mm, mat.width_mm, captions_mm)
            self._caption(caption, number + 1, result)
        self._tally(Rect(inner.left_mm, inner.bottom_mm, inner.width_mm, rows_mm))

    def _head(self) -> None:
        """The three colours, the game's title, and who has won."""
        inner, inks, left = self.inner, self.style.theme.inks, self.inner.left_mm
        for ink, share in zip(self.style.palette.colours, (0.5, 0.2, 0.3), strict=True):
            self.pen.rect(left, inner.top_mm - _BAR_MM, inner.width_mm * share, _BAR_MM, ink)
            left += inner.width_mm * share
        game = self.style.database.file.game
        half = inner.width_mm / 2 - 4
        title = Rect(inner.left_mm, inner.top_mm - _BAR_MM - 12.5, half, 9)
        draw_label(self.pen, game.title, self.style.font("title"), title, 27, inks.text)
        below = Rect(inner.left_mm, title.bottom_mm - 6, half, 4)
        draw_label(self.pen, game.tagline, self.style.font("text"), below, 10, inks.quiet)
        right = inner.left_mm + inner.width_mm - half
        winner = self.keepsake.state.names[self.keepsake.ended.winner]
        draw_label(
            self.pen,
            winner,
            self.style.font("title"),
            Rect(right, title.bottom_mm, half, 9),
            27,
            inks.text,
            across="right",
        )
        verdict = Rect(right, below.bottom_mm, half, 4)
        draw_label(self.pen, self.keepsake.verdict, self.style.font("text"), verdict, 10, inks.quiet, across="right")

    def _mat(self, room: Size) -> Size:
        """Returns how large a canvas with its mat can be in some room."""
        cards = self.keepsake.state.rounds[0].table.canvas.side // 2
        width, height = cards * _CARD.width_mm, cards * _CARD.height_mm
        scale = min((room.width_mm - 2 * _MAT_MM) / width, (room.height_mm - 2 * _MAT_MM) / height)
        return Size(width * scale + 2 * _MAT_MM, height * scale + 2 * _MAT_MM)

    def _painting(self, mat: Rect, canvas: Canvas) -> None:
        """Draws a canvas on its mat, on which the players' names stand where they sat."""
        self.pen.rect(mat.left_mm, mat.bottom_mm, mat.width_mm, mat.height_mm, self.style.theme.inks.panel)
        scale = (mat.width_mm - 2 * _MAT_MM) / (canvas.side // 2 * _CARD.width_mm)
        with self.pen.transformed(mat.left_mm + _MAT_MM, mat.bottom_mm + _MAT_MM, scale=scale):
            self._cards(canvas)
        for side, name in self.keepsake.state.names.items():
            self._seat(mat, side, name)

    def _seat(self, mat: Rect, side: Side, name: str) -> None:
        """Writes a name on one edge of a mat, to be read from there or, north, from the south."""
        inks, font = self.style.theme.inks, self.style.font("text")
        if side in (Side.SOUTH, Side.NORTH):
            bottom = mat.bottom_mm if side == Side.SOUTH else mat.top_mm - _MAT_MM
            edge = Rect(mat.left_mm, bottom, mat.width_mm, _MAT_MM)
            draw_label(self.pen, name, font, edge, _SEAT_PT, inks.text, across="centre")
            return
        is_west = side == Side.WEST
        x = mat.left_mm + _MAT_MM if is_west else mat.right_mm - _MAT_MM
        with self.pen.transformed(x, mat.bottom_mm if is_west else mat.top_mm, turn_deg=90 if is_west else -90):
            edge = Rect(0, 0, mat.height_mm, _MAT_MM)
            draw_label(self.pen, name, font, edge, _SEAT_PT, inks.text, across="centre")

    def _cards(self, canvas: Canvas) -> None:
        cards = canvas.side // 2
        for row in range(cards):
            for column in range(cards):
                four = canvas.quadrants[2 * row : 2 * row + 2, 2 * column : 2 * column + 2].ravel()
                if (four >= 0).all():
                    with self.pen.transformed(column * _CARD.width_mm, (cards - 1 - row) * _CARD.height_mm):
                        self.pen.rect(0, 0, _CARD.width_mm, _CARD.height_mm, self.style.theme.inks.paper)
                        draw_face(self.pen, _face(tuple(int(colour) for colour in four)), self.style)

    def _caption(self, box: Rect, number: int, result: RoundScore) -> None:
        """What stands on the wall under a painting: the round, and who took which card."""
        inks = self.style.theme.inks
        heading = Rect(box.left_mm, box.top_mm - 6, box.width_mm, 4)
        draw_label(self.pen, f"Round {number}", self.style.font("strong"), heading, 11, inks.text)
        points = "   ".join(f"{name} {result.points(side)}" for side, name in self.keepsake.state.names.items())
        beside = Rect(box.left_mm + 22, heading.bottom_mm, box.width_mm - 22, 4)
        draw_label(self.pen, points, self.style.font("strong"), beside, 8, inks.text, across="right")
        top = heading.bottom_mm - 1.2
        for what, who, ink in _captions(result, self.keepsake):
            line = Rect(box.left_mm, top - _CAPTION_LINE_MM, box.width_mm, _CAPTION_LINE_MM)
            self.pen.rect(line.left_mm, line.bottom_mm + 0.85, 2, 2, ink)
            left = Rect(line.left_mm + 3.4, line.bottom_mm, line.width_mm * 0.52, line.height_mm)
            draw_label(self.pen, what, self.style.font("text"), left, 7.5, inks.text)
            right = Rect(left.right_mm + 1, line.bottom_mm, line.right_mm - left.right_mm - 1, line.height_mm)
            draw_label(self.pen, who, self.style.font("text"), right, 7.5, inks.text, across="right")
            top -= _CAPTION_LINE_MM

    def _tally(self, box: Rect) -> None:
        """A row for each player: every card won, as long as it is worth, and the total."""
        state, inks = self.keepsake.state, self.style.theme.inks
        names_mm, total_mm = 38.0, 16.0
        unit = (box.width_mm - names_mm - total_mm) / max(1, *(state.points(side) for side in state.sides))
        for row, side in enumerate(state.sides):
            bottom = box.top_mm - (row + 1) * _ROW_MM + 1.2
            high = _ROW_MM - 2.4
            is_winner = side is self.keepsake.ended.winner
            name = Rect(box.left_mm, bottom, names_mm - 4, high)
            font = self.style.font("title" if is_winner else "strong")
            draw_label(self.pen, self.keepsake.state.names[side], font, name, 14 if is_winner else 12, inks.text)
            left = box.left_mm + names_mm
            for card in _won(state, side):
                self._block(Rect(left, bottom, unit * card.points, high), card)
                left += unit * card.points
            total = Rect(left + 2.5, bottom, total_mm - 2.5, high)
            draw_label(self.pen, str(state.points(side)), font, total, 17 if is_winner else 14, inks.text)

    def _block(self, box: Rect, card: PublicCard | InspirationCard) -> None:
        if card.points:
            ink = _ink(card, self.style)
            self.pen.rect(box.left_mm, box.bottom_mm, box.width_mm - 0.5, box.height_mm, ink)
            on = contrasting_ink(ink, self.style.theme.inks.text, self.style.theme.inks.paper)
            draw_label(self.pen, str(card.points), self.style.font("strong"), box, 8, on, across="centre")


def _ink(card: PublicCard | InspirationCard, style: DeckStyle) -> Ink:
    """Assignments in their colour, professors dark, inspirations sand."""
    if isinstance(card, InspirationCard):
        return mix(style.theme.inks.panel, style.theme.inks.text, 0.18)
    colour = card.objective.colour
    return style.theme.inks.text if colour is None else style.palette.colours[colour]


def _won(state: MatchState, side: Side) -> list[PublicCard | InspirationCard]:
    """Returns every card that a side won, in the order of the rounds."""
    won: list[PublicCard | InspirationCard] = []
    for result in state.rounds:
        won += [*result.cards(side), *result.scored(side)]
    return won


def _captions(result: RoundScore, keepsake: Keepsake) -> Iterator[tuple[str, str, Ink]]:
    """Yields for each public card, and for the inspirations together: what, who, and its ink."""
    for claim in result.claims:
        title = str(keepsake.style.database.card(claim.card.id).title)
        who = keepsake.state.names[claim.claimed_by] if claim.claimed_by else "nobody"
        yield title, who, _ink(claim.card, keepsake.style)
    scored = Counter(each.side for each in result.inspirations if each.scored)
    if scored:
        names = [
            name + (f" {scored[side]}" if scored[side] > 1 else "")
            for side, name in keepsake.state.names.items()
            if scored[side]
        ]
        card = next(each.card for each in result.inspirations if each.scored)
        yield (
            "Inspirations" if sum(scored.values()) > 1 else "Inspiration",
            ", ".join(names),
            _ink(card, keepsake.style),
        )
