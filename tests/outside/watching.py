"""A terminal emulator around the app: what a person sees, compared with what the app means."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self, TypeVar, cast
from unicodedata import normalize

import pyte

from tests.tui.terminal import Terminal
from tests.waiting import PATIENCE

ROOT = Path(__file__).parent.parent.parent
ENTER_ALTERNATE_SCREEN, LEAVE_ALTERNATE_SCREEN = b"\x1b[?1049h", b"\x1b[?1049l"
FOLDERS = ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")


TOGETHER = 4
"""Apps that run at the same time: each waits most of the time for its terminal."""
T = TypeVar("T")
R = TypeVar("R")


def together(run: Callable[[T], R], cases: Iterable[T]) -> list[R]:
    """Run all cases, several at a time; raises the first error, with its case as a note."""

    def noted(case: T) -> R:
        try:
            return run(case)
        except Exception as error:
            error.add_note(f"case: {case}")
            raise

    with ThreadPoolExecutor(TOGETHER) as pool:
        return list(pool.map(noted, cases))


class Meant(NamedTuple):
    """What the app means to show."""

    screen: str
    lines: tuple[str, ...]


class Seen:
    """The app on a pseudo-terminal with an emulator."""

    def __init__(
        self, folder: Path, arguments: Sequence[str], size: tuple[int, int], **variables: str
    ) -> None:
        self._report = folder / "report.json"
        self._report.unlink(missing_ok=True)
        command = [sys.executable, "-m", "tests.outside.inspected", str(self._report), *arguments]
        environment = {**dict.fromkeys(FOLDERS, str(folder)), "PYTHONPATH": str(ROOT), **variables}
        self.terminal = Terminal(command, size=size, environment=environment, folder=folder)
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self._fed = 0

    def __enter__(self) -> Self:
        self.terminal.__enter__()
        self._wait(self._report.exists, "the app did not start")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.terminal.__exit__(kind, error, trace)

    def type(self, keys: str) -> None:
        self.terminal.send(keys)

    def resize(self, width: int, height: int) -> None:
        self.terminal.resize(width, height)
        self._screen.resize(height, width)
        # The terminal does not control the app's session, so the system does not tell it.
        os.kill(self.terminal.process.pid, signal.SIGWINCH)

    def suspend(self, resized: tuple[int, int] | None = None) -> None:
        """Suspend and resume the app, with a shell on the terminal and another size meanwhile."""
        pid = self.terminal.process.pid
        os.kill(pid, signal.SIGTSTP)
        self._wait(lambda: _is_stopped(pid), "the app did not stop")
        while self.terminal.read(0):
            pass
        self.read(0)
        if not self.is_restored:
            raise AssertionError("the app stopped on the alternate screen")
        # The emulator has no other screen to restore, so it forgets the app and shows a shell.
        self._screen.reset()
        self._stream.feed(b"[1]+  Stopped  atlantis\r\n$ fg\r\n" * 3)
        if resized is not None:
            self.terminal.resize(*resized)
            self._screen.resize(*reversed(resized))
        os.kill(pid, signal.SIGCONT)

    def quit(self) -> int:
        self.type("\x11")
        terminal = self.terminal
        return terminal.wait()

    @property
    def is_restored(self) -> bool:
        """Whether the terminal shows its ordinary screen, not that of the app."""
        received = self.terminal.received
        return received.rfind(LEAVE_ALTERNATE_SCREEN) > received.rfind(ENTER_ALTERNATE_SCREEN)

    @property
    def bytes_received(self) -> int:
        return len(self.terminal.received)

    def settled_bytes(self) -> int:
        """The number of bytes received once the app pauses, or soon if it never does."""
        before, deadline = -1, time.monotonic() + 2
        while before != self.bytes_received and time.monotonic() < deadline:
            before = self.bytes_received
            self.read(0.2)
        return self.bytes_received

    def lines(self) -> list[str]:
        """The lines of the emulator's screen."""
        self.read(0)
        return [line.rstrip() for line in self._screen.display]

    def meant(self) -> Meant:
        """What the app means to show now."""
        report = self.report()
        lines = cast("list[str]", report["lines"])
        return Meant(str(report["screen"]), tuple(line.rstrip() for line in lines))

    def report(self) -> dict[str, object]:
        """The report of the app about itself."""
        self._report.unlink(missing_ok=True)
        os.kill(self.terminal.process.pid, signal.SIGUSR1)
        self._wait(self._report.exists, "the app did not answer")
        return cast("dict[str, object]", json.loads(self._report.read_text(encoding="utf-8")))

    def wait_for(self, screen: str, *texts: str) -> None:
        """Wait for a screen (any if empty), for texts, and until terminal and app agree."""

        def problem() -> str:
            meant, lines = self.meant(), self.lines()
            if screen and meant.screen not in screen.split(" or "):
                return f"expected {screen}, but {meant.screen} is open"
            shown = " ".join(" ".join(lines).split())
            missing = [text for text in texts if text not in shown]
            if missing:
                return f"{missing[0]!r} is not on the terminal"
            return difference(meant.lines, lines)

        deadline = time.monotonic() + PATIENCE
        while found := problem():
            if time.monotonic() > deadline or self.terminal.process.poll() is not None:
                raise AssertionError(f"{found}\n" + "\n".join(self.lines()))
            self.read(0.05)

    def _wait(self, is_done: Callable[[], bool], complaint: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while not is_done():
            self.read(0.02)
            if time.monotonic() > deadline or self.terminal.process.poll() is not None:
                raise AssertionError(f"{complaint}\n" + "\n".join(self.lines()))

    def read(self, seconds: float) -> None:
        """Show what arrives first within a number of seconds."""
        self.terminal.read(seconds)
        received = self.terminal.received
        self._stream.feed(received[self._fed :])
        self._fed = len(received)


def _is_stopped(pid: int) -> bool:
    return os.waitpid(pid, os.WUNTRACED | os.WNOHANG)[0] == pid


def difference(meant: Sequence[str], shown: Sequence[str]) -> str:
    """Describe the first line that differs; empty if none does."""
    if len(meant) != len(shown):
        return f"the app means {len(meant)} lines, the terminal has {len(shown)}"
    for number, (one, other) in enumerate(zip(meant, shown, strict=True)):
        if normalize("NFC", one) != normalize("NFC", other):
            return f"line {number}: the app means {one!r}, the terminal shows {other!r}"
    return ""
