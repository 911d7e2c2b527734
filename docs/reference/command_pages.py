"""The pages of the commands and of the exit codes."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import typer
from file_pages import table

from aa_tools.cli.app import app
from aa_tools.errors import AaError
from aa_tools.simulation.bots.registry import BOT_DESCRIPTIONS

FIXED = {
    0: "Done.",
    1: "The answer is no: a check found errors or warnings.",
    2: "The command line is wrong: no such command or option.",
    130: "Interrupted.",
}
"""The codes that are no error of the program's own tree."""


def page() -> str:
    """Returns the page of the commands."""
    parts = ["# Commands\n\n`aa COMMAND --help` shows the same in the terminal. `aa --version` shows the version.\n"]
    parts += [_section(path, command) for path, command in _commands("aa", typer.main.get_command(app))]
    return "\n".join(parts)


def _commands(path: str, command: Any) -> Iterator[tuple[str, Any]]:
    if not hasattr(command, "commands"):
        yield path, command
        return
    for name, each in command.commands.items():
        yield from _commands(f"{path} {name}", each)


def _section(path: str, command: Any) -> str:
    arguments = [each for each in command.params if each.opts == [each.name]]
    options = [each for each in command.params if each not in arguments and not each.hidden]
    usage = " ".join(
        [path, *(each.metavar or each.name.upper() for each in arguments), *(["[OPTIONS]"] * bool(options))]
    )
    lines = [f"## {path}", f"```\n{usage}\n```", _help(command.help)]
    for head, params in (("Argument", arguments), ("Option", options)):
        if params:
            rows = [(f"`{_name(each)}`", each.help or "", _default(each)) for each in params]
            lines.append(table((head, "Meaning", "Default"), rows).rstrip())
    return "\n\n".join(lines) + "\n"


def _help(text: str) -> str:
    """Returns the help text; a line that is a command is shown as one."""
    parts = inspect.cleandoc(text).split("\n\n")
    return "\n\n".join(f"```\n{part}\n```" if part.startswith("aa ") else part for part in parts)


def _name(param: Any) -> str:
    words = [] if param.opts == [param.name] else [param.opts[0]]
    flag = getattr(param, "is_flag", False)
    return " ".join([*words, *([] if flag else [param.metavar or param.name.upper()])])


def _default(param: Any) -> str:
    if getattr(param, "is_flag", False) or param.default in (None, [], ()):
        return ""
    return f"`{param.default}`"


def exit_codes() -> str:
    """Returns the page of the exit codes."""
    codes = {code: [text] for code, text in FIXED.items()}
    for error in (AaError, *_descendants(AaError)):
        text = "An error of our own." if error is AaError else (inspect.getdoc(error) or "").split("\n\n")[0]
        codes.setdefault(error.exit_code, []).append(" ".join(text.split()))
    rows = [(str(code), " ".join(texts)) for code, texts in sorted(codes.items())]
    return (
        "# Exit codes\n\n" + table(("Code", "Meaning"), rows) + "\n"
        "A message is `place: what is wrong; what would be right`, on stderr. All errors of a file are shown at once.\n"
        "The place is `file:line:column` or the option. With `AA_DEBUG=1` an internal error shows its traceback.\n"
    )


def _descendants(error: type[AaError]) -> Iterator[type[AaError]]:
    for each in error.__subclasses__():
        yield each
        yield from _descendants(each)


def with_bots(text: str) -> str:
    """Returns the text of docs/statistics.md with its table of bots replaced."""
    start, end = "<!-- bots -->\n", "<!-- end of bots -->"
    before, rest = text.split(start)
    rows = [(f"`{name}`", description) for name, description in BOT_DESCRIPTIONS.items()]
    return f"{before}{start}{table(('Bot', 'Chooses'), rows)}{end}{rest.split(end)[1]}"
