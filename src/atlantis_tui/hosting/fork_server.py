"""Fork server: imports the app once and forks a child for every client.

A new process would need a second for its imports; a fork shows its first frame in a third of
that and shares most of its memory. This process has no event loop and no threads, so that forking
is safe. It runs as ``python -m atlantis_tui.hosting.fork_server FD`` and exchanges JSON datagrams
over that socket:

    {"id": 1, "arguments": [...], "environment": {...}, "columns": 80, "rows": 24,
     "echo": true}
        request: start a client; carries a socket, from which the client learns who is connected.
        The answer {"id": 1, "pid": 99} carries the client's terminal
    {"end": 1}                request: end a client
    {"id": 1, "exited": 0}    notification: a client has exited

When the host closes the socket, all clients end.
"""

from __future__ import annotations

import gc
import io
import json
import os
import select
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, suppress
from functools import partial
from importlib import import_module
from importlib.resources import files
from time import monotonic
from typing import NoReturn

from rich.cells import cell_len

from atlantis_tui import app
from atlantis_tui.settings.arguments import Arguments, parse_arguments
from .shared_code import CodeName, gather
from .terminals import reopen_streams, set_window_size, stop_echo

if sys.platform != "win32":  # which cannot host (see `make_plan`)
    import pty

MAX_MESSAGE = 1 << 16
NEEDED = (
    "importlib.readers",
    "textual.drivers.headless_driver",
    "textual.drivers.linux_driver",
    "textual.layouts.factory",
    "textual.layouts.stream",
    "textual.pilot",
    "textual.scrollbar",
    "textual.widgets._toast",
    "textual.widgets._tooltip",
    "atlantis_core.review.turning_points",
    "atlantis_core.transcript.json_writer",
    "atlantis_core.transcript.turns_reader",
    "atlantis_tui.app",
    "atlantis_tui.club.lobby_screen",
    "atlantis_tui.club.new_game_screen",
    "atlantis_tui.remote_app",
    "atlantis_tui.play.help",
    "atlantis_tui.play.result",
    "atlantis_tui.review.remote_screen",
    "atlantis_tui.rules.rules_screen",
    "atlantis_tui.terminal.driver",
    "atlantis_tui.widgets.command_line",
    "atlantis_tui.widgets.dialogs",
    "atlantis_tui.widgets.key_table",
)
MANY = 2
"""Number of clients with which the memory of later ones is worth the time of a recording."""
PATIENCE_SECONDS = 8.0
"""Time for a client to exit; longer than the app's own limit."""


class Recording:
    """A child process that visits a game and reports which code it has run."""

    def __init__(self, host: socket.socket) -> None:
        self.pipe, theirs = os.pipe()
        self._received = b""
        self._pid = os.fork()
        if self._pid == 0:
            _report_visit(theirs, host)
        os.close(theirs)

    def is_read(self) -> bool:
        """Read a part of the report; whether it is complete."""
        part = os.read(self.pipe, MAX_MESSAGE)
        self._received += part
        if not part:
            os.close(self.pipe)
            os.waitpid(self._pid, 0)
        return not part

    @property
    def names(self) -> list[CodeName]:
        """The names of the code; none if the visit failed."""
        with suppress(ValueError):
            return [(file, name, line) for file, name, line in json.loads(self._received)]
        return []

    def kill(self) -> None:
        os.close(self.pipe)
        _signal(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)


def _report_visit(pipe: int, host: socket.socket) -> NoReturn:
    """Run the sample visit in a forked child and write which code has run; never returns."""
    status = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        host.close()
        from .sample_visit import recorded_visit

        report = json.dumps(sorted(recorded_visit())).encode()
        with open(pipe, "wb") as stream:
            stream.write(report)
        status = 0
    finally:
        # The fork server's own code must not continue in the child, whatever happened above.
        os._exit(status)


