"""Templates: the shipped ones are sound, and a fault in one is named with its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from aa_tools.errors import InputError
from aa_tools.files import list_data
from aa_tools.printing.stock import CARD_SIZES, Edges
from aa_tools.printing.template import load_face, load_paper, load_theme
from tests.printing.helpers import ROOT, edited

TEMPLATES = ROOT / "templates"


def test_every_shipped_template_loads() -> None:
    for name in list_data("templates/faces"):
        assert load_face(name).card == CARD_SIZES["poker"]
    for name in list_data("templates/papers"):
        assert load_paper(name).margins == Edges(6.35, 6.35, 6.35, 6.35)
    for name in list_data("templates/themes"):
        assert load_theme(name).title


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


LOAD: dict[str, Callable[[str], object]] = {"faces": load_face, "themes": load_theme, "papers": load_paper}
FAULTS = [
    ("faces/canvas.yaml", "size: poker", "size: pokr", ":3:7: size cannot be 'pokr'; did you mean poker?"),
    (
        "faces/canvas.yaml",
        "format: aa.face/1",
        "format: aa.face/2",
        ":2:9: format cannot be 'aa.face/2'; did you mean aa.face/1?",
    ),
    (
        "faces/canvas.yaml",
        "draw: quadrants",
        "draw: quadrant",
        ":5:21: draw cannot be 'quadrant'; did you mean quadrants?",
    ),
    (
        "faces/canvas.yaml",
        "width: 57.5",
        "width: 60.6",
        ":5:40: the box quadrants reaches 0.10 mm beyond the poker card",
    ),
    ("faces/canvas.yaml", "ink: quiet", "inc: quiet", ":6:79: the key inc is not known here; did you mean ink?"),
    ("faces/canvas.yaml", "width: 57.5", "width: 0", ":5:65: width is too small; at least 0.1"),
    ("faces/canvas.yaml", '"{id}"', '"{idd}"', ":8:15: nothing is called {idd}; did you mean id?"),
    (
        "themes/classic.yaml",
        "RedHatDisplay-Bold",
        "RedHatDisplay-Bald",
        ":11:11: there is no font 'RedHatDisplay-Bald'; did you mean RedHatDisplay-Bold?",
    ),
    (
        "themes/classic.yaml",
        "inspiration: fronds",
        "inspiration: frond",
        ":16:16: inspiration cannot be 'frond'; did you mean fronds?",
    ),
    ("themes/classic.yaml", "  reference: squares\n", "", ":15:3: backs has no reference; add reference: …"),
    ("themes/classic.yaml", '"#F5EFE3"', "cream", ":8:10: panel cannot be 'cream'; write it as \"#RRGGBB\", in quotes"),
    (
        "papers/a4.yaml",
        "width_mm: 210",
        "width_mm: 310",
        ":2:1: the paper is wider than high; give the shorter side as width_mm",
    ),
    ("papers/a4.yaml", "top: 6.35", "top: -1", ":7:19: top is too small; at least 0.0"),
]


@pytest.mark.parametrize(("file", "old", "new", "message"), FAULTS, ids=[each[2] or each[1] for each in FAULTS])
def test_faults_have_their_places(tmp_path: Path, file: str, old: str, new: str, message: str) -> None:
    path = edited(TEMPLATES / file, tmp_path / "own.yaml", old, new)
    with pytest.raises(InputError) as caught:
        LOAD[file.split("/")[0]](str(path))
    assert str(caught.value) == f"{path}{message}"


def test_an_unknown_template_is_named() -> None:
    with pytest.raises(InputError) as caught:
        load_paper("a44")
    assert str(caught.value) == "there is no paper template 'a44'; did you mean a4?"
