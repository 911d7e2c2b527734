"""Reads a YAML file into a model, and says in plain words and with its place what pydantic finds wrong."""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby, pairwise
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from aa_tools.cards import texts
from aa_tools.cards.models.forms import Model
from aa_tools.errors import InputError, Place, Problem, suggest
from aa_tools.files import shell_quote
from aa_tools.yamlfile import Path, YamlFile

_Model = TypeVar("_Model", bound=Model)

_MAPPING = "a mapping (key: value)"
_KINDS = {
    "string_type": "text",
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "dict_type": _MAPPING,
    "model_type": _MAPPING,
    "model_attributes_type": _MAPPING,
    "tuple_type": "a list",
    "list_type": "a list",
}
_MOST = 200
_WORDS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "greater_than_equal": lambda ctx: f"is too small; at least {ctx['ge']}",
    "less_than_equal": lambda ctx: f"is too large; at most {ctx['le']}",
    "too_short": lambda ctx: "is empty; add at least one",
    "string_too_short": lambda ctx: "is empty; write some text",
    "string_too_long": lambda ctx: f"is too long; at most {ctx['max_length']} characters",
}
_PATTERNS = {
    "^#[0-9A-Fa-f]{6}$": 'write it as "#RRGGBB", in quotes',
    "^[A-Z]$": "write one capital letter",
    "^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$": 'write letters, digits and single "-", such as red-areas',
    f"^{texts.LANGUAGES}$": "write the two letters of a language, such as en or de",
}


_GRID = re.compile(r"[A-Z.?|\s]{16,}")
_OTHERS = {
    "game": ("a game file", "aa game show {0} reads it, aa game score {0} TABLE adds a table to it"),
    "cards": ("a card file", "aa cards check --cards {0} reads it"),
    "table": ("a table", "aa score {0} reads it, aa game score GAME {0} adds it to a game"),
}


def require_file_kind(file: YamlFile, wanted: str) -> None:
    """Raises InputError where a file is plainly of another kind than `wanted`: "game", "cards" or "table"."""
    kind = _kind(file.data)
    if kind not in (None, wanted):
        what, hint = _OTHERS[kind]
        name = file.source.name
        raise InputError(
            f"is {what}, not {_OTHERS[wanted][0]}",
            place=Place(name),
            hint=hint.format("-" if name == "stdin" else shell_quote(name)),
        )


def _kind(data: object) -> str | None:
    """Returns what kind of file the data are of, where that is plain."""
    if isinstance(data, str) and _GRID.fullmatch(data):
        return "table"
    if not isinstance(data, dict):
        return None
    said = re.match(r"aa\.(game|cards)/", str(data.get("format")))
    if said:
        return said[1]
    marks = {"rounds": "game", "decks": "cards", "canvas": "table"}
    return next((kind for key, kind in marks.items() if key in data), None) if "format" not in data else None


def validate(model: type[_Model], file: YamlFile, context: Mapping[str, object] | None = None) -> _Model:
    """Returns the data of a file as a model.

    Raises:
        InputError: every error at once, in the order of the file.
    """
    problems = find_problems(model, file, context)
    if isinstance(problems, Model):
        return problems
    raise InputError(in_order(problems))


def find_problems(
    model: type[_Model], file: YamlFile, context: Mapping[str, object] | None = None
) -> _Model | list[Problem]:
    """Returns the model, or what is wrong with it, in no order."""
    try:
        return model.model_validate(file.data, context=dict(context or {}))
    except ValidationError as error:
        found = [each for each in error.errors(include_url=False) if not _is_echo(each)][:_MOST]
        return _without_pairs(_without_strays(model, file, found))


def _without_strays(model: type[BaseModel], file: YamlFile, found: list[ErrorDetails]) -> list[Problem]:
    """Returns the errors, those of lines that are indented too little for their mapping as one error."""
    walked = [_walk(model, file, each["loc"]) for each in found]
    paths = [path for path, _ in walked]
    unknown = {
        path: suggest(path[-1], known).startswith("did you mean")
        for (path, known), each in zip(walked, found, strict=True)
        if each["type"] == "extra_forbidden"
    }
    nothing = [path for path, each in zip(paths, found, strict=True) if _KINDS.get(each["type"]) == _MAPPING]
    problems, told = [], set()
    for owner, strays in _strays(file, unknown, nothing):
        names = ", ".join(str(path[-1]) for path in strays)
        them = "it" if len(strays) == 1 else "them"
        problems.append(
            Problem(f"{names}: not known here", file.keys[strays[0]], f"indent {them} more to belong to {owner[-1]}")
        )
        told |= {*strays, *({owner} & {*nothing})}
    return problems + [_fault(model, file, each) for path, each in zip(paths, found, strict=True) if path not in told]


def _strays(file: YamlFile, unknown: Mapping[Path, bool], nothing: list[Path]) -> Iterator[tuple[Path, list[Path]]]:
    """Yields each mapping that unknown keys follow which may be its own, and the paths of those.

    Args:
        file: the file.
        unknown: the paths of unknown keys, and whether each is like a known one.
        nothing: the paths of mappings in whose place nothing stands.
    """
    for parent in dict.fromkeys(path[:-1] for path in unknown):
        keys = [(*parent, key) for key in file.at(parent)]
        runs = [(is_known, list(run)) for is_known, run in groupby(keys, key=lambda path: path not in unknown)]
        for (is_known, before), (_, strays) in pairwise(runs):
            if not is_known:
                continue
            owner = before[-1]
            is_cut = isinstance(file.at(owner), dict) and len(strays) > 1 and not any(unknown[each] for each in strays)
            if owner in nothing or is_cut:
                yield owner, strays


