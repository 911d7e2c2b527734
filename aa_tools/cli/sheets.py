"""`aa sheets`: cards.yaml -> printable sheets."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aa_tools.cli.options import CardsOption, RuleOption, load

if TYPE_CHECKING:
    from aa_tools.cards.database import CardDatabase
    from aa_tools.printing.sheets import DeckSheets

SCORE_PAD = "score-pad"


def sheets(
    decks: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[DECK]…",
            help="canvas, inspiration, assignment, professor, first_player, reference. Default: all six. "
            "Or score-pad: blank score sheets.",
            show_default=False,
        ),
    ] = None,
    paper: Annotated[str, typer.Option(metavar="NAME", help="a4, letter, or a paper of your own.")] = "a4",
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder for the PDF files.")] = Path("output"),
    cards: CardsOption = None,
    rule: RuleOption = None,
) -> None:
    """Print the cards: one PDF for each deck, fronts and backs, at true size.

    Print double-sided and flip on the long edge, at 100 %; then hold a ruler to the 50 mm line in the margin.
    """
    from aa_tools.cli.console import answers, notes

    database = load(cards, rule)
    names = list(dict.fromkeys(decks or database.decks))
    planned = _planned(database, [name for name in names if name != SCORE_PAD], paper)
    if SCORE_PAD in names:
        _write_pad(database, paper, out)
    if not planned:
        return
    _write(planned, out)
    for each in planned:
        line = f"{_path(out, each)}: {_some(each.cards, 'card')} on {_some(each.sheets, 'sheet')}"
        answers().print(line, soft_wrap=True)
    notes().print("Print both sides, flip on the long edge, at 100 % (no scaling).")


def _write_pad(database: CardDatabase, paper: str, out: Path) -> None:
    """Prints the blank score sheets, which are no deck."""
    from aa_tools.cli.console import answers
    from aa_tools.files import safe_writer
    from aa_tools.printing.score_pad import plan_score_pad, write_score_pad

    pad, path = plan_score_pad(database, paper=paper), out / f"{SCORE_PAD}.pdf"
    with safe_writer(path) as file:
        write_score_pad(pad, file)
    answers().print(f"{path}: two score pads on a sheet of {pad.paper}; cut it in the middle", soft_wrap=True)


def _planned(database: CardDatabase, names: Sequence[str], paper: str) -> list[DeckSheets]:
    """Lays out the decks; all their faults are told before anything is written."""
    from aa_tools.errors import Faults
    from aa_tools.printing.sheets import plan

    faults, planned = Faults(), []
    for name in names:
        with faults:
            planned.append(plan(database, name, paper=paper))
    faults.check()
    return planned


def _write(planned: Sequence[DeckSheets], out: Path) -> None:
    from rich.progress import Progress

    from aa_tools.cli.console import notes
    from aa_tools.files import safe_writer
    from aa_tools.printing.sheets import write

    console = notes()
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Drawing", total=sum(each.pages for each in planned))
        for each in planned:
            progress.update(task, description=f"Drawing {each.deck}")
            with safe_writer(_path(out, each)) as file:
                write(each, file, lambda: progress.advance(task))


def _path(out: Path, planned: DeckSheets) -> Path:
    return out / f"{planned.deck}.pdf"


def _some(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
