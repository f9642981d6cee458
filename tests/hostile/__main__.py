"""Judges all cases of all readers, or of those named, by counting and by time.

    python -m tests.hostile PAIRS SEED [READER...]

PAIRS is the number of random alternations of two pieces per reader; SEED selects them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from tests.attacks import record
from tests.hostile.grammar import Case
from tests.hostile.law import Verdict
from tests.hostile.readers import READERS


def main(pairs: int, seed: int, *names: str) -> int:
    """Print every case that breaks the law, and return 1 if there is one."""
    is_kept = True
    for name in names or READERS:
        reader = READERS[name]
        cases = [*reader.cases(), *_some(list(reader.pairs()), pairs, seed)]
        laws = {"counted": reader.counted().judge, "timed": reader.timed().judge}
        found = {law: _judge(f"{name}, {law}", judge, cases) for law, judge in laws.items()}
        is_kept &= not any(judged.broken for judged in found.values())
        said = "; ".join(f"{law}: {judged}" for law, judged in found.items())
        record(f"make growth PAIRS={pairs} SEED={seed} READERS={name}", said)
    return 0 if is_kept else 1


class Judged(NamedTuple):
    """The cases of a reader under one law."""

    cases: int
    broken: int
    worst: float

    def __str__(self) -> str:
        worst = f"at most {self.worst:.1f} times an honest file"
        return f"{self.cases} cases, {self.broken} broken, {worst}"


def _judge(name: str, judge: Callable[[Case], Verdict], cases: list[Case]) -> Judged:
    broken, worst = 0, 0.0
    for verdict in map(judge, cases):
        worst = max(worst, verdict.times)
        if not verdict.is_kept:
            broken += 1
            _tell(f"{name}: {verdict}")
    judged = Judged(len(cases), broken, worst)
    _tell(f"{name}: {judged}")
    return judged


def _tell(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - output of a command line tool


def _some(cases: list[Case], count: int, seed: int) -> list[Case]:
    return Random(seed).sample(cases, min(count, len(cases)))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:]))
