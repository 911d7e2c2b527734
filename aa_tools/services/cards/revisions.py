"""Reads a card file from the disk or from an earlier git revision."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from aa_tools.errors import InputError, Place
from aa_tools.files import SourceText, decode_text, read_text


def version_of(name: str, path: Path) -> SourceText:
    """Returns the text of a card file, given its path or a git revision.

    Args:
        name: a path, or a git revision such as "HEAD~1".
        path: the file to take from the revision.

    Raises:
        InputError: there is no such file, or git has no such revision of it.
    """
    if name == "-" or os.path.exists(name) or name.endswith((".yaml", ".yml")):
        return read_text(name)
    folder = path.resolve().parent
    run = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    if run is None or run.returncode:
        hint = "use a path, or a revision such as HEAD~1 if the card file is in a git repository"
        raise InputError("is neither a file nor a git revision", place=Place(name), hint=hint)
    revision = run.stdout.decode().strip()
    shown = _git(folder, "show", f"{revision}:./{path.name}")
    if shown is None or shown.returncode:
        raise InputError(f"has no {path.name}", place=Place(name), hint="choose a revision that contains the file")
    return decode_text(f"{name}:{path.name}", shown.stdout)


def _git(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes] | None:
    try:
        return subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, check=False)
    except OSError:
        return None
