"""The outlets of pictures, read back with Pillow, csv and ElementTree."""

from __future__ import annotations

import csv
import io
import tracemalloc
import xml.etree.ElementTree as ET
from collections import Counter

import numpy as np
import pytest
from PIL import Image

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import InputError
from aa_tools.printing.layout.geometry import CARD_SIZES, Size
from aa_tools.printing.outlets.pictures import export_pictures
from aa_tools.printing.outlets.plan import plan_export, with_choices
from aa_tools.printing.outlets.profile import OutletModel, load_outlet
from aa_tools.printing.outlets.safe import outermost
from tests.printing.outlets.outlet_files import DECKS, FOLDER, files_of, job_of, shown_quadrants

SIZES = {"png": (750, 1050), "tgc": (825, 1125), "mpc": (822, 1122)}


@pytest.fixture(scope="module")
def made(cards: CardDatabase) -> dict[str, dict[str, bytes]]:
    return {outlet: files_of(cards, outlet) for outlet in SIZES}


def pictures(files: dict[str, bytes]) -> dict[str, Image.Image]:
    return {name: Image.open(io.BytesIO(data)) for name, data in files.items() if name.endswith(".png")}


def table(files: dict[str, bytes]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(files["cards.csv"].decode())))


@pytest.mark.parametrize("outlet", SIZES)
def test_every_picture_has_its_size_and_is_plain_rgb(made: dict[str, dict[str, bytes]], outlet: str) -> None:
    for picture in pictures(made[outlet]).values():
        picture.verify()
        assert (picture.format, picture.mode, picture.size) == ("PNG", "RGB", SIZES[outlet])
        assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.02)


def test_png_names_tell_deck_id_and_count(cards: CardDatabase, made: dict[str, dict[str, bytes]]) -> None:
    wanted = {f"{deck}-back-x{count}.png" for deck, count in DECKS.items()}
    for deck, form in cards.decks.items():
        wanted |= {f"{deck}-{card.id}-x{card.count}.png" for card in form.cards}  # type: ignore[attr-defined]
    assert set(made["png"]) == wanted | {"cards.csv"}
    assert len(wanted) == 90


def test_the_game_crafter_gets_a_folder_for_each_deck_and_a_picture_for_each_copy(
    made: dict[str, dict[str, bytes]],
) -> None:
    folders = Counter(name.partition("/")[0] for name in made["tgc"] if name.endswith(".png"))
    assert folders == {deck: count + 1 for deck, count in DECKS.items()}
    assert all(f"{deck}/back.png" in made["tgc"] for deck in DECKS)


def test_make_playing_cards_gets_fronts_and_backs_in_step(made: dict[str, dict[str, bytes]]) -> None:
    rows = table(made["mpc"])
    assert len(rows) == 93
    for number, row in enumerate(rows, 1):
        assert row["front"] == f"fronts/{number:03}-{row['id']}.png"
        assert row["back"] == f"backs/{number:03}-{row['deck']}.png"
    named = {row[side] for row in rows for side in ("front", "back")}
    assert named == {name for name in made["mpc"] if name.endswith(".png")}
    assert len(named) == 186


@pytest.mark.parametrize("outlet", SIZES)
def test_the_table_lists_every_card(cards: CardDatabase, made: dict[str, dict[str, bytes]], outlet: str) -> None:
    rows, counts = table(made[outlet]), Counter[str]()
    for row in rows:
        counts[row["deck"]] += int(row["count"])
        assert row["title"] == (cards.card(row["id"], [row["deck"]]).title or "")
        assert row["front"] in made[outlet]
        assert row["back"] in made[outlet]
    assert counts == DECKS


@pytest.mark.parametrize("outlet", SIZES)
def test_each_picture_shows_the_card_that_its_name_tells(
    cards: CardDatabase, made: dict[str, dict[str, bytes]], outlet: str
) -> None:
    read = pictures(made[outlet])
    rows = [row for row in table(made[outlet]) if row["deck"] == "canvas"]
    assert len(rows) == 54
    for row in rows:
        assert shown_quadrants(np.asarray(read[row["front"]]), cards) == cards.canvas_card(row["id"]).quadrants
    first = {deck: next(row for row in table(made[outlet]) if row["deck"] == deck) for deck in DECKS}
    assert len({made[outlet][row["back"]] for row in first.values()}) == len(DECKS)


