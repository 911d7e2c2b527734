"""Finds and reads templates. A template can extend another one, whose values it then inherits."""

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
    """The key that all templates share.

    Attributes:
        extends: Name or path of another template of the same kind. Its values apply where this file sets none.
    """

    extends: str | None = None


Template = TypeVar("Template", bound=TemplateModel)

_LACKS = "the file has no "
"""Start of the messages of `validate` about missing top-level keys."""


def load_template(
    model: type[Template],
    folder: str,
    name: str,
    place: Place | None = None,
    context: Mapping[str, object] | None = None,
    data: DataFolders = DataFolders(),
) -> tuple[Template, YamlFile]:
    """Reads a template.

    Args:
        model: the model of the template.
        folder: the kind of template: faces, themes, papers, outlets or pads.
        name: name of a template in that folder of templates/, or a path that ends in .yaml.
        place: location of the name, for errors.
        context: the validation context.
        data: folders that are searched for templates.

    Returns:
        The template and its file, which has the location of each value, including inherited ones.

    Raises:
        InputError: there is no such template, it extends itself, or it has errors; reports all of them.
    """
    file = _read(folder, name, place, (), data)
    try:
        return validate(model, file, context), file
    except InputError as error:
        raise InputError(_without_base(error.problems, folder, file, data)) from error


def _without_base(problems: Sequence[Problem], folder: str, file: YamlFile, data: DataFolders) -> list[Problem]:
    """Merges the errors about missing keys of a template that extends none into one."""
    lacking = [problem for problem in problems if problem.message.startswith(_LACKS)]
    if len(lacking) < 2 or "extends" in file.data:
        return list(problems)
    names = ", ".join(problem.message.removeprefix(_LACKS) for problem in lacking)
    hint = f"extend another template, such as extends: {data.names(f'templates/{folder}')[0]}, or add each of them"
    return [
        Problem(f"{_LACKS}{names}", lacking[0].place, hint),
        *(problem for problem in problems if problem not in lacking),
    ]


def check_template_name(folder: str, name: str, place: Place | None, data: DataFolders) -> None:
    """Checks that a template exists.

    Raises:
        InputError: the name is unknown, or it is a path written in a file (at `place`) and that file does not exist.
    """
    known, kind = data.names(f"templates/{folder}"), folder.removesuffix("s")
    if name.endswith(".yaml"):
        if place is not None and not os.path.exists(name):  # Path.exists raises an error for very long names
            hint = "write its path relative to the folder of this file"
            raise InputError(f"there is no {kind} template {name}", place=place, hint=hint)
    elif name not in known:
        raise InputError(f"there is no {kind} template {name!r}", place=place, hint=suggest(name, known))


def resolve_path(place: Place, path: str) -> str:
    """Resolves a path written in a file, relative to the folder of that file.

    Raises:
        InputError: the path leads outside that folder, or outside templates/ if the file is in a folder of it. This
            keeps a downloaded template from reading other files.
    """
    folder = Path(place.source).parent
    try:
        home, found = folder.resolve(), (folder / path).resolve()
    except (OSError, ValueError, RuntimeError) as error:
        raise InputError(f"{path!r} cannot be read: {os_error_message(error)}", place=place) from error
    home = home.parent if home.parent.name == "templates" else home
    if not found.is_relative_to(home):
        hint = f"copy the file into {home.name or home}, or next to this one"
        raise InputError(f"the path {path!r} leads outside the folder", place=place, hint=hint)
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
    # A file may extend the shipped template of the same name, so files of this name that are being read are skipped,
    # but only back to a file of another name: beyond that it would be a loop.
    skipped = set(takewhile(lambda path: Path(path).name == f"{name}.yaml", reversed(below)))
    found = next((path for path in named if os.path.realpath(path) not in skipped), None)
    if found is not None and os.path.realpath(found) not in below:
        return found
    raise InputError(f"the template {name!r} extends itself", place=place, hint="extend another template")
