"""The first illegal entry of a game file, named with its place and what would be right."""

from __future__ import annotations

import pytest

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import InputError
from tests.record.fixed_deck import cards as cards
from tests.record.games import read, texts


def told(text: str, cards: CardDatabase) -> str:
    with pytest.raises(InputError) as caught:
        read(text, cards)
    return str(caught.value)


# Line numbers are those of the golden file in test_writing.py: round 1 starts in line 11, round 2 in line 35.
EDITS = [
    ("      south: 8\n", "      south: 9\n",
     "game.yaml:33:14: points: south is 9, but the canvas scores 8; write 8, or correct the canvas"),
    ("      north: 5\n", "", "game.yaml:32:5: points: north is missing; add north: 5"),
    ("      north: 5\n", "      west: 5\n",
     "game.yaml:34:7: points: west does not belong to this round; known: south, north"),
    ("red-pairs: south", "red-pairs: north",
     "game.yaml:25:18: claims: red-pairs is north, but the canvas scores south; "
     "write south, or correct the canvas"),
    ("blue-field: north", "blue-field: nobody",
     "game.yaml:27:19: claims: blue-field is nobody, but the canvas scores north; "
     "write north, or correct the canvas"),
    ("      yellow-field: south\n", "      yellow-field: south\n      yellow-field: north\n",
     "game.yaml:27:7: duplicate key yellow-field; the first is in line 26"),
    ("      yellow-field: south\n", "      red-field: south\n",
     "game.yaml:26:7: claims: red-field does not belong to this round; did you mean blue-field?"),
    ("    next_first_player: north", "    next_first_player: south",
     "game.yaml:31:24: next_first_player is south, but the canvas scores north; write north, or correct the canvas"),
    ("    scored:\n      south: [inspiration-easel]\n", "    scored:\n",
     "game.yaml:28:5: scored: south is missing; add south: [inspiration-easel]"),
    ("    scored:\n      south: [inspiration-easel]\n", "    scored:\n      south: []\n",
     "game.yaml:28:5: scored: south is missing; add south: [inspiration-easel]"),
    ("[red-pairs, yellow-field, blue-field]", "[red-pears, yellow-field, blue-field]",
     "game.yaml:11:18: there is no assignment or professor card 'red-pears'; did you mean red-pairs (Red Pairs)?"),
    ("[red-pairs, yellow-field, blue-field]", "[red-pairs, inspiration-hook, blue-field]",
     "game.yaml:11:29: inspiration-hook is a card of the inspiration deck; expected a card of assignment or professor"),
    ("[red-pairs, yellow-field, blue-field]", "[red-pairs, red-pairs, blue-field]",
     "game.yaml:11:29: red-pairs was drawn already; no card is drawn twice in a game"),
    ("[red-pairs, yellow-field, blue-field]", "[red-pairs, red-field, blue-field]",
     "game.yaml:11:17: the assignments do not include every colour; this round draws 1 assignment of each colour"),
    ("[red-pairs, yellow-field, blue-field]", "[red-pairs, yellow-field]",
     "game.yaml:11:17: 2 assignments are laid out, not 3; this round draws 1 assignment of each colour"),
    ("[islander, echo]", "[islander, red-pairs]",
     "game.yaml:35:28: red-pairs was drawn already in round 1; no card is drawn twice in a game"),
    ("      south: [inspiration-window]\n", "      south: [inspiration-window, inspiration-hook]\n",
     "game.yaml:37:35: inspiration-hook is one inspiration too many for Anna; 2 are drawn up to this round"),
    ("      south: [inspiration-window]\n", "      west: [inspiration-window]\n",
     "game.yaml:37:7: no player sits west; sides in play: south, north"),
    ("      BB YR YY BR\n", "      BB YR YY BX\n",
     "game.yaml:16:17: row 1, column 8: 'X' is not a colour; use R, Y, B, \".\" for an empty quadrant, or \"?\""),
    ("      BB YR YY BR\n", "      BB YR YY B?\n",
     "game.yaml:16:17: row 1, column 8 is unknown; type its letter"),
    ("      BB YR YY BR\n", "",
     "game.yaml:22:17: the grid ends after row 7; a canvas has 8 rows of 8 quadrants; "
     "type dots for empty spaces"),
    ("first_player: south ", "first_player: west ", "game.yaml:5:3: no player sits west; sides in play: south, north"),
    ("  north: Ben\n", "  east: Ben\n", "game.yaml:5:3: 2 players must sit south, north"),
    ("seed: 7 ", "seed: 7.5 ", "game.yaml:8:7: seed must be a whole number, not 7.5"),
    ("format: aa.game/1", "format: aa.game/2",
     "game.yaml:3:9: unsupported format aa.game/2: this version of aa reads aa.game/1; "
     "install a newer version of aa"),
    ("format: aa.game/1", "format: aa.gone/1", "game.yaml:3:9: format cannot be 'aa.gone/1'; did you mean aa.game/1?"),
    ("rounds:\n", "round:\n", "game.yaml:10:1: the key round is not known here; did you mean rounds?"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "message"), EDITS, ids=[message.partition(": ")[2][:60] for *_, message in EDITS]
)
def test_an_edit_that_cannot_be_is_named(cards: CardDatabase, old: str, new: str, message: str) -> None:
    text = texts(2, cards)[3]
    assert text.count(old) >= 1
    assert told(text.replace(old, new, 1), cards) == message


