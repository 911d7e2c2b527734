"""Photo or text: told by the first bytes of a file, and by its name where it is called a picture."""

from __future__ import annotations

from pathlib import PurePath

from aa_tools.errors import InputError, PhotoError, Place

_PICTURES = (b"\xff\xd8\xff", b"\x89PNG\r\n", b"RIFF", b"GIF8", b"II*\0", b"MM\0*", b"\x1a\x45\xdf\xa3")
_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".avif")


_DOCUMENTS = (b"%PDF", b"PK\3\4")


def is_picture(source: str) -> bool:
    """Says whether a file is called a picture, or begins like a picture or a video.

    Raises:
        InputError: it is a document such as a PDF.
        PhotoError: it is called a picture and is none.
    """
    start = b"" if source == "-" else _start(source)
    begins_so = _begins_as_picture(start)
    is_called = source != "-" and PurePath(source).suffix.lower() in _SUFFIXES
    if start and not begins_so and (is_called or start.startswith(_DOCUMENTS)):
        kind = PhotoError if is_called else InputError
        hint = "give a JPEG, PNG, WebP or HEIC photo, a typed grid or a YAML file"
        raise kind("is no photo and no table", place=Place(source), hint=hint)
    return is_called or begins_so


def _start(source: str) -> bytes:
    try:
        with open(source, "rb") as file:
            return file.read(12)
    except (OSError, ValueError):
        return b""


def _begins_as_picture(start: bytes) -> bool:
    is_bmp = start.startswith(b"BM") and start[6:10] == bytes(4)
    return start.startswith(_PICTURES) or start[4:8] == b"ftyp" or is_bmp
