"""Opens a photo: upright, in colour, no larger than the reader needs."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from aa_tools.errors import PhotoError, Place
from aa_tools.files import os_error_message, shell_quote
from aa_tools.reading.image.filetype import Header, grey_picture, read_header
from aa_tools.reading.image.opencv import Pixels, cv2

MAX_FILE_BYTES = 200 * 1024 * 1024
"""Well above the largest photos of phones, and little enough to hold in memory."""

MAX_JPEG_PIXELS = 210_000_000
"""Phones make photos of 200 megapixels; the JPEG decoder can skip most of the work for a smaller picture."""

MAX_OTHER_PIXELS = 100_000_000
"""Other formats are decoded in full before they are scaled down: 300 MB."""

MIN_SIDE_PX = 500
"""Ten quadrants of 12 pixels and the table around them need about this."""

MAX_ASPECT = 4
"""Largest ratio of the long side to the short one. A panorama is no perspective view, so no lattice fits it."""

SMALL_SIDE_PX, FINE_SIDE_PX = 800, 1600
"""Long sides of the two pictures the reader works on. The first is enough for a canvas that fills the photo and has a
quarter of the pixels; the second is for a canvas that is small in it."""


@dataclass(frozen=True, eq=False)
class Photo:
    """A picture, upright.

    Attributes:
        name: its name in messages.
        decode: returns it with a long side of at least the given pixels, or in full if it is smaller.
        fine: uint8 BGR, (height, width, 3), read-only, with a long side of about FINE_SIDE_PX or less.
        small: the same with a long side of about SMALL_SIDE_PX or less.
        width_px, height_px: size of the whole upright picture in the file.
    """

    name: str
    decode: Callable[[int], Pixels]
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
        """The command to try if the canvas is not found."""
        return f'aa read {shell_quote(self.name)} --corners "X,Y X,Y X,Y X,Y"'


def open_photo(source: str) -> Photo:
    """Opens a JPEG, PNG, WebP or HEIC photo.

    Raises:
        PhotoError: it cannot be read, or is not a photo in colour.
    """
    try:
        with open(source, "rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        raise PhotoError(
            f"cannot be read: {os_error_message(error)}", place=Place(source), hint="check the path"
        ) from error
    if len(data) > MAX_FILE_BYTES:
        raise PhotoError("too large for a photo", place=Place(source), hint="the limit is 200 MiB")
    return decode_photo(data, source)


def decode_photo(data: bytes, name: str) -> Photo:
    """Decodes the bytes of a file; see `open_photo`."""
    header = read_header(data, name)
    _check_size(header, name)
    decode = _heif(data, name) if header.format == "HEIC" else partial(_decode, data, header, name)
    first = decode(FINE_SIDE_PX)
    height, width = (header.height, header.width) if header.width else first.shape[:2]
    if (width > height) != (first.shape[1] > first.shape[0]):  # turned by the EXIF orientation
        width, height = height, width
    fine = _limited(first, FINE_SIDE_PX)
    small = _limited(fine, SMALL_SIDE_PX)
    if _is_grey(small):
        raise grey_picture(name)
    return Photo(name, decode, fine, small, width, height)


def _check_size(header: Header, name: str) -> None:
    width, height = header.width, header.height
    if header.format == "HEIC" and width == 0:  # only the decoder can tell
        return
    if width == 0 or height == 0:
        raise _damaged(name)
    size = f"{width} x {height} pixels"
    if width * height > (MAX_JPEG_PIXELS if header.format == "JPEG" else MAX_OTHER_PIXELS):
        raise PhotoError(f"too large: {size}", place=Place(name), hint="scale it down")
    if max(width, height) > MAX_ASPECT * min(width, height):
        raise PhotoError(
            f"too narrow for a photo: {size}", place=Place(name), hint="give the photo as the camera took it"
        )
    if max(width, height) < MIN_SIDE_PX:
        raise PhotoError(
            f"too small: {size}", place=Place(name), hint=f"the long side needs at least {MIN_SIDE_PX} pixels"
        )


def _decode(data: bytes, header: Header, name: str, side_px: int) -> Pixels:
    """Decodes with OpenCV, which applies the EXIF orientation."""
    longest = max(header.width, header.height)
    flags = [(8, cv2.IMREAD_REDUCED_COLOR_8), (4, cv2.IMREAD_REDUCED_COLOR_4), (2, cv2.IMREAD_REDUCED_COLOR_2)]
    flag = next((flag for part, flag in flags if longest / part >= side_px), cv2.IMREAD_COLOR)
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flag if header.format == "JPEG" else cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise _damaged(name) from error
    if pixels is None:
        raise _damaged(name)
    return np.asarray(pixels, dtype=np.uint8)


def _damaged(name: str) -> PhotoError:
    return PhotoError("the picture is damaged and cannot be decoded", place=Place(name), hint="copy the photo again")


def _heif(data: bytes, name: str) -> Callable[[int], Pixels]:
    """Decodes a HEIC or AVIF picture with Pillow, in full, and returns a function that returns it at any size."""
    try:
        import pillow_heif
        from PIL import Image, ImageOps
    except ImportError as error:
        raise PhotoError(
            "reading HEIC and AVIF pictures needs the package pillow-heif",
            place=Place(name),
            hint="pip install pillow-heif, or save it as a JPEG photo",
        ) from error
    pillow_heif.register_heif_opener()
    try:
        with warnings.catch_warnings(action="ignore"), Image.open(io.BytesIO(data)) as image:
            _check_size(Header("HEIC", *image.size), name)
            upright = np.asarray(ImageOps.exif_transpose(image.convert("RGB")))
    except Image.DecompressionBombError as error:
        raise PhotoError("too large", place=Place(name), hint="scale it down") from error
    except PhotoError:
        raise
    except Exception as error:  # Pillow's plugins raise errors of many types
        raise _damaged(name) from error
    pixels = np.asarray(cv2.cvtColor(upright, cv2.COLOR_RGB2BGR), dtype=np.uint8)
    return lambda _: pixels


def _limited(pixels: Pixels, side_px: int) -> Pixels:
    scale = side_px / max(pixels.shape[:2])
    pixels = resized(pixels, scale) if scale < 0.75 else pixels.view()
    pixels.setflags(write=False)
    return pixels


def resized(pixels: Pixels, scale: float) -> Pixels:
    """Returns a picture scaled down; each pixel is about the mean of those that it replaces."""
    # Down to half the size, linear interpolation averages enough neighbours, and is much faster.
    method = cv2.INTER_LINEAR if scale >= 0.5 else cv2.INTER_AREA
    return np.asarray(cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=method), dtype=np.uint8)


def _is_grey(pixels: Pixels) -> bool:
    # 8 of 255 levels: a grey picture saved as colour JPEG has small chroma errors; a dim photo has more chroma.
    sample = pixels[::8, ::8].astype(np.int16)
    return bool(np.quantile(sample.max(-1) - sample.min(-1), 0.98) < 8)
