"""The ledger: what counts as changed, what is printed again and what is thrown away."""

from __future__ import annotations

from pathlib import Path

import pytest

from aa_tools.cards.database import CardDatabase, load_cards
from aa_tools.errors import InputError
from aa_tools.printing.layout.fitting import Spacing
from aa_tools.printing.layout.imposition import Flip
from aa_tools.printing.print_log import LEDGER, Changes, Ledger, changes, entered, ledger_text, load_ledger
from aa_tools.printing.sheets import Job, Setup, card_size, prepare
from tests.printing.helpers import DECKS, ROOT

CARDS = (ROOT / "cards.yaml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def ledger(cards: CardDatabase) -> Ledger:
    return entered(prepare(cards, DECKS), None)


def job_of(folder: Path, *edits: tuple[str, str], setup: Setup | None = None) -> Job:
    text = CARDS
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "cards.yaml"
    path.write_text(text, encoding="utf-8")
    return prepare(load_cards(str(path)), DECKS, setup=setup)


def printed(found: Changes) -> list[tuple[str, int]]:
    return [(face.card_id, face.count) for face in found.job.faces]


def thrown(found: Changes) -> list[tuple[str, int, str]]:
    return [(old.card_id, old.count, old.reason) for old in found.old]


def test_nothing_has_changed_at_once(cards: CardDatabase, ledger: Ledger) -> None:
    assert not changes(prepare(cards, DECKS), ledger)


def test_a_word_changes_one_card_and_all_its_copies(ledger: Ledger, tmp_path: Path) -> None:
    found = changes(job_of(tmp_path, ("Most separate red areas", "Most single red areas")), ledger)
    assert printed(found) == [("red-areas", 1)]
    assert thrown(found) == [("red-areas", 1, "drawn anew")]
    found = changes(job_of(tmp_path, ("en: The Hook", "en: The Bent Hook")), ledger)
    assert printed(found) == [("inspiration-hook", 2)]
    assert thrown(found) == [("inspiration-hook", 2, "drawn anew")]


def test_what_is_not_drawn_changes_nothing(ledger: Ledger, tmp_path: Path) -> None:
    assert not changes(job_of(tmp_path, ("# The card database", "# My card database")), ledger)


def test_an_ink_changes_every_card_that_shows_it(ledger: Ledger, tmp_path: Path) -> None:
    found = changes(job_of(tmp_path, ('ink: "#DC2543"', 'ink: "#DC2544"')), ledger)
    # Every back has red in it, and so do all fronts.
    assert sum(count for _, count in printed(found)) == 93


def test_more_copies_print_what_is_missing_and_fewer_throw_away(ledger: Ledger, tmp_path: Path) -> None:
    before = "title: {en: The Hook, de: Der Haken}\n        count: 2"
    more = changes(job_of(tmp_path, (before, before.replace("count: 2", "count: 5"))), ledger)
    assert (printed(more), thrown(more)) == ([("inspiration-hook", 3)], [])
    fewer = changes(job_of(tmp_path, (before, before.replace("count: 2", "count: 1"))), ledger)
    assert (printed(fewer), thrown(fewer)) == ([], [("inspiration-hook", 1, "fewer are needed")])


def test_a_card_that_is_gone_is_thrown_away_and_a_new_one_printed(ledger: Ledger, tmp_path: Path) -> None:
    found = changes(job_of(tmp_path, ("id: C01,", "id: C99,")), ledger)
    assert printed(found) == [("C99", 1)]
    assert thrown(found) == [("C01", 1, "no longer in the deck")]


@pytest.mark.parametrize(
    "setup",
    [Setup(size=card_size("bridge")), Setup(spacing=Spacing(6, 3)), Setup(flip=Flip.NONE)],
    ids=["size", "bleed", "no backs"],
)
def test_another_size_bleed_or_back_is_another_card(ledger: Ledger, tmp_path: Path, setup: Setup) -> None:
    assert sum(count for _, count in printed(changes(job_of(tmp_path, setup=setup), ledger))) == 93


@pytest.mark.parametrize(
    "setup",
    [Setup(flip=Flip.SHORT), Setup(spacing=Spacing(gap_mm=3)), Setup(marks=False)],
    ids=["flip", "gap", "marks"],
)
def test_where_it_lies_on_the_sheet_does_not_change_a_card(ledger: Ledger, tmp_path: Path, setup: Setup) -> None:
    assert not changes(job_of(tmp_path, setup=setup), ledger)


def test_other_decks_are_left_alone(cards: CardDatabase, ledger: Ledger) -> None:
    job = prepare(cards, ["professor"])
    assert not changes(job, ledger)
    later = entered(job, Ledger(decks={"canvas": ledger.decks["canvas"]}))
    assert list(later.decks) == ["canvas", "professor"]


def test_a_ledger_is_read_back_as_it_was_written(ledger: Ledger, tmp_path: Path) -> None:
    (tmp_path / LEDGER).write_bytes(ledger_text(ledger))
    assert load_ledger(tmp_path) == ledger
    lines = (tmp_path / LEDGER).read_text(encoding="utf-8").splitlines()
    assert any(line.startswith("    red-areas: {title: Red ") for line in lines)
    assert load_ledger(tmp_path / "other") is None


def test_a_fault_in_the_ledger_has_its_place(tmp_path: Path) -> None:
    (tmp_path / LEDGER).write_text("format: aa.printed/1\ndecks:\n  canvas:\n    C01: {cuont: 1, drawn: x}\n")
    with pytest.raises(InputError) as caught:
        load_ledger(tmp_path)
    assert f"{tmp_path / LEDGER}:4:11: the key cuont is not known here; did you mean count?" in str(caught.value)


def test_a_hatch_changes_the_canvas_cards_that_show_it(cards: CardDatabase, ledger: Ledger, tmp_path: Path) -> None:
    swapped = (
        ('"#DC2543", hatch: lines', '"#DC2543", hatch: dots'),
        ('"#FFD21F", hatch: dots', '"#FFD21F", hatch: lines'),
    )
    found = changes(job_of(tmp_path, *swapped), ledger)
    shown = [card.id for card in cards.file.decks.canvas.cards if set("RY") & set(card.quadrants)]
    assert [card_id for card_id, _ in printed(found) if card_id.startswith("C")] == shown
