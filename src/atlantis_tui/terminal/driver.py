"""Reads the terminal. Unlike Textual's driver, survives bad bytes and notices a lost terminal.

Textual's driver decodes strictly, so that one byte of a Latin-1 terminal ends the app, and reads
for ever from a terminal that was closed without SIGHUP.
"""

from __future__ import annotations

import os
import selectors
from codecs import getincrementaldecoder
from typing import TYPE_CHECKING, cast

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

if TYPE_CHECKING:
    from atlantis_tui.base_app import BaseApp

_MOST_BYTES = 4096
_TICK_SECONDS = 0.1
"""How often the parser looks whether an escape character is the Escape key."""


class TerminalDriver(LinuxDriver):
    """Textual's driver with another input thread."""

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
                    for event in parser.feed(decode(received)):
                        self.process_message(event)
                for event in parser.tick():
                    self.process_message(event)

    def _read(self) -> bytes:
        """Read what is there; nothing if the terminal is gone."""
        try:
            return os.read(self.fileno, _MOST_BYTES)
        except OSError:
            return b""
