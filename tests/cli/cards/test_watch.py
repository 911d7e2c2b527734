"""`aa cards watch` and its page, in real processes."""

from __future__ import annotations

import http.client
import json
import re
import shutil
import socket
import threading
import time
from collections.abc import Callable
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from aa_tools.cards.database import CardDatabase
from aa_tools.cli.cards.server import serve_preview
from aa_tools.printing.pages.gallery import Gallery
from aa_tools.services.cards.preview import PreviewOptions, PreviewState, take_snapshot
from tests.conftest import ROOT, Aa
from tests.support.chromium import BROWSER, browser
from tests.support.watching import save_by_rename, save_in_parts, save_in_place, watching

C07 = "{id: C07, tag: 52, quadrants: YR/RY}"


@pytest.fixture
def own(aa: Aa, tmp_path: Path) -> Path:
    """A folder of one's own."""
    assert aa("init", tmp_path / "own").code == 0
    return tmp_path / "own"


@pytest.mark.parametrize("save", [save_in_place, save_by_rename, save_in_parts])
def test_a_save_draws_what_changed_and_checks_again(own: Path, save: Callable[[Path, str], None]) -> None:
    path, pictures = own / "cards.yaml", own / "output" / "preview"
    text = path.read_text(encoding="utf-8")
    with watching(own) as watch:
        watch.until("93 cards: 0 errors, 0 warnings.")
        assert len(list(pictures.iterdir())) == 84
        before = {each.name: each.read_bytes() for each in pictures.iterdir()}
        save(path, text.replace(C07, "{id: C07, tag: 52, quadrants: YR/BY}"))
        said = watch.until("drew C07 in")
        watch.until("0 errors, 1 warning.")
        after = {each.name: each.read_bytes() for each in pictures.iterdir()}
        assert [name for name in after if after[name] != before.get(name)] == ["C07.png"]
        assert "Traceback" not in "".join(said)
        save(path, text)
        watch.until("drew C07 in")
        watch.until("0 errors, 0 warnings.")
        assert {each.name: each.read_bytes() for each in pictures.iterdir()} == before
        assert watch.stop() == 0
        assert watch.until("Stopped.")


def test_broken_yaml_is_told_and_survived(own: Path) -> None:
    path, pictures = own / "cards.yaml", own / "output" / "preview"
    text = path.read_text(encoding="utf-8")
    with watching(own) as watch:
        watch.until("0 errors, 0 warnings.")
        save_by_rename(path, text.replace(C07, "{id: C07, tag: 52, quadrants: YR/RY"))
        watch.until("error: invalid YAML")
        watch.until("1 error.")
        assert (pictures / "C07.png").exists()
        save_by_rename(path, text.replace("quadrants: YR/RY}", "quadrants: YG/RY}"))
        watch.until("error: 'G' is the letter of no colour; known: R, Y, B")
        path.unlink()
        watch.until("error: cannot be read: no such file or directory")
        save_in_place(path, text.replace("      - " + C07 + "\n", ""))
        watch.until("92 cards: 0 errors")
        assert not (pictures / "C07.png").exists()
        assert watch.stop() == 0


def test_a_template_of_the_folder_is_watched_too(own: Path) -> None:
    face = own / "templates" / "faces" / "first-player.yaml"
    with watching(own) as watch:
        watch.until("0 errors, 0 warnings.")
        save_by_rename(face, face.read_text(encoding="utf-8").replace('words: "1"', 'words: "2"'))
        watch.until("drew first-player in")
        save_by_rename(face, face.read_text(encoding="utf-8").replace("size: poker", "size: pokr"))
        watch.until("error: size cannot be 'pokr'; did you mean poker?")
        assert watch.stop() == 0


def test_a_template_that_is_deleted_is_told_and_new_folders_are_watched(own: Path) -> None:
    face = own / "templates" / "faces" / "first-player.yaml"
    text = face.read_text(encoding="utf-8").replace('words: "1"', 'words: "2"')
    shutil.rmtree(own / "templates")
    with watching(own) as watch:
        watch.until("0 errors, 0 warnings.")
        face.parent.mkdir(parents=True)
        face.write_text(text, encoding="utf-8")
        watch.until("drew first-player in")
        watch.until("0 errors, 0 warnings.")
        save_by_rename(face, text.replace('words: "2"', 'words: "3"'))
        watch.until("drew first-player in")
        face.unlink()
        name = "templates/faces/first-player.yaml"
        assert watch.until(f"{name} was removed; ")[-1] == f"{name} was removed; using {ROOT / name} instead."
        watch.until("drew first-player in")
        assert watch.stop() == 0


