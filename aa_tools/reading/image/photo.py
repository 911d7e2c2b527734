"""From a file to a picture in memory: upright, in colour, no larger than the reader needs."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from aa_tools.errors import PhotoError, Place
from aa_tools.files import os_error_message, shell_quote
from aa_tools.reading.image.header import Header, read_header
from aa_tools.reading.image.opencv import Pixels, cv2

LARGEST_FILE = 200 * 1024 * 1024

LARGEST_JPEG = 210_000_000
"""Pixels. Phones make photos of 200 megapixels; the JPEG decoder leaves most of them out."""

LARGEST_OTHER = 100_000_000
"""Pixels. Other formats are decoded in full before they are made smaller."""

SMALLEST_SIDE_PX = 500
"""A quadrant of twelve pixels, ten of them and some table around: a smaller picture cannot be read."""

NARROWEST = 4
"""The long side over the short one; a panorama is no help."""

SMALL_SIDE_PX, FINE_SIDE_PX = 800, 1600
"""Long sides of the two pictures the reader works on; the second is for a canvas that is small in the photo."""


@dataclass(frozen=True, eq=False)
class Photo:
    """A picture, upright.

    Attributes:
        name: what messages call it.
        source: decodes it, given how many pixels of the long side must stay.
        fine: uint8 BGR, (height, width, 3), read-only; its long side is about FINE_SIDE_PX or less.
        small: the same, about SMALL_SIDE_PX or less.
        width_px, height_px: size of the whole upright picture in the file.
    """

    name: str
    source: Callable[[int], Pixels]
    fine: Pixels
    small: Pixels
    width_px: int
    height_px: int

    @property
    def scale(self) -> float:
        """Pixels of `small` for each pixel of the whole picture."""
        return float(self.small.shape[1]) / self.width_px

    @property
    def corners_command(self) -> str:
        """What to type where the canvas is not found."""
        return f'aa read {shell_quote(self.name)} --corners "X,Y X,Y X,Y X,Y"'


def open_photo(source: str) -> Photo:
    """Opens a JPEG, PNG, WebP or HEIC photo.

    Raises:
        PhotoError: it cannot be read, or is no photo in colour.
    """
    try:
        with open(source, "rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise PhotoError(
            f"cannot be read: {os_error_message(error)}", place=Place(source), hint="check the path"
        ) from error
    if len(data) > LARGEST_FILE:
        raise PhotoError("is too large for a photo", place=Place(source), hint="at most 200 MiB are read")
    return decode_photo(data, source)


def decode_photo(data: bytes, name: str) -> Photo:
    """Decodes the bytes of a file; see `open_photo`."""
    header = read_header(data, name)
    _check_size(header, name)
    source = _heif(data, name) if header.format == "HEIC" else partial(_decode, data, header, name)
    first = source(FINE_SIDE_PX)
    height, width = (header.height, header.width) if header.width else first.shape[:2]
    if (width > height) != (first.shape[1] > first.shape[0]):  # turned upright by its EXIF orientation
        width, height = height, width
    fine = _no_larger(first, FINE_SIDE_PX)
    small = _no_larger(fine, SMALL_SIDE_PX)
    if _is_grey(small):
        raise PhotoError(
            "is a grey picture", place=Place(name), hint="the colours are needed: take the photo in colour"
        )
    return Photo(name, source, fine, small, width, height)


def _check_size(header: Header, name: str) -> None:
    width, height = header.width, header.height
    if header.format == "HEIC" and width == 0:  # only its decoder knows
        return
    if width == 0 or height == 0:
        raise _broken(name)
    size = f"{width} x {height} pixels"
    if width * height > (LARGEST_JPEG if header.format == "JPEG" else LARGEST_OTHER):
        raise PhotoError(f"is too large: {size}", place=Place(name), hint="make it smaller")
    if max(width, height) > NARROWEST * min(width, height):
        raise PhotoError(f"is too narrow for a photo: {size}", place=Place(name), hint="give it as the camera took it")
    if max(width, height) < SMALLEST_SIDE_PX:
        raise PhotoError(
            f"is too small: {size}", place=Place(name), hint=f"{SMALLEST_SIDE_PX} on the long side are needed"
        )


def _decode(data: bytes, header: Header, name: str, side_px: int) -> Pixels:
    """Decodes with OpenCV, which turns the picture upright, once, by its EXIF orientation."""
    longest = max(header.width, header.height)
    flags = [(8, cv2.IMREAD_REDUCED_COLOR_8), (4, cv2.IMREAD_REDUCED_COLOR_4), (2, cv2.IMREAD_REDUCED_COLOR_2)]
    flag = next((flag for part, flag in flags if longest / part >= side_px), cv2.IMREAD_COLOR)
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flag if header.format == "JPEG" else cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise _broken(name) from error
    if pixels is None:
        raise _broken(name)
    return np.asarray(pixels, dtype=np.uint8)


def _broken(name: str) -> PhotoError:
    return PhotoError("is broken and cannot be decoded", place=Place(name), hint="copy the photo again")


def _heif(data: bytes, name: str) -> Callable[[int], Pixels]:
    """Decodes with Pillow, in full, and returns what hands the picture out."""
    try:
        import pillow_heif
        from PIL import Image, ImageOps
    except ImportError as error:
        raise PhotoError(
            "is a HEIC or AVIF picture, which needs one more package",
            place=Place(name),
            hint="pip install pillow-heif, or save it as a JPEG photo",
        ) from error
    pillow_heif.register_heif_opener()
    try:
        with warnings.catch_warnings(action="ignore"), Image.open(io.BytesIO(data)) as image:
            _check_size(Header("HEIC", *image.size), name)
            upright = np.asarray(ImageOps.exif_transpose(image.convert("RGB")))
    except Image.DecompressionBombError as error:
        raise PhotoError("is too large", place=Place(name), hint="make it smaller") from error
    except PhotoError:
        raise
    except Exception as error:  # each of its decoders lets through errors of its own
        raise _broken(name) from error
    pixels = np.asarray(cv2.cvtColor(upright, cv2.COLOR_RGB2BGR), dtype=np.uint8)
    return lambda _: pixels


def _no_larger(pixels: Pixels, side_px: int) -> Pixels:
    scale = side_px / max(pixels.shape[:2])
    pixels = resized(pixels, scale) if scale < 0.75 else pixels.view()
    pixels.setflags(write=False)
    return pixels


def resized(pixels: Pixels, scale: float) -> Pixels:
    """Returns a smaller picture; each of its pixels is the mean of those it stands for, or nearly so."""
    # Down to half the size two neighbours are enough for a mean, and much faster.
    method = cv2.INTER_LINEAR if scale >= 0.5 else cv2.INTER_AREA
    return np.asarray(cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=method), dtype=np.uint8)


def _is_grey(pixels: Pixels) -> bool:
    some = pixels[::8, ::8].astype(np.int16)
    return bool(np.quantile(some.max(-1) - some.min(-1), 0.98) < 8)
