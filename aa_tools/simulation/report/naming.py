"""What the numbers of a report are called, in the words of the cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from aa_tools.cards.analysis.diff import ChangeKind, compare_card_files
from aa_tools.cards.database import CardDatabase
from aa_tools.simulation.statistics.observe import DECIDED

CARDS = ("card", "inspiration")
"""How the names of those quantities begin that tell of one card; its id comes next, and then what of it."""

_WORDS = {
    "starter/wins": "the first player of the game wins",
    "starter/wins-on-points": "the first player wins, without level games",
    **{f"card/all-{kind}/tied": f"{kind} decided by the tie rule" for kind in ("assignments", "professors")},
    **{f"card/all-{kind}/unclaimed": f"{kind} that nobody claimed" for kind in ("assignments", "professors")},
    "inspiration/all/met": "inspirations met by the end of the game",
    "tension/lead-changes": "changes of the lead in a game",
    "tension/comebacks": "the winner was behind before the last round",
    "tension/open-before-last-round": "still open: the last round's public cards can turn the lead",
    **{f"tension/decided-by-{each}": f"decided by {each.replace('-', ' ')}" for each in DECIDED},
    "score/points": "points of a player",
    "score/winning": "points of the winner",
    "score/ahead": "points by which the winner is ahead",
    "turn/frame-closed": "the turn after which the frame is closed",
}


def words_of(name: str) -> str:
    """Returns what a quantity that tells of no single card is called, such as "starter/wins"."""
    if name.startswith("score/round-"):
        return f"points in round {name.rpartition('-')[2]}"
    return _WORDS.get(name, name.replace("/", " "))


@dataclass(frozen=True)
class Names:
    """What two card files are called, and their cards.

    Attributes:
        files: the names of both, the older first.
        titles: the titles of the cards of each by their ids, as far as they have any.
        changed: the ids of the cards that both have and that differ.
    """

    files: tuple[str, str]
    titles: tuple[Mapping[str, str], Mapping[str, str]] = field(default=({}, {}))
    changed: frozenset[str] = frozenset()

    @classmethod
    def of(cls, old: CardDatabase, new: CardDatabase) -> Names:
        """Returns the names of two card files."""
        changed = frozenset(
            each.card_id for each in compare_card_files(old, new).cards if each.kind == ChangeKind.CHANGED
        )
        return cls((old.source.source.name, new.source.source.name), (_titles(old), _titles(new)), changed)

    def card_of(self, name: str) -> str:
        """Returns the id of the card that a quantity tells of, or ""."""
        start, *rest = name.split("/")
        return rest[0] if start in CARDS and rest[0] != "all" and not rest[0].startswith("all-") else ""

    def label(self, name: str) -> str:
        """Returns what a quantity is called: "Professor Weaver: tied", "Professor Island -> Professor Pebble: tied"."""
        card = self.card_of(name)
        if not card:
            return words_of(name)
        titles = dict.fromkeys(titles.get(card, card) for titles in self.titles)
        return f"{' -> '.join(titles)}: {name.rpartition('/')[2]}"


def _titles(cards: CardDatabase) -> dict[str, str]:
    found = {card_id: cards.card(card_id).title for deck in cards.decks for card_id in cards.ids(deck)}
    return {card_id: title for card_id, title in found.items() if title}
