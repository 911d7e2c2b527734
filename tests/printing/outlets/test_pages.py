"""The PDF for a press, read back with pikepdf and pypdf."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pikepdf
import pypdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aa_tools.cards.database import CardDatabase
from aa_tools.printing.outlets.cmyk import press_inks
from aa_tools.printing.outlets.pages import deck_pdf
from aa_tools.printing.outlets.plan import plan_export
from aa_tools.printing.outlets.profile import load_outlet
from aa_tools.printing.sheets import prepare_job
from tests.printing.helpers import pdf_of
from tests.printing.outlets.outlet_files import DECKS, FOLDER, files_of, job_of

LIMIT = 2.4
INK = {"k", "K"}
OTHER_COLOURS = {"rg", "RG", "g", "G", "cs", "CS", "sc", "SC", "scn", "SCN", "sh", "BI", "ri"}


@pytest.fixture(scope="module")
def made(cards: CardDatabase) -> dict[str, bytes]:
    return files_of(cards, "drivethru")


def colours(data: bytes) -> Iterator[tuple[str, list[float]]]:
    """Yields each operator of the file that sets a colour, on pages and in forms, with its numbers."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        streams: list[Any] = [page.obj for page in pdf.pages]
        for each in pdf.objects:
            if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form":
                streams.append(each)
            assert not (isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image")
        for stream in streams:
            for instruction in pikepdf.parse_content_stream(stream):
                name = str(instruction.operator)
                if name in INK | OTHER_COLOURS:
                    yield name, [float(each) for each in instruction.operands]


def test_there_is_a_file_for_each_deck(made: dict[str, bytes]) -> None:
    assert list(made) == [f"{deck}.pdf" for deck in DECKS]


@pytest.mark.parametrize("deck", DECKS)
def test_every_ink_is_of_the_press_and_within_240_percent(made: dict[str, bytes], deck: str) -> None:
    found = list(colours(made[f"{deck}.pdf"]))
    assert found
    for name, parts in found:
        assert name in INK
        assert len(parts) == 4
        assert all(0 <= part <= 1 for part in parts)
        assert sum(parts) <= LIMIT + 1e-9


@pytest.mark.parametrize("theme", ["low-ink", "colour-safe", "tagged"])
def test_other_themes_keep_to_the_inks_of_the_press_too(cards: CardDatabase, theme: str) -> None:
    """Low ink draws with a pen of its own."""
    planned = plan_export(prepare_job(cards, cards.decks, theme=theme), load_outlet("drivethru"), FOLDER)
    for _, data in planned.files:
        found = list(colours(data))
        assert {name for name, _ in found} <= INK
        assert max(sum(parts) for _, parts in found) <= LIMIT + 1e-9


def test_the_check_of_inks_can_fail(cards: CardDatabase) -> None:
    assert {name for name, _ in colours(pdf_of(cards, "professor"))} & OTHER_COLOURS


def test_a_lower_limit_holds_too(cards: CardDatabase) -> None:
    form = load_outlet("drivethru").pages
    assert form is not None
    job = job_of(cards, "professor")
    free, strict = (
        max(sum(parts) for _, parts in colours(deck_pdf(job, job.faces, form.model_copy(update={"ink_percent": most}))))
        for most in (400, 120)
    )
    assert strict <= 1.2 + 1e-9 < free


@pytest.mark.parametrize("deck", DECKS)
def test_pages_have_their_size_and_boxes(made: dict[str, bytes], deck: str) -> None:
    with pikepdf.open(io.BytesIO(made[f"{deck}.pdf"])) as pdf:
        assert pdf.pdf_version == "1.4"
        assert len(pdf.pages) == 2 * DECKS[deck]
        for page in pdf.pages:
            boxes = [[float(each) for each in box] for box in (page.mediabox, page.BleedBox, page.TrimBox)]
            assert boxes[0] == pytest.approx([0, 0, 2.75 * 72, 3.75 * 72], abs=1e-3)
            assert boxes[1] == pytest.approx(boxes[0], abs=1e-3)
            assert boxes[2] == pytest.approx([9, 9, 189, 261], abs=1e-3)


@pytest.mark.parametrize("deck", DECKS)
def test_each_back_comes_before_its_front(cards: CardDatabase, made: dict[str, bytes], deck: str) -> None:
    pages = pypdf.PdfReader(io.BytesIO(made[f"{deck}.pdf"])).pages
    texts = [page.extract_text() for page in pages]
    assert not any(texts[::2])
    every = [card for card in cards.decks[deck].cards for _ in range(card.count)]  # type: ignore[attr-defined]
    assert len(texts[1::2]) == len(every)
    for card, text in zip(every, texts[1::2], strict=True):
        assert card.id in text.split()


def test_the_other_order(cards: CardDatabase) -> None:
    form = load_outlet("drivethru").pages
    assert form is not None
    job = job_of(cards, "professor")
    data = deck_pdf(job, job.faces, form.model_copy(update={"order": "front-back"}))
    texts = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(data)).pages]
    assert all(texts[::2])
    assert not any(texts[1::2])


@pytest.mark.parametrize("deck", DECKS)
def test_every_font_is_embedded(made: dict[str, bytes], deck: str) -> None:
    with pikepdf.open(io.BytesIO(made[f"{deck}.pdf"])) as pdf:
        fonts = [each for each in pdf.objects if isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/Font"]
        assert fonts
        assert all("/FontFile2" in font.FontDescriptor for font in fonts)


@pytest.mark.parametrize("deck", DECKS)
def test_nothing_is_transparent(made: dict[str, bytes], deck: str) -> None:
    with pikepdf.open(io.BytesIO(made[f"{deck}.pdf"])) as pdf:
        for each in pdf.objects:
            if isinstance(each, pikepdf.Dictionary | pikepdf.Stream):
                assert not {"/SMask", "/ca", "/CA", "/BM", "/Group"} & set(each.keys())


def test_the_page_says_that_preflight_remains() -> None:
    assert any("PDF/X-1a:2003" in step and "preflight" in step for step in load_outlet("drivethru").steps)


def test_the_summary(cards: CardDatabase) -> None:
    planned = plan_export(job_of(cards, "canvas", "first_player"), load_outlet("drivethru"), FOLDER)
    assert planned.summary == (
        "canvas.pdf: 54 cards, 108 pages of 69.85 x 95.25 mm, back then front",
        "first_player.pdf: 1 card, 2 pages of 69.85 x 95.25 mm, back then front",
    )


levels = st.floats(0, 1)


@given(levels, levels, levels, st.floats(1, 4))
def test_inks_keep_any_limit(red: float, green: float, blue: float, limit: float) -> None:
    parts = press_inks(red, green, blue, limit)
    assert all(0 <= part <= 1 for part in parts)
    assert sum(parts) <= limit + 1e-9


@given(levels, levels, levels)
def test_inks_without_a_limit_show_the_colour_again(red: float, green: float, blue: float) -> None:
    *colour, black = press_inks(red, green, blue, 4)
    shown = [(1 - part) * (1 - black) for part in colour]
    assert shown == pytest.approx([red, green, blue], abs=2.1e-4)


@given(levels)
def test_greys_are_black_ink_alone(grey: float) -> None:
    *colour, black = press_inks(grey, grey, grey, LIMIT)
    assert colour == [0, 0, 0]
    assert black == pytest.approx(1 - grey, abs=1.1e-4)
