"""Read files and standard input as bytes.

Separate from `game_files`, because `check` needs no game.
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from atlantis_core.files.collections import (
    Part,
    has_several,
    is_collection,
    is_collection_name,
    is_mostly_broken,
    part_name,
    read_parts,
    split_documents,
)
from atlantis_core.files.compression import DamagedError
from atlantis_core.files.plain_files import NotPlainError, read_plain_or_pipe
from atlantis_core.json_text.limits import MAX_BYTES
from atlantis_core.support.safe_text import showable
from .errors import UnreadableError, UsageError, describe_os_error

STANDARD_STREAM = "-"
STDIN_NAME = "<stdin>"
SHARE_CODE = re.compile(r"atl[0-9]{1,3}:", re.ASCII | re.IGNORECASE)
"""Begins a share code of any version, which stands for the file of its game."""
CODE_NAME = "<share code>"
_STDIN_PART = f"{STANDARD_STREAM}:"
"""Begins the name of one of several games on standard input."""
_EXPECTED = "expected a regular file, '-' for standard input, or a process substitution"


def name_of(path: str) -> str:
    """The name of a file in messages."""
    if SHARE_CODE.match(path):
        return CODE_NAME
    if path.startswith(_STDIN_PART):
        return STDIN_NAME + path[1:]
    return STDIN_NAME if path == STANDARD_STREAM else path


class Content(NamedTuple):
    """The bytes of a file and its modification time in nanoseconds; 0 for standard input."""

    data: bytes
    modified_ns: int


def read_content(path: str) -> Content:
    """Read a file, at most one byte more than the limit for transcripts; raises UnreadableError."""
    try:
        if path == STANDARD_STREAM:
            return Content(_read_stdin(), 0)
        if SHARE_CODE.match(path):
            return Content(path.encode("utf-8", "surrogateescape"), 0)
        found = read_plain_or_pipe(path, MAX_BYTES + 1)
        return Content(found.data, found.modified_ns)
    except NotPlainError as error:
        raise UnreadableError(showable(path), f"{error.found} ({_EXPECTED})") from error
    except OSError as error:
        raise unreadable(path, error) from error


class Collection:
    """Counts the broken games of a collection; reading stops when there are too many."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._broken = 0

    def count_broken(self) -> None:
        self._broken += 1

    def found(self, parts: Iterable[Part], modified_ns: int) -> Iterator[FoundGame]:
        """The games of some parts."""
        for seen, part in enumerate(parts):
            if is_mostly_broken(self._broken, seen):
                problem = f"{self._broken} games are broken; the others are not read"
                yield FoundGame(self._name, None, problem)
                return
            if part.is_whole:
                content = Content(part.content, modified_ns)
                yield FoundGame(part_name(self._name, part.line), content, "", self)


class FoundGame(NamedTuple):
    """A file, or a game of a collection whose contents were read with it."""

    path: str
    """With the line of the game in a collection: ``games.jsonl:12``."""
    content: Content | None = None
    problem: str = ""
    """Why the file could not be read to its end."""
    collection: Collection | None = None

    def report_broken(self) -> None:
        """Let the collection end if too many of its games are broken."""
        if self.collection is not None:
            self.collection.count_broken()

    def read(self) -> Content:
        """Read the game. Raises UnreadableError, UsageError if the file contains several games."""
        if self.problem:
            raise UnreadableError(showable(name_of(self.path)), self.problem)
        if self.content is not None:
            return self.content
        content = read_content(self.path)
        if is_collection_name(self.path) or has_several(content.data):
            name = showable(self.path)
            raise UsageError(f"'{name}' is a collection (choose a game by its line: '{name}:1')")
        return content


def games_of(path: str) -> Iterator[FoundGame]:
    """Yield the games of a file: itself, or the whole games of a collection.

    An unreadable file, the damaged end of a compressed collection, or the rest of one with too
    many broken games, is yielded as a game whose reading raises UnreadableError.
    """
    if is_collection(path):
        yield from _games_of_collection(path)
        return
    try:
        content = read_content(path)
    except UnreadableError as error:
        yield FoundGame(path, None, error.reason)
        return
    if not has_several(content.data):
        yield FoundGame(path, content)
        return
    yield from Collection(path).found(
        split_documents(io.BytesIO(content.data)), content.modified_ns
    )


def _games_of_collection(path: str) -> Iterator[FoundGame]:
    try:
        modified = os.stat(path).st_mtime_ns  # noqa: PTH116 - pathlib is slow
        yield from Collection(path).found(read_parts(path), modified)
    except OSError as error:
        yield FoundGame(path, None, describe_os_error(error))
    except DamagedError as error:
        yield FoundGame(path, None, str(error))


def unreadable(path: str, error: OSError) -> UnreadableError:
    return UnreadableError(showable(name_of(path)), describe_os_error(error))


def _read_stdin() -> bytes:
    if sys.stdin is None:
        raise UnreadableError(STDIN_NAME, "standard input is closed")
    return sys.stdin.buffer.read(MAX_BYTES + 1)
