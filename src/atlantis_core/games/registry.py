"""The one list of guests, and how a file finds its guest.

Knows of each guest only what costs nothing: its name, a pattern that its files have, the module to
import. An Atlantis game is opened without any of them being imported.
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from .errors import GameError

if TYPE_CHECKING:
    from .protocol import Game


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
    """Has the object `GAME`."""

    def load(self) -> Game:
        game: Game = import_module(self.module).GAME
        return game


GAMES: tuple[Entry, ...] = (
    Entry(
        "map",
        "Chess on graph maps",
        "a map of nodes and links in JSON",
        (".json", ".map"),
        r"""["']nodes["']\s*:""",
        "atlantis_core.games.maps.game",
    ),
    Entry(
        "kalah",
        "Kalah",
        "the lines of a match of Kalah",
        (".kalah",),
        r"START;(?:North|South)",
        "atlantis_core.games.kalah.game",
    ),
    Entry(
        "hsn",
        "HSN states",
        "a state in the Hexil State Notation",
        (".hsn",),
        r"\A\s*\[[\s0-9SDBGLOW/]*[\]/]",
        "atlantis_core.games.hsn.game",
    ),
    Entry(
        "tafl",
        "Tafl",
        "a game of tafl in OpenTafl notation",
        (".otg",),
        r"""\A[\s\ufeff]*(?:\[[A-Za-z]|dim:[0-9]|/)|"AageGameType""",
        "atlantis_core.games.tafl.game",
    ),
)
"""In the order of the menus."""


def find_entry(text: str) -> Entry | None:
    """The guest that recognises a text; None for Atlantis games and for what nobody knows."""
    for entry in GAMES:
        if re.search(entry.pattern, text) and entry.load().recognises(text):
            return entry
    return None


def entry_named(name: str) -> Entry:
    """The guest with this name; raises GameError with the names that there are."""
    for entry in GAMES:
        if entry.name == name:
            return entry
    known = ", ".join(entry.name for entry in GAMES)
    raise GameError(f"no such game: {name[:40]!r} (expected one of {known})")


def file_suffixes() -> tuple[str, ...]:
    """Of all files that guests have."""
    return tuple(suffix for entry in GAMES for suffix in entry.suffixes)


def describe_formats() -> str:
    """The file formats of all games, for the message about a file of unknown format."""
    return ", ".join(entry.files for entry in GAMES)
