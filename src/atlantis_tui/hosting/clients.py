"""Remote players' terminals on the event loop; the fork server runs their processes.

A `Client` passes input to the app and output to its session (SSH or browser), which may pause
the output if the connection is too slow.
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

from atlantis_core.bots.threads import VARIABLE as THREADS
from .fork_server import MAX_MESSAGE, PATIENCE_SECONDS
from .terminals import set_window_size

MOST_UNREAD = 1 << 16
"""Bytes of input that the app has not read yet; input beyond that is dropped."""
_CHUNK = 1 << 16
ALL_GAMES: Mapping[str, object] = {"games": []}
"""The message that all games of a club may have changed."""
MOST_COLUMNS, MOST_ROWS = 300, 100
"""Largest window of a client. The memory of its process grows with the cells of the window."""
_TERMINAL_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,39}")
_PASSED_ON = re.compile(r"LANG|LC_[A-Z]{1,20}|COLORTERM|NO_COLOR")
_WORD = re.compile(r"[A-Za-z0-9._@+-]{0,60}")


@dataclass(frozen=True, slots=True)
class Window:
    """Size and environment of a client's terminal, sanitised."""

    columns: int
    rows: int
    environment: Mapping[str, str]
    has_echo: bool = True
    """Whether the pseudo-terminal shows what is typed; not if the player's own terminal does."""

    @classmethod
    def of(
        cls, columns: int, rows: int, term: str | None, given: Mapping[str, str] | None = None
    ) -> Window:
        """Keep only valid values of variables that affect the display."""
        name = term if term and _TERMINAL_NAME.fullmatch(term) else "xterm"
        passed = {
            variable: value
            for variable, value in (given or {}).items()
            if _PASSED_ON.fullmatch(variable) and _WORD.fullmatch(value)
        }
        return cls(*bounded_size(columns, rows), {**passed, "TERM": name})


def bounded_size(columns: int, rows: int) -> tuple[int, int]:
    """The size of a window within limits; 80x24 where it is 0 (unknown)."""
    return (
        min(columns, MOST_COLUMNS) if columns > 0 else 80,
        min(rows, MOST_ROWS) if rows > 0 else 24,
    )


