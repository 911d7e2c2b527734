"""The slow, obvious reference for the measures and the scoring.

Everything here is plain lists, sets and loops, so that a reader can check it against the rules by eye. The
fast implementation is compared against it. A cell is the (row, column) of a quadrant on the whole canvas,
from 0, with row 0 in the north and column 0 in the west.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

Cell = tuple[int, int]
Objective = Mapping[str, object]
Result = tuple[int, set[Cell]]

COLOURS = {"red": "R", "yellow": "Y", "blue": "B"}
CLOCKWISE = ["south", "west", "north", "east"]
QUADRANTS_PER_CARD = 2


@dataclass(frozen=True)
class Zone:
    """One player's zone.

    Attributes:
        rows: The cells as the owner sees them: nearest row first, each row from the owner's left to right.
        letters: The letter on each cell of the zone; "." is an empty quadrant.
    """

    rows: list[list[Cell]]
    letters: dict[Cell, str]

    @property
    def columns(self) -> list[list[Cell]]:
        """The owner's columns: the leftmost first, each from near to far."""
        return [[row[index] for row in self.rows] for index in range(len(self.rows[0]))]

    def edges(self) -> dict[str, set[Cell]]:
        """The cells along each edge, as the owner sees it, and those on any edge."""
        near, far = set(self.rows[0]), set(self.rows[-1])
        left, right = set(self.columns[0]), set(self.columns[-1])
        return {"near": near, "far": far, "left": left, "right": right, "any": near | far | left | right}

    def of(self, colour: str) -> set[Cell]:
        """The cells that hold the colour."""
        return {cell for cell, letter in self.letters.items() if letter == COLOURS[colour]}


def cut_zone(canvas: Sequence[str], side: str, depth: int) -> Zone:
    """Cut one side's zone out of the canvas, `depth` cards deep."""
    height, width = len(canvas), len(canvas[0])
    deep = depth * QUADRANTS_PER_CARD
    if side == "south":  # Looks north: left is west.
        rows = [[(height - 1 - away, along) for along in range(width)] for away in range(deep)]
    elif side == "north":  # Looks south: left is east.
        rows = [[(away, width - 1 - along) for along in range(width)] for away in range(deep)]
    elif side == "west":  # Looks east: left is north.
        rows = [[(along, away) for along in range(height)] for away in range(deep)]
    elif side == "east":  # Looks west: left is south.
        rows = [[(height - 1 - along, width - 1 - away) for along in range(height)] for away in range(deep)]
    else:
        raise ValueError(f"unknown side {side!r}")
    return Zone(rows, {(r, c): canvas[r][c] for row in rows for r, c in row})


def number_of(objective: Objective, key: str, default: int) -> int:
    """Read a whole number from the objective; the default if it is absent or None."""
    value = objective.get(key)
    return default if value is None else int(str(value))


def union(groups: Iterable[Iterable[Cell]]) -> set[Cell]:
    """Put all the cells of the groups into one set."""
    return {cell for group in groups for cell in group}


def neighbours(cell: Cell) -> list[Cell]:
    """The four cells that share a side with this one."""
    row, column = cell
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def find_areas(cells: set[Cell]) -> list[set[Cell]]:
    """Split cells of one colour into areas joined side by side."""
    areas = []
    left = set(cells)
    while left:
        area: set[Cell] = set()
        waiting = [left.pop()]
        while waiting:
            cell = waiting.pop()
            area.add(cell)
            for other in neighbours(cell):
                if other in left:
                    left.remove(other)
                    waiting.append(other)
        areas.append(area)
    return areas


def find_runs(line: list[Cell], cells: set[Cell]) -> list[list[Cell]]:
    """The unbroken runs of the wanted cells along one line, each as long as it can be."""
    runs: list[list[Cell]] = [[]]
    for cell in line:
        if cell in cells:
            runs[-1].append(cell)
        else:
            runs.append([])
    return [run for run in runs if run]


def shapes_of(pattern: str, mirrored: bool) -> list[list[Cell]]:
    """The pattern turned the four ways, and also flipped if mirrored, as lists of offsets."""
    rows = pattern.split("/")
    shape = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "X"]
    if not shape or set(pattern) - set("X./"):
        raise ValueError(f"bad pattern {pattern!r}")
    shapes = []
    for start in [shape, [(r, -c) for r, c in shape]] if mirrored else [shape]:
        turned = start
        for _ in range(4):
            shapes.append(turned)
            turned = [(c, -r) for r, c in turned]
    return shapes


