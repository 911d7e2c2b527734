"""The root command, and the only place that turns errors into output and exit codes.

Commands import what they need when they run, so that help is fast.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import threading
from typing import Annotated, NoReturn

import typer

from aa_tools import __version__
from aa_tools.cli.cards.group import cards
from aa_tools.cli.game.game import game
from aa_tools.cli.init import init
from aa_tools.cli.playtest.playtest import playtest
from aa_tools.cli.printing.export import export
from aa_tools.cli.printing.printer import printer
from aa_tools.cli.printing.sheets import sheets
from aa_tools.cli.table.read import read
from aa_tools.cli.table.score import score
from aa_tools.cli.terminal.streams import prepare_streams
from aa_tools.errors import AaError, OutputError
from aa_tools.files import os_error_message

MAX_REPORTED_ERRORS = 20
NARROW = 72
"""Columns of a terminal below which help has no frames."""

app = typer.Typer(
    name="aa",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    epilog="Exit codes: 0 success, 1 a check found something, 2 wrong command line, 3 invalid input, "
    "4 the photo cannot be read or leaves the result open, 5 the result cannot be written, 130 interrupted.",
)
app.command(no_args_is_help=False)(sheets)
app.command(no_args_is_help=True)(score)
app.command(no_args_is_help=True)(read)
app.command(no_args_is_help=True)(export)
app.add_typer(game)
app.add_typer(cards)
app.command(no_args_is_help=True)(init)
app.add_typer(printer, name="printer")
app.command()(playtest)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"aa {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Print the cards of Abstract Academy, and score a real table of them."""


def main(arguments: list[str] | None = None) -> NoReturn:
    """Runs `aa` and ends the process with its exit code."""
    prepare_streams()
    _exit_cleanly_on_sigterm()
    columns = shutil.get_terminal_size().columns
    if columns < NARROW:
        app.rich_markup_mode = None  # its frames and columns would leave no room for words
    try:
        app(args=arguments, prog_name="aa", terminal_width=min(columns, 80))
        sys.stdout.flush()
    except AaError as error:
        _print_errors(error)
        sys.exit(error.exit_code)
    except OSError as error:
        _print_errors(OutputError(f"the output cannot be written: {os_error_message(error)}"))
        os._exit(OutputError.exit_code)
    except Exception as error:
        if os.environ.get("AA_DEBUG"):
            raise
        print(f"aa: internal error: {type(error).__name__}: {error}", file=sys.stderr)
        print("Please report it with the command you ran. AA_DEBUG=1 shows where it happened.", file=sys.stderr)
        sys.exit(AaError.exit_code)
    sys.exit(0)


def _exit_cleanly_on_sigterm() -> None:
    """Lets the program clean up when it is asked to terminate."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))


def _print_errors(error: AaError) -> None:
    from aa_tools.text import pluralise

    for problem in error.problems[:MAX_REPORTED_ERRORS]:
        print(f"aa: {_visible(str(problem))}", file=sys.stderr)
    if len(error.problems) > MAX_REPORTED_ERRORS:
        print(f"aa: and {pluralise(len(error.problems) - MAX_REPORTED_ERRORS, 'more error')}", file=sys.stderr)


def _visible(text: str) -> str:
    """Returns a text with control characters escaped, so that it stays on one line."""
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in text)
