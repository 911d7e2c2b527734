"""The user's printers: a small YAML file for each, in the folder where the platform keeps settings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import platformdirs
import yaml
from pydantic import AfterValidator, Field, TypeAdapter, ValidationError

from aa_tools.cards.models.forms import Id, Model
from aa_tools.cards.models.validation import validate
from aa_tools.errors import InputError, Place, suggest
from aa_tools.files import SourceText, read_text, safe_writer
from aa_tools.printing.faces.template import MarginsModel
from aa_tools.printing.layout.calibration import Calibration, Printer
from aa_tools.yamlfile import Path as YamlPath
from aa_tools.yamlfile import YamlFile, load_yaml

_HEAD = "# How a printer's sheets come out. Written by aa printer set; aa sheets --printer puts it right.\n"

Offset = Annotated[float, Field(ge=-20, le=20)]
Angle = Annotated[float, Field(ge=-10, le=10)]
Scale = Annotated[float, Field(ge=0.8, le=1.25)]


_MOST_MARGIN_MM = 50


def _within_reach(margins: MarginsModel) -> MarginsModel:
    largest = margins.build().largest_mm
    if largest > _MOST_MARGIN_MM:
        raise ValueError(f"no printer stays {largest:g} mm away from an edge; give at most {_MOST_MARGIN_MM} mm")
    return margins


class OffsetModel(Model):
    """How far the back lies off."""

    x: Offset
    y: Offset


class ScaleModel(Model):
    """Printed length for a true length of 1."""

    x: Scale
    y: Scale


class PrinterModel(Model):
    """What a printer's file may hold."""

    format: Literal["aa.printer/1"]
    offset_mm: OffsetModel = OffsetModel(x=0, y=0)
    angle_deg: Angle = 0
    scale: ScaleModel = ScaleModel(x=1, y=1)
    margins_mm: Annotated[MarginsModel, AfterValidator(_within_reach)] | None = None


def printers_folder() -> Path:
    """Returns the folder that holds the printers' files."""
    return platformdirs.user_config_path("aa_tools", appauthor=False) / "printers"


def printer_names() -> list[str]:
    """Returns the names of all printers that are kept."""
    return sorted(path.stem for path in printers_folder().glob("*.yaml"))


def load_printer(name: str) -> Printer:
    """Reads a printer by its name.

    Raises:
        InputError: there is no such printer, or every error of its file at once.
    """
    known = printer_names()
    if name not in known:
        hint = suggest(name, known) or "keep one with aa printer set"
        raise InputError(f"there is no printer {name!r}", hint=hint)
    return _printer(name, validate(PrinterModel, load_yaml(read_text(str(_path(name))))))


def set_printer(name: str, values: Mapping[YamlPath, tuple[float, Place]]) -> Printer:
    """Keeps what is known of a printer; what is not given stays as it is.

    Args:
        name: letters, digits and single "-".
        values: by their path in the file, such as ("offset_mm", "x"), each with the option that gave it.

    Raises:
        InputError: the name or a value cannot be used; the file is left as it was.
        OutputError: the file cannot be written.
    """
    _check_name(name)
    file = load_yaml(read_text(str(_path(name)))) if name in printer_names() else YamlFile(SourceText(name, ""))
    if file.data is not None:
        validate(PrinterModel, file)
    data: dict[str, Any] = dict(file.data or {"format": "aa.printer/1"})
    file.data = data
    for (first, *rest), (value, place) in values.items():
        if rest:
            data[str(first)] = {**(data.get(str(first)) or {}), rest[0]: value}
        else:
            data[str(first)] = value
        file.places[first, *rest] = file.places[first,] = place
    form = validate(PrinterModel, file)
    with safe_writer(_path(name), hint="check the folder of your settings") as out:
        out.write((_HEAD + yaml.safe_dump(form.model_dump(exclude_none=True), sort_keys=False)).encode())
    return _printer(name, form)


def _check_name(name: str) -> None:
    try:
        TypeAdapter(Id).validate_python(name)
    except ValidationError as error:
        hint = "use at most 40 letters, digits and single -, such as office-a4"
        raise InputError(f"{name!r} cannot be the name of a printer", hint=hint) from error


def _path(name: str) -> Path:
    return printers_folder() / f"{name}.yaml"


def _printer(name: str, form: PrinterModel) -> Printer:
    offset, scale, margins = form.offset_mm, form.scale, form.margins_mm
    calibration = Calibration(offset.x, offset.y, form.angle_deg, scale.x, scale.y)
    return Printer(name, calibration, margins.build() if margins else None)
