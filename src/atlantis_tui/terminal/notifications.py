"""Escape sequences that ask a terminal for a desktop notification."""

from __future__ import annotations

import re
from collections.abc import Mapping

from atlantis_tui.settings.options import Desktop

_ESCAPE, _BELL, _END = "\x1b", "\x07", "\x1b\\"
_MOST = 100
"""Characters of a notification."""
_WITH_777 = re.compile(r"foot|rxvt|vte|gnome|konsole|ghostty", re.IGNORECASE)


def notification(title: str, body: str, kind: Desktop, environ: Mapping[str, str]) -> str:
    """The sequence for a terminal, or "" if notifications are off.

    Terminals ignore a sequence that they do not know. Inside tmux it is wrapped so that tmux
    passes it on (if its option `allow-passthrough` is on).
    """
    if kind is Desktop.OFF:
        return ""
    kind = kind_for(environ) if kind is Desktop.AUTO else kind
    heading, said = _plain(title), _plain(body)
    if kind is Desktop.OSC9:
        sequence = f"{_ESCAPE}]9;{heading}: {said}{_BELL}"
    else:
        sequence = f"{_ESCAPE}]777;notify;{heading};{said}{_BELL}"
    if environ.get("TMUX"):
        return f"{_ESCAPE}Ptmux;{sequence.replace(_ESCAPE, _ESCAPE * 2)}{_END}"
    return sequence


def kind_for(environ: Mapping[str, str]) -> Desktop:
    """The kind of sequence that the terminal accepts, guessed from the environment; else OSC 9."""
    names = (environ.get(name, "") for name in ("TERM", "TERM_PROGRAM"))
    has_name = any(map(_WITH_777.search, names))
    is_vte = "VTE_VERSION" in environ or "KONSOLE_VERSION" in environ
    return Desktop.OSC777 if has_name or is_vte else Desktop.OSC9


def _plain(text: str) -> str:
    """The text without characters that end or divide a sequence."""
    kept = (" " if character == ";" else character for character in text)
    return "".join(character for character in kept if character.isprintable())[:_MOST]
