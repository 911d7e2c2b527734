"""Small files that stand for much: each is refused, or read, in little time and memory."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass

import openpyxl
from PIL import Image

from tests.conftest import ROOT
from tests.fuzz.targets import MANIFEST, ODS

GOOD = (ROOT / "tests" / "cards" / "bad" / "good.yaml").read_text(encoding="utf-8")
LARGEST = 250_000
"""Letters, just less than a text file may have."""

TABLE = "players: {south: A, north: B}\ncanvas: |\n" + "  RYBRYBRY\n" * 8
GAME = "format: aa.game/1\nplayers: {south: A, north: B}\nfirst_player: south\nseed: 1\n"


@dataclass(frozen=True)
class Bomb:
    """A file, the command that reads it ("FILE" is its path), and what is to be said of it, with its exit code."""

    make: Callable[[], bytes]
    command: str
    code: int
    words: str


def text(content: str, command: str, code: int, words: str) -> Bomb:
    return Bomb(content.encode, command, code, words)


CHECK, SCORE, READ = "cards check --cards FILE", "score FILE", "read FILE"
IMPORT, SHOW = "cards import FILE --cards good.yaml", "game show FILE"
DEPTH = "exceeded maximum nesting depth"
LAUGHS = "a: 1\nl0: &l0 [x, x]\n" + "".join(f"l{n}: &l{n} [*l{n - 1}, *l{n - 1}, *l{n - 1}]\n" for n in range(1, 40))
TEXTS = {
    "laughs.yaml": text(LAUGHS, SCORE, 3, "aliases (*name) are not supported"),
    "itself.yaml": text("a: &a {b: *a}\n", SCORE, 3, "aliases (*name) are not supported"),
    "merged.yaml": text("a: &a {b: 1}\nc: {<<: *a}\n", SCORE, 3, "YAML reads << as a merge of mappings"),
    "deep-lists.yaml": text("a: " + "[" * 100_000, SCORE, 3, DEPTH),
    "deep-closed.yaml": text("a: " + "[" * 100_000 + "]" * 100_000, SCORE, 3, DEPTH),
    "deep-maps.yaml": text("{a: " * 60_000, SCORE, 3, DEPTH),
    "deep-dashes.yaml": text("a:\n" + "- " * 100_000, SCORE, 3, DEPTH),
    "deep-keys.yaml": text("? " * 100_000 + "\na: 1", SCORE, 3, DEPTH),
    "deep-900.yaml": text("a: " + "[" * 900 + "]" * 900, SCORE, 3, "nested deeper than 40 levels"),
    "many-values.yaml": text("a: [" + "1," * 60_000 + "]", SCORE, 3, "the key a is not known here"),
    "many-keys.yaml": text(
        "a: 1\n" + "".join(f"k{n}: 1\n" for n in range(20_000)), SCORE, 3, "the key a is not known here"
    ),
    "many-ids.yaml": text(
        TABLE + f"objectives: [{','.join(f'a{n}' for n in range(10_000))}]",
        SCORE,
        3,
        "no assignment or professor card 'a0'",
    ),
    "long-line.yaml": text(TABLE + "x: " + "y" * 240_000, SCORE, 3, "the key x is not known here"),
    "long-key.yaml": text(TABLE + "? " + "y" * 240_000 + "\n: 1", SCORE, 3, "is not known here"),
    "long-integer.yaml": text(GAME.replace("seed: 1", "seed: " + "9" * 200_000), SHOW, 3, "a smaller number"),
    "long-hex.yaml": text(GAME.replace("seed: 1", "seed: 0x" + "f" * 200_000), SHOW, 3, "a smaller number"),
    "long-base-60.yaml": text(GAME.replace("seed: 1", "seed: 1" + ":30" * 60_000), SHOW, 3, "YAML reads 1:30:30"),
    "long-float.yaml": text(GAME.replace("seed: 1", "seed: 1" + ":30" * 60_000 + ".5"), SHOW, 3, "YAML reads 1:30:30"),
    "long-grid.txt": text("R" * LARGEST, SCORE, 3, "the grid is too long: 250000 characters"),
    "tall-grid.txt": text("RY\n" * (LARGEST // 3), SCORE, 3, "the grid is too long: 249999 characters"),
    "wrong-grid.txt": text("Q" * LARGEST, SCORE, 3, "the grid is too long: 250000 characters"),
    "rounds.yaml": text(GAME + "rounds:\n" + "- {objectives: [a]}\n" * 10_000, SHOW, 3, "card 'a'"),
    "braces-theme.yaml": text(
        "extends: classic\nfaces: {inspiration: braces.yaml}\n",
        "cards preview hook --cards good.yaml --theme FILE",
        3,
        "unmatched brace",
    ),
    "braces.yaml": text("extends: inspiration\ntexts: {title: {words: '" + "{" * 240_000 + "'}}\n", CHECK, 1, ""),
    "overlaid.yaml": text(
        "extends: a4\n" + "".join(f"k{n}: {{a: 1}}\n" for n in range(6_000)),
        "sheets --paper FILE",
        3,
        "the key k0 is not",
    ),
    "taken-away.yaml": text(
        "extends: a4\n" + "".join(f"k{n}: ~\n" for n in range(20_000)),
        "sheets --paper FILE",
        3,
        "there is no k0 to remove",
    ),
    "heads.csv": text(",".join(f"h{n}" for n in range(35_000)), IMPORT, 3, "the column h0 is not known"),
    "rows.csv": text("deck,id\n" + "".join(f"x{n},y{n}\n" for n in range(15_000)), IMPORT, 3, "has 15000 rows"),
    "long-cell.csv": text("deck,id\ncanvas," + "x" * 200_000, IMPORT, 3, "is not CSV: field larger than field limit"),
}

SHEET = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
LOL = "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 20}">' for n in range(8))
TOO_LARGE, NO_XLSX, NO_ODS = "is too large for cards", "it is no .xlsx file", "it is no .ods file"


def sheet(rows: str, before: str = "", way: int = zipfile.ZIP_DEFLATED) -> Callable[[], bytes]:
    """Returns what makes an .xlsx file with these rows."""

    def make() -> bytes:
        plain, out = io.BytesIO(), io.BytesIO()
        openpyxl.Workbook().save(plain)
        with zipfile.ZipFile(plain) as old, zipfile.ZipFile(out, "w", way) as new:
            for name in old.namelist():
                own = f"{before}{SHEET}<sheetData>{rows}</sheetData></worksheet>"
                new.writestr(name, own if name.endswith("sheet1.xml") else old.read(name))
        return out.getvalue()

    return make


NAMES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
)


def table(rows: str) -> Callable[[], bytes]:
    """Returns what makes an .ods file with these rows."""

    def make() -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr("mimetype", ODS)
            file.writestr("META-INF/manifest.xml", MANIFEST)
            file.writestr(
                "content.xml",
                f'<office:document-content {NAMES} office:version="1.2"><office:body><office:spreadsheet>'
                f'<table:table table:name="Cards">{rows}</table:table></office:spreadsheet></office:body>'
                "</office:document-content>",
            )
        return out.getvalue()

    return make


def cell(content: str, repeated: int = 1) -> str:
    more = f'table:number-columns-repeated="{repeated}"'
    return f'<table:table-cell {more} office:value-type="string"><text:p>{content}</text:p></table:table-cell>'


def row(content: str, repeated: int = 1) -> str:
    return f'<table:table-row table:number-rows-repeated="{repeated}">{content}</table:table-row>'


def lying() -> bytes:
    """Returns an archive whose one part unpacks to 1.2 billion bytes, and says that it has ten."""
    packer, out = zlib.compressobj(9, zlib.DEFLATED, -15), io.BytesIO()
    million = packer.compress(bytes(1_000_000)) + packer.flush(zlib.Z_FULL_FLUSH)
    with zipfile.ZipFile(out, "w") as file:
        file.writestr("content.xml", million * 1200 + packer.flush())
    data = bytearray(out.getvalue())
    for method, size in ((8, 22), (data.rindex(b"PK\1\2") + 10, data.rindex(b"PK\1\2") + 24)):
        data[method : method + 2] = struct.pack("<H", zipfile.ZIP_DEFLATED)
        data[size : size + 4] = struct.pack("<I", 10)
    return bytes(data)


VALUE = '<c r="{}"><v>1</v></c>'
INLINE = '<row r="1"><c r="A1" t="inlineStr"><is><t>{}</t></is></c></row>'
ARCHIVES = {
    "blown-up.xlsx": Bomb(sheet(INLINE.format(" " * 1000) * 20_000), IMPORT, 3, TOO_LARGE),
    "far-corner.xlsx": Bomb(
        sheet(f'<row r="1">{VALUE.format("A1")}</row><row r="900000">{VALUE.format("XFD900000")}</row>'),
        IMPORT,
        3,
        TOO_LARGE,
    ),
    "wide.xlsx": Bomb(sheet(f'<row r="1">{VALUE.format("XFD1")}</row>' * 400), IMPORT, 3, "the column 1 is not known"),
    "cells.xlsx": Bomb(sheet(f"<row>{'<c/>' * 1_000_000}</row>"), IMPORT, 3, TOO_LARGE),
    "laughs.xlsx": Bomb(
        sheet(INLINE.format("&i;"), f'<!DOCTYPE l [<!ENTITY a "{"a" * 40}">{LOL}]>'), IMPORT, 3, NO_XLSX
    ),
    "outside.xlsx": Bomb(
        sheet(INLINE.format("&a;"), '<!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/passwd">]>'), IMPORT, 3, NO_XLSX
    ),
    "deep.xlsx": Bomb(sheet("<a>" * 100_000 + "</a>" * 100_000), IMPORT, 3, "has no heads of columns"),
    "lying.xlsx": Bomb(lying, IMPORT, 3, NO_XLSX),
    "bzip2.xlsx": Bomb(sheet(" " * 1_000_000, way=zipfile.ZIP_BZIP2), IMPORT, 3, NO_XLSX),
    "repeated.ods": Bomb(table(row(cell("x", 16_384), 1_048_576)), IMPORT, 3, TOO_LARGE),
    "gap.ods": Bomb(table(row(cell("x")) + row("", 999_999_999) + row(cell("x"))), IMPORT, 3, TOO_LARGE),
    "spaces.ods": Bomb(table(row(cell('<text:s text:c="2000000000"/>'))), IMPORT, 3, TOO_LARGE),
    "letters.ods": Bomb(table(row(cell("x" * 10_000, 1000))), IMPORT, 3, TOO_LARGE),
    "no-number.ods": Bomb(table('<table:table-row table:number-rows-repeated="x"/>'), IMPORT, 3, NO_ODS),
    "lying.ods": Bomb(lying, IMPORT, 3, NO_ODS),
    "sheet-end.ods": Bomb(
        table(
            row(cell("deck") + cell("id") + '<table:table-cell table:number-columns-repeated="16382"/>')
            + row("", 1_048_575)
        ),
        IMPORT,
        0,
        "",
    ),
}


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(side: int, colour: int = 2, depth: int = 8, frames: int = 0) -> bytes:
    """Returns a red picture whose data are really there, packed a thousandfold; `frames` claims so many more."""
    row = b"\0" + (b"\xff\0\0" if colour == 2 else b"\x55") * (side * depth // 8)
    packer = zlib.compressobj(9)
    data = b"".join(packer.compress(row) for _ in range(side)) + packer.flush()
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, depth, colour, 0, 0, 0))
    moving = chunk(b"acTL", struct.pack(">II", frames, 0)) if frames else b""
    return b"\x89PNG\r\n\x1a\n" + head + moving + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def webp(width: int, height: int, kind: bytes = b"VP8X", flags: int = 0) -> bytes:
    """Returns the head of a WebP picture that claims a size."""
    if kind == b"VP8L":
        body = b"\x2f" + ((width - 1) | (height - 1) << 14).to_bytes(4, "little") + bytes(40)
    else:
        body = (
            bytes([flags, 0, 0, 0]) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little") + bytes(40)
        )
    inner = b"WEBP" + kind + struct.pack("<I", len(body)) + body
    return b"RIFF" + struct.pack("<I", len(inner)) + inner


def heif(kind: str, claimed: int) -> bytes:
    """Returns a small HEIC or AVIF picture that claims another size."""
    import pillow_heif

    pillow_heif.register_heif_opener()
    out = io.BytesIO()
    Image.new("RGB", (640, 480), (200, 30, 30)).save(out, kind)
    data = bytearray(out.getvalue())
    at = data.index(b"ispe") + 8
    data[at : at + 8] = struct.pack(">II", claimed, claimed)
    return bytes(data)


def jpeg_of(filler: bytes) -> Callable[[], bytes]:
    return lambda: b"\xff\xd8" + filler * (20_000_000 // len(filler)) + b"\xff\xd9"


BIG, BROKEN = "too large", "the picture is damaged and cannot be decoded"
PICTURES = {
    "claimed.png": Bomb(
        lambda: b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", b"\x7f\xff\xff\xff" * 2 + b"\x08\2\0\0\0") + chunk(b"IEND", b""),
        READ,
        4,
        "too large: 2147483647 x 2147483647 pixels",
    ),
    "allowed.png": Bomb(lambda: png(4_000, depth=16), READ, 4, "no canvas of 4 x 4 or 5 x 5 cards was found"),
    "frames.png": Bomb(lambda: png(600, frames=2**31 - 1), READ, 4, "animated picture"),
    "claimed.webp": Bomb(lambda: webp(2**24, 2**24), READ, 4, "too large: 16777216 x 16777216 pixels"),
    "lossless.webp": Bomb(lambda: webp(2**14, 2**14, b"VP8L"), READ, 4, "too large: 16384 x 16384 pixels"),
    "frames.webp": Bomb(lambda: webp(600, 600, flags=2), READ, 4, "animated picture"),
    "hollow.webp": Bomb(lambda: webp(9_000, 9_000), READ, 4, BROKEN),
    "claimed.heic": Bomb(lambda: heif("HEIF", 40_000), READ, 4, BIG),
    "claimed.avif": Bomb(lambda: heif("AVIF", 40_000), READ, 4, "photo"),
    "claimed.gif": Bomb(lambda: b"GIF89a" + b"\xff\xff\xff\xff" + bytes(40), READ, 4, "a GIF picture, not a photo"),
    "filled.jpg": Bomb(jpeg_of(b"\xff"), READ, 4, "truncated file"),
    "segments.jpg": Bomb(jpeg_of(b"\xff\xe1\0\2"), READ, 4, "truncated file"),
    "empty-segments.jpg": Bomb(jpeg_of(b"\xff\xe1\0\0"), READ, 4, "truncated file"),
    "long-head.jpg": Bomb(lambda: b"\xff\xd8\xff\xe1\xff\xff" + bytes(2_000_000), READ, 4, "truncated file"),
}

BOMBS = TEXTS | ARCHIVES | PICTURES
