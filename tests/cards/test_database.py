"""The shipped deck, and what is said of card files with errors."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from pathlib import Path

import pytest

from aa_tools.cards.database import CardDatabase, load_cards
from aa_tools.cards.models.objectives import FORMS
from aa_tools.cards.models.rules import RulesModel
from aa_tools.errors import AaError, InputError, Place
from aa_tools.rules.measures import MEASURES
from aa_tools.rules.objectives import Best
from aa_tools.rules.ruleset import Kind, Rules
from tests.conftest import ROOT

BAD = Path(__file__).parent / "bad"
BAD_FILES = sorted(path for path in BAD.glob("*.yaml") if path.stem != "good")


def test_the_deck_has_93_cards(cards: CardDatabase) -> None:
    counts = {name: sum(card.count for card in deck.cards) for name, deck in cards.decks.items()}  # type: ignore[attr-defined]
    assert counts == {
        "canvas": 54, "inspiration": 12, "assignment": 15, "professor": 7, "first_player": 1, "reference": 4
    }  # fmt: skip
    assert sum(counts.values()) == 93


def test_the_canvas_cards_are_the_colourings_with_no_colour_more_than_twice(cards: CardDatabase) -> None:
    expected = {
        f"{a}{b}/{c}{d}"
        for a, b, c, d in itertools.product("RYB", repeat=4)
        if max(Counter((a, b, c, d)).values()) <= 2
    }
    found = [card.quadrants for card in cards.file.decks.canvas.cards]
    assert len(found) == 54
    assert set(found) == expected


def test_five_assignments_of_each_colour_and_six_patterns_twice(cards: CardDatabase) -> None:
    colours = Counter(card.objective.colour for card in cards.file.decks.assignment.cards)  # type: ignore[attr-defined]
    assert colours == {"red": 5, "yellow": 5, "blue": 5}
    assert {card.count for card in cards.file.decks.inspiration.cards} == {2}
    assert len({card.pattern.text for card in cards.file.decks.inspiration.cards}) == 6


def test_the_rules_are_those_of_the_published_game(cards: CardDatabase) -> None:
    assert cards.rules == Rules()
    assert set(RulesModel.model_fields) == set(Rules.__dataclass_fields__)


def test_every_measure_has_its_form() -> None:
    assert set(FORMS) == set(MEASURES)


def test_cards_by_id(cards: CardDatabase) -> None:
    card = cards.public_card("balance")
    assert (card.kind, card.points, card.objective.best) == (Kind.PROFESSOR, 5, Best.FEWEST)
    assert cards.public_card("blue-field").objective.colour == 2
    assert cards.inspiration("inspiration-beam").pattern.text == "XXXXX"
    assert (cards.count("inspiration-beam"), cards.count("nothing")) == (2, 0)


@pytest.mark.parametrize(
    ("card_id", "message"),
    [
        (
            "red-area",
            "--objective: there is no assignment or professor card 'red-area'; "
            "did you mean red-areas (Red Archipelago)?",
        ),
        ("C01", "--objective: C01 is a card of the canvas deck; expected a card of assignment or professor"),
    ],
)
def test_an_unknown_id(card_id: str, message: str, cards: CardDatabase) -> None:
    with pytest.raises(InputError) as error:
        cards.public_card(card_id, Place("--objective"))
    assert str(error.value) == message


def problems(path: Path, **rules: str) -> list[str]:
    with pytest.raises(InputError) as error:
        load_cards(str(path), {key.replace("__", "."): value for key, value in rules.items()})
    return [str(problem).replace(str(path), path.name) for problem in error.value.problems]


def test_the_smallest_good_file() -> None:
    assert load_cards(str(BAD / "good.yaml")).letters == "RYB"


@pytest.mark.parametrize("path", BAD_FILES, ids=lambda path: path.stem)
def test_a_bad_file_gives_the_message_beside_it(path: Path) -> None:
    assert problems(path) == path.with_suffix(".txt").read_text(encoding="utf-8").splitlines()


def test_each_message_has_its_file() -> None:
    assert {path.stem for path in BAD.glob("*.txt")} == {path.stem for path in BAD_FILES}


def test_rules_from_the_command_line() -> None:
    rules = {"claim_at_zero": "true", "points.professor": "4", "inspirations_per_round": "no limit", "grid.2": "3"}
    own = load_cards(str(BAD / "good.yaml"), rules).rules
    assert (own.claim_at_zero, own.points[Kind.PROFESSOR], own.inspirations_per_round) == (True, 4, None)
    assert dict(own.grid) == {2: 3}


def test_wrong_rules_from_the_command_line() -> None:
    path = BAD / "good.yaml"
    assert problems(path, half_turn="true") == [
        "rule half_turn=true: the key half_turn is not known here; did you mean half_turns?"
    ]
    assert problems(path, half_turns="no") == [
        'rule half_turns=no: YAML reads no as false; write "no" in quotes for text, or true or false'
    ]
    assert problems(path, points__professor="x") == [
        "rule points.professor=x: points.professor must be a whole number, not 'x'"
    ]
    assert problems(path, claim_at_zero__x="1") == [
        "rule claim_at_zero.x=1: claim_at_zero must be true or false, not a mapping"
    ]


def mutated(text: str, chance: random.Random) -> str:
    """One random edit, as a slip of the hand would make it."""
    lines = text.split("\n")
    row, kind = chance.randrange(len(lines)), chance.randrange(6)
    line = lines[row]
    at = chance.randrange(len(line) + 1)
    if kind == 0:
        lines[row] = line[:at] + chance.choice(":-{}[]\"'#&*!|>%@,? \tRx0~é\x00\x85") + line[at:]
    elif kind == 1:
        lines[row] = line[:at] + line[at + 1 :]
    elif kind == 2:
        lines[row] = lines[chance.randrange(len(lines))]
    elif kind == 3:
        del lines[row]
    elif kind == 4:
        lines[row] = " " * chance.randrange(3) + line
    else:
        key, colon, _ = line.partition(":")
        lines[row] = (
            key + colon + chance.choice([" no", " 1:30", " []", " {}", " -1", " 1e9", " null", " x", " [1, [2]]"])
        )
    return "\n".join(lines)


def test_no_slip_of_the_hand_gives_a_traceback(tmp_path: Path) -> None:
    texts = [(ROOT / "cards.yaml").read_text(encoding="utf-8"), (BAD / "good.yaml").read_text(encoding="utf-8")]
    path, refused = tmp_path / "cards.yaml", 0
    for seed in range(500):
        chance = random.Random(seed)
        text = texts[seed % 5 > 0]
        for _ in range(chance.randrange(1, 4)):
            text = mutated(text, chance)
        path.write_text(text, encoding="utf-8")
        try:
            load_cards(str(path))
        except AaError as error:
            refused += 1
            assert error.exit_code == 3
            assert all(str(problem.place).startswith(str(path)) for problem in error.problems)
    assert refused > 200