def test_a_card_that_cannot_be_drawn_loses_its_picture_and_says_why(own: Path) -> None:
    path = own / "cards.yaml"
    first = take_snapshot(PreviewOptions(path), Gallery(40))
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("en: Most separate red areas in your zone.", f"en: {'red ' * 90}"), encoding="utf-8")
    second = take_snapshot(PreviewOptions(path), first.gallery)
    (problem,) = second.problems
    assert problem.message.startswith(
        "card red-areas: the text (en) does not fit the text box 'rule' of the face, even at 9 pt: about "
    )
    (undrawn,) = second.gallery.undrawn
    assert (undrawn.card_id, undrawn.key, undrawn.png, undrawn.problems) == ("red-areas", "", b"", (problem,))
    assert second.gallery.new_since(first.gallery) == []
    assert second.gallery.gone_since(first.gallery) == ["red-areas"]
    assert [each.card_id for each in second.gallery.pictures] == [each.card_id for each in first.gallery.pictures]
    board = PreviewState()
    board.publish_faces(second)
    board.publish_findings(second, (), "1 error")
    state = json.loads(board.to_json(0))
    assert [(each["message"], each["card"]) for each in state["findings"]] == [(problem.message, "red-areas")]
    cards = {card["id"]: card for deck in state["decks"] for card in deck["cards"]}
    assert [card["id"] for card in cards.values() if "error" in card] == ["red-areas"]
    assert cards["red-areas"]["error"] == problem.message
    path.write_text(text, encoding="utf-8")
    third = take_snapshot(PreviewOptions(path), second.gallery)
    assert [each.card_id for each in third.gallery.new_since(second.gallery)] == ["red-areas"]


def test_a_template_that_cannot_be_used_marks_each_card_of_its_deck(own: Path) -> None:
    path = own / "cards.yaml"
    path.write_text(path.read_text("utf-8").replace("template: professor", "template: professors"), encoding="utf-8")
    look = take_snapshot(PreviewOptions(path), Gallery(30))
    assert [each.deck for each in look.gallery.undrawn] == ["professor"] * 7
    assert len(look.problems) == 1


def test_the_terminal_says_what_was_not_drawn(own: Path) -> None:
    path = own / "cards.yaml"
    text = path.read_text(encoding="utf-8")
    with watching(own) as watch:
        watch.until("0 errors, 0 warnings.")
        save_by_rename(path, text.replace("en: Most separate red areas in your zone.", f"en: {'red ' * 90}"))
        watch.until("no face changed; could not draw red-areas")
        watch.until("1 error")
        save_by_rename(path, text.replace("id: red-areas", "id: [red-areas"))
        watch.until("nothing drawn; the faces are from the last version that could be read")
        assert watch.stop() == 0
    save_by_rename(path, text)


def test_no_card_file_at_the_start_is_3(aa: Aa, tmp_path: Path) -> None:
    run = aa("cards", "watch", "--cards", tmp_path / "none.yaml")
    assert (run.code, run.out) == (3, "")


def ask(address: str, path: str, host: str | None = None, method: str = "GET") -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(address.split("/")[2])
    connection.request(method, path, headers={"Host": host} if host else {})
    answer = connection.getresponse()
    return answer.status, answer.read()


@pytest.fixture(scope="module")
def board() -> tuple[PreviewState, str]:
    board = PreviewState()
    look = take_snapshot(PreviewOptions(ROOT / "cards.yaml"), Gallery(30))
    board.publish_faces(look)
    return board, serve_preview(board, 0)


def test_the_page_and_its_faces(board: tuple[PreviewState, str], cards: CardDatabase) -> None:
    _, address = board
    status, page = ask(address, "/")
    assert status == 200
    for name in re.findall(r'(?:href|src)="(\w+\.\w+)"', page.decode()):
        assert ask(address, f"/{name}")[0] == 200
    status, state = ask(address, "/state?seen=0")
    key = re.findall(r'"id": "weaver", "count": 1, "key": "(\w+)"', state.decode())[0]
    status, picture = ask(address, f"/faces/{key}.png")
    assert (status, picture[:4]) == (200, b"\x89PNG")


