"""An environment for tests that holds nothing of the machine: no settings, no locale, no ignored signals."""

from __future__ import annotations

import os
import signal
import tempfile
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[2]

_KEPT = frozenset(
    # What a process needs to find programs and libraries, on any system.
    ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT")
)
_KEPT_PREFIXES = ("PYTEST_", "COV_", "COVERAGE_", "HYPOTHESIS_", "OMP_", "PYTHONDONTWRITEBYTECODE")


def isolate(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Replaces the environment variables: home, settings and temporary files are in `folder`, the locale is C.UTF-8.

    Child processes inherit it, and find the program of this tree in any folder.
    """
    for name in tuple(os.environ):
        if name.upper() not in _KEPT and not name.upper().startswith(_KEPT_PREFIXES):
            patch.delenv(name)
    home, temporary = folder / "home", folder / "tmp"
    for made in (home, temporary):
        made.mkdir(parents=True)
    variables = {
        "HOME": home,
        "USERPROFILE": home,
        "APPDATA": home / "AppData" / "Roaming",
        "LOCALAPPDATA": home / "AppData" / "Local",
        "XDG_CONFIG_HOME": home / ".config",
        "XDG_CACHE_HOME": home / ".cache",
        "XDG_DATA_HOME": home / ".local" / "share",
        "XDG_STATE_HOME": home / ".local" / "state",
        "TMPDIR": temporary,
        "TEMP": temporary,
        "TMP": temporary,
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "TERM": "xterm-256color",
        "USER": "tester",
        "LOGNAME": "tester",
        "USERNAME": "tester",
        "GIT_CONFIG_NOSYSTEM": "1",
        "PYTHONPATH": _ROOT,
    }
    for name, value in variables.items():
        patch.setenv(name, str(value))
    patch.setattr(tempfile, "tempdir", None)


def stop_ignoring_signals() -> None:
    """Makes child processes start with the default reaction to SIGINT and SIGTERM.

    A process that its caller started in the background ignores SIGINT, and so would its children: an ignored signal is
    inherited, a handled one is not. The handler does nothing, so this process still ignores the signal.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT, signal.SIGTERM))
