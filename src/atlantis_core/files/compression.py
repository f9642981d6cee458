"""Gzip compression: recognised by content when reading, by the suffix ``.gz`` when writing.

The caller limits the unpacked size, so that a small file cannot fill the memory.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import IO, Final

GZIP_SUFFIX: Final = ".gz"
_GZIP: Final = b"\x1f\x8b"
_FIRST_PIECE: Final = 256
"""Bytes of the first piece that is unpacked; every further piece is twice as long."""


_READ: Final = 1 << 16
"""Bytes that a stream reads at once."""
_UNPACKED_AT_ONCE: Final = 1 << 20
MOST_TIMES: Final = 64
"""A stream unpacks to at most a megabyte and so many times its size; games to a tenth of that."""


class DamagedError(ValueError):
    """Compressed data cannot be used; the text says why."""

    def __init__(self, reason: str = "the gzip data is damaged or truncated") -> None:
        super().__init__(reason)


def is_packed(content: bytes) -> bool:
    return content.startswith(_GZIP)


def unpack(content: bytes, most: int) -> bytes:
    """Unpack up to `most` bytes. Raises DamagedError."""
    unpacked = bytearray()
    at = 0
    while at < len(content) and len(unpacked) < most:
        at = _unpack_member(content, at, most, unpacked)
    return bytes(unpacked)


def _unpack_member(content: bytes, at: int, most: int, unpacked: bytearray) -> int:
    """Append the contents of the gzip member at an offset. Returns the offset of the next one.

    The decompressor copies its input beyond the end of the member. It gets small pieces first,
    so that many small members do not cost more than one large one.
    """
    import zlib  # noqa: PLC0415 - most files are not compressed

    member = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    size = _FIRST_PIECE
    try:
        while not member.eof and len(unpacked) < most:
            piece = content[at : at + size]
            if not piece:
                raise DamagedError
            unpacked += member.decompress(piece, most - len(unpacked))
            at += len(piece) - len(member.unused_data)
            size *= 2
    except zlib.error:
        raise DamagedError from None
    return at


def unpacked_stream(file: IO[bytes]) -> io.BufferedReader:
    """The unpacked contents of a compressed file. Reading raises OSError, DamagedError."""
    return io.BufferedReader(_Pieces(_unpacked_pieces(file)), _READ)


class _Pieces(io.RawIOBase):
    """The bytes of an iterator as a stream."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._piece = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # any buffer
        if not self._piece:
            self._piece = memoryview(next(self._pieces, b""))
        count = min(len(buffer), len(self._piece))
        buffer[:count] = self._piece[:count]
        self._piece = self._piece[count:]
        return count


def _unpacked_pieces(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the contents of all members; padding with zeros may follow each.

    A member gets small pieces first, as in `_unpack_member`.
    """
    import zlib  # noqa: PLC0415 - as above

    held, consumed, unpacked = b"", 0, 0
    while held := held or file.read(_READ):
        held = held.lstrip(b"\0")
        if not held:
            continue
        member, size, at = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS), _FIRST_PIECE, 0
        while not member.eof:
            if at == len(held):
                held, at = file.read(_READ), 0
            piece = held[at : at + size]
            try:
                found = member.decompress(piece, _UNPACKED_AT_ONCE)
            except zlib.error:
                raise DamagedError from None
            used = len(piece) - len(member.unused_data) - len(member.unconsumed_tail)
            if not (found or used or member.eof):
                raise DamagedError
            at, size, consumed, unpacked = (
                at + used,
                2 * size,
                consumed + used,
                unpacked + len(found),
            )
            if unpacked > _UNPACKED_AT_ONCE + MOST_TIMES * consumed:
                raise DamagedError(
                    f"it unpacks to over {MOST_TIMES} times its size; unpack it first"
                )
            if found:  # an empty piece would be the end of the stream
                yield found
        held = held[at:]


def pack(content: bytes, path: str) -> bytes:
    """Compress the content if the name ends in ``.gz``. Deterministic."""
    if not path.lower().endswith(GZIP_SUFFIX):
        return content
    import gzip  # noqa: PLC0415 - as above

    return gzip.compress(content, mtime=0)


def plain_name(path: str) -> str:
    """The name without ``.gz``: ``game.json`` for ``game.json.gz``."""
    return path[: -len(GZIP_SUFFIX)] if path.lower().endswith(GZIP_SUFFIX) else path
