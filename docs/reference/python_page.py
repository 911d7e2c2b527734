"""The page of the Python interface, from its signatures and docstrings."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import aa_tools
from aa_tools import api

FUNCTIONS = ("load_cards", "read_photo", "read_table", "score", "make_sheets", "render_card", "check_cards", "playtest")

EXAMPLE = """import aa_tools as aa

cards = aa.load_cards()
table = aa.read_photo("docs/pictures/photo-table.jpg", cards, players="Anna, Ben")
scored = aa.score(table, cards)
print(scored.reasons()["red-areas"])"""

HEAD = f"""# Python

Everything that the commands do can be called from Python:

```python
{EXAMPLE}
```

`import aa_tools` is quick: each name is loaded when it is first used. Results are frozen dataclasses. Errors are
subclasses of `AaError`; each carries its `problems`, with message, place and hint.
"""


def page() -> str:
    """Returns the page."""
    types = sorted(set(api.__all__) - set(FUNCTIONS))
    results = [name for name in types if not _is_error(name)]
    errors = [name for name in types if _is_error(name)]
    functions = "\n".join(_function(name) for name in FUNCTIONS)
    return "\n".join([HEAD, "## Functions\n", functions, _section("Types", results), _section("Errors", errors)])


def _is_error(name: str) -> bool:
    found = getattr(aa_tools, name)
    return isinstance(found, type) and issubclass(found, Exception)


def _section(title: str, names: list[str]) -> str:
    return f"## {title}\n\n" + "\n".join(_type(name) for name in names)


def _function(name: str) -> str:
    found = getattr(aa_tools, name)
    signature = inspect.signature(found)
    parameters = [re.sub(r"'", "", str(parameter)) for parameter in signature.parameters.values()]
    star = next(
        (index for index, parameter in enumerate(signature.parameters.values()) if _is_keyword(parameter)), None
    )
    if star is not None:
        parameters.insert(star, "*")
    result = str(signature.return_annotation)
    call = f"{name}({', '.join(parameters)}) -> {result}"
    if len(call) > 100:
        call = f"{name}(\n    " + ",\n    ".join(parameters) + f",\n) -> {result}"
    return f"### {name}\n\n```text\n{call}\n```\n\n{_prose(found)}\n"


def _is_keyword(parameter: inspect.Parameter) -> bool:
    return parameter.kind is inspect.Parameter.KEYWORD_ONLY


def _type(name: str) -> str:
    return f"### {name}\n\n{_prose(getattr(aa_tools, name))}\n"


def _prose(found: object) -> str:
    """Returns a docstring as Markdown: its sections as headings in bold, their entries as lists."""
    return "\n".join(_lines(inspect.getdoc(found) or "")).strip()


def _lines(text: str) -> Iterator[str]:
    in_list = False
    for line in text.splitlines():
        if heading := re.fullmatch(r"(Args|Returns|Raises|Attributes):", line):
            title = {"Args": "Arguments"}.get(heading[1], heading[1])
            in_list = heading[1] != "Returns"
            yield from (f"{title}:", "")
        elif entry := re.match(r" {4}([\w, ]+): (.*)", line) if in_list else None:
            yield f"- `{entry[1]}`: {entry[2]}"
        else:
            yield ("  " + line.strip()) if in_list and line.strip() else line.strip()
