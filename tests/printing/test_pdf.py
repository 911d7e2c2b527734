"""The PDF files, read back: size, boxes, fonts, text, backs, and the same bytes each time."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from aa_tools.cards.database import CardDatabase
from aa_tools.printing.layout.geometry import PT_PER_MM
from aa_tools.printing.sheets import plan, write
from tests.printing.helpers import DECKS, ROOT, cut, edited, pdf_of, picture, read

CARDS = {"canvas": 54, "inspiration": 12, "assignment": 15, "professor": 7, "first_player": 1, "reference": 4}
SHEETS = {"canvas": 6, "inspiration": 2, "assignment": 2, "professor": 1, "first_player": 1, "reference": 1}


@pytest.fixture(scope="module")
def files(cards: CardDatabase) -> dict[str, bytes]:
    return {deck: pdf_of(cards, deck) for deck in DECKS}


@pytest.mark.parametrize("deck", DECKS)
def test_a_plan_says_what_will_be_printed(cards: CardDatabase, files: dict[str, bytes], deck: str) -> None:
    planned = plan(cards, deck)
    assert (planned.cards, planned.sheets, planned.pages) == (CARDS[deck], SHEETS[deck], 2 * SHEETS[deck])
    assert planned.empty_places == 9 * SHEETS[deck] - CARDS[deck]
    assert len(read(files[deck]).pages) == planned.pages


def test_each_page_is_told(cards: CardDatabase, tmp_path: Path) -> None:
    told: list[None] = []
    with (tmp_path / "canvas.pdf").open("wb") as file:
        write(plan(cards, "canvas"), file, lambda: told.append(None))
    assert len(told) == 12


@pytest.mark.parametrize(("paper", "width_mm", "height_mm"), [("a4", 210, 297), ("letter", 215.9, 279.4)])
def test_pages_have_their_true_size_and_the_cards_are_the_trim_box(
    cards: CardDatabase, paper: str, width_mm: float, height_mm: float
) -> None:
    for page in read(pdf_of(cards, "canvas", paper=paper)).pages:
        assert [float(each) for each in page.mediabox[2:]] == pytest.approx(
            [width_mm * PT_PER_MM, height_mm * PT_PER_MM], abs=0.001
        )
        left, bottom, right, top = (float(each) / PT_PER_MM for each in page.trimbox)
        assert (left, bottom) == pytest.approx(((width_mm - 190.5) / 2, (height_mm - 266.7) / 2), abs=0.001)
        assert (right - left, top - bottom) == pytest.approx((190.5, 266.7), abs=0.001)


def test_the_trim_box_of_a_last_sheet_is_around_its_cards_only(files: dict[str, bytes]) -> None:
    front, back = read(files["reference"]).pages[:2]
    first, second = ([round(float(each) / PT_PER_MM, 2) for each in page.trimbox] for page in (front, back))
    assert first == [9.75, 104.05, 200.25, 281.85]
    assert second == first
    front, back = read(files["first_player"]).pages[:2]
    first, second = ([round(float(each) / PT_PER_MM, 2) for each in page.trimbox] for page in (front, back))
    assert first == [9.75, 192.95, 73.25, 281.85]
    assert second == [136.75, 192.95, 200.25, 281.85]


@pytest.mark.parametrize("deck", DECKS)
def test_viewers_are_told_not_to_scale_and_how_to_flip(files: dict[str, bytes], deck: str) -> None:
    root = read(files[deck]).trailer["/Root"]
    assert isinstance(root, DictionaryObject)
    wishes = root["/ViewerPreferences"]
    assert isinstance(wishes, DictionaryObject)
    assert [str(wishes[key]) for key in ("/PrintScaling", "/Duplex")] == ["/None", "/DuplexFlipLongEdge"]


def fonts(reader: PdfReader) -> list[DictionaryObject]:
    found = []
    for number in range(1, len(reader.xref_objStm) + len(reader.xref.get(0, {})) + 1):
        each = reader.get_object(number)
        if isinstance(each, DictionaryObject) and each.get("/Type") == "/Font":
            found.append(each)
    return found


@pytest.mark.parametrize("deck", DECKS)
def test_every_font_is_embedded(files: dict[str, bytes], deck: str) -> None:
    found = fonts(read(files[deck]))
    assert found
    for font in found:
        descriptor = font["/FontDescriptor"]
        assert isinstance(descriptor, DictionaryObject)
        assert "/FontFile2" in descriptor
        assert "RedHatDisplay" in str(font["/BaseFont"])
    assert b"Helvetica" not in files[deck]


@pytest.mark.parametrize("deck", DECKS)
def test_every_card_is_on_its_sheet_and_the_footer_says_which(
    cards: CardDatabase, files: dict[str, bytes], deck: str
) -> None:
    pages = read(files[deck]).pages
    fronts = [page.extract_text() for page in pages[::2]]
    spoken = deck.replace("_", " ")
    for number, page in enumerate(pages):
        side = "back" if number % 2 else "front"
        footer = f"Abstract Academy · {spoken} · sheet {number // 2 + 1} of {SHEETS[deck]} · {side} · "
        text = page.extract_text()
        assert footer + "print at 100 %, no scaling · layout 1" in text
        assert "50 mm" in text
    every = " ".join(" ".join(fronts).split())
    for card in cards.decks[deck].cards:  # type: ignore[attr-defined]
        assert every.replace(f"· {spoken} ·", "").split().count(card.id) == card.count
        for words in (card.title, getattr(card, "text", None)):
            assert words is None or " ".join(words.split()) in every


def test_the_title_and_the_author_are_in_the_file(files: dict[str, bytes]) -> None:
    about = read(files["first_player"]).metadata
    assert about is not None
    assert (about.title, about.author) == ("Abstract Academy · first player", "Abstract Academy")
    assert about.subject == "1 card on 1 sheet of A4, backs for a long-edge flip"


@pytest.mark.parametrize("deck", DECKS)
def test_the_same_bytes_each_time(cards: CardDatabase, files: dict[str, bytes], deck: str) -> None:
    assert pdf_of(cards, deck) == files[deck]


def test_the_same_bytes_in_another_process(files: dict[str, bytes]) -> None:
    script = (
        "import hashlib, io\n"
        "from aa_tools.cards.database import load_cards\n"
        "from aa_tools.printing.sheets import plan, write\n"
        "file = io.BytesIO()\n"
        "write(plan(load_cards('cards.yaml'), 'assignment'), file)\n"
        "print(hashlib.sha256(file.getvalue()).hexdigest())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={"PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == hashlib.sha256(files["assignment"]).hexdigest()


def test_all_decks_together_are_small(files: dict[str, bytes]) -> None:
    assert sum(map(len, files.values())) < 400_000


def test_backs_lie_behind_their_fronts(files: dict[str, bytes]) -> None:
    """Seven professors: the last lies alone at the left of its row, so its back must lie at the right."""
    front, back = (picture(files["professor"], page, 100) for page in (0, 1))
    behind = back[:, ::-1]
    for index in range(9):
        left, top = 9.75 + 63.5 * (index % 3), 15.15 + 88.9 * (index // 3)
        shows = [(cut(side, 100, left + 4, top + 4, 55, 80) < 250).any() for side in (front, behind)]
        assert shows == [index < 7, index < 7]


def test_nothing_but_marks_is_outside_the_cards(files: dict[str, bytes]) -> None:
    """Left and right of the cards stand the crop marks only, 1 mm from the cards and 3 mm from the paper's edge."""
    for page in (0, 1):
        drawn = picture(files["canvas"], page, 200)
        assert (cut(drawn, 200, 0, 0, 2.9, 297) == 255).all()
        assert (cut(drawn, 200, 8.9, 15, 0.8, 260) == 255).all()
        assert (cut(drawn, 200, 207.1, 0, 2.9, 297) == 255).all()
        assert (cut(drawn, 200, 0, 0, 210, 2.9) == 255).all()
        assert (cut(drawn, 200, 4.5, 14, 3, 2) < 128).any()


