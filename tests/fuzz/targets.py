"""What is fuzzed: for each kind of input, where it enters, what it starts from, and how it is changed.

A target runs in a folder of its own. It lets errors of `aa_tools.errors` pass; everything else is an error.
"""

from __future__ import annotations

import io
import random
import re
import shutil
import zipfile
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import typer.main
from PIL import Image

from aa_tools.cards.analysis.checks import check_deck
from aa_tools.cards.database import load_cards, parse_cards
from aa_tools.cards.spreadsheet.formats import read_spreadsheet, spreadsheet_bytes
from aa_tools.cards.spreadsheet.rows import apply_rows, to_table
from aa_tools.cli.app import app
from aa_tools.errors import AaError, RulesError
from aa_tools.files import decode_text, read_text
from aa_tools.printing.faces.compose import compose_faces
from aa_tools.printing.faces.template import load_face, load_paper
from aa_tools.printing.faces.theme import load_theme
from aa_tools.printing.outlets.profile import load_outlet
from aa_tools.reading.image.photo import decode_photo
from aa_tools.reading.tablephoto import ReadOptions, read_table_photo
from aa_tools.record.steps import Game, draw_deal, new_game_text, with_deal, with_score, without_last_step
from aa_tools.record.store import open_game
from aa_tools.rules.canvas import Canvas
from aa_tools.rules.ruleset import Side
from aa_tools.rules.scoring import Table, score
from aa_tools.tables.resolve import read_table
from aa_tools.tables.tablefile import parse_table
from tests.conftest import ROOT
from tests.fuzz import kinds
from tests.fuzz.command import Problem, run

SHIPPED = ROOT / "cards.yaml"
SMALL = ROOT / "tests" / "cards" / "bad" / "good.yaml"
GRID = "RYBRYBRY\nYBRYBRYB\nBRYBRYBR\nRYBRYBRY\nYBRYBRYB\nBRYBRYBR\nRYBRYBRY\nYBRYBRYB\n"
IDS = "C01 C02 C03 C04\nC05 C06 C07 C08\nC09 C10 C11 C12\n.   .   .   C13*\n"
TABLE = (
    "players: {{south: Anna, north: Ben}}\nfirst_player: Ben\nobjectives: [red-areas, weaver]\n"
    "inspirations: {{north: [inspiration-hook]}}\nbottom: north\ncanvas: |\n  {}\n"
).format(GRID.replace("\n", "\n  "))


FACES = ("canvas", "inspiration", "assignment", "professor", "first-player", "reference")
ODS = "application/vnd.oasis.opendocument.spreadsheet"
MANIFEST = (
    '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
    f'<m:file-entry m:full-path="/" m:media-type="{ODS}"/></m:manifest>'
)


@dataclass(frozen=True)
class Target:
    """One kind of input.

    Attributes:
        run: takes one input; what it raises beside AaError is an error.
        seeds: inputs to start from.
        change: the mutator that knows the structure of the input.
    """

    run: Callable[[bytes], None]
    seeds: Callable[[], Iterable[bytes]]
    change: kinds.Mutate


def cards(data: bytes) -> None:
    """A card file: read, checked, written as a table; that of few cards is drawn too."""
    Path("cards.yaml").write_bytes(data)
    database = load_cards("cards.yaml")
    to_table(database)
    if sum(len(database.ids(deck)) for deck in database.decks) < 20:
        check_deck(database)
        compose_faces(database)


def table(data: bytes) -> None:
    """A table file or a bare grid, scored."""
    text, database = parse_table(decode_text("table.yaml", data)), load_cards(str(SHIPPED))
    score(read_table(text, database), database.rules)


def grid(data: bytes) -> None:
    """A grid on standard input of `aa score`, for two or for four."""
    run(["score", "-", "--cards", str(SHIPPED), "--objective", "weaver"], data)


