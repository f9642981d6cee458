"""Terminal driver that survives bad bytes, a lost terminal, and signals at any moment.

Textual's driver decodes strictly, so that one byte of a Latin-1 terminal ends the app, and reads
for ever from a terminal that was closed without SIGHUP. After SIGSTOP and SIGCONT it starts a
second input thread and takes the app's own terminal modes for those to restore in the end. Its
parser takes all keys after the beginning of a paste for the paste, until the end of it arrives, and
Escape and a key that arrive together for a key with Alt.
"""

from __future__ import annotations

import os
import selectors
import signal
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, cast

from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key
from textual.message import Message

if TYPE_CHECKING:
    from atlantis_tui.base_app import BaseApp

_MOST_BYTES = 4096
_TICK_SECONDS = 0.1
"""Seconds between checks whether an escape character is the Escape key."""
SILENT_TICKS = 5
"""After this many ticks without input a paste is over, even if the terminal has not ended it."""
LONGEST_PASTE = 1 << 20
"""Characters of a paste that are kept; the app uses far fewer."""
_ESCAPE = "\x1b"
_ESCAPE_ALONE = "\x1b[27u"
"""The Escape key as terminals with the kitty protocol send it: complete without what follows."""
_CONTINUES = "[O]P_^X" + "bf"
"""Characters that continue an escape sequence; iTerm sends `b` and `f` for Alt and an arrow."""


def _never(_: str) -> bool:
    return False


class TerminalParser(XTermParser):
    """Textual's parser, but every paste ends, nothing in a paste is taken for a key, and Escape is
    never lost.

    Collects the text of a paste and passes it on at once, with its end. Escape and a key in one
    packet are two keys, unless `is_in_use` knows the key with Alt: `alt+n`.
    """

    def __init__(self, debug: bool, is_in_use: Callable[[str], bool] = _never) -> None:
        super().__init__(debug)
        self._is_in_use = is_in_use
        self._held = ""
        self._is_pasting = False
        self._pasted = self._tail = ""
        self._ticks = 0

    def feed(self, data: str) -> Iterable[Message]:
        self._ticks = 0
        while data:
            marker = BRACKETED_PASTE_END if self._is_pasting else BRACKETED_PASTE_START
            known = self._tail  # the marker may begin in what was fed before
            found = (known + data).find(marker)
            end = len(data) if found < 0 else found + len(marker) - len(known)
            part, data = data[:end], data[end:]
            self._tail = "" if found >= 0 else (known + part)[1 - len(marker) :]
            if not self._is_pasting:
                if complete := self._separated(part):  # nothing would mean the end of all input
                    yield from super().feed(complete)
                self._is_pasting = found >= 0
                continue
            self._pasted = (self._pasted + part)[: LONGEST_PASTE + len(marker)]
            if found >= 0:
                yield from self._end_paste()

    def tick(self) -> Iterable[Message]:
        yield from super().tick()
        self._ticks += 1
        if self._held and self._ticks > 1:
            self._held = ""
            yield from super().feed(_ESCAPE_ALONE)
        if self._is_pasting and self._ticks > SILENT_TICKS:
            yield from self._end_paste()

    def _separated(self, text: str) -> str:
        """The text with a complete sequence for every Escape key; holds one at the end back."""
        first, *rest = (self._held + text).split(_ESCAPE)
        self._held = ""
        if rest and not rest[-1]:
            self._held = _ESCAPE
            rest.pop()
        return first + "".join(
            (_ESCAPE if self._continues(part) else _ESCAPE_ALONE) + part for part in rest
        )

    def _continues(self, text: str) -> bool:
        """Whether what follows an escape character belongs to it."""
        return text[:1] != "" and (text[0] in _CONTINUES or self._is_in_use(_with_alt(text[0])))

    def _sequence_to_key_events(
        self,
        sequence: str,
        alt: bool = False,  # noqa: FBT002 - Textual's signature
    ) -> Iterable[Key]:
        """Find the keys of a sequence; Textual raises for some of the kitty protocol."""
        if alt and not self._is_in_use(_with_alt(sequence)):
            alt = False
            yield Key("escape", _ESCAPE)
        with suppress(ValueError, OverflowError, LookupError, TypeError):
            yield from super()._sequence_to_key_events(sequence, alt)

    def _end_paste(self) -> Iterable[Message]:
        text = self._pasted.removesuffix(BRACKETED_PASTE_END).replace("\x1b", "")[:LONGEST_PASTE]
        self._is_pasting, self._pasted, self._tail = False, "", ""
        yield from super().feed(text + BRACKETED_PASTE_END)


def _with_alt(character: str) -> str:
    """Textual's name of a character typed with Alt."""
    return f"alt+{'shift+' if character.isupper() else ''}{character.lower()}"


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

    def _is_users_key(self, key: str) -> bool:
        return key in cast("BaseApp", self._app).key_map.keys.values()

    def run_input_thread(self) -> None:
        parser = TerminalParser(self._debug, self._is_users_key)
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
