"""Batches of games on one core, on many, or on other machines: the same sums in every case."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass

import joblib
import numpy as np

from aa_tools.errors import InputError
from aa_tools.simulation.engine import Match, play
from aa_tools.simulation.statistics.intervals import Looks, difference, estimate
from aa_tools.simulation.statistics.moments import Moments
from aa_tools.simulation.statistics.observe import observe

BATCH = 500
"""Games played in lockstep; a whole number of shuffles for two and for four players."""

HEADLINES = (
    "starter/wins",
    "card/all-assignments/tied",
    "card/all-professors/tied",
    "inspiration/all/met",
    "tension/comebacks",
)
"""What has to be known well enough before `until_width` stops; each may be looked at on its own."""

Progress = Callable[[int], object]


@dataclass(frozen=True)
class Workers:
    """Who plays the batches.

    Attributes:
        jobs: processes on this machine.
        dask: address of a Dask scheduler whose workers play instead.
    """

    jobs: int = 1
    dask: str | None = None

    def run(self, tasks: Iterable[tuple[tuple[Match, ...], int, int]]) -> Generator[Moments, None, None]:
        """Yields the moments of each batch (matches, first game, games), in the order of the batches."""
        if self.jobs == 1 and self.dask is None:
            yield from (play_batch(*task) for task in tasks)
            return
        with self._engine():
            parallel = joblib.Parallel(n_jobs=self.jobs if self.dask is None else -1, return_as="generator")
            yield from parallel(joblib.delayed(play_batch)(*task) for task in tasks)

    @contextlib.contextmanager
    def _engine(self) -> Iterator[None]:
        if self.dask is None:
            yield
            return
        try:
            from dask.distributed import Client
        except ImportError as error:
            raise InputError("Dask is not installed", hint='pip install "aa_tools[cluster]"') from error
        try:
            client = Client(self.dask, timeout=10, set_as_default=True)  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as error:
            raise InputError(
                f"no Dask scheduler answers at {self.dask}", hint="start one with: dask scheduler"
            ) from error
        with client, joblib.parallel_config(backend="dask"):
            yield


@dataclass(frozen=True, eq=False)
class Played:
    """What was played and seen.

    Attributes:
        matches: one, or two that are compared.
        moments: what was seen.
        looks: how often it was looked at, which decides how intervals are made.
        interrupted: whether it was stopped before its time.
    """

    matches: tuple[Match, ...]
    moments: Moments
    looks: Looks
    interrupted: bool


def play_batch(matches: tuple[Match, ...], first: int, games: int) -> Moments:
    """Plays games from number `first` on with each match, and sums up what was seen."""
    numbers = np.arange(first, first + games)
    return Moments.of(games, *(observe(match, play(match, numbers)) for match in matches))


def play_many(
    matches: tuple[Match, ...],
    games: int,
    workers: Workers,
    until_width: float | None = None,
    progress: Progress = lambda games: None,
) -> Played:
    """Plays games from number 0 on; Ctrl-C ends it early.

    Args:
        matches: one, or two that are compared shuffle by shuffle.
        games: how many; the most where `until_width` is given. Rounded up to whole shuffles.
        workers: who plays.
        until_width: stop once the intervals of the headlines are as narrow as this, from end to end.
        progress: is told the number of games after each batch.

    Returns:
        What was played.

    Raises:
        KeyboardInterrupt: Ctrl-C came before the first batch was done.
    """
    looks = Looks.ONCE if until_width is None else Looks.ANY
    moments: Moments | None = None
    interrupted, results = False, workers.run(_tasks(matches, games))
    try:
        for each in results:
            moments = each if moments is None else moments + each
            progress(moments.games)
            if until_width is not None and narrow(moments, len(matches) == 2, until_width):
                break
    except KeyboardInterrupt:
        # Nobody saw the games so far and chose to stop for what they show, so that the intervals stay what they are.
        interrupted = True
        if moments is None:
            raise
    finally:
        with warnings.catch_warnings():
            # joblib tells that batches under way are thrown away: that is what stopping means.
            warnings.simplefilter("ignore", UserWarning)
            results.close()
    assert moments is not None
    return Played(matches, moments, looks, interrupted)


def _tasks(matches: tuple[Match, ...], games: int) -> Iterator[tuple[tuple[Match, ...], int, int]]:
    games = matches[0].whole_shuffles(games)
    for first in range(0, games, BATCH):
        yield matches, first, min(BATCH, games - first)


def narrow(moments: Moments, compared: bool, width: float) -> bool:
    """Says whether the headlines are known well enough, by intervals that may be looked at any number of times."""
    for name in HEADLINES:
        if moments.names(name):
            ratio = moments[name]
            found = difference(ratio, Looks.ANY) if compared else estimate(ratio, Looks.ANY)
            # What one of two card files does not have cannot be compared, however long they are played.
            if (found is None and not compared) or (found is not None and found.width > width):
                return False
    return True
