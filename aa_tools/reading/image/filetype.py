"""Tells pictures from text and reads a picture's header: its format, its size, and why it cannot be read."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import PurePath
from typing import Literal

from aa_tools.errors import InputError, PhotoError, Place

Format = Literal["JPEG", "PNG", "WebP", "HEIC"]

_PICTURE_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".avif")
_HEIF_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"mif1", b"hevc", b"hevx", b"avif", b"avis", b"msf1"}
_UNSUPPORTED = {
    b"GIF8": "a GIF picture",
    b"II*\0": "a TIFF or raw picture",
    b"MM\0*": "a TIFF or raw picture",
    b"BM": "a BMP picture",
    b"%PDF": "a PDF file",
    b"<svg": "an SVG drawing",
    b"PK\3\4": "a ZIP archive",
    b"\x1a\x45\xdf\xa3": "a video",
}
_DOCUMENTS = (b"%PDF", b"PK\3\4")
_ACCEPTED = "a JPEG, PNG, WebP or HEIC photo"
_MAX_JPEG_MARKERS = 10_000
"""A photo has fewer than a hundred; the limit bounds the time for a malicious file."""


def is_picture(source: str) -> bool:
    """Returns whether a file has a picture's name, or begins like a picture or a video.

    Raises:
        InputError: it is a document such as a PDF file.
        PhotoError: it has a picture's name but other content.
    """
    start = b"" if source == "-" else _start(source)
    has_picture_name = source != "-" and PurePath(source).suffix.lower() in _PICTURE_SUFFIXES
    begins_like_picture = _begins_like_picture(start)
    if start and not begins_like_picture and (has_picture_name or start.startswith(_DOCUMENTS)):
        error = PhotoError if has_picture_name else InputError
        raise error(
            "not a photo or a table", place=Place(source), hint=f"give {_ACCEPTED}, a typed grid or a YAML file"
        )
    return has_picture_name or begins_like_picture


def _start(source: str) -> bytes:
    try:
        with open(source, "rb") as file:
            return file.read(12)
    except (OSError, ValueError):
        return b""


def _begins_like_picture(start: bytes) -> bool:
    if start.startswith(b"BM"):  # a text may begin with these letters; in a BMP file four zero bytes follow the size
        return start[6:10] == bytes(4)
    if start[4:8] == b"ftyp" or start.startswith((b"\xff\xd8\xff", b"\x89PNG\r\n", b"RIFF")):
        return True
    return start.startswith(tuple(_UNSUPPORTED)) and not start.startswith((*_DOCUMENTS, b"<svg"))


@dataclass(frozen=True)
class Header:
    """The header of a picture that can be decoded.

    Attributes:
        format: its format.
        width, height: pixels as stored, 0 if only the decoder can tell.
    """

    format: Format
    width: int = 0
    height: int = 0


def read_header(data: bytes, name: str) -> Header:
    """Reads the header of a picture; its file name does not matter.

    Own code instead of Pillow: that refuses JPEG photos of 200 megapixels, and does not notice a truncated file.

    Raises:
        PhotoError: it is not a picture, truncated, grey, made for print, or animated.
    """
    if not data:
        raise PhotoError("the file is empty", place=Place(name), hint="copy the photo again")
    if data[:3] == b"\xff\xd8\xff":
        return _jpeg(data, name)
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return _png(data, name)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp(data, name)
    if data[4:8] == b"ftyp" and data[8:12] in _HEIF_BRANDS:
        return Header("HEIC")
    other = next((kind for start, kind in _UNSUPPORTED.items() if data.startswith(start)), None)
    kind = "a video" if data[4:8] == b"ftyp" else other
    raise PhotoError(f"{kind}, not a photo" if kind else "not a picture", place=Place(name), hint=f"give {_ACCEPTED}")


def _truncated(name: str) -> PhotoError:
    return PhotoError("truncated file: part of the picture is missing", place=Place(name), hint="copy the photo again")


def grey_picture(name: str) -> PhotoError:
    """Returns the error for a picture without colours."""
    return PhotoError("the picture is grey", place=Place(name), hint="take the photo in colour")


def _animated(name: str) -> PhotoError:
    return PhotoError("animated picture", place=Place(name), hint="give a single photo")


def _jpeg(data: bytes, name: str) -> Header:
    """Walks through the markers (ITU T.81, annex B) to the frame header and on to the start of the picture's data."""
    at, frame = 2, None
    for _ in range(_MAX_JPEG_MARKERS):
        if at + 4 > len(data) or data[at] != 0xFF:
            break
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        length = int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC) and at + 10 <= len(data):
            frame = struct.unpack(">HHB", data[at + 5 : at + 10])
        if marker == 0xDA:
            break
        at += 2 + length
    # An end marker before the picture's data is that of a thumbnail.
    if frame is None or data.rfind(b"\xff\xd9", at) < 0:
        raise _truncated(name)
    height, width, channels = frame
    if channels == 1:
        raise grey_picture(name)
    if channels == 4:
        raise PhotoError("a CMYK picture", place=Place(name), hint="save it as a JPEG photo in RGB")
    return Header("JPEG", width, height)


def _png(data: bytes, name: str) -> Header:
    if len(data) < 33 or b"IEND" not in data[-64:]:
        raise _truncated(name)
    width, height, _, colour_type = struct.unpack(">IIBB", data[16:26])
    if colour_type in (0, 4):
        raise grey_picture(name)
    if b"acTL" in data[:4096]:
        raise _animated(name)
    return Header("PNG", width, height)


def _webp(data: bytes, name: str) -> Header:
    if len(data) < 30 or len(data) < 8 + int.from_bytes(data[4:8], "little"):
        raise _truncated(name)
    chunk = data[12:16]
    if chunk == b"VP8X":
        if data[20] & 2:
            raise _animated(name)
        return Header("WebP", 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little"))
    if chunk == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return Header("WebP", 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF))
    width, height = struct.unpack("<HH", data[26:30])
    return Header("WebP", width & 0x3FFF, height & 0x3FFF)
