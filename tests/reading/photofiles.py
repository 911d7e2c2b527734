"""Files that a reader of photos may be given: the sample photos with their truth, and files that are no photo."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageOps

FOLDER = Path(__file__).resolve().parents[1] / "data" / "photos"
SAMPLES = sorted(path.stem for path in FOLDER.glob("*.jpg"))


def sample(name: str) -> bytes:
    """Returns the bytes of a sample photo."""
    return (FOLDER / f"{name}.jpg").read_bytes()


def truth(name: str) -> list[str]:
    """Returns the rows that a sample photo shows; none where it shows no whole canvas."""
    rows = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").split()
    return [] if rows == ["NONE"] else rows


def upright(name: str) -> Image.Image:
    """Returns a sample photo in RGB, turned upright."""
    with Image.open(io.BytesIO(sample(name))) as image:
        return ImageOps.exif_transpose(image).convert("RGB")


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    """Returns an image as the bytes of a file."""
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def with_orientation(image: Image.Image, kind: str, orientation: int) -> bytes:
    """Returns an image as a file with an EXIF orientation; the pixels are left as they are."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    return encoded(image, kind, exif=exif.tobytes())


def deep_png(image: Image.Image) -> bytes:
    """Returns an image as a PNG of 16 bits a channel."""
    deep = np.asarray(image)[..., ::-1].astype(np.uint16) * 257
    return cv2.imencode(".png", deep)[1].tobytes()


def huge_jpeg(image: Image.Image) -> bytes:
    """Returns a JPEG whose header claims 60,000 x 60,000 pixels."""
    data = bytearray(encoded(image, "JPEG"))
    frame = data.index(b"\xff\xc0")
    data[frame + 5 : frame + 9] = struct.pack(">HH", 60_000, 60_000)
    return bytes(data)


def png_of(width: int, height: int) -> bytes:
    """Returns a PNG whose header claims a size, with hardly any picture in it."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(b"\0" * 1000)), (b"IEND", b"")]
    body = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + body
