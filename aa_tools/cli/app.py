"""The root command, and the one place that turns errors into exit codes.

Commands import what they need when they run, so that help comes at once.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated, NoReturn

import typer

from aa_tools import __version__
from aa_tools.cli.printer import printer
from aa_tools.cli.score import score
from aa_tools.cli.sheets import sheets
from aa_tools.errors import AaError

app = typer.Typer(
    name="aa",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    epilog="Exit codes: 0 done, 2 wrong command line, 3 a fault in what was given, 5 the result could not be written.",
)
app.command(no_args_is_help=False)(sheets)
app.command(no_args_is_help=True)(score)
app.add_typer(printer, name="printer")


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"aa {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    """Print the cards of Abstract Academy, and score a real table of them."""


def main(arguments: list[str] | None = None) -> NoReturn:
    """Runs `aa` and ends the process with its exit code."""
    try:
        app(args=arguments, prog_name="aa")
    except AaError as error:
        _tell(error)
        sys.exit(error.exit_code)
    except Exception as error:
        if os.environ.get("AA_DEBUG"):
            raise
        print(f"aa: a fault of our own: {type(error).__name__}: {error}", file=sys.stderr)
        print("Please report it with what you typed; AA_DEBUG=1 shows where it happened.", file=sys.stderr)
        sys.exit(AaError.exit_code)
    sys.exit(0)


def _tell(error: AaError) -> None:
    for fault in error.faults:
        print(f"aa: {fault}", file=sys.stderr)


if __name__ == "__main__":
    main()
