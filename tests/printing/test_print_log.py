"""The print log: what counts as changed, what is printed again and what is thrown away."""

from __future__ import annotations

from pathlib import Path

import pytest

from aa_tools.cards.database import CardDatabase, load_cards
from aa_tools.errors import InputError
from aa_tools.printing.layout.fitting import Spacing
from aa_tools.printing.layout.imposition import Flip
from aa_tools.printing.print_log import (
    PRINT_LOG,
    Changes,
    PrintLog,
    find_changes,
    format_print_log,
    load_print_log,
    record_printed,
)
from aa_tools.printing.sheets import PrintJob, PrintSettings, card_size, prepare_job
from tests.printing.helpers import DECKS, ROOT

CARDS = (ROOT / "cards.yaml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def print_log(cards: CardDatabase) -> PrintLog:
    return record_printed(prepare_job(cards, DECKS), None)


def job_of(folder: Path, *edits: tuple[str, str], setup: PrintSettings | None = None) -> PrintJob:
    text = CARDS
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "cards.yaml"
    path.write_text(text, encoding="utf-8")
    return prepare_job(load_cards(str(path)), DECKS, setup=setup)


def printed(found: Changes) -> list[tuple[str, int]]:
    return [(face.card_id, face.count) for face in found.job.faces]


def thrown(found: Changes) -> list[tuple[str, int, str]]:
    return [(old.card_id, old.count, old.reason) for old in found.obsolete]


def test_nothing_has_changed_at_once(cards: CardDatabase, print_log: PrintLog) -> None:
    assert not find_changes(prepare_job(cards, DECKS), print_log)


def test_a_word_changes_one_card_and_all_its_copies(print_log: PrintLog, tmp_path: Path) -> None:
    found = find_changes(job_of(tmp_path, ("Most separate red areas", "Most single red areas")), print_log)
    assert printed(found) == [("red-areas", 1)]
    assert thrown(found) == [("red-areas", 1, "drawn anew")]
    found = find_changes(job_of(tmp_path, ("en: The Hook", "en: The Bent Hook")), print_log)
    assert printed(found) == [("inspiration-hook", 2)]
    assert thrown(found) == [("inspiration-hook", 2, "drawn anew")]


def test_what_is_not_drawn_changes_nothing(print_log: PrintLog, tmp_path: Path) -> None:
    assert not find_changes(job_of(tmp_path, ("# The card database", "# My card database")), print_log)


def test_an_ink_changes_every_card_that_shows_it(print_log: PrintLog, tmp_path: Path) -> None:
    found = find_changes(job_of(tmp_path, ('ink: "#DC2543"', 'ink: "#DC2544"')), print_log)
    # Every back has red in it, and so do all fronts.
    assert sum(count for _, count in printed(found)) == 93


def test_more_copies_print_what_is_missing_and_fewer_throw_away(print_log: PrintLog, tmp_path: Path) -> None:
    before = "title: {en: The Hook, de: Der Haken}\n        count: 2"
    more = find_changes(job_of(tmp_path, (before, before.replace("count: 2", "count: 5"))), print_log)
    assert (printed(more), thrown(more)) == ([("inspiration-hook", 3)], [])
    fewer = find_changes(job_of(tmp_path, (before, before.replace("count: 2", "count: 1"))), print_log)
    assert (printed(fewer), thrown(fewer)) == ([], [("inspiration-hook", 1, "fewer are needed")])


def test_a_card_that_is_gone_is_thrown_away_and_a_new_one_printed(print_log: PrintLog, tmp_path: Path) -> None:
    found = find_changes(job_of(tmp_path, ("id: C01,", "id: C99,")), print_log)
    assert printed(found) == [("C99", 1)]
    assert thrown(found) == [("C01", 1, "no longer in the deck")]


@pytest.mark.parametrize(
    "setup",
    [PrintSettings(size=card_size("bridge")), PrintSettings(spacing=Spacing(6, 3)), PrintSettings(flip=Flip.NONE)],
    ids=["size", "bleed", "no backs"],
)
def test_another_size_bleed_or_back_is_another_card(print_log: PrintLog, tmp_path: Path, setup: PrintSettings) -> None:
    assert sum(count for _, count in printed(find_changes(job_of(tmp_path, setup=setup), print_log))) == 93


@pytest.mark.parametrize(
    "setup",
    [PrintSettings(flip=Flip.SHORT), PrintSettings(spacing=Spacing(gap_mm=3)), PrintSettings(marks=False)],
    ids=["flip", "gap", "marks"],
)
def test_where_it_lies_on_the_sheet_does_not_change_a_card(
    print_log: PrintLog, tmp_path: Path, setup: PrintSettings
) -> None:
    assert not find_changes(job_of(tmp_path, setup=setup), print_log)


def test_other_decks_are_left_alone(cards: CardDatabase, print_log: PrintLog) -> None:
    job = prepare_job(cards, ["professor"])
    assert not find_changes(job, print_log)
    later = record_printed(job, PrintLog(decks={"canvas": print_log.decks["canvas"]}))
    assert list(later.decks) == ["canvas", "professor"]


def test_a_ledger_is_read_back_as_it_was_written(print_log: PrintLog, tmp_path: Path) -> None:
    (tmp_path / PRINT_LOG).write_bytes(format_print_log(print_log))
    assert load_print_log(tmp_path) == print_log
    lines = (tmp_path / PRINT_LOG).read_text(encoding="utf-8").splitlines()
    assert any(line.startswith("    red-areas: {title: Red ") for line in lines)
    assert load_print_log(tmp_path / "other") is None


def test_a_fault_in_the_ledger_has_its_place(tmp_path: Path) -> None:
    (tmp_path / PRINT_LOG).write_text("format: aa.printed/1\ndecks:\n  canvas:\n    C01: {cuont: 1, drawn: x}\n")
    with pytest.raises(InputError) as caught:
        load_print_log(tmp_path)
    assert f"{tmp_path / PRINT_LOG}:4:11: the key cuont is not known here; did you mean count?" in str(caught.value)


def test_a_hatch_changes_the_canvas_cards_that_show_it(
    cards: CardDatabase, print_log: PrintLog, tmp_path: Path
) -> None:
    swapped = (
        ('"#DC2543", hatch: lines', '"#DC2543", hatch: dots'),
        ('"#FFD21F", hatch: dots', '"#FFD21F", hatch: lines'),
    )
    found = find_changes(job_of(tmp_path, *swapped), print_log)
    shown = [card.id for card in cards.file.decks.canvas.cards if set("RY") & set(card.quadrants)]
    assert [card_id for card_id, _ in printed(found) if card_id.startswith("C")] == shown
