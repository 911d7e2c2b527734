"""`aa sheets`: cards.yaml -> printable sheets."""

from __future__ import annotations


def sheets() -> None:
    """Print the deck."""
