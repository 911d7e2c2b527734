"""`aa cards check`: each kind of warning and error in a file with its exact messages beside it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from aa_tools.cards.models.warning_kinds import WarningKind
from tests.cards.test_database import mutated
from tests.conftest import ROOT, Aa

TESTS = ROOT / "tests" / "cards"
WARNED = sorted(path for path in (TESTS / "warned").glob("*.yaml") if path.stem != "none")
BAD = sorted(path for path in (TESTS / "bad").glob("*.yaml") if path.stem != "good")


def findings(out: str, path: Path) -> list[str]:
    """Returns what is told before the odds and the last line."""
    told = out.partition("\nOdds on ")[0].replace(str(path), path.name).splitlines()
    return [line for line in told if line and not re.match(r"\d+ cards: ", line)]


def test_the_shipped_deck_has_nothing_to_warn_of(aa: Aa) -> None:
    run = aa("cards", "check", "--cards", ROOT / "cards.yaml")
    assert (run.code, run.err) == (0, "")
    assert run.out.splitlines()[-1] == "93 cards: 0 errors, 0 warnings."
    assert "red-areas" in run.out
    assert "inspiration-hook" in run.out


def test_the_file_from_which_the_others_are_made(aa: Aa) -> None:
    run = aa("cards", "check", "--cards", TESTS / "warned" / "none.yaml")
    assert (run.code, run.out.splitlines()[-1]) == (0, "20 cards: 0 errors, 0 warnings.")


@pytest.mark.parametrize("path", WARNED, ids=lambda path: path.stem)
def test_a_warned_file_gives_the_messages_beside_it(aa: Aa, path: Path) -> None:
    run = aa("cards", "check", "--cards", path)
    expected = path.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    assert findings(run.out, path) == expected
    assert (run.code, run.err) == (1 if expected else 0, "")


def test_every_concern_has_a_file() -> None:
    told = "".join(path.with_suffix(".txt").read_text(encoding="utf-8") for path in WARNED)
    assert {concern for concern in WarningKind if f"[{concern}]" in told} == set(WarningKind)


def test_accepted_warnings_are_counted(aa: Aa) -> None:
    run = aa("cards", "check", "--cards", TESTS / "warned" / "accepted.yaml")
    assert run.code == 0
    assert run.out.splitlines()[-1] == "20 cards: 0 errors, 0 warnings, 7 accepted."


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_bad_file_is_told_as_it_is_read(aa: Aa, path: Path) -> None:
    run = aa("cards", "check", "--cards", path)
    assert (run.code, run.err) == (1, "")
    told = run.out.replace(str(path), path.name).replace("\n    ", "; ").replace(": error: ", ": ").splitlines()
    assert told[:-1] == path.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    assert told[-1].endswith("Fix the card file first; then the deck and its odds are checked too.")


def test_no_file_is_3(aa: Aa) -> None:
    run = aa("cards", "check", "--cards", "none.yaml")
    assert (run.code, run.out) == (3, "")
    assert run.err == "aa: none.yaml: cannot be read: no such file or directory; check the spelling and the folder\n"


def test_a_house_rule_changes_what_is_warned_of(aa: Aa) -> None:
    path = TESTS / "warned" / "none.yaml"
    run = aa("cards", "check", "--cards", path, "--rule", "rounds=[{professors: 2}]")
    assert (run.code, findings(run.out, path)) == (
        1,
        [
            "none.yaml:38:3: warning: the rounds draw 2 professors; the deck has 1",
            "    add cards or change rules.rounds [deck-size]",
        ],
    )


def test_lines_are_not_broken_in_a_pipe(aa: Aa, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    path = TESTS / "warned" / "text-overflow.yaml"
    assert findings(aa("cards", "check", "--cards", path).out, path)[0].endswith(" characters too many")


def slips(aa: Aa, path: Path, text: str, seeds: range) -> int:
    """Checks files with slips of the hand; returns how many could still be read."""
    readable = 0
    for seed in seeds:
        chance, slipped = random.Random(seed), text
        for _ in range(chance.randrange(1, 3)):
            slipped = mutated(slipped, chance)
        path.write_text(slipped, encoding="utf-8")
        run = aa("cards", "check", "--cards", path)
        assert (run.code in (0, 1) and run.err == "") or run.code == 3, (seed, run)
        readable += " cards: " in run.out
    return readable


def test_no_slip_of_the_hand_gives_a_traceback(aa: Aa, tmp_path: Path) -> None:
    text = (TESTS / "warned" / "none.yaml").read_text(encoding="utf-8")
    assert 20 < slips(aa, tmp_path / "cards.yaml", text, range(200)) < 180


@pytest.mark.slow
def test_no_slip_of_the_hand_in_the_shipped_deck_gives_a_traceback(aa: Aa, tmp_path: Path) -> None:
    text = (ROOT / "cards.yaml").read_text(encoding="utf-8")
    assert 200 < slips(aa, tmp_path / "cards.yaml", text, range(1000, 3000)) < 1800


def test_texts_are_checked_in_every_language(aa: Aa, tmp_path: Path) -> None:
    text = (TESTS / "warned" / "none.yaml").read_text(encoding="utf-8")
    path = tmp_path / "cards.yaml"
    path.write_text(text.replace("title: Red,", 'title: {en: Red, de: "R境t"},'), encoding="utf-8")
    german = "cards.yaml:35:26: error: the text in 'de' is missing"
    run = aa("cards", "check", "--cards", path)
    assert run.code == 1
    assert any("the font RedHatDisplay-Black has no '境'" in line for line in findings(run.out, path)), german
    assert aa("cards", "check", "--language", "en", "--cards", path).code == 0


def test_a_card_without_a_tag_among_others_with_one_is_noted(aa: Aa, tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    text = (ROOT / "cards.yaml").read_text(encoding="utf-8")
    path.write_text(text.replace("      - id: weaver\n        tag: 22\n", "      - id: weaver\n"), encoding="utf-8")
    run = aa("cards", "check", "--cards", path)
    assert (run.code, run.out.splitlines()[:2]) == (
        0,
        [
            f"{path}:266:9: note: weaver has no tag, so a photo cannot identify it",
            "    free tags: 22, 29, 30",
        ],
    )
    assert "0 errors, 0 warnings" in run.out.splitlines()[-1]
