"""The tutorial and the how-to pages: every command is run in order, and shows what the page shows."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.support.pages import SET_UP, Block, Reader, blocks, clone, edit, matches

PAGES = [ROOT / "docs" / "tutorial.md", *sorted((ROOT / "docs" / "howto").glob("*.md"))]

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="the commands are for a shell")


@pytest.fixture
def reader(tmp_path: Path) -> Reader:
    (tmp_path / "clone").mkdir()
    return Reader(clone(tmp_path / "clone"), tmp_path / "programs")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_commands_show_what_the_page_shows(page: Path, reader: Reader) -> None:
    wrong = [
        f"{page.name}, line {shown.line}, shows\n{shown.body}\nbut the command says\n{said}"
        for shown, said in reader.follow(page.read_text(encoding="utf-8"))
    ]
    assert not wrong, "\n\n".join(wrong)


def test_only_the_tutorial_sets_up_and_as_the_readme_does() -> None:
    marked = [(page, block) for page in PAGES for block in blocks(page.read_text("utf-8")) if block.mark == SET_UP]
    assert [page.stem for page, _ in marked] == ["tutorial"]
    commands = next(block for block in blocks((ROOT / "README.md").read_text("utf-8")) if block.mark == "print").body
    assert commands.startswith(marked[0][1].body.replace("\n. .venv/bin/activate\n", " && "))


def test_the_readme_makes_aa_known_before_it_is_called_by_its_name() -> None:
    bodies = [block.body for block in blocks((ROOT / "README.md").read_text("utf-8")) if block.language == "sh"]
    lines = [line for body in bodies for line in body.splitlines()]
    first = next(index for index, line in enumerate(lines) if line.startswith("aa "))
    assert lines[first - 1] == ". .venv/bin/activate"


def block(body: str, language: str = "sh", mark: str = "") -> Block:
    return Block(1, mark, language, "", body, False)


def test_a_page_is_read_into_its_blocks() -> None:
    page = "<!-- exit 3 -->\n```sh\naa x\n```\n\n```text\nno\n```\n\nThen:\n\n1. Write\n\n"
    assert blocks(page + "   ```yaml a/b.yaml\n   a:\n     b\n   ```\n") == [
        Block(2, "exit 3", "sh", "", "aa x\n", False),
        Block(6, "", "text", "", "no\n", True),
        Block(14, "", "yaml", "a/b.yaml", "a:\n  b\n", False),
    ]


@pytest.mark.parametrize(
    ("shown", "said", "same"),
    [
        ("one\ntwo\n", "\none\ntwo  \n", True),
        ("one\n", "one\ntwo\n", False),
        ("one\n...\n", "one\ntwo\nthree\n", True),
        ("...\nthree\n", "one\ntwo\nthree\n", True),
        ("one\n...\nthree\n", "one\nthree\n", True),
        ("one\n...\nfour\n", "one\ntwo\nthree\n", False),
        ("o.e\n", "one\n", False),
        (" one\n", "one\n", False),
    ],
)
def test_what_is_shown_is_compared_line_by_line(shown: str, said: str, same: bool) -> None:
    assert matches(shown, said) is same


def test_a_page_that_shows_something_else_is_told(reader: Reader) -> None:
    page = "```sh\ncd docs\necho a b\n```\n\n```text\na c\n```\n\n```sh\nbasename $PWD\n```\n\n```text\ndocs\n```\n"
    assert [(shown.body, said) for shown, said in reader.follow(page)] == [("a c\n", "a b\n")]


def test_a_command_that_fails_is_told(reader: Reader) -> None:
    with pytest.raises(AssertionError, match="line 1 ends with 3"):
        list(reader.follow("```sh\naa score nowhere.txt\necho done\n```\n"))
    assert list(reader.follow("<!-- exit 3 -->\n```sh\naa score nowhere.txt\n```\n")) == []


def test_an_edit_is_made_where_its_lines_stand(tmp_path: Path) -> None:
    file = tmp_path / "file.yaml"
    file.write_text("a: 1\nb: 2\nc: 3\n", encoding="utf-8")
    edit(file, block(" a: 1\n-b: 2\n+b: 4\n+d: 5\n", "diff"))
    assert file.read_text(encoding="utf-8") == "a: 1\nb: 4\nd: 5\nc: 3\n"
    with pytest.raises(AssertionError, match="found 0 times"):
        edit(file, block("-b: 2\n", "diff"))
