"""`aa cards watch`: draws and checks the cards again on each save."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aa_tools.cli.cards.preview import DpiOption
from aa_tools.cli.loading import card_file, house_rules
from aa_tools.cli.options import CardsOption, LanguageOption, RuleOption, ThemeOption
from aa_tools.files import DataFolders

if TYPE_CHECKING:
    from aa_tools.printing.pages.gallery import FacePicture, Gallery
    from aa_tools.services.cards.preview import PreviewOptions, PreviewState, Snapshot

QUIET_MS, MAX_DELAY_MS, POLL_MS = 40, 400, 200
"""A save is read after this pause without another write, or after the maximum delay; new folders are polled for."""

_MAX_LISTED_NAMES = 6


def watch(
    serve: Annotated[
        bool, typer.Option("--serve", help="Show the faces in a browser instead of writing files.")
    ] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port for --serve. 0 takes any free port.")] = 8765,
    dpi: DpiOption = 150,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the PNG files. Created if missing.")] = Path(
        "output/preview"
    ),
    theme: ThemeOption = "classic",
    cards: CardsOption = None,
    rule: RuleOption = None,
    language: LanguageOption = None,
) -> None:
    """Draw and check the cards again on each save of the card file or a template, until Ctrl-C.

    With --serve, a page in the browser shows the faces. Only this computer can open it.
    """
    from aa_tools.cli.cards.server import serve_preview
    from aa_tools.cli.terminal.console import stdout_console
    from aa_tools.files import read_text
    from aa_tools.printing.pages.gallery import Gallery
    from aa_tools.services.cards.preview import PreviewOptions, PreviewState

    options = PreviewOptions(card_file(cards), house_rules(rule), language, theme, DataFolders.beside(cards))
    read_text(str(options.path))  # a missing file ends the command; later on it is one error among others
    state = PreviewState() if serve else None
    if state:
        stdout_console().print(f"Open {serve_preview(state, port)} in a browser. Ctrl-C stops.")
    gallery, templates = Gallery(dpi), _user_templates(options.data)
    try:
        for _ in _saves(options):
            before, templates = templates, _user_templates(options.data)
            for line in _removed_templates(before - templates, options.data):
                stdout_console().print(line, soft_wrap=True)
            gallery = _update(options, gallery, out, state)
    except KeyboardInterrupt:
        stdout_console().print("Stopped.")


def _saves(options: PreviewOptions) -> Iterator[None]:
    """Yields at once, and again after each save of the card file or a template, in new folders too."""
    from watchfiles import watch as file_changes

    while True:
        folders = _watched_folders(options)
        changes = file_changes(
            *folders,
            watch_filter=lambda _, name: name.endswith((".yaml", ".yml")),
            debounce=MAX_DELAY_MS,
            step=QUIET_MS,
            rust_timeout=POLL_MS,
            yield_on_timeout=True,
            recursive=False,
        )
        with contextlib.closing(changes):
            next(changes)  # from here on, no change in these folders is missed
            yield
            for changed in changes:
                if _watched_folders(options) != folders:
                    break
                if changed:
                    yield


def _watched_folders(options: PreviewOptions) -> list[Path]:
    """Returns the folders of the card file and of the user's templates."""
    roots = options.data.user_candidates("templates")
    folders = [folder for root in roots for folder in (root, *sorted(root.glob("*")))]
    return [options.path.parent, *(folder for folder in folders if folder.is_dir())]


def _user_templates(data: DataFolders) -> frozenset[Path]:
    return frozenset(file for root in data.user_candidates("templates") for file in root.glob("*/*.yaml"))


def _removed_templates(removed: Iterable[Path], data: DataFolders) -> Iterator[str]:
    """Yields a message for each removed template whose name another template has."""
    for path in sorted(removed):
        name = Path("templates", path.parent.name, path.name)
        if other := next((file for file in data.candidates(str(name)) if file.is_file()), None):
            yield f"{path} was removed; using {other} instead."


def _update(options: PreviewOptions, before: Gallery, out: Path, state: PreviewState | None) -> Gallery:
    """Draws the faces, shows them, and then checks the cards, which takes longer. Returns the new faces."""
    from aa_tools.cards.analysis.checks import check_deck
    from aa_tools.cli.cards.tables import show_findings
    from aa_tools.cli.terminal.console import stdout_console
    from aa_tools.services.cards.check import check_summary
    from aa_tools.services.cards.preview import take_snapshot, write_pictures

    started, console = time.perf_counter(), stdout_console()
    snapshot = take_snapshot(options, before)
    drawn = snapshot.gallery.new_since(before)
    if state:
        state.publish_faces(snapshot)
    else:
        write_pictures(snapshot.gallery, before, out)
    seconds = time.perf_counter() - started
    console.print(f"{time.strftime('%H:%M:%S')}  {_drawing_summary(snapshot, drawn, seconds)}", soft_wrap=True)
    report = check_deck(snapshot.database) if snapshot.database else None
    summary = check_summary(snapshot.database, len(snapshot.problems), report)
    warnings = report.warnings if report else ()
    show_findings(snapshot.problems, warnings, console, report.notes if report else ())
    console.print(summary, soft_wrap=True)
    if state:
        state.publish_findings(snapshot, warnings, summary)
    return snapshot.gallery


def _drawing_summary(snapshot: Snapshot, drawn: list[FacePicture], seconds: float) -> str:
    if snapshot.database is None:
        return "nothing drawn; the faces are from the last version that could be read"
    text = f"drew {_names(drawn)} in {seconds:.2f} s" if drawn else "no face changed"
    undrawn = snapshot.gallery.undrawn
    return f"{text}; could not draw {_names(undrawn)}" if undrawn else text


def _names(pictures: list[FacePicture]) -> str:
    if len(pictures) > _MAX_LISTED_NAMES:
        return f"{len(pictures)} faces"
    return ", ".join(picture.card_id for picture in pictures)
