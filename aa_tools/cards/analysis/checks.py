"""Checks a valid card file for what its designer may not have meant. The file can accept a warning with a reason."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from aa_tools.cards.analysis.fits import can_hold
from aa_tools.cards.analysis.odds import RANDOM_CANVASES, Proportion, Survey, deck_quadrants, survey
from aa_tools.cards.analysis.sizes import find_small_decks
from aa_tools.cards.database import CardDatabase, free_tags
from aa_tools.cards.models.forms import CanvasCard, Card
from aa_tools.cards.models.warning_kinds import WarningKind
from aa_tools.errors import Problem
from aa_tools.rules.areas import Counts, placements
from aa_tools.rules.measures import Cards, Occurrences
from aa_tools.rules.objectives import Best, PublicCard
from aa_tools.rules.ruleset import COLOURS, Kind
from aa_tools.yamlfile import Path

MAX_TOTAL_SPREAD, MAX_CORNER_SPREAD = 0.10, 0.25
"""Allowed difference between the most and the least frequent colour, as a share of the mean."""

MAX_TIE_SHARE, MAX_UNCLAIMED_SHARE = 0.50, 0.25
MIN_PATTERN_SHARE, MAX_PATTERN_SHARE = 0.05, 0.95

_CORNER_NAMES = ("upper left", "upper right", "lower left", "lower right")
_CORNERS, _CORNER_PAIRS = ([0], [1], [2], [3]), ([0, 3], [1, 2])


@dataclass(frozen=True)
class CheckWarning:
    """A warning, before the file's accepted warnings are taken out.

    Attributes:
        kind: the kind of warning.
        path: the path of the deck or card in the file.
        message: what is wrong.
        hint: what to do.
        key: the path, below the card, of the value that causes the warning; empty for the whole card.
    """

    kind: WarningKind
    path: Path
    message: str
    hint: str
    key: Path = ()


@dataclass(frozen=True)
class CheckReport:
    """The result of a check.

    Attributes:
        warnings: warnings that the file does not accept; each hint ends with the kind in brackets.
        accepted: the number of warnings that the file accepts.
        surveys: the odds for each number of players for whom the deck has enough cards.
        notes: notes that need no change.
    """

    warnings: tuple[Problem, ...]
    accepted: int
    surveys: tuple[Survey, ...]
    notes: tuple[Problem, ...] = ()


def check_deck(cards: CardDatabase) -> CheckReport:
    """Checks the cards of a valid card file; texts and templates are not checked here."""
    surveys = tuple(found for players in cards.rules.grid if (found := survey(cards, players)))
    warnings = [warning for check in _CHECKS for warning in check(cards)]
    impossible = {warning.path for warning in warnings if warning.kind == WarningKind.NEVER_FITS}
    warnings += [new for check in _ODDS_CHECKS for new in check(cards, surveys) if new.path not in impossible]
    accepting = [_accepting_path(cards, warning) for warning in warnings]
    problems = [_problem(cards, warning) for warning, path in zip(warnings, accepting, strict=True) if path is None]
    used = {path for path in accepting if path is not None}
    problems += _unused_accepts(cards, used)
    return CheckReport(tuple(problems), len(warnings) - accepting.count(None), surveys, tuple(_untagged(cards)))


def _accepting_path(cards: CardDatabase, warning: CheckWarning) -> Path | None:
    """Returns the path at which the file accepts a warning, at the card or at its deck, or None."""
    for path in (warning.path, warning.path[:2]):
        if (*path, "accept", warning.kind) in cards.source.keys:
            return (*path, "accept", str(warning.kind))
    return None


def _problem(cards: CardDatabase, warning: CheckWarning) -> Problem:
    path, source = (*warning.path, *warning.key), cards.source
    place = source.place(path) if warning.key else source.keys.get(path) or source.place(path)
    return Problem(warning.message, place, f"{warning.hint} [{warning.kind}]")


def _unused_accepts(cards: CardDatabase, used: set[Path]) -> Iterator[Problem]:
    for path, place in cards.source.keys.items():
        if len(path) > 1 and path[0] == "decks" and path[-2] == "accept" and path not in used:
            yield Problem(f"{path[-1]} is accepted here, but there is no such warning", place, "remove it")


def _in_deck(cards: CardDatabase, deck: str) -> Iterator[tuple[Path, Card]]:
    for index, card in enumerate(cards.decks[deck].cards):  # type: ignore[attr-defined]
        yield ("decks", deck, "cards", index), card


def _duplicates(
    cards: Iterable[tuple[Path, Card]], key: Callable[[Card], Hashable]
) -> Iterator[tuple[Path, Card, Card]]:
    """Yields each card with the same key as an earlier card, and the earlier card."""
    first: dict[Hashable, Card] = {}
    for path, card in cards:
        earlier = first.setdefault(key(card), card)
        if earlier is not card:
            yield path, card, earlier


def _quadrants(card: Card) -> str:
    assert isinstance(card, CanvasCard)
    return card.quadrants


def _untagged(cards: CardDatabase) -> Iterator[Problem]:
    """Yields a note for each card without a tag in a deck with tags."""
    for deck in cards.decks:
        in_deck = list(_in_deck(cards, deck))
        has_tags = any(card.tag is not None for _, card in in_deck)
        for path, card in in_deck:
            if has_tags and card.tag is None:
                message = f"{card.id} has no tag, so a photo cannot identify it"
                yield Problem(message, cards.source.place(path), free_tags(cards.source))


def _same_quadrants(cards: CardDatabase) -> Iterator[CheckWarning]:
    def key(card: Card) -> str:
        quadrants = _quadrants(card)
        return min(quadrants, quadrants[::-1]) if cards.rules.half_turns else quadrants

    hint = "change its quadrants, or accept the warning with a reason"
    for path, card in _in_deck(cards, "canvas"):
        if card.count > 1:
            yield CheckWarning(WarningKind.SAME_QUADRANTS, path, f"{card.id} has {card.count} copies", hint)
    for path, card, first in _duplicates(_in_deck(cards, "canvas"), key):
        turned = "" if _quadrants(card) == _quadrants(first) else " after a half turn"
        yield CheckWarning(
            WarningKind.SAME_QUADRANTS, path, f"{card.id} shows the same quadrants as {first.id}{turned}", hint
        )


def _same_titles(cards: CardDatabase) -> Iterator[CheckWarning]:
    for deck in cards.decks:
        titled = ((path, card) for path, card in _in_deck(cards, deck) if card.title)
        for path, card, first in _duplicates(titled, lambda card: card.title.casefold()):
            message = f"{card.id} has the same title as {first.id}: {card.title}"
            yield CheckWarning(WarningKind.SAME_TITLE, path, message, "rename one of the cards")


def _colour_balance(cards: CardDatabase) -> Iterator[CheckWarning]:
    for where, counts, max_spread in _colour_counts(cards):
        if counts.max() - counts.min() > max(1, max_spread * counts.mean()):
            numbers = ", ".join(f"{name} {number}" for name, number in zip(cards.colours, counts, strict=True))
            message = f"the colours are uneven {where}: {numbers}"
            yield CheckWarning(WarningKind.COLOUR_BALANCE, ("decks", "canvas"), message, "use the colours more evenly")


def _colour_counts(cards: CardDatabase) -> Iterator[tuple[str, Counts, float]]:
    """Yields descriptions of positions, the quadrants of each colour there, and the allowed spread."""
    deck = deck_quadrants(cards).reshape(-1, 4)
    by_corner = np.stack([(deck == colour).sum(axis=0) for colour in range(COLOURS)])
    yield "over all quadrants", by_corner.sum(axis=1), MAX_TOTAL_SPREAD
    for corners in _CORNER_PAIRS if cards.rules.half_turns else _CORNERS:
        where = " and ".join(_CORNER_NAMES[corner] for corner in corners)
        yield f"at the {where}", by_corner[:, corners].sum(axis=1), MAX_CORNER_SPREAD


def _deck_sizes(cards: CardDatabase) -> Iterator[CheckWarning]:
    for deck, message in find_small_decks(cards):
        yield CheckWarning(WarningKind.DECK_SIZE, ("decks", deck), message, "add cards or change rules.rounds")


def _never_fits(cards: CardDatabase) -> Iterator[CheckWarning]:
    deck, hint = deck_quadrants(cards), "change the pattern or add canvas cards"
    for path, card in _in_deck(cards, "inspiration"):
        if not can_hold(cards.inspiration(card.id).pattern, deck, cards.rules):
            message = f"no canvas of this deck can hold the pattern of {card.id}, so nobody can ever score it"
            yield CheckWarning(WarningKind.NEVER_FITS, path, message, hint, ("pattern",))
    for kind in (Kind.ASSIGNMENT, Kind.PROFESSOR):
        for path, card in _in_deck(cards, kind):
            yield from _never_measured(cards, path, cards.public_card(card.id))


def _never_measured(cards: CardDatabase, path: Path, card: PublicCard) -> Iterator[CheckWarning]:
    deck, objective, measure = deck_quadrants(cards), card.objective, card.objective.measure
    colours = range(COLOURS) if objective.colour is None else (objective.colour,)
    named = "" if objective.colour is None else f"{cards.colours[objective.colour]} "
    can_be_claimed = objective.best == Best.FEWEST or cards.rules.claim_at_zero
    result = "so it always ties" if can_be_claimed else "so nobody can ever claim it"
    if isinstance(measure, Occurrences) and not can_hold(measure.pattern, deck, cards.rules, colours):
        suffix = f" in {named.strip()}" if named else ""
        message = f"no canvas of this deck can hold the pattern of {card.id}{suffix}, {result}"
        hint = "change the pattern or add canvas cards"
        yield CheckWarning(WarningKind.NEVER_FITS, path, message, hint, ("objective", "pattern"))
    if isinstance(measure, Cards):
        most = max(int((deck == colour).sum(axis=(1, 2)).max()) for colour in colours)
        if most < measure.min_quadrants:
            message = f"no canvas card has the {measure.min_quadrants} {named}quadrants that {card.id} needs, {result}"
            hint = f"set min_quadrants to {most} or less"
            yield CheckWarning(WarningKind.NEVER_FITS, path, message, hint, ("objective", "min_quadrants"))


def _same_objectives(cards: CardDatabase, surveys: Sequence[Survey]) -> Iterator[CheckWarning]:
    zone = cards.rules.zone(max(cards.rules.grid))
    hint = "change one of the cards"

    def fitting(card: Card) -> Hashable:
        return placements(cards.inspiration(card.id).pattern, zone).tobytes()

    def claims(card: Card) -> Hashable:
        odds = [found.public[card.id] for found in surveys]
        if not odds:
            return cards.public_card(card.id).objective
        if all(found.always is not None for found in odds):
            return card.id  # a constant measure has a warning of its own
        return tuple((found.ranks.tobytes(), found.claimed.tobytes()) for found in odds)

    for path, card, first in _duplicates(_in_deck(cards, "inspiration"), fitting):
        yield CheckWarning(WarningKind.SAME_OBJECTIVE, path, f"{card.id} has the same pattern as {first.id}", hint)
    public = (*_in_deck(cards, "assignment"), *_in_deck(cards, "professor"))
    for path, card, first in _duplicates(public, claims):
        where = f"on all {RANDOM_CANVASES:,} random canvases" if surveys else "always"
        message = f"{card.id} is claimed like {first.id}, {where}"
        yield CheckWarning(WarningKind.SAME_OBJECTIVE, path, message, hint)


def _unbalanced_odds(cards: CardDatabase, surveys: Sequence[Survey]) -> Iterator[CheckWarning]:
    for found in surveys:
        players, zone = f"with {found.players} players", cards.rules.zone(found.players)
        for kind in (Kind.ASSIGNMENT, Kind.PROFESSOR):
            for path, card in _in_deck(cards, kind):
                odds = found.public[card.id]
                if odds.always is not None:
                    warning = WarningKind.NOBODY_CLAIMS if odds.nobody.share else WarningKind.TIES_OFTEN
                    message = f"every zone measures {odds.always} for {card.id} on all random canvases {players}"
                    size = f"a zone has {zone.rows} rows of {zone.columns} quadrants"
                    hint = (
                        "choose an objective in which zones differ"
                        if odds.always
                        else f"choose an easier objective; {size}"
                    )
                    yield CheckWarning(warning, path, message, hint, ("objective",))
                    continue
                if odds.nobody.interval[0] > MAX_UNCLAIMED_SHARE:
                    message = f"nobody claims {card.id} on {percent(odds.nobody)} of random canvases {players}"
                    yield CheckWarning(WarningKind.NOBODY_CLAIMS, path, message, "choose an easier objective")
                if odds.tie.interval[0] > MAX_TIE_SHARE:
                    message = f"{card.id} ties on {percent(odds.tie)} of random canvases {players}"
                    yield CheckWarning(
                        WarningKind.TIES_OFTEN, path, message, "choose an objective in which zones differ more"
                    )
        for path, card in _in_deck(cards, "inspiration"):
            low, high = found.held[card.id].interval
            if high < MIN_PATTERN_SHARE or low > MAX_PATTERN_SHARE:
                message = f"a zone holds the pattern of {card.id} on {percent(found.held[card.id])} of random canvases"
                hint = "make the pattern smaller" if high < MIN_PATTERN_SHARE else "make the pattern larger"
                yield CheckWarning(WarningKind.PATTERN_ODDS, path, f"{message} {players}", hint)


def percent(proportion: Proportion) -> str:
    """Returns a proportion with its 95 % confidence interval, such as "20 % (18 to 22)"."""
    low, high = proportion.interval
    digits = 1 if proportion.share < 0.1 else 0
    return f"{100 * proportion.share:.{digits}f} % ({100 * low:.{digits}f} to {100 * high:.{digits}f})"


_CHECKS = (_same_quadrants, _same_titles, _colour_balance, _deck_sizes, _never_fits)
_ODDS_CHECKS = (_same_objectives, _unbalanced_odds)
