"""Mutators for each kind of input: they know its structure, so that most of what they make gets past the first check.

Each takes the bytes of an input and a source of chance, and returns bytes.
"""

from __future__ import annotations

import io
import random
import zipfile
import zlib
from collections.abc import Callable
from functools import partial

from tests.support import mutators

Mutate = Callable[[bytes, random.Random], bytes]

HARD = [
    "0x" + "f" * 5000, "1:" + "30:" * 400 + "30.5", "[" * 2000, "{a: " * 2000, "- " * 2000, "&a [*a]", "9" * 5000,
    "!!python/object/apply:os.system [id]", "!!int 0x1", "!!binary aGk=", "\\ud800", "\u202e", "\U0001f600", "\x85",
    "../../etc/passwd.yaml", "/etc/passwd.yaml", "../x.ttf", "{title.__class__}", "{0}", "{points.professor|x|y}",
    "-0.0", "1.0e308", "-1.0e308", "1.0e-308", "18446744073709551616", "x" * 3000, "\u0301" * 500, "?", "<key>", "[]",
    "extends: classic", "extends: a4", "no limit", "8", "0", "99", "100", "true", "false", "C01*", "RY/BB", "XX/X.",
]  # fmt: skip
"""Words at which readers of text files have stumbled."""

NUMBERS = (0, 1, 2, 7, 8, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
ARGUMENT_END = b"\0"


def text(data: bytes, chance: random.Random) -> bytes:
    """Changes a text file."""
    written = data.decode("utf-8", "surrogateescape")
    changed = mutators.mutated(written, chance)
    if chance.random() < 0.3:
        changed = mutators.replace_some(changed, r"[^\s:\[\]{},]+", chance.choice(HARD), chance)
    return changed.encode("utf-8", "surrogateescape")


def labelled(data: bytes, chance: random.Random) -> bytes:
    """Changes a text file behind a first line that says of which kind it is, and at times that line."""
    label, _, rest = data.partition(b"\n")
    if chance.random() < 0.02:
        label = bytes([chance.randrange(256)])
    return label + b"\n" + text(rest, chance)


def picture(data: bytes, chance: random.Random) -> bytes:
    """Changes a picture: mostly its head, where sizes, lengths and names stand; a PNG gets its checksums back."""
    changed = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        end = len(changed) if chance.random() < 0.3 else min(len(changed), 400)
        chance.choice((_flip, _number, _cut, _repeat))(changed, chance.randrange(end) if end else 0, chance)
    return _with_checksums(bytes(changed)) if chance.random() < 0.8 else bytes(changed)


def _flip(data: bytearray, at: int, chance: random.Random) -> None:
    if data:
        data[at] ^= 1 << chance.randrange(8)


def _number(data: bytearray, at: int, chance: random.Random) -> None:
    size, order = chance.choice((1, 2, 4)), chance.choice(("big", "little"))
    number = chance.choice(NUMBERS) & (256**size - 1)
    data[at : at + size] = number.to_bytes(size, "big" if order == "big" else "little")


def _cut(data: bytearray, at: int, chance: random.Random) -> None:
    del data[at : at + chance.choice((1, 4, 100, len(data)))]


def _repeat(data: bytearray, at: int, chance: random.Random) -> None:
    data[at:at] = data[at : at + chance.choice((1, 4, 100, 1000))]


def _with_checksums(data: bytes) -> bytes:
    """Returns a PNG with the right checksum behind each chunk; other data as it is."""
    if not data.startswith(b"\x89PNG\r\n\x1a\n"):
        return data
    out, at = [data[:8]], 8
    while at + 12 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        body = data[at + 4 : at + 8 + length]
        out.append(data[at : at + 4] + body + zlib.crc32(body).to_bytes(4, "big"))
        at += 12 + length
    return b"".join(out)


def spreadsheet(data: bytes, chance: random.Random) -> bytes:
    """Changes a CSV file, or one part of a zipped spreadsheet."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            parts = {name: file.read(name) for name in file.namelist()}
    except (zipfile.BadZipFile, ValueError, OSError, EOFError, zlib.error, NotImplementedError, RuntimeError):
        return text(data, chance)
    if not parts or chance.random() < 0.05:
        return picture(data, chance)
    name = chance.choice(list(parts))
    if chance.random() < 0.1:
        del parts[name]
    else:
        parts[name] = text(parts[name], chance)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for each, content in parts.items():
            file.writestr(each, content)
    return out.getvalue()


def arguments(data: bytes, chance: random.Random, words: list[str], starts: list[list[str]]) -> bytes:
    """Changes a list of arguments: takes words that the command line knows, and breaks some."""
    found = data.decode("utf-8", "surrogateescape").split("\0")
    if chance.random() < 0.15:
        found = list(chance.choice(starts))
    for _ in range(chance.randint(1, 4)):
        at, kind = chance.randint(0, len(found)), chance.randrange(5)
        if kind == 0:
            found.insert(at, chance.choice(words))
        elif kind == 1:
            found[at : at + 1] = [chance.choice(words)]
        elif kind == 2:
            del found[at : at + 1]
        elif kind == 3:
            found[at:at] = found[:at][-2:]
        elif at < len(found):
            found[at] = mutators.mutated(found[at], chance).replace("\0", "")
    return "\0".join(found).encode("utf-8", "surrogateescape")


def arguments_of(words: list[str], starts: list[list[str]]) -> Mutate:
    """Returns the mutator of argument lists for a command line."""
    return partial(arguments, words=words, starts=starts)
