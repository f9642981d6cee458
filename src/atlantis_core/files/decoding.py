"""Decodes the bytes of a file: UTF-8 with or without a byte order mark, optionally gzipped."""

from __future__ import annotations

import re

from atlantis_core.json_text.limits import MAX_BYTES
from atlantis_core.json_text.places import Problems, Span
from .compression import DamagedError, is_packed, unpack

_BOM = "\ufeff"
_UTF8_BOM = b"\xef\xbb\xbf"
_WIDE_BOMS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
_ZIP = b"PK\x03\x04"
_BAD_BYTES = "[\udc80-\udcff]+"
_SHOWN_BYTES = dict.fromkeys(range(0xDC80, 0xDD00), "\ufffd")


def decode(text: str | bytes, problems: Problems) -> str | None:
    """The text, with U+FFFD for each invalid byte, or None if it cannot be decoded at all."""
    if isinstance(text, bytes) and is_packed(text):
        try:
            text = unpack(text, MAX_BYTES + 1)
        except DamagedError:
            message = "the gzip data is damaged or truncated"
            problems.error(Span(0, 0), message, "download the file again")
            return None
    if len(text) > MAX_BYTES:
        message = f"the file is too large (expected at most {MAX_BYTES} bytes)"
        problems.error(Span(0, 0), message)
        return None
    if isinstance(text, str):
        return text.removeprefix(_BOM)
    if text.startswith(_ZIP):
        problems.error(Span(0, 0), "this is a ZIP archive, not a transcript", "unpack it first")
        return None
    if text.startswith(_WIDE_BOMS) or b"\0" in text[:1024]:
        problems.error(Span(0, 0), "the file is not UTF-8 text", "save it as UTF-8")
        return None
    decoded = text.removeprefix(_UTF8_BOM).decode("utf-8", "surrogateescape")
    if decoded.isascii():
        return decoded
    for match in re.finditer(_BAD_BYTES, decoded):
        shown = " ".join(f"0x{ord(byte) - 0xDC00:02X}" for byte in match[0][:4])
        problems.error(Span(*match.span()), f"not UTF-8: {shown}", "save the file as UTF-8")
        if problems.should_stop:
            break
    return decoded.translate(_SHOWN_BYTES) if problems.has_errors else decoded
