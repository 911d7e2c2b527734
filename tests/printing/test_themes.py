"""The shipped themes: inks that everybody can tell apart, textures, tags that a camera finds, and less ink."""

from __future__ import annotations

import itertools
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from aa_tools.cards.database import CardDatabase, load_cards
from aa_tools.cards.physical import TAG_BITS, TAG_CODES, TAG_COUNT, TAG_DICTIONARY, tag_modules
from aa_tools.errors import InputError
from aa_tools.files import DataFolders
from aa_tools.printing.drawing.inks import rgb
from aa_tools.printing.drawing.textures import texture_ink
from aa_tools.printing.faces.compose import DeckStyle
from aa_tools.printing.faces.theme import load_theme
from aa_tools.printing.sheets import plan
from aa_tools.printing.verify.inkuse import ink_cm2
from tests.printing.helpers import DECKS, ROOT, edited, pdf_of, picture

THEMES = ["classic", "colour-safe", "low-ink", "tagged"]
Lab = NDArray[np.float64]

# Machado, Oliveira and Fernandes (2009): how the eye without one kind of cone sees linear RGB.
SEEN_BY: dict[str, list[list[float]]] = {
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
    "all cones": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "grey print": [[0.2126, 0.7152, 0.0722]] * 3,
}
XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041]])
WHITE = np.array([0.95047, 1, 1.08883])


def lab(ink: str, seen_by: str = "all cones") -> Lab:
    """Returns L*, a* and b* of an ink (sRGB, D65) as it is seen."""
    srgb = np.array(rgb(ink))
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    xyz = XYZ @ np.clip(np.array(SEEN_BY[seen_by]) @ linear, 0, 1) / WHITE
    x, y, z = np.where(xyz > 216 / 24389, np.cbrt(xyz), xyz * 24389 / 3132 + 4 / 29)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def inks(cards: CardDatabase, theme: str) -> tuple[str, ...]:
    return DeckStyle(cards, load_theme(theme, cards.colours)).palette.colours


def nearest_two(colours: tuple[str, ...], seen_by: str) -> float:
    seen = [lab(ink, seen_by) for ink in colours]
    return min(float(np.linalg.norm(one - other)) for one, other in itertools.combinations(seen, 2))


def test_all_themes_are_looked_at() -> None:
    assert DataFolders().names("templates/themes") == THEMES


@pytest.mark.parametrize("seen_by", ["protanopia", "deuteranopia", "tritanopia", "all cones"])
@pytest.mark.parametrize("theme", THEMES)
def test_inks_lie_apart_for_every_eye(cards: CardDatabase, theme: str, seen_by: str) -> None:
    assert nearest_two(inks(cards, theme), seen_by) >= 50


def test_inks_of_colour_safe_lie_apart_in_grey_print(cards: CardDatabase) -> None:
    assert nearest_two(inks(cards, "colour-safe"), "grey print") >= 25


@pytest.mark.parametrize("theme", THEMES)
def test_each_colour_has_a_texture_of_its_own_that_grey_print_shows(cards: CardDatabase, theme: str) -> None:
    style = DeckStyle(cards, load_theme(theme, cards.colours))
    assert len(set(style.hatches)) == 3
    for ink in style.palette.colours:
        strength = 1.8 if style.theme.paint == "hatch" else 1
        apart = float(np.linalg.norm(lab(ink, "grey print") - lab(texture_ink(ink, strength), "grey print")))
        assert apart >= (12 if style.theme.paint == "hatch" else 8)


@pytest.mark.parametrize("theme", THEMES)
def test_a_camera_knows_the_inks_of_every_theme_as_those_of_the_card_file(cards: CardDatabase, theme: str) -> None:
    hues = [np.degrees(np.arctan2(*lab(ink)[:0:-1])) for ink in inks(cards, theme)]
    known = [np.degrees(np.arctan2(*lab(colour.ink)[:0:-1])) for colour in cards.file.colours.values()]
    assert max(abs((one - other + 180) % 360 - 180) for one, other in zip(hues, known, strict=True)) < 10
    assert min(float(np.hypot(*lab(ink)[1:])) for ink in inks(cards, theme)) >= 48


