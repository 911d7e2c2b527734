"""The reference engine: simple and slow, one game at a time, in pure Python, written from the rules in docs/design.md.

It shares only the card file with the fast engine. Scoring uses tests/rules/oracle.py. A space is (row, column) relative
to the first card of the round; rows are counted southwards.
"""

from __future__ import annotations

import copy
import functools
import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from aa_tools.cards.database import CardDatabase
from tests.rules import oracle

Space = tuple[int, int]
Board = dict[Space, "Laid"]

WORD = 2**64
PURPOSES = ["canvas", "assignment", "professor", "inspiration", "first player", "choice", "playout"]
SIDES = {2: ["south", "north"], 4: ["south", "west", "north", "east"]}
COLOURS = ["red", "yellow", "blue"]
HAND_SIZE = 3


def draw(key: int, index: int) -> int:
    """Word number `index` of a SplitMix64 stream."""
    word = (key + 0x9E3779B97F4A7C15 * (index + 1)) % WORD
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB % WORD
    return word ^ (word >> 31)


def stream(seed: int, game: int, purpose: str) -> int:
    return draw(draw(draw(seed, 0), game), PURPOSES.index(purpose))


def below(word: int, limit: int) -> int:
    return (word >> 32) * limit >> 32


def shuffled(key: int, cards: Sequence[Card]) -> list[Card]:
    return sorted(cards, key=lambda card: draw(key, card.word))


@dataclass(frozen=True)
class Card:
    """A card of any deck; `data` is its entry in the card file."""

    id: str
    copy: int
    data: Mapping[str, object] = field(compare=False)

    @property
    def word(self) -> int:
        text = f"{self.id}#{self.copy}".encode()
        return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little")


@dataclass(frozen=True)
class Laid:
    """A canvas card on the table."""

    card: Card
    turned: bool

    def letters(self) -> list[str]:
        rows = str(self.card.data["quadrants"]).split("/")
        return [row[::-1] for row in rows[::-1]] if self.turned else rows


@dataclass(frozen=True)
class Move:
    """The slot of a card in the hand, its orientation, and a space."""

    slot: int
    turned: bool
    space: Space


@dataclass
class Turn:
    player: int
    card: str
    turned: bool
    space: Space
    spaces: int
    gap: int


@dataclass
class RoundRecord:
    holder: int
    turns: list[Turn] = field(default_factory=list)
    canvas: list[str] = field(default_factory=list)
    claims: list[tuple[str, int | None, bool]] = field(default_factory=list)
    numbers: list[dict[str, int]] = field(default_factory=list)
    scored: list[list[str]] = field(default_factory=list)
    points: list[int] = field(default_factory=list)


@dataclass
class GameRecord:
    rounds: list[RoundRecord] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    winner: int = -1
    decided_by: int = -1


