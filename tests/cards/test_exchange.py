"""Cards through a spreadsheet and back: nothing is lost, only what differs is touched, errors name their cell."""

from __future__ import annotations

import difflib
import re
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aa_tools.cards.database import parse_cards
from aa_tools.cards.spreadsheet.formats import Cell, Row, Spreadsheet, read_spreadsheet, spreadsheet_bytes
from aa_tools.cards.spreadsheet.rows import apply_rows, to_table
from aa_tools.errors import InputError
from aa_tools.files import SourceText
from tests.conftest import ROOT, Aa

CARDS = (ROOT / "cards.yaml").read_text(encoding="utf-8")
WARNED = ROOT / "tests" / "cards" / "warned"


def sheet(text: str = CARDS) -> Spreadsheet:
    heads, rows = to_table(parse_cards(SourceText("cards.yaml", text)))
    cells = ({head: str(cell) for head, cell in zip(heads, row, strict=True) if cell != ""} for row in rows)
    return Spreadsheet("deck.csv", tuple(heads), tuple(Row(number, each) for number, each in enumerate(cells, 2)))


def changed(sheet: Spreadsheet, card_id: str, **cells: str) -> Spreadsheet:
    """Returns a spreadsheet with other cells in one row; "" empties a cell, __ stands for a dot."""
    named = {key.replace("__", "."): value for key, value in cells.items()}
    rows = [
        Row(row.number, {k: v for k, v in (row.cells | named).items() if v}) if row.cells["id"] == card_id else row
        for row in sheet.rows
    ]
    return Spreadsheet(sheet.name, sheet.heads, tuple(rows))


def edits(before: str, after: str) -> list[str]:
    differences = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return [line for line in differences if line[0] in "+-" and line[:3] not in ("+++", "---")]


def put_back(spreadsheet: Spreadsheet, text: str = CARDS) -> str:
    return apply_rows(SourceText("cards.yaml", text), spreadsheet).text


@pytest.mark.parametrize("path", [ROOT / "cards.yaml", *sorted(WARNED.glob("*.yaml"))], ids=lambda path: path.stem)
@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
def test_out_and_back_changes_no_letter(path: Path, ending: str, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    file = tmp_path / f"deck{ending}"
    file.write_bytes(spreadsheet_bytes(file, *to_table(parse_cards(SourceText("cards.yaml", text)))))
    assert edits(text, put_back(read_spreadsheet(file), text)) == []


def test_only_the_lines_that_differ_are_touched() -> None:
    spreadsheet = changed(sheet(), "C07", quadrants="YR/BY", count="2")
    spreadsheet = changed(spreadsheet, "red-areas", title__en="no", text__de="Die: Flächen.")
    spreadsheet = changed(spreadsheet, "pointillist", objective__max_size="", objective__over="max")
    assert edits(CARDS, put_back(spreadsheet)) == [
        "-      - {id: C07, tag: 52, quadrants: YR/RY}",
        "+      - {id: C07, tag: 52, quadrants: YR/BY, count: 2}",
        "-        title: {en: Red Archipelago, de: Roter Archipel}",
        '+        title: {en: "no", de: Roter Archipel}',
        "-          de: Die meisten getrennten roten Flächen in deiner Zone.",
        '+          de: "Die: Flächen."',
        "-        objective: {measure: areas, over: sum, max_size: 1}",
        "+        objective: {measure: areas, over: max}",
    ]


def test_new_gone_and_moved_cards() -> None:
    whole = sheet()
    rows = [row for row in whole.rows if row.cells["id"] not in ("C12", "islander")]
    rows.append(Row(90, {"deck": "canvas", "id": "C55", "quadrants": "RR/RR", "accept.same-title": "A joke."}))
    rows.append(Row(91, {"deck": "assignment", "id": "islander", "title": "Island", "text": "Islands.",
                         "objective.measure": "islands", "objective.colour": "red"}))  # fmt: skip
    text = put_back(Spreadsheet("deck.csv", (*whole.heads, "accept.same-title"), tuple(rows)))
    cards = parse_cards(SourceText("cards.yaml", text))
    assert cards.ids("canvas")[-1] == "C55"
    assert cards.card("C55").accept == {"same-title": "A joke."}
    assert "C12" not in cards.ids("canvas")
    assert cards.deck_of("islander") == "assignment"
    assert "# Two colours, two quadrants each: 18 cards." in text


def test_a_deck_that_is_not_named_stays() -> None:
    whole = sheet()
    only = tuple(row for row in whole.rows if row.cells["deck"] == "professor" and row.cells["id"] != "echo")
    cards = parse_cards(SourceText("cards.yaml", put_back(Spreadsheet("deck.csv", whole.heads, only))))
    assert len(cards.ids("canvas")) == 54
    assert "echo" not in cards.ids("professor")
    assert len(cards.ids("professor")) == 6


def test_a_file_with_other_indentation_keeps_it() -> None:
    text = (WARNED / "none.yaml").read_text(encoding="utf-8").replace("\n      - ", "\n    - ")
    text = text.replace("quadrants: BR/RB}", "quadrants: BR/RB}   # the last")
    after = put_back(changed(sheet(text), "C01", quadrants="RR/BY"), text)
    assert edits(text, after) == ["-    - {id: C01, quadrants: RR/YB}", "+    - {id: C01, quadrants: RR/BY}"]


awkward = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="{}\ufeff\u2028\u2029\x85"), max_size=30
)


