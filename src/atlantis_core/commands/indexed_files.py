"""Keeps the index of games up to date with files, folders and collections."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import chain
from pathlib import Path

from atlantis_core.files.collections import open_plain, split_name
from atlantis_core.game_library.documents import Document
from atlantis_core.game_library.index import GameIndex
from atlantis_core.game_library.paths import (
    drop_added,
    is_within,
    list_of_added,
    load_added,
    note_added,
)
from atlantis_core.game_library.reading import GameReader
from atlantis_core.game_library.rows import UNSETTLED, Stamp
from atlantis_core.support.errors import AtlantisError
from atlantis_core.support.phrases import counted
from atlantis_core.support.safe_text import showable
from .folders import find_files
from .inputs import games_of

_SETTLED = 2_000_000_000
"""Nanoseconds after which the time of a file shows whether it changed."""


def add_games(
    index: GameIndex, paths: list[str], reader: GameReader | None = None, *, is_again: bool = False
) -> list[str]:
    """Index what has changed; returns how many files and games, then what could not be read.

    Without a path, or with `is_again`, also looks at everything that was added before.
    """
    files, games, read = 0, 0, reader or GameReader()
    found = chain(find_files("library", paths, collections=True))
    if is_again or not paths:
        found = chain(found, _added_before(index, read.problems))
    wanted = dict.fromkeys(map(os.path.abspath, found))
    _note(index, paths, read.problems)  # first: a killed program goes on the next time
    for path in wanted:
        files += 1
        try:
            path.encode()  # SQLite stores UTF-8
            known = index.stamp(path)
            if known is not None and known.is_of(Path(path).stat()):
                continue
            stamp = _stamp(path)
        except OSError as error:
            read.problems.append(f"cannot read '{showable(path)}': {error.strerror}")
            continue
        except UnicodeError:
            read.problems.append(f"cannot index '{showable(path)}': its name is not UTF-8")
            continue
        if known is not None and known.digest == stamp.digest:
            index.renew(path, stamp)
            continue
        games += index.update(path, stamp, _documents(path, read.problems), read)
    gone = [path for path in index.files() if not os.path.exists(path)]  # noqa: PTH110 - never raises
    for path in gone:
        index.forget(path)
    if games or gone:
        index.compact()
    told = f"{counted(files, 'file')}, {counted(games, 'new game')}"
    return [told + (f", {len(gone)} vanished" if gone else ""), *read.problems]


def _added_before(index: GameIndex, problems: list[str]) -> Iterator[str]:
    """The files that were added before, and what is new in the folders that were."""
    for path in filter(os.path.exists, load_added(index.path)):
        try:
            yield from find_files("library", [path], collections=True)
        except AtlantisError as error:
            problems.append(str(error))
    yield from filter(os.path.exists, index.files())


def _note(index: GameIndex, paths: Iterable[str], problems: list[str]) -> None:
    """Remember what was added, so that an index that was lost can be built again."""
    try:
        note_added(index.path, map(os.path.abspath, filter(os.path.exists, paths)))
    except OSError as error:
        file = showable(str(list_of_added(index.path)))
        problems.append(f"cannot write '{file}': {error.strerror}")


def remove_games(index: GameIndex, paths: Iterable[str]) -> int:
    """Forget files and folders that were added; returns how many indexed files they had."""
    count = 0
    for path in map(os.path.abspath, paths):
        drop_added(index.path, path)
        for file in index.files():
            if is_within(file, path):
                index.forget(file)
                count += 1
    index.compact()
    return count


def _stamp(path: str) -> Stamp:
    found = Path(path).stat()
    digest = sha256()
    with open_plain(path) as file:
        while piece := file.read(1 << 20):
            digest.update(piece)
    # A change within the resolution of the clock would keep the time: compare contents then.
    is_settled = time.time_ns() - found.st_mtime_ns > _SETTLED
    modified = found.st_mtime_ns if is_settled else UNSETTLED
    return Stamp(found.st_size, modified, digest.digest()[:16])


def _documents(path: str, problems: list[str]) -> Iterator[Document]:
    for found in games_of(path):
        try:
            content = found.read().data
        except AtlantisError as error:
            problems.append(str(error))
        else:
            line = 0 if found.path == path else split_name(found.path)[1]
            yield Document(line, found.path, content)
