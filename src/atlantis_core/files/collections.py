"""Collections: files that contain several documents.

JSON Lines (``.jsonl``, ``.jsonl.gz``) has one document per line. Other files may contain several
JSON documents one after another. A document is addressed by the line on which it begins, as in
``games.jsonl:12``, which is also how diagnostics name it; a file that really has such a name wins.

Reads line by line, so that memory does not grow with the size of a collection. Does not parse the
documents.
"""

from __future__ import annotations

import errno
import io
import json
import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import islice
from typing import IO, TYPE_CHECKING, Final, NamedTuple

from .compression import is_packed, unpacked_stream

if TYPE_CHECKING:
    from io import BufferedReader
    from pathlib import Path

SUFFIXES: Final = (".jsonl", ".jsonl.gz")
LONGEST_LINE: Final = (16 << 20) + 1
"""Bytes. Longer lines are cut, and their document is too large for every reader."""
MOST_BROKEN = 1000
"""A collection is read no further if it has so many more broken games than others."""
_ADDRESS: Final = re.compile(r"(?s)(.+):([1-9][0-9]{0,8})")
_RESULTS: Final = re.compile(rb'\{\s*"format"\s*:\s*"Atlantis match"')
_TWO_DOCUMENTS: Final = re.compile(rb"\}\s*\{")
_BOM: Final = b"\xef\xbb\xbf"


class Part(NamedTuple):
    """A document of a collection, without the line feed after it."""

    line: int
    """The line on which it begins, from 1."""
    content: bytes
    is_whole: bool = True
    """False for a last line that another program may still be writing."""


def is_mostly_broken(broken: int, seen: int) -> bool:
    """Whether to read no further: a few bytes make a broken game, and each costs a message."""
    return 2 * broken >= MOST_BROKEN + seen


def begins_results(line: bytes) -> bool:
    """Whether a first line is that of the results of a match, which is no collection."""
    return _RESULTS.match(line) is not None


def is_collection_name(path: Path | str) -> bool:
    """Whether a name is that of a file with one document per line."""
    return str(path).lower().endswith(SUFFIXES)


def is_collection(path: Path | str) -> bool:
    """Whether a path names an existing file with one document per line."""
    return is_collection_name(path) and os.path.isfile(path)  # noqa: PTH113 - slow


def part_name(path: Path | str, line: int) -> str:
    """The address of the document that begins on a line."""
    return f"{path}:{line}"


def split_name(name: str) -> tuple[str, int]:
    """The file and the first line of a document; line 1 for the name of a whole file.

    Goes by the name alone: use `find_part` for a path that may exist.
    """
    found = _ADDRESS.fullmatch(name)
    return (name, 1) if found is None else (found[1], int(found[2]))


def find_part(path: Path | str) -> tuple[str, int] | None:
    """The file and the line that an address names, or None if it names a whole file."""
    text = str(path)
    found = _ADDRESS.fullmatch(text)
    if found is None or os.path.lexists(text) or not os.path.isfile(found[1]):  # noqa: PTH113 - slow
        return None
    return found[1], int(found[2])


def containing_file(path: Path | str) -> str:
    """The file that contains what an address names."""
    found = find_part(path)
    return str(path) if found is None else found[0]


def find_document(content: bytes, path: str, line: int) -> bytes | None:
    """The document on a line of the unpacked contents of a collection, or None."""
    file = io.BytesIO(content)
    parts = split_lines(file) if is_collection_name(path) else split_documents(file)
    return next((part.content for part in parts if part.line == line), None)


def replace_document(content: bytes, path: str, line: int, document: bytes) -> bytes:
    """The unpacked contents of a collection with another document on a line."""
    new = document.rstrip(b"\n") + b"\n"
    if is_collection_name(path):
        lines = io.BytesIO(content)  # a lone carriage return ends no line
        before = sum(map(len, islice(lines, line - 1)))
        return b"".join((content[:before], new, content[before + len(lines.readline()) :]))
    parts = split_documents(io.BytesIO(content))
    return b"".join(new if part.line == line else part.content + b"\n" for part in parts)


def has_several(content: bytes) -> bool:
    """Whether an uncompressed file contains several JSON documents one after another."""
    if not _TWO_DOCUMENTS.search(content):
        return False
    text = content.removeprefix(_BOM).decode("utf-8", "surrogateescape").lstrip()
    try:
        _, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return False
    return text[end:].lstrip().startswith("{")


def read_parts(path: Path | str) -> Iterator[Part]:
    """Yield the documents of a collection. Raises OSError; DamagedError for unusable gzip data."""
    with open_plain(path) as raw, closing(_unpacking(raw)) as file:
        yield from (split_lines(file) if is_collection_name(path) else split_documents(file))


def read_part(path: Path | str, line: int) -> Part | None:
    """The document that begins on a line, or None. Raises as `read_parts`."""
    for part in read_parts(path):
        if part.line >= line:
            return part if part.line == line else None
    return None


def split_lines(file: IO[bytes]) -> Iterator[Part]:
    """Yield the lines of JSON Lines that are not blank.

    Of the results of a match, yields only the first line, by which a reader recognises them.
    """
    for number, line in enumerate(_lines(file), 1):
        content = line.removeprefix(_BOM) if number == 1 else line
        if content.strip():
            kept = content.rstrip(b"\r\n")
            yield Part(number, kept, is_whole=kept != content or kept.endswith(b"}"))
            if number == 1 and begins_results(kept):
                return


def split_documents(lines: Iterable[bytes]) -> Iterator[Part]:
    """Yield JSON documents that follow each other.

    One begins on a line that starts with a brace, or after a line that closes the one before. Of
    the results of a match yields only the first.
    """
    first, kept, is_closed = 0, list[bytes](), False
    for number, line in _split_joined(lines):
        if line.isspace() and not kept:
            continue
        if kept and not line.isspace() and (is_closed or line.startswith(b"{")):
            yield Part(first, b"".join(kept).rstrip())
            if begins_results(kept[0]):
                return
            kept = []
        if not kept:
            first = number
        kept.append(line)
        is_closed = line.startswith(b"}") or (len(kept) == 1 and line.rstrip().endswith(b"}"))
    if kept:
        yield Part(first, b"".join(kept).rstrip())


def _split_joined(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield numbered lines; one that closes a document and begins another becomes two."""
    for number, line in enumerate(lines, 1):
        content = line.removeprefix(_BOM) if number == 1 else line
        if content.startswith(b"}") and content[1:].lstrip().startswith(b"{"):
            yield number, b"}\n"
            content = content[1:].lstrip()
        yield number, content


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """Yield lines; only the beginning of one that is too long for any reader."""
    while line := file.readline(LONGEST_LINE):
        yield line
        while not line.endswith(b"\n") and len(line) >= LONGEST_LINE:
            line = file.readline(LONGEST_LINE)


def open_plain(path: Path | str) -> BufferedReader:
    """Open a regular file, and never wait for a pipe. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    file = os.fdopen(descriptor, "rb")
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    return file


def _unpacking(file: BufferedReader) -> IO[bytes]:
    """A stream of the unpacked contents; the file itself if it is not compressed."""
    return unpacked_stream(file) if is_packed(file.peek(2)) else file
