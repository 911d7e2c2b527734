"""Online tables: faces in a grid of whole pixels without gaps, and the saved object that uses them."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from aa_tools.printing.faces.compose import Face
from aa_tools.printing.layout.geometry import Size
from aa_tools.printing.outlets.export import Export, File
from aa_tools.printing.outlets.profile import TabletopModel
from aa_tools.printing.outlets.savedobject import FaceSheet, Grid, saved_object
from aa_tools.printing.output.png import png
from aa_tools.printing.output.rasters import MM_PER_INCH, Frame, Pixels, rasterise
from aa_tools.printing.sheets import PrintJob
from aa_tools.text import pluralise

_THUMBNAIL_PX = 256


def grid_for(faces: int, card: Size, form: TabletopModel) -> Grid:
    """Returns the grid with the largest cells that has room for the faces and one more; on a tie the smallest grid."""
    best: tuple[float, int, Grid] | None = None
    for columns in range(2, form.columns + 1):
        for rows in range(2, form.rows + 1):
            if columns * rows > faces:
                grid, scale = _grid(columns, rows, card, form)
                if best is None or (-scale, columns * rows) < best[:2]:
                    best = (-scale, columns * rows, grid)
    assert best is not None, "the form has room for as many faces as it allows"
    return best[2]


def _grid(columns: int, rows: int, card: Size, form: TabletopModel) -> tuple[Grid, float]:
    widest, highest = form.largest_px // columns, form.largest_px // rows
    scale = min(
        form.largest_px / (columns * card.width_mm), form.largest_px / (rows * card.height_mm), form.dpi / MM_PER_INCH
    )
    cell = Pixels(min(round(scale * card.width_mm), widest), min(round(scale * card.height_mm), highest))
    return Grid(columns, rows, cell), scale


def face_sheets(job: PrintJob, form: TabletopModel) -> list[FaceSheet]:
    """Returns the sheets of all decks, with each face once."""
    decks: dict[str, list[Face]] = {}
    for face in job.faces:
        decks.setdefault(face.deck, []).append(face)
    found: list[FaceSheet] = []
    for deck, faces in decks.items():
        for start in range(0, len(faces), form.cards):
            some_faces = tuple(faces[start : start + form.cards])
            file = f"{deck}-faces.png" if len(faces) <= form.cards else f"{deck}-faces-{start // form.cards + 1}.png"
            grid = grid_for(len(some_faces), job.card(faces[0]), form)
            found.append(FaceSheet(len(found) + 1, deck, some_faces, grid, file, f"{deck}-back.png"))
    return found


def export_tabletop(job: PrintJob, form: TabletopModel, folder: Path, base_url: str | None) -> Export:
    """Plans the sheets, the backs, the saved object and its thumbnail.

    Args:
        job: the faces.
        form: settings of the outlet.
        folder: the output folder.
        base_url: web address of the folder with the pictures; None to refer to the files in `folder`.
    """
    sheets = face_sheets(job, form)
    title = job.style.database.file.game.title
    name = "-".join(
        "".join(letter if letter.isascii() and letter.isalnum() else " " for letter in title.lower()).split()
    )
    name = name or "game"
    backs = dict.fromkeys(sheet.back for sheet in sheets)
    names = (*(sheet.file for sheet in sheets), *backs, f"{name}.png", f"{name}.json")
    return Export(names, _files(job, form, sheets, name, folder, base_url), tuple(map(_line, sheets)))


def _files(
    job: PrintJob, form: TabletopModel, sheets: Sequence[FaceSheet], name: str, folder: Path, base_url: str | None
) -> Iterator[File]:
    backs: dict[str, bytes] = {}
    for sheet in sheets:
        yield sheet.file, png(_sheet_pixels(job, sheet), form.dpi)
    for sheet in {sheet.deck: sheet for sheet in sheets}.values():
        backs[sheet.back] = png(_back_pixels(job, sheet, form), form.dpi)
        yield sheet.back, backs[sheet.back]
    yield f"{name}.png", _thumbnail(backs[sheets[0].back])
    address = partial(_address, folder, base_url)
    addresses = {file: address(file) for sheet in sheets for file in (sheet.file, sheet.back)}
    yield f"{name}.json", (json.dumps(saved_object(job.style.database, sheets, addresses), indent=1) + "\n").encode()


def _sheet_pixels(job: PrintJob, sheet: FaceSheet) -> NDArray[Any]:
    """Returns a sheet: the faces, and in the last cell the back, which other players see of a hidden card."""
    grid, cell = sheet.grid, sheet.grid.cell
    whole = np.full((grid.pixels.height, grid.pixels.width, 3), 255, np.uint8)
    frame = Frame(cell, job.card(sheet.faces[0]), job.card(sheet.faces[0]))
    places = [*range(len(sheet.faces)), grid.columns * grid.rows - 1]
    for place, (_, pixels) in zip(places, rasterise(job.style, sheet.faces, frame, backs=True), strict=True):
        row, column = divmod(place, grid.columns)
        top, left = row * cell.height, column * cell.width
        whole[top : top + cell.height, left : left + cell.width] = pixels
    return whole


def _back_pixels(job: PrintJob, sheet: FaceSheet, form: TabletopModel) -> NDArray[Any]:
    card = job.card(sheet.faces[0])
    scale = form.dpi / MM_PER_INCH
    frame = Frame(Pixels(round(card.width_mm * scale), round(card.height_mm * scale)), card, card)
    *_, (_, pixels) = rasterise(job.style, sheet.faces[:1], frame, backs=True)
    return pixels


def _thumbnail(data: bytes) -> bytes:
    """Returns the thumbnail of the object: a back centred in a square."""
    back = Image.open(io.BytesIO(data))
    back.thumbnail((_THUMBNAIL_PX, _THUMBNAIL_PX))
    square = Image.new("RGB", (_THUMBNAIL_PX, _THUMBNAIL_PX), "white")
    square.paste(back, ((_THUMBNAIL_PX - back.width) // 2, (_THUMBNAIL_PX - back.height) // 2))
    return png(np.asarray(square), 72)


def _address(folder: Path, base_url: str | None, file: str) -> str:
    if base_url is None:
        return (folder.resolve() / file).as_uri()
    return f"{base_url.rstrip('/')}/{quote(file)}"


def _line(sheet: FaceSheet) -> str:
    grid = sheet.grid
    cards = sum(face.count for face in sheet.faces)
    return (
        f"{sheet.file}: {pluralise(cards, 'card')}, {pluralise(len(sheet.faces), 'face')} "
        f"on {grid.columns} x {grid.rows} places of {grid.cell}, {grid.pixels} in all"
    )
