"""Templates: the shipped ones are sound, and an error in one is named with its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import InputError
from aa_tools.files import DataFolders
from aa_tools.printing.faces.template import load_face, load_paper
from aa_tools.printing.faces.theme import load_theme
from aa_tools.printing.layout.geometry import CARD_SIZES, EdgeLengths
from tests.printing.helpers import ROOT, edited

TEMPLATES = ROOT / "templates"


def test_every_shipped_template_loads(cards: CardDatabase) -> None:
    for name in DataFolders().names("templates/faces"):
        assert load_face(name).card == CARD_SIZES["poker"]
    for name in DataFolders().names("templates/papers"):
        assert load_paper(name).margins == EdgeLengths(6.35, 6.35, 6.35, 6.35)
    for name in DataFolders().names("templates/themes"):
        assert load_theme(name, cards.colours).title


@pytest.mark.parametrize(
    ("name", "width_mm", "height_mm"),
    [
        ("a3", 297, 420),
        ("a4", 210, 297),
        ("a5", 148, 210),
        ("letter", 8.5 * 25.4, 11 * 25.4),
        ("legal", 8.5 * 25.4, 14 * 25.4),
        ("tabloid", 11 * 25.4, 17 * 25.4),
        ("photo-4x6", 4 * 25.4, 6 * 25.4),
        ("photo-5x7", 5 * 25.4, 7 * 25.4),
    ],
)
def test_papers_have_their_true_sizes(name: str, width_mm: float, height_mm: float) -> None:
    size = load_paper(name).size
    assert (size.width_mm, size.height_mm) == pytest.approx((width_mm, height_mm), abs=1e-9)


def test_a_paper_may_be_a_path(tmp_path: Path) -> None:
    path = edited(TEMPLATES / "papers/a4.yaml", tmp_path / "a3.yaml", "height_mm: 297", "height_mm: 420")
    assert load_paper(str(path)).size.height_mm == 420


LOAD: dict[str, Callable[[str], object]] = {
    "faces": load_face,
    "themes": lambda path: load_theme(path, ["red"]),
    "papers": load_paper,
}
FAULTS = [
    ("faces/canvas.yaml", "size: poker", "size: pokr", ":4:7: size cannot be 'pokr'; did you mean poker?"),
    (
        "faces/canvas.yaml",
        "format: aa.face/1",
        "format: aa.face/2",
        ":3:9: format cannot be 'aa.face/2'; did you mean aa.face/1?",
    ),
    (
        "faces/canvas.yaml",
        "draw: quadrants",
        "draw: quadrant",
        ":6:21: draw cannot be 'quadrant'; did you mean quadrants?",
    ),
    (
        "faces/canvas.yaml",
        "width: 57.5",
        "width: 60.6",
        ":6:40: the box quadrants extends 0.10 mm beyond the poker card",
    ),
    ("faces/canvas.yaml", "ink: quiet", "inc: quiet", ":7:79: the key inc is not known here; did you mean ink?"),
    ("faces/canvas.yaml", "width: 57.5", "width: 0", ":6:65: width is too small; at least 0.1"),
    ("faces/canvas.yaml", '"{id}"', '"{idd}"', ":9:15: unknown placeholder {idd}; did you mean id?"),
    (
        "themes/classic.yaml",
        "RedHatDisplay-Bold",
        "RedHatDisplay-Bald",
        ":13:11: there is no font 'RedHatDisplay-Bald'; did you mean RedHatDisplay-Bold?",
    ),
    (
        "themes/classic.yaml",
        "inspiration: fronds",
        "inspiration: frond",
        ":19:16: inspiration cannot be 'frond'; did you mean fronds?",
    ),
    ("themes/classic.yaml", "  reference: squares\n", "", ":18:3: backs has no reference; add reference: …"),
    (
        "themes/classic.yaml",
        '"#F5EFE3"',
        "cream",
        ":10:10: panel cannot be 'cream'; write it as \"#RRGGBB\", in quotes",
    ),
    (
        "papers/a4.yaml",
        "width_mm: 210",
        "width_mm: 310",
        ":5:11: the paper is wider than high; swap width_mm and height_mm: width must be the shorter side",
    ),
    ("papers/a4.yaml", "top: 6.35", "top: -1", ":8:19: top is too small; at least 0.0"),
]


@pytest.mark.parametrize(("file", "old", "new", "message"), FAULTS, ids=[each[2] or each[1] for each in FAULTS])
def test_errors_have_their_locations(tmp_path: Path, file: str, old: str, new: str, message: str) -> None:
    path = edited(TEMPLATES / file, tmp_path / "own.yaml", old, new)
    with pytest.raises(InputError) as caught:
        LOAD[file.split("/")[0]](str(path))
    assert str(caught.value) == f"{path}{message}"


def written(folder: Path, name: str, text: str) -> str:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def test_a_template_inherits_from_the_one_it_extends(tmp_path: Path) -> None:
    own = written(tmp_path, "own.yaml", "extends: professor\nart:\n  badge: null\n  header: {draw: panel, box_mm: "
                  "{left: 1, top: 1, width: 5, height: 5}}\ntexts:\n  title: {size_pt: 20}\n")  # fmt: skip
    face, base = load_face(own), load_face("professor")
    assert list(face.art) == [*(name for name in base.art if name != "badge"), "header"]
    assert face.texts["title"] == base.texts["title"].model_copy(update={"size_pt": 20})
    assert {name: box for name, box in face.texts.items() if name != "title"} == {
        name: box for name, box in base.texts.items() if name != "title"
    }


def test_a_path_is_extended_from_the_folder_of_its_file(tmp_path: Path) -> None:
    written(tmp_path, "deep/base.yaml", "extends: a4\ntitle: Mine\n")
    own = written(tmp_path, "own.yaml", "extends: deep/base.yaml\nheight_mm: 400\n")
    paper = load_paper(own)
    assert (paper.title, paper.size.height_mm, paper.size.width_mm) == ("Mine", 400, 210)


def test_a_file_may_extend_the_shipped_one_of_its_own_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, "templates/papers/a4.yaml", "extends: a4\ntitle: Our A4\n")
    monkeypatch.chdir(tmp_path)
    assert (load_paper("a4").title, load_paper("a4").size.width_mm) == ("Our A4", 210)


def test_a_template_cannot_extend_itself(tmp_path: Path) -> None:
    one = written(tmp_path, "one.yaml", "extends: two.yaml\n")
    two = written(tmp_path, "two.yaml", "title: Two\nextends: one.yaml\n")
    with pytest.raises(InputError) as caught:
        load_paper(one)
    assert str(caught.value) == f"{two}:2:10: the template {one!r} extends itself; extend another template"


def test_a_loop_over_two_files_of_one_name_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, "templates/papers/a4.yaml", "extends: mine\n")
    mine = written(tmp_path, "templates/papers/mine.yaml", "extends: a4\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError) as caught:
        load_paper("a4")
    place = Path(mine).relative_to(tmp_path)
    assert str(caught.value) == f"{place}:1:10: the template 'a4' extends itself; extend another template"


def test_a_missing_base_template_is_reported_at_extends(tmp_path: Path) -> None:
    own = written(tmp_path, "deep/own.yaml", "title: Own\nextends: bases/none.yaml\n")
    with pytest.raises(InputError) as caught:
        load_paper(own)
    assert str(caught.value) == (
        f"{own}:2:10: there is no paper template {tmp_path}/deep/bases/none.yaml; "
        "write its path relative to the folder of this file"
    )


def test_a_paper_wider_than_high_is_reported_in_the_file_that_sets_it(tmp_path: Path) -> None:
    own = written(tmp_path, "own.yaml", "extends: a4\ntitle: Wide\nwidth_mm: 310\n")
    with pytest.raises(InputError) as caught:
        load_paper(own)
    assert (
        str(caught.value)
        == f"{own}:3:11: the paper is wider than high; swap width_mm and height_mm: width must be the shorter side"
    )


def test_missing_keys_of_a_template_without_a_base_are_one_error(tmp_path: Path) -> None:
    own = written(tmp_path, "own.yaml", "format: aa.theme/1\ntitle: Own\npaint: brushed\n")
    with pytest.raises(InputError) as caught:
        load_theme(own, ["red"])
    assert str(caught.value).splitlines() == [
        f"{own}:1:1: the file has no inks, fonts, pale, backs; "
        "extend another template, such as extends: classic, or add each of them",
        f"{own}:3:8: paint cannot be 'brushed'; did you mean brush?",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("extends: profesor\n", ":1:10: there is no face template 'profesor'; did you mean professor?"),
        ("extend: professor\n", ":1:1: the key extend is not known here; did you mean extends?"),
        ("extends: 3\n", ":1:10: extends must be text, not 3"),
        ("extends: professor\nart: {bagde: null}\n", ":2:7: there is no bagde to remove; did you mean badge?"),
        ("extends: professor\nart: {badge: {inc: text}}\n", ":2:15: the key inc is not known here; did you mean ink?"),
        ("extends: professor\nart: {badge: {draw: bage}}\n", ":2:21: draw cannot be 'bage'; did you mean badge?"),
        (
            "extends: professor\nart: {tag: {box_mm: {width: 3}}}\n",
            ":2:21: the tag in the box tag is too small for a camera; "
            "make it at least 6 mm wide and high, preferably 12 mm",
        ),
        (
            "extends: professor\nart: {badge: {box_mm: {left: 60}}}\n",
            ":2:23: the box badge extends 6.50 mm beyond the poker card",
        ),
    ],
)
def test_errors_of_a_template_that_extends_another(tmp_path: Path, text: str, message: str) -> None:
    path = written(tmp_path, "own.yaml", text)
    with pytest.raises(InputError) as caught:
        load_face(path)
    assert f"{path}{message}" in str(caught.value).splitlines()


def test_an_error_in_a_base_template_is_reported_there(tmp_path: Path) -> None:
    base = written(tmp_path, "base.yaml", "extends: professor\nart: {badge: {ink: txt}}\n")
    with pytest.raises(InputError) as caught:
        load_face(written(tmp_path, "own.yaml", "extends: base.yaml\n"))
    assert str(caught.value) == f"{base}:2:20: ink cannot be 'txt'; did you mean text?"


def test_words_of_a_template_are_in_the_language_of_the_cards(tmp_path: Path) -> None:
    assert load_face("assignment", "de").texts["kind"].words == "AUFTRAG"
    with pytest.raises(InputError) as caught:
        load_face("assignment", "fr")
    assert str(caught.value).splitlines()[0].endswith("the text in 'fr' is missing; add fr: …")
    words = ("kind: {words: {fr: MISSION}}", "you: {words: {fr: ton côté}}", "number: {words: {fr: '{number}'}}")
    own = written(tmp_path, "own.yaml", "extends: assignment\ntexts:\n" + "".join(f"  {each}\n" for each in words))
    assert load_face(own, "fr").texts["kind"].words == "MISSION"
    assert load_face(own, "en").texts["kind"].words == "ASSIGNMENT"


def test_an_unknown_template_is_named() -> None:
    with pytest.raises(InputError) as caught:
        load_paper("a44")
    assert str(caught.value) == "there is no paper template 'a44'; did you mean a4?"


def test_a_size_below_the_inherited_smallest_is_one_error(tmp_path: Path) -> None:
    own = written(tmp_path, "own.yaml", "extends: professor\ntexts:\n  title: {size_pt: 8}\n")
    with pytest.raises(InputError, match=r"smallest_pt 12 is larger than size_pt 8; set both$") as error:
        load_face(own)
    assert len(error.value.problems) == 1


def test_an_unmatched_brace(tmp_path: Path) -> None:
    own = written(tmp_path, "own.yaml", 'extends: professor\ntexts:\n  title: {words: "{title"}\n')
    with pytest.raises(InputError, match="brace"):
        load_face(own)
