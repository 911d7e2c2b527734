"""Edits the text of a game file and preserves comments and layout.

A step adds lines at the end of the rounds, an undo removes lines, and all other lines stay the same. A file to which
lines cannot be added (such as JSON) is rewritten as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from aa_tools.errors import InputError
from aa_tools.files import SourceText
from aa_tools.record.gamefile import NOBODY, SCORE_KEYS, GameFile, GameModel, PlayedRound, parse_game, players_clockwise
from aa_tools.yamlfile import Path, flow

_HEAD = """\
# A game of Abstract Academy, written by "aa game". You can edit it: every entry is checked when the file is read.
# It shows the inspirations in each hand and the seed of the next ones: read it only if all players may see them.
"""


def new_text(form: GameModel) -> str:
    """Returns the text of a game file, with comments that explain it."""
    lines = [
        f"format: {form.format}",
        "players:",
        *(f"  {side}: {flow(name)}" for side, name in players_clockwise(form)),
        f"first_player: {form.first_player}   # holder of the first player card at the start",
        f"seed: {form.seed}   # determines the cards that aa game deal draws",
    ]
    if form.rules:
        lines += ["rules:", *(f"  {flow(key)}: {flow(value)}" for key, value in form.rules.items())]
    lines += ["", "rounds:"]
    for number, played in enumerate(form.rounds, 1):
        lines += _item(_round_lines(played, number), 2)
    return _HEAD + "\n".join(lines) + "\n"


def with_last_round(game: GameFile, played: PlayedRound) -> str:
    """Returns the text with `played` as the last round: a new round, or the score of the round already dealt."""
    rounds = game.form.rounds
    is_new = not rounds or rounds[-1].canvas is not None
    lines = _lines(game)
    if is_new:
        indent = _dash_column(game) if rounds else 2
        if not rounds and ("rounds",) in game.yaml.keys:
            at = (game.key("rounds").line or 1) - 1
            lines[at] = lines[at].replace("rounds: []", "rounds:", 1)
        _insert(lines, _end_line(game, ("rounds",)), _item(_round_lines(played, len(rounds) + 1), indent))
    else:
        item: Path = ("rounds", len(rounds) - 1)
        indent = (game.place(*item).column or 1) - 1
        _insert(lines, _end_line(game, item), [" " * indent + line if line else "" for line in _score_lines(played)])
    kept = rounds if is_new else rounds[:-1]
    return _checked("".join(lines), game, [*kept, played])


def with_last_step_removed(game: GameFile) -> str:
    """Returns the text without the last round's score, or without the last round if it is not scored."""
    *kept, last = game.form.rounds
    item: Path = ("rounds", len(kept))
    lines = _lines(game)
    if last.canvas is None:
        del lines[(game.place(*item).line or 1) - 1 : _end_line(game, item)]
        return _checked("".join(lines), game, kept)
    paths = [(*item, key) for key in SCORE_KEYS if (*item, key) in game.yaml.keys]
    for path in sorted(paths, key=lambda path: -(game.key(*path).line or 0)):
        del lines[(game.key(*path).line or 1) - 1 : _end_line(game, path)]
    dealt = PlayedRound(objectives=last.objectives, inspirations=last.inspirations)
    return _checked("".join(lines), game, [*kept, dealt])


def _checked(text: str, game: GameFile, rounds: Iterable[PlayedRound]) -> str:
    """Returns the edited text if it parses to the expected rounds, else a newly written file."""
    expected = game.form.model_copy(update={"rounds": list(rounds)})
    try:
        parsed = parse_game(SourceText(game.yaml.source.name, text)).form
    except InputError:
        parsed = None
    return text if parsed == expected else new_text(expected)


def _round_lines(played: PlayedRound, number: int) -> list[str]:
    lines = [f"objectives: {flow(played.objectives)}   # round {number}"]
    lines += _mapping("inspirations", played.inspirations)
    return lines + _score_lines(played) if played.canvas is not None else lines


def _score_lines(played: PlayedRound) -> list[str]:
    lines = ["canvas: |", *(f"  {line}".rstrip() for line in (played.canvas or "").splitlines())]
    lines += _mapping("revealed", played.revealed)
    lines += _mapping("claims", {card: str(side or NOBODY) for card, side in played.claims.items()})
    lines += _mapping("scored", played.scored)
    if played.next_first_player is not None:
        lines.append(f"next_first_player: {played.next_first_player}")
    return lines + _mapping("points", played.points)


def _mapping(key: str, entries: Mapping[Any, Any]) -> list[str]:
    return [f"{key}:", *(f"  {flow(str(name))}: {flow(value)}" for name, value in entries.items())] if entries else []


def _item(lines: list[str], indent: int) -> Iterator[str]:
    """Yields lines as an item of a YAML list."""
    for number, line in enumerate(lines):
        yield " " * indent + ("  " if number else "- ") + line if line else ""


def _lines(game: GameFile) -> list[str]:
    """Returns the lines with their line endings, the last one included."""
    lines = game.yaml.source.text.splitlines(keepends=True)
    if lines and not lines[-1].endswith(("\n", "\r")):
        lines[-1] += _line_ending(lines)
    return lines


def _line_ending(lines: list[str]) -> str:
    return "\r\n" if lines[0].endswith("\r\n") else "\n"


def _insert(lines: list[str], at: int, new: Iterable[str]) -> None:
    lines[at:at] = [line + _line_ending(lines) for line in new]


def _dash_column(game: GameFile) -> int:
    """Returns the column, from 0, of the dash of the first round."""
    place = game.place("rounds", 0)
    line = game.yaml.source.text.splitlines()[(place.line or 1) - 1]
    return max(line.rfind("-", 0, (place.column or 1) - 1), 0)


def _end_line(game: GameFile, path: Path) -> int:
    """Returns the index of the line after the value at a path.

    Blank lines after the value, and comments indented no deeper than its key or dash, are not part of it.
    """
    lines = game.yaml.source.text.splitlines()
    start = game.key(*path)
    first_line, first_column = start.line or 1, start.column or 1
    others = (*game.yaml.keys.items(), *game.yaml.places.items())
    later = [place.line or 1 for other, place in others if other[: len(path)] != path]
    limit = min((line - 1 for line in later if line > first_line), default=len(lines))
    column = _dash_column(game) if isinstance(path[-1], int) else first_column - 1
    while limit > first_line and _is_loose(lines[limit - 1], column):
        limit -= 1
    return limit


def _is_loose(line: str, column: int) -> bool:
    text = line.lstrip()
    return not text or (text.startswith("#") and len(line) - len(text) <= column)
