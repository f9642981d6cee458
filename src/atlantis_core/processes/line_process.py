"""A program of somebody else as a child process: lines in, lines out, and an end in any case.

Owns the pipes, the clock and the killing. The child has a process group of its own, so that its
children end with it; `orphan_processes` ends those that left it. No pipe is waited for alone: a
child that does not read, does not write, writes without end or fills its stderr cannot block us,
only run out of time.
Knows lines, not what they mean. Needs a POSIX system.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
from contextlib import suppress
from time import monotonic

from atlantis_core.cancelling import Cancelled
from atlantis_core.safe_text import showable
from . import orphan_processes
from .protocol_violations import Fault, ProtocolViolation

MAX_LINE = 1 << 16
"""Bytes. The longest turn of the largest board is far shorter."""
LAST_WORDS = 2000
"""How much of a child's stderr is kept for the report, in bytes."""
_CHUNK = 1 << 16
_POLL_SECONDS = 0.01
_LOOK_SECONDS = 0.25
"""How often a child that is silent is looked after: another process may hold its pipes open."""


class LineProcess:
    """A running child. Every method but `cancel` belongs to one thread."""

    def __init__(self, command: tuple[str, ...]) -> None:
        """Start the program; raises Misconduct if there is no such thing."""
        environment = orphan_processes.new_mark()
        self._mark = environment[orphan_processes.MARK]
        try:
            with orphan_processes.LOCK:
                self._child = subprocess.Popen(  # noqa: S603 - running it is what the user asked for
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
        self._last_words = b""
        self._is_stdin_open = True
        self._is_stdout_open = True
        self._is_stderr_open = True

    def send(self, line: str) -> None:
        """Hand over a line. What the child does not read now waits for the next `read_line`."""
        self._outbox += line.encode() + b"\n"
        self._write()

    def check_quiet(self) -> None:
        """Raise Misconduct if the child has said something without being asked."""
        self._read()
        if self._inbox:
            said = _quote(self._inbox.partition(b"\n")[0])
            raise self._violation(Fault.GARBAGE, f"spoke without being asked: {said}")

    def read_line(self, seconds: float) -> str:
        """The next line, without its end. Raises Misconduct or Cancelled."""
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
                raise self._gone(line)
            left = deadline - monotonic()
            if left <= 0:
                raise self._silence(line, seconds)
            self._wait(min(left, _LOOK_SECONDS))

    def cancel(self) -> None:
        """Make a `read_line` in another thread raise Cancelled."""
        with suppress(OSError):  # the pipe is full of wishes, or closed: nothing to wake
            os.write(self._waker, b"!")

    def close(self, goodbye: float) -> None:
        """End the child and everything in its process group: politely, then firmly.

        An interruption cuts only the politeness short.
        """
        family: orphan_processes.Family = frozenset()
        try:
            family = orphan_processes.family_of(self._child.pid)
            self._outbox = self._outbox[-_CHUNK:]
            self._close_stdin()
            if not self._exits_within(goodbye):
                self._signal(signal.SIGTERM)
                self._exits_within(goodbye)
        finally:
            self._kill(family)

    def _kill(self, family: orphan_processes.Family) -> None:
        self._signal(signal.SIGKILL)  # also what the child has left behind
        orphan_processes.end_all(self._child.pid, self._mark, family)
        self._child.wait()
        for stream in (self._child.stdin, self._child.stdout, self._child.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        os.close(self._wake)
        os.close(self._waker)

    def _wait(self, seconds: float) -> None:
        """Let bytes flow in all directions once; raises Cancelled if somebody wants to stop."""
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
        """Whether the child is gone and has left nothing more to read."""
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
            except OSError:  # it reads no more; whether that matters shows when it is asked
                self._is_stdin_open = False
                return
            self._outbox = self._outbox[written:]

    def _read(self) -> None:
        """Take what is there, at most one chunk, so that a flood cannot hold us."""
        if self._is_stdout_open:
            chunk = _read_chunk(self._stdout)
            self._is_stdout_open = chunk != b""
            self._inbox += chunk or b""
        if self._is_stderr_open:
            chunk = _read_chunk(self._stderr)
            self._is_stderr_open = chunk != b""
            self._last_words = (self._last_words + (chunk or b""))[-LAST_WORDS:]

    def _close_stdin(self) -> None:
        self._write()
        if self._child.stdin is not None:
            with suppress(OSError):
                self._child.stdin.close()
        self._is_stdin_open = False

    def _exits_within(self, seconds: float) -> bool:
        """Whether the child ends in time; it stays a zombie, so that its group keeps its number."""
        deadline = monotonic() + seconds
        while not self._has_exited():
            left = deadline - monotonic()
            if left <= 0:
                return False
            with suppress(Cancelled):
                self._wait_for_output(min(left, _POLL_SECONDS))
        return True

    def _wait_for_output(self, seconds: float) -> None:
        """Keep the pipes empty while the child ends: it may be blocked in a last write."""
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

    def _gone(self, unfinished: bytes) -> ProtocolViolation:
        """The child has closed its output: it has exited, or will never answer."""
        self._exits_within(0.2)
        self._read()
        if unfinished:
            said = _quote(unfinished)
            return self._violation(Fault.EXIT, f"ended without finishing its line: {said}")
        return self._violation(Fault.EXIT, f"ended instead of answering{self._status()}")

    def _status(self) -> str:
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        with suppress(ChildProcessError):
            result = os.waitid(os.P_PID, self._child.pid, flags)
            if result is not None:
                how = "status" if result.si_code == os.CLD_EXITED else "signal"
                return f" ({how} {result.si_status})"
        return ""

    def _silence(self, unfinished: bytes, seconds: float) -> ProtocolViolation:
        if unfinished:
            said = _quote(unfinished)
            return self._violation(
                Fault.SILENCE, f"did not finish its line within {seconds:g} seconds: {said}"
            )
        return self._violation(
            Fault.SILENCE,
            f"did not answer within {seconds:g} seconds (does it flush its output after a line?)",
        )

    def _violation(self, fault: Fault, explanation: str) -> ProtocolViolation:
        words = self._last_words.decode(errors="replace").strip().splitlines()
        if words:
            explanation += f"; last on its stderr: '{showable(words[-1])[:200]}'"
        return ProtocolViolation(fault, explanation)


def _descriptors(child: subprocess.Popen[bytes]) -> tuple[int, int, int]:
    if child.stdin is None or child.stdout is None or child.stderr is None:
        raise AssertionError("a child that was started with pipes has them")
    return child.stdin.fileno(), child.stdout.fileno(), child.stderr.fileno()


def _read_chunk(descriptor: int) -> bytes | None:
    """Some bytes, b"" at the end, None if there are none now."""
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
        raise ProtocolViolation(
            Fault.GARBAGE, f"wrote something else than ASCII: {_quote(line)}"
        ) from None


def _quote(line: bytes) -> str:
    text = showable(line[:80].decode(errors="replace"))
    return f"'{text}...'" if len(line) > 80 else f"'{text}'"
