"""The order file of the mpc-autofill desktop tool.

The format is on the project's wiki page "XML Schema Specification". `bracket` is from the older version of it, which
newer tools ignore; `sourceType` is from the newer one.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable, Sequence
from pathlib import Path

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import InputError
from aa_tools.printing.outlets.export import CardPictures
from aa_tools.printing.outlets.profile import OrderModel


def order_xml(cards: Sequence[CardPictures], form: OrderModel, folder: Path, database: CardDatabase) -> bytes:
    """Returns the order file, with a slot for each copy, in order.

    Args:
        cards: the cards to order.
        form: card stock and order sizes.
        folder: the output folder; the order contains absolute paths.
        database: for the titles.

    Raises:
        InputError: more cards than the largest order size.
    """
    every = [card for card in cards for _ in range(card.copies)]
    bracket = min((size for size in form.brackets if size >= len(every)), default=None)
    if bracket is None:
        message = f"an order holds at most {max(form.brackets)} cards, and these are {len(every)}"
        raise InputError(message, hint="name fewer decks")
    root = ET.Element("order")
    details = ET.SubElement(root, "details")
    foil = str(form.foil).lower()
    for name, value in (("quantity", len(every)), ("bracket", bracket), ("stock", form.stock), ("foil", foil)):
        ET.SubElement(details, name).text = str(value)
    titles = {card.face.card_id: database.card(card.face.card_id).title or card.face.card_id for card in every}
    _side(root, "fronts", [(card.front, card.face.card_id, titles[card.face.card_id]) for card in every], folder)
    _side(root, "backs", [(card.back, card.face.deck, f"back of {card.face.deck}") for card in every], folder)
    ET.SubElement(root, "cardback").text = _path(folder, every[0].back) if every else ""
    ET.indent(root)
    return bytes(ET.tostring(root, encoding="utf-8", xml_declaration=True)) + b"\n"


def _side(root: ET.Element, name: str, slots: Iterable[tuple[str, str, str]], folder: Path) -> None:
    """Adds the pictures of one side: the first file of each picture, with all slots that show it.

    `slots` holds the file, what it shows, and its title, slot by slot.
    """
    side = ET.SubElement(root, name)
    first: dict[str, tuple[str, str]] = {}
    taken: dict[str, list[str]] = {}
    for slot, (file, shown, title) in enumerate(slots):
        first.setdefault(shown, (file, title))
        taken.setdefault(shown, []).append(str(slot))
    for shown, (file, title) in first.items():
        card = ET.SubElement(side, "card")
        ET.SubElement(card, "id").text = _path(folder, file)
        ET.SubElement(card, "sourceType").text = "Local File"
        ET.SubElement(card, "slots").text = ",".join(taken[shown])
        ET.SubElement(card, "name").text = Path(file).name
        ET.SubElement(card, "query").text = title


def _path(folder: Path, file: str) -> str:
    return str(folder.resolve() / file)
