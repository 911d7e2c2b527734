"""Pages of the documentation, followed as a reader would: files are written, edits made, commands run and compared.

What the fenced blocks of such a page mean:

- `sh`: commands, run by bash in the folder where the block before it ended. They must succeed. After a line
  `<!-- exit 4 -->` they must end with that code instead. After a line `<!-- set-up -->` they are not run.
- `text` right after such a block: what it shows. A line of three dots stands for any lines that are left out. Blank
  lines at the ends and spaces at the ends of lines do not count.
- any other language with a path (`yaml templates/themes/sunset.yaml`): a file, written as it stands.
- `diff` with a path: an edit by hand. The lines with "-" or " " are found once in the file, and become those with "+"
  or " ".
- blocks without a language are only read.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import ROOT

SET_UP = "set-up"
DOTS = "..."

_FENCE = re.compile(
    r"(?:^[ ]*<!-- (?P<mark>[^\n]*) -->\n)?^(?P<indent>[ ]*)```(?P<language>\w*)[ ]?(?P<path>[^\n]*)\n"
    r"(?P<body>.*?)^(?P=indent)```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    """A fenced block of a page.

    Attributes:
        line: where it begins, from 1.
        mark: the text of the comment on the line before it.
        language, path: the words after the fence.
        body: its lines.
        after: True if only blank lines stand between it and the block before.
    """

    line: int
    mark: str
    language: str
    path: str
    body: str
    after: bool

    def differs(self, said: str) -> bool:
        """Says whether this block shows something else than what the commands before it said."""
        return self.after and self.language == "text" and not self.path and not matches(self.body, said)


def blocks(page: str) -> list[Block]:
    """Returns the fenced blocks of a page."""
    found: list[Block] = []
    end = 0
    for match in _FENCE.finditer(page):
        line = page.count("\n", 0, match.start("indent")) + 1
        after = bool(found) and not page[end : match.start()].strip()
        mark, language, path, body = (match[name] or "" for name in ("mark", "language", "path", "body"))
        body = re.sub(f"^{match['indent']}", "", body, flags=re.MULTILINE)
        found.append(Block(line, mark, language, path.strip(), body, after))
        end = match.end()
    return found


def clone(folder: Path) -> Path:
    """Lays out in a folder what a reader finds in a clone of the project, without the program and its tests."""
    for name in ("cards.yaml", "README.md"):
        shutil.copy(ROOT / name, folder / name)
    for name in ("templates", "docs", "schemas"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


class Reader:
    """Follows a page in a folder, with `aa` as the program of this tree."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.clone = self.folder = folder
        programs.mkdir()
        aa = programs / "aa"
        aa.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m aa_tools "$@"\n', encoding="utf-8")
        aa.chmod(0o755)
        kept = {name: value for name, value in os.environ.items() if name in ("LANG", "LC_ALL", "TMPDIR")}
        self.environment = kept | {
            "PATH": f"{programs}:{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "HOME": str(programs),
            "XDG_CONFIG_HOME": str(programs / "config"),
            "COLUMNS": "80",
            "PYTHONUTF8": "1",
        }

    def follow(self, page: str) -> Iterator[tuple[Block, str]]:
        """Follows a page to its end, and yields what it shows and what the command said, where they differ."""
        steps = blocks(page)
        for number, block in enumerate(steps):
            if block.language == "sh" and block.mark != SET_UP:
                said = self._run(block)
                yield from ((shown, said) for shown in steps[number + 1 : number + 2] if shown.differs(said))
            elif block.language == "diff" and block.path:
                edit(self.clone / block.path, block)
            elif block.path:
                (self.clone / block.path).parent.mkdir(parents=True, exist_ok=True)
                (self.clone / block.path).write_text(block.body, encoding="utf-8")

    def _run(self, block: Block) -> str:
        """Runs a block and returns all it wrote; the folder in which it ends is that of the next block."""
        ended = Path(self.environment["HOME"]) / "folder"
        script = f"trap 'pwd > \"{ended}\"' EXIT\n{block.body}"
        run = subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", script],
            cwd=self.folder,
            env=self.environment,
            check=False,
            encoding="utf-8",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        wanted = int(block.mark.removeprefix("exit ")) if block.mark.startswith("exit ") else 0
        assert run.returncode == wanted, f"line {block.line} ends with {run.returncode}:\n{block.body}\n{run.stdout}"
        self.folder = Path(ended.read_text(encoding="utf-8").strip())
        return run.stdout


def matches(shown: str, said: str) -> bool:
    """Says whether a text is what is shown, with any lines in place of three dots."""
    pattern = "".join(r"(?:.*\n)*" if line.strip() == DOTS else re.escape(line + "\n") for line in _lines(shown))
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in _lines(said))) is not None


def _lines(text: str) -> list[str]:
    """Returns the lines without blanks at their ends and without blank lines at both ends."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n").split("\n")


def edit(path: Path, block: Block) -> None:
    """Changes a file as a block of the kind `diff` says."""
    lines = block.body.splitlines()
    old, new = ("".join(f"{line[1:]}\n" for line in lines if line[:1] != sign) for sign in "+-")
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"line {block.line}: found {text.count(old)} times in {path.name}:\n{old}"
    path.write_text(text.replace(old, new), encoding="utf-8")
