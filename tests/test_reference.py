"""The reference pages and schemas are what the code says now."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from aa_tools.cards.database import CardDatabase
from aa_tools.cards.models.docstrings import field_descriptions, summary
from aa_tools.rules.measures import MEASURES
from aa_tools.services.cards.schemas import MODELS
from tests.conftest import ROOT

REFERENCE = ROOT / "docs" / "reference"
SAID_BY_THE_MEASURE = {"min_size", "max_size", "direction", "pattern", "full", "side", "min_quadrants"}


def check(root: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(root / "docs" / "reference" / "make.py"), "--check"]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_nothing_is_stale() -> None:
    run = check(ROOT)
    assert (run.returncode, run.stderr) == (0, "")


def test_the_check_above_can_fail(tmp_path: Path) -> None:
    shutil.copytree(REFERENCE, tmp_path / "docs" / "reference")
    shutil.copy(ROOT / "docs" / "statistics.md", tmp_path / "docs")
    shutil.copytree(ROOT / "schemas", tmp_path / "schemas")
    shutil.copy(ROOT / "docs" / "statistics.md", tmp_path / "docs" / "statistics.md")
    page, pictures = tmp_path / "docs" / "reference" / "measures.md", tmp_path / "docs" / "reference" / "pictures"
    page.write_text(page.read_text(encoding="utf-8") + "x", encoding="utf-8")
    shutil.copy(pictures / "edge.png", pictures / "cards.png")
    (tmp_path / "schemas" / "face.json").unlink()
    run = check(tmp_path)
    assert run.returncode == 1
    assert run.stderr == (
        "stale, run python docs/reference/make.py: "
        "docs/reference/measures.md, schemas/face.json, docs/reference/pictures/cards.png\n"
    )


def test_every_measure_has_its_section_picture_and_sentence() -> None:
    text = (REFERENCE / "measures.md").read_text(encoding="utf-8")
    for name, measure in MEASURES.items():
        assert f"\n## {name}\n\n{summary(measure)}\n\n![" in text
        assert (REFERENCE / "pictures" / f"{name}.png").is_file()


@pytest.mark.parametrize("kind", list(MODELS))
def test_every_key_of_every_file_has_a_meaning(kind: str, cards: CardDatabase) -> None:
    schema: dict[str, Any] = MODELS[kind].model_json_schema()
    for name, part in [(kind, schema), *schema.get("$defs", {}).items()]:
        if name == "Backs" or "properties" not in part:
            continue
        assert part["description"], name
        silent = {key for key, field in part["properties"].items() if "description" not in field}
        assert silent - SAID_BY_THE_MEASURE == set(), name


def test_the_meaning_of_a_field_may_take_several_lines_and_be_inherited() -> None:
    class Base:
        """A base.

        Attributes:
            one: The first,
                in two lines.
        """

    class Derived(Base):
        """More words,
        in two lines.

        Attributes:
            two: The second: with a colon.
        """

    assert field_descriptions(Derived) == {"one": "The first, in two lines.", "two": "The second: with a colon."}
    assert summary(Derived) == "More words, in two lines."
