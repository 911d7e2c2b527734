"""What a file names stays in its folder, whoever wrote the file: templates, fonts and faces; nothing else names one."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from aa_tools.cards.database import CardDatabase, load_cards, parse_cards
from aa_tools.errors import InputError
from aa_tools.files import SourceText
from aa_tools.printing.drawing.fonts import font_path
from aa_tools.printing.faces.template import load_face, load_paper
from aa_tools.printing.faces.theme import load_theme
from aa_tools.printing.outlets.profile import load_outlet
from aa_tools.record.gamefile import parse_game
from tests.conftest import ROOT, Aa

SECRET = "format: aa.paper/1\ntitle: Secret\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of somebody's templates, beside one that is none of theirs."""
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "base.yaml").write_text(SECRET, encoding="utf-8")
    shutil.copy(font_path("RedHatDisplay-Bold"), tmp_path / "secret" / "font.ttf")
    (tmp_path / "own" / "deep").mkdir(parents=True)
    return tmp_path / "own"


def refused(load: Callable[[], object]) -> str:
    with pytest.raises(InputError) as caught:
        load()
    return str(caught.value)


def written(folder: Path, text: str, name: str = "own.yaml") -> str:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


WAYS_OUT = ["up", "down and up", "absolute", "link", "linked folder"]


def link(at: Path, to: Path | str) -> None:
    if sys.platform == "win32":
        pytest.skip("links need rights here")
    at.symlink_to(to)


def way_out(way: str, folder: Path, name: str) -> str:
    """Returns a path from a folder to a file beside it that is none of its own."""
    secret = folder.parent / "secret"
    if way == "link":
        link(folder / f"link-{name}", secret / name)
    if way == "linked folder" and not (folder / "linked").exists():
        link(folder / "linked", secret)
    return {
        "up": f"../secret/{name}",
        "down and up": f"deep/../../secret/{name}",
        "absolute": (secret / name).as_posix(),
        "link": f"link-{name}",
        "linked folder": f"linked/{name}",
    }[way]


@pytest.mark.parametrize("way", WAYS_OUT)
@pytest.mark.parametrize("load", [load_paper, load_face, load_outlet])
def test_a_template_extends_none_outside_its_folder(folder: Path, way: str, load: Callable[[str], object]) -> None:
    out = way_out(way, folder, "base.yaml")
    own = written(folder, f"extends: '{out}'\n")
    assert refused(lambda: load(own)) == (
        f"{own}:1:10: the path {out!r} leads outside the folder; copy the file into own, or next to this one"
    )


@pytest.mark.parametrize("way", WAYS_OUT)
def test_a_theme_names_no_face_or_font_outside_its_folder(folder: Path, way: str, cards: CardDatabase) -> None:
    face, font = way_out(way, folder, "base.yaml"), way_out(way, folder, "font.ttf")
    own = written(folder, f"extends: classic\nfonts: {{title: '{font}'}}\nfaces: {{canvas: '{face}'}}\n")
    assert refused(lambda: load_theme(own, cards.colours)).splitlines() == [
        f"{own}:2:16: the path {font!r} leads outside the folder; copy the file into own, or next to this one",
        f"{own}:3:17: the path {face!r} leads outside the folder; copy the file into own, or next to this one",
    ]


def test_what_lies_in_the_folder_may_be_named_however(folder: Path, cards: CardDatabase) -> None:
    written(folder, "extends: a4\ntitle: Base\n", "deep/base.yaml")
    link(folder / "link.yaml", folder / "deep" / "base.yaml")
    for path in ("deep/base.yaml", "deep/../deep/base.yaml", str(folder / "deep" / "base.yaml"), "link.yaml"):
        assert load_paper(written(folder, f"extends: '{path}'\n")).title == "Base"


def test_templates_may_name_each_other(folder: Path, cards: CardDatabase) -> None:
    written(folder, "extends: canvas\n", "templates/faces/mine.yaml")
    shutil.copy(font_path("RedHatDisplay-Bold"), folder / "templates" / "mine.ttf")
    theme = "extends: classic\nfonts: {title: ../mine.ttf}\nfaces: {canvas: ../faces/mine.yaml}\n"
    load_theme(written(folder, theme, "templates/themes/mine.yaml"), cards.colours)
    told = refused(lambda: load_paper(written(folder, "extends: ../../x.yaml\n", "templates/papers/mine.yaml")))
    assert "leads outside the folder; copy the file into templates, or next to this one" in told


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("loop.yaml", "cannot be read: "),
        ('"\\0.yaml"', "cannot be read: "),
        (f"{'a' * 300}.yaml", "there is no paper template "),
    ],
)
def test_a_path_that_cannot_be_is_told(folder: Path, path: str, message: str) -> None:
    link(folder / "loop.yaml", "loop.yaml")
    assert message in refused(lambda: load_paper(written(folder, f"extends: {path}\n")))
    assert "cannot be read: " in refused(lambda: load_paper(str(folder / "loop.yaml")))


@pytest.mark.parametrize("name", ["../faces/canvas", "/etc/passwd", "canvas/../canvas", ".", "../../secret/base"])
def test_a_name_is_no_path(folder: Path, name: str) -> None:
    text = (ROOT / "cards.yaml").read_text(encoding="utf-8").replace("template: canvas", f"template: {name}", 1)
    assert "template cannot be" in refused(lambda: parse_cards(SourceText("cards.yaml", text)))
    assert f"there is no paper template {name!r}" in refused(lambda: load_paper(written(folder, f"extends: {name}\n")))


def test_card_files_and_games_name_no_file(cards: CardDatabase) -> None:
    good = (ROOT / "tests" / "cards" / "bad" / "good.yaml").read_text(encoding="utf-8")
    for key in ("image", "picture", "include", "cards"):
        told = refused(lambda key=key: parse_cards(SourceText("c.yaml", f"{good}\n{key}: ../secret\n")))  # type: ignore[misc]
        assert f"the key {key} is not known here" in told
        game = f"format: aa.game/1\nplayers: {{south: A, north: B}}\nfirst_player: south\nseed: 1\n{key}: /etc/passwd\n"
        assert f"the key {key} is not known here" in refused(lambda game=game: parse_game(SourceText("g.yaml", game)))  # type: ignore[misc]


@pytest.mark.parametrize("name", ["../x", "/x", "x/../../y", "{deck}/../x", "{id}\\\\x", ".x", "x.png", "a//b", "C:x"])
def test_an_outlet_names_its_pictures_within_its_folder(folder: Path, name: str) -> None:
    own = written(folder, f'extends: png\npictures: {{fronts: "{name}"}}\n')
    assert "is not a valid file name" in refused(lambda: load_outlet(own))


def test_an_id_is_no_path(aa: Aa, tmp_path: Path) -> None:
    good = (ROOT / "tests" / "cards" / "bad" / "good.yaml").read_text(encoding="utf-8")
    first = load_cards(str(ROOT / "tests" / "cards" / "bad" / "good.yaml")).ids("canvas")[0]
    file = tmp_path / "cards.yaml"
    file.write_text(good.replace(f"id: {first}", "id: ../../x", 1), encoding="utf-8")
    run = aa("cards", "preview", "--cards", file, "--out", tmp_path / "a" / "b")
    assert (run.code, "id cannot be '../../x'" in run.err) == (3, True)
    assert [each.name for each in tmp_path.iterdir()] == ["cards.yaml"]
    assert aa("printer", "set", "../x", "--angle", "1").code == 3
