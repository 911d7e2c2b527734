"""Photo or text: told by the first bytes of a file, and by its name where it is called a picture."""

from __future__ import annotations

from pathlib import PurePath

_PICTURES = (b"\xff\xd8\xff", b"\x89PNG\r\n", b"RIFF", b"GIF8", b"II*\0", b"MM\0*", b"\x1a\x45\xdf\xa3")
_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".avif")


def is_picture(source: str) -> bool:
    """Says whether a file is called a picture, or begins like a picture or a video."""
    if source == "-":
        return False
    if PurePath(source).suffix.lower() in _SUFFIXES:
        return True
    try:
        with open(source, "rb") as file:
            start = file.read(12)
    except (OSError, ValueError):
        return False
    is_bmp = start.startswith(b"BM") and start[6:10] == bytes(4)
    return start.startswith(_PICTURES) or start[4:8] == b"ftyp" or is_bmp
