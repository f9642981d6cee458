"""Gzip compression: recognised by content when reading, by the suffix ``.gz`` when writing.

The caller limits the unpacked size, so that a small file cannot fill the memory.
"""

from __future__ import annotations

from typing import Final

GZIP_SUFFIX: Final = ".gz"
_GZIP: Final = b"\x1f\x8b"
_FIRST_PIECE: Final = 256
"""Bytes of the first piece that is unpacked; every further piece is twice as long."""


class DamagedError(ValueError):
    """Compressed data is damaged or truncated."""


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


def pack(content: bytes, path: str) -> bytes:
    """Compress the content if the name ends in ``.gz``. Deterministic."""
    if not path.lower().endswith(GZIP_SUFFIX):
        return content
    import gzip  # noqa: PLC0415 - as above

    return gzip.compress(content, mtime=0)


def plain_name(path: str) -> str:
    """The name without ``.gz``: ``game.json`` for ``game.json.gz``."""
    return path[: -len(GZIP_SUFFIX)] if path.lower().endswith(GZIP_SUFFIX) else path
