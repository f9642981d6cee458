"""Remote players in a browser, with a real one if installed."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from atlantis_tui.hosting.invitations import make_code
from atlantis_tui.hosting.sessions import CONNECTIONS_EACH, SPARE_CONNECTIONS
from tests.browser import PATIENCE, Browser, open_browser
from tests.tui.terminal import app_command
from tests.waiting import wait_for

WATCHERS = 50
"""Default of the command."""
SCREEN = (
    "const t = document.querySelector('.xterm-helper-textarea');"
    " return document.body.classList.contains('-first-byte') && document.activeElement === t"
)


@pytest.fixture
def addresses(folders: Path, game: Path) -> Iterator[dict[str, str]]:
    """Address of each remote player, by name."""
    pytest.importorskip("textual_serve", reason="the extra 'web' is not installed")
    assert not folders.exists()
    command = app_command("serve", str(game), "--listen", "127.0.0.1:0", "--no-window")
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        lines = [process.stdout.readline().rstrip() for _ in range(3)]
        yield dict(line.split(": ", 1) for line in lines)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        # The host's window has the same terminal.
        assert process.stderr.read() == ""


def _ask(url: str, path: str | None = None, **headers: str) -> tuple[int, str]:
    parts = urlsplit(url)
    with closing(HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)) as connection:
        connection.request("GET", path or parts.path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode("utf-8", "replace")


def _upgrade(**headers: str) -> dict[str, str]:
    return {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        **headers,
    }


def test_every_seat_has_its_own_secret_address(addresses: dict[str, str]) -> None:
    assert list(addresses) == ["Ann", "Ben", "to watch"]
    for url in addresses.values():
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/#[a-z0-9]{5}-[a-z0-9]{5}-[a-z0-9]{5}", url)
        assert _ask(url)[0] == 200
    assert len(set(addresses.values())) == 3
    assert _ask(addresses["Ann"], f"/{make_code()}/")[0] == 404


def test_page_contains_no_host_and_no_scheme(addresses: dict[str, str]) -> None:
    """The browser fetches only from the page's own origin, behind a TLS proxy as well."""
    status, page = _ask(addresses["Ann"])

    assert status == 200
    assert "://" not in page


def test_socket_from_another_origin_is_refused(addresses: dict[str, str]) -> None:
    path = urlsplit(addresses["Ann"]).path + "ws"

    for headers in (_upgrade(), _upgrade(Origin="http://evil.example"), _upgrade(Origin="null")):
        assert _ask(addresses["Ann"], path, **headers)[0] == 403


def test_invalid_requests_print_nothing_over_the_hosts_window(
    addresses: dict[str, str],
) -> None:
    """The fixture checks the server's output when it ends."""
    own = urlsplit(addresses["to watch"])
    for origin in ("http://[", "http://[::1"):
        assert _ask(own.geturl(), f"{own.path}ws", **_upgrade(Origin=origin))[0] == 403
    assert _ask(own.geturl(), "/static/" + "a" * 5000)[0] >= 400
    for garbage in (b"\xff\x00\r\n\r\n", b"GET /\xff/ HTTP/1.1\r\n\r\n", b"POST / HTTP/9\r\n\r\n"):
        place = str(own.hostname), int(own.port or 0)
        with socket.create_connection(place, PATIENCE) as connection:
            connection.sendall(garbage)
            assert connection.recv(100).startswith(b"HTTP/1.0 400")


def test_invalid_host_header_does_not_reach_the_page(addresses: dict[str, str]) -> None:
    _, page = _ask(addresses["Ann"], Host='x"><script>alert(1)</script>')
    assert "alert(1)" not in page


def test_silent_connections_do_not_block_other_addresses(
    addresses: dict[str, str],
) -> None:
    if sys.platform != "linux":
        pytest.skip("one address for this machine is not enough")
    own = urlsplit(addresses["Ann"])
    place = str(own.hostname), int(own.port or 0)
    with ExitStack() as stack:
        first, *_ = (
            stack.enter_context(socket.create_connection(place, PATIENCE, ("127.0.0.2", 0)))
            for _ in range(CONNECTIONS_EACH * WATCHERS + 2 * SPARE_CONNECTIONS)
        )
        assert _ask(addresses["Ann"])[0] == 200
        # The first connections made room for the last.
        with suppress(ConnectionResetError):
            assert first.recv(1) == b""


def test_web_sockets_without_a_code_leave_room_at_the_same_address(
    addresses: dict[str, str],
) -> None:
    own = urlsplit(addresses["Ann"])
    place = str(own.hostname), int(own.port or 0)
    headers = _upgrade(Host=own.netloc, Origin=f"http://{own.netloc}")
    request = "".join(f"{name}: {value}\r\n" for name, value in headers.items())

    def ask_for_socket(stack: ExitStack) -> bytes:
        stranger = stack.enter_context(socket.create_connection(place, PATIENCE))
        stranger.sendall(f"GET /ws HTTP/1.1\r\n{request}\r\n".encode())
        return stranger.recv(12)

    with ExitStack() as stack:
        answers = {ask_for_socket(stack) for _ in range(CONNECTIONS_EACH * WATCHERS + 60)}
    assert answers == {b"HTTP/1.1 101"}


def _settled_picture(browser: Browser) -> bytes:
    """A screenshot, once ten in a row are equal."""
    shown = [b""] * 10

    def is_settled() -> bool:
        shown[:] = [*shown[1:], browser.picture()]
        return len(set(shown)) == 1

    wait_for(is_settled)
    return shown[0]


def test_first_key_works_and_the_page_loads_nothing_from_other_hosts(
    addresses: dict[str, str], tmp_path: Path
) -> None:
    own = urlsplit(addresses["Ben"]).netloc

    with open_browser(tmp_path) as browser:
        browser.open(addresses["Ben"])
        browser.wait_for(SCREEN)
        before = _settled_picture(browser)
        browser.press("?")
        wait_for(lambda: browser.picture() != before)

        assert {urlsplit(url).netloc for url in browser.requests()} == {own}
        browser.run("Object.defineProperty(document, 'hidden', { value: true })")
        for notification in (
            "undefined",
            "class { static permission = 'granted'; constructor() { throw new TypeError(); } }",
        ):
            browser.run(f"window.Notification = {notification}; document.title = 'Atlantis'")
            assert browser.run("showTitle('your turn'); return document.title") == "your turn"
        assert browser.complaints() == []


def test_messages_sent_before_the_socket_opens_arrive_in_order(
    addresses: dict[str, str], tmp_path: Path
) -> None:
    with open_browser(tmp_path) as browser:
        browser.open(addresses["to watch"])
        browser.run(
            "window.answers = []; const socket = new WebSocket('ws?width=80&height=24');"
            " socket.onmessage = (each) => {"
            "   if (typeof each.data === 'string') answers.push(JSON.parse(each.data)[1]); };"
            " for (const mark of 'abc') socket.send(JSON.stringify(['ping', mark]));"
            " socket.onopen = () => socket.send(JSON.stringify(['ping', 'd']));"
        )
        assert browser.wait_for("return answers.length === 4 && answers") == list("abcd")
