"""Faces: texts fit their boxes, and every error names card, box and location."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from aa_tools.cards.database import CardDatabase, load_cards
from aa_tools.errors import InputError
from aa_tools.printing.drawing.text import line_width
from aa_tools.printing.faces.compose import DeckStyle, compose_deck
from aa_tools.printing.faces.template import load_face
from aa_tools.printing.faces.theme import load_theme
from aa_tools.printing.output.raster import render_card
from aa_tools.printing.sheets import plan, prepare_job
from tests.printing.helpers import DECKS, ROOT, edited, edited_cards

SAFE_MM = 3.0


@pytest.mark.parametrize("deck", [deck for deck in DECKS if deck != "canvas"])
def test_all_text_stays_away_from_the_edges(cards: CardDatabase, deck: str) -> None:
    document = plan(cards, deck).document
    for face in document.faces:
        assert face.lines
        for line in face.lines:
            assert line.x_mm >= SAFE_MM
            assert line.x_mm + line_width(line.runs, line.size_mm) <= document.layout.card.width_mm - SAFE_MM
            assert line.baseline_mm - 0.25 * line.size_mm >= SAFE_MM
            assert line.baseline_mm + 0.75 * line.size_mm <= document.layout.card.height_mm - SAFE_MM


@pytest.mark.parametrize("deck", ["assignment", "professor", "inspiration"])
def test_rules_are_set_in_nine_points_or_more(cards: CardDatabase, deck: str) -> None:
    for face, card in zip(plan(cards, deck).document.faces, cards.decks[deck].cards, strict=True):  # type: ignore[attr-defined]
        sizes = {line.size_mm for line in face.lines if line.runs[0].text in card.text}
        assert sizes
        assert min(sizes) >= 9 * 25.4 / 72


def test_a_text_that_is_too_long_is_an_error(tmp_path: Path) -> None:
    long = "Most separate red areas in your zone. " * 9
    cards = edited_cards(tmp_path, "en: Most separate red areas in your zone.", f"en: {long.strip()}")
    with pytest.raises(InputError) as caught:
        plan(cards, "assignment")
    (problem,) = caught.value.problems
    start = "card red-areas: the text (en) does not fit the text box 'rule' of the face, even at 9 pt: about "
    assert problem.message.startswith(start)
    too_many = int(problem.message.removeprefix(start).removesuffix(" characters too many"))
    kept, older = long.strip()[:-too_many], "en: Most separate red areas in your zone."
    (tmp_path / "shorter").mkdir()
    plan(edited_cards(tmp_path / "shorter", older, f"en: {kept}"), "assignment")
    with pytest.raises(InputError, match="about 1 character too many"):
        plan(edited_cards(tmp_path / "shorter", older, f"en: {kept}w"), "assignment")
    assert problem.hint == "shorten it, or make the box larger in the face template"
    assert problem.place is not None
    assert problem.place.line is not None
    assert "en: Most separate red" in (tmp_path / "cards.yaml").read_text().splitlines()[problem.place.line - 1]


def test_a_missing_character_is_an_error(tmp_path: Path) -> None:
    cards = edited_cards(tmp_path, "{en: Red Field", "{en: Red Ж Field")
    with pytest.raises(InputError) as caught:
        plan(cards, "assignment")
    (problem,) = caught.value.problems
    assert problem.message == (
        "card red-field, box title: the font RedHatDisplay-Black has no 'Ж' (CYRILLIC CAPITAL LETTER ZHE)"
    )
    assert problem.hint == "use other characters, or choose another font in the theme"


def test_a_missing_character_in_the_game_title_is_an_error(tmp_path: Path) -> None:
    cards = edited_cards(tmp_path, "title: Abstract Academy", "title: Ж")
    with pytest.raises(InputError, match=r"no 'Ж' [(]CYRILLIC CAPITAL LETTER ZHE[)]; "):
        plan(cards, "canvas")


def test_all_errors_of_a_deck_are_reported_together(tmp_path: Path) -> None:
    edited_cards(tmp_path, "{en: Red Field", '{en: "Ж"')
    path = edited(tmp_path / "cards.yaml", tmp_path / "more.yaml", "{en: Blue Field", '{en: "Ф"')
    cards = load_cards(str(path))
    with pytest.raises(InputError) as caught:
        plan(cards, "assignment")
    assert len(caught.value.problems) == 2


def test_a_template_for_another_kind_of_card_is_an_error(tmp_path: Path) -> None:
    cards = edited_cards(tmp_path, "template: first-player", "template: canvas")
    with pytest.raises(InputError) as caught:
        plan(cards, "first_player")
    assert caught.value.problems[0].message == (
        "card first-player: the box quadrants shows quadrants, which this card does not have"
    )
    assert caught.value.problems[0].hint == "choose another template for the first_player deck"


def test_a_missing_template_is_an_error_of_the_card_file(tmp_path: Path) -> None:
    cards = edited_cards(tmp_path, "template: professor", "template: profesor")
    with pytest.raises(InputError) as caught:
        plan(cards, "professor")
    (problem,) = caught.value.problems
    assert str(problem).endswith("there is no face template 'profesor'; did you mean professor?")
    assert problem.place is not None
    assert problem.place.line is not None


def test_an_unknown_deck_is_named(cards: CardDatabase) -> None:
    with pytest.raises(InputError) as caught:
        plan(cards, "canvass")
    assert str(caught.value) == "there is no deck 'canvass'; did you mean canvas?"


def test_points_follow_the_house_rules(tmp_path: Path) -> None:
    cards = edited_cards(tmp_path, "points: {assignment: 3", "points: {assignment: 12")
    style = DeckStyle(cards, load_theme("classic", []))
    face = compose_deck(style, "assignment", load_face("assignment"))[0]
    assert "12" in [line.runs[0].text for line in face.lines]


def test_words_in_a_template_are_the_designers_own(tmp_path: Path, cards: CardDatabase) -> None:
    path = edited(
        ROOT / "templates/faces/professor.yaml", tmp_path / "own.yaml", "en: your side", 'en: "{game}: {colour}"'
    )
    with pytest.raises(InputError, match=r"the box you shows \{colour\}, which this card does not have"):
        compose_deck(DeckStyle(cards, load_theme("classic", [])), "professor", load_face(str(path)))


def test_a_missing_character_in_a_template_is_one_error(tmp_path: Path, cards: CardDatabase) -> None:
    edited(ROOT / "templates/faces/professor.yaml", tmp_path / "own.yaml", "en: your side", "en: your 境")
    (tmp_path / "theme.yaml").write_text("extends: classic\nfaces: {professor: own.yaml}\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        prepare_job(cards, ["professor", "professor"], theme=str(tmp_path / "theme.yaml"))
    lines = (tmp_path / "own.yaml").read_text(encoding="utf-8").splitlines()
    line, column = next((row, each.index("your 境")) for row, each in enumerate(lines, 1) if "境" in each)
    assert str(caught.value) == (
        f"{tmp_path / 'own.yaml'}:{line}:{column + 1}: box you: the font RedHatDisplay-Bold has no "
        "'境' (CJK UNIFIED IDEOGRAPH-5883); use other characters, or choose another font in the theme"
    )


@pytest.mark.parametrize("side", ["front", "back"])
def test_render_card_renders_one_side_of_one_card(side: Literal["front", "back"], tmp_path: Path) -> None:
    """It does not compose the other cards, so their errors do not matter."""
    cards = edited_cards(tmp_path, "{en: Red Field", "{en: Red Ж Field")
    pixels = render_card(cards, "blue-field", dpi=100, side=side)
    assert (pixels.shape, str(pixels.dtype)) == ((350, 250, 3), "uint8")
    with pytest.raises(InputError, match="ZHE"):
        render_card(cards, "red-field", dpi=100, side=side)
