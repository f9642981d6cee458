"""Hostile inputs by repetition: a part of a valid file, or an odd piece, repeated N times.

Repeats tokens, lines, pairs of lines, bracketed elements (also with numbers or names of their own),
nests brackets, and alternates two pieces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

ODD = (
    *(
        piece.encode()
        for piece in (
            *"\n\r\t ,:;.#/\\'\"-+=*!|~0a[]{}()<>",
            *("\r\n", "//\n", "//", "/**/", "/*", "/*/", "*/", '\\"', '"\\', '"\n', "'\\n',", "'a"),
            *('"a" ', '"a",', '"a":', "[],", "{},", "[[", "],", '{"a":', "0,", "-1 ", "1e5,"),
            *("a1", "a1 b2 ", '["a1","b2"],', "B2 ", "(a)", "[a:b]\n", "1. ", "START;North\n"),
            *("\xab", "\u201c", "\u201ca\u201d", "\u2018", "\u00e9", "\U0001f600", "\u202e"),
            *("\x1b", "<<<<<<<\n", "=======\n", ">>>>>>>\n", "!\n"),
        )
    ),
    b"\xff",
    b"\0",
)
"""Pieces that readers treat specially."""
_TOKEN = re.compile(rb'"[^"]*"|[A-Za-z]+|[0-9]+|[ \t]+|[^A-Za-z0-9 \t]')
_BRACKETS = {b"[": b"]", b"{": b"}", b"(": b")"}
_NUMBER = re.compile(rb"[0-9]+")
_KEY = re.compile(rb'"[^"]*"\s*:\s*$')
_NAME_END = re.compile(rb'[A-Za-z](?=[": ])')


class Case(NamedTuple):
    """A file in which a part is repeated."""

    name: str
    before: bytes
    parts: Callable[[int], bytes]
    """Returns the part so many times."""
    after: Callable[[int], bytes]
    """Returns what follows so many parts."""

    def with_parts(self, count: int) -> bytes:
        return self.before + self.parts(count) + self.after(count)

    def count_for(self, size: int) -> int:
        """Return how often to repeat the part for a file of roughly so many bytes."""
        some = 200
        first, second = len(self.with_parts(some)), len(self.with_parts(2 * some))
        return max(1, some + (size - first) * some // max(1, second - first))


def cases(seed: bytes) -> Iterator[Case]:
    """Yield every repetition of one thing in a valid file; names are unique."""
    known = set()
    for case in (*_tokens(seed), *_lines(seed), *_elements(seed), *_nested(seed), *_odd(seed)):
        if case.name not in known:
            known.add(case.name)
            yield case


def pairs(seed: bytes) -> Iterator[Case]:
    """Yield alternations of two pieces in the middle of a valid file: several thousand."""
    at = _middle(seed)
    pieces = sorted({*ODD, *_TOKEN.findall(seed)})
    for first in pieces:
        for second in pieces:
            if first != second:
                yield _repeated(f"{_shown(first)} and {_shown(second)}", seed, at, first + second)


def _repeated(name: str, seed: bytes, at: int, part: bytes) -> Case:
    return Case(name, seed[:at], lambda count: part * count, lambda _count: seed[at:])


def _shown(part: bytes) -> str:
    text = part.decode("utf-8", "backslashreplace")
    return repr(text if len(text) <= 40 else f"{text[:30]}...{text[-7:]}")


def _middle(seed: bytes) -> int:
    ends = (match.end() for match in _TOKEN.finditer(seed))
    return next((end for end in ends if 2 * end >= len(seed)), len(seed))


def _tokens(seed: bytes) -> Iterator[Case]:
    for match in _TOKEN.finditer(seed):
        yield _repeated(f"token {_shown(match[0])}", seed, match.end(), match[0])


def _lines(seed: bytes) -> Iterator[Case]:
    lines = seed.splitlines(keepends=True)
    at = 0
    for number, line in enumerate(lines):
        at += len(line)
        for part in (line, b"".join(lines[number - 1 : number + 1])):
            if len(lines) > 1 and part:
                yield _repeated(f"line {_shown(part)}", seed, at, part)
                yield from _numbered(f"line {_shown(part)}", seed, at, part)


def _elements(seed: bytes) -> Iterator[Case]:
    """Yield repetitions of bracketed parts, with and without the key before them."""
    open_at: list[int] = []
    for match in _TOKEN.finditer(seed):
        if match[0] in _BRACKETS:
            open_at.append(match.start())
        elif match[0] in _BRACKETS.values() and open_at:
            start, end = open_at.pop(), match.end()
            key = _KEY.search(seed[:start])
            for begin in {start, key.start() if key else start}:
                part = seed[begin:end] + (b"," if b'"' in seed else b" ")
                name = f"element {_shown(part)}"
                yield _repeated(name, seed, begin, part)
                yield from _numbered(name, seed, begin, part)


def _numbered(name: str, seed: bytes, at: int, part: bytes) -> Iterator[Case]:
    """Yield the same repetition with different numbers, and with different names, in each part."""
    if _NUMBER.search(part):

        def renumbered(number: int) -> bytes:
            return _NUMBER.sub(lambda found: b"%d" % (int(found[0]) + number), part)

        yield _joined(f"{name} with other numbers", seed, at, renumbered)
    named = _NAME_END.search(part)
    if named:
        first, rest = part[: named.end()], part[named.end() :]

        def renamed(number: int) -> bytes:
            return b"%s%d%s" % (first, number, rest)

        yield _joined(f"{name} with other names", seed, at, renamed)


def _joined(name: str, seed: bytes, at: int, part: Callable[[int], bytes]) -> Case:
    """Repeat a part that depends on its number, from 0."""
    return Case(
        name, seed[:at], lambda count: b"".join(map(part, range(count))), lambda _count: seed[at:]
    )


def _nested(seed: bytes) -> Iterator[Case]:
    middle = _middle(seed)
    inner = seed[middle : middle + 20]
    for opening, closing in (*_BRACKETS.items(), (b'{"a":', b"}"), (b"[1,", b"]"), (b"[a:", b"]")):
        for at in (0, middle, len(seed)):
            name = f"nested {_shown(opening)} at {at}"
            yield _nest(name, seed, at, opening, closing)
            yield _nest(f"{name}, around something", seed, at, opening, inner + closing)
            yield _repeated(f"{name}, not closed", seed, at, opening)


def _nest(name: str, seed: bytes, at: int, opening: bytes, closing: bytes) -> Case:
    after = seed[at:]
    return Case(
        name, seed[:at], lambda count: opening * count, lambda count: closing * count + after
    )


def _odd(seed: bytes) -> Iterator[Case]:
    places = {"start": 0, "middle": _middle(seed), "end": len(seed)}
    before, after = seed[: places["middle"]], seed[places["middle"] :]
    quoted = before + b' "' + after
    for piece in ODD:
        for where, at in places.items():
            yield _repeated(f"{_shown(piece)} at the {where}", seed, at, piece)
        yield _repeated(f"{_shown(piece)} where the file ends", before, len(before), piece)
        yield _repeated(f"{_shown(piece)} before a quote", quoted, len(before), piece)
