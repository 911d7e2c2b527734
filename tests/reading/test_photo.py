"""Opening pictures: the right pixels, upright, or an error that says what is wrong."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from aa_tools.errors import PhotoError
from aa_tools.reading.image.opencv import missing_library_error
from aa_tools.reading.image.photo import SMALL_SIDE_PX, decode_photo, open_photo
from tests.reading import photofiles

UPRIGHT = photofiles.upright("photo-05")
PLAIN = Image.new("RGB", (800, 600), (200, 40, 40))
HEIC_HEADER = b"\0\0\0\x18ftypheic" + b"\0" * 99


def message(data: bytes) -> str:
    with pytest.raises(PhotoError) as caught:
        decode_photo(data, "x.jpg")
    assert caught.value.exit_code == 4
    assert all(problem.hint for problem in caught.value.problems)
    return str(caught.value)


def jpeg(image: Image.Image, **options: object) -> bytes:
    return photofiles.encoded(image, "JPEG", **options)


def png(image: Image.Image, **options: object) -> bytes:
    return photofiles.encoded(image, "PNG", **options)


def webp(image: Image.Image, **options: object) -> bytes:
    return photofiles.encoded(image, "WEBP", **options)


TRUNCATED = "truncated file: part of the picture is missing; copy the photo again"
DAMAGED = "the picture is damaged and cannot be decoded; copy the photo again"
GREY = "the picture is grey; take the photo in colour"
TOO_SMALL = "too small: 1 x 1 pixels; the long side needs at least 500 pixels"
TOO_LARGE = "too large: 60000 x 60000 pixels; scale it down"
ANIMATED = "animated picture; give a single photo"
ACCEPTED = "give a JPEG, PNG, WebP or HEIC photo"
TWO = {"save_all": True, "append_images": [UPRIGHT.resize(PLAIN.size)]}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "the file is empty; copy the photo again"),
        (b"no picture at all", f"not a picture; {ACCEPTED}"),
        (photofiles.sample("photo-05")[:40_000], TRUNCATED),
        (photofiles.sample("photo-05")[:-100], TRUNCATED),
        (png(PLAIN)[:-30], TRUNCATED),
        (webp(UPRIGHT)[:-500], TRUNCATED),
        (jpeg(Image.new("RGB", (1, 1))), TOO_SMALL),
        (png(Image.new("RGB", (1, 1))), TOO_SMALL),
        (photofiles.huge_jpeg(PLAIN), TOO_LARGE),
        (photofiles.png_of(60_000, 60_000), TOO_LARGE),
        (photofiles.png_of(4_000, 3_000), DAMAGED),
        (photofiles.png_of(0, 3_000), DAMAGED),
        (
            jpeg(PLAIN.resize((4000, 20))),
            "too narrow for a photo: 4000 x 20 pixels; give the photo as the camera took it",
        ),
        (jpeg(UPRIGHT.convert("L")), GREY),
        (jpeg(UPRIGHT.convert("L").convert("RGB")), GREY),
        (png(UPRIGHT.convert("LA")), GREY),
        (jpeg(PLAIN.convert("CMYK")), "a CMYK picture; save it as a JPEG photo in RGB"),
        (png(PLAIN, **TWO), ANIMATED),
        (webp(PLAIN, **TWO), ANIMATED),
        (photofiles.encoded(PLAIN, "GIF"), f"a GIF picture, not a photo; {ACCEPTED}"),
        (b"\0\0\0\x18ftypmp42" + b"\0" * 99, f"a video, not a photo; {ACCEPTED}"),
    ],
)
def test_the_error_names_why_a_picture_cannot_be_read(data: bytes, words: str) -> None:
    assert message(data) == f"x.jpg: {words}"


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match=r"none\.jpg: cannot be read: no such file or directory; check the path"):
        open_photo(str(tmp_path / "none.jpg"))
    with pytest.raises(PhotoError, match="cannot be read: is a directory"):
        open_photo(str(tmp_path))


@pytest.mark.parametrize(
    ("data", "tolerance"),
    [
        (photofiles.encoded(UPRIGHT, "JPEG", quality=95), 12),
        (photofiles.encoded(UPRIGHT, "JPEG", quality=95, progressive=True), 12),
        (photofiles.encoded(UPRIGHT, "PNG"), 1),
        (photofiles.encoded(UPRIGHT.convert("RGBA"), "PNG"), 1),
        (photofiles.deep_png(UPRIGHT), 1),
        (photofiles.encoded(UPRIGHT, "WEBP", lossless=True), 1),
        (photofiles.with_orientation(UPRIGHT, "JPEG", 77), 20),
        (photofiles.encoded(UPRIGHT, "JPEG", quality=95, exif=b"Exif\0\0" + b"\xff" * 60), 12),
    ],
)
def test_all_formats_give_the_same_pixels(data: bytes, tolerance: int) -> None:
    photo = decode_photo(data, "photo")
    expected = decode_photo(photofiles.encoded(UPRIGHT, "PNG"), "photo")
    assert (photo.width_px, photo.height_px) == UPRIGHT.size
    assert photo.small.shape == expected.small.shape
    assert float(np.abs(photo.small.astype(int) - expected.small).mean()) < tolerance


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize(("orientation", "turns"), [(1, 0), (3, 2), (6, 3), (8, 1)])
def test_a_picture_is_turned_upright_once(kind: str, orientation: int, turns: int) -> None:
    corner = np.zeros((600, 900, 3), np.uint8)
    corner[:200, :300] = (220, 20, 30)
    photo = decode_photo(photofiles.with_orientation(Image.fromarray(corner), kind, orientation), "photo")
    expected = np.rot90(corner, turns)
    assert (photo.height_px, photo.width_px) == expected.shape[:2]
    red = np.argwhere(photo.small[..., 2] > 150).mean(0) / photo.small.shape[:2]
    assert red == pytest.approx(np.argwhere(expected[..., 0] > 150).mean(0) / expected.shape[:2], abs=0.02)


def test_heic_is_turned_upright_once() -> None:
    pillow_heif = pytest.importorskip("pillow_heif")
    pillow_heif.register_heif_opener()
    photo = decode_photo(photofiles.with_orientation(UPRIGHT, "HEIF", 6), "photo")
    assert (photo.width_px, photo.height_px) == UPRIGHT.size[::-1]


def test_heic_without_pillow_heif_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    words = "reading HEIC and AVIF pictures needs the package pillow-heif; pip install pillow-heif, or save it as a "
    words += "JPEG photo"
    assert message(HEIC_HEADER) == f"x.jpg: {words}"


def test_a_damaged_heic_is_an_error() -> None:
    pytest.importorskip("pillow_heif")
    assert message(HEIC_HEADER) == f"x.jpg: {DAMAGED}"


def test_a_large_photo_is_decoded_small() -> None:
    photo = decode_photo(photofiles.encoded(UPRIGHT.resize((3000, 4000)), "JPEG"), "photo")
    assert (photo.width_px, photo.height_px) == (3000, 4000)
    assert SMALL_SIDE_PX <= max(photo.small.shape) < 1.4 * SMALL_SIDE_PX
    assert max(photo.fine.shape) > 1.5 * max(photo.small.shape)
    with pytest.raises(ValueError, match="read-only"):
        photo.small[0, 0] = 0


@pytest.mark.parametrize(
    ("error", "words"),
    [
        ("libGL.so.1: cannot open shared object file", "the system lacks libGL.so.1; install the package libgl1,"),
        (
            "libgthread-2.0.so.0: cannot open",
            "the system lacks libgthread-2.0.so.0; install the package libglib2.0-0,",
        ),
        ("No module named 'cv2'", "OpenCV is not installed, so photos cannot be read; pip install opencv-python"),
    ],
)
def test_a_missing_system_library_is_reported_with_its_package(error: str, words: str) -> None:
    assert words in str(missing_library_error(ImportError(error)))
