"""A real browser for tests: headless Chromium, driven through its WebDriver over HTTP.

`open_browser` skips the test, with the reason, where there is no Chromium or no chromedriver.
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

PATIENCE = 120.0
_ARGUMENTS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync"
    " --disable-background-networking --disable-component-update --disable-dev-shm-usage"
).split()
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")


class Browser:
    """One window, which records its requests and errors."""

    def __init__(self, address: str, session: str) -> None:
        self._base = f"{address}/session/{session}"

    def open(self, url: str) -> None:
        self._post("/url", {"url": url})

    def run(self, script: str, *arguments: object) -> object:
        """Run a script such as ``return document.title`` and return its value."""
        return self._post("/execute/sync", {"script": script, "args": list(arguments)})

    def wait_for(self, script: str) -> object:
        """Run a script until its value is true, and return the value."""
        deadline = time.monotonic() + PATIENCE
        while not (value := self.run(script)):
            assert time.monotonic() < deadline, f"did not come true: {script}"
            time.sleep(0.05)
        return value

    def press(self, *keys: str) -> None:
        """Type keys into the focused element."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._post("/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def resize(self, width: int, height: int) -> None:
        self._post("/window/rect", {"width": width, "height": height})

    def picture(self) -> bytes:
        """A screenshot as PNG."""
        return base64.b64decode(str(_call("GET", f"{self._base}/screenshot")))

    def complaints(self) -> list[str]:
        """Script errors and failed requests so far, from the console."""
        entries = self._post("/se/log", {"type": "browser"})
        assert isinstance(entries, list)
        return [str(entry["message"]) for entry in entries if entry["level"] == "SEVERE"]

    def requests(self) -> list[str]:
        """The addresses that pages have requested so far, without the browser's own."""
        entries = self._post("/se/log", {"type": "performance"})
        assert isinstance(entries, list)
        told = (json.loads(entry["message"])["message"] for entry in entries)
        sent = (each["params"] for each in told if each["method"] == "Network.requestWillBeSent")
        found = (str(each["request"]["url"]) for each in sent)
        return [url for url in found if not re.match(r"(chrome|data|about|blob)[a-z-]*:", url)]

    def _post(self, path: str, body: dict[str, object]) -> object:
        return _call("POST", self._base + path, body)


def _call(method: str, url: str, body: dict[str, object] | None = None) -> object:
    data = None if body is None else json.dumps(body).encode()
    request = Request(url, data, {"Content-Type": "application/json"}, method=method)  # noqa: S310 - our own driver
    with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 - as above
        return json.load(answer)["value"]


@contextmanager
def open_browser(
    folder: Path, *more: str, width: int = 1000, height: int = 640
) -> Iterator[Browser]:
    """A browser with an empty profile in a folder, and more command-line arguments."""
    program = next(filter(None, map(shutil.which, _BROWSERS)), None)
    driver = shutil.which("chromedriver")
    if program is None or driver is None:
        pytest.skip("no Chromium with chromedriver on this machine")
    with subprocess.Popen([driver, "--port=0"], stdout=subprocess.PIPE, text=True) as process:
        try:
            address = f"http://127.0.0.1:{_port_of(process)}"
            arguments = [
                *_ARGUMENTS,
                *more,
                f"--window-size={width},{height}",
                f"--user-data-dir={folder / 'profile'}",
            ]
            options = {"binary": program, "args": arguments}
            wanted = {
                "goog:chromeOptions": options,
                "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
            }
            begun = _call("POST", f"{address}/session", {"capabilities": {"alwaysMatch": wanted}})
            assert isinstance(begun, dict)
            session = str(begun["sessionId"])
            yield Browser(address, session)
            _call("DELETE", f"{address}/session/{session}")
        finally:
            process.terminate()


def _port_of(process: subprocess.Popen[str]) -> int:
    """The port on which the driver listens; it chooses a free one and prints it."""
    assert process.stdout is not None
    for line in process.stdout:
        found = re.search(r"started successfully on port (\d+)", line)
        if found:
            return int(found[1])
    raise AssertionError("chromedriver ended without a port")
