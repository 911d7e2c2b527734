"""Repeatable chance: numbers that depend on the seed, the game, the purpose and nothing else.

A game draws from one stream for each purpose, so that another bot, another number of processes or an edited card
moves no other draw. The streams are a tree of SplitMix64 generators (Steele, Lea, Flood 2014): the state of each is
hashed from that of its parent. All games of a batch draw at once; numpy's generators cannot do that.
"""

from __future__ import annotations

import hashlib
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FACTORS = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


class Purpose(IntEnum):
    """What a stream is for."""

    CANVAS = 0
    ASSIGNMENT = 1
    PROFESSOR = 2
    INSPIRATION = 3
    FIRST_PLAYER = 4
    CHOICE = 5
    PLAYOUT = 6


def draw(keys: Words, index: Words | int) -> Words:
    """Returns word number `index` of the stream with each key: uniform over 64 bits."""
    # At least one dimension: numpy warns of the wrap-around, which is wanted, only where both are single numbers.
    words = np.atleast_1d(keys) + _STEP * (np.atleast_1d(np.asarray(index, np.uint64)) + np.uint64(1))
    words = (words ^ (words >> np.uint64(30))) * _FACTORS[0]
    words = (words ^ (words >> np.uint64(27))) * _FACTORS[1]
    return np.asarray(words ^ (words >> np.uint64(31)))


def streams(seed: int, games: NDArray[np.int64], purpose: Purpose) -> Words:
    """Returns the key of each game's stream for a purpose."""
    root = draw(np.array([seed % 2**64], np.uint64), 0)
    return draw(draw(root, games.astype(np.uint64)), int(purpose))


def below(words: Words, limit: NDArray[np.int64] | int) -> NDArray[np.int64]:
    """Returns a whole number from 0 to below `limit` (at most 2**31) for each word."""
    return ((words >> np.uint64(32)) * np.asarray(limit, np.uint64) >> np.uint64(32)).astype(np.int64)


def card_word(card_id: str, copy: int) -> int:
    """Returns a word of 64 bits for a card, the same in every card file."""
    return int.from_bytes(hashlib.blake2b(f"{card_id}#{copy}".encode(), digest_size=8).digest(), "little")


def shuffled(keys: Words, cards: Words) -> NDArray[np.int64]:
    """Shuffles a deck once for each key.

    Each card draws a number by its own word, and the cards lie in the order of their numbers: a card that is edited,
    added or taken out moves no other card.

    Args:
        keys: shape (n,).
        cards: the `card_word` of each card, shape (cards,).

    Returns:
        Indices into `cards`, shape (n, cards).
    """
    # Different words of one stream are never equal, so that any kind of sorting gives the same order.
    return np.argsort(draw(keys[:, np.newaxis], cards[np.newaxis]), axis=1)
