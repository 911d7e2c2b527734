"""What a designer should know of a valid card file: warnings, each with its place, unless accepted with a reason."""

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

TOTALS_APART, CORNERS_APART = 0.10, 0.25
"""How far colours may be apart, as a share of the mean, before they are out of balance."""
OFTEN_TIED, OFTEN_UNCLAIMED, SELDOM, NEARLY_ALWAYS = 0.50, 0.25, 0.05, 0.95

_CORNER_NAMES = ("upper left", "upper right", "lower left", "lower right")
_CORNERS, _TURNING_CORNERS = ([0], [1], [2], [3]), ([0, 3], [1, 2])


@dataclass(frozen=True)
class CheckWarning:
    """A warning.

    Attributes:
        concern: its kind.
        path: the deck or card it is about, in the file.
        message: what is said.
        hint: what to do.
        within: the value of the card that is meant, where it is one.
    """

    concern: WarningKind
    path: Path
    message: str
    hint: str
    within: Path = ()


@dataclass(frozen=True)
class CheckReport:
    """What a check found.

    Attributes:
        warnings: in the order of the file; each message ends with the name of its concern in brackets.
        accepted: how many more are accepted in the file.
        surveys: the odds, for each number of players for whom the deck suffices.
        notes: what may well be meant, in the order of the file.
    """

    warnings: tuple[Problem, ...]
    accepted: int
    surveys: tuple[Survey, ...]
    notes: tuple[Problem, ...] = ()


def check_deck(cards: CardDatabase) -> CheckReport:
    """Checks a valid card file for everything that concerns only the cards' values."""
    surveys = tuple(each for players in cards.rules.grid if (each := survey(cards, players)))
    found = [each for check in _CHECKS for each in check(cards)]
    hopeless = {each.path for each in found if each.concern == WarningKind.NEVER_FITS}
    found += [each for check in _ODDS_CHECKS for each in check(cards, surveys) if each.path not in hopeless]
    accepting = [_accepting(cards, each) for each in found]
    told = [_told(cards, each) for each, path in zip(found, accepting, strict=True) if path is None]
    told += _accepted_in_vain(cards, {path for path in accepting if path is not None})
    return CheckReport(tuple(told), sum(path is not None for path in accepting), surveys, tuple(_untagged(cards)))


def _accepting(cards: CardDatabase, warned: CheckWarning) -> Path | None:
    """Returns where the file accepts a warning: at the card, or for its whole deck."""
    for path in (warned.path, warned.path[:2]):
        if (*path, "accept", warned.concern) in cards.source.keys:
            return (*path, "accept", str(warned.concern))
    return None


def _told(cards: CardDatabase, warned: CheckWarning) -> Problem:
    path = (*warned.path, *warned.within)
    place = cards.source.place(path) if warned.within else cards.source.keys.get(path) or cards.source.place(path)
    return Problem(warned.message, place, f"{warned.hint} [{warned.concern}]")


def _accepted_in_vain(cards: CardDatabase, used: set[Path]) -> Iterator[Problem]:
    for path, place in cards.source.keys.items():
        if len(path) > 1 and path[0] == "decks" and path[-2] == "accept" and path not in used:
            yield Problem(f"{path[-1]} is accepted here, but there is nothing to accept", place, "remove it")


def _in_deck(cards: CardDatabase, deck: str) -> Iterator[tuple[Path, Card]]:
    for index, card in enumerate(cards.decks[deck].cards):  # type: ignore[attr-defined]
        yield ("decks", deck, "cards", index), card


def _same(each: Iterable[tuple[Path, Card]], key: Callable[[Card], Hashable]) -> Iterator[tuple[Path, Card, Card]]:
    """Yields each card whose key an earlier card has, with that card."""
    first: dict[Hashable, Card] = {}
    for path, card in each:
        earlier = first.setdefault(key(card), card)
        if earlier is not card:
            yield path, card, earlier


