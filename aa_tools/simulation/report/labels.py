"""Labels of quantities for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from aa_tools.cards.analysis.diff import ChangeKind, compare_card_files
from aa_tools.cards.database import CardDatabase
from aa_tools.simulation.statistics.observe import DECIDED_BY

_CARD_PREFIXES = ("card", "inspiration")

_LABELS = {
    "starter/wins": "the first player of the game wins",
    "starter/wins-on-points": "the first player wins, without level games",
    **{f"card/all-{kind}/tied": f"{kind} decided by the tie rule" for kind in ("assignments", "professors")},
    **{f"card/all-{kind}/unclaimed": f"{kind} that nobody claimed" for kind in ("assignments", "professors")},
    "inspiration/all/met": "inspirations met by the end of the game",
    "tension/lead-changes": "lead changes per game",
    "tension/comebacks": "the winner was behind before the last round",
    "tension/open-before-last-round": "lead still open before the last round",
    **{f"tension/decided-by-{rule}": f"decided by {rule.replace('-', ' ')}" for rule in DECIDED_BY},
    "score/points": "points per player",
    "score/winning": "points of the winner",
    "score/ahead": "lead of the winner in points",
    "turn/frame-closed": "the turn that closes the frame",
}


def quantity_label(name: str) -> str:
    """Returns the label of a quantity that is not about a single card, such as "starter/wins"."""
    if name.startswith("score/round-"):
        return f"points in round {name.rpartition('-')[2]}"
    return _LABELS.get(name, name.replace("/", " "))


def card_of(name: str) -> str:
    """Returns the id of the card that a quantity is about, or "" if it is not about a single card."""
    prefix, card, *_ = name.split("/")
    return card if prefix in _CARD_PREFIXES and card != "all" and not card.startswith("all-") else ""


@dataclass(frozen=True)
class ComparedFiles:
    """The names of two card files and their cards.

    Attributes:
        names: the names of the files, the older first.
        titles: the titles of each file's cards, by id.
        changed: the ids of cards that both files have and that differ.
    """

    names: tuple[str, str]
    titles: tuple[Mapping[str, str], Mapping[str, str]] = field(default=({}, {}))
    changed: frozenset[str] = frozenset()

    @classmethod
    def of(cls, old: CardDatabase, new: CardDatabase) -> ComparedFiles:
        """Compares two card files."""
        changes = compare_card_files(old, new).cards
        changed = frozenset(change.card_id for change in changes if change.kind == ChangeKind.CHANGED)
        return cls((old.source.source.name, new.source.source.name), (_titles(old), _titles(new)), changed)

    def label(self, name: str) -> str:
        """Returns a label such as "Professor Weaver: tied" or "Professor Island -> Professor Pebble: tied"."""
        card = card_of(name)
        if not card:
            return quantity_label(name)
        titles = dict.fromkeys(titles.get(card, card) for titles in self.titles)
        return f"{' -> '.join(titles)}: {name.rpartition('/')[2]}"


def _titles(cards: CardDatabase) -> dict[str, str]:
    titles = {card_id: cards.card(card_id).title for deck in cards.decks for card_id in cards.ids(deck)}
    return {card_id: title for card_id, title in titles.items() if title}
