"""A process that has the whole app imported and forks a child for every guest.

A fresh process would need a second to import everything; a fork has its first frame in a third
of that, and shares most of its memory with all others. This process has no event loop and no
threads, so that a fork of it is whole. It runs as ``python -m atlantis_tui.hosting.fork_server FD``
and speaks datagrams of JSON over the socket with that number:

    {"id": 1, "arguments": [...], "environment": {...}, "columns": 80, "rows": 24}
        a guest; the answer {"id": 1, "pid": 99} carries the guest's terminal
    {"end": 1}      the guest is to leave
    {"id": 1, "exited": 0}    told when a guest has gone

When the other side closes the socket, all guests are ended.
"""

from __future__ import annotations

import array
import fcntl
import gc
import json
import os
import pty
import select
import signal
import socket
import sys
import termios
from contextlib import suppress
from importlib import import_module
from time import monotonic
from typing import NoReturn

MAX_MESSAGE = 1 << 16
NEEDED = (
    "textual.drivers.linux_driver",
    "textual.widgets._toast",
    "textual.widgets._tooltip",
    "atlantis_core.transcript.json_writer",
    "atlantis_core.transcript.turns_reader",
    "atlantis_tui.app",
    "atlantis_tui.remote_app",
    "atlantis_tui.play.result",
    "atlantis_tui.widgets.command_line",
    "atlantis_tui.widgets.dialogs",
)
PATIENCE_SECONDS = 8.0
"""For leaving properly; the app itself gives up a little earlier."""


class ForkServer:
    """Guests as child processes, by the number that the other side gave them."""

    def __init__(self, host: socket.socket) -> None:
        self._host = host
        self._children: dict[int, int] = {}
        self._deadlines: dict[int, float] = {}
        self._wake, waker = os.pipe()
        for descriptor in (self._wake, waker):
            os.set_blocking(descriptor, False)
        signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)

    def run(self) -> None:
        """Serve until the other side is gone, then see everybody out."""
        while True:
            watched = [self._host.fileno(), self._wake]
            ready = select.select(watched, [], [], self._wait())[0]
            if self._wake in ready:
                os.read(self._wake, 4096)
            if watched[0] in ready:
                message = self._hear()
                if not message:
                    break
                self._obey(json.loads(message))
            self._reap()
            self._lose_patience()
        self._see_out()

    def _hear(self) -> bytes:
        """The next message; empty once the other side has gone."""
        try:
            return self._host.recv(MAX_MESSAGE)
        except ConnectionResetError:  # it went without reading our last words
            return b""

    def _wait(self) -> float | None:
        if not self._deadlines:
            return None
        return max(0.0, min(self._deadlines.values()) - monotonic())

    def _obey(self, wish: dict[str, object]) -> None:
        if "end" in wish:
            self._end(int(str(wish["end"])))
        else:
            self._fork(wish)

    def _fork(self, wish: dict[str, object]) -> None:
        number = int(str(wish["id"]))
        pid, terminal = pty.fork()
        if pid == pty.CHILD:
            self._become_client(wish)
        self._children[number] = pid
        answer = json.dumps({"id": number, "pid": pid}).encode()
        with suppress(OSError):  # the other side has gone; `run` notices
            socket.send_fds(self._host, [answer], [terminal])
        os.close(terminal)

    def _become_client(self, wish: dict[str, object]) -> NoReturn:
        """Forget the nursery and run the app; never returns."""
        status = 1
        try:
            signal.set_wakeup_fd(-1)
            for number in (signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)
            self._host.close()
            set_window_size(0, int(str(wish["columns"])), int(str(wish["rows"])))
            environment, arguments = wish["environment"], wish["arguments"]
            if isinstance(environment, dict) and isinstance(arguments, list):
                os.environ.clear()
                os.environ.update(environment)
                from atlantis_tui.app import main

                status = main(arguments)
        except SystemExit as leaving:
            status = leaving.code if isinstance(leaving.code, int) else 1
        finally:
            with suppress(OSError, ValueError):
                sys.stderr.flush()
            # Nothing of the nursery's own may run in the child, whatever happened above.
            os._exit(status)

    def _end(self, number: int) -> None:
        pid = self._children.get(number)
        if pid is not None:
            self._deadlines[number] = monotonic() + PATIENCE_SECONDS
            _signal(pid, signal.SIGHUP)

    def _lose_patience(self) -> None:
        for number, deadline in list(self._deadlines.items()):
            if deadline <= monotonic():
                del self._deadlines[number]
                _signal(self._children.get(number), signal.SIGKILL)

    def _reap(self) -> None:
        for number, pid in list(self._children.items()):
            found, status = os.waitpid(pid, os.WNOHANG)
            if found:
                del self._children[number]
                self._deadlines.pop(number, None)
                code = os.waitstatus_to_exitcode(status)
                with suppress(OSError):
                    self._host.send(json.dumps({"id": number, "exited": code}).encode())

    def _see_out(self) -> None:
        for number in list(self._children):
            self._end(number)
        while self._children:
            select.select([self._wake], [], [], self._wait())
            with suppress(BlockingIOError):
                os.read(self._wake, 4096)
            self._reap()
            self._lose_patience()


def set_window_size(descriptor: int, columns: int, rows: int) -> None:
    """Tell a terminal how large its window is."""
    size = array.array("H", [rows, columns, 0, 0])
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, size)


def _signal(pid: int | None, number: signal.Signals) -> None:
    if pid is not None:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def main() -> int:
    """Import everything, then wait for guests."""
    # Ctrl+C in the host's terminal is the host's; guests end when the host closes the socket.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    host = socket.socket(fileno=int(sys.argv[1]))
    import_everything()
    # What is here now is shared with all guests, as long as nobody touches it.
    gc.collect()
    gc.freeze()
    ForkServer(host).run()
    return 0


def import_everything() -> None:
    """All that a guest's first frame needs, and what most guests open soon."""
    for module in NEEDED:
        import_module(module)


if __name__ == "__main__":
    sys.exit(main())