def _quadrants(card: Card) -> str:
    assert isinstance(card, CanvasCard)
    return card.quadrants


def _untagged(cards: CardDatabase) -> Iterator[Problem]:
    """Yields a note for each card without a tag in a deck where others have one."""
    for deck in cards.decks:
        each = list(_in_deck(cards, deck))
        for path, card in each if any(card.tag is not None for _, card in each) else ():
            if card.tag is None:
                message = f"{card.id} has no tag, so a camera does not know the card"
                yield Problem(message, cards.source.place(path), free_tags(cards.source))


def _same_quadrants(cards: CardDatabase) -> Iterator[CheckWarning]:
    def key(card: Card) -> str:
        quadrants = _quadrants(card)
        return min(quadrants, quadrants[::-1]) if cards.rules.half_turns else quadrants

    hint = "paint it otherwise, or accept it with a reason"
    for path, card in _in_deck(cards, "canvas"):
        if card.count > 1:
            yield CheckWarning(WarningKind.SAME_QUADRANTS, path, f"there are {card.count} of {card.id}", hint)
    for path, card, first in _same(_in_deck(cards, "canvas"), key):
        turned = "" if _quadrants(card) == _quadrants(first) else " after a half turn"
        yield CheckWarning(
            WarningKind.SAME_QUADRANTS, path, f"{card.id} shows the same quadrants as {first.id}{turned}", hint
        )


def _same_titles(cards: CardDatabase) -> Iterator[CheckWarning]:
    for deck in cards.decks:
        titled = ((path, card) for path, card in _in_deck(cards, deck) if card.title)
        for path, card, first in _same(titled, lambda card: card.title.casefold()):
            message = f"{card.id} has the same title as {first.id}: {card.title}"
            yield CheckWarning(WarningKind.SAME_TITLE, path, message, "rename one of them")


def _colour_balance(cards: CardDatabase) -> Iterator[CheckWarning]:
    for where, counts, apart in _colour_counts(cards):
        if counts.max() - counts.min() > max(1, apart * counts.mean()):
            each = ", ".join(f"{name} {number}" for name, number in zip(cards.colours, counts, strict=True))
            message = f"the colours are uneven {where}: {each}"
            yield CheckWarning(WarningKind.COLOUR_BALANCE, ("decks", "canvas"), message, "bring them closer together")


def _colour_counts(cards: CardDatabase) -> Iterator[tuple[str, Counts, float]]:
    """Yields where quadrants were counted, how many each colour has there, and how far they may be apart."""
    deck = deck_quadrants(cards).reshape(-1, 4)
    at_corner = np.stack([(deck == colour).sum(axis=0) for colour in range(COLOURS)])
    yield "over all quadrants", at_corner.sum(axis=1), TOTALS_APART
    for corners in _TURNING_CORNERS if cards.rules.half_turns else _CORNERS:
        where = " and ".join(_CORNER_NAMES[corner] for corner in corners)
        yield f"at the {where}", at_corner[:, corners].sum(axis=1), CORNERS_APART


def _deck_sizes(cards: CardDatabase) -> Iterator[CheckWarning]:
    for deck, message in find_small_decks(cards):
        yield CheckWarning(WarningKind.DECK_SIZE, ("decks", deck), message, "add cards, or change rules.rounds")


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
    so = "so it always ties" if can_be_claimed else "so nobody can ever claim it"
    if isinstance(measure, Occurrences) and not can_hold(measure.pattern, deck, cards.rules, colours):
        suffix = f" in {named.strip()}" if named else ""
        message = f"no canvas of this deck can hold the pattern of {card.id}{suffix}, {so}"
        hint = "change the pattern or add canvas cards"
        yield CheckWarning(WarningKind.NEVER_FITS, path, message, hint, ("objective", "pattern"))
    if isinstance(measure, Cards):
        most = max(int((deck == colour).sum(axis=(1, 2)).max()) for colour in colours)
        if most < measure.min_quadrants:
            message = f"no canvas card has {measure.min_quadrants} {named}quadrants as {card.id} asks, {so}"
            hint = f"ask for {most} or fewer"
            yield CheckWarning(WarningKind.NEVER_FITS, path, message, hint, ("objective", "min_quadrants"))


