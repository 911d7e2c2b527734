"""The Python interface: the examples of the pages, each function against the command that does the same."""

from __future__ import annotations

import contextlib
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pypdf
import pytest

import aa_tools
import aa_tools.api
from tests.conftest import ROOT, Aa

PHOTO = ROOT / "docs" / "pictures" / "photo-table.jpg"
GRID = "RY BB RR YB\nBR YY RB BY\n" * 4


@pytest.mark.parametrize("page", ["README.md", "docs/reference/python.md"])
def test_the_example_prints_who_claims_a_card_and_why(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.chdir(ROOT)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(example, {})
    assert out.getvalue() == "Anna: tied at 6; the first player card decides and goes to Ben\n"


def test_the_import_loads_nothing_heavy() -> None:
    program = (
        "import sys, aa_tools; print([name for name in ('numpy', 'cv2', 'yaml', 'pydantic') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True)
    assert run.stdout == "[]\n"


def test_every_name_can_be_imported_and_is_described() -> None:
    assert set(aa_tools.api.__all__) <= set(dir(aa_tools))
    for name in aa_tools.api.__all__:
        assert getattr(aa_tools, name).__doc__, name
    with pytest.raises(AttributeError, match="module 'aa_tools' has no attribute 'nothing'"):
        _ = aa_tools.nothing


def test_a_photo_scores_as_with_the_command(aa: Aa) -> None:
    cards = aa_tools.load_cards(ROOT / "cards.yaml")
    scored = aa_tools.score(aa_tools.read_photo(PHOTO, cards), cards)
    told = aa("score", PHOTO, "--cards", ROOT / "cards.yaml", "--json").json
    assert json.loads(json.dumps(scored.document())) == told
    assert {str(side): points for side, points in scored.points.items()} == {
        player["side"]: player["points"] for player in told["players"]
    }
    assert scored.result.points("south") == scored.points[aa_tools.Side.SOUTH] > 0


def test_a_typed_table_asks_only_about_what_matters(tmp_path: Path) -> None:
    cards, path = aa_tools.load_cards(), tmp_path / "grid.txt"
    path.write_text(GRID.replace("RY BB", "?Y BB", 1))
    table = aa_tools.read_table(path, objectives=["red-areas"])
    with pytest.raises(aa_tools.InputError, match=r"grid\.txt:1:1: row 1, column 1 is unknown; type its letter"):
        aa_tools.score(table, cards)
    questions = []

    def answer(question: aa_tools.Question) -> int:
        questions.append(str(question.quadrant))
        return question.choices["R"]

    scored = aa_tools.score(table, cards, ask=answer)
    path.write_text(GRID)
    assert scored.points == aa_tools.score(aa_tools.read_table(path, objectives=["red-areas"]), cards).points
    assert questions == ["row 1, column 1"]


def test_templates_are_found_beside_each_card_file(tmp_path: Path) -> None:
    decks = []
    for name, ink in (("one", "#112233"), ("two", "#445566")):
        home = tmp_path / name
        (home / "templates" / "themes").mkdir(parents=True)
        (home / "cards.yaml").write_bytes((ROOT / "cards.yaml").read_bytes())
        theme = f"extends: classic\ninks: {{text: '{ink}'}}\n"
        (home / "templates" / "themes" / "mine.yaml").write_text(theme)
        decks.append(aa_tools.load_cards(home / "cards.yaml"))
    one, two = (np.asarray(aa_tools.render_card(cards, "weaver", theme="mine", dpi=60)) for cards in decks)
    assert one.shape == two.shape == (210, 150, 3)
    assert (one != two).any()


def test_sheets_share_paper_unless_they_are_to_be_separate(tmp_path: Path) -> None:
    cards = aa_tools.load_cards()
    together = aa_tools.make_sheets(cards, tmp_path / "all", decks=["professor", "first_player"])
    apart = aa_tools.make_sheets(cards, tmp_path / "apart", decks=["professor", "first_player"], separate=True)
    assert [path.name for path in apart] == ["professor.pdf", "first_player.pdf"]
    assert len(together) == 1
    assert len(pypdf.PdfReader(together[0]).pages) < sum(len(pypdf.PdfReader(path).pages) for path in apart)


def test_a_check_reports_errors_with_their_place(tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    path.write_text((ROOT / "cards.yaml").read_text(encoding="utf-8").replace("tagline:", "taglin:", 1))
    found = aa_tools.check_cards(path)
    assert found.database is None
    assert all(error.place and error.place.source == str(path) for error in found.errors)
    assert "taglin" in str(found.errors[0])
    assert aa_tools.check_cards().errors == ()


def test_a_playtest_is_the_same_for_a_seed() -> None:
    cards = aa_tools.load_cards()
    first, again = (aa_tools.playtest(cards, bots="random", games=20, seed=4) for _ in range(2))
    assert first == again
