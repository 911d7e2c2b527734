"""The Python interface of aa_tools. Import its names from `aa_tools`, which loads them when they are first used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from aa_tools.cards.database import CardDatabase
from aa_tools.cards.database import load_cards as _load_cards
from aa_tools.errors import (
    AaError,
    CanvasNotFound,
    DoubtfulReading,
    InputError,
    OutputError,
    PhotoError,
    Place,
    Problem,
    RulesError,
)
from aa_tools.files import DataFolders, read_text, safe_writer
from aa_tools.rules.ruleset import Side
from aa_tools.rules.scoring import Claim, RoundScore
from aa_tools.services.cards.check import CardCheck, check_card_file
from aa_tools.services.table.scored_table import ScoredTable
from aa_tools.services.table.table_input import TableInput, load_photo, load_typed_table, table_text
from aa_tools.services.table.unknowns import Ask, Question, score_table
from aa_tools.tables.resolve import player_count, player_names

if TYPE_CHECKING:
    import PIL.Image

    from aa_tools.simulation.report.report import PlaytestReport

FilePath = str | Path


def load_cards(
    path: FilePath | None = None, *, rules: Mapping[str, str] | None = None, language: str | None = None
) -> CardDatabase:
    """Reads a card file.

    Args:
        path: the card file; by default cards.yaml in the working folder, otherwise the shipped one. Templates in a
            folder templates/ beside it are used before the shipped ones.
        rules: house rules that override those of the file, such as {"points.professor": "4"}.
        language: language of the texts, such as "de"; by default the one that the file names.

    Raises:
        InputError: with every error of the file.
    """
    return _load_cards(None if path is None else str(path), rules, language=language)


def read_photo(
    path: FilePath,
    cards: CardDatabase,
    *,
    players: str | None = None,
    first: str | None = None,
    objectives: Sequence[str] = (),
    inspirations: Sequence[str] = (),
    bottom: str | None = None,
) -> TableInput:
    """Reads a photo of a table: the colours of the canvas, and the cards beside it.

    Args:
        path: a JPEG, PNG, WebP, HEIC or AVIF file.
        cards: the card file.
        players: "2", "4", or names clockwise from south, such as "Anna, Ben".
        first: side or name of the holder of the first player card.
        objectives: ids or titles of the public cards, in their order on the table.
        inspirations: inspirations as "SIDE=ID".
        bottom: side or name at the bottom of the photo.

    Returns:
        The table. Uncertain quadrants are "?" in its grid, with their reasons. Arguments override the photo.

    Raises:
        PhotoError: the photo cannot be read.
        InputError: an argument is wrong.
    """
    options = table_text(players, first, objectives, inspirations, bottom)
    return load_photo(str(path), options, cards, player_names(options), player_count(options))


def read_table(
    path: FilePath,
    *,
    players: str | None = None,
    first: str | None = None,
    objectives: Sequence[str] = (),
    inspirations: Sequence[str] = (),
    bottom: str | None = None,
) -> TableInput:
    """Reads a typed grid or a table file.

    Args:
        path: the file, or "-" for standard input.
        players: "2", "4", or names clockwise from south, such as "Anna, Ben".
        first: side or name of the holder of the first player card.
        objectives: ids or titles of the public cards, in their order on the table.
        inspirations: inspirations as "SIDE=ID".
        bottom: side or name at the bottom of the grid.

    Raises:
        InputError: the file has errors, or an argument contradicts it.
    """
    return load_typed_table(str(path), table_text(players, first, objectives, inspirations, bottom))


def score(table: TableInput, cards: CardDatabase, *, ask: Ask | None = None) -> ScoredTable:
    """Scores a table at the end of a round.

    Args:
        table: from `read_photo` or `read_table`.
        cards: the card file.
        ask: called with a `Question` for each unknown quadrant that affects the result; returns the code of a colour,
            or None for no answer. Without it nothing is asked.

    Returns:
        The score: points by side, claims, and the reason for each. If quadrants are unknown but do not affect the
        result, they are listed in `unknowns`.

    Raises:
        InputError: the table has errors, or unknown quadrants that affect the result.
        RulesError: the rules do not allow the table.
        DoubtfulReading: the photo leaves something open that affects the result.
    """
    return score_table(table, cards, ask)


def make_sheets(
    cards: CardDatabase,
    folder: FilePath,
    *,
    decks: Iterable[str] = (),
    paper: str = "a4",
    theme: str = "classic",
    separate: bool = False,
) -> list[Path]:
    """Writes printable card sheets as PDF files.

    Args:
        cards: the card file.
        folder: the output folder; created if missing.
        decks: names of decks, such as "canvas"; by default all.
        paper: name of a paper, such as "a4" or "letter", or path of a paper template.
        theme: name of a theme, such as "classic", or path of a theme template.
        separate: whether to write one file for each deck. By default decks share sheets.

    Returns:
        The paths of the files.

    Raises:
        InputError: no such deck or template, or a text that does not fit on its card.
        OutputError: a file cannot be written.
    """
    from aa_tools.printing.sheets import make_sheet_sets, prepare_job, write

    job = prepare_job(cards, [*decks] or cards.decks, paper=paper, theme=theme)
    paths = []
    for sheets in make_sheet_sets(job, separate=separate):
        path = Path(folder) / f"{sheets.name}.pdf"
        with safe_writer(path) as file:
            write(sheets, file)
        paths.append(path)
    return paths


def render_card(cards: CardDatabase, card: str, *, theme: str = "classic", dpi: int = 150) -> PIL.Image.Image:
    """Draws the face of a card.

    Args:
        cards: the card file.
        card: id or title of the card.
        theme: name of a theme, or path of a theme template.
        dpi: resolution in pixels per inch; a poker card of 63.5 mm × 88.9 mm at 150 dpi is 375 × 525 pixels.

    Returns:
        An RGB image.

    Raises:
        InputError: no such card or theme, or a text that does not fit.
    """
    import PIL.Image

    from aa_tools.printing.output import raster

    return PIL.Image.fromarray(raster.render_card(cards, card, theme=theme, dpi=dpi))


def check_cards(
    path: FilePath | None = None,
    *,
    rules: Mapping[str, str] | None = None,
    language: str | None = None,
    theme: str = "classic",
) -> CardCheck:
    """Checks a card file for errors, and its deck for weaknesses.

    Args:
        path: the card file; the default is the same as for `load_cards`.
        rules: house rules that override those of the file.
        language: the language whose texts are checked; by default every language of the file.
        theme: the theme whose faces are checked.

    Returns:
        Errors, warnings and notes, each with its place, and the odds of the cards. Nothing is raised for errors in
        the file.

    Raises:
        InputError: the file cannot be opened.
    """
    data = DataFolders.beside(None if path is None else str(path))
    text = read_text(str(data.find("cards.yaml", None if path is None else str(path))))
    return check_card_file(text, rules, language, theme, data)


def playtest(
    cards: CardDatabase,
    *,
    players: int = 2,
    bots: str = "greedy",
    games: int | None = None,
    seed: int = 1,
    against: CardDatabase | None = None,
    workers: int = 1,
) -> PlaytestReport:
    """Plays many games with bots and reports how fair and how close they are.

    Args:
        cards: the card file.
        players: number of players, 2 or 4.
        bots: name of the bot on all seats, or comma-separated names, one for each seat, such as "greedy,random".
        games: number of games, rounded up to whole shuffles; by default 2,000 for two players and 800 for four.
        seed: random seed; the same seed gives the same report.
        against: an older card file to compare with on the same shuffles.
        workers: number of worker processes; does not change the result.

    Returns:
        The report: tables of numbers with their 95 % confidence intervals; shares are between 0 and 1.

    Raises:
        RulesError: the rules or decks of a card file do not allow a game with this number of players.
        InputError: a bot is unknown, or the number of bots does not match the players.
    """
    from aa_tools.simulation.batches import Workers
    from aa_tools.simulation.playtest import PlaytestConfig, run_playtest

    return run_playtest(PlaytestConfig(cards, against, players, bots, seed, games, workers=Workers(workers)))


__all__ = [
    "AaError",
    "CanvasNotFound",
    "CardCheck",
    "CardDatabase",
    "Claim",
    "DoubtfulReading",
    "InputError",
    "OutputError",
    "PhotoError",
    "Place",
    "Problem",
    "Question",
    "RoundScore",
    "RulesError",
    "ScoredTable",
    "Side",
    "TableInput",
    "check_cards",
    "load_cards",
    "make_sheets",
    "playtest",
    "read_photo",
    "read_table",
    "render_card",
    "score",
]
