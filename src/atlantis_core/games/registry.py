"""Registry of other games: built-in ones, and those that installed distributions provide.

An entry says what is needed to choose a game; the game itself is imported when a file or a user
asks for it. Reading the entry points of installed distributions takes about 27 ms, so callers ask
for `installed` games only where no built-in one fits.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from atlantis_core.support.diagnostics import MESSAGE_LIMIT
from atlantis_core.support.safe_text import showable
from .errors import GameError

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator
    from importlib.metadata import EntryPoint

    from .protocol import Game

GROUP = "atlantis.games"
"""Entry point group in which a distribution exports an `Entry`."""
_SHARED = (".json", ".txt")
"""Suffixes of transcripts."""


class Entry(NamedTuple):
    """Name, files and module of a game."""

    name: str
    """One word, for the command line: ``tafl:copenhagen``."""
    title: str
    """Heading in menus."""
    files: str
    """Description of its files, for messages: ``a map of nodes and links in JSON``."""
    suffixes: tuple[str, ...]
    """Suffixes of its files; new files get the first one."""
    pattern: str
    """Regular expression found in every file of this game, and hardly ever in others. It searches
    the whole text, so it must be fast."""
    module: str
    """Module that has the object `GAME`."""

    def load(self) -> Game:
        """Import the game; raises GameError if the import fails."""
        try:
            game: Game = import_module(self.module).GAME
        except ImportError as error:
            raise GameError(f"{self.title} cannot be loaded: {error}") from error
        return game


GAMES: tuple[Entry, ...] = (
    Entry(
        "map",
        "Chess on graph maps",
        "a map of nodes and links in JSON",
        (".json", ".map"),
        r"""["'](?:nodes|pieces)["']\s*:""",
        "atlantis_core.games.maps.game",
    ),
    Entry(
        "kalah",
        "Kalah",
        "the lines of a match of Kalah",
        (".kalah",),
        r"START;(?:North|South)|CHANGE;(?:SWAP|[0-9]+);",
        "atlantis_core.games.kalah.game",
    ),
    Entry(
        "hsn",
        "HSN states",
        "a state in the Hexil State Notation",
        (".hsn",),
        r"\A\s*\[[\s0-9SDBGLOW/]*(?:[\]/,|]|\Z)",
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
"""Built-in games in the order of the menus."""


class Installed(NamedTuple):
    """Games that other distributions provide."""

    entries: tuple[Entry, ...] = ()
    problems: tuple[str, ...] = ()
    """One message for each entry point that could not be used."""


@cache
def installed() -> Installed:
    """Load the entries of installed games. An unusable one does not affect the others."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow

    entries: list[Entry] = []
    problems: list[str] = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        try:
            entries.append(_load_entry(point, {entry.name for entry in (*GAMES, *entries)}))
        except Exception as error:  # noqa: BLE001 - code of others may raise anything
            reason = f"the game {point.name!r} cannot be loaded: {error}"
            problems.append(showable(reason, MESSAGE_LIMIT))
    return Installed(tuple(entries), tuple(problems))


def _load_entry(point: EntryPoint, taken: Container[str]) -> Entry:
    entry = point.load()
    if not isinstance(entry, Entry):
        raise GameError(f"'{point.value}' is not an Entry of atlantis_core.games.registry")
    if entry.name in taken:
        raise GameError(f"another game is called {entry.name!r}")
    re.compile(entry.pattern)
    return entry


def all_entries() -> Iterator[Entry]:
    """Yield the built-in games, then the installed ones, which are loaded only when reached."""
    yield from GAMES
    yield from installed().entries


def find_entry(text: str, entries: Iterable[Entry] | None = None) -> Entry | None:
    """Return the first game, by default of the built-in ones, that recognises a text."""
    for entry in GAMES if entries is None else entries:
        if re.search(entry.pattern, text) and entry.load().recognises(text):
            return entry
    return None


def find_entry_by_suffix(name: str, entries: Iterable[Entry] | None = None) -> Entry | None:
    """Return the first game, by default of the built-in ones, whose files alone are so named.

    For files so damaged that no game recognises their text. Transcripts are named ``.json``, too.
    """
    plain = name.lower().removesuffix(".gz")
    for entry in GAMES if entries is None else entries:
        if any(plain.endswith(suffix) for suffix in entry.suffixes if suffix not in _SHARED):
            return entry
    return None


def entry_named(name: str) -> Entry:
    """Return the game with this name; raises GameError that lists the known names."""
    for entry in all_entries():
        if entry.name == name:
            return entry
    known = ", ".join(entry.name for entry in all_entries())
    problems = "".join(f"; {problem}" for problem in installed().problems)
    raise GameError(f"no such game: {name[:40]!r} (expected one of {known}){problems}")


def has_game_suffix(name: str) -> bool:
    """Whether a file is named like one of another game."""
    return any(name.endswith(entry.suffixes) for entry in all_entries())


def describe_formats() -> str:
    """Describe the files of all games, for the message about a file of unknown format."""
    formats = (entry.files for entry in all_entries())
    return ", ".join((*formats, *installed().problems))
