"""Outlets that take one picture for each face: PNG files, a CSV list, an order file."""

from __future__ import annotations

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import InputError, suggest
from aa_tools.printing.faces.card_forms import back_form_name, front_form_name
from aa_tools.printing.faces.compose import Face
from aa_tools.printing.layout.geometry import CARD_SIZES, Size
from aa_tools.printing.outlets.export import CardPictures, Export, File
from aa_tools.printing.outlets.order import order_xml
from aa_tools.printing.outlets.profile import OutletModel, PicturesModel
from aa_tools.printing.outlets.safe import safety_warnings
from aa_tools.printing.output.png import png
from aa_tools.printing.output.rasters import Frame, Pixels, frame_in, frame_of, rasterise
from aa_tools.printing.sheets import PrintJob
from aa_tools.text import pluralise

CSV, ORDER = "cards.csv", "order.xml"


def export_pictures(job: PrintJob, outlet: OutletModel, form: PicturesModel, folder: Path) -> Export:
    """Plans the pictures for an outlet.

    Args:
        job: the faces.
        outlet: the outlet.
        form: its settings for pictures.
        folder: the output folder.

    Raises:
        InputError: the outlet does not take this card size, two files would have the same name, or the order is too
            large.
    """
    cards = pictured(job.faces, form)
    frames = {size: _frame(outlet, form, size) for size in dict.fromkeys(job.card(face) for face in job.faces)}
    extra: list[File] = []
    if form.csv:
        extra.append((CSV, _csv(cards, job.style.database)))
    warnings: list[str] = []
    for size in frames:
        warnings += safety_warnings(job.faces_of_size(size), size, form.safe_mm, outlet.title)
    if form.order:
        ordered = [card for card in cards if job.card(card.face) == CARD_SIZES[form.order.size]]
        extra.append((ORDER, order_xml(ordered, form.order, folder, job.style.database)))
        if left := len(cards) - len(ordered):
            warnings.append(
                f"{ORDER} leaves out {pluralise(left, 'card')}: its tool only takes {form.order.size} cards."
            )
    names = _names(job, frames, cards) + [name for name, _ in extra]
    return Export(tuple(names), _files(job, frames, cards, form.dpi, extra), _summary(cards, frames), tuple(warnings))


def pictured(faces: Sequence[Face], form: PicturesModel) -> list[CardPictures]:
    """Returns the cards with their picture files, in order; each copy by itself if the outlet requires it.

    Raises:
        InputError: two different fronts, or the backs of two decks, would have the same file name.
    """
    decks = Counter[str]()
    for face in faces:
        decks[face.deck] += face.count
    found: list[CardPictures] = []
    for face in faces:
        each = [1] * face.count if form.copies == "each" else [face.count]
        for copies in each:
            words = {"deck": face.deck, "id": face.card_id, "number": f"{len(found) + 1:03}"}
            front = form.fronts.format(**words, count=copies)
            back = form.backs.format(**words, count=decks[face.deck])
            found.append(CardPictures(face, copies, f"{front}.png", f"{back}.png"))
    _check_names(found)
    return found


def _check_names(cards: Sequence[CardPictures]) -> None:
    shows: dict[str, tuple[str, int]] = {}
    for number, card in enumerate(cards):
        for name, what in ((card.front, ("front", number)), (card.back, (f"back of {card.face.deck}", 0))):
            if shows.setdefault(name.lower(), what) != what:
                hint = "add {number}, or {deck} and {id}, to the file names in the outlet"
                raise InputError(f"two pictures would have the name {name}", hint=hint)


def _frame(outlet: OutletModel, form: PicturesModel, size: Size) -> Frame:
    if not form.sizes_px:
        return frame_of(size, form.dpi, form.bleed_mm)
    for name, pixels in form.sizes_px.items():
        if CARD_SIZES[name] == size:
            return frame_in(size, form.dpi, Pixels(pixels.width, pixels.height))
    names = [name for name, known in CARD_SIZES.items() if known == size] or [str(size)]
    raise InputError(f"{outlet.title} has no cards of the size {names[0]}", hint=suggest(names[0], form.sizes_px))


def _wanted(cards: Sequence[CardPictures]) -> dict[str, list[str]]:
    """Returns the file names for each card form."""
    wanted = defaultdict[str, list[str]](list)
    for card in cards:
        wanted[front_form_name(card.face)].append(card.front)
    for card in {card.back: card for card in cards}.values():
        wanted[back_form_name(card.face.deck)].append(card.back)
    return wanted


def _names(job: PrintJob, frames: dict[Size, Frame], cards: Sequence[CardPictures]) -> list[str]:
    wanted = _wanted(cards)
    names: list[str] = []
    for size in frames:
        faces = job.faces_of_size(size)
        for stamp in [front_form_name(face) for face in faces] + [
            back_form_name(deck) for deck in dict.fromkeys(face.deck for face in faces)
        ]:
            names += wanted[stamp]
    return names


def _files(
    job: PrintJob, frames: dict[Size, Frame], cards: Sequence[CardPictures], dpi: int, extra: Sequence[File]
) -> Iterator[File]:
    wanted = _wanted(cards)
    for size, frame in frames.items():
        for stamp, pixels in rasterise(job.style, job.faces_of_size(size), frame, backs=True):
            data = png(pixels, dpi)
            for name in wanted[stamp]:
                yield name, data
    yield from extra


def _csv(cards: Sequence[CardPictures], database: CardDatabase) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(("deck", "id", "title", "count", "front", "back"))
    for card in cards:
        title = database.card(card.face.card_id).title or ""
        writer.writerow((card.face.deck, card.face.card_id, title, card.copies, card.front, card.back))
    return text.getvalue().encode()


def _summary(cards: Sequence[CardPictures], frames: dict[Size, Frame]) -> tuple[str, ...]:
    total, fronts = sum(card.copies for card in cards), len(cards)
    backs = len({card.back for card in cards})
    sizes = ", ".join(str(frame.pixels) for frame in frames.values())
    return (f"{pluralise(total, 'card')}: {pluralise(fronts, 'front')} and {pluralise(backs, 'back')}, {sizes}",)
