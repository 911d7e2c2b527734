"""`aa playtest` and its output."""

from __future__ import annotations

import json
import subprocess
from io import StringIO
from pathlib import Path

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner, Result

from aa_tools.cards.database import load_cards
from aa_tools.cli.playtest.playtest import playtest
from aa_tools.cli.playtest.tables import report_grid
from aa_tools.errors import InputError, OutputError, RulesError
from aa_tools.simulation.bots.registry import BOT_DESCRIPTIONS
from aa_tools.simulation.playtest import PlaytestConfig, run_playtest
from aa_tools.simulation.report.html import html_page
from aa_tools.simulation.report.report import Mark, ReportRow, ReportTable
from aa_tools.simulation.statistics.intervals import Estimate
from aa_tools.simulation.statistics.moments import Unit
from tests.conftest import ROOT

app = typer.Typer()
app.command()(playtest)


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """An older card file with a different measure for one professor."""
    path = tmp_path / "other.yaml"
    path.write_text((ROOT / "cards.yaml").read_text().replace("measure: borders", "measure: spread"))
    return path


HEADINGS = ("Overview", "Assignments", "Professors", "Inspirations", "Seats", "Tension", "Scores", "Turns of a round")


@pytest.mark.parametrize("width", [60, 80, 140])
@pytest.mark.parametrize("compared", [False, True])
def test_the_text_report_is_complete_and_fits_the_terminal(
    width: int, compared: bool, other: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    against: list[str | Path] = ["--against", other] if compared else []
    result = run("--bots", "random", "--games", "200", *against)
    assert result.exit_code == 0, result.output
    assert "200 games of 2 players; bots random, random; seed 1" in result.output
    lines = result.output.splitlines()
    assert max(map(len, lines)) <= width
    assert [line for line in lines if "…" in line] == ["… and 122 more, see --html or --json"] * compared
    for heading in HEADINGS:
        assert f"{heading}{': cards.yaml' * compared}" in lines
    assert "Bots are not people" in result.output


def test_a_terminal_too_narrow_for_any_layout_shows_every_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "24")
    result = run("--bots", "random", "--games", "200")
    assert "\nall-assignments 38%    40%   22%   0%        1.7     1000\n" in result.output
    assert "…" not in result.output


@pytest.mark.parametrize("width", [60, 80, 140])
def test_a_wide_table_is_rounded_or_stacked_to_fit(width: int) -> None:
    share = Estimate(0.234, 0.19, 0.281, 357, Unit.SHARE)
    row = ReportRow(
        "weaver", (share, share, share, share, Estimate(-0.001, -0.2, 0.1, 357, Unit.COUNT)), (Mark.BEYOND,)
    )
    table = ReportTable("professors", "Professors", "", ("holder", "rival", "tied", "unclaimed", "margin"), (row,))
    console = Console(width=width, record=True, file=StringIO())
    console.print(report_grid(table, table.rows, width))
    shown = [line.split() for line in console.export_text().splitlines()[2:]]
    assert shown == {
        60: [
            ["weaver", "23%!", "23%", "23%", "23%", "0.0", "357"],
            ["19-28", "19-28", "19-28", "19-28", "-0.2", "to", "0.1"],
        ],
        80: [["weaver", "23%!", *["19-28", "23%"] * 3, "19-28", "0.0", "-0.2", "to", "0.1", "357"]],
        140: [["weaver", "23.4", "%!", *["19.0", "to", "28.1", "23.4", "%"] * 3, "19.0", "to", "28.1",
               "0.00", "-0.20", "to", "0.10", "357"]],
    }[width]  # fmt: skip


def test_the_header_lists_house_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert "; rules of the published game\n" in run("--bots", "random", "--games", "1").output
    rounds = "rounds=[{assignments_of_each_colour: 1}, {professors: 3}]"
    changed = run("--bots", "random", "--games", "1", "--rule", rounds, "--rule", "home_rows=true").output
    assert "; house rules: home_rows true, rounds 2, rounds.2.professors 3\n" in changed


