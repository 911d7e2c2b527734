"""Sheets and objects for Tabletop Simulator, read back with Pillow and json."""

from __future__ import annotations

import io
import json
import re
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from aa_tools.cards.database import CardDatabase
from aa_tools.printing.layout.geometry import CARD_SIZES
from aa_tools.printing.outlets.profile import OutletModel, TabletopModel, load_outlet
from aa_tools.printing.outlets.tabletop import grid_for
from tests.printing.outlets.outlet_files import DECKS, FOLDER, files_of, shown_quadrants


def form() -> TabletopModel:
    found = load_outlet("tts").tabletop
    assert found is not None
    return found


def with_form(**changes: Any) -> OutletModel:
    return load_outlet("tts").model_copy(update={"tabletop": form().model_copy(update=changes)})


@pytest.fixture(scope="module")
def made(cards: CardDatabase) -> dict[str, bytes]:
    return files_of(cards, "tts")


def states(files: dict[str, bytes]) -> list[dict[str, Any]]:
    saved = json.loads(files["abstract-academy.json"])
    assert saved["SaveName"] == "Abstract Academy"
    return list(saved["ObjectStates"])


def local(files: dict[str, bytes], address: str) -> Image.Image:
    start = f"{FOLDER.as_uri()}/"
    assert address.startswith(start)
    return Image.open(io.BytesIO(files[address.removeprefix(start)]))


def cells(files: dict[str, bytes], custom: dict[str, Any]) -> list[Image.Image]:
    """Cuts a face sheet into its places, from left to right and from top to bottom."""
    whole = local(files, custom["FaceURL"])
    columns, rows = custom["NumWidth"], custom["NumHeight"]
    assert (whole.width % columns, whole.height % rows) == (0, 0)
    width, height = whole.width // columns, whole.height // rows
    return [
        whole.crop((column * width, row * height, (column + 1) * width, (row + 1) * height))
        for row in range(rows)
        for column in range(columns)
    ]


def test_the_object_keeps_the_published_rules(cards: CardDatabase, made: dict[str, bytes]) -> None:
    guids: list[str] = []
    for state, (deck, count) in zip(states(made), DECKS.items(), strict=True):
        contained = state.get("ContainedObjects", [state])
        assert state["Name"] == ("DeckCustom" if count > 1 else "Card")
        assert len(contained) == count
        if count > 1:
            assert state["DeckIDs"] == [card["CardID"] for card in contained]
            guids.append(state["GUID"])
        for card in contained:
            guids.append(card["GUID"])
            assert card["Name"] == "Card"
            number, place = divmod(card["CardID"], 100)
            custom = state["CustomDeck"][str(number)]
            assert place < min(custom["NumWidth"] * custom["NumHeight"] - 1, 69)
        for custom in state["CustomDeck"].values():
            assert 2 <= custom["NumWidth"] <= 10
            assert 2 <= custom["NumHeight"] <= 7
            assert (custom["BackIsHidden"], custom["UniqueBack"], custom["Type"]) == (True, False, 0)
        assert set(state["Transform"]) == {f"{what}{axis}" for what in ("pos", "rot", "scale") for axis in "XYZ"}
        assert state["Transform"]["rotZ"] == 180
        wanted = [card.title or card.id for card in cards.decks[deck].cards for _ in range(card.count)]  # type: ignore[attr-defined]
        assert [card["Nickname"] for card in contained] == wanted
    assert len(guids) == 93 + 5
    assert len(set(guids)) == len(guids)
    assert all(re.fullmatch(r"[0-9a-f]{6}", guid) for guid in guids)


def test_sheet_numbers_are_unique_and_decks_lie_apart(made: dict[str, bytes]) -> None:
    numbers = [number for state in states(made) for number in state["CustomDeck"]]
    assert numbers == ["1", "2", "3", "4", "5", "6"]
    places = [state["Transform"]["posX"] for state in states(made)]
    assert all(right - left >= 2.5 for left, right in pairwise(places))


def test_every_card_shows_its_own_face(cards: CardDatabase, made: dict[str, bytes]) -> None:
    canvas = states(made)[0]
    places = cells(made, canvas["CustomDeck"]["1"])
    for card in canvas["ContainedObjects"]:
        shown = np.asarray(places[card["CardID"] - 100])
        assert shown_quadrants(shown, cards) == cards.canvas_card(card["Nickname"]).quadrants


def test_the_last_place_is_the_back(made: dict[str, bytes]) -> None:
    for state in states(made):
        for custom in state["CustomDeck"].values():
            last = cells(made, custom)[-1]
            back = local(made, custom["BackURL"]).resize(last.size, Image.Resampling.BOX)
            assert np.abs(np.asarray(last, int) - np.asarray(back, int)).mean() < 3


def test_pictures_are_rgb_and_at_most_4096_pixels(made: dict[str, bytes]) -> None:
    names = [name for name in made if name.endswith(".png")]
    assert len(names) == 13
    for name in names:
        read = Image.open(io.BytesIO(made[name]))
        assert read.mode == "RGB"
        assert max(read.size) <= 4096
    assert Image.open(io.BytesIO(made["canvas-faces.png"])).size == (3344, 4095)
    assert Image.open(io.BytesIO(made["canvas-back.png"])).size == (750, 1050)
    assert Image.open(io.BytesIO(made["abstract-academy.png"])).size == (256, 256)


def test_copies_share_a_face(made: dict[str, bytes]) -> None:
    assert states(made)[-1]["DeckIDs"] == [600] * 4


def test_addresses_on_the_web(cards: CardDatabase) -> None:
    files = files_of(cards, "tts", "first_player", url="https://example.org/my game/")
    custom = states(files)[0]["CustomDeck"]["1"]
    assert custom["FaceURL"] == "https://example.org/my game/first_player-faces.png"
    assert custom["BackURL"] == "https://example.org/my game/first_player-back.png"


def test_a_deck_that_needs_several_sheets(cards: CardDatabase) -> None:
    files = files_of(cards, with_form(cards=20), "canvas")
    (state,) = states(files)
    assert list(state["CustomDeck"]) == ["1", "2", "3"]
    assert state["DeckIDs"] == [*range(100, 120), *range(200, 220), *range(300, 314)]
    assert {custom["BackURL"] for custom in state["CustomDeck"].values()} == {f"{FOLDER.as_uri()}/canvas-back.png"}
    for card in state["ContainedObjects"]:
        number, place = divmod(card["CardID"], 100)
        shown = cells(files, state["CustomDeck"][str(number)])[place]
        assert shown_quadrants(np.asarray(shown), cards) == cards.canvas_card(card["Nickname"]).quadrants


@given(st.integers(1, 69), st.sampled_from(sorted(CARD_SIZES)))
def test_any_number_of_faces_has_its_grid(faces: int, name: str) -> None:
    card = CARD_SIZES[name]
    grid = grid_for(faces, card, form())
    assert 2 <= grid.columns <= 10
    assert 2 <= grid.rows <= 7
    assert faces < grid.columns * grid.rows
    assert max(grid.pixels.width, grid.pixels.height) <= 4096
    # A place has the shape of the card to within a pixel.
    assert abs(grid.cell.width / card.width_mm * card.height_mm - grid.cell.height) < 1.5
    # No other grid has larger places, up to 300 pixels per inch.
    for columns in range(2, 11):
        for rows in range(2, 8):
            if columns * rows > faces:
                most = min(4096 / (columns * card.width_mm), 4096 / (rows * card.height_mm), 300 / 25.4)
                assert most * card.height_mm <= grid.cell.height + 1