def game(data: bytes) -> None:
    """A game file, played again, played on, and undone."""
    Path("game.yaml").write_bytes(data)
    found = open_game("game.yaml", str(SHIPPED))
    steps: list[Callable[[Game], str]] = [
        lambda game: with_deal(game, draw_deal(game)),
        lambda game: with_score(game, _some_table(game)),
        without_last_step,
    ]
    for step in steps:
        try:
            text = step(found)
        except RulesError:  # a step that is not the next one
            continue
        Path("after.yaml").write_text(text, encoding="utf-8")
        open_game("after.yaml", str(SHIPPED))


def _some_table(found: Game) -> Table:
    side, chance = 2 * found.cards.rules.grid[len(found.state.players)], random.Random(1)
    canvas = Canvas.parse("/".join("".join(chance.choices("RYB", k=side)) for _ in range(side)), "RYB")
    return Table(canvas, found.state.players, found.state.first_player, found.state.dealt or ())


def template(data: bytes) -> None:
    """A template; the first line says which kind. What a face or a theme looks like is drawn."""
    label, _, text = data.partition(b"\n")
    Path("own.yaml").write_bytes(text)
    database = load_cards(str(SMALL))
    if label == b"theme":
        load_theme("own.yaml", database.colours)
        compose_faces(database, theme="own.yaml")
    elif label == b"paper":
        load_paper("own.yaml")
        run(["sheets", "canvas", "--cards", str(SMALL), "--paper", "own.yaml", "--out", "out.pdf"])
    elif label == b"outlet":
        load_outlet("own.yaml")
        run(["export", "own.yaml", "out", "inspiration", "--dpi", "50", "--cards", str(SMALL)])
    elif label == b"printer":
        Path("settings/printers").mkdir(parents=True, exist_ok=True)
        Path("settings/printers/own.yaml").write_bytes(text)
        run(["printer", "set", "own", "--angle", "1"])
        run(["sheets", "canvas", "--cards", str(SMALL), "--printer", "own", "--out", "out.pdf"])
    else:
        load_face("own.yaml")
        replaced = next((each for each in FACES if label == f"face {each}".encode()), "canvas")
        Path("theme.yaml").write_text(f"extends: classic\nfaces: {{{replaced}: own.yaml}}\n", encoding="utf-8")
        compose_faces(database, theme="theme.yaml")


def image(data: bytes) -> None:
    """A picture: opened in both sizes; one of sixteen is read whole, which takes long."""
    photo = decode_photo(data, "photo.jpg")
    _ = photo.fine
    if zlib.crc32(data) % 16 == 0:
        read_table_photo(photo, load_cards(str(SHIPPED)), ReadOptions())


def spreadsheet(data: bytes) -> None:
    """A spreadsheet, put into a small card file."""
    zipped = data.startswith(b"PK")
    path = Path("deck.ods" if zipped and b"opendocument" in data[:200] else "deck.xlsx" if zipped else "deck.csv")
    path.write_bytes(data)
    parse_cards(apply_rows(read_text(str(SMALL)), read_spreadsheet(path)))


def cli(data: bytes) -> None:
    """A list of arguments, in a folder with a file of each kind. A watch looks once, and nothing is served."""
    arguments = [each for each in data.decode("utf-8", "surrogateescape").split("\0") if each or len(data) < 100]
    if _is_outside(arguments):
        return
    _furnish(Path())
    if arguments[:1] == ["playtest"]:
        arguments += ["--games", "1", "--jobs", "1"]
    with (
        mock.patch("aa_tools.cli.cards.watch._saves", return_value=[None]),
        mock.patch("aa_tools.cli.cards.server.serve_preview", return_value="http://127.0.0.1/"),
    ):
        run(arguments, GRID.encode())


def _is_outside(arguments: list[str]) -> bool:
    """Whether arguments would write elsewhere, wait for ever, speak to the network, or play for hours as asked."""
    never = ("--dask", "--until-width", "--deep")
    return any(
        each.startswith(never) or ".." in each or each.partition("=")[2].startswith("/") or each.startswith("/")
        for each in arguments
    )


