"""Mutates an input: bytes, pieces, tokens, and parts of other inputs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

LONGEST = 20_000
TOKENS = tuple(
    """
    { } [ ] , : " ' // /* */ # ; . - + 0 1 -1 999999 1e999 1e-999 0x10 NaN Infinity null true false
    \\u0000 \\ud800 "segments" "turns" "players" "stacks" "annotations" "variations" "comments"
    a1 b2 -a1 a-1 zz9999 B2 C5 pass TURN YOU END START CHANGE board player atlantis-transcript 1.0
    version format <<<<<<< ======= >>>>>>> agent: bot: hexagon:3 order ranking game offence
    """.split()
)
ODD_BYTES = (
    b"\0", b"\x1b", b"\xff", b"\xc3", b"\xe2\x80\xae", b"\xef\xbb\xbf", b"\r", b"\r\n", b"\n" * 50,
    b"\t", b"\x7f", b"\x9b", b"\xed\xa0\x80", b"\xf0\x9f\x92\xa9", b" " * 200, b"[" * 300,
    b"{" * 99, b"\x1f\x8b\x08", b"PK\x03\x04", b"9" * 500, b"'" * 40, b'"', b"\\", b"\xe2\x80\xa8",
)  # fmt: skip

Way = Callable[[bytes, Random, Sequence[bytes]], bytes]


def _flip(data: bytes, dice: Random, _others: Sequence[bytes]) -> bytes:
    at = dice.randrange(len(data) or 1)
    return data[:at] + bytes([dice.randrange(256)]) + data[at + 1 :]


def _cut(data: bytes, dice: Random, _others: Sequence[bytes]) -> bytes:
    start, end = sorted(dice.randrange(len(data) + 1) for _ in range(2))
    return data[:start] + data[end:]


def _truncate(data: bytes, dice: Random, _others: Sequence[bytes]) -> bytes:
    return data[: dice.randrange(len(data) + 1)]


def _repeat(data: bytes, dice: Random, _others: Sequence[bytes]) -> bytes:
    start, end = sorted(dice.randrange(len(data) + 1) for _ in range(2))
    return data[:end] + data[start:end] * dice.choice((1, 2, 30)) + data[end:]


def _insert_token(data: bytes, dice: Random, _others: Sequence[bytes]) -> bytes:
    at = dice.randrange(len(data) + 1)
    return data[:at] + dice.choice(TOKENS).encode() + data[at:]


def _insert_odd(data: bytes, dice: Random, _others: Sequence[bytes]) -> bytes:
    at = dice.randrange(len(data) + 1)
    return data[:at] + dice.choice(ODD_BYTES) + data[at:]


def _splice(data: bytes, dice: Random, others: Sequence[bytes]) -> bytes:
    other = dice.choice(others)
    return data[: dice.randrange(len(data) + 1)] + other[dice.randrange(len(other) + 1) :]


def _swap_words(data: bytes, dice: Random, _others: Sequence[bytes]) -> bytes:
    words = data.split(b" ")
    first, second = (dice.randrange(len(words)) for _ in range(2))
    words[first], words[second] = words[second], words[first]
    return b" ".join(words)


WAYS: tuple[Way, ...] = (
    _flip, _cut, _truncate, _repeat, _insert_token, _insert_odd, _splice, _swap_words,
)  # fmt: skip


def spoil(data: bytes, dice: Random, others: Sequence[bytes]) -> bytes:
    """Apply one to four mutations."""
    for _ in range(dice.choice((1, 1, 1, 2, 3, 4))):
        data = dice.choice(WAYS)(data, dice, others)[:LONGEST]
    return data
