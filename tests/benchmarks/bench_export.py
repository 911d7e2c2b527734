"""Cost of `aa export png` compared with pypdfium2 on the same pages.

    python -m tests.benchmarks.bench_export

The pages that the export draws are saved to a PDF. A bare script rasterises that PDF with only pypdfium2, in two ways:
to PNG files, as in its documentation, and to pixels that it discards. The export starts from the card file: it reads,
checks and typesets the cards, draws the pages, rasterises them and writes the same pictures. All run alternately, each
in its own process; CPU time and peak memory are compared.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.measure import ROOT, Row, aa, in_turn, python, table

RUNS, DPI = 5, "300"

BARE = """
import sys
import pypdfium2
document = pypdfium2.PdfDocument(sys.argv[1])
for number, page in enumerate(document):
    bitmap = page.render(scale=int(sys.argv[3]) / 72)
    if sys.argv[2]:
        bitmap.to_pil().save(f"{sys.argv[2]}/{number}.png")
"""

KEEP = """
import sys
from aa_tools.cards.database import load_cards
from aa_tools.printing.output import rasters
from aa_tools.printing.sheets import prepare_job
from aa_tools.printing.faces.card_forms import back_form_name, front_form_name
cards = load_cards("cards.yaml")
job = prepare_job(cards, cards.decks)
frame = rasters.frame_of(job.faces[0].size, int(sys.argv[2]), 0)
names = [front_form_name(face) for face in job.faces] + [back_form_name(deck) for deck in cards.decks]
with open(sys.argv[1], "wb") as file:
    file.write(rasters._pages(job.style, job.faces, frame, names, backs=True))
"""


def rows() -> Iterator[Row]:
    """Compares the export with both bare scripts."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pdf, script = folder / "pages.pdf", folder / "bare.py"
        subprocess.run(python(KEEP, str(pdf), DPI), cwd=ROOT, check=True)
        script.write_text(BARE, encoding="utf-8")
        for subfolder in ("aa", "bare"):
            (folder / subfolder).mkdir()
        bare = [sys.executable, str(script), str(pdf)]
        cost = in_turn(
            {
                "aa": aa("export", "png", str(folder / "aa"), "--dpi", DPI),
                "png": [*bare, str(folder / "bare"), DPI],
                "pixels": [*bare, "", DPI],
            },
            RUNS,
        )
    ours, what = cost["aa"].cpu_s, f"`aa export png --dpi {DPI}`"
    yield Row(what, ours, "pypdfium2 writing PNG", cost["png"].cpu_s, "s CPU", "at most 1.5")
    yield Row(what, ours, "pypdfium2, pixels discarded", cost["pixels"].cpu_s, "s CPU")


if __name__ == "__main__":
    print("\n".join(table(rows())))
