"""Where answers and notes go: tables for people, JSON for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

from rich.console import Console


def answers() -> Console:
    """Returns the console for the answer (standard output)."""
    return Console(highlight=False, markup=False, emoji=False)


def notes() -> Console:
    """Returns the console for notes and progress (standard error)."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def print_json(document: Mapping[str, Any]) -> None:
    """Prints one JSON document, in ASCII so that any terminal and pipe takes it."""
    sys.stdout.write(json.dumps(document) + "\n")
