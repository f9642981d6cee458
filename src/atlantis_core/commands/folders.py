"""Find the transcripts in folders, for commands that take folders as well as files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from atlantis_core.files.collections import is_collection, is_collection_name, read_parts
from atlantis_core.files.compression import DamagedError
from atlantis_core.files.plain_files import read_plain
from atlantis_core.games.registry import has_game_suffix
from atlantis_core.support.safe_text import showable
from .errors import UnreadableError, describe_os_error
from .inputs import FoundGame, games_of
from .output import complain

_TEXT_START = b"atlantis-transcript"
_BOM = b"\xef\xbb\xbf"
_SUFFIXES = (".json", ".json.gz")
_TRANSCRIPT = b"atlantis tran"
"""Begins the format in both of its spellings."""
_HEAD = 4096


def find_files(
    command: str, paths: Iterable[str], *, other_games: bool = False, collections: bool = False
) -> Iterator[str]:
    """Yield the files named, and the transcripts in the folders named, in the order of their names.

    `other_games` includes files with a suffix of another game, `collections` files of many games. A
    folder without any file is
    reported on standard error, with the name of the command.
    """
    for path in paths:
        if os.path.isdir(path):  # noqa: PTH112 - pathlib is slow to import
            yield from _walk(command, path, other_games=other_games, collections=collections)
        else:
            yield path


def games_in(
    command: str, paths: Iterable[str], *, other_games: bool = False
) -> Iterator[FoundGame]:
    """Yield the games of files, folders, collections and standard input, one after another.

    Every command that takes several games finds them here. A damaged collection ends in a
    game whose reading raises UnreadableError.
    """
    for path in find_files(command, paths, other_games=other_games, collections=True):
        yield from games_of(path)


def only_game(path: str) -> FoundGame | None:
    """The game of a file; None for a folder, a collection or several games."""
    if os.path.isdir(path) or is_collection(path):  # noqa: PTH112 - as above
        return None
    found = list(games_of(path))
    return found[0] if len(found) == 1 else None


def _walk(command: str, folder: str, *, other_games: bool, collections: bool) -> Iterator[str]:
    is_empty = True
    for here, folders, names in os.walk(folder, onerror=_raise_unreadable):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = os.path.join(here, name)  # noqa: PTH118 - as above
            if _is_special(path):
                continue
            is_known = name.endswith(_SUFFIXES) or (other_games and has_game_suffix(name))
            is_known = is_known or (
                collections and is_collection_name(name) and _has_transcripts(path)
            )
            if is_known or _is_old_format(path):
                is_empty = False
                yield path
    if is_empty:
        complain(f"atlantis {command}: no game files in '{showable(folder)}'")


def _is_special(path: str) -> bool:
    """Whether a path is a pipe or the like, whose reading may never end."""
    return os.path.exists(path) and not os.path.isfile(path)  # noqa: PTH110, PTH113 - as above


def _has_transcripts(path: str) -> bool:
    """Whether a collection contains transcripts, and not for example the results of a match."""
    try:
        first = next(read_parts(path), None)
    except (OSError, DamagedError):
        return True  # reported when it is read
    return first is None or _TRANSCRIPT in first.content[:_HEAD].lower()


def _raise_unreadable(error: OSError) -> None:
    raise UnreadableError(showable(str(error.filename)), describe_os_error(error))


def _is_old_format(path: str) -> bool:
    """Whether a file begins like the old text format."""
    try:
        return read_plain(path, 64).data.removeprefix(_BOM).lstrip().startswith(_TEXT_START)
    except OSError:
        return False
