"""The user's own fonts: found beside the theme, embedded, and refused in plain words where they cannot be."""

from __future__ import annotations

import importlib.util
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import InputError
from aa_tools.printing.drawing.fonts import Font, find_font
from aa_tools.printing.sheets import plan
from tests.printing.helpers import pdf_of, read


def shipped(name: str) -> Path:
    spec = importlib.util.find_spec("font_rhd")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    return Path(spec.submodule_search_locations[0], "files", f"{name}.ttf")


def theme_with(folder: Path, font: str) -> str:
    (folder / "own.yaml").write_text(f"extends: classic\nfonts:\n  title: {font}\n", encoding="utf-8")
    return str(folder / "own.yaml")


def test_a_font_of_ones_own_is_embedded(tmp_path: Path, cards: CardDatabase) -> None:
    (tmp_path / "fonts").mkdir()
    shutil.copy(shipped("RedHatDisplay-Italic"), tmp_path / "fonts" / "mine.ttf")
    theme = theme_with(tmp_path, "fonts/mine.ttf")
    data = pdf_of(cards, "first_player", theme=theme)
    assert b"RedHatDisplay-Italic" in data
    assert b"RedHatDisplay-Black" not in data
    assert "First Player" in read(data).pages[0].extract_text()
    assert pdf_of(cards, "first_player", theme=theme) == data


def refused(tmp_path: Path, cards: CardDatabase, font: str) -> str:
    with pytest.raises(InputError) as caught:
        plan(cards, "first_player", theme=theme_with(tmp_path, font))
    return str(caught.value).replace(str(tmp_path), "…")


def test_a_font_that_is_not_there(tmp_path: Path, cards: CardDatabase) -> None:
    assert refused(tmp_path, cards, "none.ttf") == (
        "…/own.yaml:3:10: the font …/none.ttf cannot be read: no such file or directory; "
        "write its path relative to the folder of the theme"
    )


@pytest.mark.parametrize("damage", ["empty", "text", "cut", "postscript"])
def test_a_file_that_is_no_font(tmp_path: Path, cards: CardDatabase, damage: str) -> None:
    whole = shipped("RedHatDisplay-Regular").read_bytes()
    data = {"empty": b"", "text": b"not a font", "cut": whole[:3000], "postscript": b"OTTO" + whole[4:]}[damage]
    (tmp_path / "bad.ttf").write_bytes(data)
    message = refused(tmp_path, cards, "bad.ttf")
    assert message.startswith("…/own.yaml:3:10: the font …/bad.ttf cannot be embedded: ")
    assert message.endswith("; choose a .ttf file with TrueType outlines")
    assert "\n" not in message


def test_the_footer_of_the_sheets_is_checked(cards: CardDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    def without_dot(name: str) -> Font:
        font = find_font(name)
        return replace(font, characters=font.characters - {ord("·")})

    monkeypatch.setattr("aa_tools.printing.faces.compose.find_font", without_dot)
    with pytest.raises(InputError) as caught:
        plan(cards, "canvas")
    assert str(caught.value) == (
        "the footer of the sheets: the font RedHatDisplay-Medium has no '·' (MIDDLE DOT); "
        "choose another text font in the theme"
    )


def test_every_letter_on_a_quadrant_is_checked(cards: CardDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    def without_y(name: str) -> Font:
        font = find_font(name)
        return replace(font, characters=font.characters - {ord("Y")})

    monkeypatch.setattr("aa_tools.printing.faces.compose.find_font", without_y)
    with pytest.raises(InputError) as caught:
        plan(cards, "canvas", theme="colour-safe")
    assert caught.value.problems[0].message == (
        "card C01, box letters: the font RedHatDisplay-Black has no 'Y' (LATIN CAPITAL LETTER Y)"
    )
