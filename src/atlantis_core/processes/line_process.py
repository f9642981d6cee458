"""An external program as a child process that reads and writes lines, with timeouts.

The child gets its own process group, so that its children are killed with it;
`orphan_processes` kills those that left the group. All pipes are polled together: a child that
does not read, does not write, writes endlessly or fills its stderr times out instead of
blocking. Needs a POSIX system.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
from contextlib import suppress
from time import monotonic

from atlantis_core.support.cancelling import Cancelled
from atlantis_core.support.safe_text import showable
from . import orphan_processes
from .protocol_violations import Fault, ProtocolViolation

MAX_LINE = 1 << 16
"""Bytes. The longest turn of the largest board is far shorter."""
STDERR_KEPT = 2000
"""Bytes of a child's stderr that are kept for messages."""
_CHUNK = 1 << 16
_POLL_SECONDS = 0.01
_CHECK_SECONDS = 0.25
"""How often a silent child is checked: another process may keep its pipes open after its exit."""


class LineProcess:
    """A running child. Only `cancel` may be called from another thread."""

    def __init__(self, command: tuple[str, ...]) -> None:
        """Start the program. Raises ProtocolViolation if that fails."""
        environment = orphan_processes.new_mark()
        self._mark = environment[orphan_processes.MARK]
        try:
            with orphan_processes.LOCK:
                self._child = subprocess.Popen(  # noqa: S603 - the user asked to run it
                    command,
                    env=environment,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    start_new_session=True,
                    bufsize=0,
                )
                orphan_processes.watch(self._child.pid)
        except OSError as error:
            reason = f"cannot start '{showable(command[0])}': {error.strerror or error}"
            raise ProtocolViolation(Fault.NO_START, reason) from None
        self._stdin, self._stdout, self._stderr = _descriptors(self._child)
        self._wake, self._waker = os.pipe()
        for descriptor in (self._stdin, self._stdout, self._stderr, self._wake, self._waker):
            os.set_blocking(descriptor, False)
        self._outbox = b""
        self._inbox = b""
        self._stderr_tail = b""
        self._is_stdin_open = True
        self._is_stdout_open = True
        self._is_stderr_open = True

    def send(self, line: str) -> None:
        """Send a line. What the child does not read now is sent by the next `read_line`."""
        self._outbox += line.encode() + b"\n"
        self._write()

    def check_quiet(self) -> None:
        """Raise ProtocolViolation if the child wrote something out of turn."""
        self._read()
        if self._inbox:
            said = _quote(self._inbox.partition(b"\n")[0])
            raise self._violation(Fault.GARBAGE, f"wrote a line out of turn: {said}")

    def read_line(self, seconds: float) -> str:
        """The next line, without its line end. Raises ProtocolViolation or Cancelled."""
        deadline = monotonic() + seconds
        while True:
            line, newline, rest = self._inbox.partition(b"\n")
            if len(line) > MAX_LINE:
                raise self._violation(
                    Fault.ENDLESS_LINE, f"wrote a line of more than {MAX_LINE} bytes"
                )
            if newline:
                self._inbox = rest
                return _decode(line)
            if not self._is_stdout_open or self._has_left():
                raise self._exit_violation(line)
            left = deadline - monotonic()
            if left <= 0:
                raise self._timeout_violation(line, seconds)
            self._wait(min(left, _CHECK_SECONDS))

    def cancel(self) -> None:
        """Make a `read_line` in another thread raise Cancelled."""
        with suppress(OSError):  # the pipe is full, so already cancelled, or closed
            os.write(self._waker, b"!")

    def close(self, goodbye: float) -> None:
        """End the child and its process group: close stdin, then SIGTERM, then SIGKILL.

        `goodbye` is the time in seconds before each signal. An interruption skips to SIGKILL.
        """
        descendants: orphan_processes.Descendants = frozenset()
        try:
            descendants = orphan_processes.descendants_of(self._child.pid)
            self._outbox = self._outbox[-_CHUNK:]
            self._close_stdin()
            if not self._exits_within(goodbye):
                self._signal(signal.SIGTERM)
                self._exits_within(goodbye)
        finally:
            self._kill(descendants)

    def _kill(self, descendants: orphan_processes.Descendants) -> None:
        self._signal(signal.SIGKILL)  # also kills children that outlived the child
        orphan_processes.end_all(self._child.pid, self._mark, descendants)
        self._child.wait()
        for stream in (self._child.stdin, self._child.stdout, self._child.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        os.close(self._wake)
        os.close(self._waker)

    def _wait(self, seconds: float) -> None:
        """Read from and write to all pipes once. Raises Cancelled after `cancel`."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._wake, selectors.EVENT_READ)
            if self._is_stdout_open:
                selector.register(self._stdout, selectors.EVENT_READ)
            if self._is_stderr_open:
                selector.register(self._stderr, selectors.EVENT_READ)
            if self._outbox and self._is_stdin_open:
                selector.register(self._stdin, selectors.EVENT_WRITE)
            ready = {key.fd for key, _ in selector.select(seconds)}
        if self._wake in ready:
            raise Cancelled
        self._write()
        self._read()

    def _has_left(self) -> bool:
        """Whether the child has exited and all its output is read."""
        if not self._has_exited():
            return False
        before = len(self._inbox)
        self._read()
        return len(self._inbox) == before

    def _write(self) -> None:
        while self._outbox and self._is_stdin_open:
            try:
                written = os.write(self._stdin, self._outbox)
            except BlockingIOError:
                return
            except OSError:  # the child closed its stdin; a missing answer is reported later
                self._is_stdin_open = False
                return
            self._outbox = self._outbox[written:]

    def _read(self) -> None:
        """Read at most one chunk from each pipe, so that endless output cannot block us."""
        if self._is_stdout_open:
            chunk = _read_chunk(self._stdout)
            self._is_stdout_open = chunk != b""
            self._inbox += chunk or b""
        if self._is_stderr_open:
            chunk = _read_chunk(self._stderr)
            self._is_stderr_open = chunk != b""
            self._stderr_tail = (self._stderr_tail + (chunk or b""))[-STDERR_KEPT:]

    def _close_stdin(self) -> None:
        self._write()
        if self._child.stdin is not None:
            with suppress(OSError):
                self._child.stdin.close()
        self._is_stdin_open = False

    def _exits_within(self, seconds: float) -> bool:
        """Whether the child exits in time. Leaves it a zombie, so that its group id stays valid."""
        deadline = monotonic() + seconds
        while not self._has_exited():
            left = deadline - monotonic()
            if left <= 0:
                return False
            with suppress(Cancelled):
                self._wait_for_output(min(left, _POLL_SECONDS))
        return True

    def _wait_for_output(self, seconds: float) -> None:
        """Drain the pipes while the child exits: it may be blocked in a last write."""
        with selectors.DefaultSelector() as selector:
            if self._is_stdout_open:
                selector.register(self._stdout, selectors.EVENT_READ)
            if self._is_stderr_open:
                selector.register(self._stderr, selectors.EVENT_READ)
            selector.select(seconds)
        self._read()
        self._inbox = b""

    def _has_exited(self) -> bool:
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        with suppress(ChildProcessError):
            return os.waitid(os.P_PID, self._child.pid, flags) is not None
        return True

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._child.pid, number)

    def _exit_violation(self, unfinished: bytes) -> ProtocolViolation:
        self._exits_within(0.2)
        self._read()
        if unfinished:
            said = _quote(unfinished)
            return self._violation(Fault.EXIT, f"exited in the middle of a line: {said}")
        return self._violation(Fault.EXIT, f"exited without answering{self._status()}")

    def _status(self) -> str:
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        with suppress(ChildProcessError):
            result = os.waitid(os.P_PID, self._child.pid, flags)
            if result is not None:
                how = "status" if result.si_code == os.CLD_EXITED else "signal"
                return f" ({how} {result.si_status})"
        return ""

    def _timeout_violation(self, unfinished: bytes, seconds: float) -> ProtocolViolation:
        if unfinished:
            said = _quote(unfinished)
            return self._violation(
                Fault.SILENCE, f"did not finish its line within {seconds:g} seconds: {said}"
            )
        return self._violation(
            Fault.SILENCE,
            f"did not answer within {seconds:g} seconds "
            "(does it flush its output after each line?)",
        )

    def _violation(self, fault: Fault, explanation: str) -> ProtocolViolation:
        lines = self._stderr_tail.decode(errors="replace").strip().splitlines()
        if lines:
            explanation += f"; last line on stderr: '{showable(lines[-1])[:200]}'"
        return ProtocolViolation(fault, explanation)


def _descriptors(child: subprocess.Popen[bytes]) -> tuple[int, int, int]:
    if child.stdin is None or child.stdout is None or child.stderr is None:
        raise AssertionError("Popen was called with pipes")
    return child.stdin.fileno(), child.stdout.fileno(), child.stderr.fileno()


def _read_chunk(descriptor: int) -> bytes | None:
    """Bytes that are available, None if there are none yet, b"" at the end."""
    try:
        return os.read(descriptor, _CHUNK)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def _decode(line: bytes) -> str:
    try:
        return line.decode("ascii")
    except UnicodeDecodeError:
        raise ProtocolViolation(Fault.GARBAGE, f"wrote non-ASCII text: {_quote(line)}") from None


def _quote(line: bytes) -> str:
    text = showable(line[:80].decode(errors="replace"))
    return f"'{text}...'" if len(line) > 80 else f"'{text}'"