class ForkServer:
    """Runs clients as child processes, identified by the host's numbers."""

    def __init__(self, host: socket.socket) -> None:
        self._host = host
        self._children: dict[int, int] = {}
        self._deadlines: dict[int, float] = {}
        self._started = 0
        self._has_recorded = False
        self._recording: Recording | None = None
        self._kept: list[object] = []
        self._wake, waker = os.pipe()
        for descriptor in (self._wake, waker):
            os.set_blocking(descriptor, False)
        signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)

    def run(self) -> None:
        """Serve until the host closes the socket, then end all clients."""
        while True:
            watched = [self._host.fileno(), self._wake]
            recording = self._recording
            more = [] if recording is None else [recording.pipe]
            ready = select.select([*watched, *more], [], [], self._wait())[0]
            if self._wake in ready:
                os.read(self._wake, 4096)
            if watched[0] in ready:
                message, descriptors = self._receive()
                if not message:
                    break
                self._handle(json.loads(message), descriptors)
                for descriptor in descriptors:
                    os.close(descriptor)
                if self._started >= MANY and not self._has_recorded:
                    # Here, where no descriptor of a client is open that the child could keep.
                    self._has_recorded = True
                    self._recording = Recording(self._host)
            if recording is not None and recording.pipe in ready and recording.is_read():
                self._recording = None
                # Clients from now on copy less memory than those before.
                gc.unfreeze()  # `gather` looks at all objects
                self._kept += gather(recording.names)
                gc.freeze()
            self._reap()
            self._kill_overdue()
        if self._recording is not None:
            self._recording.kill()
        self._end_all()

    def _receive(self) -> tuple[bytes, list[int]]:
        """The next message and its sockets; empty once the host has closed the socket."""
        try:
            return socket.recv_fds(self._host, MAX_MESSAGE, 1)[:2]
        except ConnectionResetError:  # closed without reading the last notification
            return b"", []

    def _wait(self) -> float | None:
        if not self._deadlines:
            return None
        return max(0.0, min(self._deadlines.values()) - monotonic())

    def _handle(self, request: dict[str, object], descriptors: list[int]) -> None:
        if "end" in request:
            self._end(int(str(request["end"])))
        else:
            self._fork(request, descriptors)

    def _fork(self, request: dict[str, object], descriptors: list[int]) -> None:
        number = int(str(request["id"]))
        given = request["arguments"]
        words = [str(word) for word in given] if isinstance(given, list) else []
        words += [f"--guests-socket={descriptor}" for descriptor in descriptors]
        # Parsed here, because a child would copy the memory that the parser touches.
        named = parse_quietly(words)
        pid, terminal = pty.fork()
        if pid == pty.CHILD:
            self._become_client(
                request, partial(app.main, words) if named is None else partial(app.start, named)
            )
        if not request.get("echo", True):
            stop_echo(terminal)
        self._children[number] = pid
        self._started += 1
        answer = json.dumps({"id": number, "pid": pid}).encode()
        with suppress(OSError):  # the host has closed the socket; `run` notices
            socket.send_fds(self._host, [answer], [terminal])
        os.close(terminal)

    def _become_client(self, request: dict[str, object], run: Callable[[], int]) -> NoReturn:
        """Run the app in the forked child; never returns."""
        status = 1
        try:
            signal.set_wakeup_fd(-1)
            for number in (signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)
            self._host.close()
            reopen_streams()
            set_window_size(0, int(str(request["columns"])), int(str(request["rows"])))
            environment = request["environment"]
            if isinstance(environment, dict):
                os.environ.clear()
                os.environ.update(environment)
                status = run()
        except SystemExit as leaving:
            status = leaving.code if isinstance(leaving.code, int) else 1
        finally:
            with suppress(OSError, ValueError):
                sys.stderr.flush()
            # The fork server's own code must not continue in the child, whatever happened above.
            os._exit(status)

    def _end(self, number: int) -> None:
        pid = self._children.get(number)
        if pid is not None:
            self._deadlines[number] = monotonic() + PATIENCE_SECONDS
            _signal(pid, signal.SIGHUP)

    def _kill_overdue(self) -> None:
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

    def _end_all(self) -> None:
        for number in list(self._children):
            self._end(number)
        while self._children:
            select.select([self._wake], [], [], self._wait())
            with suppress(BlockingIOError):
                os.read(self._wake, 4096)
            self._reap()
            self._kill_overdue()


def parse_quietly(words: Sequence[str]) -> Arguments | None:
    """The parsed arguments of a client; None if they are wrong, which the client then says."""
    try:
        with redirect_stderr(io.StringIO()):
            return parse_arguments(words)
    except SystemExit:
        return None


def _signal(pid: int | None, number: signal.Signals) -> None:
    if pid is not None:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def main() -> int:
    """Import the app, then serve."""
    # Ctrl+C in the terminal is for the host; clients end when the host closes the socket.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    host = socket.socket(fileno=int(sys.argv[1]))
    import_everything()
    # Memory allocated so far stays shared with all clients unless the collector touches it.
    gc.collect()
    gc.freeze()
    ForkServer(host).run()
    return 0


def import_everything() -> None:
    """Import what a client's first frame needs, and what most clients open soon."""
    for module in NEEDED:
        import_module(module)
    files("atlantis_core")  # imports more in Python 3.13
    cell_len("\u4e2d")  # loads the table of widths


if __name__ == "__main__":
    sys.exit(main())
