"""Games for the tests of this folder, made by the steps themselves."""

from __future__ import annotations

import random

from aa_tools.cards.database import CardDatabase
from aa_tools.files import SourceText
from aa_tools.record.gamefile import parse_game
from aa_tools.record.replay import replay_game
from aa_tools.record.steps import Game, draw_deal, new_game_text, with_deal, with_score
from aa_tools.rules.canvas import Canvas
from aa_tools.rules.ruleset import Side, seats
from aa_tools.rules.scoring import Table

NAMES = ("Anna", "Ben", "Cy", "Dora")


def read(text: str, cards: CardDatabase) -> Game:
    file = parse_game(SourceText("game.yaml", text))
    return Game(file, cards, replay_game(file, cards))


def begin(players: int, cards: CardDatabase, seed: int = 7) -> Game:
    names = dict(zip(seats(players), NAMES, strict=False))
    return read(new_game_text(names, Side.SOUTH, seed, {}), cards)


def canvas(players: int, seed: int) -> Canvas:
    chance, side = random.Random(seed), {2: 8, 4: 10}[players]
    return Canvas.parse("/".join("".join(chance.choices("RYB", k=side)) for _ in range(side)), "RYB")


def table(game: Game, seed: int) -> Table:
    state = game.state
    return Table(canvas(len(state.players), seed), state.players, state.first_player, state.dealt or ())


def texts(players: int, cards: CardDatabase, seed: int = 7) -> list[str]:
    """The file after each step of a whole game: new, and for each round the deal and the score."""
    game = begin(players, cards, seed)
    found = [game.file.yaml.source.text]
    for number in range(3):
        game = read(with_deal(game, draw_deal(game)), cards)
        found.append(game.file.yaml.source.text)
        game = read(with_score(game, table(game, number)), cards)
        found.append(game.file.yaml.source.text)
    return found
