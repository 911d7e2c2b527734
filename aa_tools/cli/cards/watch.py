"""`aa cards watch`: on each save, draw again what changed and check again."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aa_tools.cli.loading import card_file, rules_of
from aa_tools.cli.options import CardsOption, LanguageOption, RuleOption, ThemeOption
from aa_tools.files import DataFolders

if TYPE_CHECKING:
    from aa_tools.cards.database import CardDatabase
    from aa_tools.cli.cards.board import Board
    from aa_tools.errors import Problem
    from aa_tools.printing.pages.gallery import FacePicture, Gallery

QUIET_MS, LONGEST_MS, LISTEN_MS = 40, 400, 200
"""A save is looked at once nothing was written for so long, or after so long at the latest."""

_MOST_NAMES = 6


@dataclass(frozen=True)
class Asked:
    """What the command line asks for: the card file, house rules, the language and the theme."""

    path: Path
    rules: Mapping[str, str] = field(default_factory=dict)
    language: str | None = None
    theme: str = "classic"
    data: DataFolders = DataFolders()


@dataclass(frozen=True)
class Look:
    """What one look at the files gave.

    Attributes:
        database: the card file, or None where it cannot be read.
        gallery: its faces, or the earlier ones where it cannot be read.
        problems: what keeps it from being read or drawn.
    """

    database: CardDatabase | None
    gallery: Gallery
    problems: tuple[Problem, ...]


def watch(
    serve: Annotated[
        bool, typer.Option("--serve", help="Show the faces in a browser instead of writing files.")
    ] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="For --serve; 0 takes any free port.")] = 8765,
    dpi: Annotated[int, typer.Option(min=20, max=600, help="Pixels per inch.")] = 150,
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder for the PNG files.")] = Path("output/preview"),
    theme: ThemeOption = "classic",
    cards: CardsOption = None,
    rule: RuleOption = None,
    language: LanguageOption = None,
) -> None:
    """Draw and check the cards again on each save of the card file or a template, until Ctrl-C.

    With --serve, the faces are shown at an address of this computer that no other computer can reach.
    """
    from aa_tools.cli.cards.board import Board, serve_board
    from aa_tools.cli.terminal.console import stdout_console
    from aa_tools.files import read_text
    from aa_tools.printing.pages.gallery import Gallery

    asked = Asked(card_file(cards), rules_of(rule), language, theme, DataFolders.beside(cards))
    read_text(str(asked.path))
    board = Board() if serve else None
    if board:
        stdout_console().print(f"Open {serve_board(board, port)} in a browser. Ctrl-C stops.")
    gallery, templates = Gallery(dpi), _own_templates(asked.data)
    try:
        for _ in _saves(asked):
            before, templates = templates, _own_templates(asked.data)
            for line in _gone(before - templates, asked.data):
                stdout_console().print(line, soft_wrap=True)
            gallery = _pass(asked, gallery, out, board)
    except KeyboardInterrupt:
        stdout_console().print("Stopped.")


def _saves(asked: Asked) -> Iterator[None]:
    """Yields at once, and then after each save of the card file or a template; looks into new folders too."""
    from watchfiles import watch as changes_in

    while True:
        folders = _folders(asked)
        changes = changes_in(
            *folders,
            watch_filter=lambda _, name: name.endswith((".yaml", ".yml")),
            debounce=LONGEST_MS,
            step=QUIET_MS,
            rust_timeout=LISTEN_MS,
            yield_on_timeout=True,
            recursive=False,
        )
        with contextlib.closing(changes):
            next(changes)  # from here on, no change in these folders is missed
            yield
            for each in changes:
                if _folders(asked) != folders:
                    break
                if each:
                    yield


def _folders(asked: Asked) -> list[Path]:
    """Returns the folders that hold the card file and one's own templates."""
    templates = [each for top in asked.data.user_candidates("templates") for each in (top, *sorted(top.glob("*")))]
    return [asked.path.parent, *(each for each in templates if each.is_dir())]


def _own_templates(data: DataFolders) -> frozenset[Path]:
    return frozenset(each for top in data.user_candidates("templates") for each in top.glob("*/*.yaml"))


def _gone(templates: Iterable[Path], data: DataFolders) -> Iterator[str]:
    """Says of each template that is no longer there which one stands in its place."""
    for path in sorted(templates):
        name = Path("templates", path.parent.name, path.name)
        if other := next((each for each in data.candidates(str(name)) if each.is_file()), None):
            yield f"{path} is gone; {other} stands in its place."


def _pass(asked: Asked, before: Gallery, out: Path, board: Board | None) -> Gallery:
    """Looks at the files once: first shows the faces, then what is to be said of the cards."""
    from aa_tools.cards.analysis.checks import check_deck
    from aa_tools.cli.cards.check import summary
    from aa_tools.cli.cards.tables import show_findings
    from aa_tools.cli.terminal.console import stdout_console

    started, console = time.perf_counter(), stdout_console()
    look = look_at(asked, before)
    drawn = look.gallery.new_since(before)
    if board:
        board.show_faces(look)
    else:
        _write(look.gallery, before, out)
    seconds = time.perf_counter() - started
    console.print(f"{time.strftime('%H:%M:%S')}  {_told(look, drawn, seconds)}", soft_wrap=True)
    report = check_deck(look.database) if look.database else None
    line = summary(look.database, len(look.problems), report)
    show_findings(look.problems, report.warnings if report else (), console, report.notes if report else ())
    console.print(line, soft_wrap=True)
    if board:
        board.show_findings(look, report.warnings if report else (), line)
    return look.gallery


def _told(look: Look, drawn: list[FacePicture], seconds: float) -> str:
    """Says which faces were drawn, and which could not be."""
    if look.database is None:
        return "nothing drawn; the faces are those of the last save that could be read"
    said = f"drew {_names(drawn)} in {seconds:.2f} s" if drawn else "no face changed"
    return f"{said}; not drawn: {_names(look.gallery.undrawn)}" if look.gallery.undrawn else said


def _names(pictures: list[FacePicture]) -> str:
    few = len(pictures) <= _MOST_NAMES
    return ", ".join(each.card_id for each in pictures) if few else f"{len(pictures)} faces"


def look_at(asked: Asked, before: Gallery) -> Look:
    """Reads the card file and draws the faces that look different."""
    from aa_tools.cards.database import parse_cards
    from aa_tools.errors import ErrorCollector
    from aa_tools.files import read_text
    from aa_tools.printing.faces.compose import try_compose_faces

    problems, database, gallery = ErrorCollector(), None, before
    with problems:
        database = parse_cards(read_text(str(asked.path)), asked.rules, language=asked.language, data=asked.data)
    if database:
        with problems:
            gallery = before.redrawn(try_compose_faces(database, theme=asked.theme))
            problems.found += [problem for each in gallery.undrawn for problem in each.problems]
    return Look(database, gallery, tuple(dict.fromkeys(problems.found)))


def _write(gallery: Gallery, before: Gallery, out: Path) -> None:
    """Writes what looks different and removes the pictures of cards that are gone."""
    from aa_tools.files import safe_writer

    for picture in gallery.new_since(before):
        with safe_writer(out / f"{picture.card_id}.png") as file:
            file.write(picture.png)
    for card_id in gallery.gone_since(before):
        (out / f"{card_id}.png").unlink(missing_ok=True)
