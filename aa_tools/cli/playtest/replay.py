"""Prints one game of a playtest, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator

from aa_tools.cli.terminal.console import stdout_console
from aa_tools.simulation.replay import ReplayedGame, ReplayedRound, ReplayedTurn


def show_replay(game: ReplayedGame) -> None:
    """Prints a game turn by turn."""
    console = stdout_console()
    seats = ", ".join(f"{side} {bot}" for side, bot in game.bots.items())
    console.print(f"Game {game.number}: {seats}")
    console.print("Rows and columns are counted in the finished canvas.", style="dim")
    for number, played in enumerate(game.rounds, 1):
        console.print(f"\nRound {number}", style="bold")
        for line in _round_lines(played):
            console.print(line)
    points = ", ".join(f"{side} {total}" for side, total in game.points.items())
    console.print(f"\n{game.winner} wins, decided by {game.decided_by}: {points}")


def _round_lines(played: ReplayedRound) -> Iterator[str]:
    table = played.score.table
    yield f"first player {table.first_player}; public cards {', '.join(card.id for card in table.cards)}"
    for player in table.players:
        yield f"{player.side} holds {', '.join(card.id for card in player.inspirations) or 'no inspiration'}"
    for number, turn in enumerate(played.turns, 1):
        yield from _turn_lines(number, turn)
    for claim in played.score.claims:
        numbers = ", ".join(f"{side} {number}" for side, number in claim.numbers.items())
        taken = claim.claimed_by or "nobody"
        yield f"{claim.card.id}: {numbers}; {taken}{', by the tie rule' if claim.tie else ''}"
    for inspiration in played.score.inspirations:
        if inspiration.scored:
            yield f"{inspiration.card.id}: scored by {inspiration.side}"
    yield "points in the round: " + ", ".join(f"{side} {played.score.points(side)}" for side in table.sides)


def _turn_lines(number: int, turn: ReplayedTurn) -> Iterator[str]:
    upside_down = " upside down" if turn.turned else ""
    yield (
        f"\n{number:>2}. {turn.side} lays {turn.card}{upside_down} at row {turn.row + 1}, column {turn.column + 1}; "
        f"{turn.spaces} {'space was' if turn.spaces == 1 else 'spaces were'} open"
    )
    for line in turn.canvas:
        yield "    " + " ".join(line[start : start + 2] for start in range(0, len(line), 2))
