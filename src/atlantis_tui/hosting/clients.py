"""Guests and their terminals, as an event loop sees them; the processes are the nursery's.

One `Client` is one person at one screen: bytes typed go in, bytes painted come out, and whoever
carries them (SSH or a browser) can ask for a pause when it cannot keep up. Knows no protocol.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import count

from .fork_server import MAX_MESSAGE, PATIENCE_SECONDS, set_window_size

MOST_UNREAD = 1 << 16
"""Bytes typed that the app has not read; more is no typing."""
_CHUNK = 1 << 16
_LARGEST_WINDOW = 1000
_TERMINAL_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,39}")
_PASSED_ON = re.compile(r"LANG|LC_[A-Z]{1,20}|COLORTERM|NO_COLOR")
_WORD = re.compile(r"[A-Za-z0-9._@+-]{0,60}")


@dataclass(frozen=True, slots=True)
class Window:
    """What a guest's terminal is, as it says itself; made harmless."""

    columns: int
    rows: int
    environment: Mapping[str, str]

    @classmethod
    def of(
        cls, columns: int, rows: int, term: str | None, said: Mapping[str, str] | None = None
    ) -> Window:
        """Only what changes the picture is passed on, and only in a form that it can have."""
        name = term if term and _TERMINAL_NAME.fullmatch(term) else "xterm"
        passed = {
            variable: value
            for variable, value in (said or {}).items()
            if _PASSED_ON.fullmatch(variable) and _WORD.fullmatch(value)
        }
        return cls(_bounded(columns, 80), _bounded(rows, 24), {**passed, "TERM": name})


def _bounded(size: int, usual: int) -> int:
    """A size that a program can work with; zero means that nobody knows."""
    return min(size, _LARGEST_WINDOW) if size > 0 else usual


class Client:
    """One person at one screen."""

    def __init__(self, number: int, clients: Clients) -> None:
        self.number = number
        self._clients = clients
        self.process: int | None = None
        """Of the app, once it is there."""
        self._terminal: int | None = None
        self._typed = bytearray()
        self._is_paused = False
        self.on_output: Callable[[bytes], None] = lambda _: None
        self.on_exit: Callable[[int], None] = lambda _: None

    def attach(self, process: int, terminal: int) -> None:
        """The process is there, and this is the other end of its terminal."""
        self.process = process
        os.set_blocking(terminal, False)
        self._terminal = terminal
        if not self._is_paused:
            asyncio.get_running_loop().add_reader(terminal, self._read)
        self._write()

    def type(self, data: bytes) -> None:
        """What the guest typed; what the app does not read in time is dropped."""
        if len(self._typed) + len(data) <= MOST_UNREAD:
            self._typed += data
            self._write()

    def resize(self, columns: int, rows: int) -> None:
        if self._terminal is not None:
            with suppress(OSError):
                set_window_size(self._terminal, _bounded(columns, 80), _bounded(rows, 24))

    def pause(self) -> None:
        """Read nothing more from the app: whoever carries it away cannot keep up."""
        self._is_paused = True
        if self._terminal is not None:
            asyncio.get_running_loop().remove_reader(self._terminal)

    def resume(self) -> None:
        self._is_paused = False
        if self._terminal is not None:
            asyncio.get_running_loop().add_reader(self._terminal, self._read)

    def end(self) -> None:
        """The guest is to go; what the app says last is still handed on."""
        self._clients.end(self)

    def forget(self) -> None:
        """The guest has gone: nobody is there to see or to hear anything."""
        self.on_output = lambda _: None
        self.on_exit = lambda _: None
        self.end()
        self.detach()

    def detach(self) -> None:
        """Close the terminal; after that nothing is heard of the guest but its exit."""
        if self._terminal is not None:
            loop = asyncio.get_running_loop()
            loop.remove_reader(self._terminal)
            loop.remove_writer(self._terminal)
            os.close(self._terminal)
            self._terminal = None

    def drain(self) -> None:
        """Hand on what the app painted last, before its end is told."""
        while self._terminal is not None and self._read():
            pass

    def _read(self) -> bool:
        if self._terminal is None:
            return False
        try:
            data = os.read(self._terminal, _CHUNK)
        except BlockingIOError:
            return False
        except OSError:  # nobody holds the other end any more
            data = b""
        if not data:
            self.detach()
            return False
        self.on_output(data)
        return True

    def _write(self) -> None:
        if self._terminal is None:
            return
        loop = asyncio.get_running_loop()
        try:
            written = os.write(self._terminal, self._typed) if self._typed else 0
            del self._typed[:written]
        except BlockingIOError:
            pass
        except OSError:
            self._typed.clear()
        if self._typed:
            loop.add_writer(self._terminal, self._write)
        else:
            loop.remove_writer(self._terminal)


class Clients:
    """Everybody who is here, and the nursery that keeps their processes."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._here: dict[int, Client] = {}
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
            self._process = subprocess.Popen(  # noqa: S603 - this program itself
                [sys.executable, "-m", "atlantis_tui.hosting.fork_server", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                env=environment,
                start_new_session=True,
            )
        os.set_blocking(ours.fileno(), False)
        self._fork_server = ours

    def open(self) -> None:
        """Begin to listen to the nursery; needs a running event loop."""
        asyncio.get_running_loop().add_reader(self._fork_server, self._hear)

    def welcome(self, window: Window, arguments: Iterable[str]) -> Client:
        """A process that runs the app with these arguments; its first frame comes soon."""
        client = Client(next(self._numbers), self)
        self._here[client.number] = client
        wish = {
            "id": client.number,
            "arguments": list(arguments),
            "environment": {**_own_environment(), **window.environment},
            "columns": window.columns,
            "rows": window.rows,
        }
        self._fork_server.send(json.dumps(wish).encode())
        return client

    def end(self, client: Client) -> None:
        if client.number in self._here:
            with suppress(OSError):
                self._fork_server.send(json.dumps({"end": client.number}).encode())

    def close(self) -> None:
        """See everybody out and wait until nothing is left running."""
        with suppress(RuntimeError, ValueError):
            asyncio.get_running_loop().remove_reader(self._fork_server)
        for client in self._here.values():
            client.detach()
        self._fork_server.close()
        try:
            self._process.wait(PATIENCE_SECONDS + 2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _hear(self) -> None:
        with suppress(BlockingIOError):
            message, descriptors, _, _ = socket.recv_fds(self._fork_server, MAX_MESSAGE, 1)
            if not message:
                asyncio.get_running_loop().remove_reader(self._fork_server)
                return
            self._understand(json.loads(message), descriptors)

    def _understand(self, told: dict[str, int], descriptors: list[int]) -> None:
        client = self._here.get(told["id"])
        if client is None:
            for descriptor in descriptors:
                os.close(descriptor)
        elif "exited" in told:
            del self._here[client.number]
            client.drain()
            client.detach()
            client.on_exit(told["exited"])
        else:
            client.attach(told["pid"], descriptors[0])


def _own_environment() -> dict[str, str]:
    """What the app needs of the host's environment: where its folders are, and Python's own."""
    kept = ("HOME", "PATH", "LANG", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")
    found = {name: os.environ[name] for name in kept if name in os.environ}
    found.update({name: value for name, value in os.environ.items() if name.startswith("PYTHON")})
    return found
