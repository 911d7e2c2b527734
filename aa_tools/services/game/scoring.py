"""Adds a finished table, typed or photographed, to a game: what the table leaves out is taken from the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from aa_tools.cards.analysis.deck_check import used_before
from aa_tools.errors import Place
from aa_tools.files import shell_quote
from aa_tools.reading.image.filetype import is_picture
from aa_tools.record.steps import Game
from aa_tools.record.store import open_game
from aa_tools.rules.dealing import left_over
from aa_tools.rules.match import Step
from aa_tools.rules.objectives import InspirationCard
from aa_tools.rules.ruleset import Round, Side
from aa_tools.rules.scoring import Table
from aa_tools.services.table.deck_report import deck_doubt
from aa_tools.services.table.table_input import TableInput, load_photo, load_typed_table
from aa_tools.services.table.unknowns import Ask, resolve_unknowns
from aa_tools.tables.grid import LocatedText
from aa_tools.tables.resolve import parse_bottom, parse_side, read_table
from aa_tools.tables.tablefile import TableText


@dataclass(frozen=True)
class GameTable:
    """A table with every quadrant known, ready to be scored in a game.

    Attributes:
        text: the table.
        notes: what the players should know about how it was read.
    """

    text: TableText
    notes: tuple[str, ...] = ()


def read_game_table(source: str, options: TableText, file: str, cards: str | None, ask: Ask | None) -> GameTable:
    """Reads a table for the next score of a game.

    Args:
        source: a photo, a typed grid or a table file; "-" is text on standard input.
        options: what the command line says.
        file: the game file.
        cards: the card file, if one is named.
        ask: how to ask about quadrants that affect the result, or None to ask nothing.

    Raises:
        AaError: the table or the game cannot be read, or the result depends on unknown quadrants.
        UndecidedPhoto: the same for a photo.
    """
    if is_picture(source):
        game = open_game(file, cards)
        names = game.state.names
        photographed = load_photo(source, options, game.cards, names, len(names))
        table, notes = _matched_with_game(photographed, game)
        notes += [] if options.inspirations else _new_inspirations(table.text, game)
        table.require_answers()
    else:
        table, notes = load_typed_table(source, options), []
        if table.text.grid is None or "?" not in table.text.grid.text:
            return GameTable(table.text)
        game = open_game(file, cards)
    scored = resolve_unknowns(table, table_in_game(table.text, game, unknown=True), game.cards, ask)
    note = scored.unknowns_note()
    return GameTable(replace(table.text, grid=scored.completed_grid()), (*notes, *([note] if note else ())))


def _new_inspirations(text: TableText, game: Game) -> list[str]:
    """Returns a note for each inspiration in a photo that the game did not know; scoring adds them to the hands."""
    hands, notes = revealed_hands(text, game), []
    for player in game.state.players:
        revealed = [game.cards.inspiration(card) for side, card in hands if side == player.side]
        for new in left_over(revealed, player.inspirations):
            title = game.cards.card(new.id).title
            notes.append(f"Added {title} to the hand of {player.name}: it is in the photo, but not in the game file.")
    return notes


def _matched_with_game(table: TableInput, game: Game) -> tuple[TableInput, list[str]]:
    """Returns the table without what the game file knows better than a photo, and notes where they differ."""
    from aa_tools.services.table.reading_report import reading_notes

    assert table.photo is not None
    notes, text = reading_notes(table.photo, game.cards), table.text
    holder = game.state.first_player
    if text.first_player and text.first_player.text in {*Side} - {holder}:
        notes.append(
            f"In the photo the first player card is at {text.first_player.text}; the game file says {holder}, "
            "which is used."
        )
    text = replace(text, first_player=None)
    dealt = {card.id for card in game.state.dealt or ()} if game.state.step == Step.SCORE else set()
    if {card.text for card in text.objectives} <= dealt:  # a tag may be hidden
        text = replace(text, objectives=())
    return replace(table, text=text), notes


def table_in_game(text: TableText, game: Game, unknown: bool = False) -> Table:
    """Returns the table that a text means in a game; what the text leaves out is taken from the game.

    Args:
        text: the table.
        game: the game.
        unknown: whether quadrants may be unknown.

    Raises:
        InputError: every error of the table at once.
    """
    state, here = game.state, Place(game.file.yaml.source.name)
    names = {side: text.names[side].text for side in Side if side in text.names} or game.state.names
    in_hand = [
        (LocatedText(player.side, here), LocatedText(card.id, here))
        for player in state.players
        for card in left_over(player.inspirations, _listed_hand(text, game, player.side, names))
    ]
    complete = replace(
        text,
        names={side: text.names.get(side, LocatedText(name, here)) for side, name in names.items()},
        players=None,
        first_player=text.first_player or LocatedText(state.first_player, here),
        objectives=text.objectives or tuple(LocatedText(card.id, here) for card in state.dealt or ()),
        inspirations=(*text.inspirations, *in_hand),
    )
    return read_table(complete, game.cards, unknown)


def revealed_hands(text: TableText, game: Game) -> list[tuple[Side, str]]:
    """Returns the side and the id of each inspiration on a table."""
    names = game.state.names
    return [
        (parse_side(owner, names), game.cards.inspiration(card.text, card.place).id)
        for owner, card in text.inspirations
    ]


def _listed_hand(text: TableText, game: Game, side: Side, names: Mapping[Side, str]) -> list[InspirationCard]:
    """Returns the inspirations that a table lists in one hand."""
    return [
        game.cards.inspiration(card.text, card.place)
        for owner, card in text.inspirations
        if parse_side(owner, names) == side
    ]


def canvas_warnings(game: Game, text: TableText) -> list[str]:
    """Returns warnings about a last scored canvas that the deck, or the rounds before, make impossible.

    Args:
        game: the game.
        text: the table as it was given; places are in its rows and columns.
    """
    canvases = [result.table.canvas for result in game.state.rounds]
    if doubt := deck_doubt(canvases[-1], game.cards, parse_bottom(text.bottom, game.state.names)):
        return [doubt]
    used = used_before(canvases, game.cards) if len(game.state.players) == 2 else 0
    if not used:
        return []
    cards = "1 card of this table was" if used == 1 else f"{used} cards of this table were"
    return [f"Check the grid: {cards} on the table in an earlier round, but two players use each card only once."]


def no_inspirations_note(game: Game, file: str) -> str:
    """Returns a note if the round's objectives were named without the inspirations it draws, or ""."""
    drawn: Round = game.state.rules.rounds[game.state.round_number - 1]
    if not drawn.inspirations_per_player:
        return ""
    return (
        "No inspirations were drawn, because the objectives were named. Name the inspirations that the players drew "
        f"with --inspiration SIDE=ID when you score the round. Or take the deal back with aa game undo "
        f"{shell_quote(file)} and deal again: with --inspiration, or without --objective to draw all cards."
    )