def test_the_ruler_is_50_mm_long(files: dict[str, bytes]) -> None:
    drawn = picture(files["canvas"], 0, 254)
    strip = cut(drawn, 254, 0, 297 - 10, 60, 4)
    line = np.flatnonzero((strip < 128).all(axis=2).sum(axis=1) > 400)
    dark = np.flatnonzero((strip[line[0]] < 128).all(axis=1))
    assert (dark[-1] - dark[0]) / 10 == pytest.approx(50, abs=0.35)


def test_a_deck_of_mini_cards_lies_on_landscape_sheets(cards: CardDatabase, tmp_path: Path) -> None:
    """A landscape sheet is turned over its long edge too: backs change places up and down."""
    folder = tmp_path / "templates" / "faces"
    folder.mkdir(parents=True)
    face = folder / "mini.yaml"
    face.write_text(
        "format: aa.face/1\nsize: mini\nart:\n"
        "  colours: {draw: colours, box_mm: {left: 4, top: 4, width: 30, height: 30}}\n",
        encoding="utf-8",
    )
    own = edited(ROOT / "cards.yaml", tmp_path / "cards.yaml", "template: first-player", "template: mini")
    script = (
        "import sys\n"
        "from aa_tools.cards.database import load_cards\n"
        "from aa_tools.printing.sheets import plan, write\n"
        "with open('one.pdf', 'wb') as file:\n"
        f"    write(plan(load_cards({str(own)!r}), 'first_player'), file)\n"
    )
    subprocess.run([sys.executable, "-c", script], cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, check=True)
    data = (tmp_path / "one.pdf").read_bytes()
    front, back = read(data).pages
    assert float(front.mediabox[2]) > float(front.mediabox[3])
    first, second = ([float(each) / PT_PER_MM for each in page.trimbox] for page in (front, back))
    assert second == pytest.approx([first[0], 210 - first[3], first[2], 210 - first[1]], abs=0.001)
