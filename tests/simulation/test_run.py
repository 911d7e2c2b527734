"""Batches: alone or together, in one process or several, here or on a cluster."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from aa_tools.cards.database import CardDatabase, load_cards
from aa_tools.errors import InputError
from aa_tools.record.replay import decks_of
from aa_tools.rules import match as rules_match
from aa_tools.rules.ruleset import Side
from aa_tools.simulation import run
from aa_tools.simulation.bots.roster import BOTS, seated
from aa_tools.simulation.engine import Match, play
from aa_tools.simulation.replay import replay
from aa_tools.simulation.report.compare import FAIR
from aa_tools.simulation.report.html import page
from aa_tools.simulation.run import Workers, play_many
from aa_tools.simulation.state.setup import Setup
from aa_tools.simulation.statistics.intervals import Looks, estimate
from aa_tools.simulation.statistics.moments import Moments
from aa_tools.simulation.statistics.observe import observe
from aa_tools.simulation.study import Order, study


def match(cards: CardDatabase, bots: str = "random", players: int = 2, seed: int = 1) -> Match:
    return Match(Setup.of(cards, players), seated(bots, players), seed)


def document(cards: CardDatabase, workers: Workers, bots: str, games: int = 1200, **rest: object) -> str:
    order = Order(cards, None, seated(bots, 2), games=games, workers=workers, **rest)  # type: ignore[arg-type]
    report = study(order)
    return json.dumps(report.json()) + page(report, "Report")


def test_one_process_and_two_give_the_same_bytes(cards: CardDatabase) -> None:
    assert document(cards, Workers(1), "random") == document(cards, Workers(2), "random")
    mixed = document(cards, Workers(1), "greedy,random", 600)
    assert mixed == document(cards, Workers(2), "greedy,random", 600)


def test_the_same_seed_gives_the_same_report_and_another_seed_another(cards: CardDatabase) -> None:
    assert document(cards, Workers(), "random", 100) == document(cards, Workers(), "random", 100)
    assert document(cards, Workers(), "random", 100) != document(cards, Workers(), "random", 100, seed=2)


@pytest.mark.parametrize("bots", ["random", "greedy,rival", "greedy,rollout"])
def test_a_game_is_the_same_alone_as_among_others(cards: CardDatabase, bots: str) -> None:
    playing = match(cards, bots)
    together = play(playing, np.arange(10, 16))
    for index, game in enumerate(range(10, 16)):
        alone = play(playing, np.array([game]))
        assert alone.points[0].tolist() == together.points[index].tolist()
        for one, other in zip(alone.rounds, together.rounds, strict=True):
            assert one.canvas[0].tolist() == other.canvas[index].tolist()


def test_no_two_games_are_the_same(cards: CardDatabase) -> None:
    """A seed that is used again for every game would make them all alike."""
    log = play(match(cards), np.arange(300))
    assert len(np.unique(log.rounds[0].canvas, axis=0)) == 300


def test_each_shuffle_is_played_with_the_bots_on_every_seat(cards: CardDatabase) -> None:
    log = play(match(cards, "random,greedy,rival,random", players=4), np.arange(8))
    assert log.bots[:4].tolist() == [[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]]
    first = log.rounds[0]
    for group in (slice(0, 4), slice(4, 8)):
        assert (first.hands[group] == first.hands[group][:1]).all()
        assert (first.result.public[group] == first.result.public[group][:1]).all()
        assert (first.holder[group] == first.holder[group][0]).all()
    assert (first.hands[0] != first.hands[4]).any()


def test_better_bots_win(cards: CardDatabase) -> None:
    for better, worse, least in (("greedy", "random", 0.9), ("rollout", "greedy", 0.5)):
        playing = match(cards, f"{better},{worse}")
        wins = estimate(play_many((playing,), 60, Workers()).moments["bot/0/wins"])
        assert wins is not None
        assert wins.low > least, (better, worse)


def test_bots_cannot_see_rivals_inspirations_or_the_deck(cards: CardDatabase) -> None:
    """Bots choose the same when what they cannot see is different."""
    from aa_tools.simulation.engine import _deal_round, _start
    from aa_tools.simulation.state.deal import deal

    setup = Setup.of(cards, 2)
    games = np.arange(30)
    words = np.arange(30, dtype=np.uint64) * np.uint64(2**58 + 12345)
    for name in ("greedy", "rival"):
        choices = []
        for change in (False, True):
            position = _start(setup, deal(setup, 1, games))
            _deal_round(position, deal(setup, 1, games), 0)
            if change:
                rival = (position.player + 1) % 2
                position.deck = position.deck[:, ::-1].copy()
                position.inspirations[games, rival] = (position.inspirations[games, rival] + 5) % 12
                position.hands[games, rival] = position.deck[:, :3]
            choices.append(BOTS[name].choose(position, words))
        for field in ("slot", "space", "gap"):
            assert (getattr(choices[0], field) == getattr(choices[1], field)).all()


def test_until_width_stops_when_the_headlines_are_known(cards: CardDatabase) -> None:
    told: list[int] = []
    played = play_many((match(cards),), 100_000, Workers(), until_width=0.1, progress=told.append)
    assert told == list(range(500, played.moments.games + 1, 500))
    assert 500 < played.moments.games < 100_000
    assert played.looks is Looks.ANY
    for name in run.HEADLINES:
        found = estimate(played.moments[name], Looks.ANY)
        assert found is not None
        assert found.width <= 0.1
    again = play_many((match(cards),), 100_000, Workers(2), until_width=0.1)
    assert again.moments.games == played.moments.games


def test_ctrl_c_reports_the_games_so_far(cards: CardDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []

    def interrupted(matches: tuple[Match, ...], first: int, games: int) -> Moments:
        if done:
            raise KeyboardInterrupt
        done.append(first)
        return real(matches, first, games)

    real = run.play_batch
    monkeypatch.setattr(run, "play_batch", interrupted)
    report = study(Order(cards, None, seated("random", 2), games=5000, deep=True))
    assert report.header["games"] == 500
    assert report.header["interrupted"] is True
    assert "Interrupted" in report.notes[-1]
    with pytest.raises(KeyboardInterrupt):
        study(Order(cards, None, seated("random", 2), games=5000))


def test_games_are_rounded_up_to_whole_shuffles(cards: CardDatabase) -> None:
    assert play_many((match(cards, "random,greedy"),), 3, Workers()).moments.games == 4


@pytest.fixture
def cluster() -> Iterator[str]:
    """The address of a scheduler with two workers on this machine."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, processes=True
    ) as local:
        yield local.scheduler_address


