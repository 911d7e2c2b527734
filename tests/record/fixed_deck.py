"""A deck for exact texts: the shipped one with inspirations that stay as they are when the shipped ones are tuned."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from aa_tools.cards.database import CardDatabase, load_cards
from tests.conftest import ROOT

PATTERNS = ["XX/X./X.", "XXXX", "XX/XX", "XXX/.X.", "XX./.XX", "X..X/.XX."]


@pytest.fixture(scope="session")
def cards(tmp_path_factory: pytest.TempPathFactory) -> CardDatabase:
    text = (ROOT / "cards.yaml").read_text(encoding="utf-8")
    start, end = text.index("\n  inspiration:"), text.index("\n  assignment:")
    patterns = iter(PATTERNS)
    deck = re.sub(r'pattern: ".*"', lambda _: f'pattern: "{next(patterns)}"', text[start:end])
    path: Path = tmp_path_factory.mktemp("cards") / "cards.yaml"
    path.write_text(text[:start] + deck + text[end:], encoding="utf-8")
    return load_cards(str(path))
