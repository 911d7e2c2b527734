"""`aa cards list`, `show`, `diff`, `preview`, `schema` and `aa init`."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import jsonschema
import pytest
import yaml
from PIL import Image

from aa_tools.cards.analysis.diff import CardChange, ChangeKind, FieldChange, compare_card_files
from aa_tools.cards.database import load_cards, parse_cards
from aa_tools.files import SourceText
from aa_tools.printing.faces.compose import compose_faces
from aa_tools.printing.output.raster import fingerprints, rasterise
from aa_tools.printing.pages.contact import contact_sheet
from aa_tools.services.cards.schemas import MODELS
from tests.conftest import ROOT, Aa

CARDS = (ROOT / "cards.yaml").read_text(encoding="utf-8")
EDITS = (
    ("{id: C07, tag: 52, quadrants: YR/RY}", "{id: C07, tag: 52, quadrants: YR/BY}"),
    ("      - {id: C12, tag: 57, quadrants: YB/BY}\n", ""),
    ("      - {id: C54,", "      - {id: C55, quadrants: RR/RR}\n      - {id: C54,"),
    ("claim_at_zero: false", "claim_at_zero: true"),
    ("{measure: areas, over: sum, max_size: 1}", "{measure: areas, max_size: 2}"),
)


def edited() -> str:
    text = CARDS
    for old, new in EDITS:
        assert old in text
        text = text.replace(old, new)
    return text


def test_the_list_holds_every_card_and_its_line(aa: Aa) -> None:
    run = aa("cards", "list", "--cards", ROOT / "cards.yaml")
    assert (run.code, run.err) == (0, "")
    lines = CARDS.splitlines()
    found = re.findall(r"^ (\S+) +(\d+) +(\d+) ", run.out, re.MULTILINE)
    assert len(found) == 84
    assert all(re.search(rf"\bid: {card}\b", lines[int(line) - 1]) for card, _, line in found)
    assert sum(int(count) for _, count, _ in found) == 93
    assert run.out.splitlines()[-1] == "93 cards in 6 decks."


def test_the_list_shows_tags_where_the_terminal_is_wide_enough(aa: Aa, monkeypatch: pytest.MonkeyPatch) -> None:
    heads = {}
    for width in ("80", "76"):
        monkeypatch.setenv("COLUMNS", width)
        run = aa("cards", "list", "professor", "--cards", ROOT / "cards.yaml")
        heads[width] = run.out.splitlines()[2].split()
        assert "areas, sum, max_size 1" in run.out
    assert heads == {
        "80": ["Card", "Copies", "Line", "Tag", "Title", "Asks", "for"],
        "76": ["Card", "Copies", "Line", "Title", "Asks", "for"],
    }


def test_a_range_without_an_end_is_told_in_words(aa: Aa, tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    path.write_text(CARDS.replace("over: sum, max_size: 1", "over: sum, min_size: 3"), encoding="utf-8")
    said = " ".join(aa("cards", "show", "pointillist", "--cards", path).out.split())
    assert "with 3 to any number of quadrants." in said


def test_the_list_of_one_deck(aa: Aa) -> None:
    run = aa("cards", "list", "professor", "professor", "--cards", ROOT / "cards.yaml")
    assert run.out.splitlines()[-1] == "7 cards in 1 deck."
    assert "areas, sum, max_size 1" in run.out
    assert aa("cards", "list", "profesor").err == "aa: there is no deck 'profesor'; did you mean professor?\n"


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("C19", ["canvas card", "R         R", "Y         B", "written at  ", "tag         64"]),
        ("red-pairs", ["3 points", " R  R   b  y   y  R   y  b", "This zone gets 4.", "with 4 players", "% ("]),
        ("balance", ["5 points", "spread, fewest", "the zone with the fewest"]),
        ("inspiration-hook", [" X  X", " X  .", "2 points", "a zone holds it on"]),
        ("reference", ["Your turn", "Lay a canvas card"]),
        ("first-player", ["You begin the round."]),
    ],
)
def test_one_card(aa: Aa, card: str, words: list[str]) -> None:
    run = aa("cards", "show", card, "--cards", ROOT / "cards.yaml")
    assert (run.code, run.err) == (0, "")
    assert [each for each in words if each not in run.out] == []


def test_no_such_card(aa: Aa) -> None:
    run = aa("cards", "show", "red-area")
    assert (run.code, run.err) == (3, "aa: there is no card 'red-area'; did you mean red-areas (Red Archipelago)?\n")


def test_a_comparison_field_by_field() -> None:
    old, new = parse_cards(SourceText("old", CARDS)), parse_cards(SourceText("new", edited()))
    found = compare_card_files(old, new)
    assert found.settings == (FieldChange("rules.claim_at_zero", "false", "true"),)
    assert found.cards == (
        CardChange("C07", "canvas", ChangeKind.CHANGED, (FieldChange("quadrants", "YR/RY", "YR/BY"),)),
        CardChange(
            "C55", "canvas", ChangeKind.ADDED, (FieldChange("count", "", "1"), FieldChange("quadrants", "", "RR/RR"))
        ),
        CardChange(
            "C12",
            "canvas",
            ChangeKind.REMOVED,
            (FieldChange("tag", "57", ""), FieldChange("count", "1", ""), FieldChange("quadrants", "YB/BY", "")),
        ),
        CardChange(
            "pointillist",
            "professor",
            ChangeKind.CHANGED,
            (FieldChange("objective.max_size", "1", "2"),),
        ),
    )


def test_what_is_written_otherwise_but_means_the_same_is_no_change() -> None:
    text = (
        CARDS.replace("{measure: borders}", "{measure: borders, best: most}")
        .replace(", over: sum", "")
        .replace("# ", "#  ")
    )
    assert not compare_card_files(parse_cards(SourceText("old", CARDS)), parse_cards(SourceText("new", text)))


def test_a_diff_in_the_terminal(aa: Aa, tmp_path: Path) -> None:
    (tmp_path / "new.yaml").write_text(edited(), encoding="utf-8")
    run = aa("cards", "diff", ROOT / "cards.yaml", tmp_path / "new.yaml", "--picture", tmp_path / "faces.png")
    assert run.out.splitlines() == [
        f"From {ROOT / 'cards.yaml'} to {tmp_path / 'new.yaml'}",
        "~ rules.claim_at_zero  false -> true",
        "~ C07  canvas",
        "    quadrants  YR/RY -> YR/BY",
        "+ C55  canvas",
        "    count  1",
        "    quadrants  RR/RR",
        "- C12  canvas",
        "    tag  57",
        "    count  1",
        "    quadrants  YB/BY",
        "~ pointillist  professor",
        "    objective.max_size  1 -> 2",
        "Cards: 1 added, 1 removed, 2 changed.",
    ]
    with Image.open(tmp_path / "faces.png") as picture:
        assert picture.width > 4 * 250


def test_a_diff_with_a_git_revision(aa: Aa, tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        subprocess.run(
            ["git", "-c", "user.name=T", "-c", "user.email=t@example.org", *arguments], cwd=tmp_path, check=True
        )

    path = tmp_path / "game" / "my cards.yaml"
    path.parent.mkdir()
    path.write_text(CARDS, encoding="utf-8")
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "one")
    path.write_text(edited(), encoding="utf-8")
    assert "Cards: 1 added, 1 removed, 2 changed." in aa("cards", "diff", "HEAD", "--cards", path).out
    git("commit", "-qam", "two")
    assert aa("cards", "diff", "HEAD", "--cards", path).out == (
        f"From HEAD:my cards.yaml to {path}\nNo card and no setting differs.\n"
    )
    assert "Cards: 1 added" in aa("cards", "diff", "HEAD~1", "HEAD", "--cards", path).out
    run = aa("cards", "diff", "HEAD~7", "--cards", path)
    assert (run.code, run.out) == (3, "")
    assert run.err.startswith(
        "aa: HEAD~7: is neither a file nor a git revision; use a path, or a revision such as HEAD~1"
    )
    (tmp_path / "game" / "new.yaml").write_text(CARDS, encoding="utf-8")
    assert "HEAD: has no new.yaml" in aa("cards", "diff", "HEAD", "--cards", tmp_path / "game" / "new.yaml").err


def test_an_option_is_no_revision(aa: Aa, tmp_path: Path) -> None:
    run = aa("cards", "diff", "--cards", ROOT / "cards.yaml", "--", f"--output={tmp_path / 'x'}")
    assert run.code == 3
    assert not (tmp_path / "x").exists()


def test_faces_as_pictures(aa: Aa, tmp_path: Path) -> None:
    run = aa("cards", "preview", "C07", "weaver", "--dpi", "300", "--out", tmp_path, "--cards", ROOT / "cards.yaml")
    assert (run.code, run.out) == (0, f"{tmp_path}: 2 faces\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["C07.png", "weaver.png"]
    with Image.open(tmp_path / "C07.png") as picture:
        assert (picture.size, picture.mode) == ((750, 1050), "RGB")
        colours = [picture.getpixel((x, y)) for y in (400, 650) for x in (300, 450)]
    assert colours == [(255, 210, 31), (220, 37, 67), (220, 37, 67), (255, 210, 31)]


@pytest.mark.parametrize("what", ["weaver", "--sheet"])
def test_one_picture_is_written_to_the_file_that_is_named(aa: Aa, tmp_path: Path, what: str) -> None:
    path = tmp_path / "p.png"
    run = aa("cards", "preview", what, "--dpi", "40", "--out", path, "--cards", ROOT / "cards.yaml")
    assert (run.code, run.out) == (0, f"{path}: {'84 faces' if what == '--sheet' else '1 face'}\n")
    with Image.open(path) as picture:
        assert (picture.width == 100) == (what == "weaver")


def test_two_pictures_need_a_folder(aa: Aa, tmp_path: Path) -> None:
    path = tmp_path / "p.png"
    run = aa("cards", "preview", "weaver", "echo", "--out", path, "--cards", ROOT / "cards.yaml")
    assert run.err == (
        f"aa: --out {path}: cannot hold 2 faces in one file; name a folder or a single card, or add --sheet\n"
    )
    assert (run.code, path.exists()) == (3, False)


def test_an_unknown_card_draws_nothing(aa: Aa, tmp_path: Path) -> None:
    run = aa("cards", "preview", "C7", "--out", tmp_path / "new", "--cards", ROOT / "cards.yaml")
    assert (run.code, run.err) == (3, "aa: there is no card 'C7'; did you mean C47?\n")
    assert not (tmp_path / "new").exists()


def test_a_contact_sheet_holds_each_face(aa: Aa, tmp_path: Path) -> None:
    run = aa("cards", "preview", "--sheet", "--dpi", "40", "--out", tmp_path, "--cards", ROOT / "cards.yaml")
    assert run.out == f"{tmp_path / 'contact-sheet.png'}: 84 faces\n"
    shown = compose_faces(load_cards(str(ROOT / "cards.yaml")))[50:60]
    sheet = contact_sheet(shown, 40).convert("RGB")
    places = set()
    for face in map(Image.fromarray, rasterise(shown, 40)):
        places |= {
            (x, y)
            for x in range(sheet.width - face.width)
            for y in range(sheet.height - face.height)
            if sheet.getpixel((x, y)) == (255, 255, 255)
            and sheet.crop((x, y, x + face.width, y + face.height)).tobytes() == face.tobytes()
        }
    assert len(places) == 10


def test_fingerprints_are_equal_where_the_pictures_are() -> None:
    first = compose_faces(parse_cards(SourceText("one", CARDS)))
    again = compose_faces(parse_cards(SourceText("two", CARDS)))
    assert fingerprints(first) == fingerprints(again)
    assert len(set(fingerprints(first))) == len(first)
    other = compose_faces(
        parse_cards(
            SourceText(
                "three",
                CARDS.replace("waves", "x").replace("hatch: dots", "hatch: waves").replace("hatch: x", "hatch: dots"),
            )
        )
    )
    pairs = zip(first, fingerprints(first), fingerprints(other), strict=True)
    differ = [each.face.card_id for each, a, b in pairs if a != b]
    drawn = zip(rasterise(first, 40), rasterise(other, 40), strict=True)
    look_different = [
        each.face.card_id for each, (a, b) in zip(first, drawn, strict=True) if a.tobytes() != b.tobytes()
    ]
    assert set(look_different) <= set(differ)
    assert "C02" in look_different
    assert "weaver" not in differ


FILES = [("cards", ROOT / "cards.yaml"), ("table", ROOT / "templates" / "table.yaml")] + [
    (folder.removesuffix("s"), path)
    for folder in ("faces", "themes", "papers", "outlets", "pads")
    for path in sorted((ROOT / "templates" / folder).glob("*.yaml"))
]


@pytest.mark.parametrize(("kind", "path"), FILES, ids=lambda value: value if isinstance(value, str) else value.stem)
def test_the_shipped_files_fit_their_schemas_and_point_at_them(kind: str, path: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    schema_path = path.parent / first.removeprefix("# yaml-language-server: $schema=")
    assert schema_path.resolve() == ROOT / "schemas" / f"{kind}.json"
    schema = json.loads(schema_path.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads(json.dumps(yaml.safe_load(path.read_text(encoding="utf-8")))), schema)


@pytest.mark.parametrize(
    "name", ["bad-id", "bad-ink", "bad-pattern", "bad-quadrants", "empty-deck", "measure-parameters", "missing",
             "newer-format", "no-measure", "rules", "unknown-key", "unknown-measure", "wrong-types"]
)  # fmt: skip
def test_a_schema_refuses_what_the_reader_refuses(name: str) -> None:
    data = yaml.safe_load((ROOT / "tests" / "cards" / "bad" / f"{name}.yaml").read_text(encoding="utf-8"))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(json.loads(json.dumps(data)), MODELS["cards"].model_json_schema())


def test_schemas_from_the_command_line(aa: Aa) -> None:
    assert aa("cards", "schema").json == json.loads((ROOT / "schemas" / "cards.json").read_text(encoding="utf-8"))
    assert aa("cards", "schema", "face").json["description"].startswith("The face of a kind of card")
    run = aa("cards", "schema", "faces")
    assert (run.code, run.err) == (3, "aa: there is no schema 'faces'; did you mean face?\n")


def test_a_folder_of_ones_own(aa: Aa, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = aa("init", tmp_path / "own")
    files = sorted(path.relative_to(tmp_path / "own").as_posix() for path in (tmp_path / "own").rglob("*.*"))
    assert (run.code, run.out) == (0, f"{tmp_path / 'own'}: {len(files)} files\n")
    assert {"README.md", "cards.yaml", "table.yaml", "schemas/cards.json", "templates/faces/canvas.yaml"} <= set(files)
    monkeypatch.chdir(tmp_path / "own")
    assert aa("cards", "check").code == 0
    assert "This round" in aa("score", "table.yaml").out
    for path in Path().rglob("*.yaml"):
        first = path.read_text(encoding="utf-8").splitlines()[0]
        assert (path.parent / first.removeprefix("# yaml-language-server: $schema=")).is_file()
    readme = Path("README.md").read_text(encoding="utf-8")
    for command in re.findall(r"^    aa (\S+(?: \w+)?)", readme, re.MULTILINE):
        words = [word for word in command.split() if word.islower() and "." not in word]
        assert aa(*words, "--help").code == 0


def test_init_overwrites_nothing(aa: Aa, tmp_path: Path) -> None:
    (tmp_path / "cards.yaml").write_text("mine", encoding="utf-8")
    run = aa("init", tmp_path)
    assert (run.code, run.out) == (5, "")
    assert run.err == (
        f"aa: {tmp_path}: contains 1 file that would be overwritten, such as cards.yaml; choose another folder\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["cards.yaml"]


def test_init_beside_other_files(aa: Aa, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    assert aa("init", tmp_path).code == 0


def test_a_comparison_sees_the_texts_of_every_language_as_they_are_written() -> None:
    new = CARDS.replace("Roter Archipel", "Rotes Archipel").replace("{points.professor}", "5")
    found = compare_card_files(parse_cards(SourceText("old", CARDS)), parse_cards(SourceText("new", new)))
    changes = {change.card_id: change.fields for change in found.cards}
    assert changes["red-areas"] == (FieldChange("title.de", "Roter Archipel", "Rotes Archipel"),)
    assert set(changes) == {"red-areas", "reference"}
    assert all("{points.professor}" in change.old for change in changes["reference"])


def test_another_language_and_theme(aa: Aa, tmp_path: Path) -> None:
    options = ("--cards", ROOT / "cards.yaml", "--language", "de")
    assert "Roter Archipel" in aa("cards", "show", "red-areas", *options).out
    assert "Roter Archipel" in aa("cards", "list", "assignment", *options).out
    for theme in ("classic", "low-ink"):
        assert aa("cards", "preview", "red-areas", "--theme", theme, "--out", tmp_path / theme, *options).code == 0
    drawn = {theme: (tmp_path / theme / "red-areas.png").read_bytes() for theme in ("classic", "low-ink")}
    assert drawn["classic"] != drawn["low-ink"]
