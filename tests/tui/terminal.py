"""A pseudo-terminal with a program in it: types keys, reads what the program sends.

Answers the question whether it can hold updates together, as today's terminals do. Waits for
conditions, each with a generous limit; what a test expects must come, however slow the machine.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

from tests.waiting import PATIENCE

_SYNC_QUESTION = b"\x1b[?2026$p"
_SYNC_ANSWER = b"\x1b[?2026;2$y"
_CONTROL = re.compile(
    rb"\x1b\[[0-9;:?<>=!$]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()=>NOc78]."
)


class Terminal:
    """A program on a terminal of its own."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        size: tuple[int, int] = (80, 24),
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
    ) -> None:
        self._own, theirs = pty.openpty()
        os.set_blocking(self._own, False)
        self.resize(*size)
        self._is_closed = False
        self.received = b""
        """Everything that the program has sent."""
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**_calm_environment(), **(environment or {})},
            cwd=folder,
            start_new_session=True,
        )
        os.close(theirs)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(timeout=PATIENCE)
        if not self._is_closed:
            os.close(self._own)

    def hang_up(self) -> None:
        """Close the terminal while the program runs."""
        self._is_closed = True
        os.close(self._own)

    def resize(self, width: int, height: int) -> None:
        """Resize the window; the system notifies the program."""
        fcntl.ioctl(self._own, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def send(self, keys: str) -> None:
        """Type something; escapes are sent as they are."""
        self.send_bytes(keys.encode())

    def send_bytes(self, keys: bytes) -> None:
        """Type bytes, and read meanwhile: a program whose output is stuck reads nothing."""
        while keys:
            readable, writable, _ = select.select([self._own], [self._own], [])
            if readable and not self.read(0):  # the program has closed its side
                return
            if writable:
                with suppress(BlockingIOError):
                    keys = keys[os.write(self._own, keys) :]

    def modes(self) -> list[object]:
        """The modes of the terminal, such as echo."""
        return list(termios.tcgetattr(self._own))

    def read(self, seconds: float) -> bytes:
        """Read what arrives first within a number of seconds."""
        ready, _, _ = select.select([self._own], [], [], seconds)
        if not ready:
            return b""
        try:
            chunk = os.read(self._own, 1 << 16)
        except OSError:  # the program has closed its side
            return b""
        if _SYNC_QUESTION in self.received[-16:] + chunk:
            os.write(self._own, _SYNC_ANSWER)
        self.received += chunk
        return chunk

    def read_until(self, is_done: Callable[[bytes], bool]) -> bytes:
        """Read until a condition on the output holds."""
        start = len(self.received)
        deadline = time.monotonic() + PATIENCE
        while not is_done(self.received[start:]):
            if time.monotonic() > deadline or (
                self.process.poll() is not None and not self.read(0.2)
            ):
                shown = plain(self.received[start:])[-2000:]
                raise AssertionError(f"what was waited for did not come; came: {shown!r}")
            self.read(0.2)
        return self.received[start:]

    def read_until_text(self, text: str) -> bytes:
        """Read until the output contains this text in any colour."""
        return self.read_until(lambda received: text in plain(received))

    def read_until_shown(self, text: str) -> None:
        """Read until a line of the screen has this text, however it came there.

        What stood there already is not sent again, so that a text may come in pieces.
        """
        paper = Paper()
        self.read_until(lambda _: text in paper.feed(self.received))

    def read_until_quiet(self, seconds: float = 0.25) -> bytes:
        """Read until the output pauses; for measurements, not for tests."""
        start = len(self.received)
        while self.read(seconds):
            pass
        return self.received[start:]

    def wait(self) -> int:
        """Read until the program ends; returns its exit status."""
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < deadline, "the program did not end"
            self.read(0.1)
        return self.process.returncode


class Paper:
    """A minimal terminal emulator: cursor positions and text."""

    def __init__(self) -> None:
        self._lines: dict[int, dict[int, str]] = {}
        self._line = self._column = 0
        self._fed = 0

    def feed(self, received: bytes) -> str:
        """Process everything received so far; returns the lines of the screen."""
        complete = received.rfind(b"\x1b")
        fresh, self._fed = received[self._fed : complete], max(complete, self._fed)
        for place, count, way, erased, _, text in _PIECES.findall(fresh.decode("utf-8", "replace")):
            if place:
                line, _, column = place.partition(";")
                self._line, self._column = int(line or 1) - 1, int(column or 1) - 1
            if way:
                self._move(way, int(count or 1))
            for column in range(self._column, self._column + int(erased or 0)):
                self._lines.setdefault(self._line, {})[column] = " "
            for character in text:
                self._write(character)
        return str(self)

    def _move(self, way: str, count: int) -> None:
        if way == "G":
            self._column = count - 1
        elif way == "C":
            self._column += count
        else:
            self._line += count if way == "B" else -count

    def _write(self, character: str) -> None:
        if character == "\r":
            self._column = 0
        elif character == "\b":
            self._column -= 1
        elif character == "\n":
            self._line += 1
        elif character.isprintable():
            self._lines.setdefault(self._line, {})[self._column] = character
            self._column += 1

    def __str__(self) -> str:
        return "\n".join(
            "".join(cells.get(column, " ") for column in range(max(cells) + 1))
            for _, cells in sorted(self._lines.items())
        )


_PIECES = re.compile(
    r"\x1b\[([0-9]*;?[0-9]*)H"
    r"|\x1b\[([0-9]*)([ABCG])"
    r"|\x1b\[([0-9]+)X"
    r"|\x1b(\[[0-9;:?<>=!$]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()=>NOc78].)"
    r"|([^\x1b]+)"
)


def plain(received: bytes) -> str:
    """The text without control sequences; moves of the cursor become nothing."""
    return _CONTROL.sub(b"", received).decode("utf-8", "replace")


def app_command(*arguments: str) -> list[str]:
    """The program as it is installed beside this interpreter."""
    return [str(Path(sys.executable).parent / "atlantis"), *arguments]


def _calm_environment() -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {**kept, "TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}
