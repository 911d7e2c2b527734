"""From a file to a picture in memory: upright, in colour, no larger than the reader needs."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from aa_tools.errors import PhotoError, Place
from aa_tools.files import reason
from aa_tools.reading.header import Header, read_header
from aa_tools.reading.opencv import cv2

LARGEST_FILE = 200 * 1024 * 1024

LARGEST_JPEG = 210_000_000
"""Pixels. Phones make photos of 200 megapixels; the JPEG decoder leaves most of them out."""

LARGEST_OTHER = 100_000_000
"""Pixels. Other formats are decoded in full before they are made smaller."""

SMALLEST_SIDE_PX = 500
"""A quadrant of twelve pixels, ten of them and some table around: a smaller picture cannot be read."""

WORKING_SIDE_PX = 1600
"""The decoder may leave out pixels as long as the long side keeps so many."""


SMALL_SIDE_PX = 800


@dataclass(frozen=True, eq=False)
class Photo:
    """A picture, upright.

    Attributes:
        name: what messages call it.
        pixels: uint8 BGR, (height, width, 3); read-only. At most a few megapixels.
        width_px, height_px: size of the whole upright picture in the file.
    """

    name: str
    pixels: NDArray[np.uint8]
    width_px: int
    height_px: int

    @cached_property
    def small(self) -> NDArray[np.uint8]:
        """The same picture with a long side of SMALL_SIDE_PX, which is enough for a canvas that fills it."""
        scale = SMALL_SIDE_PX / max(self.pixels.shape[:2])
        return resized(self.pixels, scale) if scale < 1 else self.pixels

    @property
    def scale(self) -> float:
        """Pixels here for each pixel of the whole picture."""
        return self.pixels.shape[1] / self.width_px


def open_photo(source: str) -> Photo:
    """Opens a JPEG, PNG, WebP or HEIC photo.

    Raises:
        PhotoError: it cannot be read, or is no photo in colour.
    """
    try:
        with open(source, "rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise PhotoError(f"cannot be read: {reason(error)}", place=Place(source), hint="check the path") from error
    if len(data) > LARGEST_FILE:
        raise PhotoError("is too large for a photo", place=Place(source), hint="at most 200 MiB are read")
    return decode_photo(data, source)


def decode_photo(data: bytes, name: str) -> Photo:
    """Decodes the bytes of a file; see `open_photo`."""
    header = read_header(data, name)
    _check_size(header, name)
    if header.format == "HEIC":
        pixels, width, height = _decode_heif(data, name)
    else:
        pixels = _decode(data, header, name)
        width, height = header.width, header.height
        if (width > height) != (pixels.shape[1] > pixels.shape[0]):  # turned upright by its EXIF orientation
            width, height = height, width
    pixels = _no_larger_than_needed(pixels)
    if _is_grey(pixels):
        raise PhotoError(
            "is a grey picture", place=Place(name), hint="the colours are needed: take the photo in colour"
        )
    pixels.setflags(write=False)
    return Photo(name, pixels, width, height)


def _check_size(header: Header, name: str) -> None:
    if header.format == "HEIC":
        return
    if header.width == 0 or header.height == 0:
        raise PhotoError("is broken: its size is not known", place=Place(name), hint="copy the photo again")
    if header.width * header.height > (LARGEST_JPEG if header.format == "JPEG" else LARGEST_OTHER):
        raise PhotoError(
            f"is too large: {header.width} x {header.height} pixels", place=Place(name), hint="make it smaller"
        )
    _check_not_small(header.width, header.height, name)


def _check_not_small(width: int, height: int, name: str) -> None:
    if max(width, height) < SMALLEST_SIDE_PX:
        raise PhotoError(
            f"is too small: {width} x {height} pixels",
            place=Place(name),
            hint=f"{SMALLEST_SIDE_PX} on the long side are needed",
        )


def _decode(data: bytes, header: Header, name: str) -> NDArray[np.uint8]:
    """Decodes with OpenCV, which turns the picture upright, once, by its EXIF orientation."""
    longest = max(header.width, header.height)
    flags = [(8, cv2.IMREAD_REDUCED_COLOR_8), (4, cv2.IMREAD_REDUCED_COLOR_4), (2, cv2.IMREAD_REDUCED_COLOR_2)]
    flag = next((flag for part, flag in flags if longest / part >= WORKING_SIDE_PX), cv2.IMREAD_COLOR)
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flag if header.format == "JPEG" else cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise _broken(name) from error
    if pixels is None:
        raise _broken(name)
    return np.asarray(pixels, dtype=np.uint8)


def _broken(name: str) -> PhotoError:
    return PhotoError("is broken and cannot be decoded", place=Place(name), hint="copy the photo again")


def _decode_heif(data: bytes, name: str) -> tuple[NDArray[np.uint8], int, int]:
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
        with Image.open(io.BytesIO(data)) as image:
            if image.width * image.height > LARGEST_OTHER:
                raise PhotoError(
                    f"is too large: {image.width} x {image.height} pixels", place=Place(name), hint="make it smaller"
                )
            upright = ImageOps.exif_transpose(image.convert("RGB"))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise _broken(name) from error
    _check_not_small(upright.width, upright.height, name)
    return cv2.cvtColor(np.asarray(upright), cv2.COLOR_RGB2BGR).astype(np.uint8), upright.width, upright.height


def _no_larger_than_needed(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    scale = WORKING_SIDE_PX / max(pixels.shape[:2])
    if scale > 0.75:
        return pixels
    return resized(pixels, scale)


def resized(pixels: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    """Returns a smaller picture; each of its pixels is the mean of those it stands for."""
    return np.asarray(cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _is_grey(pixels: NDArray[np.uint8]) -> bool:
    some = pixels[::8, ::8].astype(np.int16)
    return bool(np.quantile(some.max(-1) - some.min(-1), 0.98) < 8)
