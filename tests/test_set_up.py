"""`make` on a bare machine: messages without ensurepip and without network, and that pip uses the
caller's index and proxy.
"""

from __future__ import annotations

import os
import socketserver
import subprocess
import sys
import threading
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from importlib.metadata import distribution
from pathlib import Path

import pytest

from tests.waiting import PATIENCE
from tools.set_up import ADVICE, connection_failure, explain_failure

ROOT = Path(__file__).parent.parent
NOTHING = "ERROR: No matching distribution found for pip>=25.1"
RETRYING = "WARNING: Retrying (Retry(total=0, connect=None)) after connection broken by "


UNRESOLVED = "[Errno -3] Temporary failure in name resolution"
UNTRUSTED = "certificate verify failed: self-signed certificate"


@pytest.mark.parametrize(
    ("report", "reason"),
    [
        (f"NewConnectionError('<object at 0x7fd>: No new connection: {UNRESOLVED}')", UNRESOLVED),
        (f"NameResolutionError(\"HTTPSConnection(port=443): 'x' ({UNRESOLVED})\")", UNRESOLVED),
        ("ProxyError('Cannot connect.', X('[Errno 111] Refused'))", "[Errno 111] Refused"),
        (f"SSLError(X(1, '[SSL: FAILED] {UNTRUSTED} (_ssl.c:1006)'))", UNTRUSTED),
        ("ConnectTimeoutError(<object at 0x7f>, 'Connection to x timed out. (15)')", "timed out"),
        ("RemoteDisconnected('bye')", "RemoteDisconnected('bye')"),
    ],
    ids=["pip 23", "pip 26", "proxy", "certificate", "timeout", "other"],
)
def test_failed_connection_is_explained_in_one_sentence(report: str, reason: str) -> None:
    warning = f"{RETRYING}'{report}': /simple/pip/"
    output = f"{warning}\n{warning}\n{NOTHING}"
    assert connection_failure(output) == reason
    assert explain_failure(output) == f"cannot reach the package index: {reason}\n{ADVICE}\n"


def test_other_failures_show_the_output_of_pip() -> None:
    assert connection_failure(NOTHING) is None
    assert explain_failure(NOTHING) == NOTHING
    after_a_retry = f"{RETRYING}'RemoteDisconnected('bye')': /simple/pip/\nERROR: no space left"
    assert explain_failure(after_a_retry) == after_a_retry


def _make(target: str, *variables: str, **environment: str) -> subprocess.CompletedProcess[str]:
    # Without the pip settings of the caller and of this machine.
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PIP_", "MAKE", "MFLAGS")) and not name.lower().endswith("_proxy")
    }
    command = ("make", "--no-print-directory", target, *variables)
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**kept, "LC_ALL": "C", "PIP_CONFIG_FILE": os.devnull, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def _write_program(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def test_python_without_ensurepip_names_the_missing_package(tmp_path: Path) -> None:
    real = f'case "$2" in *ensurepip*) exit 1 ;; esac; exec "{sys.executable}" "$@"'
    bare = _write_program(tmp_path / "python3", real)

    done = _make("new-venv", f"PYTHON={bare}", f"VENV={tmp_path / 'venv'}")

    assert done.returncode != 0
    version = "{}.{}".format(*sys.version_info[:2])
    assert f"{bare} (Python {version}) cannot make a virtualenv" in done.stderr
    assert "package python3-venv" in done.stderr
    assert f"sudo apt install python{version}-venv" in done.stderr
    assert not (tmp_path / "venv").exists()


def test_old_python_is_skipped(tmp_path: Path) -> None:
    old = _write_program(tmp_path / "python3", "exit 1")

    done = _make("new-venv", f"PYTHON={old}")

    assert done.returncode != 0
    assert f"no usable Python found (expected 3.11 or later; tried: {old})" in done.stderr


@pytest.fixture
def empty_venv(tmp_path: Path) -> Path:
    """A virtualenv with pip, made without the seconds that ensurepip takes."""
    folder = tmp_path / "venv"
    venv.create(folder, symlinks=True)
    packages = "lib/python{}.{}/site-packages/pip".format(*sys.version_info[:2])
    # Not imported: setuptools would leave distutils to Python for the rest of the process.
    (folder / packages).symlink_to(str(distribution("pip").locate_file("pip")))
    # A stamp, but an old one: make sets up again.
    (folder / ".ready").write_text(f"{ROOT.resolve()}\n", encoding="utf-8")
    os.utime(folder / ".ready", (0, 0))
    return folder


class _Index(socketserver.ThreadingTCPServer):
    """A package index without packages that records its requests."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)
        self.asked: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Answer(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        assert isinstance(self.server, _Index)
        self.server.asked.append(self.path)
        self.send_error(404)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        del format, args


@contextmanager
def _index() -> Iterator[_Index]:
    with _Index() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join(PATIENCE)


def test_make_without_network_explains_the_failure(empty_venv: Path) -> None:
    done = _make("setup", f"VENV={empty_venv}", PIP_INDEX_URL="http://127.0.0.1:1/simple")

    assert done.returncode != 0
    assert done.stdout == f"setting up {empty_venv} ...\n"
    first, *advice, last = done.stderr.splitlines()
    assert first.startswith("cannot reach the package index: [Errno ")
    assert "\n".join(advice) == ADVICE
    assert last.startswith("make: ***")


def test_pip_uses_the_index_of_the_environment(empty_venv: Path) -> None:
    with _index() as index:
        done = _make("setup", f"VENV={empty_venv}", PIP_INDEX_URL=f"{index.url}/mine")

    assert index.asked == ["/mine/pip/"]
    assert "No matching distribution found for pip>=25.1" in done.stderr


@pytest.mark.parametrize("name", ["HTTP_PROXY", "http_proxy"])
def test_pip_uses_the_proxy_of_the_environment(empty_venv: Path, name: str) -> None:
    address = "http://index.example/simple"
    with _index() as proxy:
        settings = {name: proxy.url, "PIP_INDEX_URL": address, "PIP_TRUSTED_HOST": "index.example"}
        _make("setup", f"VENV={empty_venv}", **settings)

    assert proxy.asked == [f"{address}/pip/"]


def test_second_call_runs_nothing(empty_venv: Path) -> None:
    os.utime(empty_venv / ".ready")

    done = _make("setup", f"VENV={empty_venv}", PIP_INDEX_URL="http://127.0.0.1:1/simple")

    assert done.returncode == 0
    assert "setting up" not in done.stdout