class ReferenceRules:
    """The rules and cards of one card file for two or four players.

    `remember` caches the measures of zones: the same results, faster.
    """

    def __init__(self, database: CardDatabase, players: int, remember: bool = False) -> None:
        self.rules, self.players = database.rules, players
        self.sides = SIDES[players]
        self.size = self.rules.grid[players]
        decks = database.source.data["decks"]
        self.decks = {name: self.cards(decks[name]["cards"]) for name in decks}
        self.number = functools.cache(self._number) if remember else self._number
        self.lack = functools.cache(self._lack) if remember else self._lack

    @staticmethod
    def cards(data: list[dict[str, object]]) -> list[Card]:
        return [
            Card(str(entry["id"]), copy, entry) for entry in data for copy in range(int(str(entry.get("count", 1))))
        ]

    def professor(self, card: Card) -> bool:
        return card in self.decks["professor"]

    def points_of(self, card: Card) -> int:
        return self.rules.points["professor" if self.professor(card) else "assignment"]  # type: ignore[index]

    def best(self, card: Card) -> str:
        return str(card.data["objective"].get("best", "most"))  # type: ignore[attr-defined]

    # Legal spaces.

    def frames(self, board: Board) -> list[Space]:
        """The north-west corners of all frames that are still possible."""
        rows, columns = [row for row, _ in board], [column for _, column in board]
        return [
            (top, left)
            for top in range(max(rows) - self.size + 1, min(rows) + 1)
            for left in range(max(columns) - self.size + 1, min(columns) + 1)
        ]

    def in_frame(self, space: Space, frame: Space) -> bool:
        return all(0 <= space[axis] - frame[axis] < self.size for axis in (0, 1))

    def spaces(self, board: Board, player: int) -> list[Space]:
        if not board:
            return [(0, 0)]
        beside = {other for space in board for other in oracle.neighbours(space)} - set(board)
        frames = self.frames(board)
        legal = sorted(space for space in beside if any(self.in_frame(space, frame) for frame in frames))
        if not self.rules.home_rows:
            return legal
        return [space for space in legal if not self.shut(space, board, player)] or legal

    def shut(self, space: Space, board: Board, player: int) -> bool:
        """Whether the space is next to a rival, where the canvas is closed, and not next to the player."""
        at = [side for side in self.sides if self.next_to(space, side, board)]
        return bool(at) and self.sides[player] not in at

    def next_to(self, space: Space, side: str, board: Board) -> bool:
        axis = 0 if side in ("south", "north") else 1
        lines = [laid[axis] for laid in board]
        if max(lines) - min(lines) + 1 < self.size:
            return False
        return space[axis] == (max(lines) if side in ("south", "east") else min(lines))

    def moves(self, board: Board, hand: Sequence[Card], player: int) -> list[Move]:
        ways = [False, True] if self.rules.half_turns else [False]
        spaces = self.spaces(board, player)
        return [Move(slot, turned, space) for space in spaces for slot in range(len(hand)) for turned in ways]

    def canvas(self, board: Board, frame: Space) -> list[str]:
        """The letters in a frame, "." for empty quadrants."""
        lines = []
        for row in range(self.size):
            cards = [board.get((frame[0] + row, frame[1] + column)) for column in range(self.size)]
            halves = [card.letters() if card else ["..", ".."] for card in cards]
            lines += ["".join(half[0] for half in halves), "".join(half[1] for half in halves)]
        return lines

    # Measures and zones.

    def _number(self, zone: tuple[str, ...], card: Card) -> int:
        # A single zone is a canvas that consists only of its south zone.
        objective: Mapping[str, object] = card.data["objective"]  # type: ignore[assignment]
        return oracle.measure(zone, "south", objective, self.rules.zone_depth, self.rules.mirrored_patterns)[0]

    def zone(self, canvas: Sequence[str], side: str) -> tuple[str, ...]:
        """The zone's letters as its owner sees them, the nearest row last."""
        zone = oracle.cut_zone(canvas, side, self.rules.zone_depth)
        return tuple("".join(zone.letters[cell] for cell in row) for row in zone.rows[::-1])

    def numbers(self, canvas: Sequence[str], card: Card) -> dict[str, int]:
        return {side: self.number(self.zone(canvas, side), card) for side in self.sides}

    def met(self, canvas: Sequence[str], side: str, card: Card) -> bool:
        pattern, rules = str(card.data["pattern"]), self.rules
        return bool(oracle.inspiration_places(canvas, side, pattern, rules.zone_depth, rules.mirrored_patterns))

    # Expected gains.

    def lead(self, card: Card, numbers: Mapping[str, int], side: str) -> int:
        lead = numbers[side] - max(numbers[other] for other in self.sides if other != side)
        if self.best(card) == "fewest":
            lead = min(numbers[other] for other in self.sides if other != side) - numbers[side]
        return lead

    @functools.cached_property
    def leads_on_random_canvases(self) -> dict[Card, tuple[float, float]]:
        """Mean and standard deviation of the lead for each public card on 400 random canvases."""
        canvases = []
        for number in range(400):
            deck = shuffled(stream(0, number, "playout"), self.decks["canvas"])
            board = {divmod(place, self.size): Laid(deck[place], False) for place in range(self.size**2)}
            canvases.append(self.canvas(board, (0, 0)))
        found = {}
        for card in self.decks["assignment"] + self.decks["professor"]:
            numbers = [self.numbers(canvas, card) for canvas in canvases]
            leads = [self.lead(card, zones, side) for zones in numbers for side in self.sides]
            mean = sum(leads) / len(leads)
            found[card] = mean, math.sqrt(sum(lead * lead for lead in leads) / len(leads) - mean * mean)
        return found

    @functools.cache  # noqa: B019
    def prospect(self, card: Card, lead: int, left: int, holds: bool) -> int:
        mean, deviation = self.leads_on_random_canvases[card]
        share = left / self.size**2
        expected = max(-40, min(40, lead)) + mean * share + (0.5 if holds else -0.5)
        width = deviation * math.sqrt(share)
        chance = float(expected > 0) if width == 0 else 0.5 * (1 + math.erf(expected / width / math.sqrt(2)))
        return round(1000 * self.points_of(card) * chance)

    def _lack(self, zone: tuple[str, ...], pattern: str) -> int:
        """The fewest missing quadrants of an occurrence, at most 3."""
        letters = {(row, column): letter for row, line in enumerate(zone) for column, letter in enumerate(line)}
        least = 3
        for shape in oracle.shapes_of(pattern, self.rules.mirrored_patterns):
            for row, column in letters:
                for first_row, first_column in shape[:1]:
                    place = [(row + r - first_row, column + c - first_column) for r, c in shape]
                if not all(cell in letters for cell in place):
                    continue
                for colour in "RYB":
                    if all(letters[cell] in (colour, ".") for cell in place):
                        least = min(least, sum(letters[cell] == "." for cell in place))
        return least

    def inspired(self, canvas: Sequence[str], side: str, cards: Sequence[Card], left: int) -> int:
        total = 0
        for card in cards:
            lack = self.lack(self.zone(canvas, side), str(card.data["pattern"]))
            chance = 0.0 if lack >= 3 else (0.7 * left / (left + 2)) ** lack
            total += round(1000 * self.rules.points["inspiration"] * chance)  # type: ignore[index]
        return total


