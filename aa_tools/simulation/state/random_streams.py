"""Reproducible random numbers that depend only on the seed, the game and the purpose.

Each game draws from a separate stream for each purpose, so that a different bot, number of processes or edited card
changes no other draw. The streams are a tree of SplitMix64 generators (Steele, Lea, Flood 2014): each generator's state
is hashed from its parent's. All games of a batch draw at once, which numpy's generators cannot do.
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
    """The purpose of a random stream."""

    CANVAS = 0
    ASSIGNMENT = 1
    PROFESSOR = 2
    INSPIRATION = 3
    FIRST_PLAYER = 4
    CHOICE = 5
    PLAYOUT = 6


def random_words(keys: Words, index: Words | int) -> Words:
    """Returns word number `index` of the stream with each key, uniform over 64 bits."""
    # At least one dimension: numpy warns about the intended wrap-around only if both operands are scalars.
    words = np.atleast_1d(keys) + _STEP * (np.atleast_1d(np.asarray(index, np.uint64)) + np.uint64(1))
    words = (words ^ (words >> np.uint64(30))) * _FACTORS[0]
    words = (words ^ (words >> np.uint64(27))) * _FACTORS[1]
    return np.asarray(words ^ (words >> np.uint64(31)))


def stream_keys(seed: int, games: NDArray[np.int64], purpose: Purpose) -> Words:
    """Returns the key of each game's stream for a purpose, shape (games,)."""
    root = random_words(np.array([seed % 2**64], np.uint64), 0)
    return random_words(random_words(root, games.astype(np.uint64)), int(purpose))


def random_below(words: Words, limit: NDArray[np.int64] | int) -> NDArray[np.int64]:
    """Maps each word to an integer from 0 to `limit` - 1; `limit` is at most 2**31."""
    return ((words >> np.uint64(32)) * np.asarray(limit, np.uint64) >> np.uint64(32)).astype(np.int64)


def card_word(card_id: str, copy: int) -> int:
    """Returns the 64-bit shuffling key of a card, which depends only on its id and copy number."""
    return int.from_bytes(hashlib.blake2b(f"{card_id}#{copy}".encode(), digest_size=8).digest(), "little")


def shuffle(keys: Words, cards: Words) -> NDArray[np.int64]:
    """Shuffles a deck once for each key.

    Each card draws a number with its own `card_word`, and the cards are sorted by their numbers. Editing, adding or
    removing a card therefore does not change the order of the others.

    Args:
        keys: stream keys, shape (n,).
        cards: the `card_word` of each card, shape (cards,).

    Returns:
        Indices into `cards`, shape (n, cards).
    """
    # Different words of a stream are never equal, so every sorting algorithm gives the same order.
    return np.argsort(random_words(keys[:, np.newaxis], cards[np.newaxis]), axis=1)
