"""What the tests of the outlets share: the files of an outlet, in memory, and the deck they should show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aa_tools.cards.database import CardDatabase
from aa_tools.printing.outlets.plan import plan_export
from aa_tools.printing.outlets.profile import OutletModel, load_outlet
from aa_tools.printing.sheets import PrintJob, PrintSettings, prepare_job

DECKS = {"canvas": 54, "inspiration": 12, "assignment": 15, "professor": 7, "first_player": 1, "reference": 4}
FOLDER = Path("/exported here")


def job_of(cards: CardDatabase, *decks: str, size: Any = None, paper: str = "a4") -> PrintJob:
    return prepare_job(cards, decks or cards.decks, paper=paper, setup=PrintSettings(size))


def files_of(
    cards: CardDatabase, outlet: str | OutletModel, *decks: str, size: Any = None, url: str | None = None
) -> dict[str, bytes]:
    form = load_outlet(outlet) if isinstance(outlet, str) else outlet
    planned = plan_export(job_of(cards, *decks, size=size), form, FOLDER, base_url=url)
    made = list(planned.files)
    assert [name for name, _ in made] == list(planned.names)
    return dict(made)


def shown_quadrants(pixels: NDArray[Any], cards: CardDatabase) -> str:
    """Returns what a picture of a canvas card shows, such as RY/BB, by the colour in the middle of each quadrant."""
    height, width, _ = pixels.shape
    inks = {
        colour.letter: tuple(int(colour.ink[at : at + 2], 16) for at in (1, 3, 5))
        for colour in cards.file.colours.values()
    }

    def nearest(row: float, column: float) -> str:
        y, x = round(height * row), round(width * column)
        patch = np.median(pixels[y - 8 : y + 8, x - 8 : x + 8].reshape(-1, 3), axis=0)
        return min(inks, key=lambda letter: float(np.abs(np.subtract(inks[letter], patch)).sum()))

    return "/".join(nearest(row, 0.3) + nearest(row, 0.7) for row in (0.3, 0.7))