@dataclass(frozen=True)
class ReferenceBot:
    """A bot: random, greedy, rival or rollout; the kinds of card it values; the number of moves and playouts."""

    name: str
    parts: tuple[str, ...] = ("assignment", "professor", "inspiration")
    moves: int = 0
    playouts: int = 0


class Game:
    """One game in play."""

    def __init__(
        self, plain: ReferenceRules, seed: int, game: int, bots: Sequence[ReferenceBot], per_shuffle: int
    ) -> None:
        self.plain, self.seed, self.game, self.bots = plain, seed, game, bots
        self.shuffle = game // per_shuffle
        self.seated = [(seat + game % per_shuffle) % plain.players for seat in range(plain.players)]
        self.holder = below(draw(stream(seed, self.shuffle, "first player"), 0), plain.players)
        self.inspirations: list[list[Card]] = [[] for _ in range(plain.players)]
        self.hands: list[list[Card]] = []
        self.deck: list[Card] = []
        self.public: list[Card] = []
        self.board: Board = {}

    def play(self) -> GameRecord:
        plain, record = self.plain, GameRecord()
        decks = {name: shuffled(stream(self.seed, self.shuffle, name), plain.decks[name])
                 for name in ("assignment", "professor", "inspiration")}  # fmt: skip
        professors = [0] * plain.players
        for number in range(len(plain.rules.rounds)):
            self.start_round(number, decks)
            record.rounds.append(self.play_round(number))
            for name, claimed, _ in record.rounds[-1].claims:
                if claimed is not None and name in [card.id for card in plain.decks["professor"]]:
                    professors[claimed] += 1
        record.points = [sum(played.points[player] for played in record.rounds) for player in range(plain.players)]
        record.winner, record.decided_by = self.winner(record.points, professors)
        return record

    def winner(self, points: list[int], professors: list[int]) -> tuple[int, int]:
        best = [player for player in range(len(points)) if points[player] == max(points)]
        if len(best) == 1:
            return best[0], 0
        most = max(professors[player] for player in best)
        best = [player for player in best if professors[player] == most]
        if len(best) == 1:
            return best[0], 1
        return next(player for player in self.clockwise() if player in best), 2

    def clockwise(self) -> list[int]:
        """The players from the holder of the first player card."""
        return [(self.holder + step) % self.plain.players for step in range(self.plain.players)]

    def start_round(self, number: int, decks: dict[str, list[Card]]) -> None:
        plain, drawn = self.plain, self.plain.rules.rounds[number]
        self.board = {}
        if number == 0 or plain.players > 2:
            self.deck = shuffled(draw(stream(self.seed, self.shuffle, "canvas"), number), plain.decks["canvas"])
            self.hands = [[] for _ in range(plain.players)]
            for _ in range(HAND_SIZE):
                for player in self.clockwise():
                    self.hands[player].append(self.deck.pop(0))
        for _ in range(drawn.inspirations_per_player):
            for player in self.clockwise():
                self.inspirations[player].append(decks["inspiration"].pop(0))
        self.public = []
        for _ in range(drawn.assignments_of_each_colour):
            for colour in COLOURS:
                card = next(c for c in decks["assignment"] if c.data["objective"]["colour"] == colour)  # type: ignore[index]
                decks["assignment"].remove(card)
                self.public.append(card)
        self.public += [decks["assignment"].pop(0) for _ in range(drawn.assignments)]
        self.public += [decks["professor"].pop(0) for _ in range(drawn.professors)]

    def play_round(self, number: int) -> RoundRecord:
        plain, record, spaces = self.plain, RoundRecord(self.holder), self.plain.size**2
        for turn in range(spaces):
            player = self.clockwise()[turn % plain.players]
            word = draw(stream(self.seed, self.game, "choice"), number * spaces + turn)
            moves = plain.moves(self.board, self.hands[player], player)
            move, gap = self.choose(moves, player, word)
            card = self.hands[player].pop(move.slot)
            record.turns.append(
                Turn(player, card.id, move.turned, move.space, len({other.space for other in moves}), gap)
            )
            self.board[move.space] = Laid(card, move.turned)
            if self.deck:
                self.hands[player].insert(move.slot, self.deck.pop(0))
        self.score(record)
        return record

    def score(self, record: RoundRecord) -> None:
        plain = self.plain
        (frame,) = plain.frames(self.board)
        record.canvas = canvas = plain.canvas(self.board, frame)
        record.numbers = [plain.numbers(canvas, card) for card in self.public]
        cards = [
            (card.id, plain.best(card), numbers) for card, numbers in zip(self.public, record.numbers, strict=True)
        ]
        claims, holder = oracle.resolve(cards, plain.sides[self.holder], plain.rules.claim_at_zero)
        self.holder = plain.sides.index(holder)
        record.claims = [(name, None if side is None else plain.sides.index(side), tie) for name, side, tie in claims]
        record.points = [0] * plain.players
        for card, (_, claimed, _) in zip(self.public, record.claims, strict=True):
            if claimed is not None:
                record.points[claimed] += plain.points_of(card)
        for player, side in enumerate(plain.sides):
            met = [card for card in self.inspirations[player] if plain.met(canvas, side, card)]
            met = met[: plain.rules.inspirations_per_round]
            record.points[player] += len(met) * plain.rules.points["inspiration"]  # type: ignore[index]
            record.scored.append([card.id for card in met])
            self.inspirations[player] = [card for card in self.inspirations[player] if card not in met]

    # The bots.

    def choose(self, moves: list[Move], player: int, word: int) -> tuple[Move, int]:
        bot = self.bots[self.seated[player]]
        if bot.name == "random":
            return moves[below(word, len(moves))], -1
        if bot.name == "rollout":
            moves = self.promising(moves, player, bot)
            values = [self.outcome(move, player, bot, word) for move in moves]
        else:
            values = [self.value(move, player, bot) for move in moves]
        best = [move for move, value in zip(moves, values, strict=True) if value == max(values)]
        in_order = sorted(values, reverse=True)
        return best[below(word, len(best))], in_order[0] - in_order[1] if len(moves) > 1 else -1

    def value(self, move: Move, player: int, bot: ReferenceBot) -> int:
        after = self.board | {move.space: Laid(self.hands[player][move.slot], move.turned)}
        values = [self.frame_value(canvas, player, bot, self.plain.size**2 - len(after)) for canvas in self.seen(after)]
        return sum(values) // len(values)

    def seen(self, board: Board) -> Iterator[list[str]]:
        for frame in self.plain.frames(board):
            yield self.plain.canvas(board, frame)

    def frame_value(self, canvas: list[str], player: int, bot: ReferenceBot, left: int) -> int:
        plain, gains = self.plain, [0] * self.plain.players
        for card in self.public:
            if ("professor" if plain.professor(card) else "assignment") in bot.parts:
                numbers = plain.numbers(canvas, card)
                for seat, side in enumerate(plain.sides):
                    gains[seat] += plain.prospect(card, plain.lead(card, numbers, side), left, seat == self.holder)
        value = gains[player]
        if bot.name in ("rival", "rollout"):
            value -= sum(gain for seat, gain in enumerate(gains) if seat != player) // (plain.players - 1)
        if "inspiration" in bot.parts:
            value += plain.inspired(canvas, plain.sides[player], self.inspirations[player], left)
        return value

    def promising(self, moves: list[Move], player: int, bot: ReferenceBot) -> list[Move]:
        """The moves with the highest values, the first of equals, in their order."""
        values = [self.value(move, player, bot) for move in moves]
        kept = sorted(range(len(moves)), key=lambda index: (-values[index], index))[: bot.moves]
        return [moves[index] for index in sorted(kept)]

    def outcome(self, move: Move, player: int, bot: ReferenceBot, word: int) -> int:
        """The player's mean lead after random playouts, in thousandths of a point."""
        total, rivals = 0, self.plain.players - 1
        for playout in range(bot.playouts):
            points = self.played_out(move, player, draw(draw(word, 1), playout))
            total += rivals * points[player] - (sum(points) - points[player])
        return total * 1000 // (bot.playouts * rivals)

    def played_out(self, move: Move, player: int, chance: int) -> list[int]:
        plain, other = self.plain, copy.copy(self)
        other.board, other.bots = dict(self.board), [ReferenceBot("random")] * plain.players
        other.inspirations = [cards if seat == player else [] for seat, cards in enumerate(self.inspirations)]
        other.hands, other.deck = self.reshuffle_unseen(player, chance)
        while True:
            card = other.hands[player].pop(move.slot)
            other.board[move.space] = Laid(card, move.turned)
            if other.deck:
                other.hands[player].insert(move.slot, other.deck.pop(0))
            laid = len(other.board)
            if laid == plain.size**2:
                break
            player = self.clockwise()[laid % plain.players]
            moves = plain.moves(other.board, other.hands[player], player)
            move = moves[below(draw(chance, laid), len(moves))]
        record = RoundRecord(self.holder)
        other.score(record)
        return record.points

    def reshuffle_unseen(self, player: int, chance: int) -> tuple[list[list[Card]], list[Card]]:
        """The hands and the deck with unseen cards reshuffled; a hand has three slots."""
        places = [(seat, slot) for seat in range(self.plain.players) for slot in range(HAND_SIZE)]
        unseen = [at for at, (seat, slot) in enumerate(places) if seat != player and slot < len(self.hands[seat])]
        unseen += range(len(places), len(places) + len(self.deck))
        held = {at: self.hands[seat][slot] for at, (seat, slot) in enumerate(places) if slot < len(self.hands[seat])}
        cards = held | {len(places) + at: card for at, card in enumerate(self.deck)}
        mixed = sorted(unseen, key=lambda at: draw(draw(chance, 0), at) >> 1)
        after = cards | {to: cards[come] for to, come in zip(unseen, mixed, strict=True)}
        hands = [[after[at] for at, (seat, _) in enumerate(places) if seat == player and at in after]
                 for player in range(self.plain.players)]  # fmt: skip
        return hands, [after[at] for at in sorted(after) if at >= len(places)]
