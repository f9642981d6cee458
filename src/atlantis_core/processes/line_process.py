"""An external program as a child process that reads and writes lines, with timeouts.

`process_tree` starts the child and kills it with all its children. Each pipe has its own thread:
a child that does not read, does not write, writes endlessly or fills its stderr times out
instead of blocking us.
"""

from __future__ import annotations

from contextlib import suppress
from threading import Condition, Thread
from time import monotonic
from typing import IO

from atlantis_core.support.cancelling import Cancelled
from atlantis_core.support.safe_text import showable
from .process_tree import ProcessTree
from .protocol_violations import Fault, ProtocolViolation

MAX_LINE = 1 << 16
"""Bytes. The longest turn of the largest board is far shorter."""
STDERR_KEPT = 2000
"""Bytes of a child's stderr that are kept for messages."""
_CHUNK = 1 << 16
_MOST_WAITING = 2 * MAX_LINE
"""Bytes of output that wait to be read. A child that writes more has to wait itself."""
_POLL_SECONDS = 0.01
_CHECK_SECONDS = 0.25
"""Seconds between checks of a silent child, whose pipes another process may keep open."""
_LAST_OUTPUT_SECONDS = 0.2
"""Seconds to wait for the last output of a child that has exited."""


class LineProcess:
    """A running child. Only `cancel` may be called from another thread."""

    def __init__(self, command: tuple[str, ...]) -> None:
        """Start the program. Raises ProtocolViolation if that fails."""
        try:
            self._tree = ProcessTree(command)
        except OSError as error:
            reason = f"cannot start '{showable(command[0])}': {error.strerror or error}"
            raise ProtocolViolation(Fault.NO_START, reason) from None
        self._changed = Condition()
        """Guards the attributes below, which the threads share."""
        self._outbox = b""
        self._inbox = b""
        self._stderr_tail = b""
        self._is_stdin_open = True
        self._is_stdout_open = True
        self._is_ending = False
        """The child is to exit: all it still writes is discarded."""
        self._is_cancelled = False
        pairs = zip((self._write, self._read, self._read_errors), self._tree.streams, strict=True)
        self._threads = [Thread(target=work, args=(stream,), daemon=True) for work, stream in pairs]
        for thread in self._threads:
            thread.start()

    def send(self, line: str) -> None:
        """Send a line; never waits for the child to read it."""
        with self._changed:
            self._outbox += line.encode() + b"\n"
            self._changed.notify_all()

    def check_quiet(self) -> None:
        """Raise ProtocolViolation if the child wrote something out of turn."""
        with self._changed:
            if self._inbox:
                said = _quote(self._inbox.partition(b"\n")[0])
                raise self._violation(Fault.GARBAGE, f"wrote a line out of turn: {said}")

    def read_line(self, seconds: float) -> str:
        """The next line, without its line end. Raises ProtocolViolation or Cancelled."""
        deadline = monotonic() + seconds
        while True:
            line = self._next_line()
            if line is None and self._has_left():
                line = self._next_line()  # its last output may just have arrived
                if line is None:
                    raise self._exit_violation()
            if line is not None:
                return _decode(line)
            left = deadline - monotonic()
            if left <= 0:
                raise self._timeout_violation(seconds)
            self._wait(min(left, _CHECK_SECONDS))

    def cancel(self) -> None:
        """Make a `read_line` in another thread raise Cancelled."""
        with self._changed:
            self._is_cancelled = True
            self._changed.notify_all()

    def close(self, goodbye: float) -> None:
        """End the child and its children: close stdin, then ask it to end, then kill it.

        `goodbye` is the time in seconds before each step. An interruption skips to the last one.
        """
        try:
            self._tree.note_descendants()
            with self._changed:
                self._outbox = self._outbox[-_CHUNK:]
            if not self._exits_within(goodbye):
                self._tree.ask_to_end()
                self._exits_within(goodbye)
        finally:
            with self._changed:
                self._is_ending = True
                self._changed.notify_all()
            self._tree.kill()
            for thread in self._threads:  # a process that escaped may keep a pipe open
                thread.join(_LAST_OUTPUT_SECONDS)

    # Run in the threads of the pipes.

    def _write(self, stdin: IO[bytes]) -> None:
        """Send what is in the outbox, and close the pipe in the end."""
        with suppress(OSError), stdin:  # the child closed it; a missing answer is reported later
            while True:
                with self._changed:
                    self._changed.wait_for(lambda: self._outbox or self._is_ending)
                    chunk = self._outbox[:_CHUNK]
                if not chunk:
                    break
                written = stdin.write(chunk)
                with self._changed:
                    self._outbox = self._outbox[written:]

    def _read(self, stdout: IO[bytes]) -> None:
        with suppress(OSError), stdout:
            while chunk := stdout.read(_CHUNK):
                with self._changed:
                    self._inbox += chunk
                    self._changed.notify_all()
                    self._changed.wait_for(self._has_room)
                    if self._is_ending:
                        self._inbox = b""
        with self._changed:
            self._is_stdout_open = False
            self._changed.notify_all()

    def _read_errors(self, stderr: IO[bytes]) -> None:
        with suppress(OSError), stderr:
            while chunk := stderr.read(_CHUNK):
                self._stderr_tail = (self._stderr_tail + chunk)[-STDERR_KEPT:]

    # Run in the user's thread.

    def _next_line(self) -> bytes | None:
        with self._changed:
            line, newline, rest = self._inbox.partition(b"\n")
            if len(line) > MAX_LINE:
                explanation = f"wrote a line of more than {MAX_LINE} bytes"
                raise self._violation(Fault.ENDLESS_LINE, explanation)
            if not newline:
                return None
            self._inbox = rest
            self._changed.notify_all()
            return line

    def _wait(self, seconds: float) -> None:
        """Wait for a line or the end of the output. Raises Cancelled after `cancel`."""
        with self._changed:
            self._changed.wait_for(self._is_noteworthy, seconds)
            if self._is_cancelled:
                raise Cancelled

    def _is_noteworthy(self) -> bool:
        is_readable = b"\n" in self._inbox or len(self._inbox) > MAX_LINE
        return is_readable or not self._is_stdout_open or self._is_cancelled

    def _has_room(self) -> bool:
        return len(self._inbox) <= _MOST_WAITING or self._is_ending

    def _has_left(self) -> bool:
        """Whether no more output can come."""
        if self._is_stdout_open and self._tree.has_exited:
            self._threads[1].join(_LAST_OUTPUT_SECONDS)
            return True
        return not self._is_stdout_open

    def _exits_within(self, seconds: float) -> bool:
        """Close stdin, and discard output: the child may be blocked in a last write."""
        deadline = monotonic() + seconds
        with self._changed:
            self._is_ending = True
            self._changed.notify_all()
            while not self._tree.has_exited:
                left = deadline - monotonic()
                if left <= 0:
                    return False
                self._changed.wait(min(left, _POLL_SECONDS))  # or until it closes its stdout
        return True

    def _exit_violation(self) -> ProtocolViolation:
        unfinished = self._inbox
        self._exits_within(_LAST_OUTPUT_SECONDS)
        self._threads[2].join(_LAST_OUTPUT_SECONDS)
        if unfinished:
            said = _quote(unfinished)
            return self._violation(Fault.EXIT, f"exited in the middle of a line: {said}")
        status = self._tree.exit_status
        how = f" ({status})" if status else ""
        return self._violation(Fault.EXIT, f"exited without answering{how}")

    def _timeout_violation(self, seconds: float) -> ProtocolViolation:
        if self._inbox:
            said = _quote(self._inbox)
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


def _decode(line: bytes) -> str:
    try:
        return line.decode("ascii")
    except UnicodeDecodeError:
        raise ProtocolViolation(Fault.GARBAGE, f"wrote non-ASCII text: {_quote(line)}") from None


def _quote(line: bytes) -> str:
    text = showable(line[:80].decode(errors="replace"))
    return f"'{text}...'" if len(line) > 80 else f"'{text}'"
