"""Terminal driver that survives bad bytes, a lost terminal, and signals at any moment.

Textual's driver decodes strictly, so that one byte of a Latin-1 terminal ends the app, and reads
for ever from a terminal that was closed without SIGHUP. After SIGSTOP and SIGCONT it starts a
second input thread and takes the app's own terminal modes for those to restore in the end.
"""

from __future__ import annotations

import os
import selectors
import signal
from codecs import getincrementaldecoder
from contextlib import suppress
from typing import TYPE_CHECKING, cast

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

if TYPE_CHECKING:
    from atlantis_tui.base_app import BaseApp

_MOST_BYTES = 4096
_TICK_SECONDS = 0.1
"""How often the parser looks whether an escape character is the Escape key."""


class TerminalDriver(LinuxDriver):
    """Textual's driver with another input thread and other handlers of SIGTSTP and SIGCONT."""

    _is_suspended = False

    # The handlers leave the work to the event loop: a signal may arrive while the driver is
    # suspending or resuming because of another one.

    def _sigtstp_application(self, *_: object) -> None:
        with suppress(RuntimeError):  # the app has ended
            self._loop.call_soon_threadsafe(self._suspend)

    def _sigcont_application(self, *_: object) -> None:
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._resume)

    def _suspend(self) -> None:
        if self._is_managed and not self._is_suspended:
            self.suspend_application_mode()
            self._must_signal_resume = self._is_suspended = True
        os.kill(os.getpid(), signal.SIGSTOP)

    def _resume(self) -> None:
        if not self._is_managed:
            return
        if not self._is_suspended:  # stopped by SIGSTOP: a shell may have changed the modes
            self.suspend_application_mode()
            self._must_signal_resume = True
        self._is_suspended = False
        self.resume_application_mode()

    @property
    def _is_managed(self) -> bool:
        """Whether the driver itself suspends and resumes; false while the app does or exits."""
        return self._auto_restart and not self._app._exit  # noqa: SLF001 -- no public name

    def run_input_thread(self) -> None:
        parser = XTermParser(self._debug)
        decode = getincrementaldecoder("utf-8")("replace").decode
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(_TICK_SECONDS):
                    received = self._read()
                    if not received:
                        app = cast("BaseApp", self._app)
                        self._loop.call_soon_threadsafe(app.terminal_lost)
                        return
                    text = decode(received)  # empty within a character, which would mean the end
                    for event in parser.feed(text) if text else ():
                        self.process_message(event)
                for event in parser.tick():
                    self.process_message(event)

    def _read(self) -> bytes:
        """Read what is there; nothing if the terminal is gone."""
        try:
            return os.read(self.fileno, _MOST_BYTES)
        except OSError:
            return b""
