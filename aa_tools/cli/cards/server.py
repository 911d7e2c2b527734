"""The HTTP server of `aa cards watch --serve`.

It listens on the loopback address only, answers only GET, and refuses requests whose Host header is any other name, so
that no web page can read the cards through a name of its own (DNS rebinding).
"""

from __future__ import annotations

import re
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from aa_tools.errors import InputError, Place
from aa_tools.files import os_error_message
from aa_tools.services.cards.preview import PreviewState

_PAGE = Path(__file__).parent / "page"
_SEEN = re.compile(r"seen=(\d{1,15})", re.ASCII)
_CONTENT_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".png": "image/png"}


def serve_preview(state: PreviewState, port: int) -> str:
    """Serves the live page in a daemon thread and returns its address.

    Raises:
        InputError: the port is in use.
    """
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), _handler(state))
    except OSError as error:
        message = f"cannot listen on this port: {os_error_message(error)}"
        raise InputError(message, place=Place(f"--port {port}"), hint="choose another port, or 0 for any") from error
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/"


def _handler(state: PreviewState) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """Answers one request."""

        protocol_version = "HTTP/1.1"
        server_version = "aa"

        def do_GET(self) -> None:
            port = self.connection.getsockname()[1]
            hosts = self.headers.get_all("Host", [])
            if len(hosts) != 1 or hosts[0].lower() not in (f"127.0.0.1:{port}", f"localhost:{port}"):
                self._respond(HTTPStatus.FORBIDDEN, b"This page is served to 127.0.0.1 only.\n", "text/plain")
                return
            response = _content(state, self.path)
            if response is None:
                self._respond(HTTPStatus.NOT_FOUND, b"Not found.\n", "text/plain")
            else:
                self._respond(HTTPStatus.OK, *response)

        def _respond(self, status: HTTPStatus, content: bytes, content_type: str) -> None:
            charset = "; charset=utf-8" if content_type.startswith("text/") else ""
            self.send_response(status)
            self.send_header("Content-Type", content_type + charset)
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'")
            self.send_header("X-Content-Type-Options", "nosniff")
            self.send_header("Cache-Control", "max-age=31536000" if content_type == "image/png" else "no-store")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Logs nothing, so that only the results of the checks appear in the terminal."""

        def handle(self) -> None:
            """Handles one connection; a page that is closed while it waits is not an error."""
            try:
                super().handle()
            except ConnectionError:
                self.close_connection = True

    return Handler


def _content(state: PreviewState, target: str) -> tuple[bytes, str] | None:
    """Returns the body and the content type for a request target, or None if there is nothing there."""
    path, _, query = target.partition("?")
    if path == "/state":
        seen = _SEEN.fullmatch(query)
        return state.to_json(int(seen[1]) if seen else 0), "application/json"
    folder, _, name = path.rpartition("/")
    if folder == "/faces":
        picture = state.picture(name.removesuffix(".png"))
        return None if picture is None else (picture, "image/png")
    file = next((file for file in _PAGE.iterdir() if file.name == (name or "index.html")), None)
    if folder == "" and path.startswith("/") and file and file.suffix in _CONTENT_TYPES:
        return file.read_bytes(), _CONTENT_TYPES[file.suffix]
    return None
