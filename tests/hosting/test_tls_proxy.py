"""The browser page behind a real web server with TLS, and after a restart of the host."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import socket
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.browser import open_browser
from tests.tui.terminal import app_command
from tests.waiting import PATIENCE, wait_for

CONFIGURATION = """
daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log stderr;
events {{ worker_connections 64; }}
http {{
  access_log {folder}/access.log;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  server {{
    listen 127.0.0.1:{port} ssl;
    ssl_certificate {folder}/cert.pem; ssl_certificate_key {folder}/key.pem;
    location / {{
      proxy_pass http://127.0.0.1:{behind};
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection upgrade;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
    }}
  }}
}}
"""
HAS_BOARD = (
    "return document.body.classList.contains('-first-byte')"
    " && document.title.includes('waiting for Ann')"
)


def _free_port() -> int:
    with socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@contextmanager
def _serving(game: Path, port: int) -> Iterator[dict[str, str]]:
    """A server; its addresses by the names of the players."""
    where = ("--listen", f"127.0.0.1:{port}", "--no-window", "--trusted-proxy", "127.0.0.1")
    with subprocess.Popen(
        app_command("serve", str(game), *where),
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdout is not None
        try:
            yield dict(process.stdout.readline().rstrip().split(": ", 1) for _ in range(3))
        finally:
            process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[tuple[int, int]]:
    """Nginx with TLS: its port, and the port of the server behind it."""
    nginx, openssl = shutil.which("nginx") or "/usr/sbin/nginx", shutil.which("openssl")
    if not Path(nginx).exists() or openssl is None:
        pytest.skip("no nginx or no openssl on this machine")
    key = ["-keyout", str(tmp_path / "key.pem"), "-out", str(tmp_path / "cert.pem")]
    subprocess.run(
        [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", *key],
        check=True,
        capture_output=True,
        timeout=PATIENCE,
    )
    port, behind = _free_port(), _free_port()
    configuration = tmp_path / "nginx.conf"
    configuration.write_text(
        CONFIGURATION.format(folder=tmp_path, port=port, behind=behind), encoding="utf-8"
    )
    with subprocess.Popen(
        [nginx, "-c", str(configuration), "-p", str(tmp_path)], stderr=subprocess.DEVNULL
    ) as process:
        try:
            wait_for((tmp_path / "nginx.pid").exists)
            yield port, behind
        finally:
            process.terminate()


def test_page_works_behind_tls_and_survives_a_restart_of_the_host(
    folders: Path, game: Path, proxy: tuple[int, int], tmp_path: Path
) -> None:
    pytest.importorskip("textual_serve", reason="the extra 'web' is not installed")
    assert not folders.exists()
    port, behind = proxy
    with open_browser(tmp_path, "--ignore-certificate-errors") as browser:
        with _serving(game, behind) as addresses:
            code = addresses["Ben"].partition("#")[2]
            browser.open(f"https://127.0.0.1:{port}/#{code}")
            browser.wait_for(HAS_BOARD)
            assert browser.complaints() == []
            browser.run("window.isOld = true")
        with _serving(game, behind):
            browser.wait_for("return !window.isOld && " + HAS_BOARD.removeprefix("return "))
    log = (tmp_path / "access.log").read_text(encoding="utf-8")
    assert "GET /ws?" in log
    assert code not in log


def _request(remote: str, host: str = "club.example", **headers: str) -> Any:
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return cast("Any", SimpleNamespace(remote=remote, host=host, headers=names))


def test_only_a_trusted_proxy_may_name_the_browsers_address() -> None:
    server = pytest.importorskip("atlantis_tui.hosting.web_server")
    proxies = frozenset({"10.0.0.1", "10.0.0.2"})

    for remote, named, expected in (
        ("192.0.2.9", "198.51.100.7", "192.0.2.9"),
        ("10.0.0.1", "198.51.100.7", "198.51.100.7"),
        ("10.0.0.1", "203.0.113.5, 198.51.100.7, 10.0.0.2", "198.51.100.7"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "\x1b[31m", "\u241b[31m"),
    ):
        assert server.address_of(_request(remote, X_Forwarded_For=named), proxies) == expected


def test_origin_must_be_the_pages_own() -> None:
    server = pytest.importorskip("atlantis_tui.hosting.web_server")
    proxies = frozenset({"10.0.0.1"})
    https = "https://club.example"

    def is_same(remote: str, origin: str, **headers: str) -> bool:
        return bool(server.is_same_origin(_request(remote, Origin=origin, **headers), proxies))

    assert is_same("192.0.2.9", https)
    assert is_same("10.0.0.1", https, X_Forwarded_Proto="https")
    assert not is_same("10.0.0.1", "http://club.example", X_Forwarded_Proto="https")
    assert is_same("192.0.2.9", "http://club.example", X_Forwarded_Proto="https")
    for origin in ("https://evil.example", "null", "", "http://["):
        assert not is_same("192.0.2.9", origin)