NONE = (WARNED / "none.yaml").read_text(encoding="utf-8")


@settings(max_examples=60, deadline=None)
@given(awkward.map(str.strip).filter(lambda text: text and text.isprintable()), st.sampled_from(["C07", "weaver"]))
def test_any_title_survives(title: str, card_id: str) -> None:
    text = put_back(changed(sheet(NONE), card_id, title=title), NONE)
    assert parse_cards(SourceText("cards.yaml", text)).card(card_id).title == title


@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
def test_awkward_cells_survive(ending: str, tmp_path: Path) -> None:
    words = [
        "=1+1",
        "0110",
        "no",
        "1:30",
        '"',
        "'",
        "a, b; c",
        "{x}",
        "# x",
        "- x",
        "12",
        "2.0",
        "true",
        "=",
        "@x",
        "é",
    ]
    rows: list[list[Cell]] = [["canvas", f"C{number}", word] for number, word in enumerate(words)]
    file = tmp_path / f"deck{ending}"
    file.write_bytes(spreadsheet_bytes(file, ["deck", "id", "title"], rows))
    assert [row.cells["title"] for row in read_spreadsheet(file).rows] == words


def told(spreadsheet: Spreadsheet) -> list[str]:
    with pytest.raises(InputError) as error:
        put_back(spreadsheet)
    return [str(problem) for problem in error.value.problems]


def test_a_fault_names_its_cell() -> None:
    spreadsheet = changed(sheet(), "C07", quadrants="YG/BY", count="two")
    spreadsheet = changed(spreadsheet, "red-areas", objective__measure="area", title__en="", title__de="")
    heads = spreadsheet.heads
    row = {each.cells["id"]: each.number for each in spreadsheet.rows}
    assert sorted(told(spreadsheet)) == sorted([
        f"deck.csv:{row['C07']}:{heads.index('quadrants') + 1}: 'G' is the letter of no colour; known: R, Y, B",
        f"deck.csv:{row['C07']}:{heads.index('count') + 1}: count must be a whole number, not 'two'",
        f"deck.csv:{row['red-areas']}:{heads.index('id') + 1}: card 1 has no title; add title: …",
        f"deck.csv:{row['red-areas']}: there is no measure 'area'; did you mean areas?",
    ])  # fmt: skip


