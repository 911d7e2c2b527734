"""What the first bytes of a picture say: its format, its size, and why it cannot be read."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Literal

from aa_tools.errors import PhotoError, Place

Format = Literal["JPEG", "PNG", "WebP", "HEIC"]

_OTHERS = {
    b"GIF8": "a GIF picture",
    b"II*\0": "a TIFF or raw picture",
    b"MM\0*": "a TIFF or raw picture",
    b"BM": "a BMP picture",
    b"%PDF": "a PDF file",
    b"<svg": "an SVG drawing",
    b"PK\3\4": "a ZIP archive",
    b"\x1a\x45\xdf\xa3": "a video",
}
_HEIF_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"mif1", b"hevc", b"hevx", b"avif", b"avis", b"msf1"}
_JPEG = "save it as a JPEG photo"
_MOST_MARKERS = 10_000


@dataclass(frozen=True)
class Header:
    """A picture that can be decoded.

    Attributes:
        format: its format.
        width, height: pixels as stored, 0 where only the decoder knows.
    """

    format: Format
    width: int = 0
    height: int = 0


def read_header(data: bytes, name: str) -> Header:
    """Tells the format of a picture by its first bytes, whatever the file is called.

    Raises:
        PhotoError: not a picture, cut short, in grey, made for print, or moving.
    """
    if not data:
        raise PhotoError("is empty", place=Place(name), hint="copy the photo again")
    if data[:3] == b"\xff\xd8\xff":
        return _jpeg(data, name)
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return _png(data, name)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp(data, name)
    if data[4:8] == b"ftyp" and data[8:12] in _HEIF_BRANDS:
        return Header("HEIC")
    other = next((what for start, what in _OTHERS.items() if data.startswith(start)), None)
    what = "a video" if data[4:8] == b"ftyp" else other
    raise PhotoError(
        f"is {what}, not a photo" if what else "is not a picture",
        place=Place(name),
        hint="give a JPEG, PNG, WebP or HEIC photo",
    )


def _cut_short(name: str) -> PhotoError:
    return PhotoError("is cut short: a part of the picture is missing", place=Place(name), hint="copy the photo again")


def _grey(name: str) -> PhotoError:
    return PhotoError("is a grey picture", place=Place(name), hint="the colours are needed: take the photo in colour")


def _moving(name: str) -> PhotoError:
    return PhotoError("is a moving picture", place=Place(name), hint="give one photo")


def _jpeg(data: bytes, name: str) -> Header:
    """Walks from marker to marker (ITU T.81, annex B) to the frame and on to the picture's data."""
    at, found = 2, None
    for _ in range(_MOST_MARKERS):
        if at + 4 > len(data) or data[at] != 0xFF:
            break
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        length = int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC) and at + 10 <= len(data):
            found = struct.unpack(">HHB", data[at + 5 : at + 10])
        if marker == 0xDA:
            break
        at += 2 + length
    # The end marker is looked for after the data's begin: a thumbnail before it has one of its own.
    if found is None or data.rfind(b"\xff\xd9", at) < 0:
        raise _cut_short(name)
    height, width, channels = found
    if channels == 1:
        raise _grey(name)
    if channels == 4:
        raise PhotoError("is a picture for printing presses (CMYK)", place=Place(name), hint=f"{_JPEG} in RGB")
    return Header("JPEG", width, height)


def _png(data: bytes, name: str) -> Header:
    if len(data) < 33 or b"IEND" not in data[-64:]:
        raise _cut_short(name)
    width, height, _, colour = struct.unpack(">IIBB", data[16:26])
    if colour in (0, 4):
        raise _grey(name)
    if b"acTL" in data[:4096]:
        raise _moving(name)
    return Header("PNG", width, height)


def _webp(data: bytes, name: str) -> Header:
    if len(data) < 30 or len(data) < 8 + int.from_bytes(data[4:8], "little"):
        raise _cut_short(name)
    kind = data[12:16]
    if kind == b"VP8X":
        if data[20] & 2:
            raise _moving(name)
        return Header("WebP", 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little"))
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return Header("WebP", 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF))
    width, height = struct.unpack("<HH", data[26:30])
    return Header("WebP", width & 0x3FFF, height & 0x3FFF)
