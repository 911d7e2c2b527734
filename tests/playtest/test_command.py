"""`aa playtest`, through a command line of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from aa_tools.cli.playtest import playtest
from aa_tools.errors import InputError, RulesError
from tests.conftest import ROOT

app = typer.Typer()
app.command()(playtest)


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_the_report_for_people_is_whole_on_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    result = run("--bots", "random", "--games", "200")
    assert result.exit_code == 0, result.output
    assert "200 games of 2 players; bots random, random; seed 1" in result.output
    assert "…" not in result.output
    for heading in (
        "Overview",
        "Assignments",
        "Professors",
        "Inspirations",
        "Seats",
        "Tension",
        "Scores",
        "Turns of a",
    ):
        assert f"\n{heading}" in result.output
    assert "Bots are not people" in result.output


def test_json_is_one_document() -> None:
    result = run("--bots", "random", "--games", "100", "--json", "--players", "4", "--seed", "3")
    document = json.loads(result.stdout)
    assert (document["format"], document["players"], document["games"]) == ("aa.playtest/1", 4, 100)


def test_the_page_is_written(tmp_path: Path) -> None:
    result = run("--bots", "random", "--games", "100", "--html", tmp_path / "new" / "report.html")
    assert result.exit_code == 0
    assert (tmp_path / "new" / "report.html").read_text().startswith("<!doctype html>")


def test_two_files_are_compared(tmp_path: Path) -> None:
    other = tmp_path / "other.yaml"
    other.write_text((ROOT / "cards.yaml").read_text().replace("measure: borders", "measure: spread"))
    result = run("--bots", "random", "--games", "300", "--against", other)
    assert result.exit_code == 0
    assert str(other) in result.output.replace("\n", "")
    assert "card/weaver/tied" in result.output
    assert "more, see --html or --json" in result.output


def test_a_game_is_shown_turn_by_turn() -> None:
    result = run("--bots", "random", "--replay", "7")
    assert result.exit_code == 0
    assert result.output.startswith("Game 7: south random, north random")
    assert result.output.count(" of the finished canvas; ") == 48
    assert result.output.count("points of the round: south ") == 3
    assert "1 space was open" in result.output
    assert " wins, decided by " in result.output.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (["--players", "3"], RulesError, "3 players cannot play"),
        (["--bots", "clever"], InputError, "--bots clever: there is no bot 'clever'"),
        (["--against", "none.yaml"], InputError, "none.yaml: cannot be read"),
        (["--rule", "grid={2: 5, 4: 5}"], RulesError, "the canvas deck has 54 cards, a game of 2 needs 81"),
    ],
)
def test_wrong_input_is_told(arguments: list[str], error: type[Exception], message: str) -> None:
    result = run(*arguments)
    assert isinstance(result.exception, error)
    assert message in str(result.exception)
