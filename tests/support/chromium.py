"""A headless Chromium, driven over its debugging pipe: no driver, no further package."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

BROWSER = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), ""
)


class Page:
    """One page of a running browser."""

    def __init__(self, write: int, read: int) -> None:
        self._out, self._in = os.fdopen(write, "wb"), os.fdopen(read, "rb")
        self._numbers = itertools.count(1)
        self._rest, self._session = b"", ""
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def _call(self, method: str, **parameters: Any) -> dict[str, Any]:
        number = next(self._numbers)
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        self._out.write(json.dumps(message).encode() + b"\0")
        self._out.flush()
        while True:
            answer = self._next()
            if answer.get("id") == number:
                assert "error" not in answer, answer["error"]
                result: dict[str, Any] = answer["result"]
                return result

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            part = os.read(self._in.fileno(), 1 << 16)
            assert part, "the browser has gone"
            self._rest += part
        line, _, self._rest = self._rest.partition(b"\0")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def open(self, address: str) -> None:
        """Goes to an address."""
        self._call("Page.navigate", url=address)

    def value(self, script: str) -> Any:
        """Returns the value of a JavaScript expression, a promise awaited."""
        answer = self._call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def wait_for(self, script: str, longest_s: float = 30) -> Any:
        """Returns the value of an expression once it is true."""
        end = time.monotonic() + longest_s
        while time.monotonic() < end:
            if found := self.value(script):
                return found
            time.sleep(0.05)
        raise AssertionError(f"never true: {script}")

    def screenshot(self, width: int, height: int) -> str:
        """Returns a picture of the page as PNG in base64."""
        self._call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        return str(self._call("Page.captureScreenshot", format="png")["data"])


@contextlib.contextmanager
def browser(profile: Path) -> Iterator[Page]:
    """Starts a browser with a profile of its own and ends it at the end."""
    to_browser, from_us = os.pipe()
    from_browser, to_us = os.pipe()
    options = "--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --remote-debugging-pipe"
    # Chromium reads from 3 and writes to 4; the shell puts our pipes there.
    command = f'exec "$0" {options} "--user-data-dir=$1" 3<&{to_browser} 4>&{to_us}'
    process = subprocess.Popen(
        ["bash", "-c", command, BROWSER, str(profile)],
        pass_fds=(to_browser, to_us),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(to_browser)
    os.close(to_us)
    try:
        yield Page(from_us, from_browser)
    finally:
        process.kill()
        process.wait()
