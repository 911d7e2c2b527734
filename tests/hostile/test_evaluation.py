"""No file is ever run: YAML makes plain data only, braces stand for the given words only, cells and texts stay text."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import openpyxl
import pytest

from aa_tools.cards.database import parse_cards
from aa_tools.cards.spreadsheet.formats import read_spreadsheet, spreadsheet_bytes
from aa_tools.cards.spreadsheet.rows import to_table
from aa_tools.errors import InputError
from aa_tools.files import SourceText
from aa_tools.printing.faces.template import load_face
from aa_tools.printing.outlets.profile import load_outlet
from aa_tools.yamlfile import load_yaml
from tests.conftest import ROOT, Aa

GOOD = (ROOT / "tests" / "cards" / "bad" / "good.yaml").read_text(encoding="utf-8")
TAGS = [
    "!!python/object/apply:os.system ['touch ran']", "!!python/object:os.system {}", "!!python/name:os.system x",
    "!!python/module:os x", "!!python/object/new:os.system ['touch ran']", "!!python/tuple [1]", "!!binary aGk=",
    "!include /etc/passwd", "!ENV ${HOME}", "!<tag:yaml.org,2002:python/object/apply:os.system> ['touch ran']",
    "!!set {a}", "!!omap [a: 1]", "!!timestamp 2001-01-01",
]  # fmt: skip


@pytest.mark.parametrize("tag", TAGS)
def test_no_tag_makes_anything(tag: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for text in (f"a: {tag}", f"{tag}: 1", f"- [{tag}]", f"a: {{b: {tag}}}"):
        with pytest.raises(InputError):
            load_yaml(SourceText("f.yaml", text))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("tag", TAGS[:3])
@pytest.mark.parametrize(
    "command", ["cards check --cards", "score", "game show", "sheets canvas --theme", "sheets --paper", "export"]
)
def test_no_command_runs_a_tag(command: str, tag: str, aa: Aa, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f.yaml").write_text(f"format: {tag}\n", encoding="utf-8")
    run = aa(*command.split(), "f.yaml", *(["out"] if command == "export" else []))
    assert "the tag tag:yaml.org,2002:python/" in run.err + run.out
    assert [each.name for each in tmp_path.iterdir()] == ["f.yaml"]


EXPRESSIONS = [
    "{title.__class__}", "{0}", "{}", "{title!r}", "{title:>99999999}", "{__import__('os')}", "{title[0]}", "{{title}}",
    "${HOME}", "{% x %}", "{title}}", "{ title }", "{TITLE}",
]  # fmt: skip


@pytest.mark.parametrize("words", EXPRESSIONS)
def test_a_template_knows_its_words_only(words: str, tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(f'extends: professor\ntexts: {{title: {{words: "{words}"}}}}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"own\.yaml:2:.*: (unknown placeholder|.*brace)"):
        load_face(str(own))


@pytest.mark.parametrize("words", EXPRESSIONS)
def test_a_text_and_a_file_name_know_their_words_only(words: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"the rules have no number|unmatched brace"):
        parse_cards(SourceText("c.yaml", GOOD.replace("title: Hook", f'title: "{words}"')))
    own = tmp_path / "own.yaml"
    own.write_text(f'extends: png\npictures: {{fronts: "{words}"}}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"unknown field|is not a valid file name"):
        load_outlet(str(own))


@pytest.mark.parametrize("text", ['=HYPERLINK("http://x","y")', "=1+1", "@SUM(1)", "+1", "-1", "=cmd|' /C calc'!A0"])
def test_a_cell_is_no_formula(text: str, tmp_path: Path) -> None:
    cards = parse_cards(SourceText("c.yaml", GOOD))
    heads, rows = to_table(cards)
    rows[0][heads.index("title")] = text
    file = tmp_path / "deck.xlsx"
    file.write_bytes(spreadsheet_bytes(file, heads, rows))
    cell = openpyxl.load_workbook(file)["Cards"].cell(2, heads.index("title") + 1)
    assert (cell.value, cell.data_type) == (text, "s")
    assert read_spreadsheet(file).rows[0].cells["title"] == text
    written = spreadsheet_bytes(tmp_path / "deck.csv", heads, rows).decode("utf-8-sig")
    assert list(csv.reader(io.StringIO(written)))[1][heads.index("title")] == text
