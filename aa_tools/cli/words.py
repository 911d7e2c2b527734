"""Words of messages that need no terminal."""

from __future__ import annotations

from collections.abc import Sequence


def joined(words: Sequence[str]) -> str:
    """Returns "a, b and c"."""
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
