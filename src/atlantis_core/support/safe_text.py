"""Makes untrusted text from files safe to show in a terminal.

Names, comments and tags may come from strangers. The result has no escape sequences, control
characters or direction overrides, and a bounded length. Every replaced character becomes
exactly one visible character, so that columns of the original stay valid.

Does not escape markup: pass the result as plain text (for Rich and Textual, a `Text` or
`Content`).
"""

from __future__ import annotations

import re

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
"""Replaces a character that must not be shown."""
ELLIPSIS = "..."
"""Replaces text that was cut off. ASCII, for terminals without Unicode."""
DEFAULT_LIMIT = 200


def showable(text: str, limit: int = DEFAULT_LIMIT) -> str:
    """The text as one line of at most `limit` visible characters.

    Control characters become their Unicode pictures (an escape becomes U+241B). Other invisible
    characters become U+FFFD: format characters, direction overrides and isolates, zero-width
    characters, line separators, lone surrogates, tags, unassigned code points. Longer text is
    cut and ends in an ellipsis. The time depends on the limit, not on the text.
    """
    if len(text) > limit:
        return _replace(text[: max(limit - len(ELLIPSIS), 0)]) + ELLIPSIS[:limit]
    return _replace(text)


def showable_ends(text: str, limit: int) -> str:
    """Like `showable`, but cuts the middle of a long text: command lines differ at the end."""
    if len(text) <= limit:
        return showable(text, limit)
    head = limit // 3
    tail = limit - head - len(ELLIPSIS)
    return _replace(text[:head]) + ELLIPSIS + _replace(text[-tail:] if tail > 0 else "")


def showable_lines(
    text: str, limit: int = DEFAULT_LIMIT, most: int = DEFAULT_LIMIT
) -> tuple[str, ...]:
    """Like `showable` for several lines: at most `most` lines of at most `limit` characters.

    If there are more, the last line is an ellipsis. An empty text has no lines.
    """
    # Do not split megabytes of text of which only the beginning is shown.
    room = most * (limit + 2)
    pieces = text[:room].replace("\r\n", "\n").replace("\r", "\n").split("\n")
    is_cut = len(text) > room
    if pieces[-1] == "" and not is_cut:
        pieces.pop()
    lines = [showable(piece, limit) for piece in pieces[:most]]
    if len(pieces) > most or (is_cut and len(pieces[-1]) <= limit):
        lines[-1] = ELLIPSIS[:limit]
    return tuple(lines)


def encodable(text: str) -> str:
    """The text with a question mark in place of lone surrogates, which no UTF-8 file can contain.

    Bytes that are not UTF-8 become lone surrogates where they are typed or given as arguments.
    """
    return text.encode("utf-8", "replace").decode()


def escape_bytes(text: str) -> str:
    r"""The text with bytes that are not UTF-8 as ``\xe9``, so that other programs can read it.

    `unescape_bytes` is the inverse: a backslash that would look like such a byte is escaped too.
    """
    escaped = _LIKE_A_BYTE.sub(r"\\x5c", text)
    return escaped.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def unescape_bytes(text: str) -> str:
    """The inverse of `escape_bytes`; a text that contains bytes already keeps them."""
    return _ESCAPED.sub(lambda found: _byte(int(found[1], 16)), text)


def _byte(value: int) -> str:
    return bytes((value,)).decode("utf-8", "surrogateescape")


def is_safe_to_show(text: str) -> bool:
    """Whether `showable` changes nothing, except perhaps for length."""
    return text.isprintable() and (text.isascii() or not _INVISIBLE.intersection(text))


def _replace(text: str) -> str:
    return text if is_safe_to_show(text) else "".join(map(_visible, text))


def _visible(character: str) -> str:
    if character.isprintable():
        return REPLACEMENT if character in _INVISIBLE else character
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\N{SYMBOL FOR DELETE}"
    return " " if character in _SPACES else REPLACEMENT


_LIKE_A_BYTE = re.compile(r"\\(?=x(?:[89a-f][0-9a-f]|5c))")
_ESCAPED = re.compile(r"\\x([89a-f][0-9a-f]|5c)")
_SPACES = frozenset(
    "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
)
"""Unicode spaces, shown as ASCII spaces so that they cannot hide text."""

_INVISIBLE = frozenset(
    # Printable according to Python, but invisible or changing the width of their neighbours.
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0"
).union(
    map(chr, range(0xFE00, 0xFE10)),
    map(chr, range(0xE0100, 0xE01F0)),
)