def test_a_round_too_many(cards: CardDatabase) -> None:
    text = texts(2, cards)[-1]
    more = "  - objectives: [red-areas]\n"
    line = text.count("\n") + 1
    expected = f"game.yaml:{line}:5: the game is over after 3 rounds; start a new game"
    assert told(text + more, cards) == expected


def test_a_round_before_the_last_is_scored(cards: CardDatabase) -> None:
    text = texts(2, cards)[1] + "  - objectives: [weaver, echo]\n"
    assert told(text, cards) == "game.yaml:15:5: round 1 is dealt and not scored yet; score it first, or undo it"


def test_a_result_without_a_canvas(cards: CardDatabase) -> None:
    text = texts(2, cards)[1] + "    points: {south: 3, north: 0}\n"
    expected = "game.yaml:15:5: round 1 has points but no canvas; add canvas: | and the grid, or remove points"
    assert told(text, cards) == expected


def test_the_first_of_several_is_named(cards: CardDatabase) -> None:
    text = texts(2, cards)[-1]
    wrong = text.replace("south: 8\n", "south: 9\n").replace("[islander, echo]", "[islander, nobody]")
    assert told(wrong, cards).startswith("game.yaml:33:14: points")


def test_results_may_be_left_out(cards: CardDatabase) -> None:
    """A person who corrects a canvas need not work out what it gives."""
    text = texts(2, cards)[2]
    bare = text[: text.index("    claims:")]
    assert read(bare, cards).state == read(text, cards).state


def test_canvas_cards_may_be_written_by_their_ids(cards: CardDatabase) -> None:
    text = texts(2, cards)[2]
    at, end = text.index("    canvas"), text.index("    claims")
    ids = [card.id for card in cards.file.decks.canvas.cards]
    rows = "".join("      " + " ".join(ids[row * 4 : row * 4 + 4]) + "\n" for row in range(4))
    state = read(text[:at] + "    canvas: |\n" + rows, cards).state
    assert state.rounds[0].table.canvas.rows("RYB")[0] == "RRRRRYRY"
    twice = rows.replace("C02", "C01")
    assert "C01 is on the canvas 2 times; the deck has 1" in told(
        text[:at] + "    canvas: |\n" + twice + text[end:], cards
    )


def test_the_same_inspiration_once_more_than_the_deck_has(cards: CardDatabase) -> None:
    text = texts(4, cards)[1]
    hands = text[text.index("    inspirations:") :]
    many = "    inspirations:\n" + "".join(f"      {side}: [inspiration-hook]\n" for side in ("south", "west", "north"))
    expected = "game.yaml:17:15: inspiration-hook was drawn already; copies in the deck: 2"
    assert told(text.replace(hands, many), cards) == expected