def find_occurrences(cells: set[Cell], pattern: str, mirrored: bool) -> set[frozenset[Cell]]:
    """Every set of the cells that the pattern fits, each set once.

    The pattern is drawn as the canvas is (north up), so a turned pattern is never a flipped one.
    """
    found = set()
    for shape in shapes_of(pattern, mirrored):
        first_row, first_column = shape[0]
        for row, column in cells:
            place = frozenset((row + r - first_row, column + c - first_column) for r, c in shape)
            if place <= cells:
                found.add(place)
    return found


def quadrants(zone: Zone, cells: set[Cell], objective: Objective) -> Result:
    """Count the quadrants of the colour."""
    return len(cells), cells


def areas(zone: Zone, cells: set[Cell], objective: Objective) -> Result:
    """Count the areas whose size is in the range."""
    smallest = number_of(objective, "min_size", 1)
    biggest = number_of(objective, "max_size", len(zone.letters))
    counted = [area for area in find_areas(cells) if smallest <= len(area) <= biggest]
    return len(counted), union(counted)


def largest_area(zone: Zone, cells: set[Cell], objective: Objective) -> Result:
    """Count the quadrants of the biggest area."""
    found = find_areas(cells)
    size = max((len(area) for area in found), default=0)
    return size, union(area for area in found if len(area) == size)


def longest_line(zone: Zone, cells: set[Cell], objective: Objective) -> Result:
    """Measure the longest unbroken straight run."""
    lines = {"row": zone.rows, "column": zone.columns, "either": zone.rows + zone.columns}
    wanted = lines[str(objective.get("direction", "either"))]
    runs = [run for line in wanted for run in find_runs(line, cells)]
    length = max((len(run) for run in runs), default=0)
    return length, union(run for run in runs if len(run) == length)


def occurrences(zone: Zone, cells: set[Cell], objective: Objective) -> Result:
    """Count the places where the pattern fits."""
    places = find_occurrences(cells, str(objective["pattern"]), bool(objective["mirrored"]))
    return len(places), union(places)


def rows_or_columns(zone: Zone, cells: set[Cell], objective: Objective) -> Result:
    """Count the owner's rows (or columns) that hold the colour or, if full, nothing else."""
    lines = zone.rows if objective["measure"] == "rows" else zone.columns
    enough = all if objective.get("full", False) else any
    counted = [line for line in lines if enough(cell in cells for cell in line)]
    return len(counted), union(counted) & cells


def edge(zone: Zone, cells: set[Cell], objective: Objective) -> Result:
    """Count the quadrants of the colour on an edge of the zone."""
    counted = cells & zone.edges()[str(objective.get("side", "any"))]
    return len(counted), counted


def islands(zone: Zone, cells: set[Cell], objective: Objective) -> Result:
    """Count the areas that touch no edge of the zone."""
    counted = [area for area in find_areas(cells) if not area & zone.edges()["any"]]
    return len(counted), union(counted)


def card_of(cell: Cell) -> Cell:
    """The row and column, in cards, of the card that the cell is on."""
    row, column = cell
    return row // QUADRANTS_PER_CARD, column // QUADRANTS_PER_CARD


def cards(zone: Zone, cells: set[Cell], objective: Objective) -> Result:
    """Count the cards that hold enough quadrants of the colour."""
    wanted = number_of(objective, "min_quadrants", 1)
    on_card: dict[Cell, set[Cell]] = {card_of(cell): set() for cell in zone.letters}
    for cell in cells:
        on_card[card_of(cell)].add(cell)
    counted = [held for held in on_card.values() if len(held) >= wanted]
    return len(counted), union(counted)


def mirror(zone: Zone, cells: set[Cell], objective: Objective) -> Result:
    """Count the quadrants whose left-right image in the zone has the same colour."""
    images = [pair for row in zone.rows for pair in zip(row, reversed(row), strict=True)]
    counted = {cell for cell, image in images if {cell, image} <= cells}
    return len(counted), counted


def borders(zone: Zone) -> Result:
    """Count the pairs of neighbouring quadrants with different colours."""
    coloured = {cell: letter for cell, letter in zone.letters.items() if letter != "."}
    pairs = {
        frozenset([cell, other])
        for cell in coloured
        for other in neighbours(cell)
        if other in coloured and coloured[other] != coloured[cell]
    }
    return len(pairs), union(pairs)