def _furnish(folder: Path) -> None:
    """Makes a folder as it was before the last run."""
    for each in folder.iterdir():
        shutil.rmtree(each) if each.is_dir() and not each.is_symlink() else each.unlink()
    shutil.copy(SMALL, folder / "cards.yaml")
    for name, content in {"grid.txt": GRID, "table.yaml": TABLE, "bad.yaml": "a: [", "game.yaml": _new_game()}.items():
        (folder / name).write_text(content, encoding="utf-8")
    (folder / "photo.jpg").write_bytes(b"\xff\xd8\xff no photo")
    (folder / "folder").mkdir()


def _new_game() -> str:
    return new_game_text({Side.SOUTH: "Anna", Side.NORTH: "Ben"}, Side.SOUTH, 7, {})


def _files(*patterns: str) -> list[bytes]:
    return [path.read_bytes() for pattern in patterns for path in sorted(ROOT.glob(pattern))]


def _games() -> Iterable[bytes]:
    from tests.record.games import texts

    database = load_cards(str(SHIPPED))
    for players in (2, 4):
        for text in texts(players, database):
            yield text.encode()
            yield re.sub(r"(?s)    claims:.*?(?=  - |\Z)", "", text).encode()


def _templates() -> Iterable[bytes]:
    for kind in ("faces", "themes", "papers", "outlets"):
        for path in sorted((ROOT / "templates" / kind).glob("*.yaml")):
            own = f"{kind.removesuffix('s')}{f' {path.stem}' * (kind == 'faces')}\n".encode()
            yield own + path.read_bytes()
            yield own + f"extends: {path.stem}\n".encode()
    yield b"printer\nformat: aa.printer/1\noffset_mm: {x: 1.5, y: -0.5}\nangle_deg: 0.2\nscale: {x: 1.01, y: 1.0}\n"


def _images() -> Iterable[bytes]:
    import pillow_heif

    pillow_heif.register_heif_opener()
    with Image.open(ROOT / "tests" / "data" / "photos" / "photo-01.jpg") as photo:
        small = photo.convert("RGB").resize((640, 480))
    exif = Image.Exif()
    exif[0x0112] = 6
    noise = Image.fromarray(
        np.kron(np.arange(48, dtype=np.uint8).reshape(4, 4, 3) * 5, np.ones((150, 150, 1), np.uint8))
    )
    ways: list[tuple[Image.Image, str, dict[str, Any]]] = [
        (small, "JPEG", {"quality": 40}), (small, "JPEG", {"quality": 40, "progressive": True, "exif": exif}),
        (noise, "PNG", {}), (noise.convert("P"), "PNG", {}), (noise.convert("RGBA"), "PNG", {}),
        (small, "WEBP", {"quality": 30}), (noise, "WEBP", {"lossless": True}), (small, "HEIF", {"quality": 30}),
        (small, "AVIF", {"quality": 30}), (noise, "GIF", {}), (noise, "TIFF", {"compression": "tiff_lzw"}),
        (noise.resize((40, 40)), "BMP", {}), (noise, "PNG", {"save_all": True, "append_images": [noise]}),
    ]  # fmt: skip
    for picture, kind, options in ways:
        out = io.BytesIO()
        picture.save(out, kind, **options)
        yield out.getvalue()


