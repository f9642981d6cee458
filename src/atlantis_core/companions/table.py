"""The one list of guests, and how a file finds its guest.

Knows of each guest only what costs nothing: its name, a pattern that its files have, the module to
import. An Atlantis game is opened without any of them being imported.
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from .errors import CompanionError

if TYPE_CHECKING:
    from .protocols import Guest


class Entry(NamedTuple):
    """A line of the table."""

    name: str
    """One word, for the command line: ``tafl:copenhagen``."""
    title: str
    """For menus."""
    files: str
    """What its files are, for whoever gave another one: ``a map of nodes and links in JSON``."""
    suffixes: tuple[str, ...]
    """How its files are called, the usual one first."""
    pattern: str
    """A regular expression that is found in every file that this guest may recognise, and hardly
    ever in others; it is searched in the whole text, so it must not be slow."""
    module: str
    """Has the object `GUEST`."""

    def load(self) -> Guest:
        guest: Guest = import_module(self.module).GUEST
        return guest


GUESTS: tuple[Entry, ...] = (
    Entry(
        "map",
        "Chess on graph maps",
        "a map of nodes and links in JSON",
        (".json", ".map"),
        r"""["']nodes["']\s*:""",
        "atlantis_core.companions.maps.guest",
    ),
    Entry(
        "kalah",
        "Kalah",
        "the lines of a match of Kalah",
        (".kalah",),
        r"START;(?:North|South)",
        "atlantis_core.companions.kalah.guest",
    ),
    Entry(
        "hsn",
        "HSN states",
        "a state in the Hexil State Notation",
        (".hsn",),
        r"\A\s*\[[\s0-9SDBGLOW/]*[\]/]",
        "atlantis_core.companions.hsn.guest",
    ),
    Entry(
        "tafl",
        "Tafl",
        "a game of tafl in OpenTafl notation",
        (".otg",),
        r"""\A[\s\ufeff]*(?:\[[A-Za-z]|dim:[0-9]|/)|"AageGameType""",
        "atlantis_core.companions.tafl.guest",
    ),
)
"""In the order of the menus."""


def find_guest(text: str) -> Entry | None:
    """The guest that recognises a text; None for Atlantis games and for what nobody knows."""
    for entry in GUESTS:
        if re.search(entry.pattern, text) and entry.load().recognises(text):
            return entry
    return None


def guest_named(name: str) -> Entry:
    """The guest with this name; raises CompanionError with the names that there are."""
    for entry in GUESTS:
        if entry.name == name:
            return entry
    known = ", ".join(entry.name for entry in GUESTS)
    raise CompanionError(f"no such game: {name[:40]!r} (expected one of {known})")


def guest_suffixes() -> tuple[str, ...]:
    """Of all files that guests have."""
    return tuple(suffix for entry in GUESTS for suffix in entry.suffixes)
