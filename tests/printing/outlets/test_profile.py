"""Outlet profiles: the shipped ones, the user's own, and what is told of errors in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from aa_tools.errors import InputError
from aa_tools.printing.outlets.plan import with_choices
from aa_tools.printing.outlets.profile import (
    CutterModel,
    OrderModel,
    PagesModel,
    PicturesModel,
    TabletopModel,
    load_outlet,
)
from tests.conftest import ROOT

SHIPPED = ("png", "tgc", "mpc", "drivethru", "silhouette", "silhouette-4", "tts")

PNG = """\
format: aa.outlet/1
title: Mine
steps: [Look at it.]
pictures:
  dpi: 300
  fronts: "{deck}-{id}"
  backs: "{deck}-back"
"""


def find_problems(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as error:
        load_outlet(str(path))
    return [str(problem).replace(f"{tmp_path}/", "") for problem in error.value.problems]


@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_outlets_can_be_read(name: str) -> None:
    outlet = load_outlet(name)
    assert outlet.title
    assert outlet.steps


def test_an_outlet_in_the_users_folder_extends_a_shipped_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "templates" / "outlets"
    folder.mkdir(parents=True)
    (folder / "my-shop.yaml").write_text("extends: tgc\ntitle: My shop\npictures: {safe_mm: 4}\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    mine, tgc = load_outlet("my-shop"), load_outlet("tgc")
    assert mine.pictures is not None
    assert tgc.pictures is not None
    assert (mine.title, mine.pictures.safe_mm) == ("My shop", 4)
    assert mine.pictures.sizes_px == tgc.pictures.sizes_px
    assert mine.steps == tgc.steps


def test_a_user_may_change_the_shipped_outlet_of_the_same_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "templates" / "outlets"
    folder.mkdir(parents=True)
    (folder / "png.yaml").write_text("extends: png\npictures: {dpi: 600}\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    changed = load_outlet("png").pictures
    assert changed is not None
    assert (changed.dpi, changed.copies) == (600, "once")


def test_the_outlets_of_the_docs_can_be_read(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "howto" / "outlets.md").read_text(encoding="utf-8")
    examples = re.findall(r"```yaml[^\n]*\n(.*?)```", text, re.DOTALL)
    assert len(examples) == 2
    for number, example in enumerate(examples):
        path = tmp_path / f"{number}.yaml"
        path.write_text(example, encoding="utf-8")
        assert load_outlet(str(path)).title in example


def test_the_docs_tell_every_key_of_an_outlet() -> None:
    text = (ROOT / "docs" / "reference" / "templates.md").read_text(encoding="utf-8")
    for form in (PicturesModel, PagesModel, CutterModel, TabletopModel, OrderModel):
        for key in form.model_fields:
            assert f"`{key}`" in text


def test_an_unknown_outlet_is_told_with_the_nearest() -> None:
    with pytest.raises(InputError) as error:
        load_outlet("drivethrough")
    assert str(error.value) == "there is no outlet template 'drivethrough'; did you mean drivethru?"


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("dpi: 300", "dpu: 300", "mine.yaml:5:3: the key dpu is not known here; did you mean dpi?"),
        ("dpi: 300", "dpi: 5", "mine.yaml:5:8: dpi is too small; at least 50"),
        ("title: Mine", "titel: Mine", "mine.yaml:2:1: the key titel is not known here; did you mean title?"),
        (
            '"{deck}-{id}"',
            '"{dek}-{id}"',
            "mine.yaml:6:11: unknown field {dek}; did you mean deck?",
        ),
        (
            '"{deck}-{id}"',
            '"../{id}"',
            "mine.yaml:6:11: '../{id}' is not a valid file name; "
            'use letters, digits, "-", "_", {fields} and "/" for folders',
        ),
        (
            "dpi: 300",
            "dpi: 300\n  sizes_px: {pocker: {width: 825, height: 1125}}",
            "mine.yaml:6:14: the key pocker is not known here; did you mean poker?",
        ),
        (
            "dpi: 300",
            "dpi: 300\n  copies: twice",
            "mine.yaml:6:11: copies cannot be 'twice'; known: once, each",
        ),
    ],
)  # fmt: skip
def test_faults_are_told_with_their_place(tmp_path: Path, old: str, new: str, error: str) -> None:
    assert old in PNG
    assert find_problems(tmp_path, PNG.replace(old, new)) == [error]


def test_an_outlet_has_exactly_one_way_to_make_its_files(tmp_path: Path) -> None:
    pages = "pages: {bleed_mm: 3, order: back-front, ink_percent: 240}\n"
    said = "an outlet needs exactly one of pictures, pages, cutter, tabletop; this one has "
    assert find_problems(tmp_path, PNG + pages) == [f"mine.yaml:1:1: {said}2"]
    assert find_problems(tmp_path, PNG[: PNG.index("pictures")]) == [f"mine.yaml:1:1: {said}none"]


def test_a_sheet_keeps_a_place_for_hidden_cards(tmp_path: Path) -> None:
    text = "extends: tts\ntabletop: {columns: 3, rows: 3, cards: 9}\n"
    assert find_problems(tmp_path, text) == ["mine.yaml:2:11: a sheet of 3 x 3 has room for 8 cards"]


def test_only_outlets_that_leave_the_choice_take_other_pixels() -> None:
    chosen = with_choices(load_outlet("png"), 150, 3.0).pictures
    assert chosen is not None
    assert (chosen.dpi, chosen.bleed_mm) == (150, 3.0)
    for name in SHIPPED[1:]:
        with pytest.raises(InputError, match="have a fixed size"):
            with_choices(load_outlet(name), 150, None)
