"""What `aa sheets` costs beside a bare reportlab script that draws the same shapes.

    python -m tests.benchmarks.bench_sheets

`aa sheets` draws the whole deck once while everything it asks of reportlab is noted. The bare script only repeats those
calls: no card file, no templates, no setting of texts, no layout. It does so in two ways: as a plain script would, each
card on each page drawn anew; and with our stamps, which draws the same files, byte for byte. All run in turn, each in a
process of its own, and their CPU time and peak memory stand side by side.
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
    """Returns arguments with Python's own numbers in place of numpy's."""
    return tuple(each.item() if hasattr(each, "item") else each for each in arguments)


class NotedPath:
    """A path that notes what is asked of it."""

    def __init__(self, path: Any, calls: list[Any]) -> None:
        self.path, self._calls = path, calls

    def __getattr__(self, name: str) -> Any:
        def call(*arguments: Any) -> Any:
            self._calls.append((True, name, plain(arguments), {}))
            return getattr(self.path, name)(*arguments)

        return call


class NotedCanvas:
    """A canvas that notes what is asked of it."""

    noted: ClassVar[list[tuple[dict[str, Any], list[Any]]]] = []
    make: ClassVar[Any] = None

    def __init__(self, file: Any, **options: Any) -> None:
        self._canvas, self._calls = NotedCanvas.make(file, **options), list[Any]()
        NotedCanvas.noted.append((options, self._calls))

    def __getattr__(self, name: str) -> Any:
        def call(*arguments: Any, **named: Any) -> Any:
            if name == "beginPath":
                self._calls.append((False, name, (), {}))
                return NotedPath(self._canvas.beginPath(), self._calls)
            paths = [each for each in arguments if isinstance(each, NotedPath)]
            self._calls.append((False, name, () if paths else plain(arguments), named))
            return getattr(self._canvas, name)(*[paths[0].path] if paths else arguments, **named)

        return call


def note(target: Path) -> None:
    """Draws the deck and writes what was asked of reportlab.

    It has a process of its own: what the measuring process holds would count as the peak of those it starts.
    """
    from reportlab.pdfgen import canvas as pdf_canvas

    from aa_tools.cards.database import load_cards
    from aa_tools.printing.drawing.fonts import _files, find_font
    from aa_tools.printing.sheets import lay_decks, prepare_job, write

    NotedCanvas.make, pdf_canvas.Canvas = pdf_canvas.Canvas, NotedCanvas
    cards = load_cards(str(ROOT / "cards.yaml"))
    planned = lay_decks(prepare_job(cards, cards.decks))
    for each in planned:
        with open(os.devnull, "wb") as file:
            write(each, file)
    files = [(f"{each.name}.pdf", *noted) for each, noted in zip(planned, NotedCanvas.noted, strict=True)]
    used = sorted({call[2][0] for _, _, calls in files for call in calls if call[1] == "setFont"})
    used += [options["initialFontName"] for _, options, _ in files]
    fonts = [(find_font(name).name, str(_files()[name])) for name in dict.fromkeys(used)]
    with target.open("wb") as out:
        marshal.dump((fonts, files), out)


def rows() -> Iterator[Row]:
    """Yields `aa sheets` beside the bare script, in time and in memory."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        calls, script = folder / "calls", folder / "bare.py"
        subprocess.run([sys.executable, "-m", __spec__.name, "--note", str(calls)], cwd=ROOT, check=True)
        script.write_text(BARE, encoding="utf-8")
        for each in ("aa", "stamps", "plain"):
            (folder / each).mkdir()
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
    yield Row(f"{what}, peak memory", ours.peak_mib, "what was asked", PEAK_MIB, "MiB", "below 1")
    yield Row(what, ours.cpu_s, "only our calls of reportlab again", cost["stamps"].cpu_s, "s CPU")
    yield Row(what, ours.cpu_s, "importing reportlab", cost["import"].cpu_s, "s CPU")


def check_same(folder: Path) -> None:
    """Ends the run where the bare script drew anything else."""
    for path in sorted((folder / "aa").glob("*.pdf")):
        if path.read_bytes() != (folder / "stamps" / path.name).read_bytes():
            raise SystemExit(f"the bare script draws another {path.name}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--note"]:
        note(Path(sys.argv[2]))
    else:
        print("\n".join(table(rows())))
