"""A scored table with the quadrants that stayed unknown, and the reasons for its claims."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from aa_tools.cards.database import CardDatabase
from aa_tools.files import SourceText
from aa_tools.reading.doubts import reason_text
from aa_tools.rules.canvas import Canvas, GridIndex, letters_by_code
from aa_tools.rules.ruleset import Side
from aa_tools.rules.scoring import RoundScore, Table
from aa_tools.services.documents import doubt_document, score_document
from aa_tools.services.explanations import code_name, explain_claim, explain_inspiration, holders_before
from aa_tools.services.table.table_input import TableInput
from aa_tools.tables.grid import grid_lines


@dataclass(frozen=True)
class UnknownQuadrant:
    """A quadrant whose colour is not known.

    Attributes:
        row, column: on the canvas from 0, north at the top.
        shown: (row, column) from 0 in the grid or the photo.
        reason: why it is unknown: a `reading.reasons.Reason`, or words.
        candidates: the codes it may have, as in `rules.canvas`.
    """

    row: int
    column: int
    shown: GridIndex
    reason: str
    candidates: tuple[int, ...]

    @property
    def spot(self) -> GridIndex:
        """(row, column) on the canvas."""
        return self.row, self.column

    @property
    def why(self) -> str:
        """The reason in words."""
        return reason_text(self.reason)

    def __str__(self) -> str:
        return f"row {self.shown[0] + 1}, column {self.shown[1] + 1}"


@dataclass(frozen=True, eq=False)
class ScoredTable:
    """The score of a table.

    Attributes:
        result: the score; with unknown quadrants, that of the likeliest way to fill them.
        canvas: the canvas, with the quadrants that stayed unknown.
        unknowns: these quadrants; however they are filled, the claims and points are the same.
        table: the table as it was typed or photographed.
        cards: the card file.
    """

    result: RoundScore
    canvas: Canvas
    unknowns: tuple[UnknownQuadrant, ...]
    table: TableInput
    cards: CardDatabase

    @property
    def names(self) -> dict[Side, str]:
        """The players' names by side."""
        return self.result.table.names

    @property
    def points(self) -> dict[Side, int]:
        """The points that each player makes in the round."""
        return {side: self.result.points(side) for side in self.names}

    def reasons(self) -> dict[str, str]:
        """Returns, by card id, who claims an objective and why, and why inspirations score or not."""
        names, result = self.names, self.result
        claims = zip(result.claims, holders_before(result), strict=True)
        found = {
            claim.card.id: f"{names[claim.claimed_by] if claim.claimed_by else 'nobody'}: "
            f"{explain_claim(claim, holder, names)}"
            for claim, holder in claims
        }
        return found | {
            card.card.id: f"{names[card.side]}: {explain_inspiration(card)}" for card in result.inspirations
        }

    def document(self) -> dict[str, Any]:
        """Returns the score as plain data for JSON (format aa.score/1)."""
        letters = letters_by_code(self.cards.letters)
        doubts = [
            doubt_document(unknown.reason, unknown.row, unknown.column, [letters[code] for code in unknown.candidates])
            for unknown in self.unknowns
        ]
        return score_document(self.result, self.cards, self.canvas, doubts)

    def unknowns_note(self) -> str:
        """Returns a note about the quadrants that stayed unknown, or ""."""
        if not self.unknowns:
            return ""
        listed = ", ".join(f"{unknown} ({unknown.why})" for unknown in self.unknowns)
        likeliest = self.result.table.canvas.quadrants
        filled = ", ".join(code_name(int(likeliest[unknown.spot]), self.cards) for unknown in self.unknowns)
        return f"In doubt: {listed}. Every possibility gives the same result; the numbers shown are those for {filled}."

    def completed_grid(self) -> SourceText:
        """Returns the grid as it was typed or photographed, with the likeliest letter for each unknown quadrant."""
        return grid_as_read(self.table, self.result.table, self.result.table.canvas, self.cards)


def grid_as_read(table: TableInput, ruled: Table, canvas: Canvas, cards: CardDatabase) -> SourceText:
    """Returns a canvas as a typed grid, in the orientation in which the table was typed or photographed."""
    assert table.text.grid is not None
    turns = table.bottom(ruled.names).quarter_turns
    shown = Canvas(np.rot90(canvas.quadrants, turns))
    return SourceText(table.text.grid.name, "\n".join(grid_lines(shown, cards.letters)))
