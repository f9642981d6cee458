"""The growth law for a few cases of each reader, and for those that broke it once.

`make growth` judges all cases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

import pytest

from atlantis_core.games.registry import GAMES
from tests.fuzzing import readers as fuzzing
from tests.hostile import counting, timing
from tests.hostile.counting import CountedLaw
from tests.hostile.grammar import Case, cases
from tests.hostile.law import EXPONENT, Read, Verdict, doubled
from tests.hostile.readers import READERS
from tests.hostile.timing import TimedLaw

SAMPLE = 9
FINDINGS = {
    "transcript": ("'/**/' at the middle", "'//\\n' at the middle", "'/*' at the middle"),
    "gzip": ("members of 0 bytes",),
    "options": ("'1. ' at the start",),
}
"""Cases that broke the law in C code when it was introduced."""
FINDINGS_IN_PYTHON = {
    "history": ("'!\\n' at the middle", "'//\\n' at the end"),
    "collection": ("'//\\n' at the middle",),
    "clocks": ("element '{\"e4\": 1},'",),
    "diagram": ("'.' at the middle", "'+' at the end"),
}
"""Cases that broke the law in Python code, or are close to its limit."""


def broken(judge: Callable[[Case], Verdict], found: Iterable[Case]) -> list[str]:
    return [str(verdict) for verdict in map(judge, found) if not verdict.is_kept]


@pytest.mark.parametrize("reader", READERS)
def test_python_work_grows_with_size(reader: str) -> None:
    known = list(READERS[reader].cases())
    chosen = Random(reader).sample(known, min(SAMPLE, len(known)))
    assert not broken(READERS[reader].counted().judge, chosen)


@pytest.mark.parametrize("reader", FINDINGS_IN_PYTHON)
def test_former_findings_take_steps_in_proportion_to_size(reader: str) -> None:
    known = {case.name: case for case in READERS[reader].cases()}
    chosen = [known[name] for name in FINDINGS_IN_PYTHON[reader]]
    assert not broken(READERS[reader].counted().judge, chosen)


@pytest.mark.parametrize("reader", FINDINGS)
def test_former_findings_take_time_in_proportion_to_size(reader: str) -> None:
    known = {case.name: case for case in READERS[reader].cases()}
    chosen = [known[name] for name in FINDINGS[reader]]
    assert not broken(READERS[reader].timed().judge, chosen)


def test_every_reader_of_files_obeys_the_law() -> None:
    """The fuzzer knows all readers; those left out read one line."""
    own = {"words", "agent"}
    assert set(fuzzing.READERS) - own <= READERS.keys()
    assert {entry.name for entry in GAMES} <= READERS.keys()


def repeated(part: bytes) -> Case:
    return Case("repeated", b"", lambda count: part * count, lambda _count: b"")


@pytest.mark.parametrize(
    ("exponent", "factor", "is_kept"),
    [(1.0, 1.0, True), (1.15, 0.1, True), (1.25, 0.1, False), (2.0, 0.001, False), (1.0, 6, False)],
)
def test_law_judges_growth_and_cost(
    exponent: float, factor: float, is_kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cost(_read: Read, content: bytes) -> float:
        size = len(content)
        return size / 1e7 if content.startswith(b"honest") else factor * size**exponent / 1e7

    monkeypatch.setattr(timing, "seconds", cost)
    judged = TimedLaw(len, (b"honest" * 10, b"honest" * 100)).judge(repeated(b"x"))
    assert judged.is_kept == is_kept
    assert judged.growth in (pytest.approx(exponent), float("inf"))


def test_case_that_was_slow_by_chance_is_measured_again(monkeypatch: pytest.MonkeyPatch) -> None:
    delays = iter([0.0] * 10 + [9.0] * 9)

    def cost(_read: Read, content: bytes) -> float:
        return len(content) / 1e7 * (1 + next(delays, 0.0))

    monkeypatch.setattr(timing, "seconds", cost)
    assert TimedLaw(len, (b"", b"x" * 100)).judge(repeated(b"x")).is_kept


def count_pairs(content: bytes) -> object:
    """Read a file as a careless reader would: look for every line among those before it."""
    seen: list[bytes] = []
    for line in content.splitlines():
        seen.append(line if all(line != other for other in seen) else b"")
    return seen


def count_lines(content: bytes) -> object:
    return sum(1 for line in content.splitlines() if line)


LINES = Case(
    "lines",
    b"",
    lambda count: b"".join(b"some line %d\n" % number for number in range(count)),
    lambda _count: b"",
)


def test_counting_catches_a_quadratic_reader() -> None:
    honest = LINES.with_parts(1), LINES.with_parts(50)
    assert CountedLaw(count_lines, honest).judge(LINES).is_kept
    verdict = CountedLaw(count_pairs, honest).judge(LINES)
    assert verdict.growth > 1.8
    assert not verdict.is_kept
    assert "grows as the number of parts" in str(verdict)


def test_counting_catches_a_reader_that_is_slow_for_one_kind_of_line() -> None:
    def read(content: bytes) -> object:
        return [step for line in content.splitlines() for step in range(99 if b"x" in line else 9)]

    honest = repeated(b"y\n")
    law = CountedLaw(read, (honest.with_parts(1), honest.with_parts(50)))
    assert law.judge(honest).is_kept
    assert not law.judge(repeated(b"x\n")).is_kept


def test_part_that_makes_the_rest_unreadable_does_not_seem_to_grow_fast() -> None:
    def read(content: bytes) -> object:
        steps = 1 if b"!" in content else 20
        return [step for _line in content.splitlines() for step in range(steps)]

    honest = repeated(b"y\n")
    law = CountedLaw(read, (honest.with_parts(1), honest.with_parts(50)))
    case = Case("!", b"y\n" * 200, lambda count: b"!\n" * count, lambda _count: b"")
    assert law.judge(case).growth <= EXPONENT


def test_counting_is_repeatable() -> None:
    content = READERS["transcript"].seed
    assert len({counting.count_work(READERS["transcript"].read, content) for _ in range(4)}) <= 2


def test_timing_sees_work_done_in_c() -> None:
    def copies(content: bytes) -> object:
        return [len(content[at:]) for at in range(0, len(content), 1_000)]

    assert TimedLaw(copies, (b"", b"x" * 10_000)).judge(repeated(b"x" * 20)).growth > EXPONENT


def test_cases_have_the_size_asked_for_and_unique_names() -> None:
    for reader in READERS.values():
        found = list(reader.cases())
        assert len({case.name for case in found}) == len(found)
        for case in found[::20]:
            files = doubled(case, 32_000)
            assert 0.7 < len(files[-1]) / 32_000 < 1.25, case.name
            assert len(files[0]) < len(files[1]) < len(files[2]) < len(files[3])


def test_parts_are_repeated_in_place() -> None:
    found = {case.name: case.with_parts(3) for case in cases(b'{"a": [1, 2]}\n{"b": 3}')}
    assert found["token ','"] == b'{"a": [1,,,, 2]}\n{"b": 3}'
    assert found["element '[1, 2],'"] == b'{"a": [1, 2],[1, 2],[1, 2],[1, 2]}\n{"b": 3}'
    assert found["element '[1, 2],' with other numbers"] == (
        b'{"a": [1, 2],[2, 3],[3, 4],[1, 2]}\n{"b": 3}'
    )
    assert found["'/**/' at the start"].startswith(b'/**//**//**/{"a"')
    assert found["nested '[' at 0"] == b'[[[]]]{"a": [1, 2]}\n{"b": 3}'
