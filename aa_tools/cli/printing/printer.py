"""`aa printer`: a calibration sheet, and the saved profile of each printer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aa_tools.cli import completion as complete
from aa_tools.errors import ErrorCollector, InputError, Place

if TYPE_CHECKING:
    from aa_tools.printing.layout.calibration import Printer

printer = typer.Typer(
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Print backs exactly behind their fronts: calibrate a printer once, then use aa sheets --printer NAME.",
)


@printer.command()
def calibrate(
    paper: Annotated[
        str, typer.Option(metavar="NAME", autocompletion=complete.templates("papers"), help="Paper to print on.")
    ] = "a4",
    name: Annotated[
        str | None, typer.Option("--printer", metavar="NAME", help="Check a saved printer profile.")
    ] = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Output folder. Created if missing.")] = Path("output"),
) -> None:
    """Write a calibration sheet to print on both sides and hold against the light."""
    from aa_tools.cli.terminal.console import stderr_console, stdout_console
    from aa_tools.files import safe_writer
    from aa_tools.printing.faces.template import load_paper
    from aa_tools.printing.pages.calibration_sheet import calibration_pdf
    from aa_tools.printing.printers import load_printer

    calibration = load_printer(name).calibration if name is not None else None
    pdf, path = calibration_pdf(load_paper(paper), calibration), out / "calibrate.pdf"
    with safe_writer(path) as file:
        file.write(pdf)
    stdout_console().print(str(path), soft_wrap=True)
    stderr_console().print(
        "Print both sides, flip on the long edge, at 100 % (no scaling). The sheet explains the next steps."
    )


@printer.command("set", no_args_is_help=True)
def set_(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name for the printer, such as office.")],
    offset: Annotated[str | None, typer.Option(metavar="X,Y", help="Position of the cross on the grid, in mm.")] = None,
    angle: Annotated[str | None, typer.Option(metavar="DEG", help="Upper scale minus lower scale, in degrees.")] = None,
    scale: Annotated[
        str | None,
        typer.Option(metavar="X,Y", help="Measured length of each ruler divided by its true length, such as 0.996,1."),
    ] = None,
    margins: Annotated[
        str | None,
        typer.Option(
            metavar="MM|T,R,B,L", help="Smallest step printed at each edge, in mm: one value, or top,right,bottom,left."
        ),
    ] = None,
) -> None:
    """Save what the calibration sheet shows. Values that are not given stay as they are."""
    from aa_tools.cli.terminal.console import stdout_console
    from aa_tools.printing.printers import set_printer

    values: dict[tuple[str | int, ...], tuple[float, Place]] = {}
    problems = ErrorCollector()
    for option, path, given, form in (
        ("--offset", "offset_mm", offset, "X,Y"),
        ("--angle", "angle_deg", angle, "DEG"),
        ("--scale", "scale", scale, "X,Y"),
        ("--margins", "margins_mm", margins, "TOP,RIGHT,BOTTOM,LEFT"),
    ):
        with problems:
            values |= _values(option, path, given, form)
    problems.raise_if_any()
    if not values:
        raise InputError(
            "nothing to save", place=Place("aa printer set"), hint="add --offset, --angle, --scale or --margins"
        )
    stdout_console().print(_line(set_printer(name, values)), soft_wrap=True)


@printer.command("list")
def list_() -> None:
    """List the saved printer profiles and their folder."""
    from aa_tools.cli.terminal.console import stderr_console, stdout_console
    from aa_tools.printing.printers import load_printer, printer_names, printers_folder

    problems, lines = ErrorCollector(), []
    for name in printer_names():
        with problems:
            lines.append(_line(load_printer(name)))
    for line in lines:
        stdout_console().print(line, soft_wrap=True)
    problems.raise_if_any()
    if not lines:
        stderr_console().print("No printer profile is saved yet. Start with aa printer calibrate.")
    stderr_console().print(f"Printer profiles are saved in {printers_folder()}.", soft_wrap=True)


def _values(option: str, path: str, given: str | None, form: str) -> dict[tuple[str | int, ...], tuple[float, Place]]:
    """Returns the numbers of an option by their paths in a printer's file."""
    from aa_tools.cli.terminal.lengths import margins, numbers

    if given is None:
        return {}
    place = Place(f"{option} {given}")
    if path == "margins_mm":
        edges = margins(option, given)
        return {(path, edge): (getattr(edges, f"{edge}_mm"), place) for edge in ("top", "right", "bottom", "left")}
    found = numbers(option, given, form)
    if len(found) == 1:
        return {(path,): (found[0], place)}
    return {(path, axis): (number, place) for axis, number in zip("xy", found, strict=True)}


def _line(printer: Printer) -> str:
    found = printer.calibration
    parts = [
        f"offset {found.offset_x_mm:g},{found.offset_y_mm:g} mm",
        f"angle {found.angle_deg:g}°",
        f"scale {found.scale_x:g},{found.scale_y:g}",
    ]
    if printer.margins:
        parts.append("margins {:g},{:g},{:g},{:g} mm".format(*vars(printer.margins).values()))
    return f"{printer.name}: {', '.join(parts)}"
