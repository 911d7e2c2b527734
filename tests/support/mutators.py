"""Small random changes to a text file, as a slip of the hand or of an editor makes them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

WORDS = [
    "south", "north", "west", "nobody", "null", "~", "no", "1:30", "0110", "-1", "99999999999999999999", "1e999",
    ".inf", "[]", "{}", "[south]", "{south: 1}", "&a x", "*a", "!!python/object:os.system x", "<<", "|", ">", "? x",
    "- ", "#", "red-areas", "inspiration-hook", "weaver", "C01", "'", '"', "\t", "\u2028", "\x07", "\ufeff", "é",
    "%YAML 1.2", "---", "...", "aa.game/2", "format: aa.game/9", "rounds:", "canvas: |", "claims:", "2024-01-01",
    "{" * 60, "[" * 60,
]  # fmt: skip

Mutator = Callable[[str, random.Random], str]


def insert_word(text: str, chance: random.Random) -> str:
    at = chance.randint(0, len(text))
    return text[:at] + chance.choice(WORDS) + text[at:]


def remove_letters(text: str, chance: random.Random) -> str:
    at = chance.randint(0, len(text))
    return text[:at] + text[at + chance.randint(1, 30) :]


def turn_letters(text: str, chance: random.Random) -> str:
    at = chance.randint(0, len(text))
    return text[:at] + text[at : at + 20][::-1] + text[at + 20 :]


def cut_off(text: str, chance: random.Random) -> str:
    return text[: chance.randint(0, len(text))]


def replace_number(text: str, chance: random.Random) -> str:
    return replace_some(text, r"\d+", str(chance.randint(-2, 40)), chance)


def replace_word(text: str, chance: random.Random) -> str:
    return replace_some(text, r"[\w-]+", chance.choice([*WORDS, *re.findall(r"[\w-]+", text)]), chance)


def replace_some(text: str, form: str, new: str, chance: random.Random) -> str:
    found = list(re.finditer(form, text))
    if not found:
        return text
    one = chance.choice(found)
    return text[: one.start()] + new + text[one.end() :]


def remove_line(lines: list[str], at: int, _other: int, _chance: random.Random) -> None:
    del lines[at]


def repeat_line(lines: list[str], at: int, other: int, _chance: random.Random) -> None:
    lines.insert(at, lines[other])


def swap_lines(lines: list[str], at: int, other: int, _chance: random.Random) -> None:
    lines[at], lines[other] = lines[other], lines[at]


def indent_line(lines: list[str], at: int, _other: int, chance: random.Random) -> None:
    lines[at] = " " * chance.choice([0, 1, 2, 4, 6]) + lines[at].lstrip()


def replace_value(lines: list[str], at: int, _other: int, chance: random.Random) -> None:
    key, colon, _ = lines[at].partition(":")
    lines[at] = f"{key}{colon} {chance.choice(WORDS)}\n"


def by_lines(change: Callable[[list[str], int, int, random.Random], None]) -> Mutator:
    def mutate(text: str, chance: random.Random) -> str:
        lines = text.splitlines(keepends=True) or ["\n"]
        change(lines, chance.randrange(len(lines)), chance.randrange(len(lines)), chance)
        return "".join(lines)

    return mutate


MUTATORS: list[Mutator] = [
    insert_word, remove_letters, turn_letters, cut_off, replace_number, replace_word,
    *map(by_lines, (remove_line, repeat_line, swap_lines, indent_line, replace_value)),
]  # fmt: skip


def mutated(text: str, chance: random.Random) -> str:
    """One to three changes."""
    for _ in range(chance.randint(1, 3)):
        text = chance.choice(MUTATORS)(text, chance)
    return text
