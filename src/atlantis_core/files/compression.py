"""Compressed files: read whatever they are called, written where the name ends in ``.gz``.

Unpacks no more than a transcript may have, so that a small file cannot fill the memory.
"""

from __future__ import annotations

from typing import Final

GZIP_SUFFIX: Final = ".gz"
_GZIP: Final = b"\x1f\x8b"
_FIRST_PIECE: Final = 256
"""Bytes of a compressed file that are unpacked at once; every further piece is twice as long."""


class DamagedError(ValueError):
    """Compressed data that is cut off or not what it claims to be."""


def is_packed(content: bytes) -> bool:
    return content.startswith(_GZIP)


def unpack(content: bytes, most: int) -> bytes:
    """What a compressed file holds, up to so many bytes; raises DamagedError."""
    unpacked = bytearray()
    at = 0
    while at < len(content) and len(unpacked) < most:
        at = _unpack_member(content, at, most, unpacked)
    return bytes(unpacked)


def _unpack_member(content: bytes, at: int, most: int, unpacked: bytearray) -> int:
    """Add what the gzip member at an offset holds; returns where the next one begins.

    The decompressor copies what it was given beyond the member's end. It gets small pieces first,
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
    """The content as it is written under a name; the same content gives the same bytes."""
    if not path.lower().endswith(GZIP_SUFFIX):
        return content
    import gzip  # noqa: PLC0415 - as above

    return gzip.compress(content, mtime=0)


def plain_name(path: str) -> str:
    """The name of what is inside: ``game.json`` for ``game.json.gz``."""
    return path[: -len(GZIP_SUFFIX)] if path.lower().endswith(GZIP_SUFFIX) else path
