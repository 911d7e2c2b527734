"""What the steps do to the text of a game file: lines are added and taken out, the rest stays."""

from __future__ import annotations

import json
import random
from itertools import pairwise

import pytest
import yaml

from aa_tools.cards.database import CardDatabase
from aa_tools.record.steps import draw_deal, with_deal, with_score, without_last_step
from tests.record.fixed_deck import cards as cards
from tests.record.games import begin, read, table, texts


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("seed", range(10))
def test_undo_gives_back_each_text_as_it_was(cards: CardDatabase, players: int, seed: int) -> None:
    for before, after in pairwise(texts(players, cards, seed)):
        assert after.startswith(before)
        assert without_last_step(read(after, cards)) == before


def test_a_two_player_game_reads_as_it_should(cards: CardDatabase) -> None:
    """The whole text of a file after one round and a deal."""
    assert texts(2, cards)[3] == GOLDEN


GOLDEN = """\
# A game of Abstract Academy, written by "aa game". You can edit it: every entry is checked when the file is read.
# It shows the inspirations in each hand and the seed of the next ones: read it only if all players may see them.
format: aa.game/1
players:
  south: Anna
  north: Ben
first_player: south   # holder of the first player card at the start
seed: 7   # determines the cards that aa game deal draws

rounds:
  - objectives: [red-pairs, yellow-field, blue-field]   # round 1
    inspirations:
      south: [inspiration-easel]
      north: [inspiration-hook]
    canvas: |
      BB YR YY BR
      YY BY RB YR
      BB BB RB BB
      YR YY BB YB
      RB YR BY BB
      RY BR RB RY
      RB BY RR YB
      RY BY BY BY
    claims:
      red-pairs: south
      yellow-field: south
      blue-field: north
    scored:
      south: [inspiration-easel]
      north: [inspiration-hook]
    next_first_player: north
    points:
      south: 8
      north: 5
  - objectives: [islander, echo]   # round 2
    inspirations:
      south: [inspiration-window]
      north: [inspiration-easel]
"""


def commented(text: str) -> str:
    """A file as a person may have edited it: comments everywhere, other quotes, other indentation."""
    lines = ["# our third game", ""]
    for line in text.splitlines():
        if line.startswith("format"):
            lines.append("# at the lake")
        if line == "rounds:":
            line = "rounds:   # best of three"
        if line.startswith("  - objectives"):
            lines += ["", "  # what a round", "    # that was"]
        lines.append(line)
        if line.startswith("    claims"):
            lines.append("      # Ben was lucky here")
    return "\n".join([*lines, "", "# the end"]) + "\n"


def remarks(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.lstrip().startswith("#")]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("is_ended", [True, False])
def test_comments_survive_every_step(cards: CardDatabase, end: str, is_ended: bool) -> None:
    for number, text in enumerate(texts(2, cards)[:-1]):
        text = commented(text).replace("\n", end)
        game = read(text if is_ended else text.removesuffix(end), cards)
        after = with_score(game, table(game, 1)) if number % 2 else with_deal(game, draw_deal(game))
        assert remarks(after) == remarks(text)
        assert after.count("\r\n") == (after.count("\n") if end == "\r\n" else 0)
        # The step is where it belongs, and undoing it gives the edited file back.
        assert without_last_step(read(after, cards)) == text
        assert len(read(after, cards).state.rounds) == number // 2 + number % 2


def test_a_comment_on_a_line_that_is_undone_goes_with_it_and_no_other(cards: CardDatabase) -> None:
    text = commented(texts(2, cards)[2])
    assert remarks(without_last_step(read(text, cards))) == [each for each in remarks(text) if "lucky" not in each]


def test_another_indentation_is_kept(cards: CardDatabase) -> None:
    for number, text in enumerate(texts(2, cards)[:-1]):
        head, _, rounds = text.partition("rounds:\n")
        text = head + "rounds:\n" + "".join(line[2:] for line in rounds.splitlines(keepends=True))
        game = read(text, cards)
        after = with_score(game, table(game, 1)) if number % 2 else with_deal(game, draw_deal(game))
        assert after.startswith(text)
        if rounds:
            assert "\n  - " not in after


@pytest.mark.parametrize("form", ["json", "flow", "block"])
def test_any_form_of_yaml_can_be_played_on(cards: CardDatabase, form: str) -> None:
    """Where lines cannot be added the file is written anew; what it says is the same."""
    for number, text in enumerate(texts(4, cards)[:-1]):
        data = yaml.safe_load(text)
        other = json.dumps(data) if form == "json" else yaml.safe_dump(data, default_flow_style=form == "flow")
        game = read(other, cards)
        after = with_score(game, table(game, 1)) if number % 2 else with_deal(game, draw_deal(game))
        expected = read(text, cards)
        assert yaml.safe_load(after) == yaml.safe_load(
            with_score(expected, table(expected, 1)) if number % 2 else with_deal(expected, draw_deal(expected))
        )
        assert yaml.safe_load(without_last_step(read(after, cards)))["rounds"] == data["rounds"]


def test_keys_in_another_order_and_a_key_after_the_rounds(cards: CardDatabase) -> None:
    text = texts(2, cards)[4]
    head, _, rounds = text.partition("\nrounds:\n")
    seed = next(line for line in head.splitlines(keepends=True) if line.startswith("seed"))
    text = head.replace(seed, "") + "rounds:\n" + rounds + "\n# and so on\n" + seed
    game = read(text, cards)
    after = with_deal(game, draw_deal(game))
    assert after.endswith("\n# and so on\n" + seed)
    assert without_last_step(read(after, cards)) == text


def test_an_empty_list_of_rounds_loses_no_comment(cards: CardDatabase) -> None:
    text = commented(texts(2, cards)[0]).replace("rounds: ", "rounds: [] ")
    game = read(text, cards)
    assert remarks(with_deal(game, draw_deal(game))) == remarks(text)


def test_names_and_seeds_that_yaml_would_take_for_something_else(cards: CardDatabase) -> None:
    from aa_tools.record.steps import new_game_text
    from aa_tools.rules.ruleset import Side

    chance = random.Random(1)
    letters = "noyes0123456789:-#'\"\\,[]{}&*!|>%@`~= .éß漢😀\u00a0"
    for _ in range(400):
        one, two = (" ".join("".join(chance.choices(letters, k=chance.randint(1, 9))).split()) for _ in range(2))
        if one and two and one != two:
            game = read(
                new_game_text({Side.SOUTH: one, Side.NORTH: two}, Side.NORTH, chance.randrange(10**17), {}), cards
            )
            assert [player.name for player in game.state.players] == [one, two]


def test_two_games_begun_without_a_seed_differ(cards: CardDatabase) -> None:
    from aa_tools.record.steps import new_game_text
    from aa_tools.rules.ruleset import Side

    names = {Side.SOUTH: "Anna", Side.NORTH: "Ben"}
    assert len({new_game_text(names, Side.SOUTH, None, {}) for _ in range(5)}) == 5
    assert begin(2, cards, seed=0).file.form.seed == 0
