"""Lays pictures side by side."""

from __future__ import annotations

from PIL import Image


def beside(pages: list[Image.Image]) -> Image.Image:
    """Lays pages on a grey ground."""
    table = Image.new(
        "RGB", (sum(page.width + 12 for page in pages) + 12, max(page.height for page in pages) + 24), "#B9B4AA"
    )
    left = 12
    for page in pages:
        table.paste(page, (left, 12))
        left += page.width + 12
    return table