def test_a_cluster_gives_the_same_bytes(cards: CardDatabase, cluster: str) -> None:
    assert document(cards, Workers(dask=cluster), "random") == document(cards, Workers(), "random")


def test_a_scheduler_that_is_not_there_is_told(cards: CardDatabase) -> None:
    pytest.importorskip("distributed")
    with pytest.raises(InputError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:9"):
        play_many((match(cards),), 10, Workers(dask="tcp://127.0.0.1:9"))


@pytest.mark.parametrize(
    ("bots", "players", "message"),
    [
        ("greddy", 2, "there is no bot 'greddy'; did you mean greedy?"),
        ("greedy,rival,random", 2, "3 bots cannot sit on 2 seats; name 1 or 2"),
    ],
)
def test_wrong_bots_are_refused(bots: str, players: int, message: str) -> None:
    with pytest.raises(InputError) as caught:
        seated(bots, players)
    assert str(caught.value) == message


def test_a_file_against_itself_is_the_same(cards: CardDatabase) -> None:
    table = study(Order(cards, cards, seated("random", 2), games=300)).tables[0]
    assert table.key == "comparison"
    for row in table.rows:
        change = row.figures[2]
        assert change is not None
        assert (change.value, change.low, change.high) == pytest.approx((0, 0, 0), abs=1e-6)
        assert row.verdict == "same within the margin"


def test_a_comparison_finds_what_a_rule_changes(cards: CardDatabase) -> None:
    other = load_cards("cards.yaml", {"mirrored_patterns": "true", "points.inspiration": "1"})
    table = study(Order(other, cards, seated("random", 2), games=1000)).tables[0]
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
    assert [row.name for row in table.rows[: len(FAIR)]] == list(FAIR)
    found = [row.verdict not in {"same within the margin", "not yet known", "may be chance"} for row in table.rows]
    assert table.first is not None
    differing = table.first - len(FAIR)
    assert found[len(FAIR) :] == [True] * differing + [False] * (len(found) - table.first)
    for rows_of in (table.rows[len(FAIR) : table.first], table.rows[table.first :]):
        sizes = [abs(row.figures[2].value) / (0.02 if row.figures[2].unit.value == "share" else 0.2)
                 for row in rows_of if row.figures[2]]  # fmt: skip
        assert sizes == sorted(sizes, reverse=True)
    assert table.foot.startswith(f"{len(found)} figures were compared. ")
    assert f" Beyond it: {sum(found)}, and about 5 in 100 " in table.foot


def test_cards_that_differ_come_after_what_is_fair_and_by_title(cards: CardDatabase, tmp_path: Path) -> None:
    text = Path("cards.yaml").read_text()
    path = tmp_path / "new.yaml"
    path.write_text(
        text.replace("measure: borders", "measure: spread").replace("Professor Island", "Professor Compass")
    )
    report = study(Order(load_cards(str(path)), cards, seated("random", 2), games=100))
    rows = report.tables[0].rows
    changed = rows[len(FAIR) : len(FAIR) + 10]
    assert {row.label for row in changed} == {
        f"{title}: {what}"
        for title in ("Professor Weaver", "Professor Island -> Professor Compass")
        for what in ("holder", "rival", "tied", "unclaimed", "margin")
    }
    assert {row.card for row in changed} == {"weaver", "islander"}
    assert report.tables[0].first == len(FAIR) + 10
    told = report.json()["tables"]["comparison"]
    assert [each["label"] for each in told["rows"]] == [row.label for row in rows]
    assert told["rows"][0] | {"label": "the first player of the game wins", "name": "starter/wins"} == told["rows"][0]
    document = page(report, "")
    assert f"<summary>{len(rows) - len(FAIR) - 10} more</summary>" in document
    assert ">Professor Island -&gt; Professor Compass: tied [islander]</td>" in document


def test_the_report_says_what_was_played(cards: CardDatabase, tmp_path: Path) -> None:
    report = study(Order(cards, None, seated("random", 4), seed=9, games=100))
    told = report.json()
    assert told["format"] == "aa.playtest/1"
    assert (told["players"], told["seed"], told["games"], told["bots"]) == (4, 9, 100, ["random"] * 4)
    assert len(told["card_files"][0]["sha256"]) == 64
    assert told["rules"][0]["home_rows"] is False
    assert "Bots are not people" in told["notes"][0]
    for table in told["tables"].values():
        for row in table["rows"]:
            for figure in row.values():
                if isinstance(figure, dict):
                    assert figure["low"] <= figure["value"] <= figure["high"]
                    assert figure["n"] > 0


def test_the_page_needs_nothing_beside_it(cards: CardDatabase) -> None:
    text = page(study(Order(cards, None, seated("random", 2), games=100)), "A <title> & more")
    assert "A &lt;title&gt; &amp; more" in text
    assert "<svg" in text
    assert not any(word in text for word in ("<script", "<link", "src=", "url(", "http:", "https:", "@import"))


def test_shares_of_a_card_add_up(cards: CardDatabase) -> None:
    played = play_many((match(cards),), 500, Workers())
    for card in {each.id for each in played.matches[0].setup.public}:
        shares = [played.moments[f"card/{card}/{each}"].value() for each in ("holder", "rival", "tied", "unclaimed")]
        assert sum(shares) == pytest.approx(1)
    assert sum(played.moments[name].value() for name in played.moments.names("score/of/")) == pytest.approx(1)
    assert sum(played.moments[f"side/{side}/wins"].value() for side in ("south", "north")) == pytest.approx(1)


def test_what_is_observed_is_what_was_played(cards: CardDatabase) -> None:
    """One game, counted by hand from its replay."""
    playing = match(cards, "greedy")
    for game in range(6):
        seen, told = observe(playing, play(playing, np.array([game]))), replay(playing, game)
        y = {quantity.name: int(value) for quantity, value in zip(seen.quantities, seen.y[0], strict=True)}
        x = {quantity.name: int(value) for quantity, value in zip(seen.quantities, seen.x[0], strict=True)}
        assert y["score/points"] == sum(told.points.values())
        scored = [each for part in told.rounds for each in part.score.inspirations if each.scored]
        assert (y["inspiration/all/met"], x["inspiration/all/met"]) == (len(scored), 6)
        claims = [claim for part in told.rounds for claim in part.score.claims]
        tied = sum(claim.tie for claim in claims if claim.card.kind == "assignment")
        assert (y["card/all-assignments/tied"], x["card/all-assignments/tied"]) == (tied, 5)
        assert y["starter/wins"] == (told.winner is told.rounds[0].score.table.first_player)
        for part in told.rounds:
            for turn in part.turns:
                assert x[f"canvas/{turn.card}/ahead"] == 1


def test_a_replay_scores_as_the_rules_score_a_real_table(cards: CardDatabase) -> None:
    for players, bots in ((2, "greedy,rival"), (4, "random")):
        playing = match(cards, bots, players)
        log = play(playing, np.arange(8))
        for game in range(8):
            told = replay(playing, game)
            for side, points in told.points.items():
                assert sum(part.score.points(side) for part in told.rounds) == points
            assert list(told.points.values()) == log.points[game].tolist()
            for part, following in zip(told.rounds, told.rounds[1:], strict=False):
                assert following.score.table.first_player is part.score.first_player
            assert told.rounds[0].turns[-1].canvas == tuple(told.rounds[0].score.table.canvas.rows(cards.letters))
            assert isinstance(told.winner, Side)


@pytest.mark.parametrize("players", [2, 4])
def test_a_match_of_the_rules_ends_the_same(cards: CardDatabase, players: int) -> None:
    """Simulated rounds, laid on a real table one by one: the same points, the same winner, the same reason."""
    playing = match(cards, "random", players)
    reasons = set()
    for game in range(120):
        told = replay(playing, game)
        first = told.rounds[0].score.table
        names = {player.side: player.name for player in first.players}
        state = rules_match.start(names, first.first_player, cards.rules, decks_of(cards))
        for part in told.rounds:
            state = rules_match.deal(state, part.score.table.cards)
            for player in part.score.table.players:
                for card in player.inspirations[len(state.player(player.side).inspirations) :]:
                    state = rules_match.reveal(state, player.side, card)
            state = rules_match.play_round(state, part.score.table.canvas)
        assert {side: state.points(side) for side in state.sides} == told.points
        outcome = rules_match.outcome(state)
        assert outcome is not None
        assert (outcome.winner, outcome.decided_by) == (told.winner, told.decided_by)
        reasons.add(outcome.decided_by)
    assert len(reasons) == (3 if players == 4 else 2), "two players cannot share three professors evenly"


@pytest.mark.slow
def test_the_deep_report_tells_what_parts_and_thought_are_worth(cards: CardDatabase) -> None:
    report = study(Order(cards, None, seated("greedy", 2), games=500, deep=True, workers=Workers(2)))
    tables = {table.key: table for table in report.tables}
    assert [row.label for row in tables["parts"].rows] == ["assignments", "professors", "inspirations"]
    worth = [row.figures[1] for row in tables["parts"].rows]
    assert all(each is not None and each.low > 0 for each in worth[:2])
    assert [row.label for row in tables["skill"].rows] == ["random", "rival", "rollout"]
