"""The standings of a game as a score sheet for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Column
from rich.table import Table as RichTable
from rich.text import Text

from aa_tools.cards.database import CardDatabase
from aa_tools.cli.terminal.styles import colour_style
from aa_tools.files import shell_quote
from aa_tools.record.steps import Game
from aa_tools.rules.match import MatchState, Step, outcome
from aa_tools.rules.objectives import InspirationCard, PublicCard
from aa_tools.rules.prospects import prospects, remaining
from aa_tools.rules.ruleset import Side
from aa_tools.rules.scoring import RoundScore
from aa_tools.services.documents import house_rules
from aa_tools.services.explanations import explain_outcome
from aa_tools.text import join_words, pluralise


def show_standings(game: Game, file: str, console: Console, hand: Side | None = None) -> None:
    """Prints the standings of a game, with the hand of one side if asked."""
    state = game.state
    names = state.names
    console.print()
    console.print(Padding(_title(game), (0, 1)))
    console.print()
    if state.rounds:
        console.print(_sheet(game, names))
    if state.dealt is not None:
        console.print(_dealt(state, game.cards))
    if hand is not None:
        console.print(_hand(state.player(hand).inspirations, names[hand], game.cards))
    ended = outcome(state)
    if ended is not None:
        console.print(Padding(Text(explain_outcome(state, ended), "bold"), (0, 1, 1, 1)))
    facts = RichTable.grid("", Column(overflow="fold"), padding=(0, 2))
    for what, text in _facts(game, file, names):
        facts.add_row(Text(what, "bold"), text)
    console.print(Padding(facts, (0, 1)))
    console.print()


def _title(game: Game) -> Text:
    state, rounds = game.state, len(game.state.rules.rounds)
    at = {
        Step.DEAL: f"round {state.round_number} of {rounds} is next",
        Step.SCORE: f"round {state.round_number} of {rounds} is being played",
        Step.OVER: "the game is over",
    }[state.step]
    names = " · ".join(player.name for player in state.players)
    return Text.assemble((game.cards.file.game.title, "bold"), f"   {names}   ", (at, "dim"))


def _sheet(game: Game, names: dict[Side, str]) -> RichTable:
    """Returns the score sheet: a row for each player, a column for each round."""
    state = game.state
    table = RichTable(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False, show_lines=False)
    table.add_column("")
    for number in range(1, len(state.rounds) + 1):
        table.add_column(f"Round {number}", ratio=1)
    table.add_column("Total", justify="right")
    for side, name in names.items():
        holder = "\nfirst player" if side == state.first_player else ""
        cells = [_earned(result, side, game.cards) for result in state.rounds]
        table.add_row(Text.assemble((name, "bold"), (holder, "dim")), *cells, Text(str(state.points(side)), "bold"))
        table.add_section()
    left = [[claim.card for claim in result.claims if claim.claimed_by is None] for result in state.rounds]
    if any(left):
        table.add_row(Text("nobody", "dim"), *(_entries(cards, game.cards) for cards in left))
    return table


def _earned(result: RoundScore, side: Side, cards: CardDatabase) -> RichTable:
    """Returns what a side made in a round: its cards with their points, and the sum."""
    entries = _entries([*result.cards(side), *result.scored(side)], cards)
    entries.add_row(Text(f"{result.points(side):2} ", "bold"), Text("in all", "dim"))
    return entries


def _entries(won: Iterable[PublicCard | InspirationCard], cards: CardDatabase) -> RichTable:
    grid = RichTable.grid("", Column(overflow="fold"), padding=(0, 1))
    for card in won:
        grid.add_row(_points(card, cards), Text(str(cards.card(card.id).title)))
    return grid


def _points(card: PublicCard | InspirationCard, cards: CardDatabase) -> Text:
    """Returns a card's points on its colour; on a card of all colours reversed."""
    if isinstance(card, InspirationCard):
        return Text(f"{card.points:2} ")
    colour = card.objective.colour
    return Text(f"{card.points:2} ", "bold reverse" if colour is None else colour_style(cards.letters[colour], cards))


def _dealt(state: MatchState, cards: CardDatabase) -> RichTable:
    table = RichTable(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    table.add_column(f"Objectives of round {state.round_number}")
    table.add_column("Pts")
    table.add_column("Who claims it")
    for public in state.dealt or ():
        card = cards.card(public.id)
        table.add_row(Text(str(card.title), "bold"), _points(public, cards), getattr(card, "text", ""))
    return table


def _hand(hand: Sequence[InspirationCard], name: str, cards: CardDatabase) -> RichTable:
    table = RichTable(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    table.add_column(f"In {name}'s hand")
    table.add_column("Pts")
    table.add_column("")
    if not hand:
        table.add_row(Text("no inspiration", "dim"))
    for inspiration in hand:
        drawing = "\n".join("".join("██" if cell else "  " for cell in row) for row in inspiration.pattern.cells)
        table.add_row(Text(str(cards.card(inspiration.id).title), "bold"), _points(inspiration, cards), drawing + "\n")
    return table


def _facts(game: Game, file: str, names: dict[Side, str]) -> Iterator[tuple[str, str]]:
    """Yields what there is to say below the sheet: a heading and its text."""
    state = game.state
    is_over = state.step == Step.OVER
    if state.rounds and not is_over:
        yield "Leads", _leader(state, names)
    yield "First player card", names[state.first_player]
    if any(player.inspirations for player in state.players):
        yield "Inspirations in hand", ", ".join(f"{each.name} {len(each.inspirations)}" for each in state.players)
    if not is_over:
        yield "To come", _coming(state, names)
        yield from _chances(state, names) if state.rounds else ()
    if changed := house_rules(game.cards.rules):
        yield "House rules", "; ".join(changed)
    if not is_over:
        yield "Next", f"aa game {state.step} {shell_quote(file)}{' TABLE' if state.step == Step.SCORE else ''}"


def _leader(state: MatchState, names: dict[Side, str]) -> str:
    points = {side: state.points(side) for side in state.sides}
    best, second = sorted(points.values(), reverse=True)[:2]
    leading = [names[side] for side in state.sides if points[side] == best]
    if best == second:
        return f"{join_words(leading)} with {best} points each"
    return f"{leading[0]} with {best} points, {best - second} ahead"


def _coming(state: MatchState, names: dict[Side, str]) -> str:
    coming = remaining(state)
    cards = [
        pluralise(number, kind)
        for number, kind in ((coming.assignments, "assignment"), (coming.professors, "professor"))
        if number
    ]
    by_side = coming.inspiration_points
    if len(set(by_side.values())) == 1:
        inspirations = f"up to {next(iter(by_side.values()))} points each"
    else:
        inspirations = "up to " + ", ".join(f"{by_side[side]} for {names[side]}" for side in state.sides)
    return f"{join_words(cards)}, worth {coming.points} points; inspirations {inspirations}"


def _chances(state: MatchState, names: dict[Side, str]) -> Iterator[tuple[str, str]]:
    each = prospects(state)
    open_to = [f"{names[one.side]} (at most {one.most})" for one in each if one.can_win]
    yield "Can still win", ", ".join(open_to)
    if closed := [f"{names[one.side]} (at most {one.most})" for one in each if not one.can_win]:
        yield "Cannot win any more", ", ".join(closed)
