"""The keepsake and the score pad: what is on the paper, through the command line."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pypdf
import pypdfium2
import pytest
from numpy.typing import NDArray

from aa_tools.cards.database import CardDatabase
from aa_tools.errors import InputError
from aa_tools.printing.pages.score_pad import plan_score_pad
from aa_tools.record.steps import new_game_text
from aa_tools.rules.ruleset import Side
from tests.conftest import Aa
from tests.record.games import canvas, texts

PX_PER_MM = 8.0
PANEL = (0xF5, 0xEF, 0xE3)
MAT_MM = 4.0


def picture(path: Path) -> NDArray[np.uint8]:
    """The one page of a PDF as pixels, (height, width, 3)."""
    document = pypdfium2.PdfDocument(path)
    assert len(document) == 1
    rendered: NDArray[np.uint8] = document[0].render(scale=PX_PER_MM * 25.4 / 72, rev_byteorder=True).to_numpy()
    return rendered[..., :3]


def fonts(path: Path) -> dict[str, bool]:
    """The fonts of a PDF, and whether each is embedded."""
    found = {}
    for item in pypdf.PdfReader(path).pages[0]["/Resources"]["/Font"].values():  # type: ignore[index]
        font = item.get_object()
        descriptor = font.get("/FontDescriptor") or font["/DescendantFonts"][0].get_object()["/FontDescriptor"]
        found[str(font["/BaseFont"])] = "/FontFile2" in descriptor.get_object()
    return found


def runs(flags: NDArray[np.bool_], least: int) -> list[tuple[int, int]]:
    """Where long runs of True start and end."""
    edges = [int(at) for at in np.flatnonzero(np.diff(np.concatenate([[0], flags.astype(int), [0]])))]
    return [(start, end) for start, end in pairwise(edges) if flags[start] and end - start >= least]


def keepsake(aa: Aa, tmp_path: Path, text: str, *options: str) -> Path:
    game, out = tmp_path / "game.yaml", tmp_path / "out" / "keepsake.pdf"
    game.write_text(text)
    run = aa("game", "show", game, "--pdf", out, "--json", *options)
    assert run.code == 0, run.err
    assert f"{out}: the finished game on one sheet" in run.err
    return out


@pytest.mark.parametrize(("players", "side"), [(2, 8), (4, 10)])
def test_the_paintings_are_the_canvases(aa: Aa, cards: CardDatabase, tmp_path: Path, players: int, side: int) -> None:
    """Finds the three mats on the rendered page, and compares the middle of every quadrant."""
    page = picture(keepsake(aa, tmp_path, texts(players, cards)[-1]))
    inks = np.array([[int(each.ink[at : at + 2], 16) for at in (1, 3, 5)] for each in cards.file.colours.values()])
    is_panel = (page == PANEL).all(axis=-1)
    strips = runs(is_panel.mean(axis=0) > 0.3, int(3 * PX_PER_MM))
    assert len(strips) == 6
    for number in range(3):
        left, right = strips[2 * number][0], strips[2 * number + 1][1]
        rows = np.flatnonzero(is_panel[:, left + 4])
        mat = page[rows[0] : rows[-1] + 1, left:right]
        inner = mat[
            int(MAT_MM * PX_PER_MM) : -int(MAT_MM * PX_PER_MM), int(MAT_MM * PX_PER_MM) : -int(MAT_MM * PX_PER_MM)
        ]
        high, wide = inner.shape[0] / side, inner.shape[1] / side
        assert high / wide == pytest.approx(88.9 / 63.5, rel=0.01)
        for (row, column), colour in np.ndenumerate(canvas(players, number).quadrants):
            seen = inner[int((row + 0.5) * high), int((column + 0.5) * wide)].astype(int)
            assert np.abs(inks - seen).sum(axis=1).argmin() == colour
            assert np.abs(inks[colour] - seen).max() < 40  # a brush stroke may lie here


def test_the_keepsake_says_who_made_what(aa: Aa, cards: CardDatabase, tmp_path: Path) -> None:
    out = keepsake(aa, tmp_path, texts(2, cards)[-1])
    text = " ".join(pypdf.PdfReader(out).pages[0].extract_text().split())
    shown = aa("game", "show", tmp_path / "game.yaml", "--json").json
    for player in shown["players"]:
        assert player["name"] in text
        assert str(player["points"]) in text
    for result in shown["rounds"]:
        assert " ".join(f"{player['name']} {player['points']}" for player in result["players"]) in text
        for claim in result["claims"]:
            assert str(cards.card(claim["card"]).title) in text
    assert "has won with" in text


def test_the_same_game_gives_the_same_bytes_and_every_font_is_embedded(
    aa: Aa, cards: CardDatabase, tmp_path: Path
) -> None:
    first = keepsake(aa, tmp_path, texts(4, cards)[-1]).read_bytes()
    out = keepsake(aa, tmp_path, texts(4, cards)[-1])
    assert out.read_bytes() == first
    assert all(fonts(out).values())
    assert not any("Helvetica" in name for name in fonts(out))


@pytest.mark.parametrize(("paper", "wide", "high"), [("a4", 297, 210), ("letter", 279.4, 215.9)])
def test_the_sheets_lie_on_either_paper(
    aa: Aa, cards: CardDatabase, tmp_path: Path, paper: str, wide: float, high: float
) -> None:
    out = keepsake(aa, tmp_path, texts(2, cards)[-1], "--paper", paper)
    run = aa("sheets", "score-pad", "--paper", paper, "--out", tmp_path)
    assert run.code == 0
    for path in (out, tmp_path / "score-pad.pdf"):
        box = pypdf.PdfReader(path).pages[0].mediabox
        assert (float(box.width) * 25.4 / 72, float(box.height) * 25.4 / 72) == pytest.approx((wide, high), abs=0.01)


def test_long_names_are_cut_short(aa: Aa, cards: CardDatabase, tmp_path: Path) -> None:
    names = {"Anna": "Annabella Wilhelmina Constantia of the Northern Lakes", "Ben": "W" * 90}
    text = texts(2, cards)[-1]
    for short, long in names.items():
        text = text.replace(short, long)
    words = pypdf.PdfReader(keepsake(aa, tmp_path, text)).pages[0].extract_text()
    assert "…" in words
    assert "W" * 60 not in words


def test_a_game_that_is_not_over_has_no_keepsake(aa: Aa, cards: CardDatabase, tmp_path: Path) -> None:
    game, out = tmp_path / "game.yaml", tmp_path / "keepsake.pdf"
    game.write_text(texts(2, cards)[5])
    run = aa("game", "show", game, "--pdf", out)
    expected = f"aa: {game}: the game is not over; the keepsake shows all its rounds; play on first\n"
    assert (run.code, run.out, run.err) == (3, "", expected)
    assert not out.exists()


def test_a_name_that_no_font_can_draw_is_told(aa: Aa, cards: CardDatabase, tmp_path: Path) -> None:
    game = tmp_path / "game.yaml"
    game.write_text(texts(2, cards)[-1].replace("Anna", "日子"))
    run = aa("game", "show", game, "--pdf", tmp_path / "out.pdf")
    assert run.code == 3
    assert "日子 cannot be printed: the font" in run.err
    assert aa("game", "show", game).code == 0


def test_the_score_pad_has_a_line_for_each_card_of_each_round(aa: Aa, tmp_path: Path) -> None:
    run = aa("sheets", "score-pad", "--out", tmp_path, "--rule", "points.professor=7")
    assert (run.code, run.err) == (0, "")
    assert run.out == f"{tmp_path / 'score-pad.pdf'}: two score pads on a sheet of A4; cut it in the middle\n"
    words = pypdf.PdfReader(tmp_path / "score-pad.pdf").pages[0].extract_text().split()
    assert (words.count("3"), words.count("7"), words.count("2")) == (2 * 5 + 2, 2 * 3, 2 * 3 + 2)
    assert words.count("Round") == 2 * 3
    assert all(fonts(tmp_path / "score-pad.pdf").values())


def test_a_pad_of_many_rounds_still_fits(aa: Aa, tmp_path: Path) -> None:
    rounds = ", ".join(["{assignments_of_each_colour: 2, professors: 3}"] * 6)
    assert aa("sheets", "score-pad", "--out", tmp_path, "--rule", f"rounds=[{rounds}]").code == 0
    page = picture(tmp_path / "score-pad.pdf")
    margin = int(8 * PX_PER_MM)
    assert (page[-margin:, : page.shape[1] // 2 - margin] == 255).all()


def test_decks_and_the_pad_print_together(aa: Aa, tmp_path: Path) -> None:
    run = aa("sheets", "first_player", "score-pad", "--out", tmp_path)
    assert run.code == 0
    assert sorted(path.name for path in tmp_path.glob("*.pdf")) == ["first_player.pdf", "score-pad.pdf"]


def test_a_keepsake_of_one_round(aa: Aa, tmp_path: Path) -> None:
    """House rules may make a game shorter; the page still fills."""
    game = tmp_path / "game.yaml"
    names = {Side.SOUTH: "Anna", Side.NORTH: "Ben"}
    game.write_text(new_game_text(names, Side.SOUTH, 1, {"rounds": [{"assignments": 1}]}))
    aa("game", "deal", game)
    run = aa("game", "score", game, "-", stdin="\n".join(canvas(2, 3).rows("RYB")))
    assert run.code == 0
    assert aa("game", "show", game, "--pdf", tmp_path / "one.pdf").code == 0
    assert len(pypdf.PdfReader(tmp_path / "one.pdf").pages) == 1


@pytest.mark.parametrize("paper", ["a5", "photo-4x6"])
def test_small_papers_are_refused(cards: CardDatabase, paper: str) -> None:
    with pytest.raises(InputError, match="is too small for this page; choose a4, letter or a larger paper"):
        plan_score_pad(cards, paper=paper)


def test_the_score_pad_speaks_the_language_of_the_cards(aa: Aa, tmp_path: Path) -> None:
    found = {}
    for language in ("en", "de"):
        assert aa("sheets", "score-pad", "--language", language, "--out", tmp_path).code == 0
        found[language] = " ".join(pypdf.PdfReader(tmp_path / "score-pad.pdf").pages[0].extract_text().split())
    for german, english in (("Spieler", "Players"), ("Runde 2", "Round 2"), ("Summe", "Total"),
                            ("Die meisten Punkte; dann", "Most points; then")):  # fmt: skip
        assert (german in found["de"], english in found["de"]) == (True, False)
        assert (german in found["en"], english in found["en"]) == (False, True)