def test_faults_of_the_spreadsheet_itself() -> None:
    rows = (
        Row(2, {"deck": "canvs", "id": "C01"}),
        Row(3, {"id": "C01"}),
        Row(4, {"deck": "canvas", "titel": "x"}),
    )
    decks = "canvas, inspiration, assignment, professor, first_player, reference"
    assert told(Spreadsheet("deck.csv", ("deck", "id", "titel"), rows)) == [
        "deck.csv:1:3: the column titel is not known; did you mean title?",
        "deck.csv:2:1: there is no deck 'canvs'; did you mean canvas?",
        f"deck.csv:3:1: the row names no deck; known: {decks}",
        "deck.csv:3:2: the id C01 is used twice; the first is in row 2",
        "deck.csv:4:2: the row has no id; give each card its own",
    ]
    assert told(Spreadsheet("deck.csv", ("title",), ())) == [
        "deck.csv:1: there is no column deck; add it",
        "deck.csv:1: there is no column id; add it",
    ]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("deck.txt", b"x", "deck.txt: is no spreadsheet; give a .csv, .xlsx or .ods file"),
        ("deck.csv", b"", "deck.csv:1: has no heads of columns; write deck, id, title, … in row 1"),
        ("deck.csv", b"deck,id,id\n", "deck.csv:1: two columns are called id; keep one of them"),
        ("deck.csv", b"deck,\xff\n", "deck.csv:1:6: is not UTF-8 text; save it as UTF-8"),
        ("deck.xlsx", b"no zip", "deck.xlsx: cannot be read: it is no .xlsx file; check the path, or export it as CSV"),
        ("deck.ods", b"no zip", "deck.ods: cannot be read: it is no .ods file; check the path, or export it as CSV"),
    ],
)
def test_what_is_no_spreadsheet(name: str, content: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError) as error:
        read_spreadsheet(tmp_path / name)
    assert str(error.value).replace(str(tmp_path) + "/", "") == message


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_csv_of_any_country(delimiter: str, tmp_path: Path) -> None:
    lines = (
        delimiter.join(cells) for cells in (("deck", "id", "count", ""), ("canvas", "C01", "2", ""), ("", "", "", ""))
    )
    (tmp_path / "deck.csv").write_bytes("\r\n".join(lines).encode("utf-8-sig"))
    found = read_spreadsheet(tmp_path / "deck.csv")
    assert found.heads == ("deck", "id", "count", "")
    assert found.rows == (Row(2, {"deck": "canvas", "id": "C01", "count": "2"}),)


CELL = '<table:table-cell office:value-type="{kind}" {value}><text:p>{text}</text:p></table:table-cell>'
CONTENT = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 office:version="1.2"><office:body><office:spreadsheet><table:table table:name="Cards">{rows}</table:table>
</office:spreadsheet></office:body></office:document-content>"""


def test_an_ods_file(tmp_path: Path) -> None:
    def row(*cells: object) -> str:
        made = (
            CELL.format(kind="float", value=f'office:value="{cell}"', text=cell) if isinstance(cell, int)
            else CELL.format(kind="string", value="", text=cell) for cell in cells
        )  # fmt: skip
        return f"<table:table-row>{''.join(made)}</table:table-row>"

    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = f'<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/></manifest:manifest>'  # noqa: E501
    with zipfile.ZipFile(tmp_path / "deck.ods", "w") as file:
        file.writestr("mimetype", kind)
        file.writestr("META-INF/manifest.xml", manifest)
        file.writestr("content.xml", CONTENT.format(rows=row("deck", "id", "count") + row("canvas", "C01", 2)))
    assert read_spreadsheet(tmp_path / "deck.ods").rows == (Row(2, {"deck": "canvas", "id": "C01", "count": "2"}),)


def test_through_the_command_line(aa: Aa, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert aa("cards", "import", "deck.csv").err == (
        "aa: there is no cards.yaml here; make one with aa init, or name one with --cards\n"
    )
    Path("cards.yaml").write_text(CARDS, encoding="utf-8")
    assert aa("cards", "export", "deck.csv").out == "deck.csv: 84 rows\n"
    assert aa("cards", "import", "deck.csv").out == "No card and no setting differs.\n"
    table = re.sub("(C07,.*)YR/RY", r"\1YR/BY", Path("deck.csv").read_text(encoding="utf-8"))
    Path("deck.csv").write_text(table, encoding="utf-8")
    shown = "~ C07  canvas\n    quadrants  YR/RY -> YR/BY\nCards: 0 added, 0 removed, 1 changed.\n"
    run = aa("cards", "import", "deck.csv", stdin="n\n")
    assert (run.code, run.out, run.err) == (1, shown, "Write cards.yaml? [y/N] Nothing was written.\n")
    assert Path("cards.yaml").read_text(encoding="utf-8") == CARDS
    assert aa("cards", "import", "deck.csv", stdin="y\n").code == 0
    assert edits(CARDS, Path("cards.yaml").read_text(encoding="utf-8")) == [
        "-      - {id: C07, tag: 52, quadrants: YR/RY}",
        "+      - {id: C07, tag: 52, quadrants: YR/BY}",
    ]
    assert aa("cards", "import", "deck.csv", "--yes").out == "No card and no setting differs.\n"
    assert aa("cards", "export", "deck.ods").code == 3