def test_a_single_game_is_one_game() -> None:
    output = run("--bots", "random", "--games", "1").output
    assert output.startswith("1 game of 2 players; bots random, random; seed 1\n")
    assert "-0.00" not in output


def test_json_is_one_document() -> None:
    result = run("--bots", "random", "--games", "100", "--json", "--players", "4", "--seed", "3")
    document = json.loads(result.stdout)
    assert (document["format"], document["players"], document["games"]) == ("aa.playtest/1", 4, 100)


def test_the_html_page_is_written(tmp_path: Path) -> None:
    result = run("--bots", "random", "--games", "100", "--html", tmp_path / "new" / "report.html")
    assert result.exit_code == 0
    assert (tmp_path / "new" / "report.html").read_text().startswith("<!doctype html>")


def test_a_comparison_goes_from_the_old_file_to_the_new(other: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    result = run("--bots", "random", "--games", "1000", "--against", other)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[1].startswith(f"old cards {other}, SHA-256 ")
    assert lines[2].startswith("new cards cards.yaml, SHA-256 ")
    assert lines[4] == "Differences first, then the numbers of the new file, cards.yaml."
    assert f"Old is {other}, new is cards.yaml; the difference is new minus old" in result.output
    heads = next(line for line in lines if "old: " in line)
    assert heads.split() == ["old:", "other.yaml", "new:", "cards.yaml", "new", "minus", "old", "n"]
    # Borders give larger numbers than spread, so the best zone has a larger margin in the new file.
    margin = next(line for line in lines if line.startswith("Professor Weaver: margin")).split()[2:]
    assert margin[1] == "[weaver]"
    assert float(margin[2]) < float(margin[6])
    assert float(margin[10]) == pytest.approx(float(margin[6]) - float(margin[2]), abs=0.011)
    assert margin[-1] == "more"


def test_an_older_file_may_be_a_git_revision(tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    path.write_text((ROOT / "cards.yaml").read_text("utf-8"), encoding="utf-8")
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    for words in (["init", "--quiet"], ["add", "cards.yaml"], [*who, "commit", "--quiet", "-m", "Cards"]):
        subprocess.run(["git", "-C", str(tmp_path), *words], check=True)
    path.write_text(path.read_text("utf-8").replace("Professor Island", "Professor Pebble"), encoding="utf-8")
    result = run("--bots", "random", "--games", "50", "--json", "--cards", path, "--against", "HEAD")
    document = json.loads(result.stdout)
    assert [entry["file"] for entry in document["card_files"]] == ["HEAD:cards.yaml", str(path)]
    labels = [row["label"] for row in document["tables"]["comparison"]["rows"]]
    assert "Professor Island -> Professor Pebble: tied" in labels
    wrong = run("--cards", path, "--against", "HAED").exception
    assert isinstance(wrong, InputError)
    assert str(wrong).startswith("HAED: is neither a file nor a git revision; use a path, or a revision such as HEAD~1")


def test_files_of_the_same_name_are_shown_with_their_folders(other: Path) -> None:
    same = other.rename(other.with_name("cards.yaml"))
    document = html_page(
        run_playtest(PlaytestConfig(load_cards("cards.yaml"), load_cards(str(same)), bots="random", games=50)), ""
    )
    assert f"<th>old: {same}</th><th>new: cards.yaml</th><th>new minus old</th>" in document
    assert f"<dd>old: file: {same}; sha256: " in document
    assert "<br>new: file: cards.yaml; sha256: " in document
    assert "<h2>Overview: cards.yaml</h2>" in document


def test_a_replay_is_shown_turn_by_turn() -> None:
    result = run("--bots", "random", "--replay", "7")
    assert result.exit_code == 0
    assert result.output.startswith("Game 7: south random, north random")
    assert result.output.count(" lays C") == 48
    assert result.output.count("points in the round: south ") == 3
    assert "1 space was open" in result.output
    assert " wins, decided by " in result.output.splitlines()[-1]
    assert max(map(len, result.output.splitlines())) <= 80


def test_only_games_of_the_playtest_can_be_replayed() -> None:
    assert run("--bots", "random", "--games", "5", "--replay", "4").exit_code == 0
    result = run("--bots", "random", "--games", "5", "--replay", "5")
    assert str(result.exception) == ("game 5: this playtest has games 0 to 4; choose one of them, or play more games")
    assert run("--bots", "random,greedy", "--games", "3", "--replay", "3").exit_code == 0, (
        "games are rounded up to whole shuffles"
    )
    assert run("--replay", "-1").exit_code == 2


def test_the_help_lists_every_bot() -> None:
    text = " ".join(run("--help").output.replace("│", " ").split())
    assert all(name in text for name in BOT_DESCRIPTIONS)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (
            ["--players", "3"],
            InputError,
            "--players 3: 3 players cannot play; Abstract Academy is for 2 or 4 players",
        ),
        (
            ["--replay", "1", "--json"],
            InputError,
            "--replay: cannot be used with --json; leave one of them out",
        ),
        (
            ["--replay", "1", "--html", "x.html"],
            InputError,
            "--replay: cannot be used with --html; leave one of them out",
        ),
        (
            ["--replay", "1", "--against", "cards.yaml"],
            InputError,
            "--replay: cannot be used with --against; leave one of them out",
        ),
        (["--deep", "--quick"], InputError, "--deep: cannot be used with --quick; leave one of them out"),
        (["--margin", "0.01"], InputError, "--margin: has no effect without --against; add --against OLD"),
        (["--bots", "clever"], InputError, "--bots clever: unknown bot 'clever'"),
        (["--against", "none.yaml"], InputError, "none.yaml: cannot be read"),
        (["--rule", "grid={2: 5, 4: 5}"], RulesError, "the canvas deck has 54 cards, a game of 2 needs 81"),
    ],
)
def test_invalid_input_is_reported(arguments: list[str], error: type[Exception], message: str) -> None:
    result = run(*arguments)
    assert isinstance(result.exception, error)
    assert message in str(result.exception)


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        (".", InputError, "--html {path}: the file name must end in .html; choose another name"),
        ("folder.html", OutputError, "{path}: cannot be written: is a directory; choose another folder"),
        ("file/report.html", OutputError, "{path}: cannot be written: not a directory; choose another folder"),
        ("other.yaml", InputError, "--html {path}: the file name must end in .html; choose another name"),
    ],
)
def test_an_unwritable_html_path_is_reported_before_playing(
    name: str, error: type[Exception], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aa_tools.simulation.playtest.run_playtest", lambda *_: pytest.fail("games were played"))
    (tmp_path / "folder.html").mkdir()
    (tmp_path / "file").touch()
    path = tmp_path / name
    result = run("--html", path)
    assert isinstance(result.exception, error)
    assert str(result.exception) == message.format(path=path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder.html"]


@pytest.mark.parametrize("width", ["", "0.5"])
def test_cards_in_only_one_file_are_listed_and_the_rest_compared(width: str, tmp_path: Path) -> None:
    text = (ROOT / "cards.yaml").read_text()
    new = tmp_path / "new.yaml"
    card = "      - {id: spinner, title: {en: S, de: S}, text: {en: S, de: S}, objective: {measure: spread}}\n"
    new.write_text(text.replace("      - id: weaver\n", f"{card}      - id: weaver\n").replace("id: C54", "id: C55"))
    stop = ["--until-width", width] if width else []
    for old, now in ((str(ROOT / "cards.yaml"), str(new)), (str(new), str(ROOT / "cards.yaml"))):
        found = run("--bots", "random", "--games", "500", "--json", *stop, "--cards", now, "--against", old)
        document = json.loads(found.stdout)
        more = {str(new): "C55, spinner", str(ROOT / "cards.yaml"): "C54"}
        assert document["notes"][:2] == [f"Only in {file}, so not compared: {more[file]}." for file in (old, now)]
        compared = {row["name"] for row in document["tables"]["comparison"]["rows"]}
        assert "card/weaver/tied" in compared
        assert not any("spinner" in label for label in compared)
        labelled = {row["label"]: row for row in document["tables"]["professors"]["rows"]}
        assert ("spinner" in labelled) == (now == str(new))
        assert all(row["tied"]["n"] for row in labelled.values())
