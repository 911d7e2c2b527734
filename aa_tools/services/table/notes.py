"""Notes to show with a scored table."""

from __future__ import annotations

from aa_tools.cards.database import CardDatabase
from aa_tools.services.table.deck_report import deck_doubt
from aa_tools.services.table.scored_table import ScoredTable
from aa_tools.services.table.table_input import TableInput


def notes_before(source: TableInput, cards: CardDatabase) -> list[str]:
    """Returns notes about the reading of a photo, known before it is scored."""
    if source.photo is None:
        return []
    from aa_tools.services.table.reading_report import reading_notes  # loads OpenCV

    return reading_notes(source.photo, cards)


def notes_on_result(scored: ScoredTable) -> tuple[list[str], list[str]]:
    """Returns notes to show before the score, about the canvas, and after it, about what was missing."""
    source, photo = scored.table, scored.table.photo
    is_foreign = photo is not None and photo.is_other_deck
    deck = "" if is_foreign else deck_doubt(scored.canvas, scored.cards, source.bottom(scored.names))
    before = [note for note in (deck, "" if is_foreign else scored.unknowns_note()) if note]
    after = []
    if photo and not source.text.first_player and any(claim.tie for claim in scored.result.claims):
        after.append("No first player card was found, so south counts as its holder. Use --first SIDE to change it.")
    if not scored.result.claims and not scored.result.inspirations:
        after.append(_nothing_to_score(source))
    return before, after


def _nothing_to_score(source: TableInput) -> str:
    """Returns the note for a table without public cards and inspirations."""
    if source.photo and not source.photo.tags:
        return (
            "No tags were found, so the photo does not show the objectives: the photo was taken from too far away, or "
            "the cards were printed without tags. Take it from nearer, or name the cards with --objective ID."
        )
    return "No objective was named, so nothing is claimed. Add --objective ID; aa cards list shows the ids."
