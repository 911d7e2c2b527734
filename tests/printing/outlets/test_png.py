"""Our PNG files, read back by Pillow."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from aa_tools.printing.output.png import png


@given(st.integers(1, 40), st.integers(1, 40), st.integers(0, 2**32 - 1))
def test_any_pixels_come_back(width: int, height: int, seed: int) -> None:
    pixels = np.random.default_rng(seed).integers(0, 256, (height, width, 3), np.uint8)
    read = Image.open(io.BytesIO(png(pixels, 300)))
    read.load()
    assert read.mode == "RGB"
    assert (np.asarray(read) == pixels).all()


def test_pixels_need_not_lie_side_by_side_in_memory() -> None:
    wide = np.arange(5 * 8 * 3, dtype=np.uint8).reshape(5, 8, 3)
    assert (np.asarray(Image.open(io.BytesIO(png(wide[:, 1:6], 300)))) == wide[:, 1:6]).all()


@pytest.mark.parametrize("dpi", [72, 150, 300, 600])
def test_the_file_tells_its_resolution(dpi: int) -> None:
    read = Image.open(io.BytesIO(png(np.zeros((4, 4, 3), np.uint8), dpi)))
    assert read.info["dpi"] == pytest.approx((dpi, dpi), abs=0.02)
    assert "srgb" in read.info
