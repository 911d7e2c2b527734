"""Playtests: batches, workers, comparison, report and replay."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from aa_tools.cards.database import CardDatabase, load_cards
from aa_tools.errors import InputError
from aa_tools.record.replay import match_decks
from aa_tools.rules import match as rules_match
from aa_tools.rules.ruleset import Side
from aa_tools.simulation import batches
from aa_tools.simulation.batches import Workers, run_batches
from aa_tools.simulation.bots.registry import bot, parse_bots
from aa_tools.simulation.engine import Matchup, initial_position, play_games, start_round
from aa_tools.simulation.playtest import PlaytestConfig, run_playtest
from aa_tools.simulation.replay import replay_one
from aa_tools.simulation.report.comparison import FAIRNESS_QUANTITIES
from aa_tools.simulation.report.html import html_page
from aa_tools.simulation.state.deal import deal_cards
from aa_tools.simulation.state.setup import GameSetup
from aa_tools.simulation.statistics.intervals import estimate
from aa_tools.simulation.statistics.moments import Moments
from aa_tools.simulation.statistics.observe import observe


def matchup(cards: CardDatabase, bots: str = "random", players: int = 2, seed: int = 1) -> Matchup:
    return Matchup(GameSetup.from_cards(cards, players), parse_bots(bots, players), seed)


def document(cards: CardDatabase, workers: Workers, bots: str, games: int = 1200, **rest: object) -> str:
    config = PlaytestConfig(cards, bots=bots, games=games, workers=workers, **rest)  # type: ignore[arg-type]
    report = run_playtest(config)
    return json.dumps(report.json()) + html_page(report, "Report")


def test_one_process_and_two_give_the_same_bytes(cards: CardDatabase) -> None:
    assert document(cards, Workers(1), "random") == document(cards, Workers(2), "random")
    mixed = document(cards, Workers(1), "greedy,random", 600)
    assert mixed == document(cards, Workers(2), "greedy,random", 600)


def test_the_same_seed_gives_the_same_report_and_another_seed_another(cards: CardDatabase) -> None:
    assert document(cards, Workers(), "random", 100) == document(cards, Workers(), "random", 100)
    assert document(cards, Workers(), "random", 100) != document(cards, Workers(), "random", 100, seed=2)


@pytest.mark.parametrize("bots", ["random", "greedy,rival", "greedy,rollout"])
def test_a_game_does_not_depend_on_its_batch(cards: CardDatabase, bots: str) -> None:
    playing = matchup(cards, bots)
    together = play_games(playing, np.arange(10, 16))
    for index, game in enumerate(range(10, 16)):
        alone = play_games(playing, np.array([game]))
        assert alone.points[0].tolist() == together.points[index].tolist()
        for one, other in zip(alone.rounds, together.rounds, strict=True):
            assert one.canvas[0].tolist() == other.canvas[index].tolist()


def test_no_two_games_are_the_same(cards: CardDatabase) -> None:
    """Reusing a seed for every game would make them all the same."""
    log = play_games(matchup(cards), np.arange(300))
    assert len(np.unique(log.rounds[0].canvas, axis=0)) == 300


def test_each_shuffle_is_played_with_every_bot_on_every_seat(cards: CardDatabase) -> None:
    log = play_games(matchup(cards, "random,greedy,rival,random", players=4), np.arange(8))
    assert log.bots[:4].tolist() == [[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]]
    first = log.rounds[0]
    for group in (slice(0, 4), slice(4, 8)):
        assert (first.hands[group] == first.hands[group][:1]).all()
        assert (first.result.public[group] == first.result.public[group][:1]).all()
        assert (first.holder[group] == first.holder[group][0]).all()
    assert (first.hands[0] != first.hands[4]).any()


def test_better_bots_win(cards: CardDatabase) -> None:
    for better, worse, least in (("greedy", "random", 0.9), ("rollout", "greedy", 0.5)):
        playing = matchup(cards, f"{better},{worse}")
        wins = estimate(run_batches((playing,), 60, Workers())[0]["bot/0/wins"])
        assert wins is not None
        assert wins.low > least, (better, worse)


def test_bots_ignore_hidden_cards(cards: CardDatabase) -> None:
    """Bots choose the same move if only hidden cards differ."""
    setup = GameSetup.from_cards(cards, 2)
    games = np.arange(30)
    words = np.arange(30, dtype=np.uint64) * np.uint64(2**58 + 12345)
    for name in ("greedy", "rival"):
        choices = []
        for change in (False, True):
            position = initial_position(setup, deal_cards(setup, 1, games))
            start_round(position, deal_cards(setup, 1, games), 0)
            if change:
                rival = (position.player + 1) % 2
                position.deck = position.deck[:, ::-1].copy()
                position.inspirations[games, rival] = (position.inspirations[games, rival] + 5) % 12
                position.hands[games, rival] = position.deck[:, :3]
            choices.append(bot(name).choose(position, words))
        for field in ("slot", "space", "gap"):
            assert (getattr(choices[0], field) == getattr(choices[1], field)).all()


def test_until_width_stops_when_the_intervals_are_narrow_enough(cards: CardDatabase) -> None:
    progress: list[int] = []
    moments, _ = run_batches((matchup(cards),), 100_000, Workers(), until_width=0.1, progress=progress.append)
    assert progress == list(range(500, moments.games + 1, 500))
    assert 500 < moments.games < 100_000
    assert moments.anytime
    for name in batches.STOPPING_QUANTITIES:
        found = estimate(moments[name])
        assert found is not None
        assert found.width <= 0.1
    again, _ = run_batches((matchup(cards),), 100_000, Workers(2), until_width=0.1)
    assert again.games == moments.games


def test_ctrl_c_reports_the_games_so_far(cards: CardDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []

    def interrupted(matches: tuple[Matchup, ...], first: int, games: int) -> Moments:
        if done:
            raise KeyboardInterrupt
        done.append(first)
        return real(matches, first, games)

    real = batches.run_batch
    monkeypatch.setattr(batches, "run_batch", interrupted)
    report = run_playtest(PlaytestConfig(cards, bots="random", games=5000, deep=True))
    assert report.games == 500
    assert report.interrupted
    assert "Interrupted" in report.notes[-1]
    with pytest.raises(KeyboardInterrupt):
        run_playtest(PlaytestConfig(cards, bots="random", games=5000))


def test_games_are_rounded_up_to_whole_shuffles(cards: CardDatabase) -> None:
    assert run_batches((matchup(cards, "random,greedy"),), 3, Workers())[0].games == 4


@pytest.fixture
def cluster() -> Iterator[str]:
    """The address of a local scheduler with two workers."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, processes=True
    ) as local:
        yield local.scheduler_address


