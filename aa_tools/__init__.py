"""Print the cards of Abstract Academy, score a real table of them, and tune the design.

The functions and types of the Python interface are in `aa_tools.api`; all of them can be imported from here, and are
loaded when they are first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aa_tools.api import *  # noqa: F403

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    if not name.startswith("_") and name != "api":
        api = importlib.import_module("aa_tools.api")
        if name in api.__all__:
            return getattr(api, name)
    raise AttributeError(f"module 'aa_tools' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*importlib.import_module("aa_tools.api").__all__, "__version__"]