def test_copies_are_the_same_picture(made: dict[str, dict[str, bytes]]) -> None:
    rows = [row for row in table(made["mpc"]) if row["deck"] == "reference"]
    assert len(rows) == 4
    assert len({made["mpc"][row["front"]] for row in rows}) == 1


@pytest.mark.parametrize("outlet", ["tgc", "mpc"])
def test_backs_run_over_the_edge(made: dict[str, dict[str, bytes]], outlet: str) -> None:
    rows = {row["deck"]: row["back"] for row in table(made[outlet])}
    for name in rows.values():
        pixels = np.asarray(pictures(made[outlet])[name])
        for edge in (pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]):
            assert (edge == 255).all(axis=1).mean() < 0.01
    plain = np.asarray(pictures(made["png"])["canvas-back-x54.png"])
    assert (plain[:30] == 255).all()


def test_the_card_in_the_middle_is_the_card_without_bleed(made: dict[str, dict[str, bytes]]) -> None:
    """36 px of bleed on each side of 750 x 1050: cut off, the front is what the plain export shows."""
    plain = pictures(made["png"])["assignment-red-areas-x1.png"]
    row = next(row for row in table(made["mpc"]) if row["id"] == "red-areas")
    whole = pictures(made["mpc"])[row["front"]]
    cut = whole.crop((36, 36, 786, 1086))
    assert np.abs(np.asarray(cut, int) - np.asarray(plain, int)).max() <= 2


@pytest.mark.parametrize(
    ("dpi", "bleed", "size"),
    [(300, 0, (750, 1050)), (300, 3.175, (825, 1125)), (96, 0, (240, 336)), (600, 3, (1642, 2242))],
)
def test_pixels_and_bleed_can_be_chosen(cards: CardDatabase, dpi: int, bleed: float, size: tuple[int, int]) -> None:
    files = files_of(cards, with_choices(load_outlet("png"), dpi, bleed), "first_player")
    assert {picture.size for picture in pictures(files).values()} == {size}


@pytest.mark.parametrize(
    ("outlet", "card", "size"),
    [
        ("tgc", "bridge", (750, 1125)), ("tgc", "tarot", (900, 1500)), ("tgc", "mini", (600, 825)),
        ("tgc", "us-game", (750, 1125)), ("tgc", "small-square", (825, 825)), ("tgc", "domino", (600, 1125)),
        ("mpc", "bridge", (747, 1122)), ("mpc", "tarot", (897, 1497)), ("mpc", "mini", (597, 822)),
    ],
)  # fmt: skip
def test_other_sizes_are_those_of_the_shop(cards: CardDatabase, outlet: str, card: str, size: tuple[int, int]) -> None:
    read = pictures(files_of(cards, outlet, "first_player", size=CARD_SIZES[card]))
    assert {picture.size for picture in read.values()} == {size}
    back = np.asarray(next(picture for name, picture in read.items() if "back" in name))
    assert (back[0] == 255).all(axis=1).mean() < 0.01
    assert (back[:, 0] == 255).all(axis=1).mean() < 0.01


def test_a_size_that_the_shop_does_not_have(cards: CardDatabase) -> None:
    with pytest.raises(InputError) as error:
        files_of(cards, "tgc", size=CARD_SIZES["chimera"])
    assert str(error.value).startswith("The Game Crafter has no cards of the size chimera; ")
    with pytest.raises(InputError, match="no cards of the size 61 x 91 mm"):
        files_of(cards, "mpc", size=Size(61, 91))


def test_two_pictures_never_share_a_name(cards: CardDatabase) -> None:
    outlet = load_outlet("png")
    assert outlet.pictures is not None
    for change in ({"fronts": "{deck}"}, {"backs": "back"}, {"backs": "canvas-C01-x{count}"}, {"copies": "each"}):
        with pytest.raises(InputError, match="two pictures would have the name"):
            files_of(cards, outlet.model_copy(update={"pictures": outlet.pictures.model_copy(update=change)}))


def test_one_card_at_a_time_is_in_memory(cards: CardDatabase) -> None:
    """54 cards are 128 MB of pixels; the files are not kept either."""
    planned = plan_export(job_of(cards, "canvas"), load_outlet("png"), FOLDER)
    next(planned.files)
    tracemalloc.start()
    for _ in planned.files:
        pass
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 20e6


def order(files: dict[str, bytes]) -> ET.Element:
    return ET.fromstring(files["order.xml"])