def found_tags(page: NDArray[np.uint8], dpi: int) -> list[tuple[int, float, float, float]]:
    """Returns the tags that OpenCV finds: number, side, x and y of the middle, in mm."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, TAG_DICTIONARY))
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(cv2.cvtColor(page, cv2.COLOR_RGB2GRAY))
    found = []
    for tag, quad in zip(ids.ravel() if corners else (), corners, strict=True):
        side = float(np.mean(np.linalg.norm(quad[0] - np.roll(quad[0], 1, axis=0), axis=1)))
        x, y = quad[0].mean(axis=0)
        found.append((int(tag), side * 25.4 / dpi, x * 25.4 / dpi, y * 25.4 / dpi))
    return sorted(found, key=lambda each: (round(each[3] / 20), each[2]))


def test_the_codes_are_those_of_the_dictionary() -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, TAG_DICTIONARY))
    assert len(TAG_CODES) == 2 * TAG_COUNT == 2 * dictionary.bytesList.shape[0]
    for tag in range(TAG_COUNT):
        drawn = cv2.aruco.generateImageMarker(dictionary, tag, TAG_BITS + 2, borderBits=1)
        assert np.array_equal(drawn[1:-1, 1:-1] > 127, np.array(tag_modules(tag)))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("deck", ["inspiration", "assignment", "professor", "first_player"])
def test_cards_beside_the_canvas_carry_their_tag(cards: CardDatabase, theme: str, deck: str) -> None:
    expected = [card.tag for card in cards.decks[deck].cards for _ in range(card.count)][:9]  # type: ignore[attr-defined]
    found = found_tags(picture(pdf_of(cards, deck, theme=theme), 0, 150), 150)
    assert [tag for tag, *_ in found] == expected
    for _, side, _, _ in found:
        assert side == pytest.approx(12, abs=0.25)


def test_canvas_cards_carry_a_tag_in_their_middle_where_the_theme_says_so(cards: CardDatabase) -> None:
    found = found_tags(picture(pdf_of(cards, "canvas", theme="tagged"), 0, 150), 150)
    assert [tag for tag, *_ in found] == [card.tag for card in cards.decks["canvas"].cards[:9]]  # type: ignore[attr-defined]
    for index, (_, side, x, y) in enumerate(found):
        row, column = divmod(index, 3)
        assert side == pytest.approx(9, abs=0.25)
        assert (x, y) == pytest.approx((9.75 + 63.5 * (column + 0.5), 15.15 + 88.9 * (row + 0.5)), abs=0.2)
    assert not found_tags(picture(pdf_of(cards, "canvas"), 0, 150), 150)


def test_a_tag_has_a_white_margin_of_one_module(cards: CardDatabase) -> None:
    page = picture(pdf_of(cards, "canvas", theme="tagged"), 0, 300)
    for _, side, x, y in found_tags(page, 300):
        edge = side / 2 + side / 6 - 0.2
        for dx, dy in ((-edge, 0), (edge, 0), (0, -edge), (0, edge), (edge, edge), (-edge, edge)):
            assert (page[round((y + dy) * 300 / 25.4), round((x + dx) * 300 / 25.4)] == 255).all()


def test_a_theme_can_switch_tags_off(cards: CardDatabase, tmp_path: Path) -> None:
    (tmp_path / "plain.yaml").write_text("extends: tagged\ntags: false\n", encoding="utf-8")
    for deck in ("canvas", "professor"):
        page = picture(pdf_of(cards, deck, theme=str(tmp_path / "plain.yaml")), 0, 150)
        assert not found_tags(page, 150)


def test_a_card_without_a_tag_is_printed_without(cards: CardDatabase, tmp_path: Path) -> None:
    path = edited(ROOT / "cards.yaml", tmp_path / "cards.yaml", "        tag: 0\n", "")
    assert not found_tags(picture(pdf_of(load_cards(str(path)), "first_player"), 0, 150), 150)


@pytest.mark.parametrize("deck", DECKS)
def test_low_ink_takes_less_than_half_on_every_sheet(cards: CardDatabase, deck: str) -> None:
    low, classic = (ink_cm2(pdf_of(cards, deck, theme=theme), deck) for theme in ("low-ink", "classic"))
    assert low.keys() == classic.keys() == set(range(1, plan(cards, deck).sheets + 1))
    for sheet, ink in low.items():
        assert ink < (0.33 if deck == "canvas" else 0.5) * classic[sheet]


def test_ink_is_measured_in_square_centimetres(cards: CardDatabase, tmp_path: Path) -> None:
    """A black panel of 40 x 50 mm on a card whose back is almost without ink."""
    face = (
        "format: aa.face/1\nsize: poker\nart:\n  one: {draw: panel, box_mm: {left: 5, top: 5, width: 40, height: 50}}\n"
    )
    (tmp_path / "face.yaml").write_text(face, encoding="utf-8")
    theme = "extends: classic\ninks: {text: '#000000'}\nfaces: {first-player: face.yaml}\n"
    (tmp_path / "theme.yaml").write_text(theme, encoding="utf-8")
    both, back = (
        ink_cm2(pdf_of(cards, "first_player", theme=theme), "x")[1]
        for theme in (str(tmp_path / "theme.yaml"), "classic")
    )
    front = ink_cm2(pdf_of(cards, "first_player", theme=str(_blank(tmp_path))), "x")[1]
    assert both - front == pytest.approx(20, abs=0.5)
    assert back > front


def _blank(folder: Path) -> Path:
    (folder / "none.yaml").write_text("format: aa.face/1\nsize: poker\n", encoding="utf-8")
    theme = "extends: classic\ninks: {text: '#000000'}\nfaces: {first-player: none.yaml}\n"
    (folder / "blank.yaml").write_text(theme, encoding="utf-8")
    return folder / "blank.yaml"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_has_room_for_every_text(theme: str, language: str) -> None:
    own = load_cards(str(ROOT / "cards.yaml"), language=language)
    for deck in DECKS:
        assert plan(own, deck, theme=theme).cards > 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("colours: {rd: '#FF0000'}", ":2:11: there is no colour 'rd'; did you mean red?"),
        ("colours: {red: crimson}", ":2:16: red cannot be 'crimson'; write it as \"#RRGGBB\", in quotes"),
        ("paint: brushed", ":2:8: paint cannot be 'brushed'; did you mean brush?"),
        ("faces: {canvs: canvas-tagged}", ":2:9: there is no face template 'canvs'; did you mean canvas?"),
        ("faces: {canvas: canvas-tag}", ":2:17: there is no face template 'canvas-tag'; did you mean canvas-tagged?"),
        (
            "faces: {canvas: none.yaml}",
            ":2:17: there is no face template {folder}/none.yaml; write its path relative to the folder of this file",
        ),
        ("ink_against: clasic", ":2:14: there is no theme template 'clasic'; did you mean classic?"),
        ("tag: false", ":2:1: the key tag is not known here; did you mean tags?"),
    ],
)
def test_errors_of_a_theme_have_their_locations(tmp_path: Path, cards: CardDatabase, text: str, message: str) -> None:
    (tmp_path / "own.yaml").write_text(f"extends: classic\n{text}\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_theme(str(tmp_path / "own.yaml"), cards.colours)
    assert str(caught.value) == f"{tmp_path / 'own.yaml'}{message.replace('{folder}', str(tmp_path))}"
