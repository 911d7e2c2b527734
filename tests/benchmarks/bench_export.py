"""What `aa export png` costs beside pypdfium2 alone on the same pages.

    python tests/benchmarks/bench_export.py [RUNS] [DPI]

The pages that the export draws are kept in a PDF. A bare script rasterises that PDF with pypdfium2 and nothing else,
in two ways: into PNG files, as its own documentation does it; and into pixels only, which it throws away. The export
begins with the card file: it reads, checks and sets the cards, draws the pages, rasterises them and writes the same
pictures. All run in turn, each in a process of its own; CPU time and peak memory stand side by side.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.benchmarks.bench_sheets import Cost, run  # noqa: E402

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
from aa_tools.printing.outlets import rasters
from aa_tools.printing.sheets import prepare
from aa_tools.printing.stamps import back_stamp, front_stamp
cards = load_cards("cards.yaml")
job = prepare(cards, cards.decks)
frame = rasters.frame_of(job.faces[0].size, int(sys.argv[2]), 0)
names = [front_stamp(face) for face in job.faces] + [back_stamp(deck) for deck in cards.decks]
with open(sys.argv[1], "wb") as file:
    file.write(rasters._pages(job.look, job.faces, frame, names, backs=True))
"""


def main(runs: int, dpi: str) -> None:
    """Measures all and prints them side by side."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pdf, script = folder / "pages.pdf", folder / "bare.py"
        subprocess.run([sys.executable, "-c", KEEP, str(pdf), dpi], cwd=ROOT, check=True)
        script.write_text(BARE, encoding="utf-8")
        for each in ("aa", "bare"):
            (folder / each).mkdir()
        bare = [sys.executable, str(script), str(pdf)]
        commands = {
            "aa export png": [sys.executable, "-m", "aa_tools", "export", "png", str(folder / "aa"), "--dpi", dpi],
            "pypdfium2 to PNG": [*bare, str(folder / "bare"), dpi],
            "pypdfium2, no files": [*bare, "", dpi],
        }
        found: dict[str, list[Cost]] = {name: [] for name in commands}
        for _ in range(runs + 1):
            for name, command in commands.items():
                found[name].append(run(command))
        report({name: costs[1:] for name, costs in found.items()})
        for each in ("aa", "bare"):
            pictures = list((folder / each).glob("*.png"))
            size = sum(path.stat().st_size for path in pictures)
            print(f"{each}: {len(pictures)} pictures, {size:,} bytes")


def report(found: dict[str, list[Cost]]) -> None:
    """Prints medians of CPU time and the largest peak, and the export's share of each."""
    cpu = {name: statistics.median(cost.cpu_s for cost in costs) for name, costs in found.items()}
    peak = {name: max(cost.peak_mib for cost in costs) for name, costs in found.items()}
    own = cpu["aa export png"]
    print(f"{'':20} {'CPU s':>7} {'MiB':>7} {'export : this':>14}   ({len(found['aa export png'])} runs)")
    for name in found:
        print(f"{name:20} {cpu[name]:7.3f} {peak[name]:7.1f} {own / cpu[name]:14.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5, sys.argv[2] if len(sys.argv) > 2 else "300")
