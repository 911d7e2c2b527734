"""Strict YAML with the line and column of every key and value.

YAML 1.1 reads `no` as false, `1:30` as 90 and `0110` as 72. Such values, duplicate keys, aliases and tags are errors
here, so a file never means something other than what it appears to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from aa_tools.errors import InputError, Place, Problem, suggest
from aa_tools.files import SourceText

Path = tuple[str | int, ...]

_MAX_DEPTH = 40
_MAX_EVALUATED_DIGITS = 1000
MAX_REPORTED_ERRORS = 20
_TAG = "tag:yaml.org,2002:"
_COLLECTIONS = (_TAG + "map", _TAG + "seq")
_PLAIN: dict[str, tuple[re.Pattern[str], Callable[[str], Any]]] = {
    "bool": (re.compile(r"true|false"), lambda text: text == "true"),
    "int": (re.compile(r"-?(0|[1-9][0-9]{0,17})"), int),
    "float": (re.compile(r"-?(0|[1-9][0-9]*)\.[0-9]+([eE][-+]?[0-9]{1,3})?"), float),
    "null": (re.compile(r"null|~|"), lambda _: None),
}
_REJECTED: tuple[re.Pattern[str], Callable[[str], Any]] = (re.compile(r"(?!)"), str)
_TYPE_NAMES = {
    "bool": "true or false",
    "int": "a whole number",
    "float": "a number",
    "null": "nothing",
    "timestamp": "a date",
    "merge": "a merge of mappings",
    "value": "a default value",
}
_LOADER: type[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass
class YamlFile:
    """The plain data of a YAML file and the place of each key and value.

    `places` maps a path such as ("decks", "canvas", "cards", 3, "id") to the place of the value, and `keys` maps the
    same path to the place of its key.
    """

    source: SourceText
    data: Any = None
    places: dict[Path, Place] = field(default_factory=dict)
    keys: dict[Path, Place] = field(default_factory=dict)

    def place(self, path: Path) -> Place:
        """Returns the place of the value at `path`, or of the innermost existing value around it."""
        while path not in self.places and path:
            path = path[:-1]
        return self.places.get(path, self.source.place(0, 0))

    def block(self, path: Path) -> SourceText:
        """Returns the text at `path` as a source; the lines of a block ("key: |") have their places in the file."""
        start = self.place(path)
        line, column = (start.line or 1) - 1, (start.column or 1) - 1
        text, lines = str(self.at(path)), self.source.text.splitlines()
        if line < len(lines) and lines[line][column : column + 1] in ("|", ">"):
            line += 1
            column = next((len(text) - len(text.lstrip()) for text in lines[line:] if text.strip()), 0)
        return SourceText(self.source.name, text, line, column)

    def at(self, path: Path) -> Any:
        """Returns the value at `path`, which must exist."""
        value = self.data
        for part in path:
            value = value[part]
        return value


def load_yaml(source: SourceText) -> YamlFile:
    """Parses one YAML document.

    Raises:
        InputError: all problems at once, or the first syntax error.
    """
    try:
        root = yaml.compose(source.text, Loader=_LOADER)
    except yaml.reader.ReaderError as error:
        raise InputError(_bad_character(source, error)) from error
    except yaml.MarkedYAMLError as error:
        raise InputError(_not_yaml(source, error)) from error
    reader = _Reader(source)
    result = reader.file
    if root is not None:
        result.data = reader.read(root, ())
    if reader.problems:
        raise InputError(reader.problems)
    return result


def _bad_character(source: SourceText, error: yaml.reader.ReaderError) -> list[Problem]:
    before = source.text[: error.position]
    place = source.place(before.count("\n"), len(before) - before.rfind("\n") - 1)
    return [Problem("control characters are not allowed in YAML", place, "remove it")]


def _not_yaml(source: SourceText, error: yaml.MarkedYAMLError) -> list[Problem]:
    mark = error.problem_mark or error.context_mark
    place = source.place(mark.line, mark.column) if mark else source.place(0, 0)
    line = source.text.splitlines()[mark.line] if mark and mark.line < len(source.text.splitlines()) else ""
    if "\t" in line[: len(line) - len(line.lstrip())]:
        return [Problem("tabs are not allowed as indentation in YAML", place, "use spaces")]
    reason = ", ".join(part for part in (error.context, error.problem) if part)
    return [Problem(f"invalid YAML: {reason}", place, "check the indentation, the quotes and the brackets")]


class _Reader:
    """Converts a tree of YAML nodes to plain data and collects the problems."""

    def __init__(self, source: SourceText) -> None:
        self.file = YamlFile(source)
        self.problems: list[Problem] = []
        self._seen: set[int] = set()

    def read(self, node: yaml.Node, path: Path) -> Any:
        self.file.places[path] = self._place(node)
        if len(path) > _MAX_DEPTH:
            return self._add_problem(node, f"nested deeper than {_MAX_DEPTH} levels", "use fewer levels")
        if id(node) in self._seen:
            return self._add_problem(node, "aliases (*name) are not supported", "write out the value")
        self._seen.add(id(node))
        if not isinstance(node, yaml.ScalarNode) and node.tag not in _COLLECTIONS:
            return self._add_problem(node, f"the tag {node.tag} is not supported", "remove it")
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return [self.read(child, (*path, index)) for index, child in enumerate(node.value)]
        return self._scalar(node)

    def _mapping(self, node: yaml.MappingNode, path: Path) -> dict[Hashable, Any]:
        result: dict[Hashable, Any] = {}
        for key_node, value_node in node.value:
            key = self.read(key_node, (*path, "<key>"))
            if not isinstance(key, str | int) or isinstance(key, bool):
                if not self.problems or self.problems[-1].place != self._place(key_node):
                    self._add_problem(key_node, "a key must be text or a whole number", "put it in quotes")
                continue
            where = (*path, key)
            if key in result:
                first = self.file.keys[where]
                self._add_problem(key_node, f"duplicate key {key}", f"the first is in line {first.line}")
                continue
            self.file.keys[where] = self._place(key_node)
            result[key] = self.read(value_node, where)
        return result

    def _scalar(self, node: yaml.Node) -> Any:
        text, kind = str(node.value), node.tag.removeprefix(_TAG)
        if kind == "str":
            return text
        if kind not in _TYPE_NAMES:
            return self._add_problem(node, f"the tag {node.tag} is not supported", "remove it")
        form, value = _PLAIN.get(kind, _REJECTED)
        if not form.fullmatch(text):
            message = f"YAML reads {_short(text)} as {_yaml_meaning(kind, text)}"
            return self._add_problem(node, message, _rewrite(kind, _short(text)))
        return value(text)

    def _add_problem(self, node: yaml.Node, message: str, hint: str) -> None:
        self.problems.append(Problem(message, self._place(node), hint))

    def _place(self, node: yaml.Node) -> Place:
        return self.file.source.place(node.start_mark.line, node.start_mark.column)


def _yaml_meaning(kind: str, text: str) -> str:
    try:
        # Numbers with thousands of digits are slow to parse, and Python refuses to print them.
        value = yaml.safe_load(text) if len(text) <= _MAX_EVALUATED_DIGITS else None
    except (ValueError, OverflowError, yaml.YAMLError):
        value = None
    if kind == "bool" and isinstance(value, bool):
        return str(value).lower()
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return f"the number {value}" if is_number else _TYPE_NAMES[kind]


def _rewrite(kind: str, text: str) -> str:
    number = "a smaller number" if len(text) > 18 else "the number in plain digits"
    other = {"bool": "true or false", "null": "null"}.get(kind, number)
    return f'write "{text}" in quotes for text, or {other}'


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


class _Dumper(yaml.SafeDumper):
    """Writes no aliases, since `load_yaml` does not read them."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def flow(value: object) -> str:
    """Returns plain data as one line of YAML that `load_yaml` reads back; text is quoted if necessary."""
    listed: str = yaml.dump(
        [value], None, _Dumper, default_flow_style=True, allow_unicode=True, width=2**31, sort_keys=False
    )
    return listed.strip()[1:-1]


