"""Plays batches of games in one process, in several, or on a Dask cluster; the sums are the same in every case."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, replace

import joblib
import numpy as np

from aa_tools.errors import InputError
from aa_tools.simulation.engine import Matchup, play_games
from aa_tools.simulation.statistics.intervals import difference, estimate
from aa_tools.simulation.statistics.moments import Moments
from aa_tools.simulation.statistics.observe import observe

BATCH_GAMES = 500
"""Number of games played in lockstep; a whole number of shuffles for two and for four players."""

STOPPING_QUANTITIES = (
    "starter/wins",
    "card/all-assignments/tied",
    "card/all-professors/tied",
    "inspiration/all/met",
    "tension/comebacks",
)
"""The quantities whose intervals must be narrow enough before `until_width` stops."""


@dataclass(frozen=True)
class Workers:
    """The processes that play the batches.

    Attributes:
        jobs: number of processes on this machine.
        dask: address of a Dask scheduler whose workers play instead, or None.
    """

    jobs: int = 1
    dask: str | None = None

    def run(self, tasks: Iterable[tuple[tuple[Matchup, ...], int, int]]) -> Generator[Moments, None, None]:
        """Yields the moments of each batch (matchups, first game, number of games), in the order of the batches."""
        if self.jobs == 1 and self.dask is None:
            yield from (run_batch(*task) for task in tasks)
            return
        with contextlib.nullcontext() if self.dask is None else _dask_backend(self.dask):
            parallel = joblib.Parallel(n_jobs=self.jobs if self.dask is None else -1, return_as="generator")
            yield from parallel(joblib.delayed(run_batch)(*task) for task in tasks)


@contextlib.contextmanager
def _dask_backend(address: str) -> Iterator[None]:
    try:
        from dask.distributed import Client
    except ImportError as error:
        raise InputError("Dask is not installed", hint='pip install "aa_tools[cluster]"') from error
    try:
        client = Client(address, timeout=10, set_as_default=True)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise InputError(f"no Dask scheduler answers at {address}", hint="start one with: dask scheduler") from error
    with client, joblib.parallel_config(backend="dask"):
        yield


def run_batch(matchups: tuple[Matchup, ...], first: int, games: int) -> Moments:
    """Plays `games` games from number `first` on with each matchup, and sums up the observations."""
    numbers = np.arange(first, first + games)
    return Moments.of(games, *(observe(matchup, play_games(matchup, numbers)) for matchup in matchups))


def run_batches(
    matchups: tuple[Matchup, ...],
    games: int,
    workers: Workers,
    until_width: float | None = None,
    progress: Callable[[int], object] = lambda games: None,
) -> tuple[Moments, bool]:
    """Plays games from number 0 on; Ctrl-C stops early.

    Args:
        matchups: one matchup, or two that are compared shuffle by shuffle.
        games: number of games, or the maximum if `until_width` is set. Rounded up to whole shuffles.
        workers: the processes that play.
        until_width: stop when the intervals of STOPPING_QUANTITIES are at most this wide.
        progress: called with the total number of games after each batch.

    Returns:
        The moments, and whether playing was interrupted.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed before the first batch was finished.
    """
    moments: Moments | None = None
    interrupted, results = False, workers.run(_tasks(matchups, games))
    try:
        for batch in results:
            moments = replace(batch, anytime=until_width is not None) if moments is None else moments + batch
            progress(moments.games)
            if until_width is not None and is_narrow_enough(moments, len(matchups) == 2, until_width):
                break
    except KeyboardInterrupt:
        # The decision to stop did not depend on the results, so the intervals remain valid.
        interrupted = True
        if moments is None:
            raise
    finally:
        with warnings.catch_warnings():
            # joblib warns that running batches are discarded, which is intended here.
            warnings.simplefilter("ignore", UserWarning)
            results.close()
    assert moments is not None
    return moments, interrupted


def _tasks(matchups: tuple[Matchup, ...], games: int) -> Iterator[tuple[tuple[Matchup, ...], int, int]]:
    games = matchups[0].whole_shuffles(games)
    for first in range(0, games, BATCH_GAMES):
        yield matchups, first, min(BATCH_GAMES, games - first)


def is_narrow_enough(moments: Moments, compared: bool, width: float) -> bool:
    """Whether the intervals of all STOPPING_QUANTITIES are at most `width` wide."""
    for name in STOPPING_QUANTITIES:
        if moments.names(name):
            figure = difference(moments[name]) if compared else estimate(moments[name])
            # A quantity that only one of two card files has can never be compared, so it must not prevent the stop.
            if (figure is None and not compared) or (figure is not None and figure.width > width):
                return False
    return True
