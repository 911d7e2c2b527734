"""The painted quadrants and the backs, looked at as pictures."""

from __future__ import annotations

import io
from typing import get_args

import numpy as np
import pytest
from numpy.typing import NDArray
from reportlab.pdfgen import canvas as pdf_canvas

from aa_tools.cards.database import CardDatabase
from aa_tools.printing.drawing.backs import ARTS, BORDER_MM, BackInks, draw_back
from aa_tools.printing.drawing.inks import contrasting_ink, mix, rgb
from aa_tools.printing.drawing.pen import Pen
from aa_tools.printing.faces.compose import DeckStyle
from aa_tools.printing.faces.draw_face import ART_DRAWERS
from aa_tools.printing.faces.template import Art
from aa_tools.printing.faces.theme import BackArt, load_theme
from aa_tools.printing.layout.geometry import CARD_SIZES, PT_PER_MM, Size
from tests.printing.helpers import cut, pdf_of, picture

POKER = CARD_SIZES["poker"]
PAINTS = BackInks("#DC2543", "#FFD21F", "#0C8BE0", dark="#1C1B22", light="#F5EFE3")
DPI = 100


def drawn_back(art: str, card: Size) -> NDArray[np.uint8]:
    file = io.BytesIO()
    pdf = pdf_canvas.Canvas(file, pagesize=(card.width_mm * PT_PER_MM, card.height_mm * PT_PER_MM))
    pen = Pen(pdf)
    with pen.page():
        draw_back(pen, art, card, PAINTS)
    pdf.save()
    return picture(file.getvalue(), 0, DPI)


def test_the_theme_can_name_every_art() -> None:
    assert set(get_args(BackArt)) == set(ARTS)


def test_every_picture_of_a_face_is_drawn() -> None:
    assert set(get_args(Art)) == set(ART_DRAWERS)


def test_six_decks_have_six_backs() -> None:
    backs = load_theme("classic", []).backs.model_dump()  # type: ignore[attr-defined]
    assert len(set(backs.values())) == 6


@pytest.mark.parametrize("art", ARTS)
@pytest.mark.parametrize("card", [POKER, CARD_SIZES["square"]], ids=["poker", "square"])
def test_a_back_looks_the_same_after_a_half_turn(art: str, card: Size) -> None:
    drawn = drawn_back(art, card).astype(int)
    apart = np.abs(drawn - drawn[::-1, ::-1]).max(axis=2) > 60
    # Where edges fall between pixels, a turned picture is smoothed otherwise: lines of one pixel, never a patch.
    assert not (apart[1:-1, 1:-1] & apart[:-2, 1:-1] & apart[2:, 1:-1] & apart[1:-1, :-2] & apart[1:-1, 2:]).any()


@pytest.mark.parametrize("art", ARTS)
def test_a_back_keeps_its_white_border_and_fills_the_rest(art: str) -> None:
    drawn = drawn_back(art, POKER)
    edge = int(BORDER_MM * DPI / 25.4) - 1
    inner = drawn[edge + 3 : -edge - 3, edge + 3 : -edge - 3]
    for border in (drawn[:edge], drawn[-edge:], drawn[:, :edge], drawn[:, -edge:]):
        assert (border == 255).all()
    assert not (inner == 255).all(axis=2).any()


FILLED = ["classic", "colour-safe", "tagged"]
"""Themes that fill the quadrants with colour, so that a photo can be read."""


@pytest.fixture(scope="module", params=FILLED)
def theme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def canvas_page(cards: CardDatabase, theme: str) -> NDArray[np.uint8]:
    return picture(pdf_of(cards, "canvas", theme=theme), 0, 200)


def quadrant(page: NDArray[np.uint8], card: int, row: int, column: int) -> NDArray[np.uint8]:
    """Cuts one quadrant out of the first sheet, without its very edge."""
    left = 9.75 + 63.5 * (card % 3) + 3 + column * 29.35
    top = 15.15 + 88.9 * (card // 3) + 3 + row * 42.05
    return cut(page, 200, left + 0.5, top + 0.5, 28.15 - 1, 40.85 - 1)


@pytest.mark.parametrize("card", range(9))
def test_quadrants_are_where_and_what_the_card_file_says(
    cards: CardDatabase, theme: str, canvas_page: NDArray[np.uint8], card: int
) -> None:
    letters = cards.decks["canvas"].cards[card].quadrants.replace("/", "")  # type: ignore[attr-defined]
    style = DeckStyle(cards, load_theme(theme, cards.colours))
    inks = {letter: np.array(rgb(ink)) * 255 for letter, ink in zip("RYB", style.palette.colours, strict=True)}
    for index, letter in enumerate(letters):
        found = quadrant(canvas_page, card, *divmod(index, 2))
        plain = np.abs(found - inks[letter]).max(axis=2) < 3
        assert plain.mean() > 0.75, "a texture takes at most a quarter"
        assert plain.mean() < 0.98, "a texture is there"
        assert _largest_square_mm(plain) >= 8


def _largest_square_mm(plain: NDArray[np.bool_]) -> float:
    side = round(8 * 200 / 25.4)
    sums = np.pad(plain.astype(int).cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    squares = sums[side:, side:] - sums[:-side, side:] - sums[side:, :-side] + sums[:-side, :-side]
    return 8.0 if (squares == side * side).any() else 0.0


def test_the_border_and_the_cross_of_a_canvas_card_are_white(canvas_page: NDArray[np.uint8]) -> None:
    left_border = cut(canvas_page, 200, 9.75 + 0.2, 15.15 + 0.2, 2.6, 88)
    upright = cut(canvas_page, 200, 9.75 + 31.35, 15.15 + 3.5, 0.8, 82)
    level = cut(canvas_page, 200, 9.75 + 3.5, 15.15 + 44.05, 56, 0.8)
    middle = round(6 * 200 / 25.4)  # where the tagged theme has its tag
    upright = np.vstack((upright[: len(upright) // 2 - middle], upright[len(upright) // 2 + middle :]))
    level = np.hstack((level[:, : level.shape[1] // 2 - middle], level[:, level.shape[1] // 2 + middle :]))
    assert all((part == 255).all() for part in (left_border, upright, level))


def test_the_mark_shows_the_lower_edge(canvas_page: NDArray[np.uint8]) -> None:
    below = cut(canvas_page, 200, 9.75 + 30, 15.15 + 86.2, 3.5, 2)
    above = cut(canvas_page, 200, 9.75 + 30, 15.15 + 0.5, 3.5, 2)
    assert (below < 200).any()
    assert (above == 255).all()


def test_inks_mix_and_read() -> None:
    assert mix("#000000", "#FFFFFF", 0.5) == "#808080"
    assert mix("#DC2543", "#FFFFFF", 0) == "#DC2543"
    assert contrasting_ink("#FFD21F", "#111111", "#FFFFFF") == "#111111"
    assert contrasting_ink("#0C8BE0", "#111111", "#FFFFFF") == "#FFFFFF"
