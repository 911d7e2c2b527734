"""A table given to a recorded game, with every quadrant known: what its photo shows and the game says otherwise."""

from __future__ import annotations

from dataclasses import replace

from aa_tools.files import shell_quote
from aa_tools.reading.image.filetype import is_picture
from aa_tools.record.steps import Game
from aa_tools.record.store import open_game
from aa_tools.rules.dealing import left_over
from aa_tools.rules.match import Step
from aa_tools.services.game_tables import shown_hands, table_of
from aa_tools.services.table_input import Given, take_photo, take_text
from aa_tools.services.unknowns import remark, settle, settled_text, somebody_there
from aa_tools.tables.tablefile import TableText


def known_text(table: str, said: TableText, file: str, cards: str | None, ask: bool) -> tuple[TableText, list[str]]:
    """Returns what is said of a table, with every quadrant known, and what its players should know of it.

    Args:
        table: a photo, a typed grid or a table file; "-" is text on standard input.
        said: what the command line says.
        file: the game file.
        cards: the card file, where one is named.
        ask: whether somebody may be asked, if somebody is there.

    Raises:
        AaError: the table or the game cannot be read, or what is claimed hangs on unknown quadrants.
    """
    if is_picture(table):
        game = open_game(file, cards)
        names = {player.side: player.name for player in game.state.players}
        given, lines = _as_the_game_has_it(take_photo(table, said, game.cards, names, len(names)), game)
        lines += [] if said.inspirations else _added(given.text, game)
    else:
        given, lines = take_text(table, said), []
        if given.text.grid is None or "?" not in given.text.grid.text:
            return given.text, []
        game = open_game(file, cards)
    asked = ask and table != "-" and somebody_there()
    seen = table_of(given.text, game, unknown=True)
    settled = settle(given, seen, game.cards, f"aa game score {shell_quote(file)}", asked)
    text = replace(given.text, grid=settled_text(given, settled, game.cards.letters))
    line = remark(settled, game.cards)
    return text, [*lines, line] if line else lines


def _added(text: TableText, game: Game) -> list[str]:
    """Returns what to say of inspirations in a photo that the game did not know; scoring adds them to the hands."""
    hands, lines = shown_hands(text, game), []
    for player in game.state.players:
        shown = [game.cards.inspiration(card) for side, card in hands if side is player.side]
        for new in left_over(shown, player.inspirations):
            title = game.cards.card(new.id).title
            lines.append(
                f"The photo shows {title} before {player.name}; the game did not know of it, so it was added to "
                f"{player.name}'s hand."
            )
    return lines


def _as_the_game_has_it(given: Given, game: Game) -> tuple[Given, list[str]]:
    """Leaves out what the game knows better than a photo, and says where the photo shows something else."""
    from aa_tools.services.reading_report import remarks

    assert given.seen is not None
    lines, text = remarks(given.seen, game.cards), given.text
    holder = game.state.first_player
    if text.first_player and text.first_player.text != holder:
        lines.append(
            f"The first player card lies near {text.first_player.text}; the game says {holder}, and that counts."
        )
    text = replace(text, first_player=None)
    dealt = {card.id for card in game.state.dealt or ()} if game.state.step is Step.SCORE else set()
    if {card.text for card in text.objectives} <= dealt:  # a tag may be hidden
        text = replace(text, objectives=())
    return replace(given, text=text), lines