def test_a_cluster_gives_the_same_bytes(cards: CardDatabase, cluster: str) -> None:
    assert document(cards, Workers(dask=cluster), "random") == document(cards, Workers(), "random")


def test_a_missing_scheduler_is_reported(cards: CardDatabase) -> None:
    pytest.importorskip("distributed")
    with pytest.raises(InputError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:9"):
        run_batches((matchup(cards),), 10, Workers(dask="tcp://127.0.0.1:9"))


@pytest.mark.parametrize(
    ("bots", "players", "message"),
    [
        ("greddy", 2, "unknown bot 'greddy'; did you mean greedy?"),
        ("greedy,rival,random", 2, "3 bots for 2 seats; name 1 bot or 2"),
    ],
)
def test_invalid_bots_are_rejected(bots: str, players: int, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_bots(bots, players)
    assert str(caught.value) == message


def test_a_file_against_itself_is_the_same(cards: CardDatabase) -> None:
    table = run_playtest(PlaytestConfig(cards, cards, bots="random", games=300)).tables[0]
    assert table.key == "comparison"
    for row in table.rows:
        change = row.figures[2]
        assert change is not None
        assert (change.value, change.low, change.high) == pytest.approx((0, 0, 0), abs=1e-6)
        assert row.verdict == "same within the margin"


def test_a_comparison_finds_the_effect_of_a_rule(cards: CardDatabase) -> None:
    other = load_cards("cards.yaml", {"mirrored_patterns": "true", "points.inspiration": "1"})
    table = run_playtest(PlaytestConfig(other, cards, bots="random", games=1000)).tables[0]
    rows = {row.name: row for row in table.rows}
    points = rows["score/points"].figures[2]
    assert points is not None
    assert points.high < 0
    assert rows["score/points"].verdict == "less"
    # Mirroring lets chiral patterns fit more often, and others as often as before.
    hook, window = (rows[f"inspiration/inspiration-{name}/met"].figures[2] for name in ("hook", "beam"))
    assert hook is not None
    assert hook.low > 0
    assert window is not None
    assert window.value == 0
    unclaimed = rows["card/red-areas/unclaimed"].figures[2]
    assert unclaimed is not None
    assert unclaimed.value == 0
    assert [row.name for row in table.rows[: len(FAIRNESS_QUANTITIES)]] == list(FAIRNESS_QUANTITIES)
    found = [row.verdict not in {"same within the margin", "not yet known", "may be chance"} for row in table.rows]
    assert table.first is not None
    differing = table.first - len(FAIRNESS_QUANTITIES)
    assert found[len(FAIRNESS_QUANTITIES) :] == [True] * differing + [False] * (len(found) - table.first)
    for rows_of in (table.rows[len(FAIRNESS_QUANTITIES) : table.first], table.rows[table.first :]):
        sizes = [abs(row.figures[2].value) / (0.02 if row.figures[2].unit.value == "share" else 0.2)
                 for row in rows_of if row.figures[2]]  # fmt: skip
        assert sizes == sorted(sizes, reverse=True)
    assert table.foot.startswith(f"{len(found)} numbers were compared. ")
    assert f" Beyond chance: {sum(found)}; about 5 in 100 " in table.foot


def test_changed_cards_come_after_fairness_with_their_titles(cards: CardDatabase, tmp_path: Path) -> None:
    text = Path("cards.yaml").read_text()
    path = tmp_path / "new.yaml"
    path.write_text(
        text.replace("measure: borders", "measure: spread").replace("Professor Island", "Professor Compass")
    )
    report = run_playtest(PlaytestConfig(load_cards(str(path)), cards, bots="random", games=100))
    rows = report.tables[0].rows
    changed = rows[len(FAIRNESS_QUANTITIES) : len(FAIRNESS_QUANTITIES) + 10]
    assert {row.label for row in changed} == {
        f"{title}: {what}"
        for title in ("Professor Weaver", "Professor Island -> Professor Compass")
        for what in ("holder", "rival", "tied", "unclaimed", "margin")
    }
    assert {row.card for row in changed} == {"weaver", "islander"}
    assert report.tables[0].first == len(FAIRNESS_QUANTITIES) + 10
    document = report.json()["tables"]["comparison"]
    assert [row["label"] for row in document["rows"]] == [row.label for row in rows]
    assert (
        document["rows"][0] | {"label": "the first player of the game wins", "name": "starter/wins"}
        == document["rows"][0]
    )
    page = html_page(report, "")
    assert f"<summary>{len(rows) - len(FAIRNESS_QUANTITIES) - 10} more</summary>" in page
    assert ">Professor Island -&gt; Professor Compass: tied [islander]</td>" in page


def test_the_report_describes_the_playtest(cards: CardDatabase, tmp_path: Path) -> None:
    report = run_playtest(PlaytestConfig(cards, players=4, bots="random", seed=9, games=100))
    document = report.json()
    assert document["format"] == "aa.playtest/1"
    assert (document["players"], document["seed"], document["games"], document["bots"]) == (4, 9, 100, ["random"] * 4)
    assert len(document["card_files"][0]["sha256"]) == 64
    assert document["rules"][0]["home_rows"] is False
    assert "Bots are not people" in document["notes"][0]
    for table in document["tables"].values():
        for row in table["rows"]:
            for figure in row.values():
                if isinstance(figure, dict):
                    assert figure["low"] <= figure["value"] <= figure["high"]
                    assert figure["n"] > 0


def test_the_html_page_has_no_external_resources(cards: CardDatabase) -> None:
    text = html_page(run_playtest(PlaytestConfig(cards, bots="random", games=100)), "A <title> & more")
    assert "A &lt;title&gt; &amp; more" in text
    assert "<svg" in text
    assert not any(word in text for word in ("<script", "<link", "src=", "url(", "http:", "https:", "@import"))


def test_shares_of_a_card_add_up_to_1(cards: CardDatabase) -> None:
    playing = matchup(cards)
    moments, _ = run_batches((playing,), 500, Workers())
    for card in {card.id for card in playing.setup.public}:
        shares = [moments[f"card/{card}/{outcome}"].value for outcome in ("holder", "rival", "tied", "unclaimed")]
        assert sum(shares) == pytest.approx(1)
    assert sum(moments[name].value for name in moments.names("score/of/")) == pytest.approx(1)
    assert sum(moments[f"side/{side}/wins"].value for side in ("south", "north")) == pytest.approx(1)


def test_observations_match_a_replay(cards: CardDatabase) -> None:
    """Counts the quantities of single games from their replays."""
    playing = matchup(cards, "greedy")
    for number in range(6):
        seen, game = observe(playing, play_games(playing, np.array([number]))), replay_one(playing, number)
        y = {quantity.name: int(value) for quantity, value in zip(seen.quantities, seen.y[0], strict=True)}
        x = {quantity.name: int(value) for quantity, value in zip(seen.quantities, seen.x[0], strict=True)}
        assert y["score/points"] == sum(game.points.values())
        scored = [card for part in game.rounds for card in part.score.inspirations if card.scored]
        assert (y["inspiration/all/met"], x["inspiration/all/met"]) == (len(scored), 6)
        claims = [claim for part in game.rounds for claim in part.score.claims]
        tied = sum(claim.tie for claim in claims if claim.card.kind == "assignment")
        assert (y["card/all-assignments/tied"], x["card/all-assignments/tied"]) == (tied, 5)
        assert y["starter/wins"] == (game.winner is game.rounds[0].score.table.first_player)
        for part in game.rounds:
            for turn in part.turns:
                assert x[f"canvas/{turn.card}/ahead"] == 1


def test_a_replay_has_the_scores_of_the_simulation(cards: CardDatabase) -> None:
    for players, bots in ((2, "greedy,rival"), (4, "random")):
        playing = matchup(cards, bots, players)
        log = play_games(playing, np.arange(8))
        for number in range(8):
            game = replay_one(playing, number)
            for side, points in game.points.items():
                assert sum(part.score.points(side) for part in game.rounds) == points
            assert list(game.points.values()) == log.points[number].tolist()
            for part, following in zip(game.rounds, game.rounds[1:], strict=False):
                assert following.score.table.first_player is part.score.first_player
            assert game.rounds[0].turns[-1].canvas == tuple(game.rounds[0].score.table.canvas.rows(cards.letters))
            assert isinstance(game.winner, Side)


@pytest.mark.parametrize("players", [2, 4])
def test_a_match_under_the_rules_ends_the_same(cards: CardDatabase, players: int) -> None:
    """Simulated rounds, replayed with `rules.match`: same points, winner and deciding rule."""
    playing = matchup(cards, "random", players)
    reasons = set()
    for number in range(120):
        game = replay_one(playing, number)
        first = game.rounds[0].score.table
        names = {player.side: player.name for player in first.players}
        state = rules_match.start(names, first.first_player, cards.rules, match_decks(cards))
        for part in game.rounds:
            state = rules_match.deal(state, part.score.table.cards)
            for player in part.score.table.players:
                for card in player.inspirations[len(state.player(player.side).inspirations) :]:
                    state = rules_match.reveal(state, player.side, card)
            state = rules_match.play_round(state, part.score.table.canvas)
        assert {side: state.points(side) for side in state.sides} == game.points
        outcome = rules_match.outcome(state)
        assert outcome is not None
        assert (outcome.winner, outcome.decided_by) == (game.winner, game.decided_by)
        reasons.add(outcome.decided_by)
    assert len(reasons) == (3 if players == 4 else 2), "two players cannot share three professors evenly"


@pytest.mark.slow
def test_the_deep_report_measures_kinds_of_card_and_skill(cards: CardDatabase) -> None:
    report = run_playtest(PlaytestConfig(cards, bots="greedy", games=500, deep=True, workers=Workers(2)))
    parts, skill = report.table("parts"), report.table("skill")
    assert [row.label for row in parts.rows] == ["assignments", "professors", "inspirations"]
    worth = [row.figures[1] for row in parts.rows]
    assert all(figure is not None and figure.low > 0 for figure in worth[:2])
    assert [row.label for row in skill.rows] == ["random", "rival", "rollout"]
