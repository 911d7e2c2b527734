"""`aa sheets`, through the command line."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import platformdirs
import pypdf
import pytest

from tests.conftest import ROOT, Aa


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platformdirs, "user_config_path", lambda *_, **__: tmp_path / "settings")


DECKS = ["canvas", "inspiration", "assignment", "professor", "first_player", "reference"]


def test_separate_decks_hold_93_cards(aa: Aa, tmp_path: Path) -> None:
    run = aa("sheets", "--separate", "--out", tmp_path / "new folder")
    assert run.code == 0
    lines = [line.partition("new folder/")[2] for line in run.out.splitlines()[:-1]]
    assert lines == [
        "canvas.pdf: 54 cards on 6 sheets",
        "inspiration.pdf: 12 cards on 2 sheets, 6 places empty",
        "assignment.pdf: 15 cards on 2 sheets, 3 places empty",
        "professor.pdf: 7 cards on 1 sheet, 2 places empty",
        "first_player.pdf: 1 card on 1 sheet, 8 places empty",
        "reference.pdf: 4 cards on 1 sheet, 5 places empty",
    ]
    assert run.out.splitlines()[-1] == "All: 93 cards on 13 sheets, 24 places empty"
    assert "100 %" in run.err
    pages = {deck: len(pypdf.PdfReader(tmp_path / "new folder" / f"{deck}.pdf").pages) for deck in DECKS}
    assert pages == {
        "canvas": 12, "inspiration": 4, "assignment": 4, "professor": 2, "first_player": 2, "reference": 2
    }  # fmt: skip


def test_named_decks_on_letter(aa: Aa, tmp_path: Path) -> None:
    run = aa("sheets", "professor", "canvas", "professor", "--separate", "--paper", "letter", "--out", tmp_path)
    assert run.code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["canvas.pdf", "printed.yaml", "professor.pdf"]
    box = pypdf.PdfReader(tmp_path / "canvas.pdf").pages[0].mediabox
    assert sorted([float(box.width), float(box.height)]) == [612, 792]


def test_the_default_folder_is_output(aa: Aa, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert aa("sheets", "reference").code == 0
    assert sorted(path.name for path in (tmp_path / "output").iterdir()) == ["printed.yaml", "reference.pdf"]


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["canvass"], 3, "there is no deck 'canvass'; did you mean canvas?"),
        (
            ["foo"],
            3,
            "there is no deck 'foo'; known: canvas, inspiration, assignment, professor, first_player, reference, "
            "score-pad\n",
        ),
        (["--paper", "a44"], 3, "there is no paper template 'a44'; did you mean a4?"),
        (
            ["--cards", "none.yaml"],
            3,
            "none.yaml: cannot be read: no such file or directory; check the spelling and the folder",
        ),
        (["--theme", "clasic"], 3, "there is no theme template 'clasic'; did you mean classic?"),
        (["--language", "fr"], 3, "cards.yaml: no texts in the language 'fr'; known: de, en"),
        (["--rule", "x=1"], 3, "--rule x=1: the key x is not known here; known: inspirations_per_round"),
        (["--gap", "-1"], 3, "--gap -1: a length cannot be negative; use 0 or more"),
        (["--gap", "thin"], 3, "--gap thin: 'thin' is not a number; use digits, such as 3 or 0.5"),
        (["--bleed", "nan"], 3, "--bleed nan: 'nan' is not a number; use digits, such as 3 or 0.5"),
        (["--bleed", "120"], 3, "a card of 63.5 x 88.9 mm with a bleed of 120 mm does not fit on A4 (210 x 297 mm)"),
        (["--margins", "4,4"], 3, "--margins 4,4: wrong number of values; write it as TOP,RIGHT,BOTTOM,LEFT"),
        (["--margins", "150"], 3, "the margins leave no space on A4 (210 x 297 mm); choose a larger paper"),
        (
            ["--margins", "8,8,220,8"],
            3,
            "a card of 63.5 x 88.9 mm does not fit on A4 (210 x 297 mm) between the margins",
        ),
        (["--size", "0x88"], 3, "a card of 0 x 88 mm is too small; each side is at least 25 mm"),
        (["--size", "24.9x30"], 3, "a card of 24.9 x 30 mm is too small; each side is at least 25 mm"),
        (["--size", "300x300"], 3, "a card of 300 x 300 mm does not fit on A4 (210 x 297 mm) between the margins"),
        *(
            (
                ["--order", "fronts-first", "--flip", flip],
                3,
                f"--order fronts-first: has no meaning with --flip {flip}, where no back has a page of its own; "
                "leave it out",
            )
            for flip in ("none", "fold")
        ),
        (["--printer", "office"], 3, "there is no printer 'office'; keep one with aa printer set"),
        (["--paper", "none.yaml"], 3, "none.yaml: cannot be read: no such file or directory; check the spelling"),
    ],
)
def test_wrong_input_writes_nothing(aa: Aa, tmp_path: Path, options: list[str], code: int, message: str) -> None:
    run = aa("sheets", *options, "--out", tmp_path / "new")
    assert (run.code, run.out) == (code, "")
    assert run.err.startswith(f"aa: {message}")
    assert run.err.count("\n") == 1
    assert not (tmp_path / "new").exists()


def test_a_folder_that_cannot_be_written(aa: Aa, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    run = aa("sheets", "reference", "--out", tmp_path / "file")
    assert run.code == 5
    assert "cannot be written" in run.err
    assert "choose another folder" in run.err


def test_faults_of_all_decks_are_told_at_once(aa: Aa, tmp_path: Path) -> None:
    text = (ROOT / "cards.yaml").read_text(encoding="utf-8")
    text = text.replace("template: reference", "template: refrence").replace(
        "template: professor", "template: profesor"
    )
    (tmp_path / "cards.yaml").write_text(text, encoding="utf-8")
    run = aa("sheets", "--cards", tmp_path / "cards.yaml", "--out", tmp_path / "new")
    assert run.code == 3
    assert [line.rpartition("; ")[2] for line in run.err.splitlines()] == [
        "did you mean professor?",
        "did you mean reference?",
    ]
    assert not (tmp_path / "new").exists()


def test_a_theme_and_a_language(aa: Aa, tmp_path: Path) -> None:
    run = aa("sheets", "assignment", "--theme", "colour-safe", "--language", "de", "--out", tmp_path)
    assert run.code == 0
    text = " ".join(pypdf.PdfReader(tmp_path / "assignment.pdf").pages[0].extract_text().split())
    assert "Roter Archipel" in text
    assert "AUFTRAG" in text
    assert "Die meisten getrennten roten Flächen in deiner Zone." in text
    assert "Beispiel: 6" in text
    assert "areas in your zone" not in text


def test_low_ink_tells_its_ink_beside_that_of_classic(aa: Aa, tmp_path: Path) -> None:
    run = aa("sheets", "canvas", "professor", "--separate", "--theme", "low-ink", "--out", tmp_path)
    assert run.code == 0
    lines = run.out.splitlines()
    assert [line.rpartition("/")[2] for line in lines if not line.startswith(" ")] == [
        "canvas.pdf: 54 cards on 6 sheets",
        "professor.pdf: 7 cards on 1 sheet, 2 places empty",
        "All: 61 cards on 7 sheets, 2 places empty",
    ]
    found = [
        re.fullmatch(r"  sheet (\d): (\d+) cm² of ink, (\d+) % of the (\d+) cm² of Classic", line) for line in lines
    ]
    told = [[int(part) for part in each.groups()] for each in found if each]
    assert [sheet for sheet, *_ in told] == [1, 2, 3, 4, 5, 6, 1]
    for _, ink, share, classic in told:
        assert share == pytest.approx(100 * ink / classic, abs=1)
        assert share < 50
    assert " cm² " not in aa("sheets", "professor", "--out", tmp_path).out


def test_sheets_are_verified(aa: Aa, tmp_path: Path) -> None:
    assert aa("sheets", "canvas", "--out", tmp_path).code == 0
    path = tmp_path / "canvas.pdf"
    run = aa("sheets", "--verify", path)
    assert (run.code, run.out) == (0, f"{path}: right to print\n")
    writer = pypdf.PdfWriter(clone_from=str(path))
    writer.remove_page(1)
    writer.write(path)
    run = aa("sheets", "--verify", path)
    assert run.code == 1
    assert run.out.count("has no back behind it") == 9
    assert sorted(each.name for each in tmp_path.iterdir()) == ["canvas.pdf", "printed.yaml"]


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("none.pdf", "none.pdf: cannot be read: no such file or directory; check the spelling and the folder"),
        ("text.pdf", "text.pdf: is not a readable PDF; use a PDF made by aa sheets"),
    ],
)
def test_what_cannot_be_verified(aa: Aa, tmp_path: Path, file: str, message: str) -> None:
    (tmp_path / "text.pdf").write_text("hello", encoding="utf-8")
    run = aa("sheets", "--verify", tmp_path / file)
    assert (run.code, run.out, run.err) == (3, "", f"aa: {tmp_path}/{message}\n")


def test_faults_of_all_options_are_told_at_once(aa: Aa, tmp_path: Path) -> None:
    run = aa("sheets", "--gap", "-1", "--bleed", "-2", "--margins", "x", "--size", "pokr", "--out", tmp_path / "new")
    assert (run.code, run.err.count("\n")) == (3, 4)


@pytest.mark.parametrize("options", [[], ["--combine"]])
def test_decks_share_sheets(aa: Aa, tmp_path: Path, options: list[str]) -> None:
    run = aa("sheets", *options, "--out", tmp_path)
    assert (run.code, run.out) == (0, f"{tmp_path / 'cards.pdf'}: 93 cards on 11 sheets, 6 places empty\n")


def test_a_single_deck_names_its_file(aa: Aa, tmp_path: Path) -> None:
    assert aa("sheets", "professor", "--out", tmp_path / "a").code == 0
    assert aa("sheets", "professor", "--separate", "--out", tmp_path / "b").code == 0
    assert (tmp_path / "a" / "professor.pdf").read_bytes() == (tmp_path / "b" / "professor.pdf").read_bytes()


# Single cards.


def test_single_cards_are_printed_again(aa: Aa, tmp_path: Path) -> None:
    run = aa("sheets", "--only", "red-areas", "the hook*2", "--out", tmp_path)
    assert (run.code, run.out) == (0, f"{tmp_path / 'reprint-1.pdf'}: 3 cards on 1 sheet, 6 places empty\n")
    front, back = pypdf.PdfReader(tmp_path / "reprint-1.pdf").pages
    assert front.extract_text().count("inspiration-hook") == 2
    assert front.extract_text().count("red-areas") == 1
    assert "back" in back.extract_text()
    # A second run does not overwrite sheets that may not be printed yet.
    assert aa("sheets", "--only", "C01", "--only=C01*3", "--separate", "--out", tmp_path).out == (
        f"{tmp_path / 'reprint-2.pdf'}: 4 cards on 1 sheet, 5 places empty\n"
    )


def test_reprints_leave_the_print_log_as_it_is(aa: Aa, tmp_path: Path) -> None:
    assert aa("sheets", "professor", "--out", tmp_path).code == 0
    before = (tmp_path / "printed.yaml").read_bytes()
    assert aa("sheets", "--only", "weaver", "red-areas", "--out", tmp_path).code == 0
    assert (tmp_path / "printed.yaml").read_bytes() == before


@pytest.mark.parametrize(
    ("cards", "messages"),
    [
        (
            ["red-area", "the hok*2"],
            [
                "--only red-area: there is no card 'red-area'; did you mean red-areas (Red Archipelago)?",
                "--only the hok*2: there is no card 'the hok'; did you mean inspiration-hook (The Hook)?",
            ],
        ),
        (["C01*0"], ["--only C01*0: the number of copies must be from 1 to 100"]),
        (["C01*-1"], ["--only C01*-1: the number of copies must be from 1 to 100"]),
        (["C01*60", "C01*41"], ["--only C01*41: the number of copies must be from 1 to 100"]),
        (["C01*99999999999999999999"], ["--only C01*99999999999999999999: the number of copies must be from 1 to 100"]),
        (
            ["*2"],
            [
                "--only *2: there is no card ''; known: C01, C02, C03, C04, C05, C06, C07, C08, C09, C10, C11, C12, "
                "C13, …"
            ],
        ),
        (
            ["C01", "canvas"],
            ["--only canvas: is a deck, and --only prints single cards; leave out either the deck or --only"],
        ),
        (["C01", "--changed"], ["--changed: cannot be combined with --only; leave out one of them"]),
    ],
)
def test_single_cards_that_cannot_be_printed(aa: Aa, tmp_path: Path, cards: list[str], messages: list[str]) -> None:
    run = aa("sheets", "--only", *cards, "--out", tmp_path / "new")
    assert (run.code, run.out, run.err.splitlines()) == (3, "", [f"aa: {message}" for message in messages])
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("options", "how"),
    [
        (["--flip", "short"], "Print both sides, flip on the short edge, at 100 % (no scaling)."),
        (["--flip", "none"], "Print on one side, at 100 % (no scaling)."),
        (["--flip", "fold"], "Print on one side, at 100 % (no scaling); fold along the dashed line, glue, then cut."),
        (
            ["--order", "fronts-first"],
            "Print the fronts, turn the stack over its long edge, print the backs, all at 100 % (no scaling).",
        ),
    ],
)
def test_how_to_print_is_said(aa: Aa, tmp_path: Path, options: list[str], how: str) -> None:
    assert aa("sheets", "reference", *options, "--out", tmp_path).err == how + "\n"


def test_a_warning_is_said_once(aa: Aa, tmp_path: Path) -> None:
    run = aa("sheets", "--paper", "letter", "--out", tmp_path)
    assert run.err.count("come within 6.35 mm of the edge") == 1


def test_options_reach_the_sheets(aa: Aa, tmp_path: Path) -> None:
    aa("printer", "set", "office", "--offset", "1,0")
    options = ["--size", "tarot", "--mixed", "--bleed", "0.5", "--gap", "0", "--marks", "none", "--margins", "5"]
    run = aa("sheets", "canvas", *options, "--printer", "office", "--out", tmp_path)
    assert run.out == f"{tmp_path / 'canvas.pdf'}: 54 cards on 9 sheets\n"
    assert "The bleed between two cards is limited to 0 mm, half of the gap." in run.err
    front, back = pypdf.PdfReader(tmp_path / "canvas.pdf").pages[:2]
    width = float(front.mediabox.width)
    moved = width - float(front.trimbox[2]) - float(back.trimbox[0])
    assert moved * 25.4 / 72 == pytest.approx(1, abs=0.001)


# Only what changed.


def test_one_word_changed_is_one_sheet_with_that_card(aa: Aa, tmp_path: Path) -> None:
    cards, out = tmp_path / "cards.yaml", tmp_path / "out"
    text = (ROOT / "cards.yaml").read_text(encoding="utf-8")
    cards.write_text(text, encoding="utf-8")
    assert aa("sheets", "--cards", cards, "--out", out).code == 0
    assert "Most separate red areas" in text
    cards.write_text(text.replace("Most separate red areas", "Most single red areas"), encoding="utf-8")
    run = aa("sheets", "--changed", "--cards", cards, "--out", out)
    assert run.code == 0
    assert run.out.splitlines() == [
        f"{out / 'changed-1.pdf'}: 1 card on 1 sheet, 8 places empty",
        f"{out / 'changed-1.txt'}:",
        "Throw away these old cards:",
        "  1 x assignment red-areas (Red Archipelago): drawn anew",
    ]
    front, back = pypdf.PdfReader(out / "changed-1.pdf").pages
    assert "Most single red areas" in " ".join(front.extract_text().split())
    assert "· assignment · sheet 1 of 1 · back" in back.extract_text()
    assert (out / "changed-1.txt").read_text(encoding="utf-8").splitlines() == run.out.splitlines()[2:]
    assert aa("sheets", "--changed", "--cards", cards, "--out", out).out == "Nothing has changed since the last run.\n"


def test_each_run_of_changes_has_its_own_file(aa: Aa, tmp_path: Path) -> None:
    cards, out = tmp_path / "cards.yaml", tmp_path / "out"
    text = (ROOT / "cards.yaml").read_text(encoding="utf-8")
    cards.write_text(text, encoding="utf-8")
    aa("sheets", "--cards", cards, "--out", out)
    for number, word in enumerate(("single", "lone"), 1):
        cards.write_text(text.replace("Most separate red areas", f"Most {word} red areas"), encoding="utf-8")
        assert aa("sheets", "--changed", "--cards", cards, "--out", out).code == 0
        assert (out / f"changed-{number}.pdf").exists()
    hook = "title: {en: The Hook, de: Der Haken}\n        count: "
    fewer = text.replace(f"{hook}2", f"{hook}1")
    cards.write_text(fewer, encoding="utf-8")
    run = aa("sheets", "inspiration", "--changed", "--cards", cards, "--out", out)
    assert run.out.splitlines() == [
        f"{out / 'changed-3.txt'}:",
        "Throw away these old cards:",
        "  1 x inspiration inspiration-hook (The Hook): fewer are needed",
    ]
    assert not (out / "changed-3.pdf").exists()


def test_changed_cards_in_a_file_for_each_deck(aa: Aa, tmp_path: Path) -> None:
    assert aa("sheets", "canvas", "--out", tmp_path).code == 0
    run = aa("sheets", "--changed", "--separate", "canvas", "professor", "reference", "--out", tmp_path)
    assert [line.rpartition("/")[2] for line in run.out.splitlines()] == [
        "changed-1-professor.pdf: 7 cards on 1 sheet, 2 places empty",
        "changed-1-reference.pdf: 4 cards on 1 sheet, 5 places empty",
        "All: 11 cards on 2 sheets, 7 places empty",
    ]
    assert aa("sheets", "--changed", "canvas", "professor", "--out", tmp_path).out.startswith("Nothing has changed")


def test_without_a_print_log_every_card_is_new(aa: Aa, tmp_path: Path) -> None:
    run = aa("sheets", "professor", "--changed", "--out", tmp_path)
    assert run.out == f"{tmp_path / 'changed-1.pdf'}: 7 cards on 1 sheet, 2 places empty\n"
    assert f"There is no {tmp_path / 'printed.yaml'} yet, so every card is new." in run.err


def test_a_broken_print_log_is_kept_aside_where_it_is_not_needed(aa: Aa, tmp_path: Path) -> None:
    path, broken = tmp_path / "printed.yaml", "format: aa.printed/2\n"
    for number in (1, 2):
        path.write_text(broken, encoding="utf-8")
        run = aa("sheets", "professor", "--out", tmp_path)
        aside = tmp_path / f"damaged-{number}-printed.yaml"
        assert run.code == 0
        assert f"{path} could not be read. It was renamed to {aside}, and a new one begun.\n" in run.err
        assert aside.read_text(encoding="utf-8") == broken
        assert aa("sheets", "professor", "--changed", "--out", tmp_path).out.startswith("Nothing has changed")


def test_a_broken_print_log_stops_before_anything_is_written(aa: Aa, tmp_path: Path) -> None:
    (tmp_path / "printed.yaml").write_text("format: aa.printed/2\n", encoding="utf-8")
    run = aa("sheets", "professor", "--changed", "--out", tmp_path)
    assert run.code == 3
    assert "printed.yaml:1:9: format cannot be 'aa.printed/2'; did you mean aa.printed/1?" in run.err
    assert [path.name for path in tmp_path.iterdir()] == ["printed.yaml"]


# Files that cannot be written.


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")
def test_a_disk_that_fills_up_leaves_what_stood_there(aa: Aa, tmp_path: Path) -> None:
    """No file may be larger than 40 kB: the first decks that are written fit, the third does not."""
    assert aa("sheets", "reference", "inspiration", "canvas", "--separate", "--out", tmp_path).code == 0
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    script = (
        "import resource, sys\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))\n"
        "from aa_tools.cli.app import main\n"
        "main(sys.argv[1:])\n"
    )
    run = subprocess.run(
        [
            sys.executable,
            "-c",
            script,
            "sheets",
            "reference",
            "inspiration",
            "canvas",
            "--separate",
            "--flip",
            "short",
            "--out",
            tmp_path,
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout) == (5, "")
    assert run.stderr == f"aa: {tmp_path / 'canvas.pdf'}: cannot be written: file too large; choose another folder\n"
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_the_print_log_does_not_know_what_was_not_written(aa: Aa, tmp_path: Path) -> None:
    (tmp_path / "reference.pdf").mkdir()
    run = aa("sheets", "reference", "--out", tmp_path)
    assert run.code == 5
    assert "reference.pdf: cannot be written: is a directory" in run.err
    assert [path.name for path in tmp_path.iterdir()] == ["reference.pdf"]


def test_a_folder_without_permission(aa: Aa, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    run = aa("sheets", "reference", "--out", tmp_path)
    assert (run.code, run.out) == (5, "")
    assert run.err == (
        f"aa: {tmp_path / 'printed.yaml'}: cannot be written: permission denied; choose another folder\n"
    )
    assert not list(tmp_path.iterdir())


def test_templates_beside_the_card_file_are_used(aa: Aa, tmp_path: Path) -> None:
    own = tmp_path / "mine"
    (own / "templates" / "papers").mkdir(parents=True)
    (own / "cards.yaml").write_text((ROOT / "cards.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    (own / "templates" / "papers" / "a4.yaml").write_text("extends: a4\ntitle: My A4\n", encoding="utf-8")
    aa("sheets", "reference", "--cards", own / "cards.yaml", "--out", tmp_path / "a")
    aa("sheets", "reference", "--out", tmp_path / "b")
    subjects = [pypdf.PdfReader(tmp_path / name / "reference.pdf").metadata.subject for name in "ab"]  # type: ignore[union-attr]
    assert [(subject or "").split(" of ")[1].split(",")[0] for subject in subjects] == ["My A4", "A4"]


def test_cards_that_a_correction_moves_off_the_page_are_told(aa: Aa, tmp_path: Path) -> None:
    aa("printer", "set", "far", "--offset", "12,0")
    aa("printer", "set", "near", "--offset", "2,1")
    assert "moves some cards off the page" in aa("sheets", "canvas", "--printer", "far", "--out", tmp_path).err
    assert "moves some cards off the page" not in aa("sheets", "canvas", "--printer", "near", "--out", tmp_path).err