def slots(side: ET.Element | None) -> dict[int, ET.Element]:
    assert side is not None
    found: dict[int, ET.Element] = {}
    for card in side:
        assert [part.tag for part in card] == ["id", "sourceType", "slots", "name", "query"]
        for slot in card.findtext("slots", "").split(","):
            assert int(slot) not in found
            found[int(slot)] = card
    return found


def test_the_order_fills_every_slot_with_its_own_front_and_back(
    cards: CardDatabase, made: dict[str, dict[str, bytes]]
) -> None:
    root, rows = order(made["mpc"]), table(made["mpc"])
    assert [part.tag for part in root] == ["details", "fronts", "backs", "cardback"]
    details = {part.tag: part.text for part in root.find("details") or ()}
    assert details == {"quantity": "93", "bracket": "108", "stock": "(S30) Standard Smooth", "foil": "false"}
    fronts, backs = slots(root.find("fronts")), slots(root.find("backs"))
    assert sorted(fronts) == sorted(backs) == list(range(93))
    where = {str(FOLDER / name): name for name in made["mpc"]}
    for slot, row in enumerate(rows):
        front, back = (where[side[slot].findtext("id", "")] for side in (fronts, backs))
        assert made["mpc"][front] == made["mpc"][row["front"]]
        assert made["mpc"][back] == made["mpc"][row["back"]]
        assert fronts[slot].findtext("name") == front.rpartition("/")[2]
        assert fronts[slot].findtext("query") == (cards.card(row["id"]).title or row["id"])
        assert fronts[slot].findtext("sourceType") == "Local File"
    assert root.findtext("cardback") == backs[0].findtext("id")


@pytest.mark.parametrize(
    ("decks", "bracket"), [(("reference",), "18"), (("canvas",), "55"), (("canvas", "reference"), "72")]
)
def test_an_order_is_of_the_smallest_size_that_holds_it(
    cards: CardDatabase, decks: tuple[str, ...], bracket: str
) -> None:
    assert order(files_of(cards, "mpc", *decks)).findtext("details/bracket") == bracket


def small_orders(outlet: OutletModel) -> OutletModel:
    assert outlet.pictures is not None
    assert outlet.pictures.order is not None
    small = outlet.pictures.order.model_copy(update={"brackets": (18, 36)})
    return outlet.model_copy(update={"pictures": outlet.pictures.model_copy(update={"order": small})})


def test_an_order_that_is_too_large_is_refused(cards: CardDatabase) -> None:
    with pytest.raises(InputError) as error:
        files_of(cards, small_orders(load_outlet("mpc")))
    assert str(error.value) == "an order holds at most 36 cards, and these are 93; name fewer decks"


def test_cards_of_another_size_are_left_out_of_the_order(cards: CardDatabase) -> None:
    outlet = load_outlet("mpc")
    assert outlet.pictures is not None
    planned = export_pictures(job_of(cards, "professor", size=CARD_SIZES["bridge"]), outlet, outlet.pictures, FOLDER)
    assert planned.warnings[-1] == "order.xml leaves out 7 cards: its tool only takes poker cards."
    assert order(dict(planned.files)).findtext("details/quantity") == "0"


def test_what_comes_near_the_cut_is_told(cards: CardDatabase) -> None:
    tgc = plan_export(job_of(cards, "canvas", "first_player", "reference"), load_outlet("tgc"), FOLDER)
    assert tgc.warnings == (
        'canvas: "C01" on card C01 (and others on 53 more) is 0.79 mm from the cut; The Game Crafter asks for '
        "3.175 mm.",
        "first player: the tag on card first-player is 1.50 mm from the cut; The Game Crafter asks for 3.175 mm.",
    )
    assert not plan_export(job_of(cards), load_outlet("png"), FOLDER).warnings


def test_the_distance_to_the_cut_is_that_of_the_printed_size(cards: CardDatabase) -> None:
    """On a card twice as large a face is drawn twice as large, and so are its distances."""
    face = job_of(cards, "first_player").faces[0]
    near, what = outermost(face, Size(63.5, 88.9))
    far, same = outermost(face, Size(127, 177.8))
    assert far == pytest.approx(2 * near)
    assert same == what
    # On a card that is only wider the face stands in the middle, so what is at its side has more room.
    assert outermost(face, Size(83.5, 88.9))[0] >= near