def _same_objectives(cards: CardDatabase, surveys: Sequence[Survey]) -> Iterator[CheckWarning]:
    zone = cards.rules.zone(max(cards.rules.grid))
    hint = "change one of them"

    def fitting(card: Card) -> Hashable:
        return placements(cards.inspiration(card.id).pattern, zone).tobytes()

    def claims(card: Card) -> Hashable:
        odds = [each.public[card.id] for each in surveys]
        if not odds:
            return cards.public_card(card.id).objective
        if all(each.always is not None for each in odds):
            return card.id  # That is told by itself, and is nothing that two such cards have in common.
        return tuple((each.ranks.tobytes(), each.claimed.tobytes()) for each in odds)

    for path, card, first in _same(_in_deck(cards, "inspiration"), fitting):
        yield CheckWarning(WarningKind.SAME_OBJECTIVE, path, f"{card.id} has the same pattern as {first.id}", hint)
    public = (*_in_deck(cards, "assignment"), *_in_deck(cards, "professor"))
    for path, card, first in _same(public, claims):
        where = f"on all of {RANDOM_CANVASES:,} random canvases" if surveys else "always"
        message = f"{card.id} is claimed as {first.id} is, {where}"
        yield CheckWarning(WarningKind.SAME_OBJECTIVE, path, message, hint)


def _odds_concerns(cards: CardDatabase, surveys: Sequence[Survey]) -> Iterator[CheckWarning]:
    for each in surveys:
        said, zone = f"with {each.players} players", cards.rules.zone(each.players)
        for kind in (Kind.ASSIGNMENT, Kind.PROFESSOR):
            for path, card in _in_deck(cards, kind):
                odds = each.public[card.id]
                if odds.always is not None:
                    kind_of = WarningKind.NOBODY_CLAIMS if odds.nobody.share else WarningKind.TIES_OFTEN
                    message = f"every zone gets {odds.always} for {card.id} on all random canvases {said}"
                    size = f"a zone is {zone.rows} rows of {zone.columns} quadrants"
                    hint = "ask for something that differs" if odds.always else f"ask for what some zones have: {size}"
                    yield CheckWarning(kind_of, path, message, hint, ("objective",))
                    continue
                if odds.nobody.interval[0] > OFTEN_UNCLAIMED:
                    message = f"nobody claims {card.id} on {percent(odds.nobody)} of random canvases {said}"
                    yield CheckWarning(WarningKind.NOBODY_CLAIMS, path, message, "ask for what happens more often")
                if odds.tie.interval[0] > OFTEN_TIED:
                    message = f"{card.id} ties on {percent(odds.tie)} of random canvases {said}"
                    yield CheckWarning(WarningKind.TIES_OFTEN, path, message, "ask for something that differs more")
        for path, card in _in_deck(cards, "inspiration"):
            low, high = each.held[card.id].interval
            if high < SELDOM or low > NEARLY_ALWAYS:
                message = f"a zone holds the pattern of {card.id} on {percent(each.held[card.id])} of random canvases"
                hint = "make it smaller" if high < SELDOM else "make it larger"
                yield CheckWarning(WarningKind.PATTERN_ODDS, path, f"{message} {said}", hint)


def percent(chance: Proportion) -> str:
    """Returns a share with its 95 % interval in points, such as "20 % (18 to 22)"."""
    low, high = chance.interval
    digits = 1 if chance.share < 0.1 else 0
    return f"{100 * chance.share:.{digits}f} % ({100 * low:.{digits}f} to {100 * high:.{digits}f})"


_CHECKS = (_same_quadrants, _same_titles, _colour_balance, _deck_sizes, _never_fits)
_ODDS_CHECKS = (_same_objectives, _odds_concerns)
