"""Compressed files: read whatever they are called, written where the name ends in ``.gz``.

Unpacks no more than a transcript may have, so that a small file cannot fill the memory.
"""

from __future__ import annotations

from typing import Final

GZIP_SUFFIX: Final = ".gz"
_GZIP: Final = b"\x1f\x8b"


class DamagedError(ValueError):
    """Compressed data that is cut off or not what it claims to be."""


def is_packed(content: bytes) -> bool:
    return content.startswith(_GZIP)


def unpack(content: bytes, most: int) -> bytes:
    """What a compressed file holds, up to so many bytes; raises DamagedError."""
    import zlib  # noqa: PLC0415 - most files are not compressed

    unpacked, rest = b"", content
    try:
        while rest and len(unpacked) < most:
            part = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
            unpacked += part.decompress(rest, most - len(unpacked))
            if not part.eof and len(unpacked) < most:
                raise DamagedError
            rest = part.unused_data
    except zlib.error:
        raise DamagedError from None
    return unpacked


def pack(content: bytes, path: str) -> bytes:
    """The content as it is written under a name; the same content gives the same bytes."""
    if not path.lower().endswith(GZIP_SUFFIX):
        return content
    import gzip  # noqa: PLC0415 - as above

    return gzip.compress(content, mtime=0)


def plain_name(path: str) -> str:
    """The name of what is inside: ``game.json`` for ``game.json.gz``."""
    return path[: -len(GZIP_SUFFIX)] if path.lower().endswith(GZIP_SUFFIX) else path
