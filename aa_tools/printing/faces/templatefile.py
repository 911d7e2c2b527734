"""Finds a template by its name, reads it, and lays it over the one that it extends."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import TypeVar

from aa_tools.cards.models.forms import Model
from aa_tools.cards.models.validation import validate
from aa_tools.errors import InputError, Place, Problem, suggest
from aa_tools.files import DataFolders, os_error_message, read_text
from aa_tools.yamlfile import YamlFile, load_yaml, overlay


class TemplateModel(Model):
    """What every template may say.

    Attributes:
        extends: The name of another template of its kind, or its path; its values stand where this one says nothing.
    """

    extends: str | None = None


Template = TypeVar("Template", bound=TemplateModel)

_LACKS = "the file has no "
"""So begins what `check` says of a key that is missing at the top of a file."""


def load_template(
    form: type[Template],
    folder: str,
    name: str,
    place: Place | None = None,
    context: Mapping[str, object] | None = None,
    data: DataFolders = DataFolders(),
) -> tuple[Template, YamlFile]:
    """Reads a template.

    Args:
        form: what it may hold.
        folder: its kind: faces, themes or papers.
        name: its name in templates/, or its path where it ends in .yaml.
        place: where the name was written.
        context: what its validators know.
        data: the folders in which templates are looked for.

    Returns:
        The template, and its data with the place of each value, be it its own or that of a template it extends.

    Raises:
        InputError: there is no such template, it extends itself, or every error of its data at once.
    """
    file = _read(folder, name, place, (), data)
    try:
        return validate(form, file, context), file
    except InputError as error:
        raise InputError(_without_base(error.problems, folder, file, data)) from error


def _without_base(problems: Sequence[Problem], folder: str, file: YamlFile, data: DataFolders) -> list[Problem]:
    """Tells as one error what a template lacks because it extends none."""
    lacking = [problem for problem in problems if problem.message.startswith(_LACKS)]
    if len(lacking) < 2 or "extends" in file.data:
        return list(problems)
    names = ", ".join(problem.message.removeprefix(_LACKS) for problem in lacking)
    hint = f"extend another one, such as extends: {data.names(f'templates/{folder}')[0]}, or add each of them"
    return [Problem(f"{_LACKS}{names}", lacking[0].place, hint), *(each for each in problems if each not in lacking)]


def check_template_name(folder: str, name: str, place: Place | None, data: DataFolders) -> None:
    """Raises InputError where a name is that of no template, or a path that was written in a file is that of none."""
    known, kind = data.names(f"templates/{folder}"), folder.removesuffix("s")
    if name.endswith(".yaml"):
        if place is not None and not os.path.exists(name):  # Path.exists raises where a name is too long
            hint = "write its path from the folder of this file"
            raise InputError(f"there is no {kind} template {name}", place=place, hint=hint)
    elif name not in known:
        raise InputError(f"there is no {kind} template {name!r}", place=place, hint=suggest(name, known))


def resolve_path(place: Place, path: str) -> str:
    """Returns a path that was written in a file: it starts at that file's folder.

    Raises:
        InputError: it leads out of that folder, or out of templates/ where the file stands in a folder of it. So a
            template of somebody else cannot bring in what was not meant for it.
    """
    folder = Path(place.source).parent
    try:
        home, found = folder.resolve(), (folder / path).resolve()
    except (OSError, ValueError, RuntimeError) as error:
        raise InputError(f"{path!r} cannot be read: {os_error_message(error)}", place=place) from error
    home = home.parent if home.parent.name == "templates" else home
    if not found.is_relative_to(home):
        hint = f"copy the file into {home.name or home}, or beside this one"
        raise InputError(f"the path {path!r} leads out of the folder", place=place, hint=hint)
    return str(folder / path)


def _read(folder: str, name: str, place: Place | None, below: tuple[str, ...], data: DataFolders) -> YamlFile:
    path = _find(folder, name, place, below, data)
    file = load_yaml(read_text(str(path)))
    base = file.data.get("extends") if isinstance(file.data, dict) else None
    if not isinstance(base, str):
        return file
    where = file.place(("extends",))
    base = resolve_path(where, base) if base.endswith(".yaml") else base
    return overlay(_read(folder, base, where, (*below, os.path.realpath(path)), data), file)


def _find(folder: str, name: str, place: Place | None, below: tuple[str, ...], data: DataFolders) -> Path:
    check_template_name(folder, name, place, data)
    is_path = name.endswith(".yaml")
    candidates = [Path(name)] if is_path else data.candidates(f"templates/{folder}/{name}.yaml")
    named = [path for path in candidates if is_path or path.is_file()]
    # A file may extend the shipped one of its own name, so files of this name that are being read are passed over,
    # but only up to one of another name: from there on it would be a loop.
    passed = set(takewhile(lambda each: Path(each).name == f"{name}.yaml", reversed(below)))
    found = next((each for each in named if os.path.realpath(each) not in passed), None)
    if found is not None and os.path.realpath(found) not in below:
        return found
    raise InputError(f"the template {name!r} extends itself", place=place, hint="extend another one")