def overlay(base: YamlFile, own: YamlFile) -> YamlFile:
    """Returns `base` with the values of `own` in place of its own; null in `own` removes a key.

    Mappings are merged key by key, in the order of `base`. Every value keeps its place.

    Raises:
        InputError: `own` has null at a key that `base` does not have.
    """
    result = YamlFile(own.source, None, {**base.places}, {**base.keys})
    problems: list[Problem] = []
    result.data = _merged(base.data, own.data, (), own, result, problems)
    if problems:
        raise InputError(problems)
    return result


def _merged(base: Any, own: Any, path: Path, file: YamlFile, result: YamlFile, problems: list[Problem]) -> Any:
    if not (isinstance(base, dict) and isinstance(own, dict)):
        _replace(path, base, own, file, result)
        return own
    merged = dict(base)
    for key, value in own.items():
        where = (*path, key)
        if value is not None:
            merged[key] = _merged(merged.get(key), value, where, file, result, problems)
        elif key in merged:
            del merged[key]
        elif len(problems) < MAX_REPORTED_ERRORS:
            hint = suggest(key, merged)
            problems.append(Problem(f"there is no {key} to remove", file.keys[where], hint))
    result.places[path] = file.places[path]
    result.keys.update({path: file.keys[path]} if path in file.keys else {})
    return merged


def _replace(path: Path, base: Any, own: Any, file: YamlFile, result: YamlFile) -> None:
    """Replaces the places of a value and its parts by those in `file`."""
    for places, known in ((file.places, result.places), (file.keys, result.keys)):
        for old in _paths(path, base):
            known.pop(old, None)
        known.update({new: places[new] for new in _paths(path, own) if new in places})


def _paths(path: Path, value: Any) -> Iterator[Path]:
    """Yields the paths of a value and its parts."""
    yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from _paths((*path, key), part)
