"""Changes to the text of a game file that leave the rest of it as a person wrote it.

A step adds lines at the end of the rounds, an undo takes lines out; nothing else is touched, so comments and layout
stay. Where the file is written in a form to which lines cannot be added (such as JSON), it is written anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from aa_tools.errors import InputError
from aa_tools.files import SourceText
from aa_tools.record.gamefile import NOBODY, SCORE_KEYS, GameFile, GameModel, PlayedRound, parse_game, seats_of
from aa_tools.yamlfile import Path, flow

_HEAD = """\
# A game of Abstract Academy, kept by "aa game". You may edit it: every entry is checked when the file is read.
# It shows the inspirations in each hand and the seed of those to come, so look only if all may see them.
"""


def new_text(form: GameModel) -> str:
    """Returns the text of a game file, with comments that explain it."""
    lines = [
        f"format: {form.format}",
        "players:",
        *(f"  {side}: {flow(name)}" for side, name in seats_of(form)),
        f"first_player: {form.first_player}   # who holds the first player card at the start",
        f"seed: {form.seed}   # orders the decks from which aa game deal draws",
    ]
    if form.rules:
        lines += ["rules:", *(f"  {flow(key)}: {flow(value)}" for key, value in form.rules.items())]
    lines += ["", "rounds:"]
    for number, played in enumerate(form.rounds, 1):
        lines += _item(_round_lines(played, number), 2)
    return _HEAD + "\n".join(lines) + "\n"


def with_last_round(game: GameFile, played: PlayedRound) -> str:
    """Returns the text with a round that follows those scored: as a new one, or as the score of the one dealt."""
    rounds = game.form.rounds
    is_new = not rounds or rounds[-1].canvas is not None
    lines = _lines(game)
    if is_new:
        indent = _dash(game) if rounds else 2
        if not rounds and ("rounds",) in game.yaml.keys:
            at = (game.key("rounds").line or 1) - 1
            lines[at] = lines[at].replace("rounds: []", "rounds:", 1)
        _insert(lines, _end(game, ("rounds",)), _item(_round_lines(played, len(rounds) + 1), indent))
    else:
        item: Path = ("rounds", len(rounds) - 1)
        indent = (game.place(*item).column or 1) - 1
        _insert(lines, _end(game, item), [" " * indent + line if line else "" for line in _score_lines(played)])
    kept = rounds if is_new else rounds[:-1]
    return _checked("".join(lines), game, [*kept, played])


def without_last_step(game: GameFile) -> str:
    """Returns the text with the last round's score, or else its deal, taken out."""
    *kept, last = game.form.rounds
    item: Path = ("rounds", len(kept))
    lines = _lines(game)
    if last.canvas is None:
        del lines[(game.place(*item).line or 1) - 1 : _end(game, item)]
        return _checked("".join(lines), game, kept)
    paths = [(*item, key) for key in SCORE_KEYS if (*item, key) in game.yaml.keys]
    for path in sorted(paths, key=lambda path: -(game.key(*path).line or 0)):
        del lines[(game.key(*path).line or 1) - 1 : _end(game, path)]
    dealt = PlayedRound(objectives=last.objectives, inspirations=last.inspirations)
    return _checked("".join(lines), game, [*kept, dealt])


def _checked(text: str, game: GameFile, rounds: Iterable[PlayedRound]) -> str:
    """Returns the changed text if it says what is meant, else a file written anew."""
    meant = game.form.model_copy(update={"rounds": list(rounds)})
    try:
        said = parse_game(SourceText(game.yaml.source.name, text)).form
    except InputError:
        said = None
    return text if said == meant else new_text(meant)


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
    """Yields lines as an item of a list."""
    for number, line in enumerate(lines):
        yield " " * indent + ("  " if number else "- ") + line if line else ""


def _lines(game: GameFile) -> list[str]:
    """Returns the lines with their ends; the last one is ended."""
    lines = game.yaml.source.text.splitlines(keepends=True)
    if lines and not lines[-1].endswith(("\n", "\r")):
        lines[-1] += _line_end(lines)
    return lines


def _line_end(lines: list[str]) -> str:
    return "\r\n" if lines[0].endswith("\r\n") else "\n"


def _insert(lines: list[str], at: int, new: Iterable[str]) -> None:
    lines[at:at] = [line + _line_end(lines) for line in new]


def _dash(game: GameFile) -> int:
    """Returns how far the dash of the first round is indented."""
    place = game.place("rounds", 0)
    line = game.yaml.source.text.splitlines()[(place.line or 1) - 1]
    return max(line.rfind("-", 0, (place.column or 1) - 1), 0)


def _end(game: GameFile, path: Path) -> int:
    """Returns the number of the line, from 0, that follows the value at a path.

    Blank lines after it, and comments no deeper than its key or dash, belong to what follows.
    """
    lines = game.yaml.source.text.splitlines()
    start = game.key(*path)
    here = (start.line or 1, start.column or 1)
    others = (*game.yaml.keys.items(), *game.yaml.places.items())
    later = [place.line or 1 for other, place in others if other[: len(path)] != path]
    limit = min((line - 1 for line in later if line > here[0]), default=len(lines))
    column = _dash(game) if isinstance(path[-1], int) else here[1] - 1
    while limit > here[0] and _is_loose(lines[limit - 1], column):
        limit -= 1
    return limit


def _is_loose(line: str, column: int) -> bool:
    text = line.lstrip()
    return not text or (text.startswith("#") and len(line) - len(text) <= column)