def spread(zone: Zone) -> Result:
    """Count how many more quadrants the commonest colour has than the rarest."""
    held = [zone.of(colour) for colour in COLOURS]
    most, fewest = max(len(cells) for cells in held), min(len(cells) for cells in held)
    commonest = union(cells for cells in held if len(cells) == most)
    return most - fewest, commonest if most > fewest else set()


COLOURLESS: dict[str, Callable[[Zone], Result]] = {"borders": borders, "spread": spread}
BY_COLOUR: dict[str, Callable[[Zone, set[Cell], Objective], Result]] = {
    "quadrants": quadrants,
    "areas": areas,
    "largest-area": largest_area,
    "longest-line": longest_line,
    "occurrences": occurrences,
    "rows": rows_or_columns,
    "columns": rows_or_columns,
    "edge": edge,
    "islands": islands,
    "cards": cards,
    "mirror": mirror,
}


def combine(results: list[Result], over: str) -> Result:
    """Make one result of the three colours' results."""
    numbers = [number for number, _ in results]
    if over == "sum":
        return sum(numbers), union(cells for _, cells in results)
    best = {"max": max, "min": min}[over](numbers)
    return best, union(cells for number, cells in results if number == best)


def measure(canvas: Sequence[str], side: str, objective: Objective, depth: int = 2, mirrored: bool = False) -> Result:
    """Measure one side's zone.

    Args:
        canvas: The canvas, top row first: R, Y, B, or "." for an empty quadrant.
        side: Whose zone: south, west, north or east.
        objective: The measure, its colour or how to join the colours, and its parameters.
        depth: How many cards deep a zone is.
        mirrored: Whether a flipped pattern fits too.

    Returns:
        The number, and the cells of the whole canvas that earned it.
    """
    zone = cut_zone(canvas, side, depth)
    name = str(objective["measure"])
    if name in COLOURLESS:
        return COLOURLESS[name](zone)
    wanted = {**objective, "mirrored": mirrored}
    colour = objective.get("colour")
    if colour is not None:
        return BY_COLOUR[name](zone, zone.of(str(colour)), wanted)
    results = [BY_COLOUR[name](zone, zone.of(each), wanted) for each in COLOURS]
    return combine(results, str(objective.get("over") or "sum"))


def inspiration_places(
    canvas: Sequence[str], side: str, pattern: str, depth: int = 2, mirrored: bool = False
) -> set[frozenset[Cell]]:
    """Every place in the side's zone where the pattern fits in one colour, as cells of the whole canvas."""
    zone = cut_zone(canvas, side, depth)
    return {place for colour in COLOURS for place in find_occurrences(zone.of(colour), pattern, mirrored)}


def next_clockwise(start: str, among: Sequence[str]) -> str:
    """The first of the sides met when going clockwise from the start, the start itself last."""
    turn = CLOCKWISE.index(start)
    order = CLOCKWISE[turn + 1 :] + CLOCKWISE[: turn + 1]
    return next(side for side in order if side in among)


def resolve(
    cards: Sequence[tuple[str, str, Mapping[str, int]]], first_player: str, claim_at_zero: bool = False
) -> tuple[list[tuple[str, str | None, bool]], str]:
    """Give each scoring card to the best zone.

    Args:
        cards: The card's name, "most" or "fewest", and each side's number, in the order resolved.
        first_player: Who holds the first player card at the start.
        claim_at_zero: Whether a "most" card is claimed even if every zone measures zero.

    Returns:
        For each card its name, who claims it (None for nobody) and whether there was a tie; and who holds the
        first player card afterwards.
    """
    holder = first_player
    claims: list[tuple[str, str | None, bool]] = []
    for name, aim, numbers in cards:
        best = {"most": max, "fewest": min}[aim](numbers.values())
        tied = [side for side in numbers if numbers[side] == best]
        if aim == "most" and best == 0 and not claim_at_zero:
            claims.append((name, None, False))
        elif len(tied) == 1:
            claims.append((name, tied[0], False))
        elif holder in tied:
            claims.append((name, holder, True))
            holder = next_clockwise(holder, tied)
        else:
            claims.append((name, next_clockwise(holder, tied), True))
    return claims, holder
