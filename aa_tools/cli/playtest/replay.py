"""One game of a playtest, turn by turn, on the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from aa_tools.cli.terminal.console import answers
from aa_tools.simulation.replay import Replay, ReplayedRound, Turn


def show_replay(replay: Replay) -> None:
    """Prints a game turn by turn."""
    console = answers()
    seats = ", ".join(f"{side} {bot}" for side, bot in replay.bots.items())
    console.print(f"Game {replay.game}: {seats}")
    console.print("Rows and columns are those of the finished canvas.", style="dim")
    for number, each in enumerate(replay.rounds, 1):
        console.print(f"\nRound {number}", style="bold")
        for line in _round(each):
            console.print(line)
    points = ", ".join(f"{side} {each}" for side, each in replay.points.items())
    console.print(f"\n{replay.winner} wins, decided by {replay.decided_by}: {points}")


def _round(each: ReplayedRound) -> Iterator[str]:
    table = each.score.table
    yield f"first player {table.first_player}; public cards {', '.join(card.id for card in table.cards)}"
    for player in table.players:
        yield f"{player.side} holds {', '.join(card.id for card in player.inspirations) or 'no inspiration'}"
    for number, turn in enumerate(each.turns, 1):
        yield from _turn(number, turn)
    for claim in each.score.claims:
        numbers = ", ".join(f"{side} {number}" for side, number in claim.numbers.items())
        taken = claim.claimed_by or "nobody"
        yield f"{claim.card.id}: {numbers}; {taken}{', by the tie rule' if claim.tie else ''}"
    for inspiration in each.score.inspirations:
        if inspiration.scored:
            yield f"{inspiration.card.id}: scored by {inspiration.side}"
    yield "points of the round: " + ", ".join(f"{side} {each.score.points(side)}" for side in table.sides)


def _turn(number: int, turn: Turn) -> Iterator[str]:
    upside_down = " upside down" if turn.turned else ""
    yield (
        f"\n{number:>2}. {turn.side} lays {turn.card}{upside_down} at row {turn.row + 1}, column {turn.column + 1}; "
        f"{turn.spaces} {'space was' if turn.spaces == 1 else 'spaces were'} open"
    )
    for line in turn.canvas:
        yield "    " + " ".join(line[start : start + 2] for start in range(0, len(line), 2))