class Client:
    """One remote player's process and terminal."""

    def __init__(self, number: int, clients: Clients, news: socket.socket) -> None:
        self.number = number
        self._clients = clients
        self._news: socket.socket | None = news
        self._unsent = b""
        """Rest of a message that the app has no room for yet."""
        self._delayed: dict[frozenset[str], Mapping[str, object]] = {}
        """The latest message of each kind since then."""
        self.process: int | None = None
        """Process id of the app, once it runs."""
        self._terminal: int | None = None
        self._typed = bytearray()
        self._is_paused = False
        self.on_output: Callable[[bytes], None] = lambda _: None
        self.on_exit: Callable[[int], None] = lambda _: None

    def attach(self, process: int, terminal: int) -> None:
        """Connect to the started process; `terminal` is the controlling end of its pty."""
        self.process = process
        os.set_blocking(terminal, False)
        self._terminal = terminal
        if not self._is_paused:
            asyncio.get_running_loop().add_reader(terminal, self._read)
        self._write()

    def type(self, data: bytes) -> None:
        """Send input to the app; drops it if too much is unread."""
        if len(self._typed) + len(data) <= MOST_UNREAD:
            self._typed += data
            self._write()

    def resize(self, columns: int, rows: int) -> None:
        if self._terminal is not None:
            with suppress(OSError):
                set_window_size(self._terminal, *bounded_size(columns, rows))

    def inform(self, message: Mapping[str, object]) -> None:
        """Send a message to the app; if it does not read them, the latest of each kind later."""
        if self._news is None:
            return
        if self._unsent:
            kind = frozenset(message)
            self._delayed[kind] = ALL_GAMES if kind == frozenset(ALL_GAMES) else message
        else:
            self._unsent = _as_line(message)
            self._send_news()

    def _send_news(self) -> None:
        """Send what there is room for; the event loop calls this again for the rest."""
        if self._news is None:
            return
        try:
            while self._unsent:
                self._unsent = self._unsent[self._news.send(self._unsent) :]
                if not self._unsent:
                    self._unsent = b"".join(map(_as_line, self._delayed.values()))
                    self._delayed.clear()
        except BlockingIOError:
            asyncio.get_running_loop().add_writer(self._news, self._send_news)
        except OSError:
            self._close_news()
        else:
            asyncio.get_running_loop().remove_writer(self._news)

    def _close_news(self) -> None:
        if self._news is not None:
            with suppress(RuntimeError):  # without an event loop there is no writer
                asyncio.get_running_loop().remove_writer(self._news)
            self._news.close()
            self._news = None

    def pause(self) -> None:
        """Stop reading output, because the connection is too slow."""
        self._is_paused = True
        if self._terminal is not None:
            asyncio.get_running_loop().remove_reader(self._terminal)

    def resume(self) -> None:
        self._is_paused = False
        if self._terminal is not None:
            asyncio.get_running_loop().add_reader(self._terminal, self._read)

    def end(self) -> None:
        """End the app; its last output is still passed on."""
        self._clients.end(self)

    def abandon(self) -> None:
        """End the app after the remote player disconnected; drops all output."""
        self.on_output = lambda _: None
        self.on_exit = lambda _: None
        self.end()
        self.detach()

    def detach(self) -> None:
        """Close the terminal; only the exit is reported afterwards."""
        self._close_news()
        if self._terminal is not None:
            loop = asyncio.get_running_loop()
            loop.remove_reader(self._terminal)
            loop.remove_writer(self._terminal)
            os.close(self._terminal)
            self._terminal = None

    def drain(self) -> None:
        """Pass on the app's last output before its exit is reported."""
        while self._terminal is not None and self._read():
            pass

    def _read(self) -> bool:
        if self._terminal is None:
            return False
        try:
            data = os.read(self._terminal, _CHUNK)
        except BlockingIOError:
            return False
        except OSError:  # the other end is closed
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
    """All connected clients, and the fork server that runs their processes."""

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
        """Start listening to the fork server; needs a running event loop."""
        asyncio.get_running_loop().add_reader(self._fork_server, self._receive)

    def start(self, window: Window, arguments: Iterable[str]) -> Client:
        """Start a process that runs the app with these arguments."""
        ours, theirs = socket.socketpair()
        ours.settimeout(0)
        client = Client(next(self._numbers), self, ours)
        self._here[client.number] = client
        request = {
            "id": client.number,
            "arguments": list(arguments),
            "environment": {**environment_of_clients(), **window.environment},
            "columns": window.columns,
            "rows": window.rows,
            "echo": window.has_echo,
        }
        with theirs:
            socket.send_fds(self._fork_server, [json.dumps(request).encode()], [theirs.fileno()])
        return client

    def end(self, client: Client) -> None:
        if client.number in self._here:
            with suppress(OSError):
                self._fork_server.send(json.dumps({"end": client.number}).encode())

    def close(self) -> None:
        """End all clients and wait for the fork server to exit."""
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

    def _receive(self) -> None:
        with suppress(BlockingIOError):
            message, descriptors, _, _ = socket.recv_fds(self._fork_server, MAX_MESSAGE, 1)
            if not message:
                asyncio.get_running_loop().remove_reader(self._fork_server)
                return
            self._handle(json.loads(message), descriptors)

    def _handle(self, message: dict[str, int], descriptors: list[int]) -> None:
        client = self._here.get(message["id"])
        if client is None:
            for descriptor in descriptors:
                os.close(descriptor)
        elif "exited" in message:
            del self._here[client.number]
            client.drain()
            client.detach()
            client.on_exit(message["exited"])
        else:
            client.attach(message["pid"], descriptors[0])


def _as_line(message: Mapping[str, object]) -> bytes:
    return json.dumps(message).encode() + b"\n"


def environment_of_clients() -> dict[str, str]:
    """The variables of the host's environment that the app needs: folders and Python's own.

    Bots that think for a remote player use one thread: many players share the machine.
    """
    kept = ("HOME", "PATH", "LANG", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")
    found = {name: os.environ[name] for name in kept if name in os.environ}
    found.update({name: value for name, value in os.environ.items() if name.startswith("PYTHON")})
    return {**found, THREADS: "1"}
