"""The growth law in lines of Python code executed and functions called.

Exact and repeatable, so small files suffice, and a busy machine changes nothing. Does not see work
done in C.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from types import FrameType
from typing import Any

from atlantis_core.support.errors import AtlantisError
from tests.hostile.grammar import Case
from tests.hostile.law import Honest, Read, Size, Verdict, doubled

SIZES = (16_000, 64_000)
"""Bytes of the largest file of a case; the second if the first breaks the law.

In small files, growth of up to a limit, such as that of messages, looks like too much.
"""
NEGLIGIBLE = 500
"""Lines and calls. Smaller counts are taken as this: one more message would count as growth."""


class CountedLaw:
    """Judges the cases of a reader."""

    def __init__(self, read: Read, honest: tuple[bytes, bytes], size_of: Size = len) -> None:
        """`honest` are a small and a large file; `size_of` gives the size to compare with."""
        self._read = read
        self._size_of = size_of
        counts = [self._count_again(honest[0]), count_work(read, honest[1])]
        self._honest = Honest.of([size_of(content) for content in honest], counts)

    def judge(self, case: Case) -> Verdict:
        """Count the work for a case, without that for a file in which nothing is repeated.

        Two parts may make the rest unreadable, which saves work.
        """
        verdict = self._count(case, SIZES[0])
        return verdict if verdict.is_kept else self._count(case, SIZES[1])

    def _count(self, case: Case, size: int) -> Verdict:
        files = doubled(case, size)
        least = min(self._count_again(case.with_parts(count)) for count in (0, 2))
        counts = [max(NEGLIGIBLE, count_work(self._read, content) - least) for content in files]
        honest = max(NEGLIGIBLE, self._honest.cost(self._size_of(files[-1])))
        return Verdict(case, files, counts, honest)

    def _count_again(self, content: bytes) -> int:
        """Count a second reading: the first one also imports modules and fills caches."""
        count_work(self._read, content)
        return count_work(self._read, content)


def count_work(read: Read, content: bytes) -> int:
    """Count lines and calls while a file, valid or not, is read."""
    count = 0

    def trace(_frame: FrameType, _event: str, _argument: Any) -> Any:
        nonlocal count
        count += 1
        return trace

    tracer = sys.gettrace()
    sys.settrace(trace)
    try:
        with suppress(AtlantisError):
            read(content)
    finally:
        sys.settrace(tracer)
    return count