def said(address: str, request: str) -> bytes:
    """Sends a request as it is written, PORT filled in, and returns the first line of the answer."""
    port = int(address.split(":")[2].strip("/"))
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        line.sendall(request.replace("PORT", str(port)).encode("latin-1"))
        return line.makefile("rb").readline()


@pytest.mark.parametrize("host", ["127.0.0.1:PORT", "localhost:PORT", "LOCALHOST:PORT", "LocalHost:PORT"])
def test_the_own_name_is_answered(board: tuple[PreviewState, str], host: str) -> None:
    assert said(board[1], f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").startswith(b"HTTP/1.1 200")


OTHER_HOSTS = [
    "evil.example", "evil.example:80", "evil.example:PORT", "EVIL.EXAMPLE:PORT", "x", "", "127.0.0.1", "localhost",
    "127.0.0.1:1", "localhost:1", "127.0.0.1:PORT.evil.example", "127.0.0.1.evil.example:PORT", "127.0.0.1.:PORT",
    "localhost.evil.example:PORT", "localhost.:PORT", "evil.example@127.0.0.1:PORT", "127.0.0.1:PORT@evil.example",
    "127.0.0.1:PORT, evil.example", "[::1]:PORT", "[::1]", "::1", "[::ffff:127.0.0.1]:PORT", "[::ffff:7f00:1]:PORT",
    "0.0.0.0:PORT", "127.0.0.2:PORT", "127.1:PORT", "2130706433:PORT", "0x7f000001:PORT", "0177.0.0.1:PORT",
    "127.0.0.1:0PORT", "127.0.0.1:+PORT", "http://127.0.0.1:PORT", "127.0.0.1:PORT/", "127.0.0.1:PORT\x00", "\xb2",
]  # fmt: skip


@pytest.mark.parametrize("host", OTHER_HOSTS)
def test_another_host_is_refused(board: tuple[PreviewState, str], host: str) -> None:
    """A page on the web whose name was bound to this address afterwards (DNS rebinding) still sends its own name."""
    for path in ("/", "/state", "/faces/x.png", "http://127.0.0.1:PORT/state"):
        assert said(board[1], f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").startswith(b"HTTP/1.1 403")


@pytest.mark.parametrize(
    "heads", ["", "Host: 127.0.0.1:PORT\r\nHost: evil.example\r\n", "Host: evil.example\r\nHost: 127.0.0.1:PORT\r\n"]
)
def test_no_host_and_two_are_refused(board: tuple[PreviewState, str], heads: str) -> None:
    for version in ("HTTP/1.0", "HTTP/1.1"):
        assert said(board[1], f"GET /state {version}\r\n{heads}\r\n").startswith(b"HTTP/1.1 403")


def test_it_listens_on_the_loopback_address_only(monkeypatch: pytest.MonkeyPatch) -> None:
    bound: list[tuple[str, int]] = []

    class Server(ThreadingHTTPServer):
        def server_bind(self) -> None:
            super().server_bind()
            bound.append(self.socket.getsockname())

    monkeypatch.setattr("aa_tools.cli.cards.server.ThreadingHTTPServer", Server)
    address = serve_preview(PreviewState(), 0)
    assert [host for host, _ in bound] == ["127.0.0.1"]
    assert address == f"http://127.0.0.1:{bound[0][1]}/"


@pytest.mark.parametrize(
    ("target", "status"),
    [
        ("/state?seen=" + "9" * 5000, b"200"), ("/state?seen=\xb2", b"200"), ("/state?seen=-1", b"200"),
        ("/state?x", b"200"), ("http://[", b"404"), ("//[", b"404"), ("/" + "a" * 4000 + ".png", b"404"),
        ("/index.html/../page.js", b"404"), ("index.html", b"404"), ("*", b"404"), ("/x.js?seen=0", b"404"),
        ("/faces/" + "a" * 4000 + ".png", b"404"), ("/%00.png", b"404"), ("/" + "a" * 70_000, b"414"),
    ],
)  # fmt: skip
def test_an_odd_address_is_answered(
    board: tuple[PreviewState, str], target: str, status: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    line = said(board[1], f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: close\r\n\r\n")
    assert line.split()[1] == status
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/../server.py", "/%2e%2e/server.py", "/..%2fserver.py", "/faces/none.png", "/page/page.js", "/."],
)
def test_nothing_else_is_served(board: tuple[PreviewState, str], path: str) -> None:
    assert ask(board[1], path)[0] == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_nothing_can_be_changed(board: tuple[PreviewState, str], method: str) -> None:
    assert ask(board[1], "/state", method=method)[0] == 501


def test_who_waits_for_news_gets_it(board: tuple[PreviewState, str]) -> None:
    shown, address = board
    version = int(re.findall(rb'"version": (\d+)', ask(address, "/state?seen=0")[1])[0])
    answers: list[bytes] = []
    waiting = threading.Thread(target=lambda: answers.append(ask(address, f"/state?seen={version}")[1]))
    waiting.start()
    time.sleep(0.2)
    assert not answers
    shown.publish_findings(take_snapshot(PreviewOptions(ROOT / "cards.yaml"), Gallery(30)), (), "All is well.")
    waiting.join(10)
    assert b"All is well." in answers[0]


def test_a_port_that_is_taken(own: Path, board: tuple[PreviewState, str], aa: Aa) -> None:
    port = board[1].split(":")[2].strip("/")
    run = aa("cards", "watch", "--serve", "--port", port, "--cards", own / "cards.yaml")
    assert run.code == 3
    assert run.err == (
        f"aa: --port {port}: cannot listen on this port: address already in use; choose another port, or 0 for any\n"
    )


@pytest.mark.skipif(not BROWSER, reason="there is no Chromium here; apt install chromium")
def test_an_edit_shows_in_the_browser_without_a_reload(own: Path) -> None:
    path = own / "cards.yaml"
    text = path.read_text(encoding="utf-8")
    with watching(own, "--serve", "--port", "0") as watch, browser(own / "profile") as page:
        page.open(re.findall(r"http\S+", watch.until("Open http")[-1])[0])
        page.wait_for("document.images.length === 84 && [...document.images].every((each) => each.naturalWidth)")
        page.wait_for("document.getElementById('summary').textContent === '93 cards: 0 errors, 0 warnings.'")
        middle = """(() => {
            const picture = document.querySelector('#card-C07 img'), canvas = document.createElement('canvas');
            if (!picture.complete || !picture.naturalWidth) return null;
            canvas.width = picture.naturalWidth; canvas.height = picture.naturalHeight;
            const pen = canvas.getContext('2d');
            pen.drawImage(picture, 0, 0);
            return [...pen.getImageData(canvas.width * .4, canvas.height * .4, 1, 1).data].slice(0, 3).join();
        })()"""
        page.value("window.neverLoadedAgain = true")
        assert page.value(middle) == "255,210,31"
        save_by_rename(path, text.replace('letter: Y, ink: "#FFD21F"', 'letter: Y, ink: "#00FF00"'))
        page.wait_for(f"{middle} === '0,255,0'")
        assert page.value("document.querySelectorAll('.new').length") > 40
        save_by_rename(path, text.replace(C07, "{id: C07, tag: 52, quadrants: RR/RY}"))
        page.wait_for(f"{middle} === '220,37,67'")
        save_by_rename(path, text.replace(C07, "{id: C07, tag: 52, quadrants"))
        page.wait_for("document.querySelector('#findings .error')?.textContent.includes('invalid YAML')")
        page.wait_for("document.querySelector('main.stale') !== null")
        assert page.value(middle) == "220,37,67"
        save_by_rename(path, text.replace("en: Most separate red areas in your zone.", f"en: {'red ' * 90}"))
        page.wait_for(
            "document.querySelector('#card-red-areas.undrawn p')?.textContent.startsWith('Could not draw this card: ')"
        )
        assert page.value("document.querySelector('#card-red-areas img').offsetWidth") == 0
        assert page.value("document.querySelector('#findings a').getAttribute('href')") == "#card-red-areas"
        save_by_rename(path, text)
        page.wait_for(f"{middle} === '255,210,31' && !document.querySelector('#findings li')")
        assert page.value("window.neverLoadedAgain") is True
        assert watch.stop() == 0
        page.wait_for("document.querySelector('header.lost') !== null")