def _without_pairs(problems: list[Problem]) -> list[Problem]:
    """Leaves out that a key is missing where a misspelt one stands in its place."""
    meant = {problem.hint for problem in problems}
    return [problem for problem in problems if f"did you mean {problem.hint[4:].partition(':')[0]}?" not in meant]


def _is_echo(details: ErrorDetails) -> bool:
    """Whether a list is called too short only because what stands in it is faulty, which is told by itself."""
    return details["type"] == "too_short" and len(details["input"]) >= details["ctx"]["min_length"]


def in_order(problems: list[Problem]) -> list[Problem]:
    """Returns the errors in the order of their places."""
    return sorted(
        problems, key=lambda problem: (problem.place.line or 0, problem.place.column or 0) if problem.place else (0, 0)
    )


def _fault(model: type[BaseModel], file: YamlFile, details: ErrorDetails) -> Problem:
    path, known = _walk(model, file, details["loc"])
    kind, context = details["type"], details.get("ctx", {})
    name = _name(path)
    if kind == "missing":
        return Problem(f"{_last_word(path[:-1])} has no {path[-1]}", file.place(path[:-1]), f"add {path[-1]}: …")
    if kind == "extra_forbidden":
        return Problem(
            f"the key {path[-1]} is not known here", file.keys.get(path, file.place(path)), suggest(path[-1], known)
        )
    if kind == texts.TEXT_ERROR:
        return Problem(context["message"], file.place((*path, context["language"])))
    if "[key]" in details["loc"] and kind == "value_error":
        return Problem(str(context["error"]), file.keys.get(path, file.place(path)))
    if "[key]" in details["loc"]:
        words = context.get("expected", "").replace(" or ", ", ").replace("'", "").split(", ")
        return Problem(
            f"the key {path[-1]} is not known here", file.keys.get(path, file.place(path)), suggest(name, words)
        )
    return Problem(_message(kind, context, details, name), file.place(path))


def _name(path: Path) -> str:
    """Returns what to call a value: its key, and in the rules the whole way to it, as --rule takes it."""
    if not path:
        return "the file"
    return ".".join(map(str, path[1:])) if path[0] == "rules" and len(path) > 1 else str(path[-1])


def _message(kind: str, context: Mapping[str, Any], details: ErrorDetails, name: object) -> str:
    value = details["input"]
    if kind in ("value_error", "assertion_error"):
        return str(context["error"])
    if kind in _KINDS:
        return f"{name} must be {_KINDS[kind]}, not {_shown(value)}"
    if kind in ("literal_error", "enum"):
        words = context["expected"].replace(" or ", ", ").replace("'", "").split(", ")
        return f"{name} cannot be {_shown(value)}; {suggest(value, words)}"
    if kind == "union_tag_invalid":
        words = context["expected_tags"].replace("'", "").split(", ")
        return f"there is no measure {context['tag']!r}; {suggest(context['tag'], words)}"
    if kind == "union_tag_not_found":
        return f"{name} has no measure; add measure: …"
    if kind == "string_pattern_mismatch":
        return f"{name} cannot be {_shown(value)}; {_PATTERNS[context['pattern']]}"
    words_for = _WORDS.get(kind)
    return f"{name} {words_for(context)}" if words_for else f"{name}: {details['msg']}"


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    text = {"None": "nothing", "True": "true", "False": "false"}.get(repr(value), repr(value))
    return text if len(text) <= 40 else text[:37] + "..."


def _last_word(path: Path) -> str:
    if not path:
        return "the file"
    if isinstance(path[-1], int) and len(path) > 1:
        return f"{str(path[-2]).removesuffix('s')} {path[-1] + 1}"
    return str(path[-1])


def _walk(model: type[BaseModel], file: YamlFile, location: tuple[int | str, ...]) -> tuple[Path, list[str]]:
    """Returns the path in the file that pydantic's location means, and the keys known beside its last part."""
    annotation: Any = model
    path: Path = ()
    known: list[str] = []
    for part in location:
        annotation = _plain(annotation)
        members = [each for each in get_args(annotation) if isinstance(each, type) and issubclass(each, BaseModel)]
        if get_origin(annotation) in (Union, types.UnionType) and len(members) > 1:
            annotation = next(each for each in members if part in _tags(each))
            continue
        if part == "[key]":
            continue
        annotation, known = _step(annotation, part)
        path = (*path, part)
    return path, known


def _plain(annotation: Any) -> Any:
    """Returns a type without what is noted of it, and without the None that may stand in its place."""
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    if get_origin(annotation) in (Union, types.UnionType):
        others = [each for each in get_args(annotation) if each is not type(None)]
        return _plain(others[0]) if len(others) == 1 else annotation
    return annotation


def _tags(member: type[BaseModel]) -> tuple[object, ...]:
    return get_args(member.model_fields["measure"].annotation)


def _step(annotation: Any, part: int | str) -> tuple[Any, list[str]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        field = annotation.model_fields.get(str(part))
        return (field.annotation if field else None), list(annotation.model_fields)
    arguments = get_args(annotation)
    return (arguments[-1] if get_origin(annotation) is dict else arguments[0] if arguments else None), []
