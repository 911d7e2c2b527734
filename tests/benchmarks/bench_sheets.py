"""Cost of `aa sheets` compared with a bare reportlab script that draws the same shapes.

    python -m tests.benchmarks.bench_sheets

`aa sheets` draws the whole deck once while its calls to reportlab are recorded. The bare script only repeats those
calls: no card file, no templates, no typesetting, no layout. It does so in two ways: as a plain script would, with each
card on each page drawn anew; and with stamps (PDF form XObjects), which gives the same files, byte for byte. All run
alternately, each in its own process; CPU time and peak memory are compared.
"""

from __future__ import annotations

import marshal
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from tests.benchmarks.measure import ROOT, Row, aa, in_turn, python, table

RUNS = 9
PEAK_MIB = 60

BARE = """
import marshal, sys
from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

rl_config.useA85 = 0
with open(sys.argv[1], "rb") as file:
    fonts, files = marshal.load(file)
for name, path in fonts:
    pdfmetrics.registerFont(TTFont(name, path))
keeps_stamps = sys.argv[3] == "stamps"


def draw(calls):
    path = None
    for on_path, method, arguments, named in calls:
        if method == "beginPath":
            path = pdf.beginPath()
        elif on_path:
            getattr(path, method)(*arguments)
        elif method in ("drawPath", "clipPath"):
            getattr(pdf, method)(path, **named)
        elif method == "doForm" and not keeps_stamps:
            pdf.saveState()
            draw(stamps[arguments[0]])
            pdf.restoreState()
        else:
            getattr(pdf, method)(*arguments, **named)


for name, options, calls in files:
    pdf = Canvas(sys.argv[2] + "/" + name, **options)
    stamps, page = {}, calls
    if not keeps_stamps:
        page, current = [], None
        for call in calls:
            if call[1] == "beginForm":
                current = stamps[call[2][0]] = []
            elif call[1] == "endForm":
                current = None
            elif current is None:
                page.append(call)
            else:
                current.append(call)
    draw(page)
"""


def plain(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Returns arguments with numpy numbers converted to Python numbers."""
    return tuple(value.item() if hasattr(value, "item") else value for value in arguments)


class RecordingPath:
    """A path that records the calls to it."""

    def __init__(self, path: Any, calls: list[Any]) -> None:
        self.path, self._calls = path, calls

    def __getattr__(self, name: str) -> Any:
        def call(*arguments: Any) -> Any:
            self._calls.append((True, name, plain(arguments), {}))
            return getattr(self.path, name)(*arguments)

        return call


class RecordingCanvas:
    """A canvas that records the calls to it."""

    records: ClassVar[list[tuple[dict[str, Any], list[Any]]]] = []
    make: ClassVar[Any] = None

    def __init__(self, file: Any, **options: Any) -> None:
        self._canvas, self._calls = RecordingCanvas.make(file, **options), list[Any]()
        RecordingCanvas.records.append((options, self._calls))

    def __getattr__(self, name: str) -> Any:
        def call(*arguments: Any, **named: Any) -> Any:
            if name == "beginPath":
                self._calls.append((False, name, (), {}))
                return RecordingPath(self._canvas.beginPath(), self._calls)
            paths = [value for value in arguments if isinstance(value, RecordingPath)]
            self._calls.append((False, name, () if paths else plain(arguments), named))
            return getattr(self._canvas, name)(*[paths[0].path] if paths else arguments, **named)

        return call


def record(target: Path) -> None:
    """Draws the deck and writes the calls to reportlab to a file.

    This needs its own process, since the memory of the measuring process counts towards the peak of its children.
    """
    from reportlab.pdfgen import canvas as pdf_canvas

    from aa_tools.cards.database import load_cards
    from aa_tools.printing.drawing.fonts import _files, find_font
    from aa_tools.printing.sheets import make_sheet_sets, prepare_job, write

    RecordingCanvas.make, pdf_canvas.Canvas = pdf_canvas.Canvas, RecordingCanvas
    cards = load_cards(str(ROOT / "cards.yaml"))
    planned = make_sheet_sets(prepare_job(cards, cards.decks))
    for sheet_set in planned:
        with open(os.devnull, "wb") as file:
            write(sheet_set, file)
    files = [
        (f"{sheet_set.name}.pdf", *calls) for sheet_set, calls in zip(planned, RecordingCanvas.records, strict=True)
    ]
    used = sorted({call[2][0] for _, _, calls in files for call in calls if call[1] == "setFont"})
    used += [options["initialFontName"] for _, options, _ in files]
    fonts = [(find_font(name).name, str(_files()[name])) for name in dict.fromkeys(used)]
    with target.open("wb") as out:
        marshal.dump((fonts, files), out)


def rows() -> Iterator[Row]:
    """Compares `aa sheets` with the bare script, in time and memory."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        calls, script = folder / "calls", folder / "bare.py"
        subprocess.run([sys.executable, "-m", __spec__.name, "--record", str(calls)], cwd=ROOT, check=True)
        script.write_text(BARE, encoding="utf-8")
        for subfolder in ("aa", "stamps", "plain"):
            (folder / subfolder).mkdir()
        bare = [sys.executable, str(script), str(calls)]
        cost = in_turn(
            {
                "aa": aa("sheets", "--out", str(folder / "aa")),
                "plain": [*bare, str(folder / "plain"), "plain"],
                "stamps": [*bare, str(folder / "stamps"), "stamps"],
                "import": python("import reportlab.pdfgen.canvas, reportlab.pdfbase.ttfonts"),
            },
            RUNS,
        )
        check_same(folder)
    ours, what = cost["aa"], "`aa sheets`"
    yield Row(what, ours.cpu_s, "a plain reportlab script", cost["plain"].cpu_s, "s CPU", "at most 2")
    yield Row(f"{what}, peak memory", ours.peak_mib, "the same script", cost["plain"].peak_mib, "MiB")
    yield Row(f"{what}, peak memory", ours.peak_mib, "the goal", PEAK_MIB, "MiB", "below 1")
    yield Row(what, ours.cpu_s, "only the same reportlab calls", cost["stamps"].cpu_s, "s CPU")
    yield Row(what, ours.cpu_s, "importing reportlab", cost["import"].cpu_s, "s CPU")


def check_same(folder: Path) -> None:
    """Exits if the bare script draws different files."""
    for path in sorted((folder / "aa").glob("*.pdf")):
        if path.read_bytes() != (folder / "stamps" / path.name).read_bytes():
            raise SystemExit(f"the bare script draws a different {path.name}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--record"]:
        record(Path(sys.argv[2]))
    else:
        print("\n".join(table(rows())))
