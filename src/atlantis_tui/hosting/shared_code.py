"""Arranges the code that clients run, so that they share more memory with the fork server.

A client copies every page of memory in which it changes a reference count. The code that it runs
lies between code that it does not, so that it would copy most pages. `gather` gives the functions
of a recording new code objects, which lie next to each other.
"""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Iterable
from types import CodeType, FrameType, FunctionType

CodeName = tuple[str, str, int]
"""File, qualified name and first line of a function."""
_STEP, _LARGEST, _FILLED = 16, 512, 1 << 16
"""Sizes in bytes of the objects for which Python keeps pools of memory, and how much to fill."""


def record(visit: Callable[[], object]) -> frozenset[CodeName]:
    """The names of all Python code that a call runs, in any thread that it starts."""
    seen: set[CodeType] = set()

    def note(frame: FrameType, _event: str, _arg: object) -> None:
        seen.add(frame.f_code)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        visit()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return frozenset(map(_name, seen))


def gather(names: Iterable[CodeName]) -> list[object]:
    """Move the code with these names; returns what must not be freed.

    Clients would use the holes that the old code leaves, and copy the pages around them.
    """
    wanted = frozenset(names)
    if not wanted:
        return []
    kept: list[object] = list(_filled_pools())
    moved: dict[CodeType, CodeType] = {}
    for function in [found for found in gc.get_objects() if isinstance(found, FunctionType)]:
        code = function.__code__
        if _runs(code, wanted):
            if code not in moved:
                moved[code] = _moved(code, wanted, kept)
            function.__code__ = moved[code]
    return [*kept, moved]


def _filled_pools() -> Iterable[object]:
    """Objects of every size that fill the gaps between others, so that new code lies together."""
    empty = sys.getsizeof(b"")
    for size in range(empty + _STEP, _LARGEST + 1, _STEP):
        yield [bytes(size - empty) for _ in range(_FILLED // size)]


def _name(code: CodeType) -> CodeName:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _runs(code: CodeType, wanted: frozenset[CodeName]) -> bool:
    """Whether code is wanted, or contains a function that is."""
    inner = (const for const in code.co_consts if isinstance(const, CodeType))
    return _name(code) in wanted or any(_runs(each, wanted) for each in inner)


def _moved(code: CodeType, wanted: frozenset[CodeName], kept: list[object]) -> CodeType:
    kept.append(code)
    return code.replace(
        co_consts=tuple(
            _moved(const, wanted, kept)
            if isinstance(const, CodeType) and _runs(const, wanted)
            else const
            for const in code.co_consts
        )
    )
