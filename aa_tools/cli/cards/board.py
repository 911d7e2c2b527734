"""The page of `aa cards watch --serve`: what it shows, and the small server behind it.

The server listens on the loopback address only, answers GET only, and refuses requests whose Host is another name
for that address (so that no page on the web can read the cards through a name of its own).
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aa_tools.errors import InputError, Place, Problem
from aa_tools.files import os_error_message

if TYPE_CHECKING:
    from aa_tools.cli.cards.watch import Look

LONGEST_WAIT_S = 20
"""How long a page waits for news before it asks again."""

_PAGE = Path(__file__).parent / "page"
_SEEN = re.compile(r"seen=(\d{1,15})", re.ASCII)
_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".png": "image/png"}


class Board:
    """What the page shows now; who waits for news gets it when something is put up."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._version = 0
        self._state: dict[str, Any] = {"title": "", "decks": [], "findings": [], "summary": "", "stale": False}
        self._pictures: dict[str, bytes] = {}

    def show_faces(self, look: Look) -> None:
        """Puts up the faces; with errors, those told instead of what was found before."""
        decks: dict[str, list[dict[str, Any]]] = {}
        for each in look.gallery.pictures:
            card = {"id": each.card_id, "count": each.count, "key": each.key}
            if each.problems:
                card["error"] = "; ".join(problem.message for problem in each.problems)
            decks.setdefault(each.deck.replace("_", " "), []).append(card)
        shown: dict[str, Any] = {"decks": [{"name": name, "cards": cards} for name, cards in decks.items()]}
        shown["stale"] = look.database is None
        if look.database:
            shown["title"] = look.database.file.game.title
        if look.problems:
            shown["findings"] = _faults(look)
        self._put_up(shown, {each.key: each.png for each in look.gallery.pictures if each.png})

    def show_findings(self, look: Look, warnings: Iterable[Problem], summary: str) -> None:
        """Puts up what a check found."""
        found = _faults(look) + [_finding("warning", each) for each in warnings]
        self._put_up({"findings": found, "summary": summary}, None)

    def _put_up(self, shown: dict[str, Any], pictures: dict[str, bytes] | None) -> None:
        with self._news:
            self._state |= shown
            self._pictures = self._pictures if pictures is None else pictures
            self._version += 1
            self._news.notify_all()

    def state(self, seen: int) -> bytes:
        """Returns the state as JSON, as soon as its version is another than `seen` or the longest wait is over."""
        with self._news:
            self._news.wait_for(lambda: self._version != seen, LONGEST_WAIT_S)
            return json.dumps({"version": self._version, **self._state}).encode()

    def picture(self, key: str) -> bytes | None:
        """Returns a face by its key."""
        with self._news:
            return self._pictures.get(key)


def _faults(look: Look) -> list[dict[str, str]]:
    """Returns the errors, each with the first card that it keeps from being drawn."""
    cards = {problem: each.card_id for each in reversed(look.gallery.undrawn) for problem in each.problems}
    return [_finding("error", problem, cards.get(problem, "")) for problem in look.problems]


def _finding(kind: str, problem: Problem, card: str = "") -> dict[str, str]:
    place = str(problem.place or "")
    return {"kind": kind, "place": place, "message": problem.message, "hint": problem.hint, "card": card}


def serve_board(board: Board, port: int) -> str:
    """Serves a board from a thread of its own and returns its address; the thread ends with the program.

    Raises:
        InputError: the port is taken.
    """
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), _handler(board))
    except OSError as error:
        message = f"cannot be served on: {os_error_message(error)}"
        raise InputError(message, place=Place(f"--port {port}"), hint="choose another port, or 0 for any") from error
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/"


def _handler(board: Board) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """Answers one request."""

        protocol_version = "HTTP/1.1"
        server_version = "aa"

        def do_GET(self) -> None:
            port = self.connection.getsockname()[1]
            hosts = self.headers.get_all("Host", [])
            if len(hosts) != 1 or hosts[0].lower() not in (f"127.0.0.1:{port}", f"localhost:{port}"):
                self._answer(HTTPStatus.FORBIDDEN, b"This page answers to 127.0.0.1 only.\n", "text/plain")
                return
            found = _content(board, self.path)
            if found is None:
                self._answer(HTTPStatus.NOT_FOUND, b"There is nothing here.\n", "text/plain")
            else:
                self._answer(HTTPStatus.OK, *found)

        def _answer(self, status: HTTPStatus, content: bytes, kind: str) -> None:
            self.send_response(status)
            self.send_header("Content-Type", f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'")
            self.send_header("X-Content-Type-Options", "nosniff")
            self.send_header("Cache-Control", "max-age=31536000" if kind == "image/png" else "no-store")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Says nothing: the terminal is for the cards."""

        def handle(self) -> None:
            """Answers the requests of one connection; a page that goes away while it waits is no error."""
            try:
                super().handle()
            except ConnectionError:
                self.close_connection = True

    return Handler


def _content(board: Board, target: str) -> tuple[bytes, str] | None:
    """Returns what stands at an address and its type."""
    path, _, query = target.partition("?")
    if path == "/state":
        seen = _SEEN.fullmatch(query)
        return board.state(int(seen[1]) if seen else 0), "application/json"
    folder, _, name = path.rpartition("/")
    if folder == "/faces":
        picture = board.picture(name.removesuffix(".png"))
        return None if picture is None else (picture, "image/png")
    file = next((each for each in _PAGE.iterdir() if each.name == (name or "index.html")), None)
    if folder == "" and path.startswith("/") and file and file.suffix in _TYPES:
        return file.read_bytes(), _TYPES[file.suffix]
    return None