def _spreadsheets() -> Iterable[bytes]:
    heads, rows = to_table(load_cards(str(SMALL)))
    written = spreadsheet_bytes(Path("x.csv"), heads, rows)
    yield from (written, written.replace(b",", b";"), spreadsheet_bytes(Path("x.xlsx"), heads, rows))
    cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    lines: list[Sequence[object]] = [heads, *rows]
    table_rows = "".join(
        f"<table:table-row>{''.join(cell.format(each) for each in line)}</table:table-row>" for line in lines
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr("mimetype", ODS)
        file.writestr("META-INF/manifest.xml", MANIFEST)
        file.writestr(
            "content.xml",
            '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
            'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
            'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2"><office:body>'
            f'<office:spreadsheet><table:table table:name="Cards">{table_rows}</table:table></office:spreadsheet>'
            "</office:body></office:document-content>",
        )
    yield out.getvalue()


VALUES = [
    "cards.yaml", "bad.yaml", "grid.txt", "table.yaml", "game.yaml", "photo.jpg", "folder", "none.yaml", "-", "", " ",
    "out.pdf", "out.png", "out.html", "deck.csv", "deck.xlsx", "deck.ods", "new.yaml", "folder/x/y.pdf",
    "a" * 300, "a" * 300 + ".pdf", "a" * 300 + ".png",
    "2", "4", "0", "-1", "3.5", "nan", "inf", "1e999", "9" * 30, "south", "Anna, Ben", "A,B,C,D", "north=i", "south=",
    "=", "x=y", "claim_at_zero=true", "grid.2=1", "grid.2=9", "points.professor=4", "rounds=[]", "r1c1=R", "r0c0=Q",
    "r99999999999999999999c1=R", "0,0 9,0 9,9 0,9", "canvas", "inspiration", "C1", "i", "a4", "letter", "mpc", "tts",
    "png", "silhouette", "classic", "low-ink", "tagged", "en", "de", "xx", "HEAD", "50", "20", "long-edge", "greedy",
    "random", "rollout", "greedy,rival", "poker", "5", "0.1", "5,5", "1,2,3,4", "\udcff", "é\u202e", "\x1b[31m", "~",
    "$(id)", "*", "%s%n", "{0}", "CON", "nul", "--", "-h", "--help", "--version", "@grid.txt", "http://x", "--json",
]  # fmt: skip


def _commands() -> tuple[list[str], list[list[str]]]:
    """Returns the words of the command line, and for each command a list of arguments to start from."""
    words, starts = list(VALUES), list[list[str]]()

    def walk(command: Any, path: list[str]) -> None:
        for name, below in getattr(command, "commands", {}).items():
            words.append(name)
            walk(below, [*path, name])
        if not hasattr(command, "commands"):
            options = [each for one in command.params for each in (*one.opts, *one.secondary_opts) if each[:1] == "-"]
            words.extend(options)
            starts.extend([[*path], [*path, "game.yaml"], [*path, "table.yaml"], [*path, "deck.csv"]])
            starts.extend([*path, option, value] for option in options for value in ("1", "out.pdf", "south"))

    walk(typer.main.get_command(app), [])
    return list(dict.fromkeys(words)), starts


_WORDS, _STARTS = _commands()

TARGETS = {
    "cards": Target(
        cards, lambda: _files("cards.yaml", "tests/cards/bad/*.yaml", "tests/cards/warned/*.yaml"), kinds.text
    ),
    "tables": Target(
        table, lambda: [GRID.encode(), IDS.encode(), TABLE.encode(), *_files("templates/table.yaml")], kinds.text
    ),
    "grids": Target(grid, lambda: [GRID.encode(), IDS.encode(), *_files("tests/data/photos/*.txt")], kinds.text),
    "games": Target(game, _games, kinds.text),
    "templates": Target(template, _templates, kinds.labelled),
    "images": Target(image, _images, kinds.picture),
    "spreadsheets": Target(spreadsheet, _spreadsheets, kinds.spreadsheet),
    "arguments": Target(
        cli, lambda: ["\0".join(each).encode() for each in _STARTS], kinds.arguments_of(_WORDS, _STARTS)
    ),
}


def execute(target: Target, data: bytes) -> None:
    """Runs a target in the working folder; an error of the package with a message is an answer.

    Raises:
        Error: an error without a message, or a temporary file is left behind.
        Exception: what the package let through.
    """
    try:
        with mock.patch("platformdirs.user_config_path", return_value=Path("settings").resolve()):
            target.run(data)
    except AaError as error:
        if type(error) is AaError or not all(problem.message for problem in error.problems):
            raise
    if left := [each.name for each in Path().rglob(".*") if re.fullmatch(r"\..+\.[a-z0-9_]{8}", each.name)]:
        raise Problem(f"left behind: {left}")
