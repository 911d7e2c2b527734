"""Links, anchors and pictures of every page lead somewhere, every page can be reached, and no page names a machine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.conftest import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
MACHINE = re.compile(
    r"(?<![\w.])/(?:home|tmp|work|root|Users|mnt|opt|srv|var)/|\b[A-Z]:\\|\blocalhost\b|\b127\.0\.0\.1:\d"
)

_LINK = re.compile(r'!?\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(([^)\s]+)\)|<img src="([^"]+)"')
_FENCED = re.compile(r"^( *)```.*?^\1```$", re.MULTILINE | re.DOTALL)


def prose(page: Path) -> str:
    """A page without its fenced blocks and inline code, in which brackets are no links."""
    return re.sub(r"`[^`\n]*`", "``", _FENCED.sub("", page.read_text(encoding="utf-8")))


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub gives to the headings of a page."""
    text = _FENCED.sub("", page.read_text(encoding="utf-8"))
    found: dict[str, int] = {}
    for heading in re.findall(r"^#{1,6} +(.*?) *#*$", text, re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        name = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        found[name] = found.get(name, -1) + 1
    return {f"{name}-{number}" if number else name for name, last in found.items() for number in range(last + 1)}


def links(page: Path) -> Iterator[tuple[str, Path, str]]:
    """Each link of a page to something in the project: as it stands, the file, the anchor."""
    for link in (found[1] or found[2] for found in _LINK.finditer(prose(page))):
        if not re.match(r"[a-z]+:", link):
            path, _, anchor = link.partition("#")
            yield link, (page.parent / unquote(path)).resolve() if path else page, anchor


def problems(page: Path) -> list[str]:
    """The links of a page that lead nowhere."""
    found = []
    for link, target, anchor in links(page):
        if not target.exists() or not target.is_relative_to(ROOT):
            found.append(f"{link}: there is no such file in the project")
        elif anchor and (target.suffix != ".md" or anchor not in anchors(target)):
            found.append(f"{link}: there is no such heading")
    return found


def reached(start: Path) -> set[Path]:
    """The pages to which links lead from a page, over any number of steps."""
    found, new = set[Path](), {start}
    while new:
        found |= new
        new = {target for page in new for _, target, _ in links(page) if target.suffix == ".md"} - found
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    assert problems(page) == []


def test_every_page_is_reached_from_the_readme() -> None:
    assert set(PAGES) - reached(ROOT / "README.md") == set()


def test_every_page_stands_in_the_index() -> None:
    index = ROOT / "docs" / "README.md"
    listed = {target for _, target, _ in links(index)}
    assert {page for page in PAGES if page.is_relative_to(ROOT / "docs")} - listed == {index}


def test_every_picture_is_shown() -> None:
    shown = {target for page in PAGES for _, target, _ in links(page)}
    kept = {path for path in (ROOT / "docs").rglob("*") if path.suffix in (".png", ".jpg", ".svg")}
    assert kept - shown == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_page_names_a_path_of_a_machine(page: Path) -> None:
    assert MACHINE.findall(page.read_text(encoding="utf-8")) == []


def test_the_checks_above_can_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    page, other = tmp_path / "a.md", tmp_path / "b.md"
    other.write_text("# Two words, `code`\n\n## Again\n\n## Again\n\n```\n# no heading\n```\n", encoding="utf-8")
    good = "[b](b.md) [b](b.md#two-words-code) [b](b.md#again-1) `[x](y)` [web](https://example.org/x)\n\n```\n[x](y)\n```\n"
    page.write_text(
        good + '[c](c.md) ![d](d.png) <img src="e.png"> [b](b.md#no-heading) [up](../c.md) [here](#a)\n',
        encoding="utf-8",
    )
    assert problems(page) == [
        "c.md: there is no such file in the project",
        "d.png: there is no such file in the project",
        "e.png: there is no such file in the project",
        "b.md#no-heading: there is no such heading",
        "../c.md: there is no such file in the project",
        "#a: there is no such heading",
    ]
    assert reached(other) == {other}
    assert MACHINE.search("see /home/someone/aa") is not None
